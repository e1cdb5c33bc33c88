"""The command `analyse`: the value of each option of each decision in a record, and invalid records."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path
from typing import Any, cast

import pytest

from bot.cli import analyse
from bot.computers import players
from bot.computers.players import Strength
from bot.computers.search import Appraisal
from bot.games import GAMES
from bot.rules.moves import Action
from tests.cli.conftest import Ran
from tests.notation import documents


@pytest.fixture
def analysed(ran: Ran, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Analyse a record with a few worlds."""
    for strength, worlds in ((Strength.STEADY, 3), (Strength.STRONG, 5)):
        few = players.BUDGETS[strength]._replace(worlds=worlds)
        monkeypatch.setitem(cast("dict[Strength, object]", players.BUDGETS), strength, few)

    def run(record: dict[str, Any], *options: str) -> tuple[int, list[str], str]:
        Path("record.json").write_text(json.dumps(record), encoding="utf-8")
        done = ran("analyse", "record.json", *options)
        return done.code, done.lines, done.err

    return run


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_of_a_record_is_listed_with_all_its_options(analysed: Any, game: str) -> None:
    record = max(documents(f"{game}.jsonl"), key=lambda each: len(each["actions"]))
    code, lines, err = analysed(record, "--json")
    *decisions, end = map(json.loads, lines)
    assert (code, err, end["ok"], end["finished"]) == (0, "", True, True)
    assert [f"{each['seat']} {each['action']}" for each in decisions] == record["actions"]
    for each in decisions:
        options = [option["action"] for option in each["options"]]
        assert each["action"] in options
        assert len(set(options)) == len(options)
    tried = [each for each in decisions if each["options"][0]["expected"] is not None]
    assert len(tried) > 10
    assert all(each["phase"] == "play" for each in tried)
    assert {option["worlds"] for each in tried for option in each["options"]} <= {1, 2, 3}


def test_an_analysis_is_repeatable_and_plays_at_the_given_strength(analysed: Any) -> None:
    record = documents("illustrated_tarokk.jsonl")[0]
    assert analysed(record, "--json") == analysed(record, "--json")
    _, lines, _ = analysed(record, "--json", "--seat", "2", "--strength", "strong", "--seed", "x")
    *decisions, _end = map(json.loads, lines)
    assert {each["seat"] for each in decisions} == {2}
    worlds = {
        (each["phase"], option["worlds"])
        for each in decisions
        for option in each["options"]
        if "worlds" in option
    }
    assert max(number for phase, number in worlds if phase == "play") == 5
    assert {phase for phase, _ in worlds} == {"discard", "play"}


def test_hidden_cards_change_nothing(analysed: Any) -> None:
    """Two cards that no view of seat 0 shows before its first card change places."""
    record = documents("tapp_tarock.jsonl")[0]
    first = next(at for at, each in enumerate(record["actions"]) if " play " in each)
    seat = int(record["actions"][first][0])
    others = [each for each in range(3) if each != seat and each != record["dealer"]] + [record["dealer"]]
    hands = [hand.split() for hand in record["hands"]]
    played = " ".join(record["actions"])
    one, other = (
        next(card for card in hands[each] if f" {card} " not in f"{played} ".split(" play ", 1)[0])
        for each in others[:2]
    )
    swapped = [
        " ".join(other if card == one else one if card == other else card for card in hand) for hand in hands
    ]
    before = {**record, "actions": record["actions"][: first + 1]}
    del before["result"]
    as_it_was, exchanged = (
        analysed(each, "--json", "--seat", str(seat))[1] for each in (before, {**before, "hands": swapped})
    )
    assert as_it_was[:-1] == exchanged[:-1]


def test_the_action_taken_is_marked_in_words(analysed: Any) -> None:
    record = documents("tapp_tarock.jsonl")[0]
    code, lines, _ = analysed(record)
    assert code == 0
    assert sum(line.startswith("  * ") for line in lines) > 10
    assert lines[1].startswith("  ")
    assert lines[1].endswith("not tried out"), "a bid"


def test_figures_have_three_decimals_and_an_error_only_if_it_is_known() -> None:
    option = Appraisal(Action("pass"), 1.23456, 0.98765, 50)
    told = {"action": "pass", "expected": 1.235, "error": 0.988, "worlds": 50}
    assert analyse.figures(option, option.action) == told
    assert analyse.figures(option._replace(error=inf), option.action) == {**told, "error": None}
    assert analyse.in_words(option) == "    +1.23 ± 0.99, 50 imagined deals"


def test_an_illegal_action_ends_the_analysis(analysed: Any) -> None:
    record = {**documents("tapp_tarock.jsonl")[0], "actions": ["0 bid nothing"]}
    code, lines, _ = analysed(record, "--json")
    assert (code, json.loads(lines[-1])["ok"]) == (2, False)
    code, lines, _ = analysed(record)
    assert (code, lines[-1].startswith("Action 0 (0 bid nothing): ")) == (2, True)
