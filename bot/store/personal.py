"""Everything kept about one person: counted, copied into a document, and made anonymous."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy import (
    CTE,
    Text,
    bindparam,
    case,
    delete,
    exists,
    false,
    func,
    literal,
    or_,
    select,
    true,
    union,
    update,
)

from bot.store.database import Part, Query, Rows, Step, grouped
from bot.store.rows import NO_SERVER, Kept
from bot.store.schema import (
    ID,
    TIME,
    actions,
    calls,
    deals,
    in_order,
    messages,
    people,
    plays,
    rated,
    ratings,
    seats,
    standings,
    tables,
    tallies,
)

Document: TypeAlias = dict[str, Any]
"""JSON values by name."""

FORMAT = "skiz-person/1"

DELETED = "deleted player"
"""The name that takes the place of a deleted person's."""


class PersonalData(Part):
    async def kept(self, user_id: int) -> Kept:
        """Count what is kept about a person."""
        found = await self._database.read(*(each.params(user=user_id) for each in _COUNTS))
        return Kept(*(number for ((*numbers,),) in found for number in numbers))

    async def document(self, user_id: int) -> Document:
        """Return everything kept about a person as JSON values, in the format that `PRIVACY.md` describes.

        Of a deal in progress it holds the person's own actions and no other card.
        """
        queries = (*_KEPT.values(), _PLAYED_AT)
        *found, ids = await self._database.read(*(each.params(user=user_id) for each in queries))
        # In threads, here and below: an eager player has thousands of deals.
        listed = await asyncio.to_thread(_listed, found)
        played: list[Document] = []
        for (table_id,) in ids:  # one by one: many rows at once would hold the event loop
            queries = (_PLAYED, _ACTIONS)
            logs = await self._database.read(*(each.params(user=user_id, table=table_id) for each in queries))
            played += await asyncio.to_thread(_deals, *logs)
        return {"format": FORMAT, "user_id": str(user_id), **listed, "deals": played}

    async def erase(self, user_id: int) -> None:
        """Make a person anonymous, in one transaction; change nothing if nothing is kept about the person.

        Points stay without id and name, so that those of each deal still sum to zero. An open table counts
        as saved: a writer that still knows the person there is stale.
        """
        # No index begins with a person. The slow search is outside the transaction, so that no save waits.
        at, on = await self._database.read(*(each.params(user=user_id) for each in (_TABLES, _SERVERS)))
        each_table = [{"user": user_id, "table": table_id} for (table_id,) in at]
        each_server = [{"user": user_id, "server": guild_id} for (guild_id,) in on]
        await self._database.write(
            *(Step(statement, each_table) for statement in _AT_TABLES),
            *(Step(statement, each_server) for statement in _ON_SERVERS),
            *(Step(statement, [{"user": user_id}]) for statement in _EVERYWHERE),
        )


def _listed(found: Sequence[Rows]) -> dict[str, list[Document]]:
    rows = zip(_KEPT.items(), found, strict=True)
    return {name: list(_objects(query, each)) for (name, query), each in rows}


def _deals(played: Rows, taken: Rows) -> list[Document]:
    logs, documents = grouped(taken), []
    for deal in _objects(_PLAYED, played):
        seat, hands, misdeals = deal["seat"], deal.pop("hands"), json.loads(deal.pop("misdeals"))
        shown = [each[f"{seat}"] for each in misdeals if f"{seat}" in each]
        hand = json.loads(hands)[seat] if hands else None
        log = [{"action": action, "at": _time(at)} for action, at in logs.get(deal["number"], ())]
        documents.append({**deal, "misdeals": shown, "hand": hand, "actions": log})
    return documents


def _objects(query: Query, rows: Rows) -> Iterator[Document]:
    """Yield rows as JSON objects: Discord's ids as texts, as Discord writes them, and times in UTC."""
    columns = tuple(query.selected_columns)
    for row in rows:
        yield {column.name: _value(column, value) for column, value in zip(columns, row, strict=True)}


def _value(column: Any, value: Any) -> object:
    if column.type is TIME and value is not None:
        return _time(value)
    if column is tables.c.options:
        return json.loads(value)
    return str(value) if column.name in _IDS else value


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


_IDS = frozenset({"guild_id", "channel_id", "user_id", "message_id"})

_USER = bindparam("user", type_=ID)
_TABLE = bindparam("table", type_=Text)
_SERVER = bindparam("server", type_=ID)

_seated = seats.c.user_id == _USER
_away = seats.c.user_id.is_(None) & (seats.c.away_id == _USER)
_at_seat = or_(_seated, seats.c.away_id == _USER)
_called = (
    select(literal(1))
    .where(*(calls.c[key] == messages.c[key] for key in messages.primary_key.columns.keys()))  # noqa: SIM118 - no dict
    .where(calls.c.called_id == _USER)
    .exists()
)
_showing = or_(messages.c.user_id == _USER, _called)
_servers = select(tallies.c.guild_id).where(tallies.c.user_id == _USER).distinct()
# Where there are standings or ratings of a person, there are tallies; their index begins with the server.
_standing = (standings.c.user_id == _USER) & standings.c.guild_id.in_(_servers)
_hosting = tables.c.host_id == _USER
_open = tables.c.ended_at.is_(None)

_COUNTS = (
    select(func.count()).select_from(people).where(people.c.user_id == _USER),
    select(func.count(), func.count(tables.c.id).filter(_open)).join_from(seats, tables).where(_at_seat),
    select(func.count(), func.count(func.nullif(standings.c.guild_id, NO_SERVER).distinct())).where(
        _standing
    ),
    select(func.count()).select_from(messages).where(_showing),
    select(func.count()).select_from(plays).where(plays.c.user_id == _USER),
)
"""The fields of `Kept`, in their order."""

_KEPT: Mapping[str, Query] = {
    "people": in_order(people, people.c.user_id == _USER),
    "tables": in_order(
        tables,
        or_(_hosting, tables.c.id.in_(select(seats.c.table_id).where(_at_seat))),
        of=(
            *(tables.c.id, tables.c.guild_id, tables.c.channel_id, tables.c.game, tables.c.options),
            *(tables.c.locale, tables.c.state, tables.c.created_at, tables.c.ended_at),
            _hosting.label("host"),
        ),
    ),
    "seats": in_order(
        seats,
        _at_seat,
        of=(
            *(seats.c.table_id, seats.c.seat),
            case((or_(_seated, _away), seats.c.name)).label("name"),
            case((_seated, false()), else_=true()).label("away"),
        ),
    ),
    "standings": in_order(standings, _standing),
    "tallies": in_order(tallies, tallies.c.user_id == _USER),
    "rated": in_order(rated, rated.c.user_id == _USER, rated.c.guild_id.in_(_servers)),
    "ratings": in_order(ratings, ratings.c.user_id == _USER, ratings.c.guild_id.in_(_servers)),
    "plays": in_order(plays, plays.c.user_id == _USER),
    "messages": in_order(messages, _showing, of=[each for each in messages.c if each.name != "user_id"]),
}

_PLAYED_AT = union(
    select(seats.c.table_id).where(_at_seat), select(standings.c.table_id).where(_standing)
).order_by("table_id")


def _played() -> CTE:
    """Select the deals of a person's seats at a table, also those that a computer played for that person.

    The standings of a finished deal say who had a seat. A person who has left sees nothing of a deal in
    progress.
    """
    result = standings.c.table_id == deals.c.table_id, standings.c.deal == deals.c.number
    return (
        select(deals.c.table_id, deals.c.number, seats.c.seat)
        .join_from(deals, seats, seats.c.table_id == deals.c.table_id)
        .outerjoin(standings, result[0] & result[1] & (standings.c.seat == seats.c.seat))
        .where(
            deals.c.table_id == _TABLE,
            or_(
                standings.c.user_id == _USER,
                standings.c.user_id.is_(None) & (_seated | (_away & deals.c.result.is_not(None))),
            ),
        )
        .cte()
    )


_mine = _played()
_PLAYED = (
    select(
        *(deals.c.table_id, deals.c.number, _mine.c.seat, deals.c.started_at, deals.c.ended_at),
        case((deals.c.result.is_not(None), deals.c.hands)).label("hands"),
        deals.c.misdeals,
    )
    .join_from(deals, _mine, (deals.c.table_id == _mine.c.table_id) & (deals.c.number == _mine.c.number))
    .order_by(deals.c.number, _mine.c.seat)
)
_ACTIONS = (
    select(actions.c.deal, actions.c.action, actions.c.at)
    .join(
        _mine,
        (actions.c.table_id == _mine.c.table_id)
        & (actions.c.deal == _mine.c.number)
        & (actions.c.seat == _mine.c.seat),
    )
    .order_by(actions.c.deal, actions.c.seq)
)

_TABLES = union(
    select(seats.c.table_id).where(_at_seat),
    select(tables.c.id).where(_hosting),
    select(messages.c.table_id).where(_showing),
).order_by("table_id")
_SERVERS = _servers.order_by(tallies.c.guild_id)

_NEXT_HOST = (
    select(seats.c.user_id)
    .where(seats.c.table_id == tables.c.id, seats.c.user_id.is_not(None), _open)
    .order_by(seats.c.seat)
    .limit(1)
    .scalar_subquery()
)

_this_table = tables.c.id == _TABLE
_AT_TABLES = (
    update(tables)
    .where(_this_table, _open, or_(_hosting, exists().where(seats.c.table_id == tables.c.id, _at_seat)))
    .values(saves=tables.c.saves + 1),
    update(standings)
    .where(
        standings.c.table_id == _TABLE,
        standings.c.user_id.is_(None),  # a computer has played on under the person's name
        exists().where(
            seats.c.table_id == standings.c.table_id,
            seats.c.seat == standings.c.seat,
            seats.c.name == standings.c.name,
            _at_seat,
        ),
    )
    .values(name=DELETED),
    update(seats)
    .where(seats.c.table_id == _TABLE, or_(_seated, _away))
    .values(user_id=None, away_id=None, name=DELETED),
    update(seats).where(seats.c.table_id == _TABLE, seats.c.away_id == _USER).values(away_id=None),
    update(tables).where(_this_table, _hosting).values(host_id=func.coalesce(_NEXT_HOST, 0)),
    delete(messages).where(messages.c.table_id == _TABLE, messages.c.user_id == _USER),
    delete(calls).where(calls.c.table_id == _TABLE, calls.c.called_id == _USER),
)
"""Run for each table that has something of a person."""

_NAMELESS = {"user_id": None, "name": DELETED}
_ON_SERVERS = (
    *(
        update(each).where(each.c.guild_id == _SERVER, each.c.user_id == _USER).values(_NAMELESS)
        for each in (standings, rated)
    ),
    *(delete(each).where(each.c.guild_id == _SERVER, each.c.user_id == _USER) for each in (tallies, ratings)),
)
"""Run for each server where a person has finished a deal."""
_EVERYWHERE = (
    update(plays).where(plays.c.user_id == _USER).values(_NAMELESS),
    delete(people).where(people.c.user_id == _USER),
)
