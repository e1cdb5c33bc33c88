"""Messages that answer an interaction are edited by its token, for as long as that works."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import discord
import pytest
from simcord import MemberActor

from bot.tables import Table
from cogs.context import Context
from cogs.delivery.messenger import Messenger
from cogs.delivery.tokens import Tokens
from cogs.pages.page import Page
from cogs.pages.table import table_page
from tests.cogs.place import Place, acts_of, ids_of, words_of

BY_TOKEN = "/webhooks/*"


def counted(place: Place, *channels: int) -> Counter[str]:
    """The counted requests about some channels so far, by method."""
    parts = [(each.method, each.path.split("/")) for each in place.env.http_requests]
    return Counter(method for method, part in parts if part[1] == "channels" and int(part[2]) in channels)


async def passes(place: Place, who: MemberActor) -> None:
    await who.user.click(place.panel(who), label="Pass")


async def test_a_lobby_is_edited_by_the_token_of_its_command(place: Place) -> None:
    await place.open(place.bela)
    before = counted(place, place.channel.id)
    await place.bela.slash(place.channel, "tarock leave")
    assert counted(place, place.channel.id) == before
    assert "bela" not in words_of(place.shown)


async def test_an_expired_token_is_not_tried(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    await place.open(place.bela)
    monkeypatch.setattr(discord.Interaction, "is_expired", lambda _: True)
    before = counted(place, place.channel.id)
    await place.bela.slash(place.channel, "tarock leave")
    assert counted(place, place.channel.id) - before == {"PATCH": 1}
    assert "bela" not in words_of(place.shown)


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015), (404, 10008), (503, 0)])
async def test_a_failing_token_falls_back_to_a_counted_request(place: Place, status: int, code: int) -> None:
    await place.open(place.bela)
    before = counted(place, place.channel.id)
    place.env.inject_error("PATCH", BY_TOKEN, status=status, code=code, times=None)
    await place.bela.slash(place.channel, "tarock leave")
    assert counted(place, place.channel.id) - before == {"PATCH": 1}
    assert "bela" not in words_of(place.shown)


async def test_the_direct_message_is_updated_if_the_private_answer_cannot_be(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.bela.click(place.shown, label="My hand")
    place.env.inject_error("PATCH", BY_TOKEN, status=401, code=50027, times=None)
    await passes(place, place.anna)
    assert not acts_of(place.private(place.bela)[-1])
    assert acts_of(place.panel(place.bela))


async def test_a_deal_message_is_edited_by_the_token_of_the_press_that_began_it(
    place: Place,
) -> None:
    await place.start(place.bela, place.clara)
    for who in (place.anna, place.bela, place.clara):
        await passes(place, who)
    before, last = counted(place, place.channel.id), place.shown.id
    await place.bela.click(place.shown, label="Next deal")
    await passes(place, place.bela)
    assert "bela: pass" in words_of(place.shown)
    assert (counted(place, place.channel.id) - before)["PATCH"] == 0
    assert place.shown.id != last
    assert not [each for each in place.public if each.id != place.shown.id and ids_of(each)]


async def test_a_deal_is_shown_even_if_the_follow_up_fails(place: Place) -> None:
    await place.open(place.bela, place.clara)
    lobby = place.shown
    place.env.inject_error("POST", BY_TOKEN, status=404, code=10015)
    await place.anna.click(lobby, label="Start")
    assert place.shown.id != lobby.id
    assert "To bid: anna" in words_of(place.shown)


async def test_a_slow_answer_leaves_no_controls_on_a_started_lobby(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.open(place.bela)
    lobby, update, waits = place.shown, Context.update, asyncio.Event()

    async def posted(_page: Page) -> int:
        return 1

    async def slowly(ctx: Context, page: Page, shown: Page | None = None) -> bool:
        if page.rows and ctx.user_id == place.anna.id and not waits.is_set():
            waits.set()
            assert await ctx.table.start(place.anna.id) is None
            message = place.services.table_messages.of(ctx.table)
            await message.post_by_token(table_page(ctx.table), posted)
        return await update(ctx, page, shown)

    monkeypatch.setattr(Context, "update", slowly)
    await place.anna.click(lobby, label="Fill with 1 computer")
    assert waits.is_set()
    assert not [each for each in place.public if each.id == lobby.id and ids_of(each)]


async def begin_deal(place: Place, table: Table) -> None:
    """Begin the deal by a press that does not find the lobby's controls, and posts its message."""

    async def posted(_page: Page) -> int:
        return 1

    assert await table.start(place.anna.id) is None
    await place.services.table_messages.of(table).post_by_token(table_page(table), posted)


def controls_of_lobby(place: Place, lobby: discord.Message) -> list[str]:
    """The controls left in the message of the lobby."""
    return [each for message in place.public if message.id == lobby.id for each in ids_of(message)]


async def test_a_late_edit_of_unknown_outcome_leaves_no_controls(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.open(place.bela)
    lobby, update = place.shown, Context.update

    async def lost(ctx: Context, page: Page, shown: Page | None = None) -> bool:
        await begin_deal(place, ctx.table)
        await update(ctx, page, shown)
        return False

    monkeypatch.setattr(Context, "update", lost)
    await place.anna.click(lobby, label="Fill with 1 computer")
    assert not controls_of_lobby(place, lobby)


async def test_an_edit_in_progress_while_a_deal_begins_leaves_no_controls(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await place.open(place.bela, computers=1)
    lobby, message, edit = place.shown, place.services.table_messages.of(table), Messenger.edit

    async def slowly(
        self: Messenger, channel: discord.PartialMessageable, message_id: int, page: Page, shown: Page | None
    ) -> bool:
        monkeypatch.setattr(Messenger, "edit", edit)
        with message.held():
            await message.changed(page.without_controls())
            await begin_deal(place, table)
        return await edit(self, channel, message_id, page, shown)

    monkeypatch.setattr(Messenger, "edit", slowly)
    await message.changed(None)
    with place.as_bot():
        message.refresh()
    await place.env.advance_time(5)
    assert not controls_of_lobby(place, lobby)


async def test_controls_restored_before_the_deal_had_its_message_are_removed(place: Place) -> None:
    table = await place.open(place.bela, computers=1)
    lobby = place.shown
    assert controls_of_lobby(place, lobby)
    await begin_deal(place, table)
    await place.settle()
    assert not controls_of_lobby(place, lobby)


class Press:
    """An interaction."""

    def __init__(self) -> None:
        self.expired = False

    def is_expired(self) -> bool:
        return self.expired


def test_expired_tokens_are_dropped() -> None:
    tokens, presses = Tokens(), [Press() for _ in range(4)]
    given: list[Any] = presses
    tokens.keep(1, given[0])
    tokens.keep(2, given[1])
    tokens.keep(1, given[2])
    presses[1].expired = True
    assert (tokens.reach(1), tokens.reach(2), tokens.reach(3)) == (True, False, False)
    tokens.keep(4, given[3])
    assert len(tokens) == 2
