"""Which message of a channel is recognized as one left unconfirmed, and which failures are ignored."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.store import BEING_POSTED, Message, StoreError
from bot.text import words
from cogs.discord import messenger as module
from cogs.discord.failures import IncompleteError
from cogs.discord.mentions import Mentions
from cogs.discord.messenger import Messenger, Text
from cogs.discord.page import Page, digest_of
from cogs.discord.render import Rendered
from cogs.discord.tokens import Tokens
from cogs.discord.trials import TRIES
from tests.cogs.discord.test_queue import refused

CHANNEL, ANNA = 5, 7
BOT, SOMEBODY = "the bot", "somebody"
TABLE: Any = SimpleNamespace(id="k3m9xp", guild_id=6)
POSTED = Message("deal 2", 0, CHANNEL, BEING_POSTED)


def found(number: int, *, of: str = BOT, table: str = "k3m9xp", text: str = "") -> Any:
    """A message in the channel, with a control of a table and perhaps a text."""
    return SimpleNamespace(id=number, author=of, content=text, controls=[f"p1:{table}:hand"])


def messenger_of(*saved: Message, there: tuple[Any, ...] = (), error: Exception | None = None) -> Messenger:
    """A messenger with these saved messages and this channel history, the latest message first."""

    async def history(limit: int) -> AsyncIterator[Any]:
        if error is not None:
            raise error
        for each in there[:limit]:
            yield each

    client: Any = Mock(user=BOT)
    client.get_partial_messageable.return_value = SimpleNamespace(history=history)
    store: Any = SimpleNamespace(messages=SimpleNamespace(of=AsyncMock(return_value=saved)))
    return Messenger(client, store, Mock(), Mock())


@pytest.fixture(autouse=True)
def _controls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "controls_of", lambda message: message.controls)


async def found_again(*there: Any, before: tuple[Message, ...] = (), posted: Message = POSTED) -> list[int]:
    """The ids of the messages found after a restart, with the recovered id of the unconfirmed one."""
    saved = await messenger_of(*before, posted, there=there).saved(TABLE, ("deal", "ping"))
    return [each.message_id for each in saved]


async def test_an_unconfirmed_message_is_found_by_a_control_of_its_table() -> None:
    assert await found_again(found(12, table="k3m9xq"), found(11), found(10)) == [11]


async def test_a_message_of_another_author_is_not_matched() -> None:
    assert await found_again(found(12, of=SOMEBODY)) == []


async def test_the_message_of_the_previous_deal_is_not_matched() -> None:
    before = Message("deal 1", 0, CHANNEL, 11), Message("ping", 0, CHANNEL, 13)
    assert await found_again(found(11), found(10), before=before) == [11, 13]
    assert await found_again(found(12), found(11), before=before) == [11, 12, 13]


async def test_a_ping_is_found_by_its_text() -> None:
    ping = Message("ping", 0, CHANNEL, BEING_POSTED, digest_of("It is your turn"))
    there = found(13, text="It is mine"), found(12, text="It is your turn"), found(11, text="It is your turn")
    assert await found_again(*there, posted=ping) == [12]


async def test_only_the_requested_messages_are_returned_oldest_first() -> None:
    saved = (
        Message("dm 2", ANNA, CHANNEL, 22),
        Message("dm 1", ANNA, CHANNEL, 21),
        Message("dm 1", 8, CHANNEL, 23),
        Message("deal 1", 0, CHANNEL, 20),
    )
    messenger = messenger_of(*saved)
    assert [each.message_id for each in await messenger.saved(TABLE, ("dm",), ANNA)] == [21, 22]
    assert [each.message_id for each in await messenger.saved(TABLE, ("deal", "old"))] == [20]


async def test_nothing_is_found_in_an_unreadable_channel_but_an_outage_raises(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, "cogs.discord.messenger"):
        assert await messenger_of(POSTED, error=refused(403, 50001)).saved(TABLE, ("deal",)) == []
    (line,) = caplog.messages
    assert line.startswith("A message of table k3m9xp cannot be looked for: ")
    with pytest.raises(discord.DiscordServerError):
        await messenger_of(POSTED, error=refused(503, 0)).saved(TABLE, ("deal",))


@pytest.mark.parametrize(("code", "ignored"), [(10008, True), (10003, False)])
async def test_deleting_ignores_a_missing_message_but_not_a_missing_channel(
    code: int, *, ignored: bool
) -> None:
    message = Mock(delete=AsyncMock(side_effect=refused(404, code)))
    channel: Any = SimpleNamespace(id=CHANNEL, get_partial_message=lambda _: message)
    messenger = messenger_of()
    if ignored:
        await messenger.delete(channel, 20)
    else:
        with pytest.raises(discord.NotFound):
            await messenger.delete(channel, 20)


@pytest.mark.parametrize("instead_of", ["", "ping"])
async def test_a_message_that_cannot_be_saved_is_shown_all_the_same_and_the_operator_told(
    instead_of: str, caplog: pytest.LogCaptureFixture
) -> None:
    messages = Mock(put=AsyncMock(side_effect=StoreError("the disk is full")), forget=AsyncMock())
    messenger = Messenger(Mock(), Mock(messages=messages), Mock(), Mock())
    await messenger.save(TABLE, Message("reminder", 0, CHANNEL, 20), instead_of=instead_of)
    assert messages.forget.await_args_list == ([(("k3m9xp", "ping", 0),)] if instead_of else [])
    assert "k3m9xp cannot be saved: the disk is full" in caplog.text


async def test_a_message_that_cannot_be_forgotten_stays_and_the_operator_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    messages = Mock(forget=AsyncMock(side_effect=StoreError("the disk is full")))
    messenger = Messenger(Mock(), Mock(messages=messages), Mock(), Mock())
    await messenger.forget(TABLE, "dm 3", ANNA)
    messages.forget.assert_awaited_once_with("k3m9xp", "dm 3", ANNA)
    assert "k3m9xp cannot be forgotten: the disk is full" in caplog.text


SCORE = Page(("score",))


class Wall:
    """A channel with one message, whose edits Discord refuses for a while; each accepted page is kept."""

    def __init__(self, error: Exception, times: int) -> None:
        self.errors = [error] * times
        self.shown: list[Page] = []
        self.tokens = Tokens()
        renderer = Mock(render=self._render, mentions=Mentions())
        self.messenger = Messenger(Mock(), Mock(), renderer, self.tokens)

    async def _render(self, page: Page, _shown: Page | None = None) -> Rendered:
        return Rendered(page)

    @property
    def channel(self) -> Any:
        async def edit(view: discord.ui.LayoutView, **_: object) -> None:
            if self.errors:
                raise self.errors.pop(0)
            texts = [
                each.content for each in view.walk_children() if isinstance(each, discord.ui.TextDisplay)
            ]
            self.shown.append(Page(tuple(texts)))

        return SimpleNamespace(id=CHANNEL, get_partial_message=lambda _: SimpleNamespace(edit=edit))

    async def edit(self, page: Page = SCORE) -> bool:
        return await self.messenger.edit(self.channel, 20, page, None, words("en"))


async def test_a_notice_takes_the_place_of_a_page_that_discord_refuses_and_then_the_page() -> None:
    wall = Wall(refused(400, 50035), TRIES)
    for _ in range(TRIES):
        with pytest.raises(discord.HTTPException):
            await wall.edit()
    with pytest.raises(IncompleteError):
        await wall.edit()
    assert "does not accept this message" in wall.shown[0].text
    assert await wall.edit()
    assert wall.shown[1:] == [SCORE]


async def test_a_page_that_discord_refuses_once_more_after_the_notice_is_given_up() -> None:
    wall = Wall(refused(400, 50035), TRIES)
    for _ in range(TRIES):
        with pytest.raises(discord.HTTPException):
            await wall.edit()
    with pytest.raises(IncompleteError):
        await wall.edit()
    wall.errors = [refused(400, 50035)] * 5
    with pytest.raises(discord.HTTPException):
        await wall.edit()
    for _ in range(3):
        assert await wall.edit()
    assert len(wall.errors) == 4, "nothing more is sent"
    wall.errors.clear()
    assert await wall.edit(Page(("another score",)))


@pytest.mark.parametrize(
    "error",
    [refused(429, 30046), discord.RateLimited(600.0), refused(404, 10008), refused(404, 99999)],
    ids=repr,
)
async def test_a_message_that_may_not_be_edited_is_to_be_posted_again(error: Exception) -> None:
    assert not await Wall(error, 1).edit()


async def test_a_text_that_discord_refuses_often_is_sent_with_the_time() -> None:
    sent: list[str] = []

    async def send(content: str, **_: object) -> Any:
        sent.append(content)
        if len(sent) <= TRIES:
            raise refused(400, 50035)
        return SimpleNamespace(id=30)

    wall = Wall(refused(400, 50035), 0)
    channel: Any = SimpleNamespace(send=send)
    for _ in range(TRIES):
        with pytest.raises(discord.HTTPException):
            await wall.messenger.send_text("ping", channel, Text("Your turn"))
    message_id, text = await wall.messenger.send_text("ping", channel, Text("Your turn"))
    assert message_id == 30
    assert text.content.startswith("Your turn\n-# <t:")


async def test_a_private_answer_whose_content_discord_refuses_is_left_as_it_is() -> None:
    wall = Wall(refused(400, 50035), 0)
    interaction: Any = SimpleNamespace(
        is_expired=lambda: False, extras={}, edit_original_response=AsyncMock(side_effect=refused(400, 50035))
    )
    wall.tokens.keep(20, interaction)
    for _ in range(3):
        assert not await wall.messenger.edit_by_token(20, SCORE, None)
    interaction.edit_original_response.assert_awaited_once()
