"""`python -m benchmarks.tournament`: which deals are played, resuming, and the tables of results."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, Self

import pytest

from benchmarks import tournament
from benchmarks.duel import Score, Timed, play
from benchmarks.tournament import (
    ENOUGH,
    Job,
    Memoized,
    card_points,
    chosen_jobs,
    contracts,
    deal_of,
    gains,
    jobs,
    made,
    read,
    result_of,
)
from bot.games import GAMES
from bot.rules.layout import Side
from bot.rules.results import Result
from tests.notation import LINE


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play in this process."""

    class Pool:
        def __init__(self, _processes: int) -> None:
            self.map = map

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(tournament, "ProcessPoolExecutor", Pool)


def test_each_strength_meets_the_one_below() -> None:
    found = list(jobs(["tapp_tarock"], ["quick", "steady", "strong"], 2, 7))
    assert len(found) == len(set(found)) == 2 * (3 + 2 * 2)
    assert {(job.one, job.others) for job in found if job.kind == "sides"} == {
        ("steady", "quick"),
        ("strong", "steady"),
    }
    assert {job.kind for job in jobs(["tapp_tarock"], ["quick", "steady"], 1, 7, ["sides"])} == {"sides"}


def test_no_contract_is_played_more_often_than_requested() -> None:
    found = list(chosen_jobs(["tapp_tarock", "royal_tarokk"], ["quick"], 40, 7, 3))
    assert {(job.kind, job.game, job.one, job.others) for job in found} == {
        ("whole", "tapp_tarock", "quick", "quick")
    }
    played = Counter(result_of(job)["contract"] for job in found)
    assert played.keys() <= set(GAMES["tapp_tarock"].contracts)
    assert played["dreier"] == played["unterer"] == max(played.values()) == 3
    assert [job.deal for job in found] == sorted({job.deal for job in found})


@pytest.mark.parametrize("game", GAMES)
def test_equal_players_gain_nothing_from_each_other(game: str) -> None:
    sides = result_of(Job("sides", game, 3, 1, "quick", "quick"))
    assert (sides["declarer"], sides["defence"]) == (0, 0)
    points = sides["declarer_card_points"], sides["defence_card_points"]
    assert points == (([], []) if game == "royal_tarokk" else ([0], [0]))
    whole = result_of(Job("whole", game, 3, 1, "quick", "quick"))
    assert len(whole["net"]) in GAMES[game].seats
    assert whole["made"] in (True, False, None)


def test_a_player_is_asked_once_about_a_position() -> None:
    deal = deal_of("koenigrufen", 3, 1)
    usual = Timed.of("quick", deal.game, 3)
    score = play(deal, usual, usual, usual, 0)
    asked = Memoized(Timed.of("quick", deal.game, 3))
    assert play(deal, asked, asked, asked, 0) == play(deal, asked, asked, asked, 0) == score
    assert asked.player.decisions == usual.decisions == len(asked.chosen)
    assert asked.ms_per_decision == asked.player.ms_per_decision


@pytest.mark.usefixtures("here")
def test_a_tournament_resumes_where_it_was_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "new" / "results.jsonl"
    options = ["--game", "romanian_taper", "--strengths", "random", "quick", "--results", str(file)]
    assert tournament.main([*options, "--deals", "2"]) == 0
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) == 2 * 4
    file.write_text("".join(lines[:3]) + lines[3][:20], encoding="utf-8")
    assert len(read(file)) == 3, "the line that was cut off does not count"
    played = list[Job]()

    def noted(job: Job) -> dict[str, Any]:
        played.append(job)
        return result_of(job)

    monkeypatch.setattr(tournament, "result_of", noted)
    assert tournament.main([*options, "--deals", "2"]) == 0
    assert len(played) == 5
    assert file.read_text(encoding="utf-8").splitlines(keepends=True) == lines
    out = capsys.readouterr().out
    assert " | quick against random | 2 | " in out


def whole(
    deal: int, one: str, others: str, net: list[int], contract: str = "", made: bool | None = True
) -> Any:
    job = Job("whole", "koenigrufen", 1, deal, one, others)
    return job, job._asdict() | {"net": net, "contract": contract, "made": made}


def test_the_gain_of_a_seat_is_measured_against_the_same_seat_among_equals() -> None:
    results = dict(
        [
            whole(0, "quick", "quick", [4, 4, 4, -12]),
            whole(0, "steady", "quick", [9, 9, 9, -27]),
        ]
    )
    *_, row = gains(results)
    first = tournament.seats_of_one(tournament.deal_of("koenigrufen", 1, 0), 0)
    gain = -15 if first == (3,) else 5
    assert row == f"| Königrufen | steady against quick | 0 |  |  |  |  | 1 | {gain:+.2f} |"


def test_card_points_are_averaged_over_the_deals_that_count_them() -> None:
    jobs = [Job("sides", "koenigrufen", 1, deal, "steady", "quick") for deal in range(3)]
    net = {"declarer": 10, "defence": 20}
    points = [([2], [1]), ([], []), ([4], [1])]
    results = {
        job: job._asdict() | net | dict(zip(tournament.CARD_POINTS, each, strict=True))
        for job, each in zip(jobs, points, strict=True)
    }
    *_, row = gains(results)
    gained = "+10.00 ± 0.00 | +20.00 ± 0.00 | +3.00 ± 1.96 | +1.00 ± 0.00"
    assert row == f"| Königrufen | steady against quick | 3 | {gained} | 0 |  |"


def test_card_points_are_compared_where_both_scores_count_them() -> None:
    assert card_points(Score(8, 40), Score(-8, 33)) == [7]
    assert card_points(Score(8, 40), Score(-8, None)) == card_points(Score(8, None), Score(-8, 33)) == []


def test_contracts_are_counted_and_those_never_bid_or_always_lost_are_named() -> None:
    results = dict(whole(at, "quick", "quick", [], "rufer", made=at % 3 != 0) for at in range(ENOUGH)) | dict(
        [whole(ENOUGH, "quick", "quick", [], "bettel", made=False)]
    )
    *_, row = contracts(results)
    assert row.startswith(f"| Königrufen | quick | Rufer 67 % of {ENOUGH} | ")
    assert row.endswith(" | Bettel |")
    assert "Piccolo" in row
    results |= dict([whole(99, "quick", "quick", [], "trischaken", None)])
    *_, with_trischaken = contracts(results)
    assert "Trischaken" in row
    assert "Trischaken" not in with_trischaken, "it was played, and nobody can make it"


def test_the_first_line_of_a_score_sheet_says_whether_the_game_was_made() -> None:
    sheets = [
        Result(4, 0, (LINE._replace(side=side),)) for side in (Side.DECLARER, Side.DEFENDERS, Side.EACH)
    ]
    assert [*map(made, sheets), made(Result(4, 0))] == [True, False, None, None]


def test_a_result_can_be_stored_as_json(tmp_path: Path) -> None:
    found = result_of(Job("sides", "tapp_tarock", 1, 0, "quick", "quick"))
    assert json.loads(json.dumps(found)) == found
    assert read(tmp_path / "none.jsonl") == {}
