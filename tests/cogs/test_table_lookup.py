"""Which table a command means, with more than one in the channel."""

from __future__ import annotations

from tests.cogs.place import Place, words_of


async def test_the_table_that_is_named_is_meant_and_no_other(place: Place) -> None:
    mine = await place.open()
    await place.bela.slash(place.channel, "tarock new", game="tapp_tarock")
    (other,) = (each for each in place.bot.tables.in_channel(place.channel.id) if each is not mine)
    await place.anna.slash(place.channel, "tarock end", table=other.id)
    assert place.bot.tables.in_channel(place.channel.id) == (mine, other), "only its host ends a table"
    await place.end(place.bela, other.id)
    assert place.bot.tables.in_channel(place.channel.id) == (mine,)


async def test_a_table_that_is_not_open_here_is_not_replaced_by_another(place: Place) -> None:
    mine = await place.open()
    await place.anna.slash(place.channel, "tarock end", table="nosuch")
    assert place.bot.tables.get(mine.id) is mine
    assert "/tarock new" in words_of(place.private(place.anna)[-1])


async def test_without_a_name_the_own_table_is_meant_else_the_one_opened_last(place: Place) -> None:
    mine = await place.open()
    await place.bela.slash(place.channel, "tarock new", game="koenigrufen")
    await place.anna.slash(place.channel, "tarock announcements")
    assert "Tapp-Tarock" in words_of(place.private(place.anna)[-1])
    await place.clara.slash(place.channel, "tarock announcements")
    assert "Tapp-Tarock" not in words_of(place.private(place.clara)[-1])
    offered = await place.clara.autocomplete(place.channel, "tarock end", "table", mine.id.upper())
    assert [each["value"] for each in offered] == [mine.id]


async def test_nobody_leaves_where_there_is_no_table(place: Place) -> None:
    await place.anna.slash(place.channel, "tarock leave")
    assert "/tarock new" in words_of(place.private(place.anna)[-1])
    assert len(place.private(place.anna)) == 1
