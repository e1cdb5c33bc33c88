"""What is saved of a table: its rows, restoring it by replaying its log, and what its deals brought.

The summary of a finished deal is saved with its result: replaying the logs of a long evening takes a second.
All functions that are given `games` raise `UnreadableLogError` for a log that does not fit the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from bot.computers.players import Strength
from bot.errors import report
from bot.fairness import Opened, Seal
from bot.rules.cards import Cards, card
from bot.rules.deal import Deal
from bot.rules.game import Game, Misdeal
from bot.rules.layout import Layout, Seat, Side
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.rules.record import Flaw, Record, RecordError, checked, result_document
from bot.rules.results import Factor, Multiplier, Outcome, Result, ScoreLine
from bot.rules.session import Session
from bot.store import (
    DELETED,
    ActionRow,
    DealEnd,
    DealRow,
    Played,
    RecordRow,
    SavedDeal,
    SavedTable,
    SeatRow,
    SessionEnd,
    StaleLogError,
    StandingRow,
    StoreError,
    TableRow,
)
from bot.store.log import Log
from bot.tables.match import Match, homes
from bot.tables.services import TableServices
from bot.tables.settings import TableSettings, Terms
from bot.tables.table import Change, News, NewsKind, Occupant, Table, TableState, TurnClock, refuse


async def commit(
    services: TableServices, table: Table, change: Change
) -> tuple[Change | None, Refusal | None]:
    """Save a change of a table.

    Returns:
        The change that now takes effect and the refusal of the one asked for, each or `None`. If another
        process has saved the table since, return the saved state, and refuse the request as `stale` or
        `table_ended`.
    """
    after = replace(change.after, saves=table.saves + 1, unsaved=False)
    try:
        await save(services.store.log, table, after.by_clock(services.clock.ahead), services.clock.date())
    except StaleLogError:
        return await _overtaken(services, table)
    except StoreError as error:
        return None, failed(f"Table {table.id} cannot be saved", error)
    return replace(change, after=after), None


async def _overtaken(services: TableServices, table: Table) -> tuple[Change | None, Refusal]:
    """Return the table as another process saved it, or as this one did without receiving the answer."""
    try:
        saved = await services.store.log.table(table.id)
        after = restored(saved, {table.game.name: table.game}, table.match, table.terms) if saved else None
    except (StoreError, UnreadableLogError) as error:
        return None, failed(f"Table {table.id} cannot be reloaded", error)
    after = after.by_clock(-services.clock.ahead) if after else table.ended()
    if after.state is TableState.ENDED:
        return Change(after, News(NewsKind.ENDED)), refuse("table_ended")
    return Change(after, News(NewsKind.RESTORED)), refuse("stale")


def failed(what: str, error: Exception) -> Refusal:
    """Log a failure of the database; return the refusal `storage_failed` with the `id` of the log record."""
    return refuse("storage_failed", id=report(f"{what}: {error}", error))


async def save(log: Log, before: Table, after: Table, now: float) -> None:
    """Save what has changed, in one transaction.

    Raises:
        StaleLogError: Another process has saved the table since; nothing was saved.
        StoreError: Nothing was saved, or the connection was lost in the middle.
    """
    row, deal = table_row(after, now), after.deal
    ended = after.state is TableState.ENDED and after.session is not None
    end = SessionEnd(now, after.game.teams) if ended else None
    if deal is None or deal is before.deal:
        await log.save_table(row, seat_rows(after), end)
    elif before.deal is None or after.number > before.number:
        await log.start_deal(row, seat_rows(after), deal_row(after, deal, now))
    else:
        done = len(before.deal.log)
        actions = [ActionRow(move.seat, str(move.action)) for move in deal.log[done:]]
        seats = seat_rows(after) if after.occupants != before.occupants else None
        await log.append(row, after.number, done, actions, now, _deal_end(after, deal), seats, end)


def table_row(table: Table, now: float) -> TableRow:
    row = TableRow(
        id=table.id,
        guild_id=table.guild_id,
        channel_id=table.channel_id,
        host_id=table.host_id,
        game=table.game.name,
        options=json.dumps(dict(table.options)),
        locale="",
        state=table.state,
        engine=ENGINE,
        session=None if table.session is None else _session_json(table.session),
        created_at=table.created_at,
        ended_at=now if table.state is TableState.ENDED else None,
        saves=table.saves,
        remind_at=table.turn.remind_at if table.turn else None,
        due_at=table.turn.due_at if table.turn else None,
        reminded=bool(table.turn and table.turn.reminded),
        asleep=int(table.asleep),
        idle_since=table.idle_since,
        ready=json.dumps(sorted(table.ready)),
        secret=table.seal.secret if table.seal else "",
        given=table.given,
        match=table.match.document() if table.match else "",
    )
    return row._replace(**asdict(table.settings))


def seat_rows(table: Table) -> tuple[SeatRow, ...]:
    return tuple(
        SeatRow(
            *(seat, each.user_id, each.away_id, each.name),
            *(each.missed, each.wants_pause, each.wants_end, each.strength),
        )
        for seat, each in table.seated
    )


def deal_row(table: Table, deal: Deal, now: float) -> DealRow:
    """Return the row of a deal that begins."""
    layout, origin = deal.layout, table.origin
    return DealRow(
        number=table.number,
        dealer=layout.dealer,
        session=json.dumps(dict(layout.session)),
        hands=json.dumps([str(hand) for hand in layout.hands]),
        talon=" ".join(map(str, layout.talon)),
        started_at=now,
        misdeals=json.dumps([{seat: str(hand) for seat, hand in each.hands} for each in table.misdeals]),
        secret=origin.seal.secret if origin else "",
        press=origin.press if origin else None,
    )


def _deal_end(after: Table, deal: Deal) -> DealEnd | None:
    result = deal.result
    if result is None:
        return None
    # The standings name the people, and the summary the computers on seats that no person has left to them.
    own = (each if each and each.is_computer and each.away_id is None else None for each in after.occupants)
    names = tuple(each.name if each else "" for each in own)
    summary = Summary.of(deal, result, names if any(names) else ())
    end = DealEnd(json.dumps(result_document(result)), (), summary=summary.json())
    if after.match:
        return end
    if after.guide:
        return end
    if after.given:
        seat = after.seat_of(after.host_id)
        return end._replace(played=None if seat is None else played(deal, seat))
    gained, computers = {each.seat: each for each in gains(deal, result)}, len(after.computers)
    standings = tuple(
        StandingRow(user_id=each.user_id, name=each.name, computers=computers, **gained[seat]._asdict())
        for seat, each in after.seated
        if seat in gained
    )
    return end._replace(standings=standings)


def _session_json(session: Session) -> str:
    return json.dumps(
        {
            "dealer": session.dealer,
            "inherited": dict(session.inherited),
            "totals": list(session.totals),
            "deals": session.deals,
            "last_circle_said_at": session.last_circle_announced_after,
            "left": session.left,
            "course": session.history,
            "repeated": session.repeated,
        }
    )


ENGINE = 1
"""The version of the rules: raised when saved deals can no longer be replayed as they were played."""


class UnreadableLogError(Exception):
    """A saved table cannot be restored. The text names no card."""


def restored(saved: SavedTable, games: Mapping[str, Game], match: Match | None, terms: Terms) -> Table:
    """Restore a table by replaying the log of its latest deal."""
    row, game = saved.table, _game(saved.table, games)
    session = session_of(saved, games)
    seats = session.seats if session else match.seats if match else max(game.seats)
    number = saved.deal.number if saved.deal else 0
    deal = replayed(row, saved.deal, saved.actions, games) if saved.deal else None
    state = TableState(row.state)
    seated = occupants(saved, seats)
    return Table(
        *(row.id, row.guild_id, row.channel_id, game, row.created_at),
        host_id=row.host_id,
        occupants=seated,
        # Earlier versions had no such state.
        state=TableState.OFFER if state.in_deal and deal is not None and deal.is_offered else state,
        session=session,
        deal=deal,
        options=json.loads(row.options),
        settings=TableSettings.read(row._asdict()),
        terms=terms,
        number=number,
        revision=number + saved.saved_actions,
        misdeals=_misdeals(saved.deal.misdeals) if saved.deal else (),
        saves=row.saves,
        turn=None if row.remind_at is None else TurnClock(row.remind_at, row.due_at, bool(row.reminded)),
        asleep=bool(row.asleep),
        idle_since=row.idle_since,
        ready=frozenset(json.loads(row.ready)),
        seal=Seal(row.id, number + 1, row.secret) if row.secret else None,
        origin=opened(row.id, saved.deal) if saved.deal else None,
        given=row.given,
        match=match.resumed(row.match) if match else None,
        played_by=_played_by(saved, seated) if deal is not None and deal.result is not None else (),
        best_by=_best_by(saved, seated, session, deal) if session and deal else (),
    )


def _played_by(saved: SavedTable, seated: tuple[Occupant | None, ...]) -> tuple[Occupant | None, ...]:
    """Return who played the latest deal: those whom standings or summary name, else those seated now."""
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
    """Return who played the best deal, by the seats of the latest one."""
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
    """Return who played on a seat, by a standing; a computer may have sat in for a person."""
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
    """Return the session of a table; `None` before its first deal."""
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
        values["last_circle_said_at"],
        values["left"],
        tuple(map(tuple, values["course"])),
        values.get("repeated", 0),
    )


def is_going_on(saved: SavedDeal) -> bool:
    """Whether a deal is neither over nor broken off: its cards are still secret."""
    return saved.deal.result is None and saved.table.ended_at is None


def begun(table: TableRow, row: DealRow, games: Mapping[str, Game]) -> Deal:
    """Return a deal as it began."""
    layout = Layout(
        hands=tuple(map(Cards.of, json.loads(row.hands))),
        talon=tuple(map(card, row.talon.split())),
        dealer=row.dealer,
        options=json.loads(table.options),
        session=json.loads(row.session),
    )
    return Deal.start(_game(table, games), layout)


def replayed(table: TableRow, row: DealRow, actions: Iterable[ActionRow], games: Mapping[str, Game]) -> Deal:
    """Return a deal as its log leads to it."""
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
    """Return the deal of a record from outside."""
    try:
        deal = checked(Record.parse(row.record, games))
    except RecordError as error:
        raise UnreadableLogError(str(error)) from None
    if isinstance(deal, Flaw):
        raise UnreadableLogError(f"action {deal.at} is refused: {deal.refusal.code}")
    return deal


@dataclass(frozen=True, slots=True)
class Suspended:
    """A table whose log cannot be replayed, as it is saved."""

    row: TableRow
    seats: tuple[SeatRow, ...]

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def totals(self) -> tuple[tuple[str, int], ...]:
        """The names and running totals by seat; empty if they cannot be read either."""
        try:
            session: Any = json.loads(self.row.session or "{}")
            totals = [int(total) for total in session["totals"]]
            return tuple((each.name, totals[each.seat]) for each in self.seats)
        except (ValueError, TypeError, KeyError, IndexError):
            return ()

    def ended(self, now: float) -> tuple[TableRow, tuple[SeatRow, ...]]:
        """Return the rows of the table once it has ended at a time."""
        row = self.row._replace(state=TableState.ENDED, ended_at=now, saves=self.row.saves + 1)
        return row, self.seats


SLAMS = ("valat", "volat")
"""Every trick won: a moment even if it was not announced."""


class Summary(NamedTuple):
    """A finished deal on the sheet of its session."""

    scores: tuple[int, ...]
    """Game points by seat."""
    contract: str
    """The id of the contract; empty if there was none."""
    declarer: Seat | None
    moments: tuple[ScoreLine, ...]
    """What a side announced and did, and slams."""
    computers: tuple[str, ...] = ()
    """The names of the computers on their own seats, `""` for people, by seat; empty without computers."""

    @classmethod
    def of(cls, deal: Deal, result: Result, computers: tuple[str, ...] = ()) -> Summary:
        """Return the summary of a deal that is over."""
        moments = tuple(
            line
            for line in result.lines
            if line.outcome is Outcome.MADE or (line.outcome is Outcome.WON and line.item in SLAMS)
        )
        return cls(result.scores, deal.open.contract, deal.open.declarer, moments, computers)

    @classmethod
    def parse(cls, text: str) -> Summary:
        values = json.loads(text)
        moments = tuple(map(_line, values["moments"]))
        computers = tuple(values.get("computers", ()))
        return cls(tuple(values["scores"]), values["contract"], values["declarer"], moments, computers)

    def json(self) -> str:
        values = {**self._asdict(), "moments": [line._asdict() for line in self.moments]}
        return json.dumps({name: value for name, value in values.items() if name != "computers" or value})


def _line(values: Mapping[str, Any]) -> ScoreLine:
    return ScoreLine(
        **{
            **values,
            "side": Side(values["side"]),
            "outcome": Outcome(values["outcome"]),
            "declarers": tuple(values["declarers"]),
            "amounts": tuple(values["amounts"]),
            "factors": tuple(Factor(Multiplier(by), value) for by, value in values["factors"]),
        }
    )


CONTRACT = ("game", "double_game", "valat", "volat")
"""The items that show whether a contract was made, the first one of these that a deal has."""


class SeatGain(NamedTuple):
    """What a finished deal brought to one seat, as the fields of a `StandingRow`."""

    seat: Seat
    points: int
    net: int
    declarer: bool
    contract: int
    """1 if this declarer made the contract, -1 if not; 0 for the others, or if it was not played for."""
    kept: int
    """How many announcements of this seat came true, and how many did not; some cancel each other."""
    missed: int


def gains(deal: Deal, result: Result) -> Iterator[SeatGain]:
    """Yield what a deal brought to each seat that it was dealt to, unless it is void."""
    # What goes into the pool or comes out of it is no gain from other players.
    net, declarer = deal.game.net(result.settled), deal.open.declarer
    for seat, hand in enumerate(deal.dealt.hands):
        if hand and not result.void:
            items = (
                {line.item for line in result.lines} if seat == declarer and deal.game.contracts else set()
            )
            contract = next((each for each in CONTRACT if each in items), "")
            announced = [
                _success(result.lines, move.action.argument, seat)
                for move in deal.log
                if move.seat == seat and move.action.verb == "announce"
            ]
            yield SeatGain(
                seat,
                result.scores[seat],
                net[seat],
                declarer=seat == declarer,
                contract=_success(result.lines, contract, seat),
                kept=announced.count(1),
                missed=announced.count(-1),
            )


def _success(lines: Sequence[ScoreLine], item: str, seat: Seat) -> int:
    """Return 1 if the lines of an item brought a seat more than an equal share, -1 if less, 0 if neither.

    Some games write the same points down for all who gain, others let the players pay each other.
    """
    brought = [line.amounts for line in lines if line.item == item]
    more = sum(len(each) * each[seat] - sum(each) for each in brought)
    return (more > 0) - (more < 0)


def played(deal: Deal, seat: Seat) -> Played:
    """Return what a deal brought to a seat; nothing yet if it is not finished."""
    result, public = deal.result, deal.open
    if result is None:
        return Played()
    points = 0 if result.void else deal.game.net(result.settled)[seat]
    counted = (line.figures.get("points") for line in result.lines if "points" in line.figures)
    return Played(points, public.contract, int(public.declarer == seat), next(counted, None))
