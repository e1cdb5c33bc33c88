"""Playing: what a start, an action, a next deal or an end makes of a situation, or why it is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules.game import Misdeal
from bot.rules.reasons import Refusal
from bot.rules.session import Session
from bot.tables.seating import host_only
from bot.tables.situation import Situation, TableState, refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.deal import Deal
    from bot.rules.game import Game
    from bot.rules.moves import Action
    from bot.tables.shuffle import Shuffle


def start(now: Situation, by: int, game: Game, shuffle: Shuffle) -> Situation | Refusal:
    """Begin the session with whoever is seated; chance says who deals first."""
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


def next_deal(now: Situation, by: int, shuffle: Shuffle) -> Situation | Refusal:
    """Go on with the session; anybody seated may say so."""
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
    """Everybody moves to his seat of the next deal, in a game whose players change seats."""
    return replace(now, occupants=tuple(now.occupants[seat] for seat in session.seating) or now.occupants)


def _dealt(now: Situation, session: Session, shuffle: Shuffle) -> Situation:
    """Deal, as often as the rules of the game demand it; what had to be shown for that stays known."""
    deal, shown = session.deal(shuffle.deck(session.game.pack)), []
    while misdeal := Misdeal.of(session.game, deal.layout):
        shown.append(misdeal)
        deal = session.deal(shuffle.deck(session.game.pack))
    begun = replace(now, session=session, deal=deal, number=now.number + 1, revision=now.revision + 1)
    return replace(begun, state=TableState.PLAYING, misdeals=tuple(shown))


def end(now: Situation, by: int) -> Situation | Refusal:
    """End the table, in the lobby, between two deals or in the middle of one."""
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    return host_only(now, by) or now.ended()


def announce_last_circle(now: Situation, by: int, game: Game) -> Situation | Refusal:
    """Say during a deal that the session ends with a last circle; anybody seated may, once."""
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if now.seat_of(by) is None:
        return refuse("not_seated")
    if not game.last_circle:
        return refuse("no_last_circle")
    if now.session is None:
        return refuse("not_started")
    if now.session.last_circle_said_at is not None:
        return refuse("last_circle_announced")
    if now.state is not TableState.PLAYING:
        return refuse("only_during_deal")
    return replace(now, session=now.session.closing())


def act(now: Situation, user_id: int, revision: int | None, actions: Sequence[Action]) -> Situation | Refusal:
    """Take some actions from one seat, all of them or none.

    Args:
        now: the situation.
        user_id: who acts.
        revision: the actor's own when the choice was offered; `None` where it was named freely.
        actions: the actions in order.
    """
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    seat = now.seat_of(user_id)
    if seat is None:
        return refuse("not_seated")
    if now.deal is None:
        return refuse("not_started")
    if revision not in {None, now.revision_for(seat)}:
        return refuse("stale")
    deal = now.deal
    for action in actions:
        acted = deal.act(seat, action)
        if isinstance(acted, Refusal):
            return acted
        deal = acted
    return advanced(now, deal)


def advanced(now: Situation, deal: Deal) -> Situation:
    """Take over a deal that has gone on, and with its last action what it leaves to the session."""
    moves = len(deal.log) - (len(now.deal.log) if now.deal else 0)
    if not moves:
        return now
    after = replace(now, deal=deal, revision=now.revision + moves)
    if deal.result is None or now.session is None:
        return after
    between = replace(after, state=TableState.BETWEEN, session=now.session.after(deal.result))
    return between.ended() if between.session and between.session.is_over else between
