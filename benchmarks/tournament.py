"""Each strength of computers against the one below, in every game: `python -m benchmarks.tournament --help`.

Two things are played with the same shuffled deals:

* Sides. `quick` bids at all seats; then the stronger player has the declarer's side and the weaker the
  defence, the other way round, and the weaker has both. The stronger one's gain on a side is what it scores
  there beyond what the weaker one scores, in game points and, where they count, in card points.
* Whole deals, bids included. All seats are of one strength: this gives the shares of contracts made. Then the
  stronger player takes one seat, a different one in each deal: its gain there is all that it does better.

To learn how often rare contracts are made, `--each-contract 60` plays whole deals among equals alone, and of
them those in which `quick` bids a contract that it has bid fewer than 60 times before.

Every result is a line of JSON in a file, so that a tournament that was stopped goes on where it was.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.decisions import settled
from benchmarks.duel import KINDS, Score, Timed, deals, interval, play, positive
from benchmarks.engine import Parser
from benchmarks.lines import whole_lines
from bot.computers.players import Player, Strength
from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.layout import Seat, Side
from bot.rules.moves import Action, Move
from bot.rules.results import Result
from bot.text import words

RESULTS: Final = Path("tournament.jsonl")
PLAYED: Final = ("sides", "whole")
CARD_POINTS: Final = ("declarer_card_points", "defence_card_points")
ENOUGH: Final = 30
"""So many times a contract must have been played for its share to be named."""


@dataclass(frozen=True)
class Memoized:
    """A player of one deal that is asked once about each position, as it would choose the same again."""

    player: Timed
    chosen: dict[tuple[Seat, tuple[Move, ...]], Action] = field(default_factory=dict)
    """By the seat and what has happened in the deal."""

    @property
    def ms_per_decision(self) -> float:
        """Milliseconds of processor time a decision."""
        return self.player.ms_per_decision

    def choose(self, deal: Deal, seat: Seat) -> Action:
        """Return what the player chooses at a seat."""
        position = seat, deal.log
        if position not in self.chosen:
            self.chosen[position] = self.player.choose(deal, seat)
        return self.chosen[position]


class Job(NamedTuple):
    """A deal to be played in some way."""

    kind: str
    """`sides` or `whole`."""
    game: str
    seed: int
    deal: int
    """The number of the deal among those of the seed, from 0."""
    one: str
    """The stronger player."""
    others: str
    """The weaker one; of whole deals among equals the same."""


def jobs(
    games: Iterable[str], strengths: Sequence[str], number: int, seed: int, kinds: Sequence[str] = PLAYED
) -> Iterator[Job]:
    """Yield all that is to be played, so that every game and strength has as many deals at any time."""
    for deal in range(number):
        for game in games:
            for one, others in (*pairwise(strengths[::-1]), *zip(strengths, strengths, strict=True)):
                if "whole" in kinds:
                    yield Job("whole", game, seed, deal, one, others)
                if "sides" in kinds and one != others:
                    yield Job("sides", game, seed, deal, one, others)


def chosen_jobs(
    games: Iterable[str], strengths: Sequence[str], number: int, seed: int, times: int
) -> Iterator[Job]:
    """Yield whole deals among equals: the first in which `quick` bids each contract, so many times."""
    for game in games:
        bid, bidder = Counter[str](), KINDS["quick"](GAMES[game], seed)
        for at, deal in enumerate(deals(GAMES[game], number, seed)):
            contract = contract_of(deal, bidder)
            bid[contract] += 1
            if contract and bid[contract] <= times:
                yield from (Job("whole", game, seed, at, each, each) for each in strengths)


def contract_of(deal: Deal, bidder: Player) -> str:
    """Return the contract that is played if a player bids at all seats; empty if none is."""
    begun = settled(deal, bidder, bidder, None, frozenset())
    return begun.open.contract if begun.seats() else ""


@lru_cache
def deal_of(game: str, seed: int, number: int) -> Deal:
    """Return a deal of a seed."""
    return next(islice(deals(GAMES[game], number + 1, seed), number, None))


def result_of(job: Job) -> dict[str, Any]:
    """Play a deal, and return the job with what came of it as JSON values."""
    return job._asdict() | (_sides(job) if job.kind == "sides" else _whole(job))


def _sides(job: Job) -> dict[str, Any]:
    """The gains on the declarer's side and in defence; lists of those in card points, empty if none count."""
    game, deal = GAMES[job.game], deal_of(job.game, job.seed, job.deal)
    one, others, bidder = (
        Memoized(Timed.of(kind, game, job.seed)) for kind in (job.one, job.others, "quick")
    )
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
    """By how many card points one score beats another; empty unless both count them."""
    if better.card_points is None or worse.card_points is None:
        return []
    return [better.card_points - worse.card_points]


def _whole(job: Job) -> dict[str, Any]:
    """What every seat scored, the contract, and whether it was made."""
    game, deal = GAMES[job.game], deal_of(job.game, job.seed, job.deal)
    one, others = (KINDS[kind](game, job.seed) for kind in (job.one, job.others))
    taken = seats_of_one(deal, job.deal)
    while asked := deal.seats():
        seat = asked[0]
        after = deal.act(seat, (one if seat in taken else others).choose(deal.view(seat)))
        assert isinstance(after, Deal), "a player chose an illegal action"
        deal = after
    assert deal.result is not None, "a deal that asks no seat is over"
    net = list(game.net(deal.result.scores))
    return {"net": net, "contract": deal.open.contract, "made": made(deal.result)}


def seats_of_one(deal: Deal, number: int) -> tuple[int, ...]:
    """Return the seats of the stronger player: one, or a team where teams are fixed."""
    sides = deal.game.teams or tuple((seat,) for seat in deal.open.active)
    return sides[number % len(sides)]


def made(result: Result) -> bool | None:
    """Whether the declarer's side won the game; `None` if there was nothing to win or lose."""
    sides = [line.side for line in result.lines[:1] if line.side in (Side.DECLARER, Side.DEFENDERS)]
    return sides[0] == Side.DECLARER if sides else None


def read(path: Path) -> dict[Job, dict[str, Any]]:
    """Return the results of a file."""
    found = map(json.loads, whole_lines(path))
    return {Job(*(each[name] for name in Job._fields)): each for each in found}


def run(wanted: Sequence[Job], path: Path, processes: int) -> dict[Job, dict[str, Any]]:
    """Play what has no result yet, write each result as soon as it is there, and return those wanted."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done = read(path)
    missing = [job for job in wanted if job not in done]
    with path.open("a", encoding="utf-8") as file, ProcessPoolExecutor(processes) as pool:
        for job, found in zip(missing, pool.map(result_of, missing), strict=True):
            print(json.dumps(found), file=file, flush=True)
            done[job] = found
    return {job: done[job] for job in wanted}


def figure(values: Sequence[float]) -> str:
    """A mean with half the width of its 95 % interval, which a single value has not; empty without any."""
    mean, width = interval(values)
    spread = f" ± {width:.2f}" if len(values) > 1 else ""
    return "" if mean is None else f"{mean:+.2f}{spread}"


def gains(results: dict[Job, dict[str, Any]]) -> Iterator[str]:
    """Yield a table: what each strength gains over the one below, net game points unless said otherwise."""
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
            deal = deal_of(job.game, job.seed, job.deal)
            seats = seats_of_one(deal, job.deal)
            columns["seat"].append(sum(each["net"][at] - equals["net"][at] for at in seats) / len(seats))
    for (game, one, others), columns in sorted(found.items()):
        if columns:
            sides = " | ".join(figure(columns[name]) for name in ("declarer", "defence", *CARD_POINTS))
            seat = f"{len(columns['seat'])} | {figure(columns['seat'])}"
            name = words("en")(f"game.{game}")
            yield f"| {name} | {one} against {others} | {len(columns['declarer'])} | {sides} | {seat} |"


def contracts(results: dict[Job, dict[str, Any]]) -> Iterator[str]:
    """Yield a table: how often each contract was played among equals, and the share that was made."""
    played = defaultdict[tuple[str, str], dict[str, list[bool]]](lambda: defaultdict(list))
    for job, each in results.items():
        if job.one == job.others:
            outcomes = [] if each["made"] is None else [each["made"]]
            played[job.game, job.one][each["contract"]] += outcomes
    yield f"| game | player | made, of contracts played {ENOUGH} times or more | never bid | always lost |"
    yield "|---|---|---|---|---|"
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
        always_lost = [each for each, of in by_contract.items() if of and not any(of)]
        lost = [w.term("contract", each) for each in known if each in always_lost]
        cells = " | ".join(", ".join(each) or "none" for each in (shares, never, lost))
        yield f"| {w(f'game.{game}')} | {strength} | {cells} |"


def parser() -> Parser:
    """The parser of the command line."""
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
    made.add_argument(
        "--each-contract",
        type=positive,
        metavar="TIMES",
        help="play whole deals among equals alone, so many in which `quick` bids each contract",
    )
    made.add_argument("--seed", type=int, default=1, help="the same seed gives the same deals (default: 1)")
    made.add_argument("--processes", type=positive, default=1, help="how many play at a time (default: 1)")
    made.add_argument("--results", type=Path, default=RESULTS, help=f"the file of results ({RESULTS})")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the tournament, print its tables, and return the exit code."""
    chosen = parser().parse_args(arguments)
    what = chosen.game or GAMES, chosen.strengths, chosen.deals, chosen.seed
    if chosen.each_contract:
        wanted = list(chosen_jobs(*what, chosen.each_contract))
    else:
        wanted = list(jobs(*what, chosen.kind or PLAYED))
    results = run(wanted, chosen.results, chosen.processes)
    print(*gains(results), "", *contracts(results), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
