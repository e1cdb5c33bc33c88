"""Leaving a table, coming back, and taking over the seat of a computer, as players see it."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from bot.rules.reasons import Refusal
from bot.tables import LiveTable, TableState
from tests.cogs.place import Place, ids_of, words_of


def told(place: Place, who: MemberActor) -> str:
    """What a person was last shown privately."""
    return words_of(place.private(who)[-1])


async def all_pass(place: Place, *people: MemberActor) -> None:
    """Let a deal end with its auction."""
    for who in people:
        await who.slash(place.channel, "bid", bid="pass")
    assert place.table.now.state is TableState.BETWEEN


async def test_a_person_leaves_the_lobby_by_command(place: Place) -> None:
    table = await place.open(place.bela)
    await place.bela.slash(place.channel, "tarock leave")
    assert table.now.seat_of(place.bela.id) is None
    assert "2. free" in words_of(place.shown)
    assert "You have left" in told(place, place.bela)
    await place.clara.slash(place.channel, "tarock leave")
    assert "not seated" in told(place, place.clara)


async def test_a_player_who_left_takes_the_seat_back_from_the_computer(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    assert f"p1:{table.id}:return" not in ids_of(place.shown)
    await place.bela.slash(place.channel, "tarock leave")
    assert "a computer plays on for you" in told(place, place.bela)
    assert table.now.seat_of(place.bela.id) == 1, "nothing has happened yet"
    await place.bela.click(place.private(place.bela)[-1], label="Leave")
    assert "You have left" in told(place, place.bela)
    await place.clara.click(place.shown, label="Back to my seat")
    assert "already seated" in told(place, place.clara)
    told_before = len(place.private(place.bela))
    await place.bela.click(place.shown, label="Back to my seat")
    assert table.now.seat_of(place.bela.id) == 1
    assert len(place.private(place.bela)) == told_before, "the table message shows it"
    assert f"p1:{table.id}:return" not in ids_of(place.shown)
    assert "bela\N{NO-BREAK SPACE}⚙" not in words_of(place.shown)


async def test_the_direct_message_offers_the_seat_back_too(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    await place.leave(place.bela)
    panel = place.panel(place.bela)
    assert "A computer is playing for you" in words_of(panel)
    assert ids_of(panel) == [f"p1:{table.id}:return"]
    await place.bela.user.click(panel, label="Back to my seat")
    assert table.now.seat_of(place.bela.id) == 1
    assert place.panel(place.bela).id == panel.id
    assert "your hand" in words_of(place.panel(place.bela))


async def test_the_only_person_confirms_leaving_and_the_game_rests(place: Place) -> None:
    table = await place.start(computers=2)
    before = table.now.revision
    await place.anna.slash(place.channel, "tarock leave")
    assert "You are the only person" in told(place, place.anna)
    assert "deal 1 stays as it is" in told(place, place.anna)
    assert table.now.people == (place.anna.id,), "nothing has happened yet"
    await place.anna.click(place.private(place.anna)[-1], label="Leave")
    assert "You have left, and the game rests" in told(place, place.anna)
    assert (table.now.asleep, table.now.revision, table.now.state) == (True, before, TableState.PLAYING)
    shown = words_of(place.shown)
    assert "The game rests" in shown
    assert f"<t:{int(table.now.idle_since) + 14 * 24 * 60 * 60}:R>" in shown
    assert ids_of(place.shown)[0] == f"p1:{table.id}:return"
    assert place.ping is None
    await place.clara.slash(place.channel, "tarock list")
    assert f"`{table.id}` Tapp-Tarock, resting in deal 1" in told(place, place.clara)


@pytest.mark.parametrize("way", ["press", "command", "direct message", "after a restart"])
async def test_a_resting_game_can_be_resumed(place: Place, way: str) -> None:
    table_id = (await place.start(computers=2)).id
    await place.leave(place.anna)
    if way == "after a restart":
        await place.restart()
    assert place.table.now.asleep
    await place.bela.click(place.shown, label="Take up again")
    assert "Only someone who sits or sat at this table" in told(place, place.bela)
    if way == "command":
        await place.anna.slash(place.channel, "tarock join")
        assert "You are seated" in told(place, place.anna)
    elif way == "direct message":
        await place.anna.user.click(place.panel(place.anna), label="Take up again")
    else:
        await place.anna.click(place.shown, label="Take up again")
    table = place.table
    assert (table.id, table.now.asleep, table.now.people) == (table_id, False, (place.anna.id,))
    assert "The game rests" not in words_of(place.shown)
    assert place.ping is not None


async def test_the_only_person_must_confirm_leaving_between_deals_too(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await all_pass(place, place.anna, place.bela, place.clara)
    for who in (place.bela, place.clara):
        await place.leave(who)
    await place.anna.slash(place.channel, "tarock leave")
    assert "rests after deal 1" in told(place, place.anna)


async def test_an_action_resumes_a_game_that_fell_asleep(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    await place.env.advance_time(48 * 60 * 60)
    assert table.now.asleep
    assert "The game rests" in words_of(place.panel(place.anna))
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert "anna: pass" in words_of(place.shown)
    assert "The game rests" not in words_of(place.shown)


async def test_a_computers_seat_is_taken_over_between_two_deals(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    dora = place.come("dora")
    await place.leave(place.clara)
    assert f"p1:{table.id}:join" not in ids_of(place.shown)
    await dora.slash(place.channel, "tarock join")
    assert "A deal is being played" in told(place, dora)
    await place.clara.slash(place.channel, "tarock join")
    await all_pass(place, place.anna, place.bela, place.clara)
    await place.leave(place.clara)
    await dora.click(place.shown, label="Watch")
    assert "You are watching" in told(place, dora)
    watching = place.private(dora)[-1].id
    await dora.click(place.shown, label="Take a computer's seat")
    assert table.now.seat_of(dora.id) == 2
    assert "You take over the seat of clara" in told(place, dora)
    (panel,) = [each for each in place.private(dora) if each.id == watching]
    assert "You sit at this table" in words_of(panel)
    text = words_of(place.shown)
    assert "dora has sat down in place of clara." in text
    assert "clara: pass" in text, "the deal is told with the names of those who played it"
    assert "dora: pass" not in text
    await place.restart()
    table = place.table
    assert f"p1:{table.id}:join" not in ids_of(place.shown)
    (greeting,) = dora.user.dm_channel.history()
    assert f"<#{place.channel.id}>" in greeting.content
    await dora.click(place.shown, label="Next deal")
    assert "deal 2" in words_of(place.panel(dora))
    await place.clara.slash(place.channel, "tarock join")
    assert "All seats are taken" in told(place, place.clara)


async def test_a_player_who_left_keeps_the_result_of_the_deal(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await all_pass(place, place.anna, place.bela, place.clara)
    result = "The deal is void"
    assert result in words_of(place.panel(place.bela))
    await place.leave(place.bela)
    assert result in words_of(place.panel(place.bela))
    await place.end(place.anna)
    said = words_of(place.panel(place.bela))
    assert result in said
    assert "The table has ended" in said


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
    answer = place.clara.user.dm_channel.history(viewer=place.clara.user)[-1]
    assert "All seats are taken" in answer.content
    assert "not seated at this table" in words_of(place.panel(place.clara))
    assert not ids_of(place.panel(place.clara))
