"""Ending a table: by its host, by a moderator of the channel, by agreement, and by the clock."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import text

from bot.store.database import Database, Step
from bot.tables import TableState
from cogs.table.buttons import suspended_meant
from tests.cogs.discord.helpers import spoil
from tests.cogs.place import Place, all_pass, ids_of, words_of

HOUR = 60 * 60


async def test_the_host_ends_a_table_named_by_its_id(place: Place) -> None:
    table = await place.start(computers=2)
    assert await place.offered(place.anna, "tarock end", "table", "tapp") == [table.id]
    await place.bela.slash(place.channel, "tarock end", table=table.id)
    assert "Only its players can end this table" in place.told(place.bela)
    asked = await place.end(place.anna, table.id)
    assert f"Table `{table.id}`: Tapp-Tarock, anna" in asked
    assert "Deal 1 is not finished and does not count" in asked
    assert table.now.state is TableState.ENDED
    assert place.told(place.anna).strip() == "The table has been ended."
    shown = words_of(place.shown)
    assert "has ended" in shown
    assert f"<@{place.anna.id}>, the host, has ended it" in shown
    assert "Deal 1 is not finished" in shown
    assert ids_of(place.shown) == [f"m1:{table.id}:rematch"]
    assert place.ping is None


async def test_a_moderator_ends_a_strangers_table(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    await all_pass(place, place.anna, place.bela, place.clara)
    dora = place.come("dora", moderates=True)
    before = place.shown
    asked = await place.end(dora)
    assert "End this table for everyone" in asked
    assert "not finished" not in asked, "the deal has been scored"
    assert "Running score" in asked
    assert table.now.state is TableState.ENDED
    assert place.public[-1].id == place.shown.id
    (sheet,) = (each for each in place.public if each.id == before.id)
    assert "nobody scores" in words_of(sheet), "the last deal stays as it was"
    assert not ids_of(sheet)
    assert f"<@{dora.id}>, a moderator of this channel, has ended it" in words_of(place.shown)
    assert "Running score" in words_of(place.shown)
    panel = words_of(place.panel(place.bela))
    assert "nobody scores" in panel, "the result of the last deal can still be read"
    assert "The table has ended" in panel
    assert "The table has ended" in words_of(place.panel(place.anna))


async def test_a_confirmation_is_refused_if_the_right_to_end_is_lost(place: Place) -> None:
    table = await place.start(computers=2)
    dora = place.come("dora", moderates=True)
    await dora.slash(place.channel, "tarock end")
    question = place.last(dora)
    place.guild.remove_member(dora)
    place.guild.add_member(dora.user)
    await dora.click(question, label="End")
    assert "Only its players can end" in place.told(dora)
    assert table.now.state is TableState.PLAYING


async def test_all_players_end_a_table_by_agreement(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    assert "so far 0 of 3 have" in await place.end(place.bela)
    assert "The table ends once all players have" in place.told(place.bela)
    assert "bela would like to end the table: 1 of 3 have agreed" in words_of(place.shown)
    await place.bela.click(place.shown, label="End")
    assert "2 players have not agreed yet" in place.told(place.bela)
    await place.clara.click(place.shown, label="End")
    await place.clara.click(place.last(place.clara), label="End")
    assert "bela and clara would like" in words_of(place.shown)
    await place.leave(place.anna)
    await place.anna.click(place.shown, label="Back to my seat")
    await place.end(place.anna)
    assert table.now.state is TableState.ENDED
    assert "All players agreed to end it" in words_of(place.shown)


@pytest.mark.parametrize("started", [False, True])
async def test_the_clock_closes_a_table_and_posts_the_totals(place: Place, started: bool) -> None:
    if started:
        table = await place.start(place.bela, place.clara)
        await all_pass(place, place.anna, place.bela, place.clara)
        await place.env.advance_time(48 * HOUR)
        assert "This table is asleep" in words_of(place.shown)
        await place.env.advance_time(14 * 24 * HOUR)
    else:
        table = await place.open()
        await place.env.advance_time(6 * HOUR)
    assert table.now.state is TableState.ENDED
    said = "no one resumed the game" if started else "no one started the game"
    assert said in words_of(place.shown)
    assert ("Running score" in words_of(place.shown)) is started
    assert bool(ids_of(place.shown)) is started, "a rematch"


async def test_a_second_press_on_end_changes_nothing(place: Place) -> None:
    await place.start(computers=2)
    await place.anna.slash(place.channel, "tarock end")
    asked = place.last(place.anna)
    assert ids_of(asked)[-1].endswith(":keep"), "at the end of a chat it lies where *End* was"
    await place.anna.click(asked, custom_id=ids_of(asked)[-1])
    assert place.table.now.state is TableState.PLAYING


async def test_a_suspended_table_is_ended_by_a_moderator(place: Place) -> None:
    place.errors_expected = True
    table = await place.start(place.bela, place.clara)
    await all_pass(place, place.anna, place.bela, place.clara)
    await spoil(place, 99)
    await place.restart()
    dora = place.come("dora", moderates=True)
    assert await place.offered(dora, "tarock end", "table", "susp") == [table.id]
    await place.bela.slash(place.channel, "hand")
    assert "This table is suspended" in place.told(place.bela)
    await place.bela.slash(place.channel, "tarock end", table=table.id)
    assert "Only its players can end" in place.told(place.bela)
    await dora.slash(place.channel, "tarock end", table="another")
    assert "End the suspended" not in place.told(dora)
    assert f"End the suspended table `{table.id}`" in await place.end(dora)
    assert "has been ended" in place.told(dora)
    said = words_of(place.shown)
    assert f"was ended by <@{dora.id}>" in said
    assert "Balance" in said
    assert place.bot.tables.suspended == ()
    kept = await place.bot.store.log.table(table.id)
    assert kept is not None
    assert (kept.table.state, bool(kept.actions)) == ("ended", True)


async def test_a_press_that_comes_just_too_late_to_end_a_suspended_table_is_refused(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.errors_expected = True
    await place.start(place.bela, computers=1)
    await spoil(place, 99)
    await place.restart()
    end = place.bot.tables.end_suspended

    async def after_another(table_id: str) -> object:
        assert await end(table_id) is None
        return await end(table_id)

    monkeypatch.setattr(place.bot.tables, "end_suspended", after_another)
    await place.end(place.anna)
    assert "This table has ended" in place.told(place.anna)
    assert not [each for each in place.public if "was ended by" in words_of(each)]


async def test_a_suspended_table_is_ended_by_its_host_once(place: Place) -> None:
    place.errors_expected = True
    table = await place.start(place.bela, computers=1)
    await spoil(place, 99)
    database = await Database.open(place.bot.settings.database_address)
    await database.write(Step(text("UPDATE tables SET session = '{'")))
    await database.close()
    await place.restart()
    for _ in range(2):
        await place.anna.slash(place.channel, "tarock end")
    first, second = place.private(place.anna)[-2:]
    await place.anna.click(first, label="End")
    await place.anna.click(second, label="End")
    assert "This table has ended" in place.told(place.anna)
    assert "Running score" not in words_of(place.shown)
    await place.anna.slash(place.channel, "tarock end", table=table.id)
    assert "not seated at any table here" in place.told(place.anna)


HERE, ELSEWHERE = 1, 2


def suspended(name: str, channel: int) -> Any:
    return SimpleNamespace(id=name, row=SimpleNamespace(channel_id=channel))


@pytest.mark.parametrize(
    ("named", "meant"), [("k4cccc", "k4cccc"), ("k3bbbb", "k3bbbb"), ("k2aaaa", None), ("", "k3bbbb")]
)
def test_a_suspended_table_is_found_by_its_id_among_several(named: str, meant: str | None) -> None:
    there = [suspended("k2aaaa", ELSEWHERE), suspended("k3bbbb", HERE), suspended("k4cccc", HERE)]
    services: Any = SimpleNamespace(tables=SimpleNamespace(suspended=there, in_channel=lambda _: ()))
    interaction: Any = SimpleNamespace(
        guild_id=1, channel_id=HERE, user=SimpleNamespace(id=7), is_user_integration=lambda: False
    )
    found = suspended_meant(services, interaction, named)
    assert (found and found.id) == meant
