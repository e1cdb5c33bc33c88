"""Seats, settings and the end of a table: what a request changes, or why it is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.tables.settings import SETTINGS
from bot.tables.table import (
    COMPUTER_NAMES,
    Change,
    EndCause,
    Ending,
    News,
    NewsKind,
    Occupant,
    Table,
    TableState,
    refuse,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.computers.players import Strength
    from bot.rules.game import Game
    from bot.rules.layout import Seat
    from bot.rules.reasons import Refusal


def join(now: Table, user_id: int, name: str, wanted: Seat | None = None) -> Change | Refusal:
    """Take a free seat in the lobby; after the start one's own seat again, or a computer's between deals.

    A table that is asleep is taken up again by a person who sits or sat there.

    Args:
        now: The table.
        user_id: Who sits down.
        name: That person's name.
        wanted: The seat taken before the first other, if it can be taken.
    """
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if now.seat_of(user_id) is not None:
        return Change(now, News(NewsKind.LOBBY)) if now.asleep else refuse("already_seated")
    seat = now.seat_left_by(user_id)
    if seat is None:
        if refusal := _newcomer_refused(now):
            return refusal
        seat = wanted if wanted in now.takeable else now.takeable[0]
    # A person who sits down or comes back during a pause shares the wish for it: it must not end by that.
    joined = now.with_occupant(seat, Occupant(name, user_id, wants_pause=now.paused))
    return Change(joined.hosted(), News(NewsKind.LOBBY))


def _newcomer_refused(now: Table) -> Refusal | None:
    """Return why a person who has never sat at the table cannot sit down, or `None`."""
    if now.asleep:
        return refuse("asleep")
    if now.takeable:
        return None
    waiting = now.state.in_deal and now.computers
    return refuse("only_between_deals" if waiting else "table_full")


def leave(now: Table, user_id: int, *, gone: bool = False) -> Change | Refusal:
    """Give up a seat; after the start a computer takes over, and the host is the first person who stays.

    Without people a lobby ends, and a table whose cards were dealt falls asleep.

    Args:
        now: The table.
        user_id: Who leaves.
        gone: Whether the person is no longer in the server, and so has not left by an action.
    """
    if refusal := seated_only(now, user_id):
        return refusal
    seat, in_lobby = now.seat_of(user_id), now.state is TableState.LOBBY
    assert seat is not None, "refused otherwise"
    left = now.occupants[seat]
    after = now.with_occupant(seat, Occupant(left.name, away_id=user_id) if left and not in_lobby else None)
    if in_lobby and not after.people:
        return Change(after.ended(), News(NewsKind.ENDED))
    stays = replace(after.hosted(), asleep=now.asleep or not after.people)
    return Change(stays, News(NewsKind.LOBBY), by_person=not gone)


def forget(now: Table, user_id: int) -> Change | None:
    """Let a person leave for good: a computer with a name of its own keeps the seat.

    The table ends if that leaves no one who could take it up again. Return `None` if the person neither plays
    nor has left a seat to a computer, or the table has ended.
    """
    if now.state is TableState.ENDED:
        return None
    outcome = leave(now, user_id)
    change = outcome if isinstance(outcome, Change) else Change(now, News(NewsKind.LOBBY))
    after = change.after
    for seat, each in enumerate(after.occupants):
        if each and each.away_id == user_id:
            after = after.with_occupant(seat, Occupant(_free_name(after)))
    played_by, best_by = (_without(user_id, each, after) for each in (after.played_by, after.best_by))
    after = replace(after, played_by=played_by, best_by=best_by)
    if after == now:
        return None
    here = after.people or after.away
    if not here:
        return Change(after.ended(), News(NewsKind.ENDED))
    host_id = after.host_id if after.host_id in here else here[0]
    return replace(change, after=replace(after, host_id=host_id))


def _without(user_id: int, players: tuple[Occupant | None, ...], now: Table) -> tuple[Occupant | None, ...]:
    """Return who played a deal, with the present holder of the seat in place of a person."""
    both = zip(players, now.occupants, strict=False)
    return tuple(here if each and user_id in (each.user_id, each.away_id) else each for each, here in both)


def add_computer(now: Table, by: int, strength: Strength | None = None) -> Change | Refusal:
    """Seat a computer player on a free seat in the lobby; `None`: as strong as the table says."""
    if refusal := refused_in_lobby(now, by):
        return refusal
    if None not in now.occupants:
        return refuse("table_full")
    return _seated(now, now.occupants.index(None), Occupant(_free_name(now), strength=strength))


def fill(now: Table, by: int) -> Change | Refusal:
    """Seat computer players in the lobby, as many as are missing to play."""
    change = add_computer(now, by)
    for _ in range(now.missing - 1):
        if isinstance(change, Change):
            change = add_computer(change.after, by)
    return change


def _free_name(now: Table) -> str:
    taken = {each.name for each in now.occupants if each}
    return next(name for name in COMPUTER_NAMES if name not in taken)


def remove_computer(now: Table, by: int) -> Change | Refusal:
    """Remove the last computer player in the lobby."""
    if refusal := refused_in_lobby(now, by):
        return refusal
    return _seated(now, now.computers[-1], None) if now.computers else refuse("no_computer")


def differing(game: Game, options: Mapping[str, object]) -> Mapping[str, object]:
    """Return the house rules that differ from the game's default, in its order; then those of the operator.

    Raises:
        ValueError: The game has no such option, or not with that value.
    """
    for name, value in options.items():
        if not game.allows(name, value):
            raise ValueError(f"{game.name} has no option {name} = {value!r}")
    chosen = {
        name: options[name]
        for name, values in game.options.items()
        if options.get(name, values[0]) != values[0]
    }
    return chosen | {name: options[name] for name in game.operator_options if name in options}


def set_option(now: Table, by: int, name: str, value: object) -> Change | Refusal | None:
    """Set a house rule in the lobby. Return `None` if it has that value already."""
    if refusal := refused_in_lobby(now, by):
        return refusal
    if now.match:
        return refuse("match_rules")
    if value not in now.game.options.get(name, ()):
        return refuse("unknown_option", option=name)
    options = differing(now.game, {**now.options, name: value})
    return None if options == now.options else Change(replace(now, options=options), News(NewsKind.LOBBY))


def change_setting(now: Table, by: int, name: str, value: str) -> Change | Refusal | None:
    """Change a setting in the lobby. Return `None` if it has that value already.

    Once all computers are told how well to play, none has a strength of its own.
    """
    if refusal := refused_in_lobby(now, by):
        return refusal
    if name not in SETTINGS:
        return refuse("unknown_option", option=name)
    try:
        after = replace(now, settings=now.settings.with_values(**{name: value}))
    except ValueError:
        return refuse("unknown_option", option=f"{name}={value}")
    if name == "strength":
        after = replace(
            after, occupants=tuple(each and replace(each, strength=None) for each in now.occupants)
        )
    return None if after == now else Change(after, News(NewsKind.LOBBY))


def refused_in_lobby(now: Table, by: int) -> Refusal | None:
    """Return a refusal unless the table is in the lobby and a person is its host."""
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    return host_only(now, by) if now.state is TableState.LOBBY else refuse("already_started")


def host_only(now: Table, by: int) -> Refusal | None:
    """Return a refusal unless a person is seated and is the host."""
    return seated_only(now, by) or (None if by == now.host_id else refuse("only_host"))


def seated_only(now: Table, by: int) -> Refusal | None:
    """Return a refusal unless the table is open and a person sits there."""
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    return refuse("not_seated") if now.seat_of(by) is None else None


def end(now: Table, by: int, *, moderator: bool = False) -> Change | Refusal:
    """End the table, in the lobby, between two deals or in the middle of one.

    The host, who may have left, and moderators of the channel end it at once. Any other person seated agrees
    to the end, and it comes once all people seated have agreed during the same deal.
    """
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if by == now.host_id:
        return _ended(now, Ending(EndCause.HOST, by))
    if moderator:
        return _ended(now, Ending(EndCause.MODERATOR, by))
    seat = now.seat_of(by)
    occupant = None if seat is None else now.occupants[seat]
    if seat is None or occupant is None:
        return refuse("may_not_end")
    missing = len(now.people) - len(now.for_end)
    if seat in now.for_end:
        return refuse("agreed_already", count=missing)
    if missing == 1:
        return _ended(now, Ending(EndCause.AGREEMENT))
    return _seated(now, seat, replace(occupant, wants_end=True))


def end_for(now: Table, cause: EndCause) -> Change | Refusal:
    """End the table without asking anybody."""
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    return replace(_ended(now, Ending(cause)), by_person=False)


def _ended(now: Table, ending: Ending) -> Change:
    return Change(now.ended(ending), News(NewsKind.ENDED))


def _seated(now: Table, seat: Seat, occupant: Occupant | None) -> Change:
    return Change(now.with_occupant(seat, occupant), News(NewsKind.LOBBY))
