"""Sealed secrets at a table: fixed before the press, kept over a restart, shown only afterwards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.games import GAMES
from bot.rules.moves import Action
from bot.tables import Change, LiveTable, TableState, is_going_on, play, proof_of
from tests.tables.room import ANNA, BELA, CLARA, STRANGER, Room, finish, step

if TYPE_CHECKING:
    from pathlib import Path

    from bot.fairness import Proof

PRESS = 1_300_000_000_000_000_000


async def proved(room: Room, table_id: str, number: int) -> Proof:
    """The proof of a saved deal, after checking that it is valid."""
    saved = await room.store.history.saved_deal(table_id, number)
    assert saved is not None
    proof = proof_of(saved, GAMES)
    assert proof is not None
    assert proof.fault() is None
    return proof


@pytest.fixture
async def sealed(path: Path) -> Room:
    return await Room.open(path, sealed=True)


@pytest.mark.parametrize("game", ["tapp_tarock", "royal_tarokk"])
async def test_every_deal_follows_from_the_commitment_shown_before_its_press(sealed: Room, game: str) -> None:
    others = (BELA, CLARA) if game == "tapp_tarock" else (BELA, CLARA, STRANGER)
    table = await sealed.table(*others, game=GAMES[game])
    commitments = [table.now.commitment]
    assert await table.start(ANNA, PRESS) is None
    commitments.append(table.now.commitment)
    await finish(table, sealed)
    assert await table.next_deal(BELA, PRESS + 1) is None
    await finish(table, sealed)
    proofs = [await proved(sealed, table.id, number) for number in (1, 2)]
    assert [proof.commitment for proof in proofs] == commitments
    assert [proof.press for proof in proofs] == [PRESS, PRESS + 1]
    await sealed.close()


async def test_a_restart_changes_neither_seal(sealed: Room, path: Path) -> None:
    table = await sealed.table(BELA, CLARA, game=GAMES["tapp_tarock"])
    assert await table.start(ANNA) is None
    await finish(table, sealed)
    assert await table.next_deal(ANNA) is None
    await step(table, sealed)
    before = table.now.commitment
    await sealed.close()
    room = await Room.open(path, sealed=True)
    (table,) = room.tables.of_user(ANNA)
    assert table.now.commitment == before
    await finish(table, room)
    assert (await proved(room, table.id, 2)).press is None
    await room.close()


async def test_a_new_seal_is_opened_if_none_was_shown(sealed: Room) -> None:
    table = await sealed.table(BELA, CLARA, game=GAMES["tapp_tarock"])
    unsealed = replace(table.now, seal=None)
    change = play.start(unsealed, ANNA, play.Chance(table.id, None, PRESS))
    assert isinstance(change, Change)
    assert change.after.origin is not None
    assert change.after.origin.seal.number == 1
    await sealed.close()


async def test_a_secret_is_shown_only_when_the_deal_is_over(sealed: Room) -> None:
    table = await sealed.table(BELA, CLARA, game=GAMES["tapp_tarock"])
    shown = [table.now.opened]
    await table.start(ANNA, PRESS)
    shown.append(table.now.opened)
    assert shown == [None, None]
    saved = await sealed.store.history.saved_deal(table.id, 1)
    assert saved is not None
    assert is_going_on(saved)
    await finish(table, sealed)
    assert table.now.opened is not None
    assert table.now.opened.seal.commitment != table.now.commitment
    await sealed.close()


async def test_a_deal_broken_off_is_revealed(sealed: Room) -> None:
    table = await sealed.table(BELA, CLARA, game=GAMES["tapp_tarock"])
    await table.start(ANNA, PRESS)
    await step(table, sealed)
    assert await table.end(ANNA) is None
    assert table.now.state is TableState.ENDED
    assert table.now.opened is not None
    assert table.now.commitment is None
    saved = await sealed.store.history.saved_deal(table.id, 1)
    assert saved is not None
    assert not is_going_on(saved)
    await proved(sealed, table.id, 1)
    await sealed.close()


async def test_choices_about_the_dealing_are_proved(sealed: Room) -> None:
    table = await sealed.table(BELA, CLARA, STRANGER, game=GAMES["romanian_tarok"])
    await table.set_option(ANNA, "knock_styles", value=True)
    await table.start(ANNA, PRESS)
    await finish(table, sealed)
    proof = await proved(sealed, table.id, 1)
    assert [move.action.verb for move in proof.dealing][:1] == [Action.parse("deal cut").verb]
    await sealed.close()


async def test_a_deal_without_a_seal_cannot_be_proved(path: Path) -> None:
    room = await Room.open(path)
    table: LiveTable = await room.started(BELA, CLARA, game=GAMES["tapp_tarock"])
    await finish(table, room)
    saved = await room.store.history.saved_deal(table.id, 1)
    assert saved is not None
    assert proof_of(saved, GAMES) is None
    assert table.now.opened is None
    assert await room.store.history.saved_deal(table.id, 2) is None
    assert await room.store.history.saved_deal("none", 1) is None
    await room.close()
