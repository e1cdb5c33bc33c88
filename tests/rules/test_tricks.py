"""Following suit and winning tricks, in general."""

from __future__ import annotations

import pytest

from bot.rules.cards import Cards, card
from bot.rules.tricks import Play, Trick, follow, winner


def trick(text: str) -> tuple[Play, ...]:
    """A trick led from seat 0."""
    return tuple(Play(seat, card(code)) for seat, code in enumerate(text.split()))


@pytest.mark.parametrize(
    ("led", "hand", "able"),
    [
        ("", "T1 SK H4", "T1 SK H4"),
        ("SQ", "T1 SK H4", "SK"),
        ("DQ", "T1 SK H4", "T1"),
        ("DQ", "SK H4", "SK H4"),
        ("T9", "T1 SK H4", "T1"),
        ("T9", "SK H4", "SK H4"),
        ("H2 T5", "H4 T9", "H4"),
    ],
)
def test_follow(led: str, hand: str, able: str) -> None:
    assert follow(Cards.of(hand), trick(led)) == Cards.of(able)


@pytest.mark.parametrize(
    ("played", "seat"),
    [("S7 SK SQ", 1), ("H4 H1 H2", 1), ("S7 HK DK CK", 0), ("HK T1 HQ", 1), ("T3 T2 SK T22", 3)],
)
def test_winner(played: str, seat: int) -> None:
    assert winner(trick(played)).seat == seat


def test_a_trick_knows_which_card_each_seat_played() -> None:
    done = Trick(trick("S7 SK T1"), 2)
    assert str(done.cards) == "T1 SK S7"
    assert [str(done.played_by(seat)) for seat in range(4)] == ["S7", "SK", "T1", "None"]
