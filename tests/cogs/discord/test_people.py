"""What is known of people, and whether they are still in the server."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.store import CardsShown, Person, Server, Store, StoreError
from bot.tables import Occupant, TableState
from card_images import Avatars
from cogs.discord.avatars import AvatarFetcher
from cogs.discord.failures import JITTER, SLOW_PAUSE
from cogs.discord.people import DAY, FIRST_WAIT, LONGEST_WAIT, Membership, People, Servers
from tests.cogs.discord.helpers import acting
from tests.cogs.panels import StubTable
from tests.cogs.place import Place, words_of


def people_of(**store: Any) -> People:
    """People whose store has these functions."""
    rows: Any = SimpleNamespace(people=SimpleNamespace(**store))
    return People(rows, AvatarFetcher(Avatars(None)))


async def test_the_number_of_cached_people_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.people.MOST_PEOPLE", 2)
    read: list[int] = []

    async def get(user_id: int) -> Person:
        read.append(user_id)
        return Person(user_id)

    people = people_of(get=get)
    for user in (1, 2, 2, 1, 3, 3, 2, 1):
        assert (await people.get(user)).user_id == user
    assert read == [1, 2, 3, 1], "the person cached first is evicted first"


async def test_a_person_who_cannot_be_read_is_treated_as_new(caplog: pytest.LogCaptureFixture) -> None:
    people = people_of(get=AsyncMock(side_effect=StoreError("the disk is full")))
    assert await people.get(7) == Person(7)
    assert "cannot be read from the database: the disk is full" in caplog.text


async def test_a_person_is_saved_once_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await Store.open(tmp_path / "skiz.db")
    people = People(store, AvatarFetcher(Avatars(None)))
    saved: list[Person] = []
    put = store.people.put

    async def counted(person: Person) -> None:
        saved.append(person)
        await put(person)

    monkeypatch.setattr(store.people, "put", counted)
    for at in (10.0, 10.5, 10.999, 11.0):
        monkeypatch.setattr("cogs.discord.people.time.time", lambda at=at: at * DAY)
        await people.met(acting(7), "ja")
    assert len(saved) == 2
    assert (await store.people.get(7)).seen_at == 11 * DAY
    await people.reached(7)
    assert (await store.people.get(7)).seen_at == 11 * DAY
    await store.close()


@pytest.mark.parametrize(("locale", "read"), [("ja", "ja"), ("en", "en"), (None, "en")])
async def test_a_person_without_a_known_language_reads_english(locale: str | None, read: str) -> None:
    people = people_of(get=AsyncMock(return_value=Person(7, locale=locale)))
    assert (await people.words_of(7)).locale == read


async def test_a_deleted_person_is_read_again_and_has_no_avatar() -> None:
    kept: dict[int, Person] = {7: Person(7, locale="ja")}
    read = AsyncMock(side_effect=lambda user_id: kept.get(user_id, Person(user_id)))
    avatars = Mock(forget=AsyncMock())
    store: Any = SimpleNamespace(people=SimpleNamespace(get=read))
    people = People(store, avatars)
    assert (await people.get(7)).locale == "ja"
    kept.clear()
    await people.forget(7)
    avatars.forget.assert_awaited_once_with(7)
    assert await people.get(7) == Person(7)


async def test_a_person_who_cannot_be_saved_is_remembered_and_the_operator_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    people = people_of(
        get=AsyncMock(side_effect=Person), put=AsyncMock(side_effect=StoreError("the disk is full"))
    )
    await people.prefers(7, CardsShown.LARGE)
    assert (await people.get(7)).cards is CardsShown.LARGE
    assert "cannot be saved: the disk is full" in caplog.text


async def test_the_avatar_of_a_person_who_has_acted_is_looked_at() -> None:
    avatars, store = Mock(), Mock(people=Mock(get=AsyncMock(side_effect=Person), put=AsyncMock()))
    await People(store, avatars).met(anna := acting(7), "ja")
    avatars.met.assert_called_once_with(anna)


async def test_two_processes_change_what_is_known_of_a_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("cogs.discord.people.loop_time", lambda: now)
    store = await Store.open(tmp_path / "skiz.db")
    one, two = (People(store, AvatarFetcher(Avatars(None)), 30.0) for _ in range(2))
    await two.met(acting(7), "ja")
    assert (await one.get(7)).locale == "ja"
    await two.prefers(7, CardsShown.TEXT)
    assert (await one.get(7)).cards is not CardsShown.TEXT, "that is not known yet"
    await one.closed(7)
    now = 31.0
    for each in (await one.get(7), await two.get(7), await store.people.get(7)):
        assert (each.cards, each.dm_ok, each.locale) == (CardsShown.TEXT, False, "ja")
    await store.close()


async def test_it_is_remembered_whether_direct_messages_arrive() -> None:
    put = AsyncMock()
    people = people_of(get=AsyncMock(side_effect=Person), put=put)
    for told, changed, saved in (
        (True, people.closed, 1),
        (True, people.closed, 1),
        (False, people.reached, 2),
    ):
        await changed(7)
        person = await people.get(7)
        assert (person.dm_ok, person.told_dm_closed) == (not told, told)
        assert put.await_count == saved, "only a change is saved"


async def test_a_player_who_was_kicked_is_replaced_when_it_is_their_turn(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    place.guild.remove_member(place.anna)
    assert table.now.seat_of(place.anna.id) == 0
    await place.env.advance_time(FIRST_WAIT)
    assert table.now.seat_of(place.anna.id) is None
    assert table.now.seat_left_by(place.anna.id) == 0
    assert table.now.host_id == place.bela.id
    assert "anna\N{NO-BREAK SPACE}⚙: pass" in words_of(place.shown), "the computer has bid already"


async def test_a_slow_player_keeps_the_seat(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    for _ in range(3):
        await place.env.advance_time(LONGEST_WAIT)
    assert table.now.seat_of(place.anna.id) == 0


async def test_closed_direct_messages_are_not_taken_for_leaving(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    path = f"/channels/{place.bela.user.dm_channel.id}/messages"
    place.env.inject_error("*", f"{path}*", status=403, code=50007, times=None)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    await place.env.advance_time(SLOW_PAUSE * (1 + JITTER))
    assert table.now.seat_of(place.bela.id) == 1


async def test_a_refused_direct_message_reveals_that_a_player_has_left(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    place.guild.remove_member(place.bela)
    path = f"/channels/{place.bela.user.dm_channel.id}/messages"
    place.env.inject_error("POST", path, status=403, code=50278, times=None)
    place.env.inject_error("PATCH", f"{path}/*", status=403, code=50278, times=None)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert table.now.seat_of(place.bela.id) is None


async def test_membership_is_checked_only_for_seated_people_at_open_tables(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    place.guild.remove_member(place.anna)
    before = len(place.env.http_requests)
    check = place.services.membership._check
    await check(table, 404)
    await place.bela.slash(place.channel, "tarock end")
    with place.as_bot():
        for player in (place.bela, place.clara, place.anna):
            await table.end(player.id)
    assert table.now.state is TableState.ENDED
    await check(table, place.anna.id)
    assert not [each.path for each in place.env.http_requests[before:] if "/members/" in each.path]


async def test_a_lobby_whose_host_has_left_the_server_gets_a_new_host(place: Place) -> None:
    table = await place.open(place.bela, computers=1)
    place.guild.remove_member(place.anna)
    await place.bela.click(place.shown, label="Start")
    assert "Only the host" in words_of(place.private(place.bela)[-1])
    assert table.now.host_id == place.bela.id
    assert "1. free" in words_of(place.shown)


async def test_the_lobby_seat_of_a_person_who_left_the_server_is_freed(place: Place) -> None:
    table = await place.open(place.bela, computers=1)
    place.guild.remove_member(place.bela)
    await place.clara.click(place.shown, label="Join")
    assert "All seats are taken" in words_of(place.private(place.clara)[-1])
    await place.clara.click(place.shown, label="Join")
    assert table.now.seat_of(place.clara.id) == 1


async def test_a_refused_membership_check_removes_nobody(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    membership = place.services.membership
    place.env.inject_error("GET", "/guilds/*/members/*", status=403, code=50001)
    membership.suspect(table, place.anna.id)
    await place.settle()
    assert table.now.seat_of(place.anna.id) == 0


class Watch:
    """A table at which it is Anna's turn, with the delayed jobs recorded by person."""

    def __init__(self, guild: Any) -> None:
        self.later: dict[int, tuple[float, Any]] = {}
        self.cancelled: list[int] = []
        queue: Any = SimpleNamespace(
            put_later=lambda wait, user, _key, job, _priority: self.later.update({user: (wait, job)}),
            cancel_later=lambda user, _key: self.cancelled.append(user),
        )
        table: Any = StubTable(
            id="k3m9xp",
            guild_id=6,
            revision=1,
            state=TableState.PLAYING,
            asleep=False,
            open=SimpleNamespace(turn=(0, 1)),
            occupants=(Occupant("Anna", 1), Occupant("Poldi")),
            seat_of=lambda _: 0,
            leave=AsyncMock(),
        )
        self.table = table
        client: Any = SimpleNamespace(get_guild=lambda _: guild)
        self.membership = Membership(client, queue)
        self.membership.watch(self.table)

    async def wait(self) -> float:
        """Run the delayed check of Anna's membership; returns its delay in seconds."""
        wait, job = self.later.pop(1)
        await job()
        return wait


async def test_membership_checks_back_off_up_to_the_longest_wait() -> None:
    fetch = AsyncMock()
    watch = Watch(SimpleNamespace(fetch_member=fetch))
    assert watch.later.keys() == {1}, "computers are not checked"
    waits = [await watch.wait() for _ in range(7)]
    assert waits == [120, 240, 480, 960, 1920, LONGEST_WAIT, LONGEST_WAIT]
    assert fetch.await_count == 7


@pytest.mark.parametrize("change", [{"revision": 2}, {"asleep": True}, {"open": None}])
async def test_a_player_who_no_longer_has_to_act_is_not_checked(change: dict[str, Any]) -> None:
    fetch = AsyncMock()
    watch = Watch(SimpleNamespace(fetch_member=fetch))
    vars(watch.table).update(change)
    await watch.wait()
    fetch.assert_not_awaited()
    assert not watch.later


async def test_the_check_is_cancelled_once_the_turn_is_over() -> None:
    watch = Watch(Mock())
    assert not watch.cancelled
    watch.table.open = None
    watch.membership.watch(watch.table)
    assert watch.cancelled == [1]


async def test_nobody_is_removed_when_the_server_is_unknown() -> None:
    watch = Watch(None)
    await watch.wait()
    watch.table.leave.assert_not_awaited()


CHOSEN = Server(1, "ja", "fast")


@pytest.fixture
def rows() -> Any:
    """The settings of a server in a store."""
    return SimpleNamespace(get=AsyncMock(return_value=CHOSEN), put=AsyncMock())


@pytest.fixture
def servers(rows: Any) -> Servers:
    store: Any = SimpleNamespace(servers=rows)
    return Servers(store)


async def test_server_settings_are_read_once(servers: Servers, rows: Any) -> None:
    assert [await servers.get(1), await servers.get(1)] == [CHOSEN, CHOSEN]
    rows.get.assert_awaited_once()


async def test_a_failed_read_yields_defaults_and_is_repeated_later(
    servers: Servers, rows: Any, caplog: pytest.LogCaptureFixture
) -> None:
    rows.get.side_effect = StoreError("the disk is full")
    assert await servers.get(1) == Server(1)
    assert "cannot be read from the database: the disk is full" in caplog.text
    rows.get.side_effect = None
    assert await servers.get(1) == CHOSEN


async def test_a_failed_save_changes_no_settings(servers: Servers, rows: Any) -> None:
    changed = CHOSEN._replace(pace="slow")
    rows.put.side_effect = StoreError("the disk is full")
    with pytest.raises(StoreError):
        await servers.put(changed)
    rows.put.side_effect = None
    assert await servers.get(1) == CHOSEN
    await servers.put(changed)
    assert await servers.get(1) == changed
