"""The values of rows, and what the database makes of columns that nobody has given a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from sqlalchemy import DefaultClause, text

from bot.store import DealRow, Message, Person, PlayRow, SeatRow, Server, StandingRow, TableRow, Tally, schema
from bot.store.skill import Skill

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
    """What a column holds in rows that an older program has written."""
    if not isinstance(column.server_default, DefaultClause):
        assert column.nullable
        return None
    (value,) = {str(column.server_default.arg)}
    return int(value) if isinstance(column.server_default.arg, type(text(""))) else value


@pytest.mark.parametrize(("row", "table"), ROWS.items(), ids=lambda each: getattr(each, "name", ""))
def test_fields_that_older_programs_did_not_know_have_the_defaults_of_the_database(
    row: type[NamedTuple], table: Table
) -> None:
    assert row._field_defaults
    assert row._field_defaults == {name: default(table.c[name]) for name in row._field_defaults}


def test_before_the_first_deal_a_tally_counts_nothing() -> None:
    assert Tally(0, 0, 0) == Tally(0, 0, 0, 0, 0, 0, 0, 0, "", 0, "")


def test_the_rating_shown_takes_three_uncertainties_off() -> None:
    assert Skill(30.0, 5.0).rating == 1600
