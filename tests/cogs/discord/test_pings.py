"""The ping of a table by itself; with people, see `test_requests.py` and `tests/cogs/table/test_pace.py`."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.store import Message
from bot.tables import Occupant, TableState
from bot.text import words
from cogs.discord.display import Display, Text
from cogs.discord.table_message import PING, REMINDER, Ping, TableMessages, TablePages
from tests.cogs.discord.helpers import CHANNEL, Wall, refused
from tests.cogs.panels import StubTable


def called(w: object, table: Any, users: Sequence[int], *, brief: bool = False) -> str:
    """The text of a ping: whom it calls, and the phase it tells of."""
    return f"{[f'<@{user}>' for user in users]} {table.open.phase}"


class Board:
    """A table of Anna, Béla and Clara, with the pings that are sent and saved."""

    def __init__(self) -> None:
        table: Any = StubTable(
            id="k3m9xp",
            state=TableState.PLAYING,
            paused=False,
            asleep=False,
            in_last_trick=False,
            number=1,
            open=SimpleNamespace(turn=(0,), phase="auction"),
            occupants=[Occupant(name, number) for number, name in enumerate(("Anna", "Béla", "Clara"), 1)],
            people=[1, 2, 3],
            turn=SimpleNamespace(reminded=False),
            channel_id=CHANNEL,
            guild_id=6,
        )
        self.table = table
        self.wall = Wall()
        self.looking: dict[int, float] = {}
        """The seconds for which a person still needs no ping."""
        people = Mock(get=AsyncMock(return_value=SimpleNamespace(dm_ok=True)))
        pages = TablePages(lambda _: words("en"), Mock(), Mock(), Mock(), lambda *_: "soon", called)
        shared = TableMessages(
            Mock(),
            self.wall.messenger,
            people,
            Mock(),
            pages,
            lambda _, user: self.looking.get(user, 0.0),
            1.0,
        )
        live: Any = SimpleNamespace(now=table)
        self.live = live
        self.ping = Ping(live, shared)

    def go_on(self, phase: str) -> None:
        """Let another phase begin."""
        begun = {"open": SimpleNamespace(turn=(), phase=phase)}
        self.table = self.live.now = StubTable(**vars(self.table) | begun)

    async def ask(self, *seats: int) -> float:
        self.table.open.turn = seats
        return await self.ping.update()

    @property
    def called(self) -> tuple[int, ...]:
        """The ids of the people pinged, as last saved."""
        return self.wall.rows.history[-1].called


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.mark.parametrize(("kind", "stays"), [(PING, True), (REMINDER, False)])
async def test_only_a_reminder_is_deleted_while_a_computer_moves(
    board: Board, kind: str, stays: bool
) -> None:
    board.table.occupants[1] = Occupant("Poldi")
    board.ping.found(Display.of("k3m9xp", Message(kind, 0, CHANNEL, 77, called=(1,))))
    assert await board.ask(1) == 0
    assert board.wall.asked == ([] if stays else ["delete 77"])


async def test_people_are_not_pinged_again_when_fewer_are_to_act(board: Board) -> None:
    await board.ask(0, 1)
    assert (board.wall.asked, board.called) == (["post"], (1, 2))
    await board.ask(1)
    await board.ask(1)
    assert board.wall.asked == ["post", "edit 21"]
    assert "<@1>" not in board.wall.shown[21]
    await board.ask(1, 2)
    assert board.wall.asked[2:] == ["delete 21", "post"], "Clara has not been pinged yet"
    assert board.called == (2, 3)


async def test_a_person_who_left_and_came_back_is_pinged_again(board: Board) -> None:
    await board.ask(0, 1)
    board.table.people = [2, 3]
    await board.ask(1)
    assert board.called == (2,)
    board.table.people = [1, 2, 3]
    await board.ask(0)
    assert board.wall.asked.count("post") == 2, "Anna is back and is pinged once more"


async def test_a_reminder_replaces_the_ping_and_is_saved_as_its_own_kind(board: Board) -> None:
    await board.ask(0)
    assert board.wall.rows.kinds == {PING: 21}
    board.table.turn.reminded = True
    await board.ask(0)
    assert board.wall.rows.kinds == {REMINDER: 22}
    assert [each.partition("\n")[2] for each in board.wall.shown.values()] == [
        words("en")("ping.reminder", due="soon")
    ]
    await board.ask(0)
    assert board.wall.asked == ["post", "delete 21", "post"], "one reminder is enough"


async def test_a_ping_waits_until_the_first_player_to_act_looks_away(board: Board) -> None:
    await board.ask(2)
    board.looking = {1: 12.0, 2: 7.0}
    assert await board.ask(0, 1) == 7.0
    assert board.wall.asked == ["post", "delete 21"], "Clara's ping is deleted"
    board.looking = {1: 12.0}
    assert await board.ask(0, 1) == 0.0
    assert board.wall.asked[2:] == ["post"]


async def test_an_earlier_ping_found_to_be_posted_after_all_is_replaced(board: Board) -> None:
    board.wall.lost = [refused(503, 0)]
    with pytest.raises(discord.HTTPException):
        await board.ask(1)
    await board.ask(0)
    assert board.wall.asked == ["post", "post", "delete 21", "post"]
    assert list(board.wall.shown) == [22]
    assert board.called == (1,)


async def test_a_person_who_leaves_while_the_ping_is_sent_is_not_saved_with_it(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    show_text = board.wall.messenger.show_text

    async def slowly(display: Display, text: Text) -> None:
        board.table.people = [2, 3]
        await show_text(display, text)

    monkeypatch.setattr(board.wall.messenger, "show_text", slowly)
    await board.ask(0, 1)
    assert board.called == (2,)


async def test_a_ping_that_stays_is_edited_only_when_something_else_is_asked(board: Board) -> None:
    await board.ask(0)
    board.go_on("announcing")
    await board.ask(0)
    assert board.wall.asked == ["post"], "Anna goes on in the same turn"
    board.table.occupants[1] = Occupant("Poldi")
    for phase in ("announcing", "play", "play"):
        board.go_on(phase)
        await board.ask(1)
        await board.ask(0)
    assert board.wall.asked == ["post", "edit 21", "edit 21"]
    assert board.wall.shown[21].endswith("play")
