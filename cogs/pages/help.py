"""What the bot is and how to begin: the greeting of a server, `/help`, and the games to open a table of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.games import GAMES
from cogs.pages.custom_ids import NEW_TABLE, NEW_TABLE_OF
from cogs.pages.page import Button, Look, Option, Page, Select

if TYPE_CHECKING:
    from bot.text import Words


def greeting_page(w: Words) -> Page:
    """What a server is shown once, when the bot joins it."""
    return Page((w("help.greeting"),), ((_new_table(w),),))


def help_page(w: Words, *, in_server: bool) -> Page:
    """What the bot is, how a table is opened, the way of a deal, and where to read on.

    Args:
        w: the reader's words.
        in_server: whether it is asked for in a server, where a table can be opened.
    """
    texts = (w("help.about"), w("help.open"), w("help.deal"), w("help.more"))
    return Page(texts, ((_new_table(w),),) if in_server else ())


def games_page(w: Words) -> Page:
    """The games in a list: choosing one opens a table."""
    options = tuple(Option(game, w(f"game.{game}")) for game in GAMES)
    return Page((w("help.choose"),), (Select(NEW_TABLE_OF, w("help.games"), options),))


def _new_table(w: Words) -> Button:
    return Button(NEW_TABLE, w("button.new"), Look.PRIMARY)
