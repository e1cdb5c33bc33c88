"""Deals and games as values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from bot.games import GAMES
from bot.games.tapp_tarock import TAPP_TAROCK
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.moves import Action, Actions, Secrecy
from bot.rules.phase import Phase
from bot.rules.reasons import Refusal
from tests.conformance.random_deals import positions
from tests.notation import layout, until


class Counting:
    """A phase that counts how often each seat's legal actions are asked for."""

    def __init__(self, phase: Phase) -> None:
        self.phase = phase
        self.count = Counter[Seat]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.phase, name)

    def actions(self, seat: Seat) -> Actions:
        self.count[seat] += 1
        return self.phase.actions(seat)

    def asked(self) -> Mapping[Seat, Actions]:
        asked = self.phase.asked()
        self.count.update(tuple(asked))
        return asked

    def after(self, seat: Seat, action: Action) -> Any:
        return Counting(self.phase.after(seat, action))


def watched(deal: Deal) -> tuple[Deal, Counting]:
    counting: Any = Counting(deal.phase)
    return Deal.at(deal.game, deal.layout, counting, deal.moves), counting


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_phase_computes_legal_actions_once_for_all_views_and_acts(game: Game) -> None:
    for deal in positions(game, Random(12)):
        same, counting = watched(deal)
        for seat in (None, *range(deal.layout.seats)) * 2:
            same.view(seat)
        for seat in deal.seats():
            assert isinstance(same.act(seat, Action("fly")), Refusal)
            assert isinstance(same.act(seat, same.actions(seat)[0]), Deal)
        assert counting.count == Counter(deal.seats())


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_act_asks_the_next_phase_once(game: Game) -> None:
    deal = next(positions(game, Random(3)))
    seat = deal.seats()[0]
    same, first = watched(deal)
    after = same.act(seat, deal.actions(seat)[0])
    assert isinstance(after, Deal)
    second: Any = after.phase
    assert (first.count, second.count) == (Counter(deal.seats()), Counter(after.seats()))


def test_a_finished_deal_asks_nobody_and_does_not_change() -> None:
    over = until(Deal.start(TAPP_TAROCK, layout(TAPP_TAROCK, "T22-T18")), "over").phase
    action = Action("pass")
    assert (over.seats(), over.shown_turn(), over.actions(0)) == ((), (), ())
    assert over.after(0, action) is over
    assert over.move(0, action).secrecy is Secrecy.OPEN
    assert over.explain(0, action).code == "deal_over"


def test_inherited_values_are_integers_from_0_on() -> None:
    assert TAPP_TAROCK.inheritable({}, 3)
    assert TAPP_TAROCK.inheritable({"doubled": 0}, 3)
    assert not TAPP_TAROCK.inheritable({"doubled": -1}, 3)
    assert not TAPP_TAROCK.inheritable({"doubled": True}, 3)
