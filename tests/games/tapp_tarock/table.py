"""Tapp-Tarock deals in short notation: seat 0 is forehand, 1 middle, 2 the dealer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from bot.games.tapp_tarock import TAPP_TAROCK
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from bot.rules.results import Result
from tests.notation import Sample, act, documents, layout, until

DREIER = "0 bid dreier; 1 pass; 2 pass"
UNTERER = "0 bid dreier; 1 bid unterer; 2 pass; 0 pass"
OBERER = "0 bid dreier; 1 bid unterer; 2 bid oberer; 0 pass; 1 hold; 2 pass"
SOLO = "0 bid solo"


def tapp(
    *hands: str,
    talon: str = "",
    dealer: Seat = 2,
    options: Mapping[str, object] | None = None,
    after: str = "",
) -> Deal:
    dealt = layout(TAPP_TAROCK, *hands, talon=talon, dealer=dealer, options=options)
    return act(Deal.start(TAPP_TAROCK, dealt), after)


def solo(*hands: str, announced: str = "", after: str = "") -> Deal:
    """A solo of forehand without statements of the others, with the first tricks played."""
    said = "; ".join(f"0 announce {item}" for item in announced.split())
    return act(until(tapp(*hands, after=f"{SOLO}; {said}; 0 done"), "play"), after)


@dataclass(frozen=True)
class Sheet:
    """The score sheet of a finished deal, by rule number without the game's name."""

    rows: Mapping[str, tuple[int, ...]]
    scores: tuple[int, ...]
    net: tuple[int, ...]

    @classmethod
    def of(cls, result: Result | None) -> Self:
        assert result is not None, "the deal is not over"
        rows: dict[str, tuple[int, ...]] = {}
        for line in result.lines:
            number = line.rule.removeprefix("tapp_tarock ")
            before = rows.get(number, (0,) * result.seats)
            rows[number] = tuple(map(sum, zip(before, line.amounts, strict=True)))
        return cls(rows, result.scores, TAPP_TAROCK.net(result.scores))


NAMES = (*map(str, range(1, 14)), "silent pagat", "forced pagat")
WORKED = dict(zip(NAMES, map(Sample.of, documents("tapp_tarock.worked.jsonl")), strict=True))
"""Deals played so that each shows one example of §15.2, and two more."""


def worked(name: str | int) -> Deal:
    """The worked example of that number, played to its end."""
    return WORKED[str(name)].end(TAPP_TAROCK)


def sheet(name: str | int) -> Sheet:
    return Sheet.of(worked(name).result)
