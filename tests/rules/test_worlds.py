"""Imagined deals: with the true cards in their places, they end as the engine ends the real one."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games import GAMES
from bot.games.simulations import SIMULATIONS
from bot.rules.cards import CARDS
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.playing import Playing
from bot.rules.tricks import Play
from bot.rules.worlds import World
from tests.conformance.random_deals import positions
from tests.examples import examples
from tests.notation import act

RANDOM = st.randoms(use_true_random=True)


def lowest(_seat: Seat, able: int, _trick: list[Play], _best: int, _out: int) -> int:
    """The lowest card."""
    return (able & -able).bit_length() - 1


def true_world(deal: Deal) -> World:
    """Where the cards of a deal are."""
    hidden = deal.phase.board.hidden
    return World(hidden.hands, hidden.talon, hidden.discards)


def ended(deal: Deal) -> Deal:
    """A deal played to its end, each seat playing its lowest card and claiming nothing."""
    while deal.result is None:
        seat = deal.seats()[0]
        actions = deal.actions(seat)
        cards = [each for each in CARDS if f"play {each}" in map(str, actions)]
        deal = act(deal, f"{seat} play {cards[0]}" if cards else f"{seat} decline")
    return deal


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@examples(30)
@given(rng=RANDOM)
def test_the_true_world_ends_as_the_deal_does(game: Game, rng: Random) -> None:
    found = [deal for deal in positions(game, rng) if isinstance(deal.phase, Playing)]
    for deal in rng.sample(found, min(3, len(found))):
        view = deal.view(deal.seats()[0])
        imagined = SIMULATIONS[game.name].start(view, true_world(deal))
        assert isinstance(deal.phase, Playing)
        assert imagined.now.legal(imagined.now.turn) == deal.phase.legal(deal.seats()[0])
        card = min(imagined.now.legal(imagined.now.turn))
        real = ended(act(deal, f"{imagined.now.turn} play {card}"))
        outcome = imagined.outcome(card, lowest)
        assert real.result is not None
        assert outcome.net == game.net(real.result.scores)
        assert outcome.tricks == real.open.tricks
