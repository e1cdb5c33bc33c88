"""Computers play every game legally under every house rule, and decide by nothing but a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from inspect import signature
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.computers.causes import Cause
from bot.computers.computer import Computer, Judgement
from bot.computers.hints import reason_for
from bot.computers.players import Player, for_game, offered
from bot.computers.search import Appraisal
from bot.games import COMPUTERS, GAMES
from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.view import View
from tests.computers.table import asked
from tests.conformance.random_deals import position, random_layout, reshuffled
from tests.examples import examples
from tests.matches import Talkative, deals, played
from tests.notation import act

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
EVERY_TABLE = pytest.mark.parametrize(
    ("game", "seats"),
    [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in GAMES.values() for seats in game.seats],
)
EVERY_HOUSE_RULE = pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param(game, {name: value}, id=f"{game.name}-{name}={value}")
        for game in GAMES.values()
        for name, (_, *others) in game.options.items()
        for value in others
    ],
)
RANDOM = st.randoms(use_true_random=True)
SOME = examples(20)
SEED = 1897
"""Other deals than those by which the strength of the computers is measured."""


def usual_position(game: Game, rng: Random) -> Deal:
    """A position that computers come to among themselves under some house rules; the phase is drawn first."""
    deal, positions = Deal.start(game, random_layout(game, rng)), []
    while deal.result is None:
        positions.append(deal)
        deal = act(deal, f"{deal.seats()[0]} {asked(deal)}")
    phase = rng.choice(sorted({each.phase.name for each in positions}))
    return rng.choice([each for each in positions if each.phase.name == phase])


def first_view(game: Game) -> View:
    """The view of a seat that is asked when a deal begins."""
    deal = next(deals(game, 1))
    return deal.view(deal.seats()[0])


def reason(deal: Deal, seat: Seat) -> Cause:
    """Why the computer chooses what it does."""
    return reason_for(deal.view(seat), Appraisal(Action.parse(asked(deal, seat))))


# Legal


@EVERY_TABLE
def test_whole_deals_are_legal(game: Game, seats: int) -> None:
    # `played` refuses to go on after a refused action.
    players = [for_game(game.name)] * seats
    assert all(played(deal, players).result is not None for deal in deals(game, 20, SEED, seats))


@EVERY_HOUSE_RULE
def test_whole_deals_are_legal_under_every_house_rule(game: Game, options: Mapping[str, object]) -> None:
    player = for_game(game.name)
    for number, deal in enumerate(deals(game, 3, SEED)):
        start, other = Deal.start(game, replace(deal.layout, options=options)), Talkative(Random(number))
        among_others = [(player, other)[(seat + number) % 2] for seat in range(deal.layout.seats)]
        for players in ([player] * deal.layout.seats, among_others):
            assert played(start, players).result is not None


@EVERY_GAME
@SOME
@given(rng=RANDOM)
def test_every_position_and_house_rule_has_a_legal_answer(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    for seat in deal.seats():
        view = deal.view(seat)
        action = for_game(game.name).choose(view)
        assert action in view.actions
        assert reason_for(view, Appraisal(action)).key


# Deciding by the view alone


def test_a_player_is_given_a_view_and_nothing_else() -> None:
    for choose in (Player.choose, Computer.choose):
        parameters = signature(choose).parameters
        assert list(parameters) == ["self", "view"]
        assert parameters["view"].annotation == "View"


@EVERY_GAME
@pytest.mark.parametrize("reached", [usual_position, position], ids=["usual", "strange"])
@SOME
@given(rng=RANDOM)
def test_hidden_cards_change_no_decision(
    reached: Callable[[Game, Random], Deal], game: Game, rng: Random
) -> None:
    deal = reached(game, rng)
    seat = deal.seats()[0]
    world = reshuffled(deal, seat, rng)
    assume(world.layout != deal.layout)
    # The early release of centrum and birds follows the true sides, known or not (20.9).
    assume(game is not ILLUSTRATED_TAROKK or world.actions(seat) == deal.actions(seat))
    assert world.view(seat) == deal.view(seat)
    assert asked(world, seat) == asked(deal, seat)
    assert reason(world, seat) == reason(deal, seat)
    assert offered(world.view(seat)) == offered(deal.view(seat))


@EVERY_GAME
def test_the_same_view_always_gets_the_same_answer(game: Game) -> None:
    for deal in deals(game, 3, SEED):
        first, second = (played(deal, [for_game(game.name)] * deal.layout.seats) for _ in range(2))
        assert first.log == second.log


# In every situation


@pytest.mark.parametrize("name", COMPUTERS)
def test_a_computer_acts_even_if_it_judges_none_of_the_legal_actions(name: str) -> None:
    view, only = first_view(GAMES[name]), (Action("applaud"),)
    for phase in COMPUTERS[name].judgements:
        odd = replace(view, open=view.open._replace(phase=phase), actions=only)
        assert COMPUTERS[name].choose(odd) == only[0], phase


@EVERY_GAME
def test_a_computer_makes_the_least_commitment_in_an_unknown_phase(game: Game) -> None:
    view, some = first_view(game), (Action("double"), Action("pass"))
    unknown = replace(view, open=view.open._replace(phase="intermezzo"), actions=some)
    assert for_game(game.name).choose(unknown) == Action("pass")
    assert for_game(game.name).choose(replace(unknown, actions=some[:1])) == Action("double")


@EVERY_GAME
def test_an_illegal_choice_is_replaced_by_a_legal_one(game: Game) -> None:
    view = first_view(game)
    verbs = " ".join(action.verb for action in view.actions)
    judgements = {view.open.phase: Judgement.on(verbs, lambda _: Action("applaud"))}
    stubborn = replace(COMPUTERS[game.name], judgements=judgements)
    assert stubborn.choose(view) in view.actions


@EVERY_TABLE
def test_a_seat_that_is_not_asked_cannot_choose(game: Game, seats: int) -> None:
    deal = next(deals(game, 1, seats=seats))
    for seat in {None, *range(seats)} - set(deal.seats()):
        with pytest.raises(ValueError, match="when asked"):
            for_game(game.name).choose(deal.view(seat))
