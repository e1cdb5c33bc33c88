"""What the posting of a table message changes: the message before, the ping, and what is remembered."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.store import BEING_POSTED, Message
from bot.text import words
from cogs.discord.budget import Budget
from cogs.discord.failures import cause_of
from cogs.discord.page import Button, Page
from cogs.discord.queue import Queue
from cogs.discord.table_message import BURIED, TableMessage
from tests.cogs.discord.test_queue import refused
from tests.cogs.discord.test_table_message import waiting

NEXT = Page(("next",))


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.table_message.public_words", lambda _: words("en"))


def shown(*, message_id: int | None = 20) -> tuple[TableMessage, Any]:
    """The message of the first deal at a table in its second, and the mock that owns it."""
    message, owner = waiting(number=1)
    message._message = message_id
    owner.messenger = AsyncMock(done_with=Mock(), is_free=Mock(return_value=True))
    owner.messenger.saved.return_value = []
    return message, owner


def put(owner: Any) -> list[object]:
    """What has been put into the queue."""
    return [each.args[1] for each in owner.queue.put.call_args_list]


def rows(owner: Any) -> list[Message]:
    """What has been saved of messages, in order."""
    return [each.args[1] for each in owner.messenger.save.await_args_list]


async def test_a_message_posted_by_a_token_replaces_the_one_before() -> None:
    message, owner = shown()
    assert await message.post_by_token(NEXT, AsyncMock(return_value=21))
    assert message.is_at(21)
    assert message.shown == NEXT
    owner.messenger.done_with.assert_called_once_with(20)
    owner.posted.assert_called_once_with(message._table)
    assert ("ping", "k3m9xp") not in put(owner), "the ping is still in its place"
    first, *_, last = rows(owner)
    assert (first.kind, first.message_id) == ("deal 2", BEING_POSTED)
    assert (last.kind, last.message_id, last.digest) == ("deal 2", 21, NEXT.digest)
    assert owner.messenger.save.await_args.kwargs == {"instead_of": "deal 1"}


async def test_the_first_message_brings_the_ping() -> None:
    message, owner = shown(message_id=None)
    assert await message.post_by_token(NEXT, AsyncMock(return_value=21))
    assert put(owner) == [("ping", "k3m9xp")]
    owner.messenger.done_with.assert_not_called()


async def test_the_count_of_messages_below_starts_again_once_the_table_is_posted() -> None:
    message, _ = shown()
    message.bring_down()
    await message.post_by_token(NEXT, AsyncMock(return_value=21))
    for _below in range(BURIED - 1):
        message.posted_below()
    assert message.is_free
    message.posted_below()
    assert not message.is_free


async def test_a_posted_message_shows_that_the_channel_is_within_reach() -> None:
    message, _ = shown()
    message.reach._cause = cause_of(refused(403, 50013))
    assert message.reach.reason(words("en"))
    await message.post_by_token(NEXT, AsyncMock(return_value=21))
    assert not message.reach.reason(words("en"))


@pytest.mark.parametrize("message_id", [None, 21])
async def test_a_message_is_looked_for_only_if_its_posting_was_not_confirmed(message_id: int | None) -> None:
    message, owner = shown()
    is_known = message_id is not None
    assert await message.post_by_token(NEXT, AsyncMock(return_value=message_id)) is is_known
    for _press in range(2):
        assert await message.page_for(99) is None
    looked_for = [each.args[1] for each in owner.messenger.saved.await_args_list]
    assert looked_for == ([] if is_known else [("deal",)]), "once, and no other kind of message"


async def test_the_message_in_doubt_takes_the_place_of_the_one_before_once_it_is_found() -> None:
    message, owner = shown()
    found = Message("deal 2", 0, 1, 21, "digest")
    owner.messenger.saved.return_value = [found]
    await message.post_by_token(NEXT, AsyncMock(return_value=None))
    assert await message.page_for(20) is None
    assert message.is_at(21)
    assert not message.is_of_earlier_deal
    owner.messenger.remove_controls.assert_awaited_once_with(message._channel, 20)
    owner.messenger.done_with.assert_called_once_with(20)
    owner.messenger.save.assert_awaited_with(message._table, found, instead_of="deal 1")


async def test_a_message_in_doubt_that_is_not_found_leaves_the_one_before_as_it_is() -> None:
    message, owner = shown()
    owner.messenger.saved.return_value = [Message("deal 1", 0, 1, 20)]
    message._shown = NEXT
    await message.post_by_token(NEXT, AsyncMock(return_value=None))
    assert await message.page_for(20) == NEXT
    owner.messenger.done_with.assert_not_called()
    assert [each.kind for each in rows(owner)] == ["deal 2"], "as being posted"


async def test_a_message_is_saved_as_being_posted_before_it_is_sent() -> None:
    message, owner = shown(message_id=None)

    async def send(*_: object) -> tuple[int, Page]:
        assert [(each.kind, each.message_id) for each in rows(owner)] == [("deal 2", BEING_POSTED)]
        return 21, NEXT

    owner.messenger.send = send
    await message._show(NEXT)
    assert rows(owner)[-1].message_id == 21
    owner.messenger.edit.assert_not_awaited()


async def test_a_message_that_was_sent_with_an_earlier_page_is_edited() -> None:
    message, owner = shown(message_id=None)
    earlier = Page(("earlier",))
    owner.messenger.send.return_value = 21, earlier
    await message._show(NEXT)
    owner.messenger.edit.assert_awaited_once_with(message._channel, 21, NEXT, earlier, words("en"))
    assert message.shown == NEXT


@pytest.mark.parametrize(
    ("before", "is_stripped"),
    [(None, True), (Page(("text",), ((Button("id", "Join"),),)), True), (Page(("text",)), False)],
    ids=["unknown", "with controls", "without controls"],
)
async def test_the_message_before_one_posted_by_a_token_is_left_without_controls(
    before: Page | None, *, is_stripped: bool
) -> None:
    message, owner = shown()
    message._shown = before
    assert await message.post_by_token(NEXT, AsyncMock(return_value=21))
    assert (("controls", 20) in put(owner)) is is_stripped


async def test_a_channel_out_of_reach_is_tried_at_once_for_a_person_who_asks_for_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    message, owner = waiting()
    owner.queue = Queue(Budget())
    monkeypatch.setattr(message, "_update_ping", AsyncMock())

    async def lost() -> None:
        raise refused(403, 50013)

    async def posted() -> None:
        message._below = 0

    monkeypatch.setattr(message, "_update", lost)
    assert not await message.post_again()
    monkeypatch.setattr(message, "_update", posted)
    assert await message.post_again()
    await owner.queue.close()
