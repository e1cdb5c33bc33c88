from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store import Person, Store
from card_images import Avatars
from cogs.delivery.avatars import AvatarFetcher
from cogs.delivery.people import DAY, People
from tests.cogs.delivery.test_avatars import User

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


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
