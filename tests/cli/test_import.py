"""The command `import`: records of other tables, kept apart from deals played here."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from bot.games import GAMES
from bot.rules.record import Record
from bot.store import RecordRow, Store
from bot.tables import record_id
from tests.cli.conftest import Ran
from tests.notation import documents

WORKED = documents("tapp_tarock.worked.jsonl")
DATABASE = Path("data/skiz.db")


def imported() -> tuple[RecordRow, ...]:
    async def read() -> tuple[RecordRow, ...]:
        store = await Store.open(DATABASE)
        try:
            assert [each async for each in store.history.deals()] == []
            return await store.records.imported(limit=100)
        finally:
            await store.close()

    return asyncio.run(read())


def run(ran: Ran, *files: Path) -> tuple[int, dict[str, int], list[str]]:
    done = ran("import", *files, "--json")
    return done.code, json.loads(done.out), done.err.splitlines()


def written(name: str, *records: Any) -> Path:
    file = Path(name)
    file.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return file


def test_records_are_imported_once(ran: Ran) -> None:
    file, one, number = written("a.jsonl", *WORKED), written("b.json", WORKED[0]), len(WORKED)
    assert run(ran, file, one) == (0, {"imported": number, "known": 0, "refused": 0}, [])
    first = imported()
    assert len(first) == number
    assert all(json.loads(each.record)["result"] for each in first)
    assert run(ran, file) == (0, {"imported": 0, "known": number, "refused": 0}, [])
    assert imported() == first
    words = f"Records imported: 0; imported before: {number}; refused: 0.\n"
    assert ran("import", file).out == words
    assert not DATABASE.with_name("skiz.db-wal").exists(), "the database was not closed"


def test_a_record_that_was_only_attached_to_a_command_counts_as_imported_now(ran: Ran) -> None:
    async def attach() -> None:
        store = await Store.open(DATABASE)
        key = record_id(Record.parse(json.dumps(WORKED[0]), GAMES))
        await store.records.put(RecordRow(key, "{}", 0, 5.0))
        await store.close()

    asyncio.run(attach())
    file = written("a.json", WORKED[0])
    assert run(ran, file) == (0, {"imported": 1, "known": 0, "refused": 0}, [])
    assert len(imported()) == 1


def test_each_refusal_names_its_line_and_its_reason(ran: Ran) -> None:
    illegal = {**WORKED[0], "actions": ["0 play T1"]}
    unfinished = {key: value for key, value in WORKED[0].items() if key != "result"}
    unfinished["actions"] = unfinished["actions"][:3]
    differing = {**WORKED[0], "result": {"void": True}}
    file = written("a.jsonl", {}, illegal, WORKED[1], unfinished, differing)
    code, sums, said = run(ran, file, Path("none.json"))
    assert (code, sums) == (2, {"imported": 1, "known": 0, "refused": 5})
    starts = ("a.jsonl:1: ", "a.jsonl:2: action 0 ", "a.jsonl:4: ", "a.jsonl:5: action ", "none.json does ")
    reasons = ("format", "(0 play T1)", "not over", "(the result)", "not exist")
    for line, start, reason in zip(said, starts, reasons, strict=True):
        assert line.startswith(start)
        assert reason in line
    assert len(imported()) == 1
