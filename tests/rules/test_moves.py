"""Actions, and moves as the other players see them."""

from __future__ import annotations

import pytest

from bot.rules.moves import Action, Move, Secrecy


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
