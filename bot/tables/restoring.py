"""Restoring what was saved: a table with its seats and session, and deals by replaying what was done."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from bot.computers.players import Strength
from bot.fairness import Opened, Seal
from bot.rules.cards import Cards, card
from bot.rules.deal import Deal
from bot.rules.game import Game, Misdeal
from bot.rules.layout import Layout
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.rules.record import Flaw, Record, RecordError, checked
from bot.rules.session import Session
from bot.store import DELETED, ActionRow, DealRow, SavedTable, StandingRow, TableRow
from bot.tables.hints import Hints
from bot.tables.match import homes
from bot.tables.pace import Pace, Turn
from bot.tables.situation import Identity, Occupant, Situation, TableState
from bot.tables.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rules.layout import Seat
    from bot.store import RecordRow
    from bot.tables.match import Match


ENGINE: Final = 1
"""The version of the rules: raised when saved deals can no longer be replayed as they were played."""


class UnreadableLogError(Exception):
    """A saved table cannot be restored. The text names no card."""


def restored(
    saved: SavedTable, games: Mapping[str, Game], match: Match | None = None
) -> tuple[Identity, Situation]:
    """Restore a table by replaying the log of its latest deal.

    If it is the second table of a match, `match` is that match, whatever has been played of it.

    Raises:
        UnreadableLogError: The log does not fit the rules of this program.
    """
    row, game = saved.table, _game(saved.table, games)
    table = Identity(row.id, row.guild_id, row.channel_id, game, row.created_at)
    session = session_of(saved, games)
    seats = session.seats if session else match.seats if match else max(game.seats)
    number = saved.deal.number if saved.deal else 0
    deal = None if saved.deal is None else replayed(row, saved.deal, saved.actions, games)
    state = TableState(row.state)
    seated = occupants(saved, seats)
    return table, Situation(
        host_id=row.host_id,
        occupants=seated,
        # Earlier versions had no such state.
        state=TableState.OFFER if state.in_deal and deal is not None and deal.is_offered else state,
        session=session,
        deal=deal,
        options=json.loads(row.options),
        number=number,
        revision=number + saved.saved_actions,
        misdeals=_misdeals(saved.deal.misdeals) if saved.deal else (),
        saves=row.saves,
        locale=row.locale,
        pace=Pace(row.pace),
        turn=None if row.remind_at is None else Turn(row.remind_at, row.due_at, bool(row.reminded)),
        asleep=bool(row.asleep),
        idle_since=row.idle_since,
        ready=frozenset(json.loads(row.ready)),
        seal=Seal(row.id, number + 1, row.secret) if row.secret else None,
        opened=opened(row.id, saved.deal) if saved.deal else None,
        strength=Strength(row.strength),
        given=row.given,
        hints=Hints(row.hints),
        match=match.resumed(row.match) if match else None,
        played_by=_played_by(saved, seated) if deal is not None and deal.result is not None else (),
        best_by=_best_by(saved, seated, session, deal) if session and deal else (),
    )


def _played_by(saved: SavedTable, seated: tuple[Occupant | None, ...]) -> tuple[Occupant | None, ...]:
    """Return who played the latest deal: where neither standings nor summary name one, who is there now."""
    assert saved.deal is not None, "a deal is over"
    named = _named(saved, saved.deal.number)
    computers = Summary.parse(saved.deal.summary).computers if saved.deal.summary else ()
    known = computers or ("",) * len(seated)
    return tuple(
        Occupant(name) if name and seat not in named else _player(each, named.get(seat))
        for seat, (each, name) in enumerate(zip(seated, known, strict=True))
    )


def _best_by(
    saved: SavedTable, seated: tuple[Occupant | None, ...], session: Session, deal: Deal
) -> tuple[Occupant | None, ...]:
    """Return who played the best deal, by the seats that they or their successors have in the latest one."""
    if not session.best or saved.deal is None:
        return ()
    number = session.best[0].number
    named = _named(saved, number)
    then, now = (homes(deal.game, deal.layout, each - 1) for each in (number, saved.deal.number))
    return tuple(_player(each, named.get(then.index(home))) for each, home in zip(seated, now, strict=True))


def _named(saved: SavedTable, number: int) -> dict[Seat, StandingRow]:
    """Return the standings of a deal that name who played it, by seat."""
    return {each.seat: each for each in saved.standings.get(number, ()) if each.name != DELETED}


def _player(seated: Occupant | None, standing: StandingRow | None) -> Occupant | None:
    """Return who played on a seat; by a standing, a computer may have sat in for a person."""
    if standing is None or seated is None:
        return seated
    is_person = standing.user_id is not None
    if standing.user_id == seated.user_id and (is_person or standing.name == seated.name):
        return seated
    sat_in = standing.user_id is None and standing.name == seated.name
    return Occupant(standing.name, standing.user_id, seated.user_id if sat_in else None)


def opened(table_id: str, row: DealRow) -> Opened | None:
    """Return what the deck of a saved deal came from; `None` if that is not known."""
    return Seal(table_id, row.number, row.secret).opened(row.press) if row.secret else None


def _game(row: TableRow, games: Mapping[str, Game]) -> Game:
    if row.engine != ENGINE:
        raise UnreadableLogError(f"it was written under version {row.engine} of the rules, not {ENGINE}")
    if row.game not in games:
        raise UnreadableLogError(f"there is no game {row.game}")
    return games[row.game]


def _misdeals(text: str) -> tuple[Misdeal, ...]:
    shown = (tuple((int(seat), Cards.of(hand)) for seat, hand in each.items()) for each in json.loads(text))
    return tuple(map(Misdeal, shown))


def occupants(saved: SavedTable, seats: int) -> tuple[Occupant | None, ...]:
    """Return who holds each of so many seats."""
    seated = {
        each.seat: Occupant(
            *(each.name, each.user_id, each.away_id),
            *(each.missed, bool(each.wants_pause), bool(each.wants_end)),
            strength=Strength(each.strength) if each.strength else None,
        )
        for each in saved.seats
    }
    return tuple(seated.get(seat) for seat in range(seats))


def session_of(saved: SavedTable, games: Mapping[str, Game]) -> Session | None:
    """Return the session of a table; `None` before its first deal.

    Raises:
        UnreadableLogError: It was written under other rules.
    """
    game = _game(saved.table, games)
    if saved.table.session is None:
        return None
    values = json.loads(saved.table.session)
    totals = tuple(values["totals"])
    return Session(
        game,
        json.loads(saved.table.options),
        len(totals),
        values["dealer"],
        values["inherited"],
        totals,
        values["deals"],
        values.get("last_circle_said_at"),
        values.get("left"),
        tuple(map(tuple, values.get("course", []))),
        values.get("repeated", 0),
    )


def begun(table: TableRow, row: DealRow, games: Mapping[str, Game]) -> Deal:
    """Return a deal as it began.

    Raises:
        UnreadableLogError: It was written under other rules.
    """
    return Deal.start(_game(table, games), _layout(json.loads(table.options), row))


def replayed(table: TableRow, row: DealRow, actions: Iterable[ActionRow], games: Mapping[str, Game]) -> Deal:
    """Return a deal as its log leads to it.

    Raises:
        UnreadableLogError: The log does not fit the rules of this program.
    """
    deal = begun(table, row, games)
    for count, each in enumerate(actions):
        after = deal.act(each.seat, Action.parse(each.action))
        if isinstance(after, Refusal):
            raise UnreadableLogError(f"action {count} of deal {row.number} is refused: {after.code}")
        deal = after
    if table.state == TableState.OFFER and row.result is None:
        deal = deal.held
    if (deal.result is None) != (row.result is None):
        raise UnreadableLogError(f"deal {row.number} does not end where it ended")
    return deal


def replayed_record(row: RecordRow, games: Mapping[str, Game]) -> Deal:
    """Return the deal of a record from outside.

    Raises:
        UnreadableLogError: The record does not fit the rules of this program.
    """
    try:
        deal = checked(Record.parse(row.record, games))
    except RecordError as error:
        raise UnreadableLogError(str(error)) from None
    if isinstance(deal, Flaw):
        raise UnreadableLogError(f"action {deal.at} is refused: {deal.refusal.code}")
    return deal


def _layout(options: Mapping[str, object], row: DealRow) -> Layout:
    return Layout(
        hands=tuple(map(Cards.of, json.loads(row.hands))),
        talon=tuple(map(card, row.talon.split())),
        dealer=row.dealer,
        options=options,
        session=json.loads(row.session),
    )
