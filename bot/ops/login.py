"""Why Discord refuses the bot, and how long to wait before the next attempt to join."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.errors import LaunchError, RefusedError

FIRST_WAIT, LONGEST_WAIT = 5.0, 300.0
"""Seconds before reconnecting: doubled after each failure, up to the longest."""

FIRST_BAN, LONGEST_BAN = 300.0, 3600.0
"""The same if Discord limits logins or bans this machine, and does not say for how long."""

DOUBT_WAIT = 2.0
"""Seconds until Discord is asked a second time about a token that it has refused."""

LONGEST_NAMED = 24 * 3600.0
"""Seconds: a longer wait that Discord names is cut off here."""

FAILURES = (
    aiohttp.ClientError,
    OSError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
    discord.LoginFailure,
    discord.PrivilegedIntentsRequired,
    discord.RateLimited,
)
"""The errors with which a login or a connection fails."""

WRONG_TOKEN, DISALLOWED_INTENTS = 4004, 4014
_PORTAL = "https://discord.com/developers/applications"
_UPDATE = "update the bot, then start it again."
_REFUSALS = {
    WRONG_TOKEN: f"Discord refuses the token: copy it again from {_PORTAL}"
    " (your application > Bot > Reset Token) to DISCORD_TOKEN in .env.",
    4010: f"Discord refuses the bot's number of shards: {_UPDATE}",
    4011: f"The bot is in more servers than its connections may serve: {_UPDATE}",
    4012: f"Discord no longer speaks this version of its protocol: {_UPDATE}",
    4013: f"Discord does not know the bot's intents: {_UPDATE}",
    DISALLOWED_INTENTS: "Discord refuses the bot's intents, although it asks only for guilds:"
    f" see your application > Bot on {_PORTAL}.",
}
"""What to do after each close code of the gateway that a restart does not mend."""

_UNAUTHORIZED, _FORBIDDEN, _TOO_MANY, _SERVER_ERROR = 401, 403, 429, 500

_log = logging.getLogger(__name__)


class Attempts:
    """The attempts to join Discord: how long to wait after each, and when to give up."""

    def __init__(self) -> None:
        self._wait, self._ban = FIRST_WAIT, FIRST_BAN
        self.has_connected = False
        """Whether an attempt has succeeded."""
        self._has_doubt = False
        """Whether the token was refused last time, which may be an error of Discord."""

    def ended(self, error: Exception | None, *, was_ready: bool) -> float:
        """Return the seconds until the next attempt.

        `error`: what ended this attempt; `None` if the connection was closed in order.
        `was_ready`: whether Discord had let the bot in.

        Raises:
            RefusedError: Discord refuses the bot, and a restart would not mend that.
            LaunchError: The first attempt has failed, and a restart may mend that.
        """
        if was_ready:
            self._wait, self._ban = FIRST_WAIT, FIRST_BAN
            self.has_connected, self._has_doubt = True, False
        elif self.has_connected:
            self._wait = min(2 * self._wait, LONGEST_WAIT)
        return self._wait if error is None else self._after(error)

    def _after(self, error: BaseException) -> float:
        if isinstance(error, discord.GatewayNotFound) and error.__cause__ is not None:
            error = error.__cause__  # the failed request
        code = close_code(error)
        if code == WRONG_TOKEN and not self._has_doubt:
            self._has_doubt = True
            _log.warning("Discord has refused the token; the bot asks once more in %.0f s", DOUBT_WAIT)
            return DOUBT_WAIT
        if code in _REFUSALS:
            raise refusal(code) from error
        if is_ban(error):
            wait = self._wait_for_ban(error)
            _log.warning(
                "Discord refuses all requests of this machine for now (%s). The next attempt is in %.0f s;"
                " a restart would only prolong the ban",
                named(error),
                wait,
            )
            return wait
        if not self.has_connected:
            raise LaunchError(described(error)) from error
        _log.warning("Connection lost: %s", first_line(error))
        return self._wait

    def _wait_for_ban(self, error: BaseException) -> float:
        seconds = retry_after(error)
        if seconds is None:
            seconds, self._ban = self._ban, min(2 * self._ban, LONGEST_BAN)
        return max(seconds, self._wait)


def refusal(code: int) -> RefusedError:
    """Return the error after a close code that a restart does not mend."""
    return RefusedError(_REFUSALS[code])


async def refuses_token(client: discord.Client) -> bool:
    """Ask Discord whether it refuses a client's token; `False` if it does not answer that."""
    try:
        await client.http.request(discord.http.Route("GET", "/users/@me"))
    except FAILURES as error:
        if is_unauthorized(error):
            return True
        _log.warning("The bot cannot ask Discord about the token: %s", named(error))
    else:
        _log.warning("Discord accepts the token, although it has refused a request with status 401")
    return False


def close_code(error: BaseException) -> int | None:
    """Return the close code of the gateway that says the same as an error, or `None`."""
    if isinstance(error, discord.LoginFailure) or is_unauthorized(error):
        return WRONG_TOKEN
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return DISALLOWED_INTENTS
    return error.code if isinstance(error, discord.ConnectionClosed) else None


def is_unauthorized(error: BaseException) -> bool:
    """Whether Discord has refused the token of a request."""
    return isinstance(error, discord.HTTPException) and error.status == _UNAUTHORIZED


def is_ban(error: BaseException) -> bool:
    """Whether Discord, or a proxy in front of it, refuses all requests for some time."""
    if isinstance(error, discord.RateLimited):
        return True
    if not isinstance(error, discord.HTTPException):
        return False
    is_html = "json" not in error.response.headers.get("Content-Type", "")
    return error.status == _TOO_MANY or (error.status == _FORBIDDEN and is_html)


def retry_after(error: BaseException) -> float | None:
    """Return the seconds that Discord asks to wait; `None` if it does not say."""
    if isinstance(error, discord.RateLimited):
        return min(error.retry_after, LONGEST_NAMED)
    if not isinstance(error, discord.HTTPException):
        return None
    try:
        seconds = float(error.response.headers.get("Retry-After", ""))
    except ValueError:
        return None
    return min(seconds, LONGEST_NAMED) if seconds >= 0 else None


def described(error: BaseException) -> str:
    """Return one line that says why the first attempt has failed, and what to do."""
    if not isinstance(error, discord.HTTPException):
        return f"Discord cannot be reached ({first_line(error)}): check the network, then start again."
    if error.status >= _SERVER_ERROR:
        return f"Discord itself fails ({named(error)}): see https://discordstatus.com, then start again."
    return (
        f"Discord refuses the login ({named(error)}): look for a newer version of the bot, then start again."
    )


def named(error: BaseException) -> str:
    """Return status and code of a failed request, and the first line of any other error."""
    if isinstance(error, discord.HTTPException):
        return f"status {error.status}, code {error.code}"
    return first_line(error)


def first_line(error: BaseException) -> str:
    """The first line of an error's text, or the name of its class if it has none."""
    return str(error).partition("\n")[0] or type(error).__name__
