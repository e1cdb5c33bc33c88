"""`/history` and `/export`, and which deals a person may review."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.reasons import Refusal
from bot.rules.record import Record, checked
from bot.store import RecordRow
from bot.tables import Review, UnreadableLogError, record_id
from cogs.history.commands import find_review, step_meant
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


async def test_an_unreadable_deal_is_refused(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    await solo_lost(place)

    def unreadable(*_: object) -> None:
        raise UnreadableLogError("why")

    monkeypatch.setattr(Review, "of", unreadable)
    shown = await place.ask(place.bela, "history", deal=f"{place.table.id}/1")
    assert "can't read this deal" in words_of(shown)


GUILD, PLAYER, STRANGER = 6, 7, 8
FOUND: Any = object()
"""A deal that may be reviewed."""


@pytest.fixture
def readable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every deal be read as `FOUND`."""
    monkeypatch.setattr(Review, "of", lambda *_: FOUND)
    monkeypatch.setattr(Review, "of_record", lambda *_: FOUND)


def services_of(*, deal: bool = True, given: str = "", open_table: bool = False, played: bool = False) -> Any:
    """Services with a saved deal of the player, perhaps of given cards, and with a record."""
    services = Mock()
    standings = (SimpleNamespace(row=SimpleNamespace(seat=0, user_id=PLAYER)),)
    table = SimpleNamespace(id="k3m9xp", guild_id=GUILD, given=given, match="")
    saved = SimpleNamespace(table=table, standings=standings)
    services.store.history.saved_deal = AsyncMock(return_value=saved if deal else None)
    services.store.records.get = AsyncMock(return_value=object())
    play = SimpleNamespace(table_id="k4") if played else None
    services.store.plays.of = AsyncMock(return_value=play)
    services.tables.get = lambda _: object() if open_table else None
    services.tables.awaits.return_value = False
    return services


def asked(by: int = PLAYER, guild: int | None = GUILD, *chosen: str) -> Any:
    values = {"values": [*chosen]} if chosen else {}
    return SimpleNamespace(guild_id=guild, user=SimpleNamespace(id=by), data=values)


async def answer(services: Any, interaction: Any, number: int = 1) -> object:
    """The deal, or the code of the refusal."""
    found = await find_review(services, interaction, ("k3m9xp", number))
    return found.code if isinstance(found, Refusal) else found


@pytest.mark.usefixtures("readable")
@pytest.mark.parametrize(
    ("interaction", "seen"),
    [
        (asked(STRANGER), True),
        (asked(PLAYER, 99), False),
        (asked(PLAYER, None), True),
        (asked(STRANGER, None), False),
    ],
    ids=["same server", "other server", "player in direct messages", "stranger in direct messages"],
)
async def test_a_deal_is_visible_on_its_server_and_to_its_players_in_direct_messages(
    interaction: Any, *, seen: bool
) -> None:
    found = await answer(services_of(), interaction, number=2)
    assert found == (FOUND if seen else "no_such_deal")


@pytest.mark.usefixtures("readable")
@pytest.mark.parametrize(("number", "found"), [(1, FOUND), (2, "no_such_deal")])
async def test_a_record_is_found_only_as_the_first_deal(number: int, found: object) -> None:
    assert await answer(services_of(deal=False), asked(STRANGER), number) == found


@pytest.mark.usefixtures("readable")
@pytest.mark.parametrize(
    ("played", "open_table", "found"),
    [(False, False, "given_not_played"), (True, True, "given_not_played"), (True, False, FOUND)],
)
async def test_given_cards_are_visible_only_after_playing_them_to_the_end(
    found: object, *, played: bool, open_table: bool
) -> None:
    services = services_of(given="k2/1", played=played, open_table=open_table)
    assert await answer(services, asked()) == found


async def test_a_malformed_deal_name_is_refused() -> None:
    found = await find_review(services_of(), asked(), None)
    assert isinstance(found, Refusal)
    assert found.code == "no_such_deal"


@pytest.mark.parametrize(("chosen", "step"), [((), 3), (("5",), 5), (("x",), 3), (("-1",), 3)])
def test_a_step_is_chosen_from_the_list_or_by_its_button(chosen: tuple[str, ...], step: int) -> None:
    assert step_meant(asked(PLAYER, GUILD, *chosen), 3) == step
