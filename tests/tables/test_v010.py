"""A database that 0.1.0 wrote, with tables of all games, is adopted without loss and played on.

`v010/rows.sql` was written by 0.1.0 itself, in play by its own computers and scripted people;
`v010/expected.json` is what 0.1.0 then restored from it.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.cli.recount import Account, recounted
from bot.games import GAMES
from bot.store import CardsShown, Message, Person, Store
from bot.tables import LiveTable, TableState
from tests.store.helpers import of_0_1_0
from tests.tables.room import ANNA, BELA, CLARA, GUILD, Room, finish, ranked

V010 = Path(__file__).parent / "v010"
EXPECTED = json.loads((V010 / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The database as 0.1.0 left it."""
    path = tmp_path / "skiz.db"
    of_0_1_0(path)
    with closing(sqlite3.connect(path)) as old:
        old.executescript(V010.joinpath("rows.sql").read_text(encoding="utf-8"))
    return path


def facts(table: LiveTable) -> dict[str, Any]:
    deal, session = table.now.deal, table.now.session
    return {
        "game": table.now.game.name,
        "state": table.now.state,
        "host": table.now.host_id,
        "channel": table.now.channel_id,
        "options": dict(table.now.options),
        "number": table.now.number,
        "revision": table.now.revision,
        "seats": [each and [each.name, each.user_id, each.away_id] for each in table.now.occupants],
        "log": [str(move) for move in deal.log] if deal else [],
        "scores": list(deal.result.scores) if deal and deal.result else None,
        "totals": list(session.totals) if session else None,
        "dealer": session.dealer if session else None,
        "deals": session.deals if session else None,
        "inherited": dict(session.inherited) if session else None,
        "last circle after": session.last_circle_announced_after if session else None,
        "course": list(map(list, session.history)) if session else None,
    }


async def lines(store: Store, game: str) -> dict[int, list[Any]]:
    """Each person as listed by 0.1.0: the name, then deals, wins and net among people and with computers."""
    found: dict[int, list[Any]] = {}
    for number, computers in enumerate((False, True)):
        listing = ranked(game, computers=computers)
        ranks = await store.leaderboard.page(GUILD, listing)
        assert len(ranks) == await store.leaderboard.size(GUILD, listing)
        for rank in ranks:
            assert rank.tally is not None
            found.setdefault(rank.user_id, [rank.name, [0, 0, 0], [0, 0, 0]])[number + 1] = list(
                rank.tally[:3]
            )
    return found


async def test_every_table_is_restored_as_0_1_0_restored_it(room: Room) -> None:
    tables = [table for user in (ANNA, BELA) for table in room.tables.of_user(user)]
    assert {table.id: facts(table) for table in tables} == EXPECTED["tables"]
    played = {(table.now.game.name, table.now.state) for table in tables}
    assert played >= {(name, state) for name in GAMES for state in (TableState.PLAYING, TableState.BETWEEN)}


async def test_nothing_else_is_lost(room: Room) -> None:
    for game, expected in EXPECTED["leaderboard"].items():
        if game:  # the points of different games are not added up any more
            assert await lines(room.store, game) == {user: facts for _place, user, *facts in expected}
    for number, (table_id, table) in enumerate(EXPECTED["tables"].items()):
        host = table["host"]
        assert await room.store.messages.of(table_id) == (
            Message("hand", host, 1_300_000_000_000_000_000 + host, 1_500_000_000_000_000_000 + number),
            Message("table", 0, table["channel"], 1_400_000_000_000_000_000 + number),
        )
    # The day they were last seen was not kept.
    people = [(await room.store.people.get(each))._replace(seen_at=0.0) for each in (ANNA, BELA, CLARA)]
    assert people == [
        Person(ANNA, dm_ok=True, locale="en", cards=CardsShown.LARGE),
        Person(BELA, dm_ok=False, told_dm_closed=True),
        Person(CLARA),
    ]
    assert await room.store.settings.get("commands") == "0f3c9a"


async def test_a_recount_finds_no_difference(
    room: Room, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = [row async for player in room.store.history.players() for row in player.tallies]
    await room.close()
    assert sum(row.failed for row in kept if not row.period) > 0
    assert sum(row.kept for row in kept if not row.period) > 0
    account = await recounted(path, Account(as_json=False))
    assert (account.deals, account.differences) == (12, 0), capsys.readouterr().out


async def test_every_table_is_played_on(room: Room) -> None:
    room.tables.resume()
    for table in room.tables.of_user(ANNA):
        if table.now.state is TableState.BETWEEN:
            assert await table.next_deal(ANNA) is None
        before = facts(table)
        await finish(table, room)
        after = facts(table)
        assert after["log"][: len(before["log"])] == before["log"]
        assert (after["state"], after["number"]) == (TableState.BETWEEN, before["number"])
        assert after["deals"] == before["deals"] + 1
