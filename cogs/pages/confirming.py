"""What stands on the button that confirms what is asked once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.announcing import DONE
from bot.rules.cards import card
from bot.text.facts import item_name
from bot.text.moves import action_label
from cogs.pages.labels import button_label, card_of, card_on_button, is_own_call
from cogs.pages.page import LABEL_LIMIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.moves import Action
    from bot.rules.view import View
    from bot.text import Words


def yes_label(w: Words, view: View, asked: Sequence[Action], names: Sequence[str]) -> str:
    """The label of the button that confirms: the action, or all of them, as many as it has room for."""
    meant = [each for each in asked if each != DONE] or [*asked]
    if len(meant) == 1:
        return _yes_to_one(w, view, meant[0], names)
    named = [_name(w, view, each, names) for each in meant]
    labels = (_yes_to(w, named, shown) for shown in range(len(named), 0, -1))
    return next((label for label in labels if len(label) <= LABEL_LIMIT), _yes_to(w, named, 0))


def _yes_to_one(w: Words, view: View, action: Action, names: Sequence[str]) -> str:
    if is_own_call(view, action):
        return w("choice.sure_alone", label=card_on_button(w, card(card_of(action))))
    return w("choice.sure", label=button_label(w, view, action, names))


def _yes_to(w: Words, named: Sequence[str], shown: int) -> str:
    """A label that names the first of what is confirmed, and counts all of it if there are others."""
    if shown == len(named):
        return w("choice.sure", label=w("list.comma").join(named))
    return w("choice.sure_of_all", label=w("list.comma").join([*named[:shown], "…"]), count=len(named))


def _name(w: Words, view: View, action: Action, names: Sequence[str]) -> str:
    """A statement in the fewest words: an announcement by its name alone."""
    if action.verb == "announce":
        return item_name(w, action.argument)
    return action_label(w, action, view.open, names)
