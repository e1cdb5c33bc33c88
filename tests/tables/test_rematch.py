"""What a rematch takes over from the table that has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.computers.players import Strength
from bot.tables.rematch import people_of, rematch, seat_of
from tests.tables.room import ANNA, BELA, CHANNEL, CLARA, GUILD, STRANGER, Room
from tests.tables.toy import TOY

if TYPE_CHECKING:
    from bot.store import SavedTable


async def ended(room: Room) -> SavedTable:
    """A table of the toy game that Anna has ended after Béla had left it to a computer."""
    table = await room.table(BELA, fruitless=True)
    assert await table.set_strength(ANNA, Strength.STEADY) is None
    assert await table.add_computer(ANNA, Strength.QUICK) is None
    assert await table.start(ANNA) is None
    assert await table.leave(BELA) is None
    assert await table.end(ANNA) is None
    await room.tables.quiet()
    saved = await room.store.log.table(table.id)
    assert saved is not None
    return saved


async def test_a_rematch_keeps_the_seat_of_its_opener_the_computers_and_the_rules(room: Room) -> None:
    saved = await ended(room)
    request = rematch(saved, TOY, BELA, "Béla")
    assert request is not None
    assert (request.guild_id, request.channel_id, request.host_id) == (GUILD, CHANNEL, BELA)
    assert (request.options, request.locale, request.strength) == ({"fruitless": True}, "ja", Strength.STEADY)
    assert request.rematch_of == saved.table.id
    free, own, computer = request.seats
    assert free is None
    assert own is not None
    assert (own.name, own.user_id, own.is_computer) == ("Béla", BELA, False)
    assert computer is not None
    assert (computer.is_computer, computer.strength) == (True, Strength.QUICK)


async def test_a_person_who_did_not_sit_there_cannot_open_a_rematch(room: Room) -> None:
    saved = await ended(room)
    assert rematch(saved, TOY, STRANGER, "大輔") is None
    assert [seat_of(saved, each) for each in (ANNA, BELA, CLARA)] == [0, 1, None]
    assert people_of(saved) == (ANNA, BELA), "computers are left out"


async def test_a_rule_that_the_game_no_longer_has_is_left_out(room: Room) -> None:
    saved = await ended(room)
    old = saved._replace(table=saved.table._replace(options='{"fruitless": "perhaps", "gone": true}'))
    request = rematch(old, TOY, ANNA, "Anna")
    assert request is not None
    assert request.options == {}
