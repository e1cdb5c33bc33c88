"""Sending: posting once, refused content, tokens, and what is recognized after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest

from bot.store import BEING_POSTED, Message, StoreError
from bot.text import words
from cogs.discord import messenger as module
from cogs.discord.display import NONCE_SECONDS, TRIES, Content, Display, Text
from cogs.discord.failures import IncompleteError
from cogs.discord.messenger import Messenger
from cogs.discord.page import Page
from tests.cogs.discord.helpers import CHANNEL, Wall, refused

ANNA, MESSAGE = 7, 20
BOT, SOMEBODY = "the bot", "somebody"
TABLE: Any = SimpleNamespace(id="k3m9xp", guild_id=6)
POSTED = Message("deal 2", 0, CHANNEL, BEING_POSTED)
OLD, NEW = Content(Page(("old",))), Content(Page(("new",)))
LOST = [refused(503, 0), aiohttp.ServerDisconnectedError(), TimeoutError()]


def display(message_id: int | None = None) -> Display:
    return Display("k3m9xp", "deal 1", 1, channel_id=CHANNEL, message_id=message_id)


async def show(wall: Wall, shown: Display, content: Content = NEW) -> None:
    await wall.messenger.show(shown, content, words("en"))


@pytest.mark.parametrize("error", LOST, ids=lambda error: type(error).__name__)
async def test_a_message_whose_answer_was_lost_is_posted_once(error: Exception) -> None:
    wall, shown = Wall(), display()
    wall.lost = [error]
    with pytest.raises(type(error)):
        await show(wall, shown, OLD)
    await show(wall, shown)
    assert wall.asked == ["post", "post", "edit 21"], "the attempt is repeated as it was, and then edited"
    assert wall.shown == {21: "new"}
    await show(wall, display())
    assert len(wall.shown) == 2, "another message has another nonce"


async def test_an_attempt_is_repeated_after_a_refusal_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wall, shown = Wall(), display()
    wall.lost = [TimeoutError()]
    with pytest.raises(TimeoutError):
        await show(wall, shown, OLD)
    wall.refusals = [refused(403, 50007)]
    with pytest.raises(discord.Forbidden):
        await show(wall, shown)
    await show(wall, shown)
    assert wall.asked == ["post"] * 3 + ["edit 21"]
    assert wall.shown == {21: "new"}
    shown = display()
    wall.lost = [TimeoutError()]
    with pytest.raises(TimeoutError):
        await show(wall, shown, OLD)
    loop = asyncio.get_running_loop()
    later = loop.time() + NONCE_SECONDS + 1
    monkeypatch.setattr(loop, "time", lambda: later)
    await show(wall, shown)
    assert wall.asked[4:] == ["post", "post"]
    assert wall.shown == {21: "new", 22: "old", 23: "new"}


async def test_a_refused_message_is_replaced_by_the_next_one() -> None:
    wall, shown = Wall(), display()
    wall.refusals = [refused(403, 50013)]
    with pytest.raises(discord.Forbidden):
        await show(wall, shown, OLD)
    await show(wall, shown)
    assert wall.asked == ["post", "post"]
    assert shown.shows(NEW)


async def refuse_often(wall: Wall, shown: Display) -> None:
    """Let Discord refuse a page until a notice is shown."""
    wall.refusals = [refused(400, 50035)] * TRIES
    for _ in range(TRIES):
        with pytest.raises(discord.HTTPException):
            await show(wall, shown)
    with pytest.raises(IncompleteError):
        await show(wall, shown)
    (text,) = wall.shown.values()
    assert "does not accept this message" in text


@pytest.mark.parametrize("message_id", [MESSAGE, None], ids=["edited", "posted"])
async def test_a_notice_takes_the_place_of_a_page_that_discord_refuses_and_then_the_page(
    message_id: int | None,
) -> None:
    wall, shown = Wall(), display(message_id)
    await refuse_often(wall, shown)
    assert not shown.shows(NEW)
    await show(wall, shown)
    assert list(wall.shown.values()) == ["new"]
    assert shown.shows(NEW)


async def test_a_page_that_discord_refuses_once_more_after_the_notice_is_given_up() -> None:
    wall, shown = Wall(), display(MESSAGE)
    await refuse_often(wall, shown)
    wall.refusals = [refused(400, 50035)] * 5
    with pytest.raises(discord.HTTPException):
        await show(wall, shown)
    for _ in range(3):
        await show(wall, shown)
    assert len(wall.refusals) == 4, "nothing more is sent"
    wall.refusals.clear()
    await show(wall, shown, OLD)
    assert wall.shown == {MESSAGE: "old"}


@pytest.mark.parametrize(
    "error",
    [refused(429, 30046), discord.RateLimited(600.0), refused(404, 10008), refused(404, 99999)],
    ids=repr,
)
async def test_a_message_that_may_not_be_edited_is_deleted_and_posted_again(error: Exception) -> None:
    wall, shown = Wall(), display(MESSAGE)
    wall.refusals = [error]
    await show(wall, shown)
    assert wall.asked == [f"edit {MESSAGE}", f"delete {MESSAGE}", "post"]
    assert shown.message_id == 21


async def test_a_text_that_discord_refuses_often_is_sent_with_the_time() -> None:
    wall, shown, text = Wall(), Display(channel_id=CHANNEL), Text("Your turn", (ANNA,))
    wall.refusals = [refused(400, 50035)] * TRIES
    for _ in range(TRIES):
        with pytest.raises(discord.HTTPException):
            await wall.messenger.show_text(shown, text)
    await wall.messenger.show_text(shown, text)
    assert wall.shown[21].startswith("Your turn\n-# <t:")
    assert shown.called == (ANNA,)
    await wall.messenger.show_text(shown, text)
    assert len(wall.asked) == TRIES + 1, "it is there"


async def test_a_private_answer_whose_content_discord_refuses_is_left_as_it_is() -> None:
    wall, shown = Wall(), Display(message_id=MESSAGE)
    edited = wall.token(MESSAGE, refused(400, 50035))
    for _ in range(3):
        assert not await wall.messenger.edit_by_token(shown, NEW)
    edited.assert_awaited_once()


async def test_what_is_refused_by_token_is_edited_by_a_request() -> None:
    wall, shown = Wall(), display(MESSAGE)
    wall.token(MESSAGE, refused(400, 50035))
    await show(wall, shown)
    assert wall.asked == [f"edit {MESSAGE}"]
    assert not wall.tokens.reach(MESSAGE)


async def test_while_all_is_refused_nothing_else_is_tried() -> None:
    wall, shown = Wall(), display(MESSAGE)
    wall.token(MESSAGE, refused(401, 0))
    with pytest.raises(discord.HTTPException):
        await show(wall, shown)
    assert not wall.asked


@pytest.mark.parametrize(
    ("code", "user_id", "ignored"), [(10008, 0, True), (10003, 0, False), (10003, ANNA, True)]
)
async def test_deleting_ignores_a_missing_message_but_not_a_missing_channel_of_a_server(
    code: int, user_id: int, *, ignored: bool
) -> None:
    wall, shown = Wall(), Display(user_id=user_id, channel_id=CHANNEL, message_id=MESSAGE)
    wall.refusals = [refused(404, code)]
    if ignored:
        await wall.messenger.delete(shown)
        assert shown.message_id is None
    else:
        with pytest.raises(discord.NotFound):
            await wall.messenger.delete(shown)


async def test_a_message_whose_page_is_unknown_is_fetched_to_take_its_controls() -> None:
    wall = Wall()
    await wall.messenger.retire(display(MESSAGE), None, words("en"))
    assert wall.asked == [f"fetch {MESSAGE}"], "it is gone"
    await wall.messenger.remove_controls(display())
    assert len(wall.asked) == 1


async def test_a_store_that_fails_costs_only_what_is_saved(caplog: pytest.LogCaptureFixture) -> None:
    wall, shown = Wall(), display()
    wall.rows.error = StoreError("the disk is full")
    await show(wall, shown)
    assert wall.shown == {21: "new"}
    await wall.messenger.forget(shown)
    assert "k3m9xp cannot be saved: the disk is full" in caplog.text
    assert "k3m9xp cannot be deleted from the database: the disk is full" in caplog.text


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


async def found_again(*there: Any, before: tuple[Message, ...] = (), posted: Message = POSTED) -> list[Any]:
    """The ids of the messages found after a restart, with the recovered id of the unconfirmed one."""
    saved = await messenger_of(*before, posted, there=there).saved(TABLE, ("deal", "ping"))
    return [each.message_id for each in saved]


async def test_an_unconfirmed_message_is_found_by_a_control_of_its_table() -> None:
    assert await found_again(found(12, table="k3m9xq"), found(11), found(10)) == [11]
    assert await found_again(found(12, of=SOMEBODY)) == []


async def test_the_message_of_the_previous_deal_is_not_matched() -> None:
    before = Message("deal 1", 0, CHANNEL, 11), Message("ping", 0, CHANNEL, 13)
    assert await found_again(found(11), found(10), before=before) == [11, 13]
    assert await found_again(found(12), found(11), before=before) == [11, 12, 13]


async def test_only_the_requested_messages_are_returned_oldest_first() -> None:
    saved = (
        Message("dm 2", ANNA, CHANNEL, 22, "digest"),
        Message("dm 1", ANNA, CHANNEL, 21),
        Message("dm 1", 8, CHANNEL, 23),
        Message("deal 1", 0, CHANNEL, 20),
    )
    messenger = messenger_of(*saved)
    messages = await messenger.saved(TABLE, ("dm",), ANNA)
    assert [(each.message_id, each.number) for each in messages] == [(21, 1), (22, 2)]
    assert [each.digest for each in messages] == ["", "digest"]
    assert [each.saved for each in messages] == [saved[1], saved[0]]
    assert [each.message_id for each in await messenger.saved(TABLE, ("deal", "old"))] == [20]
