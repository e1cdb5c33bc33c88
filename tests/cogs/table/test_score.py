"""The rows below the score lines of a deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games import GAMES
from bot.rules.session import Session
from bot.text import words
from bot.text.scores import score_lines
from cogs.table.score import ROOM_FOR_TOTALS, _sums, end_of_sheet, score_sheet, session_chart, sheet_in
from tests.cogs.test_noninterference import NAMES, at_a_table
from tests.text.players import positions


def sums(game: str, scores: tuple[int, ...], totals: tuple[int, ...], *before: tuple[int, ...]) -> list[str]:
    """The labels and amounts of the sums of a deal, given the totals before and after it."""
    first = Session.first(GAMES[game], {}, len(scores), 0)
    session = replace(first, totals=totals, history=(*before, totals), deals=len(before) + 1)
    rows = _sums(words("en", game), session, scores)
    return [" ".join((row.label, *(each.text for each in row.amounts))) for row in rows]


@pytest.mark.parametrize(
    ("totals", "before", "said"),
    [
        ((-12, 8, 2, -2), (), ["Antes, pool −2 −2 −3 −2", "Totals −12 +8 +2 −2"]),
        ((-8, 12, 2, 1), ((2, 2, -3, 1),), ["Totals −8 +12 +2 +1"]),
        ((-9, 11, 1, -1), ((2, 2, -3, 1),), ["Antes, pool −1 −1 −1 −2", "Totals −9 +11 +1 −1"]),
    ],
)
def test_antes_stand_between_the_deal_and_the_totals(
    totals: tuple[int, ...], before: tuple[tuple[int, ...], ...], said: list[str]
) -> None:
    scores = (-10, 10, 5, 0)
    assert sums("romanian_tarok", scores, totals, *before) == ["This deal −10 +10 +5 0", *said]


def test_equal_sums_are_one_row() -> None:
    assert sums("tapp_tarock", (8, 0, 0), (8, 0, 0)) == ["This deal +8 0 0"]
    assert sums("tapp_tarock", (8, 0, 0), (11, 3, 0), (3, 3, 0))[1:] == ["Totals +11 +3 0"]


def test_the_description_of_the_picture_tells_the_antes() -> None:
    over = (positions("romanian_tarok", seed)[-1] for seed in range(9))
    deal = next(each for each in over if each.open.result and each.open.result.lines)
    assert deal.open.result is not None
    totals = tuple(score - 1 for score in deal.open.result.scores)
    table = at_a_table(deal)
    session = replace(Session.first(deal.game, {}, 4, 0), totals=totals, history=(totals,), deals=1)
    table = replace(table, session=session)
    (picture,) = score_sheet(words("en", "romanian_tarok"), table, deal.open)
    (antes,) = (line for line in picture.description.splitlines() if line.startswith("Antes, pool: "))
    assert antes.count("−1") == 4


def test_only_score_lines_that_fit_are_shown() -> None:
    w, deal = words("en", "tapp_tarock"), positions("tapp_tarock", 0)[-1]
    *sheet, sums = score_lines(w, deal.open, NAMES[:3])
    room = sum(len(each) + 1 for each in sheet) + len(sums)
    assert sheet_in(room, w, deal.open, NAMES[:3]) == [*sheet, sums]
    fewer = sheet_in(room - 1, w, deal.open, NAMES[:3])
    assert fewer[-1] == sums
    assert fewer[-2].endswith("press *Score*.")
    assert fewer[:-2] == sheet[: len(fewer) - 2]


@pytest.mark.parametrize(("missing", "is_told"), [(0, False), (1, True)])
def test_the_end_of_a_sheet_is_told_only_if_messages_cut_it_short(
    monkeypatch: pytest.MonkeyPatch, missing: int, *, is_told: bool
) -> None:
    w, deal = words("en", "tapp_tarock"), positions("tapp_tarock", 0)[-1]
    sheet = score_lines(w, deal.open, NAMES[:3])
    monkeypatch.setattr("cogs.table.score.LONG", sum(map(len, sheet)) - missing)
    assert end_of_sheet(w, at_a_table(deal)) == (sheet if is_told else [])


def test_of_a_sheet_longer_than_a_message_only_the_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    w, deal = words("en", "tapp_tarock"), positions("tapp_tarock", 0)[-1]
    *first, last, sums = score_lines(w, deal.open, NAMES[:3])
    assert first
    monkeypatch.setattr("cogs.table.score.LONG", 0)
    room = ROOM_FOR_TOTALS + len(f"{last}\n{sums}\n\n…")
    for missing, told in ((0, [last, sums]), (1, [sums])):
        monkeypatch.setattr("cogs.table.score.TEXT_LIMIT", room - missing)
        assert end_of_sheet(w, at_a_table(deal)) == told


@pytest.mark.parametrize(("deals", "is_shown"), [(0, False), (1, False), (2, True)])
def test_a_session_has_a_chart_from_its_second_deal_on(deals: int, *, is_shown: bool) -> None:
    deal = positions("tapp_tarock", 0)[-1]
    table, history = at_a_table(deal), ((8, 0, 0), (8, 3, 0))[:deals]
    totals = history[-1] if history else (0, 0, 0)
    session = replace(Session.first(deal.game, {}, 3, 0), totals=totals, history=history, deals=deals)
    table = replace(table, session=session)
    assert bool(session_chart(words("en", "tapp_tarock"), table)) is is_shown
