"""The gateway: the WebSocket that sends events to the bot."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from dataclasses import dataclass, field

from aiohttp import WSCloseCode, WSMsgType, web

from bot.playground import objects
from bot.playground.world import APPLICATION_ID, GUILD_ID, Change, ChangeKind, Json, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID_SESSION, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
IGNORED = frozenset({3, 4, 8})
"""Opcodes for presence, voice state and member requests, which have no effect here."""

HEARTBEAT_INTERVAL = 41_250
"""Milliseconds between two heartbeats of the bot."""

ACK_DELAY = 0.05
"""Seconds before a heartbeat is acknowledged: discord.py records its heartbeat only after sending it."""

EVENTS_KEPT = 2000
"""Latest events of a session, replayed when it is resumed."""

UNKNOWN_OPCODE, DECODE_ERROR = 4001, 4002
NOT_AUTHENTICATED, AUTHENTICATION_FAILED, ALREADY_AUTHENTICATED = 4003, 4004, 4005
INVALID_SHARD, INVALID_INTENTS, DISALLOWED_INTENTS = 4010, 4013, 4014

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12
PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)
"""Members, presences and message content, which are not enabled for this application."""

EVENTS = {
    ChangeKind.CREATED: "MESSAGE_CREATE",
    ChangeKind.EDITED: "MESSAGE_UPDATE",
    ChangeKind.DELETED: "MESSAGE_DELETE",
}


@dataclass
class Session:
    """A session of one shard. It outlives its connection, so that it can be resumed."""

    id: str
    shard: tuple[int, int]
    intents: int
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
        """Queue a payload for sending."""
        self._queue.put_nowait(payload)

    async def write(self) -> None:
        """Send queued payloads until the socket closes."""
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

    Attributes:
        identified: Set when a session has begun.
        refusing: The close code with which every session is refused, such as 4014, or `None`.
    """

    def __init__(self, world: World, token: str, link: objects.Link) -> None:
        self._world = world
        self._token = token
        self._link = link
        self._sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        self.identified = asyncio.Event()
        self.refusing: int | None = None
        world.listen(self._on_change)

    # -- payloads from the bot -------------------------------------------------------------

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it closes."""
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
        try:
            payload = json.loads(text)
            op, data = payload["op"], payload.get("d")
        except (ValueError, TypeError, KeyError):
            await connection.socket.close(code=DECODE_ERROR)
            return
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_DELAY, connection.send, {"op": ACK})
        elif op == IDENTIFY:
            await self._identify(connection, data, host)
        elif op == RESUME:
            await self._resume(connection, data)
        elif connection.session is None:
            await connection.socket.close(code=NOT_AUTHENTICATED)
        elif op not in IGNORED:
            await connection.socket.close(code=UNKNOWN_OPCODE)

    def _identify_error(self, connection: Connection, data: Json) -> int | None:
        """Return the close code for an invalid IDENTIFY, or `None` if it is valid."""
        intents, shard = data.get("intents"), data.get("shard", [0, 1])
        if connection.session is not None:
            return ALREADY_AUTHENTICATED
        if self.refusing is not None:
            return self.refusing
        if data.get("token") != self._token:
            return AUTHENTICATION_FAILED
        if not isinstance(intents, int) or intents < 0:
            return INVALID_INTENTS
        if intents & PRIVILEGED:
            return DISALLOWED_INTENTS
        if len(shard) != 2 or not 0 <= shard[0] < shard[1]:
            return INVALID_SHARD
        return None

    async def _identify(self, connection: Connection, data: Json, host: str) -> None:
        error = self._identify_error(connection, data)
        if error is not None:
            await connection.socket.close(code=error)
            return
        shard = data.get("shard", [0, 1])
        session_id = self._world.snowflake()
        session = Session(session_id, (shard[0], shard[1]), data["intents"], connection=connection)
        for old in [each for each in self._sessions.values() if each.shard == session.shard]:
            del self._sessions[old.id]
        self._sessions[session.id] = connection.session = session
        has_guild = self._shard_of(GUILD_ID, session.shard[1]) == session.shard[0]
        ready = {
            "v": 10,
            "user": objects.own_user(self._world.bot),
            "session_id": session.id,
            "resume_gateway_url": f"ws://{host}/gateway",
            "shard": list(session.shard),
            "guilds": [{"id": GUILD_ID, "unavailable": True}] if has_guild else [],
            "application": {"id": APPLICATION_ID, "flags": 0},
        }
        self._send_event(session, "READY", ready)
        if has_guild and session.intents & GUILDS:
            self._send_event(session, "GUILD_CREATE", objects.guild(self._world))
        self.identified.set()

    async def _resume(self, connection: Connection, data: Json) -> None:
        if data.get("token") != self._token:
            await connection.socket.close(code=AUTHENTICATION_FAILED)
            return
        session = self._sessions.get(str(data.get("session_id")))
        if session is None:
            connection.send({"op": INVALID_SESSION, "d": False})
            return
        session.connection, connection.session = connection, session
        for sequence, payload in tuple(session.events):
            if sequence > int(data.get("seq") or 0):
                connection.send(payload)
        self._send_event(session, "RESUMED", {})

    # -- events to the bot -----------------------------------------------------------------

    @staticmethod
    def _shard_of(guild_id: str | None, shards: int) -> int:
        """Return the shard that receives the events of a guild; direct messages belong to shard 0."""
        return 0 if guild_id is None else (int(guild_id) >> 22) % shards

    def _send_event(self, session: Session, event: str, data: Json) -> None:
        session.sequence += 1
        payload: Json = {"op": DISPATCH, "t": event, "s": session.sequence, "d": data}
        session.events.append((session.sequence, payload))
        if session.connection is not None:
            session.connection.send(payload)

    def dispatch(self, event: str, data: Json, intent: int = 0) -> None:
        """Send an event to the shard concerned if it has the intent; 0 stands for no intent."""
        guild_id = data.get("guild_id")
        for session in self._sessions.values():
            wanted = intent == 0 or session.intents & intent
            if wanted and self._shard_of(guild_id, session.shard[1]) == session.shard[0]:
                self._send_event(session, event, data)

    def interaction(self, payload: Json) -> None:
        """Send an interaction to the bot."""
        self.dispatch("INTERACTION_CREATE", payload)

    def _on_change(self, change: Change) -> None:
        message = change.message
        if message is None or message.only_for is not None:
            return
        in_guild = self._world.channels[message.channel_id].recipient is None
        location: Json = {"guild_id": GUILD_ID} if in_guild else {}
        data: Json = {"id": message.id, "channel_id": message.channel_id}
        if change.kind is not ChangeKind.DELETED:
            data = objects.message(message, self._world, self._link)
        intent = GUILD_MESSAGES if in_guild else DIRECT_MESSAGES
        self.dispatch(EVENTS[change.kind], {**data, **location}, intent)

    # -- faults ----------------------------------------------------------------------------

    async def drop(self, code: int = 4000) -> None:
        """Close every connection; with the default code the bot may resume its sessions."""
        for connection in tuple(self._connections):
            await connection.socket.close(code=code)

    def ask_to_reconnect(self) -> None:
        """Ask every shard to reconnect (opcode 7)."""
        for connection in self._connections:
            connection.send({"op": RECONNECT, "d": None})

    def invalidate(self, *, resumable: bool = False) -> None:
        """Send every shard an invalid session (opcode 9)."""
        if not resumable:
            self._sessions.clear()
        for connection in self._connections:
            if not resumable:
                connection.session = None
            connection.send({"op": INVALID_SESSION, "d": resumable})

    async def stop(self) -> None:
        """Close every connection because the server stops."""
        await self.drop(WSCloseCode.GOING_AWAY)
