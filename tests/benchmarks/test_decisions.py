"""`python -m benchmarks.decisions`: its line, and that equal decisions gain nothing."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest

from benchmarks import decisions
from benchmarks.duel import KINDS
from bot.games import COMPUTERS
from bot.rules.moves import Action
from bot.rules.view import View


def line(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, object]:
    """The only line of JSON that it prints."""
    assert decisions.main([*options, "--json", "--worlds", "4"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_a_player_that_never_trusts_a_trial_gains_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    found = line(capsys, "tapp_tarock", "auction", "--deals", "2", "--doubt", "inf")
    assert (found["n"], found["mean"], found["changes"]) == (6, 0.0, {})


def test_a_player_that_trusts_every_trial_decides_differently(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("tapp_tarock", "auction", "discard", "--deals", "1", "--doubt", "0", "--seed", "4")
    found, again = line(capsys, *options), line(capsys, *options)
    assert found["changes"]
    assert (found["phases"], found["n"]) == (["auction", "discard"], 3)
    assert {**found, "ms_median": 0} == {**again, "ms_median": 0}


@dataclass
class Noting:
    """The player `quick`; the phases in which it was asked are noted."""

    phases: set[str] = field(default_factory=set)

    def choose(self, view: View) -> Action:
        """Return what the player chooses."""
        self.phases.add(view.open.phase)
        return COMPUTERS[view.game].choose(view)


def test_the_cards_are_played_by_the_player_that_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    noting = Noting()
    monkeypatch.setattr(decisions, "KINDS", {"quick": KINDS["quick"], "steady": lambda *_: noting})
    options = ("tapp_tarock", "discard", "--deals", "1", "--doubt", "0", "--seed", "4")
    assert line(capsys, *options)["play"] == "quick"
    assert not noting.phases
    assert line(capsys, *options, "--play", "steady")["play"] == "steady"
    assert noting.phases == {"play"}


def test_the_text_output_names_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert decisions.main(["romanian_taper", "discard", "--deals", "1", "--worlds", "2"]) == 0
    assert "game points a seat and deal (n = " in capsys.readouterr().out
