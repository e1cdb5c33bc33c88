"""The facts that the machine of an evening reads from its tables, and the disk that fails it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from bot.errors import StoreError
from bot.games import GAMES
from tests.conformance.random_deals import shown_codes
from tests.tables.room import ANNA, BELA, CLARA, STRANGER
from tests.tables.toy import TOY

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterable

    from bot.rules.moves import Action
    from bot.store.database import Database, Rows, Step
    from bot.tables import Table
    from bot.tables.situation import Situation

T = TypeVar("T")

ALL_GAMES: Final = {**GAMES, TOY.name: TOY}
PEOPLE: Final = (ANNA, BELA, CLARA, STRANGER)


class Disk:
    """A database that can refuse what is to be saved, or save it and lose the answer."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.refusing = 0
        """How many of the next writes are refused."""
        self.losing = 0
        """For how many of the next writes the answer is lost."""
        self.lost = 0
        """How many answers have been lost."""

    async def write(self, *steps: Step) -> None:
        if self.refusing:
            self.refusing -= 1
            raise StoreError("no disk")
        await self._database.write(*steps)
        if self.losing:
            self.losing -= 1
            self.lost += 1
            raise StoreError("no answer")

    async def read(self, *queries: Any, **values: object) -> tuple[Rows, ...]:
        return await self._database.read(*queries, **values)


def offered(table: Table, who: int) -> tuple[Action, ...]:
    view = table.view(who)
    return () if view is None else view.actions


def what_is_known(now: Situation) -> tuple[object, ...]:
    """A situation with what everybody sees of its deal: phases hold functions, which are never equal.

    Not saved are the delay of a last trick, and the players of a deal without standings.
    """
    bare = replace(now, deal=None, last_look=False, played_by=())
    if now.deal is None:
        return (bare,)
    deal, seats = now.deal, now.deal.layout.seats
    return bare, deal.layout, deal.log, deal.result, [deal.view(seat) for seat in (*range(seats), None)]


def seat_held(table: Table, who: int) -> int | None:
    """The seat that a person plays, looked up among the occupants."""
    held = [seat for seat, each in enumerate(table.occupants) if each and each.user_id == who]
    return held[0] if held else None


def own_revision(table: Table, who: int) -> int:
    return table.revision_for(table.seat_of(who))


def own_moves(table: Table, who: int) -> int:
    seat = table.seat_of(who)
    return sum(move.seat == seat for move in table.deal.log) if table.deal else 0


def named(table: Table, choices: tuple[Action, ...]) -> set[str]:
    """The cards that have been or may be named aloud, whoever holds them."""
    deal = table.deal
    assert deal is not None
    said = (str(move.action) for move in deal.log if move.action.verb in {"announce", "kontra"})
    may = (str(action) for action in choices if action.verb in {"announce", "call"})
    return shown_codes(" ".join((*said, *may, str(deal.open.called), repr(deal.open.facts))))


async def gathered(some: Iterable[Awaitable[T]]) -> list[T]:
    return list(await asyncio.gather(*some))
