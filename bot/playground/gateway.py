"""The gateway: the WebSockets that send events to the bot's shards, those of the intent for guilds.

The shards may belong to several clients at once, in one process or in several.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from bot.playground import objects
from bot.playground.state import APPLICATION_ID, Change, ChangeKind, Json, State

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID_SESSION, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11

HEARTBEAT_INTERVAL = 41_250
"""Milliseconds between two heartbeats of the bot."""

ACK_DELAY = 0.05
"""Seconds before a heartbeat is acknowledged: discord.py records its heartbeat only after sending it."""

EVENTS_KEPT = 2000
"""Latest events of a session, replayed when it is resumed."""

AUTHENTICATION_FAILED, INVALID_SHARD, DISALLOWED_INTENTS = 4004, 4010, 4014

SESSIONS_A_DAY = 1000
"""How many sessions may begin in a day, as Discord allows a small bot."""

PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)
"""Members, presences and message content, which are not enabled for this application."""

THREAD_EVENTS = {ChangeKind.THREAD_CREATED: "THREAD_CREATE", ChangeKind.THREAD_DELETED: "THREAD_DELETE"}


@dataclass(frozen=True)
class Shard:
    """A part of the guilds, as a client asks for it."""

    id: int
    count: int

    def receives(self, guild_id: str | None) -> bool:
        """Whether events of a guild arrive here; `None` for those of no guild, such as of direct messages."""
        return (int(guild_id or 0) >> 22) % self.count == self.id


ONLY_SHARD = Shard(0, 1)


def read_shard(asked: Any) -> Shard | None:
    """Read the pair of numbers that an identification names; `None` if there is no such shard."""
    match asked:
        case None:
            return ONLY_SHARD
        case [int() as id_, int() as count] if 0 <= id_ < count:
            return Shard(id_, count)
    return None


@dataclass
class Session:
    """A session, which outlives its connection, so that it can be resumed."""

    id: str
    shard: Shard
    sequence: int = 0
    events: deque[tuple[int, Json]] = field(default_factory=lambda: deque(maxlen=EVENTS_KEPT))
    connection: Connection | None = None


class Connection:
    """A socket with a send queue, so that sending never blocks."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.socket = socket
        self.session: Session | None = None
        self._zlib = zlib.compressobj() if compressed else None
        self._queue: asyncio.Queue[Json] = asyncio.Queue()

    def send(self, payload: Json) -> None:
        self._queue.put_nowait(payload)

    async def write(self) -> None:
        while not self.socket.closed:
            text = json.dumps(await self._queue.get())
            try:
                await self._send(text)
            except ConnectionError:
                return

    async def _send(self, text: str) -> None:
        if self._zlib is None:
            await self.socket.send_str(text)
        else:
            packed = self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
            await self.socket.send_bytes(packed)


class Gateway:
    """Accepts the bot's connections and sends it events.

    Unless `refusing` is `None`, it is the close code with which every session is refused, such as 4014.
    `recommended` is the number of shards that `/gateway/bot` names.
    """

    def __init__(self, state: State, token: str) -> None:
        self._state = state
        self._token = token
        self._sessions: dict[Shard, Session] = {}
        """The latest session of each shard."""
        self._begun = 0
        self._connections: set[Connection] = set()
        self.refusing: int | None = None
        self.recommended = 1
        state.listen(self._on_change)

    def about(self, host: str) -> Json:
        """What `/gateway/bot` answers: where to connect, with how many shards, and how often."""
        left = max(SESSIONS_A_DAY - self._begun, 0)
        limit = {
            "total": SESSIONS_A_DAY,
            "remaining": left,
            "reset_after": 14_400_000,
            "max_concurrency": 1,
        }
        return {"url": f"ws://{host}/gateway", "shards": self.recommended, "session_start_limit": limit}

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        connection = Connection(socket, compressed=request.query.get("compress") == "zlib-stream")
        self._connections.add(connection)
        connection.send({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_INTERVAL}})
        writer = asyncio.create_task(connection.write())
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    await self._on_text(connection, frame.data, request.host)
        finally:
            writer.cancel()
            self._connections.discard(connection)
            if connection.session is not None and connection.session.connection is connection:
                connection.session.connection = None
        return socket

    async def _on_text(self, connection: Connection, text: str, host: str) -> None:
        payload = json.loads(text)
        op, data = payload["op"], payload.get("d")
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_DELAY, connection.send, {"op": ACK})
        elif op == IDENTIFY:
            await self._identify(connection, data, host)
        elif op == RESUME:
            await self._resume(connection, data)

    async def _identify(self, connection: Connection, data: Json, host: str) -> None:
        error = self.refusing
        if error is None and data["token"] != self._token:
            error = AUTHENTICATION_FAILED
        elif error is None and data["intents"] & PRIVILEGED:
            error = DISALLOWED_INTENTS
        shard = read_shard(data.get("shard"))
        if error is not None or shard is None:
            await connection.socket.close(code=error or INVALID_SHARD)
            return
        session = Session(self._state.snowflake(), shard, connection=connection)
        self._sessions[shard] = connection.session = session
        self._begun += 1
        guilds = [each for each in self._state.guilds.values() if shard.receives(each.id)]
        ready = {
            "v": 10,
            "user": objects.own_user(self._state.bot),
            "session_id": session.id,
            "resume_gateway_url": f"ws://{host}/gateway",
            "shard": [shard.id, shard.count],
            "guilds": [{"id": each.id, "unavailable": True} for each in guilds],
            "application": {"id": APPLICATION_ID, "flags": 0},
        }
        self._send_event(session, "READY", ready)
        for each in guilds:
            self._send_event(session, "GUILD_CREATE", objects.guild(each, self._state))

    async def _resume(self, connection: Connection, data: Json) -> None:
        if data.get("token") != self._token:
            await connection.socket.close(code=AUTHENTICATION_FAILED)
            return
        known = (each for each in self._sessions.values() if each.id == data.get("session_id"))
        session = next(known, None)
        if session is None:
            connection.send({"op": INVALID_SESSION, "d": False})
            return
        session.connection, connection.session = connection, session
        for sequence, payload in tuple(session.events):
            if sequence > int(data.get("seq") or 0):
                connection.send(payload)
        self._send_event(session, "RESUMED", {})

    def _send_event(self, session: Session, event: str, data: Json) -> None:
        session.sequence += 1
        payload: Json = {"op": DISPATCH, "t": event, "s": session.sequence, "d": data}
        session.events.append((session.sequence, payload))
        if session.connection is not None:
            session.connection.send(payload)

    def dispatch(self, event: str, data: Json) -> None:
        """Send an event to every shard that receives those of its guild, or of direct messages."""
        for session in self._sessions.values():
            if session.shard.receives(data.get("guild_id")):
                self._send_event(session, event, data)

    def channel_changed(self, channel_id: str, *, as_thread: bool = False) -> None:
        """Tell the bot that a channel has changed, as if it were a thread if that is wanted."""
        channel = self._state.channel(channel_id)
        shape = objects.thread(channel, self._state) if as_thread else objects.channel(channel, self._state)
        self.dispatch("THREAD_UPDATE" if as_thread else "CHANNEL_UPDATE", shape)

    def _on_change(self, change: Change) -> None:
        if change.thread is not None and change.kind in THREAD_EVENTS:
            data = objects.thread(change.thread, self._state)
            data |= {"newly_created": True} if change.kind is ChangeKind.THREAD_CREATED else {}
            self.dispatch(THREAD_EVENTS[change.kind], data)

    async def drop(self, code: int = 4000, shard_id: int | None = None) -> None:
        """Close every connection, or that of a shard; with the default code its session may be resumed."""
        for connection in tuple(self._connections):
            if shard_id is None or (connection.session and connection.session.shard.id == shard_id):
                await connection.socket.close(code=code)

    def ask_to_reconnect(self) -> None:
        for connection in self._connections:
            connection.send({"op": RECONNECT, "d": None})

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tell the bot that its sessions are invalid (opcode 9)."""
        if not resumable:
            self._sessions.clear()
        for connection in self._connections:
            if not resumable:
                connection.session = None
            connection.send({"op": INVALID_SESSION, "d": resumable})

    async def stop(self) -> None:
        await self.drop(WSCloseCode.GOING_AWAY)
