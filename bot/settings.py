"""Settings, read from environment variables and the file `.env`."""

from __future__ import annotations

import difflib
import logging
import os
import re
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from dotenv.parser import parse_stream
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, DotEnvSettingsSource, NoDecode, SettingsConfigDict

from bot import version
from bot.errors import FILE, WrongSettingError
from bot.ops.console import UnreadableFileError, read_text
from bot.ops.logs import set_up
from bot.shards import EVERY, Shards

_log = logging.getLogger("bot")

SIMILAR = 0.85
"""How similar, by `difflib`, a misspelling is to the name of a setting."""

_FOREIGN = {"TERM"}
"""Variables of every terminal that are similar to a setting."""

_NAME = re.compile(r"[A-Za-z_][\w.-]*")
"""The name of a variable, also of another program."""
_EXAMPLE = ".env.example shows what belongs there."

POOLED = "#pooled"
"""As `bot.store.engines.POOLED`; reading settings needs no database."""

_HOST = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[^][:]*)(?::(\d{0,5}))?")
"""A host of an address of PostgreSQL, with its port."""

LogLevel = Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"], BeforeValidator(str.upper)]
HOUR = 60 * 60
Port = Annotated[int, Field(ge=0, le=65_535)]
Seconds = Annotated[int, Field(ge=1, le=30 * 24 * HOUR)]
LogFormat = Annotated[Literal["lines", "json"], BeforeValidator(str.lower)]
Told = Annotated[str, Field(max_length=300)]
"""What players are told; Discord limits the length of messages."""


def _loopback(address: str) -> str:
    """Return the address in its canonical form."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise ValueError("is not an address such as http://127.0.0.1:8765") from None
    more = "@" in parts.netloc or parts.path.strip("/") or parts.query or parts.fragment
    if parts.scheme != "http" or not port or more:
        raise ValueError("must look like http://127.0.0.1:8765")
    host = parts.hostname or ""
    try:
        is_local = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        is_local = False
    if not is_local:
        raise ValueError("must be this computer (127.0.0.1): a token is never sent anywhere else")
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def database_named(value: object) -> object:
    """Return an address as a secret, since it may hold a password, and any other text as a path.

    Raises:
        ValueError: not an address of PostgreSQL.
    """
    if not isinstance(value, str):
        return value
    if "://" not in value:
        return Path(value)
    if not _is_postgresql(value):
        raise ValueError(
            "must be a file, or look like postgresql://user:password@host/name, where a password has %2F"
            " for / and %23 for #"
        )
    return SecretStr(value)


def _server(address: SecretStr) -> SecretStr:
    if not _is_postgresql(address.get_secret_value()):
        raise ValueError("must look like postgresql://user:password@host/name")
    return address


def _is_postgresql(address: str) -> bool:
    """Whether an address is one that the driver can read; its own errors are for programmers."""
    scheme, _, rest = address.partition("://")
    user, _, hosts = re.split("[/?#]", rest, maxsplit=1)[0].rpartition("@")
    found = [_HOST.fullmatch(each) for each in hosts.split(",")]
    return (
        scheme in {"postgresql", "postgres"}
        and not {*"[]"} & {*user}
        and all(each and int(each[1] or 0) < 2**16 for each in found)
    )


def _webhook(address: SecretStr) -> SecretStr:
    """Return the address of a webhook, which is sent to nobody who could read it on the way.

    Raises:
        ValueError: not an https address; for a program on this computer it may be http.
    """
    try:
        parts = urlsplit(address.get_secret_value())
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    if parts.scheme == "https" and host and port != 0:
        return address
    try:
        _loopback(f"{parts.scheme}://{parts.netloc}")
    except ValueError:
        raise ValueError("must look like https://discord.com/api/webhooks/...") from None
    return address


def _shards_named(value: object) -> object:
    return Shards.parse(value) if isinstance(value, str) else value


def _host(name: str) -> str:
    try:
        name.encode("idna")
    except UnicodeError:
        raise ValueError("is not the name or the address of a computer") from None
    return name


class Settings(BaseSettings):
    """The settings of one bot, a row each. `.env.example` says what they mean, in the same order."""

    model_config = SettingsConfigDict(
        env_file=FILE, env_file_encoding="utf-8-sig", extra="ignore", frozen=True
    )

    discord_token: SecretStr | None = None
    database: Annotated[Path | SecretStr, BeforeValidator(database_named)] = Path("data/skiz.db")
    database_direct: Annotated[SecretStr, AfterValidator(_server)] | None = None
    shards: Annotated[Shards, NoDecode, BeforeValidator(_shards_named)] = EVERY
    pictures: Path = Path("data/pictures")
    backups: Path = Path("backups")
    contact: Told = ""
    privacy_policy: Told = ""
    terms: Told = ""
    log_level: LogLevel = "INFO"
    log_format: LogFormat = "lines"
    error_webhook: Annotated[SecretStr, AfterValidator(_webhook)] | None = None
    health_port: Port | None = None
    health_host: Annotated[str, AfterValidator(_host)] = "127.0.0.1"
    playground_port: Port = 8765
    discord_address: Annotated[str, AfterValidator(_loopback)] | None = None
    thinkers: int | None = Field(None, ge=0, le=64)
    computer_pause: float = Field(1.0, ge=0, le=60)
    relaxed_reminder: Seconds = 180
    normal_reminder: Seconds = 45
    normal_turn: Seconds = 90
    fast_reminder: Seconds = 20
    fast_turn: Seconds = 40
    slow_reminder: Seconds = 8 * HOUR
    slow_turn: Seconds = 24 * HOUR
    offer_seconds: Seconds = 30
    double_press: float = Field(0.4, ge=0, le=5)
    pages_at_once: int = Field(20, ge=1)
    page_seconds: float = Field(2.0, ge=0, le=3600)
    lobby_hours: int = Field(6, ge=0)
    sleep_hours: int = Field(48, ge=0)
    close_days: int = Field(14, ge=0)
    royal_points: Path | None = None
    keep_deals_days: int = Field(365, ge=0)
    keep_people_days: int = Field(365, ge=0)
    keep_servers_days: int = Field(30, ge=0)

    @model_validator(mode="before")
    @classmethod
    def _without_empty(cls, values: dict[str, object]) -> dict[str, object]:
        """Let an empty value mean the default; that of a variable comes before one in the file."""
        return {name: each for name, each in values.items() if not isinstance(each, str) or each.strip()}

    @property
    def database_address(self) -> Path | str:
        """The path of the database, or its address with the password; never to be shown."""
        if isinstance(self.database, Path):
            return self.database
        return self.database.get_secret_value() + (POOLED if self.database_direct else "")

    @property
    def lock_address(self) -> Path | str:
        """The same past any pooler of transactions, which could not hold the bot's lock."""
        direct = None if isinstance(self.database, Path) else self.database_direct
        return direct.get_secret_value() if direct else self.database_address

    @property
    def thinking_processes(self) -> int:
        """How many processes think for computer players: by default one fewer than processors, one or two."""
        spare = (os.cpu_count() or 1) - 1
        return max(1, min(2, spare)) if self.thinkers is None else self.thinkers

    @property
    def playground_database(self) -> Path:
        """The playground's own database: a file, next to the real one if that is a file, too."""
        near = self.database if isinstance(self.database, Path) else Path("data/skiz.db")
        return near.with_name("playground.db")

    @property
    def playground_state(self) -> Path:
        """The messages of the playground and the addresses of its pages: a file next to its database."""
        return self.playground_database.with_name("playground-state.db")


VARIABLES = tuple(name.upper() for name in Settings.model_fields)

_SECRET = ("DISCORD_TOKEN", "DATABASE", "DATABASE_DIRECT", "ERROR_WEBHOOK")
"""Those whose value is never shown."""

_PLAIN = {
    "int_parsing": "should be a whole number",
    "int_parsing_size": "should be a whole number of fewer digits",
    "float_parsing": "should be a number",
}
"""Plain words for reasons that pydantic words for programmers."""


def load(file: Path | None = FILE) -> Settings:
    """Read the settings from the environment, and from a file if it exists.

    Raises:
        WrongSettingError: a value is invalid, or the file cannot be read.
    """
    if file is not None and os.path.lexists(file):
        _refuse_unreadable(file)
    try:
        return Settings(_env_file=file)
    except ValidationError as error:
        raise _wrong_setting(error.errors()[0], file) from None


def refuse_shared_file(settings: Settings) -> None:
    """Check that a process of several has a database that they can share.

    Raises:
        WrongSettingError: DATABASE is a file.
    """
    if settings.shards != EVERY and isinstance(settings.database, Path):
        raise WrongSettingError(
            f"SHARDS={settings.shards} is for several processes, which need a DATABASE in PostgreSQL;"
            " an SQLite file serves one process, without SHARDS."
        )


def _refuse_unreadable(file: Path) -> None:
    """Refuse what the library would skip: a path that is no file, and a line that sets no variable."""
    try:
        lines = parse_stream(StringIO(read_text(file)))
    except UnreadableFileError as error:
        raise WrongSettingError(f"{file} {error}. {_EXAMPLE}") from None
    for line in lines:
        if line.error or (line.key and not _NAME.fullmatch(line.key)):
            text = line.original.string
            number = line.original.line + text[: len(text) - len(text.lstrip())].count("\n")
            raise WrongSettingError(f"Line {number} of {file} is not NAME=value; correct it. {_EXAMPLE}")


def misspelt(file: Path | None = FILE) -> dict[str, str]:
    """The names in the environment and in a file that look like misspelt settings, each with the right name.

    Other names belong to other programs, such as Compose, which reads the same file.
    """
    in_file = DotEnvSettingsSource(Settings, env_file=file).env_vars
    names = {name.upper() for name in (*in_file, *os.environ)}.difference(VARIABLES, _FOREIGN)
    near = {name: difflib.get_close_matches(name, VARIABLES, 1, SIMILAR) for name in sorted(names)}
    return {name: matches[0] for name, matches in near.items() if matches}


def _wrong_setting(error: ErrorDetails, file: Path | None) -> WrongSettingError:
    name = str(error["loc"][0]).upper()
    # A secret must not be shown even if it is invalid, and pydantic's own message would contain its input.
    value = None if name in _SECRET else error["input"]
    cause = error.get("ctx", {}).get("error")
    words = _PLAIN.get(error["type"]) or error["msg"].replace("Input should", "should")
    reason = str(cause) if isinstance(cause, ValueError) else words
    return WrongSettingError.of(name, value, reason, file)


def configure(*, is_bot: bool = False) -> Settings:
    """Load the settings, set up the log as they say, and warn of misspelt ones.

    `is_bot`: whether the log begins with the version.

    Raises:
        WrongSettingError: a value is invalid, or the file cannot be read.
    """
    settings = load()
    set_up(settings.log_level, settings.log_format)
    if is_bot:
        _log.info("Skíz %s", version())
    if wrong := misspelt():
        hints = ", ".join(f"{name} (did you mean {right}?)" for name, right in wrong.items())
        _log.warning("There is no such setting: %s", hints)
    return settings
