"""What the tests of `cogs.discord`, and some others, share."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import discord
import pytest
from discord.components import _component_factory
from sqlalchemy import text

from bot.store import Message
from bot.store.database import Database, Step
from cogs.discord.budget import Budget, Priority
from cogs.discord.emojis import Emojis
from cogs.discord.messenger import Messenger, Tokens
from cogs.discord.page import Page
from cogs.discord.queue import Job, Lane, Queue
from cogs.discord.render import Mentions, Rendered
from cogs.discord.replies import TIMER
from tests.cogs.place import Place

CHANNEL = 5
START = datetime(2026, 1, 1, tzinfo=UTC)


def refused(status: int, code: int) -> discord.HTTPException:
    """Discord's answer to a request that failed."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    headers = {"Content-Type": "application/json", "Via": "1.1 proxy"}
    response: Any = SimpleNamespace(status=status, reason="refused", headers=headers, url="")
    return kind(response, {"code": code, "message": "a secret"})


class Clock:
    """A clock that advances only in `sleep`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.slept: list[float] = []
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: self.now)
        monkeypatch.setattr(asyncio, "sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 6))
        self.now += seconds


@dataclass
class Answered:
    """An interaction, and the stages that its answer has reached."""

    reached: list[str] = field(default_factory=list)
    was_reached: asyncio.Event = field(default_factory=asyncio.Event)
    is_done: bool = False
    type: discord.InteractionType = discord.InteractionType.component
    deferred: dict[str, object] = field(default_factory=dict)
    """The arguments with which it was deferred."""
    guild_id: int = 1

    def is_user_integration(self) -> bool:
        return False

    @property
    def response(self) -> Any:
        return SimpleNamespace(is_done=lambda: self.is_done, defer=self._defer)

    @property
    def followup(self) -> Any:
        return SimpleNamespace(send=self._send)

    @property
    def extras(self) -> dict[str, object]:
        return {TIMER: self._reach}

    def _reach(self, stage: str) -> None:
        self.reached.append(stage)
        self.was_reached.set()

    async def _defer(self, **how: object) -> None:
        self.is_done, self.deferred = True, how

    async def _send(self, *_: object, **__: object) -> None:
        assert self.is_done


def press(seconds: float, user: int = 1, *, message: int = 1, column: int = 0) -> Any:
    """A press by Discord's clock, on one of the buttons of a row below a message."""
    names = "abcde"
    buttons: Any = [{"type": 2, "style": 2, "custom_id": each} for each in names]
    row = _component_factory({"type": 17, "components": [{"type": 1, "components": buttons}]})
    return SimpleNamespace(
        created_at=START + timedelta(seconds=seconds),
        user=SimpleNamespace(id=user),
        message=SimpleNamespace(id=message, components=[row]),
        data={"custom_id": names[column]},
    )


def counted(place: Place, channels: set[int]) -> Counter[str]:
    """The requests that changed what some channels show, by method."""
    asked: Counter[str] = Counter()
    for each in place.env.http_requests:
        parts = each.path.split("/")
        if parts[1] == "channels" and int(parts[2]) in channels and "messages" in parts:
            asked[each.method] += each.method != "GET"
    return asked


async def spoil(place: Place, engine: int) -> None:
    """Mark all tables as saved under another version of the rules."""
    database = await Database.open(place.bot.settings.database_address)
    await database.write(Step(text(f"UPDATE tables SET engine = {engine}")))
    await database.close()


class NoEmojis(Emojis):
    """The emojis of a bot that may not upload any."""

    def __init__(self) -> None:
        super().__init__(cast("discord.Client", None), Budget())

    async def upload(self, _draw: Callable[[Callable[[], bytes]], Awaitable[bytes]]) -> None:
        pass


def acting(user_id: int, avatar: object = None) -> Any:
    """A person who acts."""
    return SimpleNamespace(id=user_id, avatar=avatar)


class Rows:
    """The messages that the store keeps, in memory."""

    def __init__(self) -> None:
        self.by_place: dict[tuple[str, str, int], Message] = {}
        self.history: list[Message] = []
        """All that were put, in order."""
        self.error: Exception | None = None

    async def of(self, table_id: str) -> list[Message]:
        return [each for (table, *_), each in self.by_place.items() if table == table_id]

    async def put(self, table_id: str, message: Message) -> None:
        if self.error:
            raise self.error
        self.put_soon(table_id, message)

    def put_soon(self, table_id: str, message: Message) -> None:
        self.by_place[table_id, message.kind, message.user_id] = message
        self.history.append(message)

    async def forget(self, table_id: str, kind: str, user_id: int) -> None:
        if self.error:
            raise self.error
        self.by_place.pop((table_id, kind, user_id), None)

    @property
    def kinds(self) -> dict[str, int]:
        """The ids of the messages by kind."""
        return {each.kind: each.message_id for each in self.by_place.values()}


class Wall:
    """A Discord of one channel, with a messenger for it; requests fail as the lists say."""

    def __init__(self) -> None:
        self.shown: dict[int, str] = {}
        """The text of each message by its id."""
        self.asked: list[str] = []
        """The counted requests that were made, such as `edit 20`."""
        self.refusals: list[Exception] = []
        """The errors of the next requests, which have no effect."""
        self.lost: list[Exception] = []
        """The errors of the next requests, which take effect all the same."""
        self.nonces: dict[int, int] = {}
        self.rows, self.tokens = Rows(), Tokens()
        client: Any = SimpleNamespace(user="the bot", create_dm=self._create_dm)
        client.get_partial_messageable = lambda *_, **__: SimpleNamespace(
            send=self._send, get_partial_message=self._message, fetch_message=self._fetch
        )
        renderer: Any = SimpleNamespace(render=self._render, mentions=Mentions())
        store: Any = SimpleNamespace(messages=self.rows)
        self.messenger = Messenger(client, store, renderer, self.tokens)

    async def _create_dm(self, _: object) -> Any:
        return SimpleNamespace(id=CHANNEL)

    async def _render(self, page: Page, _shown: Page | None = None) -> Rendered:
        return Rendered(page)

    def _request(self, what: str) -> None:
        self.asked.append(what)
        if self.refusals:
            raise self.refusals.pop(0)

    def _answer(self) -> None:
        if self.lost:
            raise self.lost.pop(0)

    async def _send(
        self, content: str = "", *, nonce: int, view: discord.ui.LayoutView | None = None, **_: object
    ) -> Any:
        self._request("post")
        if nonce not in self.nonces:
            self.nonces[nonce] = len(self.nonces) + 21
            self.shown[self.nonces[nonce]] = text_of(view) if view else content
        self._answer()
        return SimpleNamespace(id=self.nonces[nonce])

    def _message(self, message_id: int) -> Any:
        async def edit(view: discord.ui.LayoutView | None = None, content: str = "", **_: object) -> None:
            self._request(f"edit {message_id}")
            self.shown[message_id] = text_of(view) if view else content
            self._answer()

        async def delete() -> None:
            self._request(f"delete {message_id}")
            self.shown.pop(message_id, None)

        return SimpleNamespace(edit=edit, delete=delete)

    async def _fetch(self, message_id: int) -> Any:
        self._request(f"fetch {message_id}")
        raise refused(404, 10008)

    def token(self, message_id: int, error: Exception | None = None) -> AsyncMock:
        """Let a message be edited by a token; returns what is called then."""

        async def edit(view: discord.ui.LayoutView, **_: object) -> None:
            if error is not None:
                raise error
            self.shown[message_id] = text_of(view)

        edited = AsyncMock(side_effect=edit)
        interaction: Any = SimpleNamespace(extras={}, edit_original_response=edited)
        self.tokens.keep(message_id, interaction)
        return edited


def text_of(view: discord.ui.LayoutView) -> str:
    """The text of a message."""
    texts = [each.content for each in view.walk_children() if isinstance(each, discord.ui.TextDisplay)]
    return "\n".join(texts)


class PatientQueue(Queue):
    """A queue without a pace, in which nothing is put later but on request."""

    def __init__(self) -> None:
        super().__init__(Budget())
        self.later: dict[Hashable, tuple[float, Job, Priority]] = {}
        self.priorities: dict[Hashable, Priority] = {}

    def put(self, lane: Lane, key: Hashable, job: Job, priority: Priority = Priority.WAITING) -> None:
        self.priorities[key] = priority
        super().put(lane, key, job, priority)

    def put_later(
        self, seconds: float, lane: Lane, key: Hashable, job: Job, priority: Priority = Priority.WAITING
    ) -> None:
        self.later[key] = seconds, job, priority
