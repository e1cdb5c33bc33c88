"""A bot that is killed while it posts a message, or gets no answer about it, does not post another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bot.store import BEING_POSTED
from cogs.context import Context
from cogs.discord.failures import JITTER, SLOW_PAUSE
from cogs.discord.messenger import Messenger
from cogs.discord.page import Page
from cogs.discord.table_message import PING
from tests.cogs.discord.helpers import refused
from tests.cogs.place import Place, acts_of, ids_of, words_of


async def killed_while_posting(place: Place, kind: str, user_id: int = 0) -> Counter[str]:
    """Restart as if the bot had been killed before it knew the id; returns its requests then, by method."""
    messages, table = place.services.store.messages, place.table
    saved = {(each.kind, each.user_id): each for each in await messages.of(table.id)}[kind, user_id]
    digest = saved.digest if kind == PING else ""
    await messages.put(table.id, saved._replace(message_id=BEING_POSTED, digest=digest))
    before = len(place.env.http_requests)
    await place.restart()
    made = place.env.http_requests[before:]
    return Counter(each.method for each in made if "/messages" in each.path)


async def test_a_table_message_is_found_again(place: Place) -> None:
    await place.start(place.bela, place.clara)
    shown = place.shown.id
    assert await killed_while_posting(place, "deal 1") == {"GET": 1, "PATCH": 1}
    await place.anna.slash(place.channel, "bid", bid="pass")
    assert [each.id for each in place.public if ids_of(each)] == [shown]
    assert "anna: pass" in words_of(place.shown)


async def test_a_lobby_is_found_among_those_of_others(place: Place) -> None:
    await place.open(place.bela)
    await place.clara.slash(place.channel, "tarock new", game="koenigrufen")
    (table,) = (each for each in place.bot.tables.of_user(place.anna.id))
    (saved,) = await place.services.store.messages.of(table.id)
    await place.services.store.messages.put(table.id, saved._replace(message_id=BEING_POSTED, digest=""))
    before = [each.id for each in place.public]
    await place.restart()
    assert [each.id for each in place.public] == before
    assert place.services.table_messages.of(place.bot.tables.of_user(place.anna.id)[0]).is_at(before[0])


async def test_a_panel_is_found_again(place: Place) -> None:
    await place.start(place.bela, place.clara)
    panel = place.panel(place.anna).id
    assert await killed_while_posting(place, "dm 1", place.anna.id) == {"GET": 1, "PATCH": 1}
    assert place.panel(place.anna).id == panel
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert not acts_of(place.panel(place.anna))


async def test_a_ping_is_found_again(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    ping = place.ping
    assert await killed_while_posting(place, PING) == {"GET": 1}
    assert place.ping == ping
    await place.bela.user.click(place.panel(place.bela), label="Pass")
    assert [each for each in place.public if each.content] == [place.ping]


async def test_a_table_message_is_not_taken_for_a_ping(place: Place) -> None:
    await place.start(place.bela, place.clara)
    shown, ping = place.shown.id, place.ping
    assert ping is not None
    await ping.delete()
    await killed_while_posting(place, PING)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert place.shown.id == shown
    assert [each for each in place.public if each.content] == [place.ping]


async def test_a_message_that_was_never_posted_is_posted(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.shown.delete()
    assert await killed_while_posting(place, "deal 1") == {"GET": 1, "POST": 1}
    assert len([each for each in place.public if ids_of(each)]) == 1


async def test_a_message_is_posted_again_in_a_channel_that_cannot_be_read(place: Place) -> None:
    await place.start(place.bela, place.clara)
    place.env.inject_error("GET", f"/channels/{place.channel.id}/messages", status=403, code=50001)
    assert (await killed_while_posting(place, "deal 1"))["POST"] == 1


async def test_an_unconfirmed_message_is_looked_for_again_after_an_outage(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.discord.failures.PAUSES", (SLOW_PAUSE,))
    table = await place.start(place.bela, place.clara)
    shown = place.shown.id
    place.env.inject_error("GET", f"/channels/{place.channel.id}/messages", status=503)
    assert not (await killed_while_posting(place, "deal 1"))["POST"]
    await place.env.advance_time(SLOW_PAUSE * (1 + JITTER))
    assert [each.id for each in place.public if ids_of(each)] == [shown]
    assert place.services.table_messages.of(place.bot.tables.get(table.id) or table).is_at(shown)


async def test_the_message_of_the_previous_deal_loses_its_controls_after_a_restart(place: Place) -> None:
    await place.start(place.bela, place.clara)
    old, channel = place.shown, place.channel.id
    for who in (place.anna, place.bela, place.clara):
        await who.slash(place.channel, "bid", bid="pass")
    table_message = place.services.table_messages.of(place.table)
    with table_message.held():  # as if the bot were killed before the old message was changed
        await place.table.next_deal(place.bela.id, 1)
        shown = table_message.shown
        assert shown is not None
        assert await table_message.post_by_token(shown, partial(send, place))
    new = place.shown
    saved = (await place.services.store.messages.of(place.table.id))[0]
    messages = place.services.store.messages
    await messages.put(place.table.id, saved._replace(kind="deal 1", message_id=old.id, channel_id=channel))
    await killed_while_posting(place, "deal 2")
    assert [each.id for each in place.public if ids_of(each)] == [new.id]
    kinds = {each.kind: each.message_id for each in await place.services.store.messages.of(place.table.id)}
    assert kinds["deal 2"] == new.id
    assert "deal 1" not in kinds


async def test_controls_that_could_not_be_removed_are_removed_after_a_restart(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.start(place.bela, place.clara)
    new, message = place.shown, place.services.table_messages.of(place.table)
    assert message.shown is not None
    old = await send(place, message.shown)
    with monkeypatch.context() as patched:
        patched.setattr(Messenger, "remove_controls", outage)
        patched.setattr("cogs.discord.failures.PAUSES", (1000.0,))
        with place.as_bot():
            await message.strip(old)
        await place.settle()
    assert [each.id for each in place.public if ids_of(each)] == [new.id, old]
    await place.restart()
    assert [each.id for each in place.public if ids_of(each)] == [new.id]
    kinds = [each.kind for each in await place.services.store.messages.of(place.table.id)]
    assert not [each for each in kinds if each.startswith("old")]


async def test_the_panel_of_the_previous_deal_loses_its_controls_after_a_restart(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.start(place.bela, place.clara)
    for who in (place.anna, place.bela, place.clara):
        await who.user.click(place.panel(who), label="Pass")
    old = place.panel(place.anna)
    assert ids_of(old)
    with monkeypatch.context() as patched:
        patched.setattr(Messenger, "retire", outage)
        patched.setattr("cogs.discord.failures.PAUSES", (1000.0,))
        await place.bela.click(place.shown, label="Next deal")
        new = place.panel(place.anna)
        assert new.id != old.id
    await place.restart()
    panels = {each.id: ids_of(each) for each in place.anna.user.dm_channel.history()}
    assert not panels[old.id]
    assert panels[new.id]
    saved = await place.services.store.messages.of(place.table.id)
    assert [each.kind for each in saved if each.user_id == place.anna.id] == ["dm 2"]


async def outage(*_: object) -> None:
    raise refused(503, 0)


async def send(place: Place, page: Page) -> int:
    """Post a page; returns the id of its message."""
    rendered = await place.services.renderer.render(page)
    with place.as_bot():
        channel = place.bot.get_partial_messageable(place.channel.id)
        return (await channel.send(view=rendered.view, files=rendered.files)).id


def without_answer(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    """Let the answer to a message posted by a token be lost."""
    post: Callable[..., Any] = getattr(Context, method)

    async def posted(ctx: Context, page: Page, **options: bool) -> None:
        await post(ctx, page, **options)

    monkeypatch.setattr(Context, method, posted)


async def test_a_lobby_whose_answer_was_lost_is_found(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    without_answer(monkeypatch, "reply")
    await place.open()
    (lobby,) = place.public
    await place.bela.click(lobby, label="Join")
    assert [each.id for each in place.public] == [lobby.id]
    assert "bela" in words_of(place.shown)


async def test_a_follow_up_whose_answer_was_lost_is_found(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_answer(monkeypatch, "follow_up")
    await place.start(place.bela, place.clara)
    assert len([each for each in place.public if ids_of(each)]) == 1
    for who in (place.anna, place.bela, place.clara):
        await who.slash(place.channel, "bid", bid="pass")
    await place.bela.click(place.shown, label="Next deal")
    assert len([each for each in place.public if ids_of(each)]) == 1
