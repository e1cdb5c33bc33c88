"""Pace as players see it: chosen in the lobby, reminders, absent players, pauses."""

from __future__ import annotations

import discord
import pytest

from bot.tables import LiveTable, Pace, TableServices
from bot.tables.services import Schedule
from tests.cogs.place import Place, ids_of, words_of
from tests.tables.room import Clock


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the tables, set before the bot starts."""
    clock = Clock(1_800_000_000.0)
    steady = clock.of_process()
    instead = {"clock": steady, "schedule": Schedule(steady, clock.call_later)}
    monkeypatch.setattr(
        "bot.app.TableServices", lambda *args, **given: TableServices(*args, **{**given, **instead})
    )
    return clock


async def passed(place: Place, clock: Clock, seconds: float) -> None:
    clock.advance(seconds)
    await place.settle()


async def playing(place: Place, pace: Pace) -> LiveTable:
    """A table of three people in its first deal, in which Anna is to bid."""
    await place.anna.slash(place.channel, "tarock new", game="tapp_tarock", pace=pace.value)
    table = place.table
    for who in (place.bela, place.clara):
        await who.click(place.shown, label="Join")
    await place.anna.click(place.shown, label="Start")
    return table


def mentioned(place: Place) -> list[discord.User | discord.Member]:
    assert place.ping is not None
    return place.ping.mentions


async def test_a_deadline_is_shown_again_once_the_computers_clock_was_set(place: Place, clock: Clock) -> None:
    await playing(place, Pace.FAST)
    shown = place.shown, place.panel(place.anna)
    clock.set_by = -86_400.0
    assert clock.looked_at()
    with place.as_bot():
        await place.bot.tables.follow_clock()
    await place.settle()
    now = place.shown, place.panel(place.anna)
    assert [each.id for each in now] == [each.id for each in shown]
    for before, after in zip(shown, now, strict=True):
        assert "<t:1800000040:R>" in words_of(before)
        assert "<t:1799913640:R>" in words_of(after)


async def test_an_absent_player_is_reminded_once(place: Place, clock: Clock) -> None:
    await playing(place, Pace.FAST)
    due = f"<t:{round(clock.now) + 40}:R>"
    assert f"A computer plays this turn {due}." in words_of(place.shown)
    assert [due in words_of(place.panel(each)) for each in (place.anna, place.bela)] == [True, False]
    assert place.ping is not None
    first = place.ping.id
    await passed(place, clock, 20)
    assert place.ping.id != first, "editing notifies no one"
    assert [each.id for each in mentioned(place)] == [place.anna.id]
    assert "Please act. A computer plays this turn <t:" in place.ping.content
    second = place.ping.id
    await passed(place, clock, 19)
    assert place.ping.id == second
    await passed(place, clock, 1)
    assert len(place.moves) == 1
    assert "A computer played the last turn of anna. One more miss and a computer takes over." in words_of(
        place.shown
    )
    assert [each.id for each in mentioned(place)] == [place.bela.id]


async def test_a_computer_sits_in_for_an_absent_player(place: Place, clock: Clock) -> None:
    await place.anna.slash(place.channel, "tarock new", game="tapp_tarock", pace="fast")
    table = place.table
    for _ in range(2):
        await place.anna.click(place.shown, label="Add computer")
    await place.anna.click(place.shown, label="Start")
    while table.now.people:
        await passed(place, clock, 40)
    assert "anna\N{NO-BREAK SPACE}⚙" in words_of(place.shown)
    away = place.panel(place.anna)
    assert ids_of(away) == [f"p1:{table.id}:return"]
    await place.anna.user.click(away, label="Resume")
    assert table.now.seat_of(place.anna.id) == 0
    *_, totals = words_of(place.shown).splitlines()
    assert "anna\N{NO-BREAK SPACE}⚙" in words_of(place.shown), "a computer has finished the deal"
    assert "⚙" not in totals.partition("anna")[2][:2], "but the seat is hers"


async def test_at_a_relaxed_table_the_others_let_a_computer_play(place: Place, clock: Clock) -> None:
    table = await playing(place, Pace.RELAXED)
    reminder = f"Reminder <t:{round(clock.now) + 180}:R>; after that the others may let a computer play."
    assert reminder in words_of(place.shown)
    await passed(place, clock, 180)
    assert place.ping is not None
    assert "The others may now let a computer play" in place.ping.content
    await place.anna.click(place.shown, label="Let a computer play")
    assert "It is your own turn" in place.told(place.anna)
    assert f"p1:{table.id}:let" not in ids_of(place.panel(place.anna)), "she is to act"
    await place.bela.user.click(place.panel(place.bela), label="Let a computer play")
    assert set(table.now.people) == {place.bela.id, place.clara.id}
    assert len(place.moves) == 1
    assert f"p1:{table.id}:let" not in ids_of(place.panel(place.bela))
    assert "anna\N{NO-BREAK SPACE}⚙ is away: a computer plays this seat" in words_of(place.panel(place.bela))
    assert not any(each == f"c1:{table.id}:let" for each in ids_of(place.shown))


async def test_a_table_is_paused_and_resumed(place: Place, clock: Clock) -> None:
    table = await playing(place, Pace.FAST)
    await place.anna.click(place.shown, label="Pause")
    assert "anna would like a pause. 2 players must agree." in words_of(place.shown)
    await place.clara.click(place.shown, label="Pause")
    assert "The table is paused" in words_of(place.shown)
    assert "The table is paused" in words_of(place.panel(place.anna))
    assert "your turn" not in words_of(place.panel(place.anna))
    assert place.ping is None
    await passed(place, clock, 1e5)
    assert place.moves == []
    await place.anna.slash(place.channel, "bid", bid="pass")
    assert "The table is paused. Press *Go on*" in place.told(place.anna)
    await place.clara.click(place.shown, label="Go on")
    assert not table.now.paused
    assert f"<t:{round(clock.now) + 40}:R>" in words_of(place.shown)
    assert [each.id for each in mentioned(place)] == [place.anna.id]


async def test_a_pause_can_be_ended_from_a_panel(place: Place) -> None:
    table = await playing(place, Pace.FAST)
    for player in (place.anna, place.clara):
        await player.click(place.shown, label="Pause")
    panel = place.panel(place.anna)
    assert f"p1:{table.id}:go_on" in ids_of(panel)
    assert not any(each.startswith("t1:") for each in ids_of(panel)), "nothing can be done in a pause"
    await place.anna.user.click(panel, label="Go on")
    assert not table.now.paused, "one of the two who asked for it no longer does"
    assert any(each.startswith("t1:") for each in ids_of(place.panel(place.anna)))


async def test_after_a_restart_nobody_is_reminded_again(place: Place, clock: Clock) -> None:
    await playing(place, Pace.FAST)
    await passed(place, clock, 20)
    assert place.ping is not None
    before = place.ping.id
    await place.restart()
    assert place.ping.id == before
    await place.anna.slash(place.channel, "bid", bid="pass")
    await place.restart()
    assert place.ping is not None
    assert [each.id for each in mentioned(place)] == [place.bela.id]
