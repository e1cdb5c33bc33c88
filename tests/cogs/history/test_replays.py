"""`/replay`: records from files, step by step, for one person or for everybody."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from simcord import MemberActor

from bot.store import Server
from cogs.controls import read_table_history
from cogs.history.commands import Replays
from cogs.history.page import LARGEST_FILE
from tests.cogs.discord.helpers import Answered
from tests.cogs.place import Place, ids_of, words_of
from tests.notation import documents

WORKED = documents("tapp_tarock.worked.jsonl")
LINES = "\n".join(map(json.dumps, WORKED)).encode()


async def answer(place: Place, who: MemberActor, content: Any, **options: Any) -> discord.Message:
    name = "deals.jsonl" if isinstance(content, bytes) else "deal.json"
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    await who.slash(place.channel, "replay", file=(name, data), **options)
    return place.private(who)[-1]


async def test_a_record_is_stepped_through(place: Place) -> None:
    shown = await answer(place, place.anna, WORKED[0])
    assert "Tapp-Tarock" in words_of(shown)
    assert "Seat 1" in words_of(shown)
    steps = len(ids_of(shown))
    assert all(each.startswith("d1:") for each in ids_of(shown))
    await place.anna.click(shown, label="Next ▶")
    await place.anna.click(place.private(place.anna)[-1], label="Score")
    assert "This deal" in words_of(place.private(place.anna)[-1])
    assert steps == 3, "two buttons and the list of all steps"
    assert await place.services.store.records.number_imported() == 0, "the record is not imported"


async def test_a_step_is_chosen_from_the_list(place: Place) -> None:
    shown = await answer(place, place.anna, WORKED[0])
    await place.anna.select(shown, ["4"], custom_id=ids_of(shown)[-1])
    assert "-# Trick 3 of 16" in words_of(place.private(place.anna)[-1])


async def test_everybody_can_choose_a_step_of_a_public_record(place: Place) -> None:
    await place.anna.slash(
        place.channel, "replay", file=("deal.json", json.dumps(WORKED[0]).encode()), public=True
    )
    await place.bela.select(place.shown, ["1"], custom_id=ids_of(place.shown)[-1])
    assert "-# Before the play" in words_of(place.shown)


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


@pytest.mark.parametrize("public", [False, True])
async def test_a_file_that_takes_long_to_read_is_announced_to_those_who_will_see_it(
    monkeypatch: pytest.MonkeyPatch, *, public: bool
) -> None:
    replays: Any = Replays(Mock())
    command: Any = Answered(type=discord.InteractionType.application_command)

    async def read(*_: object) -> str:
        await command.was_reached.wait()
        return "no record"

    monkeypatch.setattr("cogs.discord.replies.PATIENCE", 0.0)
    monkeypatch.setattr(replays, "_read", read)
    await replays.replay.callback(replays, command, Mock(), 1, public)
    assert command.deferred == {"ephemeral": not public, "thinking": True}


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


def test_the_largest_file_is_a_megabyte() -> None:
    assert LARGEST_FILE == 1_000_000


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
    assert "no such deal" in words_of(place.private(place.anna)[-1])


def test_ids_of_controls_are_read_and_forged_ones_are_not() -> None:
    assert read_table_history("k3m9xp:3") == ("k3m9xp", 3)
    assert read_table_history("k:0") == ("k", 0)
    forged = ["", ":0", "x:", "x:y", "a" * 41 + ":0"]
    assert [read_table_history(each) for each in forged] == [None] * len(forged)
