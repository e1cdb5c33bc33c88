"""Seats and house rules: the change that a request makes to a situation, or why it is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.tables.news import Change, News, NewsKind
from bot.tables.situation import Occupant, Situation, TableState, refuse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.game import Game
    from bot.rules.layout import Seat
    from bot.rules.reasons import Refusal

COMPUTER_NAMES: Final = ("Poldi", "Resi", "Ferdl", "Ilonka", "Mitzi", "Pista", "Vroni", "Gustl")
"""First names from the countries of tarock; more than any table has seats."""


def join(now: Situation, user_id: int, name: str) -> Change | Refusal:
    """Take a free seat in the lobby; after the start, one's own seat back from the computer."""
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if now.seat_of(user_id) is not None:
        return refuse("already_seated")
    if now.state is not TableState.LOBBY:
        return _come_back(now, user_id, name)
    if None not in now.occupants:
        return refuse("table_full")
    return _seated(now, now.occupants.index(None), Occupant(name, user_id))


def _come_back(now: Situation, user_id: int, name: str) -> Change | Refusal:
    for seat, each in enumerate(now.occupants):
        if each and each.away_id == user_id:
            return _seated(now, seat, Occupant(name, user_id))
    return refuse("already_started")


def leave(now: Situation, user_id: int) -> Change | Refusal:
    """Give up a seat; after the start a computer takes over. The table ends with its last person."""
    seat = now.seat_of(user_id)
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if seat is None:
        return refuse("not_seated")
    left = now.occupants[seat]
    computer = Occupant(left.name, away_id=user_id) if left and now.state is not TableState.LOBBY else None
    after = now.with_occupant(seat, computer)
    if not after.people:
        return Change(after.ended(), News(NewsKind.ENDED))
    host_id = after.people[0] if user_id == now.host_id else now.host_id
    return Change(replace(after, host_id=host_id), News(NewsKind.LOBBY))


def forget(now: Situation, user_id: int) -> Change | None:
    """Let a person leave for good: a computer with a name of its own keeps the seat.

    Return `None` if the person neither plays nor has left a seat to a computer, or the table has ended.
    """
    if now.state is TableState.ENDED:
        return None
    outcome = leave(now, user_id)
    change = outcome if isinstance(outcome, Change) else Change(now, News(NewsKind.LOBBY))
    after = change.situation
    for seat, each in enumerate(after.occupants):
        if each and each.away_id == user_id:
            after = after.with_occupant(seat, Occupant(_free_name(after)))
    return None if after == now else replace(change, situation=after)


def add_computer(now: Situation, by: int) -> Change | Refusal:
    """Seat a computer player on a free seat in the lobby."""
    if refusal := refused_in_lobby(now, by):
        return refusal
    if None not in now.occupants:
        return refuse("table_full")
    return _seated(now, now.occupants.index(None), Occupant(_free_name(now)))


def _free_name(now: Situation) -> str:
    taken = {each.name for each in now.occupants if each}
    return next(name for name in COMPUTER_NAMES if name not in taken)


def remove_computer(now: Situation, by: int) -> Change | Refusal:
    """Remove the last computer player in the lobby."""
    if refusal := refused_in_lobby(now, by):
        return refusal
    computers = [seat for seat, each in enumerate(now.occupants) if each and each.is_computer]
    return _seated(now, computers[-1], None) if computers else refuse("no_computer")


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


def set_option(now: Situation, by: int, game: Game, name: str, value: object) -> Change | Refusal | None:
    """Set a house rule in the lobby. Return `None` if it has that value already."""
    if refusal := refused_in_lobby(now, by):
        return refusal
    if value not in game.options.get(name, ()):
        return refuse("unknown_option", option=name)
    options = differing(game, {**now.options, name: value})
    return None if options == now.options else Change(replace(now, options=options), News(NewsKind.LOBBY))


def refused_in_lobby(now: Situation, by: int) -> Refusal | None:
    """Return a refusal unless the table is in the lobby and a person is its host."""
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if now.state is not TableState.LOBBY:
        return refuse("already_started")
    return host_only(now, by)


def _seated(now: Situation, seat: Seat, occupant: Occupant | None) -> Change:
    return Change(now.with_occupant(seat, occupant), News(NewsKind.LOBBY))


def host_only(now: Situation, by: int) -> Refusal | None:
    """Return a refusal unless a person is the host."""
    if now.seat_of(by) is None:
        return refuse("not_seated")
    return None if by == now.host_id else refuse("only_host")
