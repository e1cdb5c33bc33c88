"""The command `check`: everything the bot needs, found out without changing anything."""

from __future__ import annotations

import asyncio
import base64
import binascii
import errno
import os
import re
import shutil
import socket
import time
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

import discord
from PIL import ImageFont

from bot.app import house_rules
from bot.errors import FAILED, FILE, LaunchError, StoreError, system_reason
from bot.settings import Settings, configure, refuse_shared_file
from bot.store.inspection import Condition, condition
from bot.text.words import FALLBACK, LOCALES, catalogue, words
from card_images.canvas import FONTS
from cogs.servers import PERMISSIONS, PERMISSIONS_FOR_THREADS

_TOKEN = re.compile(r"([\w-]{18,})\.[\w-]{6,}\.[\w-]{27,}")

ENOUGH_SPACE, LITTLE_SPACE = 1000, 100
"""Megabytes (10^6 bytes): below the first the space is noted, below the second it is wrong."""

EARLIEST = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
"""No clock that is right shows an earlier time, in seconds since 1970."""

TOLERATED = 5.0
"""Seconds by which a clock may differ before it is wrong."""


class Note(str):
    """A result that the operator should know, though nothing is wrong."""

    __slots__ = ()


@dataclass(frozen=True)
class Setup:
    settings: Settings

    @property
    def application(self) -> int | None:
        """The id of the application that the token belongs to; `None` without a token that looks like one."""
        token = self.settings.discord_token
        return None if token is None else application_of(token.get_secret_value())

    @cached_property
    def database(self) -> Condition | StoreError | None:
        """The condition of the database, or its error; `None` if its file does not exist."""
        database = self.settings.database_address
        try:
            found = asyncio.run(condition(database))
        except StoreError as error:
            return error
        return None if isinstance(database, Path) and not os.path.lexists(database) else found


def run(_: Namespace) -> int:
    """Check everything the bot needs to start, and print a line for each check. Nothing is changed.

    Return the exit code: 1 if a check failed.
    """
    settings = configure()
    house_rules(settings)
    ok = True
    setup = Setup(settings)
    for name, check_one in _CHECKS.items():
        try:
            found = check_one(setup)
        except (LaunchError, StoreError) as error:
            ok = False
            print(f"wrong  {name}: {error}")
        else:
            print(f"{'note  ' if isinstance(found, Note) else 'ok    '} {name}: {found}")
    return 0 if ok else FAILED


def _settings(bot: Setup) -> str:
    refuse_shared_file(bot.settings)
    return f"read from {FILE} and the environment" if FILE.is_file() else f"from the environment; no {FILE}"


def _token(bot: Setup) -> str:
    if bot.settings.discord_token is None:
        return Note("there is none; the playground opens instead")
    if bot.application is None:
        raise LaunchError(
            "DISCORD_TOKEN does not look like a bot's token; copy it from"
            " https://discord.com/developers/applications (your application > Bot)."
        )
    return f"looks like a token of application {bot.application}; Discord was not asked whether it is valid"


def application_of(token: str) -> int | None:
    """The id of the application that a bot token belongs to; `None` if the text cannot be a bot token."""
    shape = _TOKEN.fullmatch(token)
    if shape is None:
        return None
    try:
        return int(base64.urlsafe_b64decode(shape[1] + "=" * (-len(shape[1]) % 4)))
    except (ValueError, binascii.Error):
        return None


def _permissions(bot: Setup) -> str:
    names = dict.fromkeys((*PERMISSIONS, *PERMISSIONS_FOR_THREADS), True)
    number, w = discord.Permissions(**names).value, words(FALLBACK)
    link = (
        f"https://discord.com/oauth2/authorize?client_id={bot.application or 'APPLICATION_ID'}"
        f"&scope=bot+applications.commands&permissions={number}"
    )
    return f"{', '.join(w(f'permission.{name}') for name in names)} ({number}); invite the bot with {link}"


def _database(bot: Setup) -> str:
    named, found = bot.settings.database, bot.database
    name = named if isinstance(named, Path) else "the database in PostgreSQL"
    if isinstance(named, Path):
        _refuse_unwritable(named, "DATABASE")
    if isinstance(found, StoreError):
        raise found
    if found is None:
        return Note(f"there is no {name} yet; the first start creates it")
    if not found.may_create and not found.is_newest:
        raise LaunchError(f"{name} lacks tables, which its user may not create; make that user its owner.")
    if found.version is None:
        return Note(f"{name} is empty; the first start creates its tables")
    said = f"{name} has version {found.version} and can be read; open tables: {found.open_tables}"
    return said if found.is_newest else Note(f"{said}. The next start migrates it: take a backup before")


def _pictures(bot: Setup) -> str:
    _refuse_unwritable(bot.settings.pictures / "any", "PICTURES")
    return f"{bot.settings.pictures} can be written"


def _refuse_unwritable(file: Path, setting: str) -> None:
    """Check that a file can be written or, missing folders included, created."""
    if os.path.lexists(file) and not (file.is_file() and os.access(file, os.R_OK | os.W_OK)):
        raise LaunchError(f"{file} is not a file that can be read and written; check its permissions.")
    folder = _existing(file.parent)
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise LaunchError(f"{folder} cannot be written; check its permissions or set {setting} in .env.")


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return next(each for each in (folder, *folder.absolute().parents) if os.path.lexists(each))


def _space(bot: Setup) -> str:
    folders = [bot.settings.pictures]
    if isinstance(bot.settings.database, Path):
        folders.insert(0, bot.settings.database.parent)
    free = {folder: shutil.disk_usage(_existing(folder)).free // 1_000_000 for folder in folders}
    said = ", ".join(f"{folder} {megabytes} MB" for folder, megabytes in free.items())
    if min(free.values()) < LITTLE_SPACE:
        raise LaunchError(f"there is too little: {said}; make room.")
    return said if min(free.values()) >= ENOUGH_SPACE else Note(f"{said}; make room soon")


def _clock(bot: Setup) -> str:
    now = time.time()
    shown = f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d %H:%M:%S} UTC"
    ahead = bot.database.newest - now if isinstance(bot.database, Condition) else 0.0
    if now < EARLIEST or ahead > TOLERATED:
        raise LaunchError(f"it shows {shown}, which is in the past; set it, best by NTP.")
    return shown


def _health(bot: Setup) -> str:
    port, host = bot.settings.health_port, bot.settings.health_host
    if port is None:
        return "off; HEALTH_PORT would serve /health and /metrics"
    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError as error:
        refused = f"port {port} on {host} cannot be used ({system_reason(error)})"
        if error.errno == errno.EADDRINUSE:
            return Note(f"{refused}, unless it is the bot that does")
        raise LaunchError(f"{refused}; correct HEALTH_PORT or HEALTH_HOST.") from None
    return f"port {port} on {host} is free"


def _fonts(_: Setup) -> str:
    fonts = sorted(FONTS.glob("*.[ot]tf"))
    try:
        for font in fonts:
            ImageFont.truetype(font)
    except OSError as error:
        raise LaunchError(
            f"a font of {FONTS} cannot be read ({error}); install the project again."
        ) from error
    if not fonts:
        raise LaunchError(f"there are none in {FONTS}; install the project again.")
    return ", ".join(font.stem for font in fonts)


def _words(_: Setup) -> str:
    for language in LOCALES:
        try:
            missing = catalogue(FALLBACK).keys - catalogue(language).keys
        except ValueError as error:
            raise LaunchError(f"{error}; correct the file.") from error
        if missing:
            raise LaunchError(f"{language} lacks {len(missing)} keys, such as {min(missing)}; add them.")
    return f"complete in {', '.join(LOCALES)}"


_CHECKS: dict[str, Callable[[Setup], str]] = {
    "settings": _settings,
    "token": _token,
    "permissions": _permissions,
    "database": _database,
    "pictures": _pictures,
    "space": _space,
    "clock": _clock,
    "health": _health,
    "fonts": _fonts,
    "words": _words,
}
