"""What several tests of the playground use: bots, request bodies, a client of the REST API, and a page."""

from __future__ import annotations

import asyncio
import io
import json
import struct
import zlib
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.playground import Playground
from bot.playground.interactions import Interaction, Interactions, Kind
from bot.playground.messages import compose
from bot.playground.person import Person
from bot.playground.state import CHANNEL_ID, Message, State

Body = dict[str, Any]

V2 = 1 << 15

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

    def __init__(self, **shards: Any) -> None:
        super().__init__(
            commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=0.01,
            **shards,
        )
        self.ready = asyncio.Event()
        self.resumed = asyncio.Event()
        self.interacted = asyncio.Event()
        self.interactions: list[discord.Interaction] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify without the pause that Discord asks for."""

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


def button(number: int = 0, **more: Any) -> Body:
    return {"type": 2, "style": 1, "label": "x", "custom_id": f"b{number}", **more}


def row(*parts: Body) -> Body:
    return {"type": 1, "components": list(parts)}


def options(count: int, **more: Any) -> list[Body]:
    return [{"label": f"{n}", "value": f"{n}", **more} for n in range(count)]


def select(count: int = 2, **more: Any) -> Body:
    return {"type": 3, "custom_id": "s", "options": options(count), **more}


def text(length: int) -> Body:
    return {"type": 10, "content": "x" * length}


def container(*parts: Body) -> Body:
    return {"type": 17, "components": list(parts)}


def gallery(count: int, name: str = "a.png") -> Body:
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}}] * count}


def classic(*rows: Body) -> Body:
    return {"components": list(rows), "content": "x"}


def v2(*parts: Body, **more: Any) -> Body:
    return {"components": list(parts), "flags": V2, **more}


class ScriptedBot:
    """A bot that records the interactions it receives and responds to all of them with `answer`."""

    def __init__(self, answer: Body | None = None) -> None:
        self.state = State()
        self.answer = {"type": 4, "data": {"content": "done"}} if answer is None else answer
        self.received: list[Body] = []
        self.interactions = Interactions(self.state, self._deliver, lambda _, file: f"files/{file.id}")
        users = {user.name: user for user in self.state.people}
        self.anna, self.bela = (
            Person(self.state, self.interactions, users[name]) for name in ("Anna", "Béla")
        )

    def _deliver(self, payload: Body) -> None:
        self.received.append(payload)
        self.interactions.answer(payload["id"], payload["token"], self.answer, {})

    @property
    def data(self) -> Body:
        data: Body = self.received[-1]["data"]
        return data

    def say(self, body: Body) -> Message:
        return self.state.put(compose(self.state, CHANNEL_ID, body, {}))


class Rest:
    """Sends requests with the bot's token."""

    def __init__(self, playground: Playground, session: aiohttp.ClientSession) -> None:
        self.playground = playground
        self.session = session

    async def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        async with self.session.request(method, f"/api/v10{path}", json=body) as reply:
            return reply.status, await reply.json() if reply.content_length else None

    async def interaction(self, person: Person, answer: Any, query: str = "") -> tuple[Interaction, Any]:
        """Return an interaction of a person after responding to it, and Discord's response to that."""
        interactions, told = self.playground.interactions, asyncio.Queue[Any]()
        interactions.deliver = told.put_nowait
        sent = asyncio.create_task(interactions.send(person.user.id, Kind.COMMAND, {"name": "x"}, CHANNEL_ID))
        payload = await told.get()
        path = f"/interactions/{payload['id']}/{payload['token']}/callback{query}"
        status, response = await self("POST", path, answer)
        assert status == (200 if query else 204)
        return await sent, response


class Page:
    """Records everything the server sends to one person's page."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.received: list[dict[str, Any]] = []
        self.requests = 0

    async def until(self, kind: str, **wanted: Any) -> dict[str, Any]:
        while True:
            sent: dict[str, Any] = await self.socket.receive_json(timeout=5)
            self.received.append(sent)
            if sent["t"] == kind and wanted.items() <= sent.items():
                return sent

    async def act(self, do: str, **more: Any) -> dict[str, Any]:
        self.requests += 1
        await self.socket.send_json({"do": do, "n": self.requests, **more})
        return await self.until("reply", n=self.requests)

    @property
    def everything(self) -> str:
        return json.dumps(self.received, ensure_ascii=False)


async def page(session: aiohttp.ClientSession, person: Person) -> Page:
    opened = Page(await session.ws_connect(person.address + "ws"))
    await opened.until("hello")
    return opened
