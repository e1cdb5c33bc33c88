"""Clues to hidden cards in Königrufen: the remaining king, announced birds, tricks not won."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from benchmarks.duel import deals
from bot.games import GAMES
from bot.rules.cards import KINGS, Cards, card
from bot.rules.deal import Deal
from bot.rules.moves import Action
from tests.computers.table import asked
from tests.computers.test_sampling import checked
from tests.conformance.random_deals import exchanged
from tests.notation import act

GAME = GAMES["koenigrufen"]


def with_kings(deal: Deal, kings: str) -> Deal:
    """The deal with some kings in forehand's hand and the others elsewhere, before the first call."""
    seat, wanted, layout = deal.open.forehand, Cards.of(kings), deal.layout
    for king in KINGS:
        hand = layout.hands[seat]
        if (king in hand) != (king in wanted):
            other = next(iter((GAME.pack - hand if king in hand else hand) - KINGS))
            swap = {king: other, other: king}
            hands = tuple(exchanged(each, king, other) for each in layout.hands)
            talon = tuple(swap.get(each, each) for each in layout.talon)
            layout = replace(layout, hands=hands, talon=talon)
    return Deal.start(GAME, layout)


@pytest.mark.parametrize("contract", ["rufer", "solorufer"])
def test_the_remaining_king(contract: str) -> None:
    rng, alone = Random(contract), 0
    for each in deals(GAME, 12, 4):
        deal = with_kings(each, "SK HK DK")
        forehand = deal.open.forehand
        while deal.phase.name != "calling":
            seat = deal.seats()[0]
            wish = Action("bid", contract)
            action = wish if seat == forehand and wish in deal.actions(seat) else Action("pass")
            deal = act(deal, f"{seat} {action if action in deal.actions(seat) else 'decline'}")
        deal = act(deal, f"{forehand} call remaining")
        alone += card("CK") in deal.layout.talon
        while deal.result is None:
            if deal.phase.name == "play" and len(deal.log) % 4 == 0:
                checked(deal, rng)
            wish = Action.parse(asked(deal))
            deal = act(deal, f"{deal.seats()[0]} {'take lower' if wish.verb == 'surrender' else wish}")
    assert alone
