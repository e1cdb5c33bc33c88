"""Deals dealt from a seal and played at random, and their proofs."""

from __future__ import annotations

import random

from bot.fairness import Opened, Proof, Seal
from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.game import Misdeal
from bot.rules.reasons import Refusal
from bot.rules.session import Session

SECRET = "07" * 32


def dealt(name: str, opened: Opened, options: dict[str, object] | None = None) -> tuple[Deal, int]:
    """A deal from an opened seal, not yet played, and the number of misdeals before it."""
    game, shuffle = GAMES[name], opened.shuffle
    seats = game.seats[0]
    dealers = game.dealers(seats)
    dealer = dealers[shuffle.first_dealer(len(dealers)) if opened.seal.number == 1 else 0]
    session = Session.first(game, options or {}, seats, dealer)
    misdeals, deal = 0, session.deal(shuffle.deck(game.pack))
    while Misdeal.of(game, deal.layout):
        misdeals, deal = misdeals + 1, session.deal(shuffle.deck(game.pack))
    return deal, misdeals


def played(deal: Deal, seed: int) -> Deal:
    rng = random.Random(seed)
    while deal.result is None:
        seat = rng.choice(deal.seats())
        acted = deal.act(seat, rng.choice(deal.actions(seat)))
        assert not isinstance(acted, Refusal)
        deal = acted
    return deal


def proof_of(name: str, number: int = 2, press: int | None = 123, **options: object) -> Proof:
    opened = Seal("k3m9xp", number, SECRET).opened(press)
    deal, misdeals = dealt(name, opened, options)
    return Proof.of(opened, played(deal, number), misdeals)
