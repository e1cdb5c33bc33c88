"""What a player gains by trying out what it does before the play: `python -m benchmarks.decisions --help`.

In every deal one seat after the other tries out its actions in some phases, as a strong player would do if
its doubt were the one given. It does everything else before the play, and the others do all, by the rules of
thumb. Then the cards are played at all seats by the player of `--play`. A deal in which the seat decides like
the rules of thumb is not played: it has gained 0.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from benchmarks.duel import KINDS, deals, interval, positive
from benchmarks.engine import Parser
from bot.computers.players import Player
from bot.computers.search import Searcher
from bot.games import COMPUTERS, GAMES
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.view import View


@dataclass
class Watched:
    """A player whose processor time and whose departures from the rules of thumb are noted."""

    player: Player
    usual: Player
    ms: list[float] = field(default_factory=list)
    """Milliseconds of processor time of each decision that was tried out."""
    changes: Counter[str] = field(default_factory=Counter)

    def choose(self, view: View) -> Action:
        """Return what the player chooses."""
        start = time.process_time()
        action = self.player.choose(view)
        spent, usual = 1000 * (time.process_time() - start), self.usual.choose(view)
        if len(view.actions) > 1:
            self.ms.append(spent)
        if action != usual:
            self.changes[f"{usual.verb} -> {action.verb}"] += 1
        return action


def settled(deal: Deal, usual: Player, other: Player, seat: Seat | None, phases: frozenset[str]) -> Deal:
    """Return a deal at its first card; one seat is played by another player in some phases."""
    while (asked := deal.seats()) and deal.open.phase != "play":
        view = deal.view(asked[0])
        player = other if asked[0] == seat and view.open.phase in phases else usual
        deal = acted(deal, asked[0], player.choose(view))
    return deal


def acted(deal: Deal, seat: Seat, action: Action) -> Deal:
    """Return a deal after a legal action."""
    after = deal.act(seat, action)
    assert isinstance(after, Deal), "a player chose an illegal action"
    return after


def net(deal: Deal, player: Player) -> tuple[int, ...]:
    """Return what each seat scores when a player plays the cards of all seats."""
    while asked := deal.seats():
        deal = acted(deal, asked[0], player.choose(deal.view(asked[0])))
    assert deal.result is not None, "a deal that asks no seat is over"
    return deal.game.net(deal.result.scores)


def gains(start: Deal, usual: Player, other: Player, phases: frozenset[str], cards: Player) -> list[float]:
    """Return what each seat gains in a deal if it alone decides like another player in some phases.

    Args:
        start: The deal before anything was done.
        usual: Decides everything else before the play.
        other: The player that the seats decide like in turn.
        phases: In which they do.
        cards: Plays the cards at all seats.
    """
    base, found = settled(start, usual, usual, None, phases), []
    points: tuple[int, ...] | None = None
    for seat in start.open.active:
        tried = settled(start, usual, other, seat, phases)
        if [move.action for move in tried.log] == [move.action for move in base.log]:
            found.append(0.0)
            continue
        points = points or net(base, cards)
        found.append(float(net(tried, cards)[seat] - points[seat]))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit code."""
    parser = Parser("python -m benchmarks.decisions", description="What trying out gains before the play.")
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("phases", nargs="+", metavar="PHASE", help="auction, discard, announcing, ...")
    parser.add_argument("--deals", type=positive, default=100, help="(default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same deals (default: 1)")
    parser.add_argument("--worlds", type=positive, default=40, help="for a decision (default: 40)")
    parser.add_argument("--doubt", type=float, default=1.5, help="standard errors (default: 1.5)")
    parser.add_argument("--play", choices=KINDS, default="quick", help="plays the cards (default: quick)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    chosen = parser.parse_args(arguments)
    name, phases = chosen.game, frozenset(chosen.phases)
    search = replace(COMPUTERS[name], doubts=dict.fromkeys(phases, chosen.doubt))
    cards = KINDS[chosen.play](GAMES[name], chosen.seed)
    other = Watched(Searcher(search, COMPUTERS[name], 1, chosen.worlds), COMPUTERS[name])
    found = [
        gain
        for deal in deals(GAMES[name], chosen.deals, chosen.seed)
        for gain in gains(deal, COMPUTERS[name], other, phases, cards)
    ]
    mean, ci95 = interval(found)
    document = {
        "game": name,
        "phases": sorted(phases),
        "play": chosen.play,
        "n": len(found),
        "mean": mean,
        "ci95": ci95,
        "decisions": len(other.ms),
        "ms_median": round(median(other.ms), 1) if other.ms else None,
        "changes": dict(other.changes),
    }
    words = "{game}, {phases}: {mean:+} ± {ci95} game points a seat and deal (n = {n}), {ms_median} ms"
    print(json.dumps(document) if chosen.json else words.format(**document))
    return 0


if __name__ == "__main__":
    sys.exit(main())
