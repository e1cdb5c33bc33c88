"""A deal as a seat may imagine it: what the seat knows, and the cards it does not see placed somewhere."""

from __future__ import annotations

from typing import NamedTuple

from bot.rules.cards import Card, Cards, union
from bot.rules.layout import Layout
from bot.rules.state import Board, Hidden
from bot.rules.view import View


class World(NamedTuple):
    """Where the cards are that a seat does not see."""

    hands: tuple[Cards, ...]
    """The hands by seat, the seat's own included."""
    talon: tuple[Cards, ...]
    """The cards of each group of the talon, also of those taken: only their number counts there."""
    discards: tuple[Cards, ...]
    """The cards that each seat has discarded."""


def imagined(view: View, world: World, called: Card | None) -> Board:
    """Return the state of a deal if the hidden cards are where a world has them.

    Args:
        view: What the seat knows.
        world: The other cards.
        called: The card that the declarer has called; `None` if there is none.
    """
    played = cards_played(view)
    had = tuple([hand | gone for hand, gone in zip(world.hands, played, strict=True)])
    taken = [
        union(group.cards for group in view.talon if group.taker == seat) for seat in range(view.open.seats)
    ]
    dealt = tuple(
        [(hand | discard) - drawn for hand, discard, drawn in zip(had, world.discards, taken, strict=True)]
    )
    talon = tuple([each for group in world.talon for each in group])
    layout = Layout(dealt, talon, view.open.dealer, view.open.options, view.open.session)
    holders = [seat for seat in view.open.active if called is not None and called in had[seat]]
    partner = next((seat for seat in holders if seat != view.open.declarer), None)
    return Board(view.open, Hidden(layout, world.hands, world.talon, world.discards, called, partner))


def cards_played(view: View) -> tuple[Cards, ...]:
    """Return the cards that each seat has played."""
    bits = [0] * view.open.seats
    for plays in (*(trick.plays for trick in view.open.tricks), view.open.trick):
        for seat, each in plays:
            bits[seat] |= 1 << each
    return tuple(map(Cards, bits))
