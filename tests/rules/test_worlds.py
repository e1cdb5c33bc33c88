"""Imagined deals: with the true cards in their places, they end as the engine ends the real one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games import COMPUTERS, GAMES
from bot.rules.cards import CARDS, card
from bot.rules.deal import Deal
from bot.rules.determinization import Determinization, before_the_play
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.playing import Playing
from bot.rules.tricks import Play
from tests.conformance.random_deals import positions
from tests.examples import examples
from tests.games.koenigrufen.table import bids, koenig
from tests.notation import act, until

RANDOM = st.randoms(use_true_random=True)


def lowest(_seat: Seat, able: int, _trick: list[Play], _best: int, _hands: Sequence[int]) -> int:
    """The lowest card."""
    return (able & -able).bit_length() - 1


def true_world(deal: Deal) -> Determinization:
    """Where the cards of a deal are."""
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
