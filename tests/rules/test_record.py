"""Deal records: parsing, writing, and invalid ones."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.games import GAMES
from bot.games.tapp_tarock import TAPP_TAROCK
from bot.rules.deal import Deal
from bot.rules.record import Record, RecordError
from tests.notation import Sample, act, documents

PLAIN = documents("tapp_tarock.worked.jsonl")[0]
ALL = [*documents("tapp_tarock.jsonl"), *documents("tapp_tarock.worked.jsonl")]


def parse(document: Any) -> Record:
    return Record.parse(json.dumps(document), GAMES)


@pytest.mark.parametrize("number", range(len(ALL)))
def test_records_are_written_as_they_were_read(number: int) -> None:
    record = parse(ALL[number])
    written = Record.of(Sample.of(ALL[number]).end(TAPP_TAROCK)).document()
    for key in ("format", "game", "options", "seats", "dealer", "session", "talon", "actions"):
        assert record.document()[key] == written[key] == ALL[number][key], key
    assert [set(hand.split()) for hand in written["hands"]] == [
        set(hand.split()) for hand in ALL[number]["hands"]
    ]
    for key in ("void", "scores", "next"):
        assert written["result"][key] == ALL[number]["result"][key], key
    assert Record.parse(record.json(), GAMES) == record


def test_the_score_sheet_in_a_record() -> None:
    items = Record.of(Sample.of(documents("tapp_tarock.worked.jsonl")[3]).end(TAPP_TAROCK)).document()[
        "result"
    ]["items"]
    brief = [(item["id"], item.get("side"), item.get("seat"), item["points"]) for item in items]
    assert brief == [
        ("game", "defenders", None, 8),
        ("pagat_ultimo", "defenders", None, 8),
        ("trull_two", None, 2, 1),
    ]


def test_an_unfinished_deal_has_no_result() -> None:
    deal = act(Deal.start(TAPP_TAROCK, Sample.of(PLAIN).layout), "0 bid dreier")
    document = Record.of(deal).document()
    assert "result" not in document
    assert document["actions"] == ["0 bid dreier"]
    assert parse(document).moves == deal.log


def test_default_options_are_left_out() -> None:
    assert parse({**PLAIN, "options": {"fixed_half": False}}).layout.options == {}
    assert parse({**PLAIN, "options": {"fixed_half": True}}).document()["options"] == {"fixed_half": True}


def test_keys_that_may_be_missing() -> None:
    short = {
        key: value for key, value in PLAIN.items() if key not in ("options", "session", "actions", "result")
    }
    assert parse(short) == Record(TAPP_TAROCK, Sample.of(PLAIN).layout, (), None)


UNEVEN = [
    PLAIN["hands"][0].rpartition(" ")[0],
    f"{PLAIN['hands'][1]} {PLAIN['hands'][0].split()[-1]}",
    PLAIN["hands"][2],
]
"""The same cards, but seat 0 has one card fewer and seat 1 one more."""


@pytest.mark.parametrize(
    ("change", "code", "what"),
    [
        ({"format": "tarock-deal/2"}, "format", ""),
        ({"game": "whist"}, "game", "whist"),
        ({"game": 7}, "key", "game"),
        ({"options": {"no_such_rule": True}}, "option", "no_such_rule"),
        ({"options": {"fixed_half": 1}}, "option", "fixed_half"),
        ({"options": []}, "key", "options"),
        ({"seats": 4}, "seats", "4"),
        ({"seats": True}, "key", "seats"),
        ({"dealer": 3}, "dealer", "3"),
        ({"dealer": -1}, "dealer", "-1"),
        ({"dealer": "2"}, "key", "dealer"),
        ({"session": {"doubled": 1}}, "session", ""),
        ({"hands": PLAIN["hands"][:2]}, "key", "hands"),
        ({"hands": [PLAIN["hands"][0], PLAIN["hands"][0], PLAIN["hands"][2]]}, "pack", ""),
        ({"hands": [1, 2, 3]}, "key", "hands"),
        ({"hands": ["T1 T1", *PLAIN["hands"][1:]]}, "cards", ""),
        ({"hands": ["XX", *PLAIN["hands"][1:]]}, "cards", ""),
        ({"talon": ""}, "counts", ""),
        ({"talon": PLAIN["talon"][3:]}, "counts", ""),
        ({"actions": "0 pass"}, "key", "actions"),
        ({"actions": ["pass"]}, "action", "pass"),
        ({"actions": ["x pass"]}, "action", "x pass"),
        ({"actions": [None]}, "action", "None"),
        ({"result": "won"}, "key", "result"),
        ({"hands": UNEVEN}, "counts", ""),
    ],
)
def test_an_invalid_record_is_refused(change: dict[str, Any], code: str, what: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse({**PLAIN, **change})
    assert (caught.value.code, caught.value.what) == (code, what)
    assert str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("game", "sessions"),
    [
        ("koenigrufen", [{"doubled": "x"}, {"doubled": True}, {"doubled": -1}, {"doubled": 1.5}]),
        ("illustrated_tarokk", [{"windows": 3}, {"windows": ["a"]}, {"windows": [0]}, {"hat": "me"}]),
        ("illustrated_tarokk", [{"hat": 5}, {"hat": -1}, {"hat": True}]),
        ("romanian_tarok", [{"pool": None}, {"radlers": []}]),
    ],
)
def test_an_invalid_session_is_refused(game: str, sessions: list[dict[str, Any]]) -> None:
    document = documents(f"{game}.jsonl")[0]
    for session in sessions:
        with pytest.raises(RecordError, match="inherits"):
            parse({**document, "session": session})


@pytest.mark.parametrize("depth", [22, 100_000])
def test_lists_nested_too_deeply_are_refused(depth: int) -> None:
    with pytest.raises(RecordError, match="nested more than 20 levels deep"):
        Record.parse("[" * depth + "]" * depth, GAMES)


@pytest.mark.parametrize(
    ("text", "why"),
    [(" \n", "empty"), ('{"dealer": 1', "line 1, column 13"), ("9" * 5000, "too many digits")],
)
def test_a_text_that_is_not_json_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        Record.parse(text, GAMES)


def test_twenty_nested_lists_are_parsed() -> None:
    with pytest.raises(RecordError, match="no deal record"):
        Record.parse("[" * 20 + "7" + "]" * 20, GAMES)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '"text"', "null", "[1, 2]"])
def test_text_that_is_not_a_json_object_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        Record.parse(text, GAMES)
