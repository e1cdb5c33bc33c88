"""A player's panels: when each is brought up to date, and what is known of them after that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.rules.moves import Action
from bot.store import BEING_POSTED
from bot.tables import TableState
from bot.text import words
from cogs.discord.budget import Priority
from cogs.discord.page import Button, Page
from cogs.discord.panels import ATTENTION, FOLLOWING_PACE, STEP_SECONDS, Panel, PanelPages, Panels
from cogs.hands.panel import SeatPanelKey
from tests.cogs.discord.helpers import PatientQueue, Wall, refused
from tests.cogs.panels import StubTable

ANNA, MESSAGE, ANSWER = 7, 21, 30
"""Anna, her direct message, and her private answer."""

ASKED = SeatPanelKey(3, TableState.PLAYING, actions=(Action("pass"),), revision=1)
ASKED_AGAIN = replace(ASKED, actions=(Action("bid", "solo"),), revision=2)
DONE = replace(ASKED, actions=())
FOLLOWS = replace(ASKED, awaited=(1,))
OVER = replace(ASKED, over=True)


class Desk:
    """Anna at a table in its third deal."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("cogs.discord.panels.loop_time", lambda: self.now)
        monkeypatch.setattr("cogs.discord.display.loop_time", lambda: self.now)
        monkeypatch.setattr("cogs.discord.queue.SECONDS_PER_CHANGE", 0.0)
        game = SimpleNamespace(name="tapp_tarock")
        self.table: Any = StubTable(
            channel_id=2,
            id="k3m9xp",
            guild_id=6,
            number=3,
            state=TableState.PLAYING,
            people=(ANNA,),
            away=(),
            game=game,
        )
        self.key: SeatPanelKey | None = ASKED
        self.has_seat = True
        self.made = 0
        self.meanwhile: Callable[[], object] = lambda: None
        """Happens while a panel is made."""
        self.wall, self.queue, self.not_reached = Wall(), PatientQueue(), Mock()
        self.people = Mock(closed=AsyncMock(), reached=AsyncMock())
        self.people.get = AsyncMock(return_value=SimpleNamespace(dm_ok=True))
        self.people.words_of = AsyncMock(return_value=words("en"))
        self.restart()

    def restart(self) -> None:
        """Forget everything but what is saved."""
        pages = PanelPages(
            lambda *_: self.key,
            self._panel,
            lambda *_: Page(("gone",)),
            lambda _: Page(("outdated",)),
            lambda *_: Page((f"seen {self.key and self.key.awaited}",)),
        )
        wall = self.wall.messenger
        self.hands = Panels(self.queue, wall, self.people, pages, self.not_reached)
        self.panels = self.hands.of(self.table, ANNA)

    async def _panel(self, *_: object) -> Panel | None:
        self.made += 1
        self.meanwhile()
        return self.panel if self.has_seat else None

    @property
    def panel(self) -> Panel:
        assert self.key is not None
        return Panel(self.key, Page((repr(self.key),), ((Button("a", "A"),),)))

    async def follow(self, key: SeatPanelKey | None = None) -> None:
        """Something happens at the table."""
        self.key = key or self.key
        self.hands.follow(self.table)
        await self.queue.join()

    async def sent(self) -> None:
        """Send Anna her direct message, which she has seen for long."""
        await self.follow()
        self.now += 1000

    async def answer(self) -> None:
        """Show Anna the panel in a private answer."""
        await self.panels.answered(ANSWER, self.panel)

    def shows(self, message_id: int, key: SeatPanelKey) -> bool:
        return self.wall.shown.get(message_id) == repr(key)

    @property
    def wait(self) -> float:
        """For how many seconds the direct message may wait."""
        return self.queue.later["dm", self.table.id][0]


@pytest.fixture
async def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(monkeypatch)


async def test_a_direct_message_is_saved_posted_and_then_edited_only_if_it_must_be(desk: Desk) -> None:
    await desk.sent()
    saved = [(each.kind, each.message_id, bool(each.digest)) for each in desk.wall.rows.history]
    assert saved == [("dm 3", BEING_POSTED, False), ("dm 3", MESSAGE, True)]
    desk.people.reached.assert_awaited_once_with(ANNA)
    await desk.follow(ASKED)
    assert (desk.wall.asked, desk.made) == (["post"], 1)
    await desk.follow(ASKED_AGAIN)
    assert desk.wall.asked == ["post", f"edit {MESSAGE}"]
    assert desk.wall.rows.history[-1].digest == ASKED_AGAIN.digest


@pytest.mark.parametrize(("key", "edits"), [(ASKED, 0), (ASKED_AGAIN, 1)], ids=["same", "changed"])
async def test_after_a_restart_a_direct_message_is_edited_only_if_it_has_changed(
    desk: Desk, key: SeatPanelKey, edits: int
) -> None:
    await desk.sent()
    desk.restart()
    await desk.follow(key)
    assert (desk.made - 1, len(desk.wall.asked) - 1) == (edits, edits)


async def test_after_an_edit_of_unknown_outcome_the_direct_message_is_edited_again(desk: Desk) -> None:
    await desk.sent()
    desk.wall.lost = [refused(503, 0)]
    await desk.follow(ASKED_AGAIN)
    assert desk.panels.message.shown is None
    assert desk.wall.rows.history[-1].digest == ""
    await desk.follow(ASKED)
    assert desk.shows(MESSAGE, ASKED)


async def test_a_deleted_direct_message_is_replaced_by_a_new_one(desk: Desk) -> None:
    await desk.sent()
    desk.wall.refusals = [refused(404, 10008)] * 2
    await desk.follow(ASKED_AGAIN)
    assert desk.shows(MESSAGE + 1, ASKED_AGAIN)


async def test_each_deal_has_a_message_and_the_earlier_one_loses_its_controls(desk: Desk) -> None:
    await desk.sent()
    desk.table.number = 4
    await desk.follow(replace(ASKED, number=4))
    assert desk.wall.asked[-2:] == ["post", f"edit {MESSAGE}"]
    assert desk.wall.rows.kinds == {"dm 4": MESSAGE + 1}
    await desk.follow()
    assert desk.made == 2


@pytest.mark.parametrize(
    ("state", "away"), [(TableState.BETWEEN, False), (TableState.PLAYING, True)], ids=["between", "away"]
)
async def test_no_message_is_sent_between_deals_or_to_a_player_who_is_away(
    desk: Desk, state: TableState, *, away: bool
) -> None:
    desk.table.state = state
    await desk.follow(replace(ASKED, away=away))
    assert not desk.wall.asked


async def test_the_panel_of_a_person_whose_seat_is_taken_is_let_go_once(desk: Desk) -> None:
    await desk.sent()
    desk.table.people, desk.has_seat = (), False
    for _ in range(2):
        await desk.follow(ASKED_AGAIN)
    assert desk.wall.shown == {MESSAGE: "gone"}
    assert desk.wall.asked == ["post", f"edit {MESSAGE}"]


@pytest.mark.parametrize("code", [50007, 50033, 20026])
@pytest.mark.parametrize("ended", [True, False])
async def test_refused_direct_messages_are_reported_as_closed(desk: Desk, code: int, *, ended: bool) -> None:
    await desk.sent()
    desk.table.state = TableState.ENDED if ended else TableState.PLAYING
    desk.wall.refusals = [refused(400 if code == 50033 else 403, code)]
    await desk.follow(ASKED_AGAIN)
    desk.people.closed.assert_awaited_once_with(ANNA)
    desk.not_reached.assert_called_once_with(desk.table, ANNA)
    assert desk.panels.is_shown is ended, "of a table that has ended it is given up"


async def test_a_refusal_that_passes_by_itself_is_reported_once_and_an_outage_never(desk: Desk) -> None:
    await desk.sent()
    desk.wall.refusals = [refused(503, 0), refused(403, 40003)]
    await desk.follow(ASKED_AGAIN)
    desk.people.closed.assert_not_awaited()
    await desk.follow()
    desk.people.get.return_value = SimpleNamespace(dm_ok=False)
    desk.wall.refusals = [refused(403, 40003)]
    await desk.follow()
    desk.not_reached.assert_called_once_with(desk.table, ANNA)
    assert desk.people.closed.await_count == 2


async def test_panels_are_left_alone_while_an_answer_may_show_them(desk: Desk) -> None:
    await desk.sent()
    await desk.answer()
    desk.wall.token(ANSWER)
    with desk.panels.holding():
        await desk.follow(ASKED_AGAIN)
        with desk.panels.holding():
            await desk.follow()
        await desk.follow()
        assert desk.made == 1, "another answer is not there yet"
    await desk.queue.join()
    assert desk.shows(ANSWER, ASKED_AGAIN)


async def test_panels_are_left_alone_if_their_player_presses_while_they_are_made(desk: Desk) -> None:
    await desk.sent()
    await desk.answer()
    edited = desk.wall.token(ANSWER)
    press = desk.panels.holding()
    desk.meanwhile = press.__enter__
    await desk.follow(OVER)
    assert desk.made == 2
    edited.assert_not_awaited()
    assert desk.wall.asked == ["post"]
    desk.meanwhile = lambda: None
    press.__exit__(None, None, None)
    await desk.queue.join()


async def test_a_message_follows_the_others_slowly_by_request_and_at_an_even_pace_by_token(
    desk: Desk,
) -> None:
    await desk.follow()
    desk.now += 1
    for key in (FOLLOWS, DONE):
        await desk.follow(key)
        assert desk.wait == FOLLOWING_PACE - 1
    await desk.follow(FOLLOWS)
    assert desk.queue.priorities["dm", desk.table.id] is Priority.FOLLOWING
    edited = desk.wall.token(MESSAGE)
    await desk.follow(FOLLOWS)
    assert desk.wait == STEP_SECONDS - 1
    assert desk.queue.priorities["dm", desk.table.id] is Priority.WAITING
    edited.assert_not_awaited()
    desk.now += STEP_SECONDS
    await desk.follow(FOLLOWS)
    assert desk.shows(MESSAGE, FOLLOWS)
    assert desk.wall.asked == ["post"]


async def test_a_message_does_not_follow_while_a_private_answer_does(desk: Desk) -> None:
    await desk.sent()
    await desk.answer()
    desk.wall.token(ANSWER)
    await desk.follow(FOLLOWS)
    assert desk.wait == FOLLOWING_PACE
    desk.wall.tokens.forget(ANSWER)
    await desk.follow(replace(FOLLOWS, awaited=(2,)))
    assert desk.wall.asked[-1] == f"edit {MESSAGE}", "the answer cannot follow"


async def test_what_is_urgent_waits_only_while_the_player_looks_at_an_answer_that_shows_it(
    desk: Desk,
) -> None:
    await desk.sent()
    await desk.answer()
    desk.now += 5
    desk.wall.token(ANSWER)
    await desk.follow(ASKED_AGAIN)
    await desk.follow()
    assert desk.shows(ANSWER, ASKED_AGAIN)
    assert desk.hands.attention(desk.table, ANNA) == ATTENTION - 5
    assert desk.wait == ATTENTION - 5
    desk.now += ATTENTION
    await desk.follow()
    assert desk.shows(MESSAGE, ASKED_AGAIN)


async def test_the_result_waits_until_the_last_trick_has_been_seen(desk: Desk) -> None:
    await desk.follow()
    desk.now += 0.5
    await desk.follow(OVER)
    assert desk.wait == STEP_SECONDS - 0.5
    await desk.answer()
    desk.wall.token(ANSWER)
    await desk.follow(replace(OVER, number=4))
    assert not desk.queue.later.get(("answer", desk.table.id))


async def test_a_press_is_matched_to_its_panel(desk: Desk) -> None:
    await desk.sent()
    await desk.answer()

    def pressed(message: int | None) -> object:
        interaction: Any = SimpleNamespace(message=message and SimpleNamespace(id=message))
        return desk.panels.pressed(interaction)

    assert pressed(MESSAGE) is desk.panels.message
    assert pressed(ANSWER) is desk.panels.answer
    assert [pressed(99), pressed(None)] == [None, None]


async def test_moves_of_others_do_not_reset_the_time_controls_were_offered(desk: Desk) -> None:
    await desk.follow()
    offered = desk.panels.message.offered
    desk.now += 1000
    await desk.follow(FOLLOWS)
    assert (desk.panels.message.offered, desk.panels.message.since) == (offered, desk.now)
    await desk.follow(ASKED_AGAIN)
    assert desk.panels.message.offered == desk.now


async def test_after_an_answer_too_late_it_is_unknown_what_the_panels_show(desk: Desk) -> None:
    await desk.panels.answered(None, desk.panel)
    assert not desk.wall.rows.history, "there are none"
    await desk.sent()
    await desk.answer()
    desk.now += ATTENTION
    await desk.panels.answered(None, desk.panel)
    assert desk.panels.answer is not None
    assert [desk.panels.message.shown, desk.panels.answer.shown] == [None, None]
    assert desk.wall.rows.history[-1].digest == "", "after a restart, too"
    assert desk.hands.attention(desk.table, ANNA) == 0.0


async def test_a_panel_shown_in_one_message_leaves_the_other_alone(desk: Desk) -> None:
    await desk.sent()
    await desk.answer()
    desk.key = ASKED_AGAIN
    await desk.panels.answered(MESSAGE, desk.panel)
    assert (desk.panels.message.key, desk.panels.answer and desk.panels.answer.key) == (ASKED_AGAIN, ASKED)
    assert desk.wall.rows.history[-1].digest == ASKED_AGAIN.digest
    await desk.answer()
    assert desk.panels.answer is not None
    assert desk.panels.answer.key == ASKED_AGAIN
    assert desk.queue.is_idle, "the same answer does not outdate itself"


async def test_an_answer_soon_after_a_restart_finds_the_direct_message_again(desk: Desk) -> None:
    await desk.sent()
    desk.restart()
    desk.key = ASKED_AGAIN
    await desk.panels.answered(MESSAGE, desk.panel)
    assert desk.panels.message.key == ASKED_AGAIN
    assert desk.panels.answer is None


async def test_a_private_answer_that_a_token_no_longer_reaches_is_given_up(desk: Desk) -> None:
    await desk.answer()
    edited = desk.wall.token(ANSWER, refused(404, 10008))
    await desk.follow(ASKED_AGAIN)
    await desk.follow()
    assert desk.panels.answer is None
    edited.assert_awaited_once()


async def test_a_private_answer_that_only_follows_waits_a_moment(desk: Desk) -> None:
    await desk.answer()
    desk.wall.token(ANSWER)
    await desk.follow(FOLLOWS)
    wait, job, _ = desk.queue.later["answer", desk.table.id]
    assert wait == STEP_SECONDS
    desk.now += wait
    await job()
    assert desk.shows(ANSWER, FOLLOWS)


async def test_a_private_answer_after_a_failed_edit_is_edited_again(desk: Desk) -> None:
    await desk.answer()
    desk.wall.token(ANSWER, refused(503, 0))
    await desk.follow(ASKED_AGAIN)
    desk.wall.token(ANSWER)
    await desk.follow()
    assert desk.shows(ANSWER, ASKED_AGAIN)


async def test_there_is_no_panel_in_the_lobby(desk: Desk) -> None:
    desk.key = None
    await desk.follow()
    assert desk.queue.is_idle
    assert desk.made == 0


async def test_a_spectators_panel_follows_until_it_cannot_be_reached(desk: Desk) -> None:
    edited = desk.wall.token(ANSWER)
    desk.panels.watch(ANSWER, Page(("seen before",)))
    await desk.queue.join()
    assert desk.wall.shown[ANSWER] == "seen ()", "it may have changed meanwhile"
    await desk.follow(ASKED)
    edited.assert_awaited_once()
    await desk.follow(FOLLOWS)
    assert desk.wall.shown[ANSWER] == "seen (1,)"
    desk.wall.tokens.forget(ANSWER)
    await desk.follow(ASKED)
    assert desk.panels.watching is None


async def test_panels_of_an_ended_table_are_shown_a_last_time_and_forgotten(desk: Desk) -> None:
    await desk.sent()
    await desk.answer()
    desk.wall.token(MESSAGE)
    desk.wall.token(ANSWER)
    desk.table.state, desk.key = TableState.ENDED, replace(ASKED, state=TableState.ENDED)
    desk.hands.follow(desk.table)
    desk.hands.forget(desk.table)
    await desk.queue.join()
    assert desk.shows(MESSAGE, desk.key)
    assert desk.shows(ANSWER, desk.key)
    assert len(desk.wall.tokens) == 0
    assert desk.hands.of(desk.table, ANNA) is not desk.panels
    assert desk.hands.attention(desk.table, ANNA) == 0.0


async def test_a_failure_to_let_go_is_tried_again(desk: Desk) -> None:
    await desk.sent()
    desk.has_seat, desk.wall.refusals = False, [refused(503, 0)]
    await desk.follow(ASKED_AGAIN)
    assert isinstance(desk.panels.message.message_id, int)
    await desk.follow()
    assert desk.wall.shown == {MESSAGE: "gone"}
