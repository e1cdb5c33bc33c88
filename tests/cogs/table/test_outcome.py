"""The outcome of a session: the winner and the best deal."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.games import GAMES
from bot.rules.session import Session
from bot.tables import Occupant, TableState
from bot.text import words
from cogs.discord.pictures import ChartPicture
from cogs.table.names import name_of
from cogs.table.score import outcome_lines, session_chart, settled_course, totals


def session(*history: tuple[int, ...], game: str = "illustrated_tarokk") -> Session:
    """A session with certain totals after each deal."""
    first = Session.first(GAMES[game], {}, 4, 0)
    return replace(first, totals=history[-1], deals=len(history), history=history)


def seated() -> tuple[Occupant, ...]:
    return tuple(Occupant(name, number) for number, name in enumerate(("Anna", "Béla", "Cili", "Dora")))


def said(of: Session | None) -> list[str]:
    table: Any = SimpleNamespace(session=of, occupants=seated(), best_players=seated())
    return outcome_lines(words("en", of.game.name if of else ""), table)


@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        ((6, -2, -2, -2), "🏆 **Anna** wins with\u00a0+6."),
        ((3, 3, -2, -4), "🏆 A tie: Anna and Béla win together with\u00a0+3 each."),
        ((0, 0, 0, 0), "🏆 A draw: no one has gained anything from the others."),
    ],
)
def test_the_winner_or_a_tie_is_named(totals: tuple[int, ...], winner: str) -> None:
    assert said(session(totals))[0] == winner


def test_the_number_of_deals_and_the_best_are_named() -> None:
    course = session((6, -2, -2, -2), (4, 6, -5, -5), (4, 6, -5, -5))
    assert said(course)[1:] == ["3 deals played.", "Best deal: Béla with\u00a0+8 in deal 2."]
    assert said(session((3, 3, -2, -4)))[2] == "Best deal: Anna and Béla with\u00a0+3 in deal 1."


def test_a_deal_that_the_same_dealer_repeats_is_not_counted() -> None:
    course = session((0, 0, 0, 0), (6, -2, -2, -2))
    assert said(replace(course, repeated=1))[1:] == [
        "1 deal played.",
        "Best deal: Anna with\u00a0+6 in deal 2.",
    ]
    assert said(replace(session((0, 0, 0, 0)), repeated=1)) == []


def test_the_best_deal_names_who_played_it() -> None:
    of = session((-3, 9, -3, -3), (0, 6, -3, -3))
    played_by = (Occupant("Anna", 0), Occupant("Poldi"), *seated()[2:])
    table: Any = SimpleNamespace(session=of, occupants=seated(), best_players=played_by)
    winner, _, best = outcome_lines(words("en", of.game.name), table)
    assert winner == "🏆 **Béla** wins with\u00a0+6."
    assert best == f"Best deal: {name_of(words('en'), Occupant('Poldi'))} with\u00a0+9 in deal 1."


def test_no_best_deal_is_named_if_nobody_gained_anything() -> None:
    assert said(session((0, 0, 0, 0)))[1:] == ["1 deal played.", ""]


def test_points_are_settled_by_the_rules_of_the_game() -> None:
    assert said(session((9, 5, 5, 5), game="tapp_tarock"))[0] == "🏆 **Anna** wins with\u00a0+12."


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("tapp_tarock", "+12 in deal 1, settled."),
        ("royal_tarokk", "+4 in deal 1, as the difference between the teams."),
        ("romanian_tarok", "+9 in deal 1, antes paid."),
        ("koenigrufen", "+9 in deal 1."),
    ],
)
def test_the_best_deal_is_named_with_its_measure(game: str, told: str) -> None:
    assert said(session((9, 5, 5, 5), game=game))[2].endswith(told)


def test_a_chart_ends_with_the_settlement_of_the_winner() -> None:
    of = session((9, 5, 5, 5), (12, 6, 6, 6), game="tapp_tarock")
    assert settled_course(of) == ((12, -4, -4, -4), (18, -6, -6, -6))
    assert settled_course(of)[-1] == of.net


def test_a_chart_ends_with_the_shared_pool() -> None:
    of = session((5, -3, -3, -3), (4, -2, -4, -2), game="romanian_tarok")
    over = of.with_pool(4).closed()
    assert settled_course(of) == of.history
    assert settled_course(over) == (*of.history, (5, -1, -3, -1))
    table: Any = SimpleNamespace(session=over, occupants=seated())
    picture, told = session_chart(words("en", "romanian_tarok"), table)
    assert isinstance(picture, ChartPicture)
    assert picture.last == "pool"
    assert isinstance(told, str)
    assert told.splitlines()[:2] == [
        "-# Totals after each deal, antes paid; the last figure has the pool shared out",
        "Anna:\u00a0+5, +4, +5",
    ]
    table.session = of
    picture, told = session_chart(words("en", "romanian_tarok"), table)
    assert isinstance(picture, ChartPicture)
    assert picture.last == ""
    assert "-# Totals after each deal\n" in str(told)


def test_a_team_wins_together() -> None:
    of = session((3, 3, 1, 1), game="royal_tarokk")
    assert said(of)[0] == "🏆 **Anna and Béla** win with\u00a0+2 each."


def test_before_the_first_deal_nothing_is_said() -> None:
    assert said(None) == said(Session.first(GAMES["illustrated_tarokk"], {}, 4, 0)) == []


@pytest.mark.parametrize(("pool", "who"), [(4, ""), (6, "Cili and Dora"), (7, "Anna, Cili, and Dora")])
def test_players_who_get_odd_chips_of_the_pool_are_named_at_the_end(pool: int, who: str) -> None:
    of = replace(session((5, -3, -3, -3), game="romanian_tarok"), dealer=1).with_pool(pool)
    w = words("en", "romanian_tarok")
    table: Any = SimpleNamespace(session=of.closed(), occupants=seated(), state=TableState.ENDED)
    assert [each for each in totals(w, table) if "odd chips" in each] == (
        [w("score.odd_chips", players=who)] if who else []
    )
    table.session, table.state = of, TableState.PLAYING
    assert "odd chips" not in "".join(totals(w, table))
