"""A local imitation of Discord, with a web page for every player.

An unmodified discord.py connects to it. The playground imports neither discord.py nor the rest of the bot:
the two sides share nothing but the wire protocol.
"""

from __future__ import annotations

import secrets
from functools import partial
from pathlib import Path
from typing import Final

from aiohttp import web

from bot.playground import objects
from bot.playground.faults import Faults
from bot.playground.gateway import Gateway
from bot.playground.interactions import Interactions
from bot.playground.page import Pages
from bot.playground.persistence import StateFile
from bot.playground.person import Person
from bot.playground.rest import Rest, Traffic
from bot.playground.state import Attachment, Clock, State

__all__ = ["Playground"]

HOST: Final = "127.0.0.1"
ARCHIVED: Final = 50083
BODY_LIMIT: Final = 110 * 1024 * 1024
"""Bytes of a request body: ten files of 10 MiB and some overhead."""


class Playground:
    """The local Discord server: one guild with one channel, four people and a bot; tests add guilds.

    `people` are by name; a person's `address` is the secret URL of their page once the server listens.
    """

    def __init__(self, *, record: bool = False, file: Path | None = None) -> None:
        """Make a server that does not listen yet.

        Args:
            record: Whether `traffic` keeps the bodies of requests.
            file: Keeps messages, settings and addresses between runs; `None` forgets them at the end.
        """
        self.token = secrets.token_urlsafe(32)
        self.clock = Clock()
        self.state = State(self.clock)
        self.faults = Faults(self.clock.now)
        self.traffic = Traffic(bodies=record)
        self.gateway = Gateway(self.state, self.token)
        deliver = partial(self.gateway.dispatch, "INTERACTION_CREATE")
        self.interactions = Interactions(self.state, deliver, self._attachment_url)
        self.people = {user.name: Person(self.state, self.interactions, user) for user in self.state.people}
        self.address = ""
        self._pages = Pages(self.state, tuple(self.people.values()), self.faults)
        self._runner: web.AppRunner | None = None
        self._kept_in = file
        self._file: StateFile | None = None

    def _attachment_url(self, channel_id: str, attachment: Attachment) -> str:
        path = f"attachments/{channel_id}/{attachment.id}/{attachment.filename}"
        return f"{self.address}/{path}?hm={attachment.signature}"

    async def start(self, port: int = 0) -> None:
        """Listen on 127.0.0.1, and read the state from its file; port 0 picks a free port.

        Raises:
            OSError: The port is in use, or the file named by `filename` cannot be written.
        """
        app = web.Application(client_max_size=BODY_LIMIT)
        rest = Rest(
            self.state,
            self.gateway,
            self.interactions,
            self.faults,
            self.traffic,
            self.token,
            self._attachment_url,
        )
        app.add_routes(rest.route_definitions())
        app.add_routes(self._pages.route_definitions())
        app.router.add_get("/gateway", self.gateway.connect)
        app.router.add_get("/gateway/", self.gateway.connect)
        app.router.add_get("/attachments/{channel}/{attachment}/{filename}", self._attachment)
        app.router.add_get("/avatars/{user}/{key}.png", self._avatar)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, port)
        try:
            await site.start()
            # The port is free: no other playground uses the file. And no request has been answered yet.
            self._file = StateFile(self._kept_in, self.state) if self._kept_in else None
        except OSError:
            await self._runner.cleanup()
            raise
        self.address = f"http://{HOST}:{self._runner.addresses[0][1]}"
        self._pages.set_address(self.address)

    async def stop(self) -> None:
        await self.gateway.stop()
        await self._pages.stop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        if self._file is not None:
            self._file.close()
            self._file = None

    def forbid(self, channel_id: str, code: int) -> None:
        """Refuse what the bot writes in a channel, by an error code such as 50013; 50083 is for a thread."""
        self.faults.forbidden[channel_id] = code

    def allow(self, channel_id: str) -> None:
        """Let the bot write in a channel again, and tell it that the channel has changed."""
        code = self.faults.forbidden.pop(channel_id, None)
        self.gateway.channel_changed(channel_id, as_thread=code == ARCHIVED)

    async def drop_pages(self) -> None:
        """Close the connections of all open pages, which then reconnect."""
        await self._pages.stop()

    async def _attachment(self, request: web.Request) -> web.Response:
        """Serve a file to anyone who knows its signed URL, as Discord's CDN does."""
        signature = request.query.get("hm", "")
        attachment = self.state.signed_attachment(request.match_info["attachment"], signature)
        if attachment is None:
            raise web.HTTPNotFound
        return web.Response(body=attachment.content, content_type=objects.content_type(attachment.filename))

    async def _avatar(self, request: web.Request) -> web.Response:
        """Serve an avatar, as Discord's CDN does, but in one size whatever size is asked for."""
        user = self.state.users.get(request.match_info["user"])
        if user is None or user.avatar != request.match_info["key"]:
            raise web.HTTPNotFound
        return web.Response(body=user.portrait, content_type="image/png")
