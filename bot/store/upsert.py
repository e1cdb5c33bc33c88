"""Saving a row whose key may exist already."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.dialects.sqlite.dml import OnConflictDoUpdate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sqlalchemy import ColumnElement, Table
    from sqlalchemy.dialects.sqlite import Insert
    from sqlalchemy.sql.base import ReadOnlyColumnCollection
    from sqlalchemy.sql.elements import KeyedColumnElement

    NewRow: TypeAlias = ReadOnlyColumnCollection[str, KeyedColumnElement[Any]]
    """The row that was to be added."""


class _OnConflict(OnConflictDoUpdate):
    """The clause as SQLAlchemy writes it for SQLite and for PostgreSQL, from which SQLite took it.

    PostgreSQL's own class would have its dialect imported at every start.
    """

    inherit_cache = True
    constraint_target = None
    """PostgreSQL can name a constraint instead of columns."""


def adding_or_updating(table: Table, changes: Callable[[NewRow], Mapping[str, ColumnElement[Any]]]) -> Insert:
    """Return the statement that adds a row, or changes the one with its key."""
    adding = insert(table)
    key = list(table.primary_key.columns)
    return adding.ext(_OnConflict(index_elements=key, set_=dict(changes(adding.excluded))))


@cache
def replacing(table: Table) -> Insert:
    """Return the statement that adds a row, or replaces the one with its key."""
    key = table.primary_key.columns
    return adding_or_updating(
        table, lambda new: {each.name: new[each.name] for each in table.columns if each.name not in key}
    )
