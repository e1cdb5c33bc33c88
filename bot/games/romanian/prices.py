"""What the bids and announcements of Romanian Tarok are worth (8.4, 9.3, 12, 13)."""

from __future__ import annotations

from typing import Final

from bot.games.romanian.facts import Depth
from bot.games.romanian.scores import bonuses_of, column_of, radler
from bot.games.romanian.tables import (
    BIDS,
    BIDS_BY_ID,
    PAGAT_ULT,
    POOL,
    TAROACE,
    Bid,
    bid_of,
    option,
    variant_of,
)
from bot.rules.announcing import GAME
from bot.rules.cards import TRULL
from bot.rules.game import ContractPrice, Prices, Stake
from bot.rules.layout import as_int
from bot.rules.moves import Action
from bot.rules.state import Known
from bot.rules.view import View

OF_CONTRACTS: Final = {
    bid.id: ContractPrice(bid.kind.won, bid.kind.level, by_level=bid.kind.takes > 0) for bid in BIDS
}
"""A lost contract that takes cards costs its value for each level (13.1)."""


def of_contract(known: Known, contract: str) -> Stake:
    """The game at the level reached, or the first of the bid; once doubled, won as lost (13.1)."""
    bid, depth, game = BIDS_BY_ID[contract], known.open.fact(Depth), known.open.item(GAME)
    stake = at_level(bid, depth.level if depth else bid.first)
    return Stake.even(stake.lost) if game and game.doublings else stake


def at_level(bid: Bid, level: int) -> Stake:
    """The game at a level, not doubled: only a lost one costs more at a higher level (13.1)."""
    return Stake(bid.kind.won, bid.kind.level * level)


def of_talon(view: View, action: Action) -> Stake:
    """The game at the level of the cards taken; of refused ones at the next level, the lowest left (8.1)."""
    depth = view.open.fact(Depth)
    assert depth is not None, "what may be taken is counted"
    named = depth.offered.get(action.argument, depth.level)
    return at_level(bid_of(view), named + 1 if action.verb == "refuse" else named)


def of_announcement(known: Known, item: str) -> Stake:
    """A declaration of tarocks cannot be lost (9.3); all else has its row of the table of bonuses (12.1)."""
    if item.startswith(TAROACE):
        return Stake(variant_of(known).counts.index(item) + 1, 0)
    bonus = next(each for each in bonuses_of(known) if each.id == item)
    return Stake.even(bonus.announced[column_of(known)])


def chips(known: Known, item: str, doublings: int = 0) -> Stake | None:
    """What an announcement brings from the pool and costs into it, doubled so often (14.1-14.3).

    The side that wins it takes what is in the pool; the other one pays as much, or a multiple once it is
    doubled. `None` for an announcement that does not touch the pool.
    """
    if item != PAGAT_ULT or option(known, "no_pool"):
        return None
    inside = as_int(known.open.session[POOL])
    return Stake(inside, inside * 2**doublings)


def of_surrender(view: View) -> Stake | None:
    """The game is lost at the level reached, and by a hand without honours also the trula (8.4)."""
    depth = view.open.fact(Depth)
    level = depth.level if depth else 1
    return Stake(0, bid_of(view).kind.level * level + (0 if view.hand & TRULL else 1))


PRICES: Final = Prices(of_announcement, OF_CONTRACTS, of_contract, of_talon, of_surrender, factor=radler)
