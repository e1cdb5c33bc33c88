"""The strength of computers: chosen for a table or a seat, saved, and what happens without an answer."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import pytest

from bot.rules.moves import Action
from bot.tables import Pace, Strength, TableState
from tests.tables.room import ANNA, BELA, Room, code, finish, legal, revision_of
from tests.tables.thinkers import Thinkers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.rules.view import View


@pytest.fixture
def thinkers() -> Thinkers:
    return Thinkers()


@pytest.fixture
async def room(path: Path, thinkers: Thinkers) -> AsyncIterator[Room]:
    opened = await Room.open(path, thinkers=thinkers)
    yield opened
    await opened.close()


# Choosing


async def test_a_seat_may_have_a_strength_of_its_own(room: Room, thinkers: Thinkers) -> None:
    table = await room.table(computers=1)
    assert table.now.settings.strength is Strength.STEADY
    assert await table.add_computer(ANNA, Strength.STRONG) is None
    assert [each and each.strength for each in table.now.occupants] == [None, None, Strength.STRONG]
    assert await table.start(ANNA) is None
    await finish(table, room)
    assert thinkers.strengths == {1: {Strength.STEADY}, 2: {Strength.STRONG}}


async def test_thinkers_are_not_asked_about_quick_computers(room: Room, thinkers: Thinkers) -> None:
    table = await room.table(computers=2)
    assert await table.change(ANNA, "strength", Strength.QUICK) is None
    assert await table.start(ANNA) is None
    await finish(table, room)
    assert (table.now.state, thinkers.asked) == (TableState.BETWEEN, [])


async def test_the_strength_of_all_computers_is_set_at_once(room: Room) -> None:
    table = await room.table(BELA)
    assert await table.add_computer(ANNA, Strength.QUICK) is None
    assert await table.change(ANNA, "strength", Strength.STRONG) is None
    assert [each and each.strength for each in table.now.occupants] == [None] * 3
    heard = len(room.heard)
    assert await table.change(ANNA, "strength", Strength.STRONG) is None
    assert (table.now.settings.strength, len(room.heard)) == (Strength.STRONG, heard)
    assert code(await table.change(BELA, "strength", Strength.QUICK)) == "only_host"
    assert await table.start(ANNA) is None
    assert code(await table.change(ANNA, "strength", Strength.QUICK)) == "already_started"


async def test_strengths_are_kept(room: Room, path: Path) -> None:
    table = await room.table()
    assert await table.change(ANNA, "strength", Strength.STRONG) is None
    assert await table.add_computer(ANNA, Strength.QUICK) is None
    assert await table.add_computer(ANNA) is None
    await room.close()
    again = await Room.open(path)
    restored = again.tables.get(table.id)
    assert restored is not None
    assert (restored.now.settings.strength, restored.now.occupants) == (Strength.STRONG, table.now.occupants)
    await again.close()


async def test_a_computer_that_sits_in_has_the_strength_of_the_table(room: Room, thinkers: Thinkers) -> None:
    table = await room.table(BELA, computers=1, pace=Pace.FAST)
    await table.change(ANNA, "strength", Strength.STRONG)
    await table.start(ANNA)
    await room.wait(60)
    assert thinkers.strengths[0] == {Strength.STRONG}, "for an absent person"
    assert await table.leave(BELA) is None
    await room.tables.quiet()
    assert thinkers.strengths[1] == {Strength.STRONG}, "for a person who has left"


# Asking


async def test_every_decision_has_its_own_unpredictable_seed(
    room: Room, path: Path, thinkers: Thinkers
) -> None:
    table = await room.started(computers=2)
    await finish(table, room)
    seeds = [seed for *_, seed in thinkers.asked]
    assert len(set(seeds)) == len(seeds) > 1
    assert all(seed.startswith(f"a secret {table.id} 1 ") for seed in seeds)
    assert not [card for card in table.now.game.pack if str(card) in " ".join(seeds).split()]


async def test_a_view_with_one_action_needs_no_thought(room: Room, thinkers: Thinkers) -> None:
    table = await room.started(computers=2)
    await finish(table, room)
    assert all(len(view.actions) > 1 for _, _, view, _ in thinkers.asked)


# Without an answer


async def test_without_an_answer_a_quick_computer_chooses(
    room: Room, thinkers: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    thinkers.answers = False
    table = await room.started(computers=2)
    await finish(table, room)
    assert table.now.state is TableState.BETWEEN
    assert thinkers.asked
    assert not caplog.records, "the thinkers have logged it"


async def test_after_an_illegal_answer_a_quick_computer_chooses(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Cheating(Thinkers):
        async def choose(
            self, table_id: str, strength: Strength, view: View, seed: str, seconds: float, /
        ) -> Action:
            return Action(view.actions[0].verb, "T21")

    room = await Room.open(path, thinkers=Cheating())
    with caplog.at_level(logging.DEBUG, "bot"):
        table = await room.started(computers=2)
        await finish(table, room)
    assert table.now.state is TableState.BETWEEN
    assert f"The steady computer player on seat 1 of table {table.id} chose an illegal action" in caplog.text
    assert "T21" not in caplog.text
    await room.close()


async def test_a_table_that_ends_withdraws_its_question(room: Room, thinkers: Thinkers) -> None:
    table = await room.table(computers=1)
    thinkers.may_answer.clear()
    await table.add_computer(ANNA)
    await table.start(ANNA)
    await thinkers.was_asked.wait()
    assert await table.end(ANNA) is None
    await room.tables.quiet()
    assert thinkers.dropped == 1


async def test_a_table_that_has_moved_on_withdraws_its_question(room: Room, thinkers: Thinkers) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    for user_id in (ANNA, BELA):
        await table.act(user_id, revision_of(table, user_id), legal(table, user_id)[:1])
    thinkers.may_answer.clear()
    room.clock.advance(40)
    await thinkers.was_asked.wait()
    late = next(user_id for user_id in (ANNA, BELA) if legal(table, user_id))
    card = legal(table, late)[0]
    assert await table.act(late, None, [card]) is None, "the absent player is back"
    await asyncio.sleep(0)
    assert thinkers.dropped == 1
    await room.tables.quiet()
    assert [str(move.action) for move in table.now.open_log][2:] == [str(card)]
