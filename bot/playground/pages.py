"""Serves every person's page, under an address that nobody can guess."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable, Mapping
from importlib.resources import files
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from bot.playground import objects
from bot.playground.actors import Answer, Person
from bot.playground.commands import RefusedError, Where
from bot.playground.view import View
from bot.playground.world import Change, ChangeKind, Json, World

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
ASSETS = {"": ("index.html", "text/html"), "page.css": ("page.css", "text/css")}
ASSETS |= {
    name: (name, "text/javascript")
    for name in ("page.js", "parts.js", "words.js", "menu.js", "bar.js", "form.js")
}

ELSEWHERE = "Every player has an address of their own; the playground printed them when it started.\n"
NO_ANSWER = "The application did not respond"
FAILED = "This interaction failed"


class Pages:
    """The page server: one random key per person is the address of their page."""

    def __init__(self, world: World, people: Mapping[str, Person]) -> None:
        self._world = world
        self._people = {secrets.token_urlsafe(24): person for person in people.values()}
        self._hosts: frozenset[str] = frozenset()
        self._lines: set[Line] = set()
        world.listen(self._on_change)

    def open(self, address: str) -> None:
        """Give everybody their address, now that the server has one."""
        port = address.rpartition(":")[2]
        self._hosts = frozenset({f"127.0.0.1:{port}", f"localhost:{port}"})
        for key, person in self._people.items():
            person.address = f"{address}/p/{key}/"

    def definitions(self) -> list[web.RouteDef]:
        """The routes of the pages."""
        return [
            web.get("/", self._elsewhere),
            web.get("/p/{key}/ws", self._socket),
            web.get("/p/{key}/files/{attachment}/{filename}", self._file),
            web.get("/p/{key}/{asset:[a-z.]*}", self._asset),
        ]

    async def stop(self) -> None:
        """Close every page's connection."""
        for line in tuple(self._lines):
            await line.socket.close(code=WSCloseCode.GOING_AWAY)

    # -- checks ----------------------------------------------------------------------------

    def _person(self, request: web.Request) -> Person:
        """The person whose page is asked for.

        Raises:
            HTTPForbidden: If the request comes from another site or to another name.
            HTTPNotFound: If the key opens nothing.
        """
        self._check_site(request)
        for key, person in self._people.items():
            if secrets.compare_digest(key.encode(), request.match_info["key"].encode()):
                return person
        raise web.HTTPNotFound(text=ELSEWHERE)

    def _check_site(self, request: web.Request) -> None:
        origin = request.headers.get("Origin")
        foreign = origin is not None and origin != f"http://{request.host}"
        if request.host not in self._hosts or foreign:
            raise web.HTTPForbidden(text="This page is for this computer only.\n")

    # -- what is served --------------------------------------------------------------------

    async def _elsewhere(self, request: web.Request) -> web.Response:
        self._check_site(request)
        return web.Response(text=ELSEWHERE, status=404, headers=HEADERS)

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

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        person = self._person(request)
        socket = web.WebSocketResponse(max_msg_size=1 << 16, heartbeat=30)
        await socket.prepare(request)
        root = f"/p/{request.match_info['key']}"
        line = Line(socket, person, View(self._world, person.user, root))
        self._lines.add(line)
        try:
            await line.serve()
        finally:
            self._lines.discard(line)
        return socket

    def _on_change(self, change: Change) -> None:
        for line in self._lines:
            line.tell(self._world, change)


class Line:
    """The connection of one open page."""

    def __init__(self, socket: web.WebSocketResponse, person: Person, view: View) -> None:
        self.socket = socket
        self._person = person
        self._view = view
        self._queue: asyncio.Queue[Json] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._forms: dict[int, Answer] = {}
        self._actions: dict[str, Callable[[Json], Awaitable[Json]]] = {
            "slash": self._slash,
            "complete": self._complete,
            "press": self._press,
            "select": self._select,
            "submit": self._submit,
            "dismiss": self._dismiss,
            "settings": self._settings,
        }

    async def serve(self) -> None:
        """Tell the page everything it may know, then pass on what happens, until it closes."""
        self._queue.put_nowait(self._view.hello())
        writer = asyncio.create_task(self._write())
        try:
            async for frame in self.socket:
                if frame.type is WSMsgType.TEXT:
                    task = asyncio.create_task(self._act(frame.data))
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

    def tell(self, world: World, change: Change) -> None:
        """Pass on a change, as far as this person may know of it."""
        message = change.message
        if message is None:
            self._queue.put_nowait({"t": "me", "me": self._view.me(), "commands": self._view.commands()})
        elif not world.may_see(self._person.user.id, message):
            return
        elif change.kind is ChangeKind.DELETED:
            self._queue.put_nowait({"t": "gone", "id": message.id})
        elif not world.is_hidden(message):
            self._queue.put_nowait({"t": "message", "message": self._view.message(message)})

    # -- what the page asks for ------------------------------------------------------------

    async def _act(self, text: str) -> None:
        number: Any = None
        try:
            asked = json.loads(text)
            number = asked["n"]
            reply = await self._actions[asked["do"]](asked)
        except RefusedError as refusal:
            reply = {"error": str(refusal)}
        except (ValueError, KeyError, TypeError, AttributeError):
            reply = {"error": "The page asked for something it cannot have."}
        self._queue.put_nowait({"t": "reply", "n": number, **reply})

    def _outcome(self, number: int, answer: Answer, failure: str) -> Json:
        if answer.failed:
            return {"error": failure}
        if answer.modal is None:
            return {}
        self._forms[number] = answer
        return {"form": number, "modal": answer.modal}

    async def _slash(self, asked: Json) -> Json:
        answer = await self._person.slash(asked["path"], where=Where(asked["where"]), **asked["options"])
        return self._outcome(int(asked["n"]), answer, NO_ANSWER)

    async def _complete(self, asked: Json) -> Json:
        others = {k: v for k, v in asked["options"].items() if k != asked["option"]}
        try:
            choices = await self._person.complete(
                asked["path"], asked["option"], str(asked["typed"]), where=Where(asked["where"]), **others
            )
        except TimeoutError:
            return {"error": "Loading options failed"}
        return {"choices": choices}

    async def _press(self, asked: Json) -> Json:
        answer = await self._person.press(asked["message"], asked["custom_id"])
        return self._outcome(int(asked["n"]), answer, FAILED)

    async def _select(self, asked: Json) -> Json:
        answer = await self._person.select(asked["message"], asked["custom_id"], list(asked["values"]))
        return self._outcome(int(asked["n"]), answer, FAILED)

    async def _submit(self, asked: Json) -> Json:
        answer = await self._person.submit(self._forms[asked["form"]], asked["values"])
        if not answer.failed:
            del self._forms[asked["form"]]
        return self._outcome(int(asked["n"]), answer, "Something went wrong. Try again.")

    async def _dismiss(self, asked: Json) -> Json:
        self._person.dismiss(self._person.message(asked["message"]))
        return {}

    async def _settings(self, asked: Json) -> Json:
        if "locale" in asked:
            self._person.speak(str(asked["locale"]))
        if "dms_open" in asked:
            self._person.allow_dms(allowed=bool(asked["dms_open"]))
        return {}
