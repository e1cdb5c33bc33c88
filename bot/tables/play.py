"""Deals and actions: what a request changes, or why it is refused."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from bot.fairness import Seal, new_secret
from bot.rules.deal import Deal
from bot.rules.game import Misdeal
from bot.rules.layout import Layout, Seat
from bot.rules.moves import DECLINE, Action, Move
from bot.rules.reasons import Refusal
from bot.rules.session import Session
from bot.tables.deadlines import missed
from bot.tables.seats import fill, refused_in_lobby, seated_only
from bot.tables.services import Shuffle
from bot.tables.table import READY, Change, News, NewsKind, Table, TableState, refuse


def start(table: Table, by: int, press: int | None, fixed: Shuffle | None) -> Change | Refusal:
    """Begin the session with the occupants seated; the first dealer is drawn.

    `press` is the id that Discord gave to the press that asks for it. `fixed` is chance, such as that of a
    test, that replaces the sealed secrets. Refused as `seats_missing` with their `count`.
    """
    if refusal := refused_in_lobby(table, by):
        return refusal
    game, seated = table.game, tuple(each for _, each in table.seated)
    seats = len(seated)
    if seats not in table.seats_allowed:
        return refuse("seats_missing", count=table.missing)
    table = replace(table, occupants=seated)
    if table.match:
        layout = table.match.layouts[0]
        session = Session.given(game, layout)
        return _begun(replace(table, options=layout.options), session, Deal.start(game, layout))
    table, shuffle = _unsealed(table, press, fixed)
    dealers = game.dealers(seats)
    session = Session.first(game, table.options, seats, dealers[shuffle.first_dealer(len(dealers))])
    return _dealt(table, session, shuffle)


def fill_and_start(table: Table, by: int, press: int | None, fixed: Shuffle | None) -> Change | Refusal:
    """Begin the session as `start` does, with computers on the seats that are missing to play."""
    if len(table.seated) not in table.seats_allowed:
        filled = fill(table, by)
        if not isinstance(filled, Change):
            return filled
        table = filled.after
    return start(table, by, press, fixed)


def next_deal(table: Table, by: int, press: int | None, fixed: Shuffle | None) -> Change | Refusal:
    """Deal again; any seated person may ask for it. Refused as `not_started`, `deal_begun`."""
    if refusal := seated_only(table, by):
        return refusal
    if table.session is None:
        return refuse("not_started")
    if table.state.in_deal:
        return refuse("deal_begun")
    session, order = table.session.reseated(), table.session.seating
    if order:  # players change seats, and those of the best deal keep its points
        occupants = tuple(table.occupants[seat] for seat in order)
        best_by = tuple(table.best_by[seat] for seat in order) if table.best_by else ()
        table = replace(table, occupants=occupants, best_by=best_by)
    if table.match:
        layout = table.match.layouts[table.number]
        return _begun(table, session.before(layout), Deal.start(session.game, layout))
    table, shuffle = _unsealed(table, press, fixed)
    return _dealt(table, session, shuffle)


def start_given(table: Table, layout: Layout) -> Table:
    """Return the table at the start of its only deal, whose cards are given."""
    session = Session.given(table.game, layout)
    begun = replace(table, session=session, number=1, revision=1, options=layout.options)
    return _in_deal(begun, Deal.start(table.game, layout).held, frozenset())


def _unsealed(table: Table, press: int | None, fixed: Shuffle | None) -> tuple[Table, Shuffle]:
    """Open the seal of the next deal by the press, and seal the one after it; return the chance of the deal.

    A table without a published seal opens one that is made now.
    """
    if fixed:
        return replace(table, origin=None, seal=None), fixed
    origin = (table.seal or sealed(table.id, table.number + 1)).opened(press)
    return replace(table, origin=origin, seal=sealed(table.id, table.number + 2)), origin.shuffle


def sealed(table_id: str, number: int) -> Seal:
    """Return a new seal for a deal."""
    return Seal(table_id, number, new_secret())


def _dealt(table: Table, session: Session, shuffle: Shuffle) -> Change:
    """Deal, again after each misdeal; the hands shown for those are kept."""
    deal, shown = session.deal(shuffle.deck(session.game.pack)), []
    while misdeal := Misdeal.of(session.game, deal.layout):
        shown.append(misdeal)
        deal = session.deal(shuffle.deck(session.game.pack))
    return _begun(replace(table, misdeals=tuple(shown)), session, deal)


def _begun(table: Table, session: Session, deal: Deal) -> Change:
    occupants = tuple(each and replace(each, wants_pause=False, wants_end=False) for each in table.occupants)
    begun = replace(table, session=session, number=table.number + 1, revision=table.revision + 1)
    begun = replace(begun, occupants=occupants, played_by=(), last_look=False)
    return Change(_in_deal(begun, deal.held, frozenset()), News(NewsKind.DEAL_STARTED))


def _in_deal(table: Table, deal: Deal, ready: frozenset[Seat]) -> Table:
    """Return the table with a deal, which an offer holds up until all that were dealt cards are ready."""
    if deal.is_offered and not ready.issuperset(deal.open.active):
        return replace(table, deal=deal, state=TableState.OFFER, ready=ready)
    return replace(table, deal=deal.released(), state=TableState.PLAYING, ready=frozenset())


def announce_last_circle(table: Table, by: int) -> Change | Refusal:
    """Announce that the session ends with a last circle, whose length the next deal decides.

    Any seated person may, once. Between two deals it counts as announced in the one that follows. Refused as
    `no_last_circle`, `not_started`, `last_circle_announced`.
    """
    if refusal := seated_only(table, by):
        return refusal
    if not table.game.last_circle or table.given or table.match:
        return refuse("no_last_circle")
    if table.session is None:
        return refuse("not_started")
    if table.session.last_circle_announced_after is not None:
        return refuse("last_circle_announced")
    return Change(replace(table, session=table.session.announcing_last_circle()), News(NewsKind.LAST_CIRCLE))


def act(
    table: Table, user_id: int, revision: int | None, actions: Sequence[Action], *, looking: bool = False
) -> Change | Refusal | None:
    """Take some actions from one seat, all of them or none.

    Args:
        table: The table.
        user_id: The person who acts.
        revision: The seat's own revision when the choice was offered; `None` if the action was typed.
        actions: The actions in order; without any, nothing changes and `None` is returned.
        looking: Whether the last trick of a deal stays for a while before its result.

    Returns:
        The change, or a refusal: `not_seated`, `not_started`, `paused`, `stale`, or one by the rules.
    """
    if refusal := seated_only(table, user_id):
        return refusal
    seat = table.seat_of(user_id)
    assert seat is not None, "refused otherwise"
    if table.deal is None:
        return refuse("not_started")
    if table.paused:
        return refuse("paused")
    if revision not in {None, table.revision_for(seat)}:
        return refuse("stale")
    if READY in actions:
        waits = table.state is TableState.OFFER and seat in table.asked
        return _ready(table, {seat}) if waits else refuse("stale")
    deal = table.deal
    for action in actions:
        acted = deal.act(seat, action)
        if isinstance(acted, Refusal):
            return acted
        deal = acted.held
    occupant = table.occupants[seat]
    if occupant and occupant.missed:
        table = table.with_occupant(seat, replace(occupant, missed=0))
    return _advanced(table, deal, looking=looking)


def end_offer(table: Table, now: float) -> Change | None:
    """End an offer whose time is over: who has not answered does without. Return `None` if there is none."""
    over = table.state is TableState.OFFER and table.turn is not None and table.turn.is_due(now)
    return _ready(table, table.asked) if over else None


def take_over(
    table: Table,
    snapshot: Table,
    moves: Sequence[Move],
    absent: Collection[Seat] = (),
    *,
    looking: bool = False,
) -> Change | None:
    """Take over the moves of computers, for themselves or for absent people, chosen for a snapshot.

    During an offer the computers are ready then. Secret moves of people since do not matter: when computers
    act must not tell that there were any. Return `None` if a person has done anything else since, or the
    table has fallen asleep, or the time of the absent people is no longer over: computers must think again.

    If people are `looking`, the last trick of a deal stays for a while before its result.
    """
    if (
        _as_seen(table) != _as_seen(snapshot)
        or table.deal is None
        or (absent and table.turn != snapshot.turn)
    ):
        return None
    deal = table.deal
    for move in moves:
        acted = deal.act(move.seat, move.action)
        if isinstance(acted, Refusal):
            return None
        deal = acted.held
    ready = table.computers if table.state is TableState.OFFER else ()
    change = _advanced(missed(table, absent), deal, ready, looking=looking)
    return replace(change, by_person=False) if change else None


def is_past(snapshot: Table, table: Table) -> bool:
    """Whether a table has moved on from a snapshot for good, so that moves thought of come too late."""
    ended = table.state is TableState.ENDED
    return ended or (table.number, table.revision_for(None)) != (snapshot.number, snapshot.revision_for(None))


def _as_seen(table: Table) -> object:
    """Return what must not change while computers think."""
    return table.state, table.number, table.revision_for(None), table.occupants, table.asleep


def _ready(table: Table, seats: Iterable[Seat]) -> Change | None:
    """Return the change once some seats have answered an offer; those entitled to it decline."""
    assert table.deal is not None, "there is no offer without a deal"
    deal = table.deal
    for seat in sorted({*seats} & {*deal.seats()}):
        declined = deal.act(seat, DECLINE)
        assert not isinstance(declined, Refusal), "an offer can be declined"
        deal = declined.held
    return _advanced(table, deal, seats)


def _advanced(
    table: Table, deal: Deal, ready: Iterable[Seat] = (), *, looking: bool = False
) -> Change | None:
    """Return the change to a later state of the deal, with its result in the session if it is over.

    Args:
        table: The table.
        deal: The deal later, held during an offer.
        ready: The seats that have answered the offer without a move.
        looking: Whether the last trick stays for a while if the table goes on with people.
    """
    assert table.deal is not None, "there is no deal"
    moves = deal.log[len(table.deal.log) :]
    answered = table.ready.union(ready, (move.seat for move in moves))
    after = _in_deal(table, deal, answered if table.state is TableState.OFFER else frozenset())
    after = replace(after, revision=table.revision + len(moves))
    if after == table:
        return None
    assert after.deal is not None, "there is no deal"
    public, result = after.deal.open, after.deal.result
    seen = tuple(shown for move in moves if (shown := move.seen_by(None)))
    if result is None or table.session is None:
        computers_next = bool(public.turn) and {*public.turn} <= {*table.computers}
        return Change(after, News(NewsKind.MOVES, seen, after.trick_complete, computers_next))
    session = table.session.after(result)
    best = [gain.number for gain in session.best[:1]]
    between = replace(
        after,
        state=TableState.BETWEEN,
        session=session,
        # Where computers have finished the deal for people who were all absent, the game waits for them.
        asleep=not after.people,
        played_by=after.occupants,
        best_by=after.occupants if best == [len(session.history)] else table.best_by,
        match=table.match.after(after.deal, result) if table.match else None,
    )
    if between.is_over:
        return Change(between.ended(), News(NewsKind.ENDED, seen))
    # Where showing the last trick would cost too much, as with any trick, the result follows at once.
    last_look = looking and not between.asleep and len(public.tricks) > len(table.deal.open.tricks)
    news = News(NewsKind.DEAL_OVER, seen, trick_complete=last_look, computer_next=last_look)
    return Change(replace(between, last_look=last_look), news)
