"""The state of a deal: open and hidden facts, and how hidden cards become open."""

from __future__ import annotations

from dataclasses import dataclass, is_dataclass, replace
from typing import Any, get_args, get_type_hints

import pytest

from bot.rules import facts
from bot.rules.cards import NO_CARDS, Cards, card
from bot.rules.deal import Deal
from bot.rules.layout import SIDES, Layout
from bot.rules.phase import Phase
from bot.rules.results import Result
from bot.rules.state import (
    Board,
    Group,
    Hidden,
    Open,
    members,
    partner_called,
    side_of,
    with_partner_shown,
    with_side_shown,
)
from bot.rules.tricks import Play
from bot.rules.view import View
from tests.notation import with_open

FACTS = [
    each for each in vars(facts).values() if isinstance(each, type) and each.__module__ == facts.__name__
]
LAYOUT = Layout(
    (Cards.of("SK T22"), Cards.of("HK T1"), Cards.of("DK T5"), NO_CARDS), (), dealer=3, options={"old": True}
)


@dataclass(frozen=True)
class Counted:
    """A fact that only one game has."""

    number: int


def board() -> Board:
    """A deal of two cards to three of four seats, with a talon of two groups."""
    return Board.of(LAYOUT, (Group.of("1", Cards.of("S7 S8")), Group.of("2", Cards.of("C7"))))


def reachable(kind: Any, seen: set[Any]) -> set[Any]:
    """All types reachable through the fields of a type."""
    if kind not in seen:
        seen.add(kind)
        for part in get_args(kind):
            reachable(part, seen)
        if is_dataclass(kind) or hasattr(kind, "_fields"):
            for each in get_type_hints(kind).values():
                reachable(each, seen)
    return seen


def test_open_facts_lead_to_nothing_hidden() -> None:
    found = reachable(Open, set())
    assert {Group, Layout, Result} <= found
    assert not {Hidden, Board, Deal, View, Phase} & found
    hints = get_type_hints(Open)
    assert {hints["dealt"], hints["hands"]} == {Layout | None, tuple[Cards, ...] | None}


@pytest.mark.parametrize("fact", FACTS)
def test_the_facts_of_a_game_lead_to_nothing_hidden(fact: type) -> None:
    assert not {Hidden, Board, Deal, View, Cards, Layout} & reachable(fact, set())


def test_open_facts_of_a_deal_that_has_just_begun() -> None:
    public = board().open
    assert (public.dealer, public.seats, public.active, public.forehand) == (3, 4, (0, 1, 2), 0)
    assert (public.hand_sizes, public.discard_sizes) == ((2, 2, 2, 0), (0, 0, 0, 0))
    assert (public.options, public.dealt, public.hands) == ({"old": True}, None, None)
    assert (public.following(1), public.next(3)) == ((2, 0), 0)


def test_a_group_of_the_talon_hides_its_cards_until_it_is_shown() -> None:
    start = board()
    assert [(group.size, group.cards) for group in start.open.talon] == [(2, NO_CARDS), (1, NO_CARDS)]
    first, second = start.talon
    assert first.cards == Cards.of("S7 S8")
    shown = start.with_talon((replace(first, looker=0), replace(second, shown=True)))
    assert [str(group.cards) for group in shown.open.talon] == ["", "C7"]
    assert [str(group.cards) for group in shown.talon_seen_by(0)] == ["S8 S7", "C7"]
    assert shown.talon_seen_by(1) == shown.talon_seen_by(None) == shown.open.talon
    assert shown.with_talon(()).open.talon == ()


def test_a_discard_is_counted_and_hidden() -> None:
    after = board().with_discards({0: Cards.of("SK")}, NO_CARDS)
    assert (after.open.hand_sizes, after.open.discard_sizes) == ((1, 2, 2, 0), (1, 0, 0, 0))
    assert (after.open.discards_shown, str(after.hidden.discards[0])) == (NO_CARDS, "SK")
    face_up = board().with_discards({0: Cards.of("T22")}, Cards.of("T22"))
    assert str(face_up.open.discards_shown) == "T22"


def test_hands_are_shown_only_where_they_lie_open() -> None:
    hands = (Cards.of("T22"), *LAYOUT.hands[1:])
    trick = (Play(0, card("SK")),)
    hidden, shown = (board().with_play(hands, trick, (), ouvert=each) for each in (False, True))
    assert (hidden.open.hands, shown.open.hands) == (None, hands)
    assert hidden.hidden.hands == shown.hidden.hands == hands
    assert hidden.open.trick == shown.open.trick == trick
    assert hidden.open.hand_sizes == (1, 2, 2, 0)


def test_sides_are_public_as_far_as_they_are_known() -> None:
    assert [members(board(), side) for side in SIDES] == [(), ()], "no sides without a declarer"
    start = with_open(board(), declarer=0)
    assert start.open.sides == ("declarer", "defenders", "defenders", "")
    called = partner_called(start, "HK", Cards.of("HK").sorted[0])
    assert called.open.sides == ("declarer", "", "", "")
    assert [side_of(called, seat) for seat in range(4)] == ["declarer", "declarer", "defenders", ""]
    told = ("declarer", "declarer", "defenders", "")
    assert with_side_shown(called, 1).open.sides == with_partner_shown(called).open.sides == told
    assert with_side_shown(called, 2).open.sides == ("declarer", "", "defenders", "")
    assert with_side_shown(called, 0) == called


def test_everything_is_open_at_the_end() -> None:
    called = partner_called(with_open(board(), declarer=0), "HK", Cards.of("HK").sorted[0])
    result = Result(4, 0)
    public = called.finished(result).open
    assert (public.result, public.dealt) == (result, LAYOUT)
    assert public.sides == ("declarer", "declarer", "defenders", "")
    assert [str(group.cards) for group in public.talon] == ["S8 S7", "C7"]


def test_a_fact_replaces_an_earlier_one_of_its_type() -> None:
    public = board().open
    assert public.fact(Counted) is None
    counted = public.with_fact(Counted(1)).with_fact(Group("1", 2)).with_fact(Counted(2))
    assert (counted.fact(Counted), len(counted.facts)) == (Counted(2), 2)
