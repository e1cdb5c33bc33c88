"""The routes of the REST API that a bot with messages and commands needs."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from bot.playground import objects
from bot.playground.emojis import Emoji
from bot.playground.errors import ApiError
from bot.playground.faults import Faults
from bot.playground.followups import FollowUps
from bot.playground.interactions import Interactions
from bot.playground.messages import compose, revise
from bot.playground.threads import Threads
from bot.playground.validation import Files, check_commands
from bot.playground.world import (
    APPLICATION_ID,
    GUILD_ID,
    Change,
    ChangeKind,
    ChannelKind,
    Flag,
    Json,
    Message,
    World,
)

OLD_MESSAGE = 3600.0
"""Age in seconds from which a message counts as old."""
OLD_EDITS = 3
"""Edits of old messages allowed in a channel within `OLD_EDITS_PERIOD` seconds."""
OLD_EDITS_PERIOD = 6.0

UNCHANGEABLE = (50001, 50083)
"""Error codes of channels in which the bot cannot change its own messages either: lost, or archived."""

ResponseBody = Any
"""The JSON body of a response; `None` for 204 No Content."""


class Created(dict[str, Any]):
    """The JSON body of a response with the status 201 Created."""


class Request(NamedTuple):
    """A parsed request: path parameters, query, JSON body, uploaded files and the host it was sent to."""

    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    files: Files
    host: str


Handler = Callable[[Request], ResponseBody]


class Routes:
    """The handlers of all routes; each raises `ApiError` where Discord would respond with an error."""

    def __init__(
        self,
        world: World,
        interactions: Interactions,
        faults: Faults,
        link: objects.Link,
        threads: Threads,
    ) -> None:
        self._world = world
        self._interactions = interactions
        self._follow_ups = FollowUps(world, interactions)
        self._faults = faults
        self._threads = threads
        self._link = link
        self._old_edits: defaultdict[str, deque[float]] = defaultdict(deque)

    def table(self) -> list[tuple[str, str, Handler]]:
        """Return the method, path and handler of every route."""
        message = "/channels/{channel}/messages/{message}"
        webhook = "/webhooks/{application}/{token}"
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
            ("GET", "/applications/{application}/emojis", self._emojis),
            ("POST", "/applications/{application}/emojis", self._create_emoji),
            ("GET", "/applications/{application}/emojis/{emoji}", self._emoji),
            ("PATCH", "/applications/{application}/emojis/{emoji}", self._rename_emoji),
            ("DELETE", "/applications/{application}/emojis/{emoji}", self._delete_emoji),
            ("GET", "/channels/{channel}", self._channel),
            ("DELETE", "/channels/{channel}", self._delete_thread),
            ("POST", "/channels/{channel}/threads", self._open_thread),
            ("PUT", "/channels/{channel}/thread-members/{user}", self._add_to_thread),
            ("POST", "/channels/{channel}/typing", self._typing),
            ("GET", "/channels/{channel}/messages", self._history),
            ("POST", "/channels/{channel}/messages", self._create),
            ("GET", message, self._get),
            ("PATCH", message, self._edit),
            ("DELETE", message, self._delete),
            ("POST", "/interactions/{interaction}/{token}/callback", self._callback),
            ("POST", webhook, self._follow_up),
            ("GET", webhook + "/messages/{message}", self._webhook_get),
            ("PATCH", webhook + "/messages/{message}", self._webhook_edit),
            ("DELETE", webhook + "/messages/{message}", self._webhook_delete),
        ]

    # -- users, guild, channels ------------------------------------------------------------

    def _me(self, _: Request) -> ResponseBody:
        return objects.own_user(self._world.bot)

    def _user(self, request: Request) -> ResponseBody:
        return objects.user(self._world.user(request.params["user"]))

    def _application(self, _: Request) -> ResponseBody:
        return objects.application(self._world)

    def _gateway(self, request: Request) -> ResponseBody:
        return {"url": f"ws://{request.host}/gateway"}

    def _gateway_bot(self, request: Request) -> ResponseBody:
        limit = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}
        return {"url": f"ws://{request.host}/gateway", "shards": 1, "session_start_limit": limit}

    def _guild(self, request: Request) -> ResponseBody:
        if request.params["guild"] != GUILD_ID:
            raise ApiError(10004)
        return objects.guild(self._world)

    def _member(self, request: Request) -> ResponseBody:
        if request.params["guild"] != GUILD_ID:
            raise ApiError(10004)
        return objects.member(self._world.user(request.params["user"]))

    def _open_dm(self, request: Request) -> ResponseBody:
        return objects.channel(self._world.dm(str(request.body.get("recipient_id"))), self._world)

    def _channel(self, request: Request) -> ResponseBody:
        channel = self._world.channel(request.params["channel"])
        if self._faults.forbidden.get(channel.id) == 50001:
            raise ApiError(50001)
        return objects.place(channel, self._world)

    # -- threads ---------------------------------------------------------------------------

    def _open_thread(self, request: Request) -> ResponseBody:
        channel = self._check_writable(request.params["channel"])
        return objects.thread(self._threads.open(channel, request.body), self._world)

    def _add_to_thread(self, request: Request) -> ResponseBody:
        self._world.channel(request.params["channel"])
        self._world.user(request.params["user"])

    def _delete_thread(self, request: Request) -> ResponseBody:
        thread = self._world.channel(request.params["channel"])
        self._threads.delete(thread.id)
        return objects.thread(thread, self._world)

    # -- commands --------------------------------------------------------------------------

    @staticmethod
    def _scope(request: Request) -> str | None:
        if request.params["application"] != APPLICATION_ID:
            raise ApiError(50001)
        guild = request.params.get("guild")
        if guild not in (None, GUILD_ID):
            raise ApiError(50001)
        return guild

    def _commands(self, request: Request) -> ResponseBody:
        return self._world.commands.get(self._scope(request), [])

    def _put_commands(self, request: Request) -> ResponseBody:
        scope = self._scope(request)
        check_commands(request.body)
        defaults: Json = {"type": 1, "default_member_permissions": None, "nsfw": False, "options": []}
        defaults |= {"application_id": APPLICATION_ID, "version": self._world.snowflake()}
        if scope is not None:
            defaults["guild_id"] = scope
        old_ids = {(old["type"], old["name"]): old["id"] for old in self._world.commands.get(scope, ())}
        commands = []
        for command in request.body:
            completed = {**defaults, **{key: value for key, value in command.items() if value is not None}}
            old_id = old_ids.get((completed["type"], completed["name"]))
            commands.append({"id": old_id or self._world.snowflake(), **completed})
        self._world.commands[scope] = commands
        self._world.notify(Change(ChangeKind.COMMANDS))
        return commands

    # -- emojis ----------------------------------------------------------------------------

    def _emoji_object(self, emoji: Emoji) -> Json:
        return emoji.json(objects.user(self._world.bot))

    def _emojis(self, request: Request) -> ResponseBody:
        self._scope(request)
        return {"items": [self._emoji_object(each) for each in self._world.emojis.all]}

    def _create_emoji(self, request: Request) -> ResponseBody:
        self._scope(request)
        return Created(self._emoji_object(self._world.emojis.create(request.body)))

    def _emoji(self, request: Request) -> ResponseBody:
        self._scope(request)
        return self._emoji_object(self._world.emojis.get(request.params["emoji"]))

    def _rename_emoji(self, request: Request) -> ResponseBody:
        self._scope(request)
        return self._emoji_object(self._world.emojis.rename(request.params["emoji"], request.body))

    def _delete_emoji(self, request: Request) -> ResponseBody:
        self._scope(request)
        self._world.emojis.delete(request.params["emoji"])

    # -- messages --------------------------------------------------------------------------

    def _check_writable(self, channel_id: str) -> str:
        """Return the id of the channel if the bot may write there.

        Raises:
            ApiError: 10003 if there is no such channel, 50007 for closed direct messages, or the error code
                in `Faults.forbidden`.
        """
        channel = self._world.channel(channel_id)
        if channel_id in self._faults.forbidden:
            raise ApiError(self._faults.forbidden[channel_id])
        if channel.recipient is not None and not self._world.users[channel.recipient].dms_open:
            raise ApiError(50007)
        return channel_id

    def _message(self, request: Request) -> Message:
        code = self._faults.forbidden.get(request.params["channel"])
        if code in UNCHANGEABLE:
            raise ApiError(code)
        channel = self._world.channel(request.params["channel"])
        if channel.kind is ChannelKind.THREAD and objects.is_archived(channel, self._world):
            raise ApiError(50083)
        return self._world.message(request.params["channel"], request.params["message"])

    def _message_object(self, message: Message) -> Json:
        return objects.message(message, self._world, self._link)

    def _typing(self, request: Request) -> ResponseBody:
        self._check_writable(request.params["channel"])

    def _history(self, request: Request) -> ResponseBody:
        channel = self._world.channel(request.params["channel"])
        limit = int(request.query.get("limit", "50"))
        messages = self._world.messages.values()
        visible = [each for each in messages if each.channel_id == channel.id and each.only_for is None]
        return [self._message_object(message) for message in reversed(visible[-limit:])]

    def _create(self, request: Request) -> ResponseBody:
        channel = self._check_writable(request.params["channel"])
        body: Json = request.body
        if body.get("enforce_nonce"):
            for message in self._world.messages.values():
                if message.channel_id == channel and message.nonce == body.get("nonce"):
                    return self._message_object(message)
        body = {**body, "flags": int(body.get("flags") or 0) & ~Flag.EPHEMERAL}
        message = self._world.put(compose(self._world, channel, body, request.files))
        self._threads.written(message)
        return self._message_object(message)

    def _get(self, request: Request) -> ResponseBody:
        return self._message_object(self._message(request))

    def _edit(self, request: Request) -> ResponseBody:
        old = self._message(request)
        if old.author_id != self._world.bot.id:
            raise ApiError(50005)
        self._limit_old_edits(old)
        return self._message_object(self._world.put(revise(self._world, old, request.body, request.files)))

    def _limit_old_edits(self, message: Message) -> None:
        """Enforce the rate limit on edits of old messages.

        Raises:
            ApiError: 30046 if the channel has had `OLD_EDITS` of them within `OLD_EDITS_PERIOD` seconds.
        """
        now = self._world.clock.now()
        if now - message.created <= OLD_MESSAGE:
            return
        edits = self._old_edits[message.channel_id]
        while edits and now - edits[0] >= OLD_EDITS_PERIOD:
            edits.popleft()
        if len(edits) >= OLD_EDITS:
            raise ApiError(30046)
        edits.append(now)

    def _delete(self, request: Request) -> ResponseBody:
        self._world.delete(self._message(request).id)

    # -- interactions ----------------------------------------------------------------------

    def _callback(self, request: Request) -> ResponseBody:
        params = request.params
        response = self._interactions.answer(
            params["interaction"], params["token"], request.body, request.files
        )
        return response if request.query.get("with_response") in {"1", "true"} else None

    def _follow_up(self, request: Request) -> ResponseBody:
        params, files = request.params, request.files
        message = self._follow_ups.post(params["application"], params["token"], request.body, files)
        return self._message_object(message)

    def _webhook_get(self, request: Request) -> ResponseBody:
        params = request.params
        return self._message_object(
            self._follow_ups.get(params["application"], params["token"], params["message"])
        )

    def _webhook_edit(self, request: Request) -> ResponseBody:
        params, files = request.params, request.files
        message = self._follow_ups.edit(
            params["application"], params["token"], params["message"], request.body, files
        )
        return self._message_object(message)

    def _webhook_delete(self, request: Request) -> ResponseBody:
        params = request.params
        self._follow_ups.delete(params["application"], params["token"], params["message"])
