"""What a soak finds in the logs of deals: who did what at which revision, and who could know which card."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.playground.clock import Clock
from bot.playground.world import CHANNEL_ID, Message, World
from tests.soak.deals import PlayedDeal, played_deals, whole_log
from tests.soak.seats import Place, Seats
from tests.soak.secrecy import Deliveries
from tests.tables.room import ANNA, BELA, CLARA, Room, legal, revision_of

TAPP = GAMES["tapp_tarock"]
TURN = 60.0


@pytest.fixture
async def played(tmp_path: Path) -> tuple[list[PlayedDeal], Seats, dict[tuple[int, str, int], str]]:
    """A begun deal of three people, and what they did at which own revision."""
    room, done = await Room.open(tmp_path / "skiz.db"), {}
    table = await room.table(BELA, CLARA, game=TAPP, channel=int(CHANNEL_ID))
    assert await table.start(ANNA) is None
    for _ in range(6):
        assert table.now.deal is not None
        who = table.now.people[table.now.deal.seats()[0]]
        action, revision = legal(table, who)[-1], revision_of(table, who)
        assert await table.act(who, revision, [action]) is None
        done[who, table.id, revision] = str(action)
    seats = Seats(tmp_path / "skiz.db")
    seats.read()
    await room.close()
    return await played_deals(tmp_path / "skiz.db"), seats, done


Played = tuple[list[PlayedDeal], Seats, dict[tuple[int, str, int], str]]


async def test_the_log_is_indexed_by_person_and_own_revision(played: Played) -> None:
    deals, seats, done = played
    log = whole_log(deals, seats, TURN)
    assert {where: move.action for where, move in log.items()} == done
    assert {move.user_id for move in log.values()} == {ANNA, BELA, CLARA}
    # Where a computer has played for a part of the deal, an action may be its own.
    seats.gave_up.add(Place(deals[0].table, 1, ANNA))
    users = {where[0]: move.user_id for where, move in whole_log(deals, seats, TURN).items()}
    assert users == {ANNA: None, BELA: BELA, CLARA: CLARA}
    # So it may where it has waited for the person as long as a turn lasts.
    assert {move.user_id for move in whole_log(deals, seats, 0.0).values()} == {None}


async def test_a_card_in_the_wrong_place_is_found(played: Played) -> None:
    (deal,), seats, _ = played
    own = deal.positions[0].view(seats.of[Place(deal.table, 1, ANNA)]).hand.sorted[0]
    text = f"### Tapp-Tarock · deal 1 · your hand\n-# {own}"
    control = {"type": 2, "custom_id": f"p1:{deal.table}:hand"}
    message = Message("1", CHANNEL_ID, "0", 0.0, content=text, components=(control,))
    for reader, leaks in ((ANNA, 0), (BELA, 1), (None, 1)):
        world = World(Clock())
        deliveries = Deliveries(world)
        world.put(replace(message, only_for=None if reader is None else str(reader)))
        deliveries.all = [each._replace(at=time.time()) for each in deliveries.all]
        found = list(deliveries.leaks({(deal.table, 1): deal}, seats))
        assert len(found) == leaks, (reader, found)


def test_a_public_control_that_names_a_card_is_found() -> None:
    world = World(Clock())
    deliveries = Deliveries(world)
    control = {"type": 2, "custom_id": "t1:abcdef:3:play T21"}
    world.put(Message("1", CHANNEL_ID, "0", 0.0, components=(control,)))
    assert list(deliveries.leaks({}, Seats(Path()))) == ["public control t1:abcdef:3:play T21"]
