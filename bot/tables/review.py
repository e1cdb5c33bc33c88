"""Reviews of deals that are over: what happened, how they were dealt, which decision cost most.

All functions that are given `games` raise `UnreadableLogError` for a log that does not fit the rules of this
program.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from bot.computers.players import Strength
from bot.computers.search import Appraisal
from bot.fairness import Proof
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.moves import Action, Move
from bot.rules.reasons import Refusal
from bot.rules.record import Record
from bot.rules.session import Session
from bot.rules.state import Open
from bot.rules.view import View
from bot.store import (
    RecordRow,
    SavedDeal,
    SavedStanding,
    SavedTable,
    SeatRow,
    StandingRow,
    Store,
    SummarizedDeal,
)
from bot.tables.computers import CONFIDENCE
from bot.tables.services import Thinkers
from bot.tables.storage import (
    Summary,
    UnreadableLogError,
    begun,
    is_going_on,
    opened,
    replayed,
    replayed_record,
    session_of,
)
from bot.tables.table import ALPHABET, TableState

ID_LENGTH = 10
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
    record: Mapping[str, Any]
    """The deal record, as JSON values."""

    @classmethod
    def of(cls, saved: SavedDeal, games: Mapping[str, Game]) -> Review | None:
        """Return the review of a saved deal; `None` while it goes on."""
        if is_going_on(saved):
            return None
        deal = replayed(saved.table, saved.deal, saved.actions, games)
        players = _players(saved.standings, deal.layout.seats)
        return cls._of(saved.table.id, saved.deal.number, deal, players)

    @classmethod
    def of_record(cls, row: RecordRow, games: Mapping[str, Game]) -> Review:
        """Return the review of a saved record from outside, whose players are not known."""
        deal = replayed_record(row, games)
        return cls._of(row.id, 1, deal, (Reviewed("", None),) * deal.layout.seats)

    @classmethod
    def _of(cls, table_id: str, number: int, deal: Deal, players: tuple[Reviewed, ...]) -> Review:
        record, public = Record.of(deal).document(), deal.open._replace(dealt=deal.dealt)
        return cls(table_id, number, deal.game, public, deal.log, players, record)


def _players(rows: Iterable[SavedStanding | StandingRow | SeatRow], seats: int) -> tuple[Reviewed, ...]:
    known = {each.seat: Reviewed(each.name, each.user_id) for each in rows}
    return tuple(known.get(seat, Reviewed("", None)) for seat in range(seats))


class ReviewedDeal(NamedTuple):
    """A finished deal on the sheet of its session."""

    number: int
    players: tuple[Reviewed, ...]
    summary: Summary


class SessionReview(NamedTuple):
    """The deals of a table that are over, and what they come to."""

    table_id: str
    game: Game
    session: Session
    """As it is now; after the table has ended, with its pool shared out."""
    players: tuple[Reviewed, ...]
    """By the seats they have now, or had in the end."""
    deals: tuple[ReviewedDeal, ...]
    """Those that were not broken off, in order."""
    ended: bool
    """Whether the table has ended: then its pool has been shared out."""

    @classmethod
    def of(
        cls, saved: SavedTable, deals: Sequence[SummarizedDeal], games: Mapping[str, Game]
    ) -> SessionReview | None:
        """Return the review of a session; `None` before its first deal is over."""
        session = session_of(saved, games)
        summaries = ((each, Summary.parse(each.summary)) for each in deals if each.summary is not None)
        over = tuple(
            ReviewedDeal(each.number, _players(each.standings, len(summary.scores)), summary)
            for each, summary in summaries
        )
        if session is None or not over:
            return None
        players = _players(saved.seats, session.seats)
        ended = saved.table.state == TableState.ENDED
        return cls(saved.table.id, session.game, session, players, over, ended)


async def summarized(store: Store, table_id: str, games: Mapping[str, Game]) -> tuple[SummarizedDeal, ...]:
    """Return the finished deals of a table. Those of earlier versions get their summaries now.

    Raises:
        StoreError: They could not be read, or the summaries not be saved.
    """
    deals = await store.finished.of_table(table_id)
    if all(each.summary is not None for each in deals):
        return deals
    logs = await store.history.deals_of(table_id)
    # In a thread: the logs of a long evening take a while to replay.
    await store.finished.summarize(table_id, await asyncio.to_thread(_missing, logs, games))
    return await store.finished.of_table(table_id)


def _missing(logs: Iterable[SavedDeal], games: Mapping[str, Game]) -> dict[int, str]:
    """Return the summaries of the finished deals that have none, by their numbers."""
    unsummarized = (each for each in logs if each.deal.result is not None and each.deal.summary is None)
    deals = ((each, replayed(each.table, each.deal, each.actions, games)) for each in unsummarized)
    return {each.deal.number: Summary.of(deal, deal.result).json() for each, deal in deals if deal.result}


def record_id(record: Record) -> str:
    """Return the id of a record from outside: equal for equal cards, house rules and actions."""
    document = {key: value for key, value in record.document().items() if key != "result"}
    number = int.from_bytes(sha256(json.dumps(document, sort_keys=True).encode()).digest())
    letters = []
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def proof_of(saved: SavedDeal, games: Mapping[str, Game]) -> Proof | None:
    """Return the proof of a deal that is not going on; `None` if it is not known what its deck came from."""
    origin = opened(saved.table.id, saved.deal)
    if origin is None:
        return None
    deal = replayed(saved.table, saved.deal, saved.actions, games)
    return Proof.of(origin, deal, len(json.loads(saved.deal.misdeals)))


MOST_DECISIONS = 20
"""How many decisions are tried out at most: those with the most options."""
CANDIDATES = 3
"""How many of them are tried out again."""
SECONDS = 0.3
"""For each decision."""
SECONDS_AGAIN = 1.0
PATIENCE = 20.0
"""For how many seconds a decision waits at most while tables think."""


class Decision(NamedTuple):
    """What a person saw, and did."""

    view: View
    taken: Action


class Costly(NamedTuple):
    """A decision, and an option that promised more."""

    view: View
    taken: Appraisal
    better: Appraisal

    @property
    def cost(self) -> float:
        """Game points by which the better option promised more."""
        assert self.better.points is not None, "it was tried out"
        assert self.taken.points is not None, "so was what was done"
        return self.better.points - self.taken.points

    @property
    def is_certain(self) -> bool:
        """Whether the better option is better by more than chance."""
        return self.cost > CONFIDENCE * max(self.better.error, self.taken.error)


class Verdict(NamedTuple):
    """The result of the search for the decision that cost most."""

    tried: int
    """How many decisions were tried out."""
    costliest: Costly | None
    """`None` if no decision clearly cost anything."""


def seat_in(saved: SavedDeal, user_id: int) -> Seat | None:
    """Return the seat of a person who played a finished deal to its end; `None` for anyone else."""
    return next((each.seat for each in saved.standings if each.user_id == user_id), None)


def decisions_of(saved: SavedDeal, seat: Seat, games: Mapping[str, Game]) -> tuple[Decision, ...]:
    """Return the decisions of a seat in a saved deal, those between several options, in order."""
    deal, found = begun(saved.table, saved.deal, games), []
    for move in saved.actions:
        action = Action.parse(move.action)
        if move.seat == seat and len(deal.actions(seat)) > 1:
            found.append(Decision(deal.view(seat), action))
        after = deal.act(move.seat, action)
        if isinstance(after, Refusal):
            raise UnreadableLogError(f"an action of deal {saved.deal.number} is refused: {after.code}")
        deal = after
    return tuple(found)


async def verdict(decisions: Sequence[Decision], owner: str, thinkers: Thinkers) -> Verdict | None:
    """Find the decision of a person that cost most; `None` if there was no time to think.

    What looks worst is tried out again, with other imagined deals: of many estimates the worst is mostly bad
    luck. `owner` names the person whose share of the thinking processes this takes.
    """
    most = sorted(decisions, key=lambda each: -len(each.view.actions))[:MOST_DECISIONS]
    tried, answered = [], False
    for each in most:
        options = await thinkers.appraise(
            owner, Strength.STEADY, each.view, "first", seconds=SECONDS, patience=PATIENCE
        )
        answered = answered or options is not None
        if options and (found := compared(each, options, options[0].action)):
            tried.append(found)
    if not answered and most:
        return None
    again = []
    suspects = sorted((each for each in tried if each.cost > 0), key=lambda each: -each.cost)
    for suspect in suspects[:CANDIDATES]:
        options = await thinkers.appraise(
            owner, Strength.STRONG, suspect.view, "again", seconds=SECONDS_AGAIN, patience=PATIENCE
        )
        decision = Decision(suspect.view, suspect.taken.action)
        if options and (found := compared(decision, options, suspect.better.action)):
            again.append(found)
    certain = [each for each in again if each.is_certain]
    return Verdict(len(tried), max(certain, key=lambda each: each.cost, default=None))


def compared(decision: Decision, options: Sequence[Appraisal], better: Action) -> Costly | None:
    """Return what was done, compared with an option; `None` if either was not tried out."""
    by_action = {action: each for each in options for action in each.actions}
    taken, other = by_action.get(decision.taken), by_action.get(better)
    if taken is None or other is None or taken.points is None or other.points is None:
        return None
    return Costly(decision.view, taken._replace(action=decision.taken), other)
