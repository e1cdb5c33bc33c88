"""A small ordinary discord.py bot that knows nothing about the playground."""

from __future__ import annotations

import asyncio
import io
import struct
import zlib
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

GAMES = ("Tapp-Tarock", "Königrufen", "Illustrated Tarokk", "Royal Tarokk", "Romanian Tarok")
GERMAN = {"new": "neu", "Open a table": "Einen Tisch eröffnen"}


def png(grey: int = 128) -> bytes:
    """A PNG of one pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    data = zlib.compress(bytes((0, grey)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def picture(grey: int = 128, name: str = "hand.png") -> discord.File:
    return discord.File(io.BytesIO(png(grey)), name, description="Your hand: I, XXI, Sküs")


class German(app_commands.Translator):
    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: Any
    ) -> str | None:
        return GERMAN.get(string.message) if locale is discord.Locale.german else None


class PlayButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"play:(?P<card>\w+)"):
    def __init__(self, card: str) -> None:
        super().__init__(discord.ui.Button(label=f"Play {card}", custom_id=f"play:{card}"))
        self.card = card

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: Any) -> PlayButton:
        return cls(match["card"])

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"you played {self.card}", ephemeral=True)


class Lobby(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Join", custom_id="lobby:join", style=discord.ButtonStyle.success)
    async def join(self, interaction: discord.Interaction, _: Any) -> None:
        assert interaction.message is not None
        text = f"{interaction.message.content}\n{interaction.user.mention} joined"
        await interaction.response.edit_message(content=text)

    @discord.ui.select(
        custom_id="lobby:games",
        min_values=1,
        max_values=3,
        options=[discord.SelectOption(label=game) for game in GAMES],
    )
    async def games(self, interaction: discord.Interaction, select: discord.ui.Select[Any]) -> None:
        await interaction.response.defer()
        await interaction.followup.send(f"picked {', '.join(select.values)}", ephemeral=True)
        await interaction.edit_original_response(content="Games: " + ", ".join(select.values))


class Note(discord.ui.Modal, title="A note"):
    words: discord.ui.Label[Any] = discord.ui.Label(
        text="Words", component=discord.ui.TextInput(custom_id="words", max_length=20)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.words.component, discord.ui.TextInput)
        await interaction.response.send_message(f"noted: {self.words.component.value}")


class Layout(discord.ui.LayoutView):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(PlayButton("XXI"))
        gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery(
            discord.MediaGalleryItem("attachment://hand.png", description="I, XXI, Sküs")
        )
        text: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay("## Your hand")
        self.add_item(discord.ui.Container(text, gallery, row, accent_colour=0x336699))


class Tarock(app_commands.Group, name="tarock", description="Tarock games"):
    @app_commands.command(name="new", description="Open a table")
    @app_commands.describe(game="Which game")
    async def new(self, interaction: discord.Interaction, game: str) -> None:
        await interaction.response.send_message(f"Table: {game}", view=Lobby())

    @new.autocomplete("game")
    async def _games(self, _: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=g, value=g) for g in GAMES if current.lower() in g.lower()]

    @app_commands.command(name="hand", description="Your hand by direct message")
    async def hand(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            message = await interaction.user.send("Your hand", file=picture())
            await message.edit(content="Your hand, sorted", attachments=[picture(7, "hand2.png")])
            await interaction.edit_original_response(content="Sent by DM")
        except discord.Forbidden as error:
            text = f"closed ({error.code})"
            await interaction.edit_original_response(content=text, attachments=[picture()])

    @app_commands.command(name="layout", description="Components V2")
    async def layout(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Layout(), file=picture(), ephemeral=True)

    @app_commands.command(name="note", description="Write a note")
    async def note(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Note())

    @app_commands.command(name="ping", description="Say pong")
    async def ping(self, interaction: discord.Interaction) -> None:
        where = f"{interaction.locale} {interaction.guild_locale}"
        await interaction.response.send_message(f"pong {where}", ephemeral=True)

    @app_commands.command(name="call", description="Call a player")
    async def call(self, interaction: discord.Interaction, who: discord.Member) -> None:
        allowed = discord.AllowedMentions(users=[who])
        text = f"{who.mention}, your turn ({interaction.user.mention})"
        await interaction.response.send_message(text, allowed_mentions=allowed)

    @app_commands.command(name="silence", description="Never respond")
    async def silence(self, interaction: discord.Interaction) -> None:
        del interaction

    @app_commands.command(name="say", description="Write into the channel")
    async def say(self, interaction: discord.Interaction, text: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        assert isinstance(interaction.channel, discord.TextChannel)
        try:
            await interaction.channel.send(text)
            await interaction.followup.send("said")
        except discord.HTTPException as error:
            await interaction.followup.send(f"refused {error.status} {error.code}")


class Bot(commands.AutoShardedBot):
    """The bot; events are set when it is ready, has resumed, or has received an interaction."""

    def __init__(self) -> None:
        super().__init__(
            commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=0.01,
        )
        self.ready = asyncio.Event()
        self.resumed = asyncio.Event()
        self.interacted = asyncio.Event()
        self.interactions: list[discord.Interaction] = []

    async def setup_hook(self) -> None:
        self.tree.add_command(Tarock())
        await self.tree.set_translator(German())
        self.add_view(Lobby())
        self.add_dynamic_items(PlayButton)
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.ready.set()

    async def on_shard_resumed(self, _: int) -> None:
        self.resumed.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.interactions.append(interaction)
        self.interacted.set()
