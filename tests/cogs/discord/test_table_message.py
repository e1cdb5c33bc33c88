"""The table message and the ping: what the channel sees, and what becomes of them when Discord refuses."""

from __future__ import annotations

import logging
import re
from typing import Any
from unittest.mock import Mock

import pytest

from bot.rules.cards import CODES
from bot.tables import TableState
from bot.text import words
from bot.text.cards import long_name, short_name
from cogs.discord.messenger import Messenger
from cogs.discord.slots import Priority
from cogs.discord.table_message import BURIED, TableMessage, TableMessages
from tests.cogs.place import Place, act_once, confirm, id_of, ids_of, options_of, words_of
from tests.cogs.stubs import StubTable


async def test_the_deal_has_a_message_of_its_own(place: Place) -> None:
    await place.start(computers=2)
    lobby, deal = (each for each in place.public if each.flags.components_v2)
    assert not ids_of(lobby)
    assert "deal 1" in words_of(deal)
    assert "To bid: anna" in words_of(deal)


async def test_the_ping_mentions_exactly_the_player_to_act(place: Place) -> None:
    await place.start(place.bela, computers=1)
    first = place.ping
    assert first is not None
    assert first.content == f"It is your turn: <@{place.anna.id}>"
    sent = place.env.http_requests
    pings = [
        each.json
        for each in sent
        if isinstance(each.json, dict) and each.json.get("content") == first.content
    ]
    assert pings[-1]["allowed_mentions"]["users"] == [place.anna.id]
    assert not pings[-1]["allowed_mentions"].get("parse")
    await place.anna.slash(place.channel, "bid", bid="pass")
    second = place.ping
    assert second is not None
    assert second.content == f"It is your turn: <@{place.bela.id}>"
    assert first.id not in [each.id for each in place.public]


async def test_the_ping_is_posted_below_the_message_that_a_press_posts(place: Place) -> None:
    table = await place.open(place.bela, place.clara)
    message = place.services.table_messages.of(table)
    message._held += 1
    with place.as_bot():
        assert await table.start(place.anna.id) is None
    await place.settle()
    assert not [each for each in place.public if each.content]
    message._held -= 1
    with place.as_bot():
        message.refresh()
    await place.settle()
    assert place.ping is not None
    assert place.ping.id > place.shown.id


async def test_no_one_is_pinged_after_the_deal(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    for who in (place.anna, place.bela, place.clara):
        await who.slash(place.channel, "bid", bid="pass")
    assert table.now.state is TableState.BETWEEN
    assert place.ping is None
    assert "void" in words_of(place.shown)


async def test_a_deleted_message_is_logged_and_posted_again(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    await place.start(place.bela, computers=1)
    old = place.shown.id
    await place.bot.get_partial_messageable(place.channel.id).get_partial_message(old).delete()
    with caplog.at_level(logging.INFO, "cogs.discord.messenger"):
        await place.anna.slash(place.channel, "bid", bid="pass")
    assert "cannot be edited: status 404, code 10008" in caplog.text
    assert place.shown.id != old
    assert "anna: pass" in words_of(place.shown)


async def test_a_lost_channel_is_mentioned_once_and_the_table_goes_on(place: Place) -> None:
    table = await place.start(place.bela, computers=1)
    path = f"/channels/{place.channel.id}/*"
    place.env.inject_error("*", path, status=403, code=50001, times=None)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    await place.bela.user.click(place.panel(place.bela), label="Solo · 8")
    await confirm(place, place.bela)
    assert len(table.now.open_log) >= 2
    for who in (place.anna, place.bela):
        said = [each.content for each in who.user.dm_channel.history() if "no longer post" in each.content]
        assert len(said) == 1


async def test_after_a_restart_old_buttons_work(place: Place) -> None:
    await place.start(place.bela, computers=1)
    message, panel = place.shown, place.panel(place.anna)
    await place.restart()
    assert place.shown.id == message.id
    assert ids_of(place.shown) == ids_of(message)
    await place.anna.user.click(panel, label="Pass")
    assert "anna: pass" in words_of(place.shown)
    await place.bela.click(message, label="My hand")
    assert ":2:bid solo" in " ".join(ids_of(place.private(place.bela)[-1]))
    assert place.panel(place.anna).id == panel.id


async def test_the_next_deal_can_begin_after_a_restart_between_deals(place: Place) -> None:
    await place.start(place.bela, place.clara)
    for who in (place.anna, place.bela, place.clara):
        await who.slash(place.channel, "bid", bid="pass")
    await place.restart()
    await place.bela.click(place.shown, label="Next deal")
    assert place.table.now.number == 2
    assert "deal 2" in words_of(place.shown)


async def test_the_next_deal_removes_the_buttons_of_the_previous_one(place: Place) -> None:
    await place.start(place.bela, place.clara)
    for who in (place.anna, place.bela, place.clara):
        await who.slash(place.channel, "bid", bid="pass")
    old = place.shown
    await place.clara.click(old, label="Next deal")
    assert place.shown.id != old.id
    (before,) = (each for each in place.public if each.id == old.id)
    assert not ids_of(before)
    assert "void" in words_of(before)


async def test_a_crash_after_the_next_deal_was_saved_leaves_no_old_buttons(place: Place) -> None:
    table = await place.start(computers=2)
    await place.play_out(table)
    old, message = place.shown, place.services.table_messages.of(table)
    message._held += 1
    with place.as_bot():
        assert await table.next_deal(place.anna.id) is None
    await place.restart()
    (before,) = (each for each in place.public if each.id == old.id)
    assert place.shown.id != old.id
    assert not ids_of(before)
    assert words_of(before).split("Totals")[0] == words_of(old).split("Totals")[0]
    assert [each.filename for each in before.attachments] == [each.filename for each in old.attachments]


async def test_public_messages_name_no_hidden_card(place: Place) -> None:
    table = await place.start(computers=2)
    w = words("en", "tapp_tarock")
    while table.now.state is TableState.PLAYING:
        assert table.now.open is not None
        known = {str(play.card) for trick in table.now.open.tricks for play in trick.plays}
        known |= {str(play.card) for play in table.now.open.trick}
        known |= {str(each) for group in table.now.open.talon for each in group.cards}
        known |= {str(each) for each in table.now.open.discards_shown}
        seen = "\n".join(words_of(message) for message in place.public)
        named = set(re.split(r"[\s,;.]+", seen))
        for card in table.now.game.pack:
            if str(card) not in known:
                assert not re.search(rf"{re.escape(long_name(w, card))}(?!\w)", seen)
                assert short_name(w, card) not in named
        for message in place.public:
            assert not set(CODES) & set(" ".join(ids_of(message)).replace(":", " ").split())
        await act_once(place)


async def test_last_trick_and_score_are_answered_privately(place: Place) -> None:
    table = await place.start(computers=2)
    await place.clara.click(place.shown, label="Last trick")
    assert "No trick" in words_of(place.private(place.clara)[-1])
    await place.clara.click(place.shown, label="Score")
    assert "No deal has been scored" in words_of(place.private(place.clara)[-1])
    while table.now.open is None or not table.now.open.tricks:
        await act_once(place)
    await place.clara.click(place.shown, label="Last trick")
    last = place.private(place.clara)[-1]
    assert "wins the trick" in words_of(last)
    assert last.attachments
    await place.play_out(table)
    await place.clara.click(place.shown, label="Last trick")
    await place.anna.click(place.shown, label="My hand")
    assert "This deal:" in words_of(place.private(place.anna)[-1])


async def test_the_table_message_is_changed_in_place(place: Place) -> None:
    await place.start(computers=2)
    shown = place.shown.id
    await act_once(place)
    assert place.shown.id == shown
    assert id_of(place.shown, ":hand")
    assert not options_of(place.shown, "t1")


async def test_a_buried_message_is_posted_at_the_bottom(place: Place) -> None:
    table = await place.open()
    mine = place.shown
    others = [place.guild.add_member(place.env.create_user(name)) for name in ("dora", "emil")]
    for who in (place.bela, place.clara, *others[:1]):
        await who.slash(place.channel, "tarock new", game="tapp_tarock")
    assert mine.id in [each.id for each in place.public]
    await others[1].click(mine, label="Join")
    assert mine.id not in [each.id for each in place.public]
    assert id_of(place.public[-1], f"{table.id}:join")
    assert "emil" in words_of(place.public[-1])


async def test_a_lost_channel_is_used_again_when_it_is_back(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    for path in (f"/channels/{place.channel.id}/*", f"/webhooks/{place.bot.application_id}/*"):
        place.env.inject_error("PATCH", path, status=403, code=50013, times=1)
    for who in (place.anna, place.bela, place.clara):
        await who.user.click(place.panel(who), label="Pass")
    assert table.now.state is TableState.BETWEEN
    assert "void" not in words_of(place.shown)
    await place.anna.slash(place.channel, "tarock show")
    assert "void" in words_of(place.shown)


async def test_an_unchanged_page_costs_no_request(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    before = len(place.env.http_requests)
    place.services.table_messages.of(table).refresh()
    await place.settle()
    assert len(place.env.http_requests) == before


async def test_an_edit_whose_answer_was_lost_is_corrected(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await place.open()
    edit = Messenger.edit

    async def unanswered(messenger: Messenger, *args: Any) -> bool:
        monkeypatch.setattr(Messenger, "edit", edit)
        await edit(messenger, *args)
        assert "bela" in words_of(place.shown), "it has taken effect"
        await table.leave(place.bela.id)
        raise ConnectionResetError

    monkeypatch.setattr(Messenger, "edit", unanswered)
    with place.as_bot():
        assert await table.join(place.bela.id, "bela") is None
    await place.settle()
    assert "bela" not in words_of(place.shown)


async def test_only_the_table_message_is_recognized_by_a_press_right_after_a_restart(place: Place) -> None:
    table = await place.start(computers=2)
    found = TableMessage(table, place.services.table_messages)
    assert await found.page_for(place.shown.id) is not None
    assert await found.page_for(place.shown.id + 1) is None


def waiting(*, state: TableState = TableState.PLAYING, number: int = 2) -> tuple[TableMessage, Mock]:
    """The message of deal `number` at a table in its second deal, and the mock that owns it."""
    opened = None if state is TableState.LOBBY else object()
    table: Any = StubTable(id="k3m9xp", channel_id=1, guild_id=6, state=state, number=2, open=opened)
    owner = Mock()
    message = TableMessage(table, owner)
    message._loaded, message._message, message._number = True, 20, number
    return message, owner


@pytest.mark.parametrize(
    ("known", "is_free"),
    [
        ({}, True),
        ({"_below": BURIED - 1}, True),
        ({"_below": BURIED}, False),
        ({"_number": 1}, False),
        ({"_message": None}, False),
    ],
    ids=["in place", "nearly buried", "buried", "earlier deal", "not posted"],
)
def test_only_a_message_that_stays_in_place_can_be_free_to_update(
    known: dict[str, Any], *, is_free: bool
) -> None:
    message, owner = waiting()
    owner.messenger.is_free.return_value = True
    vars(message).update(known)
    assert message.is_free is is_free
    owner.messenger.is_free.return_value = False
    assert not message.is_free


@pytest.mark.parametrize(
    ("state", "number", "priority"),
    [
        (TableState.PLAYING, 2, Priority.FOLLOWING),
        (TableState.PLAYING, 1, Priority.WAITING),
        (TableState.BETWEEN, 2, Priority.WAITING),
        (TableState.ENDED, 2, Priority.WAITING),
    ],
    ids=["deal", "new deal", "score", "end"],
)
def test_a_new_message_and_a_score_have_waiting_priority(
    state: TableState, number: int, priority: Priority
) -> None:
    message, owner = waiting(state=state, number=number)
    message.refresh()
    assert [each.args[1][0] for each in owner.queue.put.call_args_list] == ["table", "ping"]
    assert owner.queue.put.call_args_list[0].args[3] is priority
    message._loaded = False
    message.refresh()
    assert owner.queue.put.call_args_list[2].args[3] is Priority.FOLLOWING, "it may be up to date already"


async def test_a_message_posted_again_brings_its_ping_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.table_message.POSTING_SECONDS", 0.0)
    message, owner = waiting()
    assert not await message.post_again(), "the queue has not run yet"
    assert [each.args[1][0] for each in owner.queue.put.call_args_list] == ["table", "ping"]


def test_a_delayed_refresh_does_not_ping_yet() -> None:
    message, owner = waiting()
    message.refresh(3.0)
    owner.queue.put.assert_not_called()
    assert owner.queue.put_later.call_args.args[0] == 3.0


def test_a_new_message_buries_the_messages_of_other_tables_in_its_channel() -> None:
    def table(name: str, channel: int) -> Any:
        return StubTable(id=name, channel_id=channel, guild_id=6, state=TableState.LOBBY)

    messages = TableMessages(Mock(), Mock(), Mock(), Mock(), Mock(), Mock())
    own, beside, elsewhere = table("own", 1), table("beside", 1), table("elsewhere", 2)
    shown = [messages.of(each) for each in (own, beside, elsewhere)]
    for _ in range(2):
        messages.posted(own)
    assert [each._below for each in shown] == [0, 2, 0]
