"""How people are called at a table, and how the controls of a table are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.layout import Seat
    from bot.rules.moves import Action
    from bot.tables import Occupant, Table
    from bot.text import Words


def safe(name: str) -> str:
    """A name that neither mentions anybody nor formats the words around it."""
    return discord.utils.escape_markdown(discord.utils.escape_mentions(name)).replace("<", "\\<")


def name_of(w: Words, occupant: Occupant) -> str:
    """A player's name for a message; computer players are marked."""
    name = safe(occupant.name)
    return w("name.computer", name=name) if occupant.is_computer else name


def names_of(w: Words, table: Table) -> list[str]:
    """The names of all players by seat."""
    return [w("name.free") if each is None else name_of(w, each) for each in table.occupants]


def plain_names_of(w: Words, table: Table) -> list[str]:
    """The names of all players by seat for choices and what is said of pictures: nothing there formats."""
    return [w("name.free") if each is None else each.name for each in table.occupants]


def mentions_of(w: Words, table: Table, seats: Sequence[Seat]) -> list[str]:
    """The names of all players by seat, where those on some seats are mentioned."""
    names = names_of(w, table)
    for seat in seats:
        occupant = table.occupants[seat]
        if occupant and occupant.user_id is not None:
            names[seat] = f"<@{occupant.user_id}>"
    return names


def act_id(table: Table, seat: Seat | None, actions: Sequence[Action]) -> str:
    """The id of a control that does some actions, for a private message to a seat."""
    return f"t1:{table.id}:{table.revision_for(seat)}:{'+'.join(map(str, actions))}"


def list_id(table: Table, seat: Seat | None, kind: str) -> str:
    """The id of a list of actions, for a private message to a seat."""
    return f"t1:{table.id}:{table.revision_for(seat)}:?{kind}"


def step_id(table: Table, seat: Seat | None, step: str) -> str:
    """The id of a control that shows a step of a walk, for a private message to a seat."""
    return f"t1:{table.id}:{table.revision_for(seat)}:{step}"


def panel_id(table: Table, verb: str) -> str:
    """The id of a control that shows something or moves the table on; it holds nothing of the deal."""
    return f"p1:{table.id}:{verb}"


def rule_id(table: Table, what: str) -> str:
    """The id of a control of the house rules: the rule that is set; nothing or a number for a list of all."""
    return f"o1:{table.id}:{what}"


def words_id(game: str, page: int) -> str:
    """The id of a control that shows a page, counted from 0, of the words of a game."""
    return f"w1:{game}:{page}"


def lobby_id(table: Table, verb: str) -> str:
    """The id of a control of the lobby."""
    return f"l1:{table.id}:{verb}"
