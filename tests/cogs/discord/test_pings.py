"""The ping of a table by itself; with people, see `test_requests.py` and `tests/cogs/test_pace.py`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.store import Message
from bot.tables import Occupant, TableState
from bot.text import words
from cogs.discord.page import digest_of
from cogs.discord.pings import PING, REMINDER, Ping
from tests.cogs.stubs import StubTable


@pytest.mark.parametrize(("kind", "stays"), [(PING, True), (REMINDER, False)])
async def test_only_a_reminder_is_deleted_while_a_computer_moves(kind: str, stays: bool) -> None:
    table: Any = StubTable(
        state=TableState.PLAYING,
        paused=False,
        asleep=False,
        open=SimpleNamespace(turn=(1,)),
        occupants=(Occupant("Anna", 1), Occupant("Poldi")),
        channel_id=5,
        guild_id=6,
    )
    messenger = Mock(delete=AsyncMock(), forget=AsyncMock())
    ping = Ping(table, messenger, Mock(), lambda _: 0.0)
    ping.found(Message(kind, 0, 5, 77, called=(1,)))
    assert await ping.update() == 0
    assert messenger.delete.await_count == (0 if stays else 1)


class Board:
    """A table of Anna, Béla and Clara, with the pings that are sent and saved."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("cogs.discord.pings.due_line", lambda *_: "soon")
        monkeypatch.setattr("cogs.discord.pings.public_words", lambda _: words("en"))
        table: Any = StubTable(
            id="k3m9xp",
            state=TableState.PLAYING,
            paused=False,
            asleep=False,
            open=SimpleNamespace(turn=(0,)),
            occupants=[Occupant(name, number) for number, name in enumerate(("Anna", "Béla", "Clara"), 1)],
            people=[1, 2, 3],
            turn=SimpleNamespace(reminded=False),
            channel_id=5,
            guild_id=6,
        )
        self.table = table
        self.saved: list[tuple[Message, str]] = []
        self.sent: list[str] = []
        self.messenger = Mock(delete=AsyncMock(), forget=AsyncMock(), edit_text=AsyncMock())
        self.messenger.save, self.messenger.send_text = self._save, self._post
        self.looking: dict[int, float] = {}
        """The seconds for which a person still needs no ping."""
        people = Mock(get=AsyncMock(return_value=SimpleNamespace(dm_ok=True)))
        self.ping = Ping(self.table, self.messenger, people, lambda user: self.looking.get(user, 0.0))

    async def _save(self, _: object, message: Message, *, instead_of: str) -> None:
        self.saved.append((message, instead_of))

    async def _post(self, _key: object, _channel: object, call: Any) -> tuple[int, Any]:
        self.sent.append(call.content)
        return 70 + len(self.sent), call

    async def ask(self, *seats: int) -> float:
        self.table.open.turn = seats
        return await self.ping.update()

    @property
    def called(self) -> tuple[int, ...]:
        """The ids of the people pinged, as last saved."""
        return self.saved[-1][0].called


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    return Board(monkeypatch)


async def test_people_are_not_pinged_again_when_fewer_are_to_act(board: Board) -> None:
    await board.ask(0, 1)
    assert (len(board.sent), board.called) == (1, (1, 2))
    await board.ask(1)
    assert len(board.sent) == 1
    board.messenger.edit_text.assert_awaited_once()
    assert "<@1>" not in board.messenger.edit_text.await_args.args[2]
    await board.ask(1)
    board.messenger.edit_text.assert_awaited_once()
    await board.ask(1, 2)
    assert (len(board.sent), board.called) == (2, (2, 3)), "Clara has not been pinged yet"
    assert board.messenger.delete.await_args.args[1] == 71


async def test_a_person_who_left_and_came_back_is_pinged_again(board: Board) -> None:
    await board.ask(0, 1)
    board.table.people = [2, 3]
    await board.ask(1)
    assert board.called == (2,)
    board.table.people = [1, 2, 3]
    await board.ask(0)
    assert len(board.sent) == 2, "Anna is back and is pinged once more"


async def test_a_reminder_replaces_the_ping_and_is_saved_as_its_own_kind(board: Board) -> None:
    await board.ask(0)
    assert [(each.kind, instead_of) for each, instead_of in board.saved] == [(PING, "")] * 2
    board.table.turn.reminded = True
    await board.ask(0)
    assert [each.partition("\n")[2] for each in board.sent] == ["", words("en")("ping.reminder", due="soon")]
    assert [(each.kind, instead_of) for each, instead_of in board.saved[2:]] == [
        (REMINDER, PING),
        (REMINDER, ""),
    ]
    await board.ask(0)
    assert len(board.sent) == 2, "one reminder is enough"


async def test_a_ping_waits_until_the_first_player_to_act_looks_away(board: Board) -> None:
    await board.ask(2)
    board.looking = {1: 12.0, 2: 7.0}
    assert await board.ask(0, 1) == 7.0
    assert len(board.sent) == 1
    assert board.messenger.delete.await_args.args[1] == 71, "Clara's ping is deleted"
    board.looking = {1: 12.0}
    assert await board.ask(0, 1) == 0.0
    assert len(board.sent) == 2


async def test_an_earlier_ping_found_to_be_posted_after_all_is_replaced(board: Board) -> None:
    others = ["It was your turn"]

    async def post(_key: object, _channel: object, call: Any) -> tuple[int, Any]:
        board.sent.append(call.content)
        return 70 + len(board.sent), call._replace(content=others.pop()) if others else call

    board.messenger.send_text = post
    await board.ask(0)
    assert len(board.sent) == 2
    assert board.messenger.delete.await_args.args[1] == 71
    assert board.saved[-1][0].digest == digest_of(board.sent[-1])


async def test_a_ping_that_was_sent_with_the_time_is_not_sent_again(board: Board) -> None:
    async def post(_key: object, _channel: object, call: Any) -> tuple[int, Any]:
        board.sent.append(call.content)
        return 71, call._replace(content=f"{call.content}\n-# <t:1:T>")

    board.messenger.send_text = post
    await board.ask(0)
    assert len(board.sent) == 1
