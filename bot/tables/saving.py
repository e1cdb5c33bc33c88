"""Saving the situation of a table: what each change adds to the log, and the rows it changes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules.deal import Deal
from bot.rules.reasons import Refusal
from bot.rules.record import result_document
from bot.rules.session import Session
from bot.store import (
    ActionRow,
    DealEnd,
    DealRow,
    SeatRow,
    SessionEnd,
    StaleLogError,
    StandingRow,
    StoreError,
    TableRow,
)
from bot.tables.gains import gains
from bot.tables.incidents import report
from bot.tables.news import Change, News, NewsKind
from bot.tables.played import played
from bot.tables.restoring import ENGINE, UnreadableLogError, restored
from bot.tables.situation import Identity, Situation, TableState, refuse
from bot.tables.summary import Summary

if TYPE_CHECKING:
    from bot.store.log import Log


async def commit(
    log: Log, table: Identity, now: Situation, change: Change, at: float, ahead: float
) -> tuple[Change | None, Refusal | None]:
    """Save a change of a table.

    Args:
        log: Where it is saved.
        table: The table.
        now: Its situation.
        change: The change.
        at: When it is made, by the computer's clock.
        ahead: By how many seconds that clock is ahead of the one by which waits are measured.

    Returns:
        The change that now takes effect and the refusal of the one asked for, each or `None`. Where another
        process has saved the table since, the change refused as `stale` or `table_ended` gives way to the one
        that was saved.
    """
    after = replace(change.situation, saves=now.saves + 1)
    try:
        await save(log, table, now, after.by_clock(ahead), at)
    except StaleLogError:
        return await _overtaken(log, table, now, ahead)
    except StoreError as error:
        return None, _failed(f"Table {table.id} cannot be saved: {error}", error)
    return replace(change, situation=after), None


async def _overtaken(
    log: Log, table: Identity, now: Situation, ahead: float
) -> tuple[Change | None, Refusal]:
    """Return the table as another process saved it, or as this one did without receiving the answer."""
    try:
        saved = await log.table(table.id)
        after = restored(saved, {table.game.name: table.game}, now.match)[1] if saved else None
    except (StoreError, UnreadableLogError) as error:
        return None, _failed(f"Table {table.id} cannot be reloaded: {error}", error)
    after = after.by_clock(-ahead) if after else now.ended()
    if after.state is TableState.ENDED:
        return Change(after, News(NewsKind.ENDED)), refuse("table_ended")
    return Change(after, News(NewsKind.RESTORED)), refuse("stale")


def _failed(text: str, error: Exception) -> Refusal:
    return refuse("storage_failed", id=report(text, error))


async def save(log: Log, table: Identity, before: Situation, after: Situation, at: float) -> None:
    """Save what has changed, in one transaction.

    Raises:
        StaleLogError: Another process has saved the table since; nothing was saved.
        StoreError: Nothing was saved, or the connection was lost in the middle.
    """
    row, deal = table_row(table, after, at), after.deal
    ended = after.state is TableState.ENDED and after.session is not None
    end = SessionEnd(at, table.game.teams) if ended else None
    if deal is None or deal is before.deal:
        await log.save_table(row, seat_rows(after), end)
    elif before.deal is None or after.number > before.number:
        await log.start_deal(row, seat_rows(after), deal_row(after, deal, at))
    else:
        done = len(before.deal.log)
        actions = [ActionRow(move.seat, str(move.action)) for move in deal.log[done:]]
        seats = seat_rows(after) if after.occupants != before.occupants else None
        await log.append(row, after.number, done, actions, at, _deal_end(after, deal), seats, end)


def table_row(table: Identity, now: Situation, at: float) -> TableRow:
    """Return the row of a table."""
    return TableRow(
        id=table.id,
        guild_id=table.guild_id,
        channel_id=table.channel_id,
        host_id=now.host_id,
        game=table.game.name,
        options=_json(now.options),
        locale=now.locale,
        state=now.state,
        engine=ENGINE,
        session=None if now.session is None else _session_json(now.session),
        created_at=table.created_at,
        ended_at=at if now.state is TableState.ENDED else None,
        saves=now.saves,
        pace=now.pace,
        remind_at=now.turn.remind_at if now.turn else None,
        due_at=now.turn.due_at if now.turn else None,
        reminded=bool(now.turn and now.turn.reminded),
        asleep=int(now.asleep),
        idle_since=now.idle_since,
        ready=json.dumps(sorted(now.ready)),
        secret=now.seal.secret if now.seal else "",
        strength=now.strength,
        given=now.given,
        hints=now.hints,
        match=now.match.document() if now.match else "",
    )


def seat_rows(now: Situation) -> tuple[SeatRow, ...]:
    """Return the rows of the seats that are taken."""
    return tuple(
        SeatRow(
            *(seat, each.user_id, each.away_id, each.name),
            *(each.missed, each.wants_pause, each.wants_end, each.strength),
        )
        for seat, each in enumerate(now.occupants)
        if each is not None
    )


def deal_row(now: Situation, deal: Deal, at: float) -> DealRow:
    """Return the row of a deal that begins."""
    layout, opened = deal.layout, now.opened
    return DealRow(
        number=now.number,
        dealer=layout.dealer,
        session=_json(layout.session),
        hands=json.dumps([str(hand) for hand in layout.hands]),
        talon=" ".join(map(str, layout.talon)),
        started_at=at,
        misdeals=json.dumps([{seat: str(hand) for seat, hand in each.hands} for each in now.misdeals]),
        secret=opened.seal.secret if opened else "",
        press=opened.press if opened else None,
    )


def _deal_end(after: Situation, deal: Deal) -> DealEnd | None:
    result = deal.result
    if result is None:
        return None
    summary = Summary.of(deal, result, _computers(after))
    end = DealEnd(json.dumps(result_document(result)), (), summary=summary.json())
    if after.match:
        return end
    if after.given:
        seat = after.seat_of(after.host_id)
        return end._replace(played=None if seat is None else played(deal, seat))
    seated = tuple(filter(None, after.occupants))
    computers = len(after.occupants) - len(after.people)
    standings = [
        StandingRow(user_id=whose.user_id, name=whose.name, computers=computers, **each._asdict())
        for each in gains(deal, result)
        for whose in [seated[each.seat]]
    ]
    return end._replace(standings=tuple(standings))


def _computers(now: Situation) -> tuple[str, ...]:
    """The names of computers on seats that no person has left to them, as a summary has them."""
    own = (each if each and each.is_computer and each.away_id is None else None for each in now.occupants)
    names = tuple(each.name if each else "" for each in own)
    return names if any(names) else ()


def _json(values: Mapping[str, object]) -> str:
    return json.dumps(dict(values))


def _session_json(session: Session) -> str:
    return json.dumps(
        {
            "dealer": session.dealer,
            "inherited": dict(session.inherited),
            "totals": list(session.totals),
            "deals": session.deals,
            "last_circle_said_at": session.last_circle_announced_after,
            "left": session.left,
            "course": session.history,
            "repeated": session.repeated,
        }
    )
