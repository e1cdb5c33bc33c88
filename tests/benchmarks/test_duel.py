"""`python -m benchmarks.duel` and `python -m benchmarks.flags`: their lines, and the figures in them."""

from __future__ import annotations

import json

import pytest

from benchmarks import duel, flags
from benchmarks.duel import Score, Tally, deals, interval
from benchmarks.flags import FLAGS, Played
from bot.computers.search import Searcher
from bot.games import COMPUTERS, GAMES
from bot.rules.cards import card
from tests.players.table import solo_of

KEYS = {
    *("game", "a", "b", "deals", "mean", "ci95", "card_points_mean", "card_points_ci95"),
    *("ms_per_decision_a", "ms_per_decision_b"),
}


def line(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, object]:
    """The only line of JSON that a duel prints."""
    assert duel.main([*options, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_equal_players_do_not_gain(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = line(capsys, game, "quick", "quick", "--deals", "2")
    assert found.keys() == KEYS
    assert (found["game"], found["deals"], found["mean"], found["ci95"]) == (game, 2, 0.0, 0.0)
    assert found["card_points_mean"] in ({None} if game == "royal_tarokk" else {0.0, None})


@pytest.mark.parametrize(
    "game",
    [
        "romanian_taper",
        *(pytest.param(each, marks=pytest.mark.long) for each in sorted({*GAMES} - {"romanian_taper"})),
    ],
)
def test_rules_of_thumb_beat_chance(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    found, again = (line(capsys, game, "quick", "random", "--deals", "12", "--seed", "3") for _ in range(2))
    assert isinstance(found["mean"], float)
    assert found["mean"] > 0
    assert {key: value for key, value in found.items() if not key.startswith("ms_")} == {
        key: value for key, value in again.items() if not key.startswith("ms_")
    }


@pytest.mark.parametrize("better", ["steady", "open"])
def test_trying_cards_out_beats_chance(
    better: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hasty = Searcher(COMPUTERS["romanian_taper"], COMPUTERS["romanian_taper"], worlds=4)
    monkeypatch.setattr(duel, "KINDS", {**duel.KINDS, "steady": lambda _game, _seed: hasty})
    found = line(capsys, "romanian_taper", better, "random", "--deals", "3")
    assert isinstance(found["mean"], float)
    assert found["mean"] > 0


def test_the_same_seed_gives_the_same_deals() -> None:
    first, again, other = (
        [deal.open.dealer for deal in deals(GAMES["koenigrufen"], 3, seed)]
        + [deal.view(0).hand for deal in deals(GAMES["koenigrufen"], 3, seed)]
        for seed in (1, 1, 2)
    )
    assert first == again != other


def test_the_default_output_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert duel.main(["tapp_tarock", "quick", "random", "--deals", "3"]) == 0
    out = capsys.readouterr().out
    assert "quick against random" in out
    assert "card points" in out


def test_half_the_difference_counts() -> None:
    tally = Tally()
    tally.add(Score(10, 40), Score(-4, 30))
    tally.add(Score(0, None), Score(2, 30))
    assert (tally.net, tally.card_points) == ([7.0, -1.0], [5.0])


def test_an_interval() -> None:
    assert interval([]) == (None, None)
    assert interval([2.5]) == (2.5, 0.0)
    mean, width = interval([1.0, 3.0])
    assert (mean, width) == (2.0, 1.96)


@pytest.mark.parametrize(
    "options", ["chess quick quick", "tapp_tarock quick clever", "tapp_tarock quick quick --deals 0", ""]
)
def test_wrong_arguments_are_reported_in_one_line(options: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        duel.main(options.split())
    out, err = capsys.readouterr()
    assert (stopped.value.code, out, err.count("\n")) == (2, "", 1)


def played(before: str, hands: tuple[str, ...], choice: str, winner: int) -> set[str]:
    """The flags of a choice in a solo of seat 0 at Tapp-Tarock."""
    deal = solo_of(0, *hands, after=before)
    inference = COMPUTERS["tapp_tarock"].infer(deal.view(deal.seats()[0]))
    return {name for name, raised in FLAGS.items() if raised(Played(inference, card(choice), winner))}


WEAK = "T13 T9 T6 T4 T1 SC SJ S7 HC HJ H1 DC DJ D1 CC C7"
STRONG = "T22 T21 T20 T19 T18 T17 T16 T15 T14 SK SQ HK HQ DK DQ CK"


def test_flags_of_the_last_to_play() -> None:
    hands = ("T22 S9", "T2 T3 S8", WEAK)
    assert played("0 play T22; 1 play T2", hands, "T1", 0) == {"pagat"}
    assert played("0 play T22; 1 play T2", hands, "T4", 0) == set()
    assert played("0 play S9; 1 play S8", hands, "SC", 2) == set()
    lost = ("SK T22", "S8 T3", WEAK)
    assert played("0 play SK; 1 play S8", lost, "SC", 0) == {"points"}
    assert played("0 play SK; 1 play S8", lost, "S7", 0) == set()


def test_points_brought_home_are_not_flagged() -> None:
    hand = "T21 T9 T5 T1 SK SQ SC SJ DK DQ DC D1 CK CQ CC C7"
    lead = ("HK H4", "H3 S9")
    assert played("0 play HK; 1 play H3", (*lead, f"T22 {hand[:-3]}"), "T21", 2) >= {"high"}
    assert played("0 play HK; 1 play H3", (*lead, hand), "T21", 2) == set(), "the Sküs is out"
    gamble = ("HK S9", f"{hand[:-3]} S7", "T22")
    assert played("0 play HK", gamble, "T1", 0) == set(), "the third hand should have had a heart"


def test_flags_of_a_friends_trick() -> None:
    ruffed = ("S9 T22", "T5 H3", "T13 T9 T6 T4 T1 HC HJ H1 DC DJ D1 CC C7 C8 C9 C10")
    assert played("0 play S9; 1 play T5", ruffed, "T13", 2) == {"friend", "high"}
    assert played("0 play S9; 1 play T5", ruffed, "T4", 1) == set()
    followed = ("S9 T22", "SC H3", "SK SQ S7 T6 T4 T1 HC HJ H1 DC DJ D1 CC C7 C8 C9")
    assert played("0 play S9; 1 play SC", followed, "SK", 2) == set()


def test_flags_of_a_lead_into_a_ruff() -> None:
    before = "0 play H4; 1 play T5; 2 play H3; 1 play S8; 2 play S9; 0 play SK"
    others = ("T22 T21 T20 T19 T18 T17 T16 T5 S8 SQ DK DQ DC CK CQ CC", "H3 S9")
    tarocks = "T2 T3 T4 T6 T7 T8 T9 T10 T11 T12 T13 T14"
    assert played(before, (f"H4 HQ D1 SK {tarocks}", *others), "HQ", 1) == {"ruff"}
    assert played(before, (f"H4 HQ T15 SK {tarocks}", *others), "HQ", 1) == set(), "only tarocks besides"


def test_flags_of_the_first_to_play() -> None:
    hands = (WEAK, "T22 S9", "T2 T3 S8")
    assert played("", hands, "SC", 1) == {"lead"}
    assert played("", hands, "S7", 1) == set()


def test_each_game_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert flags.main(["quick", "--deals", "2", "--json"]) == 0
    found = [json.loads(each) for each in capsys.readouterr().out.splitlines()]
    assert [each["game"] for each in found] == list(GAMES)
    for each in found:
        assert each.keys() == {"game", "choices", *FLAGS}
        assert each["choices"] > 20
    assert flags.main(["random", "--deals", "1", "--game", "royal_tarokk"]) == 0
    assert capsys.readouterr().out.startswith("royal_tarokk")
