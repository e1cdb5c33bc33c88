"""A player's panel when requests fail, answers are slow, and messages are gone."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any

import discord
import pytest

from bot.rules.cards import CODES
from bot.store import StoreError
from bot.text import words
from cogs.discord.display import Content, Display
from cogs.discord.page import Page
from cogs.discord.pictures import HandPicture
from tests.cogs.hands.test_hands import exchange, last
from tests.cogs.place import (
    Place,
    acts_of,
    answers,
    ids_of,
    mark,
    marks_of,
    words_of,
)


async def test_closed_direct_messages_do_not_hold_up_the_deal(place: Place) -> None:
    await place.open(place.bela, place.clara)
    path = f"/channels/{place.anna.user.dm_channel.id}/messages"
    place.env.inject_error("POST", path, status=403, code=50007, times=None)
    await place.anna.click(place.shown, label="Start")
    assert place.ping is not None
    assert "*My hand*" in place.ping.content
    await place.anna.click(place.shown, label="My hand")
    await place.anna.click(last(place, place.anna), label="Pass")
    assert "anna: pass" in words_of(place.shown)
    attempts = [each for each in place.env.http_requests if (each.method, each.path) == ("POST", path)]
    assert len(attempts) == 2, "the greeting and the first hand, and no hand after that"


async def test_a_deleted_direct_message_is_sent_again(place: Place) -> None:
    await place.start(place.bela, place.clara)
    channel, old = place.anna.user.dm_channel.id, place.panel(place.anna).id
    await place.bot.get_partial_messageable(channel).get_partial_message(old).delete()
    await place.anna.slash(place.channel, "bid", bid="pass")
    assert place.panel(place.anna).id != old


async def test_a_button_of_another_version_is_refused(place: Place) -> None:
    await place.start(place.bela, place.clara)
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Old", custom_id="t9:whatever"))
    channel = place.bot.get_partial_messageable(place.channel.id, guild_id=place.guild.id)
    message = await channel.send("old", view=view)
    view.stop()
    await place.anna.click(message, label="Old")
    assert "older version" in last(place, place.anna).content


async def test_an_unexpected_error_is_logged_under_an_id_that_is_shown(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await place.start(place.bela, place.clara)
    hidden = " ".join(CODES)

    async def broken(*_: object) -> None:
        raise RuntimeError(hidden)

    monkeypatch.setattr(table, "act", broken)
    with caplog.at_level(logging.ERROR):
        await place.anna.user.click(place.panel(place.anna), label="Pass")
        await place.anna.slash(place.channel, "bid", bid="pass")
    in_dm = place.anna.user.dm_channel.history(viewer=place.anna.user)[-1].content
    in_channel = last(place, place.anna).content
    place.errors_expected = True
    assert [str(error) for error in place.env.errors] != []
    for said in (in_dm, in_channel):
        incident = said.partition("code ")[2].rstrip(".")
        assert f"[{incident}]" in caplog.text
    assert not set(re.findall(r"\w+", caplog.text)) & set(CODES)


async def test_slow_work_is_acknowledged_first(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await place.start(place.bela, place.clara)
    monkeypatch.setattr("cogs.discord.replies.PATIENCE", 0.01)
    at_once = table.act

    async def slowly(*action: Any) -> Any:
        await asyncio.sleep(0.1)
        return await at_once(*action)

    monkeypatch.setattr(table, "act", slowly)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert answers(place)[-1] == 6
    assert "You are waiting for the others" in words_of(place.panel(place.anna))
    await place.bela.slash(place.channel, "bid", bid="pass")
    assert answers(place)[-1] == 5
    assert "You are waiting for the others" in words_of(last(place, place.bela))


async def test_a_slow_picture_of_a_hand_never_reaches_the_table_message(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.start(place.bela, place.clara)
    monkeypatch.setattr("cogs.discord.replies.PATIENCE", 0.01)
    at_once = place.services.renderer.render

    async def slowly(*page: Any) -> Any:
        await asyncio.sleep(0.1)
        return await at_once(*page)

    monkeypatch.setattr(place.services.renderer, "render", slowly)
    await place.bela.click(place.shown, label="My hand")
    assert answers(place)[-1] == 5
    assert last(place, place.bela).attachments
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert "t1:" in acts_of(last(place, place.bela))[0]
    assert not any("t1:" in each for message in place.public for each in ids_of(message))


@pytest.mark.parametrize("code", [10062, 40060, 10008])
async def test_an_expired_interaction_still_takes_effect(place: Place, code: int) -> None:
    table = await place.start(place.bela, place.clara)
    place.env.inject_error("POST", "/interactions/*/callback", status=404, code=code)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert table.now.deal is not None
    assert [str(move) for move in table.now.deal.log] == ["0 pass"]
    assert "You are waiting" in words_of(place.panel(place.anna))


async def test_pictures_replaced_by_another_edit_are_sent_again(place: Place) -> None:
    await exchange(place)
    marked = marks_of(place.panel(place.anna))[:1]
    before = len(place.panel(place.anna).attachments)
    place.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035)
    await mark(place.anna.user, lambda: place.panel(place.anna), *marked)
    assert "Marked: " in words_of(place.panel(place.anna))
    assert len(place.panel(place.anna).attachments) == before


async def test_an_answer_refused_for_another_reason_is_not_retried(place: Place) -> None:
    await exchange(place)
    marked = marks_of(place.panel(place.anna))[:1]
    place.errors_expected = True
    place.env.inject_error("POST", "/interactions/*/callback", status=400, code=50013)
    await mark(place.anna.user, lambda: place.panel(place.anna), *marked)
    assert "Marked: " not in words_of(place.panel(place.anna))


@pytest.mark.parametrize("path", ["/webhooks/*", "/channels/*/messages/*"])
async def test_a_message_with_unexpected_pictures_is_sent_whole(place: Place, path: str) -> None:
    await exchange(place)
    panel = place.panel(place.anna)
    if path.startswith("/channels"):
        place.services.tokens.forget(panel.id)
    place.env.inject_error("PATCH", path, status=400, code=50035)
    page, shown = Page(("new text", *picture_of(place))), Page(("old text", *picture_of(place)))
    display = Display(channel_id=panel.channel.id, message_id=panel.id, shown=Content(shown))
    with place.as_bot():
        assert await place.services.messenger.edit(display, Content(page), words("en"))
    await place.settle()
    assert "new text" in words_of(place.panel(place.anna))


def picture_of(place: Place) -> tuple[HandPicture, ...]:
    """The picture of Anna's hand."""
    return (HandPicture("hand", place.view(place.anna).hand),)


async def test_the_direct_message_is_updated_if_the_private_panel_was_dismissed(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.bela.click(place.shown, label="My hand")
    place.env.inject_error("PATCH", "/webhooks/*", status=404, code=10008, times=None)
    await place.anna.slash(place.channel, "bid", bid="pass")
    assert not acts_of(last(place, place.bela))
    assert acts_of(place.panel(place.bela))


async def test_people_are_known_even_if_they_cannot_be_saved(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(place.bot.store.people, "get", broken)
    monkeypatch.setattr(place.bot.store.people, "put", broken)
    monkeypatch.setattr(place.bot.store.messages, "put", broken)
    await place.start(place.bela, place.clara)
    assert (await place.services.people.get(place.bela.id)).dm_ok is True
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert "anna: pass" in words_of(place.shown)
