"""The benchmarks run, print what the JSON lines promise, and refuse wrong arguments in one line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks import duel, engine, playouts, signs, store, tournament
from bot.games import GAMES

TOP = Path(__file__).parents[1]
Lines = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Lines:
    """Run a benchmark, and return its lines of JSON."""

    def run(benchmark: Any, *options: str) -> list[dict[str, Any]]:
        assert benchmark.main(list(options)) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return [json.loads(line) for line in out.splitlines()]

    return run


def test_engine_prints_a_line_for_each_game_and_the_peer(lines: Lines) -> None:
    *games, peer = lines(engine, "--seconds", "0.001", "--json")
    assert [line["game"] for line in games] == list(GAMES)
    for line in games:
        assert line.keys() == {"game", "deals_per_s", "us_per_action", "actions_per_deal"}
        assert line["actions_per_deal"] > 20
        a_second = line["deals_per_s"] * line["actions_per_deal"] * line["us_per_action"]
        assert a_second == pytest.approx(1e6, rel=0.01)
    assert peer["peer"] is None or peer.keys() == {"peer", "us_per_action", "actions_per_deal"}


def test_engine_runs_without_openspiel(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    _, peer = lines(engine, "--seconds", "0.001", "--json", "--game", "tapp_tarock")
    assert peer == {"peer": None}


def test_playouts_prints_a_line_for_each_game(lines: Lines) -> None:
    found = lines(playouts, "--deals", "1", "--json")
    assert [line["game"] for line in found] == list(GAMES)
    for line in found:
        assert line.keys() == {
            *("game", "playouts_per_s_random", "playouts_per_s_policy", "cards_per_playout"),
        }
        assert min(line["playouts_per_s_random"], line["playouts_per_s_policy"]) > 0


@pytest.mark.parametrize("game", GAMES)
def test_equal_players_do_not_gain_in_a_duel(game: str, lines: Lines) -> None:
    (found,) = lines(duel, game, "quick", "quick", "--deals", "2", "--json")
    assert found.keys() == {
        *("game", "a", "b", "deals", "mean", "ci95", "card_points_mean", "card_points_ci95"),
        *("ms_per_decision_a", "ms_per_decision_b"),
    }
    assert (found["game"], found["deals"], found["mean"], found["ci95"]) == (game, 2, 0.0, 0.0)
    assert found["card_points_mean"] in ({None} if game == "royal_tarokk" else {0.0, None})


def test_the_better_player_gains_in_a_duel_and_a_seed_repeats_it(lines: Lines) -> None:
    options = ("romanian_taper", "quick", "random", "--deals", "12", "--seed", "3", "--json")
    (found,), (again,) = (lines(duel, *options) for _ in range(2))
    assert found["mean"] > 0
    assert [found[name] for name in ("mean", "ci95")] == [again[name] for name in ("mean", "ci95")]


def test_a_tournament_continues_where_it_was_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "new" / "results.jsonl"
    options = ["--game", "romanian_taper", "--strengths", "random", "quick", "--results", str(file)]
    assert tournament.main([*options, "--deals", "2"]) == 0
    whole = file.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(whole) == 2 * 4
    file.write_text("".join(whole[:3]) + whole[3][:20], encoding="utf-8")
    assert len(tournament.read(file)) == 3
    assert tournament.main([*options, "--deals", "2"]) == 0
    assert file.read_text(encoding="utf-8").splitlines(keepends=True) == whole
    assert " | quick against random | 2 | " in capsys.readouterr().out


def test_signs_writes_a_table(tmp_path: Path, lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signs, "WORLDS", 2)
    options = (
        "--deals",
        "1",
        "--played",
        str(tmp_path / "deals.jsonl"),
        "--output",
        str(tmp_path / "table.json"),
    )
    (found,) = lines(signs, "romanian_taper", *options)
    table = json.loads((tmp_path / "table.json").read_text(encoding="utf-8"))
    assert found["signs"] == len(table)
    assert found["steady"]["examples"] > 0


def test_store_prints_appends_and_reads(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.sessions.SAMPLES", 1)
    options = ("--json", "--database", "sqlite", "--appends", "2", "--deals", "10")
    appends, pages = lines(store, *options)
    assert appends["appends"] == 2
    assert appends["speed_of_driver"] > 0
    assert pages["deals"] == 10


@pytest.mark.parametrize(
    ("benchmark", "options"),
    [
        (engine, "--game chess --json"),
        (engine, "--seconds nan"),
        (engine, "--seed x"),
        (playouts, "--game chess"),
        (playouts, "--deals 0"),
        (duel, "chess quick quick"),
        (duel, "tapp_tarock quick clever"),
        (duel, "tapp_tarock quick quick --deals 0"),
        (tournament, "--processes 0"),
    ],
)
def test_a_wrong_argument_is_refused_in_one_line(
    benchmark: Any, options: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        benchmark.main(options.split())
    out, err = capsys.readouterr()
    assert (stopped.value.code, out, err.count("\n")) == (2, "", 1)
