"""Deals that are over, to be looked at again."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.rules.checking import Flaw, checked
from bot.rules.record import Record, RecordError
from bot.rules.values import replace
from bot.tables.proving import is_going_on
from bot.tables.saving import UnreadableLogError, replayed, restored
from bot.tables.tables import ALPHABET

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from bot.rules.deal import Deal
    from bot.rules.game import Game
    from bot.rules.moves import Move
    from bot.rules.session import Session
    from bot.rules.state import Open
    from bot.store import RecordRow, SavedDeal, SavedTable

ID_LENGTH: Final = 10
"""Letters of the id of a record from outside; the id of a table has fewer."""


class Reviewed(NamedTuple):
    """Who played on a seat."""

    name: str
    """Empty if it is no longer known."""
    user_id: int | None
    """`None` for a computer player, and for a person who is no longer known."""


class Review(NamedTuple):
    """A deal that is over or was broken off, with nothing left to hide."""

    table_id: str
    number: int
    game: Game
    open: Open
    """As it was in the end, with the cards as dealt."""
    log: tuple[Move, ...]
    """All moves, discards included."""
    players: tuple[Reviewed, ...]
    """By seat."""
    record: Mapping[str, Any]
    """The deal record, as JSON values."""

    @classmethod
    def of(cls, saved: SavedDeal, games: Mapping[str, Game]) -> Review | None:
        """Return the review of a saved deal; `None` while it goes on.

        Raises:
            UnreadableLogError: The log does not fit the rules of this program.
        """
        if is_going_on(saved):
            return None
        deal = replayed(saved.table, saved.deal, saved.actions, games)
        known = {each.row.seat: Reviewed(each.row.name, each.row.user_id) for each in saved.standings}
        players = tuple(known.get(seat, Reviewed("", None)) for seat in range(deal.layout.seats))
        return cls._of(saved.table.id, saved.deal.number, deal, players)

    @classmethod
    def of_record(cls, row: RecordRow, games: Mapping[str, Game]) -> Review:
        """Return the review of a saved record from outside, whose players are not known.

        Raises:
            UnreadableLogError: The record does not fit the rules of this program.
        """
        try:
            deal = checked(Record.parse(row.record, games))
        except RecordError as error:
            raise UnreadableLogError(str(error)) from None
        if isinstance(deal, Flaw):
            raise UnreadableLogError(f"action {deal.at} is refused: {deal.refusal.code}")
        return cls._of(row.id, 1, deal, (Reviewed("", None),) * deal.layout.seats)

    @classmethod
    def _of(cls, table_id: str, number: int, deal: Deal, players: tuple[Reviewed, ...]) -> Review:
        record, public = Record.of(deal).document(), replace(deal.open, dealt=deal.dealt)
        return cls(table_id, number, deal.game, public, deal.log, players, record)


class SessionReview(NamedTuple):
    """The deals of a table that are over, and what they come to."""

    table_id: str
    game: Game
    session: Session
    """As it is now; after the table has ended, with its pool shared out."""
    players: tuple[Reviewed, ...]
    """By the seats they have now, or had in the end."""
    deals: tuple[Review, ...]
    """Those that were not broken off, in order."""

    @classmethod
    def of(
        cls, saved: SavedTable, deals: Iterable[SavedDeal], games: Mapping[str, Game]
    ) -> SessionReview | None:
        """Return the review of a session; `None` before its first deal is over.

        Raises:
            UnreadableLogError: A log does not fit the rules of this program.
        """
        identity, now = restored(saved, games)
        reviews = (Review.of(each, games) for each in deals)
        over = tuple(each for each in reviews if each and each.open.result)
        if now.session is None or not over:
            return None
        players = tuple(
            Reviewed(each.name, each.user_id) if each else Reviewed("", None) for each in now.occupants
        )
        return cls(identity.id, identity.game, now.session, players, over)


def record_id(record: Record) -> str:
    """Return the id of a record from outside: equal for equal cards, house rules and actions."""
    document = {key: value for key, value in record.document().items() if key != "result"}
    number = int.from_bytes(sha256(json.dumps(document, sort_keys=True).encode()).digest())
    letters = []
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)
