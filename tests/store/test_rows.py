"""Values computed by rows, and defaults of their fields against those of the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from sqlalchemy import DefaultClause, text

from bot.store import DealRow, Message, Person, PlayRow, SeatRow, Server, StandingRow, TableRow, Tally, schema
from bot.store.standings import Skill

if TYPE_CHECKING:
    from sqlalchemy import Column, Table

ROWS = {
    TableRow: schema.tables,
    SeatRow: schema.seats,
    DealRow: schema.deals,
    StandingRow: schema.standings,
    PlayRow: schema.plays,
    Message: schema.messages,
    Person: schema.people,
    Server: schema.servers,
}


def default(column: Column[object]) -> object:
    """What a column holds in rows written by an older version."""
    if not isinstance(column.server_default, DefaultClause):
        assert column.nullable
        return None
    (value,) = {str(column.server_default.arg)}
    return int(value) if isinstance(column.server_default.arg, type(text(""))) else value


@pytest.mark.parametrize(("row", "table"), ROWS.items(), ids=lambda each: getattr(each, "name", ""))
def test_defaults_of_row_fields_match_those_of_the_columns(row: type[NamedTuple], table: Table) -> None:
    assert row._field_defaults
    defaults = {name: value for name, value in row._field_defaults.items() if name in table.c}
    assert defaults == {name: default(table.c[name]) for name in defaults}


def test_a_tally_is_all_zero_by_default() -> None:
    assert Tally(0, 0, 0) == Tally(0, 0, 0, 0, 0, 0, 0, 0, "", 0, "")


def test_the_shown_rating_subtracts_three_uncertainties() -> None:
    assert Skill(30.0, 5.0).rating == 1600
