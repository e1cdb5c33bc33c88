"""Each strength of computers against the one below, in every game: `python -m benchmarks.tournament --help`.

The tournament plays the same shuffled deals in two ways:

* Sides. `quick` bids at all seats. The stronger player has the declarer's side and the weaker the defence,
  then the other way round, then the weaker has both. The gain on a side is the score of the stronger player
  there minus the score of the weaker one, in game points and, where the contract counts them, card points.
* Whole deals, bids included. First all seats have one strength: this gives the shares of contracts made. Then
  the stronger player takes one seat, a different one in each deal, and gains what that seat scores more.

Every result is a line of JSON in a file, so that a stopped tournament continues where it was.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.common import Parser, acted, interval, positive, whole_lines
from benchmarks.duel import KINDS, Score, Timed, deals, play
from bot.computers.players import Strength
from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.layout import Side
from bot.rules.results import Result
from bot.text import words

RESULTS: Final = Path("tournament.jsonl")
PLAYED: Final = ("sides", "whole")
CARD_POINTS: Final = ("declarer_card_points", "defence_card_points")
ENOUGH: Final = 30
"""The least number of times a contract must be played to have its share printed."""


class Job(NamedTuple):
    """A deal to be played in one way."""

    kind: str
    """`sides` or `whole`."""
    game: str
    seed: int
    deal: int
    """The number of the deal among those of the seed, from 0."""
    one: str
    """The stronger player."""
    others: str
    """The weaker player; the same as `one` for whole deals among equals."""


def jobs(
    games: Iterable[str], strengths: Sequence[str], number: int, seed: int, kinds: Sequence[str] = PLAYED
) -> Iterator[Job]:
    """Yield all jobs, deal by deal, so that games and strengths progress at the same rate."""
    for deal in range(number):
        for game in games:
            for one, others in (*pairwise(strengths[::-1]), *zip(strengths, strengths, strict=True)):
                if "whole" in kinds:
                    yield Job("whole", game, seed, deal, one, others)
                if "sides" in kinds and one != others:
                    yield Job("sides", game, seed, deal, one, others)


@lru_cache
def deal_of(game: str, seed: int, number: int) -> Deal:
    """Return a deal of a seed."""
    return next(islice(deals(GAMES[game], number + 1, seed), number, None))


def result_of(job: Job) -> dict[str, Any]:
    """Play a deal, and return the job and its result as JSON values."""
    return job._asdict() | (_sides(job) if job.kind == "sides" else _whole(job))


def _sides(job: Job) -> dict[str, Any]:
    """Return the gains on both sides; those in card points are lists, empty if none count."""
    game, deal = GAMES[job.game], deal_of(job.game, job.seed, job.deal)
    one, others, bidder = (Timed.of(kind, game, job.seed) for kind in (job.one, job.others, "quick"))
    alone = deal.open.active[job.deal % len(deal.open.active)]
    declaring, defending, neither = (
        play(deal, bidder, *sides, alone) for sides in ((one, others), (others, one), (others, others))
    )
    return {
        "declarer": declaring.net - neither.net,
        "defence": neither.net - defending.net,
        "declarer_card_points": card_points(declaring, neither),
        "defence_card_points": card_points(neither, defending),
    }


def card_points(better: Score, worse: Score) -> list[int]:
    """Return the difference in card points as a list; empty unless both scores count them."""
    if better.card_points is None or worse.card_points is None:
        return []
    return [better.card_points - worse.card_points]


def _whole(job: Job) -> dict[str, Any]:
    """Return the scores of all seats, the contract, and whether it was made."""
    game, deal = GAMES[job.game], deal_of(job.game, job.seed, job.deal)
    one, others = (KINDS[kind](game, job.seed) for kind in (job.one, job.others))
    taken = seats_of_one(deal, job.deal)
    while asked := deal.seats():
        seat = asked[0]
        deal = acted(deal, seat, (one if seat in taken else others).choose(deal.view(seat)))
    assert deal.result is not None, "a deal that asks no seat is over"
    net = list(game.net(deal.result.scores))
    return {"net": net, "contract": deal.open.contract, "made": made(deal.result)}


def seats_of_one(deal: Deal, number: int) -> tuple[int, ...]:
    """Return the seats of the stronger player: one seat, or a team in a game with fixed teams."""
    sides = deal.game.teams or tuple((seat,) for seat in deal.open.active)
    return sides[number % len(sides)]


def made(result: Result) -> bool | None:
    """Return whether the declarer's side made the contract; `None` if there was none to make."""
    sides = [line.side for line in result.lines[:1] if line.side in (Side.DECLARER, Side.DEFENDERS)]
    return sides[0] == Side.DECLARER if sides else None


def read(path: Path) -> dict[Job, dict[str, Any]]:
    """Return the results of a file."""
    found = map(json.loads, whole_lines(path))
    return {Job(*(each[name] for name in Job._fields)): each for each in found}


def run(wanted: Sequence[Job], path: Path, processes: int) -> dict[Job, dict[str, Any]]:
    """Play the jobs that have no result yet, append each result to the file, and return those wanted."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done = read(path)
    missing = [job for job in wanted if job not in done]
    with path.open("a", encoding="utf-8") as file, ProcessPoolExecutor(processes) as pool:
        for job, found in zip(missing, pool.map(result_of, missing), strict=True):
            print(json.dumps(found), file=file, flush=True)
            done[job] = found
    return {job: done[job] for job in wanted}


def figure(values: Sequence[float]) -> str:
    """Return a mean with half the width of its 95 % interval, if there are two values or more."""
    mean, width = interval(values)
    spread = f" ± {width:.2f}" if len(values) > 1 else ""
    return "" if mean is None else f"{mean:+.2f}{spread}"


def gains(results: dict[Job, dict[str, Any]]) -> Iterator[str]:
    """Yield the table of gains of each strength over the one below, in net game points unless it says so."""
    yield (
        "| game | players | n | declarer's side | defence | declarer's side, card points |"
        " defence, card points | n | one seat, bids included |"
    )
    yield "|---|---|---|---|---|---|---|---|---|"
    found = defaultdict[tuple[str, str, str], dict[str, list[float]]](lambda: defaultdict(list))
    for job, each in results.items():
        columns = found[job.game, job.one, job.others]
        if job.kind == "sides":
            columns["declarer"].append(each["declarer"])
            columns["defence"].append(each["defence"])
            for name in CARD_POINTS:
                columns[name] += each[name]
        elif job.one != job.others:
            equals = results[job._replace(one=job.others)]
            seats = seats_of_one(deal_of(job.game, job.seed, job.deal), job.deal)
            columns["seat"].append(sum(each["net"][at] - equals["net"][at] for at in seats) / len(seats))
    for (game, one, others), columns in sorted(found.items()):
        if columns:
            sides = " | ".join(figure(columns[name]) for name in ("declarer", "defence", *CARD_POINTS))
            seat = f"{len(columns['seat'])} | {figure(columns['seat'])}"
            name = words("en")(f"game.{game}")
            yield f"| {name} | {one} against {others} | {len(columns['declarer'])} | {sides} | {seat} |"


def contracts(results: dict[Job, dict[str, Any]]) -> Iterator[str]:
    """Yield the table of contracts that were made in whole deals among equals."""
    played = defaultdict[tuple[str, str], dict[str, list[bool]]](lambda: defaultdict(list))
    for job, each in results.items():
        if job.one == job.others:
            outcomes = [] if each["made"] is None else [each["made"]]
            played[job.game, job.one][each["contract"]] += outcomes
    yield f"| game | player | made, of contracts played {ENOUGH} times or more | never bid |"
    yield "|---|---|---|---|"
    for (game, strength), by_contract in sorted(played.items()):
        if not (known := GAMES[game].contracts):
            continue
        w = words("en", game)
        shares = [
            f"{w.term('contract', each)} {100 * sum(of) / len(of):.0f} % of {len(of)}"
            for each in known
            if len(of := by_contract.get(each, [])) >= ENOUGH
        ]
        never = [w.term("contract", each) for each in known if each not in by_contract]
        cells = " | ".join(", ".join(each) or "none" for each in (shares, never))
        yield f"| {w(f'game.{game}')} | {strength} | {cells} |"


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser("python -m benchmarks.tournament", description="Each strength against the one below.")
    made.add_argument("--game", choices=GAMES, action="append", metavar="GAME", help=", ".join(GAMES))
    made.add_argument(
        "--strengths",
        nargs="+",
        choices=KINDS,
        default=list(map(str, Strength)),
        metavar="STRENGTH",
        help="weakest first (default: quick steady strong)",
    )
    made.add_argument("--kind", choices=PLAYED, action="append", help="what is played (default: both)")
    made.add_argument("--deals", type=positive, default=200, help="of each game (default: 200)")
    made.add_argument("--seed", type=int, default=1, help="same seed, same deals (default: 1)")
    made.add_argument("--processes", type=positive, default=1, help="worker processes (default: 1)")
    made.add_argument("--results", type=Path, default=RESULTS, help=f"the file of results ({RESULTS})")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the tournament, print its tables, and return the exit code."""
    chosen = parser().parse_args(arguments)
    games, kinds = chosen.game or GAMES, chosen.kind or PLAYED
    wanted = list(jobs(games, chosen.strengths, chosen.deals, chosen.seed, kinds))
    results = run(wanted, chosen.results, chosen.processes)
    print(*gains(results), "", *contracts(results), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
