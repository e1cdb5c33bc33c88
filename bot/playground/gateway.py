"""The gateway: the WebSocket on which the bot learns what happens."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from dataclasses import dataclass, field

from aiohttp import WSCloseCode, WSMsgType, web

from bot.playground import objects
from bot.playground.world import APPLICATION_ID, GUILD_ID, Change, ChangeKind, Json, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11

HEARTBEAT_INTERVAL = 41_250
"""Milliseconds between the bot's signs of life."""

WAY_BACK = 0.05
"""Seconds an answer to a sign of life takes: an instant one would overtake the note of having asked."""

KEPT = 2000
"""Events that a resumed session may have missed."""

UNKNOWN_OP, DECODE_ERROR, NOT_AUTHENTICATED, BAD_TOKEN, TWICE = 4001, 4002, 4003, 4004, 4005
INVALID_SHARD, INVALID_INTENTS, DISALLOWED_INTENTS = 4010, 4013, 4014

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12
PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)
"""Members, presences and message content: not enabled for this application."""

EVENTS = {
    ChangeKind.CREATED: "MESSAGE_CREATE",
    ChangeKind.EDITED: "MESSAGE_UPDATE",
    ChangeKind.DELETED: "MESSAGE_DELETE",
}


@dataclass
class Session:
    """One shard of the bot; it outlives its connection, so that it can be resumed."""

    id: str
    shard: tuple[int, int]
    intents: int
    sequence: int = 0
    missed: deque[tuple[int, Json]] = field(default_factory=lambda: deque(maxlen=KEPT))
    line: Connection | None = None


class Connection:
    """A socket with its own queue, so that sending never waits for the reader."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.socket = socket
        self.session: Session | None = None
        self._zlib = zlib.compressobj() if compressed else None
        self._queue: asyncio.Queue[Json] = asyncio.Queue()

    def send(self, payload: Json) -> None:
        """Queue a payload."""
        self._queue.put_nowait(payload)

    async def write(self) -> None:
        """Send what is queued until the socket ends."""
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
    """Accepts the bot's connections and tells it what happens."""

    def __init__(self, world: World, token: str, link: objects.Link) -> None:
        self._world = world
        self._token = token
        self._link = link
        self._sessions: dict[str, Session] = {}
        self._lines: set[Connection] = set()
        self.identified = asyncio.Event()
        world.listen(self._on_change)

    # -- the bot's side --------------------------------------------------------------------

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        line = Connection(socket, compressed=request.query.get("compress") == "zlib-stream")
        self._lines.add(line)
        line.send({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_INTERVAL}})
        writer = asyncio.create_task(line.write())
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    await self._on_text(line, frame.data, request.host)
        finally:
            writer.cancel()
            self._lines.discard(line)
            if line.session is not None and line.session.line is line:
                line.session.line = None
        return socket

    async def _on_text(self, line: Connection, text: str, host: str) -> None:
        try:
            payload = json.loads(text)
            op, data = payload["op"], payload.get("d")
        except (ValueError, TypeError, KeyError):
            await line.socket.close(code=DECODE_ERROR)
            return
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(WAY_BACK, line.send, {"op": ACK})
        elif op == IDENTIFY:
            await self._identify(line, data, host)
        elif op == RESUME:
            await self._resume(line, data)
        elif line.session is None:
            await line.socket.close(code=NOT_AUTHENTICATED)
        elif op not in {3, 4, 8}:  # presence, voice and member requests are heard, without effect
            await line.socket.close(code=UNKNOWN_OP)

    def _refusal(self, line: Connection, data: Json) -> int | None:
        """Why an IDENTIFY is refused, as the code that closes the connection."""
        intents, shard = data.get("intents"), data.get("shard", [0, 1])
        if line.session is not None:
            return TWICE
        if data.get("token") != self._token:
            return BAD_TOKEN
        if not isinstance(intents, int) or intents < 0:
            return INVALID_INTENTS
        if intents & PRIVILEGED:
            return DISALLOWED_INTENTS
        if len(shard) != 2 or not 0 <= shard[0] < shard[1]:
            return INVALID_SHARD
        return None

    async def _identify(self, line: Connection, data: Json, host: str) -> None:
        refusal = self._refusal(line, data)
        if refusal is not None:
            await line.socket.close(code=refusal)
            return
        shard = data.get("shard", [0, 1])
        session = Session(self._world.snowflake(), (shard[0], shard[1]), data["intents"], line=line)
        for old in [each for each in self._sessions.values() if each.shard == session.shard]:
            del self._sessions[old.id]
        self._sessions[session.id] = line.session = session
        ours = self._shard_of(GUILD_ID, session.shard[1]) == session.shard[0]
        ready = {
            "v": 10,
            "user": objects.own_user(self._world.bot),
            "session_id": session.id,
            "resume_gateway_url": f"ws://{host}/gateway",
            "shard": list(session.shard),
            "guilds": [{"id": GUILD_ID, "unavailable": True}] if ours else [],
            "application": {"id": APPLICATION_ID, "flags": 0},
        }
        self._tell(session, "READY", ready)
        if ours and session.intents & GUILDS:
            self._tell(session, "GUILD_CREATE", objects.guild(self._world))
        self.identified.set()

    async def _resume(self, line: Connection, data: Json) -> None:
        if data.get("token") != self._token:
            await line.socket.close(code=BAD_TOKEN)
            return
        session = self._sessions.get(str(data.get("session_id")))
        if session is None:
            line.send({"op": INVALID, "d": False})
            return
        session.line, line.session = line, session
        for sequence, payload in tuple(session.missed):
            if sequence > int(data.get("seq") or 0):
                line.send(payload)
        self._tell(session, "RESUMED", {})

    # -- what the bot is told --------------------------------------------------------------

    @staticmethod
    def _shard_of(guild_id: str | None, shards: int) -> int:
        """The shard that hears of a guild; direct messages belong to the first."""
        return 0 if guild_id is None else (int(guild_id) >> 22) % shards

    def _tell(self, session: Session, event: str, data: Json) -> None:
        session.sequence += 1
        payload: Json = {"op": DISPATCH, "t": event, "s": session.sequence, "d": data}
        session.missed.append((session.sequence, payload))
        if session.line is not None:
            session.line.send(payload)

    def dispatch(self, event: str, data: Json, intent: int = 0) -> None:
        """Tell the shard concerned of an event, if it asked for that kind."""
        guild_id = data.get("guild_id")
        for session in self._sessions.values():
            wanted = intent == 0 or session.intents & intent
            if wanted and self._shard_of(guild_id, session.shard[1]) == session.shard[0]:
                self._tell(session, event, data)

    def interaction(self, payload: Json) -> None:
        """Hand an interaction to the bot."""
        self.dispatch("INTERACTION_CREATE", payload)

    def _on_change(self, change: Change) -> None:
        message = change.message
        if message is None or message.only_for is not None:
            return
        in_guild = self._world.channels[message.channel_id].recipient is None
        where: Json = {"guild_id": GUILD_ID} if in_guild else {}
        shape: Json = {"id": message.id, "channel_id": message.channel_id}
        if change.kind is not ChangeKind.DELETED:
            shape = objects.message(message, self._world, self._link)
        intent = GUILD_MESSAGES if in_guild else DIRECT_MESSAGES
        self.dispatch(EVENTS[change.kind], {**shape, **where}, intent)

    # -- mishaps ---------------------------------------------------------------------------

    async def drop(self, code: int = 4000) -> None:
        """Close every connection; with the usual code the bot may resume."""
        for line in tuple(self._lines):
            await line.socket.close(code=code)

    def ask_to_reconnect(self) -> None:
        """Ask every shard to come again (op 7)."""
        for line in self._lines:
            line.send({"op": RECONNECT, "d": None})

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tell every shard that its session is not valid (op 9)."""
        if not resumable:
            self._sessions.clear()
        for line in self._lines:
            if not resumable and line.session is not None:
                line.session = None
            line.send({"op": INVALID, "d": resumable})

    async def stop(self) -> None:
        """Close every connection for good."""
        await self.drop(WSCloseCode.GOING_AWAY)
