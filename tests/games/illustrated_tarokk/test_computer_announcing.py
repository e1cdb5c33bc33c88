"""What a computer announces and doubles in Illustrated Tarokk. Seat 0 is forehand and plays a solo."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.illustrated_tarokk.computer import COMPUTER, doubles_bonus
from bot.rules.deal import Deal
from bot.rules.moves import Action
from bot.rules.state import Item
from tests.computers.table import asked
from tests.games.illustrated_tarokk.table import announcing, turns
from tests.notation import act

HONOURS = "T22 T21 T17 T15 T12 T9 T6 SK SQ"
PAGAT = "T22 T20 T19 T17 T15 T12 T9 T6 T1"
MIDDLING = "T22 T17 T12 T9 T7 T5 SK HQ DC"
MONSTER = "T22 T21 T20 T19 T18 T17 T16 T15 T14"
DEFENDER = "T21 T19 T18 T16 T15 T14 T13 T11 HK"


def said(hand: str, *others: str, after: str = "") -> Deal:
    """The solo of a hand; the declarer has called, and some turns have been taken."""
    return announcing(after, hand, *others, talon="")


def test_tarokks_are_always_declared() -> None:
    assert asked(said(PAGAT)) == "announce nine_tarokks"
    assert asked(said(MIDDLING)) == "done"


@pytest.mark.parametrize(
    ("hand", "declared", "item"),
    [
        (HONOURS, "", "trull"),
        (PAGAT, "0 announce nine_tarokks", "pagat_ultimo"),
        (MONSTER, "0 announce nine_tarokks; 0 announce trull", "double_game"),
    ],
)
def test_announces_the_bonuses_its_hand_is_good_for(hand: str, declared: str, item: str) -> None:
    assert asked(act(said(hand), declared)) == f"announce {item}"


def test_announces_nothing_twice_and_ends_its_turn() -> None:
    assert asked(act(said(HONOURS), "0 announce trull")) == "done"


def test_announces_all_tricks_with_every_master_and_the_lead() -> None:
    deal = act(said(MONSTER), "0 announce nine_tarokks; 0 announce trull; 0 announce centrum")
    taken = []
    while (action := asked(deal)) != "done":
        taken.append(action)
        deal = act(deal, f"0 {action}")
    assert taken[0] in {"announce double_game", "announce volat"}


def test_a_strong_defender_doubles_the_game() -> None:
    deal = act(said(MIDDLING, DEFENDER, "T20"), turns("A -"))
    assert asked(act(deal, "1 announce eight_tarokks")) == "kontra game"
    weak = said(MIDDLING, "T21 T3 T2 SQ SC HC HJ DJ CJ", "T20", after="A -")
    assert asked(weak) == "done"


def test_a_required_kontra_is_said() -> None:
    view, owed = said(MIDDLING).view(0), (Action("kontra", "game"),)
    assert COMPUTER.choose(replace(view, actions=owed)) == owed[0]


def test_doubles_an_announced_pagat_with_long_tarokks() -> None:
    deal = said(PAGAT, "T21 T18 T16 T14 T13 T11 T10 SK HK")
    deal = act(deal, "0 announce nine_tarokks; 0 announce pagat_ultimo; 0 done")
    doubled = []
    while (action := asked(deal)) != "done":
        doubled.append(action)
        deal = act(deal, f"1 {action}")
    assert "kontra pagat_ultimo@0" in doubled
    assert len(doubled) == len(set(doubled))


def test_an_announcement_that_was_doubled_back_is_not_doubled_again() -> None:
    redoubled = Item("pagat_ultimo", 0, doublings=2)
    assert not doubles_bonus(said(PAGAT, "T21 T18 T16 T14 T13 T11 T10 SK HK").view(1), redoubled)
