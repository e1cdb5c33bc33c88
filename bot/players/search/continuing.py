"""Trying out what is done before the play: how a deal goes on in worlds of a player's own.

Other seats, and the player's own seat after the action, go on by the rules of thumb up to the first card; the
cards are played by the policy of the game.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from bot.players.computer import Computer
from bot.players.search.explaining import explained
from bot.players.search.policies import avoiding
from bot.players.search.sampling import Sampler
from bot.players.search.searching import Search, card_points
from bot.players.search.weighing import Value, World
from bot.rules.cards import ALONE, Cards, card
from bot.rules.determinization import DeterminizedDeal, replayed
from bot.rules.exchange import discards
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.view import View

ODD: Final = 0.005
"""How likely an action is accepted that the rules of thumb would not choose with the hand."""
TRIES: Final = 20
"""How many worlds are searched for each that is wanted."""
CALLS: Final = frozenset(("auction", "choice"))
"""The phases in which contracts are compared: game points alone decide there."""


@dataclass(frozen=True)
class Continuation:
    """How a player tries actions out before the play."""

    search: Search
    computer: Computer
    """The rules of thumb."""

    def worlds(self, view: View, random: Random, enough: int) -> Iterator[World]:
        """Yield worlds in which to try actions; none at all if the actions so far fit no world.

        Args:
            view: What the player sees.
            random: Its chance.
            enough: How many different worlds to imagine; after these, the same ones are used again.
        """
        found: list[DeterminizedDeal] = []
        for deal in self.deals(view, random, enough):
            found.append(deal)
            yield partial(self.value, deal, view, random.getrandbits(32))
        while found:
            for deal in found:
                yield partial(self.value, deal, view, random.getrandbits(32))

    def deals(self, view: View, random: Random, enough: int) -> Iterator[DeterminizedDeal]:
        """Yield the deal as it stands in worlds that explain what the others have done.

        They have discarded by the rules of thumb. If no world among those searched explains the rest, yield
        some in which it is possible at all.
        """
        inference = self.search.infer(view)
        sampler = Sampler.of(inference, self.search.clues(inference), random)
        found = 0
        for odd in (ODD, 1.0) if sampler.placings else ():
            for _ in range(TRIES * enough):
                deal = self.replayed(view, sampler, random, odd)
                if deal is not None:
                    found += 1
                    yield deal
                if found == enough:
                    return
            if found:
                return

    def replayed(self, view: View, sampler: Sampler, random: Random, odd: float) -> DeterminizedDeal | None:
        """Return the deal as it stands in a world, or `None` if the world does not explain what was done.

        Args:
            view: What the player sees.
            sampler: Draws the world.
            random: Its chance.
            odd: How likely an action is accepted that the rules of thumb would not choose.
        """
        game, world = self.search.simulation.game, sampler.world(random)
        moments = replayed(game, view, world, random.sample, self.discard)
        last = explained(self.computer, moments, sampler.inference.seat, random, odd)
        return last if last is not None and last.stands_as(view) else None

    def discard(self, deal: DeterminizedDeal, seat: Seat) -> Action:
        """Return the card that a seat discards by the rules of thumb."""
        return self.computer.choose(deal.view(seat))

    def value(self, deal: DeterminizedDeal, view: View, chances: int, action: Action) -> Value:
        """Return what an action brings a seat in a world.

        Args:
            deal: The deal as it stands in the world.
            view: What the player sees.
            chances: Each action meets the same chances, so that less of a difference is luck.
            action: The action.
        """
        search, seat = self.search, view.seat
        assert seat is not None, "spectators do not act"
        deal = deal.after(seat, action)
        while not deal.in_play and (asked := deal.seat) is not None:
            deal = deal.after(asked, self.computer.choose(deal.view(asked)))
        if not deal.in_play:
            points = deal.outcome(avoiding()).net[seat]
            return Value(points, points)
        imagined, seen = deal.play, deal.view(seat)
        outcome = deal.outcome(search.policy(seen, imagined, chances))
        (ours,) = [side for side in imagined.sides if seat in side]
        smooth = search.smoothing(seen) * (view.open.phase not in CALLS)
        return Value(outcome.net[seat], outcome.net[seat] + smooth * card_points(outcome.tricks, ours))


def candidates(computer: Computer, view: View) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    """Return the actions worth trying, the choice of the rules of thumb first; and others as good as that.

    Cards to discard are as good if the rules of thumb would discard them one after the other.
    """
    usual = computer.choose(view)
    alike = tuple(each for each in laid_next(computer, view) if each != usual)
    return (usual, *(each for each in view.actions if each not in (usual, *alike))), alike


def laid_next(computer: Computer, view: View) -> Iterator[Action]:
    """Yield the cards that the rules of thumb discard from now on."""
    for _ in range(view.to_discard):
        lay = computer.choose(view)
        if lay.verb != "lay":
            return
        yield lay
        gone = ALONE[card(lay.argument)]
        able = Cards.of(card(each.argument) for each in view.actions if each.verb == "lay") - gone
        view = dataclasses.replace(
            view,
            hand=view.hand - gone,
            discards=view.discards | gone,
            to_discard=view.to_discard - 1,
            actions=discards(able),
        )
