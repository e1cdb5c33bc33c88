from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock, Mock

from bot.store import Person, Store, StoreError
from card_images import Avatars
from cogs.discord.avatars import AvatarFetcher
from cogs.discord.people import DAY, People
from tests.cogs.discord.test_avatars import User

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


async def test_the_number_of_cached_people_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.people.MOST_PEOPLE", 2)
    read: list[int] = []

    async def get(user_id: int) -> Person:
        read.append(user_id)
        return Person(user_id)

    store: Any = SimpleNamespace(people=SimpleNamespace(get=get))
    people = People(store, AvatarFetcher(Avatars(None)))
    for user in (1, 2, 2, 1, 3, 3, 2, 1):
        assert (await people.get(user)).user_id == user
    assert read == [1, 2, 3, 1], "the person cached first is evicted first"


async def test_a_person_who_cannot_be_read_is_treated_as_new(caplog: pytest.LogCaptureFixture) -> None:
    async def fails(_: int) -> Person:
        raise StoreError("the disk is full")

    store: Any = SimpleNamespace(people=SimpleNamespace(get=fails))
    assert await People(store, AvatarFetcher(Avatars(None))).get(7) == Person(7)
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
        await people.met(User(7), "ja")
    assert len(saved) == 2
    assert (await store.people.get(7)).seen_at == 11 * DAY
    await people.reached(7)
    assert (await store.people.get(7)).seen_at == 11 * DAY
    await store.close()


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
    table = SimpleNamespace(
        get=AsyncMock(side_effect=Person), put=AsyncMock(side_effect=StoreError("the disk is full"))
    )
    store: Any = SimpleNamespace(people=table)
    people = People(store, AvatarFetcher(Avatars(None)))
    await people.prefers(7, large_cards=True)
    assert (await people.get(7)).large_cards
    assert "cannot be saved: the disk is full" in caplog.text


async def test_the_avatar_of_a_person_who_has_acted_is_looked_at() -> None:
    avatars, store = Mock(), Mock(people=Mock(get=AsyncMock(side_effect=Person), put=AsyncMock()))
    await People(store, avatars).met(anna := User(7), "ja")
    avatars.met.assert_called_once_with(anna)


async def test_it_is_remembered_whether_direct_messages_arrive() -> None:
    table = SimpleNamespace(get=AsyncMock(side_effect=Person), put=AsyncMock())
    store: Any = SimpleNamespace(people=table)
    people = People(store, AvatarFetcher(Avatars(None)))
    for told, changed, saved in (
        (True, people.closed, 1),
        (True, people.closed, 1),
        (False, people.reached, 2),
    ):
        await changed(7)
        person = await people.get(7)
        assert (person.dm_ok, person.told_dm_closed) == (not told, told)
        assert table.put.await_count == saved, "only a change is saved"
