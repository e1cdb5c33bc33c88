"""When a searching player tries out its options, and what it counts in these trials."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import cycle
from math import inf
from random import Random

import pytest

from bot.computers import search as searching
from bot.computers.likelihood import Evidence
from bot.computers.open_hands import seeing_all
from bot.computers.players import BUDGETS, Strength, searcher
from bot.computers.search import Searcher, Trial, Value, card_points, distinct
from bot.games import COMPUTERS
from bot.rules.cards import card
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.playing import Choose
from bot.rules.tricks import Play, Trick
from bot.rules.view import View
from tests.computers.table import quietly, solo_of
from tests.computers.test_continuing import PLAYER
from tests.games.illustrated_tarokk.test_computer_play import playing as illustrated
from tests.games.koenigrufen.table import bids, koenig
from tests.games.romanian.table import four, to_talk
from tests.games.tapp_tarock.table import tapp
from tests.notation import act, until

STRONG = "T22 T21 T20 T19 T18 T17 T16 T15 T14 SK SQ HK HQ DK DQ C8"


def in_few_worlds(game: str, strength: Strength, worlds: int = 2) -> Searcher:
    """A searching player that samples few worlds."""
    player = searcher(game, strength)
    return replace(player, budget=player.budget._replace(worlds=worlds))


def with_actions(view: View, *actions: str) -> View:
    """The same view with only these actions legal."""
    return replace(view, actions=tuple(map(Action.parse, actions)))


def test_two_legal_cards_are_tried_out_and_a_single_one_is_not() -> None:
    view = solo_of(0, STRONG).view(0)
    both, one = with_actions(view, "play T22", "play C8"), with_actions(view, "play C8")
    assert [each.worlds for each in PLAYER.appraise(both)] == [3, 3]
    assert [(each.points, each.worlds) for each in PLAYER.appraise(one)] == [(None, 0)]
    assert (PLAYER.doubt(both), PLAYER.doubt(one)) == (-inf, inf)


def test_two_legal_calls_are_tried_out_and_a_single_one_is_not() -> None:
    both = tapp("", STRONG, after="0 pass; 1 bid solo").view(1)
    one = tapp("", STRONG, after="0 bid dreier; 1 bid solo").view(2)
    assert [len(each.actions) for each in (both, one)] == [2, 1]
    assert [each.worlds for each in PLAYER.appraise(both)] == [12, 12]
    assert [(each.points, each.worlds) for each in PLAYER.appraise(one)] == [(None, 0)]
    assert (PLAYER.doubt(both), PLAYER.doubt(one)) == (0.0, inf)


@pytest.mark.parametrize("strength", BUDGETS)
def test_strong_players_infer_where_tricks_are_won_not_where_they_are_avoided(
    strength: Strength, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = set[str]()

    def factor(self: Evidence, *_: object) -> float:
        asked.add(self.inference.public.contract)
        return 1.0

    monkeypatch.setattr(Evidence, "factor", factor)
    for contract in ("solodreier", "piccolo"):
        view = quietly(koenig(after=bids(contract))).view(0)
        in_few_worlds(view.game, strength).appraise(view)
    assert asked == ({"solodreier"} if strength is Strength.STRONG else set())


@pytest.mark.parametrize("strength", BUDGETS)
@pytest.mark.parametrize(
    ("contract", "opens"),
    [
        ("solorufer", {0, 1, 2, 3}),
        ("solodreier", {0, 2, 3}),
        ("farbensolo", set()),
        ("piccolo", set()),
    ],
)
def test_strong_players_with_a_partner_open_the_hands_where_card_points_count_and_tarocks_are_trumps(
    strength: Strength, contract: str, opens: set[Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = set[Seat]()

    def seeing(sides: tuple[tuple[Seat, ...], ...], after: Mapping[Seat, Seat], random: Random) -> Choose:
        opened.add(seat)
        return seeing_all(sides, after, random)

    monkeypatch.setattr(searching, "seeing_all", seeing)
    deal = quietly(koenig(after=bids(contract, declarer=1)))
    for _ in range(4):
        (seat,) = deal.seats()
        view = deal.view(seat)
        in_few_worlds(view.game, strength).appraise(view)
        deal = act(deal, f"{seat} {view.actions[0]}")
    assert opened == (opens if strength is Strength.STRONG else set())


@pytest.mark.parametrize(
    ("deal", "worlds", "follows"),
    [
        pytest.param(illustrated("0 play T14"), 4, True, id="a defender in few worlds"),
        pytest.param(illustrated("0 play T14"), 40, False, id="a defender in many"),
        pytest.param(illustrated(), 4, False, id="the declarer"),
        pytest.param(illustrated("0 play T14; 1 play T8"), 4, False, id="the partner"),
        pytest.param(solo_of(1), 4, False, id="a defender of Tapp-Tarock"),
    ],
)
def test_defenders_of_illustrated_tarokk_leave_the_rules_of_thumb_only_for_what_is_clearly_better(
    deal: Deal, worlds: int, follows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = deal.view(deal.seats()[0])
    player = in_few_worlds(view.game, Strength.STEADY, worlds)
    usual = player.computer.choose(view)
    groups = [
        set(map(str, group)) for group in distinct(player.computer.infer(view), player.computer.special)
    ]
    (alike,) = [group for group in groups if usual.argument in group]
    assert len(groups) > 1

    def bringing(points: float) -> Trial:
        return lambda action: Value(*[0.0 if action.argument in alike else points] * 2)

    def imagined(*_: object, **__: object) -> Iterator[Trial]:
        """Worlds in which the usual card brings nothing, and every other one nothing or three points."""
        return cycle(map(bringing, (0.0, 3.0)))

    monkeypatch.setattr(searching, "card_trials", imagined)
    assert (player.choose(view).argument in alike) == follows


def test_card_points_count_the_tricks_of_the_given_seats() -> None:
    def trick(codes: str, winner: int) -> Trick:
        return Trick(tuple(Play(seat, card(code)) for seat, code in enumerate(codes.split())), winner)

    tricks = trick("SK S7 S8", 0), trick("HQ H1 H2", 1), trick("DQ T22 D1", 2)
    assert card_points(tricks, (0,)) == pytest.approx(5)
    assert card_points(tricks, (0, 2)) == pytest.approx(5 + 8)
    assert card_points(tricks, ()) == 0


def test_tricks_are_avoided_in_romanian_tarok_only_if_all_have_passed() -> None:
    search, played = COMPUTERS["romanian_tarok"], until(to_talk(four()), "play").view(0)
    michi = replace(played, open=played.open._replace(contract=""))
    assert (search.negative(played), search.negative(michi)) == (False, True)
    assert search.smoothing(played) > search.smoothing(michi) == 0.0
    assert COMPUTERS["tapp_tarock"].smoothing(solo_of(0).view(0)) > 0.0
