"""The command `replay`: exit codes, lines of JSON, and messages about illegal actions."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Done, Ran
from tests.notation import documents

WORKED = documents("tapp_tarock.worked.jsonl")


@pytest.fixture
def replay(ran: Ran) -> Any:
    """Replay records."""

    def run(*records: dict[str, Any] | str, options: str = "--json") -> Done:
        lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
        Path("records.jsonl").write_text("\n".join(lines), encoding="utf-8")
        return ran("replay", "records.jsonl", *options.split())

    return run


def with_action(at: int, action: str) -> dict[str, Any]:
    """The second worked example with one action replaced."""
    actions = list(WORKED[1]["actions"])
    actions[at] = action
    return {**WORKED[1], "actions": actions}


def test_each_record_gives_one_line_and_empty_lines_none(replay: Any) -> None:
    code, out, err = replay("", *WORKED, " ")
    lines = out.splitlines()
    assert (code, err, len(lines)) == (0, "", len(WORKED))
    for line, record in zip(map(json.loads, lines), WORKED, strict=True):
        assert (line["ok"], line["finished"]) == (True, True)
        for key in ("void", "scores", "next"):
            assert line["result"][key] == record["result"][key]
        for item in line["result"]["items"]:
            assert {"id", "points"} <= item.keys()
            assert "side" in item or "seat" in item


def test_trace_lists_all_legal_actions(replay: Any) -> None:
    golden = documents("tapp_tarock.jsonl")[0]
    expected = [line for line in documents("tapp_tarock.trace.jsonl") if line["record"] == 0]
    done = replay(golden, options="--json --trace")
    *steps, last = map(json.loads, done.lines)
    assert (done.code, last["finished"], len(steps)) == (0, True, len(expected))
    for step, wanted in zip(steps, expected, strict=True):
        assert (step["n"], step["action"]) == (wanted["n"], wanted["action"])
        assert {seat: set(legal) for seat, legal in step["legal"].items()} == {
            seat: set(legal) for seat, legal in wanted["legal"].items()
        }


def test_a_trace_in_words_has_a_line_for_each_action(replay: Any) -> None:
    record = {key: value for key, value in WORKED[0].items() if key != "result"}
    record["actions"] = record["actions"][:2]
    code, out, _ = replay(record, options="--trace")
    assert code == 0
    assert out.splitlines()[:2] == [
        "0. auction: 0 bid dreier   [seat 0: pass, bid dreier, bid solo]",
        "1. auction: 1 pass   [seat 1: pass, bid unterer, bid solo]",
    ]
    assert "\n2. " not in out


def test_an_unfinished_deal_lists_its_legal_actions(replay: Any) -> None:
    record = {**WORKED[0], "actions": ["0 bid dreier"]}
    del record["result"]
    done = replay(record)
    answer = json.loads(done.out)
    assert (done.code, answer["ok"], answer["finished"]) == (0, True, False)
    legal = {seat: set(legal) for seat, legal in answer["legal"].items()}
    assert legal == {"1": {"pass", "bid unterer", "bid solo"}}


@pytest.mark.parametrize(
    ("at", "action", "code", "rule"),
    [
        (0, "1 pass", "not_your_turn", "3.1"),
        (1, "1 bid oberer", "no_jump", "5.1.5"),
        (5, "1 take middle", "no_such_half", "6.1"),
        (5, "1 surrender", "not_now", "3.1"),
        (6, "1 lay T21", "card_protected", "6.4"),
        (9, "1 announce pagat_ultimo", "needs_pagat", "7.4"),
        (10, "2 kontra valat@1", "nothing_to_double", "7.2"),
        (16, "2 play T15", "not_in_hand", "2.2"),
        (16, "2 play CK", "must_play_tarock", "8.2"),
    ],
)
def test_a_broken_rule_is_named_with_its_place(
    replay: Any, at: int, action: str, code: str, rule: str
) -> None:
    done = replay(WORKED[0], with_action(at, action), "nothing after it is looked at")
    answer = json.loads(done.lines[-1])
    message = answer.pop("message")
    assert (done.code, len(done.lines)) == (2, 2)
    assert answer == {"ok": False, "at": at, "action": action, "code": code, "rule": f"tapp_tarock {rule}"}
    assert message.endswith((".", ")"))
    assert "{" not in message
    in_words = replay(with_action(at, action), options="")
    assert (in_words.code, in_words.lines[-1]) == (2, f"Action {at} ({action}): {message}")


@pytest.mark.parametrize(
    ("changes", "at", "words"),
    [
        (
            {"result": {**WORKED[0]["result"], "scores": [4, 0, 0]}},
            -1,
            "[4, 0, 0], the replay gives [3, 0, 0].",
        ),
        ({"actions": WORKED[0]["actions"][:3]}, 3, "the replay gives null."),
    ],
)
def test_a_wrong_result_is_reported(replay: Any, changes: dict[str, Any], at: int, words: str) -> None:
    done = replay({**WORKED[0], **changes})
    answer = json.loads(done.out)
    assert (done.code, answer["ok"], answer["code"]) == (2, False, "result_differs")
    assert answer["at"] == (len(WORKED[0]["actions"]) if at < 0 else at)
    assert answer["message"].endswith(words)


def test_the_account_in_words(replay: Any) -> None:
    done = replay(WORKED[1], options="")
    assert done.code == 0
    assert sum(line.startswith("Trick ") for line in done.lines) == 16
    assert any("9.1.5" in line for line in done.lines)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (json.dumps(WORKED[0]), 1),
        ("\n".join(map(json.dumps, WORKED[:2])), 2),
        (json.dumps(WORKED[0], indent=1), 1),
        (json.dumps(WORKED[0]).replace(", ", ",\n", 1), 1),
    ],
    ids=["one", "two", "indented", "over two lines"],
)
def test_standard_input(ran: Ran, monkeypatch: pytest.MonkeyPatch, text: str, count: int) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    done = ran("replay", "-", "--json")
    assert (done.code, len(done.lines)) == (0, count)


def test_an_invalid_record_is_reported_with_its_line_number(replay: Any) -> None:
    done = replay(WORKED[0], "", "{")
    assert (done.code, len(done.lines)) == (2, 1)
    assert done.err.startswith("records.jsonl:3: ")


ESCAPES = "\x1b[31m\x9b\u202e\n\ud800"
"""What would change how a terminal shows the rest, and half a character."""


@pytest.mark.parametrize("options", ["", "--json", "--trace", "--json --trace"])
def test_control_characters_are_not_echoed(replay: Any, options: str) -> None:
    done = replay(with_action(0, f"0 bid {ESCAPES}"), options=options)
    assert (done.code, done.err) == (2, "")
    assert done.lines[-1].isprintable()
    assert "x1b[31m" in done.out or "u001b[31m" in done.out


@pytest.mark.parametrize(
    "changes", [{"game": ESCAPES}, {"actions": [ESCAPES]}, {"session": {ESCAPES: 1}}, {"talon": ESCAPES}]
)
def test_control_characters_of_a_wrong_record_are_not_echoed(replay: Any, changes: dict[str, Any]) -> None:
    code, out, err = replay({**WORKED[0], **changes})
    assert (code, out) == (2, "")
    assert err[:-1].isprintable()
