"""`python -m benchmarks.engine`: its lines, its exit codes, and deals that a seed repeats."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from benchmarks.engine import main, play_deal
from bot.games import GAMES
from bot.rules.game import Game

TOP = Path(__file__).parents[2]
FIGURES = {"us_per_action", "actions_per_deal"}


def lines(capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    """What the benchmark prints when it has next to no time."""
    assert main(["--seconds", "0.001", *options]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def test_a_line_of_json_for_each_game_and_the_peer(capsys: pytest.CaptureFixture[str]) -> None:
    *games, peer = map(json.loads, lines(capsys, "--json"))
    assert [line["game"] for line in games] == list(GAMES)
    for line in games:
        assert line.keys() == {"game", "deals_per_s", *FIGURES}
        assert line["actions_per_deal"] > 20
        a_second = line["deals_per_s"] * line["actions_per_deal"] * line["us_per_action"]
        assert a_second == pytest.approx(1e6, rel=0.01)
    if find_spec("pyspiel"):
        assert peer.keys() == {"peer", *FIGURES}
        assert (peer["peer"], peer["actions_per_deal"]) == ("openspiel tarok", 58)
    else:
        assert peer == {"peer": None}


def test_without_openspiel_there_is_no_peer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    game, peer = map(json.loads, lines(capsys, "--json", "--game", "tapp_tarock"))
    assert (game["game"], peer) == ("tapp_tarock", {"peer": None})
    assert "not installed" in lines(capsys, "--game", "tapp_tarock")[-1]


def test_the_default_output_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    words = "\n".join(lines(capsys))
    assert all(game in words for game in GAMES)
    assert "{" not in words


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_seed_repeats_its_deals(game: Game) -> None:
    first, again, other = (
        [*(play_deal(game, random) for _ in range(5)), random.random()]
        for random in (Random(1), Random(1), Random(2))
    )
    assert first == again != other


@pytest.mark.parametrize(
    "options",
    [
        "--game chess",
        "--seconds 0",
        "--seconds -1",
        "--seconds nan",
        "--seconds inf",
        "--seed x",
        "--fast",
        "x",
    ],
)
def test_a_wrong_argument_is_refused_in_one_line(capsys: pytest.CaptureFixture[str], options: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*options.split(), "--json"])
    out, err = capsys.readouterr()
    assert (stopped.value.code, out, err.count("\n")) == (2, "", 1)


def test_the_command_line_itself() -> None:
    options = ["--json", "--seconds", "0.001", "--seed", "7", "--game", "royal_tarokk"]
    command = [sys.executable, "-m", "benchmarks.engine", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=TOP)
    assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, "", 2)
