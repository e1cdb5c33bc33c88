"""The command `recount`: it finds every kind of damage, and nothing where there is none."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.games import GAMES
from bot.store import Listing, Measure, Store
from bot.store.database import Database, Step
from bot.store.ratings import DEALS as DEALS_RATED
from tests.cli.conftest import Ran
from tests.cli.recounting import (
    ANNA,
    DAMAGE,
    DEALS,
    ENDED,
    GUILD,
    RATED,
    TABLE,
    play_all,
    play_sessions,
)
from tests.postgresql import SQLITE_ALONE

Recounted = Callable[..., tuple[int, list[str]]]

LISTINGS = [Listing("tapp_tarock", measure=each) for each in (Measure.POINTS, Measure.BEST)]

CARDS = ("T21", "SK", "HK", "play ")


async def damage(database: Path | str, statement: str) -> None:
    opened = await Database.open(database)
    await opened.write(Step(text(statement.replace(":", "\\:")), guards=True))
    await opened.close()


@pytest.fixture
def recounted(ran: Ran) -> Recounted:
    """Recount: the exit code and the lines."""

    def run(*options: str) -> tuple[int, list[str]]:
        done = ran("recount", *options)
        assert done.err == ""
        return done.code, done.lines

    return run


@pytest.fixture
def set_to(database: Path | str, monkeypatch: pytest.MonkeyPatch) -> Path | str:
    """A database that the settings name."""
    monkeypatch.setenv("DATABASE", str(database))
    return database


def test_deleting_old_tables_leaves_standings_and_ratings_that_add_up(
    set_to: Path | str, recounted: Recounted
) -> None:
    """KEEP_DEALS_DAYS deletes the logs of deals; leaderboards and ratings outlive them."""

    async def play_and_purge() -> None:
        await play_sessions(set_to)
        store = await Store.open(set_to)
        ranks = [await store.leaderboard.page(GUILD, listing) for listing in LISTINGS]
        assert ranks[0]
        purged = [each async for each in store.retention.purge_tables(2 * ENDED)]
        assert sum(each["tables"] for each in purged) == 3
        assert [await store.leaderboard.page(GUILD, listing) for listing in LISTINGS] == ranks
        await store.close()

    asyncio.run(play_and_purge())
    assert recounted("--json") == (0, ['{"deals": 0, "differences": 0}'])


def test_a_sound_database_has_no_differences(set_to: Path | str, recounted: Recounted) -> None:
    asyncio.run(play_all(set_to, *GAMES))
    code, (line,) = recounted("--json")
    assert (code, json.loads(line)) == (0, {"deals": DEALS, "differences": 0})
    assert recounted() == (0, [f"Finished deals computed again: {DEALS}; differences: 0."])


NO_DAMAGE = {
    "a play finished by a computer": (
        "UPDATE plays SET points = NULL, contract = '', declarer = 0, card_points = NULL"
    ),
    "a deal saved without a summary": "UPDATE deals SET summary = NULL",
    "names of computers in a summary": (
        """UPDATE deals SET summary = replace(summary, '"moments"', '"computers": ["Poldi"], "moments"')"""
    ),
}


@pytest.mark.parametrize("statement", NO_DAMAGE.values(), ids=NO_DAMAGE)
def test_what_may_be_missing_is_no_difference(
    set_to: Path | str, recounted: Recounted, statement: str
) -> None:
    asyncio.run(play_all(set_to, "tapp_tarock"))
    asyncio.run(damage(set_to, statement))
    assert recounted("--json")[0] == 0


def test_tables_that_were_purged_are_no_differences(set_to: Path | str, recounted: Recounted) -> None:
    asyncio.run(play_all(set_to, *GAMES))
    asyncio.run(damage(set_to, f"UPDATE tables SET ended_at = 1.0 WHERE id = '{TABLE}'"))
    asyncio.run(purge(set_to))
    code, (line,) = recounted("--json")
    assert (code, json.loads(line)) == (0, {"deals": DEALS - 1, "differences": 0})


def test_rated_sessions_have_no_differences(set_to: Path | str, recounted: Recounted) -> None:
    asyncio.run(play_sessions(set_to))
    code, (line,) = recounted("--json")
    assert (code, json.loads(line)) == (0, {"deals": 3 * DEALS_RATED - 1, "differences": 0})
    asyncio.run(erase(set_to))
    assert recounted("--json") == (code, [line]), "after a person was deleted"
    asyncio.run(damage(set_to, "UPDATE tables SET ended_at = 1.0"))
    asyncio.run(purge(set_to))
    assert recounted("--json")[0] == 0, "after the deals were purged"


async def erase(database: Path | str) -> None:
    store = await Store.open(database)
    await store.personal.erase(ANNA)
    await store.close()


@SQLITE_ALONE
@pytest.mark.parametrize(("statement", "told"), RATED.items(), ids=RATED)
def test_damage_to_ratings_is_found(
    statement: str, told: str, set_to: Path | str, recounted: Recounted
) -> None:
    asyncio.run(play_sessions(set_to))
    asyncio.run(damage(set_to, statement))
    code, (*lines, _) = recounted()
    assert code == 1
    assert any(line.startswith(told) for line in lines), "\n".join(lines)


async def purge(database: Path | str) -> None:
    store = await Store.open(database)
    assert [each async for each in store.retention.purge_tables(2.0)]
    await store.close()


def test_an_empty_database_has_no_differences(
    new_database: Path, recounted: Recounted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE", str(new_database))
    assert recounted("--json") == (0, ['{"deals": 0, "differences": 0}'])


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a deal of Tapp-Tarock and all that `play_all` adds: copying it is quicker than playing."""
    path = tmp_path_factory.mktemp("played") / "skiz.db"
    asyncio.run(play_all(path, "tapp_tarock"))
    return path


@SQLITE_ALONE
@pytest.mark.parametrize(("statement", "told"), DAMAGE.items(), ids=DAMAGE)
def test_damage_is_found(
    statement: str, told: str, set_to: Path | str, played: Path, recounted: Recounted
) -> None:
    if isinstance(set_to, Path):
        set_to.parent.mkdir()
        shutil.copy(played, set_to)
    else:
        asyncio.run(play_all(set_to, "tapp_tarock"))
    asyncio.run(damage(set_to, statement))
    code, (*lines, last) = recounted()
    assert code == 1
    assert any(line.startswith(told) for line in lines), "\n".join(lines)
    assert last.endswith(f"; differences: {len(lines)}.")
    assert not any(card in line for line in lines for card in CARDS)
    code, (line,) = recounted("--json")
    assert (code, json.loads(line)["differences"]) == (1, len(lines))


@pytest.mark.parametrize(
    ("database", "message"),
    [
        ("nowhere.db", "There is no database nowhere.db yet"),
        ("notes.txt", "The database "),
        ("postgresql://skiz:geheim@127.0.0.1:1/skiz", "The database "),
    ],
)
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_database_that_cannot_be_opened_is_reported_in_one_line(
    options: tuple[str, ...], database: str, message: str, ran: Ran, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("notes.txt").write_text("no database at all, but long enough to have a header\n" * 100)
    monkeypatch.setenv("DATABASE", database)
    code, out, err = ran("recount", *options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(message)
    assert "geheim" not in err
