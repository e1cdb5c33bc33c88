"""All deals that were played, replayed action by action from their logs after the soak."""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from bot.rules.moves import Action, Secrecy
from bot.store import SavedDeal, Store
from bot.tables import TableState
from bot.tables.storage import replayed
from tests.soak.ledger import Log, Move
from tests.soak.seats import Place, Seats


@dataclass(frozen=True)
class PlayedDeal:
    """One deal with the times of its actions."""

    saved: SavedDeal
    times: tuple[float, ...]
    """When each action was saved, in seconds since 1970."""
    actions_before: int
    """How many actions the table's log has before the first of this deal."""

    @property
    def table(self) -> str:
        return self.saved.table.id

    @property
    def number(self) -> int:
        return self.saved.deal.number

    @cached_property
    def positions(self) -> tuple[Deal, ...]:
        """The deal before each action, and at last as it is saved."""
        # An offer that stands now did not stand before the first action.
        begun = self.saved.table._replace(state=TableState.PLAYING)
        deal = replayed(begun, self.saved.deal._replace(result=None), (), GAMES)
        positions = [deal]
        for each in self.saved.actions:
            after = deal.act(each.seat, Action.parse(each.action))
            assert isinstance(after, Deal), "the log is legal"
            deal = after
            positions.append(deal)
        return tuple(positions)

    def at(self, time: float) -> Deal:
        """The deal with all that had been saved at a time."""
        return self.positions[bisect_right(self.times, time)]

    def offered(self, seat: Seat, time: float) -> str:
        """What a seat had been offered to call up to a time: a page that is late offers it again."""
        positions = self.positions[: bisect_right(self.times, time) + 1]
        actions = (action for each in positions for action in each.actions(seat))
        return " ".join(action.argument for action in actions if action.verb == "call")

    def _asked_since(self, seat: Seat, count: int) -> float:
        """Since when the seat that took an action had been asked, in whatever steps."""
        while count and seat in self.positions[count - 1].seats():
            count -= 1
        return self.times[count - 1] if count else self.saved.deal.started_at

    def _is_of_several(self, count: int) -> bool:
        """Whether an action was saved together with one of another seat, as only computers' are."""
        pairs = zip(self.times, self.positions[-1].log, strict=True)
        return len({move.seat for at, move in pairs if at == self.times[count]}) > 1

    def log(self, seats: Seats, turn: float) -> Iterator[tuple[tuple[int, str, int], Move]]:
        """Each action of a person at the own revision of the seat.

        Args:
            seats: who sat where.
            turn: after so many seconds an action may be one of a computer for an absent person.
        """
        users = {
            seat: place.user_id for place, seat in seats.of.items() if place[:2] == (self.table, self.number)
        }
        final = self.positions[-1]
        hidden = [0] * final.layout.seats
        for count, move in enumerate(final.log):
            # An offer that all have answered counts like a move.
            answered = self.positions[count].offers
            revision = self.number + self.actions_before + count - hidden[move.seat] + answered
            if (user := users.get(move.seat)) is not None:
                alone = Place(self.table, self.number, user) not in seats.gave_up
                in_time = self.times[count] - self._asked_since(move.seat, count) < turn
                yield (
                    (user, self.table, revision),
                    Move(user if alone and in_time else None, str(move.action)),
                )
            if move.secrecy is not Secrecy.OPEN:
                hidden = [number + (seat != move.seat) for seat, number in enumerate(hidden)]


async def played_deals(database: Path) -> list[PlayedDeal]:
    """All deals of a database, those of a table in their order."""
    times = _times(database)
    store = await Store.open(database)
    try:
        saved = [each async for each in store.history.deals()]
    finally:
        await store.close()
    played, before = list[PlayedDeal](), dict[str, int]()
    for each in sorted(saved, key=lambda each: (each.table.id, each.deal.number)):
        earlier = before.get(each.table.id, 0)
        key = each.table.id, each.deal.number
        played.append(PlayedDeal(each, tuple(times.get(key, ())), earlier))
        before[each.table.id] = earlier + len(each.actions)
    return played


def _times(database: Path) -> dict[tuple[str, int], list[float]]:
    found: dict[tuple[str, int], list[float]] = {}
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as opened:
        for table, deal, at in opened.execute(
            "SELECT table_id, deal, at FROM actions ORDER BY table_id, deal, seq"
        ):
            found.setdefault((table, deal), []).append(at)
    return found


def whole_log(deals: list[PlayedDeal], seats: Seats, turn: float) -> Log:
    """Every action of a person, by person, table and own revision."""
    return {where: move for deal in deals for where, move in deal.log(seats, turn)}
