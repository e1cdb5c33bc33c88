"""Deal records from outside: attached to a command, or imported by the operator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Integer, bindparam, case, func, select

from bot.store.database import Step
from bot.store.rows import RecordRow
from bot.store.schema import columns, records
from bot.store.upsert import adding_or_updating

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

    from bot.store.database import Database
    from bot.store.upsert import NewRow


def _changes(new: NewRow) -> dict[str, ColumnElement[Any]]:
    """What changes about a record that is there: once imported it stays so, with the time of that."""
    there = records.c.imported == 1
    return {
        "imported": records.c.imported.bitwise_or(new.imported),
        "at": case((there, records.c.at), else_=new.at),
    }


_PUT: Final = adding_or_updating(records, _changes)
_ONE: Final = select(*columns(records, RecordRow)).where(records.c.id == bindparam("record_id"))
_SIZE: Final = select(func.count()).select_from(records).where(records.c.imported == 1)
_PAGE: Final = (
    select(*columns(records, RecordRow))
    .where(records.c.imported == 1)
    .order_by(records.c.at.desc(), records.c.id)
    .limit(bindparam("limit", type_=Integer))
    .offset(bindparam("offset", type_=Integer))
)


class Records:
    """Deal records from outside. Methods raise `StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, *rows: RecordRow) -> None:
        """Save some records. What is there already stays, and stays imported if it was."""
        await self._database.write(Step(_PUT, [each._asdict() for each in rows]))

    async def get(self, record_id: str) -> RecordRow | None:
        """Return a record, or `None`."""
        rows = await self._database.rows(_ONE, record_id=record_id)
        return RecordRow(*rows[0]) if rows else None

    async def imported(self, *, offset: int = 0, limit: int = 10) -> tuple[RecordRow, ...]:
        """Return some imported records, the latest first."""
        rows = await self._database.rows(_PAGE, offset=offset, limit=limit)
        return tuple(RecordRow(*row) for row in rows)

    async def number_imported(self) -> int:
        """Return how many records have been imported."""
        ((number,),) = await self._database.rows(_SIZE)
        return int(number)
