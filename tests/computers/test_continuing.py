"""Trying out bids, discards and announcements: in worlds that explain the auction, to the end of the deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from random import Random

import pytest

from bot.computers import search
from bot.computers.computer import Computer
from bot.computers.hand_evaluation import best_discard
from bot.computers.players import Strength, searcher
from bot.computers.sampling import Sampler
from bot.computers.search import (
    ODD,
    Appraisal,
    Budget,
    Searcher,
    Trial,
    Value,
    candidates,
    early_trials,
    explained_deals,
    weighed,
)
from bot.games import COMPUTERS, GAMES
from bot.games.tapp_tarock.computer import PLAYED
from bot.rules.auctions import PASS, bid
from bot.rules.cards import KINGS, TAROCKS
from bot.rules.deal import Deal
from bot.rules.determinization import DeterminizedDeal
from bot.rules.moves import Action, Move
from bot.rules.view import View
from tests.computers.table import asked
from tests.games.tapp_tarock.table import tapp
from tests.notation import act

BEST = "T22 T21 T20 T19 T18 T17 T16 T15 T14 SK SQ HK HQ DK DQ CK"
WORST = "T2 S7 S8 S9 H1 H2 H3 H4 D1 D2 D3 D4 C7 C8 C9 C10"
TALON, TAKEN = "S8 H1 D1 T2 T3 T4", "0 bid dreier; 1 pass; 2 pass; 0 take lower"
TRYING = replace(COMPUTERS["tapp_tarock"], doubts=dict.fromkeys(("auction", "discard", "announcing"), 0.0))
PLAYER = Searcher(TRYING, Budget(3, 12, inf))


def view_of(start: Deal) -> View:
    """The view of the seat that is asked."""
    return start.view(start.seats()[0])


def test_the_best_hand_bids_and_the_worst_passes() -> None:
    assert PLAYER.choose(view_of(tapp(BEST))).verb == "bid"
    assert PLAYER.choose(view_of(tapp(WORST))) == PASS
    best, *_, worst = PLAYER.appraise(view_of(tapp(BEST)))
    assert worst.action == PASS
    assert best.points is not None
    assert best.points > 0
    assert best.worlds == 12


def test_a_deal_that_nobody_plays_is_worth_nothing() -> None:
    deal = act(tapp(WORST, "", ""), "0 pass; 1 pass")
    view = view_of(deal)
    worlds = early_trials(TRYING, view, Random(1), 1)
    assert [next(worlds)(PASS) for _ in range(3)] == [Value(0, 0)] * 3, "a single world is reused"


def test_card_points_count_for_discards_but_not_for_contracts() -> None:
    bidding = view_of(tapp(BEST))
    solo = next(early_trials(TRYING, bidding, Random(1), 1))(bid("solo"))
    assert solo.worth == solo.points
    laying = view_of(tapp(BEST, talon=TALON, after=TAKEN))
    laid = next(early_trials(TRYING, laying, Random(1), 1))(laying.actions[0])
    assert laid.worth > laid.points + 35, "half of all card points, as it wins nearly every trick"


def test_a_steady_player_tries_nothing_before_the_play() -> None:
    view = view_of(tapp(BEST))
    assert searcher("tapp_tarock", Strength.STEADY).appraise(view)[0] == Appraisal(
        COMPUTERS["tapp_tarock"].choose(view)
    )


def test_the_rules_of_thumb_decide_unless_another_choice_is_known_to_gain() -> None:
    view = view_of(tapp(BEST))
    player = replace(PLAYER, computer=replace(TRYING, doubts={"auction": inf}))
    usual = COMPUTERS["tapp_tarock"].choose(view)
    assert player.choose(view) == usual
    first = player.appraise(view)[0]
    assert (first.action, first.worlds) == (usual, 12)


def test_cards_that_are_discarded_together_are_one_choice() -> None:
    view = view_of(tapp(BEST, talon=TALON, after=TAKEN))
    (usual, *others), alike = candidates(COMPUTERS["tapp_tarock"], view)
    assert len(alike) == 2
    assert {usual, *others, *alike} == {*view.actions}
    found = PLAYER.appraise(view)
    assert next(each for each in found if each.action == usual).alike == alike


def test_worlds_explain_the_calls_of_the_others() -> None:
    view = view_of(act(tapp(WORST, BEST), "0 pass; 1 bid solo"))
    found = deals(view, 5)
    assert len(found) == 5
    assert all(COMPUTERS["tapp_tarock"].choose(bidding(each)) == bid("solo") for each in found)


def test_others_are_imagined_to_discard_by_the_rules_of_thumb() -> None:
    deal = tapp(WORST, BEST, after="0 pass; 1 bid dreier; 2 pass; 1 take lower")
    while deal.phase.name == "discard":
        deal = act(deal, f"1 {asked(deal)}")
    deal = act(deal, "1 done")
    for each in deals(view_of(deal), 5):
        seen = each.view(1)
        owned = seen.hand | seen.discards
        assert seen.discards == best_discard(owned, owned - KINGS - TAROCKS, 3, PLAYED)


def deals(view: View, number: int) -> list[DeterminizedDeal]:
    """The deals in some worlds."""
    return list(explained_deals(TRYING, view, Random(3), number))


def bidding(deal: DeterminizedDeal) -> View:
    """The view of seat 1 when it called."""
    start = DeterminizedDeal(deal.game, deal.layout, deal.game.start(deal.layout))
    return start.after(0, PASS).view(1)


def test_worlds_are_found_even_if_none_explains_the_calls() -> None:
    view = view_of(act(tapp(BEST, WORST), "0 pass; 1 bid solo"))
    assert deals(view, 2)


def test_few_worlds_that_explain_the_calls_are_preferred_to_many_that_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, tried = view_of(act(tapp(WORST, BEST), "0 pass; 1 bid solo")), list[float]()
    (found,) = deals(view, 1)

    def explained(_: Computer, __: View, ___: Sampler, ____: Random, odd: float) -> DeterminizedDeal | None:
        tried.append(odd)
        return found if len(tried) == 1 else None

    monkeypatch.setattr(search, "explained_deal", explained)
    assert deals(view, 2) == [found]
    assert set(tried) == {ODD}


def test_without_a_possible_world_the_rules_of_thumb_decide() -> None:
    view = view_of(tapp(BEST))
    impossible = replace(view, log=(Move(0, Action("bid", "nothing")),))
    assert PLAYER.appraise(impossible)[0] == Appraisal(COMPUTERS["tapp_tarock"].choose(view))


@pytest.mark.parametrize(("doubt", "first"), [(-inf, "hold"), (0.0, "hold"), (4.0, "pass"), (inf, "pass")])
def test_another_action_must_beat_the_usual_one_by_some_standard_errors(doubt: float, first: str) -> None:
    hold = Action("hold")
    noise = iter((0.0, 2.0, 1.0, 1.0))
    found = weighed(
        (PASS, hold),
        iter(lambda: lambda action: Value(0, next(noise) if action == hold else 0.0), None),
        4,
        doubt=doubt,
    )
    assert str(found[0].action) == first
    assert {each.action for each in found} == {PASS, hold}
    assert len(found) == 2


def values(*usual_and_other: tuple[float, float]) -> Iterator[Trial]:
    """Worlds in which passing and holding have these values."""
    hold = Action("hold")
    for usual, other in usual_and_other:
        yield {PASS: Value(usual, usual), hold: Value(other, other)}.__getitem__


def test_a_better_option_is_chosen_only_after_two_worlds() -> None:
    actions = (PASS, Action("hold"))
    found = weighed(actions, values((0, 1)), 1, doubt=0.0)
    assert [str(each.action) for each in found] == ["pass", "hold"]
    assert [(each.points, each.error) for each in found] == [(0, inf), (1, inf)]
    assert str(weighed(actions, values((0, 1), (0, 1)), 2, doubt=0.0)[0].action) == "hold"
    assert str(weighed(actions, values((1, 1), (1, 1)), 2, doubt=0.0)[0].action) == "pass"


def test_where_no_action_is_preferred_one_world_is_enough() -> None:
    (best, _) = weighed((PASS, Action("hold")), values((0, 1)), 1)
    assert str(best.action) == "hold"


def test_the_usual_action_is_tried_in_every_world_however_bad_it_is() -> None:
    worth = {Action("bid", str(number)): float(number) for number in range(4)}
    found = weighed(tuple(worth), iter(lambda: lambda each: Value(0, worth[each]), None), 8, doubt=0.0)
    assert [(each.action.argument, each.worlds) for each in found] == [
        *(("3", 8), ("2", 8), ("0", 8), ("1", 2)),
    ]


def test_every_game_tries_out_only_phases_before_the_play() -> None:
    assert all("play" not in COMPUTERS[name].doubts for name in GAMES)
