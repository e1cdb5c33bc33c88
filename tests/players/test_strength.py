"""Computers play better than chance: `python benchmarks/players.py` gives the figures with their margins."""

from __future__ import annotations

import pytest

from benchmarks.players import AtRandom, FirstLegal, among_equals, match
from bot.games import GAMES
from bot.players import Player
from tests.players.table import PLAYER

GAME = GAMES["tapp_tarock"]


@pytest.mark.parametrize("rival", [FirstLegal(), AtRandom()], ids=["first legal", "random"])
def test_a_computer_gains_where_others_play_blindly(rival: Player) -> None:
    gain, loss = match(GAME, PLAYER, rival, 40), match(GAME, rival, PLAYER, 40)
    assert gain.mean - gain.margin > 3
    assert loss.mean + loss.margin < -3


def test_most_contracts_are_made_and_few_deals_passed_out() -> None:
    bidding = among_equals(GAME, PLAYER, 150)
    assert 0.6 < bidding.share_made < 0.85
    assert bidding.passed_out < 0.25
    assert bidding.played["dreier"] > bidding.played["solo"] > 0
