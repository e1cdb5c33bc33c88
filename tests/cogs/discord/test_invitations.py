"""The message that calls people to the lobby of a rematch; with people, see `tests/cogs/test_rematch.py`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.store import Message
from bot.tables import TableState
from cogs.discord.invitations import INVITATION, Invitations
from cogs.discord.messenger import Text

POSTED = Message(INVITATION, 0, 5, 20)


class Channel:
    """The channel of a lobby, whose queue runs nothing by itself."""

    def __init__(self) -> None:
        self.table: Any = SimpleNamespace(
            id="k3m9xp", channel_id=5, guild_id=6, number=0, state=TableState.LOBBY
        )
        self.saved: list[Message] = []
        self.jobs: list[Any] = []
        self.messenger = Mock(save=AsyncMock(side_effect=lambda _, message: self.saved.append(message)))
        self.messenger.saved = AsyncMock(side_effect=lambda *_: self.saved)
        self.messenger.send_text = AsyncMock(return_value=(POSTED.message_id, None))
        self.messenger.delete = AsyncMock()
        self.messenger.forget = AsyncMock(side_effect=lambda *_: self.saved.clear())
        queue: Any = SimpleNamespace(put=lambda lane, _key, job: self.jobs.append((lane, job)))
        self.invitations = Invitations(queue, self.messenger)

    def begin(self, number: int = 1) -> None:
        """Let a deal of the table begin."""
        self.table.state, self.table.number = TableState.PLAYING, number

    async def run(self) -> None:
        """Run the jobs in the queue, and those that they put into it."""
        while self.jobs:
            lane, job = self.jobs.pop(0)
            assert lane == self.table.channel_id
            await job()


@pytest.fixture
def channel() -> Channel:
    return Channel()


async def test_an_invitation_mentions_people_and_stays_while_there_is_a_lobby(channel: Channel) -> None:
    channel.invitations.call(channel.table, "a rematch", (7, 8))
    await channel.run()
    assert channel.messenger.send_text.await_args.args[2:] == (Text("a rematch", (7, 8)),)
    assert channel.saved == [POSTED]
    await channel.invitations.follow(channel.table)
    await channel.run()
    channel.messenger.delete.assert_not_awaited()


@pytest.mark.parametrize("ended", [True, False])
async def test_an_invitation_is_deleted_when_the_deal_begins_or_the_table_ends(
    channel: Channel, *, ended: bool
) -> None:
    channel.invitations.call(channel.table, "a rematch", (7, 8))
    await channel.run()
    if ended:
        channel.table.state = TableState.ENDED
    else:
        channel.begin()
    await channel.invitations.follow(channel.table)
    await channel.run()
    assert channel.messenger.delete.await_args.args[1] == POSTED.message_id
    assert channel.saved == []


async def test_an_invitation_posted_only_after_the_deal_has_begun_is_deleted(channel: Channel) -> None:
    channel.invitations.call(channel.table, "a rematch", (7, 8))
    channel.begin()
    await channel.run()
    assert channel.messenger.delete.await_args.args[1] == POSTED.message_id
    assert channel.saved == []


async def test_later_deals_do_not_look_for_an_invitation(channel: Channel) -> None:
    channel.begin(2)
    await channel.invitations.follow(channel.table)
    channel.messenger.saved.assert_not_awaited()
