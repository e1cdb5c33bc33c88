"""Serve the REST API over HTTP: parse bodies, authenticate, inject faults and record the traffic."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import BodyPartReader, web

from bot.playground.errors import UNKNOWN_ROUTE, ApiError
from bot.playground.faults import Faults, ScriptedFault
from bot.playground.routes import Created, Handler, Request, ResponseBody, Routes
from bot.playground.traffic import Exchange, Traffic, digest

API = "/api/v10"
TOKEN_IN_PATH = ("/interactions/", "/webhooks/")
"""Prefixes of paths that contain a token; all other requests need the bot's token in a header."""

DISCORD = {"Content-Type": "application/json", "Via": "1.1 playground"}
"""The headers of what Discord itself answers.

discord.py parses a body as JSON only if the content type has no charset, and takes a 429 without a `Via`
header for a ban by Cloudflare.
"""

HttpHandler = Callable[[web.Request], Awaitable[web.Response]]


class Rest:
    """Serves the routes of the REST API over HTTP."""

    def __init__(self, routes: Routes, faults: Faults, traffic: Traffic, token: str) -> None:
        self._routes = routes
        self._faults = faults
        self._traffic = traffic
        self._token = token

    def route_definitions(self) -> list[web.RouteDef]:
        """Return all routes, the last of which answers every unknown path."""
        known = [
            web.route(method, API + path, self._serve(path, handler))
            for method, path, handler in self._routes.table()
        ]
        return [*known, web.route("*", "/api/{rest:.*}", self._serve(None, _unknown))]

    def _serve(self, route: str | None, handler: Handler) -> HttpHandler:
        async def serve(request: web.Request) -> web.Response:
            path = request.path.removeprefix(API)
            body, fault = None, None
            files: dict[int, tuple[str, bytes]] = {}
            try:
                body, files = await read_body(request)
                parsed = Request(dict(request.match_info), dict(request.query), body, files, request.host)
                fault = self._fault(request, path)
                result, status = _outcome(handler, parsed, fault)
            except ApiError as error:
                result, status = error.json(), error.status
            if fault is not None and fault.reset:
                _reset(request)
            exchange = Exchange(request.method, path, status, body, result)
            self._traffic.record(route, exchange, digest(body, files) if self._traffic.bodies else "")
            return _response(result, status, None if fault is None else fault.retry_after)

        return serve

    def _fault(self, request: web.Request, path: str) -> ScriptedFault | None:
        """Return the fault of a request, or `None`.

        Raises:
            ApiError: 0 if the request meets no fault and does not carry the bot's token.
        """
        fault = self._faults.take(request.method, path)
        authenticated = request.headers.get("Authorization") == f"Bot {self._token}"
        if fault is None and not authenticated and not path.startswith(TOKEN_IN_PATH):
            raise ApiError(0)
        return fault


def _outcome(handler: Handler, parsed: Request, fault: ScriptedFault | None) -> tuple[ResponseBody, int]:
    """Return the body and status of the response, after the request has been carried out unless it fails."""
    if fault is not None and not fault.carried_out:
        return fault.body, fault.status
    result = handler(parsed)
    if fault is not None:
        return fault.body, fault.status
    return result, 204 if result is None else 201 if isinstance(result, Created) else 200


def _reset(request: web.Request) -> None:
    """Reset the connection of a request, as a network does that fails: nothing more arrives."""
    if request.transport is not None:
        connection = request.transport.get_extra_info("socket")
        # Without lingering, the other side receives a reset.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        request.transport.abort()


async def read_body(request: web.Request) -> tuple[Any, dict[int, tuple[str, bytes]]]:
    """Return the parsed JSON of a request and its uploaded files.

    Raises:
        ApiError: 50109 for invalid JSON.
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


def _unknown(_: Request) -> ResponseBody:
    raise ApiError(UNKNOWN_ROUTE)


def _response(body: ResponseBody, status: int, retry_after: float | None) -> web.Response:
    if body is None or status == 0:
        return web.Response(status=status or 204)
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    if isinstance(body, str):
        return web.Response(text=body, status=status, content_type="text/html", headers=headers)
    if status == 429:
        is_global = bool(body.get("global"))
        headers = {"Retry-After": str(body["retry_after"]), **headers}
        headers["X-RateLimit-Scope"] = "global" if is_global else "user"
        if is_global:
            headers["X-RateLimit-Global"] = "true"
    return web.Response(body=json.dumps(body).encode(), status=status, headers={**DISCORD, **headers})
