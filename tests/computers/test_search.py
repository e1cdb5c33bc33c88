"""Searching players: legal, repeatable, independent of all but the view, better than rules of thumb."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import cycle
from math import inf
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from benchmarks.duel import deals
from bot.computers import search
from bot.computers.computer import Computer
from bot.computers.hand_evaluation import best_discard
from bot.computers.likelihood import Likelihood
from bot.computers.open_hands import seeing_all
from bot.computers.players import BUDGETS, Strength, appraise, for_game, of_strength, searcher
from bot.computers.policies import at_random, avoiding, for_points, without_trumps
from bot.computers.sampling import Sampler
from bot.computers.search import (
    ODD,
    Appraisal,
    Budget,
    Searcher,
    Trial,
    Value,
    candidates,
    card_points,
    distinct,
    early_trials,
    explained,
    explained_deals,
    rollout_policy,
    sampled_play,
    sequential_halving,
)
from bot.games import COMPUTERS, GAMES
from bot.games.tapp_tarock.computer import PLAYED
from bot.rules.auctions import PASS, bid
from bot.rules.cards import CARDS, KINGS, NO_CARDS, PACK_54, TAROCKS, Cards, card
from bot.rules.deal import Deal
from bot.rules.determinization import Determinization, DeterminizedDeal, DeterminizedPlay, laid, replayed
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.moves import Action, Move
from bot.rules.playing import Choose, Playing, plays
from bot.rules.tricks import Play, Trick
from bot.rules.view import View
from tests.computers.table import ASKED_EARLY, EARLY, asked, asked_early, quietly, solo_of, truth
from tests.conformance.random_deals import positions, random_layout, reshuffled
from tests.examples import examples
from tests.games.illustrated_tarokk.table import playing as illustrated
from tests.games.koenigrufen.table import bids, koenig
from tests.games.romanian.table import four, to_talk
from tests.games.tapp_tarock.table import tapp
from tests.notation import act, until

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
RANDOM = st.randoms(use_true_random=True)
FEW = {name: Searcher(COMPUTERS[name], Budget(3, 0, inf)) for name in COMPUTERS}


def test_every_game_has_a_player_of_each_strength() -> None:
    assert [*Strength] == ["quick", *BUDGETS]
    assert of_strength("tapp_tarock", "quick") is for_game("tapp_tarock") is COMPUTERS["tapp_tarock"]
    assert of_strength("tapp_tarock", "steady") == searcher("tapp_tarock", Strength.STEADY)
    assert [BUDGETS[each].worlds for each in BUDGETS] == [100, 300]
    with pytest.raises(ValueError, match="brilliant"):
        of_strength("tapp_tarock", "brilliant")


@EVERY_GAME
def test_whole_deals_are_legal_and_repeatable(game: Game) -> None:
    searcher = FEW[game.name]
    for start in deals(game, 1, 5):
        deal = start
        while deal.result is None:
            view = deal.view(deal.seats()[0])
            chosen = searcher.choose(view)
            if view.open.phase != "play":
                assert str(chosen) == asked(deal)
            elif len(deal.log) % 7 == 0:
                assert searcher.choose(deal.view(deal.seats()[0])) == chosen
            deal = act(deal, f"{view.seat} {chosen}")


@pytest.mark.parametrize("strength", BUDGETS)
@EVERY_GAME
@examples(10)
@given(rng=RANDOM)
def test_hidden_cards_change_no_decision(game: Game, strength: Strength, rng: Random) -> None:
    found = [deal for deal in positions(game, rng) if isinstance(deal.phase, Playing)]
    assume(found)
    unmoved_by_hidden_cards(rng.choice(found), searcher(game.name, strength), rng)


def unmoved_by_hidden_cards(deal: Deal, player: Searcher, rng: Random) -> None:
    """Check that a player's choice does not depend on the cards that its seat does not see."""
    seat = deal.seats()[0]
    world = reshuffled(deal, seat, rng)
    assume(world.layout != deal.layout)
    assert world.view(seat) == deal.view(seat)
    trying = replace(player.computer, margins=dict.fromkeys(EARLY if player.computer.margins else (), 0.0))
    budget = player.budget._replace(worlds=3, early=min(3, player.budget.early))
    player = replace(player, computer=trying, budget=budget, seed=str(rng.random()))
    assert player.appraise(world.view(seat)) == player.appraise(deal.view(seat))
    assert player.choose(world.view(seat)) == player.choose(deal.view(seat))


@pytest.mark.parametrize("strength", BUDGETS)
@ASKED_EARLY
@examples(6)
@given(rng=RANDOM)
def test_hidden_cards_change_no_decision_before_the_play(game: Game, strength: Strength, rng: Random) -> None:
    deal, _ = asked_early(game, rng)
    unmoved_by_hidden_cards(deal, searcher(game.name, strength), rng)


def test_the_choice_depends_on_the_seed_and_is_repeatable() -> None:
    view = solo_of(0, STRONG).view(0)
    players = [replace(FEW["tapp_tarock"], budget=Budget(1, 0, inf), seed=str(number)) for number in range(8)]
    choices = [player.choose(view) for player in players]
    assert [player.choose(view) for player in players] == choices
    assert len(set(choices)) > 1


@pytest.mark.parametrize(("worlds", "seconds", "drawn"), [(40, 0.0, 16), (10, 0.0, 10), (40, 100.0, 40)])
def test_fewer_worlds_are_imagined_when_time_runs_out(
    monkeypatch: pytest.MonkeyPatch, worlds: int, seconds: float, drawn: int
) -> None:
    sampled: list[Determinization] = []
    world = Sampler.world

    def counted(self: Sampler, random: Random) -> Determinization:
        sampled.append(world(self, random))
        return sampled[-1]

    monkeypatch.setattr(Sampler, "world", counted)
    player = Searcher(COMPUTERS["tapp_tarock"], Budget(worlds, 0, inf), seconds=seconds)
    view = solo_of(0, STRONG).view(0)
    assert player.choose(view) in view.actions
    assert len(sampled) == drawn


def test_a_world_in_which_other_cards_would_be_legal_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = solo_of(0, STRONG)
    search, view = COMPUTERS["tapp_tarock"], deal.view(0)
    inference = search.infer(view)
    sampler = Sampler.of(inference, search.clues(inference), Random(1))
    true = sampler.world(Random(1))
    exchanged = true._replace(hands=(true.hands[1], true.hands[0], true.hands[2]))
    drawn = [exchanged, exchanged, true, exchanged]
    monkeypatch.setattr(Sampler, "world", lambda *_: drawn.pop(0))
    assert sampled_play(search, sampler, Random(1)).now.hands == true.hands
    assert drawn == [exchanged]
    drawn[:] = [exchanged] * 60
    assert sampled_play(search, sampler, Random(1)).now.hands == exchanged.hands, "it does not draw for ever"


def test_a_view_without_legal_actions_is_refused() -> None:
    deal = next(deals(GAMES["tapp_tarock"], 1, 1))
    view = replace(deal.view(deal.seats()[0]), actions=())
    with pytest.raises(ValueError, match="when asked"):
        FEW["tapp_tarock"].choose(view)


# Values


WEAK = "T13 T9 T6 T4 T1 SQ S7 HC HJ H1 DC DJ D1 CC C7 C8"
STRONG = "T22 T21 T20 T19 T18 T17 T16 T15 T14 SK SQ HK HQ DK DQ CK"


def chosen(deal: Deal) -> str:
    return Searcher(COMPUTERS["tapp_tarock"], Budget(100, 0, inf)).choose(deal.view(deal.seats()[0])).argument


def test_a_searching_player_does_not_throw_points_away() -> None:
    assert chosen(solo_of(0, "SK T22", "S8 T3", WEAK, after="0 play SK; 1 play S8")) == "S7"
    assert chosen(solo_of(0, "T22 S9", "T2 T3 S8", WEAK, after="0 play T22; 1 play T2")) != "T1"


def test_equally_good_cards_are_tried_once() -> None:
    view = solo_of(0, STRONG).view(0)
    inference = COMPUTERS["tapp_tarock"].infer(view)
    groups = [*distinct(inference, NO_CARDS)]
    assert Cards.of(lowest for lowest, *_ in groups) == Cards.of("T21 T14 SK SQ HK HQ DK DQ CK")
    assert Cards.of(each for group in groups for each in group) == view.hand
    assert all(len(group) == 1 for group in distinct(inference, PACK_54))
    found = appraise(view, "steady")
    assert {each for found_ in found for each in (found_.action, *found_.alike)} == {*view.actions}
    assert next(each for each in found if each.action.argument == "T14").alike[0].argument == "T15"


def test_a_card_on_the_table_separates_its_neighbours() -> None:
    deal = solo_of(0, "T3 S7", "T2 T4 T5", after="0 play T3")
    inference = COMPUTERS["tapp_tarock"].infer(deal.view(1))
    groups = [*distinct(inference, NO_CARDS)]
    assert (card("T2"),) in groups
    assert (card("T4"), card("T5")) in groups


def test_the_worse_half_of_the_options_is_dropped() -> None:
    worth = {card: -float(number) for number, card in enumerate(plays(Cards.of("T2 T3 T4 T5 T6 T7")))}
    tried: list[Action] = []

    def world(action: Action) -> Value:
        tried.append(action)
        return Value(len(tried) % 2, worth[action])

    found = sequential_halving(tuple(worth), iter(lambda: world, None), 8)
    assert [(str(each.action), each.worlds) for each in found] == [
        ("play T7", 8),
        ("play T6", 8),
        ("play T5", 4),
        ("play T4", 2),
        ("play T3", 2),
        ("play T2", 2),
    ]
    assert all(each.points is not None and 0 <= each.points <= 1 for each in found)


def test_points_come_with_their_standard_error() -> None:
    values = iter((3.0, 5.0))
    (found,) = sequential_halving(
        (Action("pass"),), iter(lambda: lambda _: Value(next(values), 0.0), None), 2
    )
    assert found == Appraisal(Action("pass"), 4.0, 1.0, 2)


@pytest.mark.parametrize("strength", Strength)
@EVERY_GAME
def test_the_chosen_action_is_appraised_highest(game: Game, strength: Strength) -> None:
    (deal,) = deals(game, 1, 3)
    view = deal.view(deal.seats()[0])
    found = appraise(view, strength, "a")
    assert found[0].action == of_strength(game.name, strength, "a").choose(view)
    assert {action for each in found for action in (each.action, *each.alike)} == {*view.actions}


# Policies


def answer(
    choose: Choose, seat: int, able: str, trick: str = "", best: str = "", others: str = "T10 S9"
) -> str:
    """The card that a policy plays, the trick beginning at seat 0, with some cards in other hands."""
    plays = [Play(number, card(code)) for number, code in enumerate(trick.split())]
    hands = [0] * 4
    hands[seat], hands[seat - 1] = Cards.of(able).bits, Cards.of(others).bits
    return str(CARDS[choose(seat, Cards.of(able).bits, plays, card(best) if best else -1, hands)])


FOR_POINTS = for_points(((0,), (1, 2)), 3, Random(1))


@pytest.mark.parametrize(
    ("seat", "able", "trick", "best", "others", "expected"),
    [
        (0, "T22 T9 T8 S7", "", "", "T10 S9", "T22"),
        (1, "S7 SQ", "", "", "T10 S9", "S7"),
        (1, "T1 SQ", "", "", "T10 S9", "SQ"),
        (2, "SQ S7", "S8 SK", "SK", "T10 S9", "SQ"),
        (2, "T1 T5", "T3 T20", "T20", "T10 S9", "T1"),
        (2, "T4 T5", "T3 T20", "T20", "T10 S9", "T4"),
        (2, "SQ SJ", "SK S7", "SK", "T10 S9", "SJ"),
        (2, "S7 SQ", "SK S8", "SK", "T10 S9", "S7"),
        (2, "T1 T5", "T9 T3", "T9", "T10 S9", "T5"),
        (2, "T9 T20", "T8 T3", "T8", "T10 S9", "T9"),
        (2, "T1 T5", "SK S7", "SK", "T10 S9", "T1"),
        (2, "SQ SK", "SC S7", "SC", "T10 S9", "SK"),
        (1, "S7 SK", "S8", "S8", "T10 S9", "SK"),
        (1, "T1 T20", "S8", "S8", "T10 S9", "T20"),
        (1, "T1 T2", "T3", "T3", "T10 S9", "T2"),
        # The declarer's side leads tarocks while it has more.
        (0, "T21 T9 T8 T1 S7", "", "", "T10 T22", "T9"),
        (0, "T22 T21 T8 T1 S7", "", "", "T10 T18", "T22"),
        (0, "T21 T9 T8 T1 S7", "", "", "T10 T18", "T21"),
        (0, "T21 T18 S7", "", "", "T10 T2", "S7"),
        (0, "T1 S7 SQ", "", "", "SJ HK", "SQ"),
        (0, "T1 S7 SQ", "", "", "SK HK", "S7"),
        (1, "T9 T8 T7 S7", "", "", "T10", "S7"),
    ],
)
def test_choices_for_points(seat: int, able: str, trick: str, best: str, others: str, expected: str) -> None:
    assert answer(FOR_POINTS, seat, able, trick, best, others) == expected


@pytest.mark.parametrize(
    ("seat", "able", "trick", "best", "expected"),
    [
        (1, "SK SQ T22", "", "", "SK"),
        (0, "S7 SQ", "", "", "S7"),
        (2, "T22 T5", "SK S7", "SK", "T5"),
        (2, "T22 T5", "S7 SK", "SK", "T22"),
        (1, "SK SJ", "SQ", "SQ", "SK"),
        (1, "T21 T3", "SJ", "SJ", "T3"),
    ],
)
def test_choices_without_trumps(seat: int, able: str, trick: str, best: str, expected: str) -> None:
    choose = without_trumps(((0,), (1, 2)), 3, Random(1))
    assert answer(choose, seat, able, trick, best) == expected


@pytest.mark.parametrize(("seat", "trick", "expected"), [(2, "S7 S9", "S10"), (3, "S7 S9 D2", "S8")])
def test_without_trumps_a_friends_trick_is_overtaken_unless_nobody_plays_after_it(
    seat: int, trick: str, expected: str
) -> None:
    choose = without_trumps(((0,), (1, 2, 3)), 4, Random(1))
    assert answer(choose, seat, "S8 S10", trick, "S9") == expected


@pytest.mark.parametrize(("contract", "card"), [("farbensolo", "T22"), ("solodreier", "T5")])
def test_the_highest_tarock_is_given_to_a_friend_in_a_farbensolo(contract: str, card: str) -> None:
    deal = quietly(koenig(after=bids(contract)))
    assert isinstance(deal.phase, Playing)
    view = deal.view(deal.seats()[0])
    choose = rollout_policy(COMPUTERS["koenigrufen"], view, DeterminizedPlay(deal.game, deal.phase), 1)
    assert answer(choose, 3, "T22 T5", "S7 S8 SK", "SK") == card


@pytest.mark.parametrize(("contract", "smooth"), [("piccolo", 0.0), ("bettel", 0.0), ("solodreier", 8.0)])
def test_card_points_do_not_count_where_tricks_are_avoided(contract: str, smooth: float) -> None:
    view = quietly(koenig(after=bids(contract))).view(0)
    assert COMPUTERS["koenigrufen"].smoothing(view) == smooth


def test_a_king_is_led_now_and_then() -> None:
    assert {answer(FOR_POINTS, 1, "SK S7 H1") for _ in range(40)} == {"SK", "S7", "H1"}


def test_choices_for_few_tricks() -> None:
    choose = avoiding()
    assert answer(choose, 0, "S7 SK") == "S7"
    assert answer(choose, 1, "S7 SC SK", "SQ", "SQ") == "SC"
    assert answer(choose, 1, "T5 T9", "T3", "T3") == "T9"


def test_choices_at_random() -> None:
    choose = at_random(Random(3))
    assert {answer(choose, 0, "S7 SK T3") for _ in range(60)} == {"S7", "SK", "T3"}


STRONG_BUT_ONE = "T22 T21 T20 T19 T18 T17 T16 T15 T14 SK SQ HK HQ DK DQ C8"


def in_few_worlds(game: str, strength: Strength, worlds: int = 2) -> Searcher:
    player = searcher(game, strength)
    return replace(player, budget=player.budget._replace(worlds=worlds))


def with_actions(view: View, *actions: str) -> View:
    return replace(view, actions=tuple(map(Action.parse, actions)))


def test_two_legal_cards_are_tried_out_and_a_single_one_is_not() -> None:
    view = solo_of(0, STRONG_BUT_ONE).view(0)
    both, one = with_actions(view, "play T22", "play C8"), with_actions(view, "play C8")
    assert [each.worlds for each in PLAYER.appraise(both)] == [3, 3]
    assert [(each.points, each.worlds) for each in PLAYER.appraise(one)] == [(None, 0)]
    assert (PLAYER.margin(both), PLAYER.margin(one)) == (-inf, inf)


def test_two_legal_calls_are_tried_out_and_a_single_one_is_not() -> None:
    both = tapp("", STRONG_BUT_ONE, after="0 pass; 1 bid solo").view(1)
    one = tapp("", STRONG_BUT_ONE, after="0 bid dreier; 1 bid solo").view(2)
    assert [len(each.actions) for each in (both, one)] == [2, 1]
    assert [each.worlds for each in PLAYER.appraise(both)] == [12, 12]
    assert [(each.points, each.worlds) for each in PLAYER.appraise(one)] == [(None, 0)]
    assert (PLAYER.margin(both), PLAYER.margin(one)) == (0.0, inf)


@pytest.mark.parametrize("strength", BUDGETS)
def test_strong_players_infer_where_tricks_are_won_not_where_they_are_avoided(
    strength: Strength, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = set[str]()

    def factor(self: Likelihood, *_: object) -> float:
        asked.add(self.inference.public.contract)
        return 1.0

    monkeypatch.setattr(Likelihood, "factor", factor)
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

    monkeypatch.setattr(search, "seeing_all", seeing)
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

    monkeypatch.setattr(search, "card_trials", imagined)
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


BEST = STRONG
WORST = "T2 S7 S8 S9 H1 H2 H3 H4 D1 D2 D3 D4 C7 C8 C9 C10"
TALON, TAKEN = "S8 H1 D1 T2 T3 T4", "0 bid dreier; 1 pass; 2 pass; 0 take lower"
TRYING = replace(COMPUTERS["tapp_tarock"], margins=dict.fromkeys(("auction", "discard", "announcing"), 0.0))
PLAYER = Searcher(TRYING, Budget(3, 12, inf))


def view_of(start: Deal) -> View:
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
    player = replace(PLAYER, computer=replace(TRYING, margins={"auction": inf}))
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
    found = deals_of_worlds(view, 5)
    assert len(found) == 5
    assert all(COMPUTERS["tapp_tarock"].choose(bidding(each)) == bid("solo") for each in found)


def test_others_are_imagined_to_discard_by_the_rules_of_thumb() -> None:
    deal = tapp(WORST, BEST, after="0 pass; 1 bid dreier; 2 pass; 1 take lower")
    while deal.phase.name == "discard":
        deal = act(deal, f"1 {asked(deal)}")
    deal = act(deal, "1 done")
    for each in deals_of_worlds(view_of(deal), 5):
        seen = each.view(1)
        owned = seen.hand | seen.discards
        assert seen.discards == best_discard(owned, owned - KINGS - TAROCKS, 3, PLAYED)


def deals_of_worlds(view: View, number: int) -> list[DeterminizedDeal]:
    return list(explained_deals(TRYING, view, Random(3), number))


def bidding(deal: DeterminizedDeal) -> View:
    start = DeterminizedDeal(deal.game, deal.layout, deal.game.start(deal.layout))
    return start.after(0, PASS).view(1)


def test_worlds_are_found_even_if_none_explains_the_calls() -> None:
    view = view_of(act(tapp(BEST, WORST), "0 pass; 1 bid solo"))
    assert deals_of_worlds(view, 2)


def test_few_worlds_that_explain_the_calls_are_preferred_to_many_that_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, tried = view_of(act(tapp(WORST, BEST), "0 pass; 1 bid solo")), list[float]()
    (found,) = deals_of_worlds(view, 1)

    def explained(_: Computer, __: View, ___: Sampler, ____: Random, odd: float) -> DeterminizedDeal | None:
        tried.append(odd)
        return found if len(tried) == 1 else None

    monkeypatch.setattr(search, "explained_deal", explained)
    assert deals_of_worlds(view, 2) == [found]
    assert set(tried) == {ODD}


def test_without_a_possible_world_the_rules_of_thumb_decide() -> None:
    view = view_of(tapp(BEST))
    impossible = replace(view, log=(Move(0, Action("bid", "nothing")),))
    assert PLAYER.appraise(impossible)[0] == Appraisal(COMPUTERS["tapp_tarock"].choose(view))


@pytest.mark.parametrize(("margin", "first"), [(-inf, "hold"), (0.0, "hold"), (4.0, "pass"), (inf, "pass")])
def test_another_action_must_beat_the_usual_one_by_some_standard_errors(margin: float, first: str) -> None:
    hold = Action("hold")
    noise = iter((0.0, 2.0, 1.0, 1.0))
    found = sequential_halving(
        (PASS, hold),
        iter(lambda: lambda action: Value(0, next(noise) if action == hold else 0.0), None),
        4,
        margin=margin,
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
    found = sequential_halving(actions, values((0, 1)), 1, margin=0.0)
    assert [str(each.action) for each in found] == ["pass", "hold"]
    assert [(each.points, each.error) for each in found] == [(0, inf), (1, inf)]
    assert str(sequential_halving(actions, values((0, 1), (0, 1)), 2, margin=0.0)[0].action) == "hold"
    assert str(sequential_halving(actions, values((1, 1), (1, 1)), 2, margin=0.0)[0].action) == "pass"


def test_where_no_action_is_preferred_one_world_is_enough() -> None:
    (best, _) = sequential_halving((PASS, Action("hold")), values((0, 1)), 1)
    assert str(best.action) == "hold"


def test_the_usual_action_is_tried_in_every_world_however_bad_it_is() -> None:
    worth = {Action("bid", str(number)): float(number) for number in range(4)}
    found = sequential_halving(
        tuple(worth), iter(lambda: lambda each: Value(0, worth[each]), None), 8, margin=0.0
    )
    assert [(each.action.argument, each.worlds) for each in found] == [
        *(("3", 8), ("2", 8), ("0", 8), ("1", 2)),
    ]


def test_every_game_tries_out_only_phases_before_the_play() -> None:
    assert all("play" not in COMPUTERS[name].margins for name in GAMES)


def explanation(view: View, world: Determinization, odd: float = 0.0) -> DeterminizedDeal | None:
    """The deal before its first card in a world that explains the view."""
    moments = replayed(GAMES[view.game], view, world, Random(1).sample, laid(world))
    assert view.seat is not None
    return explained(COMPUTERS[view.game], moments, view.seat, Random(1), odd)


def in_play(deal: Deal, cards: int) -> Deal:
    """The deal after computers have played a number of cards."""
    while deal.seats() and (not isinstance(deal.phase, Playing) or cards > 0):
        cards -= isinstance(deal.phase, Playing)
        deal = act(deal, f"{deal.seats()[0]} {asked(deal)}")
    return deal


# In the other games some cards are drawn face down, and a world draws them at random.
@pytest.mark.parametrize("name", ["tapp_tarock", "koenigrufen", "royal_tarokk"])
@examples(10)
@given(rng=RANDOM)
def test_the_true_cards_explain_the_actions_of_computers(name: str, rng: Random) -> None:
    game = GAMES[name]
    deal = in_play(Deal.start(game, random_layout(game, rng)), rng.randrange(12))
    if seats := deal.seats():
        found = explanation(deal.view(seats[0]), truth(deal))
        assert found is not None
        assert found.in_play


def test_a_world_in_which_the_bidder_would_have_passed_does_not_explain_the_bid() -> None:
    deal = in_play(tapp(WORST, STRONG, after="0 pass"), 0)
    view = deal.view(0)
    assert deal.open.declarer == 1
    true = truth(deal)
    exchanged = true._replace(hands=(true.hands[0], true.hands[2], true.hands[1]))
    assert explanation(view, true) is not None
    assert explanation(view, exchanged) is None
    assert explanation(view, exchanged, odd=1.0) is not None
