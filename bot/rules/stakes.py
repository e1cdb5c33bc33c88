"""What an action can bring and cost: a price list that games make from their tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from bot.rules.announcing import GAME
from bot.rules.items import Item
from bot.rules.moves import Action
from bot.rules.state import Known, Open
from bot.rules.view import View


class Stake(NamedTuple):
    """Game points from and to each opponent, as long as nobody doubles them."""

    won: int
    lost: int

    @classmethod
    def even(cls, points: int) -> Stake:
        """As much to win as to lose."""
        return cls(points, points)

    def times(self, factor: int) -> Stake:
        """The same doubled, perhaps several times."""
        return Stake(self.won * factor, self.lost * factor)


class ContractPrice(NamedTuple):
    """What a contract brings from and costs to each opponent, by the rules alone."""

    won: int
    lost: int
    by_level: bool = False
    """Whether what is lost is multiplied by the level of the talon."""

    @property
    def stake(self) -> Stake:
        """What it brings and costs where no level counts, or at the first."""
        return Stake(self.won, self.lost)


NO_CONTRACTS: Final[Mapping[str, ContractPrice]] = {}
"""The game has none."""


def without_price(_known: Known, _id: str) -> None:
    """The game has no such thing, or it is worth nothing."""


def no_surrender(_view: View) -> None:
    """The declarer cannot give up."""


def without_cost(_view: View, _action: Action) -> None:
    """Whatever is done with the talon, the contract is worth the same."""


def not_doubled(_known: Known) -> int:
    """No deal counts more than another."""
    return 1


def by_doublings(item: Item) -> int:
    """Each doubling multiplies what an item brings and costs by two."""
    return item.factor


def twice_as_much(prices: Prices, view: View, item: Item) -> Stake | None:
    """What an item is worth at most with one more doubling, whoever wins it."""
    contract = view.open.contract if item.id == GAME else ""
    base = prices.contract(view, contract) if contract else prices.announcement(view, item.id)
    return base and Stake.even(max(base)).times(2 * item.factor)


class Prices(NamedTuple):
    """The price list of a game. Each function returns `None` for what has no price."""

    announcement: Callable[[Known, str], Stake | None] = without_price
    """Of an announcement, by its id."""
    contracts: Mapping[str, ContractPrice] = NO_CONTRACTS
    """Of every contract, whatever the deal is like, by its id."""
    contract: Callable[[Known, str], Stake | None] = without_price
    """Of a contract in a deal, by its id."""
    talon: Callable[[View, Action], Stake | None] = without_cost
    """Of the contract after cards of the talon are taken or refused, where that changes it."""
    surrender: Callable[[View], Stake | None] = no_surrender
    kontra: Callable[[Prices, View, Item], Stake | None] = twice_as_much
    factor: Callable[[Known], int] = not_doubled
    """What all game points of this deal are multiplied by."""
    multiplier: Callable[[Item], int] = by_doublings
    """What the doublings of an announcement multiply its own points by."""

    def announced(self, known: Known, item: Item) -> Stake | None:
        """What an announcement can bring and cost in this deal, doubled as it is."""
        stake = self.announcement(known, item.id)
        return stake and stake.times(self.factor(known) * self.multiplier(item))

    def of(self, view: View, action: Action) -> Stake | None:
        """What a legal action of a seat can bring and cost; `None` where the rules name no figure."""
        stake = self._single(view, action)
        return stake and stake.times(self.factor(view))

    def _single(self, view: View, action: Action) -> Stake | None:
        if contract := contract_of(view.open, action):
            return self.contract(view, contract)
        if action.verb == "announce":
            return self.announcement(view, action.argument)
        if action.verb in ("take", "refuse"):
            return self.talon(view, action)
        if action.verb == "kontra":
            doubled = [item for item in view.open.items if str(item) == action.argument]
            return self.kontra(self, view, doubled[0]) if doubled else None
        return self.surrender(view) if action.verb == "surrender" else None


def contract_of(public: Open, action: Action) -> str:
    """The contract that an action leads to or makes harder to win; `""` if it does neither."""
    if action.verb == "bid":
        return action.argument
    if action.verb == "hold":
        bids = (call.action.argument for call in reversed(public.calls) if call.action.verb == "bid")
        return next(bids, "")
    return public.contract if action.verb == "call" else ""
