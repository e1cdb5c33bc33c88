"""The web page of each person, served under a secret address: what it shows, and its requests."""

from __future__ import annotations

import asyncio
import json
import secrets
from base64 import b64decode
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from aiohttp import WSCloseCode, WSMsgType, web

from bot.playground import objects
from bot.playground.commands import RefusedError, Where, commands_for
from bot.playground.errors import ApiError
from bot.playground.faults import Faults, described
from bot.playground.person import Person
from bot.playground.state import (
    CHANNEL_ID,
    GUILD_NAME,
    Attachment,
    Change,
    ChangeKind,
    ChannelKind,
    Json,
    Message,
    State,
    User,
)
from bot.playground.validation import media_urls
from bot.playground.words import LOCALES, language, say, words

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
SCRIPTS = ("page", "messages", "markdown", "select_menu", "command_bar", "dom", "words")
ASSETS = {
    "": ("index.html", "text/html"),
    "page.css": ("page.css", "text/css"),
    **{f"{name}.js": (f"{name}.js", "text/javascript") for name in SCRIPTS},
}

THREAD_CHANGES = (ChangeKind.THREAD_CREATED, ChangeKind.THREAD_UPDATED, ChangeKind.THREAD_DELETED)

LARGEST_REQUEST = 1 << 21
"""Bytes of a request of a page: a file of one megabyte fits."""

NO_SUCH_PAGE = "Every player has an address of their own; the playground printed them when it started.\n"

NO_ANSWER, FAILED = "failed.no_response", "failed.interaction"


@dataclass(frozen=True)
class PageView:
    """The state as one person's page shows it; `root` is the URL path of that page."""

    state: State
    user: User
    root: str

    def _link(self, _: str, attachment: Attachment) -> str:
        return f"{self.root}/files/{attachment.id}/{quote(attachment.filename)}"

    def hello(self) -> Json:
        state = self.state
        return {
            "t": "hello",
            "guild": GUILD_NAME,
            "channel": CHANNEL_ID,
            "channels": self.channels(),
            "bot": {"id": state.bot.id, "name": state.bot.name},
            "people": {each.id: each.name for each in state.users.values()},
            "players": [self._face(each) for each in state.people],
            "locales": LOCALES,
            "me": self.me(),
            "commands": self.commands(),
            "messages": [self.message(each) for each in state.seen_by(self.user.id)],
        }

    def me(self) -> Json:
        user = self.user
        settings = {"locale": user.locale, "dms_open": user.dms_open, "moderator": user.moderator}
        spoken = {"language": language(user.locale), "words": words(user.locale)}
        return {**self._face(user), **settings, **spoken}

    @staticmethod
    def _face(user: User) -> Json:
        avatar = f"/avatars/{user.id}/{user.avatar}.png" if user.avatar else None
        return {"id": user.id, "name": user.name, "avatar": avatar}

    def channels(self) -> list[Json]:
        return [
            {
                "id": each.id,
                "name": each.name,
                "thread": each.kind is ChannelKind.THREAD,
                "archived": self.state.is_archived(each),
            }
            for each in self.state.channels.values()
            if each.recipient is None
        ]

    def commands(self) -> Json:
        return {
            where.value: [each.json() for each in commands_for(self.state, self.user, where)]
            for where in Where
        }

    def message(self, message: Message) -> Json:
        shape = objects.message(message, self.state, self._link)
        embedded = media_urls(shape["components"])
        command_user = message.metadata["user"]["global_name"] if message.metadata and message.command else ""
        return {
            "id": message.id,
            "where": "channel" if self.state.channels[message.channel_id].recipient is None else "dm",
            "channel": message.channel_id,
            "thread": message.thread,
            "author": shape["author"]["global_name"],
            "time": message.created,
            "edited": message.edited is not None,
            "content": message.content,
            "components": shape["components"],
            "attachments": [each for each in shape["attachments"] if each["url"] not in embedded],
            "ephemeral": message.ephemeral,
            "loading": message.loading,
            "ping": self.user.id in message.mentions,
            "command": message.command,
            "command_user": command_user,
        }


class Pages:
    """The page server. The URL of a page has a random key; each page leads on to those of the others."""

    def __init__(self, state: State, people: Sequence[Person], faults: Faults) -> None:
        self._state = state
        self._people = people
        self._faults = faults
        self._hosts: frozenset[str] = frozenset()
        self._connections: set[PageConnection] = set()
        state.listen(self._on_change)

    def set_address(self, address: str) -> None:
        port = address.rpartition(":")[2]
        self._hosts = frozenset({f"127.0.0.1:{port}", f"localhost:{port}"})
        for person in self._people:
            person.address = f"{address}/p/{self._state.keys[person.user.id]}/"

    def route_definitions(self) -> list[web.RouteDef]:
        return [
            web.get("/", self._no_such_page),
            web.get("/p/{key}/ws", self._socket),
            web.get("/p/{key}/files/{attachment}/{filename}", self._file),
            web.get("/p/{key}/emojis/{emoji}", self._emoji),
            web.get("/p/{key}/as/{user}", self._other_page),
            web.get("/p/{key}/faults", self._list_faults),
            web.post("/p/{key}/faults", self._add_fault),
            web.delete("/p/{key}/faults", self._clear_faults),
            web.get("/p/{key}/{asset:[a-z_.]*}", self._asset),
        ]

    async def stop(self) -> None:
        for connection in tuple(self._connections):
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)

    def _person(self, request: web.Request) -> Person:
        """The person whose page is requested: 403 for a foreign origin or host, 404 for a wrong key."""
        self._check_site(request)
        given = request.match_info["key"].encode()
        for person in self._people:
            if secrets.compare_digest(self._state.keys[person.user.id].encode(), given):
                return person
        raise web.HTTPNotFound(text=NO_SUCH_PAGE)

    def _check_site(self, request: web.Request) -> None:
        origin = request.headers.get("Origin")
        foreign = origin is not None and origin != f"http://{request.host}"
        if request.host not in self._hosts or foreign:
            raise web.HTTPForbidden(text="This page is for this computer only.\n")

    async def _no_such_page(self, request: web.Request) -> web.Response:
        self._check_site(request)
        return web.Response(text=NO_SUCH_PAGE, status=404, headers=HEADERS)

    async def _other_page(self, request: web.Request) -> web.Response:
        self._person(request)
        others = (each for each in self._people if each.user.id == request.match_info["user"])
        if (other := next(others, None)) is None:
            raise web.HTTPNotFound
        raise web.HTTPFound(other.address, headers=HEADERS)

    async def _asset(self, request: web.Request) -> web.Response:
        self._person(request)
        if request.match_info["asset"] not in ASSETS:
            raise web.HTTPNotFound
        name, kind = ASSETS[request.match_info["asset"]]
        text = files("bot.playground").joinpath("web", name).read_text("utf-8")
        return web.Response(text=text, content_type=kind, headers=HEADERS)

    async def _file(self, request: web.Request) -> web.Response:
        person = self._person(request)
        try:
            attachment = person.file(request.match_info["attachment"])
        except RefusedError:
            raise web.HTTPNotFound from None
        kind = objects.content_type(attachment.filename)
        headers = dict(HEADERS)
        if not kind.startswith("image/"):
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=attachment.content, content_type=kind, headers=headers)

    async def _emoji(self, request: web.Request) -> web.Response:
        """Serve the image of an emoji, which never changes."""
        self._person(request)
        try:
            emoji = self._state.emoji(request.match_info["emoji"])
        except ApiError:
            raise web.HTTPNotFound from None
        headers = {**HEADERS, "Cache-Control": "private, immutable, max-age=86400"}
        return web.Response(body=emoji.content, content_type="image/png", headers=headers)

    async def _list_faults(self, request: web.Request) -> web.Response:
        self._person(request)
        return self._faults_now()

    async def _add_fault(self, request: web.Request) -> web.Response:
        self._person(request)
        try:
            self._faults.add(described(await request.json(), self._state.clock.now()))
        except (ValueError, TypeError, RecursionError) as error:
            raise web.HTTPBadRequest(text=f"{error}\n") from None
        return self._faults_now()

    async def _clear_faults(self, request: web.Request) -> web.Response:
        self._person(request)
        self._faults.clear()
        return self._faults_now()

    def _faults_now(self) -> web.Response:
        rows = [
            {"method": each.method, "path": each.path, "status": each.status} for each in self._faults.active
        ]
        return web.json_response(rows, headers=HEADERS)

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        person = self._person(request)
        socket = web.WebSocketResponse(max_msg_size=LARGEST_REQUEST, heartbeat=30)
        await socket.prepare(request)
        root = f"/p/{request.match_info['key']}"
        connection = PageConnection(socket, person, PageView(self._state, person.user, root))
        self._connections.add(connection)
        try:
            await connection.serve()
        finally:
            self._connections.discard(connection)
        return socket

    def _on_change(self, change: Change) -> None:
        for connection in self._connections:
            connection.send_change(self._state, change)


class PageConnection:
    def __init__(self, socket: web.WebSocketResponse, person: Person, view: PageView) -> None:
        self.socket = socket
        self._person = person
        self._view = view
        self._queue: asyncio.Queue[Json] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._actions: dict[str, Callable[[Json], Awaitable[Json]]] = {
            "slash": self._slash,
            "complete": self._complete,
            "press": self._press,
            "select": self._select,
            "dismiss": self._dismiss,
            "settings": self._settings,
        }

    async def serve(self) -> None:
        """Send the current state, then changes, and handle the page's requests until it closes."""
        self._queue.put_nowait(self._view.hello())
        writer = asyncio.create_task(self._write())
        try:
            async for frame in self.socket:
                if frame.type is WSMsgType.TEXT:
                    task = asyncio.create_task(self._handle(frame.data))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
        finally:
            for task in (writer, *self._tasks):
                task.cancel()

    async def _write(self) -> None:
        while not self.socket.closed:
            payload = await self._queue.get()
            try:
                await self.socket.send_str(json.dumps(payload))
            except ConnectionError:
                return

    def send_change(self, state: State, change: Change) -> None:
        """Send a change to the page, unless this person may not see it."""
        message = change.message
        if change.kind in THREAD_CHANGES:
            self._queue.put_nowait({"t": "channels", "channels": self._view.channels()})
        elif message is None:
            self._queue.put_nowait({"t": "me", "me": self._view.me(), "commands": self._view.commands()})
        elif not state.may_see(self._person.user.id, message):
            return
        elif change.kind is ChangeKind.DELETED:
            self._queue.put_nowait({"t": "deleted", "id": message.id})
        elif not state.is_dismissed(message):
            self._queue.put_nowait({"t": "message", "message": self._view.message(message)})

    async def _handle(self, text: str) -> None:
        number: Any = None
        try:
            request = json.loads(text)
            number = request["n"]
            reply = await self._actions[request["do"]](request)
        except RefusedError as refusal:
            reply = {"error": refusal.told(self._locale)}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            reply = self._error("failed.request")
        self._queue.put_nowait({"t": "reply", "n": number, **reply})

    @property
    def _locale(self) -> str:
        return self._person.user.locale

    def _error(self, key: str) -> Json:
        return {"error": say(self._locale, key)}

    async def _slash(self, request: Json) -> Json:
        self._person.look_at(request.get("channel", self._person.channel_id))
        options = {name: _option(value) for name, value in request["options"].items()}
        answer = await self._person.slash(request["path"], where=Where(request["where"]), **options)
        return self._error(NO_ANSWER) if answer.failed else {}

    async def _complete(self, request: Json) -> Json:
        self._person.look_at(request.get("channel", self._person.channel_id))
        try:
            where, typed, others = Where(request["where"]), str(request["typed"]), request["options"]
            choices = await self._person.complete(
                request["path"], request["option"], typed, where=where, **others
            )
        except TimeoutError:
            return self._error("failed.options")
        return {"choices": choices}

    async def _press(self, request: Json) -> Json:
        answer = await self._person.press(request["message"], request["custom_id"])
        return self._error(FAILED) if answer.failed else {}

    async def _select(self, request: Json) -> Json:
        answer = await self._person.select(request["message"], request["custom_id"], list(request["values"]))
        return self._error(FAILED) if answer.failed else {}

    async def _dismiss(self, request: Json) -> Json:
        self._person.dismiss(self._person.message(request["message"]))
        return {}

    async def _settings(self, request: Json) -> Json:
        if "locale" in request:
            self._person.set_locale(str(request["locale"]))
        if "dms_open" in request:
            self._person.allow_dms(allowed=bool(request["dms_open"]))
        if "moderator" in request:
            self._person.make_moderator(moderator=bool(request["moderator"]))
        return {}


def _option(value: Any) -> object:
    """Return the value of an option as `Person.slash` takes it: a file has a name and content in base 64."""
    return (value["name"], b64decode(value["content"])) if isinstance(value, dict) else value
