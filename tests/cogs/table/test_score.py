"""The sums below a score sheet, what of it fits, and the outcome of a session."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.layout import Side
from bot.rules.session import Session
from bot.tables import Occupant, TableState
from bot.text import words
from cogs.discord.pictures import ScoreSheetPicture
from cogs.table.score import (
    outcome_lines,
    result_lines,
    score_sheet,
    session_chart,
    totals,
)
from tests.cogs.panels import NAMES, at_a_table
from tests.notation import with_open
from tests.text.players import positions


def sums(deal: Deal, beside: int, before: tuple[tuple[int, ...], ...] = ()) -> tuple[list[str], str]:
    """The labels of the sums below a score sheet, and its description; each seat paid `beside` besides."""
    assert deal.open.result is not None
    scores = deal.open.result.scores
    last = before[-1] if before else (0,) * len(scores)
    totals = tuple(score + total + beside for score, total in zip(scores, last, strict=True))
    first = Session.first(deal.game, {}, len(scores), 0)
    course = replace(first, totals=totals, history=(*before, totals), deals=len(before) + 1)
    table = replace(at_a_table(deal), session=course)
    (picture,) = score_sheet(words("en", deal.game.name), table, deal.open)
    assert isinstance(picture, ScoreSheetPicture)
    return [row.label for row in picture.sheet.sums], picture.description


@pytest.mark.parametrize(
    ("game", "beside", "before", "rows"),
    [
        ("romanian_tarok", -1, (), ["This deal", "Antes, pool", "Total"]),
        ("romanian_tarok", -1, ((2, 2, -3, 1),), ["This deal", "Antes, pool", "Total"]),
        ("romanian_tarok", 0, ((2, 2, -3, 1),), ["This deal", "Total"]),
        ("tapp_tarock", 0, (), ["This deal"]),
        ("tapp_tarock", 0, ((3, 3, 0),), ["This deal", "Total"]),
    ],
)
def test_antes_stand_between_the_deal_and_the_totals_and_equal_sums_are_one_row(
    game: str, beside: int, before: tuple[tuple[int, ...], ...], rows: list[str]
) -> None:
    played = (positions(game, seed)[-1] for seed in range(9))
    deal = next(each for each in played if each.open.result and each.open.result.lines)
    found, description = sums(deal, beside, before)
    assert found == rows
    antes = [line for line in description.splitlines() if line.startswith("Antes, pool: ")]
    assert [line.count("−1") for line in antes] == [4] * ("Antes, pool" in rows)


@pytest.mark.parametrize(("deals", "is_shown"), [(0, False), (1, False), (2, True)])
def test_a_session_has_a_chart_from_its_second_deal_on(deals: int, *, is_shown: bool) -> None:
    deal = positions("tapp_tarock", 0)[-1]
    table, history = at_a_table(deal), ((8, 0, 0), (8, 3, 0))[:deals]
    totals = history[-1] if history else (0, 0, 0)
    session = replace(Session.first(deal.game, {}, 3, 0), totals=totals, history=history, deals=deals)
    table = replace(table, session=session)
    assert bool(session_chart(words("en", "tapp_tarock"), table)) is is_shown


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
    ("game", "totals", "winner"),
    [
        ("illustrated_tarokk", (6, -2, -2, -2), "🏆 **Anna** wins with\u00a0+6."),
        ("illustrated_tarokk", (3, 3, -2, -4), "🏆 A tie: Anna and Béla win together with\u00a0+3 each."),
        ("illustrated_tarokk", (0, 0, 0, 0), "🏆 A draw."),
        ("tapp_tarock", (9, 5, 5, 5), "🏆 **Anna** wins with\u00a0+12."),
        ("royal_tarokk", (3, 3, 1, 1), "🏆 **Anna and Béla** win with\u00a0+2 each."),
    ],
)
def test_the_winner_a_tie_or_the_winning_team_is_named(
    game: str, totals: tuple[int, ...], winner: str
) -> None:
    assert said(session(totals, game=game))[0] == winner


def test_the_number_of_deals_and_the_best_are_named() -> None:
    course = session((6, -2, -2, -2), (4, 6, -5, -5), (4, 6, -5, -5))
    assert said(course)[1:] == ["3 deals played.", "Best deal: Béla with\u00a0+8 in deal 2."]
    assert said(session((3, 3, -2, -4)))[2] == "Best deal: Anna and Béla with\u00a0+3 in deal 1."


def test_before_the_first_deal_nothing_is_said() -> None:
    assert said(None) == said(Session.first(GAMES["illustrated_tarokk"], {}, 4, 0)) == []


@pytest.mark.parametrize(("pool", "who"), [(4, ""), (6, "Cili and Dora"), (7, "Anna, Cili, and Dora")])
def test_players_who_get_odd_chips_of_the_pool_are_named_at_the_end(pool: int, who: str) -> None:
    of = replace(session((5, -3, -3, -3), game="romanian_tarok"), dealer=1).with_pool(pool)
    w = words("en", "romanian_tarok")
    table: Any = SimpleNamespace(session=of.closed(), occupants=seated(), state=TableState.ENDED)
    assert [each for each in totals(w, table) if "One chip more" in each] == (
        [w("score.odd_chips", players=who)] if who else []
    )
    table.session, table.state = of, TableState.PLAYING
    assert "One chip more" not in "".join(totals(w, table))


def result_of(game: str, scores: tuple[int, ...], seed: int = 0) -> list[str]:
    """The result of a deal with certain scores, in a session that it began."""
    deal = positions(game, seed)[-1]
    assert deal.open.result is not None
    line = deal.open.result.lines[0]._replace(amounts=scores)
    changed = replace(deal.open.result, lines=(line,), void=False)
    over: Any = deal.phase
    deal = deal._replace(phase=replace(over, board=with_open(deal.phase.board, result=changed)))
    first = Session.first(deal.game, {}, len(scores), 0)
    course = replace(first, totals=scores, history=(scores,), deals=1)
    return result_lines(words("en", game), replace(at_a_table(deal), session=course), NAMES[: len(scores)])


def test_a_result_shows_with_whom_each_player_settles_for_what_difference() -> None:
    _, *players = result_of("tapp_tarock", (5, 0, 1))
    assert [each.replace("\u00a0", " ") for each in players[:3]] == [
        "**Anna +9** = (5−0 against Béla) + (5−1 against Clara) · balance +9",
        "**Béla −6** = (0−5 against Anna) + (0−1 against Clara) · balance −6",
        "**Clara −3** = (1−5 against Anna) + (1−0 against Béla) · balance −3",
    ]
    _, first, *_ = result_of("tapp_tarock", (0, 3, 0))
    assert " = (0−3 against Béla) · " in first, "who has the same score pays nothing"
    _, first, *_ = result_of("koenigrufen", (30, -10, -10, -10))
    assert first == "**Anna +30** · balance\u00a0+30"


def test_a_result_of_teams_names_the_points_of_attackers_and_defenders() -> None:
    seen = set[tuple[int, ...]]()
    for seed in range(8):
        sides = positions("royal_tarokk", seed)[-1].open.sides
        scores = tuple(7 if side is Side.DECLARER else 3 for side in sides)
        seen.add(scores)
        assert "Attackers 7, defenders 3 points" in result_of("royal_tarokk", scores, seed)
    assert len(seen) == 2, "either team attacks, by the dealer"
