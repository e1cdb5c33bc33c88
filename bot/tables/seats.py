"""Seats, settings and the end of a table: what a request changes, or why it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.computers.players import Strength
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.reasons import Refusal
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


def join(table: Table, user_id: int, name: str, wanted: Seat | None = None) -> Change | Refusal:
    """Take a free seat in the lobby; after the start one's own seat again, or a computer's between deals.

    A person who sits or sat at a table that is asleep wakes it. The seat `wanted` comes before the first
    other one, if it can be taken. Nobody else sits down at a table outside servers. Refused as
    `already_seated`, `asleep`, `only_between_deals`, `table_full`.
    """
    if table.state is TableState.ENDED:
        return refuse("table_ended")
    if table.seat_of(user_id) is not None:
        return _lobby_change(table) if table.asleep else refuse("already_seated")
    seat = table.seat_left_by(user_id)
    if seat is None:
        if table.asleep:
            return refuse("asleep")
        if table.is_direct:
            return refuse("table_full")
        if not table.takeable:
            return refuse("only_between_deals" if table.state.in_deal and table.computers else "table_full")
        seat = wanted if wanted in table.takeable else table.takeable[0]
    # A person who sits down or comes back during a pause shares the wish for it: it must not end by that.
    joined = table.with_occupant(seat, Occupant(name, user_id, wants_pause=table.paused))
    return _lobby_change(joined.hosted())


def leave(table: Table, user_id: int, *, gone: bool = False) -> Change | Refusal:
    """Give up a seat; after the start a computer takes over, and the host is the first person who stays.

    Without people a lobby ends, and a table whose cards were dealt falls asleep. `gone`: the person is no
    longer in the server, and so has not left by an action.
    """
    if refusal := seated_only(table, user_id):
        return refusal
    seat, in_lobby = table.seat_of(user_id), table.state is TableState.LOBBY
    assert seat is not None, "refused otherwise"
    left = table.occupants[seat]
    after = table.with_occupant(seat, Occupant(left.name, away_id=user_id) if left and not in_lobby else None)
    if in_lobby and not after.people:
        return Change(after.ended(), News(NewsKind.ENDED))
    stays = replace(after.hosted(), asleep=table.asleep or not after.people)
    return Change(stays, News(NewsKind.LOBBY), by_person=not gone)


def forget(table: Table, user_id: int) -> Change | None:
    """Let a person leave for good: a computer with a name of its own keeps the seat.

    The table ends if nobody is left who could wake it. Return `None` if the person neither plays nor has left
    a seat to a computer, or the table has ended.
    """
    if table.state is TableState.ENDED:
        return None
    outcome = leave(table, user_id)
    change = outcome if isinstance(outcome, Change) else _lobby_change(table)
    after = change.after
    for seat, each in after.seated:
        if each.away_id == user_id:
            after = after.with_occupant(seat, Occupant(_free_name(after)))
    played_by, best_by = (_without(user_id, each, after) for each in (after.played_by, after.best_by))
    after = replace(after, played_by=played_by, best_by=best_by)
    if after == table:
        return None
    here = after.people or after.away
    if not here:
        return Change(after.ended(), News(NewsKind.ENDED))
    host_id = after.host_id if after.host_id in here else here[0]
    return replace(change, after=replace(after, host_id=host_id))


def _without(user_id: int, players: tuple[Occupant | None, ...], table: Table) -> tuple[Occupant | None, ...]:
    """Return who played a deal, with the present holder of the seat in place of a person."""
    both = zip(players, table.occupants, strict=False)
    return tuple(here if each and user_id in (each.user_id, each.away_id) else each for each, here in both)


def add_computer(table: Table, by: int, strength: Strength | None = None) -> Change | Refusal:
    """Seat a computer player, of a strength of its own or the table's. Refused as `table_full`."""
    if refusal := refused_in_lobby(table, by):
        return refusal
    if None not in table.occupants:
        return refuse("table_full")
    computer = Occupant(_free_name(table), strength=strength)
    return _lobby_change(table.with_occupant(table.occupants.index(None), computer))


def fill(table: Table, by: int) -> Change | Refusal:
    """Seat as many computer players as are missing to play. Refused as `table_full`."""
    change = add_computer(table, by)
    for _ in range(table.missing - 1):
        if isinstance(change, Change):
            change = add_computer(change.after, by)
    return change


def _free_name(table: Table) -> str:
    taken = {each.name for _, each in table.seated}
    return next(name for name in COMPUTER_NAMES if name not in taken)


def remove_computer(table: Table, by: int) -> Change | Refusal:
    """Remove the last computer player. Refused as `no_computer`."""
    if refusal := refused_in_lobby(table, by):
        return refusal
    if not table.computers:
        return refuse("no_computer")
    return _lobby_change(table.with_occupant(table.computers[-1], None))


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


def set_option(table: Table, by: int, name: str, value: object) -> Change | Refusal | None:
    """Set a house rule. Return `None` if it has that value already.

    Refused as `match_rules`, and as `unknown_option` with the `option`.
    """
    if refusal := refused_in_lobby(table, by):
        return refusal
    if table.match:
        return refuse("match_rules")
    if value not in table.game.options.get(name, ()):
        return refuse("unknown_option", option=name)
    options = differing(table.game, {**table.options, name: value})
    return None if options == table.options else _lobby_change(replace(table, options=options))


def change_setting(table: Table, by: int, setting: str, value: str) -> Change | Refusal | None:
    """Change a setting. Return `None` if it has that value already.

    The strength of the table replaces those of single computers. Refused as `unknown_option` with the
    `option`.
    """
    if refusal := refused_in_lobby(table, by):
        return refusal
    if setting not in SETTINGS:
        return refuse("unknown_option", option=setting)
    try:
        after = replace(table, settings=table.settings.with_values(**{setting: value}))
    except ValueError:
        return refuse("unknown_option", option=f"{setting}={value}")
    if setting == "strength":
        occupants = tuple(each and replace(each, strength=None) for each in table.occupants)
        after = replace(after, occupants=occupants)
    return None if after == table else _lobby_change(after)


def refused_in_lobby(table: Table, by: int) -> Refusal | None:
    """Return a refusal unless the table is in the lobby and a person is its host."""
    if table.state not in {TableState.LOBBY, TableState.ENDED}:
        return refuse("already_started")
    return seated_only(table, by) or (None if by == table.host_id else refuse("only_host"))


def seated_only(table: Table, by: int) -> Refusal | None:
    """Return a refusal unless the table is open and a person sits there."""
    if table.state is TableState.ENDED:
        return refuse("table_ended")
    return refuse("not_seated") if table.seat_of(by) is None else None


def end(table: Table, by: int, *, moderator: bool = False) -> Change | Refusal:
    """End the table, in the lobby, between two deals or in the middle of one.

    The host, who may have left, and moderators of the channel end it at once. Any other person seated agrees
    to the end, and it comes once all people seated have agreed during the same deal. Refused as
    `may_not_end`, and as `agreed_already` with the `count` of those who have not agreed.
    """
    if table.state is TableState.ENDED:
        return refuse("table_ended")
    if by == table.host_id:
        return _ended(table, Ending(EndCause.HOST, by))
    if moderator:
        return _ended(table, Ending(EndCause.MODERATOR, by))
    seat = table.seat_of(by)
    occupant = None if seat is None else table.occupants[seat]
    if seat is None or occupant is None:
        return refuse("may_not_end")
    missing = len(table.people) - len(table.for_end)
    if seat in table.for_end:
        return refuse("agreed_already", count=missing)
    if missing == 1:
        return _ended(table, Ending(EndCause.AGREEMENT))
    return _lobby_change(table.with_occupant(seat, replace(occupant, wants_end=True)))


def close(table: Table, by: int, *, moderator: bool = False) -> Change | Refusal:
    """End the table for another one, as `end` does, but only at once and never in the middle of a deal.

    Refused also as `deal_begun`; and as `only_host` if the other people have a say.
    """
    if table.state.in_deal:
        return refuse("deal_begun")
    change = end(table, by, moderator=moderator)
    if isinstance(change, Change) and change.after.state is not TableState.ENDED:
        return refuse("only_host")
    return change


def end_for(table: Table, cause: EndCause) -> Change | Refusal:
    """End the table without asking anybody."""
    if table.state is TableState.ENDED:
        return refuse("table_ended")
    return replace(_ended(table, Ending(cause)), by_person=False)


def _ended(table: Table, ending: Ending) -> Change:
    return Change(table.ended(ending), News(NewsKind.ENDED))


def _lobby_change(after: Table) -> Change:
    return Change(after, News(NewsKind.LOBBY))
