"""What a finished deal brought to each seat: points, the contract, the announcements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.rules.deal import Deal
    from bot.rules.layout import Seat
    from bot.rules.results import Result, ScoreLine

CONTRACT: Final = ("game", "double_game", "valat", "volat")
"""The items that tell whether a contract was made; where a deal has several, the first one of these does."""


class Gain(NamedTuple):
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


def gains(deal: Deal, result: Result) -> Iterator[Gain]:
    """Yield what a deal brought to each seat that it was dealt to, unless it is void."""
    # What goes into the pool or comes out of it is no gain from other players.
    net, declarer = deal.game.net(result.settled), deal.open.declarer
    for seat, hand in enumerate(deal.dealt.hands):
        if hand and not result.void:
            contract = _contract(result.lines, seat) if seat == declarer and deal.game.contracts else 0
            announced = [_success(result.lines, item, seat) for item in _announced(deal, seat)]
            counts = announced.count(1), announced.count(-1)
            yield Gain(seat, result.scores[seat], net[seat], seat == declarer, contract, *counts)


def _announced(deal: Deal, seat: Seat) -> list[str]:
    return [move.action.argument for move in deal.log if move.seat == seat and move.action.verb == "announce"]


def _contract(lines: Sequence[ScoreLine], declarer: Seat) -> int:
    items = {line.item for line in lines}
    item = next((each for each in CONTRACT if each in items), "")
    return _success(lines, item, declarer)


def _success(lines: Sequence[ScoreLine], item: str, seat: Seat) -> int:
    """Return 1 if the lines of an item brought a seat more than an equal share, -1 if less, 0 if neither.

    Some games write the same points down for all who gain, others let the players pay each other.
    """
    brought = [line.amounts for line in lines if line.item == item]
    more = sum(len(each) * each[seat] - sum(each) for each in brought)
    return (more > 0) - (more < 0)
