"""Two processes at one table on one database: each save of one makes the other one stale."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from bot.store import ActionRow, DealRow
from bot.store.database import Database
from bot.store.schema import actions, deals
from bot.tables.storage import restored
from tests.tables.room import BELA, CLARA, Room, facts, finish
from tests.tables.toy import TOY

if TYPE_CHECKING:
    from bot.store import SavedTable

ROOT: Final = Path(__file__).parents[2]
ROUNDS: Final = 30


def play_together(database: Path | str) -> list[list[tuple[str, str | None]]]:
    """Let two processes play at the same time; return what each tried, with the refusals it got."""
    both = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.tables.playing_together", str(database), seed],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for seed in "12"
    ]
    try:
        return list(map(list, zip(*(one_round(both) for _ in range(ROUNDS)), strict=True)))
    finally:
        for each in both:
            with each:
                each.kill()


def one_round(both: list[subprocess.Popen[str]]) -> list[tuple[str, str | None]]:
    """Let both try something at once."""
    for each in both:
        assert each.stdin is not None
        each.stdin.write("\n")
        each.stdin.flush()
    return [json.loads(each.stdout.readline()) for each in both if each.stdout is not None]


async def all_deals(database: Path | str, saved: SavedTable) -> list[SavedTable]:
    """The table at each of its deals, as the rows of the database have them."""
    opened = await Database.open(database)
    dealt, acted = await opened.read(
        select(*(deals.c[name] for name in DealRow._fields)).order_by(deals.c.number),
        select(actions.c.deal, actions.c.seq, actions.c.seat, actions.c.action).order_by(
            actions.c.deal, actions.c.seq
        ),
    )
    await opened.close()
    found = []
    for deal in (DealRow(*row) for row in dealt):
        log = [row[1:] for row in acted if row[0] == deal.number]
        assert [seq for seq, *_ in log] == list(range(len(log)))
        found.append(saved._replace(deal=deal, actions=tuple(ActionRow(*row) for _, *row in log)))
    return found


async def test_two_processes_play_at_one_table(database: Path | str) -> None:
    room = await Room.open(database)
    await room.started(BELA, CLARA)
    await room.close()
    both = play_together(database)
    assert {refusal for tried in both for _, refusal in tried} == {None, "stale"}
    assert all(any(":" in what and not refusal for what, refusal in tried) for tried in both)
    confirmed = Counter(what for tried in both for what, refusal in tried if not refusal)

    room = await Room.open(database)
    (table,) = room.tables.of_user(BELA)
    (saved,) = await room.store.log.open_tables()
    assert confirmed["leave"] - confirmed["join"] == (table.now.seat_of(CLARA) is None)
    assert confirmed["deal"] == table.now.number - 1
    found = Counter(
        f"{each.deal.number}: {action.seat} {action.action}"
        for each in await all_deals(database, saved)
        if each.deal and restored(each, {TOY.name: TOY})  # every log can be replayed
        for action in each.actions
    )
    assert {what: count for what, count in confirmed.items() if ":" in what}.items() <= found.items()
    assert set(found.values()) == {1}
    room.tables.resume()
    await finish(table, room)
    before = facts(table)
    await room.close()
    room = await Room.open(database)
    assert facts(*room.tables.of_user(BELA)) == before
    await room.close()
