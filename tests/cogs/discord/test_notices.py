"""Sentences: whom direct messages reach, and the notices in the channels of tables."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import aiohttp
import pytest

from bot.tables import TableState
from cogs.discord.display import Display, Text
from cogs.discord.notices import DirectMessages, Notices
from tests.cogs.discord.helpers import CHANNEL, PatientQueue, Wall, refused, spoil
from tests.cogs.panels import StubTable
from tests.cogs.place import Place, words_of

CLOSED = [(403, 50007), (403, 50278), (403, 40003), (403, 20026), (400, 50033), (403, 50001), (403, 99999)]
"""Refusals of a direct message: known codes, and one that is not known."""


@pytest.mark.parametrize(("status", "code"), CLOSED)
async def test_every_refusal_means_that_direct_messages_do_not_arrive(
    place: Place, status: int, code: int
) -> None:
    path = f"/channels/{place.anna.user.dm_channel.id}/messages"
    place.env.inject_error("POST", path, status=status, code=code)
    assert not await place.services.direct_messages.send(place.anna.id, "dm.open")
    assert (await place.services.people.get(place.anna.id)).dm_ok is False


@pytest.mark.parametrize(("status", "code"), CLOSED)
@pytest.mark.parametrize("path", ["/users/@me/channels", "/channels/{}/messages"])
async def test_a_refused_hand_is_found_by_the_button_that_the_ping_names(
    place: Place, monkeypatch: pytest.MonkeyPatch, path: str, status: int, code: int
) -> None:
    monkeypatch.setattr("cogs.discord.failures.PAUSES", (600.0,))
    await place.open(place.bela, place.clara)
    path = path.format(place.anna.user.dm_channel.id)
    place.env.inject_error("POST", path, status=status, code=code, times=None)
    with place.as_bot():
        place.bot._connection._private_channels.clear()
        place.bot._connection._private_channels_by_user.clear()
    await place.anna.click(place.shown, label="Start")
    assert (await place.services.people.get(place.anna.id)).dm_ok is False
    assert place.ping is not None
    assert "My hand" in place.ping.content


async def test_a_ping_mentions_the_hand_button_once_direct_messages_turn_out_to_be_closed(
    place: Place,
) -> None:
    table = await place.start(place.bela, place.clara)
    assert place.ping is not None
    assert "My hand" not in place.ping.content
    with place.as_bot():
        await place.services.people.closed(place.anna.id)
        place.services.table_messages.of(table).refresh()
    await place.settle()
    assert "My hand" in place.ping.content


class Postman:
    """Direct messages to a reader of Japanese, with the calls to the people and the queue recorded."""

    def __init__(self, *failures: Exception, locale: str | None = "ja") -> None:
        self.sent: list[str] = []
        self._failures = list(failures)
        self.people = Mock(reached=AsyncMock(), closed=AsyncMock())
        self.people.get = AsyncMock(return_value=SimpleNamespace(locale=locale))
        self.queue = Mock()
        messenger: Any = SimpleNamespace(dm_channel=AsyncMock(return_value=CHANNEL), show_text=self._send)
        self.direct = DirectMessages(messenger, self.queue, self.people)

    async def _send(self, _: Display, text: Text) -> None:
        if self._failures:
            raise self._failures.pop(0)
        self.sent.append(text.content)


async def test_a_delivered_message_marks_its_recipient_as_reachable_again() -> None:
    postman = Postman()
    assert await postman.direct.send(7, "dm.open")
    postman.people.reached.assert_awaited_once_with(7)
    postman.queue.reachable_again.assert_called_once_with(7)


@pytest.mark.parametrize(("locale", "same"), [("ja", False), ("en", True), (None, True)])
async def test_a_person_without_a_known_locale_gets_english(locale: str | None, same: bool) -> None:
    postman, english = Postman(locale=locale), Postman(locale="en")
    for each in (postman, english):
        await each.direct.send(7, "dm.open")
    assert (postman.sent == english.sent) is same


@pytest.mark.parametrize("error", [refused(503, 0), aiohttp.ServerDisconnectedError()], ids=repr)
async def test_a_message_stopped_by_an_outage_is_queued(error: Exception) -> None:
    postman = Postman(error)
    assert await postman.direct.send_in_the_end(7, "dm.open")
    assert not postman.sent
    ((lane, _, job), _) = postman.queue.put.call_args
    await job()
    assert (lane, len(postman.sent)) == (7, 1)


async def test_a_message_refused_by_discord_is_not_queued() -> None:
    postman = Postman(refused(400, 50035))
    assert not await postman.direct.send_in_the_end(7, "dm.open")
    postman.queue.put.assert_not_called()


class Lobby:
    """A lobby to which a notice invites Anna."""

    def __init__(self) -> None:
        self.table: Any = StubTable(id="k3m9xp", channel_id=CHANNEL, guild_id=6, state=TableState.LOBBY)
        self.wall, self.queue = Wall(), PatientQueue()
        self.notices = Notices(self.queue, self.wall.messenger)

    async def invite(self) -> None:
        text = Text("a rematch", (7,))
        self.notices.post(self.table, "invitation", text, lambda: self.table.state is TableState.LOBBY)
        await self.queue.join()

    async def withdraw(self) -> None:
        self.notices.withdraw(self.table, "invitation")
        await self.queue.join()


async def test_a_notice_is_posted_once_and_withdrawn_after_a_restart_too() -> None:
    lobby = Lobby()
    await lobby.invite()
    await lobby.invite()
    assert lobby.wall.shown == {21: "a rematch"}
    assert lobby.wall.rows.kinds == {"invitation": 21}
    lobby.notices = Notices(lobby.queue, lobby.wall.messenger)
    for _ in range(2):
        await lobby.withdraw()
    assert lobby.wall.shown == {}
    assert lobby.wall.rows.kinds == {}
    assert lobby.wall.asked == ["post", "delete 21"]


async def test_a_notice_that_is_no_longer_wanted_is_not_posted() -> None:
    lobby = Lobby()
    lobby.table.state = TableState.PLAYING
    await lobby.invite()
    assert not lobby.wall.asked


async def test_a_notice_posted_too_late_is_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.failures.PAUSES", (600.0,))
    lobby = Lobby()
    lobby.wall.lost = [refused(503, 0)]
    await lobby.invite()
    lobby.table.state = TableState.PLAYING
    wanted = iter([True, False])
    lobby.notices.post(lobby.table, "other", Text("another"), lambda: next(wanted))
    await lobby.queue.join()
    assert lobby.wall.asked == ["post", "post", "delete 22"]
    await lobby.queue.close()


async def test_a_suspended_table_is_announced_once_listed_and_blocks_no_new_table(place: Place) -> None:
    place.errors_expected = True
    table = await place.start(place.bela, computers=1)
    board = place.shown
    await spoil(place, 99)
    for _ in range(2):
        await place.restart()
    (told,) = (each.content for each in place.public if "suspended" in each.content)
    assert table.id in told
    await place.clara.click(board, label="My hand")
    assert "Nothing is lost" in place.private(place.clara)[-1].content
    await place.anna.slash(place.channel, "tarock list")
    assert f"`{table.id}` suspended" in words_of(place.private(place.anna)[-1])
    other = place.guild.create_text_channel("other")
    await place.anna.slash(other, "tarock list")
    assert table.id not in "".join(map(words_of, other.history(viewer=place.anna)))
    await place.anna.slash(place.channel, "tarock new", game="tapp_tarock")
    assert place.table.id != table.id


async def test_a_suspended_table_resumes_where_it_stopped(place: Place) -> None:
    place.errors_expected = True
    table = await place.start(place.bela, computers=1)
    await spoil(place, 99)
    await place.restart()
    await spoil(place, 1)
    await place.restart()
    assert place.table.id == table.id
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert "anna: pass" in words_of(place.shown)
