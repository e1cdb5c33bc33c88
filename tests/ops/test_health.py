"""The report of the bot's health."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot import __version__, commit
from bot.ops import health
from bot.ops.health import LATE_SECONDS, Health, Levels
from bot.shards import Shards
from bot.store.lock import Processes
from tests.ops.helpers import WELL, Patient


async def report(patient: Patient | None) -> dict[str, Any]:
    one = Health()
    one.bot = patient
    return await one.report()


async def test_one_process_of_several_is_named() -> None:
    ranges = tuple(map(Shards.parse, ("1/3", "3/3")))
    told = await Health(ranges[1], Processes(ranges)).report()
    assert (told["shards"], told["processes"]) == ("3/3", 2)


async def test_a_healthy_bot() -> None:
    told = await report(Patient())
    assert 0 <= told["database"].pop("answer_s") < health.DATABASE_SECONDS
    assert told == {
        "ok": True,
        "wrong": [],
        "version": __version__,
        "commit": commit() or None,
        "shards": "1/1",
        "processes": 1,
        "gateway": {"connected": True, "latency_s": 0.05},
        "database": {"answers": True},
        "saving": {"unsaved_s": 0.0},
        "queue": {"length": 2, "oldest_s": 0.5},
        "display": {"oldest_unshown_s": 1.5},
    }


@pytest.mark.parametrize(
    ("patient", "wrong"),
    [
        (None, ["gateway", "database"]),
        (Patient(Levels()), ["gateway"]),
        (Patient(answers=False), ["database"]),
        (Patient(hangs=True), ["database"]),
        (Patient(replace(WELL, unsaved=0.001)), ["saving"]),
        (Patient(replace(WELL, oldest_display=LATE_SECONDS)), ["display"]),
        (Patient(replace(WELL, oldest_job=LATE_SECONDS, oldest_display=LATE_SECONDS)), ["queue", "display"]),
    ],
    ids=["before the start", "gateway", "database", "slow database", "saving", "display", "queue"],
)
async def test_failing_parts_are_named(
    patient: Patient | None, wrong: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "DATABASE_SECONDS", 0.0)
    told = await report(patient)
    assert (told["ok"], told["wrong"]) == (False, wrong)
    assert told["database"]["answers"] is ("database" not in wrong)


async def test_all_levels_are_zero_before_the_start() -> None:
    told = await report(None)
    assert told["gateway"] == {"connected": False, "latency_s": None}
    assert told["queue"] == {"length": 0, "oldest_s": 0}
    assert told["display"] == {"oldest_unshown_s": 0}
    assert (Health().levels.out_of_reach, Health().levels.thinking, Health().levels.tables) == (0, 0, {})


@pytest.mark.parametrize("latency", [float("nan"), float("inf")])
async def test_an_unknown_latency_is_null(latency: float) -> None:
    told = await report(Patient(replace(WELL, latency=latency)))
    assert told["gateway"] == {"connected": True, "latency_s": None}


@pytest.mark.parametrize(
    ("patient", "returns"),
    [(None, True), (Patient(), True), (Patient(answers=False), True), (Patient(hangs=True), False)],
)
async def test_a_probe_returns_when_the_database_has_answered(patient: Patient | None, returns: bool) -> None:
    one = Health()
    one.bot = patient
    done, _ = await asyncio.wait([asyncio.create_task(one.probe())], timeout=20 if returns else 0.01)
    assert bool(done) is returns
