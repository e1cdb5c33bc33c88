from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from bot.store import Person, Store, StoreError
from card_images import Avatars
from cogs.delivery.avatars import AvatarFetcher
from cogs.delivery.people import DAY, People
from tests.cogs.delivery.test_avatars import User

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


async def test_the_number_of_cached_people_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.delivery.people.MOST_PEOPLE", 2)
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
        monkeypatch.setattr("cogs.delivery.people.time.time", lambda at=at: at * DAY)
        await people.met(User(7), "ja")
    assert len(saved) == 2
    assert (await store.people.get(7)).seen_at == 11 * DAY
    await people.reached(7)
    assert (await store.people.get(7)).seen_at == 11 * DAY
    await store.close()
