"""Simulated sessions of a server, put into a database at once, as the bot would have saved them.

Each deal is one of a few that were played at random, with its log, its result and its standings. So
`python -m bot recount` finds no difference in what comes of them.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import asyncpg

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.record import result_document
from bot.rules.session import Session
from bot.store import DealRow, RatedRow, RatingRow, SavedStanding, schema
from bot.store.ratings import added_up, players, rated_rows, rating_rows
from bot.tables import table as tables
from bot.tables.storage import SeatGain, Summary, deal_row, gains, seat_rows, table_row

if TYPE_CHECKING:
    from sqlalchemy import Table

    from bot.rules.game import Game

GUILD: Final = 1
PEOPLE: Final = 500
"""How many people play on the server; a fourth of the sessions have a computer, too."""
BUSIEST: Final = 1
"""A person who sits in every twentieth session, too."""
SESSION: Final = 100
"""How many deals a session has."""
SAMPLES: Final = 10
"""How many deals of each game are played."""
MONTHS: Final = 24
START: Final = 1_700_000_000.0
DEAL_SECONDS: Final = 300


@dataclass(frozen=True)
class Sample:
    """A deal that was played, to be saved many times."""

    row: DealRow
    actions: Sequence[tuple[int, str]]
    """Seats and actions."""
    scores: tuple[int, ...]
    gains: tuple[SeatGain, ...]


@cache
def samples(name: str) -> tuple[Sample, ...]:
    """Return deals of a game that were played at random and count."""
    found: list[Sample] = []
    game, chance = GAMES[name], Random(name)  # noqa: S311 - the same deals in every run
    seats = max(game.seats)
    while len(found) < SAMPLES:
        pack = chance.sample(game.pack.sorted, len(game.pack))
        layout = replace(game.lay_out(pack, game.dealers(seats)[0], seats), session=game.session)
        deal = Deal.start(game, layout)
        while asked := deal.seats():
            after = deal.act(asked[0], chance.choice(deal.actions(asked[0])))
            assert isinstance(after, Deal)
            deal = after
        assert deal.result is not None
        if not deal.result.void:
            row = deal_row(tables.Table("", 0, 0, deal.game, 0.0, 0, ()), deal, 0.0)
            found.append(
                Sample(
                    row._replace(
                        result=json.dumps(result_document(deal.result)),
                        summary=Summary.of(deal, deal.result).json(),
                    ),
                    [(move.seat, str(move.action)) for move in deal.log],
                    deal.result.scores,
                    tuple(gains(deal, deal.result)),
                )
            )
    return tuple(found)


@dataclass(frozen=True)
class Evening:
    """A session: who sat where, and what was played."""

    name: str
    game: Game
    people: tuple[int | None, ...]
    """By seat; `None` for the computer."""
    at: float
    deals: tuple[Sample, ...]

    def ends_at(self, deal: int) -> float:
        """Return when a deal, numbered from 1, was over."""
        return self.at + deal * DEAL_SECONDS

    @property
    def standings(self) -> Iterator[SavedStanding]:
        """What all deals brought."""
        computers = self.people.count(None)
        for number, deal in enumerate(self.deals, 1):
            for each in deal.gains:
                user = self.people[each.seat]
                person = {"user_id": user, "name": _name(user), "computers": computers, **each._asdict()}
                whose = self.name, number, GUILD, self.game.name, self.ends_at(number)
                yield SavedStanding(*whose, **person)

    @property
    def rows(self) -> dict[Table, Iterator[dict[str, Any]]]:
        """The rows of its table, of its seats, and of the logs of its deals."""
        seats = len(self.people)
        course = [(0,) * seats]
        for each in self.deals:
            course.append(tuple(map(sum, zip(course[-1], each.scores, strict=True))))
        first = Session.first(self.game, {}, seats, self.game.dealers(seats)[0])
        session = replace(first, totals=course[-1], deals=len(self.deals), history=tuple(course[1:]))
        now = tables.Table(
            *(self.name, GUILD, 2, self.game, self.at),
            host_id=next(filter(None, self.people)),
            occupants=tuple(tables.Occupant(_name(each), each) for each in self.people),
            state=tables.TableState.ENDED,
            session=session,
        )
        table = table_row(now, self.ends_at(len(self.deals)))
        return {
            schema.tables: iter([table._asdict()]),
            schema.seats: ({"table_id": self.name, **each._asdict()} for each in seat_rows(now)),
            schema.deals: self._deals(),
            schema.actions: self._actions(),
        }

    def _deals(self) -> Iterator[dict[str, Any]]:
        for number, each in enumerate(self.deals, 1):
            times = {"started_at": self.ends_at(number - 1), "ended_at": self.ends_at(number)}
            yield {"table_id": self.name, **each.row._asdict(), "number": number, **times}

    def _actions(self) -> Iterator[dict[str, Any]]:
        for number, each in enumerate(self.deals, 1):
            key = {"table_id": self.name, "deal": number, "at": self.ends_at(number)}
            for seq, (seat, action) in enumerate(each.actions):
                yield {**key, "seq": seq, "seat": seat, "action": action}


def _name(user: int | None) -> str:
    return "Computer" if user is None else f"Player {user}"


def evenings(deals: int) -> Iterator[Evening]:
    """Yield random sessions, in their order, that have `deals` deals in all."""
    chance = Random(deals)  # noqa: S311 - the same sessions in every run
    for number in range(-(-deals // SESSION)):
        game = chance.choice(list(GAMES.values()))
        people: list[int | None] = list(chance.sample(range(1, PEOPLE + 1), max(game.seats)))
        if number % 4 == 0:
            people[-1] = None
        if number % 20 == 1 and BUSIEST not in people:
            people[0] = BUSIEST
        at = START + number * MONTHS * 2_630_000 * SESSION / deals
        played = chance.choices(samples(game.name), k=min(SESSION, deals - number * SESSION))
        yield Evening(f"{number:06}", game, tuple(people), at, tuple(played))


def rated(deals: int) -> Iterator[tuple[RatedRow, Sequence[RatingRow]]]:
    """Yield what each session does to the ratings of its people."""
    known: dict[tuple[str, int], RatingRow] = {}
    for evening in evenings(deals):
        session = list(evening.standings)
        last, found = session[-1], players(session, evening.game.teams)
        for game in ("", last.game) if found else ():
            before = {
                each.user_id: known[game, each.user_id] for each in found if (game, each.user_id) in known
            }
            for row in rated_rows(last, last.at, game, found, before):
                rows = tuple(rating_rows(row))
                known[game, row.user_id or 0] = rows[0]
                yield row, rows


async def fill(address: Path | str, deals: int, *, logs: bool) -> None:
    """Save `deals` deals with what they add up to, and their logs if `logs` is set."""
    own: dict[int, list[SavedStanding]] = defaultdict(list)
    for standing in (each for evening in evenings(deals) for each in evening.standings):
        if standing.user_id is not None:
            own[standing.user_id].append(standing)
    sessions = list(rated(deals))
    latest = {(row.user_id, each.game, each.period): each for row, rows in sessions for each in rows}
    standings = (each for evening in evenings(deals) for each in evening.standings)
    rows: dict[Table, Iterator[dict[str, Any]]] = {
        schema.standings: (each._asdict() for each in standings),
        schema.tallies: (
            {"guild_id": GUILD, "user_id": user, **row._asdict()}
            for user, some in own.items()
            for row in added_up(some).values()
        ),
        schema.rated: (row._asdict() for row, _ in sessions),
        schema.ratings: (
            {"guild_id": GUILD, "user_id": user, **row._asdict()} for (user, _, _), row in latest.items()
        ),
    }
    for table in (schema.tables, schema.seats, schema.deals, schema.actions) if logs else ():
        rows[table] = _logged(table, deals)
    for table, each in rows.items():
        await _add(address, table, each)


def _logged(table: Table, deals: int) -> Iterator[dict[str, Any]]:
    for evening in evenings(deals):
        yield from evening.rows[table]


async def _add(address: Path | str, table: Table, rows: Iterator[dict[str, Any]]) -> None:
    columns = [column.name for column in table.columns]
    records = (tuple(row[name] for name in columns) for row in rows)
    if isinstance(address, Path):
        with sqlite3.connect(address) as connection:
            names, marks = ", ".join(columns), ", ".join("?" * len(columns))
            connection.executemany(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", records)  # noqa: S608 - our own names
        connection.close()
    else:
        connection = await asyncpg.connect(address)
        await connection.copy_records_to_table(table.name, records=records, columns=columns)
        await connection.execute(f"ANALYZE {table.name}")
        await connection.close()
