"""Names and descriptions of commands in every language, through Discord's own mechanism."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.games import GAMES
from bot.text import words
from bot.text.words import FALLBACK

DEFAULT: Final = words(FALLBACK)


def named(key: str) -> app_commands.locale_str:
    """The words of a key as Discord stores them: English, and every other language we have."""
    return app_commands.locale_str(DEFAULT(key), key=key)


GAMES_NAMED: Final = [app_commands.Choice(name=named(f"game.{game}"), value=game) for game in GAMES]
"""The games, as commands offer them."""


class Translator(app_commands.Translator):
    """Looks the words up that `named` left to be translated."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The words of one language; nothing where English stands already."""
        w = words(locale.value)
        key = string.extras.get("key")
        return None if key is None or w.locale == FALLBACK else w(key)
