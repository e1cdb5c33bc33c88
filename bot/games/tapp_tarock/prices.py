"""What the bids and announcements of Tapp-Tarock are worth (4.2, 9)."""

from __future__ import annotations

from typing import Final

from bot.games.tapp_tarock.tables import (
    ANNOUNCED_PAGAT,
    ANNOUNCED_VALAT,
    CONTRACTS_BY_ID,
    PAGAT_ULTIMO,
    contract_of,
)
from bot.rules.stakes import Prices, Stake
from bot.rules.view import View


def of_contract(_view: View, contract: str) -> Stake:
    """As much to win as to lose (4.2)."""
    return Stake.even(CONTRACTS_BY_ID[contract].value)


def of_announcement(view: View, item: str) -> Stake:
    """The pagat ultimo (9.2) or the valat (9.1)."""
    contract = contract_of(view)
    if item == PAGAT_ULTIMO:
        return Stake.even(contract.pagat * ANNOUNCED_PAGAT)
    return Stake.even(contract.value * ANNOUNCED_VALAT)


PRICES: Final = Prices(of_announcement, of_contract)
