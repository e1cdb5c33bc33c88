"""The routes of the REST interface, as far as a bot with tables, hands and commands needs them."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.playground import objects
from bot.playground.errors import ApiError
from bot.playground.faults import Faults
from bot.playground.followups import FollowUps
from bot.playground.interactions import Interactions
from bot.playground.limits import Files, check_commands
from bot.playground.messages import compose, revise
from bot.playground.world import APPLICATION_ID, GUILD_ID, Change, ChangeKind, Flag, Json, Message, World

OLD = 3600.0
"""Seconds after which a message counts as old."""
OLD_EDITS = 3
OLD_EDITS_PERIOD = 6.0
"""Seconds in which a channel's old messages may be edited `OLD_EDITS` times."""

Answer = Any
"""What is answered as JSON; None for "done, nothing to say"."""


@dataclass(frozen=True)
class Call:
    """A request, read: the names in its path, its query, its JSON and its files."""

    names: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    files: Files
    host: str


Handler = Callable[[Call], Answer]


class Routes:
    """What each route does; every function raises `ApiError` where Discord would refuse."""

    def __init__(self, world: World, interactions: Interactions, faults: Faults, link: objects.Link) -> None:
        self._world = world
        self._interactions = interactions
        self._follow_ups = FollowUps(world, interactions)
        self._faults = faults
        self._link = link
        self._old_edits: defaultdict[str, deque[float]] = defaultdict(deque)

    def table(self) -> list[tuple[str, str, Handler]]:
        """Method, path and function of every route."""
        message = "/channels/{channel}/messages/{message}"
        hook = "/webhooks/{application}/{token}"
        return [
            ("GET", "/users/@me", self._me),
            ("GET", "/users/{user}", self._user),
            ("POST", "/users/@me/channels", self._open_dm),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/applications/@me", self._application),
            ("GET", "/gateway", self._gateway),
            ("GET", "/gateway/bot", self._gateway_bot),
            ("GET", "/guilds/{guild}", self._guild),
            ("GET", "/guilds/{guild}/members/{user}", self._member),
            ("GET", "/applications/{application}/commands", self._commands),
            ("PUT", "/applications/{application}/commands", self._put_commands),
            ("GET", "/applications/{application}/guilds/{guild}/commands", self._commands),
            ("PUT", "/applications/{application}/guilds/{guild}/commands", self._put_commands),
            ("GET", "/channels/{channel}", self._channel),
            ("POST", "/channels/{channel}/typing", self._typing),
            ("GET", "/channels/{channel}/messages", self._history),
            ("POST", "/channels/{channel}/messages", self._create),
            ("GET", message, self._get),
            ("PATCH", message, self._edit),
            ("DELETE", message, self._delete),
            ("POST", "/interactions/{interaction}/{token}/callback", self._callback),
            ("POST", hook, self._follow_up),
            ("GET", hook + "/messages/{message}", self._hook_get),
            ("PATCH", hook + "/messages/{message}", self._hook_edit),
            ("DELETE", hook + "/messages/{message}", self._hook_delete),
        ]

    # -- who and where ---------------------------------------------------------------------

    def _me(self, _: Call) -> Answer:
        return objects.own_user(self._world.bot)

    def _user(self, call: Call) -> Answer:
        return objects.user(self._world.user(call.names["user"]))

    def _application(self, _: Call) -> Answer:
        return objects.application(self._world)

    def _gateway(self, call: Call) -> Answer:
        return {"url": f"ws://{call.host}/gateway"}

    def _gateway_bot(self, call: Call) -> Answer:
        limit = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}
        return {"url": f"ws://{call.host}/gateway", "shards": 1, "session_start_limit": limit}

    def _guild(self, call: Call) -> Answer:
        if call.names["guild"] != GUILD_ID:
            raise ApiError(10004)
        return objects.guild(self._world)

    def _member(self, call: Call) -> Answer:
        if call.names["guild"] != GUILD_ID:
            raise ApiError(10004)
        return objects.member(self._world.user(call.names["user"]))

    def _open_dm(self, call: Call) -> Answer:
        return objects.channel(self._world.dm(str(call.body.get("recipient_id"))), self._world)

    def _channel(self, call: Call) -> Answer:
        channel = self._world.channel(call.names["channel"])
        if self._faults.forbidden.get(channel.id) == 50001:
            raise ApiError(50001)
        return objects.channel(channel, self._world)

    # -- commands --------------------------------------------------------------------------

    @staticmethod
    def _scope(call: Call) -> str | None:
        if call.names["application"] != APPLICATION_ID:
            raise ApiError(50001)
        guild = call.names.get("guild")
        if guild not in (None, GUILD_ID):
            raise ApiError(50001)
        return guild

    def _commands(self, call: Call) -> Answer:
        return self._world.commands.get(self._scope(call), [])

    def _put_commands(self, call: Call) -> Answer:
        scope = self._scope(call)
        check_commands(call.body)
        blank: Json = {"type": 1, "default_member_permissions": None, "nsfw": False, "options": []}
        blank |= {"application_id": APPLICATION_ID, "version": self._world.snowflake()}
        if scope is not None:
            blank["guild_id"] = scope
        known = {(old["type"], old["name"]): old["id"] for old in self._world.commands.get(scope, ())}
        commands = []
        for command in call.body:
            whole = {**blank, **{key: value for key, value in command.items() if value is not None}}
            old_id = known.get((whole["type"], whole["name"]))
            commands.append({"id": old_id or self._world.snowflake(), **whole})
        self._world.commands[scope] = commands
        self._world.tell(Change(ChangeKind.COMMANDS))
        return commands

    # -- messages --------------------------------------------------------------------------

    def _writable(self, channel_id: str) -> str:
        """The channel, if the bot may write there.

        Raises:
            ApiError: 10003, 50001, 50013, or 50007 for closed direct messages.
        """
        channel = self._world.channel(channel_id)
        if channel_id in self._faults.forbidden:
            raise ApiError(self._faults.forbidden[channel_id])
        if channel.recipient is not None and not self._world.users[channel.recipient].dms_open:
            raise ApiError(50007)
        return channel_id

    def _message(self, call: Call) -> Message:
        if self._faults.forbidden.get(call.names["channel"]) == 50001:
            raise ApiError(50001)
        return self._world.message(call.names["channel"], call.names["message"])

    def _shape(self, message: Message) -> Json:
        return objects.message(message, self._world, self._link)

    def _typing(self, call: Call) -> Answer:
        self._writable(call.names["channel"])

    def _history(self, call: Call) -> Answer:
        channel = self._world.channel(call.names["channel"])
        limit = int(call.query.get("limit", "50"))
        everything = self._world.messages.values()
        there = [each for each in everything if each.channel_id == channel.id and each.only_for is None]
        return [self._shape(message) for message in reversed(there[-limit:])]

    def _create(self, call: Call) -> Answer:
        channel = self._writable(call.names["channel"])
        body: Json = call.body
        if body.get("enforce_nonce"):
            for message in self._world.messages.values():
                if message.channel_id == channel and message.nonce == body.get("nonce"):
                    return self._shape(message)
        body = {**body, "flags": int(body.get("flags") or 0) & ~Flag.EPHEMERAL}
        message = compose(self._world, channel, body, call.files)
        return self._shape(self._world.put(message))

    def _get(self, call: Call) -> Answer:
        return self._shape(self._message(call))

    def _edit(self, call: Call) -> Answer:
        old = self._message(call)
        if old.author_id != self._world.bot.id:
            raise ApiError(50005)
        self._spare_old(old)
        return self._shape(self._world.put(revise(self._world, old, call.body, call.files)))

    def _spare_old(self, message: Message) -> None:
        """Let a channel's old messages be edited only now and then.

        Raises:
            ApiError: 30046.
        """
        now = self._world.clock.now()
        if now - message.created <= OLD:
            return
        edits = self._old_edits[message.channel_id]
        while edits and now - edits[0] >= OLD_EDITS_PERIOD:
            edits.popleft()
        if len(edits) >= OLD_EDITS:
            raise ApiError(30046)
        edits.append(now)

    def _delete(self, call: Call) -> Answer:
        self._world.delete(self._message(call).id)

    # -- interactions ----------------------------------------------------------------------

    def _callback(self, call: Call) -> Answer:
        names = call.names
        receipt = self._interactions.answer(names["interaction"], names["token"], call.body, call.files)
        return receipt if call.query.get("with_response") in {"1", "true"} else None

    def _follow_up(self, call: Call) -> Answer:
        names, files = call.names, call.files
        message = self._follow_ups.post(names["application"], names["token"], call.body, files)
        return self._shape(message)

    def _hook_get(self, call: Call) -> Answer:
        names = call.names
        return self._shape(self._follow_ups.get(names["application"], names["token"], names["message"]))

    def _hook_edit(self, call: Call) -> Answer:
        names, files = call.names, call.files
        message = self._follow_ups.edit(
            names["application"], names["token"], names["message"], call.body, files
        )
        return self._shape(message)

    def _hook_delete(self, call: Call) -> Answer:
        names = call.names
        self._follow_ups.delete(names["application"], names["token"], names["message"])
