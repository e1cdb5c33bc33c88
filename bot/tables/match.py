"""A duplicate match: the deals of a table that has ended, played again by other people at another table.

Neither table is luckier than the other, as both have the same cards, dealers, and points that deals inherit.
In a game of fixed partners there are two teams of two pairs: each holds at one table the seats that the other
team holds at the other. In other games each person is compared with the one on the same seat: sides change
from deal to deal there, and what a declarer and a partner of different teams won together would cancel out.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.deal import Deal
    from bot.rules.game import Game
    from bot.rules.layout import Layout, Seat
    from bot.rules.results import Result

Nets = tuple[tuple[int, ...], ...]
"""What some deals brought, in net game points, by the seat in the first deal."""


class Team(NamedTuple):
    """One side of a match."""

    first: tuple[Seat, ...]
    """The seats in the first deal that it held at the first table."""
    second: tuple[Seat, ...]
    """Those that it holds at the second."""
    points: int
    """What both brought in the deals that both tables have played, in net game points."""


@dataclass(frozen=True, slots=True)
class Match:
    """The first table of a match, as the second one knows it."""

    table_id: str
    """Of the first table."""
    guild_id: int
    """The server of the first table."""
    game: str
    """The name of the game."""
    layouts: tuple[Layout, ...] = field(repr=False)
    """Its deals."""
    there: Nets
    """What they brought at the first table."""
    names: tuple[str, ...]
    """Who sat there in the end, by the seat in the first deal."""
    people: frozenset[int]
    """The people who sat there, and know the cards."""
    pairs: tuple[tuple[Seat, ...], ...] = ()
    """The two pairs of a table, by the seats in the first deal; none in a game without fixed partners."""
    here: Nets = ()
    """What they have brought at the second table so far."""

    @property
    def deals(self) -> int:
        """The number of deals."""
        return len(self.layouts)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.layouts[0].seats

    def awaits(self, number: int) -> bool:
        """Whether the second table has yet to finish a deal, or the rest of it, by its number from 1."""
        return len(self.here) < number <= self.deals

    @property
    def options(self) -> Mapping[str, object]:
        """The house rules of both tables."""
        return self.layouts[0].options

    @property
    def is_over(self) -> bool:
        """Whether the second table has played all deals, too."""
        return len(self.here) == self.deals

    def after(self, deal: Deal, result: Result) -> Match:
        """Return the match after another deal of the second table."""
        return replace(self, here=(*self.here, net_of(deal, result, len(self.here))))

    @property
    def teams(self) -> tuple[Team, ...]:
        """Both teams; none in a game without fixed partners."""
        there, here = self.totals
        return tuple(
            Team(first, second, sum(there[seat] for seat in first) + sum(here[seat] for seat in second))
            for first, second in zip(self.pairs, self.pairs[::-1], strict=True)
        )

    @property
    def totals(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What the deals played at both tables brought by seat: at the first one, and at the second."""
        there, here = (_added_up(nets[: len(self.here)], self.seats) for nets in (self.there, self.here))
        return there, here

    def document(self) -> str:
        """Return as JSON what must be saved of it."""
        return json.dumps({"table": self.table_id, "here": self.here})

    @property
    def saved_prefix(self) -> str:
        """How the documents of all matches against the same table begin."""
        return json.dumps({"table": self.table_id}).removesuffix("}")

    def resumed(self, document: str) -> Match:
        """Return the match as it was saved."""
        return replace(self, here=tuple(map(tuple, json.loads(document)["here"])))


def first_table(document: str) -> str:
    """Return the id of the first table of a saved match; empty if a table plays none."""
    return str(json.loads(document)["table"]) if document else ""


def homes(game: Game, layout: Layout, deals: int) -> tuple[Seat, ...]:
    """Return the seat in the first deal of the player on each seat, once so many deals are over."""
    found = tuple(range(layout.seats))
    for number in range(1, deals + 1):
        found = tuple(found[seat] for seat in game.seating(layout.options, number)) or found
    return found


def net_of(deal: Deal, result: Result, before: int) -> tuple[int, ...]:
    """Return what a deal brought, after so many others, by the seat in the first deal."""
    seats = deal.layout.seats
    net = (0,) * seats if result.void else deal.game.net(result.settled)
    home = homes(deal.game, deal.layout, before)
    return tuple(net[home.index(seat)] for seat in range(seats))


def _added_up(nets: Sequence[tuple[int, ...]], seats: int) -> tuple[int, ...]:
    return tuple(sum(each[seat] for each in nets) for seat in range(seats))
