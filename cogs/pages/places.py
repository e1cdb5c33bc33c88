"""What keeps its place in a panel while it cannot be pressed, so that nothing else lies there instead."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from bot.rules.announcing import DONE, kontra
from bot.rules.facts import Walk
from bot.rules.values import replace as with_fields
from bot.text.facts import is_the_contract
from cogs.pages.custom_ids import MARK, SURE, read_actions
from cogs.pages.page import Select

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.moves import Action, Move
    from bot.rules.state import Item
    from bot.rules.view import View
    from bot.text import Words
    from cogs.pages.page import Button, Row

KONTRAS: Final = 5
"""How many kontras have a button of their own: the one on the game, and the latest ones."""


def disabled(row: Row) -> Row:
    """A row whose controls can be seen but not used."""
    if isinstance(row, str):
        return row
    if isinstance(row, Select):
        return replace(row, enabled=False)
    return tuple(replace(button, enabled=False) for button in row)


def pressed_and_below(asked: Sequence[Action], rows: Sequence[Row]) -> Sequence[Row]:
    """The rows from that with the button which does what is asked; none if there is no such button.

    They stay below the question, so that at the end of a chat a second press on the same place confirms
    nothing. What is above them goes, so that a phone shows the question.
    """
    for number, row in enumerate(rows):
        if isinstance(row, tuple) and any(_does(each, asked) for each in row):
            return rows[number:]
    return ()


def _does(button: Button, asked: Sequence[Action]) -> bool:
    what = button.id.split(":", 3)[-1]
    return what[0] not in (MARK, SURE) and read_actions(what) == [*asked]


def direct_kontras(w: Words, view: View) -> tuple[Action, ...]:
    """The kontras with a button of their own, also those that the player has said in this turn."""
    said = _said_now(view)
    kontras = [each for each in map(kontra, view.open.items) if each in view.actions or each in said]
    game = [action for action in kontras if is_the_contract(w, action.argument)]
    others = [action for action in kontras if action not in game]
    return (*game, *others[-max(KONTRAS - len(game), 1) :])


def before_turn(view: View) -> View:
    """The view with all doublings as they were before the player's turn: as the labels of kontras say it."""
    turn = _turn(view)
    said, earlier = [move.action for move in turn], view.log[: len(view.log) - len(turn)]

    # Counted in the log: an announcement in the same turn may have voided what was doubled.
    def before(item: Item) -> Item:
        action = kontra(item)
        return item._replace(doublings=_times(action, earlier)) if action in said else item

    return replace(view, open=with_fields(view.open, items=tuple(map(before, view.open.items))))


def _times(action: Action, log: Iterable[Move]) -> int:
    return sum(move.action == action for move in log)


def _said_now(view: View) -> tuple[Action, ...]:
    """The kontras that the player has said in the turn that is not over yet."""
    return tuple(move.action for move in _turn(view) if move.action.verb == "kontra")


def _turn(view: View) -> tuple[Move, ...]:
    """What the player has said in the turn that is not over yet, the latest first."""
    return tuple(takewhile(lambda move: move.seat == view.seat and move.action != DONE, reversed(view.log)))


def walks(view: View) -> bool:
    """Whether a player walks through the talon group by group, or has come to its end."""
    return view.open.fact(Walk) is not None and any(action.verb == "take" for action in view.actions)
