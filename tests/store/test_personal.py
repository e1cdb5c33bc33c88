"""Everything kept about a person: counted, copied, made anonymous."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from bot.store import CardsShown, DealEnd, Kept, Message, Person, SeatRow, StaleLogError, Store, TableRow
from bot.store.database import Rows
from bot.store.personal import DELETED
from bot.store.schema import metadata
from tests.store.helpers import (
    ACTIONS,
    ANNA,
    BELA,
    CLARA,
    DEAL,
    POINTS,
    SEATS,
    TABLE,
    add_play,
    fill,
    play,
    saved,
    standing,
)

NOBODY = 99


async def everything(store: Store) -> dict[str, Rows]:
    """All rows of all tables."""
    return {
        name: await store.rows(table.select().order_by(*table.primary_key))
        for name, table in metadata.tables.items()
    }


def texts(value: object) -> list[str]:
    """All texts and numbers in a JSON value."""
    if isinstance(value, dict):
        return [text for each in value.values() for text in texts(each)]
    return [text for each in value for text in texts(each)] if isinstance(value, list) else [str(value)]


async def second_deal(store: Store, before: TableRow, seats: Sequence[SeatRow] = SEATS) -> TableRow:
    """Begin a second deal at a table, with two actions."""
    begun = saved(before)
    await store.log.start_deal(
        begun, seats, DEAL._replace(number=2, misdeals='[{"0": "T1 SK"}, {"1": "T2"}]')
    )
    await store.log.append(saved(begun), 2, 0, ACTIONS, 1500.0)
    return saved(begun)


async def test_the_rows_kept_about_a_person_are_counted(store: Store) -> None:
    await fill(store)
    await store.messages.put("open", Message("dm 1", ANNA, 3, 4))
    await store.messages.put("ended", Message("ping", 0, 3, 5, called=(BELA, ANNA)))
    await play(store, "elsewhere", guild=2, ended_at=5.0)
    assert await store.personal.kept(ANNA) == Kept(1, 4, 1, 7, 2, 2, 1)
    assert await store.personal.kept(BELA) == Kept(0, 4, 1, 7, 2, 1, 1)
    assert await store.personal.kept(NOBODY) == Kept(0, 0, 0, 0, 0, 0)


DOCUMENT = {
    "format": "skiz-person/1",
    "user_id": "11",
    "people": [
        {
            "user_id": "11",
            "dm_ok": 1,
            "told_dm_closed": 0,
            "locale": "ja",
            "cards": "large",
            "streak": 2,
            "best_streak": 5,
            "seen_at": "1970-01-02T00:00:00.000+00:00",
        }
    ],
    "tables": [
        {
            "id": "k7",
            "guild_id": "1",
            "channel_id": "2",
            "game": "some_game",
            "options": {"fixed_half": True},
            "locale": "ja",
            "state": "ended",
            "created_at": "1970-01-01T00:16:40.500+00:00",
            "ended_at": "1970-01-01T00:33:20.250+00:00",
            "host": True,
        }
    ],
    "seats": [{"table_id": "k7", "seat": 0, "name": "Anna", "away": False}],
    "deals": [
        {
            "table_id": "k7",
            "number": 1,
            "seat": 0,
            "started_at": "1970-01-01T00:16:41.000+00:00",
            "ended_at": "1970-01-01T00:33:20.250+00:00",
            "misdeals": [],
            "hand": "T22 SK",
            "actions": [{"action": "pass", "at": "1970-01-01T00:33:20.250+00:00"}],
        }
    ],
    "plays": [
        {
            "table_id": "gone",
            "given": "k3m9xp/4",
            "guild_id": "1",
            "user_id": "11",
            "name": "<11>",
            "seat": 0,
            "at": "1970-01-01T00:00:04.500+00:00",
            "points": 7,
            "contract": "solo",
            "declarer": 1,
            "card_points": 40,
        }
    ],
    "messages": [
        {"table_id": "k7", "kind": "dm 1", "channel_id": "3", "message_id": "4", "digest": "x"},
        {"table_id": "k7", "kind": "ping", "channel_id": "3", "message_id": "5", "digest": ""},
    ],
}
"""Most parts of the document of a person who has played and has settings."""


async def test_a_document_holds_everything_kept_about_a_person(store: Store) -> None:
    anna = Person(ANNA, dm_ok=True, locale="ja", cards=CardsShown.LARGE, seen_at=86400.0)
    await store.people.put(anna._replace(streak=2, best_streak=5))
    await play(store, "k7", ended_at=2000.25)
    await store.messages.put("k7", Message("dm 1", ANNA, 3, 4, "x"))
    await store.messages.put("k7", Message("ping", 0, 3, 5, called=(BELA, ANNA)))
    await add_play(store, "gone", ANNA, 7)
    document = await store.personal.document(ANNA)
    assert {part: document[part] for part in DOCUMENT} == DOCUMENT
    assert {part: len(document[part]) for part in {*document} - {*DOCUMENT}} == {
        "standings": 1,
        "tallies": 3,
        "rated": 0,
        "ratings": 0,
    }


async def test_the_document_of_an_unknown_person_is_empty(store: Store) -> None:
    await fill(store)
    document = await store.personal.document(NOBODY)
    assert (document.pop("format"), document.pop("user_id")) == ("skiz-person/1", "99")
    assert not any(document.values())


async def test_a_document_is_sorted_and_reproducible(store: Store) -> None:
    for name in ("c", "e", "a", "d", "b"):
        await play(store, name, ended_at=1000.0)
    document = await store.personal.document(ANNA)
    for part, key in (
        ("tables", "id"),
        ("seats", "table_id"),
        ("deals", "table_id"),
        ("standings", "table_id"),
    ):
        assert [each[key] for each in document[part]] == list("abcde"), part
    assert json.dumps(await store.personal.document(ANNA)) == json.dumps(document)


async def test_a_document_holds_only_own_actions_of_a_deal_in_progress(store: Store) -> None:
    await second_deal(store, await play(store, "k7"))
    first, second = (await store.personal.document(ANNA))["deals"]
    assert (first["hand"], second["hand"]) == ("T22 SK", None)
    assert [each["action"] for each in second["actions"]] == ["pass"]
    assert second["misdeals"] == ["T1 SK"]
    away = (await store.personal.document(BELA))["deals"]
    assert [each["number"] for each in away] == [1], "a player who has left sees no deal in progress"
    assert (away[0]["hand"], [each["action"] for each in away[0]["actions"]]) == ("T1", ["bid solo"])


async def test_a_document_names_no_other_person(store: Store) -> None:
    await fill(store)
    for user, others in ((ANNA, {"12", "Béla", "<12>"}), (BELA, {"11", "Anna", "<11>"})):
        assert not others & set(texts(await store.personal.document(user)))


async def test_a_seat_taken_over_belongs_to_both(store: Store) -> None:
    """Each person's document holds the deals in which the seat was that person's."""
    played = await play(store, "k7")
    seats = (SEATS[0], SeatRow(1, CLARA, BELA, "Clara"), SEATS[2])
    begun = await second_deal(store, played, seats)
    end = DealEnd("{}", (standing(ANNA, 1), standing(CLARA, -1, seat=1)))
    await store.log.append(saved(begun), 2, 2, ACTIONS, 1600.0, end)
    numbers = {
        user: [each["number"] for each in (await store.personal.document(user))["deals"]]
        for user in (ANNA, BELA, CLARA)
    }
    assert numbers == {ANNA: [1, 2], BELA: [1], CLARA: [2]}
    (seat,) = (await store.personal.document(BELA))["seats"]
    assert seat == {"table_id": "k7", "seat": 1, "name": None, "away": True}


async def test_a_person_becomes_anonymous(store: Store) -> None:
    await fill(store)
    await store.messages.put("ended", Message("dm 1", ANNA, 3, 4))
    await store.messages.put("ended", Message("dm 1", BELA, 3, 6))
    await store.messages.put("ended", Message("ping", 0, 3, 5, called=(BELA, ANNA)))
    await store.messages.put("open", Message("ping", 0, 3, 7, called=(ANNA, BELA)))
    before, bela = await everything(store), await store.personal.document(BELA)
    await store.personal.erase(ANNA)
    after = await everything(store)
    assert await store.personal.kept(ANNA) == Kept(0, 0, 0, 0, 0, 0)
    assert not {"Anna", f"<{ANNA}>", str(ANNA)} & {
        str(each) for rows in after.values() for row in rows for each in row
    }
    for name in ("deals", "actions", "settings", "servers_left"):
        assert after[name] == before[name], name
    for part in ("table_id", "seat", "points", "net"):
        points = [[getattr(row, part) for row in rows["standings"]] for rows in (before, after)]
        assert points[0] == points[1], "points stay"
    for part in ("seats", "deals", "standings", "tallies", "rated", "ratings"):
        assert (await store.personal.document(BELA))[part] == bela[part], part
    assert [rank.user_id for rank in await store.leaderboard.page(1, POINTS)] == [BELA]
    assert [each.called for each in await store.messages.of("open") if each.kind == "ping"] == [(BELA,)]


async def test_a_deal_that_a_computer_finished_under_the_persons_name_becomes_anonymous(store: Store) -> None:
    await store.log.add_table(TABLE, SEATS)
    await store.log.start_deal(saved(TABLE), SEATS, DEAL)
    bela = standing(BELA, -5, seat=1)._replace(user_id=None, name=SEATS[1].name)
    poldi = standing(BELA, 0, seat=2)._replace(user_id=None, name=SEATS[2].name)
    await store.log.append(saved(TABLE, 2), 1, 0, (), 1000.0, DealEnd("{}", (standing(ANNA, 5), bela, poldi)))
    await store.personal.erase(BELA)
    (table,) = await store.log.open_tables()
    assert table.seats == (SEATS[0], SeatRow(1, None, None, DELETED), SEATS[2])
    (found,) = await store.finished.page(TABLE.guild_id)
    assert [each.name for each in found.standings] == [f"<{ANNA}>", DELETED, SEATS[2].name]


async def test_a_seat_taken_over_keeps_its_name(store: Store) -> None:
    taken = SeatRow(1, CLARA, BELA, "Clara")
    await store.log.add_table(TABLE, (SEATS[0], taken))
    await store.personal.erase(BELA)
    (table,) = await store.log.open_tables()
    assert table.seats == (SEATS[0], taken._replace(away_id=None))


async def test_the_next_person_becomes_the_host(store: Store) -> None:
    await store.log.add_table(
        TABLE, (*SEATS, SeatRow(3, CLARA, None, "Clara"), SeatRow(4, NOBODY, None, "x"))
    )
    await store.personal.erase(ANNA)
    (table,) = await store.log.open_tables()
    assert (table.table.host_id, table.table.saves) == (CLARA, TABLE.saves + 1), "it was saved once"
    await store.personal.erase(CLARA)
    await store.personal.erase(NOBODY)
    (table,) = await store.log.open_tables()
    assert table.table.host_id == 0


async def test_erasing_again_changes_nothing(store: Store) -> None:
    await fill(store)
    await store.personal.erase(ANNA)
    once = await everything(store)
    await store.personal.erase(ANNA)
    await store.personal.erase(NOBODY)
    assert await everything(store) == once


async def test_a_writer_that_still_knows_the_person_is_stale(store: Store) -> None:
    playing = await second_deal(store, await play(store, "k7"))
    await store.personal.erase(BELA)
    end = DealEnd("{}", (standing(ANNA, 1), standing(BELA, -1, seat=1)))
    with pytest.raises(StaleLogError):
        await store.log.append(saved(playing), 2, 2, ACTIONS, 1600.0, end)
    with pytest.raises(StaleLogError):
        await store.log.save_table(saved(playing), SEATS)
    assert await store.personal.kept(BELA) == Kept(0, 0, 0, 0, 0, 0)


async def test_erasing_only_a_message_makes_no_writer_stale(store: Store) -> None:
    table = await play(store, "k7")
    await store.messages.put("k7", Message("dm 1", CLARA, 3, 4))
    await store.personal.erase(CLARA)
    await store.log.save_table(saved(table), SEATS)
    assert await store.personal.kept(CLARA) == Kept(0, 0, 0, 0, 0, 0)
