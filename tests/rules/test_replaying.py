"""Replays of a deal: the same deal with the true cards, and one that looks the same with imagined ones."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.computers.sampling import Sampler
from bot.games import COMPUTERS, GAMES
from bot.rules.cards import NO_CARDS
from bot.rules.deal import Deal
from bot.rules.determinization import Determinization, DeterminizedDeal, laid, replayed
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.moves import DEAL, Action, Move, Secrecy
from bot.rules.phase import Offer
from bot.rules.playing import Playing
from bot.rules.view import View
from tests.computers.table import asked
from tests.conformance.random_deals import random_layout
from tests.examples import examples
from tests.notation import act

EARLY = {"auction", "choice", "calling", "talon", "discard", "announcing"}
MOST = 30
"""So many positions of a deal are enough."""
RANDOM = st.randoms(use_true_random=True)
BEFORE_THE_PLAY = {
    name: game for name, game in GAMES.items() if game.start(random_layout(game, Random(0))).name != "play"
}
"""The games in which something is said or done before the first card."""
ASKED_EARLY = pytest.mark.parametrize("game", BEFORE_THE_PLAY.values(), ids=BEFORE_THE_PLAY.keys())


def truth(deal: Deal) -> Determinization:
    """Where the cards are, as a sampler would place them."""
    hidden = deal.phase.board.hidden
    talon = [
        cards if group.taker is None else NO_CARDS
        for group, cards in zip(deal.open.talon, hidden.talon, strict=True)
    ]
    return Determinization(hidden.hands, tuple(talon), hidden.discards)


def last(game: Game, view: View, world: Determinization, rng: Random) -> DeterminizedDeal | None:
    """The deal as it stands in a world, or `None` if the actions of the view are impossible there."""
    found = [now for now, _ in replayed(game, view, world, rng.sample, laid(world))]
    return found[-1] if found and found[-1].stands_as(view) else None


def seen(deal: DeterminizedDeal, view: View) -> View:
    """The view of a deal for the seat of another view, with the log of that view."""
    assert view.seat is not None
    return replace(deal.view(view.seat), log=view.log)


def asked_early(game: Game, rng: Random) -> tuple[Deal, Seat]:
    """A position that computers come to before the play, and a seat that is asked there."""
    deal, positions = Deal.start(game, random_layout(game, rng)), list[Deal]()
    while deal.seats() and not isinstance(deal.phase, Playing) and len(positions) < MOST:
        positions += [deal] if deal.open.phase in EARLY else []
        deal = act(deal, f"{deal.seats()[0]} {asked(deal)}")
    phase = rng.choice(sorted({each.open.phase for each in positions} or {""}))
    found = [each for each in positions if each.open.phase == phase]
    if not found:  # such as a deal that is annulled at once
        return asked_early(game, rng)
    deal = rng.choice(found)
    return deal, rng.choice(deal.seats())


@ASKED_EARLY
@examples(10)
@given(rng=RANDOM)
def test_a_replay_with_the_true_cards_is_the_same_deal(game: Game, rng: Random) -> None:
    deal, seat = asked_early(game, rng)
    view = deal.view(seat)
    # Cards drawn face down are unknown and drawn at random, so an action may turn out impossible.
    found = [again for _ in range(60) if (again := last(game, view, truth(deal), rng)) is not None]
    assert found
    assert any(seen(again, view) == view for again in found)


@ASKED_EARLY
@examples(10)
@given(rng=RANDOM)
def test_a_replay_with_imagined_cards_looks_the_same(game: Game, rng: Random) -> None:
    deal, seat = asked_early(game, rng)
    view, search = deal.view(seat), COMPUTERS[game.name]
    inference = search.infer(view)
    sampler = Sampler.of(inference, search.clues(inference), rng)
    for _ in range(10):
        again = last(game, view, sampler.world(rng), rng)
        if again is not None:
            assert seen(again, view).hand == view.hand
            assert seen(again, view).actions == view.actions
            assert again.view(seat).open.calls == view.open.calls
            assert again.view(seat).open.items == view.open.items


def test_a_replay_stops_at_the_first_impossible_action() -> None:
    game, rng = GAMES["tapp_tarock"], Random(3)
    deal = Deal.start(game, random_layout(game, rng))
    (first,) = deal.seats()
    view, world = deal.view(first), truth(deal)
    discard = Move((first + 1) % 3, Action("lay", "?"), Secrecy.FACE_DOWN)
    for impossible in (
        replace(view, log=(discard,)),
        replace(view, open=view.open._replace(phase="play")),
    ):
        assert list(replayed(game, impossible, world, rng.sample, laid(world))) == []


def test_no_discard_is_chosen_for_a_seat_that_is_not_to_move() -> None:
    game, rng = GAMES["tapp_tarock"], Random(3)
    deal = Deal.start(game, random_layout(game, rng))
    (first,) = deal.seats()
    discard = Move((first + 1) % 3, Action("lay", "?"), Secrecy.FACE_DOWN)
    view, chosen = replace(deal.view(first), log=(discard,)), list[Seat]()

    def choose(_now: DeterminizedDeal, seat: Seat) -> Action:
        chosen.append(seat)
        return Action("lay", "H1")

    assert list(replayed(game, view, truth(deal), rng.sample, choose)) == []
    assert chosen == []


def test_moves_of_the_dealing_do_not_change_a_replay() -> None:
    game, rng = GAMES["koenigrufen"], Random(3)
    deal = Deal.start(game, random_layout(game, rng))
    seat = deal.seats()[0]
    view, world = deal.view(seat), truth(deal)
    again = replace(view, log=(Move(seat, Action(DEAL)), *view.log))
    told, expected = (
        [str(move) for _, move in replayed(game, each, world, Random(5).sample, laid(world))]
        for each in (again, view)
    )
    assert told == expected
    assert told


def test_a_replay_ends_at_a_standing_offer() -> None:
    """Illustrated Tarokk offers to annul some hands before the first card is played."""
    game, rng = GAMES["illustrated_tarokk"], Random(100)
    deal = Deal.start(game, random_layout(game, rng))
    while not isinstance(deal.phase, Offer):
        deal = act(deal, f"{deal.seats()[0]} {asked(deal)}")
    (seat,) = deal.seats()
    view = deal.view(seat)
    again = last(game, view, truth(deal), rng)
    assert again is not None
    assert seen(again, view) == view
    assert again.declined().phase.name != deal.phase.name
