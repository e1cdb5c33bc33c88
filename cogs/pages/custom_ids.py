"""The custom_ids of controls: `<kind>:<rest>`. Nothing in one of a public message depends on a card.

A control that acts names the revision, as its seat can know it, at which it was offered.
Buttons of messages posted by earlier versions still carry these ids, so the kinds never change their meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.moves import Action
    from bot.tables import Table


def act_id(table: Table, revision: int, actions: Sequence[Action]) -> str:
    """The id of a control that takes some actions. For private messages only."""
    return f"t1:{table.id}:{revision}:{'+'.join(map(str, actions))}"


def list_id(table: Table, revision: int, name: str) -> str:
    """The id of a list of actions. For private messages only."""
    return f"t1:{table.id}:{revision}:?{name}"


def step_id(table: Table, revision: int, step: str) -> str:
    """The id of a control that leads on to further parts of a statement. For private messages only."""
    return f"t1:{table.id}:{revision}:{step}"


def panel_id(table: Table, verb: str) -> str:
    """The id of a button that shows something about a table, or continues it."""
    return f"p1:{table.id}:{verb}"


def rule_id(table: Table, what: str) -> str:
    """The id of a control of the house rules: a rule's name, or `""` or a number for a list of all rules."""
    return f"o1:{table.id}:{what}"


def glossary_id(game: str, page: int) -> str:
    """The id of a button that turns to a page, counted from 0, of a game's glossary."""
    return f"w1:{game}:{page}"


def lobby_id(table: Table, verb: str) -> str:
    """The id of a button of the lobby."""
    return f"l1:{table.id}:{verb}"


def leaderboard_id(game: str, page: int) -> str:
    """The id of a button that turns to a page, counted from 0, of a leaderboard."""
    return f"b1:{game}:{page}"
