"""Messages that answer an interaction are edited by its token, for as long as that works."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from simcord import MemberActor

from bot.tables import LiveTable
from bot.text import Words
from cogs.context import Context
from cogs.discord.display import Content, Display
from cogs.discord.messenger import LIFE, Messenger, Tokens
from cogs.discord.page import Page
from cogs.discord.render import Rendered
from cogs.discord.replies import ARRIVED
from cogs.table.page import table_page
from tests.cogs.discord.helpers import refused
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


async def test_an_expired_token_is_not_tried(place: Place) -> None:
    await place.open(place.bela)
    place.lose_tokens()
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
    await place.hand(place.bela)
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
            assert await ctx.live.start(place.anna.id) is None
            message = place.services.table_messages.of(ctx.live)
            await message.post_by_token(table_page(ctx.table), posted)
        return await update(ctx, page, shown)

    monkeypatch.setattr(Context, "update", slowly)
    await place.anna.click(lobby, label="Fill with 1 computer")
    assert waits.is_set()
    assert not [each for each in place.public if each.id == lobby.id and ids_of(each)]


async def begin_deal(place: Place, table: LiveTable) -> None:
    """Begin the deal by a press that does not find the lobby's controls, and posts its message."""

    async def posted(_page: Page) -> int:
        return 1

    with place.as_bot():
        assert await table.start(place.anna.id) is None
    await place.services.table_messages.of(table).post_by_token(table_page(table.now), posted)


def controls_of_lobby(place: Place, lobby: discord.Message) -> list[str]:
    """The controls left in the message of the lobby."""
    return [each for message in place.public if message.id == lobby.id for each in ids_of(message)]


async def test_a_late_edit_of_unknown_outcome_leaves_no_controls(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.open(place.bela)
    lobby, update = place.shown, Context.update

    async def lost(ctx: Context, page: Page, shown: Page | None = None) -> bool:
        await begin_deal(place, ctx.live)
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

    async def slowly(self: Messenger, display: Display, content: Content, w: Words) -> bool:
        monkeypatch.setattr(Messenger, "edit", edit)
        with message.held():
            await begin_deal(place, table)
        return await edit(self, display, content, w)

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


def press(waited: float = 0.0) -> Any:
    """An interaction that arrived some seconds ago; the computer's clock says nothing of its age."""
    arrived = asyncio.get_running_loop().time() - waited
    return SimpleNamespace(extras={ARRIVED: arrived}, is_expired=lambda: not waited)


async def test_expired_tokens_are_dropped() -> None:
    tokens = Tokens()
    tokens.keep(1, press())
    tokens.keep(2, press(LIFE))
    assert (tokens.reach(1), tokens.reach(2), tokens.reach(3)) == (True, False, False)
    assert len(tokens) == 2
    tokens.keep(1, press())
    assert len(tokens) == 1
    tokens.keep(4, press(LIFE - 60))
    assert (tokens.reach(1), tokens.reach(4), len(tokens)) == (True, True, 2)


def kept(error: Exception | None = None, *, follows_up: bool = False) -> tuple[Tokens, Any]:
    """Tokens that reach message 1, and its interaction, of which requests fail with an error."""
    tokens = Tokens()
    interaction: Any = SimpleNamespace(
        extras={},
        edit_original_response=AsyncMock(side_effect=error),
        delete_original_response=AsyncMock(side_effect=error),
        followup=SimpleNamespace(edit_message=AsyncMock(side_effect=error)),
    )
    tokens.keep(1, interaction, follows_up=follows_up)
    return tokens, interaction


def change(*, keeps_pictures: bool = False) -> Rendered:
    return Rendered(Page(("text",)), keeps_pictures=keeps_pictures)


@pytest.mark.parametrize("follows_up", [False, True], ids=["answer", "follow-up"])
async def test_a_token_edits_the_message_it_has_answered_with(*, follows_up: bool) -> None:
    tokens, interaction = kept(follows_up=follows_up)
    assert await tokens.edit(1, change())
    original, follow_up = interaction.edit_original_response, interaction.followup.edit_message
    assert [original.await_count, follow_up.await_count] == [not follows_up, follows_up]
    assert tokens.reach(1)
    assert not await tokens.edit(2, change())


@pytest.mark.parametrize(
    ("status", "code", "keeps_pictures"), [(404, 10008, False), (404, 10008, True), (401, 50027, False)]
)
async def test_a_token_that_discord_no_longer_accepts_is_not_tried_again(
    status: int, code: int, *, keeps_pictures: bool
) -> None:
    tokens, interaction = kept(refused(status, code))
    for _try in range(2):
        assert not await tokens.edit(1, change(keeps_pictures=keeps_pictures))
    interaction.edit_original_response.assert_awaited_once()


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (503, 0)], ids=["pictures", "outage"])
async def test_a_token_is_kept_if_the_pictures_were_others_or_discord_failed(status: int, code: int) -> None:
    tokens, _ = kept(refused(status, code))
    with pytest.raises(discord.HTTPException):
        await tokens.edit(1, change(keeps_pictures=True))
    assert tokens.reach(1)


@pytest.mark.parametrize("error", [None, refused(404, 10008)], ids=["deleted", "dismissed"])
async def test_the_token_of_a_deleted_message_is_forgotten(error: Exception | None) -> None:
    tokens, interaction = kept(error)
    for _time in range(2):
        await tokens.delete(1)
    interaction.delete_original_response.assert_awaited_once()
    assert not tokens.reach(1)


async def test_a_message_can_still_be_deleted_by_its_token_after_an_outage() -> None:
    tokens, _ = kept(refused(503, 0))
    with pytest.raises(discord.DiscordServerError):
        await tokens.delete(1)
    assert tokens.reach(1)


async def test_an_edit_that_discord_holds_up_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.messenger.TOKEN_SECONDS", 0.0)
    tokens, interaction = kept()

    async def held_up(**_: object) -> None:
        await asyncio.Event().wait()

    interaction.edit_original_response = held_up
    with pytest.raises(TimeoutError):
        await tokens.edit(1, change())
    assert tokens.reach(1)
