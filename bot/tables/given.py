"""Given cards: those of a deal that is over, of a record, or of a day, played again by one person."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.store import Played
from bot.tables.daily import Daily, daily_name
from bot.tables.played import played
from bot.tables.proving import is_going_on
from bot.tables.restoring import replayed, replayed_record
from bot.tables.seating import COMPUTER_NAMES
from bot.tables.situation import Occupant

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.game import Game
    from bot.rules.layout import Layout, Seat
    from bot.store import RecordRow, SavedDeal


@dataclass(frozen=True, slots=True)
class Given:
    """Cards that are given, and the seat from which one person plays them."""

    name: str
    """The name of the deal, such as `k3m9xp/4`, or `daily/koenigrufen/2026-11-22`."""
    game: Game
    layout: Layout = field(repr=False)
    seat: Seat
    played: Played = field(default_factory=Played)
    """What came of it for that seat when it was first played."""
    players: frozenset[int] = frozenset()
    """The people who know the cards because they sat there then."""
    commitment: str = ""
    """What fixes the cards of a day before anybody has seen them; empty for others."""

    @classmethod
    def of(cls, saved: SavedDeal, games: Mapping[str, Game]) -> Given | None:
        """Return the cards of a deal, for the seat of the first person there; `None` while it goes on.

        Raises:
            UnreadableLogError: The log does not fit the rules of this program.
        """
        if is_going_on(saved):
            return None
        deal = replayed(saved.table, saved.deal, saved.actions, games)
        people = {each.row.seat: each.row.user_id for each in saved.standings if each.row.user_id}
        seat = min(people, default=deal.dealt.next(deal.dealt.dealer))
        name = f"{saved.table.id}/{saved.deal.number}"
        return cls(name, deal.game, deal.dealt, seat, played(deal, seat), frozenset(people.values()))

    @classmethod
    def of_record(cls, row: RecordRow, games: Mapping[str, Game]) -> Given:
        """Return the cards of a record from outside, for forehand's seat.

        Raises:
            UnreadableLogError: The record does not fit the rules of this program.
        """
        deal = replayed_record(row, games)
        seat = deal.dealt.next(deal.dealt.dealer)
        return cls(f"{row.id}/1", deal.game, deal.dealt, seat, played(deal, seat))

    @classmethod
    def of_day(cls, secret: str, game: Game, day: str) -> Given:
        """Return the cards of a day, such as `2026-11-22`, which only the secret lets anyone foresee."""
        daily = Daily.of(secret, game, day)
        commitment = daily.opened.seal.commitment
        return cls(daily_name(game, day), game, daily.deal.dealt, 0, commitment=commitment)

    def seated(self, user_id: int, name: str) -> tuple[Occupant, ...]:
        """Return who sits at the table: the person, and computers on the other seats."""
        names = (each for each in COMPUTER_NAMES if each != name)
        return tuple(
            Occupant(name, user_id) if seat == self.seat else Occupant(next(names))
            for seat in range(self.layout.seats)
        )
