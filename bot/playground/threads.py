"""Threads of the text channel: opened by the bot, archived by themselves, listed under the channel."""

from __future__ import annotations

from collections.abc import Callable

from bot.playground import objects
from bot.playground.errors import ApiError, Problems
from bot.playground.gateway import GUILDS
from bot.playground.world import (
    Change,
    ChangeKind,
    Channel,
    ChannelKind,
    Json,
    Message,
    World,
)

THREAD_CREATED = 18
"""The type of the message that tells in the channel that a thread has begun."""

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
NAME_LIMIT = 100

Dispatch = Callable[[str, Json, int], None]
"""Sends an event to the bot, given its name, its data and the intent that it needs."""


class Threads:
    """Opens and deletes threads, and tells the bot and the pages."""

    def __init__(self, world: World, dispatch: Dispatch) -> None:
        self._world = world
        self._dispatch = dispatch

    def open(self, channel_id: str, body: Json) -> Channel:
        """Open a public thread, with the message in its channel that tells of it.

        Raises:
            ApiError: 10003 if there is no such channel, 50024 if it can have no threads, 50035 for an
                invalid body.
        """
        world = self._world
        if world.channel(channel_id).kind is not ChannelKind.TEXT:
            raise ApiError(50024)
        check_thread(body)
        minutes = body.get("auto_archive_duration", 1440)
        thread = Channel(world.snowflake(), ChannelKind.THREAD, body["name"], archive_minutes=minutes)
        world.channels[thread.id] = thread
        self._dispatch("THREAD_CREATE", {**objects.thread(thread, world), "newly_created": True}, GUILDS)
        world.notify(Change(ChangeKind.THREADS))
        world.put(
            Message(
                world.snowflake(),
                channel_id,
                world.bot.id,
                world.clock.now(),
                content=thread.name,
                kind=THREAD_CREATED,
                thread=thread.id,
            )
        )
        return thread

    def written(self, message: Message) -> None:
        """Tell the pages of a thread that a message may have brought back from the archive."""
        if self._world.channels[message.channel_id].kind is ChannelKind.THREAD:
            self._world.notify(Change(ChangeKind.THREADS))

    def delete(self, thread_id: str) -> None:
        """Delete a thread with its messages.

        Raises:
            ApiError: 10003 if there is none, 50024 if it is no thread.
        """
        world, thread = self._world, self._world.channel(thread_id)
        if thread.kind is not ChannelKind.THREAD:
            raise ApiError(50024)
        for message in [each for each in world.messages.values() if each.channel_id == thread_id]:
            world.delete(message.id)
        del world.channels[thread_id]
        self._dispatch("THREAD_DELETE", objects.thread(thread, world), GUILDS)
        world.notify(Change(ChangeKind.THREADS))


def check_thread(body: Json) -> None:
    """Check the body of a request that opens a thread without a message.

    Raises:
        ApiError: 50035 if Discord would refuse it.
    """
    problems = Problems()
    if not 1 <= len(str(body.get("name") or "")) <= NAME_LIMIT:
        problems.add(("name",), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {NAME_LIMIT} in length.")
    if body.get("type") != ChannelKind.THREAD:
        problems.add(("type",), "BASE_TYPE_CHOICES", "The playground has public threads only.")
    if body.get("auto_archive_duration", 1440) not in ARCHIVE_MINUTES:
        problems.add(("auto_archive_duration",), "BASE_TYPE_CHOICES", f"Must be one of {ARCHIVE_MINUTES}.")
    problems.raise_any()
