"""Offers, which only some hands have a right to use, look the same to everybody."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.computers.computer import quietest
from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.games.koenigrufen import KOENIGRUFEN
from bot.rules.game import Game
from bot.rules.moves import DECLINE, Action
from bot.rules.view import View
from bot.tables import LiveTable, News, NewsKind, Pace, TableState
from bot.tables.table import READY
from tests.games.illustrated_tarokk.table import keep
from tests.helpers import TERMS
from tests.notation import layout
from tests.tables.room import (
    ANNA,
    BELA,
    CLARA,
    STRANGER,
    OpenRoom,
    Room,
    Wished,
    code,
    deal_of,
    facts,
    legal,
    result_of,
    revision_of,
    turn_of,
)

NOTHING = "S* H1 H2 H3 H4 -SK"
"""A hand of Königrufen with neither king nor tarock."""
KOENIGRUFEN_HANDS = {
    "no one": ("T1", "T2", "T3", "T4"),
    "Anna": (NOTHING + " D1", "T2", "T3", "T4"),
    "Béla": ("T1", NOTHING + " D1", "T3", "T4"),
    "a computer": ("T1", "T2", "T3", NOTHING + " D1"),
}
"""Deals that differ in who may demand a new one."""

CLARAS = "HK HQ HC HJ DK DQ DC DJ CK"
ILLUSTRATED_HANDS = {
    "no one": ("T22 T15 SK", "T21 T9", "T8 HK", "T20 T19"),
    "Béla": ("T22 T15 SK", CLARAS, "T21 T8", "T20 T19"),
    "Clara": ("T22 T15 SK", "T21 T9", CLARAS, "T20 T19"),
    "a computer": ("T22 T15 SK", "T21 T9", "T20 T8", CLARAS),
}
"""Deals that differ in who may annul them."""
ILLUSTRATED_TALON = "S10 C10 H1 D1 SJ CJ"

LONG = (
    "T22 T15 T14 T13 T12 T11 T10 T1 SK",
    "T21 T9 T8 HK HQ HC DQ DC CQ",
    "T20 T7 T6 T5 T4 DK HJ DJ CC",
    "T19 T18 T17 T16 T3 T2 CK SQ SC",
)
"""Four hands of which Anna's has eight tarokks, and her partner Clara's the XX."""
SHORT = ("T22 T15 T14 T13 T12 SK", "T21 T11 T10 T9 T8 HK", "T7 T6 T5 T4 T3 DK", "T20 T19 T18 T17 T16 T2 T1")
"""Four hands with fewer than eight tarokks each."""


class Quiet:
    """A computer that uses no right, discards the cards it drew and makes the smallest commitment."""

    def choose(self, view: View) -> Action:
        wanted = [DECLINE, *(Action("lay", drawn) for drawn in ILLUSTRATED_TALON.split())]
        return next((each for each in wanted if each in view.actions), None) or quietest(view.actions)


async def room_for(
    open_room: OpenRoom, game: Game, hands: Sequence[str], talon: str = "", **how: Any
) -> Room:
    """A room where these hands are dealt by seat 3."""
    cards = layout(game, *hands, talon=talon, dealer=3)
    return await open_room(player=Quiet(), shuffle=Wished(game, cards), **how)


async def act(table: LiveTable, room: Room, user_id: int, action: Action) -> None:
    assert await table.act(user_id, revision_of(table, user_id), [action]) is None
    await room.tables.quiet()


async def answer(table: LiveTable, room: Room, user_id: int) -> None:
    """Let a person use no right, whether there is one or not."""
    await act(table, room, user_id, DECLINE if DECLINE in legal(table, user_id) else READY)


async def keep_on(table: LiveTable, room: Room) -> None:
    """Let the next person who is asked do the least."""
    user_id = next(user_id for user_id in table.now.people if legal(table, user_id))
    seat = table.now.seat_of(user_id)
    assert seat is not None
    is_asked = READY not in legal(table, user_id)
    await act(table, room, user_id, keep(deal_of(table), seat) if is_asked else READY)


def is_offered(table: LiveTable) -> bool:
    return table.now.state is TableState.OFFER


class Timeline:
    """What everybody can see of a table, and when."""

    def __init__(self, room: Room) -> None:
        self.seen: list[object] = []
        self._room = room
        room.tables.listen(self.hear)

    async def hear(self, table: LiveTable, news: News) -> None:
        """Note what has happened, at which second, and what a spectator sees."""
        view = table.now.view(0)
        public = (
            table.now.state,
            table.now.open,
            table.now.turn,
            table.now.open_log,
            table.now.revision_for(None),
            view,
        )
        self.seen.append((self.now, news, public))

    @property
    def now(self) -> float:
        """Seconds passed, those included that computers have paused."""
        return self._room.clock.now + sum(self._room.sleep.slept)


# The course is the same for all who may be entitled.


async def koenigrufen(
    open_room: OpenRoom, database: Path, hands: Sequence[str], *, patient: bool
) -> list[object]:
    """The course of a deal until Béla has bid."""
    room = await room_for(open_room, KOENIGRUFEN, hands, database=database)
    timeline = Timeline(room)
    table = await room.table(BELA, computers=2, game=KOENIGRUFEN)
    assert await table.start(ANNA) is None
    if patient:
        await room.tables.quiet()
        await room.wait(30)
    else:  # before the computers have answered
        for user_id in (BELA, ANNA):
            await answer(table, room, user_id)
    assert table.now.state is TableState.PLAYING
    await act(table, room, BELA, quietest(legal(table, BELA)))
    return timeline.seen


@pytest.mark.parametrize("patient", [False, True], ids=["all answer", "no one answers"])
async def test_a_redeal_is_offered_to_everybody_alike(
    open_room: OpenRoom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, patient: bool
) -> None:
    monkeypatch.setattr("bot.tables.tables.secrets.choice", lambda letters: letters[0])
    courses = {
        who: await koenigrufen(open_room, tmp_path / f"{number}.db", hands, patient=patient)
        for number, (who, hands) in enumerate(KOENIGRUFEN_HANDS.items())
    }
    first = courses.pop("no one")
    assert len(first) > 5
    for who, course in courses.items():
        assert course == first, who


async def illustrated(open_room: OpenRoom, database: Path, hands: Sequence[str]) -> list[object]:
    """The course of a solo of Anna's until the call, in which all others discard what they drew."""
    room = await room_for(open_room, ILLUSTRATED_TAROKK, hands, ILLUSTRATED_TALON, database=database)
    table = await room.started(BELA, CLARA, computers=1, game=ILLUSTRATED_TAROKK)
    await act(table, room, ANNA, Action("bid", "solo"))
    timeline = Timeline(room)
    while not is_offered(table):
        await keep_on(table, room)
    for user_id in (CLARA, ANNA, BELA):
        await answer(table, room, user_id)
    assert deal_of(table).open.phase == "announcing"
    return timeline.seen


async def test_annulling_is_offered_to_everybody_alike(
    open_room: OpenRoom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.tables.secrets.choice", lambda letters: letters[0])
    courses = {
        who: await illustrated(open_room, tmp_path / f"{number}.db", hands)
        for number, (who, hands) in enumerate(ILLUSTRATED_HANDS.items())
    }
    first = courses.pop("no one")
    assert len(first) > 5
    for who, course in courses.items():
        assert course == first, who


# What is asked, and how it ends.


@pytest.fixture
async def redeal(open_room: OpenRoom) -> tuple[Room, LiveTable]:
    """A deal of Königrufen in which Béla may demand a new one; two people, two computers."""
    room = await room_for(open_room, KOENIGRUFEN, KOENIGRUFEN_HANDS["Béla"])
    table = await room.started(BELA, computers=2, game=KOENIGRUFEN)
    return room, table


async def test_players_without_the_right_are_asked_whether_they_are_ready(
    redeal: tuple[Room, LiveTable],
) -> None:
    _, table = redeal
    assert is_offered(table)
    assert list(map(str, legal(table, ANNA))) == ["ready"]
    assert list(map(str, legal(table, BELA))) == ["redeal", "decline"]
    assert legal(table, STRANGER) == ()
    assert (deal_of(table).open.phase, deal_of(table).open.turn) == ("offer", ())


async def test_the_deal_goes_on_when_all_have_answered(redeal: tuple[Room, LiveTable]) -> None:
    room, table = redeal
    await answer(table, room, ANNA)
    assert is_offered(table)
    assert legal(table, ANNA) == ()
    assert code(await table.act(ANNA, None, [READY])) == "stale", "once is enough"
    assert code(await table.next_deal(ANNA)) == "deal_begun"
    await answer(table, room, BELA)
    assert table.now.state is TableState.PLAYING
    assert code(await table.act(ANNA, None, [READY])) == "stale"
    assert list(map(str, deal_of(table).log)) == ["1 decline"], "in the log as in a record"


async def test_a_right_is_used_at_once(redeal: tuple[Room, LiveTable]) -> None:
    room, table = redeal
    await act(table, room, BELA, Action("redeal"))
    assert table.now.state is TableState.BETWEEN
    assert (table.now.turn, legal(table, ANNA)) == (None, ())


async def test_a_player_who_does_not_answer_in_time_declines(redeal: tuple[Room, LiveTable]) -> None:
    room, table = redeal
    await room.wait(10)
    await answer(table, room, ANNA)
    assert table.now.awaited == (1,), "whether seat 1 has a right or not"
    await room.wait(19)
    assert is_offered(table)
    await room.wait(1)
    assert table.now.state is TableState.PLAYING
    assert list(map(str, deal_of(table).log)) == ["1 decline"]


@pytest.mark.parametrize("pace", Pace)
async def test_the_time_of_an_offer_does_not_depend_on_cards(open_room: OpenRoom, pace: Pace) -> None:
    room = await room_for(open_room, KOENIGRUFEN, KOENIGRUFEN_HANDS["no one"])
    table = await room.started(computers=3, game=KOENIGRUFEN, pace=pace)
    time = TERMS.paces[Pace.SLOW].play if pace is Pace.SLOW else 30
    assert turn_of(table).due_at == room.clock() + (time or 0)
    assert turn_of(table).next_at == turn_of(table).due_at, "nobody is reminded"


async def test_a_restart_during_an_offer_changes_nothing(open_room: OpenRoom) -> None:
    room = await room_for(open_room, KOENIGRUFEN, KOENIGRUFEN_HANDS["no one"])
    table = await room.started(BELA, computers=2, game=KOENIGRUFEN, pace=Pace.NONE)
    await answer(table, room, ANNA)
    before, clock = facts(table), room.clock
    await room.restart(player=Quiet(), clock=clock)
    room.tables.resume()
    (table,) = room.tables.of_user(ANNA)
    assert facts(table) == before
    assert legal(table, ANNA) == ()
    await room.wait(30)
    assert table.now.state is TableState.PLAYING
    before = facts(table)
    table = await room.restarted(player=Quiet(), clock=clock)
    assert facts(table) == before, "it is over for good"


async def test_a_pause_stops_the_time_of_an_offer(redeal: tuple[Room, LiveTable]) -> None:
    room, table = redeal
    for user_id in (ANNA, BELA):
        assert await table.wish_pause(user_id, wanted=True) is None
    await room.wait(3600)
    assert (table.now.state, table.now.turn) == (TableState.OFFER, None)
    assert code(await table.act(ANNA, None, [READY])) == "paused"
    assert await table.wish_pause(ANNA, wanted=False) is None
    await room.wait(30)
    assert table.now.state is TableState.PLAYING


async def test_a_computer_answers_for_a_person_who_leaves(redeal: tuple[Room, LiveTable]) -> None:
    room, table = redeal
    await answer(table, room, ANNA)
    assert await table.leave(BELA) is None
    await room.tables.quiet()
    assert table.now.state is TableState.PLAYING


@pytest.fixture
async def claims(open_room: OpenRoom) -> tuple[Room, LiveTable]:
    """A deal of Illustrated Tarokk after its last trick, in which Anna may claim eight tarokks."""
    room = await room_for(open_room, ILLUSTRATED_TAROKK, LONG, ILLUSTRATED_TALON)
    table = await room.started(BELA, CLARA, STRANGER, game=ILLUSTRATED_TAROKK)
    await act(table, room, ANNA, Action("bid", "solo"))
    while not (is_offered(table) and table.now.open and deal_of(table).open.tricks):
        await keep_on(table, room)
    return room, table


async def test_the_score_waits_until_all_have_answered(claims: tuple[Room, LiveTable]) -> None:
    room, table = claims
    assert (deal_of(table).open.result, deal_of(table).open.dealt) == (None, None)
    assert list(map(str, legal(table, ANNA))) == ["claim", "decline"]
    await act(table, room, ANNA, Action("claim"))
    assert legal(table, ANNA) == ()
    for user_id in (BELA, CLARA):
        assert list(map(str, legal(table, user_id))) == ["ready"]
        await answer(table, room, user_id)
    (saved,) = await room.store.log.open_tables()
    assert saved.deal is not None
    assert saved.deal.result is None, "no leaderboard counts a result that is not shown"
    before = await room.kinds()
    await answer(table, room, STRANGER)
    assert await room.kinds() == [NewsKind.DEAL_OVER]
    assert NewsKind.DEAL_OVER not in before
    assert table.now.state is TableState.BETWEEN
    assert [line.item for line in result_of(table).lines].count("eight_tarokks") == 1
    (saved,) = await room.store.log.open_tables()
    assert saved.deal is not None
    assert saved.deal.result is not None


async def test_without_eight_tarokks_in_one_hand_nobody_is_asked(open_room: OpenRoom) -> None:
    room = await room_for(open_room, ILLUSTRATED_TAROKK, SHORT, ILLUSTRATED_TALON)
    table = await room.started(BELA, CLARA, STRANGER, game=ILLUSTRATED_TAROKK)
    await act(table, room, ANNA, Action("bid", "solo"))
    while table.now.state.in_deal:
        assert not (is_offered(table) and table.now.open and deal_of(table).open.tricks)
        await keep_on(table, room)
