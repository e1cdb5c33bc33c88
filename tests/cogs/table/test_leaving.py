"""Leaving a table, coming back, and taking over the seat of a computer, as players see it."""

from __future__ import annotations

import pytest

from bot.rules.reasons import Refusal
from bot.tables import LiveTable, TableState
from tests.cogs.place import Place, all_pass, ids_of, words_of


async def test_a_person_leaves_the_lobby_by_command(place: Place) -> None:
    table = await place.open(place.bela)
    await place.bela.slash(place.channel, "tarock leave")
    assert table.now.seat_of(place.bela.id) is None
    assert "2. free" in words_of(place.shown)
    assert "You have left" in place.told(place.bela)
    await place.clara.slash(place.channel, "tarock leave")
    assert "not seated" in place.told(place.clara)


async def test_a_player_who_left_takes_the_seat_back_from_the_computer(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    assert f"p1:{table.id}:return" not in ids_of(place.shown)
    await place.bela.slash(place.channel, "tarock leave")
    assert "a computer plays on for you" in place.told(place.bela)
    assert table.now.seat_of(place.bela.id) == 1, "nothing has happened yet"
    await place.bela.click(place.last(place.bela), label="Leave")
    assert "You have left" in place.told(place.bela)
    await place.clara.click(place.shown, label="Back to my seat")
    assert "already seated" in place.told(place.clara)
    told_before = len(place.private(place.bela))
    await place.bela.click(place.shown, label="Back to my seat")
    assert table.now.seat_of(place.bela.id) == 1
    assert len(place.private(place.bela)) == told_before, "the table message shows it"
    assert f"p1:{table.id}:return" not in ids_of(place.shown)
    assert "bela\N{NO-BREAK SPACE}⚙" not in words_of(place.shown)


async def test_the_only_person_confirms_leaving_and_the_game_rests(place: Place) -> None:
    table = await place.start(computers=2)
    before = table.now.revision
    await place.anna.slash(place.channel, "tarock leave")
    assert "You are the only person" in place.told(place.anna)
    assert "deal 1 stays as it is" in place.told(place.anna)
    assert table.now.people == (place.anna.id,), "nothing has happened yet"
    await place.anna.click(place.last(place.anna), label="Leave")
    assert "You have left, and the table is asleep" in place.told(place.anna)
    assert (table.now.asleep, table.now.revision, table.now.state) == (True, before, TableState.PLAYING)
    shown = words_of(place.shown)
    assert "This table is asleep" in shown
    assert f"<t:{int(table.now.idle_since) + 14 * 24 * 60 * 60}:R>" in shown
    assert ids_of(place.shown)[0] == f"p1:{table.id}:return"
    assert place.ping is None
    await place.clara.slash(place.channel, "tarock list")
    assert f"`{table.id}` Tapp-Tarock, asleep in deal 1" in place.told(place.clara)


@pytest.mark.parametrize("way", ["press", "answer", "command", "direct message", "after a restart"])
async def test_a_resting_game_can_be_resumed(place: Place, way: str) -> None:
    table_id = (await place.start(computers=2)).id
    await place.leave(place.anna)
    if way == "after a restart":
        await place.restart()
    assert place.table.now.asleep
    await place.bela.click(place.shown, label="Resume")
    assert "Only someone who plays or played here" in place.told(place.bela)
    if way == "command":
        await place.anna.slash(place.channel, "tarock join")
        assert "You are seated" in place.told(place.anna)
    elif way == "answer":
        await place.anna.click(place.last(place.anna), label="Resume")
    elif way == "direct message":
        await place.anna.user.click(place.panel(place.anna), label="Resume")
    else:
        await place.anna.click(place.shown, label="Resume")
    table = place.table
    assert (table.id, table.now.asleep, table.now.people) == (table_id, False, (place.anna.id,))
    assert "This table is asleep" not in words_of(place.shown)
    assert place.ping is not None


async def test_an_action_resumes_a_game_that_fell_asleep(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    await place.env.advance_time(48 * 60 * 60)
    assert table.now.asleep
    assert "This table is asleep" in words_of(place.panel(place.anna))
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert "anna: pass" in words_of(place.shown)
    assert "This table is asleep" not in words_of(place.shown)


async def test_a_computers_seat_is_taken_over_between_two_deals(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    dora = place.come("dora")
    await place.leave(place.clara)
    assert f"p1:{table.id}:join" not in ids_of(place.shown)
    await dora.slash(place.channel, "tarock join")
    assert "A deal is being played" in place.told(dora)
    await place.clara.slash(place.channel, "tarock join")
    await all_pass(place, place.anna, place.bela, place.clara)
    await place.leave(place.clara)
    await dora.click(place.shown, label="Watch")
    assert "You are watching" in place.told(dora)
    watching = place.last(dora).id
    await dora.click(place.shown, label="Take a computer's seat")
    assert table.now.seat_of(dora.id) == 2
    assert "You take over clara's seat" in place.told(dora)
    (panel,) = [each for each in place.private(dora) if each.id == watching]
    assert "You sit at this table" in words_of(panel)
    text = words_of(place.shown)
    assert "dora has taken over clara's seat." in text
    await dora.click(place.shown, label="Score sheet")
    assert "clara: pass" in place.told(dora), "the deal is told with the names of those who played it"
    assert "dora: pass" not in place.told(dora)
    await place.restart()
    table = place.table
    assert f"p1:{table.id}:join" not in ids_of(place.shown)
    (greeting,) = dora.user.dm_channel.history()
    assert f"<#{place.channel.id}>" in greeting.content
    await dora.click(place.shown, label="Next deal")
    assert "deal 2" in words_of(place.panel(dora))
    await place.clara.slash(place.channel, "tarock join")
    assert "All seats are taken" in place.told(place.clara)


async def test_returning_to_a_seat_that_was_taken_meanwhile_is_refused(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, dora, join = await place.start(place.bela, place.clara), place.come("dora"), LiveTable.join
    await all_pass(place, place.anna, place.bela, place.clara)
    await place.leave(place.clara)

    async def join_after_dora(table: LiveTable, user_id: int, name: str) -> Refusal | None:
        await join(table, dora.id, "dora")
        return await join(table, user_id, name)

    monkeypatch.setattr(LiveTable, "join", join_after_dora)
    await place.clara.user.click(place.panel(place.clara), label="Back to my seat")
    assert table.now.seat_of(dora.id) == 2
    answer = place.directly(place.clara)
    assert "All seats are taken" in answer.content
    assert "not seated at this table" in words_of(place.panel(place.clara))
    assert not ids_of(place.panel(place.clara))
