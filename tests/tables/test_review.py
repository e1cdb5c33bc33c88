"""A player's costliest decision in a finished deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from bot.computers.players import Strength
from bot.computers.search import Appraisal
from bot.games import GAMES
from bot.rules.moves import Action
from bot.rules.view import View
from bot.store import SavedDeal
from bot.tables import UnreadableLogError, Verdict, decisions_of, seat_in, verdict
from bot.tables.review import CANDIDATES, MOST_DECISIONS, SECONDS, SECONDS_AGAIN, Decision
from tests.tables.room import ANNA, BELA, Room, Thinkers, finish

TAPP = GAMES["tapp_tarock"]


async def finished(room: Room) -> SavedDeal:
    """A deal of Anna and two computers that is over."""
    table = await room.started(computers=2, game=TAPP)
    assert await table.act(ANNA, None, [Action.parse("bid solo")]) is None
    await finish(table, room)
    return await room.saved_deal(table)


async def test_decisions_hold_only_what_their_player_saw(room: Room) -> None:
    saved = await finished(room)
    seat = seat_in(saved, ANNA)
    assert seat is not None
    assert seat_in(saved, BELA) is None
    decisions = decisions_of(saved, seat, GAMES)
    assert len(decisions) > 10
    for each in decisions:
        assert each.view.seat == seat
        assert each.taken in each.view.actions
        assert len(each.view.actions) > 1
        assert each.view.open.hands is None
        assert each.view.open.dealt is None
    assert [len(each.view.log) for each in decisions] == sorted({len(each.view.log) for each in decisions})


async def test_a_log_that_cannot_be_replayed_is_refused(room: Room) -> None:
    saved = await finished(room)
    forged = saved._replace(actions=(saved.actions[0]._replace(action="bid nothing"),))
    with pytest.raises(UnreadableLogError):
        decisions_of(forged, 0, GAMES)


@dataclass
class Told(Thinkers):
    """Thinkers that find the losses given by the test, in the first round and when appraising again."""

    first: Sequence[float | None] = ()
    """How many points each decision lost, or `None` for no answer."""
    again: Sequence[float] = ()
    error: float = 1.0
    rounds: list[str] = field(default_factory=list)

    async def appraise(
        self, owner: str, strength: Strength, view: View, seed: str, *, seconds: float, patience: float = 0.0
    ) -> tuple[Appraisal, ...] | None:
        self.appraised.append((owner, strength, view, seed, seconds, patience))
        number = sum(each == seed for each in self.rounds)
        self.rounds.append(seed)
        short = (self.first if seed == "first" else self.again)[number]
        if short is None:
            return None
        better, taken = view.actions[:2]
        return Appraisal(better, 5.0, self.error, 100), Appraisal(taken, 5.0 - short, self.error, 100)


@pytest.fixture
async def decisions(room: Room) -> list[Decision]:
    """Four decisions; in each the second option was taken."""
    saved = await finished(room)
    found = decisions_of(saved, seat_in(saved, ANNA) or 0, GAMES)
    few = sorted(found, key=lambda each: -len(each.view.actions))[:4]
    return [each._replace(taken=each.view.actions[1]) for each in few]


async def judged(decisions: list[Decision], thinkers: Thinkers) -> Verdict:
    found = await verdict(decisions, "person 1", thinkers)
    assert found is not None
    return found


async def test_the_worst_decisions_are_appraised_again_and_the_worst_of_these_is_reported(
    decisions: list[Decision],
) -> None:
    thinkers = Told(first=(9.0, 1.0, 30.0, 10.0), again=(4.0, 12.0, 8.0))
    found = await judged(decisions, thinkers)
    assert found.tried == 4
    assert found.costliest is not None
    assert (found.costliest.view, found.costliest.taken.action) == (decisions[3].view, decisions[3].taken)
    assert found.costliest.cost == 12.0
    assert [seconds for *_, seconds, _ in thinkers.appraised] == [SECONDS] * 4 + [SECONDS_AGAIN] * CANDIDATES
    assert {strength for _, strength, *_ in thinkers.appraised[4:]} == {Strength.STRONG}
    assert all(patience > 0 for *_, patience in thinkers.appraised), "tables in play come first"


@pytest.mark.parametrize(
    ("again", "error", "reported"),
    [((1.5, 1.9, -3.0), 1.0, False), ((1.0,) * 3, 0.0, True), ((0.0,) * 3, 0.0, False)],
    ids=["chance may explain it", "the same in every world", "as good"],
)
async def test_only_a_loss_that_chance_does_not_explain_is_reported(
    decisions: list[Decision], again: tuple[float, ...], error: float, reported: bool
) -> None:
    found = await judged(decisions, Told(first=(9.0,) * 4, again=again, error=error))
    assert (found.tried, found.costliest is not None) == (4, reported)


async def test_without_answers_there_is_no_verdict(decisions: list[Decision]) -> None:
    assert await verdict(decisions, "person 1", Told(first=(None,) * 4)) is None
    assert (await judged(decisions, Told(first=(None, None, 9.0, None), again=(9.0,)))).tried == 1


async def test_a_decision_that_cannot_be_appraised_costs_nothing(decisions: list[Decision]) -> None:
    class Untried(Thinkers):
        async def appraise(self, *_: object, **__: object) -> tuple[Appraisal, ...]:
            return (Appraisal(Action("bid", "solo")), Appraisal(Action("pass")))

    for some in (decisions, []):
        assert await judged(some, Untried()) == (0, None)


async def test_the_work_is_limited(decisions: list[Decision]) -> None:
    thinkers = Told(first=(1.0,) * 100, again=(1.0,) * 100)
    await verdict(decisions * 10, "person 1", thinkers)
    assert thinkers.rounds.count("first") == MOST_DECISIONS
    assert thinkers.rounds.count("again") == CANDIDATES
    content = Told(first=(0.0,) * 100)
    await verdict(decisions, "person 1", content)
    assert "again" not in content.rounds, "no decision lost anything"
