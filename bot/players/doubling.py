"""Doubling, in any tarock game: what a kontra is said to, and whether the declarer has a partner at all."""

from __future__ import annotations

from bot.rules.deal import Action, Item, View
from bot.rules.sides import Side


def target(view: View, kontra: Action) -> Item:
    """The item that a kontra would double."""
    return next(item for item in view.public.items if str(item) == kontra.argument)


def called_in_vain(view: View) -> bool:
    """Whether everybody knows that the declarer has called a partner and is alone."""
    return bool(view.public.called) and view.public.sides.count(Side.DEFENDERS) == view.seats - 1
