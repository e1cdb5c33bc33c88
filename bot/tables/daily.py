"""The cards of a day: a deal sealed for everybody, begun without a press, and opened the day after."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.fairness import Opened, Proof, Seal
from bot.rules.game import Misdeal
from bot.rules.session import Session

if TYPE_CHECKING:
    from bot.rules.deal import Deal
    from bot.rules.game import Game

DAILY: Final = "daily"
"""What the name of the cards of a day begins with."""


class Daily(NamedTuple):
    """The deal of a day, as it was dealt."""

    opened: Opened
    deal: Deal
    misdeals: int
    """How many decks were misdeals before."""

    @classmethod
    def of(cls, secret: str, game: Game, day: str) -> Daily:
        """Return the deal of a day, such as `2026-11-22`.

        Args:
            secret: What the seals of all days are made from. None of these gives it away.
            game: The game.
            day: The date.
        """
        own = sha256(f"skiz-daily/1 {secret} {daily_name(game, day)}".encode()).hexdigest()
        opened = Seal(daily_name(game, day).replace("/", "-"), 1, own).opened(press=None)
        shuffle, seats, misdeals = opened.shuffle, min(game.seats), 0
        dealers = game.dealers(seats)
        session = Session.first(game, {}, seats, dealers[shuffle.first_dealer(len(dealers))])
        deal = session.deal(shuffle.deck(game.pack))
        while Misdeal.of(game, deal.layout):
            deal, misdeals = session.deal(shuffle.deck(game.pack)), misdeals + 1
        return cls(opened, deal, misdeals)

    @property
    def proof(self) -> Proof:
        """The proof that the cards are those that were sealed. No one's actions are in it."""
        return Proof.of(self.opened, self.deal, self.misdeals)


def daily_name(game: Game, day: str) -> str:
    """Return the name of the cards of a day, such as `daily/koenigrufen/2026-11-22`."""
    return f"{DAILY}/{game.name}/{day}"
