"""Determinized deals: with the true cards they end, and look, as the real one does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from bot.computers.sampling import Sampler
from bot.games import COMPUTERS, GAMES
from bot.rules.cards import CARDS, card
from bot.rules.deal import Deal
from bot.rules.determinization import Determinization, DeterminizedDeal, before_the_play, laid, replayed
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.moves import DEAL, Action, Move, Secrecy
from bot.rules.phase import Offer
from bot.rules.playing import Playing
from bot.rules.tricks import Play
from bot.rules.view import View
from tests.computers.table import ASKED_EARLY, RANDOM, asked, asked_early, truth
from tests.conformance.random_deals import positions, random_layout
from tests.examples import examples
from tests.games.koenigrufen.table import bids, koenig
from tests.notation import act, until


def lowest(_seat: Seat, able: int, _trick: list[Play], _best: int, _hands: Sequence[int]) -> int:
    return (able & -able).bit_length() - 1


def true_world(deal: Deal) -> Determinization:
    hidden = deal.phase.board.hidden
    return Determinization(hidden.hands, hidden.talon, hidden.discards)


def ended(deal: Deal) -> Deal:
    """A deal played to its end, each seat playing its lowest card and claiming nothing."""
    while deal.result is None:
        seat = deal.seats()[0]
        actions = deal.actions(seat)
        cards = [each for each in CARDS if f"play {each}" in map(str, actions)]
        deal = act(deal, f"{seat} play {cards[0]}" if cards else f"{seat} decline")
    return deal


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@examples(30)
@given(rng=RANDOM)
def test_the_true_world_ends_as_the_deal_does(game: Game, rng: Random) -> None:
    found = [deal for deal in positions(game, rng) if isinstance(deal.phase, Playing)]
    for deal in rng.sample(found, min(3, len(found))):
        view = deal.view(deal.seats()[0])
        imagined = COMPUTERS[game.name].simulation.start(view, true_world(deal))
        assert isinstance(deal.phase, Playing)
        assert imagined.now.legal(imagined.now.turn) == deal.phase.legal(deal.seats()[0])
        card = min(imagined.now.legal(imagined.now.turn))
        real = ended(act(deal, f"{imagined.now.turn} play {card}"))
        outcome = imagined.outcome(card, lowest)
        assert real.result is not None
        assert outcome.net == game.net(real.result.scores)
        assert outcome.tricks == real.open.tricks


@pytest.mark.parametrize("game", ["tapp_tarock", "koenigrufen", "romanian_tarok"])
def test_what_was_drawn_from_the_talon_is_no_part_of_the_hands_as_dealt(game: str) -> None:
    deal = next(
        each
        for seed in range(20)
        for each in positions(GAMES[game], Random(seed))
        if isinstance(each.phase, Playing) and any(group.taker is not None for group in each.open.talon)
    )
    hidden = deal.phase.board.hidden
    board = before_the_play(deal.view(deal.open.declarer), true_world(deal), lambda *_: hidden.called_card)
    assert board.hidden.dealt.hands == hidden.dealt.hands


def test_a_remaining_king_that_the_declarer_took_from_the_talon_is_still_the_called_one() -> None:
    calls = f"{bids('rufer')}; 0 call remaining; 0 take lower"
    deal = until(koenig("HK CK DK", talon="SK T2 T3 T4 T5 T6", after=calls), "play")
    imagined = COMPUTERS["koenigrufen"].simulation.start(deal.view(0), true_world(deal))
    assert imagined.now.terms.board.hidden.called_card == card("SK")


def last(game: Game, view: View, world: Determinization, rng: Random) -> DeterminizedDeal | None:
    """The deal in a world, or `None` if the actions of the view are impossible there."""
    found = [now for now, _ in replayed(game, view, world, rng.sample, laid(world))]
    return found[-1] if found and found[-1].stands_as(view) else None


def seen(deal: DeterminizedDeal, view: View) -> View:
    """The view of a deal for the seat of another view, with the log of that view."""
    assert view.seat is not None
    return replace(deal.view(view.seat), log=view.log)


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
