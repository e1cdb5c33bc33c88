"""The values a deal is made of."""

from __future__ import annotations

import pytest

from bot.rules.board import Action, Item, Layout, Move, Secrecy
from bot.rules.cards import NO_CARDS


@pytest.mark.parametrize("text", ["pass", "bid solo", "lay HK", "announce king_ultimo:S", "kontra trull@2"])
def test_actions_are_text(text: str) -> None:
    assert str(Action.parse(text)) == text


def test_any_text_is_an_action_for_the_rules_to_refuse() -> None:
    assert Action.parse("") == Action("")
    assert Action.parse("bid two words") == Action("bid", "two words")


def test_moves_as_others_see_them() -> None:
    face_down = Move(1, Action("lay", "HQ"), Secrecy.FACE_DOWN)
    assert [str(face_down.seen_by(seat)) for seat in (0, 1, 2, None)] == [
        "1 lay ?",
        "1 lay HQ",
        "1 lay ?",
        "1 lay ?",
    ]
    unseen = Move(1, Action("decline"), Secrecy.UNSEEN)
    assert [unseen.seen_by(seat) for seat in (0, 1, None)] == [None, unseen, None]
    loud = Move(1, Action("pass"))
    assert loud.seen_by(None) is loud


def test_seats_go_round() -> None:
    layout = Layout((NO_CARDS,) * 4, (), dealer=3)
    assert (layout.seats, layout.next(3), layout.next(2, 3)) == (4, 0, 1)


def test_items_and_their_factors() -> None:
    assert [str(Item("game")), str(Item("trull", 2))] == ["game", "trull@2"]
    assert [Item("game", None, steps).factor for steps in range(4)] == [1, 2, 4, 8]
