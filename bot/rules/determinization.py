"""Determinizations: deals in which a player has placed the cards that it cannot see.

This is the only way from a player to the engine's state of a deal, and it starts from a view: the player has
placed all hidden cards itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from bot.rules.cards import ALONE, NO_CARDS, Card, Cards, card, union
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import SIDES, Layout, Seat
from bot.rules.moves import DEAL, DECLINE, Action, Move, Secrecy
from bot.rules.phase import Offer, Phase
from bot.rules.playing import Choose, Playing, play_out
from bot.rules.state import Board, Hidden, Open, members
from bot.rules.tricks import Trick, highest_of_the_suit_led
from bot.rules.view import View


class Determinization(NamedTuple):
    """Where all cards are that have not been played."""

    hands: tuple[Cards, ...]
    talon: tuple[Cards, ...]
    """By group of the talon; groups that were taken face down are empty."""
    discards: tuple[Cards, ...]


@dataclass(frozen=True)
class PlayoutResult:
    net: tuple[int, ...]
    tricks: tuple[Trick, ...]


@dataclass(frozen=True)
class Simulation:
    """How a game goes on from a determinization."""

    game: Game
    play: Callable[[Board], Phase]
    called: Callable[[Open, Cards], Card | None] = lambda public, _dealt: public.called_card
    """The called card, from what is public and the cards that the declarer was dealt."""

    def start(self, view: View, determinization: Determinization) -> DeterminizedPlay:
        """Return the play at its state in a view, with the hidden cards as a determinization has them."""
        begun = self.play(before_the_play(view, determinization, self.called))
        assert isinstance(begun, Playing), "the play begins with a card"
        turn = view.open.turn[0]
        now = Playing(begun.terms, turn, determinization.hands, view.open.trick, view.open.tricks)
        return DeterminizedPlay(self.game, now)


@dataclass(frozen=True)
class DeterminizedPlay:
    game: Game
    now: Playing

    @property
    def trumps(self) -> bool:
        return self.now.terms.takes is not highest_of_the_suit_led

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side, the declarer's first; every seat alone if there are no sides."""
        board = self.now.terms.board
        sides = self.game.teams or tuple(members(board, side) for side in SIDES)
        return sides if any(sides) else tuple((seat,) for seat in board.open.active)

    def outcome(self, played: Card, choose: Choose) -> PlayoutResult:
        """Play a card and then the deal to its end; rights to claim anything after the play are not used."""
        return ended(self.game, self.now.after(self.now.turn, Action("play", str(played))), choose)


def ended(game: Game, phase: Phase, choose: Choose) -> PlayoutResult:
    """Play a deal to its end, if it has not ended; rights to claim anything after the play are not used."""
    if isinstance(phase, Playing):
        end = play_out(phase, choose)
        phase = end.terms.then(end.board)
    public = lapsed(phase).board.open
    assert public.result is not None, "only an offer comes between the last trick and the end"
    return PlayoutResult(game.net(public.result.scores), public.tricks)


def lapsed(phase: Phase) -> Phase:
    while isinstance(phase, Offer):
        phase = phase.lapsed()
    return phase


def before_the_play(
    view: View, determinization: Determinization, called: Callable[[Open, Cards], Card | None]
) -> Board:
    """Return a deal before its first card, with the hidden cards as a determinization has them."""
    public = view.open
    held = held_before(public, determinization.hands)
    taken = [NO_CARDS] * public.seats
    for group in view.talon:
        if group.taker is not None:
            taken[group.taker] |= group.cards
    owned = [hand | discard for hand, discard in zip(held, determinization.discards, strict=True)]
    dealt = tuple(cards - drawn for cards, drawn in zip(owned, taken, strict=True))
    layout = Layout(dealt, tuple(union(determinization.talon)), public.dealer, public.options, public.session)
    the_card = None if public.declarer is None else called(public, dealt[public.declarer])
    partners = public.candidates
    if the_card is not None:
        holders = frozenset(seat for seat in public.active if the_card in held[seat])
        partners = holders - {public.declarer}
    hidden = Hidden(
        layout, held, determinization.talon, determinization.discards, the_card, next(iter(partners), None)
    )
    return Board(public, hidden).with_play(held, (), (), ouvert=False)


def held_before(public: Open, hands: tuple[Cards, ...]) -> tuple[Cards, ...]:
    held = list(hands)
    for plays in (*(trick.plays for trick in public.tricks), public.trick):
        for seat, each in plays:
            held[seat] |= ALONE[each]
    return tuple(held)


Draw: TypeAlias = Callable[[Sequence[Card], int], Sequence[Card]]
"""Draws a number of some cards by chance, such as `random.sample`."""


@dataclass(frozen=True)
class DeterminizedDeal:
    game: Game
    layout: Layout
    phase: Phase

    @property
    def seat(self) -> Seat | None:
        """The seat to act next, or `None` if the deal is over."""
        return next(iter(self.phase.seats()), None)

    @property
    def in_play(self) -> bool:
        return isinstance(self.phase, Playing)

    @property
    def play(self) -> DeterminizedPlay:
        assert isinstance(self.phase, Playing), "the play has not begun"
        return DeterminizedPlay(self.game, self.phase)

    def outcome(self, choose: Choose) -> PlayoutResult:
        return ended(self.game, self.phase, choose)

    def view(self, seat: Seat) -> View:
        """Return what a seat would see, except the log."""
        return Deal.at(self.game, self.layout, self.phase).view(seat)

    def allows(self, seat: Seat, action: Action) -> bool:
        return seat in self.phase.seats() and action in self.phase.actions(seat)

    def stands_as(self, view: View) -> bool:
        """Whether a seat would see the same phase and the same legal actions as in a view."""
        same = self.phase.name == view.open.phase and view.seat in self.phase.seats()
        return same and view.seat is not None and tuple(self.phase.actions(view.seat)) == view.actions

    def after(self, seat: Seat, action: Action) -> DeterminizedDeal:
        phase = self.phase.after(seat, action)
        while isinstance(phase, Offer) and not phase.entitled:
            phase = phase.lapsed()
        return DeterminizedDeal(self.game, self.layout, phase)

    def declined(self) -> DeterminizedDeal:
        return DeterminizedDeal(self.game, self.layout, lapsed(self.phase))


def replayed(
    game: Game,
    view: View,
    determinization: Determinization,
    draw: Draw,
    discard: Callable[[DeterminizedDeal, Seat], Action],
) -> Iterator[tuple[DeterminizedDeal, Move]]:
    """Yield the deal before each action that a seat has seen, with the action, up to the play.

    The last one is the deal as the seat sees it now, with an action of no meaning. It is missing if some
    action would not be legal in it.

    Args:
        game: The game.
        view: What the seat sees.
        determinization: Where all cards are.
        draw: Decides which cards were drawn, and in which order, where the seat has not seen that.
        discard: Chooses a card that another seat has discarded face down.
    """
    layout = as_dealt(game, view, determinization, draw)
    now = DeterminizedDeal(game, layout, game.start(layout))
    for move in view.log:
        if move.action.verb == DEAL:
            continue
        if isinstance(now.phase, Offer) and not now.allows(move.seat, move.action):
            now = now.declined()
        if move.secrecy is Secrecy.FACE_DOWN and move.seat != view.seat:
            if move.seat not in now.phase.seats():
                return
            move = move._replace(action=discard(now, move.seat))  # noqa: PLW2901 - the same move, now known
        if not now.allows(move.seat, move.action):
            return
        yield now, move
        now = now.after(move.seat, move.action)
    if isinstance(now.phase, Offer) and view.open.phase != now.phase.name:
        now = now.declined()
    if view.seat is not None and now.phase.name == view.open.phase:
        yield now, Move(view.seat, DECLINE)


def as_dealt(game: Game, view: View, determinization: Determinization, draw: Draw) -> Layout:
    """Return the cards as they were dealt; which of the cards in a hand were drawn may be left to chance."""
    public = view.open
    sizes = game.hand_sizes(public.dealer, public.seats)
    held = held_before(public, determinization.hands)
    owned = [hand | discard for hand, discard in zip(held, determinization.discards, strict=True)]
    talon: list[Card] = []
    for group, cards in zip(view.talon, determinization.talon, strict=True):
        taken = group.cards or cards
        if group.taker is not None:
            taken = taken or Cards.of(draw(tuple(owned[group.taker]), group.size))
            owned[group.taker] -= taken
        talon += draw(tuple(taken), len(taken))
    drawn: list[Card] = []
    order = () if public.declarer is None else (public.declarer, *public.following(public.declarer))
    for seat in order:
        known = view.drawn & owned[seat] if seat == view.seat else Cards()
        rest = view.discards if seat == view.seat else owned[seat] - known
        taken = known | Cards.of(draw(tuple(rest), len(owned[seat]) - sizes[seat] - len(known)))
        owned[seat] -= taken
        drawn += draw(tuple(taken), len(taken))
    return Layout(tuple(owned), (*drawn, *talon), public.dealer, public.options, public.session)


def laid(determinization: Determinization) -> Callable[[DeterminizedDeal, Seat], Action]:
    def discard(now: DeterminizedDeal, seat: Seat) -> Action:
        able = (each for each in now.phase.actions(seat) if each.verb == "lay")
        return next((each for each in able if card(each.argument) in determinization.discards[seat]), DECLINE)

    return discard
