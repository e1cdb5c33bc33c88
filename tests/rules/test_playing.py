"""Play-outs whose every card and score is that of the phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.duel import deals
from bot.games import GAMES
from bot.rules.cards import Cards
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.phase import Phase
from bot.rules.playing import Playing, play_out
from bot.rules.tricks import Play, pagat_takes_trull
from tests.computers.table import asked
from tests.conformance.random_deals import positions
from tests.examples import examples
from tests.notation import act

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
RANDOM = st.randoms(use_true_random=True)


def plays_of(deals: Iterator[Deal]) -> list[Playing]:
    return [deal.phase for deal in deals if isinstance(deal.phase, Playing)]


def among_computers(deal: Deal, rng: Random) -> Iterator[Deal]:
    """A deal before every action of computer players."""
    while deal.result is None:
        yield deal
        seat = rng.choice(deal.seats())
        deal = act(deal, f"{seat} {asked(deal, seat)}")


def checked(start: Playing, rng: Random) -> None:
    """Play out from a position, and play the same cards in the engine."""
    choices: list[tuple[Seat, int, tuple[Play, ...]]] = []

    def choose(seat: Seat, able: int, trick: list[Play], best: int, hands: Sequence[int]) -> int:
        assert able & hands[seat] == able
        assert sum(hand.bit_count() for hand in hands) == sum(hands).bit_count()
        if start.terms.takes is not pagat_takes_trull:
            assert best == (start.terms.takes(tuple(trick)).card if trick else -1)
        number = int(rng.choice(tuple(Cards(able))))
        choices.append((seat, able, tuple(trick)))
        return number

    end = play_out(start, choose)
    cards = [play for trick in end.tricks[len(start.tricks) :] for play in trick.plays][len(start.trick) :]
    phase: Phase = start
    for seat, played in cards:
        assert isinstance(phase, Playing)
        assert phase.turn == seat
        legal = phase.legal(seat)
        if len(legal) > 1:
            assert choices.pop(0) == (seat, legal.bits, phase.trick)
        assert played in legal
        phase = phase.after(seat, Action("play", str(played)))
    assert not choices
    assert not isinstance(phase, Playing)
    after = end.terms.then(end.board)
    assert (after.name, after.board.open.result) == (phase.name, phase.board.open.result)
    assert phase.board.open.tricks == end.tricks
    assert phase.board.hidden.hands == end.hands


@EVERY_GAME
@examples(30)
@given(rng=RANDOM)
def test_random_deals_under_random_house_rules(game: Game, rng: Random) -> None:
    found = plays_of(positions(game, rng))
    for start in rng.sample(found, min(8, len(found))):
        checked(start, rng)


@EVERY_GAME
def test_deals_of_computers(game: Game) -> None:
    rng = Random(game.name)
    for deal in deals(game, 6, 1):
        for start in plays_of(among_computers(deal, rng))[::5]:
            checked(start, rng)


HOUSE_RULES = [
    ("koenigrufen", "bettel", {"kaiserstich": True}),
    ("koenigrufen", "bettel", {"pagat_last_in_negative": True}),
    ("koenigrufen", "piccolo_ouvert", {"early_stop_negative": True, "kaiserstich": True}),
    ("koenigrufen", "farbensolo", {}),
    ("koenigrufen", "farbensolo", {"farbensolo_tarock_lead_free": True}),
]


@pytest.mark.parametrize(("name", "contract", "options"), HOUSE_RULES)
def test_contracts_and_house_rules_that_are_rare(
    name: str, contract: str, options: Mapping[str, object]
) -> None:
    rng, game = Random(f"{contract} {options}"), GAMES[name]
    for deal in deals(game, 12, 2):
        bid = Deal.start(game, replace(deal.layout, options=options))
        calls = [Action("bid", contract), Action("pass"), Action("decline")]
        while bid.phase.name != "play":
            seat = bid.seats()[0]
            action = next((each for each in calls if each in bid.actions(seat)), bid.actions(seat)[-1])
            bid = act(bid, f"{seat} {action}")
        assert bid.open.contract == contract
        for start in plays_of(among_computers(bid, rng))[::9]:
            checked(start, rng)
