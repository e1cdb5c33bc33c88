"""Saving a row whose key may exist already."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy.dialects.postgresql import insert

if TYPE_CHECKING:
    from sqlalchemy import Table
    from sqlalchemy.dialects.postgresql import Insert


@cache
def replacing(table: Table) -> Insert:
    """Return the statement that adds a row, or replaces the one with its key.

    SQLite took the clause from PostgreSQL, and SQLAlchemy writes it for both.
    """
    key = table.primary_key.columns
    adding = insert(table)
    others = {each.name: adding.excluded[each.name] for each in table.columns if each.name not in key}
    return adding.on_conflict_do_update(index_elements=list(key), set_=others)
