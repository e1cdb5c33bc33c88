"""The contents of control ids, and how they are told apart."""

from __future__ import annotations

from dataclasses import replace

from bot.rules.moves import Action
from cogs.controls import (
    LIST,
    MARK,
    SURE,
    given_id,
    is_among,
    read_actions,
    read_daily,
    read_deal,
    read_given,
    read_history,
    read_sheet,
    read_table,
    read_table_history,
    review_id,
    table_history_id,
)
from cogs.play.controls import WAYS, Choice, Way


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
        assert read_table_history(table_history_id(table, 2).removeprefix("h2:")) == (table, 2)
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


def test_controls_are_matched_by_kind_or_by_kind_and_verb() -> None:
    assert is_among({"w1"}, "w1", "tapp_tarock:0")
    assert is_among({"p1:now"}, "p1", "k3m9xp:now")
    assert not is_among({"p1:now"}, "p1", "k3m9xp:hand")
    assert not is_among({"p1:now"}, "w1", "k3m9xp:now")


def test_a_table_control_with_an_unknown_verb_is_rejected() -> None:
    assert read_table("k3m9xp:join") == read_table("k3m9xp:join", {"join", "leave"}) == ("k3m9xp", "join")
    assert read_table("k3m9xp:forged", {"join", "leave"}) is None
    assert read_table("k3m9xp") is None


def test_reviews_are_private_by_default() -> None:
    assert review_id("k3m9xp/4", 2) == "d1:k3m9xp:4:2"
    assert review_id("k3m9xp/4", 2, public=True) == "d2:k3m9xp:4:2"
