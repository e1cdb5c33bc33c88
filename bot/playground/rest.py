"""The REST API that a bot with messages and commands needs, served over HTTP, with faults injected."""

from __future__ import annotations

import json
import socket
import struct
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from aiohttp import BodyPartReader, web

from bot.playground import objects
from bot.playground.errors import UNKNOWN_ROUTE, ApiError
from bot.playground.faults import EXEMPT, Fault, Faults, global_limit
from bot.playground.gateway import Gateway
from bot.playground.interactions import Interactions
from bot.playground.messages import compose, revise
from bot.playground.state import (
    APPLICATION_ID,
    Change,
    ChangeKind,
    ChannelKind,
    Flag,
    Json,
    Message,
    State,
)
from bot.playground.validation import Files, check_commands, check_thread, read_emoji

API: Final = "/api/v10"

DISCORD: Final = {"Content-Type": "application/json", "Via": "1.1 playground"}
"""The headers of what Discord itself answers.

discord.py parses a body as JSON only if the content type has no charset, and takes a 429 without a `Via`
header for a ban by Cloudflare.
"""

UNCHANGEABLE: Final = (50001, 50083)
"""Error codes of channels in which the bot cannot change its own messages either: lost, or archived."""

EXCHANGES_KEPT: Final = 2000
TIMES_KEPT: Final = 100_000

ResponseBody = Any


@dataclass(frozen=True)
class Exchange:
    """A request and its response, with parsed bodies."""

    method: str
    path: str
    status: int
    request: Any
    response: Any


@dataclass
class Traffic:
    """A record of the bot's requests; whole exchanges are kept only if `bodies` is set.

    `counts` is by method and route, such as `POST /channels/{channel}/messages`; `unknown` has the requests
    without a route. `counted_at` has the times, in seconds of the monotonic clock, of the latest requests
    that count towards the global limit. That is `most` in any second, from all processes together; the others
    are refused. `None` for no limit.
    """

    bodies: bool = False
    most: int | None = None
    counts: Counter[str] = field(default_factory=Counter)
    unknown: list[str] = field(default_factory=list)
    exchanges: deque[Exchange] = field(default_factory=lambda: deque(maxlen=EXCHANGES_KEPT))
    counted_at: deque[float] = field(default_factory=lambda: deque(maxlen=TIMES_KEPT))
    _passed: deque[float] = field(default_factory=deque)
    """The times of the requests of the last second that the global limit has let pass."""

    def wait(self) -> float:
        """Let a counted request pass and return 0, or return the seconds until the global limit lets one."""
        if self.most is None:
            return 0.0
        now = monotonic()
        while self._passed and now - self._passed[0] >= 1:
            self._passed.popleft()
        if len(self._passed) >= self.most:
            return 1 - (now - self._passed[0])
        self._passed.append(now)
        return 0.0

    def record(self, route: str | None, exchange: Exchange) -> None:
        if route is None:
            self.unknown.append(f"{exchange.method} {exchange.path}")
        else:
            name = f"{exchange.method} {route}"
            self.counts[name] += 1
            if is_counted(name):
                self.counted_at.append(monotonic())
        if self.bodies:
            self.exchanges.append(exchange)


def is_counted(name: str) -> bool:
    """Return whether requests such as `POST /channels/{channel}/messages` count towards the global limit."""
    return not name.split(" ")[1].startswith(EXEMPT)


@dataclass(frozen=True)
class Request:
    """A parsed request: path parameters, query, JSON body, uploaded files and the host it was sent to."""

    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    files: Files
    host: str


Handler = Callable[[Request], ResponseBody]
HttpHandler = Callable[[web.Request], Awaitable[web.Response]]


class Rest:
    """The handlers of all routes; each raises `ApiError` where Discord would respond with an error."""

    def __init__(
        self,
        state: State,
        gateway: Gateway,
        interactions: Interactions,
        faults: Faults,
        traffic: Traffic,
        token: str,
        link: objects.Link,
    ) -> None:
        self._state = state
        self._gateway = gateway
        self._interactions = interactions
        self._faults = faults
        self._traffic = traffic
        self._token = token
        self._link = link

    @property
    def routes(self) -> dict[tuple[str, str], Handler]:
        message = "/channels/{channel}/messages/{message}"
        webhook = "/webhooks/{application}/{token}"
        emojis = "/applications/{application}/emojis"
        return {
            ("GET", "/users/@me"): self._me,
            ("POST", "/users/@me/channels"): self._open_dm,
            ("GET", "/oauth2/applications/@me"): self._application,
            ("GET", "/gateway/bot"): self._about_gateway,
            ("GET", "/guilds/{guild}/members/{user}"): self._member,
            ("PUT", "/applications/{application}/commands"): self._put_commands,
            ("GET", emojis): self._emojis,
            ("POST", emojis): self._create_emoji,
            ("DELETE", emojis + "/{emoji}"): self._delete_emoji,
            ("DELETE", "/channels/{channel}"): self._delete_thread,
            ("POST", "/channels/{channel}/threads"): self._open_thread,
            ("PUT", "/channels/{channel}/thread-members/{user}"): self._add_to_thread,
            ("GET", "/channels/{channel}/messages"): self._history,
            ("POST", "/channels/{channel}/messages"): self._create,
            ("GET", message): self._get,
            ("PATCH", message): self._edit,
            ("DELETE", message): self._delete,
            ("POST", "/interactions/{interaction}/{token}/callback"): self._callback,
            ("POST", webhook): self._follow_up,
            ("PATCH", webhook + "/messages/{message}"): self._webhook_edit,
            ("DELETE", webhook + "/messages/{message}"): self._webhook_delete,
        }

    def route_definitions(self) -> list[web.RouteDef]:
        """Return all routes, the last of which answers every unknown path."""
        known = [
            web.route(method, API + path, self._serve(path, handler))
            for (method, path), handler in self.routes.items()
        ]
        return [*known, web.route("*", "/api/{rest:.*}", self._serve(None, _unknown))]

    def _serve(self, route: str | None, handler: Handler) -> HttpHandler:
        async def serve(request: web.Request) -> web.Response:
            path = request.path.removeprefix(API)
            body, fault = None, None
            try:
                body, files = await read_body(request)
                parsed = Request(dict(request.match_info), dict(request.query), body, files, request.host)
                fault = self._fault(request, path)
                result, status = _outcome(handler, parsed, fault)
            except ApiError as error:
                result, status = error.json(), error.status
            if fault is not None and fault.reset:
                _reset(request)
            self._traffic.record(route, Exchange(request.method, path, status, body, result))
            return _response(result, status, None if fault is None else fault.retry_after)

        return serve

    def _fault(self, request: web.Request, path: str) -> Fault | None:
        """The fault of a request; `ApiError` 0 if there is none and the bot's token is missing."""
        fault = self._faults.take(request.method, path)
        # The paths of responses to interactions contain a token of their own.
        authenticated = request.headers.get("Authorization") == f"Bot {self._token}"
        if fault is None and not authenticated and not path.startswith(EXEMPT):
            raise ApiError(0)
        if fault is None and not path.startswith(EXEMPT) and (seconds := self._traffic.wait()):
            return global_limit(seconds)
        return fault

    def _me(self, _: Request) -> ResponseBody:
        return objects.own_user(self._state.bot)

    def _application(self, _: Request) -> ResponseBody:
        return objects.application(self._state)

    def _about_gateway(self, request: Request) -> ResponseBody:
        return self._gateway.about(request.host)

    def _member(self, request: Request) -> ResponseBody:
        if request.params["guild"] not in self._state.guilds:
            raise ApiError(10004)
        return objects.member(self._state.user(request.params["user"]))

    def _open_dm(self, request: Request) -> ResponseBody:
        return objects.channel(self._state.dm(str(request.body.get("recipient_id"))), self._state)

    def _open_thread(self, request: Request) -> ResponseBody:
        channel, body = self._check_writable(request.params["channel"]), request.body
        check_thread(body)
        thread = self._state.open_thread(channel, body["name"], body.get("auto_archive_duration", 1440))
        return objects.thread(thread, self._state)

    def _add_to_thread(self, request: Request) -> ResponseBody:
        self._state.channel(request.params["channel"])
        self._state.user(request.params["user"])

    def _delete_thread(self, request: Request) -> ResponseBody:
        return objects.thread(self._state.delete_thread(request.params["channel"]), self._state)

    @staticmethod
    def _check_application(request: Request) -> None:
        if request.params["application"] != APPLICATION_ID:
            raise ApiError(50001)

    def _put_commands(self, request: Request) -> ResponseBody:
        self._check_application(request)
        check_commands(request.body)
        defaults: Json = {"type": 1, "default_member_permissions": None, "nsfw": False, "options": []}
        defaults |= {"application_id": APPLICATION_ID, "version": self._state.snowflake()}
        old_ids = {old["name"]: old["id"] for old in self._state.commands}
        self._state.commands[:] = [
            {
                "id": old_ids.get(command["name"]) or self._state.snowflake(),
                **defaults,
                **{key: value for key, value in command.items() if value is not None},
            }
            for command in request.body
        ]
        self._state.notify(Change(ChangeKind.COMMANDS))
        return self._state.commands

    def _emojis(self, request: Request) -> ResponseBody:
        self._check_application(request)
        return {"items": [objects.emoji(each, self._state) for each in self._state.emojis.values()]}

    def _create_emoji(self, request: Request) -> ResponseBody:
        self._check_application(request)
        return objects.emoji(self._state.create_emoji(*read_emoji(request.body)), self._state)

    def _delete_emoji(self, request: Request) -> ResponseBody:
        self._check_application(request)
        del self._state.emojis[self._state.emoji(request.params["emoji"]).id]

    def _check_writable(self, channel_id: str) -> str:
        """Return the id of a channel if the bot may write there.

        Raises:
            ApiError: 10003 for an unknown channel, 50007 for closed direct messages, or `Faults.forbidden`.
        """
        channel = self._state.channel(channel_id)
        if channel_id in self._faults.forbidden:
            raise ApiError(self._faults.forbidden[channel_id])
        if channel.recipient is not None and not self._state.users[channel.recipient].dms_open:
            raise ApiError(50007)
        return channel_id

    def _message(self, request: Request) -> Message:
        code = self._faults.forbidden.get(request.params["channel"])
        if code in UNCHANGEABLE:
            raise ApiError(code)
        if self._state.is_archived(self._state.channel(request.params["channel"])):
            raise ApiError(50083)
        return self._state.message(request.params["channel"], request.params["message"])

    def _message_object(self, message: Message) -> Json:
        return objects.message(message, self._state, self._link)

    def _history(self, request: Request) -> ResponseBody:
        channel = self._state.channel(request.params["channel"])
        limit = int(request.query.get("limit", "50"))
        messages = self._state.messages.values()
        visible = [each for each in messages if each.channel_id == channel.id and each.only_for is None]
        return [self._message_object(message) for message in reversed(visible[-limit:])]

    def _create(self, request: Request) -> ResponseBody:
        channel = self._check_writable(request.params["channel"])
        body: Json = request.body
        if body.get("enforce_nonce"):
            for message in self._state.messages.values():
                if message.channel_id == channel and message.nonce == body.get("nonce"):
                    return self._message_object(message)
        body = {**body, "flags": int(body.get("flags") or 0) & ~Flag.EPHEMERAL}
        message = self._state.put(compose(self._state, channel, body, request.files))
        if self._state.channel(channel).kind is ChannelKind.THREAD:  # it may have been archived
            self._state.notify(Change(ChangeKind.THREAD_UPDATED))
        return self._message_object(message)

    def _get(self, request: Request) -> ResponseBody:
        return self._message_object(self._message(request))

    def _edit(self, request: Request) -> ResponseBody:
        old = self._message(request)
        if old.author_id != self._state.bot.id:
            raise ApiError(50005)
        return self._message_object(self._state.put(revise(self._state, old, request.body, request.files)))

    def _delete(self, request: Request) -> ResponseBody:
        self._state.delete(self._message(request).id)

    def _callback(self, request: Request) -> ResponseBody:
        interaction, token = request.params["interaction"], request.params["token"]
        response = self._interactions.answer(interaction, token, request.body, request.files)
        return response if request.query.get("with_response") in {"1", "true"} else None

    def _follow_up(self, request: Request) -> ResponseBody:
        message = self._interactions.follow_up(*_webhook(request), request.body, request.files)
        return self._message_object(message)

    def _webhook_edit(self, request: Request) -> ResponseBody:
        number, body = request.params["message"], request.body
        message = self._interactions.edit(*_webhook(request), number, body, request.files)
        return self._message_object(message)

    def _webhook_delete(self, request: Request) -> ResponseBody:
        self._interactions.delete(*_webhook(request), request.params["message"])


def _webhook(request: Request) -> tuple[str, str]:
    return request.params["application"], request.params["token"]


def _outcome(handler: Handler, parsed: Request, fault: Fault | None) -> tuple[ResponseBody, int]:
    """Return the body and status of the response, after the request has been carried out unless it fails."""
    if fault is not None and not fault.carried_out:
        return fault.body, fault.status
    result = handler(parsed)
    if fault is not None:
        return fault.body, fault.status
    return result, 204 if result is None else 200


def _reset(request: web.Request) -> None:
    """Reset the connection of a request, as a network does that fails: nothing more arrives."""
    if request.transport is not None:
        connection = request.transport.get_extra_info("socket")
        # Without lingering, the other side receives a reset.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        request.transport.abort()


async def read_body(request: web.Request) -> tuple[Any, dict[int, tuple[str, bytes]]]:
    """The parsed JSON of a request and its uploaded files; `ApiError` 50109 for invalid JSON."""
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
