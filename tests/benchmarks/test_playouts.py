"""`python -m benchmarks.playouts`: its lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from inspect import getmodule
from types import ModuleType

import pytest

from benchmarks import playouts
from bot.computers import open_hands, policies
from bot.games import GAMES
from bot.rules.playing import Choose, Playing


def test_a_line_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert playouts.main(["--deals", "2", "--json"]) == 0
    found = [json.loads(each) for each in capsys.readouterr().out.splitlines()]
    assert [each["game"] for each in found] == list(GAMES)
    for each in found:
        assert each.keys() == {
            *("game", "playouts_per_s_random", "playouts_per_s_policy", "cards_per_playout"),
        }
        assert each["playouts_per_s_random"] > 0
        assert each["playouts_per_s_policy"] > 0
        assert 10 < each["cards_per_playout"] < 40


@pytest.mark.parametrize(("strength", "module"), [("steady", policies), ("strong", open_hands)])
def test_the_policy_is_that_of_the_strength(
    strength: str, module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    timed = set[ModuleType | None]()

    def seconds(found: Sequence[tuple[Playing, Choose]], choose: Callable[[Choose], Choose]) -> float:
        timed.update(getmodule(choose(policy)) for _, policy in found)
        return 1.0

    monkeypatch.setattr(playouts, "seconds", seconds)
    assert playouts.main(["--deals", "1", "--game", "tapp_tarock", "--strength", strength]) == 0
    assert timed == {policies, module}, "random play-outs are timed beside it"


def test_the_default_output_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert playouts.main(["--deals", "1", "--game", "royal_tarokk"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("royal_tarokk")
    assert "by the policy" in out


@pytest.mark.parametrize("options", ["--game chess", "--deals 0"])
def test_wrong_arguments_are_reported_in_one_line(options: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        playouts.main(options.split())
    out, err = capsys.readouterr()
    assert (stopped.value.code, out, err.count("\n")) == (2, "", 1)
