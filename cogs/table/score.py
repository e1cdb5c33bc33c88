"""Scores: the sheet of a deal, the running totals, and the chart of a session."""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub
from typing import Final

from bot.rules.layout import SIDES
from bot.rules.moves import Move
from bot.rules.session import Session
from bot.rules.state import Open
from bot.tables import Table, TableState
from bot.text import Words
from bot.text.cards import with_long_names
from bot.text.deals import contract_line, played_lines, trick_line
from bot.text.scores import (
    closing_lines,
    factors_line,
    measure,
    net_line,
    score_label,
    score_lines,
    scores_line,
    totals_line,
)
from bot.text.sides import roles
from card_images import Amount, Badge, Row, Sheet
from cogs.discord.page import fitting, lines, within
from cogs.discord.pictures import ChartPicture, Picture, ScoreSheetPicture, ToldSheetPicture
from cogs.table.names import (
    badges_of,
    badges_of_players,
    best_players_of,
    names_of,
    plain_players_of,
)

ROOM_FOR_MORE: Final = 80
"""Characters for saying where the other score lines are."""
ROOM_FOR_PLAYED: Final = 900
"""Characters for the contract and what was announced, above the score lines."""


def totals(w: Words, table: Table) -> list[str]:
    """The running totals, and their settlement; empty before the first deal."""
    if table.session is None or not table.session.deals:
        return []
    names = names_of(w, table)
    written, settled = table.session.totals, table.session.net
    # In a game whose deals all add up to 0 there is nothing left to settle.
    said = totals_line(w, written, names, over=table.state is TableState.ENDED)
    net = [] if settled == written else [net_line(w, settled, names)]
    # The seats that got a chip more than others when the pool was shared out at the end.
    shares = [tuple(map(sub, table.session.totals, before)) for before in table.session.history[-1:]]
    odd = [names[seat] for each in shares for seat, chips in enumerate(each) if chips > min(each)]
    return [said, *net, *([w("score.odd_chips", players=w.listed(odd))] if odd else [])]


def deals_left(w: Words, table: Table) -> list[str]:
    """How many deals are left, if the players have agreed on a number; empty after the end of the table.

    The cards of a given deal or of a match are no session of their own.
    """
    if table.session is None or table.given or table.match or table.state is TableState.ENDED:
        return []
    return closing_lines(w, table.session, over=not table.state.in_deal)


def score_sheet(w: Words, table: Table, public: Open) -> tuple[Picture, ...]:
    """The picture of a deal's score sheet; empty if the deal has no score lines.

    The text of the message has the same lines with their calculation and their rules.
    """
    result = public.result
    if result is None or not result.lines or table.session is None:
        return ()
    written, names = table.session.totals, plain_players_of(w, table)
    over = table.state is TableState.ENDED
    sums = _sums(w, table.session, result.scores)
    antes = [_in_words(w, row, names) for row in sums[1:-1]]
    # The text has each player's net gain and balance.
    deal = [] if table.game.net(result.settled) == result.scores else [scores_line(w, result.scores, names)]
    total = [] if table.session.net == written else [totals_line(w, written, names, over=over)]
    said = [*deal, *antes, *total]
    return (sheet_picture(w, public, table.open_log, badges_of_players(w, table), sums, said),)


def _sums(w: Words, session: Session, scores: tuple[int, ...]) -> list[Row]:
    """The scores of a deal, what the pool gained or lost in addition, and the totals, if they differ."""
    deal = sheet_row(w, w("sheet.deal"), scores)
    if session.totals == scores:
        return [deal]
    course = ((0,) * session.seats, *session.history)
    steps = zip(session.totals, course[-2:][0], scores, strict=True)
    other = [total - before - score for total, before, score in steps] if session.game.pool else []
    antes = [sheet_row(w, w("session.beside"), other)] if any(other) else []
    return [deal, *antes, sheet_row(w, w("sheet.totals"), session.totals)]


def played(w: Words, public: Open, log: Sequence[Move], names: Sequence[str]) -> list[str]:
    """What was played in a deal that is over, above its score lines."""
    return within(ROOM_FOR_PLAYED, played_lines(w, public, log, names))


def result_lines(w: Words, table: Table, names: Sequence[str]) -> list[str]:
    """What a finished deal brought: the contract, then a line a player with the net gain and the balance.

    Where the sheet has other figures, the line shows how the gain follows from them: whom each player
    settles with, and for what difference.
    """
    public, session = table.open, table.session
    assert public is not None, "a deal has been played"
    assert public.result is not None, "the deal is over"
    assert session is not None, "it belongs to a session"
    if public.result.void:
        return [w.term("score", "void")]
    scores, net = public.result.scores, table.game.net(public.result.settled)
    said = [contract_line(w, public, names), *_sides(w, table, scores)]
    for seat, name in enumerate(names):
        gain, balance = w.signed(net[seat]), w.signed(session.net[seat])
        others = [
            w("result.against", own=scores[seat], other=scores[other], player=names[other])
            for other in range(len(scores))
            if scores[other] != scores[seat]
        ]
        pairwise = (
            not table.game.teams and net != scores and net[seat] == len(scores) * scores[seat] - sum(scores)
        )
        how = w("result.how", parts=w("result.plus").join(others)) if pairwise and others else ""
        said.append(w("result.line", player=name, gain=gain, how=how, balance=balance))
    return said


def outcome(w: Words, table: Table, names: Sequence[str]) -> list[str]:
    """What came of the contract: the first line of the sheet, for a page without the picture of it."""
    public = table.open
    assert public is not None, "a deal has been played"
    assert public.result is not None, "the deal is over"
    if not public.contract or public.result.void:
        return []
    return [w("panel.words", words=score_label(w, line, names)) for line in public.result.lines[:1]]


def _sides(w: Words, table: Table, scores: Sequence[int]) -> list[str]:
    """What each team has scored, in a game of teams: each player settles with one opponent."""
    if not table.game.teams or table.open is None:
        return []
    attackers, defenders = (scores[table.open.sides.index(side)] for side in SIDES)
    return [w("result.teams", first=attackers, second=defenders)]


def final_trick(w: Words, public: Open, names: Sequence[str]) -> list[str]:
    """The last trick of a deal that is over, in playing order, with its winner; empty if there was none."""
    last = public.tricks[-1:]
    return [w("table.final_trick", plays=trick_line(w, each.plays, names, each.winner)) for each in last]


def sheet_in(room: int, w: Words, public: Open, names: Sequence[str]) -> list[str]:
    """The score lines that fit into `room` characters, where to see the others, and always the sums."""
    *sheet, sums = score_lines(w, public, names)
    all_fit = sum(len(each) + 1 for each in sheet) + len(sums) <= room
    kept = len(sheet) if all_fit else fitting(room - len(sums) - ROOM_FOR_MORE, sheet)
    more = w("score.more", count=len(sheet) - kept) if kept < len(sheet) else ""
    return [*sheet[:kept], *filter(None, [more]), sums]


def sheet_picture(
    w: Words,
    public: Open,
    log: Sequence[Move],
    badges: Sequence[Badge],
    sums: Sequence[Row],
    said: Sequence[str] | None,
) -> ScoreSheetPicture:
    """The picture of the score sheet of a deal that is over.

    `log` has the moves of the deal, which show who doubled what. `badges` are by seat. `sums` are the rows
    below the score lines, and `said` is the sums in words for the description; `None` if the text of the
    message has the whole sheet. The contract is always in the text.
    """
    assert public.result is not None, "the deal is not over"
    names, scored = [badge.name for badge in badges], public.result.lines
    # The fonts of pictures have no signs of suits.
    labels = [with_long_names(w, score_label(w, line, names)) for line in scored]
    rows = tuple(
        sheet_row(w, label, line.amounts, factors_line(w, line))
        for label, line in zip(labels, scored, strict=True)
    )
    _contract, *heading = played_lines(w.read_aloud(), public, log, names, {line.about for line in scored})
    sheet = Sheet(tuple(badges), rows, tuple(sums), w("sheet.more"), tuple(roles(w, public)))
    if said is None:
        return ToldSheetPicture(w("picture.in_text"), sheet)
    return ScoreSheetPicture(lines(said, heading, [_in_words(w, row, names) for row in rows]), sheet)


def sheet_row(w: Words, label: str, amounts: Sequence[int], reckoning: str = "") -> Row:
    return Row(label, tuple(Amount(points, w.signed(points)) for points in amounts), reckoning)


def _in_words(w: Words, row: Row, names: Sequence[str]) -> str:
    gains = [
        w("score.gain", player=name, signed=amount.text)
        for name, amount in zip(names, row.amounts, strict=True)
        if amount.points
    ]
    what = w("score.reckoned", what=row.label, reckoning=row.reckoning) if row.reckoning else row.label
    return w("score.row", what=what, gains=w("list.comma").join(gains) or w("score.nobody"))


def session_chart(w: Words, table: Table) -> tuple[str | Picture, ...]:
    """The settled totals after each deal, as a picture and in words; empty for fewer than two deals.

    As they are settled, it ends with the figures of the winner.
    """
    session = table.session
    if session is None or len(session.history) < 2:
        return ()
    course = settled_course(session)
    last, which = "", w("chart.totals")
    if len(course) > len(session.history):
        last, which = w("chart.pool"), w("chart.shared")
    elif course[-1] != session.totals:
        which = w("chart.settled", measure=measure(w))
    chart = ChartPicture(w("picture.in_text"), course, badges_of(w, table), last)
    return chart, lines(which, _totals_by_seat(w, names_of(w, table), course))


def settled_course(session: Session) -> tuple[tuple[int, ...], ...]:
    """The settled totals after each deal, and at last those with the pool shared out."""
    shared = (session.totals,) if session.totals != session.history[-1] else ()
    return tuple(map(session.game.net, (*session.history, *shared)))


def _totals_by_seat(w: Words, names: Sequence[str], course: Sequence[tuple[int, ...]]) -> str:
    return lines(
        [
            w("score.course", player=name, totals=w("list.comma").join(map(w.signed, one)))
            for name, one in zip(names, zip(*course, strict=True), strict=True)
        ]
    )


def outcome_lines(w: Words, table: Table) -> list[str]:
    """The winner after each game's own settlement, ties named as ties; empty before a deal has counted."""
    session = table.session
    if session is None or not session.counted:
        return []
    names, net = names_of(w, table), session.net
    winners = tuple(seat for seat, points in enumerate(net) if points == max(net))
    if len(winners) == len(net):
        won = w("outcome.even")
    else:
        together = "team" if winners in session.game.teams else "tie"
        key = "outcome.winner" if len(winners) == 1 else f"outcome.{together}"
        won = w(key, players=w.listed([names[seat] for seat in winners]), signed=w.signed(max(net)))
    best = best_deal_line(w, session, best_players_of(w, table))
    return [won, w("outcome.deals", count=session.counted), best]


def best_deal_line(w: Words, session: Session, players: Sequence[str]) -> str:
    """The greatest gain in a deal, with the names of those who played it; empty if none brought anything."""
    best = session.best
    if not best:
        return ""
    net, number, _ = best[0]
    named = w.listed([players[each.seat] for each in best])
    return w.term("outcome", "best", number=number, players=named, signed=w.signed(net))
