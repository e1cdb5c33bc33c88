"""Which table a command means, with more than one in the channel."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.context import own_table, table_meant
from tests.cogs.panels import StubTable
from tests.cogs.place import Place

HERE, ELSEWHERE, ANNA = 1, 2, 7


async def test_a_command_applies_only_to_the_named_table(place: Place) -> None:
    mine = await place.open()
    await place.bela.slash(place.channel, "tarock new", game="tapp_tarock")
    (other,) = (each for each in place.bot.tables.in_channel(place.channel.id) if each is not mine)
    await place.anna.slash(place.channel, "tarock end", table=other.id)
    assert place.bot.tables.in_channel(place.channel.id) == (mine, other), "only its host ends a table"
    await place.end(place.bela, other.id)
    assert place.bot.tables.in_channel(place.channel.id) == (mine,)


async def test_an_unknown_table_name_does_not_fall_back_to_another_table(place: Place) -> None:
    mine = await place.open()
    await place.anna.slash(place.channel, "tarock end", table="nosuch")
    assert place.bot.tables.get(mine.id) is mine
    assert "/tarock new" in place.told(place.anna)


async def test_the_table_defaults_to_ones_own_or_else_the_one_opened_last(place: Place) -> None:
    mine = await place.open()
    await place.bela.slash(place.channel, "tarock new", game="koenigrufen")
    await place.anna.slash(place.channel, "tarock announcements")
    assert "Tapp-Tarock" in place.told(place.anna)
    await place.clara.slash(place.channel, "tarock announcements")
    assert "Tapp-Tarock" not in place.told(place.clara)
    offered = await place.clara.autocomplete(place.channel, "tarock end", "table", mine.id.upper())
    assert [each["value"] for each in offered] == [mine.id]


def table(
    name: str, channel: int = HERE, *, asked: bool | None = None, asleep: bool = False, left: bool = False
) -> Any:
    """A table of Anna: she is to act there or not, or is still in its lobby (`None`), or has left it."""
    view = None if asked is None else SimpleNamespace(actions=("pass",) if asked else ())
    seat = 0 if left else None
    return StubTable(
        id=name, channel_id=channel, asleep=asleep, view=lambda _: view, seat_left_by=lambda _: seat
    )


def tables(*own: Any, left: tuple[Any, ...] = (), others: tuple[Any, ...] = ()) -> Any:
    """The tables of Anna, those that she has left, and those of others, in the order of their opening."""

    def in_channel(channel: int) -> tuple[Any, ...]:
        return tuple(each for each in (*own, *left, *others) if each.channel_id == channel)

    return SimpleNamespace(of_user=lambda _: own, left_by=lambda _: left, in_channel=in_channel)


def asked_in(guild: int | None = 9) -> Any:
    """A command in the channel, or in direct messages."""
    return SimpleNamespace(
        guild_id=guild,
        channel_id=HERE,
        user=SimpleNamespace(id=ANNA),
        context=SimpleNamespace(private_channel=False),
        is_user_integration=lambda: False,
    )


@pytest.mark.parametrize(
    ("own", "meant"),
    [
        ((table("first"), table("last")), "last"),
        ((table("asked", asked=True), table("lobby"), table("waits", asked=False)), "asked"),
        ((table("asleep", asked=True, asleep=True), table("waits", asked=False)), "waits"),
        ((table("here"), table("other", ELSEWHERE, asked=True)), "here"),
    ],
    ids=["latest", "asked", "asleep", "elsewhere"],
)
def test_an_own_table_awaiting_a_move_comes_first_then_the_latest(own: tuple[Any, ...], meant: str) -> None:
    found = own_table(tables(*own), asked_in())
    assert found is not None
    assert found.id == meant


def test_direct_messages_find_an_own_table_in_any_channel() -> None:
    elsewhere = table("elsewhere", ELSEWHERE)
    assert own_table(tables(elsewhere), asked_in(None)) is elsewhere
    assert own_table(tables(elsewhere), asked_in()) is None


def test_a_table_the_person_left_is_found_only_without_an_own_one() -> None:
    own, left = table("own"), table("left", left=True)
    assert own_table(tables(own, left=(left,)), asked_in()) is own
    assert own_table(tables(left=(left,)), asked_in()) is left


def test_a_table_the_person_left_comes_before_later_tables_of_others() -> None:
    left, other = table("left", left=True), table("other")
    known = tables(others=(left, other))
    assert table_meant(known, asked_in(), "") is left
    assert table_meant(known, asked_in(), "other") is other
    assert table_meant(tables(others=(table("early"), other)), asked_in(), "") is other
    assert table_meant(tables(), asked_in(), "") is None
