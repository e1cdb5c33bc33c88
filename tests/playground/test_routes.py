"""The handlers of the REST routes, called without a server and at exact times."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground.errors import ApiError
from bot.playground.faults import Faults
from bot.playground.routes import Request, Routes
from bot.playground.threads import Threads
from bot.playground.world import CHANNEL_ID, ChangeKind, Channel, ChannelKind, Message
from tests.playground.test_person import ScriptedBot

HOUR = 3600.0


class Api:
    """The routes, with a clock that stands still."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        bot = ScriptedBot()
        self.world = bot.world
        self.now = 2e9
        monkeypatch.setattr(self.world.clock, "now", lambda: self.now)
        threads = Threads(self.world, lambda *_: None)
        self._routes = Routes(self.world, bot.interactions, Faults(), lambda *_: "", threads)

    def send(self, channel: str = CHANNEL_ID) -> Message:
        sent = self._routes._create(Request({"channel": channel}, {}, {"content": "x"}, {}, ""))
        return self.world.messages[sent["id"]]

    def edit(self, message: Message) -> bool:
        """Edit a message, and return whether it was allowed."""
        params = {"channel": message.channel_id, "message": message.id}
        try:
            self._routes._edit(Request(params, {}, {"content": "y"}, {}, ""))
        except ApiError as error:
            if error.code == 30046:
                return False
            raise
        return True

    def history(self, **query: Any) -> list[str]:
        return [
            each["id"] for each in self._routes._history(Request({"channel": CHANNEL_ID}, query, {}, {}, ""))
        ]


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Api:
    return Api(monkeypatch)


def test_messages_can_be_edited_at_will_for_an_hour(api: Api) -> None:
    message = api.send()
    for age in (0.0, HOUR):
        api.now = 2e9 + age
        assert [api.edit(message) for _ in range(5)] == [True] * 5
    api.now = 2e9 + HOUR + 0.001
    assert [api.edit(message) for _ in range(5)] == [True] * 3 + [False] * 2


def test_an_old_message_can_be_edited_again_six_seconds_after_an_earlier_edit(api: Api) -> None:
    message = api.send()
    may_edit = []
    for second in (0, 2, 4, 5.999, 6, 7, 8):
        api.now = 2e9 + 2 * HOUR + second
        may_edit.append(api.edit(message))
    assert may_edit == [True, True, True, False, True, False, True]


def test_edits_of_old_messages_are_counted_by_channel(api: Api) -> None:
    api.world.channels["7"] = Channel("7", ChannelKind.TEXT, "other")
    here, there = api.send(), api.send("7")
    api.now += 2 * HOUR
    assert [api.edit(here) for _ in range(4)] == [True] * 3 + [False]
    assert api.edit(there)


def test_pages_are_told_of_a_thread_that_a_message_may_have_reopened(api: Api) -> None:
    thread = Channel(api.world.snowflake(), ChannelKind.THREAD, "x")
    api.world.channels[thread.id] = thread
    heard: list[ChangeKind] = []
    api.world.listen(lambda change: heard.append(change.kind))
    api.send(thread.id)
    assert heard == [ChangeKind.CREATED, ChangeKind.THREADS]


def test_the_history_has_the_latest_fifty_messages_by_default(api: Api) -> None:
    ids = [api.send().id for _ in range(51)]
    assert api.history() == ids[:0:-1]
    assert api.history(limit="1") == ids[-1:]
