"""Asking computer players in positions written as one line, and some positions of Tapp-Tarock."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from bot.computers.inference import Inference
from bot.computers.players import for_game
from bot.computers.sampling import (
    DISCARDS,
    HAND,
    TALON,
    Clues,
    Option,
    Placing,
    Sampler,
    evenly,
    places,
)
from bot.computers.search import factor_of, sampled_play
from bot.games import COMPUTERS, GAMES
from bot.rules.cards import NO_CARDS, Cards, union
from bot.rules.deal import Deal
from bot.rules.determinization import Determinization
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.playing import Playing
from tests.conformance.random_deals import random_layout
from tests.games.koenigrufen.table import bids, koenig
from tests.games.tapp_tarock.table import tapp
from tests.notation import act, moves, until


def asked(deal: Deal, seat: Seat | None = None) -> str:
    """The choice of the computer whose turn it is, or of the given seat if several are asked."""
    view = deal.view(deal.seats()[0] if seat is None else seat)
    return str(for_game(view.game).choose(view))


def going_on(deal: Deal, phase: str) -> Deal:
    """The deal after a phase in which everybody acted as the computer would."""
    while deal.phase.name == phase:
        deal = act(deal, f"{deal.seats()[0]} {asked(deal)}")
    return deal


def quietly(deal: Deal, after: str = "") -> Deal:
    """The deal brought to the play with the fewest statements, and some moves of the play."""
    return act(until(deal, "play"), after)


def solo_of(declarer: Seat, *hands: str, after: str = "") -> Deal:
    """A solo of a seat, nothing announced, after some moves of the play; forehand leads."""
    calls = {0: "0 bid solo", 1: "0 pass; 1 bid solo", 2: "0 pass; 1 pass; 2 bid solo"}[declarer]
    return quietly(tapp(*hands, after=calls), after)


def exchanged(declarer_hand: str, talon: str, lay: str) -> Deal:
    """A dreier of forehand that took the lower half of the talon and discarded three cards; all are done."""
    deal = tapp(declarer_hand, talon=talon, after="0 bid dreier; 1 pass; 2 pass; 0 take lower")
    return quietly(act(deal, "; ".join(f"0 lay {code}" for code in moves(lay.replace(" ", ";")))))


CALLER = "T22 T20 T17 T13 T9 T6 SK SQ HC H1 D4 C8"
LEFT = "T21 T8 T3 T2 SJ S7 HJ H4 DJ D2 CJ C10"
PARTNER = "T5 T4 S8 S9 HK HQ D3 D1 C9 CC CK DQ"
RIGHT = "T19 T18 T16 T1 SC S10 H3 H2 DK DC CQ C7"


def caller(left: str = LEFT, partner: str = PARTNER, right: str = RIGHT, after: str = "") -> Deal:
    """A solorufer of forehand, who called seat 2 by the king of clubs, at the start of the play."""
    return quietly(koenig(CALLER, left, partner, right, after=f"{bids('solorufer')}; 0 call CK"), after)


HANDS = (
    "T22 T20 T17 T13 T9 T6 SK SQ HC H1 D4 C8",
    "T21 T5 T4 S8 S9 HK HQ D3 D1 C9 C10 CC",
    "T19 T18 T7 S7 S10 H3 H4 DK DQ CK CQ C7",
)
ASIDE = "CJ T1 T2 T3 T8 T10"


def rufer(king: str = "CK", talon: str = ASIDE, contract: str = "solorufer", after: str = "") -> Deal:
    """A contract of forehand with a called king, nothing said; seat 2 holds the king of clubs."""
    return quietly(koenig(*HANDS, talon=talon, after=f"{bids(contract)}; 0 call {king}"), after)


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
    view, shown = inference.view, inference.public.discards_shown
    mine = shown if inference.seat == view.open.declarer else NO_CARDS
    assert tuple(map(len, world.hands)) == view.open.hand_sizes
    assert tuple(map(len, world.discards)) == view.open.discard_sizes
    assert world.hands[inference.seat] == view.hand
    assert world.discards[inference.seat] == view.discards | mine
    assert shown <= union(world.discards)
    assert union(world.hands) | union(world.discards) | union(world.talon) <= game.pack


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


def seen(deal: Deal, seat: Seat, **facts: Any) -> Inference:
    """What a seat infers if some public facts are replaced."""
    view = deal.view(seat)
    return COMPUTERS[view.game].infer(replace(view, open=view.open._replace(**facts)))


def clues(deal: Deal, seat: Seat, **facts: Any) -> list[Clues]:
    inference = seen(deal, seat, **facts)
    return list(COMPUTERS[deal.game.name].clues(inference))


RANDOM = st.randoms(use_true_random=True)
EARLY = {"auction", "choice", "calling", "talon", "discard", "announcing"}
MOST = 30
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
