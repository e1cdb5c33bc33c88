"""Threads: opened by the bot, shown under their channel, archived by themselves."""

from __future__ import annotations

import asyncio

import discord
import pytest

from bot.playground import Playground, objects
from bot.playground.commands import RefusedError, Where
from bot.playground.page_view import PageView
from bot.playground.person import Person
from bot.playground.world import CHANNEL_ID
from tests.playground.bots import Bot

DAY = 24 * 60 * 60.0


async def opened(bot: Bot, name: str = "Tapp-Tarock · Anna") -> discord.Thread:
    channel = bot.get_channel(int(CHANNEL_ID))
    assert isinstance(channel, discord.TextChannel)
    return await channel.create_thread(name=name, type=discord.ChannelType.public_thread)


async def test_a_thread_is_known_to_bot_and_people(bot: Bot, playground: Playground, anna: Person) -> None:
    thread = await opened(bot)
    await thread.add_user(discord.Object(int(anna.user.id)))
    sent = await thread.send("hello")
    channels = PageView(playground.world, anna.user, "").channels()
    assert [(each["name"], each["thread"]) for each in channels] == [("tarock", False), (thread.name, True)]
    (notice,) = anna.channel()
    assert PageView(playground.world, anna.user, "").message(notice)["thread"] == str(thread.id)
    anna.look_at(str(thread.id))
    assert [message.id for message in anna.channel()] == [str(sent.id)]
    message = (await anna.slash("tarock new", game="Tapp-Tarock")).message
    assert message.channel_id == str(thread.id)
    channel = bot.interactions[-1].channel
    assert isinstance(channel, discord.Thread)
    assert channel.parent_id == int(CHANNEL_ID)
    assert bot.guilds[0].get_thread(thread.id) is not None


async def test_the_notice_of_a_thread_refers_to_it(bot: Bot) -> None:
    thread = await opened(bot)
    assert isinstance(thread.parent, discord.TextChannel)
    (reference,) = [each.reference async for each in thread.parent.history()]
    assert reference is not None
    assert (reference.type, reference.channel_id) == (discord.MessageReferenceType.default, thread.id)


async def test_a_quiet_thread_is_archived_until_somebody_writes(bot: Bot, playground: Playground) -> None:
    thread = await opened(bot)
    sent = await thread.send("hello")
    playground.clock.advance(DAY + 1)
    assert not objects.open_threads(playground.world)
    with pytest.raises(discord.HTTPException) as caught:
        await sent.edit(content="changed")
    assert caught.value.code == 50083
    await thread.send("again")
    assert objects.open_threads(playground.world)
    await sent.edit(content="changed")


async def test_a_deleted_thread_is_gone_with_its_messages(
    bot: Bot, playground: Playground, anna: Person
) -> None:
    thread = await opened(bot)
    await thread.send("hello")
    told = asyncio.create_task(bot.wait_for("raw_thread_delete", timeout=5))
    await thread.delete()
    assert (await told).thread_id == thread.id
    assert len(playground.world.messages) == 1
    with pytest.raises(RefusedError):
        anna.look_at(str(thread.id))
    with pytest.raises(discord.NotFound):
        await thread.send("late")


async def test_threads_with_invalid_bodies_or_places_are_refused(bot: Bot, anna: Person) -> None:
    with pytest.raises(discord.HTTPException) as caught:
        await opened(bot, "x" * 101)
    assert caught.value.code == 50035
    thread = await opened(bot)
    channel = bot.get_channel(int(CHANNEL_ID))
    assert isinstance(channel, discord.TextChannel)
    with pytest.raises(discord.HTTPException) as caught:
        await channel.create_thread(name="secret", type=discord.ChannelType.private_thread)
    assert caught.value.code == 50035
    for refused in (
        bot.http.start_thread_without_message(thread.id, name="x", type=11, auto_archive_duration=60),
        channel.delete(),
    ):
        with pytest.raises(discord.HTTPException) as caught:
            await refused
        assert caught.value.code == 50024
        assert caught.value.text == "Cannot execute action on this channel type"


@pytest.mark.parametrize("needed", ["32", "0"])
async def test_commands_for_moderators_are_hidden_from_others(
    playground: Playground, anna: Person, needed: str
) -> None:
    """`32` is the permission to manage the server; with `0`, only administrators see a command."""
    playground.world.commands[None] = [
        {"id": "1", "name": "settings", "description": "x", "default_member_permissions": needed}
    ]
    playground.world.commands[None].append(
        {"id": "2", "name": "tarock", "description": "x", "default_member_permissions": "1"}
    )
    assert [each.path for each in anna.commands(Where.CHANNEL)] == [("tarock",)]
    anna.make_moderator(moderator=True)
    assert [each.path for each in anna.commands(Where.CHANNEL)] == [("settings",), ("tarock",)]
