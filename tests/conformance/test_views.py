"""Facts about the rules in views, which pages need."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games import GAMES
from bot.rules.announcing import DONE, Announcing
from bot.rules.deal import Deal
from bot.rules.game import Game
from tests.conformance.random_deals import positions

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
RANDOM = st.randoms(use_true_random=True)
FEW = settings(max_examples=10, deadline=None, derandomize=True)


@EVERY_GAME
@FEW
@given(rng=RANDOM)
def test_a_seat_discards_down_to_the_size_of_its_dealt_hand(game: Game, rng: Random) -> None:
    for deal in positions(game, rng):
        sizes = game.hand_sizes(deal.layout.dealer, deal.layout.seats)
        for seat, size in enumerate(sizes):
            view = deal.view(seat)
            assert view.sits_out == (size == 0)
            if deal.phase.name == "discard":
                assert view.to_discard == len(view.hand) - size
            else:
                assert view.to_discard == 0


@EVERY_GAME
@FEW
@given(rng=RANDOM)
def test_opening_statements_allow_or_require_another_statement(game: Game, rng: Random) -> None:
    for deal in positions(game, rng):
        if deal.phase.name != "announcing":
            assert not any(deal.view(seat).opening for seat in range(deal.layout.seats))
            continue
        (seat,) = deal.seats()
        others = (other for other in range(deal.layout.seats) if other != seat)
        assert not any(deal.view(other).opening for other in others), "only the speaker is told"
        now = deal.actions(seat)
        statements = [action for action in now if action != DONE]
        for action in rng.sample(statements, min(3, len(statements))):
            after = deal.act(seat, action)
            assert isinstance(after, Deal)
            then = set(after.actions(seat))
            grows = isinstance(deal.phase, Announcing) and deal.phase.rules.grows
            opens = bool(then - {*now, DONE}) or (grows and DONE not in then)
            assert (action in deal.view(seat).opening) == opens
