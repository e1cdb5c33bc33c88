"""Names and descriptions of commands in every language, through Discord's own mechanism."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

import discord
from discord import app_commands

from bot.games import GAMES
from bot.tables import Setting
from bot.text import LOCALES, own_name, words
from bot.text.help import TOPICS
from bot.text.words import FALLBACK
from cogs.discord.page import OPTION_LIMIT, OPTIONS, Option
from cogs.servers.page import Place

DEFAULT: Final = words(FALLBACK)

GROUP: Final = "tarock"
"""The command of which most others are subcommands.

Where a command that has subcommands has another name in another language, they cannot be found by it
(discord-api-docs 5105), so it has none.
"""


def named(key: str) -> app_commands.locale_str:
    """The words of a key as Discord stores them: in English, and in every other language we have."""
    return app_commands.locale_str(DEFAULT(key), key=key)


GAMES_NAMED: Final = [app_commands.Choice(name=named(f"game.{game}"), value=game) for game in GAMES]
"""The games, as commands offer them."""

PLACES_NAMED: Final = [app_commands.Choice(name=named(f"place.{each}"), value=each.value) for each in Place]
"""Where a table is shown, as commands offer it."""

TOPICS_NAMED: Final = [app_commands.Choice(name=named(f"topic.{each}"), value=each) for each in TOPICS]
"""The topics of the rules, as commands offer them."""


def values_named(row: Setting) -> list[app_commands.Choice[str]]:
    """The values of a setting of tables, as commands offer them; languages by their own names."""
    if not row.values:
        return [app_commands.Choice(name=own_name(each), value=each) for each in LOCALES]
    return [app_commands.Choice(name=named(f"{row.name}.{each}"), value=str(each)) for each in row.values]


Typed: TypeAlias = app_commands.Range[str, 1, 200]
"""What is typed into an option: several cards by their long names fit."""
TypedRules: TypeAlias = app_commands.Range[str, 1, 1000]
"""House rules as they are typed: all of a game fit."""


def as_choices(options: Iterable[Option]) -> list[app_commands.Choice[str]]:
    """What autocomplete offers, as far as it fits into Discord's limits."""
    choices = [app_commands.Choice(name=each.label[:OPTION_LIMIT], value=each.value) for each in options]
    return choices[:OPTIONS]


class Translator(app_commands.Translator):
    """Translates what `named` has marked."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The words of one language; `None` where the English ones are shown."""
        w = words(locale.value)
        key = string.extras.get("key")
        return None if key is None or w.locale == FALLBACK else w(key)
