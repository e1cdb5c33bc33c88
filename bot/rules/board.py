"""What a deal is made of: the cards as dealt, moves, tricks, items that can be doubled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple, TypeAlias

from bot.rules.cards import NO_CARDS, Card, Cards, union
from bot.rules.values import cached_property, replace

Seat: TypeAlias = int
"""A place at the table, from 0, counter-clockwise: in playing order."""


def whole(value: object) -> int:
    """A house rule, or something inherited from the deals before, that is a whole number."""
    assert isinstance(value, int), f"no whole number: {value!r}"
    return value


class Action(NamedTuple):
    """One thing a player does: a verb and its argument, written `bid solo` or `pass`."""

    verb: str
    argument: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.argument}" if self.argument else self.verb

    @classmethod
    def parse(cls, text: str) -> Action:
        """The action a text names; whether it is legal, or anything at all, is for the phase to say."""
        verb, _, argument = text.partition(" ")
        return cls(verb, argument)


class Secrecy(Enum):
    """What the others see of a move."""

    OPEN = auto()
    """All of it."""
    FACE_DOWN = auto()
    """That it was made, not with what: a card laid away."""
    UNSEEN = auto()
    """Nothing: the no to an offer that only some hands are made."""


class Move(NamedTuple):
    """An action that was taken."""

    seat: Seat
    action: Action
    secrecy: Secrecy = Secrecy.OPEN

    def __str__(self) -> str:
        return f"{self.seat} {self.action}"

    def seen_by(self, seat: Seat | None) -> Move | None:
        """The move as a seat, or a spectator, saw it; nothing, if it did not."""
        if self.secrecy is Secrecy.OPEN or seat == self.seat:
            return self
        if self.secrecy is Secrecy.UNSEEN:
            return None
        return Move(self.seat, Action(self.action.verb, "?"), self.secrecy)


@dataclass(frozen=True)
class Layout:
    """The cards as dealt, by whom, and under which house rules."""

    hands: tuple[Cards, ...]
    talon: tuple[Card, ...]
    """From the top, or the first dealt, to the last."""
    dealer: Seat
    options: Mapping[str, object] = field(default_factory=dict)
    """Every house rule that differs from the game's default."""
    session: Mapping[str, object] = field(default_factory=dict)
    """What this deal inherits from those before it."""

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.hands)

    def next(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat so many places further on in playing order."""
        return (seat + steps) % self.seats

    @cached_property
    def active(self) -> tuple[Seat, ...]:
        """The seats that were dealt cards, in playing order from the dealer's right."""
        order = (self.next(self.dealer, steps) for steps in range(1, self.seats + 1))
        return tuple(seat for seat in order if self.hands[seat])

    @cached_property
    def following(self) -> Mapping[Seat, tuple[Seat, ...]]:
        """For each seat that was dealt cards, the others in playing order from it."""
        active = self.active
        return {seat: active[at + 1 :] + active[:at] for at, seat in enumerate(active)}


class Play(NamedTuple):
    """A card played from a seat."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class Trick:
    """A completed trick: its cards in playing order, and who won it."""

    plays: tuple[Play, ...]
    winner: Seat

    @cached_property
    def cards(self) -> Cards:
        """The cards of the trick, whoever played them."""
        return Cards.of(play.card for play in self.plays)

    def played_by(self, seat: Seat) -> Card | None:
        """The card a seat played to it."""
        return next((play.card for play in self.plays if play.seat == seat), None)


@dataclass(frozen=True)
class Group:
    """Some cards of the talon that are taken together."""

    name: str
    cards: Cards
    shown: bool = False
    """Lying face up, or turned down again after everybody has seen it."""
    taker: Seat | None = None
    looker: Seat | None = None
    """Who has looked at it without showing it."""
    level: int = 0
    """How far into the talon whoever takes it now goes, in a game that counts it; else 0."""

    def known_to(self, seat: Seat | None, *, over: bool) -> Group:
        """The group as a seat, or everybody, knows it: without cards where they are hidden."""
        known = over or self.shown or (seat is not None and seat == self.looker)
        return self if known else replace(self, cards=NO_CARDS)


@dataclass(frozen=True)
class Item:
    """Something that can be doubled: the game itself, or an announcement with the seat that made it."""

    id: str
    seat: Seat | None = None
    doublings: int = 0
    """0 as announced, 1 kontra, 2 rekontra, and so on."""
    opponent: Seat | None = None
    """Who said the kontra."""
    void: bool = False
    """Raised by something greater, and worth nothing any more."""
    raised_by: str = ""
    """The id of what raised it."""

    def __str__(self) -> str:
        return self.id if self.seat is None else f"{self.id}@{self.seat}"

    def doubled(self, seat: Seat) -> Item:
        """The item one step further up its ladder, by the word of a seat."""
        return replace(self, doublings=self.doublings + 1, opponent=self.opponent if self.doublings else seat)

    @property
    def factor(self) -> int:
        """What the item's points are multiplied by."""
        return 1 << self.doublings


@dataclass(frozen=True, slots=True)
class Stated:
    """A number that is stated of what some seats have done between them."""

    seats: tuple[Seat, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Promise:
    """A card that a player has shown to hold by what was called."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class Board:
    """Where the cards lie and what has been settled so far; every phase hands it on, one step richer."""

    layout: Layout
    hands: tuple[Cards, ...]
    talon: tuple[Group, ...] = ()
    laid: tuple[Cards, ...] = ()
    """The cards each seat has laid away."""
    laid_open: Cards = NO_CARDS
    """Those laid away that had to be shown."""
    calls: tuple[Move, ...] = ()
    """The auction, call by call."""
    contract: str = ""
    declarer: Seat | None = None
    level: int = 0
    """How far into the talon the declarer went."""
    called: str = ""
    """The words of a partner's calling: a card's code, or a phrase such as `remaining`."""
    called_card: Card | None = None
    partner: Seat | None = None
    """The declarer's partner, who may be known to nobody else."""
    candidates: frozenset[Seat | None] = frozenset((None,))
    """Who may be the partner as far as everybody knows; `None` stands for a declarer who plays alone."""
    items: tuple[Item, ...] = ()
    """The game, once there is one to double, and what has been announced."""
    trick: tuple[Play, ...] = ()
    """The trick now being played."""
    tricks: tuple[Trick, ...] = ()
    ouvert: bool = False
    """All hands lie open on the table."""
    laid_tarocks: tuple[Stated, ...] = ()
    """How many tarocks were laid away, as far as that is stated to all."""
    promised: tuple[Promise, ...] = ()
    """What calls of the auction have shown of the hands."""

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return self.layout.seats

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that were dealt cards, in playing order from the dealer's right."""
        return self.layout.active

    @property
    def forehand(self) -> Seat:
        """The first in playing order of those that were dealt cards."""
        return self.active[0]

    @property
    def trick_number(self) -> int:
        """The number of the trick now being played, from 1."""
        return len(self.tricks) + 1

    def following(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats that were dealt cards, in playing order from a seat."""
        return self.layout.following[seat]

    def item(self, name: str) -> Item | None:
        """The item of that id, if it stands."""
        return next((each for each in self.items if each.id == name), None)

    def hands_after(self, seat: Seat, played: Card) -> tuple[Cards, ...]:
        """All hands once a seat has played one of its cards."""
        return (*self.hands[:seat], self.hands[seat].minus(played), *self.hands[seat + 1 :])

    def with_hand(self, seat: Seat, hand: Cards) -> Board:
        """The board with another hand at a seat."""
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))

    def won_by(self, seats: Sequence[Seat]) -> Cards:
        """The cards of all tricks that some seats have won."""
        return union(trick.cards for trick in self.tricks if trick.winner in seats)
