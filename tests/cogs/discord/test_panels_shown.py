"""What a direct message shows after updates, also failed ones; see `test_private_answers.py` for the rest."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.rules.moves import Action
from bot.store import BEING_POSTED, Message
from bot.tables import TableState
from bot.text import words
from cogs.discord.hand_message import ATTENTION, FOLLOWING_PACE, HandMessages
from cogs.discord.page import Button, Page
from cogs.discord.panel_message import HandMessage, PanelMessage
from cogs.discord.slots import Priority
from cogs.hands.panel import Panel, PanelKey
from tests.cogs.discord.test_queue import refused

NOW, ANNA, CHANNEL = 100.0, 7, 5
MESSAGE, ANSWER = 20, 30
"""The direct message and the private answer."""

ASKED = PanelKey(3, TableState.PLAYING, actions=(Action("pass"),))
ASKED_AGAIN = replace(ASKED, actions=(Action("bid", "solo"),))
FOLLOWS = replace(ASKED, awaited=(1,))
OLD, NEW = Page(("old",), ((Button("a", "A"),),)), Page(("new",))


class Desk:
    """Anna at a table, whose direct message has shown `ASKED` for long, with all requests recorded."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table: Any = SimpleNamespace(
            id="k3m9xp", number=3, state=TableState.PLAYING, people=(ANNA,), away=()
        )
        self.table.game = SimpleNamespace(name="tapp_tarock")
        self.place = self.table.id, ANNA
        self.key: PanelKey | None = ASKED
        """What Anna's panel depends on now."""
        self.made = 0
        """How many panels have been made."""
        self.has_seat = True
        self.pressed_meanwhile = False
        """Whether Anna presses something while a panel is made."""
        self.queue = Mock()
        self.people = Mock(closed=AsyncMock(), reached=AsyncMock())
        self.people.get = AsyncMock(return_value=SimpleNamespace(dm_ok=True))
        self.on_closed = Mock()
        self.messenger = Mock(save=AsyncMock(), forget=AsyncMock(), remove_controls=AsyncMock())
        self.messenger.delete = AsyncMock()
        self.messenger.edit = AsyncMock(return_value=True)
        self.messenger.edit_by_token = AsyncMock(return_value=True)
        self.messenger.saved = AsyncMock(return_value=[])
        self.messenger.dm_channel = AsyncMock(return_value=SimpleNamespace(id=CHANNEL))
        self.messenger.send = AsyncMock(side_effect=lambda _key, _channel, page, _w: (MESSAGE + 1, page))
        tokens: Any = SimpleNamespace(reach=lambda _: False)
        direct: Any = SimpleNamespace(words_of=AsyncMock(return_value=words("en")))
        self.hands = HandMessages(self.queue, self.messenger, tokens, self.people, direct, self.on_closed)
        self.message = HandMessage(MESSAGE, ASKED, OLD, NOW - 1000, number=3, channel_id=CHANNEL)
        self.hands._loaded.add(self.place)
        self.hands._messages[self.place] = self.message
        self.answer = PanelMessage(ANSWER, ASKED, OLD, NOW - 1000)
        monkeypatch.setattr("cogs.discord.hand_message._now", lambda: NOW)
        monkeypatch.setattr("cogs.discord.hand_message.panel_key", lambda *_: self.key)
        monkeypatch.setattr(self.hands, "panel", self._panel)

    async def _panel(self, *_: object) -> Panel | None:
        self.made += 1
        self.hands._held[self.place] += self.pressed_meanwhile
        return Panel(self.key, NEW) if self.has_seat and self.key else None

    def answer_with(self, key: PanelKey = ASKED) -> None:
        """Give Anna a private answer that shows a key."""
        self.answer.key = key
        self.hands._answers[self.place] = self.answer

    async def answered(self, message_id: int | None) -> None:
        """An interaction has been answered with a panel that a message shows."""
        interaction: Any = SimpleNamespace(user=SimpleNamespace(id=ANNA))
        await self.hands.answered(self.table, interaction, message_id, Panel(ASKED_AGAIN, NEW))

    async def update(self) -> None:
        """Bring the direct message up to date."""
        await self.hands._update(self.table, ANNA)

    async def update_answer(self) -> None:
        """Bring the private answer up to date."""
        await self.hands._update_answer(self.table, ANNA)

    @property
    def saved(self) -> list[Message]:
        """What has been saved of direct messages, in this order."""
        return [call.args[1] for call in self.messenger.save.await_args_list]

    @property
    def put(self) -> list[tuple[int, Any]]:
        """The lane and the key of each job put into the queue."""
        return [call.args[:2] for call in self.queue.put.call_args_list]


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(monkeypatch)


async def test_a_direct_message_that_shows_the_panel_already_is_not_made_again(desk: Desk) -> None:
    await desk.update()
    assert desk.made == 0
    desk.messenger.edit.assert_not_awaited()


async def test_a_direct_message_with_another_panel_is_edited_and_saved(desk: Desk) -> None:
    desk.key = ASKED_AGAIN
    await desk.update()
    assert desk.messenger.edit.await_args.args[1:-1] == (MESSAGE, NEW, OLD)
    assert desk.saved == [desk.message.saved(ANNA)]
    assert desk.message.digest == ASKED_AGAIN.digest
    await desk.update()
    assert desk.messenger.edit.await_count == 1


async def test_after_a_failed_edit_it_is_unknown_what_the_direct_message_shows(desk: Desk) -> None:
    desk.message.digest = ASKED.digest
    desk.key, desk.messenger.edit.side_effect = ASKED_AGAIN, refused(503, 0)
    with pytest.raises(discord.DiscordServerError):
        await desk.update()
    assert [each.digest for each in desk.saved] == [""]
    desk.messenger.edit.side_effect = None
    desk.key = ASKED
    await desk.update()
    assert desk.messenger.edit.await_args.args[1:-1] == (MESSAGE, NEW, None), "it may show the other panel"


@pytest.mark.parametrize("deleted", [True, False])
async def test_a_deleted_direct_message_is_replaced_by_a_new_one(desk: Desk, *, deleted: bool) -> None:
    desk.key, desk.messenger.edit.return_value = ASKED_AGAIN, not deleted
    await desk.update()
    assert desk.messenger.send.await_count == deleted
    assert desk.people.reached.await_count == deleted
    assert desk.messenger.delete.await_count == deleted, "in case it only cannot be edited any more"
    assert desk.hands._messages[desk.place].message_id == MESSAGE + deleted


async def test_a_panel_of_the_next_deal_is_sent_and_the_earlier_message_retired(desk: Desk) -> None:
    desk.table.number, desk.key = 4, replace(ASKED, number=4)
    await desk.update()
    assert [(each.kind, each.message_id) for each in desk.saved][-1] == ("dm 4", MESSAGE + 1)
    assert desk.messenger.edit.await_args.args[1:-1] == (MESSAGE, OLD.without_controls(), OLD)
    desk.messenger.forget.assert_awaited_once_with(desk.table, "dm 3", ANNA)
    await desk.update()
    assert desk.made == 1


@pytest.mark.parametrize(
    ("state", "away"), [(TableState.BETWEEN, False), (TableState.PLAYING, True)], ids=["between", "away"]
)
async def test_no_direct_message_is_sent_between_deals_or_to_a_player_who_is_away(
    desk: Desk, state: TableState, *, away: bool
) -> None:
    desk.hands._messages.clear()
    desk.table.state, desk.key = state, replace(ASKED, away=away)
    await desk.update()
    desk.messenger.send.assert_not_awaited()


async def test_the_panel_of_a_person_whose_seat_is_taken_is_let_go_once(desk: Desk) -> None:
    desk.has_seat, desk.key = False, ASKED_AGAIN
    for _ in range(2):
        await desk.update()
    (_, message_id, page, shown, _) = desk.messenger.edit.await_args.args
    assert (message_id, shown, page.rows) == (MESSAGE, OLD, ())
    assert desk.messenger.edit.await_count == 1
    desk.messenger.done_with.assert_called_once_with(MESSAGE)


@pytest.mark.parametrize(
    "error",
    [refused(403, 50007), refused(400, 50033), refused(403, 20026)],
    ids=lambda error: str(error.code),
)
@pytest.mark.parametrize("ended", [True, False])
async def test_refused_direct_messages_are_reported_as_closed(
    desk: Desk, error: discord.HTTPException, *, ended: bool
) -> None:
    desk.key, desk.messenger.edit.side_effect = ASKED_AGAIN, error
    desk.table.state = TableState.ENDED if ended else TableState.PLAYING
    desk.queue.is_shown.return_value = False
    if ended:
        await desk.update()
    else:
        with pytest.raises(discord.HTTPException):
            await desk.update()
    desk.people.closed.assert_awaited_once_with(ANNA)
    desk.on_closed.assert_called_once_with(desk.table, ANNA)


async def test_a_refusal_that_passes_by_itself_is_reported_once(desk: Desk) -> None:
    desk.key, desk.messenger.edit.side_effect = ASKED_AGAIN, refused(403, 40003)
    for known in (True, False):
        desk.people.get.return_value = SimpleNamespace(dm_ok=known)
        with pytest.raises(discord.Forbidden):
            await desk.update()
    desk.on_closed.assert_called_once_with(desk.table, ANNA)


async def test_an_outage_does_not_mean_that_direct_messages_are_closed(desk: Desk) -> None:
    desk.key, desk.messenger.edit.side_effect = ASKED_AGAIN, refused(503, 0)
    with pytest.raises(discord.DiscordServerError):
        await desk.update()
    desk.people.closed.assert_not_awaited()


async def test_a_direct_message_is_left_alone_while_a_press_is_answered(desk: Desk) -> None:
    desk.key = ASKED_AGAIN
    with desk.hands.held(desk.table, ANNA):
        await desk.update()
        with desk.hands.held(desk.table, ANNA):
            desk.hands.refresh(desk.table, ANNA)
        await desk.update()
        assert not desk.put, "another answer is not there yet"
    assert (desk.made, desk.messenger.edit.await_count) == (0, 0)
    assert desk.put == [(ANNA, ("dm", desk.table.id))], "it follows then"


async def test_a_direct_message_that_may_wait_is_put_off_once(desk: Desk) -> None:
    desk.key, desk.message.since = FOLLOWS, NOW
    await desk.update()
    seconds, lane, key, later, priority = desk.queue.put_later.call_args.args
    assert (seconds, lane, key) == (FOLLOWING_PACE, ANNA, ("dm", desk.table.id))
    assert priority is Priority.FOLLOWING
    assert desk.made == 0
    desk.key = replace(ASKED, actions=())
    await later()
    assert desk.message.key == desk.key, "it does not wait again"


async def test_a_table_follows_its_people_and_those_who_left_or_lost_their_seat(desk: Desk) -> None:
    desk.table.people, desk.table.away = (8,), (9,)
    desk.hands._messages["another", 10] = desk.message
    desk.hands.follow(desk.table)
    assert {lane for lane, _ in desk.put} == {8, 9}, "Anna's message shows her panel already"
    desk.queue.put.reset_mock()
    desk.key = ASKED_AGAIN
    desk.hands.follow(desk.table)
    assert {lane for lane, _ in desk.put} == {ANNA, 8, 9}


async def test_outdated_panels_are_put_into_the_queue_with_the_priority_that_fits(desk: Desk) -> None:
    desk.answer_with()
    desk.hands.refresh(desk.table, ANNA)
    assert not desk.put
    dm, answer = (ANNA, ("dm", desk.table.id)), (ANNA, ("answer", desk.table.id))
    desk.key = FOLLOWS
    desk.hands.refresh(desk.table, ANNA)
    assert desk.put == [answer, dm]
    desk.key = ASKED_AGAIN
    desk.hands.refresh(desk.table, ANNA)
    assert desk.put == [answer, dm] * 2
    priorities = [call.args[3:] for call in desk.queue.put.call_args_list]
    assert priorities == [(), (Priority.FOLLOWING,), (), (Priority.WAITING,)]
    desk.key = None
    desk.hands.refresh(desk.table, ANNA)
    assert desk.put == [answer, dm] * 2, "there is no panel in the lobby"


@pytest.mark.parametrize("shown", [True, False])
async def test_panels_of_an_ended_table_are_forgotten_once_they_show_that(desk: Desk, *, shown: bool) -> None:
    desk.answer_with()
    desk.hands._used[desk.place] = ANSWER, NOW
    desk.hands._messages["another", ANNA] = other = HandMessage(MESSAGE + 5)
    desk.table.state, desk.queue.is_shown.return_value = TableState.ENDED, shown
    await desk.update()
    desk.queue.is_shown.assert_called_once_with(ANNA, ("dm", desk.table.id))
    forgotten = [call.args[0] for call in desk.messenger.done_with.call_args_list]
    assert forgotten == ([MESSAGE, ANSWER] if shown else [])
    known = desk.hands._messages, desk.hands._answers, desk.hands._used, desk.hands._loaded
    assert [desk.place in each for each in known] == [not shown] * 4
    assert desk.hands._messages["another", ANNA] is other


async def test_a_direct_message_whose_player_acted_elsewhere_is_put_off(desk: Desk) -> None:
    desk.key = replace(ASKED, actions=())
    await desk.update()
    assert desk.queue.put_later.call_args.args[0] == ATTENTION
    assert desk.made == 0


async def test_a_direct_message_is_left_alone_if_its_player_presses_while_the_panel_is_made(
    desk: Desk,
) -> None:
    desk.key, desk.pressed_meanwhile = ASKED_AGAIN, True
    await desk.update()
    assert desk.made == 1
    desk.messenger.edit.assert_not_awaited()


@pytest.mark.parametrize(("key", "edits"), [(ASKED, 0), (ASKED_AGAIN, 1)], ids=["same", "changed"])
async def test_after_a_restart_a_direct_message_is_edited_only_if_it_has_changed(
    desk: Desk, key: PanelKey, edits: int
) -> None:
    desk.message.digest = ASKED.digest
    desk.messenger.saved.return_value = [desk.message.saved(ANNA)]
    desk.hands._messages.clear()
    desk.hands._loaded.clear()
    desk.key = key
    await desk.update()
    assert (desk.made, desk.messenger.edit.await_count) == (edits, edits)
    assert desk.hands._messages[desk.place].message_id == MESSAGE
    desk.messenger.send.assert_not_awaited()


@pytest.mark.parametrize("sent", [OLD, NEW], ids=["older page", "same page"])
async def test_a_direct_message_is_saved_before_it_is_sent_and_edited_if_an_older_page_was_sent(
    desk: Desk, sent: Page
) -> None:
    desk.hands._messages.clear()
    desk.messenger.send.side_effect = lambda *_: (MESSAGE + 1, sent)
    await desk.update()
    saved = [each.message_id for each in desk.saved]
    assert (saved[0], set(saved[1:])) == (BEING_POSTED, {MESSAGE + 1})
    edits = [call.args[1:-1] for call in desk.messenger.edit.await_args_list]
    assert edits == ([(MESSAGE + 1, NEW, OLD)] if sent is OLD else [])


async def test_direct_messages_from_before_a_restart_are_looked_up_once(desk: Desk) -> None:
    desk.hands._loaded.clear()
    for _ in range(2):
        await desk.update()
    assert desk.messenger.saved.await_count == 1
