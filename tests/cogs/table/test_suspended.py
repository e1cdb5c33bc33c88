"""Which of several suspended tables is meant; with players, see `test_ending.py`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from cogs.table.commands import SuspendedTables

HERE, ELSEWHERE = 1, 2


def suspended(name: str, channel: int) -> Any:
    return SimpleNamespace(id=name, row=SimpleNamespace(channel_id=channel))


@pytest.fixture
def interaction() -> Any:
    return SimpleNamespace(channel_id=HERE, locale="en-US")


def tables(*open_here: str) -> SuspendedTables:
    """Two suspended tables in this channel and one in another, besides those that are open here."""
    there = [suspended("k2aaaa", ELSEWHERE), suspended("k3bbbb", HERE), suspended("k4cccc", HERE)]
    services = Mock()
    services.tables = SimpleNamespace(suspended=there, in_channel=lambda _: open_here)
    return SuspendedTables(services)


@pytest.mark.parametrize(
    ("named", "meant"), [("k4cccc", "k4cccc"), ("k3bbbb", "k3bbbb"), ("k2aaaa", None), ("", "k3bbbb")]
)
def test_a_suspended_table_is_found_by_its_id_among_several(
    interaction: Any, named: str, meant: str | None
) -> None:
    found = tables().meant(interaction, named)
    assert (found and found.id) == meant


def test_without_an_id_an_open_table_comes_first(interaction: Any) -> None:
    assert tables("k5dddd").meant(interaction, "") is None
    found = tables("k5dddd").meant(interaction, "k3bbbb")
    assert found is not None, "its id still finds it"


def test_completion_offers_the_matching_tables_of_this_channel(interaction: Any) -> None:
    assert [each.value for each in tables().complete(interaction, "")] == ["k3bbbb", "k4cccc"]
    assert [each.value for each in tables().complete(interaction, "K4C")] == ["k4cccc"]
