"""Signs are learnt from deals, so that they tell where cards are."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from benchmarks.signs import Example, Learner, learnt, main, played
from bot.games import GAMES

HALF = ((0.0, ("for",)), (0.0, ("against",)))
"""A card that is in one of two places as likely as in the other, with a sign for each."""


def test_a_sign_counts_the_more_the_oftener_it_was_right() -> None:
    right, wrong = Example(1, HALF, 0), Example(1, HALF, 1)
    often = learnt([right] * 90 + [wrong] * 10, Random(1))
    seldom = learnt([right] * 60 + [wrong] * 40, Random(1))
    assert often.chances(right)[0] > seldom.chances(right)[0] > 0.5
    assert often.weights["for"] == pytest.approx(-often.weights["against"])


def test_without_signs_a_card_is_likelier_where_there_is_more_room() -> None:
    three_to_one = Example(1, ((1.0986, ("many",)), (0.0, ("few",))), 0)
    assert Learner().chances(three_to_one) == pytest.approx([0.75, 0.25], abs=1e-4)
    assert Learner().surprise([three_to_one]) == pytest.approx(0.2877, abs=1e-4)


def test_signs_that_tell_nothing_are_left_out_and_the_others_stand_in_order() -> None:
    assert list(Learner({"says": 0.123, "holds": -1.0, "leads": 0.004}).signs().items()) == [
        ("holds", -1.0),
        ("says", 0.12),
    ]


def test_deals_are_kept_and_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, path = GAMES["tapp_tarock"], tmp_path / "deals.jsonl"
    first = list(played(game, 1, 5, 2, path))
    with path.open("a") as file:
        file.write('["steady", 1, ["0 b')
    assert [(each.player, each.number) for each in first] == [("quick", 0), ("steady", 0)]
    monkeypatch.setattr("benchmarks.signs.acts", lambda *_: pytest.fail("a deal is played again"))
    assert list(played(game, 1, 5, 2, path)) == first


def test_the_benchmark_writes_a_table_and_prints_one_line_of_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = ("--played", str(tmp_path / "deals.jsonl"), "--output", str(tmp_path))
    assert main(["tapp_tarock", "--deals", "2", "--worlds", "1", *kept]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"game", "signs", "quick", "steady"}
    table = json.loads((tmp_path / "tapp_tarock.json").read_text())
    assert found["signs"] == len(table) > 100
    assert found["steady"]["examples"] > 50
