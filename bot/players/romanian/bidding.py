"""What a computer calls in the auction of Romanian Tarok, by its chances and the cost of the levels."""

from __future__ import annotations

from typing import Final

from bot.games.romanian.tables import BIDS_BY_ID, LADDER, TALON_SIZE, TRICKS
from bot.players.few_tricks import danger
from bot.players.inference import contract_of_call, last_bid
from bot.players.romanian.hands import dealt_points, measure_of, pack_of, price, worth
from bot.rules.auctions import PASS
from bot.rules.moves import Action
from bot.rules.view import View

FURTHER: Final = 0.5
"""How many levels further into the talon a declarer goes on average."""
PER_DANGER: Final = 2.2
"""Tricks won for each one of the danger of a hand, if a trick need not be beaten; found by trying."""
SAFE: Final = 1.9
"""Tricks subtracted from that, because the player stays below when possible."""
ANNUL: Final = Action("annul")


def call(view: View) -> Action:
    """The call of the highest worth, which may be a pass; a hand that may be annulled is."""
    if ANNUL in view.actions:
        return ANNUL
    best = max(view.actions, key=lambda action: worth_of(view, action))
    return best if best == PASS else raised(view, best)


def raised(view: View, wish: Action) -> Action:
    """The lowest bid that is made in place of one below it, if it is legal; otherwise the wish."""
    lowest = measure_of(view).lowest
    below = LADDER.index(contract_of_call(view, wish)) < LADDER.index(lowest.argument)
    return lowest if below and lowest in view.actions else wish


def worth_of(view: View, action: Action) -> float:
    """The expected game points from each opponent after a call."""
    return passing(view) if action == PASS else prospect(view, contract_of_call(view, action))


def prospect(view: View, contract: str) -> float:
    """The worth of a contract to its declarer, with some fear of losing it."""
    measure, bid = measure_of(view), BIDS_BY_ID[contract]
    level = bid.first + FURTHER
    chance = measure.chance(dealt_points(view, contract))
    if view.open.seats > 3:
        # The king to be called may lie in the talon, which is as unknown as the other hands.
        hidden = TALON_SIZE / len(pack_of(view) - view.hand)
        chance += hidden * (measure.chance(dealt_points(view, contract, alone=True)) - chance)
    fear = measure.bases[bid.kind.id].fear
    return worth(bid.kind, chance, level) - fear * (1.0 - chance) * price(bid.kind, level)


def passing(view: View) -> float:
    """The worth of a pass, which mostly means to play against another declarer.

    The last pass may end the auction: three players throw in, four play a deal in which each trick costs a
    chip. Chips go to the pool, so that on average a fourth of them comes back.
    """
    contract = last_bid(view)
    if contract:
        return -measure_of(view).against * BIDS_BY_ID[contract].kind.won
    if len(view.open.calls) < view.open.seats - 1:
        return -measure_of(view).against
    if view.open.seats == 3 or view.open.options.get("all_pass_4p") == "throw_in_radler4":
        return 0.0
    tricks = PER_DANGER * danger(view.hand, pack_of(view) - view.hand) - SAFE
    return TRICKS / view.open.seats - max(0.0, tricks)
