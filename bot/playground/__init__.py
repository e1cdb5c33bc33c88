"""A local imitation of Discord, with a web page for every player.

An unmodified discord.py connects to it. The playground imports neither discord.py nor the rest of the bot:
the two sides share nothing but the wire protocol.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from aiohttp import web

from bot.playground import objects
from bot.playground.avatars import avatar_png
from bot.playground.clock import Clock
from bot.playground.faults import Faults
from bot.playground.gateway import GUILDS, Gateway
from bot.playground.interactions import Interactions
from bot.playground.keys import KeysError, kept_keys, new_key
from bot.playground.limits import FIRST_ANSWER
from bot.playground.pages import Pages
from bot.playground.person import Person
from bot.playground.rest import Rest
from bot.playground.routes import Routes
from bot.playground.threads import Threads
from bot.playground.traffic import Traffic
from bot.playground.world import Attachment, World
from bot.playground.world_file import WorldFile

__all__ = ["KeysError", "Playground"]

HOST = "127.0.0.1"
ARCHIVED = 50083
"""The error code for a thread that is archived."""
BODY_LIMIT = 110 * 1024 * 1024
"""Bytes of a request body: ten files of 10 MiB and some overhead."""


class Playground:
    """The local Discord server: one guild with one channel, four people and a bot.

    Attributes:
        token: The token with which the bot must authenticate.
        world: All users, channels and messages.
        clock: The current time, which tests may advance.
        faults: Errors injected by tests and demonstrations.
        gateway: The bot's gateway connections.
        traffic: A record of the bot's requests.
        people: Name -> person; a person's `address` is the secret URL of their page.
    """

    def __init__(
        self,
        *,
        first_answer: float = FIRST_ANSWER,
        record: bool = False,
        keys: Path | None = None,
        file: Path | None = None,
    ) -> None:
        """Make a server that does not listen yet.

        Args:
            first_answer: Seconds within which the bot must answer an interaction.
            record: Whether `traffic` keeps the bodies of requests.
            keys: The file in which the pages' addresses are kept; without one they are new.
            file: The file in which `start` finds channels and messages, and keeps them; without one they are
                lost at the end.

        Raises:
            KeysError: The file of the addresses is damaged.
            OSError: It cannot be written.
        """
        self.token = secrets.token_urlsafe(32)
        self.clock = Clock()
        self.world = World(self.clock)
        self.faults = Faults(self.clock.now)
        self.traffic = Traffic(bodies=record)
        self.gateway = Gateway(self.world, self.token, self._attachment_url)
        self.interactions = Interactions(
            self.world, self.gateway.interaction, self._attachment_url, first_answer
        )
        self.people = {user.name: Person(self.world, self.interactions, user) for user in self.world.people}
        self.address = ""
        names = tuple(self.people)
        known = kept_keys(keys, names) if keys else {name: new_key() for name in names}
        self._pages = Pages(
            self.world, {known[name]: person for name, person in self.people.items()}, self.faults
        )
        self._runner: web.AppRunner | None = None
        self._kept_in = file
        self._world_file: WorldFile | None = None

    def _attachment_url(self, channel_id: str, attachment: Attachment) -> str:
        path = f"attachments/{channel_id}/{attachment.id}/{attachment.filename}"
        return f"{self.address}/{path}?hm={attachment.signature}"

    async def start(self, port: int = 0) -> None:
        """Listen on 127.0.0.1; port 0 picks a free one. Then take up the world from its file.

        Raises:
            OSError: If the port is in use, or the file cannot be written; `filename` tells which.
        """
        app = web.Application(client_max_size=BODY_LIMIT)
        threads = Threads(self.world, self.gateway.dispatch)
        routes = Routes(self.world, self.interactions, self.faults, self._attachment_url, threads)
        app.add_routes(Rest(routes, self.faults, self.traffic, self.token).route_definitions())
        app.add_routes(
            [web.get("/gateway", self.gateway.connect), web.get("/gateway/", self.gateway.connect)]
        )
        app.add_routes([web.get("/attachments/{channel}/{attachment}/{filename}", self._file)])
        app.add_routes([web.get("/avatars/{user}/{key}.png", self._avatar)])
        app.add_routes(self._pages.route_definitions())
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, port)
        try:
            await site.start()
            # The port is free: no other playground uses the file. And no request has been answered yet.
            self._world_file = WorldFile(self._kept_in, self.world) if self._kept_in else None
        except OSError:
            await self._runner.cleanup()
            raise
        self.address = f"http://{HOST}:{self._runner.addresses[0][1]}"
        self._pages.set_address(self.address)

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        await self.gateway.stop()
        await self._pages.stop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        if self._world_file is not None:
            self._world_file.close()
            self._world_file = None

    def forbid(self, channel_id: str, code: int) -> None:
        """Refuse from now on what the bot writes in a channel, such as with 50013, or 50083 for a thread."""
        self.faults.forbidden[channel_id] = code

    def allow(self, channel_id: str) -> None:
        """Let the bot write in a channel again, and tell it that the channel has changed."""
        channel = self.world.channel(channel_id)
        if self.faults.forbidden.pop(channel_id, None) == ARCHIVED:
            self.gateway.dispatch("THREAD_UPDATE", objects.thread(channel, self.world), GUILDS)
        else:
            self.gateway.dispatch("CHANNEL_UPDATE", objects.channel(channel, self.world), GUILDS)

    async def drop_pages(self) -> None:
        """Close the connections of all open pages, which then reconnect by themselves."""
        await self._pages.stop()

    async def _file(self, request: web.Request) -> web.Response:
        """Serve a file to anyone who knows its signed URL, as Discord's CDN does."""
        signature = request.query.get("hm", "")
        attachment = self.world.signed_attachment(request.match_info["attachment"], signature)
        if attachment is None:
            raise web.HTTPNotFound
        return web.Response(body=attachment.content, content_type=objects.content_type(attachment.filename))

    async def _avatar(self, request: web.Request) -> web.Response:
        """Serve an avatar, as Discord's CDN does; of all sizes that may be asked for it has one."""
        user = self.world.users.get(request.match_info["user"])
        key = request.match_info["key"]
        picture = avatar_png(key) if user is not None and user.avatar == key else None
        if picture is None:
            raise web.HTTPNotFound
        return web.Response(body=picture, content_type="image/png")
