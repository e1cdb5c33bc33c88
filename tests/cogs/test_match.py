"""`/tarock match`: other people play the deals of a table that has ended, and both are compared."""

from __future__ import annotations

from simcord import MemberActor

from bot.tables import Table, TableState
from tests.cogs.place import Place, act, words_of
from tests.cogs.test_duplicate import answer, finished


async def second_table(place: Place, who: MemberActor, name: str) -> Table:
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
    while table.state.in_deal:
        await act(place, dora)
    assert table.state is TableState.ENDED
    said = words_of(place.shown)
    assert "Duplicate match over: 1 deal" in said
    assert "anna at the first table" in said
    assert "dora here" in said
    assert f"/tarock match table:{table.id}" not in said
    assert "no standings" not in said
    assert await place.services.store.history.deals_of(table.id)
    assert [each async for each in place.services.store.history.sessions()][-1].rated == ()


async def test_only_a_table_that_is_over_has_a_match(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    dora = place.come("dora")
    for name in (table.id, "nosuch", f"{table.id}/1"):
        assert "No table of this server" in await answer(place, dora, "tarock match", table=name)


async def test_who_knows_the_cards_opens_no_match_and_joins_none(place: Place) -> None:
    code = await finished(place)
    assert "know the cards" in await answer(place, place.anna, "tarock match", table=code)
    dora = place.come("dora")
    await second_table(place, dora, code)
    await dora.click(place.shown, label="Remove computer")
    await place.bela.click(place.shown, label="Join")
    assert "know the cards" in words_of(place.private(place.bela)[-1])
    await dora.slash(place.channel, "tarock deal", code=f"{place.table.id}/1")
    assert "no deal with this code" in words_of(place.private(dora)[-1])


async def test_a_deal_of_a_match_has_the_code_of_its_first_table(place: Place) -> None:
    code = await finished(place)
    dora = place.come("dora")
    table = await second_table(place, dora, code)
    await dora.click(place.shown, label="Start")
    while table.state.in_deal:
        await act(place, dora)
    emma = place.come("emma")
    await emma.slash(place.channel, "tarock deal", code=f"{table.id}/1")
    (given,) = place.bot.tables.of_user(emma.id)
    assert given.given == code
    assert "not sealed" in await answer(place, dora, "verify", deal=f"{table.id}/1")
