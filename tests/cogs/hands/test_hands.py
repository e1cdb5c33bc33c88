"""A player's own panel on Discord: its controls, presses that come late or fail, and private answers."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any

import pytest

from bot.rules.cards import CODES
from bot.rules.moves import Action
from cogs.controls import MARK
from cogs.discord.panels import ATTENTION, FOLLOWING_PACE
from cogs.discord.queue import Queue
from tests.cogs.place import (
    Place,
    act,
    acts_of,
    answers,
    components,
    confirm,
    exchange,
    id_of,
    ids_of,
    mark,
    marks_of,
    meant,
    named_by,
    options_of,
    sent_privately,
    words_of,
)


async def test_every_player_gets_one_message_for_a_deal(place: Place) -> None:
    await place.start(place.bela, place.clara)
    for who in (place.anna, place.bela, place.clara):
        history = [each for each in who.user.dm_channel.history() if each.flags.components_v2]
        assert len(history) == 1
        description = history[0].attachments[0].description
        assert description
        assert description not in history[0].content
    assert acts_of(place.panel(place.anna))
    assert not acts_of(place.panel(place.bela))
    assert "You are waiting for the others" in words_of(place.panel(place.bela))


async def test_discards_are_marked_and_then_made_together(place: Place) -> None:
    await exchange(place)
    table = place.table
    assert table.now.deal is not None
    assert "Discard 3 cards" in words_of(place.panel(place.anna))
    values = marks_of(place.panel(place.anna))
    assert {*values} == {str(action) for action in table.now.deal.actions(0)}
    await mark(place.anna.user, lambda: place.panel(place.anna), *values[:2])
    assert "Chosen: " in words_of(place.panel(place.anna))
    assert "Discard: 2 of 3 chosen" in words_of(place.panel(place.anna))
    for left in (values[1:2], []):
        marks = [each for each in ids_of(place.panel(place.anna)) if f":{MARK}" in each]
        (unmark,) = (each for each in marks if named_by(each) == left)
        await place.anna.user.click(place.panel(place.anna), custom_id=unmark)
    await mark(place.anna.user, lambda: place.panel(place.anna), *values[-3:])
    assert len(table.now.deal.view(0).hand) == 19
    controls = [each for each in components(place.panel(place.anna)) if each.get("disabled") is False]
    open_ones = [each for each in controls if each["custom_id"].startswith("t1:")]
    assert len(open_ones) == 4, "three marks can be taken away, and no fourth card can be marked"
    await place.anna.user.click(place.panel(place.anna), label="Discard (3)")
    assert len(table.now.deal.view(0).hand) == 16
    assert {str(each) for each in table.now.deal.view(0).discards} == {
        value.split()[1] for value in values[-3:]
    }


async def test_several_statements_are_made_together(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    await meant(place, place.anna, "bid", bid="solo")
    assert table.now.deal is not None
    says = options_of(place.panel(place.anna), "?say")
    assert len(says) == 2
    (menu,) = (each for each in ids_of(place.panel(place.anna)) if each.endswith("?say"))
    await place.anna.user.select(place.panel(place.anna), says, custom_id=menu)
    await place.anna.user.click(place.panel(place.anna), label="Announce 2 and finish")
    await confirm(place, place.anna)
    moves = [str(move) for move in table.now.deal.log]
    assert moves == ["0 bid solo", *(f"0 {each}" for each in says), "0 done"]
    # The next speaker may double either of them, or both.
    doubling = [each for each in options_of(place.panel(place.bela), "?say") if each.startswith("kontra")]
    assert len(doubling) == 2


async def test_my_hand_is_for_the_player_alone(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.hand(place.anna)
    assert place.last(place.anna).attachments
    assert not place.private(place.bela)
    outsider = place.guild.add_member(place.env.create_user("outsider"))
    await place.hand(outsider)
    assert "not seated" in place.last(outsider).content


async def test_a_panel_in_the_channel_is_kept_up_to_date(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.hand(place.bela)
    assert not acts_of(place.last(place.bela))
    await place.anna.slash(place.channel, "bid", bid="pass")
    assert "t1:" in acts_of(place.last(place.bela))[0]
    await place.bela.click(place.last(place.bela), label="Pass")
    assert "You are waiting for the others" in place.told(place.bela)
    assert "You are waiting for the others" in words_of(place.panel(place.bela))
    assert len(place.private(place.bela)) == 1


async def test_the_button_for_announcements_of_0_1_0_shows_the_auction(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    old = await sent_privately(place, place.anna, f"p1:{table.id}:items")
    await place.anna.user.click(old, label="Forged")
    assert "Tapp-Tarock · deal 1 · Auction" in words_of(place.directly(place.anna))


async def test_an_older_copy_of_the_hand_is_marked_as_outdated(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.hand(place.anna)
    await place.hand(place.anna)
    older, newer = place.private(place.anna)
    assert "out of date" in words_of(older)
    assert not ids_of(older)
    assert not older.attachments
    assert acts_of(newer)


async def test_an_old_revision_is_refused_with_a_fresh_panel(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    old = await place.hand(place.anna)
    place.lose_tokens()
    await place.hand(place.anna)
    for who in (place.anna, place.bela):
        await who.slash(place.channel, "bid", bid="dreier" if who is place.anna else "unterer")
    await place.clara.slash(place.channel, "bid", bid="pass")
    revision = table.now.revision
    await place.anna.click(old, label="Pass")
    assert table.now.revision == revision
    (fresh,) = (each for each in place.private(place.anna) if each.id == old.id)
    assert "has moved on" in words_of(fresh)
    await place.anna.click(fresh, custom_id=id_of(fresh, ":hold"))
    assert table.now.revision == revision + 1


@pytest.mark.usefixtures("twice")
async def test_two_presses_at_once_count_once(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert place.moves == ["0 pass"]
    assert "You are waiting for the others" in words_of(place.panel(place.anna))


async def test_an_absent_player_who_types_a_command_is_offered_the_seat(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.leave(place.bela)
    for command, options in (("hand", {}), ("bid", {"bid": "pass"})):
        await place.bela.slash(place.channel, command, **options)
        assert ids_of(place.last(place.bela)) == [f"p1:{place.table.id}:return"]
        assert not place.last(place.bela).attachments, "no card is shown"
    await place.bela.click(place.last(place.bela), label="Back to my seat")
    assert place.table.now.seat_of(place.bela.id) == 1
    assert "You are waiting for the others" in place.told(place.bela)


async def test_closed_direct_messages_do_not_hold_up_the_deal(place: Place) -> None:
    await place.open(place.bela, place.clara)
    path = f"/channels/{place.anna.user.dm_channel.id}/messages"
    place.env.inject_error("POST", path, status=403, code=50007, times=None)
    await place.anna.click(place.shown, label="Start")
    assert place.ping is not None
    assert "*My hand*" in place.ping.content
    await place.hand(place.anna)
    await place.anna.click(place.last(place.anna), label="Pass")
    assert "anna: pass" in words_of(place.shown)
    attempts = [each for each in place.env.http_requests if (each.method, each.path) == ("POST", path)]
    assert len(attempts) == 2, "the greeting and the first hand, and no hand after that"


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
    in_dm = place.directly(place.anna).content
    in_channel = place.last(place.anna).content
    place.errors_expected = True
    assert [str(error) for error in place.env.errors] != []
    for said in (in_dm, in_channel):
        incident = said.partition("code ")[2].rstrip(".")
        assert f"[{incident}]" in caplog.text
    assert not set(re.findall(r"\w+", caplog.text)) & set(CODES)


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
    await place.hand(place.bela)
    assert answers(place)[-1] == 5
    assert place.last(place.bela).attachments
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert "t1:" in acts_of(place.last(place.bela))[0]
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
    assert "Chosen: " in words_of(place.panel(place.anna))
    assert len(place.panel(place.anna).attachments) == before


async def test_an_answer_refused_for_another_reason_is_not_retried(place: Place) -> None:
    await exchange(place)
    marked = marks_of(place.panel(place.anna))[:1]
    place.errors_expected = True
    place.env.inject_error("POST", "/interactions/*/callback", status=400, code=50013)
    await mark(place.anna.user, lambda: place.panel(place.anna), *marked)
    assert "Chosen: " not in words_of(place.panel(place.anna))


def asides(place: Place) -> list[str]:
    """The first lines of Anna's private answers in her direct messages, besides her panel."""
    shown = place.anna.user.dm_channel.history(viewer=place.anna.user)
    return [words_of(each).strip().splitlines()[0] for each in shown if each.flags.ephemeral]


async def test_an_aside_replaces_the_previous_one_and_disappears_with_the_next_action(place: Place) -> None:
    await place.start(computers=2)
    for label, heading in (
        ("What can I do?", "### What can I do now?"),
        ("Auction", "### Tapp-Tarock · deal 1 · Auction"),
    ):
        await place.anna.user.click(place.panel(place.anna), label=label)
        await place.settle()
        assert asides(place) == [heading]
    await act(place, place.anna)
    await place.settle()
    assert asides(place) == []


async def test_deleting_a_dismissed_aside_is_not_retried(place: Place) -> None:
    await place.start(computers=2)
    await place.anna.user.click(place.panel(place.anna), label="Auction")
    place.env.inject_error("DELETE", "/webhooks/*", status=404, code=10008, times=None)
    before = len(place.env.http_requests)
    await place.anna.user.click(place.panel(place.anna), label="What can I do?")
    await place.settle()
    assert [each.method for each in place.env.http_requests[before:]].count("DELETE") == 1


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> dict[Any, float]:
    """The seconds for which jobs are put off, by lane and key."""
    put: dict[Any, float] = {}
    monkeypatch.setattr("cogs.discord.panels.ATTENTION", ATTENTION)
    monkeypatch.setattr("cogs.discord.panels.FOLLOWING_PACE", FOLLOWING_PACE)
    monkeypatch.setattr(
        Queue, "put_later", lambda _, seconds, lane, key, *__: put.__setitem__((lane, key), seconds)
    )
    return put


async def test_a_panel_marks_a_player_for_whom_a_computer_plays(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    with place.as_bot():
        assert await table.act(place.anna.id, None, [Action("bid", "dreier")]) is None
    await place.settle()
    assert "anna: Dreier (three)" in words_of(place.panel(place.bela))
    await place.leave(place.anna)
    await place.settle()
    assert "anna\N{NO-BREAK SPACE}⚙: Dreier (three)" in words_of(place.panel(place.bela))


async def test_a_panel_follows_the_others_at_once_only_if_that_is_free(
    place: Place, waits: dict[Any, float]
) -> None:
    await place.start(place.bela, place.clara)
    await place.hand(place.clara)
    await place.anna.slash(place.channel, "bid", bid="dreier")
    assert "anna: Dreier (three)" in words_of(place.private(place.clara)[-1]), "by the token of the press"
    assert "To bid: bela" in words_of(place.private(place.clara)[-1])
    assert "Dreier" not in words_of(place.panel(place.clara)), "that would cost a request"
    assert 0 < waits[place.clara.id, ("dm", place.table.id)] <= FOLLOWING_PACE, "so it comes later"
    await place.clara.user.click(place.panel(place.clara), label="Refresh")
    assert "anna: Dreier (three)" in words_of(place.panel(place.clara))
    await place.bela.slash(place.channel, "bid", bid="pass")
    assert "bela: pass" in words_of(place.panel(place.clara))


async def test_players_can_vote_for_a_pause_in_their_panels(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.click(place.shown, label="Pause")
    wished = "anna would like a pause. 2 players must agree."
    assert wished in words_of(place.panel(place.anna))
    assert wished in words_of(place.panel(place.bela))
    await place.anna.user.click(place.panel(place.anna), label="No pause")
    assert "would like" not in words_of(place.panel(place.bela))
    await place.anna.click(place.shown, label="Pause")
    await place.bela.user.click(place.panel(place.bela), label="Pause")
    assert place.table.now.paused
    assert "The table is paused" in words_of(place.panel(place.clara))
    assert "To bid" not in words_of(place.shown), "the table waits for nobody"
