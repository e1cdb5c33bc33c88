"""Computers announce what they make, and gain by it."""

import pytest

from bot.computers.players import Player, for_game
from bot.games.royal_tarokk import ROYAL_TAROKK as GAME
from tests.matches import Reticent, Talkative, rivals, told

PLAYER = for_game(GAME.name)


@pytest.mark.parametrize(
    ("rival", "least"), [(Reticent(PLAYER), 1.0), (Talkative(), 25.0)], ids=["silent", "random"]
)
def test_a_team_of_computers_gains(rival: Player, least: float) -> None:
    gain = rivals(GAME, PLAYER, rival, 20)
    assert gain.mean - gain.margin > least


def test_most_announcements_are_made() -> None:
    announced = told(GAME, PLAYER, 50)
    assert announced.share_made > 0.85
    assert announced.made.total() > 3 * 50
    assert announced.contras_lost.total() < 5
