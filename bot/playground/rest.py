"""The transport of the REST interface: bodies, the bot's token, mishaps, the record of requests."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import BodyPartReader, web

from bot.playground.errors import UNKNOWN_ROUTE, ApiError
from bot.playground.faults import Faults
from bot.playground.routes import Answer, Call, Handler, Routes
from bot.playground.traffic import Exchange, Traffic

API = "/api/v10"
OPEN = ("/interactions/", "/webhooks/")
"""Paths whose token is part of the path; every other request needs the bot's own."""

Serve = Callable[[web.Request], Awaitable[web.Response]]


class Rest:
    """Serves the routes over HTTP."""

    def __init__(self, routes: Routes, faults: Faults, traffic: Traffic, token: str) -> None:
        self._routes = routes
        self._faults = faults
        self._traffic = traffic
        self._token = token

    def definitions(self) -> list[web.RouteDef]:
        """Every route, and one for all that is unknown."""
        known = [
            web.route(method, API + path, self._serve(path, handler))
            for method, path, handler in self._routes.table()
        ]
        return [*known, web.route("*", "/api/{rest:.*}", self._serve(None, _unknown))]

    def _serve(self, route: str | None, handler: Handler) -> Serve:
        async def serve(request: web.Request) -> web.Response:
            path = request.path.removeprefix(API)
            body: Any = None
            try:
                body, files = await read_body(request)
                call = Call(dict(request.match_info), dict(request.query), body, files, request.host)
                answer, status = self._answer(request, path, handler, call)
            except ApiError as error:
                answer, status = error.json(), error.status
            self._traffic.note(route, Exchange(request.method, path, status, body, answer))
            return _response(answer, status)

        return serve

    def _answer(self, request: web.Request, path: str, handler: Handler, call: Call) -> tuple[Answer, int]:
        if not path.startswith(OPEN) and request.headers.get("Authorization") != f"Bot {self._token}":
            raise ApiError(0)
        mishap = self._faults.take(request.method, path)
        if mishap is not None:
            return mishap.body, mishap.status
        answer = handler(call)
        return answer, 204 if answer is None else 200


async def read_body(request: web.Request) -> tuple[Any, dict[int, tuple[str, bytes]]]:
    """The JSON of a request and its uploaded files by their number.

    Raises:
        ApiError: 50109 for broken JSON.
    """
    files: dict[int, tuple[str, bytes]] = {}
    text = ""
    if request.content_type.startswith("multipart/"):
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            content = bytes(await part.read())
            if part.name == "payload_json":
                text = content.decode()
            elif part.name is not None and part.name.startswith("files["):
                files[int(part.name[6:-1])] = (part.filename or "unknown", content)
    elif request.can_read_body:
        text = await request.text()
    try:
        return (json.loads(text) if text else {}), files
    except ValueError:
        raise ApiError(50109) from None


def _unknown(_: Call) -> Answer:
    raise ApiError(UNKNOWN_ROUTE)


def _response(answer: Answer, status: int) -> web.Response:
    # Exactly this type: with a charset, discord.py takes the body for text. Without `Via`, it
    # takes a 429 for a ban.
    headers = {"Content-Type": "application/json", "Via": "1.1 playground"}
    if answer is None:
        return web.Response(status=status)
    if status == 429:
        headers |= {"Retry-After": str(answer["retry_after"]), "X-RateLimit-Scope": "user"}
    return web.Response(body=json.dumps(answer).encode(), status=status, headers=headers)
