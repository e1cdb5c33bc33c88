"""An unmodified discord.py bot, used by people over real sockets."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from bot.playground import Playground, objects
from bot.playground.commands import RefusedError
from bot.playground.page import PageView
from bot.playground.person import Person
from bot.playground.state import CHANNEL_ID, GUILD_ID
from tests.playground.helpers import Bot, png

DAY = 24 * 60 * 60.0


async def test_login_ready_and_commands(bot: Bot, playground: Playground) -> None:
    assert bot.user is not None
    assert str(bot.user.id) == playground.state.bot.id
    assert [guild.name for guild in bot.guilds] == ["Tarock Club"]
    assert [command["name"] for command in playground.state.commands] == ["tarock"]
    assert playground.traffic.unknown == []


async def test_avatars_are_on_the_cdn_of_the_playground(bot: Bot, anna: Person, bela: Person) -> None:
    one, other = [await bot.guilds[0].fetch_member(int(each.user.id)) for each in (anna, bela)]
    assert other.avatar is None
    assert one.avatar is not None
    assert one.avatar.key == anna.user.avatar
    assert (await one.avatar.replace(size=128, format="png").read()).startswith(b"\x89PNG")
    wrong = one.avatar.url.replace(one.avatar.key, "0" * 32)
    async with aiohttp.ClientSession() as session, session.get(wrong) as response:
        assert response.status == 404


async def test_button_edits_the_message_for_everybody(bot: Bot, anna: Person, bela: Person) -> None:
    table = (await anna.slash("tarock new", game="Tapp-Tarock")).message
    assert table.command == "/tarock new"
    await bela.press(table, label="Join")
    assert [message.content for message in anna.channel()] == [
        f"Table: Tapp-Tarock\n<@{bela.user.id}> joined"
    ]


async def test_hand_by_direct_message(bot: Bot, anna: Person, bela: Person) -> None:
    answer = await anna.slash("tarock hand")
    assert (await answer.done()).content == "Sent by DM"
    (hand,) = anna.inbox()
    assert hand.content == "Your hand, sorted"
    (file,) = hand.attachments
    assert (file.filename, file.content, file.description) == ("hand2.png", png(7), "Your hand: I, XXI, Sküs")
    assert bela.inbox() == []


async def test_layout_and_dynamic_item(bot: Bot, anna: Person, bela: Person) -> None:
    hand = (await anna.slash("tarock layout")).message
    assert hand.text == "## Your hand"
    answer = await anna.press(hand, "play:XXI")
    assert answer.message.content == "you played XXI"
    assert bela.channel() == []


async def test_invisible_messages_cannot_be_used(bot: Bot, anna: Person, bela: Person) -> None:
    layout = (await anna.slash("tarock layout")).message
    for attempt in (
        bela.press(layout, "play:XXI"),
        bela.press(layout.id, "play:XXI"),
        bela.select(layout.id, "x", []),
    ):
        with pytest.raises(RefusedError):
            await attempt
    with pytest.raises(RefusedError):
        bela.dismiss(layout)
    with pytest.raises(RefusedError):
        bela.file(layout.attachments[0].id)
    seen = len(bot.interactions)
    await bela.slash("tarock ping")
    assert len(bot.interactions) == seen + 1


async def test_resume_after_a_dropped_socket(bot: Bot, playground: Playground, anna: Person) -> None:
    await playground.gateway.drop()
    answer = await anna.slash("tarock ping")  # sent while disconnected, delivered on resuming
    assert answer.message.content == "pong en-US en-US"
    await asyncio.wait_for(bot.resumed.wait(), 5)


async def test_the_bot_waits_for_a_rate_limit(bot: Bot, playground: Playground, anna: Person) -> None:
    playground.faults.limit_rate("POST", "/channels/*/messages", 0.02)
    message = await (await anna.slash("tarock say", text="hello")).done()
    assert message.content == "said"
    statuses = [
        each.status for each in playground.traffic.exchanges if each.path.endswith(f"{CHANNEL_ID}/messages")
    ]
    assert statuses == [429, 200]


async def opened(bot: Bot, name: str = "Tapp-Tarock · Anna") -> discord.Thread:
    channel = bot.get_channel(int(CHANNEL_ID))
    assert isinstance(channel, discord.TextChannel)
    return await channel.create_thread(name=name, type=discord.ChannelType.public_thread)


async def test_a_thread_is_known_to_bot_and_people(bot: Bot, playground: Playground, anna: Person) -> None:
    thread = await opened(bot)
    await thread.add_user(discord.Object(int(anna.user.id)))
    sent = await thread.send("hello")
    channels = PageView(playground.state, anna.user, "").channels()
    assert [(each["name"], each["thread"]) for each in channels] == [("tarock", False), (thread.name, True)]
    (notice,) = anna.channel()
    assert PageView(playground.state, anna.user, "").message(notice)["thread"] == str(thread.id)
    anna.look_at(str(thread.id))
    assert [message.id for message in anna.channel()] == [str(sent.id)]
    message = (await anna.slash("tarock new", game="Tapp-Tarock")).message
    assert message.channel_id == str(thread.id)
    channel = bot.interactions[-1].channel
    assert isinstance(channel, discord.Thread)
    assert channel.parent_id == int(CHANNEL_ID)
    assert bot.guilds[0].get_thread(thread.id) is not None


async def test_a_quiet_thread_is_archived_until_somebody_writes(bot: Bot, playground: Playground) -> None:
    thread = await opened(bot)
    sent = await thread.send("hello")
    playground.clock.advance(DAY + 1)
    guild, state = playground.state.guilds[GUILD_ID], playground.state
    assert not objects.guild(guild, state)["threads"]
    with pytest.raises(discord.HTTPException) as caught:
        await sent.edit(content="changed")
    assert caught.value.code == 50083
    await thread.send("again")
    assert objects.guild(guild, state)["threads"]
    await sent.edit(content="changed")


async def test_a_deleted_thread_is_gone_with_its_messages(
    bot: Bot, playground: Playground, anna: Person
) -> None:
    thread = await opened(bot)
    await thread.send("hello")
    told = asyncio.create_task(bot.wait_for("raw_thread_delete", timeout=5))
    await thread.delete()
    assert (await told).thread_id == thread.id
    assert len(playground.state.messages) == 1
    with pytest.raises(RefusedError):
        anna.look_at(str(thread.id))
    with pytest.raises(discord.NotFound):
        await thread.send("late")


async def test_threads_in_threads_and_the_channel_itself_are_refused(bot: Bot) -> None:
    thread, channel = await opened(bot), bot.get_channel(int(CHANNEL_ID))
    assert isinstance(channel, discord.TextChannel)
    for refused in (
        bot.http.start_thread_without_message(thread.id, name="x", type=11, auto_archive_duration=60),
        channel.delete(),
    ):
        with pytest.raises(discord.HTTPException) as caught:
            await refused
        assert caught.value.code == 50024
