"""Sampled worlds: the truth is never excluded, and nothing that a seat knows is violated."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.duel import deals
from bot.computers.inference import Inference
from bot.computers.sampling import (
    DISCARDS,
    HAND,
    TALON,
    Clues,
    Option,
    Place,
    Placing,
    Sampler,
    evenly,
    places,
)
from bot.computers.search import factor_of, sampled_play
from bot.games import COMPUTERS, GAMES
from bot.rules.cards import NO_CARDS, Card, Cards, card, union
from bot.rules.deal import Deal
from bot.rules.determinization import Determinization
from bot.rules.game import Game
from bot.rules.playing import Playing
from tests.computers.table import asked, solo_of
from tests.conformance.random_deals import positions
from tests.examples import examples
from tests.notation import act

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
RANDOM = st.randoms(use_true_random=True)


def is_true(deal: Deal, inference: Inference, clues: Clues) -> bool:
    """Whether some clues allow every hidden card to be where it is."""
    hidden = deal.phase.board.hidden
    where = {HAND: hidden.hands, DISCARDS: hidden.discards, TALON: hidden.talon}
    placing = Placing.of(inference, clues)
    true = [where[place.kind][place.number] & place.allowed for place in placing.places]
    where_they_are = {
        each: tuple(at for at, cards in enumerate(true) if each in cards) for each in inference.unseen
    }
    options = tuple(Option(1 << each, at, (1.0,) * len(at)) for each, at in where_they_are.items())
    places = tuple(place._replace(allowed=cards) for place, cards in zip(placing.places, true, strict=True))
    try:
        replace(placing, places=places, options=options).sample(Random(1))
    except ValueError:
        return False
    return True


def checked(deal: Deal, rng: Random) -> None:
    """Check that the truth is among the possible worlds, and that a sampled one agrees with the view."""
    view = deal.view(deal.seats()[0])
    computer = COMPUTERS[deal.game.name]
    inference = computer.infer(view)
    assert any(is_true(deal, inference, each) for each in computer.clues(inference))
    where_called_cards_may_be(deal)
    for factor in (evenly, factor_of(computer, inference)):
        sampler = Sampler.of(inference, computer.clues(inference), rng, factor)
        check_world(inference, sampler.world(rng), deal.game)
        assert sampled_play(computer, sampler, rng).now.legal(inference.seat) == Cards.of(inference.playable)


def check_world(inference: Inference, world: Determinization, game: Game) -> None:
    """Check that a world agrees with what a seat sees."""
    view, shown = inference.view, inference.public.discards_shown
    mine = shown if inference.seat == view.open.declarer else NO_CARDS
    assert tuple(map(len, world.hands)) == view.open.hand_sizes
    assert tuple(map(len, world.discards)) == view.open.discard_sizes
    assert world.hands[inference.seat] == view.hand
    assert world.discards[inference.seat] == view.discards | mine
    assert shown <= union(world.discards)
    assert union(world.hands) | union(world.discards) | union(world.talon) <= game.pack


@EVERY_GAME
@examples(60)
@given(rng=RANDOM)
def test_random_deals_under_random_house_rules(game: Game, rng: Random) -> None:
    found = [deal for deal in positions(game, rng) if isinstance(deal.phase, Playing)]
    for deal in rng.sample(found, min(8, len(found))):
        checked(deal, rng)


@EVERY_GAME
def test_deals_of_computers(game: Game) -> None:
    rng = Random(game.name)
    for number, start in enumerate(deals(game, 12, 3)):
        deal = start
        while deal.result is None:
            if isinstance(deal.phase, Playing) and len(deal.log) % 5 == number % 5:
                checked(deal, rng)
            deal = act(deal, f"{deal.seats()[0]} {asked(deal)}")


def test_a_called_card_lies_with_a_possible_partner() -> None:
    """If nobody can be alone, it lies neither with the declarer nor in the talon."""
    looked = set()
    for name in ("koenigrufen", "illustrated_tarokk", "romanian_tarok"):
        for start in deals(GAMES[name], 24, 5):
            deal = start
            while deal.result is None:
                if isinstance(deal.phase, Playing):
                    looked |= where_called_cards_may_be(deal)
                deal = act(deal, f"{deal.seats()[0]} {asked(deal)}")
    assert looked == {True, False}


def where_called_cards_may_be(deal: Deal) -> set[bool]:
    """Check where the called card may be if it is unseen; returns whether the declarer could be alone."""
    computer, view = COMPUTERS[deal.game.name], deal.view(deal.seats()[0])
    inference, public = computer.infer(view), view.open
    could_be_alone = None in public.candidates
    looked = set()
    for clues in computer.clues(inference):
        if clues.called is None or clues.called not in inference.unseen:
            continue
        looked.add(could_be_alone)
        for place in places(inference, clues):
            partner = place.kind == HAND and place.number in public.candidates
            declarer = place.kind == HAND and place.number == public.declarer
            if not partner and not (could_be_alone and (declarer or place.kind != HAND)):
                assert clues.called not in place.allowed
    return looked


def test_a_factor_makes_a_place_likelier() -> None:
    view, the_king = solo_of(0, "T22 T21 SK").view(0), card("HK")
    inference = COMPUTERS[view.game].infer(view)

    def factor(place: Place, each: Card, _called: Card | None) -> float:
        return 9.0 if (each, place.kind, place.number) == (the_king, HAND, 1) else 1.0

    rng = Random(1)
    sampler = Sampler.of(inference, COMPUTERS[view.game].clues(inference), rng, factor)
    worlds = [sampler.world(rng).hands for _ in range(400)]
    one, other = (sum(the_king in hands[seat] for hands in worlds) for seat in (1, 2))
    assert one > 5 * other > 0
