"""A deal as a value: who is asked, what came of it, and what each seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.rules.cards import NO_CARDS, Cards
from bot.rules.game import Game
from bot.rules.layout import Layout, Seat, Side
from bot.rules.moves import Action, Actions, Move, Moves, in_order
from bot.rules.phase import Offer, Phase
from bot.rules.reasons import Reason, Refusal
from bot.rules.results import Result
from bot.rules.state import Open, side_of
from bot.rules.view import View


class Deal(NamedTuple):
    """A deal, and what follows from it; acting returns the next.

    It is a named tuple because every action makes one: a frozen dataclass takes four times as long to make.
    """

    game: Game
    layout: Layout
    """The cards it began with: as dealt, or, where the players have a say in that, still undealt."""
    phase: Phase
    legal: Mapping[Seat, Actions]
    moves: Moves = None
    lapsed: Offer | None = None
    """The offer before this phase, if it has just lapsed."""
    offers: int = 0

    @classmethod
    def start(cls, game: Game, layout: Layout) -> Deal:
        return cls.at(game, layout, game.start(layout)).released()

    @classmethod
    def at(cls, game: Game, layout: Layout, phase: Phase, moves: Moves = None) -> Deal:
        return cls(game, layout, phase, phase.asked(), moves)

    def released(self) -> Deal:
        """The deal in the next phase if it is held at an offer to which no seat is entitled, else itself."""
        lapsed = self.phase
        if self.legal or not isinstance(lapsed, Offer):
            return self
        phase = lapsed.lapsed()
        return Deal(self.game, self.layout, phase, phase.asked(), self.moves, lapsed, self.offers + 1)

    @property
    def held(self) -> Deal:
        """The deal before an offer lapsed, with the same log; itself if none has just lapsed.

        It looks as if some seat were still asked. A table shows it until everybody has had time to answer.
        """
        lapsed = self.lapsed
        if lapsed is None:
            return self
        return Deal(self.game, self.layout, lapsed, lapsed.asked(), self.moves, None, self.offers - 1)

    @property
    def log(self) -> tuple[Move, ...]:
        return in_order(self.moves)

    @property
    def is_offered(self) -> bool:
        """Whether an offer is open, to some seats or, if the deal is held, to none."""
        return isinstance(self.phase, Offer)

    @property
    def result(self) -> Result | None:
        return self.phase.board.open.result

    def seats(self) -> tuple[Seat, ...]:
        return tuple(self.legal)

    def actions(self, seat: Seat | None) -> Actions:
        return () if seat is None else self.legal.get(seat, ())

    def act(self, seat: Seat, action: Action) -> Deal | Refusal:
        """The deal after an action, or why there is none; a refused action changes nothing."""
        if action not in self.legal.get(seat, ()):
            return self._refuse(self._why_not(seat, action))
        phase, moves = self.phase.after(seat, action), (self.moves, self.phase.move(seat, action))
        after = Deal(self.game, self.layout, phase, phase.asked(), moves, None, self.offers)
        return after if after.legal else after.released()

    def refusal(self, seat: Seat, action: Action) -> Refusal | None:
        return None if action in self.actions(seat) else self._refuse(self._why_not(seat, action))

    def _why_not(self, seat: Seat, action: Action) -> Reason:
        if self.result is not None:
            return Reason("deal_over")
        if seat not in self.legal:
            return Reason("not_your_turn")
        return self.phase.explain(seat, action)

    def _refuse(self, reason: Reason) -> Refusal:
        return Refusal(reason.code, self.game.rules[reason.code], reason.facts)

    @property
    def open(self) -> Open:
        return self.phase.board.open._replace(phase=self.phase.name, turn=self.phase.shown_turn())

    def view(self, seat: Seat | None) -> View:
        """What a seat, or a spectator, may know: what players and pages are made from."""
        board, public = self.phase.board, self.open
        over = public.result is not None
        return View(
            game=self.game.name,
            seat=seat,
            hand=NO_CARDS if seat is None else board.hidden.hands[seat],
            discards=NO_CARDS if seat is None else board.hidden.discards[seat],
            drawn=NO_CARDS if seat is None else board.hidden.hands[seat] - board.hidden.dealt.hands[seat],
            talon=board.talon_seen_by(seat),
            side=Side.NONE if seat is None else side_of(board, seat),
            actions=tuple(self.actions(seat)),
            log=self.log if over else tuple(seen for move in self.log if (seen := move.seen_by(seat))),
            to_discard=0 if seat is None else self.phase.to_discard(seat),
            sits_out=seat is not None and not self.game.hand_sizes(public.dealer, public.seats)[seat],
            opening=() if seat is None else self.phase.opening(seat),
            promises=() if seat is None else self.phase.promises(seat),
            open=public,
        )

    # What records, the store and accounts of finished deals read; it names hidden cards.

    @property
    def dealt(self) -> Layout:
        """The cards as dealt; before they are dealt, the pack as the talon."""
        return self.phase.board.hidden.dealt

    @property
    def discards(self) -> tuple[Cards, ...]:
        return self.phase.board.hidden.discards
