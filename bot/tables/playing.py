"""Deals and actions: the change that a request makes to a situation, or why it is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules.game import Misdeal
from bot.rules.reasons import Refusal
from bot.rules.session import Session
from bot.tables.deadlines import missed
from bot.tables.news import Change, News, NewsKind
from bot.tables.seating import host_only
from bot.tables.situation import Situation, TableState, refuse

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.rules.deal import Deal
    from bot.rules.game import Game
    from bot.rules.layout import Seat
    from bot.rules.moves import Action, Move
    from bot.tables.shuffle import Shuffle


def start(now: Situation, by: int, game: Game, shuffle: Shuffle) -> Change | Refusal:
    """Begin the session with the occupants seated; the first dealer is drawn."""
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if now.state is not TableState.LOBBY:
        return refuse("already_started")
    if refusal := host_only(now, by):
        return refusal
    seated = tuple(each for each in now.occupants if each)
    seats = len(seated)
    if seats not in game.seats:
        return refuse("seats_missing", count=min(each for each in game.seats if each > seats) - seats)
    dealers = game.dealers(seats)
    session = Session.first(game, now.options, seats, dealers[shuffle.first_dealer(len(dealers))])
    return _dealt(replace(now, occupants=seated, session=session), session, shuffle)


def next_deal(now: Situation, by: int, shuffle: Shuffle) -> Change | Refusal:
    """Deal again; any seated person may ask for it."""
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if now.seat_of(by) is None:
        return refuse("not_seated")
    if now.session is None:
        return refuse("not_started")
    if now.state is TableState.PLAYING:
        return refuse("deal_begun")
    return _dealt(_reseated(now, now.session), now.session.reseated(), shuffle)


def _reseated(now: Situation, session: Session) -> Situation:
    """Move the occupants to their seats of the next deal, in a game whose players change seats."""
    return replace(now, occupants=tuple(now.occupants[seat] for seat in session.seating) or now.occupants)


def _dealt(now: Situation, session: Session, shuffle: Shuffle) -> Change:
    """Deal, again after each misdeal; the hands shown for those are kept."""
    deal, shown = session.deal(shuffle.deck(session.game.pack)), []
    while misdeal := Misdeal.of(session.game, deal.layout):
        shown.append(misdeal)
        deal = session.deal(shuffle.deck(session.game.pack))
    occupants = tuple(each and replace(each, wants_pause=False, wants_end=False) for each in now.occupants)
    begun = replace(now, session=session, deal=deal, number=now.number + 1, revision=now.revision + 1)
    playing = replace(begun, state=TableState.PLAYING, occupants=occupants, misdeals=tuple(shown))
    return Change(playing, News(NewsKind.DEAL_STARTED))


def announce_last_circle(now: Situation, by: int, game: Game) -> Change | Refusal:
    """Announce during a deal that the session ends with a last circle; any seated person may, once."""
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if now.seat_of(by) is None:
        return refuse("not_seated")
    if not game.last_circle:
        return refuse("no_last_circle")
    if now.session is None:
        return refuse("not_started")
    if now.session.last_circle_announced_after is not None:
        return refuse("last_circle_announced")
    if now.state is not TableState.PLAYING:
        return refuse("only_during_deal")
    return Change(replace(now, session=now.session.announcing_last_circle()), News(NewsKind.LAST_CIRCLE))


def act(
    now: Situation, user_id: int, revision: int | None, actions: Sequence[Action]
) -> Change | Refusal | None:
    """Take some actions from one seat, all of them or none.

    Args:
        now: The situation.
        user_id: Who acts.
        revision: The seat's own revision when the choice was offered; `None` if the action was typed.
        actions: The actions in order; without any, nothing changes and `None` is returned.
    """
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    seat = now.seat_of(user_id)
    if seat is None:
        return refuse("not_seated")
    if now.deal is None:
        return refuse("not_started")
    if now.paused:
        return refuse("paused")
    if revision not in {None, now.revision_for(seat)}:
        return refuse("stale")
    deal = now.deal
    for action in actions:
        acted = deal.act(seat, action)
        if isinstance(acted, Refusal):
            return acted
        deal = acted
    return _advanced(_attentive(now, seat), deal)


def _attentive(now: Situation, seat: Seat) -> Situation:
    """Forget the turns that a person has missed who acts now."""
    occupant = now.occupants[seat]
    if occupant is None or not occupant.missed:
        return now
    return now.with_occupant(seat, replace(occupant, missed=0))


def take_over(
    now: Situation, snapshot: Situation, deal: Deal, absent: Collection[Seat] = ()
) -> Change | None:
    """Take over the deal as computers played it on from a snapshot, for themselves or for absent people.

    Return `None` if a person has acted, sat down, left, asked for a pause or ended the table since, or it has
    fallen asleep, or the time of the absent people is no longer over: computers must think again.
    """
    compared = ((each.state, each.revision, each.occupants, each.asleep) for each in (now, snapshot))
    if next(compared) != next(compared):
        return None
    if absent and now.turn != snapshot.turn:
        return None
    after = _advanced(missed(now, absent), deal)
    return after and replace(after, by_person=False)


def _advanced(now: Situation, deal: Deal) -> Change | None:
    """Return the change to a later state of the deal, with its result in the session if it is over."""
    moves = deal.log[len(now.deal.log) if now.deal else 0 :]
    if not moves:
        return None
    after = replace(now, deal=deal, revision=now.revision + len(moves))
    seen = tuple(shown for move in moves if (shown := move.seen_by(None)))
    if deal.result is None or now.session is None:
        return Change(after, _moves_news(after, deal, seen))
    session = now.session.after(deal.result)
    # Where computers have finished the deal for people who were all absent, the game waits for their return.
    between = replace(after, state=TableState.BETWEEN, session=session, asleep=not after.people)
    if session.is_over:
        return Change(between.ended(), News(NewsKind.ENDED, seen))
    return Change(between, News(NewsKind.DEAL_OVER, seen))


def _moves_news(now: Situation, deal: Deal, seen: tuple[Move, ...]) -> News:
    public, computers = deal.open, now.computers
    return News(
        NewsKind.MOVES,
        seen,
        trick_complete=bool(public.tricks) and not public.trick,
        computer_next=bool(public.turn) and all(seat in computers for seat in public.turn),
    )
