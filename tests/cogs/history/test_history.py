"""`/history` and `/export`, and which deals a person may review."""

from __future__ import annotations

import json

import pytest

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.record import Record, checked
from bot.store import RecordRow
from bot.tables import Review, UnreadableLogError, record_id
from tests.cogs.place import Place, id_of, ids_of, options_of, sent_privately, solo_lost, words_of
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
    for wrong in (f"{name}/2", "x"):
        assert "no such deal" in words_of(await place.ask(place.bela, "history", deal=wrong))
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
    assert "cannot read this deal" in words_of(shown)


async def test_a_deal_is_visible_on_its_server_and_to_its_players_in_direct_messages(place: Place) -> None:
    await solo_lost(place)
    deal, control = f"{place.table.id}/1", f"d1:{place.table.id}:1:0"
    stranger, other = place.come("stranger"), place.env.create_guild()
    channel, abroad = other.create_text_channel("elsewhere"), other.add_member(place.anna.user)
    assert f"deal {deal}" in words_of(await place.ask(stranger, "history", deal=deal))
    await abroad.slash(channel, "history", deal=deal)
    assert "no such deal" in words_of(channel.history(viewer=abroad)[-1])
    for who, said in ((place.anna, f"deal {deal}"), (stranger, "no such deal")):
        await who.user.click(await sent_privately(place, who, control), label="Forged")
        assert said in words_of(place.directly(who))


@pytest.mark.parametrize(("value", "step"), [("1", "Before the play"), ("x", "as dealt"), ("-1", "as dealt")])
async def test_a_step_is_chosen_from_the_list(place: Place, value: str, step: str) -> None:
    await solo_lost(place)
    control = f"d1:{place.table.id}:1:0"
    forged = await sent_privately(place, place.anna, control, value)
    await place.anna.user.select(forged, [value], custom_id=control)
    heading = words_of(place.directly(place.anna)).strip().splitlines()[1]
    assert step in heading
