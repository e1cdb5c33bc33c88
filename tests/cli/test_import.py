"""`python -m bot import`: records of other tables, kept apart from deals played here."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from bot.__main__ import main
from bot.games import GAMES
from bot.rules.record import Record
from bot.store import RecordRow, Store
from bot.tables import record_id
from tests.notation import documents

if TYPE_CHECKING:
    from pathlib import Path

WORKED = documents("tapp_tarock.worked.jsonl")


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_settings: None) -> Path:
    monkeypatch.setattr("bot.settings.set_up", lambda *_: None)
    monkeypatch.setenv("DATABASE", str(tmp_path / "skiz.db"))
    return tmp_path / "skiz.db"


def imported(database: Path) -> tuple[RecordRow, ...]:
    async def read() -> tuple[RecordRow, ...]:
        store = await Store.open(database)
        try:
            assert [each async for each in store.history.deals()] == []
            return await store.records.imported(limit=100)
        finally:
            await store.close()

    return asyncio.run(read())


def run(capsys: pytest.CaptureFixture[str], *files: Path) -> tuple[int, dict[str, int], list[str]]:
    code = main(["import", *map(str, files), "--json"])
    out, err = capsys.readouterr()
    return code, json.loads(out), err.splitlines()


def written(file: Path, *records: Any) -> Path:
    file.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return file


def test_records_are_imported_once(
    tmp_path: Path, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, one = written(tmp_path / "a.jsonl", *WORKED), written(tmp_path / "b.json", WORKED[0])
    number = len(WORKED)
    assert run(capsys, file, one) == (0, {"imported": number, "known": 0, "refused": 0}, [])
    first = imported(database)
    assert len(first) == number
    assert all(json.loads(each.record)["result"] for each in first)
    assert run(capsys, file) == (0, {"imported": 0, "known": number, "refused": 0}, [])
    assert imported(database) == first


def test_a_record_that_was_only_attached_to_a_command_counts_as_imported_now(
    tmp_path: Path, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def attach() -> None:
        store = await Store.open(database)
        key = record_id(Record.parse(json.dumps(WORKED[0]), GAMES))
        await store.records.put(RecordRow(key, "{}", 0, 5.0))
        await store.close()

    asyncio.run(attach())
    file = written(tmp_path / "a.json", WORKED[0])
    assert run(capsys, file) == (0, {"imported": 1, "known": 0, "refused": 0}, [])
    assert len(imported(database)) == 1


def test_each_refusal_names_its_line_and_its_reason(
    tmp_path: Path, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    illegal = {**WORKED[0], "actions": ["0 play T1"]}
    unfinished = {key: value for key, value in WORKED[0].items() if key != "result"}
    unfinished["actions"] = unfinished["actions"][:3]
    differing = {**WORKED[0], "result": {"void": True}}
    file = written(tmp_path / "a.jsonl", {}, illegal, WORKED[1], unfinished, differing)
    code, sums, said = run(capsys, file)
    assert (code, sums) == (2, {"imported": 1, "known": 0, "refused": 4})
    assert [each.removeprefix(f"{file}:")[:1] for each in said] == ["1", "2", "4", "5"]
    reasons = ("format", "action 0 (0 play T1)", "not over", "the result")
    assert all(reason in line for reason, line in zip(reasons, said, strict=True))
    assert len(imported(database)) == 1


def test_a_missing_or_unreadable_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bytes.json").write_bytes(b"\xff")
    code, sums, said = run(capsys, tmp_path / "none.json", tmp_path / "bytes.json")
    assert (code, sums["refused"]) == (2, 2)
    assert ["none.json does not exist" in said[0], "UTF-8" in said[1]] == [True, True]


def test_the_totals_are_printed_in_words(
    tmp_path: Path, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(written(tmp_path / "a.json", WORKED[0]))]) == 0
    assert not database.with_name("skiz.db-wal").exists(), "the database was not closed"
    assert "Records imported: 1; imported before: 0; refused: 0." in capsys.readouterr().out


def test_a_database_that_cannot_be_opened_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "no.db").write_text("no database")
    monkeypatch.setenv("DATABASE", str(tmp_path / "no.db"))
    assert main(["import", str(written(tmp_path / "a.json", WORKED[0]))]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
