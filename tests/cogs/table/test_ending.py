"""Ending a table: by its host, by a moderator of the channel, by agreement, and by the clock."""

from __future__ import annotations

from datetime import timedelta

import pytest
from simcord import MemberActor
from sqlalchemy import text

from bot.rules.reasons import Refusal
from bot.store.database import Database, Step
from bot.tables import TableState
from tests.cogs.discord.helpers import spoil
from tests.cogs.place import Place, ids_of, words_of
from tests.cogs.table.test_leaving import all_pass, told

HOUR = 60 * 60


async def end(place: Place, who: MemberActor, table: str = "") -> str:
    """End a table by the command, and press the button that confirms it; return the question."""
    await who.slash(place.channel, "tarock end", **({"table": table} if table else {}))
    asked = told(place, who)
    await who.click(place.private(who)[-1], label="End")
    return asked


async def test_the_host_ends_a_table_named_by_its_id(place: Place) -> None:
    table = await place.start(computers=2)
    choices = await place.anna.autocomplete(place.channel, "tarock end", "table", "tapp")
    assert [choice["value"] for choice in choices] == [table.id]
    await place.bela.slash(place.channel, "tarock end", table=table.id)
    assert "Only its players can end this table" in told(place, place.bela)
    asked = await end(place, place.anna, table.id)
    assert f"Table `{table.id}`: Tapp-Tarock, anna" in asked
    assert "Deal 1 is not finished and does not count" in asked
    assert table.now.state is TableState.ENDED
    assert told(place, place.anna).strip() == "The table has been ended."
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
    asked = await end(place, dora)
    assert "End this table for everyone" in asked
    assert "not finished" not in asked, "the deal has been scored"
    assert "Totals" in asked
    assert table.now.state is TableState.ENDED
    assert place.public[-1].id == place.shown.id
    (sheet,) = (each for each in place.public if each.id == before.id)
    assert "was dealt" in words_of(sheet), "the last deal stays as it was, with its score sheet"
    assert not ids_of(sheet)
    assert f"<@{dora.id}>, a moderator of this channel, has ended it" in words_of(place.shown)
    assert "Totals" in words_of(place.shown)
    panel = words_of(place.panel(place.bela))
    assert "nobody scores" in panel, "the result of the last deal can still be read"
    assert "The table has ended" in panel
    assert "The table has ended" in words_of(place.panel(place.anna))


async def test_a_confirmation_is_refused_if_the_right_to_end_is_lost(place: Place) -> None:
    table = await place.start(computers=2)
    dora = place.come("dora", moderates=True)
    await dora.slash(place.channel, "tarock end")
    question = place.private(dora)[-1]
    place.guild.remove_member(dora)
    place.guild.add_member(dora.user)
    await dora.click(question, label="End")
    assert "Only its players can end" in told(place, dora)
    assert table.now.state is TableState.PLAYING


async def test_all_players_end_a_table_by_agreement(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    assert "so far 0 of 3 have" in await end(place, place.bela)
    assert "The table ends once all players have" in told(place, place.bela)
    assert "bela would like to end the table: 1 of 3 agree" in words_of(place.shown)
    await place.bela.click(place.shown, label="End")
    assert "2 players have not agreed yet" in told(place, place.bela)
    await place.clara.click(place.shown, label="End")
    await place.clara.click(place.private(place.clara)[-1], label="End")
    assert "bela and clara would like" in words_of(place.shown)
    await place.leave(place.anna)
    await place.anna.click(place.shown, label="Back to my seat")
    await end(place, place.anna)
    assert table.now.state is TableState.ENDED
    assert "All players agreed to end it" in words_of(place.shown)


async def test_players_of_a_lobby_agree_to_its_end(place: Place) -> None:
    await place.open(place.bela)
    await end(place, place.bela)
    assert "bela would like to end the table: 1 of 2 agree" in words_of(place.shown)


@pytest.mark.parametrize("started", [False, True])
async def test_the_clock_closes_a_table_and_posts_the_totals(place: Place, started: bool) -> None:
    if started:
        table = await place.start(place.bela, place.clara)
        await all_pass(place, place.anna, place.bela, place.clara)
        await place.env.advance_time(48 * HOUR)
        assert "The game rests" in words_of(place.shown)
        await place.env.advance_time(14 * 24 * HOUR)
    else:
        table = await place.open()
        await place.env.advance_time(6 * HOUR)
    assert table.now.state is TableState.ENDED
    said = "no one took the game up again" if started else "no one started the game"
    assert said in words_of(place.shown)
    assert ("Totals" in words_of(place.shown)) is started
    assert bool(ids_of(place.shown)) is started, "a rematch"


async def test_a_second_press_on_end_changes_nothing(place: Place) -> None:
    await place.start(computers=2)
    await place.anna.slash(place.channel, "tarock end")
    asked = place.private(place.anna)[-1]
    assert ids_of(asked)[-1].endswith(":keep"), "at the end of a chat it lies where *End* was"
    await place.anna.click(asked, custom_id=ids_of(asked)[-1])
    assert place.table.now.state is TableState.PLAYING


async def test_a_double_press_does_not_end_the_table(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await place.start(computers=2)
    await place.anna.slash(place.channel, "tarock end")
    monkeypatch.setattr(place.services.presses, "_apart", timedelta(hours=1))
    await place.anna.click(asked := place.private(place.anna)[-1], label="End")
    assert "so soon after it came into view" in told(place, place.anna)
    assert place.table is table
    monkeypatch.setattr(place.services.presses, "_apart", timedelta())
    await place.anna.click(asked, label="End")
    assert not place.bot.tables.in_channel(place.channel.id)


async def test_a_suspended_table_is_ended_by_a_moderator(place: Place) -> None:
    place.errors_expected = True
    table = await place.start(place.bela, place.clara)
    await all_pass(place, place.anna, place.bela, place.clara)
    await spoil(place, 99)
    await place.restart()
    dora = place.come("dora", moderates=True)
    choices = await dora.autocomplete(place.channel, "tarock end", "table", "susp")
    assert [choice["value"] for choice in choices] == [table.id]
    await place.bela.slash(place.channel, "hand")
    assert "This table is suspended" in told(place, place.bela)
    await place.bela.slash(place.channel, "tarock end", table=table.id)
    assert "Only its players can end" in told(place, place.bela)
    await dora.slash(place.channel, "tarock end", table="another")
    assert "End the suspended" not in told(place, dora)
    assert f"End the suspended table `{table.id}`" in await end(place, dora)
    assert "has been ended" in told(place, dora)
    said = words_of(place.shown)
    assert f"was ended by <@{dora.id}>" in said
    assert "Totals" in said
    assert place.bot.tables.suspended == ()
    kept = await place.bot.store.log.table(table.id)
    assert kept is not None
    assert (kept.table.state, bool(kept.actions)) == ("ended", True)


async def test_a_press_too_late_to_end_a_suspended_table_announces_nothing(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.errors_expected = True
    table = await place.start(place.bela, computers=1)
    await spoil(place, 99)
    await place.restart()
    first = place.bot.tables.end_suspended

    async def second(table_id: str) -> Refusal | None:
        assert await first(table_id) is None
        return await first(table_id)

    monkeypatch.setattr(place.bot.tables, "end_suspended", second)
    await end(place, place.anna, table.id)
    assert "This table has ended" in told(place, place.anna)
    assert "was ended by" not in words_of(place.shown)


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
    assert "This table has ended" in told(place, place.anna)
    assert "Totals" not in words_of(place.shown)
    await place.anna.slash(place.channel, "tarock end", table=table.id)
    assert "not seated at any table here" in told(place, place.anna)
