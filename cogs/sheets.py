"""What deals and sessions have brought: the score sheet, the totals, the chart of how they ran."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.text.cards import SYMBOLS
from bot.text.deals import net_line, scores_line, totals_line
from card_images import SEATS, STAR
from cogs.names import names_of, plain_names_of
from cogs.page import Drawing, lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.results import Result, ScoreLine
    from bot.tables import Table
    from bot.text import Words

SIGNS: Final[Mapping[str, str]] = {**SYMBOLS, STAR: "★"}
"""The signs by which pictures know the seats."""


def totals(w: Words, table: Table) -> list[str]:
    """The running totals, and what they come to once settled; nothing before the first deal."""
    if table.session is None or not table.session.deals:
        return []
    names = names_of(w, table)
    written, settled = table.session.totals, table.session.net
    # Where every deal sums to nought there is nothing left to settle.
    return [totals_line(w, written, names), *([] if settled == written else [net_line(w, settled, names)])]


def score_sheet(w: Words, table: Table, result: Result) -> tuple[str | Drawing, ...]:
    """The picture of a deal's score sheet, and whose sign is which; nothing where nothing was scored.

    What each line is for stands in the message, under the same number.
    """
    if not result.lines or table.session is None:
        return ()
    written, names = table.session.totals, plain_names_of(w, table)
    rows = [_row(w, number, line) for number, line in enumerate(result.lines, 1)]
    sums = [scores_line(w, result.scores, names), totals_line(w, written, names)]
    described = lines(_signs(w, names), rows, sums)
    return Drawing.sheet(result, written, described), _signs(w, names_of(w, table))


def _signs(w: Words, names: Sequence[str]) -> str:
    """Which sign is whose."""
    signs = (w("score.sign", sign=SIGNS[suit], player=name) for suit, name in zip(SEATS, names, strict=False))
    return w("list.comma").join(signs)


def _row(w: Words, number: int, line: ScoreLine) -> str:
    """A row of the picture in words: how it is reckoned, and the amounts that are not nought."""
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


def session_chart(w: Words, table: Table) -> tuple[str | Drawing, ...]:
    """The picture of how the totals ran, and the same in words; nothing for fewer than two deals."""
    course = () if table.session is None else table.session.course
    if len(course) < 2:
        return ()
    described = _course(w, plain_names_of(w, table), course)
    return Drawing.chart(course, described), _course(w, names_of(w, table), course)


def _course(w: Words, names: Sequence[str], course: Sequence[tuple[int, ...]]) -> str:
    """How the totals ran, a line for each seat."""
    by_seat = zip(SEATS, names, zip(*course, strict=True), strict=False)
    return lines(
        [
            w("score.course", sign=SIGNS[suit], player=name, totals=w("list.comma").join(map(w.signed, one)))
            for suit, name, one in by_seat
        ]
    )
