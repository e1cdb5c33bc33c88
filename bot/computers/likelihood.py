"""Likelihood weighting: what others have bid, said and played tells where hidden cards are likely to be.

An action is a sign for or against every card that its seat may hold: who leads a low heart hardly has the
heart below it, and who lets a trick go is unlikely to have a card that wins it. How much a sign counts has
been learnt from deals, for each game by itself (`benchmarks/signs.py`). The files `likelihoods.json` of the
games hold logarithms: a sign with 0.7 makes it twice as likely that a card is there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import exp
from pathlib import Path
from typing import Final

from bot.computers.inference import Inference
from bot.computers.sampling import HAND, Place
from bot.rules.cards import CARDS, TAROCK, VALUE, Card
from bot.rules.layout import Seat, Side
from bot.rules.playing import BEATEN_BY

Signs = Mapping[str, float]
"""The logarithm of the factor of each sign. One that is missing tells nothing."""
FAR: Final = 3
"""Steps between two cards of a suit; cards further apart count as this far apart."""


@cache
def signs_in(path: Path) -> Signs:
    signs: dict[str, float] = json.loads(path.read_text(encoding="utf-8"))
    return signs


def _name(card: Card) -> str:
    """What cards of all suits have in common; tarocks have names of their own."""
    by_value = {5: "king", 4: "queen", 3: "cavalier", 2: "jack", 1: "pip"}
    return str(card) if card.suit == TAROCK else by_value[VALUE[card]]


def _kind(card: Card) -> str:
    """What similar cards have in common."""
    if card.suit != TAROCK:
        return {5: "king", 4: "queen", 1: "pip"}.get(VALUE[card], "figure")
    number = int(card.rank)
    ends = {1: "pagat", 22: "skus", 21: "mond"}
    return ends.get(number) or ("high" if number > 16 else "middle" if number > 9 else "low")


NAME: Final = tuple(map(_name, CARDS))
KIND: Final = tuple(map(_kind, CARDS))
ROLE: Final = {Side.DECLARER: "partner", Side.DEFENDERS: "defender", Side.NONE: "unknown"}


def role(inference: Inference, seat: Seat) -> str:
    """Return the part of a seat in a deal with a declarer, in the eyes of the player."""
    public = inference.public
    if seat == public.declarer:
        return "declarer"
    if len({friends for _, friends in inference.alliances}) > 1:
        return ROLE[public.side(seat)]
    mine = inference.view.side
    return ROLE[mine if inference.ours(seat) else mine.other]


@dataclass(frozen=True)
class Likelihood:
    """What others have done tells the player of a view about the places of hidden cards."""

    inference: Inference
    signs: Signs
    found: dict[tuple[str, int, Card, bool], float] = field(default_factory=dict, compare=False)
    """The factors found so far, by the kind and number of the place, the card, and whether it was called."""

    def factor(self, place: Place, card: Card, called: Card | None = None) -> float:
        """Return by what factor a card is likelier to be in a place than anywhere else.

        `called`: the card by which the declarer has called a partner.
        """
        key = (place.kind, place.number, card, card == called)
        if key not in self.found:
            told = self.told(place, card, called)
            self.found[key] = exp(sum([self.signs.get(sign, 0.0) for sign in told]))
        return self.found[key]

    def told(self, place: Place, card: Card, called: Card | None = None) -> Iterator[str]:
        """Yield the signs for or against a card in a place, with arguments as for `factor`."""
        name, kind = ("called", "called") if card == called else (NAME[card], KIND[card])
        if place.kind != HAND:
            yield f"{place.kind} {name}"
            return
        seat, part = place.number, self.roles[place.number]
        yield f"holds {part} {name}"
        yield f"bids {self.bids[seat]} {name}"
        for item in self.inference.public.items:
            if item.seat == seat:
                yield f"says {item.id} {name}"
        for played, led, best in self.played[seat]:
            where = "elsewhere"
            if card.suit == played.suit:
                where = "above" if card > played else "below"
                yield self.distance(card, played, where)
            if best is None:
                yield f"leads {part} {KIND[played]} {where} {kind}"
            elif played.suit not in {led.suit, TAROCK} or where != "elsewhere":
                won, wins = (self.beats(each, best) for each in (played, card))
                yield f"plays {KIND[played]} {won} {where} {kind} {wins}"

    def distance(self, card: Card, played: Card, where: str) -> str:
        """Return the sign of how far a card is from another of its suit that a seat has played."""
        suit = "tarock" if card.suit == TAROCK else "suit"
        low, high = sorted((card, played))
        if VALUE[card] == VALUE[played] and not self.out >> low + 1 & (1 << high - low - 1) - 1:
            return f"next {suit} {where}"
        alike = "alike" if VALUE[card] == VALUE[played] else "unlike"
        return f"beside {suit} {min(high - low, FAR)} {where} {alike}"

    def beats(self, card: Card, best: Card) -> str:
        return "wins" if BEATEN_BY[self.inference.trumps][best] >> card & 1 else "loses"

    @cached_property
    def out(self) -> int:
        """The cards that may still be played, as the player knows, as bits."""
        return self.inference.unseen.bits | self.inference.view.hand.bits

    @cached_property
    def roles(self) -> Mapping[Seat, str]:
        return {seat: role(self.inference, seat) for seat in range(self.inference.public.seats)}

    @cached_property
    def bids(self) -> Mapping[Seat, str]:
        calls = self.inference.public.calls
        last = {call.seat: call.action.argument for call in calls if call.action.verb == "bid"}
        return {seat: last.get(seat, "nothing") for seat in self.roles}

    @cached_property
    def played(self) -> Mapping[Seat, list[tuple[Card, Card, Card | None]]]:
        """The cards that each seat has played, with the one that was led and the best one before it."""
        found: dict[Seat, list[tuple[Card, Card, Card | None]]] = {seat: [] for seat in self.roles}
        for plays in self.inference.plays:
            for number, (seat, card) in enumerate(plays):
                best = self.inference.best(plays[:number]).card if number else None
                found[seat].append((card, plays[0].card, best))
        return found
