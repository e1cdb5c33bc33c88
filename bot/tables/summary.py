"""What the sheet of a session tells of a finished deal.

All but the names of computers follows from the log of the deal, but replaying the logs of a long evening
takes up to a second. As a finished deal never changes, its summary is saved with its result. A cache would be
empty when it is needed: a sheet is opened once or twice, after its table has ended.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bot.rules.layout import Side
from bot.rules.results import Factor, Multiplier, Outcome, ScoreLine

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.deal import Deal
    from bot.rules.layout import Seat
    from bot.rules.results import Result

SLAMS: Final = ("valat", "volat")
"""Every trick won: remembered even if it was not announced."""


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
    """The names of the computers on their own seats, `""` for people, whom the standings name; by seat.

    Empty if there was no computer.
    """

    @classmethod
    def of(cls, deal: Deal, result: Result, computers: tuple[str, ...] = ()) -> Summary:
        """Return the summary of a deal that is over."""
        moments = tuple(filter(_is_remarkable, result.lines))
        return cls(result.scores, deal.open.contract, deal.open.declarer, moments, computers)

    @classmethod
    def parse(cls, text: str) -> Summary:
        """Return a summary from its JSON."""
        values = json.loads(text)
        moments = tuple(map(_line, values["moments"]))
        computers = tuple(values.get("computers", ()))
        return cls(tuple(values["scores"]), values["contract"], values["declarer"], moments, computers)

    def json(self) -> str:
        """Return the summary as JSON."""
        values = {**self._asdict(), "moments": [line._asdict() for line in self.moments]}
        return json.dumps({name: value for name, value in values.items() if name != "computers" or value})


def _is_remarkable(line: ScoreLine) -> bool:
    return line.outcome is Outcome.MADE or (line.outcome is Outcome.WON and line.item in SLAMS)


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
