"""What it costs a learner to leave a guided deal."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.computers import players
from bot.guides import Guide
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.tables.table import Table


async def cost_beside_guide(table: Table, user_id: int, actions: Sequence[Action]) -> int | None:
    """Return how many net game points some actions of a learner lose against those of the guided deal.

    Quick computers play the deal to its end. `None` if there is nothing to compare: no guided deal is
    followed, it has these actions, or the rules refuse them.
    """
    guide, seat, deal = table.guide, table.seat_of(user_id), table.deal
    if guide is None or deal is None or seat != guide.seat or not guide.next_of(seat, deal.log):
        return None
    if guide.agrees(deal.log, actions):
        return None
    return await asyncio.to_thread(_lost, guide, deal, seat, actions)


def _lost(guide: Guide, deal: Deal, seat: Seat, actions: Sequence[Action]) -> int | None:
    for action in actions:
        acted = deal.act(seat, action)
        if isinstance(acted, Refusal):
            return None
        deal = acted
    computer = players.for_game(guide.game)
    while seats := deal.seats():
        acted = deal.act(seats[0], computer.choose(deal.view(seats[0])))
        assert not isinstance(acted, Refusal), "computers choose legal actions"
        deal = acted
    if deal.result is None or deal.result.void:
        return guide.net[seat]
    return guide.net[seat] - deal.game.net(deal.result.settled)[seat]
