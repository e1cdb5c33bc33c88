"""What the bids and announcements of Illustrated Tarokk are worth (4.1, 9.4, 10, 12.3)."""

from __future__ import annotations

from typing import Final

from bot.games.illustrated_tarokk.results import doubling
from bot.games.illustrated_tarokk.tables import (
    ANNOUNCED_DOUBLE_GAME,
    ANNOUNCED_VOLAT,
    COUNT_POINTS,
    DOUBLE_GAME,
    LADDER,
    VOLAT,
    price,
)
from bot.rules.game import ContractPrice, Prices, Stake
from bot.rules.state import Known

GAMES: Final = {DOUBLE_GAME: ANNOUNCED_DOUBLE_GAME, VOLAT: ANNOUNCED_VOLAT}
"""The announcements that are worth a multiple of the game (12.3)."""


OF_CONTRACTS: Final = {each: ContractPrice(points, points) for points, each in enumerate(LADDER, 1)}
"""The place of the contract among all (4.1)."""


def of_contract(_known: Known, contract: str) -> Stake:
    """The same in every deal (4.1)."""
    return OF_CONTRACTS[contract].stake


def of_announcement(known: Known, item: str) -> Stake:
    """Declared tarokks cannot be lost (9.4); all else is won or lost (10.1, 12.3)."""
    if item in COUNT_POINTS:
        return Stake(COUNT_POINTS[item], 0)
    if item in GAMES:
        return of_contract(known, known.open.contract).times(GAMES[item])
    return Stake.even(price(known, item))


PRICES: Final = Prices(of_announcement, OF_CONTRACTS, of_contract, factor=doubling)
