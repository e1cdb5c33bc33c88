"""Choosing a card by trying each in many worlds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from bot.players.inference import Inference
from bot.players.search.policies import at_random, avoiding, for_points
from bot.players.search.sampling import places_of, world
from bot.rules.cards import NO_CARDS, Card, Cards, card
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.partners import members
from bot.rules.points import VALUE
from bot.rules.playing import Playing
from bot.rules.playout import Choose, play_out
from bot.rules.sides import SIDES
from bot.rules.state import Board
from bot.rules.view import View
from bot.rules.worlds import imagined


@dataclass(frozen=True)
class Search:
    """What a searching player needs of a game."""

    infer: Callable[[View], Inference]
    play: Callable[[Board], Playing]
    called: Callable[[View, tuple[Cards, ...]], Card | None]
    net: Callable[[tuple[int, ...]], tuple[int, ...]]
    negative: Callable[[View], bool]
    smooth: float = 0.0
    policy: str = ""
    sides: Callable[[Board], tuple[tuple[Seat, ...], ...]] = lambda board: tuple(
        members(board, side) for side in SIDES
    )


def values(search: Search, view: View, worlds: int, random: Random) -> dict[Card, float]:
    """Return the expected net game points of every card that may be played."""
    inference = search.infer(view)
    seat, cards = inference.seat, inference.playable
    places = places_of(inference, search.called(view, ()))
    sums = dict.fromkeys(cards, 0.0)
    for _ in range(worlds):
        made_up = world(inference, places, random)
        board = imagined(view, made_up, search.called(view, made_up.hands))
        terms = search.play(board).terms
        policy = policy_for(search, view, board, random)
        start = Playing(terms, seat, made_up.hands, view.open.trick, view.open.tricks)
        for each in cards:
            scores, tricks = outcome(start.after(seat, Action("play", str(each))), policy)
            ours = next((side for side in search.sides(board) if seat in side), (seat,))
            points = sum(
                VALUE[card_] - 2 / 3 for trick in tricks if trick.winner in ours for _, card_ in trick.plays
            )
            sums[each] += search.net(scores)[seat] + search.smooth * points * (
                -1 if search.negative(view) else 1
            )
    return {each: total / worlds for each, total in sums.items()}


def policy_for(search: Search, view: View, board: Board, random: Random) -> Choose:
    """Return how cards are chosen in a world."""
    if search.policy == "random":
        return at_random(random)
    if search.negative(view):
        return avoiding(trumps=True)
    friends = [1 << seat for seat in range(view.open.seats)]
    draws = 0
    for number, side in enumerate(search.sides(board)):
        bits = sum(1 << seat for seat in side)
        draws |= bits if number == 0 else 0
        for seat in side:
            friends[seat] = bits
    return for_points(tuple(friends), len(view.open.active) - 1, draws, random)


def outcome(phase, policy: Choose):
    """Return the scores of a deal that is played out by a policy."""
    while isinstance(phase, Playing):
        tricks = play_out(phase, policy)
        empty = (NO_CARDS,) * len(phase.hands)
        phase = phase.terms.then(phase.terms.board.with_play(empty, (), tuple(tricks), ouvert=False))
    while phase.board.open.result is None:
        seat = phase.seats()[0]
        phase = phase.after(seat, phase.actions(seat)[-1])
    return phase.board.open.result.scores, phase.board.open.tricks


@dataclass(frozen=True)
class Searcher:
    """A player that searches for a card, and asks another for everything else."""

    search: Search
    other: object
    worlds: int
    seed: int = 1

    def choose(self, view: View) -> Action:
        if view.open.phase != "play" or len(view.actions) == 1:
            return self.other.choose(view)
        random = Random(f"{self.seed} {view.hand.bits} {len(view.open.tricks)}")
        found = values(self.search, view, self.worlds, random)
        return Action("play", str(max(found, key=found.__getitem__)))
