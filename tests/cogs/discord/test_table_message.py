"""The table message and the ping: what the channel sees, and what becomes of them when Discord refuses."""

from __future__ import annotations

import logging
import re
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.rules.cards import CODES
from bot.store import BEING_POSTED, Message
from bot.tables import TableState
from bot.text import words
from bot.text.cards import long_name, short_name
from cogs.discord.budget import Priority
from cogs.discord.display import Display
from cogs.discord.page import Button, Page
from cogs.discord.table_message import (
    BURIED,
    LATE_SECONDS,
    TableMessage,
    TableMessages,
    TablePages,
)
from tests.cogs.discord.helpers import CHANNEL, PatientQueue, Wall, refused
from tests.cogs.panels import StubTable
from tests.cogs.place import Place, act_once, id_of, ids_of, options_of, usable, words_of


async def test_the_ping_mentions_exactly_the_player_to_act(place: Place) -> None:
    await place.start(place.bela, computers=1)
    first = place.ping
    assert first is not None
    assert f"<@{place.anna.id}>" in first.content
    await place.anna.slash(place.channel, "bid", bid="pass")
    second = place.ping
    assert second is not None
    assert f"<@{place.bela.id}>" in second.content
    assert first.id not in [each.id for each in place.public]


async def test_the_ping_is_posted_below_the_message_that_a_press_posts(place: Place) -> None:
    table = await place.open(place.bela, place.clara)
    message = place.services.table_messages.of(table)
    holding = message.held()
    holding.__enter__()
    with place.as_bot():
        assert await table.start(place.anna.id) is None
    await place.settle()
    assert not [each for each in place.public if each.content]
    with place.as_bot():
        holding.__exit__(None, None, None)
    await place.settle()
    assert place.ping is not None
    assert place.ping.id > place.shown.id


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


async def test_after_a_restart_old_buttons_work(place: Place) -> None:
    await place.start(place.bela, computers=1)
    message, panel = place.shown, place.panel(place.anna)
    await place.restart()
    assert place.shown.id == message.id
    assert ids_of(place.shown) == ids_of(message)
    await place.anna.user.click(panel, label="Pass")
    assert "anna: pass" in words_of(place.shown)
    await place.bela.click(message, label="My hand")
    assert "bid solo" in options_of(place.private(place.bela)[-1], ":2:?choose")
    assert place.panel(place.anna).id == panel.id


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
    assert words_of(before).split("Running score")[0] == words_of(old).split("Running score")[0]
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
    assert {"trick", "score"}.isdisjoint(usable(place.shown)), "there is nothing to show yet"
    assert {"trick", "score"} <= {each.rpartition(":")[2] for each in ids_of(place.shown)}
    while table.now.open is None or not table.now.open.tricks:
        await act_once(place)
    await place.clara.click(place.shown, label="Last trick")
    last = place.private(place.clara)[-1]
    assert "wins the trick" in words_of(last)
    assert last.attachments
    await place.play_out(table)
    await place.clara.click(place.shown, label="Last trick")
    await place.hand(place.anna)
    assert "balance" in words_of(place.private(place.anna)[-1])


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


async def test_only_the_table_message_is_recognized_by_a_press_right_after_a_restart(place: Place) -> None:
    await place.start(computers=2)
    await place.restart()
    found = place.services.table_messages.of(place.table)
    assert await found.page_for(place.shown.id) is not None
    assert await found.page_for(place.shown.id + 1) is None


class Board:
    """A table in its second deal, with all requests recorded."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, table_id: str = "k3m9xp") -> None:
        monkeypatch.setattr("cogs.discord.queue.SECONDS_PER_CHANGE", 0.0)
        table: Any = StubTable(
            id=table_id, channel_id=CHANNEL, guild_id=6, number=2, state=TableState.PLAYING, open=None
        )
        self.table, self.people = table, [7]
        table.people = self.people
        self.wall, self.queue = Wall(), PatientQueue()
        self.page = Page(("now",), ((Button("a", "A"),),))
        self.direct = Mock(send=AsyncMock(return_value=True))
        pages = TablePages(
            lambda _: words("en"),
            lambda _: self.page,
            lambda _: Page(("begun",)),
            lambda _: Page(("last",)),
            lambda *_: "",
            lambda *_, **__: "",
        )
        self.messages = TableMessages(
            self.queue, self.wall.messenger, Mock(), self.direct, pages, lambda *_: 0.0, 1.0
        )

    @property
    def message(self) -> TableMessage:
        return self.messages.of(self.table)

    async def refresh(self) -> None:
        self.message.refresh()
        await self.queue.join()

    async def post_by_token(self, message_id: int | None) -> bool:
        """Let a press post the page as a message."""
        posted = await self.message.post_by_token(self.page, AsyncMock(return_value=message_id))
        await self.queue.join()
        return posted


@pytest.fixture
async def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    return Board(monkeypatch)


async def test_a_message_is_saved_before_it_is_posted_and_what_it_shows_after_that(board: Board) -> None:
    await board.refresh()
    saved = [(each.kind, each.message_id, each.digest) for each in board.wall.rows.history]
    assert saved == [("deal 2", BEING_POSTED, ""), ("deal 2", 21, board.page.digest)]
    await board.refresh()
    assert board.wall.asked == ["post"]


async def test_a_message_posted_by_a_token_replaces_the_one_before(board: Board) -> None:
    board.table.number = 1
    await board.refresh()
    board.wall.token(21)
    board.table.number = 2
    assert await board.post_by_token(50)
    assert board.message.is_at(50)
    assert board.message.shown == board.page
    assert board.wall.rows.kinds == {"deal 2": 50}
    assert board.wall.asked == ["post", "fetch 21"], "to take its controls"
    assert not board.wall.tokens.reach(21)


async def test_a_message_without_controls_is_left_as_it_is(board: Board) -> None:
    board.table.number, board.page = 1, Page(("now",))
    await board.refresh()
    board.table.number = 2
    await board.post_by_token(50)
    assert board.wall.asked == ["post"]


async def test_a_message_is_looked_for_if_its_posting_was_not_confirmed(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.table.number = 1
    await board.refresh()
    board.table.number = 2
    looked_for: list[Any] = []

    async def saved(_: object, kinds: Any) -> list[Display]:
        looked_for.append(kinds)
        return [Display.of("k3m9xp", Message("deal 2", 0, CHANNEL, 50, board.page.digest))]

    monkeypatch.setattr(board.wall.messenger, "saved", saved)
    assert not await board.post_by_token(None)
    assert board.message.is_at(50)
    assert not board.message.is_of_earlier_deal
    assert len(looked_for) == 1
    assert board.wall.asked == ["post", "edit 21"], "the one before it loses its controls"
    await board.post_by_token(51)
    assert await board.message.page_for(99) is None
    assert len(looked_for) == 1


async def test_a_message_in_doubt_that_is_not_found_is_posted(board: Board) -> None:
    board.wall.rows.history.clear()
    board.wall.messenger.saved = AsyncMock(return_value=[])  # type: ignore[method-assign]  # of this test
    assert not await board.post_by_token(None)
    assert board.wall.asked == ["post"]


async def test_a_message_buried_by_others_is_not_free_and_is_posted_again(board: Board) -> None:
    is_free = [board.message.is_free]
    await board.post_by_token(50)
    board.wall.token(50)
    board.messages.posted[CHANNEL + 1] += 10
    for more in (BURIED - 1, 1):
        board.messages.posted[CHANNEL] += more
        is_free.append(board.message.is_free)
    await board.refresh()
    assert is_free == [False, True, False]
    assert board.wall.asked == ["delete 50", "post"]
    board.wall.token(21)
    board.table.number = 3
    assert not board.message.is_free


@pytest.mark.parametrize(
    ("state", "number", "priority"),
    [
        (TableState.PLAYING, 2, Priority.FOLLOWING),
        (TableState.PLAYING, 3, Priority.WAITING),
        (TableState.BETWEEN, 2, Priority.WAITING),
        (TableState.ENDED, 2, Priority.WAITING),
    ],
    ids=["deal", "new deal", "score", "end"],
)
async def test_a_new_message_and_a_score_have_waiting_priority(
    board: Board, state: TableState, number: int, priority: Priority
) -> None:
    message = board.message
    await board.refresh()
    board.table.state, board.table.number = state, number
    message.refresh()
    assert board.queue.priorities["table", "k3m9xp"] is priority
    assert board.queue.priorities["ping", "k3m9xp"] is Priority.WAITING
    await board.queue.close()


@pytest.mark.parametrize(
    ("computer", "token", "pause", "wait"),
    [
        (False, False, 1.0, None),
        (True, True, 1.0, None),
        (True, False, 1.0, 1.0 + LATE_SECONDS),
        (True, True, 0.5, 0.5 + LATE_SECONDS),
    ],
    ids=["a person is next", "free", "by a request", "too short to be seen"],
)
async def test_a_step_of_a_computer_is_shown_by_itself_only_where_that_is_free(
    board: Board, *, computer: bool, token: bool, pause: float, wait: float | None
) -> None:
    board.messages.pause = pause
    await board.post_by_token(50)
    if token:
        board.wall.token(50)
    news: Any = SimpleNamespace(computer_next=computer)
    board.messages.follow(board.table, news)
    later = board.queue.later.get(("table", "k3m9xp"))
    assert (later and later[0]) == wait
    await board.queue.close()


async def test_a_message_that_is_not_posted_soon_is_reported(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.discord.table_message.POSTING_SECONDS", 0.0)
    board.page, board.wall.refusals = Page(("later",)), [refused(503, 0)]
    assert not await board.message.post_again()
    await board.queue.close()
