"""`benchmarks.checkouts`: the players of another version, asked in a process of their own."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import duel
from benchmarks.checkouts import is_checkout, player_of
from benchmarks.duel import deals
from bot.computers.players import for_game
from bot.games import GAMES

HERE = Path(__file__).parents[2]


@pytest.mark.parametrize("game", ["romanian_tarok", "royal_tarokk"])
def test_a_version_gains_nothing_against_itself(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert duel.main([game, "quick", str(HERE), "--deals", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["b"], found["mean"], found["ci95"]) == (str(HERE), 0.0, 0.0)
    assert found["ms_per_decision_a"] > 0
    assert found["ms_per_decision_b"] is None


def test_the_player_of_a_checkout_chooses_by_the_rules_of_thumb() -> None:
    (deal,) = deals(GAMES["koenigrufen"], 1, 1)
    (seat,) = deal.seats()
    with player_of(HERE) as other:
        assert other.choose(deal, seat) == for_game("koenigrufen").choose(deal.view(seat))


def test_a_version_that_does_not_know_the_game_is_an_error() -> None:
    (deal,) = deals(GAMES["koenigrufen"], 1, 1)
    unknown = replace(deal, game=replace(deal.game, name="tarocchini"))
    with player_of(HERE) as other, pytest.raises(RuntimeError, match="no answer"):
        other.choose(unknown, deal.seats()[0])


def test_a_checkout_has_computer_players(tmp_path: Path) -> None:
    assert is_checkout(HERE)
    assert not is_checkout(tmp_path)
