"""Sitting down and getting up: what each wish makes of a situation, or why it is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.tables.situation import Occupant, Situation, TableState, refuse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.game import Game
    from bot.rules.reasons import Refusal

COMPUTER_NAMES: Final = ("Poldi", "Resi", "Ferdl", "Ilonka", "Mitzi", "Pista", "Vroni", "Gustl")
"""First names from where tarock is at home; more than any table has seats."""


def join(now: Situation, user_id: int, name: str) -> Situation | Refusal:
    """Take a free seat in the lobby, or one's own again from the computer that sat in."""
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if now.seat_of(user_id) is not None:
        return refuse("already_seated")
    if now.state is not TableState.LOBBY:
        return _come_back(now, user_id, name)
    if None not in now.occupants:
        return refuse("table_full")
    return now.with_occupant(now.occupants.index(None), Occupant(name, user_id))


def _come_back(now: Situation, user_id: int, name: str) -> Situation | Refusal:
    for seat, each in enumerate(now.occupants):
        if each and each.away_id == user_id:
            return now.with_occupant(seat, Occupant(name, user_id))
    return refuse("already_started")


def leave(now: Situation, user_id: int) -> Situation | Refusal:
    """Give up a seat: in the lobby to whoever comes, later to a computer. Without people the table ends."""
    seat = now.seat_of(user_id)
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if seat is None:
        return refuse("not_seated")
    left = now.occupants[seat]
    sits_in = Occupant(left.name, away_id=user_id) if left and now.state is not TableState.LOBBY else None
    after = now.with_occupant(seat, sits_in)
    if not after.people:
        return after.ended()
    return replace(after, host_id=after.people[0]) if user_id == now.host_id else after


def add_computer(now: Situation, by: int) -> Situation | Refusal:
    """Let a computer take a free seat in the lobby."""
    if refusal := refused_in_lobby(now, by):
        return refusal
    if None not in now.occupants:
        return refuse("table_full")
    taken = {each.name for each in now.occupants if each}
    name = next(name for name in COMPUTER_NAMES if name not in taken)
    return now.with_occupant(now.occupants.index(None), Occupant(name))


def remove_computer(now: Situation, by: int) -> Situation | Refusal:
    """Let the last computer get up again in the lobby."""
    if refusal := refused_in_lobby(now, by):
        return refusal
    computers = [seat for seat, each in enumerate(now.occupants) if each and each.is_computer]
    return now.with_occupant(computers[-1], None) if computers else refuse("no_computer")


def differing(game: Game, options: Mapping[str, object]) -> Mapping[str, object]:
    """The house rules that differ from the game's default, in the game's order; then its tables of figures.

    Raises:
        ValueError: the game has no such option, or not with that value.
    """
    for name, value in options.items():
        if not game.allows(name, value):
            raise ValueError(f"{game.name} has no option {name} = {value!r}")
    chosen = {
        name: options[name]
        for name, values in game.options.items()
        if options.get(name, values[0]) != values[0]
    }
    return chosen | {name: options[name] for name in game.figures if name in options}


def set_option(now: Situation, by: int, game: Game, name: str, value: object) -> Situation | Refusal:
    """Agree on a house rule in the lobby; everybody sees it before the first deal."""
    if refusal := refused_in_lobby(now, by):
        return refusal
    if value not in game.options.get(name, ()):
        return refuse("unknown_option", option=name)
    options = differing(game, {**now.options, name: value})
    return now if options == now.options else replace(now, options=options)


def refused_in_lobby(now: Situation, by: int) -> Refusal | None:
    """Refuse what only the host may do, and only before the start."""
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if now.state is not TableState.LOBBY:
        return refuse("already_started")
    return host_only(now, by)


def host_only(now: Situation, by: int) -> Refusal | None:
    """Refuse what only the host may do to everybody else."""
    if now.seat_of(by) is None:
        return refuse("not_seated")
    return None if by == now.host_id else refuse("only_host")
