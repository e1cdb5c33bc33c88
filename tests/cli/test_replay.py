"""`python -m bot replay`: exit codes, lines of JSON, and messages about illegal actions."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from tests.notation import GOLDEN, documents

WORKED = documents("tapp_tarock.worked.jsonl")


@pytest.fixture
def replay(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    """Replay records and return the exit code, the output lines and the errors."""

    def run(*records: dict[str, Any] | str, options: str = "--json") -> tuple[int, list[str], str]:
        file = tmp_path / "records.jsonl"
        lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
        file.write_text("\n".join(lines), encoding="utf-8")
        code = main(["replay", str(file), *options.split()])
        out, err = capsys.readouterr()
        return code, out.splitlines(), err

    return run


def with_action(at: int, action: str) -> dict[str, Any]:
    """The second worked example with one action replaced."""
    actions = list(WORKED[1]["actions"])
    actions[at] = action
    return {**WORKED[1], "actions": actions}


def test_each_record_gives_one_line(replay: Any) -> None:
    code, lines, err = replay(*WORKED)
    assert (code, err, len(lines)) == (0, "", len(WORKED))
    for line, record in zip(map(json.loads, lines), WORKED, strict=True):
        assert (line["ok"], line["finished"]) == (True, True)
        for key in ("void", "scores", "next"):
            assert line["result"][key] == record["result"][key]
        assert all(
            {"id", "points"} <= item.keys() and ("side" in item or "seat" in item)
            for item in line["result"]["items"]
        )


def test_empty_lines_are_skipped(replay: Any) -> None:
    code, lines, err = replay("", WORKED[0], " ", WORKED[1], "")
    assert (code, err, len(lines)) == (0, "", 2)


def test_trace_lists_all_legal_actions(replay: Any) -> None:
    golden = documents("tapp_tarock.jsonl")[0]
    expected = [line for line in documents("tapp_tarock.trace.jsonl") if line["record"] == 0]
    code, lines, _ = replay(golden, options="--json --trace")
    *steps, last = map(json.loads, lines)
    assert (code, last["finished"], len(steps)) == (0, True, len(expected))
    for step, wanted in zip(steps, expected, strict=True):
        assert (step["n"], step["action"]) == (wanted["n"], wanted["action"])
        assert {seat: set(legal) for seat, legal in step["legal"].items()} == {
            seat: set(legal) for seat, legal in wanted["legal"].items()
        }


def test_a_trace_in_words_has_a_line_for_each_action(replay: Any) -> None:
    record = {key: value for key, value in WORKED[0].items() if key != "result"}
    record["actions"] = record["actions"][:2]
    code, lines, _ = replay(record, options="--trace")
    assert code == 0
    assert lines[:2] == [
        "0. auction: 0 bid dreier   [seat 0: pass, bid dreier, bid solo]",
        "1. auction: 1 pass   [seat 1: pass, bid unterer, bid solo]",
    ]
    assert not lines[2].startswith("2.")


def test_an_unfinished_deal_lists_its_legal_actions(replay: Any) -> None:
    record = {**WORKED[0], "actions": ["0 bid dreier"]}
    del record["result"]
    code, lines, _ = replay(record)
    answer = json.loads(lines[0])
    assert (code, answer["ok"], answer["finished"]) == (0, True, False)
    assert {seat: set(legal) for seat, legal in answer["legal"].items()} == {
        "1": {"pass", "bid unterer", "bid solo"}
    }


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
    exit_code, lines, _ = replay(WORKED[0], with_action(at, action), "nothing after it is looked at")
    answer = json.loads(lines[-1])
    message = answer.pop("message")
    assert (exit_code, len(lines)) == (2, 2)
    assert answer == {"ok": False, "at": at, "action": action, "code": code, "rule": f"tapp_tarock {rule}"}
    assert message.endswith((".", ")"))
    assert "{" not in message


def test_a_broken_rule_is_reported_in_words(replay: Any) -> None:
    code, lines, _ = replay(with_action(0, "1 pass"), options="")
    assert code == 2
    assert lines[-1].startswith("Action 0 (1 pass): ")


def test_a_wrong_result_is_reported(replay: Any) -> None:
    code, lines, _ = replay({**WORKED[0], "result": {**WORKED[0]["result"], "scores": [4, 0, 0]}})
    answer = json.loads(lines[-1])
    assert (code, answer["ok"], answer["at"]) == (2, False, len(WORKED[0]["actions"]))
    assert "[4, 0, 0]" in answer["message"]
    assert "[3, 0, 0]" in answer["message"]


def test_an_unfinished_deal_does_not_match_its_claimed_result(replay: Any) -> None:
    code, lines, _ = replay({**WORKED[0], "actions": WORKED[0]["actions"][:3]})
    answer = json.loads(lines[-1])
    assert (code, answer["code"], answer["at"]) == (2, "result_differs", 3)
    assert answer["message"].endswith("the replay gives null.")


def test_the_account_in_words(replay: Any) -> None:
    code, lines, _ = replay(WORKED[1], options="")
    assert code == 0
    assert sum(line.startswith("Trick ") for line in lines) == 16
    assert any("9.1.5" in line for line in lines)


@pytest.mark.parametrize("text", ["", "{", '{"format": "chess/1"}', "[1]", '"deal"'])
def test_an_invalid_file_is_reported_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    file = tmp_path / "deal.json"
    file.write_text(text, encoding="utf-8")
    assert main(["replay", str(file), "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{file}: ")
    assert err.count("\n") == 1


def test_a_file_that_is_no_text_is_reported_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (file := tmp_path / "deal.json").write_bytes(b"\xff")
    assert main(["replay", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"{file} is not text in UTF-8; ")


def test_a_missing_file_is_reported_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["replay", str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(("indent", "count"), [(None, 1), (None, 2), (1, 1)])
def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], indent: int | None, count: int
) -> None:
    text = "\n".join(json.dumps(record, indent=indent) for record in WORKED[:count])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["replay", "-", "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == count


def test_a_record_on_standard_input_may_span_several_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps(WORKED[0]).replace(", ", ",\n", 1)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["replay", "-", "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_an_invalid_record_is_reported_with_its_line_number(replay: Any) -> None:
    code, lines, err = replay(WORKED[0], "", "{")
    assert (code, len(lines)) == (2, 1)
    assert "records.jsonl:3: " in err


def test_the_command_line_itself() -> None:
    command = [sys.executable, "-m", "bot", "replay", str(GOLDEN / "tapp_tarock.jsonl"), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=GOLDEN.parent.parent)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(json.loads(line)["ok"] for line in done.stdout.splitlines())


ESCAPES = "\x1b[31m\x9b\u202e\n\ud800"
"""What would change how a terminal shows the rest, and half a character."""


@pytest.mark.parametrize("options", ["", "--json", "--trace", "--json --trace"])
def test_control_characters_are_not_echoed(replay: Any, options: str) -> None:
    code, lines, err = replay(with_action(0, f"0 bid {ESCAPES}"), options=options)
    assert (code, err) == (2, "")
    assert lines[-1].isprintable()
    assert "x1b[31m" in lines[-1] or "u001b[31m" in lines[-1]


@pytest.mark.parametrize(
    "changes", [{"game": ESCAPES}, {"actions": [ESCAPES]}, {"session": {ESCAPES: 1}}, {"talon": ESCAPES}]
)
def test_control_characters_of_a_wrong_record_are_not_echoed(replay: Any, changes: dict[str, Any]) -> None:
    code, lines, err = replay({**WORKED[0], **changes})
    assert (code, lines) == (2, [])
    assert err.endswith("\n")
    assert err[:-1].isprintable()
