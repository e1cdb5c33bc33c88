"""Which card a computer plays in Illustrated Tarokk, and what it knows of the sides."""

from __future__ import annotations

from typing import Final

from bot.players.card_play import Plan, Prices, best_card, usual_plan
from bot.players.inference import Inference, called_card
from bot.players.partners import NO_FRIENDS, own_cards, with_partner
from bot.rules.cards import MOND, PACK_42, SKUS, SUIT, TAROCK, Cards
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.tricks import Play
from bot.rules.view import View

CAPTURE: Final = 120.0
"""The worth of capturing the XXI, in card points: it pays more game points than the game."""
WAITING: Final = 15.0
"""The worth of the skíz while it may still take the XXI, in card points."""
SAFE: Final = 10.0
"""The worth of playing the XXI to a trick that no skíz can take, in card points."""
PRICES: Final = Prices(empty=1.0, added=0.75, kept=40.0, pagat=0.0, exposed=0.0, ruffed=0.0)
"""Without a price for the pagat: one that is taken early cannot lose the last trick."""


def play(view: View) -> Action:
    """The card of the highest value in card points."""
    inference = infer(view)
    return Action("play", str(best_card(inference, plan(inference))))


def infer(view: View) -> Inference:
    """What a seat knows, friends included, once the partner has been called."""
    plain = Inference(view, PACK_42, NO_FRIENDS)
    return with_partner(plain, called_card(view), own_cards(view) | view.discards)


def plan(inference: Inference) -> Plan:
    """The usual plan, with the capture of the XXI."""
    return usual_plan(inference)._replace(prices=PRICES, beyond=capture)


def capture(inference: Inference, trick: tuple[Play, ...]) -> float:
    """What a card wins or costs by the capture of the XXI, in card points."""
    card = trick[-1].card
    if card == MOND:
        return -CAPTURE * taken_by_skus(inference, trick) + SAFE * (SKUS in inference.unseen)
    if card != SKUS:
        return 0.0
    below = next((play.seat for play in trick if play.card == MOND), None)
    if below is not None:
        return CAPTURE * against(inference, below)
    holders = (
        inference.chance(seat, Cards.of((MOND,))) * against(inference, seat)
        for seat in inference.dealt
        if seat != inference.seat
    )
    return -WAITING * sum(holders)


def taken_by_skus(inference: Inference, trick: tuple[Play, ...]) -> float:
    """How likely the skíz of the other side takes the XXI in a trick."""
    lying = next((play.seat for play in trick if play.card == SKUS), None)
    if lying is not None:
        return against(inference, lying)
    led = trick[0].card.suit
    chance = 0.0
    for seat in inference.later(trick):
        free = 1.0 if led == TAROCK else 1.0 - inference.chance(seat, SUIT[led])
        chance += inference.chance(seat, Cards.of((SKUS,))) * free * against(inference, seat)
    return min(1.0, chance)


def against(inference: Inference, seat: Seat) -> float:
    """How likely another seat is on the other side."""
    return sum(likely for likely, friends in inference.alliances if seat not in friends)
