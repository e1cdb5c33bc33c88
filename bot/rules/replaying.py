"""A deal told again in a world: dealt as the world has it, then every action that a seat has seen.

Like `bot.rules.worlds` it starts from a view and cards that a player has placed itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.rules.cards import Card, Cards, card
from bot.rules.deal import Deal
from bot.rules.dealing import DEAL
from bot.rules.game import Game
from bot.rules.layout import Layout, Seat
from bot.rules.moves import Action, Move, Secrecy
from bot.rules.offers import DECLINE, Offer
from bot.rules.phase import Phase
from bot.rules.playing import Playing
from bot.rules.playout import Choose
from bot.rules.view import View
from bot.rules.worlds import Imagined, Outcome, World, ended, held_before

Draw: TypeAlias = Callable[[Sequence[Card], int], Sequence[Card]]
"""Draws a number of some cards by chance, such as `random.sample`."""


@dataclass(frozen=True)
class ImaginedDeal:
    """A deal in a world."""

    game: Game
    layout: Layout
    phase: Phase

    @property
    def seat(self) -> Seat | None:
        """The seat to act next, or `None` if the deal is over."""
        return next(iter(self.phase.seats()), None)

    @property
    def in_play(self) -> bool:
        """Whether cards are played now."""
        return isinstance(self.phase, Playing)

    @property
    def play(self) -> Imagined:
        """The play, while cards are played."""
        assert isinstance(self.phase, Playing), "the play has not begun"
        return Imagined(self.game, self.phase)

    def outcome(self, choose: Choose) -> Outcome:
        """Play a deal to its end, in play or after it."""
        return ended(self.game, self.phase, choose)

    def view(self, seat: Seat) -> View:
        """Return what a seat would see, except the log."""
        return Deal.at(self.game, self.layout, self.phase).view(seat)

    def allows(self, seat: Seat, action: Action) -> bool:
        """Whether a seat may do something now."""
        return seat in self.phase.seats() and action in self.phase.actions(seat)

    def stands_as(self, view: View) -> bool:
        """Whether a seat would see the same phase and the same legal actions as in a view."""
        same = self.phase.name == view.open.phase and view.seat in self.phase.seats()
        return same and view.seat is not None and tuple(self.phase.actions(view.seat)) == view.actions

    def after(self, seat: Seat, action: Action) -> ImaginedDeal:
        """Return the deal after a legal action. An offer that no seat may take any more lapses."""
        phase = self.phase.after(seat, action)
        while isinstance(phase, Offer) and not phase.entitled:
            phase = phase.lapsed()
        return ImaginedDeal(self.game, self.layout, phase)

    def declined(self) -> ImaginedDeal:
        """Return the deal after an offer that no seat has taken, or itself."""
        phase = self.phase
        while isinstance(phase, Offer):
            phase = phase.lapsed()
        return ImaginedDeal(self.game, self.layout, phase)


def replayed(
    game: Game, view: View, world: World, draw: Draw, discard: Callable[[ImaginedDeal, Seat], Action]
) -> Iterator[tuple[ImaginedDeal, Move]]:
    """Yield the deal before each action that a seat has seen, with the action, up to the play.

    The last one is the deal as the seat sees it now, with an action of no meaning. It is missing if some
    action would not be legal in the world.

    Args:
        game: The game.
        view: What the seat sees.
        world: Where all cards are.
        draw: Decides which cards were drawn, and in which order, where the seat has not seen that.
        discard: Chooses a card that another seat has discarded face down.
    """
    layout = as_dealt(game, view, world, draw)
    now = ImaginedDeal(game, layout, game.start(layout))
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


def as_dealt(game: Game, view: View, world: World, draw: Draw) -> Layout:
    """Return the cards as they were dealt; which of the cards in a hand were drawn may be left to chance."""
    public = view.open
    sizes = game.hand_sizes(public.dealer, public.seats)
    held = held_before(public, world.hands)
    owned = [hand | discard for hand, discard in zip(held, world.discards, strict=True)]
    talon: list[Card] = []
    for group, cards in zip(view.talon, world.talon, strict=True):
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


def laid(world: World) -> Callable[[ImaginedDeal, Seat], Action]:
    """Return a choice of the cards that seats have discarded face down in a world."""

    def discard(now: ImaginedDeal, seat: Seat) -> Action:
        able = (each for each in now.phase.actions(seat) if each.verb == "lay")
        return next((each for each in able if card(each.argument) in world.discards[seat]), DECLINE)

    return discard
