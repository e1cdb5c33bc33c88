"""Seats and house rules: the change that a request makes to a situation, or why it is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.tables.news import Change, News, NewsKind
from bot.tables.situation import EndCause, Ending, Occupant, Situation, TableState, refuse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.computers.players import Strength
    from bot.rules.game import Game
    from bot.rules.layout import Seat
    from bot.rules.reasons import Refusal
    from bot.tables.hints import Hints
    from bot.tables.pace import Pace

COMPUTER_NAMES: Final = ("Poldi", "Resi", "Ferdl", "Ilonka", "Mitzi", "Pista", "Vroni", "Gustl")
"""First names from the countries of tarock; more than any table has seats."""


def join(now: Situation, user_id: int, name: str, wanted: Seat | None = None) -> Change | Refusal:
    """Take a free seat in the lobby; after the start one's own seat again, or a computer's between deals.

    A table that sleeps is taken up again by a person who sits or sat there.

    Args:
        now: The situation.
        user_id: Who sits down.
        name: That person's name.
        wanted: The seat taken before the first other, if it can be taken.
    """
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if now.seat_of(user_id) is not None:
        return Change(now, News(NewsKind.LOBBY)) if now.asleep else refuse("already_seated")
    own = now.seat_left_by(user_id)
    if own is None and (refusal := _takes_no_one(now)):
        return refusal
    if own is None:
        own = wanted if wanted in takeable(now) else takeable(now)[0]
    # A pause stands until somebody ends it: who sits down or comes back during one shares the wish.
    joined = _seated(now, own, Occupant(name, user_id, wants_pause=now.paused))
    return replace(joined, situation=joined.situation.hosted())


def _takes_no_one(now: Situation) -> Refusal | None:
    """Return why a person who has never sat at the table cannot sit down, or `None`."""
    if now.asleep:
        return refuse("asleep")
    if takeable(now):
        return None
    waiting = now.state.in_deal and now.computers
    return refuse("only_between_deals" if waiting else "table_full")


def takeable(now: Situation) -> tuple[Seat, ...]:
    """Return the seats that a person may take who has never sat at the table, the first one first.

    They are the free ones in the lobby, and between deals those of computers, first of those that were never
    a person's.
    """
    if now.state is TableState.LOBBY:
        return tuple(seat for seat, each in enumerate(now.occupants) if each is None)
    if now.state is not TableState.BETWEEN or now.asleep:
        return ()
    computers = ((each.away_id is not None, seat) for seat, each in enumerate(now.occupants) if each)
    return tuple(seat for _, seat in sorted(computers) if seat in now.computers)


def leave(now: Situation, user_id: int, *, gone: bool = False) -> Change | Refusal:
    """Give up a seat; after the start a computer takes over, and the host is the first person who stays.

    Without people a lobby ends, and a table whose cards were dealt sleeps.

    Args:
        now: The situation.
        user_id: Who leaves.
        gone: Whether the person is no longer in the server, and so has not left by an action.
    """
    seat = now.seat_of(user_id)
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if seat is None:
        return refuse("not_seated")
    left, in_lobby = now.occupants[seat], now.state is TableState.LOBBY
    after = now.with_occupant(seat, Occupant(left.name, away_id=user_id) if left and not in_lobby else None)
    if in_lobby and not after.people:
        return Change(after.ended(), News(NewsKind.ENDED))
    stays = replace(after.hosted(), asleep=now.asleep or not after.people)
    return Change(stays, News(NewsKind.LOBBY), by_person=not gone)


def forget(now: Situation, user_id: int) -> Change | None:
    """Let a person leave for good: a computer with a name of its own keeps the seat.

    The table ends if that leaves no one who could take it up again.

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
    played_by, best_by = (_without(user_id, each, after) for each in (after.played_by, after.best_by))
    after = replace(after, played_by=played_by, best_by=best_by)
    if after == now:
        return None
    here = after.people or tuple(each.away_id for each in after.occupants if each and each.away_id)
    if not here:
        return Change(after.ended(), News(NewsKind.ENDED))
    return replace(
        change, situation=replace(after, host_id=after.host_id if after.host_id in here else here[0])
    )


def _without(
    user_id: int, players: tuple[Occupant | None, ...], now: Situation
) -> tuple[Occupant | None, ...]:
    """Who played a deal, where a person did who is forgotten the one who holds that seat now."""
    both = zip(players, now.occupants, strict=False)
    return tuple(here if each and user_id in (each.user_id, each.away_id) else each for each, here in both)


def add_computer(now: Situation, by: int, strength: Strength | None = None) -> Change | Refusal:
    """Seat a computer player on a free seat in the lobby; `None`: as strong as the table says."""
    if refusal := refused_in_lobby(now, by):
        return refusal
    if None not in now.occupants:
        return refuse("table_full")
    return _seated(now, now.occupants.index(None), Occupant(_free_name(now), strength=strength))


def fill(now: Situation, by: int, game: Game) -> Change | Refusal:
    """Seat computer players in the lobby, as many as are missing to play."""
    change = add_computer(now, by)
    for _ in range(missing(now, game) - 1):
        if isinstance(change, Change):
            change = add_computer(change.situation, by)
    return change


def missing(now: Situation, game: Game) -> int:
    """Return how many players are missing until the next number that can play; 0 at a full table.

    Where four or five play, one person needs three others: with four of them somebody would sit out.
    """
    seated = len(now.occupants) - now.occupants.count(None)
    allowed = (now.match.seats,) if now.match else game.seats
    return min((each for each in allowed if each > seated), default=seated) - seated


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
    if now.match:
        return refuse("match_rules")
    if value not in game.options.get(name, ()):
        return refuse("unknown_option", option=name)
    options = differing(game, {**now.options, name: value})
    return None if options == now.options else Change(replace(now, options=options), News(NewsKind.LOBBY))


def set_pace(now: Situation, by: int, pace: Pace) -> Change | Refusal | None:
    """Set the pace in the lobby. Return `None` if the table has it already."""
    if refusal := refused_in_lobby(now, by):
        return refusal
    return None if pace is now.pace else Change(replace(now, pace=pace), News(NewsKind.LOBBY))


def set_locale(now: Situation, by: int, locale: str) -> Change | Refusal | None:
    """Set the language of the table in the lobby. Return `None` if the table has it already."""
    if refusal := refused_in_lobby(now, by):
        return refusal
    return None if locale == now.locale else Change(replace(now, locale=locale), News(NewsKind.LOBBY))


def set_strength(now: Situation, by: int, strength: Strength) -> Change | Refusal | None:
    """Set in the lobby how well all computers play. Return `None` if they all do already."""
    if refusal := refused_in_lobby(now, by):
        return refusal
    occupants = tuple(each and replace(each, strength=None) for each in now.occupants)
    after = replace(now, occupants=occupants, strength=strength)
    return None if after == now else Change(after, News(NewsKind.LOBBY))


def set_hints(now: Situation, by: int, hints: Hints) -> Change | Refusal | None:
    """Set in the lobby when players may ask for hints. Return `None` if that is so already."""
    if refusal := refused_in_lobby(now, by):
        return refusal
    return None if hints is now.hints else Change(replace(now, hints=hints), News(NewsKind.LOBBY))


def refused_in_lobby(now: Situation, by: int) -> Refusal | None:
    """Return a refusal unless the table is in the lobby and a person is its host."""
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if now.state is not TableState.LOBBY:
        return refuse("already_started")
    return host_only(now, by)


def end(now: Situation, by: int, *, moderator: bool = False) -> Change | Refusal:
    """End the table, in the lobby, between two deals or in the middle of one.

    The host, who may have left it to rest, and moderators of the channel end it at once. Any other person
    seated agrees to the end, and it comes once all people seated have agreed during the same deal.
    """
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    if by == now.host_id:
        return _ended(now, Ending(EndCause.HOST, by))
    if moderator:
        return _ended(now, Ending(EndCause.MODERATOR, by))
    seat = now.seat_of(by)
    if seat is None:
        return refuse("may_not_end")
    missing = len(now.people) - len(now.for_end)
    if seat in now.for_end:
        return refuse("agreed_already", count=missing)
    if missing == 1:
        return _ended(now, Ending(EndCause.AGREEMENT))
    occupant = now.occupants[seat]
    assert occupant is not None, "a person sits there"
    return _seated(now, seat, replace(occupant, wants_end=True))


def shut(now: Situation, cause: EndCause) -> Change | Refusal:
    """End the table without asking anybody."""
    if now.state is TableState.ENDED:
        return refuse("table_ended")
    return replace(_ended(now, Ending(cause)), by_person=False)


def _ended(now: Situation, ending: Ending) -> Change:
    return Change(now.ended(ending), News(NewsKind.ENDED))


def _seated(now: Situation, seat: Seat, occupant: Occupant | None) -> Change:
    return Change(now.with_occupant(seat, occupant), News(NewsKind.LOBBY))


def host_only(now: Situation, by: int) -> Refusal | None:
    """Return a refusal unless a person is the host."""
    if now.seat_of(by) is None:
        return refuse("not_seated")
    return None if by == now.host_id else refuse("only_host")
