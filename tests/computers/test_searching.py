"""The searching player: legal, repeatable for the same view, and independent of everything but the view."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from benchmarks.duel import deals
from bot.computers.players import BUDGETS, Strength, appraise, for_game, of_strength, searcher
from bot.computers.policies import at_random, avoiding, for_points, without_trumps
from bot.computers.sampling import Sampler
from bot.computers.search import (
    Appraisal,
    Budget,
    Searcher,
    Value,
    distinct,
    rollout_policy,
    sampled_play,
    weighed,
)
from bot.games import COMPUTERS, GAMES
from bot.rules.cards import CARDS, NO_CARDS, PACK_54, Cards, card
from bot.rules.deal import Deal
from bot.rules.determinization import Determinization, DeterminizedPlay
from bot.rules.game import Game
from bot.rules.moves import Action
from bot.rules.playing import Choose, Playing, plays
from bot.rules.tricks import Play
from tests.computers.table import asked, quietly, solo_of
from tests.conformance.random_deals import positions, reshuffled
from tests.examples import examples
from tests.games.koenigrufen.table import bids, koenig
from tests.notation import act
from tests.rules.determinized import ASKED_EARLY, EARLY, asked_early

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
    trying = replace(player.computer, doubts=dict.fromkeys(EARLY if player.computer.doubts else (), 0.0))
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
    """The card that the searching player of Tapp-Tarock plays."""
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

    found = weighed(tuple(worth), iter(lambda: world, None), 8)
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
    (found,) = weighed((Action("pass"),), iter(lambda: lambda _: Value(next(values), 0.0), None), 2)
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
    ("seat", "able", "trick", "best", "expected"),
    [
        (0, "T22 T9 T8 S7", "", "", "T22"),
        (1, "S7 SQ", "", "", "S7"),
        (1, "T1 SQ", "", "", "SQ"),
        (2, "SQ S7", "S8 SK", "SK", "SQ"),
        (2, "T1 T5", "T3 T20", "T20", "T1"),
        (2, "T4 T5", "T3 T20", "T20", "T4"),
        (2, "SQ SJ", "SK S7", "SK", "SJ"),
        (2, "S7 SQ", "SK S8", "SK", "S7"),
        (2, "T1 T5", "T9 T3", "T9", "T5"),
        (2, "T9 T20", "T8 T3", "T8", "T9"),
        (2, "T1 T5", "SK S7", "SK", "T1"),
        (2, "SQ SK", "SC S7", "SC", "SK"),
        (1, "S7 SK", "S8", "S8", "SK"),
        (1, "T1 T20", "S8", "S8", "T20"),
        (1, "T1 T2", "T3", "T3", "T2"),
    ],
)
def test_choices_for_points(seat: int, able: str, trick: str, best: str, expected: str) -> None:
    assert answer(FOR_POINTS, seat, able, trick, best) == expected


@pytest.mark.parametrize(
    ("seat", "able", "others", "expected"),
    [
        (0, "T21 T9 T8 T1 S7", "T10 T22", "T9"),
        (0, "T22 T21 T8 T1 S7", "T10 T18", "T22"),
        (0, "T21 T9 T8 T1 S7", "T10 T18", "T21"),
        (0, "T21 T18 S7", "T10 T2", "S7"),
        (0, "T1 S7 SQ", "SJ HK", "SQ"),
        (0, "T1 S7 SQ", "SK HK", "S7"),
        (1, "T9 T8 T7 S7", "T10", "S7"),
    ],
)
def test_the_declarers_side_leads_tarocks_while_it_has_more(
    seat: int, able: str, others: str, expected: str
) -> None:
    assert answer(FOR_POINTS, seat, able, others=others) == expected


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
    assert {answer(at_random(Random(2)), 0, "S7 SK T3") for _ in range(1)} <= {"S7", "SK", "T3"}
    choose = at_random(Random(3))
    assert {answer(choose, 0, "S7 SK T3") for _ in range(60)} == {"S7", "SK", "T3"}
