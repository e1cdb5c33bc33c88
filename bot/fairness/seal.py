"""Verifiable dealing: a secret sealed before the deal, a press after it, and the deck that follows from both.

`docs/fair-dealing.md` describes the same in words, with an example to check another implementation against.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_hex

from bot.rules.cards import Card, Cards
from bot.rules.layout import Seat

DIGITS = 8
"""Hexadecimal digits of one number: 32 bits."""
NUMBERS = 16**DIGITS


def new_secret() -> str:
    """Return 256 bits from the operating system's generator, as 64 hexadecimal digits."""
    return token_hex(32)


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Seal:
    """The secret of one deal, fixed before anybody can influence the deal."""

    table: str
    number: int
    """The number of the deal at its table, from 1."""
    secret: str = field(repr=False)

    @property
    def commitment(self) -> str:
        """What is published before the deal: it fixes the secret without giving it away."""
        return _hash(f"skiz-commitment/1 {self.table} {self.number} {self.secret}")

    def opened(self, press: int | None) -> Opened:
        """Return the seal with the press that the bot could not know when it published the commitment."""
        return Opened(self, press)


@dataclass(frozen=True)
class Opened:
    """A seal with its press: all that the shuffling depends on."""

    seal: Seal
    press: int | None
    """The id that Discord gave to the press that began the deal; `None` if there was none."""

    @property
    def seed(self) -> str:
        """What all numbers of the deal are made from."""
        press = "-" if self.press is None else self.press
        return _hash(f"skiz-seed/1 {self.seal.table} {self.seal.number} {self.seal.secret} {press}")

    @property
    def shuffle(self) -> SeededShuffle:
        """The chance of the deal, from its beginning."""
        return SeededShuffle(self.seed)


class SeededShuffle:
    """Chance that follows from a seed: the first dealer, if one is drawn, then one deck after another."""

    def __init__(self, seed: str) -> None:
        self._numbers = _numbers(seed)

    def deck(self, pack: Cards) -> tuple[Card, ...]:
        """Shuffle a pack, which begins in its sorted order; the top card comes first."""
        cards = list(pack.sorted)
        for last in range(len(cards) - 1, 0, -1):
            drawn = self._below(last + 1)
            cards[last], cards[drawn] = cards[drawn], cards[last]
        return tuple(cards)

    def first_dealer(self, seats: int) -> Seat:
        return self._below(seats)

    def _below(self, bound: int) -> int:
        """Return a number from 0 to `bound - 1`, each equally likely.

        Numbers at or above the largest multiple of the bound are skipped.
        """
        limit = NUMBERS - NUMBERS % bound
        return next(number for number in self._numbers if number < limit) % bound


def _numbers(seed: str) -> Iterator[int]:
    """Yield the numbers that follow from a seed, eight from each hash."""
    block = 0
    while True:
        digits = _hash(f"{seed} {block}")
        for start in range(0, len(digits), DIGITS):
            yield int(digits[start : start + DIGITS], 16)
        block += 1
