"""Scores: the sheet of a deal, the running totals, and the chart of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.tables import TableState
from bot.text.cards import SYMBOLS
from bot.text.deals import net_line, scores_line, totals_line
from card_images import SEATS, STAR
from cogs.pages.names import names_of, plain_names_of
from cogs.pages.page import lines
from cogs.pages.pictures import ChartPicture, Picture, ScoreSheetPicture

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.results import Result, ScoreLine
    from bot.tables import Table
    from bot.text import Words

SIGNS: Final[Mapping[str, str]] = {**SYMBOLS, STAR: "★"}
"""The signs that stand for the seats in pictures."""


def totals(w: Words, table: Table) -> list[str]:
    """The running totals, and what they come to once settled; empty before the first deal."""
    if table.session is None or not table.session.deals:
        return []
    names = names_of(w, table)
    written, settled = table.session.totals, table.session.net
    # In a game whose deals all add up to 0 there is nothing left to settle.
    said = totals_line(w, written, names, over=table.state is TableState.ENDED)
    return [said, *([] if settled == written else [net_line(w, settled, names)])]


def score_sheet(w: Words, table: Table, result: Result) -> tuple[str | Picture, ...]:
    """The picture of a deal's score sheet, and the key to its signs; empty if the deal has no score lines.

    The text of the message says under the same numbers what each line is for.
    """
    if not result.lines or table.session is None:
        return ()
    written, names = table.session.totals, plain_names_of(w, table)
    rows = [_row(w, number, line) for number, line in enumerate(result.lines, 1)]
    over = table.state is TableState.ENDED
    sums = [scores_line(w, result.scores, names), totals_line(w, written, names, over=over)]
    described = lines(_signs(w, names), rows, sums)
    return ScoreSheetPicture.of(described, result, written), _signs(w, names_of(w, table))


def _signs(w: Words, names: Sequence[str]) -> str:
    """The sign of each player."""
    signs = (w("score.sign", sign=SIGNS[suit], player=name) for suit, name in zip(SEATS, names, strict=False))
    return w("list.comma").join(signs)


def _row(w: Words, number: int, line: ScoreLine) -> str:
    """A row of the sheet in words: how it is calculated, and the amounts other than 0."""
    factors = [line.base] if line.factor == 1 else [line.base, line.factor]
    gains = [
        w("score.gain", player=SIGNS[suit], signed=w.signed(amount))
        for suit, amount in zip(SEATS, line.amounts, strict=False)
        if amount
    ]
    return w(
        "score.row",
        number=number,
        reckoning=w("score.times").join(map(w.number, factors)),
        gains=w("list.comma").join(gains) or w("score.nobody"),
    )


def session_chart(w: Words, table: Table) -> tuple[str | Picture, ...]:
    """The totals of a session deal by deal, as a picture and in words; empty for fewer than two deals."""
    course = () if table.session is None else table.session.history
    if len(course) < 2:
        return ()
    described = _totals_by_seat(w, plain_names_of(w, table), course)
    return ChartPicture(described, tuple(course)), _totals_by_seat(w, names_of(w, table), course)


def _totals_by_seat(w: Words, names: Sequence[str], course: Sequence[tuple[int, ...]]) -> str:
    """A line for each seat with its total after every deal."""
    by_seat = zip(SEATS, names, zip(*course, strict=True), strict=False)
    return lines(
        [
            w("score.course", sign=SIGNS[suit], player=name, totals=w("list.comma").join(map(w.signed, one)))
            for suit, name, one in by_seat
        ]
    )
