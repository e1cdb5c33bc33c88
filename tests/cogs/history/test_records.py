"""The reasons why a file holds no record that can be shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.games import GAMES
from bot.rules.record import Flaw, Record, RecordError
from bot.text import LOCALES, words
from cogs.history.page import LARGEST_RECORD, flaw_text, read_record, record_problem
from tests.notation import documents

WORKED = documents("tapp_tarock.worked.jsonl")

WRONG: dict[str, Any] = {
    "json": b"{",
    "deep": b"[" * 40 + b"]" * 40,
    "encoding": b"\xff",
    "format": {},
    "large": b"x" * 70_000,
    "key": {**WORKED[0], "seats": "3"},
    "game": {**WORKED[0], "game": "**bridge**"},
    "seats": {**WORKED[0], "seats": 7},
    "dealer": {**WORKED[0], "dealer": 7},
    "counts": {**WORKED[0], "talon": ""},
    "cards": {**WORKED[0], "talon": "T99"},
    "option": {**WORKED[0], "options": {"@everyone": 1}},
    "session": {**WORKED[0], "session": {"doubled": 1}},
    "action": {**WORKED[0], "actions": ["@everyone"]},
    "flaw": {**WORKED[0], "actions": ["0 play T1"]},
    "result_differs": {**WORKED[0], "result": {"void": True}},
}


def said(locale: str, content: Any) -> str:
    """What is said about a file."""
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    try:
        found = read_record("deal.json", data, 1, GAMES)
    except RecordError as error:
        return record_problem(words(locale), error)
    assert isinstance(found, Flaw)
    return flaw_text(words(locale), found)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("wrong", WRONG)
def test_a_faulty_record_is_explained_in_the_readers_language(wrong: str, locale: str) -> None:
    text = said(locale, WRONG[wrong])
    assert "{" not in text
    assert "@everyone" not in text
    assert "**" not in text
    assert any(each > "\u3000" for each in text) == (locale == "ja")


def test_each_fault_of_a_record_has_its_own_sentence() -> None:
    assert len({said("en", each) for each in WRONG.values()}) == len(WRONG)


def test_a_missing_result_of_a_finished_record_is_computed() -> None:
    content = json.dumps({key: value for key, value in WORKED[0].items() if key != "result"})
    found = read_record("deal.json", content.encode(), 1, GAMES)
    assert isinstance(found, Record)
    assert found.result is not None


def test_the_size_limit_applies_only_to_the_record_that_is_read() -> None:
    small, large = json.dumps(WORKED[0]).encode(), b"x" * 70_000
    assert isinstance(read_record("two.jsonl", small + b"\n" + large, 1, GAMES), Record)
    with pytest.raises(RecordError) as caught:
        read_record("two.jsonl", small + b"\n" + large, 2, GAMES)
    assert caught.value.code == "large"


def test_a_record_of_exactly_the_size_limit_is_read() -> None:
    largest = json.dumps(WORKED[0]).ljust(LARGEST_RECORD)
    assert isinstance(read_record("deal.json", largest.encode(), 1, GAMES), Record)
    with pytest.raises(RecordError) as caught:
        read_record("deal.json", f"{largest} ".encode(), 1, GAMES)
    assert caught.value.code == "large"


def test_empty_lines_are_not_counted_as_records() -> None:
    record = json.dumps(WORKED[0])
    content = f"\n{record}\n \n{record}\n\n".encode()
    assert isinstance(read_record("Two.JSONL", content, 2, GAMES), Record)
    with pytest.raises(RecordError) as caught:
        read_record("two.jsonl", content, 3, GAMES)
    assert (caught.value.code, caught.value.what) == ("number", "2")


def test_actions_of_a_record_are_numbered_from_one() -> None:
    assert said("en", WRONG["flaw"]).startswith("Action 1 of this record, ")
