"""A void deal that the same dealer repeats is no deal of the session, at a table and after a restart."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, text, update

from bot.games.koenigrufen import KOENIGRUFEN
from bot.rules.cards import KINGS, TAROCKS
from bot.store import schema
from bot.tables import Table, TableState
from tests.store.helpers import synchronously
from tests.tables.room import ANNA, BELA, Fixed, Room, finish, request

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

    from bot.rules.cards import Card, Cards

AGREED = 4


class WithRedeals(Fixed):
    """Chance that deals some packs in which a hand has neither king nor tarock, and the others as ever."""

    def __init__(self, *void: int) -> None:
        super().__init__()
        self.void = void

    def deck(self, pack: Cards) -> tuple[Card, ...]:
        """Return a pack: for its number in `void`, twelve poor cards for the first seat that is dealt to."""
        deck = super().deck(pack)
        if self.packs not in self.void:
            return deck
        hand = [each for each in deck if each not in KINGS | TAROCKS][:12]
        others = [each for each in deck if each not in hand]
        return (*others[:6], *hand[:6], *others[6:24], *hand[6:], *others[24:])


async def begun(path: Path, *void: int, right: str = "optional") -> tuple[Room, Table]:
    """A table of four deals, at which every player with neither king nor tarock demands a redeal."""
    room = await Room.open(path, shuffle=WithRedeals(*void))
    options = {"deals_per_session": AGREED, "redeal_right": right}
    table = await room.tables.create(request(ANNA, options, game=KOENIGRUFEN))
    assert isinstance(table, Table)
    assert await table.join(BELA, "Béla") is None
    for _ in range(2):
        assert await table.add_computer(ANNA) is None
    assert await table.start(ANNA) is None
    return room, table


async def dealers_until_the_end(table: Table, room: Room) -> list[int]:
    """Play to the end, and return the dealers of the deals that were not void."""
    dealers = []
    while table.state is not TableState.ENDED:
        await finish(table, room)
        assert table.open is not None
        assert table.open.result is not None
        dealers += [] if table.open.result.void else [table.open.dealer]
        await table.next_deal(ANNA)
    return dealers


@pytest.mark.parametrize("void", [(), (1,), (2, 3, 6)])
async def test_every_seat_deals_equally_often(path: Path, void: tuple[int, ...]) -> None:
    room, table = await begun(path, *void)
    assert await dealers_until_the_end(table, room) == [0, 1, 2, 3]
    assert table.number == AGREED + len(void)
    await room.close()


@pytest.mark.rule("koenigrufen 17.1.5")
async def test_cards_dealt_again_without_asking_are_no_deal_of_their_own(path: Path) -> None:
    room, table = await begun(path, 2, 3, right="auto")
    await finish(table, room)
    assert await table.next_deal(ANNA) is None
    shown = [hand for misdeal in table.misdeals for _, hand in misdeal.hands]
    assert [len(hand) for hand in shown] == [12, 12]
    assert not any(hand & (KINGS | TAROCKS) for hand in shown)
    assert table.number == 2
    assert await dealers_until_the_end(table, room) == [1, 2, 3]
    await room.close()


@pytest.mark.parametrize("older", [False, True], ids=["now", "by an earlier version"])
async def test_a_table_saved_after_a_redeal_has_as_many_deals_left_when_restored(
    path: Path, *, older: bool
) -> None:
    room, table = await begun(path, 1, 3)
    for _ in range(4):
        await finish(table, room)
        assert await table.next_deal(ANNA) is None
    session = table.session
    assert session is not None
    assert (session.deals, session.counted, session.remaining) == (4, 2, 2)
    await room.close()
    if older:
        await synchronously(path, without_repeated)
    room = await Room.open(path)
    (table,) = room.tables.of_user(ANNA)
    assert table.session == session
    assert await dealers_until_the_end(table, room) == [2, 3]
    await room.close()


def without_repeated(connection: Connection) -> None:
    """Downgrade to version 0021."""
    tables = schema.tables
    for table_id, document in connection.execute(select(tables.c.id, tables.c.session)).all():
        session = {name: value for name, value in json.loads(document).items() if name != "repeated"}
        changed = update(tables).where(tables.c.id == table_id).values(session=json.dumps(session))
        connection.execute(changed)
    connection.execute(text("UPDATE alembic_version SET version_num = '0021'"))
