"""What came of a session: the winner, and the best deal."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.games import GAMES
from bot.rules.session import Session
from bot.tables import Occupant
from bot.text import words
from cogs.pages.outcome import Gain, best_deal, outcome_lines


def session(*history: tuple[int, ...], game: str = "illustrated_tarokk") -> Session:
    """A session with certain totals after each deal."""
    first = Session.first(GAMES[game], {}, 4, 0)
    return replace(first, totals=history[-1], deals=len(history), history=history)


def said(of: Session | None) -> list[str]:
    occupants = tuple(Occupant(name, number) for number, name in enumerate(("Anna", "Béla", "Cili", "Dora")))
    table: Any = SimpleNamespace(session=of, occupants=occupants)
    return outcome_lines(words("en", of.game.name if of else ""), table)


@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        ((6, -2, -2, -2), "🏆 **Anna** wins with +6."),
        ((3, 3, -2, -4), "🏆 A tie: Anna and Béla win together with +3 each."),
        ((0, 0, 0, 0), "🏆 A draw: no one has gained anything from the others."),
    ],
)
def test_the_winner_is_named_and_ties_as_ties(totals: tuple[int, ...], winner: str) -> None:
    assert said(session(totals))[0] == winner


def test_the_number_of_deals_and_the_best_are_named() -> None:
    course = session((6, -2, -2, -2), (4, 6, -5, -5), (4, 6, -5, -5))
    assert said(course)[1:] == ["3 deals played.", "Best deal: Béla with +8 in deal 2."]
    assert best_deal(course) == Gain(8, 2, 1)


def test_where_no_deal_brought_anything_none_is_the_best() -> None:
    assert said(session((0, 0, 0, 0)))[1:] == ["1 deal played.", ""]


def test_points_are_settled_as_the_game_settles_them() -> None:
    assert said(session((9, 5, 5, 5), game="tapp_tarock"))[0] == "🏆 **Anna** wins with +12."


def test_a_team_wins_together() -> None:
    of = session((3, 3, 1, 1), game="royal_tarokk")
    assert said(of)[0] == "🏆 **Anna and Béla** win with +2 each."


def test_before_the_first_deal_nothing_is_said() -> None:
    assert said(None) == said(Session.first(GAMES["illustrated_tarokk"], {}, 4, 0)) == []
