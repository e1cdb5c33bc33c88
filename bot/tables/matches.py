"""Finding the first table of a match among those that have ended, and who may play against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store import StoreError
from bot.tables.incidents import report
from bot.tables.match import Match, homes, net_of
from bot.tables.restoring import replayed
from bot.tables.situation import refuse

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.game import Game
    from bot.rules.reasons import Refusal
    from bot.store import SavedDeal, SavedTable
    from bot.tables.services import TableServices


async def may_sit(user_id: int, match: Match | None, services: TableServices) -> Refusal | None:
    """Refuse a seat in a match to a person who knows its cards; without a match to no one.

    Refused as `knows_cards`, and as `storage_failed` with the `id` under which the reason was logged.
    """
    if match is None:
        return None
    try:
        knowing = await services.knowing(match.table_id, match.deals, match.saved_prefix)
    except StoreError as error:
        return refuse("storage_failed", id=report(f"A match cannot be looked up: {error}", error))
    return refuse("knows_cards") if user_id in match.people | knowing else None


def match_against(saved: SavedTable, deals: Sequence[SavedDeal], games: Mapping[str, Game]) -> Match | None:
    """Return the match against a table; `None` if it goes on, or no deal was played to its end there.

    Args:
        saved: The table.
        deals: Its deals.
        games: The games that can be played, by name.

    Raises:
        UnreadableLogError: A log does not fit the rules of this program.
    """
    over = [each for each in deals if each.deal.result is not None]
    if saved.table.ended_at is None or saved.table.given or saved.table.match or not over:
        return None
    played = [replayed(each.table, each.deal, each.actions, games) for each in over]
    there = [net_of(deal, deal.result, number) for number, deal in enumerate(played) if deal.result]
    last = homes(played[-1].game, played[-1].layout, len(played) - 1)
    names = {last[each.seat]: each.name for each in saved.seats}
    sat = {each.row.user_id for deal in over for each in deal.standings}
    sat |= {person for each in saved.seats for person in (each.user_id, each.away_id)}
    game, seats = played[0].game, played[0].layout.seats
    return Match(
        saved.table.id,
        saved.table.guild_id,
        game.name,
        tuple(deal.dealt for deal in played),
        tuple(there),
        tuple(names.get(seat, "") for seat in range(seats)),
        frozenset(person for person in sat if person is not None),
        game.teams,
    )
