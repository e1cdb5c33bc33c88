"""What the ids of controls say, and that they are told apart."""

from __future__ import annotations

from dataclasses import replace

from bot.rules.moves import Action
from cogs.pages.controls import Choice
from cogs.pages.custom_ids import LIST, MARK, SURE, read_actions
from cogs.pages.ways import WAYS, Way


def test_a_verb_is_written_once_and_read_either_way() -> None:
    short, long = "lay SC+HQ+D1", "lay SC+lay HQ+lay D1"
    assert read_actions(short) == read_actions(long)
    assert read_actions("announce trull+volat+done") == [
        Action("announce", "trull"),
        Action("announce", "volat"),
        Action("done"),
    ]
    assert read_actions("") == []


def test_each_kind_of_control_is_told_by_its_first_character() -> None:
    assert len({LIST, MARK, SURE, "/"}) == 4
    assert {WAYS.get(verb, Way.PRESS) for verb in ("play", "lay", "kontra")} == {*Way}
    assert replace(Choice(), begun="announce a:")
