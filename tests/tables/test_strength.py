"""How well computers play, hints, and advice."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.duel import deals
from bot.computers.hints import HintReason
from bot.computers.players import Player, Strength, appraise, for_game
from bot.computers.search import Appraisal
from bot.games import GAMES
from bot.rules.cards import Cards
from bot.rules.deal import Deal
from bot.rules.moves import Action
from bot.rules.view import View
from bot.tables import Hint, Hints, LiveTable, Pace, TableState, advised
from bot.tables.computers import hint, rest_of_discard
from tests.games.illustrated_tarokk.table import announcing
from tests.games.tapp_tarock.table import tapp
from tests.notation import act, until
from tests.tables.room import ANNA, BELA, OpenRoom, Room, Thinkers, code, finish, legal, revision_of, view_of


@pytest.fixture
def thinkers() -> Thinkers:
    return Thinkers()


@pytest.fixture
async def room(open_room: OpenRoom, thinkers: Thinkers) -> Room:
    return await open_room(thinkers=thinkers)


# Choosing


async def test_a_seat_may_have_a_strength_of_its_own(room: Room, thinkers: Thinkers) -> None:
    table = await room.table(computers=1)
    assert table.now.settings.strength is Strength.STEADY
    assert await table.add_computer(ANNA, Strength.STRONG) is None
    assert [each and each.strength for each in table.now.occupants] == [None, None, Strength.STRONG]
    assert await table.start(ANNA) is None
    await finish(table, room)
    assert thinkers.strengths == {1: {Strength.STEADY}, 2: {Strength.STRONG}}
    before = table.now.occupants
    assert (await room.restarted()).now.occupants == before


async def test_the_strength_of_the_table_replaces_those_of_its_computers(room: Room) -> None:
    table = await room.table(BELA)
    assert await table.add_computer(ANNA, Strength.QUICK) is None
    assert await table.change(ANNA, "strength", Strength.STRONG) is None
    assert [each and each.strength for each in table.now.occupants] == [None] * 3


async def test_a_computer_that_sits_in_has_the_strength_of_the_table(room: Room, thinkers: Thinkers) -> None:
    table = await room.table(BELA, computers=1, pace=Pace.FAST)
    await table.change(ANNA, "strength", Strength.STRONG)
    await table.start(ANNA)
    await room.wait(60)
    assert thinkers.strengths[0] == {Strength.STRONG}, "for an absent person"
    assert await table.leave(BELA) is None
    await room.tables.quiet()
    assert thinkers.strengths[1] == {Strength.STRONG}, "for a person who has left"


# Asking


async def test_every_decision_has_its_own_unpredictable_seed(
    room: Room, path: Path, thinkers: Thinkers
) -> None:
    table = await room.started(computers=2)
    await finish(table, room)
    seeds = [seed for *_, seed in thinkers.asked]
    assert len(set(seeds)) == len(seeds) > 1
    assert all(seed.startswith(f"a secret {table.id} 1 ") for seed in seeds)
    assert not [card for card in table.now.game.pack if str(card) in " ".join(seeds).split()]
    assert all(len(view.actions) > 1 for _, _, view, _ in thinkers.asked), "one action needs no thought"


# Without an answer


async def test_without_an_answer_a_quick_computer_chooses(
    room: Room, thinkers: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    thinkers.answers = False
    table = await room.started(computers=2)
    await finish(table, room)
    assert table.now.state is TableState.BETWEEN
    assert thinkers.asked
    assert not caplog.records, "the thinkers have logged it"


async def test_after_an_illegal_answer_a_quick_computer_chooses(
    open_room: OpenRoom, caplog: pytest.LogCaptureFixture
) -> None:
    class Cheating(Thinkers):
        async def choose(
            self, table_id: str, strength: Strength, view: View, seed: str, seconds: float, /
        ) -> Action:
            return Action(view.actions[0].verb, "T21")

    room = await open_room(thinkers=Cheating())
    with caplog.at_level(logging.DEBUG, "bot"):
        table = await room.started(computers=2)
        await finish(table, room)
    assert table.now.state is TableState.BETWEEN
    assert f"The steady computer player on seat 1 of table {table.id} chose an illegal action" in caplog.text
    assert "T21" not in caplog.text


async def test_a_table_that_ends_withdraws_its_question(room: Room, thinkers: Thinkers) -> None:
    table = await room.table(computers=1)
    thinkers.may_answer.clear()
    await table.add_computer(ANNA)
    await table.start(ANNA)
    await thinkers.was_asked.wait()
    assert await table.end(ANNA) is None
    await room.tables.quiet()
    assert thinkers.dropped == 1


async def test_a_table_that_has_moved_on_withdraws_its_question(room: Room, thinkers: Thinkers) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    for user_id in (ANNA, BELA):
        await table.act(user_id, revision_of(table, user_id), legal(table, user_id)[:1])
    thinkers.may_answer.clear()
    room.clock.advance(40)
    await thinkers.was_asked.wait()
    late = next(user_id for user_id in (ANNA, BELA) if legal(table, user_id))
    card = legal(table, late)[0]
    assert await table.act(late, None, [card]) is None, "the absent player is back"
    await asyncio.sleep(0)
    assert thinkers.dropped == 1
    await room.tables.quiet()
    assert [str(move.action) for move in table.now.open_log][2:] == [str(card)]


TAPP = GAMES["tapp_tarock"]


async def hinted(table: LiveTable, user_id: int = ANNA) -> Hint:
    answer = await table.hint(user_id)
    assert isinstance(answer, Hint)
    return answer


async def test_a_player_alone_with_computers_may_ask_for_a_hint(room: Room, thinkers: Thinkers) -> None:
    table = await room.started(computers=2, game=TAPP)
    view = view_of(table, ANNA)
    found = await hinted(table)
    assert (found.view, found.action, found.reason.key) == (view, view.actions[0], HintReason.PROMISES)
    ((owner, strength, seen, seed, _, patience),) = thinkers.appraised
    assert (owner, strength, seen, patience) == (f"person {ANNA}", Strength.STRONG, view, 0.0)
    assert seed == f"a secret hint {table.id} 1 {view.seat} {len(view.log)}"
    assert code(await table.hint(BELA)) == "not_seated"


async def test_hints_among_several_people_need_the_permission_of_the_host(room: Room) -> None:
    table = await room.table(BELA, computers=1, game=TAPP)
    assert code(await table.hint(ANNA)) == "not_started"
    for chosen in (Hints.ALWAYS, Hints.NEVER, Hints.ALONE):
        assert await table.change(ANNA, "hints", chosen) is None
        assert table.now.allows_hints is (chosen is Hints.ALWAYS)
    assert await table.start(ANNA) is None
    assert code(await table.hint(ANNA)) == "no_hints"
    await table.leave(BELA)
    assert code(await table.hint(ANNA)) == "no_hints", "a player who has left may come back"


async def test_only_the_player_to_act_gets_a_hint(room: Room) -> None:
    table = await room.table(BELA, computers=1, game=TAPP)
    await table.change(ANNA, "hints", Hints.ALWAYS)
    await table.start(ANNA)
    await room.tables.quiet()
    asked = [each for each in (ANNA, BELA) if (view := table.now.view(each)) and view.actions]
    (waiting,) = {ANNA, BELA} - {*asked}
    assert code(await table.hint(waiting)) == "not_asked"


async def test_without_an_answer_a_quick_computer_gives_the_hint(room: Room, thinkers: Thinkers) -> None:
    table = await room.started(computers=2, game=TAPP)
    thinkers.answers = False
    found = await hinted(table)
    assert (len(found.options), found.options[0].points, found.reason.key) == (1, None, HintReason.CUSTOM)
    assert found.action in found.view.actions


async def test_a_hint_follows_rules_of_thumb_without_thinkers(room: Room) -> None:
    services = replace(room.services, thinkers=None, player_for=for_game)
    view = until(act(tapp(), "0 bid solo"), "play").view(0)
    assert len(view.actions) > 1
    found = await hint(view, "x", "seed", services)
    assert found.options == (Appraisal(for_game(TAPP.name).choose(view)),)


async def test_a_forced_action_is_not_tried_out(room: Room, thinkers: Thinkers) -> None:
    def no_one(_game: str) -> Player:
        raise AssertionError("there is nothing to choose")

    services = replace(room.services, player_for=no_one)
    view = until(act(tapp(), "0 bid solo"), "play").view(0)
    found = await hint(replace(view, actions=view.actions[:1]), "x", "seed", services)
    assert found.options == (Appraisal(view.actions[0]),)
    assert thinkers.appraised == []


class Real(Thinkers):
    """Thinkers that appraise for real, in this process."""

    async def appraise(
        self, owner: str, strength: Strength, view: View, seed: str, *, seconds: float, patience: float = 0.0
    ) -> tuple[Appraisal, ...] | None:
        return appraise(view, Strength.STEADY, seed)


async def test_hidden_cards_change_no_hint(room: Room) -> None:
    """The others' cards are exchanged: the same view, the same hint to the last figure."""
    services = replace(room.services, thinkers=Real())
    deal = until(act(tapp(), "0 bid solo"), "play")
    view = deal.view(0)
    mine, left, right = deal.layout.hands
    half, other = left.sorted[::2], right.sorted[::2]
    hands = (mine, left - Cards.of(half) | Cards.of(other), right - Cards.of(other) | Cards.of(half))
    exchanged = replace(deal.layout, hands=hands)
    afresh = until(act(Deal.start(deal.game, exchanged), "0 bid solo"), "play")
    assert afresh.layout != deal.layout
    assert await hint(view, "x", "seed", services) == await hint(afresh.view(0), "x", "seed", services)


STRONG = "T22 T21 T20 T19 T18 T17 T16 T15 T14"


def test_the_computer_is_also_asked_about_an_optional_action_alone() -> None:
    view = announcing("", STRONG, talon="").view(0)
    assert advised(view, Action("announce", "volat")) == (
        for_game(view.game).choose(view),
        Action("announce", "volat"),
    )
    weak = announcing("", "T22 T17 T12 T9 T7 T5 SK HQ DC", talon="").view(0)
    assert advised(weak, Action("announce", "volat")) == (Action("done"), Action("done"))


def test_the_computer_is_asked_once_if_it_has_to_act() -> None:
    view = tapp().view(0)
    must = replace(view, actions=tuple(each for each in view.actions if each.verb != "pass"))
    assert len(advised(must, must.actions[0])) == 1


def test_the_discards_of_a_hint_are_as_many_as_are_due_and_legal() -> None:
    found = set[str]()
    for game in (each for each in GAMES.values() if each.talon_size):
        player = for_game(game.name)
        for dealt in deals(game, 12, 5):
            deal = dealt
            while (asked := deal.seats()) and deal.open.phase != "play":
                view = deal.view(asked[0])
                first = player.choose(view)
                rest = rest_of_discard(view, first, for_game)
                assert len(rest) == (view.to_discard - 1 if first.verb == "lay" else 0)
                for each in (first, *rest):
                    after = deal.act(asked[0], each)
                    assert isinstance(after, Deal), each
                    deal = after
                found |= {game.name} if rest else set()
    assert found >= {"tapp_tarock", "koenigrufen", "illustrated_tarokk"}
