"""`/tarock match`: other people play the deals of a table that has ended, and both are compared."""

from __future__ import annotations

from typing import Final

from simcord import MemberActor

from bot.tables import LiveTable, TableState
from tests.cogs.place import Place, act, finished, id_of, words_of


async def second_table(place: Place, who: MemberActor, name: str) -> LiveTable:
    """The lobby of a match, with computers on the other seats."""
    await who.slash(place.channel, "tarock match", table=name)
    assert f"1 deal of table `{name.partition('/')[0].lower()}` is played again" in words_of(place.shown)
    for _ in range(2):
        await who.click(place.shown, label="Add computer")
    return place.table


async def test_both_tables_are_compared(place: Place) -> None:
    code = await finished(place)
    first = code.partition("/")[0]
    assert f"/tarock match table:{first}" in words_of(place.shown)
    dora = place.come("dora")
    table = await second_table(place, dora, code.upper())
    await dora.click(place.shown, label="Start")
    assert "Duplicate match" in words_of(place.shown)
    while table.now.state.in_deal:
        await act(place, dora)
    assert table.now.state is TableState.ENDED
    assert "This deal: " in words_of(place.panel(dora))
    said = words_of(place.shown)
    assert "Duplicate match over: 1 deal" in said
    assert "anna at the first table" in said
    assert "dora here" in said
    assert f"/tarock match table:{table.id}" not in said
    assert "no standings" not in said
    assert await place.services.store.history.deals_of(table.id)
    assert [each async for each in place.services.store.history.sessions()][-1].rated == ()


async def test_only_an_ended_table_of_the_same_server_can_have_a_match(place: Place) -> None:
    code = await finished(place)
    table, dora = await place.start(place.bela, place.clara), place.come("dora")
    for name in (table.id, "nosuch", f"{table.id}/1"):
        assert "No table of this server" in await place.answer(dora, "tarock match", table=name)
    other = place.env.create_guild()
    channel, member = other.create_text_channel("elsewhere"), other.add_member(dora.user)
    await member.slash(channel, "tarock match", table=code)
    assert "No table of this server" in words_of(channel.history(viewer=member)[-1])


async def test_a_person_who_knows_the_cards_neither_opens_nor_joins_a_match(place: Place) -> None:
    code = await finished(place)
    assert "know the cards" in await place.answer(place.anna, "tarock match", table=code)
    dora = place.come("dora")
    await second_table(place, dora, code)
    await dora.click(place.shown, label="Remove computer")
    await place.bela.click(place.shown, label="Join")
    assert "know the cards" in place.told(place.bela)
    await dora.slash(place.channel, "tarock deal", code=f"{place.table.id}/1")
    assert "no deal with this code" in place.told(dora)


CLOSED: Final = "You play these cards in a match"


async def test_the_cards_are_hidden_from_people_who_have_yet_to_play_them(place: Place) -> None:
    code = await finished(place)
    sheet = place.shown
    dora, emma = place.come("dora"), place.come("emma")
    table = await second_table(place, dora, code)
    ways = (("history", "deal"), ("export", "deal"), ("verify", "deal"), ("tarock deal", "code"))
    for begun in (False, True):
        if begun:
            await dora.click(place.shown, label="Start")
        for command, option in ways:
            assert CLOSED in await place.answer(dora, command, **{option: code}), command
        await dora.click(sheet, custom_id=id_of(sheet, "f1:"))
        assert CLOSED in place.told(dora)
    assert "anna" in await place.answer(emma, "history", deal=code)
    await place.leave(dora)
    assert CLOSED in await place.answer(dora, "history", deal=code), "her seat is kept for her"
    await dora.slash(place.channel, "tarock join", table=table.id)
    await place.play_out(table)
    for deal in (code, f"{table.id}/1"):
        assert f"deal {deal}" in await place.answer(dora, "history", deal=deal)


async def test_players_of_a_second_table_cannot_see_the_deals_of_another(place: Place) -> None:
    code = await finished(place)
    dora, emma = place.come("dora"), place.come("emma")
    table = await second_table(place, dora, code)
    await dora.click(place.shown, label="Start")
    await place.play_out(table)
    await second_table(place, emma, code)
    assert CLOSED in await place.answer(emma, "history", deal=f"{table.id}/1")


async def test_no_one_plays_the_cards_twice(place: Place) -> None:
    code = await finished(place)
    dora, emma = place.come("dora"), place.come("emma")
    table = await second_table(place, dora, code)
    other = place.guild.create_text_channel("other")
    await dora.slash(other, "tarock match", table=code)
    assert not place.bot.tables.in_channel(other.id), "she is about to play them"
    await dora.click(place.shown, label="Leave")
    assert place.bot.tables.get(table.id) is None
    table = await second_table(place, dora, code)
    await dora.click(place.shown, label="Start")
    await place.play_out(table)
    assert "know the cards" in await place.answer(dora, "tarock match", table=code)
    await emma.slash(place.channel, "tarock deal", code=code)
    assert "know the cards" in await place.answer(emma, "tarock match", table=code)
