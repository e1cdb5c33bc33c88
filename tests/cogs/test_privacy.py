"""`/privacy`: what is kept about a person, a copy of it, and its deletion."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from typing import Any

import discord
import pytest

from bot.cli.recount import deal_differences, tally_differences
from bot.store import Kept, StoreError
from bot.text import words
from card_images.gallery import portrait
from cogs import privacy
from cogs.controls import ERASE
from cogs.privacy import kept_page
from cogs.services import KeptDays
from tests.cogs.place import Place, ids_of, sent, solo_lost, words_of

NOTHING = Kept(0, 0, 0, 0, 0, 0)
FOREVER = KeptDays(0, 0, 0)


async def file_of(message: discord.Message) -> dict[str, Any]:
    """The document in an answer's only file."""
    (file,) = message.attachments
    assert file.filename == "skiz.json"
    found: dict[str, Any] = json.loads(await file.read())
    return found


async def test_an_unknown_person_is_told_that_nothing_is_kept(place: Place) -> None:
    for command in ("show", "delete"):
        message = await place.ask(place.anna, f"privacy {command}")
        assert words_of(message).strip() == "Nothing is kept about you."
        assert not ids_of(message)
    assert await place.services.store.personal.kept(place.anna.id) == NOTHING


async def test_kept_data_is_shown(place: Place) -> None:
    await solo_lost(place)
    shown = words_of(await place.ask(place.anna, "privacy show"))
    assert "1 seat at a table" in shown
    assert "1 result of a deal, with your name" in shown
    assert "Servers with it on their leaderboard: 1." in shown
    assert "30 days after the bot was removed" in shown


def test_the_shown_retention_times_are_those_set_by_the_operator() -> None:
    w, kept = words("en"), Kept(1, 2, 1, 0, 0, 0)
    assert kept_page(w, kept, FOREVER).text.count("until you have it deleted") == 2
    text = kept_page(w, kept, KeptDays(90, 1, 0)).text
    assert "for 90 days after a table has ended" in text
    assert "for 1 day after that day" in text
    assert "removed" not in text
    assert kept_page(w, Kept(0, 0, 0, 0, 0, 3), FOREVER).text.count("- ") == 1


async def test_an_export_is_a_file(place: Place) -> None:
    await solo_lost(place)
    message = await place.ask(place.anna, "privacy export")
    assert message.flags.ephemeral
    document, now = await file_of(message), await place.services.store.personal.document(place.anna.id)
    assert list(document) == list(now)
    assert document["deals"] == now["deals"]
    assert document["user_id"] == str(place.anna.id)
    assert [each["name"] for each in document["standings"]] == ["anna"]
    assert "bela" not in json.dumps(document)


async def test_an_export_shows_no_card_of_a_deal_in_progress(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.slash(place.channel, "bid", bid="dreier")
    (deal,) = (await file_of(await place.ask(place.anna, "privacy export")))["deals"]
    assert (deal["hand"], [each["action"] for each in deal["actions"]]) == (None, ["bid dreier"])


def test_a_large_export_is_compressed() -> None:
    document = {"deals": ["Béla"] * 100}
    name, content = privacy.export_file(document, 10_000)
    assert (name, json.loads(content)) == ("skiz.json", document)
    size = len(content)
    assert privacy.export_file(document, size) == (name, content), "it just fits"
    assert privacy.export_file(document, size - 1)[0] == "skiz.json.gz"
    name, content = privacy.export_file(document, 1_000)
    assert (name, json.loads(gzip.decompress(content))) == ("skiz.json.gz", document)


async def test_an_export_that_is_too_large_is_refused(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(privacy, "export_file", lambda _, limit: ("skiz.json", bytes(limit + 1)))
    message = await place.ask(place.anna, "privacy export")
    assert not message.attachments
    assert "larger than Discord accepts" in words_of(message)


async def test_a_person_is_deleted(place: Place) -> None:
    await solo_lost(place)
    store, table = place.services.store, place.table
    await place.anna.click(place.shown, label="Next deal")
    question = await place.ask(place.bela, "privacy delete")
    avatars = place.bot.pictures.avatars
    avatars.keep(place.bela.id, "a1", portrait("#FF0000", "#0000FF"))
    await place.bela.click(question, label="Delete everything")
    sent_before = len(place.bela.user.dm_channel.history())
    await place.settle()
    after = place.last(place.bela)
    assert (after.id, ids_of(after)) == (question.id, [])
    assert words_of(after).strip() == "Everything that was kept about you is deleted."
    assert await store.personal.kept(place.bela.id) == NOTHING
    assert avatars.of(place.bela.id) is None
    assert [each.name for each in table.now.occupants if each] == ["anna", "Poldi", "clara"]
    assert "bela" not in words_of(place.shown)
    await place.end(place.anna)
    assert len(place.bela.user.dm_channel.history()) == sent_before, "no direct messages any more"
    assert await store.personal.kept(place.bela.id) == NOTHING
    await place.anna.slash(place.channel, "leaderboard")
    assert "bela" not in place.told(place.anna)
    found = [each async for each in store.history.deals()]
    assert [sum(each.net for each in deal.standings) for deal in found] == [0, 0], found
    assert not [what for each in found for what in deal_differences(each)]
    assert not [what async for each in store.history.players() for what in tally_differences(each)]


async def test_nobody_deletes_another_person(place: Place) -> None:
    """A button that everybody sees deletes no one; that of an answer deletes the person who presses it."""
    table = await place.start(place.bela, place.clara)
    await place.anna.click(await sent(place, ERASE), label="Forged")
    assert place.told(place.anna).startswith("This works only in a private message")
    assert place.anna.id in table.now.people


async def test_two_presses_delete_once(place: Place) -> None:
    await place.start(place.bela, place.clara)
    question = await place.ask(place.bela, "privacy delete")
    await asyncio.gather(
        *(place.bela.click(question, label="Delete everything") for _ in range(2)), return_exceptions=True
    )
    await place.settle()
    assert await place.services.store.personal.kept(place.bela.id) == NOTHING


async def test_a_failed_deletion_is_reported_in_words_and_can_be_repeated(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await place.start(place.bela, place.clara)
    question = await place.ask(place.bela, "privacy delete")

    async def fails(_: int) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(place.services.store.personal, "erase", fails)
        await place.bela.click(question, label="Delete everything")
        assert words("en")("error.database") in place.told(place.bela)
    (told,) = [each for each in caplog.records if "The disk is full." in each.getMessage()]
    assert (told.levelno, told.exc_info) == (logging.WARNING, None), "one line, without a stack"
    await place.bela.click(question, label="Delete everything")
    assert await place.services.store.personal.kept(place.bela.id) == NOTHING


async def test_deletion_works_in_direct_messages(place: Place) -> None:
    await place.start(place.bela, place.clara)
    bela = place.bela.user
    await bela.slash("privacy delete")
    await bela.click(bela.dm_channel.history(viewer=bela)[-1], label="Delete everything")
    assert await place.services.store.personal.kept(place.bela.id) == NOTHING
