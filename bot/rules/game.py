"""A game as a value: its tables, price list and functions, with defaults for what most games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.rules.announcing import GAME
from bot.rules.cards import Card, Cards
from bot.rules.layout import Layout, Seat, Side
from bot.rules.moves import Action
from bot.rules.phase import Phase
from bot.rules.results import Sentences
from bot.rules.state import Item, Known, Open
from bot.rules.view import View


def nothing(*_asked: object) -> None:
    """The game has no such thing, or it is worth nothing."""


def never(*_asked: object) -> bool:
    return False


def no_seats(*_asked: object) -> tuple[Seat, ...]:
    return ()


def no_ids(*_asked: object) -> frozenset[str]:
    return frozenset()


class Stake(NamedTuple):
    """Game points from and to each opponent, as long as nobody doubles them."""

    won: int
    lost: int

    @classmethod
    def even(cls, points: int) -> Stake:
        return cls(points, points)

    def times(self, factor: int) -> Stake:
        return Stake(self.won * factor, self.lost * factor)


@dataclass(frozen=True)
class ContractPrice:
    """What a contract brings from and costs to each opponent, by the rules alone."""

    won: int
    lost: int
    by_level: bool = False

    @property
    def stake(self) -> Stake:
        """What it brings and costs where no level counts, or at the first."""
        return Stake(self.won, self.lost)


class Counting(NamedTuple):
    """How card points are counted in a deal where they decide something."""

    points: Callable[[Cards], int]
    """The card points of a pile."""
    to_win: int = 0
    """What the declarer's side needs; 0 where all play alone."""
    untaken: Side = Side.NONE
    """The side to which talon cards count that the declarer has seen and left."""


def not_doubled(_known: Known) -> int:
    return 1


def by_doublings(item: Item) -> int:
    return item.factor


def twice_as_much(prices: Prices, view: View, item: Item) -> Stake | None:
    """What an item is worth at most with one more doubling, to either side."""
    contract = view.open.contract if item.id == GAME else ""
    base = prices.contract(view, contract) if contract else prices.announcement(view, item.id)
    return base and Stake.even(max(base)).times(2 * item.factor)


@dataclass(frozen=True)
class Prices:
    """The price list of a game. Each function returns `None` for what has no price."""

    announcement: Callable[[Known, str], Stake | None] = nothing
    """Of an announcement, by its id."""
    contracts: Mapping[str, ContractPrice] = field(default_factory=dict)
    """Of every contract, whatever the deal is like, by its id."""
    contract: Callable[[Known, str], Stake | None] = nothing
    talon: Callable[[View, Action], Stake | None] = nothing
    """Of the contract after cards of the talon are taken or refused, where that changes it."""
    surrender: Callable[[View], Stake | None] = nothing
    kontra: Callable[[Prices, View, Item], Stake | None] = twice_as_much
    factor: Callable[[Known], int] = not_doubled
    """What all game points of this deal are multiplied by."""
    multiplier: Callable[[Item], int] = by_doublings
    """What the doublings of an announcement multiply its own points by."""

    chips: Callable[[Known, str, int], Stake | None] = nothing
    """What an announcement brings from a pool and costs into it. Arguments: its id, its doublings."""
    instead: str = ""
    """If this is announced, the contract is not scored."""

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
    if action.verb in ("bid", "hold"):
        return public.contract_of_call(action)
    return public.contract if action.verb == "call" else ""


def no_antes(_session: Mapping[str, object], _options: Mapping[str, object], _deals: int) -> tuple[int, int]:
    return (0, 0)


def whole_numbers(session: Mapping[str, object], _seats: int) -> bool:
    """Whether all inherited values are integers of 0 or more, such as numbers of deals or chips."""
    return all(type(value) is int and value >= 0 for value in session.values())


def by_code(page: str, refusals: Mapping[str, str]) -> dict[str, str]:
    """The rule of each refusal code, from the codes of each number on a rules page, separated by spaces."""
    return {code: f"{page} {number}" for number, codes in refusals.items() for code in codes.split()}


def every_seat(seats: int) -> tuple[Seat, ...]:
    return tuple(range(seats))


@dataclass(frozen=True)
class Game:
    """A game: its tables, and the functions that the shared phases and sessions call."""

    name: str
    seats: tuple[int, ...]
    """The possible numbers of players."""
    pack: Cards
    contracts: tuple[str, ...]
    """The ids that can be bid or chosen, lowest first."""
    announcements: tuple[str, ...]
    """The ids that can be announced."""
    options: Mapping[str, tuple[object, ...]]
    """House rules: each name with its possible values, the default first."""
    rules: Mapping[str, str]
    """The rule number for each refusal code of this game."""
    lay_out: Callable[[Sequence[Card], Seat, int], Layout]
    """Deals a shuffled pack. Arguments: the cards from the top, the dealer, the number of seats."""
    hand_size: int
    """Cards that each seat is dealt."""
    talon_size: int
    session: Mapping[str, object]
    """What the first deal of a session inherits."""
    start: Callable[[Layout], Phase]
    net: Callable[[tuple[int, ...]], tuple[int, ...]]
    """What each seat gains from the others, from the scores of a deal or a session; the sum is 0."""
    dealer_sits_out_with: int = 0
    """The number of players with which the dealer gets no cards; 0 if the dealer always plays."""
    inheritable: Callable[[Mapping[str, object], int], bool] = whole_numbers
    """Whether session values are valid for a number of seats."""
    deals: Callable[[Mapping[str, object]], int | None] = nothing
    """How many deals a session has, from the house rules; `None` if that is open."""
    last_circle: bool = False
    """Whether a player may announce a last circle; `Result.last_circle` gives its length."""
    pool: str = ""
    """The session key of the chips in the pool; `""` in a game without a pool."""
    antes: Callable[[Mapping[str, object], Mapping[str, object], int], tuple[int, int]] = no_antes
    """Chips that each player, and in addition the dealer, puts into the pool before a deal.

    Arguments: the session values, the house rules, the number of deals completed.
    """
    interactive_dealing: Callable[[Mapping[str, object]], bool] = never
    """Whether players decide how the cards are dealt (cutting, ways to deal), from the house rules.

    A deal at a table then starts from an undealt pack (`undealt`); its record starts after the dealing.
    """
    groups: Mapping[str, str] = field(default_factory=dict)
    """The group of each announcement, by its id without parameters; empty where they are not grouped."""
    captures: Mapping[str, Card] = field(default_factory=dict)
    """The announcements of taking a card of the other side, by id, with that card."""
    needs: Mapping[str, Card] = field(default_factory=dict)
    """The announcements that one particular card must win for the announcing side, by id, with that card."""
    hopeless: Callable[[View], frozenset[str]] = no_ids
    """The legal announcements, by id without parameters, that a seat knows to be impossible."""
    teams: tuple[tuple[Seat, ...], ...] = ()
    """The seats that play together in every deal; empty where each deal has its own sides."""
    impossible: Callable[[Layout], str | None] = nothing
    """Why a layout is invalid in this game, in English for an error message; `None` if it is valid."""
    dealt_again: Callable[[Layout], tuple[Seat, ...]] = no_seats
    """The seats that must show their hands because the cards are dealt again; empty if they are played."""
    dealers: Callable[[int], tuple[Seat, ...]] = every_seat
    """The seats that may deal first, from the number of seats."""
    is_won: Callable[[Mapping[str, object], int, tuple[int, ...]], bool] = never
    """Whether points end the session. Arguments: the house rules, deals completed, totals."""
    seating: Callable[[Mapping[str, object], int], tuple[Seat, ...]] = no_seats
    """Where the player of each seat moves to after a number of deals; empty if all players stay."""
    counting: Callable[[Known], Counting | None] = nothing
    """How card points are counted in a deal, from its contract; `None` where they decide nothing."""
    prices: Prices = field(default_factory=Prices)
    figures: Mapping[str, int] = field(default_factory=dict)
    glossary: str = ""
    """The terms that the glossary explains, in teaching order, separated by spaces."""
    sentences: Sentences = field(default_factory=dict)
    """Every kind of line that a score sheet can have, with the id of its sentence."""
    operator_options: Mapping[str, Callable[[object], bool]] = field(default_factory=dict)
    """House rules that the operator sets, not the table: a check of the value by name."""

    def hand_sizes(self, dealer: Seat, seats: int) -> tuple[int, ...]:
        """How many cards each seat is dealt."""
        sits_out = dealer if seats == self.dealer_sits_out_with else None
        return tuple([0 if seat == sits_out else self.hand_size for seat in range(seats)])

    def allows(self, name: str, value: object) -> bool:
        """Whether a house rule may have a value; `True` is not the number 1."""
        if name in self.operator_options:
            return self.operator_options[name](value)
        return any(value == each and type(value) is type(each) for each in self.options.get(name, ()))


@dataclass(frozen=True)
class Misdeal:
    """Cards that were dealt again: the hands that had to be shown."""

    hands: tuple[tuple[Seat, Cards], ...]

    @classmethod
    def of(cls, game: Game, layout: Layout) -> Misdeal | None:
        seats = game.dealt_again(layout)
        return cls(tuple((seat, layout.hands[seat]) for seat in seats)) if seats else None
