"""Names and descriptions of commands in every language, through Discord's own mechanism."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import signature
from typing import Any, Final, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.games import GAMES
from bot.tables import Setting
from bot.text import LOCALES, own_name, words
from bot.text.words import FALLBACK
from cogs.discord.limits import COSTLY_COMMAND, NEEDS_SERVER
from cogs.discord.page import OPTION_LIMIT, OPTIONS, Option

DEFAULT: Final = words(FALLBACK)
GROUP: Final = "tarock"
"""The command with most subcommands."""


def named(key: str) -> app_commands.locale_str:
    """The words of a key as Discord stores them: in English, and in every other language we have."""
    return app_commands.locale_str(DEFAULT(key), key=key)


Command: TypeAlias = app_commands.Command[Any, ..., Any]
Declared = TypeVar("Declared")


def command(key: str, *, costly: bool = False) -> Callable[[Callable[..., Any]], Command]:
    """Make a slash command whose words, and those of its options, are in the catalogues.

    A command has the last part of its key as its name, in every language: help and panels can name it, and it
    is found with any keyboard. Its description is `command.<key>.about`. The words of an option are
    `command.<key>.<option>.name` and `.about`, or `command.<option>.name` and `.about` where several commands
    share it. A costly command makes a long page or a picture, so that each person may use it only so often.
    """

    def make(function: Callable[..., Any]) -> Command:
        keys = {
            option: own if DEFAULT.has(f"{own}.name") else f"command.{option}"
            for option in signature(function).parameters
            if option not in ("self", "interaction")
            for own in [f"command.{key}.{option}"]
        }
        if keys:
            app_commands.rename(**{option: named(f"{own}.name") for option, own in keys.items()})(function)
            app_commands.describe(**{option: named(f"{own}.about") for option, own in keys.items()})(function)
        return app_commands.command(
            name=key.rpartition(".")[2],
            description=named(f"command.{key}.about"),
            extras=COSTLY_COMMAND if costly else {},
        )(function)

    return make


def in_servers(made: Command) -> Command:
    return app_commands.allowed_installs(guilds=True)(app_commands.guild_only()(made))


def everywhere(made: Declared) -> Declared:
    """Let a command or a group also be used in direct messages, and anywhere by people who installed it."""
    installed = app_commands.allowed_installs(guilds=True, users=True)
    return installed(app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(made))


def needs_server(made: Command) -> Command:
    """Refuse a subcommand outside servers, where its group is offered as a whole."""
    made.extras = {**made.extras, **NEEDS_SERVER}
    return made


GAMES_NAMED: Final = [app_commands.Choice(name=named(f"game.{game}"), value=game) for game in GAMES]


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
    """Options as autocomplete offers them, within the limits of Discord."""
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
