"""A database with rows in every table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert

from bot.store import DealEnd, Message, Person, PlayRow, RecordRow, Server, SessionEnd
from bot.store.database import Step
from bot.store.schema import plays
from tests.store.rows import ACTIONS, ANNA, BELA, CLARA, DEAL, SEATS, TABLE, saved, standing

if TYPE_CHECKING:
    from bot.store import Store, TableRow


async def play(store: Store, name: str, *, guild: int = 1, ended_at: float | None = None) -> TableRow:
    """Open a table and play a deal to its end; then end the table, unless it is to go on."""
    table = TABLE._replace(id=name, guild_id=guild)
    await store.log.add_table(table, SEATS)
    await store.log.start_deal(saved(table), SEATS, DEAL)
    end = DealEnd("{}", (standing(ANNA, 5), standing(BELA, -5, seat=1)))
    await store.log.append(saved(table, 2), 1, 0, ACTIONS, ended_at or 1000.0, end)
    after = saved(table, 3)._replace(state="ended" if ended_at else "playing", ended_at=ended_at)
    await store.log.save_table(after, SEATS)
    await store.messages.put(name, Message("table", 0, 2, 3))
    return after


async def rate(
    store: Store, name: str, *nets: int, guild: int = 1, at: float = 4000.0, game: str = TABLE.game
) -> None:
    """Play a session of so many deals between Anna and Béla, in which Anna gains, and end it."""
    table = TABLE._replace(id=name, guild_id=guild, game=game)
    await store.log.add_table(table, SEATS)
    saves = 0
    for number, net in enumerate(nets, 1):
        await store.log.start_deal(saved(table, saves + 1), SEATS, DEAL._replace(number=number))
        end = DealEnd("{}", (standing(ANNA, net), standing(BELA, -net, seat=1)))
        await store.log.append(saved(table, saves + 2), number, 0, (), at, end)
        saves += 2
    over = saved(table, saves + 1)._replace(state="ended", ended_at=at)
    await store.log.save_table(over, SEATS, SessionEnd(at, ()))


async def add_play(store: Store, table: str, user: int, points: int | None, guild: int = 1) -> None:
    """Let a person have played given cards at a table that is gone."""
    play = PlayRow(table, "k3m9xp/4", guild, user, f"<{user}>", 0, 4.5, points, "solo", 1, 40)
    await store.database.write(Step(insert(plays), [play._asdict()]))


async def fill(store: Store) -> None:
    """Put rows into every table."""
    await play(store, "open")
    await play(store, "ended", ended_at=2000.25)
    await rate(store, "rated", 3, -1, 4, 2, at=1500.0)
    await store.people.put(Person(ANNA, dm_ok=True, locale="ja", large_cards=True, seen_at=86400.0))
    await store.people.put(Person(2**63 - 1))
    await store.servers.put(Server(1, "ja", "fast", "strong", "thread", "never", "[2, 3]", greeted=True))
    await store.settings.put("commands", 'äöü "大輔" 🂡 \\ \n')
    await store.records.put(RecordRow("abcdefghjk", '{"format": "tarock-deal/1"}', 1, 5.5))
    await add_play(store, "first", ANNA, 7)
    await add_play(store, "second", BELA, None)
    await store.messages.put("open", Message("reminder", 0, 2, 4, called=(CLARA,)))
    await store.retention.note_servers(frozenset(), 3000.125)
