"""Computers play Illustrated Tarokk better than chance; `python benchmarks/players.py` gives the figures."""

from __future__ import annotations

import pytest

from benchmarks.players import AtRandom, FirstLegal, among_equals, match
from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK as GAME
from bot.players import Player
from tests.players.illustrated_tarokk.table import PLAYER


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("rival", [FirstLegal(), AtRandom()], ids=["first legal", "random"])
def test_a_computer_gains_where_others_play_blindly(rival: Player, seats: int) -> None:
    gain = match(GAME, PLAYER, rival, 15, table=seats)
    loss = match(GAME, rival, PLAYER, 15, table=seats)
    assert gain.mean - gain.margin > 3
    assert loss.mean + loss.margin < -3


@pytest.mark.parametrize("seats", GAME.seats)
def test_most_contracts_are_made_and_few_deals_passed_out(seats: int) -> None:
    bidding = among_equals(GAME, PLAYER, 150, table=seats)
    assert 0.55 < bidding.share_made < 0.85
    assert bidding.passed_out < 0.1
    assert all(bidding.played[contract] for contract in GAME.contracts)
