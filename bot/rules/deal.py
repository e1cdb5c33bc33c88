"""A deal as a value: who is asked, what came of it, and what each seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.rules.board import (
    Action,
    Board,
    Group,
    Item,
    Layout,
    Move,
    Play,
    Promise,
    Seat,
    Secrecy,
    Stated,
    Trick,
)
from bot.rules.cards import NO_CARDS, Cards
from bot.rules.game import Game, Misdeal
from bot.rules.phase import Phase, Step
from bot.rules.reasons import Reason, Refusal
from bot.rules.results import Result, ScoreLine
from bot.rules.sides import Side, public_side, side_of
from bot.rules.values import cached_method

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
    sides: tuple[Side, ...]
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
    side: Side
    """The side this seat is on, as it always knows; `Side.NONE` before there is a declarer."""
    actions: tuple[Action, ...]
    """What this seat may do now."""
    log: tuple[Move, ...]
    """All that was done, as this seat saw it."""
    public: Public


@dataclass(frozen=True)
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

    @cached_method
    def actions(self, seat: Seat | None) -> tuple[Action, ...]:
        """All that a seat may do now."""
        return self.phase.actions(seat) if seat is not None and seat in self.phase.seats() else ()

    def act(self, seat: Seat, action: Action) -> Deal | Refusal:
        """The deal after an action, or why there is none; a refused action changes nothing."""
        if action not in self.actions(seat):
            return self._refuse(self._why_not(seat, action))
        move = Move(seat, action, self.phase.secrecy(seat, action))
        return Deal(self.game, self.layout, self.phase.after(seat, action), (*self.log, move))

    def _why_not(self, seat: Seat, action: Action) -> Reason:
        """Why a seat may not do something now."""
        if self.result is not None:
            return Reason("deal_over")
        if seat not in self.phase.seats():
            return Reason("not_your_turn")
        return self.phase.explain(seat, action)

    def _refuse(self, reason: Reason) -> Refusal:
        return Refusal(reason.code, self.game.rules[reason.code], reason.facts)

    @cached_method
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

    @cached_method
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
            side=Side.NONE if seat is None else side_of(board, seat),
            actions=self.actions(seat),
            log=self.log if over else tuple(seen for move in self.log if (seen := move.seen_by(seat))),
            public=self.public(),
        )
