"""An unmodified discord.py bot, used by people over real sockets."""

from __future__ import annotations

import aiohttp
import discord

from bot.playground import Playground
from bot.playground.person import Person
from bot.playground.world import CHANNEL_ID
from tests.playground.bots import GAMES, Bot, picture, png


async def test_login_ready_and_commands(bot: Bot, playground: Playground) -> None:
    assert bot.user is not None
    assert str(bot.user.id) == playground.world.bot.id
    assert [guild.name for guild in bot.guilds] == ["Tarock Club"]
    assert [command["name"] for command in playground.world.commands[None]] == ["tarock"]
    assert playground.traffic.unknown == []


async def test_avatars_are_on_the_cdn_of_the_playground(bot: Bot, anna: Person, bela: Person) -> None:
    one, other = await bot.fetch_user(int(anna.user.id)), await bot.fetch_user(int(bela.user.id))
    assert other.avatar is None
    assert one.avatar is not None
    assert one.avatar.key == anna.user.avatar
    assert (await one.avatar.replace(size=128, format="png").read()).startswith(b"\x89PNG")
    wrong = one.avatar.url.replace(one.avatar.key, "0" * 32)
    async with aiohttp.ClientSession() as session, session.get(wrong) as response:
        assert response.status == 404


async def test_slash(bot: Bot, anna: Person, bela: Person) -> None:
    answer = await anna.slash("tarock new", game="Tapp-Tarock")
    assert answer.message.content == "Table: Tapp-Tarock"
    assert answer.message.command == "/tarock new"
    assert bela.channel() == [answer.message]


async def test_autocomplete(bot: Bot, anna: Person) -> None:
    choices = await anna.complete("tarock new", "game", "ro")
    assert [choice["name"] for choice in choices] == [
        "Tapp-Tarock",
        "Illustrated Tarokk",
        "Royal Tarokk",
        "Romanian Tarok",
    ]


async def test_button_edits_the_message_for_everybody(bot: Bot, anna: Person, bela: Person) -> None:
    table = (await anna.slash("tarock new", game="Tapp-Tarock")).message
    await bela.press(table, label="Join")
    assert [message.content for message in anna.channel()] == [f"Table: Tapp-Tarock\n{bela.mention} joined"]


async def test_select_several(bot: Bot, anna: Person, bela: Person) -> None:
    table = (await anna.slash("tarock new", game="Tapp-Tarock")).message
    await bela.select(table, "lobby:games", GAMES[1:3])
    await anna.until(lambda: anna.message(table.id).content == f"Games: {GAMES[1]}, {GAMES[2]}")
    assert [message.content for message in bela.ephemerals()] == [f"picked {GAMES[1]}, {GAMES[2]}"]
    assert anna.ephemerals() == []


async def test_modal(bot: Bot, anna: Person) -> None:
    opened = await anna.slash("tarock note")
    answer = await anna.submit(opened, {"words": "I hold the pagat"})
    assert answer.message.content == "noted: I hold the pagat"


async def test_hand_by_direct_message(bot: Bot, anna: Person, bela: Person) -> None:
    answer = await anna.slash("tarock hand")
    assert (await answer.done()).content == "Sent by DM"
    (hand,) = anna.inbox()
    assert hand.content == "Your hand, sorted"
    (file,) = hand.attachments
    assert (file.filename, file.content, file.description) == ("hand2.png", png(7), "Your hand: I, XXI, Sküs")
    assert bela.inbox() == []


async def test_closed_direct_messages(bot: Bot, anna: Person) -> None:
    anna.allow_dms(allowed=False)
    message = await (await anna.slash("tarock hand")).done()
    assert message.content == "closed (50007)"
    assert message.attachments[0].content == png()
    assert anna.inbox() == []


async def test_layout_and_dynamic_item(bot: Bot, anna: Person, bela: Person) -> None:
    hand = (await anna.slash("tarock layout")).message
    assert hand.text == "## Your hand"
    answer = await anna.press(hand, "play:XXI")
    assert answer.message.content == "you played XXI"
    assert bela.channel() == []


async def test_mentions_ping_only_allowed_users(bot: Bot, anna: Person, bela: Person) -> None:
    answer = await anna.slash("tarock call", who=bela)
    assert answer.message.mentions == (bela.user.id,)


async def test_guild_and_channel_have_ordinary_attributes(bot: Bot) -> None:
    (guild,) = bot.guilds
    (channel,) = guild.text_channels
    assert (guild.unavailable, guild.member_count, guild.features) == (False, 5, [])
    everyone = guild.default_role
    assert (everyone.position, everyone.colour.value, everyone.flags.value) == (0, 0, 0)
    assert not any((everyone.hoist, everyone.managed, everyone.mentionable))
    assert (channel.position, channel.slowmode_delay, channel.nsfw, channel.overwrites) == (0, 0, False, {})


async def test_people_and_the_application_have_ordinary_attributes(bot: Bot, anna: Person) -> None:
    member = await bot.guilds[0].fetch_member(int(anna.user.id))
    assert (member.bot, member.pending, member.flags.value, member.public_flags.value) == (False, False, 0, 0)
    assert bot.user is not None
    assert (bot.user.bot, bot.user.verified, bot.user.mfa_enabled) == (True, True, False)
    about = await bot.application_info()
    assert (about.bot_public, about.bot_require_code_grant, about.flags.value) == (True, False, 0)
    assert (about.approximate_guild_count, about.approximate_user_install_count) == (1, 0)
    assert (about.owner.bot, about.team) == (False, None)


async def test_messages_and_threads_have_ordinary_attributes(bot: Bot) -> None:
    channel = bot.get_channel(int(CHANNEL_ID))
    assert isinstance(channel, discord.TextChannel)
    sent = await channel.send("hello", nonce="7", file=picture())
    assert (sent.tts, sent.pinned, sent.mention_everyone, sent.flags.value) == (False, False, False, 0)
    assert (sent.type, sent.edited_at, sent.nonce) == (discord.MessageType.default, None, "7")
    assert sent.attachments[0].description == "Your hand: I, XXI, Sküs"
    edited = await sent.edit(content="changed")
    assert (edited.edited_at is None, edited.tts, edited.pinned) == (False, False, False)
    thread = await channel.create_thread(name="x", type=discord.ChannelType.public_thread)
    assert (thread.archived, thread.locked, thread.member_count, thread.message_count) == (False, False, 2, 1)
    assert (await channel.fetch_message(sent.id)).id == sent.id
    (notice, _) = [each async for each in channel.history()]
    assert notice.type is discord.MessageType.thread_created
