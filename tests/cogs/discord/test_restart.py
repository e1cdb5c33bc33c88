"""After a restart nothing already shown is sent again, and nobody is pinged twice."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from bot.tables import TableState
from cogs.discord.budget import Priority
from cogs.discord.queue import Job, Lane, Queue
from tests.cogs.place import Place, act_once, acts_of, choose, ids_of, mark, marks_of, words_of


async def changes_of_a_restart(place: Place) -> Counter[str]:
    """How many messages the bot sends, edits and deletes because of a restart."""
    before = len(place.env.http_requests)
    await place.restart()
    made = place.env.http_requests[before:]
    return Counter(each.method for each in made if "/messages" in each.path)


async def test_nothing_already_shown_is_sent_again(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.slash(place.channel, "bid", bid="pass")
    shown, ping = words_of(place.shown), place.ping
    assert not await changes_of_a_restart(place)
    assert words_of(place.shown) == shown
    assert place.ping == ping
    await place.bela.user.click(place.panel(place.bela), label="Pass")
    assert "bela: pass" in words_of(place.shown)
    assert place.ping is not None
    assert f"<@{place.clara.id}>" in place.ping.content


async def test_nothing_is_sent_again_in_the_lobby_with_computers_or_between_deals(place: Place) -> None:
    table = await place.open(computers=2)
    assert not await changes_of_a_restart(place)
    await place.anna.click(place.shown, label="Start")
    while (table := place.table).now.state is TableState.PLAYING:
        await act_once(place)
        if len(table.now.open_log) in range(8, 12):
            assert not await changes_of_a_restart(place)
    assert not await changes_of_a_restart(place)


async def test_only_messages_that_changed_meanwhile_are_sent(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    with place.services.table_messages.of(table).held():
        await place.anna.user.click(place.panel(place.anna), label="Pass")
        assert await changes_of_a_restart(place) == {"PATCH": 1, "POST": 1, "DELETE": 1}, "and another ping"
    assert "anna: pass" in words_of(place.shown)


async def test_a_deleted_ping_does_not_suppress_the_next_one(place: Place) -> None:
    await place.start(place.bela, place.clara)
    for who in (place.anna, place.bela, place.clara):
        await who.slash(place.channel, "bid", bid="pass")
    assert not [each for each in place.public if each.content]
    await place.restart()
    await place.bela.click(place.shown, label="Next deal")
    assert place.ping is not None
    assert f"<@{place.bela.id}>" in place.ping.content


async def test_marks_in_a_panel_survive_a_restart(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await choose(place, place.anna, "bid dreier")
    for who in (place.bela, place.clara):
        await who.user.click(place.panel(who), label="Pass")
    while not (cards := marks_of(place.panel(place.anna))):
        await place.anna.user.click(place.panel(place.anna), custom_id=ids_of(place.panel(place.anna))[0])
    await mark(place.anna.user, lambda: place.panel(place.anna), *cards[:3])
    assert not await changes_of_a_restart(place)
    await place.anna.user.click(place.panel(place.anna), label="Discard (3)")
    assert not place.view(place.anna).to_discard


async def test_a_panel_updated_by_a_press_is_not_sent_again(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert not acts_of(place.panel(place.anna))
    assert not await changes_of_a_restart(place)


async def test_an_edit_of_unknown_outcome_is_repeated(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    await place.start(place.bela, place.clara)
    place.lose_tokens()
    monkeypatch.setattr("cogs.discord.failures.PAUSES", (60.0,))
    place.env.inject_error("PATCH", f"/channels/{place.channel.id}/*", status=503)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    made = await changes_of_a_restart(place)
    assert made == {"PATCH": 1}


async def test_the_bot_ends_only_after_an_action_that_has_begun_is_saved(place: Place) -> None:
    table = await place.start(computers=2)
    with place.as_bot():
        acting = asyncio.create_task(table.act(place.anna.id, None, [place.view(place.anna).actions[0]]))
        await asyncio.sleep(0)
        await place.bot.close()
        assert acting.done()
        assert await acting is None
        assert not place.bot.tables.tasks, "no computer is asked any more"


@pytest.mark.parametrize(("hours", "later"), [(0, False), (1, True)])
async def test_an_unused_table_with_a_deadline_is_shown_after_the_others(
    place: Place, monkeypatch: pytest.MonkeyPatch, *, hours: int, later: bool
) -> None:
    table = await place.start(place.bela, place.clara, pace="slow")
    with place.services.table_messages.of(table).held():
        await place.anna.user.click(place.panel(place.anna), label="Pass")
        await place.env.advance_time(hours * 3600.0)
    put, urgency = Queue.put, dict[object, Priority]()

    def noted(queue: Queue, lane: Lane, key: object, job: Job, priority: Priority = Priority.WAITING) -> None:
        urgency.setdefault(key, priority)
        put(queue, lane, key, job, priority)

    monkeypatch.setattr(Queue, "put", noted)
    await place.restart()
    keys = [(kind, table.id) for kind in ("ping", "dm")]
    assert {urgency[key] is Priority.FOLLOWING for key in keys} == {later}
    assert "anna: pass" in words_of(place.shown)


async def test_a_table_that_nobody_looks_at_waits_for_a_press(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    with place.services.table_messages.of(table).held():
        await place.anna.user.click(place.panel(place.anna), label="Pass")
        await place.env.advance_time(3600.0)
        assert not await changes_of_a_restart(place)
    assert "anna: pass" not in words_of(place.shown)
    await place.bela.click(place.shown, label="My hand")
    await place.bela.user.click(place.panel(place.bela), label="Pass")
    assert "bela: pass" in words_of(place.shown)
    assert place.ping is not None
    assert f"<@{place.clara.id}>" in place.ping.content


async def test_the_time_for_which_the_bot_did_not_run_does_not_count(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    with place.services.table_messages.of(table).held():
        await place.anna.user.click(place.panel(place.anna), label="Pass")
        await place.restart(away=3600.0)
    assert "anna: pass" in words_of(place.shown)
