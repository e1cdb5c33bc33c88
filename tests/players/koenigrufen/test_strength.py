"""Computers play Königrufen better than chance; `python benchmarks/players.py` gives the figures."""

from __future__ import annotations

import pytest

from benchmarks.players import AtRandom, FirstLegal, among_equals, match
from bot.games.koenigrufen import KOENIGRUFEN as GAME
from bot.players import Player
from tests.players.koenigrufen.table import PLAYER


@pytest.mark.parametrize("rival", [FirstLegal(), AtRandom()], ids=["first legal", "random"])
def test_a_computer_gains_where_others_play_blindly(rival: Player) -> None:
    gain, loss = match(GAME, PLAYER, rival, 30), match(GAME, rival, PLAYER, 30)
    assert gain.mean - gain.margin > 3
    assert loss.mean + loss.margin < -3


def test_most_contracts_are_made_though_most_are_dreier() -> None:
    bidding = among_equals(GAME, PLAYER, 150)
    assert 0.6 < bidding.share_made < 0.85
    assert bidding.played["dreier"] > bidding.played["rufer"] > bidding.played["trischaken"]
    alone = bidding.played["solodreier"] + bidding.played["farbensolo"] + bidding.played["bettel_ouvert"]
    assert alone < 0.05 * bidding.deals
