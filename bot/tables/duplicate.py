"""Cards that are dealt again: given ones, which one person plays with computers, and those of a match.

All functions that are given `games` raise `UnreadableLogError` for a log that does not fit the rules of this
program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from bot.fairness import Opened, Proof, Seal
from bot.guides import GUIDE, guide_to, is_guide
from bot.rules.deal import Deal
from bot.rules.game import Game, Misdeal
from bot.rules.layout import Layout, Seat
from bot.rules.reasons import Refusal
from bot.rules.session import Session
from bot.store import Played, RecordRow, SavedDeal, SavedTable, StoreError
from bot.tables.match import Match, homes, net_of
from bot.tables.services import TableServices
from bot.tables.storage import failed, is_going_on, played, replayed, replayed_record
from bot.tables.table import COMPUTER_NAMES, Occupant, refuse


@dataclass(frozen=True, slots=True)
class Given:
    """Cards that are given, and the seat from which one person plays them."""

    name: str
    """The name of the deal, such as `k3m9xp/4`, or `daily/koenigrufen/2026-11-22`."""
    game: Game
    layout: Layout = field(repr=False)
    seat: Seat
    played: Played = field(default_factory=Played)
    """The result of that seat when the cards were first played."""
    players: frozenset[int] = frozenset()
    """The people who know the cards because they sat there then."""
    commitment: str = ""
    """Fixes the cards of a day before anybody has seen them; empty for others."""

    @classmethod
    def of(cls, saved: SavedDeal, games: Mapping[str, Game]) -> Given | None:
        """Return the cards of a deal, for the seat of the first person there; `None` while it goes on."""
        if is_going_on(saved):
            return None
        deal = replayed(saved.table, saved.deal, saved.actions, games)
        people = {each.seat: each.user_id for each in saved.standings if each.user_id}
        seat = min(people, default=deal.dealt.next(deal.dealt.dealer))
        name = f"{saved.table.id}/{saved.deal.number}"
        return cls(name, deal.game, deal.dealt, seat, played(deal, seat), frozenset(people.values()))

    @classmethod
    def of_record(cls, row: RecordRow, games: Mapping[str, Game]) -> Given:
        """Return the cards of a record from outside, for forehand's seat."""
        deal = replayed_record(row, games)
        seat = deal.dealt.next(deal.dealt.dealer)
        return cls(f"{row.id}/1", deal.game, deal.dealt, seat, played(deal, seat))

    @classmethod
    def of_day(cls, secret: str, game: Game, day: str) -> Given:
        """Return the cards of a day, such as `2026-11-22`. Nobody can foresee them without the secret."""
        daily = Daily.of(secret, game, day)
        commitment = daily.opened.seal.commitment
        return cls(daily_name(game, day), game, daily.deal.dealt, 0, commitment=commitment)

    @classmethod
    def of_guide(cls, game: Game) -> Given | None:
        """Return the cards of the guided deal of a game, if it has one; they can be played often."""
        guide = guide_to(game)
        return Given(f"{GUIDE}/{game.name}", game, guide.layout, guide.seat) if guide else None

    @property
    def counts(self) -> bool:
        """Whether each person plays the cards only once, and the results are compared."""
        return not is_guide(self.name)

    def seated(self, user_id: int, name: str) -> tuple[Occupant, ...]:
        """Return the occupants of the table: the person, and computers on the other seats."""
        names = (each for each in COMPUTER_NAMES if each != name)
        return tuple(
            Occupant(name, user_id) if seat == self.seat else Occupant(next(names))
            for seat in range(self.layout.seats)
        )


DAILY = "daily"
"""The beginning of the name of the cards of a day."""


class Daily(NamedTuple):
    """The deal of a day, as it was dealt."""

    opened: Opened
    deal: Deal
    misdeals: int
    """How many decks were misdeals before."""

    @classmethod
    def of(cls, secret: str, game: Game, day: str) -> Daily:
        """Return the deal of a day, such as `2026-11-22`. No seal of a day gives the secret away."""
        name = daily_name(game, day)
        own = sha256(f"skiz-daily/1 {secret} {name}".encode()).hexdigest()
        opened = Seal(name.replace("/", "-"), 1, own).opened(press=None)
        shuffle, seats, misdeals = opened.shuffle, min(game.seats), 0
        dealers = game.dealers(seats)
        session = Session.first(game, {}, seats, dealers[shuffle.first_dealer(len(dealers))])
        deal = session.deal(shuffle.deck(game.pack))
        while Misdeal.of(game, deal.layout):
            deal, misdeals = session.deal(shuffle.deck(game.pack)), misdeals + 1
        return cls(opened, deal, misdeals)

    @property
    def proof(self) -> Proof:
        """The proof that the cards are those that were sealed, without anybody's actions."""
        return Proof.of(self.opened, self.deal, self.misdeals)


def daily_name(game: Game, day: str) -> str:
    return f"{DAILY}/{game.name}/{day}"


async def may_sit(user_id: int, match: Match | None, services: TableServices) -> Refusal | None:
    """Refuse a seat in a match to a person who knows its cards, as `knows_cards`."""
    if match is None:
        return None
    try:
        knowing = await services.store.plays.knowing(match.table_id, match.deals, match.saved_prefix)
    except StoreError as error:
        return failed("A match cannot be looked up", error)
    return refuse("knows_cards") if user_id in match.people | knowing else None


def match_against(saved: SavedTable, deals: Sequence[SavedDeal], games: Mapping[str, Game]) -> Match | None:
    """Return the match against a table with some deals; `None` while it goes on, or if no deal is over."""
    over = [each for each in deals if each.deal.result is not None]
    if saved.table.ended_at is None or saved.table.given or saved.table.match or not over:
        return None
    played = [replayed(each.table, each.deal, each.actions, games) for each in over]
    there = [net_of(deal, deal.result, number) for number, deal in enumerate(played) if deal.result]
    last = homes(played[-1].game, played[-1].layout, len(played) - 1)
    names = {last[each.seat]: each.name for each in saved.seats}
    sat = {each.user_id for deal in over for each in deal.standings}
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
