"""The state of a deal: what everybody may know, and the cards that have not been shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple, Protocol, TypeVar

from bot.rules.cards import NO_CARDS, Card, Cards, card, union
from bot.rules.layout import Layout, Seat, Side
from bot.rules.moves import Action, Move
from bot.rules.results import Result
from bot.rules.tricks import Play, Trick


class Item(NamedTuple):
    """Something that can be doubled: the game itself, or an announcement with the seat that made it."""

    id: str
    seat: Seat | None = None
    doublings: int = 0
    """0 without kontra, 1 for kontra, 2 for rekontra, and so on."""

    def __str__(self) -> str:
        return self.id if self.seat is None else f"{self.id}@{self.seat}"

    def doubled(self) -> Item:
        return Item(self.id, self.seat, self.doublings + 1)

    @property
    def factor(self) -> int:
        return 1 << self.doublings


@dataclass(frozen=True)
class Group:
    """Cards of the talon that are taken together."""

    name: str
    size: int
    cards: Cards = NO_CARDS
    """Empty while unknown."""
    shown: bool = False
    """Whether every player has seen the cards."""
    taker: Seat | None = None
    looker: Seat | None = None
    """The seat that has looked at the cards without showing them."""

    @classmethod
    def of(cls, name: str, cards: Cards) -> Group:
        return cls(name, len(cards), cards)

    def with_cards(self, cards: Cards) -> Group:
        if cards == self.cards:
            return self
        return Group(self.name, self.size, cards, self.shown, self.taker, self.looker)


FactT = TypeVar("FactT")


class Open(NamedTuple):
    """What everybody at the table may know of a deal. Every public fact is a field of this type.

    It is a named tuple because every statement copies it: `dataclasses.replace` takes seven times as long.
    """

    dealer: Seat
    active: tuple[Seat, ...]
    """The seats that were dealt cards, in playing order from the dealer's right."""
    options: Mapping[str, object]
    """Every house rule that differs from the game's default."""
    session: Mapping[str, object]
    """What this deal inherits from those before it."""
    hand_sizes: tuple[int, ...]
    discard_sizes: tuple[int, ...]
    talon: tuple[Group, ...] = ()
    discards_shown: Cards = NO_CARDS
    """Discarded cards that had to be shown."""
    phase: str = ""
    """The name of the phase. This and `turn` are filled in by `Deal.open`."""
    turn: tuple[Seat, ...] = ()
    """The seats that are asked now; empty where that is a secret."""
    calls: tuple[Move, ...] = ()
    contract: str = ""
    declarer: Seat | None = None
    called: str = ""
    """The words of a partner's calling: a card's code, or a phrase such as `remaining`."""
    candidates: frozenset[Seat | None] = frozenset((None,))
    """Who may be the partner, from what everybody knows; `None` is a declarer who plays alone."""
    items: tuple[Item, ...] = ()
    """The game, once there is one to double, and what has been announced."""
    trick: tuple[Play, ...] = ()
    tricks: tuple[Trick, ...] = ()
    hands: tuple[Cards, ...] | None = None
    facts: tuple[object, ...] = ()
    """Public facts that not every game has: one value of each type at most."""
    result: Result | None = None
    dealt: Layout | None = None
    """All cards as dealt, once the deal is over."""

    @property
    def seats(self) -> int:
        return len(self.hand_sizes)

    @property
    def forehand(self) -> Seat:
        return self.active[0]

    @property
    def tricks_won(self) -> tuple[int, ...]:
        winners = [trick.winner for trick in self.tricks]
        return tuple(map(winners.count, range(self.seats)))

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(map(self.side, range(self.seats)))

    def side(self, seat: Seat) -> Side:
        """A seat's side from what everybody knows; `Side.NONE` where that is open or there is none."""
        if self.declarer is None or seat not in self.active:
            return Side.NONE
        if seat in self.candidates:
            return Side.DECLARER if len(self.candidates) == 1 else Side.NONE
        return Side.DECLARER if seat == self.declarer else Side.DEFENDERS

    def next(self, seat: Seat, steps: int = 1) -> Seat:
        return (seat + steps) % self.seats

    def following(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats that were dealt cards, in playing order from a seat."""
        at = self.active.index(seat)
        return self.active[at + 1 :] + self.active[:at]

    def item(self, name: str) -> Item | None:
        for each in self.items:
            if each.id == name:
                return each
        return None

    def item_written(self, words: str) -> Item:
        """The item that a kontra names, such as `trull@2`.

        Raises:
            StopIteration: there is no such item.
        """
        return next(each for each in self.items if str(each) == words)

    @property
    def last_bid(self) -> str:
        """The contract of the last bid; empty before there is one."""
        return next((call.action.argument for call in reversed(self.calls) if call.action.verb == "bid"), "")

    def contract_of_call(self, call: Action) -> str:
        """The contract that a bid names or a hold repeats; empty for a pass."""
        return self.last_bid if call.verb == "hold" else call.argument

    @property
    def called_card(self) -> Card | None:
        """The called card where the call names it; `None` if there was no call."""
        return card(self.called) if self.called else None

    def played_by(self, seat: Seat) -> Cards:
        plays = [play for trick in self.tricks for play in trick.plays]
        return Cards.of(play.card for play in (*plays, *self.trick) if play.seat == seat)

    def won_by(self, seats: Sequence[Seat]) -> Cards:
        bits = 0
        for trick in self.tricks:
            if trick.winner in seats:
                for play in trick.plays:
                    bits |= 1 << play.card
        return Cards(bits)

    def fact(self, kind: type[FactT]) -> FactT | None:
        """What the game counts under a type of its own; `None` while there is no such fact."""
        for each in self.facts:
            if isinstance(each, kind):
                return each
        return None

    def with_fact(self, fact: object) -> Open:
        """The same with a fact, in place of an earlier one of its type."""
        others = [each for each in self.facts if type(each) is not type(fact)]
        return self._replace(facts=(*others, fact))


class Known(Protocol):
    @property
    def open(self) -> Open: ...


def option_of(defaults: Mapping[str, tuple[object, ...]], known: Known, name: str) -> object:
    """The value of a house rule in a deal. `defaults` has all values of each rule, the default first."""
    return known.open.options.get(name, defaults[name][0])


@dataclass(frozen=True)
class Public:
    open: Open


@dataclass(frozen=True)
class Hidden:
    """The cards that have not been shown, and the partner they decide on."""

    dealt: Layout
    hands: tuple[Cards, ...]
    talon: tuple[Cards, ...]
    """The cards of each group of `Open.talon`."""
    discards: tuple[Cards, ...]
    called_card: Card | None = None
    partner: Seat | None = None
    """The declarer's partner, who may be the only one to know it."""


@dataclass(frozen=True)
class Board:
    """Where the cards lie and what has been settled so far; every phase hands it on, one step richer."""

    open: Open
    hidden: Hidden

    @classmethod
    def of(cls, layout: Layout, talon: tuple[Group, ...] = ()) -> Board:
        seats, after_dealer = range(layout.seats), layout.dealer + 1
        order = (*seats[after_dealer:], *seats[:after_dealer])
        public = Open(
            layout.dealer,
            tuple([seat for seat in order if layout.hands[seat]]),
            layout.options,
            layout.session,
            hand_sizes=tuple(map(len, layout.hands)),
            discard_sizes=(0,) * layout.seats,
            talon=as_shown(talon),
        )
        cards = tuple([group.cards for group in talon])
        return cls(public, Hidden(layout, layout.hands, cards, discards=(NO_CARDS,) * layout.seats))

    def with_open(self, public: Open) -> Board:
        return Board(public, self.hidden)

    @property
    def talon(self) -> tuple[Group, ...]:
        """The groups of the talon with all their cards."""
        groups = zip(self.open.talon, self.hidden.talon, strict=True)
        return tuple([group if group.shown else group.with_cards(cards) for group, cards in groups])

    def talon_seen_by(self, seat: Seat | None) -> tuple[Group, ...]:
        """The groups of the talon as a seat knows them: shown, or looked at by this seat alone."""
        groups = zip(self.open.talon, self.talon, strict=True)
        return tuple(full if seat is not None and group.looker == seat else group for group, full in groups)

    def with_talon(self, groups: tuple[Group, ...]) -> Board:
        cards = tuple([group.cards for group in groups])
        return Board(self.open._replace(talon=as_shown(groups)), replace(self.hidden, talon=cards))

    def with_exchange(self, hands: tuple[Cards, ...], groups: tuple[Group, ...]) -> Board:
        public = self.open._replace(hand_sizes=tuple(map(len, hands)), talon=as_shown(groups))
        cards = tuple([group.cards for group in groups])
        return Board(public, replace(self.hidden, hands=hands, talon=cards))

    def with_discards(self, gone: Mapping[Seat, Cards], face_up: Cards) -> Board:
        public, hidden = self.open, self.hidden
        hands, discards = list(hidden.hands), list(hidden.discards)
        for seat, cards in gone.items():
            hands[seat] -= cards
            discards[seat] |= cards
        public = public._replace(
            hand_sizes=tuple(map(len, hands)),
            discard_sizes=tuple(map(len, discards)),
            discards_shown=public.discards_shown | union(gone.values()) & face_up,
        )
        return Board(public, replace(hidden, hands=tuple(hands), discards=tuple(discards)))

    def with_play(
        self, hands: tuple[Cards, ...], trick: tuple[Play, ...], tricks: tuple[Trick, ...], *, ouvert: bool
    ) -> Board:
        sizes, shown = tuple(map(len, hands)), hands if ouvert else None
        public = self.open._replace(hand_sizes=sizes, hands=shown, trick=trick, tricks=tricks)
        return Board(public, replace(self.hidden, hands=hands))

    def finished(self, result: Result) -> Board:
        public = self.open._replace(
            result=result,
            dealt=self.hidden.dealt,
            talon=self.talon,
            candidates=frozenset((self.hidden.partner,)),
        )
        return self.with_open(public)


def as_shown(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    return tuple([group if group.shown else group.with_cards(NO_CARDS) for group in groups])


Value = TypeVar("Value")


def placed(values: tuple[Value, ...], at: int, value: Value) -> tuple[Value, ...]:
    """Values, such as those by seat, with another one at a place."""
    placed = list(values)
    placed[at] = value
    return tuple(placed)


def declarer_of(public: Open) -> Seat:
    """Who plays the contract."""
    assert public.declarer is not None, "there is no contract without a declarer"
    return public.declarer


def on_declarers_side(board: Board, seat: Seat) -> bool:
    return seat in (board.open.declarer, board.hidden.partner)


def side_of(board: Board, seat: Seat) -> Side:
    """The side a seat is on in truth; `Side.NONE` without a declarer, and for a dealer who sits out."""
    public = board.open
    if public.declarer is None or seat not in public.active:
        return Side.NONE
    return Side.DECLARER if seat in (public.declarer, board.hidden.partner) else Side.DEFENDERS


def members(board: Board, side: Side) -> tuple[Seat, ...]:
    public = board.open
    return divided(public.active, public.declarer, board.hidden.partner).get(side, ())


@cache
def divided(
    active: tuple[Seat, ...], declarer: Seat | None, partner: Seat | None
) -> Mapping[Side, tuple[Seat, ...]]:
    if declarer is None:
        return {}
    ours = (declarer, partner)
    return {
        Side.DECLARER: tuple(seat for seat in sorted(active) if seat in ours),
        Side.DEFENDERS: tuple(seat for seat in sorted(active) if seat not in ours),
    }


def side_of_item(board: Board, item: Item) -> Side:
    return side_of(board, declarer_of(board.open) if item.seat is None else item.seat)


def partner_called(board: Board, words: str, called: Card) -> Board:
    """The board once a card is called: the other seat that holds it is partner, which only that seat knows.

    If no other seat holds it, the declarer plays alone.
    """
    others = board.open.following(declarer_of(board.open))
    partner = next((seat for seat in others if called in board.hidden.hands[seat]), None)
    public = board.open._replace(called=words, candidates=frozenset((*others, None)))
    return Board(public, replace(board.hidden, called_card=called, partner=partner))


def with_side_shown(board: Board, seat: Seat) -> Board:
    """Return the board once a seat has shown, by its words, which side it is on."""
    partner = seat == board.hidden.partner
    return with_candidates(board, frozenset((seat,)) if partner else board.open.candidates - {seat})


def with_partner_shown(board: Board) -> Board:
    """Return the board once everybody has seen where the called card was."""
    return with_candidates(board, frozenset((board.hidden.partner,)))


def with_candidates(board: Board, candidates: frozenset[Seat | None]) -> Board:
    if candidates == board.open.candidates:
        return board
    return board.with_open(board.open._replace(candidates=candidates))
