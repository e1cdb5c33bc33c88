"""What is looked at before a table is opened, and which table a command means."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from discord import app_commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.text.help import option_line
from cogs.finding import table_of
from cogs.names import plain_names_of
from cogs.page import OPTION_LIMIT, OPTIONS
from cogs.respond import Interaction, reader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.game import Game
    from bot.tables import Table, Tables
    from bot.text import Words
    from cogs.desk import Desk

NEEDED: Final = ("view_channel", "send_messages", "attach_files", "read_message_history")
NEEDED_IN_THREADS: Final = (
    "view_channel",
    "send_messages_in_threads",
    "attach_files",
    "read_message_history",
)


def missing_permissions(interaction: Interaction) -> list[str]:
    """The permissions without which no table can be shown in this channel."""
    kind = getattr(interaction.channel, "type", None)
    in_thread = kind is not None and "thread" in kind.name
    granted = interaction.app_permissions
    needed = NEEDED_IN_THREADS if in_thread else NEEDED
    return [name for name in needed if not getattr(granted, name)]


def options_of(game: Game, typed: str) -> Mapping[str, object] | Refusal:
    """The house rules typed as `name=value name=value`; a refusal if the game has no such rule."""
    chosen: dict[str, object] = {}
    for part in typed.replace(",", " ").split():
        name, _, value = part.partition("=")
        values = {written(each): each for each in game.options.get(name, ())}
        if value not in values:
            return Refusal("unknown_option", "", {"option": part[:OPTION_LIMIT]})
        chosen[name] = values[value]
    return chosen


def written(value: object) -> str:
    """A setting of a house rule as it is typed."""
    return value if isinstance(value, str) else json.dumps(value)


def option_choices(w: Words, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The house rules of the game that is being chosen, one setting each beside those typed before."""
    game = GAMES.get(interaction.namespace.game)
    if game is None:
        return []
    *before, last = typed.split(" ")
    taken = {part.partition("=")[0] for part in before}
    offered = [
        (" ".join([*before, f"{name}={written(value)}"]), option_line(w.of(game.name), name, value))
        for name, values in game.options.items()
        for value in values
        if name not in taken and last in f"{name}={written(value)}"
    ]
    # Discord refuses them all if one is too long; more rules than fit are set by the lobby's button.
    fitting = [(value, label) for value, label in offered if len(value) <= OPTION_LIMIT]
    return [app_commands.Choice(name=label[:OPTION_LIMIT], value=value) for value, label in fitting[:OPTIONS]]


def table_meant(tables: Tables, interaction: Interaction, typed: str) -> Table | None:
    """The table named; else one's own in this channel, else the one opened there last."""
    here = tables.in_channel(interaction.channel_id or 0)
    if typed:
        return next((table for table in here if table.id == typed), None)
    return table_of(tables, interaction) or (here[-1] if here else None)


def table_choices(desk: Desk, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The tables of this channel."""
    w = reader(interaction)
    offered = [
        (table.id, _called(w, table)) for table in desk.bot.tables.in_channel(interaction.channel_id or 0)
    ]
    return [
        app_commands.Choice(name=label[:OPTION_LIMIT], value=table_id)
        for table_id, label in offered[:OPTIONS]
        if typed.casefold() in f"{table_id} {label}".casefold()
    ]


def _called(w: Words, table: Table) -> str:
    players = w("list.comma").join(plain_names_of(w, table))
    return w("tables.table.choice", game=table.game.name, players=players)
