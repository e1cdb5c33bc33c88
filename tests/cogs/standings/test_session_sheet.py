"""The sheet of a session, opened from the message of the table that has ended."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from sqlalchemy import text

from bot.rules.reasons import Refusal
from bot.store.database import Step
from cogs.controls import read_sheet, sheet_id
from cogs.standings.commands import SessionSheets
from tests.cogs.discord.helpers import Answered
from tests.cogs.place import Place, id_of, ids_of, options_of, words_of
from tests.cogs.standings.test_leaderboard import solo_lost


async def ended(place: Place, deals: int = 1) -> str:
    """A session of some solos that Anna has ended; returns the id of its table."""
    await solo_lost(place)
    table = place.table
    for _ in range(deals - 1):
        with place.as_bot():
            assert await table.next_deal(place.anna.id) is None
        await place.play_out(table)
    await place.end(place.anna)
    return table.id


async def test_the_sheet_is_opened_from_the_end_of_the_table(place: Place) -> None:
    table = await ended(place)
    await place.clara.click(place.shown, label="Session sheet")
    sheet = place.private(place.clara)[-1]
    said = words_of(sheet)
    assert "Tapp-Tarock · session of 1 deal" in said
    assert "**1 · Solo · anna**: " in said
    assert "Settled: " in said
    assert "**Best moments**" in said
    assert "- Best deal: " in said
    (picture,) = sheet.attachments
    assert picture.description is not None
    assert "1 · Solo · anna: anna\u00a0" in picture.description
    assert options_of(sheet, "h1:0:0") == [f"{table}/1"]
    await place.clara.select(sheet, [f"{table}/1"], custom_id=id_of(sheet, "h1:0:0"))
    assert f"deal {table}/1" in words_of(place.private(place.clara)[-1])


async def test_pages_are_turned(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.standings.session.PER_PAGE", 1)
    table = await ended(place, deals=2)
    await place.bela.click(place.shown, label="Session sheet")
    first = place.private(place.bela)[-1]
    assert "**2 · " not in words_of(first)
    await place.bela.click(first, custom_id=sheet_id(table, 1))
    second = place.private(place.bela)[-1]
    assert second.id == first.id
    assert "**2" in words_of(second)


@pytest.mark.parametrize(("number", "is_new"), [(None, True), (0, False)], ids=["opened", "turned"])
async def test_a_slow_sheet_is_announced_as_a_new_message_and_its_pages_as_changes(
    monkeypatch: pytest.MonkeyPatch, number: int | None, *, is_new: bool
) -> None:
    sheets, press = SessionSheets(Mock()), Answered()
    interaction: Any = press

    async def review(*_: object) -> Refusal:
        await press.was_reached.wait()
        return Refusal("no_such_deal", "")

    monkeypatch.setattr("cogs.discord.replies.PATIENCE", 0.0)
    monkeypatch.setattr(sheets, "_review", review)
    monkeypatch.setattr("cogs.standings.commands.refuse", AsyncMock())
    await sheets.pressed(interaction, ("k3m9xp", number))
    assert press.deferred == {"ephemeral": is_new, "thinking": is_new}


async def test_a_session_without_a_deal_has_no_sheet(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.end(place.anna)
    assert not any(each.startswith("f1:") for each in ids_of(place.shown))


async def change(place: Place, statement: str) -> None:
    with place.as_bot():
        await place.services.store.write(Step(text(statement)))


async def test_missing_summaries_of_deals_are_computed_and_saved(place: Place) -> None:
    table = await ended(place, deals=2)
    await place.bela.click(place.shown, label="Session sheet")
    said = words_of(place.private(place.bela)[-1])
    with place.as_bot():
        kept = await place.services.store.finished.of_table(table)
    await change(place, "UPDATE deals SET summary = NULL WHERE number = 1")
    await place.clara.click(place.shown, label="Session sheet")
    assert words_of(place.private(place.clara)[-1]) == said
    with place.as_bot():
        assert await place.services.store.finished.of_table(table) == kept


async def test_the_sheet_of_an_unreadable_session_is_refused(place: Place) -> None:
    await ended(place)
    await change(place, "UPDATE tables SET engine = 99")
    await place.bela.click(place.shown, label="Session sheet")
    assert "cannot read this deal" in words_of(place.private(place.bela)[-1])


async def test_the_sheet_of_a_purged_session_is_refused(place: Place) -> None:
    await ended(place)
    last = place.shown
    with place.as_bot():
        assert [each async for each in place.services.store.retention.purge_tables(1e12)]
    await place.bela.click(last, label="Session sheet")
    assert "no such deal" in words_of(place.private(place.bela)[-1]).lower()


def test_ids_round_trip() -> None:
    for page in (None, 0, 12):
        assert read_sheet(sheet_id("k3m9xp", page).removeprefix("f1:")) == ("k3m9xp", page)


@pytest.mark.parametrize("forged", ["", "k3m9xp", "k3m9xp:x", "k3m9xp:9999999999", "a" * 50 + ":open"])
def test_forged_ids_are_not_read(forged: str) -> None:
    assert read_sheet(forged) is None
