"""A small, honest stand-in for Discord on this computer, with a page for every player.

An unmodified discord.py connects to it; it imports neither discord.py nor the rest of the bot, so
both sides meet on the wire only.
"""

from __future__ import annotations

import secrets

from aiohttp import web

from bot.playground import objects
from bot.playground.actors import Person
from bot.playground.clock import Clock
from bot.playground.faults import Faults
from bot.playground.gateway import Gateway
from bot.playground.interactions import Interactions
from bot.playground.limits import FIRST_ANSWER
from bot.playground.pages import Pages
from bot.playground.rest import Rest
from bot.playground.routes import Routes
from bot.playground.traffic import Traffic
from bot.playground.world import Attachment, Message, World

__all__ = ["Playground"]

HOST = "127.0.0.1"
BODY_LIMIT = 110 * 1024 * 1024
"""Bytes of a request: ten files of ten MiB, and some."""


class Playground:
    """The local Discord: one guild, one channel, four people and a bot.

    Attributes:
        token: The token the bot must present.
        world: Everything there is.
        clock: The time, which tests may put forward.
        faults: What goes wrong on request.
        gateway: The bot's connections.
        traffic: A record of the bot's requests.
        people: Name -> the person, whose `address` is the secret address of their page.
    """

    def __init__(self, *, first_answer: float = FIRST_ANSWER, record: bool = False) -> None:
        self.token = secrets.token_urlsafe(32)
        self.clock = Clock()
        self.world = World(self.clock)
        self.faults = Faults()
        self.traffic = Traffic(bodies=record)
        self.gateway = Gateway(self.world, self.token, self._link)
        self.interactions = Interactions(self.world, self.gateway.interaction, self._link, first_answer)
        self.people = {user.name: Person(self.world, self.interactions, user) for user in self.world.people}
        self.address = ""
        self._pages = Pages(self.world, self.people)
        self._runner: web.AppRunner | None = None

    def _link(self, message: Message, attachment: Attachment) -> str:
        path = f"attachments/{message.channel_id}/{attachment.id}/{attachment.filename}"
        return f"{self.address}/{path}?hm={attachment.seal}"

    async def start(self, port: int = 0) -> None:
        """Listen on 127.0.0.1, on a free port if none is given.

        Raises:
            OSError: If the port is taken.
        """
        app = web.Application(client_max_size=BODY_LIMIT)
        routes = Routes(self.world, self.interactions, self.faults, self._link)
        app.add_routes(Rest(routes, self.faults, self.traffic, self.token).definitions())
        app.add_routes(
            [web.get("/gateway", self.gateway.connect), web.get("/gateway/", self.gateway.connect)]
        )
        app.add_routes([web.get("/attachments/{channel}/{attachment}/{filename}", self._file)])
        app.add_routes(self._pages.definitions())
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        self.address = f"http://{HOST}:{self._runner.addresses[0][1]}"
        self._pages.open(self.address)

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        await self.gateway.stop()
        await self._pages.stop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def drop_pages(self) -> None:
        """Close the connection of every open page; pages come back by themselves."""
        await self._pages.stop()

    async def _file(self, request: web.Request) -> web.Response:
        """A file for whoever knows its unguessable address, as on Discord's own file servers."""
        seal = request.query.get("hm", "")
        attachment = self.world.sealed_attachment(request.match_info["attachment"], seal)
        if attachment is None:
            raise web.HTTPNotFound
        return web.Response(body=attachment.content, content_type=objects.content_type(attachment.filename))
