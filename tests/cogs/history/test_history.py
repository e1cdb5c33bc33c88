"""`/history` and `/export`."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.reasons import Refusal
from bot.rules.record import Record, checked
from bot.store import RecordRow
from bot.tables import Review, UnreadableLogError, record_id
from cogs.controls import IMPORTED, read_history, read_review
from cogs.history import commands as history
from cogs.history.commands import History
from cogs.history.page import Chosen
from tests.cogs.place import Place, id_of, ids_of, options_of, solo_lost, words_of
from tests.notation import documents

WORKED = documents("tapp_tarock.worked.jsonl")


async def test_a_finished_deal_is_listed_and_opened_step_by_step(place: Place) -> None:
    await solo_lost(place)
    table = place.table
    shown = await place.ask(place.bela, "history")
    assert f"`{table.id}/1`" in words_of(shown)
    assert options_of(shown, "h1:0:0") == [f"{table.id}/1"]
    await place.bela.select(shown, [f"{table.id}/1"], custom_id=id_of(shown, "h1:0:0"))
    opened = place.last(place.bela)
    assert opened.id != shown.id
    assert "anna" in words_of(opened)
    await place.bela.click(opened, custom_id=f"d1:{table.id}:1:1")
    assert "anna: Solo" in place.told(place.bela)
    await place.bela.click(place.last(place.bela), label="Score")
    assert "This deal" in place.told(place.bela)


async def test_a_full_last_page_has_no_next_page(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.history.commands.PER_PAGE", 1)
    await solo_lost(place)
    assert "h1:0:1" not in ids_of(await place.ask(place.bela, "history"))


class FakeStore:
    """A store with this many deals and records, which notes the ranges requested."""

    def __init__(self, there: int) -> None:
        self.there = there
        self.asked: list[dict[str, int]] = []
        self.finished = SimpleNamespace(page=self._page)
        self.records = SimpleNamespace(imported=self._page, number_imported=self._number)

    async def _page(self, *_: object, **part: int) -> list[int]:
        self.asked.append(part)
        return list(range(self.there))[: part["limit"]]

    async def _number(self) -> int:
        return 5


@pytest.mark.parametrize("table", ["", IMPORTED])
@pytest.mark.parametrize(("there", "more"), [(1, False), (3, False), (4, True)])
async def test_a_page_lists_as_many_as_fit_and_says_whether_there_are_more(
    monkeypatch: pytest.MonkeyPatch, table: str, there: int, *, more: bool
) -> None:
    pages: list[tuple[list[int], dict[str, Any]]] = []

    def made(_: object, listed: list[int], *__: object, **options: Any) -> None:
        pages.append((listed, options))

    monkeypatch.setattr(history, "PER_PAGE", 3)
    monkeypatch.setattr(history, "history_page", made)
    monkeypatch.setattr(history, "imported_page", made)
    store, interaction = FakeStore(there), Mock(guild_id=1, locale="en-US")
    await History(Mock(store=store))._list_page(interaction, Chosen(table_id=table), 2)
    ((listed, options),) = pages
    assert listed == list(range(min(there, 3)))
    assert options["more"] is more
    assert store.asked[0]["offset"] == 6


@pytest.mark.parametrize(("chosen", "imported"), [(Chosen(), 5), (Chosen(7), 0), (Chosen(0, "k3m9xp"), 0)])
async def test_imported_records_are_offered_only_below_the_deals_of_the_server(
    monkeypatch: pytest.MonkeyPatch, chosen: Chosen, imported: int
) -> None:
    offered: list[int] = []
    monkeypatch.setattr(history, "history_page", lambda *_, **options: offered.append(options["imported"]))
    interaction = Mock(guild_id=1, locale="en-US")
    await History(Mock(store=FakeStore(1)))._list_page(interaction, chosen, 0)
    assert offered == [imported]


@pytest.mark.parametrize(("deals", "exported"), [(1, 1), (2, 2), (9, 3)])
async def test_the_number_of_exported_deals_is_limited(
    monkeypatch: pytest.MonkeyPatch, deals: int, exported: int
) -> None:
    async def find(_services: object, _interaction: object, key: tuple[str, int]) -> Any:
        return key if key[1] <= deals else Refusal("no_such_deal", "")

    monkeypatch.setattr(history, "find_review", find)
    monkeypatch.setattr(history, "EXPORTED", 3)
    found: Any = await History(Mock())._records(Mock(), None, "k3m9xp")
    assert found == [("k3m9xp", number) for number in range(1, exported + 1)]


async def test_history_can_be_limited_to_one_player(place: Place) -> None:
    await solo_lost(place)
    assert place.table.id in words_of(await place.ask(place.bela, "history", player=place.anna))
    message = await place.ask(place.bela, "history", player=place.come("stranger"))
    assert "No deal has been finished" in words_of(message)


async def test_history_can_be_limited_to_one_table(place: Place) -> None:
    await solo_lost(place)
    shown = await place.ask(place.bela, "history", table=f" {place.table.id.upper()} ")
    assert f"`{place.table.id}/1`" in words_of(shown)
    assert f"table {place.table.id}" in words_of(shown)
    await place.bela.select(shown, [f"{place.table.id}/1"], custom_id=id_of(shown, f"h2:{place.table.id}:0"))
    assert ids_of(place.last(place.bela))[0] == f"d1:{place.table.id}:1:1"
    assert "No deal has been finished" in words_of(await place.ask(place.bela, "history", table="other"))


async def test_imported_records_are_listed_separately(place: Place) -> None:
    record = Record.parse(json.dumps(WORKED[0]), GAMES)
    deal = checked(record)
    assert isinstance(deal, Deal)
    name = record_id(record)
    await place.services.store.records.put(RecordRow(name, Record.of(deal).json(), 1, 5.0))
    shown = await place.ask(place.bela, "history")
    assert name not in words_of(shown)
    await place.bela.click(shown, label="Imported records (1)")
    listed = place.last(place.bela)
    assert f"📥 <t:5:d> · Tapp-Tarock · `{name}/1`: Seat 1" in words_of(listed)
    await place.bela.select(listed, [f"{name}/1"], custom_id=id_of(listed, "h2:imported:0"))
    assert f"deal {name}/1" in place.told(place.bela)
    dora = place.come("dora")
    await dora.slash(place.channel, "tarock deal", code=f"{name}/1")
    (table,) = (each for each in place.bot.tables.of_server(place.guild.id) if each.now.given)
    assert table.now.deal is not None
    assert table.now.deal.dealt == record.layout


async def test_a_deal_in_progress_is_not_shown(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    for command in ("history", "export"):
        message = await place.ask(place.anna, command, deal=f"{table.id}/1")
        assert "still being played" in words_of(message)
        assert not ids_of(message)


async def test_an_exported_deal_is_a_valid_record(place: Place) -> None:
    await solo_lost(place)
    message = await place.ask(place.bela, "export", deal=f"{place.table.id}/1")
    (file,) = message.attachments
    assert file.filename == f"{place.table.id}-1.json"
    record = Record.parse((await file.read()).decode(), GAMES)
    assert record.game.name == "tapp_tarock"
    assert record.result is not None
    assert json.loads(await file.read())["format"] == "tarock-deal/1"


async def test_all_deals_of_a_table_are_exported(place: Place) -> None:
    await solo_lost(place)
    table = place.table
    await place.anna.click(place.shown, label="Next deal")
    message = await place.ask(place.bela, "export", table=table.id.upper())
    (file,) = message.attachments
    assert file.filename == f"{table.id}.jsonl"
    (line,) = (await file.read()).decode().splitlines()
    assert Record.parse(line, GAMES).result is not None
    with place.as_bot():
        await table.end(place.anna.id)
    (file,) = (await place.ask(place.bela, "export", table=table.id)).attachments
    assert len((await file.read()).decode().splitlines()) == 2
    both = {"table": table.id, "deal": f"{table.id}/2"}
    (file,) = (await place.ask(place.bela, "export", **both)).attachments
    assert file.filename == f"{table.id}-2.json", "a named deal is exported alone"
    assert "no such deal" in words_of(await place.ask(place.bela, "export", table="zzzzzz"))
    assert "no such deal" in words_of(await place.ask(place.bela, "export"))


def test_ids_of_controls_are_read_and_forged_ones_are_not() -> None:
    assert read_history("7:3") == (7, 3)
    assert read_review("k3m9xp:4:12") == ("k3m9xp", 4, 12)
    forged = ["", "0", "x:0", "0:x", "0:9999999999", "1" * 30 + ":0"]
    assert [read_history(each) for each in forged] == [None] * len(forged)
    forged = ["", "k3m9xp:1", "k3m9xp:x:0", "k3m9xp:1:x", "k3m9xp:1:9999999999", "a" * 50 + ":1:1"]
    assert [read_review(each) for each in forged] == [None] * len(forged)


async def test_an_unreadable_deal_is_refused(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    await solo_lost(place)

    def unreadable(*_: object) -> None:
        raise UnreadableLogError("why")

    monkeypatch.setattr(Review, "of", unreadable)
    shown = await place.ask(place.bela, "history", deal=f"{place.table.id}/1")
    assert "cannot read this deal" in words_of(shown)
