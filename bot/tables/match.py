"""A duplicate match: the deals of a table that has ended, played again by other people at another table.

Neither table is luckier than the other, as both have the same cards, dealers, and points that deals inherit.
In a game of fixed partners there are two teams of two pairs: each holds at one table the seats that the other
team holds at the other. In other games each person is compared with the one on the same seat: sides change
from deal to deal there, and what a declarer and a partner of different teams won together would cancel out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Layout, Seat
from bot.rules.results import Result

Nets = tuple[tuple[int, ...], ...]
"""Net game points by deal, then by the seat in the first deal."""


class MatchTeam(NamedTuple):
    """One side of a match. Seats are those of the first deal."""

    first: tuple[Seat, ...]
    """The seats at the first table."""
    second: tuple[Seat, ...]
    points: int
    """Net game points of all four seats in the deals that both tables have played."""


@dataclass(frozen=True, slots=True)
class Match:
    """The first table of a match, as the second one knows it."""

    table_id: str
    guild_id: int
    game: str
    layouts: tuple[Layout, ...] = field(repr=False)
    there: Nets
    """The results of the first table."""
    names: tuple[str, ...]
    """The last players of the first table, by the seat in the first deal."""
    people: frozenset[int]
    """The people who sat there, and know the cards."""
    pairs: tuple[tuple[Seat, ...], ...] = ()
    """The two pairs of a table, by the seats in the first deal; none in a game without fixed partners."""
    here: Nets = ()
    """The results of the second table so far."""

    @property
    def deals(self) -> int:
        return len(self.layouts)

    @property
    def seats(self) -> int:
        return self.layouts[0].seats

    def awaits(self, number: int) -> bool:
        """Whether the second table has not finished the deal of a number, counted from 1."""
        return len(self.here) < number <= self.deals

    @property
    def options(self) -> Mapping[str, object]:
        """The house rules of both tables."""
        return self.layouts[0].options

    @property
    def is_over(self) -> bool:
        return len(self.here) == self.deals

    def after(self, deal: Deal, result: Result) -> Match:
        return replace(self, here=(*self.here, net_of(deal, result, len(self.here))))

    @property
    def teams(self) -> tuple[MatchTeam, ...]:
        """Both teams; none in a game without fixed partners."""
        there, here = self.totals
        return tuple(
            MatchTeam(first, second, sum(there[seat] for seat in first) + sum(here[seat] for seat in second))
            for first, second in zip(self.pairs, self.pairs[::-1], strict=True)
        )

    @property
    def totals(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The points by seat at the first table and at the second, of the deals that both have played."""

        def total(nets: Nets) -> tuple[int, ...]:
            return tuple(sum(each[seat] for each in nets[: len(self.here)]) for seat in range(self.seats))

        return total(self.there), total(self.here)

    def document(self) -> str:
        """Return what is saved of the match, as JSON."""
        return json.dumps({"table": self.table_id, "here": self.here})

    @property
    def saved_prefix(self) -> str:
        """How the documents of all matches against the same table begin."""
        return prefix_of(self.table_id)

    def resumed(self, document: str) -> Match:
        """Return the match as it was saved."""
        return replace(self, here=tuple(map(tuple, json.loads(document)["here"])))


def prefix_of(table_id: str) -> str:
    """Return how the documents of all matches against a table begin."""
    return json.dumps({"table": table_id}).removesuffix("}")


def deals_played(document: str) -> int:
    """Return how many deals a saved match has at its second table."""
    return len(json.loads(document)["here"])


def first_table(document: str) -> str:
    """Return the id of the first table of a saved match; empty if a table plays none."""
    return str(json.loads(document)["table"]) if document else ""


def homes(game: Game, layout: Layout, deals: int) -> tuple[Seat, ...]:
    """Return the seat in the first deal of the player on each seat, after a number of deals."""
    found = tuple(range(layout.seats))
    for number in range(1, deals + 1):
        found = tuple(found[seat] for seat in game.seating(layout.options, number)) or found
    return found


def net_of(deal: Deal, result: Result, before: int) -> tuple[int, ...]:
    """Return the net game points of a deal by the seat in the first deal, `before` deals ago."""
    seats = deal.layout.seats
    net = (0,) * seats if result.void else deal.game.net(result.settled)
    home = homes(deal.game, deal.layout, before)
    return tuple(net[home.index(seat)] for seat in range(seats))
