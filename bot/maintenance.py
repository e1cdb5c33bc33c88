"""The commands `check` and `backup`."""

from __future__ import annotations

import asyncio
import base64
import binascii
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PIL import ImageFont

from bot.errors import LaunchError
from bot.overrides import overrides_from
from bot.settings import FILE
from bot.store import Store, StoreError
from bot.text.words import FALLBACK, LOCALES, catalogue
from card_images.canvas import FONTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.settings import Settings

_TOKEN: Final = re.compile(r"([\w-]{18,})\.[\w-]{6,}\.[\w-]{27,}")


def check(settings: Settings) -> int:
    """Check everything the bot needs to start, and print a line for each check.

    Return the exit code: 1 if a check failed.

    Raises:
        WrongSettingError: a file named in the settings cannot be used.
    """
    overrides_from(settings)
    ok = True
    for name, check_one in _CHECKS.items():
        try:
            print(f"ok     {name}: {check_one(settings)}")
        except (LaunchError, StoreError) as error:
            ok = False
            print(f"wrong  {name}: {error}")
    return 0 if ok else 1


def backup(settings: Settings, target: Path) -> int:
    """Copy the database into a file, even while the bot runs. Return the exit code.

    Raises:
        StoreError: there is no database, or the copy cannot be written.
    """
    database = settings.database
    if not isinstance(database, Path):
        raise StoreError("DATABASE names a PostgreSQL database; copy it with its own program, pg_dump.")
    if not database.is_file():
        raise StoreError(f"There is no database {database} yet; DATABASE in .env says where it is.")
    if target.exists() and target.samefile(database):
        raise StoreError(f"{target} is the database itself; name another file for its copy.")
    asyncio.run(_copy(database, target))
    print(f"The database {database} was copied to {target}.")
    return 0


async def _copy(database: Path, target: Path) -> None:
    store = await Store.open(database)
    try:
        await store.backup(target)
    finally:
        await store.close()


def _settings(_: Settings) -> str:
    return f"read from {FILE} and the environment" if FILE.is_file() else f"from the environment; no {FILE}"


def _token(settings: Settings) -> str:
    if settings.discord_token is None:
        return "there is none; the playground opens instead"
    application = application_of(settings.discord_token.get_secret_value())
    if application is None:
        raise LaunchError(
            "DISCORD_TOKEN does not look like a bot's token; copy it from"
            " https://discord.com/developers/applications (your application > Bot)."
        )
    return f"looks like a token of application {application}; Discord was not asked whether it is valid"


def application_of(token: str) -> int | None:
    """The id of the application that a bot token belongs to; `None` if the text cannot be a bot token."""
    shape = _TOKEN.fullmatch(token)
    if shape is None:
        return None
    try:
        return int(base64.urlsafe_b64decode(shape[1] + "=" * (-len(shape[1]) % 4)))
    except (ValueError, binascii.Error):
        return None


def _database(settings: Settings) -> str:
    async def look() -> str:
        store = await Store.open(settings.database_address)
        try:
            count = len(await store.log.open_tables())
        finally:
            await store.close()
        return f"{store.name} can be written; open tables: {count}"

    return asyncio.run(look())


def _pictures(settings: Settings) -> str:
    try:
        settings.pictures.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=settings.pictures).close()
    except OSError as error:
        raise LaunchError(
            f"{settings.pictures} cannot be written ({error.strerror});"
            " check its permissions or set PICTURES in .env."
        ) from error
    return f"{settings.pictures} can be written"


def _fonts(_: Settings) -> str:
    fonts = sorted(FONTS.glob("*.ttf"))
    try:
        names = [" ".join(map(str, ImageFont.truetype(font).getname())) for font in fonts]
    except OSError as error:
        raise LaunchError(
            f"a font of {FONTS} cannot be read ({error}); install the project again."
        ) from error
    if not names:
        raise LaunchError(f"there are none in {FONTS}; install the project again.")
    return ", ".join(names)


def _words(_: Settings) -> str:
    for language in LOCALES:
        try:
            missing = catalogue(FALLBACK).keys - catalogue(language).keys
        except ValueError as error:
            raise LaunchError(f"{error}; correct the file.") from error
        if missing:
            raise LaunchError(f"{language} lacks {len(missing)} keys, such as {min(missing)}; add them.")
    return f"complete in {', '.join(LOCALES)}"


_CHECKS: Final[dict[str, Callable[[Settings], str]]] = {
    "settings": _settings,
    "token": _token,
    "database": _database,
    "pictures": _pictures,
    "fonts": _fonts,
    "words": _words,
}
