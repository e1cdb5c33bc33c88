"""Hints: who may ask for one, what it is based on, and that hidden cards do not change it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.computers.hints import Reason
from bot.computers.players import Player, Strength, appraise, for_game
from bot.computers.search import Appraisal
from bot.games import GAMES
from bot.rules.cards import Cards
from bot.rules.deal import Deal
from bot.rules.reasons import Refusal
from bot.rules.view import View
from bot.tables import Hint, Hints, Table, rematch
from bot.tables.hinting import hint
from tests.games.tapp_tarock.table import tapp
from tests.notation import act, until
from tests.tables.room import ANNA, BELA, Room
from tests.tables.thinkers import Thinkers

TAPP = GAMES["tapp_tarock"]


@pytest.fixture
def thinkers() -> Thinkers:
    return Thinkers()


@pytest.fixture
async def room(tmp_path: Path, thinkers: Thinkers) -> AsyncIterator[Room]:
    opened = await Room.open(tmp_path / "skiz.db", thinkers=thinkers)
    yield opened
    await opened.close()


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


async def hinted(table: Table, user_id: int = ANNA) -> Hint:
    answer = await table.hint(user_id)
    assert isinstance(answer, Hint)
    return answer


async def test_a_player_alone_with_computers_may_ask_for_a_hint(room: Room, thinkers: Thinkers) -> None:
    table = await room.started(computers=2, game=TAPP)
    await room.tables.quiet()
    view = table.view(ANNA)
    assert view is not None
    found = await hinted(table)
    assert (found.view, found.action, found.reason) == (view, view.actions[0], Reason.PROMISES)
    ((owner, strength, seen, seed, _, patience),) = thinkers.appraised
    assert (owner, strength, seen, patience) == (f"person {ANNA}", Strength.STRONG, view, 0.0)
    assert seed == f"a secret hint {table.id} 1 {view.seat} {len(view.log)}"
    assert code(await table.hint(BELA)) == "not_seated"


async def test_hints_among_several_people_need_the_permission_of_the_host(room: Room) -> None:
    table = await room.table(BELA, computers=1, game=TAPP)
    assert code(await table.hint(ANNA)) == "not_started"
    assert (table.hints, table.allows_hints) == (Hints.ALONE, False)
    assert await table.set_hints(ANNA, Hints.ALWAYS) is None
    assert table.allows_hints
    assert await table.set_hints(ANNA, Hints.ALONE) is None
    assert await table.set_hints(ANNA, Hints.ALONE) is None, "the setting stays the same"
    assert code(await table.set_hints(BELA, Hints.NEVER)) == "only_host"
    assert await table.start(ANNA) is None
    assert code(await table.hint(ANNA)) == "no_hints"
    assert code(await table.set_hints(ANNA, Hints.ALWAYS)) == "already_started"
    await table.leave(BELA)
    assert code(await table.hint(ANNA)) == "no_hints", "a player who has left may come back"


async def test_the_host_can_forbid_all_hints(room: Room) -> None:
    table = await room.table(computers=2, game=TAPP)
    assert await table.set_hints(ANNA, Hints.NEVER) is None
    assert await table.start(ANNA) is None
    assert code(await table.hint(ANNA)) == "no_hints"


async def test_only_the_player_to_act_gets_a_hint(room: Room) -> None:
    table = await room.table(BELA, computers=1, game=TAPP)
    await table.set_hints(ANNA, Hints.ALWAYS)
    await table.start(ANNA)
    await room.tables.quiet()
    asked = [each for each in (ANNA, BELA) if (view := table.view(each)) and view.actions]
    (waiting,) = {ANNA, BELA} - {*asked}
    assert code(await table.hint(waiting)) == "not_asked"


async def test_the_setting_for_hints_survives_a_restart_and_a_rematch(room: Room, tmp_path: Path) -> None:
    table = await room.table(computers=2, game=TAPP)
    await table.set_hints(ANNA, Hints.NEVER)
    await table.start(ANNA)
    saved = await room.store.log.table(table.id)
    assert saved is not None
    request = rematch(saved, TAPP, ANNA, "Anna")
    assert request is not None
    assert request.hints is Hints.NEVER
    await room.close()
    again = await Room.open(tmp_path / "skiz.db")
    restored = again.tables.get(table.id)
    assert restored is not None
    assert restored.hints is Hints.NEVER
    await again.close()


async def test_without_an_answer_a_quick_computer_gives_the_hint(room: Room, thinkers: Thinkers) -> None:
    table = await room.started(computers=2, game=TAPP)
    await room.tables.quiet()
    thinkers.answers = False
    found = await hinted(table)
    assert (len(found.options), found.options[0].points, found.reason) == (1, None, Reason.CUSTOM)
    assert found.action in found.view.actions


async def test_a_hint_follows_rules_of_thumb_without_thinkers(room: Room) -> None:
    services = replace(room.tables._services, thinkers=None, player_for=for_game)
    view = until(act(tapp(), "0 bid solo"), "play").view(0)
    assert len(view.actions) > 1
    found = await hint(view, "x", "seed", services)
    assert found.options == (Appraisal(for_game(TAPP.name).choose(view)),)


async def test_a_forced_action_is_not_tried_out(room: Room, thinkers: Thinkers) -> None:
    def no_one(_game: str) -> Player:
        raise AssertionError("there is nothing to choose")

    services = replace(room.tables._services, player_for=no_one)
    view = until(act(tapp(), "0 bid solo"), "play").view(0)
    found = await hint(replace(view, actions=view.actions[:1]), "x", "seed", services)
    assert found.options == (Appraisal(view.actions[0]),)
    assert thinkers.appraised == []


class Real(Thinkers):
    """Thinkers that appraise for real, in this process."""

    async def appraise(
        self,
        owner: str,
        strength: Strength,
        view: View,
        seed: str,
        *,
        seconds: float,
        patience: float = 0.0,
    ) -> tuple[Appraisal, ...] | None:
        return appraise(view, Strength.STEADY, seed)


async def test_hidden_cards_change_no_hint(room: Room) -> None:
    """The others' cards are exchanged: the same view, the same hint to the last figure."""
    services = replace(room.tables._services, thinkers=Real())
    deal = until(act(tapp(), "0 bid solo"), "play")
    view = deal.view(0)
    mine, left, right = deal.layout.hands
    half, other = left.sorted[::2], right.sorted[::2]
    hands = (
        mine,
        left - Cards.of(half) | Cards.of(other),
        right - Cards.of(other) | Cards.of(half),
    )
    exchanged = replace(deal.layout, hands=hands)
    afresh = until(act(Deal.start(deal.game, exchanged), "0 bid solo"), "play")
    assert afresh.layout != deal.layout
    assert await hint(view, "x", "seed", services) == await hint(afresh.view(0), "x", "seed", services)
