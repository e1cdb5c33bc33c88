"""Deals as a seat may imagine them: what its view shows, and the hidden cards placed somewhere.

This is the only way from a player to the engine's state of a deal, and it starts from a view: whatever a
player tries out, the cards in it are of its own placing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from bot.rules.cards import ALONE, NO_CARDS, Card, Cards, card, union
from bot.rules.game import Game
from bot.rules.layout import Layout, Seat
from bot.rules.moves import Action
from bot.rules.offers import Offer
from bot.rules.partners import members
from bot.rules.phase import Phase
from bot.rules.playing import Playing
from bot.rules.playout import Choose, play_out
from bot.rules.sides import SIDES
from bot.rules.state import Board, Hidden, Open
from bot.rules.tricks import Trick, highest_of_the_suit_led
from bot.rules.view import View


class World(NamedTuple):
    """Where all cards are that have not been played."""

    hands: tuple[Cards, ...]
    """By seat."""
    talon: tuple[Cards, ...]
    """By group of the talon; groups that were taken face down are empty."""
    discards: tuple[Cards, ...]
    """By seat."""


class Outcome(NamedTuple):
    """How a deal ended in a play-out."""

    net: tuple[int, ...]
    """Net game points by seat."""
    tricks: tuple[Trick, ...]


def card_called(public: Open, _dealt: Cards) -> Card | None:
    """Return the called card where calls name it, or `None` if there was no call."""
    return card(public.called) if public.called else None


@dataclass(frozen=True)
class Simulation:
    """How a game goes on from a world."""

    game: Game
    play: Callable[[Board], Phase]
    """The play, from the state before its first card."""
    called: Callable[[Open, Cards], Card | None] = card_called
    """The called card, from what is public and the cards that the declarer was dealt."""

    def start(self, view: View, world: World) -> Imagined:
        """Return the play as it stands in a view if the hidden cards are where a world has them."""
        begun = self.play(before_the_play(view, world, self.called))
        assert isinstance(begun, Playing), "the play begins with a card"
        turn = view.open.turn[0]
        now = Playing(begun.terms, turn, world.hands, view.open.trick, view.open.tricks)
        return Imagined(self.game, now)


@dataclass(frozen=True)
class Imagined:
    """The play in a world."""

    game: Game
    now: Playing

    @property
    def trumps(self) -> bool:
        """Whether tarocks beat the suit that was led."""
        return self.now.terms.takes is not highest_of_the_suit_led

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side, the declarer's first; every seat alone if there are no sides."""
        board = self.now.terms.board
        sides = self.game.teams or tuple(members(board, side) for side in SIDES)
        return sides if any(sides) else tuple((seat,) for seat in board.open.active)

    def outcome(self, played: Card, choose: Choose) -> Outcome:
        """Play a card and then the deal to its end; rights to claim anything after the play are not used."""
        return ended(self.game, self.now.after(self.now.turn, Action("play", str(played))), choose)


def ended(game: Game, phase: Phase, choose: Choose) -> Outcome:
    """Play a deal to its end, if it has not ended; rights to claim anything after the play are not used."""
    if isinstance(phase, Playing):
        end = play_out(phase, choose)
        phase = end.terms.then(end.board)
    while isinstance(phase, Offer):
        phase = phase.lapsed()
    public = phase.board.open
    assert public.result is not None, "only an offer comes between the last trick and the end"
    return Outcome(game.net(public.result.scores), public.tricks)


def before_the_play(view: View, world: World, called: Callable[[Open, Cards], Card | None]) -> Board:
    """Return the state of a deal before the first card, if the hidden cards are where a world has them."""
    public = view.open
    held = held_before(public, world.hands)
    taken = [NO_CARDS] * public.seats
    for group in view.talon:
        if group.taker is not None:
            taken[group.taker] |= group.cards
    owned = [hand | discard for hand, discard in zip(held, world.discards, strict=True)]
    dealt = tuple(cards - drawn for cards, drawn in zip(owned, taken, strict=True))
    layout = Layout(dealt, tuple(union(world.talon)), public.dealer, public.options, public.session)
    the_card = None if public.declarer is None else called(public, dealt[public.declarer])
    partners = public.candidates
    if the_card is not None:
        holders = frozenset(seat for seat in public.active if the_card in held[seat])
        partners = holders - {public.declarer}
    hidden = Hidden(layout, held, world.talon, world.discards, the_card, next(iter(partners), None))
    return Board(public, hidden).with_play(held, (), (), ouvert=False)


def held_before(public: Open, hands: tuple[Cards, ...]) -> tuple[Cards, ...]:
    """Return the hands before the first card was played."""
    held = list(hands)
    for plays in (*(trick.plays for trick in public.tricks), public.trick):
        for seat, each in plays:
            held[seat] |= ALONE[each]
    return tuple(held)
