"""Finding the deals that can be looked at again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.tables import Review, UnreadableLogError, first_table, seat_in
from cogs.discord.replies import reader, values_of
from cogs.pages.custom_ids import NUMBER
from cogs.pages.history import review_page

if TYPE_CHECKING:
    from bot.store import SavedDeal, TableRow
    from cogs.discord.replies import Interaction
    from cogs.pages.page import Page
    from cogs.services import Services


async def find_review(
    services: Services, interaction: Interaction, key: tuple[str, int] | None
) -> Review | Refusal:
    """The deal of that table and number, if it was played on this server and is over; or a record's."""
    try:
        found = await _review(services, interaction, key) if key else None
    except UnreadableLogError:
        return Refusal("deal_unreadable", "")
    return found or Refusal("no_such_deal", "")


async def _review(
    services: Services, interaction: Interaction, key: tuple[str, int]
) -> Review | Refusal | None:
    saved = await services.store.history.saved_deal(*key)
    if saved is not None and _may_see(saved, interaction):
        if saved.table.given and not await _knows(services, interaction, saved.table.given):
            return Refusal("given_not_played", "")
        if is_awaited(services, interaction, saved.table, key[1]):
            return Refusal("match_not_played", "")
        return Review.of(saved, GAMES) or Refusal("deal_going_on", "")
    table_id, number = key
    row = await services.store.records.get(table_id) if number == 1 else None
    return Review.of_record(row, GAMES) if row else None


def _may_see(saved: SavedDeal, interaction: Interaction) -> bool:
    """Whether a deal was played on this server or, in direct messages, by the person who asks."""
    if interaction.guild_id is None:
        return seat_in(saved, interaction.user.id) is not None
    return saved.table.guild_id == interaction.guild_id


def is_awaited(services: Services, interaction: Interaction, table: TableRow, number: int) -> bool:
    """Whether the person has yet to play the cards of a deal in a match, which others have played before."""
    first = first_table(table.match) or table.id
    return services.tables.awaits(interaction.user.id, first, number)


async def _knows(services: Services, interaction: Interaction, given: str) -> bool:
    """Whether a person has played given cards to the end."""
    play = await services.store.plays.of(given, interaction.user.id)
    return play is not None and services.tables.get(play.table_id) is None


def step_meant(interaction: Interaction, step: int) -> int:
    """The step that was chosen from the list of all, else the one that a button leads to."""
    chosen = next(iter(values_of(interaction)), "")
    return int(chosen) if NUMBER.fullmatch(chosen) else step


async def step_page(
    services: Services, interaction: Interaction, key: tuple[str, int] | None, step: int
) -> Page | Refusal:
    """The page of a step of a deal, for the person who asks."""
    review = await find_review(services, interaction, key)
    if isinstance(review, Refusal):
        return review
    return review_page(reader(interaction).of(review.game.name), review, step, interaction.user.id)
