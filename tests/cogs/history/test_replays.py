"""`/replay`: records from files, step by step, and why a file holds none."""

from __future__ import annotations

import json
from typing import Any

import discord
import pytest
from simcord import MemberActor

from bot.games import GAMES
from bot.rules.record import Flaw, Record, RecordError
from bot.store import Server
from bot.text import LOCALES, words
from cogs.history.page import flaw_text, read_record, record_problem
from tests.cogs.place import Place, ids_of, words_of
from tests.notation import documents

WORKED = documents("tapp_tarock.worked.jsonl")
LINES = "\n".join(map(json.dumps, WORKED)).encode()


async def answer(place: Place, who: MemberActor, content: Any, **options: Any) -> discord.Message:
    name = "deals.jsonl" if isinstance(content, bytes) else "deal.json"
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    await who.slash(place.channel, "replay", file=(name, data), **options)
    return place.last(who)


async def test_a_record_is_stepped_through(place: Place) -> None:
    shown = await answer(place, place.anna, WORKED[0])
    assert "Tapp-Tarock" in words_of(shown)
    assert "Seat 1" in words_of(shown)
    steps = len(ids_of(shown))
    assert all(each.startswith("d1:") for each in ids_of(shown))
    await place.anna.click(shown, label="Next ▶")
    await place.anna.click(place.last(place.anna), label="Score")
    assert "This deal" in place.told(place.anna)
    assert steps == 3, "two buttons and the list of all steps"
    assert await place.services.store.records.number_imported() == 0, "the record is not imported"


async def test_everybody_can_step_through_a_public_record_after_a_restart_too(place: Place) -> None:
    await place.anna.slash(
        place.channel, "replay", file=("deal.json", json.dumps(WORKED[0]).encode()), public=True
    )
    assert not place.private(place.anna)
    assert ids_of(place.shown)[0].startswith("d2:")
    await place.restart()
    await place.bela.click(place.shown, label="Score")
    assert "This deal" in words_of(place.shown)
    assert all(each.startswith("d2:") for each in ids_of(place.shown)), "it stays public"
    await place.anna.click(place.shown, label="◀ Back")


async def test_a_public_record_is_shown_in_the_language_of_the_server(place: Place) -> None:
    await place.services.servers.put(Server(place.guild.id, "ja"))
    record = ("deal.json", json.dumps(WORKED[0]).encode())
    await place.anna.slash(place.channel, "replay", file=record, public=True)
    assert "席1" in words_of(place.shown)
    assert "Seat 1" in words_of(await answer(place, place.anna, WORKED[0]))


async def test_a_file_may_hold_several_records(place: Place) -> None:
    first, second = [words_of(await answer(place, place.anna, LINES, number=each)) for each in (1, 2)]
    assert first != second
    assert f"it holds {len(WORKED)}" in words_of(await answer(place, place.anna, LINES, number=999))


async def test_a_file_that_is_not_a_valid_record_is_refused(place: Place) -> None:
    assert "no JSON text" in (await answer(place, place.anna, b"{")).content
    flawed = {**WORKED[0], "actions": ["0 play T1"]}
    assert "Action 1 of this record" in (await answer(place, place.anna, flawed)).content


async def test_a_file_that_cannot_be_fetched_is_reported_and_the_cause_logged(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def lost(*_: object, **__: object) -> bytes:
        raise ConnectionResetError

    monkeypatch.setattr(discord.Attachment, "read", lost)
    assert "could not be fetched" in (await answer(place, place.anna, WORKED[0])).content
    assert "cannot be fetched: ConnectionResetError" in caplog.text


async def test_a_file_larger_than_the_largest_is_not_fetched(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.history.commands.LARGEST_FILE", len(LINES))
    assert "Tapp-Tarock" in words_of(await answer(place, place.anna, LINES))
    monkeypatch.setattr(discord.Attachment, "read", None)
    assert "too large" in (await answer(place, place.anna, LINES + b" ")).content


async def test_purged_records_are_no_longer_shown(place: Place) -> None:
    shown = await answer(place, place.anna, WORKED[0])
    async for _ in place.services.store.retention.purge_records(1e12):
        pass
    await place.anna.click(shown, label="Score")
    assert "no such deal" in place.told(place.anna)


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


def test_empty_lines_are_not_counted_as_records() -> None:
    record = json.dumps(WORKED[0])
    content = f"\n{record}\n \n{record}\n\n".encode()
    assert isinstance(read_record("Two.JSONL", content, 2, GAMES), Record)
    with pytest.raises(RecordError) as caught:
        read_record("two.jsonl", content, 3, GAMES)
    assert (caught.value.code, caught.value.what) == ("number", "2")
