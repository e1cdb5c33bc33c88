"""Worlds that explain the actions of the others before the play."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from bot.computers.search import explained
from bot.games import COMPUTERS, GAMES
from bot.rules.deal import Deal
from bot.rules.determinization import Determinization, DeterminizedDeal, laid, replayed
from bot.rules.playing import Playing
from bot.rules.view import View
from tests.computers.table import asked
from tests.conformance.random_deals import random_layout
from tests.examples import examples
from tests.games.tapp_tarock.table import tapp
from tests.notation import act
from tests.rules.determinized import RANDOM, truth

STRONG = "T22 T21 T20 T19 T18 T17 T16 T15 T14 SK SQ HK HQ DK DQ CK"
WEAK = "T2 S7 S8 S9 H1 H2 H3 H4 D1 D2 D3 D4 C7 C8 C9 C10"


def explanation(view: View, world: Determinization, odd: float = 0.0) -> DeterminizedDeal | None:
    """The deal before its first card in a world that explains the view."""
    moments = replayed(GAMES[view.game], view, world, Random(1).sample, laid(world))
    assert view.seat is not None
    return explained(COMPUTERS[view.game], moments, view.seat, Random(1), odd)


def in_play(deal: Deal, cards: int) -> Deal:
    """The deal after computers have played a number of cards."""
    while deal.seats() and (not isinstance(deal.phase, Playing) or cards > 0):
        cards -= isinstance(deal.phase, Playing)
        deal = act(deal, f"{deal.seats()[0]} {asked(deal)}")
    return deal


# In the other games some cards are drawn face down, and a world draws them at random.
@pytest.mark.parametrize("name", ["tapp_tarock", "koenigrufen", "royal_tarokk"])
@examples(10)
@given(rng=RANDOM)
def test_the_true_cards_explain_the_actions_of_computers(name: str, rng: Random) -> None:
    game = GAMES[name]
    deal = in_play(Deal.start(game, random_layout(game, rng)), rng.randrange(12))
    if seats := deal.seats():
        found = explanation(deal.view(seats[0]), truth(deal))
        assert found is not None
        assert found.in_play


def test_a_world_in_which_the_bidder_would_have_passed_does_not_explain_the_bid() -> None:
    deal = in_play(tapp(WEAK, STRONG, after="0 pass"), 0)
    view = deal.view(0)
    assert deal.open.declarer == 1
    true = truth(deal)
    exchanged = true._replace(hands=(true.hands[0], true.hands[2], true.hands[1]))
    assert explanation(view, true) is not None
    assert explanation(view, exchanged) is None
    assert explanation(view, exchanged, odd=1.0) is not None
