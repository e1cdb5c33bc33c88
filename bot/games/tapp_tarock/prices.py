"""What the bids and announcements of Tapp-Tarock are worth (4.2, 9)."""

from __future__ import annotations

from typing import Final

from bot.games.tapp_tarock.tables import (
    ANNOUNCED_PAGAT,
    ANNOUNCED_VALAT,
    CONTRACTS,
    PAGAT_ULTIMO,
    VALAT,
    contract_of,
)
from bot.rules.announcing import GAME
from bot.rules.game import ContractPrice, Prices, Stake, twice_as_much
from bot.rules.state import Item, Known
from bot.rules.view import View

OF_CONTRACTS: Final = {each.id: ContractPrice(each.value, each.value) for each in CONTRACTS}
"""As much to win as to lose (4.2)."""


def of_contract(_known: Known, contract: str) -> Stake:
    """The same in every deal (4.2)."""
    return OF_CONTRACTS[contract].stake


def of_announcement(known: Known, item: str) -> Stake:
    """The pagat ultimo (9.2) or the valat (9.1)."""
    contract = contract_of(known)
    if item == PAGAT_ULTIMO:
        return Stake.even(contract.pagat * ANNOUNCED_PAGAT)
    return Stake.even(contract.value * ANNOUNCED_VALAT)


def of_kontra(prices: Prices, view: View, item: Item) -> Stake | None:
    """Once a valat is announced, it is what a kontra on the game doubles (7.2)."""
    doubles_valat = item.id == GAME and view.open.item(VALAT) is not None
    return twice_as_much(prices, view, item._replace(id=VALAT) if doubles_valat else item)


PRICES: Final = Prices(of_announcement, OF_CONTRACTS, of_contract, kontra=of_kontra)
