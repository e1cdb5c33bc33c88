"""Which card a computer plays in Illustrated Tarokk."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.players.card_play import Plan, Prices, best_card, usual_plan
from bot.players.illustrated_tarokk.sides import reading
from bot.players.reading import Reading
from bot.rules.cards import MOND, SKUS, SUIT, TAROCK, Cards
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.tricks import Play
from bot.rules.view import View

CAPTURE: Final = 120.0
"""What a captured XXI costs, in card points: 21 game points decide more than the game does."""
WAITING: Final = 15.0
"""What the skíz is worth as long as it may still take the XXI."""
SAFE: Final = 10.0
"""What it is worth to play the XXI where no skíz can take it."""
PRICES: Final = Prices(empty=1.0, added=0.75, kept=40.0)


def play(view: View) -> Action:
    """The card that promises most of card points."""
    table = reading(view)
    return Action("play", str(best_card(table, plan(table))))


def plan(table: Reading) -> Plan:
    """The usual plan, with an eye to the capture of the XXI."""
    return replace(usual_plan(table), prices=PRICES, beyond=capture)


def capture(table: Reading, trick: tuple[Play, ...]) -> float:
    """What a card brings or costs by the capture of the XXI."""
    card = trick[-1].card
    if card == MOND:
        return -CAPTURE * taken_by_skus(table, trick) + SAFE * (SKUS in table.unseen)
    if card != SKUS:
        return 0.0
    below = next((play.seat for play in trick if play.card == MOND), None)
    if below is not None:
        return CAPTURE * against(table, below)
    holders = (
        table.chance(seat, Cards.of((MOND,))) * against(table, seat)
        for seat in table.dealt
        if seat != table.seat
    )
    return -WAITING * sum(holders)


def taken_by_skus(table: Reading, trick: tuple[Play, ...]) -> float:
    """How likely the skíz of the other side takes the XXI in a trick."""
    lying = next((play.seat for play in trick if play.card == SKUS), None)
    if lying is not None:
        return against(table, lying)
    led = trick[0].card.suit
    chance = 0.0
    for seat in table.later(trick):
        free = 1.0 if led == TAROCK else 1.0 - table.chance(seat, SUIT[led])
        chance += table.chance(seat, Cards.of((SKUS,))) * free * against(table, seat)
    return min(1.0, chance)


def against(table: Reading, seat: Seat) -> float:
    """How likely another seat is on the other side."""
    return sum(likely for likely, friends in table.alliances if seat not in friends)
