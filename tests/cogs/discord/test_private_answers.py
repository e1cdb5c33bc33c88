"""What private answers show a player, and what is known of the panels once an interaction is answered."""

from __future__ import annotations

from collections.abc import Callable

import discord
import pytest

from tests.cogs.discord.test_panels_shown import (
    ANNA,
    ANSWER,
    ASKED,
    ASKED_AGAIN,
    FOLLOWS,
    MESSAGE,
    NEW,
    NOW,
    OLD,
    Desk,
)
from tests.cogs.discord.test_queue import refused


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(monkeypatch)


async def test_after_an_answer_too_late_it_is_unknown_what_the_panels_show(desk: Desk) -> None:
    desk.answer_with()
    await desk.answered(None)
    assert (desk.message.key, desk.message.page) == (None, None)
    assert [each.digest for each in desk.saved] == [""], "after a restart, too"
    assert (desk.answer.key, desk.answer.page) == (None, None)
    assert desk.hands._answers == {desk.place: desk.answer}, "no other message shows a panel"
    assert desk.hands.attention(desk.table, ANNA) == 0.0
    desk.queue.put.assert_not_called()


async def test_an_answer_too_late_to_a_player_without_panels_changes_nothing(desk: Desk) -> None:
    desk.hands._messages.clear()
    await desk.answered(None)
    assert not desk.saved
    assert not desk.hands._answers


async def test_a_panel_shown_in_the_direct_message_leaves_the_private_answer_alone(desk: Desk) -> None:
    desk.answer_with()
    await desk.answered(MESSAGE)
    assert (desk.message.key, desk.message.page) == (ASKED_AGAIN, NEW)
    assert [each.digest for each in desk.saved] == [ASKED_AGAIN.digest]
    assert (desk.answer.key, desk.answer.page) == (ASKED, OLD)
    desk.queue.put.assert_not_called()
    assert desk.hands.attention(desk.table, ANNA) > 0


async def test_a_panel_shown_in_the_same_private_answer_does_not_outdate_it(desk: Desk) -> None:
    desk.answer_with()
    await desk.answered(ANSWER)
    assert desk.hands._answers == {desk.place: desk.answer}
    assert (desk.answer.key, desk.answer.page) == (ASKED_AGAIN, NEW)
    assert desk.message.key == ASKED
    desk.queue.put.assert_not_called()


async def test_a_new_private_answer_outdates_the_one_before(desk: Desk) -> None:
    desk.answer_with()
    await desk.answered(ANSWER + 1)
    assert desk.hands._answers[desk.place].message_id == ANSWER + 1
    assert desk.hands._answers[desk.place].key == ASKED_AGAIN
    assert desk.put == [(ANNA, ("outdate", ANSWER))]
    await desk.queue.put.call_args.args[2]()
    (message_id, page, shown) = desk.messenger.edit_by_token.await_args.args
    assert (message_id, shown) == (ANSWER, OLD)
    assert "out of date" in "".join(map(str, page.parts))


async def test_an_answer_soon_after_a_restart_finds_the_direct_message_again(desk: Desk) -> None:
    desk.hands._messages.clear()
    desk.hands._loaded.clear()
    desk.messenger.saved.return_value = [desk.message.saved(ANNA)]
    await desk.answered(MESSAGE)
    assert desk.hands._messages[desk.place].key == ASKED_AGAIN
    assert not desk.hands._answers


async def test_a_private_answer_shows_what_has_happened_since(desk: Desk) -> None:
    desk.answer_with()
    desk.key = ASKED_AGAIN
    await desk.update_answer()
    desk.messenger.edit_by_token.assert_awaited_once_with(ANSWER, NEW, OLD)
    assert (desk.answer.key, desk.answer.page) == (ASKED_AGAIN, NEW)
    await desk.update_answer()
    assert desk.made == 1


async def test_a_private_answer_that_a_token_no_longer_reaches_is_given_up(desk: Desk) -> None:
    desk.answer_with()
    desk.key, desk.messenger.edit_by_token.return_value = ASKED_AGAIN, False
    await desk.update_answer()
    await desk.update_answer()
    assert desk.messenger.edit_by_token.await_count == 1
    desk.hands.refresh(desk.table, ANNA)
    assert desk.put == [(ANNA, ("dm", desk.table.id))]


async def test_after_a_failed_edit_it_is_unknown_what_a_private_answer_shows(desk: Desk) -> None:
    desk.answer_with()
    desk.key, desk.messenger.edit_by_token.side_effect = ASKED_AGAIN, refused(503, 0)
    with pytest.raises(discord.DiscordServerError):
        await desk.update_answer()
    assert (desk.answer.key, desk.answer.page) == (None, None)


async def test_a_private_answer_that_only_follows_waits_a_moment(desk: Desk) -> None:
    desk.answer_with()
    desk.key, desk.answer.since = FOLLOWS, NOW
    await desk.update_answer()
    seconds, lane, key, later = desk.queue.put_later.call_args.args
    assert (lane, key, desk.made) == (ANNA, ("answer", desk.table.id), 0)
    assert seconds > 0
    desk.answer.since -= seconds
    await later()
    assert desk.answer.key == FOLLOWS


def without_answer(desk: Desk) -> None:
    desk.hands._answers.clear()


def in_lobby(desk: Desk) -> None:
    desk.key = None


def pressed(desk: Desk) -> None:
    desk.hands._held[desk.place] += 1


def shown_already(desk: Desk) -> None:
    desk.answer.key = desk.key


@pytest.mark.parametrize("case", [without_answer, in_lobby, pressed, shown_already])
async def test_a_private_answer_is_left_alone(desk: Desk, case: Callable[[Desk], None]) -> None:
    desk.answer_with()
    desk.key = ASKED_AGAIN
    case(desk)
    await desk.update_answer()
    assert desk.made == 0
    desk.messenger.edit_by_token.assert_not_awaited()


@pytest.mark.parametrize("has_seat", [True, False], ids=["pressed meanwhile", "without a seat"])
async def test_a_private_answer_is_left_alone_if_its_player_presses_or_has_no_seat(
    desk: Desk, *, has_seat: bool
) -> None:
    desk.answer_with()
    desk.key, desk.has_seat, desk.pressed_meanwhile = ASKED_AGAIN, has_seat, has_seat
    await desk.update_answer()
    assert desk.made == 1
    desk.messenger.edit_by_token.assert_not_awaited()
