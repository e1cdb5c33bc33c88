"""The contents of control ids, and how they are told apart."""

from __future__ import annotations

from dataclasses import replace

from bot.rules.moves import Action
from cogs.controls import (
    CONTROLS,
    LIST,
    MARK,
    PANEL,
    SURE,
    TABLE_HISTORY,
    costliest_id,
    given_id,
    lasts,
    read_actions,
    read_daily,
    read_deal,
    read_given,
    read_history,
    read_sheet,
    read_table,
    read_table_history,
    review_id,
)
from cogs.play.controls import WAYS, Choice, Way
from tests.cogs.place import Place


def test_a_repeated_verb_may_be_left_out_of_an_id() -> None:
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


LONGEST = "x" * 40
"""A table name of the maximum length."""


def test_deal_and_table_names_have_at_most_forty_characters() -> None:
    assert read_deal(f"{LONGEST[2:]}/1") == (LONGEST[2:], 1)
    assert read_deal(f"{LONGEST[1:]}/1") is None
    assert read_sheet(f"{LONGEST}:0") == (LONGEST, 0)
    assert read_sheet(f"{LONGEST}x:0") is None


def test_table_history_ids_round_trip() -> None:
    for table in ("a", "k3m9xp", LONGEST):
        assert read_table_history(TABLE_HISTORY.id(table, 2).removeprefix("h2:")) == (table, 2)
    for forged in ("", ":0", "k3m9xp", "k3m9xp:x", f"{LONGEST}x:0"):
        assert read_table_history(forged) is None


def test_person_ids_have_at_most_twenty_digits() -> None:
    assert read_history(f"{'9' * 20}:0") == (int("9" * 20), 0)
    assert read_history(f"{'9' * 21}:0") is None
    assert read_history("²:0") is None


def test_ids_of_given_cards_round_trip() -> None:
    for given in ("k3m9xp/4", "daily/koenigrufen/2026-11-22"):
        assert read_given(given_id(given).removeprefix("k1:")) == given
    assert read_daily("daily/koenigrufen/2026-11-22") == ("koenigrufen", "2026-11-22")
    for forged in ("", "k3m9xp", "daily:chess:2026-11-22", "daily:koenigrufen:today"):
        assert read_given(forged) is None
    assert read_daily("daily/chess/2026-11-22") is None


def test_no_two_controls_have_the_same_ids() -> None:
    assert len({(each.kind, each.verb) for each in CONTROLS}) == len(CONTROLS)
    divided = {each.kind for each in CONTROLS if each.verb}
    assert divided.isdisjoint(each.kind for each in CONTROLS if not each.verb)


def test_controls_of_a_finished_deal_last() -> None:
    assert lasts(review_id("k3m9xp/4", 2))
    assert lasts(costliest_id("k3m9xp/4"))
    assert not lasts(given_id("k3m9xp/4"))


def test_the_id_of_a_table_control_names_its_table() -> None:
    assert PANEL["next"].read("k3m9xp:next") == "k3m9xp"
    assert PANEL["next"].read(":next") is None
    assert read_table("k3m9xp:join") == ("k3m9xp", "join")
    assert read_table("k3m9xp") is None


def test_reviews_are_private_by_default() -> None:
    assert review_id("k3m9xp/4", 2) == "d1:k3m9xp:4:2"
    assert review_id("k3m9xp/4", 2, public=True) == "d2:k3m9xp:4:2"


async def test_every_control_has_a_handler(place: Place) -> None:
    assert place.services.controls.answered == {(each.kind, each.verb) for each in CONTROLS}
