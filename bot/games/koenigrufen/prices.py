"""What the contracts and announcements of Königrufen are worth (5, 10)."""

from __future__ import annotations

from typing import Final

from bot.games.koenigrufen.scores import ANNOUNCED_VALAT, BONUS, doubling, price
from bot.games.koenigrufen.tables import ANNOUNCED, CONTRACTS, VALAT, contract_of, option
from bot.rules.game import ContractPrice, Prices, Stake
from bot.rules.state import Known
from bot.rules.view import View

OF_CONTRACTS: Final = {each.id: ContractPrice(each.won, each.lost) for each in CONTRACTS}
"""The rows of the table of contracts (5)."""


def of_contract(_known: Known, contract: str) -> Stake:
    """The same in every deal (5)."""
    return OF_CONTRACTS[contract].stake


def of_announcement(known: Known, item: str) -> Stake:
    """A valat is worth the contract (10.3), everything else its row of the table of bonuses (10.2)."""
    contract = contract_of(known)
    if item == VALAT:
        lost = contract.lost if option(known, "failed_valat_uses_lost_value") else contract.won
        return Stake(contract.won, lost).times(ANNOUNCED_VALAT)
    return Stake.even(price(known, BONUS[item])).times(ANNOUNCED * contract.times)


def of_surrender(view: View) -> Stake:
    """The contract is lost at its base value (6.3.2)."""
    return Stake(0, contract_of(view).lost)


PRICES: Final = Prices(of_announcement, OF_CONTRACTS, of_contract, surrender=of_surrender, factor=doubling)
