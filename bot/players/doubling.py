"""Doubling, in any tarock game: what a kontra is said to, and whether the declarer has a partner at all."""

from __future__ import annotations

from bot.rules.items import Item
from bot.rules.moves import Action
from bot.rules.sides import DEFENDERS
from bot.rules.view import View


def target(view: View, kontra: Action) -> Item:
    """The item that a kontra would double."""
    return next(item for item in view.open.items if str(item) == kontra.argument)


def called_in_vain(view: View) -> bool:
    """Whether everybody knows that the declarer has called a partner and is alone."""
    return bool(view.open.called) and view.open.sides.count(DEFENDERS) == view.open.seats - 1
