"""Positions before the play, and where their cards are."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import strategies as st

from bot.games import GAMES
from bot.rules.cards import NO_CARDS
from bot.rules.deal import Deal
from bot.rules.determinization import Determinization
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.playing import Playing
from tests.computers.table import asked
from tests.conformance.random_deals import random_layout
from tests.notation import act

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
