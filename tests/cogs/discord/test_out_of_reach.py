"""What is shown in the end, and what players are told, when Discord refuses or does not answer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.store import Server
from bot.tables import TableState
from cogs.discord.failures import JITTER, PAUSES, SLOW_PAUSE
from tests.cogs.place import Place, acts_of, ids_of, words_of

OUTAGE = PAUSES[-1] * (1 + JITTER)
"""The longest time, in seconds, until something is tried again."""


@pytest.fixture
async def place(place: Place) -> Place:
    """A place where Anna, Béla and Clara play, and Anna is to bid."""
    await place.start(place.bela, place.clara)
    place.lose_tokens()
    return place


def fail(
    place: Place, *, method: str = "*", status: int = 503, code: int = 0, times: int | None = None
) -> None:
    """Let requests about the channel fail."""
    path = f"/channels/{place.channel.id}/messages*"
    place.env.inject_error(method, path, status=status, code=code, times=times)


def heal(place: Place) -> None:
    place.env.backend.faults.clear()


def told(place: Place, who: Any) -> list[str]:
    """What a person has been told by direct message about the channel."""
    return [each.content for each in who.user.dm_channel.history() if "no longer post" in each.content]


async def test_after_an_outage_everything_is_shown(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.failures.PAUSES", (SLOW_PAUSE,))  # shorter ones would delay the test
    place.env.inject_error("*", "/channels/*", status=503, times=None)
    for who in (place.anna, place.bela):
        await who.slash(place.channel, "bid", bid="pass")
    assert "anna: pass" not in words_of(place.shown)
    assert place.services.queue.oldest_display > 0
    heal(place)
    await place.env.advance_time(SLOW_PAUSE * (1 + JITTER))
    assert "bela: pass" in words_of(place.shown)
    assert place.ping is not None
    assert f"<@{place.clara.id}>" in place.ping.content
    assert acts_of(place.panel(place.clara))
    assert place.services.queue.oldest_display == 0.0


@pytest.mark.parametrize("method", ["PATCH", "POST", "DELETE"])
async def test_one_failed_request_leaves_nothing_out_of_date(place: Place, method: str) -> None:
    fail(place, method=method, times=1)
    await place.anna.slash(place.channel, "bid", bid="pass")
    await place.env.advance_time(OUTAGE)
    assert "anna: pass" in words_of(place.shown)
    (ping,) = (each for each in place.public if not each.flags.components_v2)
    assert f"<@{place.bela.id}>" in ping.content


async def test_a_direct_message_that_failed_once_is_brought_up_to_date(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    path = f"/channels/{place.bela.user.dm_channel.id}/messages*"
    place.env.inject_error("PATCH", path, status=503)
    await place.anna.slash(place.channel, "bid", bid="pass")
    assert "status 503" in caplog.text
    await place.env.advance_time(OUTAGE)
    assert acts_of(place.panel(place.bela))


async def test_controls_of_the_last_message_are_removed_even_if_that_failed_once(place: Place) -> None:
    for who in (place.anna, place.bela, place.clara):
        await who.slash(place.channel, "bid", bid="pass")
    assert place.table.now.state is TableState.BETWEEN
    last = place.panel(place.bela)
    assert ids_of(last)
    path = f"/channels/{place.bela.user.dm_channel.id}/messages*"
    place.env.inject_error("PATCH", path, status=503)
    await place.anna.click(place.shown, label="Next deal")
    await place.env.advance_time(OUTAGE)
    (before,) = (each for each in place.bela.user.dm_channel.history() if each.id == last.id)
    assert not ids_of(before)
    assert ids_of(place.panel(place.bela)) != ids_of(last)


@pytest.mark.parametrize("code", [10003, 50001, 50013, 50083, 160005])
async def test_players_are_told_once_how_to_repair_a_lost_channel(
    place: Place, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    fail(place, status=404 if code == 10003 else 403, code=code)
    for who in (place.anna, place.bela):
        await who.user.click(place.panel(who), label="Pass")
    await place.env.advance_time(2 * SLOW_PAUSE)
    for who in (place.anna, place.bela, place.clara):
        (sentence,) = told(place, who)
        assert f"<#{place.channel.id}>" in sentence
        assert "channel_lost" not in sentence
    assert not [record for record in caplog.records if record.exc_info]
    assert place.services.queue.oldest_display == 0.0, "nobody waits for the bot"


async def test_a_lost_channel_is_retried_slowly(place: Place) -> None:
    fail(place, status=403, code=50013)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    before = len(place.env.http_requests)
    await place.env.advance_time(OUTAGE)
    assert len(place.env.http_requests) == before
    heal(place)
    await place.env.advance_time(SLOW_PAUSE * (1 + JITTER))
    assert "anna: pass" in words_of(place.shown)


async def test_a_press_in_a_lost_channel_makes_the_bot_retry_it(place: Place) -> None:
    fail(place, status=400, code=50083)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    heal(place)
    await place.clara.click(place.shown, label="Rules")
    assert "anna: pass" in words_of(place.shown)


@pytest.mark.parametrize(
    "event",
    ["channel_update", "thread_update", "role_update", "member_update", "guild_join", "guild_available"],
)
async def test_a_discord_event_makes_the_bot_retry_a_lost_channel(place: Place, event: str) -> None:
    fail(place, status=403, code=50001)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    heal(place)
    guild, channel = place.bot.guilds[0], place.bot.get_channel(place.channel.id)
    assert isinstance(channel, discord.TextChannel)
    arguments: dict[str, tuple[str, tuple[Any, ...]]] = {
        "channel_update": ("guild_channel_update", (channel, channel)),
        "thread_update": ("raw_thread_update", (SimpleNamespace(thread_id=channel.id),)),
        "role_update": ("guild_role_update", (guild.default_role, guild.default_role)),
        "member_update": ("member_update", (guild.me, guild.me)),
        "guild_join": ("guild_join", (guild,)),
        "guild_available": ("guild_available", (guild,)),
    }
    name, values = arguments[event]
    assert "anna: pass" not in words_of(place.shown)
    await place.services.servers.put(Server(place.guild.id, greeted=True))
    place.bot.dispatch(name, *values)
    await place.settle()
    await place.services.queue.join()
    assert "anna: pass" in words_of(place.shown)


async def test_without_direct_messages_the_next_panel_mentions_the_lost_channel(place: Place) -> None:
    path = f"/channels/{place.bela.user.dm_channel.id}/messages"
    place.env.inject_error("POST", path, status=403, code=50007, times=None)
    fail(place, status=403, code=50013)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    said = []
    for _ in range(2):
        await place.hand(place.bela)
        said.append("no longer post" in words_of(place.private(place.bela)[-1]))
    assert said == [True, False]


async def test_direct_messages_resume_when_they_are_open_again(place: Place) -> None:
    path = f"/channels/{place.bela.user.dm_channel.id}/messages"
    for who in (place.anna, place.bela, place.clara):
        await who.slash(place.channel, "bid", bid="pass")
    place.env.inject_error("POST", path, status=403, code=50007, times=None)
    await place.anna.click(place.shown, label="Next deal")
    assert (await place.services.people.get(place.bela.id)).dm_ok is False
    assert "deal 2" not in words_of(place.panel(place.bela))
    heal(place)
    await place.env.advance_time(SLOW_PAUSE * (1 + JITTER))
    assert "deal 2" in words_of(place.panel(place.bela))
    assert (await place.services.people.get(place.bela.id)).dm_ok is True


async def test_an_ended_table_is_not_retried_in_a_lost_channel(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    table = place.table
    assert place.ping is not None
    fail(place, status=403, code=50001)
    with place.as_bot():
        await table.end(place.anna.id)
    await place.settle()
    await place.services.queue.join()
    assert table.now.state is TableState.ENDED
    assert place.services.queue.out_of_reach == 0
    assert not [record for record in caplog.records if record.exc_info]
    assert "next try" not in caplog.text


@pytest.mark.parametrize(
    ("status", "code", "said"), [(400, 50083, "thread is archived"), (503, 0, "keeps trying")]
)
async def test_a_table_is_reported_as_shown_only_if_it_is(
    place: Place, status: int, code: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.discord.failures.PAUSES", (SLOW_PAUSE,))  # shorter ones would delay the test
    fail(place, status=status, code=code)
    await place.anna.slash(place.channel, "tarock show")
    answer = place.private(place.anna)[-1].content
    assert said in answer
    heal(place)
    before = place.shown.id
    await place.anna.slash(place.channel, "tarock show")
    assert place.private(place.anna)[-1].content != answer
    assert "reposted" in place.private(place.anna)[-1].content
    assert place.shown.id != before
