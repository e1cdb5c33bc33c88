"""A deal as a value: who is asked, what is legal, what came of it, and what each seat may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Protocol

from bot.rules.board import (
    Action,
    Board,
    Group,
    Item,
    Layout,
    Move,
    Play,
    Promise,
    Result,
    ScoreLine,
    Seat,
    Secrecy,
    Stated,
    Trick,
)
from bot.rules.cards import NO_CARDS, Card, Cards
from bot.rules.reasons import Reason, Refusal
from bot.rules.sides import public_side, side_of

__all__ = [
    "Action",
    "Board",
    "Deal",
    "Game",
    "Group",
    "Item",
    "Layout",
    "Misdeal",
    "Move",
    "Phase",
    "Play",
    "Promise",
    "Public",
    "Result",
    "ScoreLine",
    "Seat",
    "Secrecy",
    "Stated",
    "Step",
    "Trick",
    "View",
]


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody at the table may know of a deal."""

    phase: str
    turn: tuple[Seat, ...]
    """Who is asked now; several at once where the rules allow it; nobody where that is a secret."""
    dealer: Seat
    hand_sizes: tuple[int, ...]
    calls: tuple[Move, ...]
    contract: str
    declarer: Seat | None
    called: str
    """The words of the partner's calling, if one was called."""
    sides: tuple[str, ...]
    """`declarer` or `defenders` by seat; nothing where that is not public."""
    talon: tuple[Group, ...]
    """A group that nobody may know has no cards here."""
    talon_sizes: tuple[int, ...]
    laid_sizes: tuple[int, ...]
    laid_open: Cards
    items: tuple[Item, ...]
    trick: tuple[Play, ...]
    tricks: tuple[Trick, ...]
    hands: tuple[Cards, ...] | None = None
    """All hands, where they lie open."""
    result: Result | None = None
    layout: Layout | None = None
    """All cards as dealt, once the deal is over."""
    laid_tarocks: tuple[Stated, ...] = ()
    """How many tarocks were laid away, as far as that is stated to all."""
    promised: tuple[Promise, ...] = ()
    """What calls of the auction have shown of the hands."""
    level: int = 0
    """How far into the talon the declarer has gone, in a game that counts it."""

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """How many tricks each seat has taken."""
        return tuple(
            sum(trick.winner == seat for trick in self.tricks) for seat in range(len(self.hand_sizes))
        )


class Phase(Protocol):
    """A step of a deal: who is asked and what comes next. The only place that knows what is legal."""

    @property
    def name(self) -> str:
        """The phase's name, for readers."""

    @property
    def board(self) -> Board:
        """Where the cards lie now."""

    @property
    def result(self) -> Result | None:
        """What came of the deal, if this is its end."""

    def seats(self) -> tuple[Seat, ...]:
        """Who is asked now."""

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """All that a seat which is asked may do."""

    def after(self, seat: Seat, action: Action) -> Phase:
        """What follows a legal action."""

    def explain(self, seat: Seat, action: Action) -> Reason:
        """Why an action that is not legal is not."""

    def secrecy(self, seat: Seat, action: Action) -> Secrecy:
        """What the others see of a legal action."""

    def shown_turn(self) -> tuple[Seat, ...]:
        """Whose turn it is, as far as everybody may know: not whom only some hands let act."""


class Asking(Protocol):
    """Something that asks seats."""

    def seats(self) -> tuple[Seat, ...]:
        """Who is asked now."""


class Step:
    """What most phases have in common: all is done before everybody's eyes, and the deal goes on."""

    result: ClassVar[Result | None] = None

    def shown_turn(self: Asking) -> tuple[Seat, ...]:
        """Everybody knows who is asked."""
        return self.seats()

    def secrecy(self, seat: Seat, action: Action) -> Secrecy:
        """Everybody sees it."""
        return Secrecy.OPEN


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may know, and nothing else. A spectator has seat `None`, no hand and no actions."""

    game: str
    options: Mapping[str, object]
    session: Mapping[str, object]
    seats: int
    seat: Seat | None
    hand: Cards
    laid: Cards
    """What this seat itself has laid away."""
    talon: tuple[Group, ...]
    """The talon as this seat knows it."""
    side: str
    """The side this seat is on, as it always knows: `declarer`, `defenders`, or nothing as yet."""
    actions: tuple[Action, ...]
    """What this seat may do now."""
    log: tuple[Move, ...]
    """All that was done, as this seat saw it."""
    public: Public


def as_many_as_they_like(_options: Mapping[str, object]) -> None:
    """The players go on until they have had enough."""


def without_ceremony(_options: Mapping[str, object]) -> bool:
    """The cards are dealt without asking anybody."""
    return False


def no_antes(_session: Mapping[str, object], _options: Mapping[str, object], _deals: int) -> tuple[int, int]:
    """There is no pool, and nobody puts anything in."""
    return (0, 0)


def nothing_impossible(_layout: Layout) -> None:
    """However the cards lie, they can be played."""


def nobody_shows(_layout: Layout) -> tuple[Seat, ...]:
    """Every hand is played as it was dealt."""
    return ()


def every_seat(seats: int) -> tuple[Seat, ...]:
    """Anybody may deal first."""
    return tuple(range(seats))


def never_won(_options: Mapping[str, object], _deals: int, _totals: tuple[int, ...]) -> bool:
    """No number of points ends a session."""
    return False


def all_stay(_options: Mapping[str, object], _deals: int) -> tuple[Seat, ...]:
    """Everybody keeps his seat."""
    return ()


@dataclass(frozen=True)
class Game:
    """A game as tables and wiring: the shared phases, with what is its own put into them."""

    name: str
    """The id of the deal record."""
    seats: tuple[int, ...]
    """How many may sit at a table."""
    pack: Cards
    contracts: tuple[str, ...]
    """The ids that can be bid or chosen, lowest first."""
    announcements: tuple[str, ...]
    """The ids that can be announced."""
    options: Mapping[str, tuple[object, ...]]
    """House rules: each name with its values, the default first."""
    rules: Mapping[str, str]
    """The number of the rule behind every refusal code this game can give."""
    lay_out: Callable[[Sequence[Card], Seat, int], Layout]
    """Deals a shuffled pack by the rules: the cards from the top, the dealer, the number of seats."""
    hand_sizes: Callable[[Seat, int], tuple[int, ...]]
    """How many cards each seat is dealt: dealer, number of seats."""
    talon_size: int
    session: Mapping[str, object]
    """What the first deal of a session inherits."""
    start: Callable[[Layout], Phase]
    net: Callable[[tuple[int, ...]], tuple[int, ...]]
    """What each seat gains from the others, from the scores of a deal or a session; sums to nought."""
    deals: Callable[[Mapping[str, object]], int | None] = as_many_as_they_like
    """How many deals a session has under some house rules, if that is agreed beforehand."""
    last_circle: bool = False
    """Whether a player may end the session with a last circle, whose length the results tell."""
    pool: str = ""
    """What a session calls the chips that belong to nobody; nothing where there are none."""
    antes: Callable[[Mapping[str, object], Mapping[str, object], int], tuple[int, int]] = no_antes
    """What everybody, and the dealer besides, puts into the pool before a deal.

    It depends on what the deal before has left, the house rules, and how many deals are over.
    """
    ceremony: Callable[[Mapping[str, object]], bool] = without_ceremony
    """Whether, under some house rules, the players have a say in how the cards are dealt.

    Then a deal at a table starts from an undealt pack (`undealt`), and its record only once that is dealt.
    """
    groups: Mapping[str, str] = field(default_factory=dict)
    """The group of each announcement by its id without parameters, where they are told group by group."""
    teams: tuple[tuple[Seat, ...], ...] = ()
    """The seats that play together in every deal; nothing where the sides are found anew in each."""
    impossible: Callable[[Layout], str | None] = nothing_impossible
    """Why cards as dealt can be no deal of this game, in a few English words, if it is so."""
    dealt_again: Callable[[Layout], tuple[Seat, ...]] = nobody_shows
    """Whose hands must be shown and the cards dealt again before anything is done; they count for nothing."""
    dealers: Callable[[int], tuple[Seat, ...]] = every_seat
    """Who may deal first, from the number of seats."""
    is_won: Callable[[Mapping[str, object], int, tuple[int, ...]], bool] = never_won
    """Whether a session ends by its points: house rules, deals completed, totals."""
    seating: Callable[[Mapping[str, object], int], tuple[Seat, ...]] = all_stay
    """After so many deals, which seat each moves to from the seats in order; nothing if all stay."""
    figures: Mapping[str, Callable[[object], bool]] = field(default_factory=dict)
    """House rules that are tables of figures, set by whoever runs the bot: what a value of each must be."""

    def allows(self, name: str, value: object) -> bool:
        """Whether a house rule may be so; `true` is not the number 1."""
        if name in self.figures:
            return self.figures[name](value)
        return any(value == each and type(value) is type(each) for each in self.options.get(name, ()))


@dataclass(frozen=True, slots=True)
class Misdeal:
    """Cards that were dealt again: the hands everybody was shown for it."""

    hands: tuple[tuple[Seat, Cards], ...]

    @classmethod
    def of(cls, game: Game, layout: Layout) -> Misdeal | None:
        """What has to be shown of a layout that is dealt again; nothing if it is played."""
        seats = game.dealt_again(layout)
        return cls(tuple((seat, layout.hands[seat]) for seat in seats)) if seats else None


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal: the game, the cards, where it stands, every move so far. Acting returns the next."""

    game: Game
    layout: Layout
    """The cards it began with: as dealt, or, where the players have a say in that, still undealt."""
    phase: Phase
    log: tuple[Move, ...] = ()

    @classmethod
    def start(cls, game: Game, layout: Layout) -> Deal:
        """The deal before anybody has done anything."""
        return cls(game, layout, game.start(layout))

    @property
    def result(self) -> Result | None:
        """What came of it, once it is over."""
        return self.phase.result

    def seats(self) -> tuple[Seat, ...]:
        """Who is asked now; nobody when it is over."""
        return self.phase.seats()

    def actions(self, seat: Seat | None) -> tuple[Action, ...]:
        """All that a seat may do now."""
        return self.phase.actions(seat) if seat is not None and seat in self.phase.seats() else ()

    def act(self, seat: Seat, action: Action) -> Deal | Refusal:
        """The deal after an action, or why there is none; a refused action changes nothing."""
        if self.result is not None:
            return self._refuse(Reason("deal_over"))
        if seat not in self.phase.seats():
            return self._refuse(Reason("not_your_turn"))
        if action not in self.phase.actions(seat):
            return self._refuse(self.phase.explain(seat, action))
        move = Move(seat, action, self.phase.secrecy(seat, action))
        return replace(self, phase=self.phase.after(seat, action), log=(*self.log, move))

    def _refuse(self, reason: Reason) -> Refusal:
        return Refusal(reason.code, self.game.rules[reason.code], reason.facts)

    def public(self) -> Public:
        """What everybody at the table may know."""
        board, over = self.phase.board, self.result is not None
        return Public(
            phase=self.phase.name,
            turn=self.phase.shown_turn(),
            dealer=self.layout.dealer,
            hand_sizes=tuple(map(len, board.hands)),
            calls=board.calls,
            contract=board.contract,
            declarer=board.declarer,
            called=board.called,
            sides=tuple(
                side_of(board, seat) if over else public_side(board, seat) for seat in range(board.seats)
            ),
            talon=tuple(group.known_to(None, over=over) for group in board.talon),
            talon_sizes=tuple(len(group.cards) for group in board.talon),
            laid_sizes=tuple(map(len, board.laid)),
            laid_open=board.laid_open,
            items=board.items,
            trick=board.trick,
            tricks=board.tricks,
            hands=board.hands if board.ouvert else None,
            result=self.result,
            layout=board.layout if over else None,
            laid_tarocks=board.laid_tarocks,
            promised=board.promised,
            level=board.level,
        )

    def view(self, seat: Seat | None) -> View:
        """What a seat, or a spectator, may know: the only way anything outside the engine sees cards."""
        board, over = self.phase.board, self.result is not None
        return View(
            game=self.game.name,
            options=self.layout.options,
            session=self.layout.session,
            seats=self.layout.seats,
            seat=seat,
            hand=NO_CARDS if seat is None else board.hands[seat],
            laid=NO_CARDS if seat is None else board.laid[seat],
            talon=tuple(group.known_to(seat, over=over) for group in board.talon),
            side="" if seat is None else side_of(board, seat),
            actions=self.actions(seat),
            log=self.log if over else tuple(seen for move in self.log if (seen := move.seen_by(seat))),
            public=self.public(),
        )
