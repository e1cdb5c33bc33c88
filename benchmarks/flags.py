"""Plays that a card player would frown at, counted: `python -m benchmarks.flags --help`.

Every deal is played by the same player at all seats. A flag is judged from what the player could know and,
for who wins the trick, from how it ended. Negative contracts are left out.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks.duel import KINDS, deals, positive
from benchmarks.engine import Parser
from bot.computers.card_play import has_lower, is_exposed, is_ruffed
from bot.computers.inference import Inference, above, number_below
from bot.computers.players import Player
from bot.games import COMPUTERS, GAMES
from bot.games.koenigrufen.computer import contract_of
from bot.games.royal_tarokk.computer import WORTH
from bot.rules.cards import PAGAT, TAROCK, TAROCKS, VALUE, Card, Cards
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from bot.rules.view import View

COUNTED: Final = {"royal_tarokk": Cards.of(WORTH)}
"""The cards that count for the side that wins them, by the name of a game without card points."""
LIKELY: Final = 0.5
"""The chance of a trick up to which the other side is expected to win it."""


@dataclass(frozen=True, slots=True)
class Played:
    """A card that was chosen among several, and who won its trick."""

    inference: Inference
    card: Card
    winner: Seat

    @property
    def others(self) -> tuple[Card, ...]:
        """The other legal cards."""
        return tuple(each for each in self.inference.playable if each != self.card)

    @property
    def last(self) -> bool:
        """Whether no seat plays after this one."""
        return not self.inference.later(self.inference.trick_with(self.card))

    @property
    def lost(self) -> bool:
        """Whether the other side won the trick."""
        return not self.inference.ours(self.winner)

    def points(self, card: Card) -> int:
        """The card points of a card; 1 if they do not count in the game."""
        view = self.inference.view
        return VALUE[card] if view.game not in COUNTED or card in COUNTED[view.game] else 1

    def wins(self, card: Card) -> bool:
        """Whether a card is the best of the trick so far."""
        return self.inference.best(self.inference.trick_with(card)).seat == self.inference.seat


def cheaper(played: Played, each: Card) -> bool:
    """Whether a card is worth at least two card points less than the one that was played."""
    return played.points(played.card) - played.points(each) >= 2


def throws_the_pagat(played: Played) -> bool:
    """Plays the pagat to a trick that the other side wins, as was to be expected."""
    inference = played.inference
    return (
        played.card == PAGAT and played.lost and inference.chance_ours(inference.trick_with(PAGAT)) <= LIKELY
    )


def needlessly_high(played: Played) -> bool:
    """Is last and wins with a tarock, although a lower one that beats fewer tarocks still out wins, too.

    An honour that could still be captured is brought home by that, and not counted.
    """
    card, out = played.card, played.inference.unseen & TAROCKS
    beaten = number_below(card, out) if card.suit == TAROCK else 0
    return (
        played.last
        and played.wins(card)
        and not (VALUE[card] > 1 and above(card) & out)
        and any(
            each.suit == TAROCK and each != PAGAT and played.wins(each) and number_below(each, out) < beaten
            for each in played.others
        )
    )


def gives_points(played: Played) -> bool:
    """Is last and gives the other side a card, not the pagat, worth two card points more than another one."""
    return (
        played.last
        and played.card != PAGAT
        and played.lost
        and any(cheaper(played, each) and not played.wins(each) for each in played.others)
    )


def leads_under(played: Played) -> bool:
    """Leads a queen, cavalier or jack although a higher card is out and a lower one is in the hand."""
    card, inference = played.card, played.inference
    return (
        not inference.public.trick
        and card.suit != TAROCK
        and is_exposed(inference, card)
        and has_lower(inference, card)
    )


def leads_into_a_ruff(played: Played) -> bool:
    """Leads a king, queen or cavalier to an opponent known to lack the suit, with tarocks perhaps.

    It is counted if there was a better card of a suit: one worth two card points less, or one that neither
    meets such an opponent nor is led under a higher card. A player with only tarocks besides would break
    their length instead.
    """
    card, inference = played.card, played.inference
    return (
        not inference.public.trick
        and card.suit != TAROCK
        and played.points(card) >= 3
        and is_ruffed(inference, card)
        and any(
            cheaper(played, each) or not (is_ruffed(inference, each) or is_exposed(inference, each))
            for each in played.others
            if each.suit != TAROCK
        )
    )


def overtakes_a_friend(played: Played) -> bool:
    """Is last and beats the card of a friend, and brings no points home that it could still lose.

    It is counted if another card than the pagat would have left the trick to the friend.
    """
    card, inference = played.card, played.inference
    before = inference.public.trick
    if not before or not played.last or not played.wins(card):
        return False
    left = [played.points(each) for each in played.others if each != PAGAT and not played.wins(each)]
    safe = card.suit == TAROCK and not above(card) & inference.unseen
    return (
        inference.best(before).seat in inference.friends
        and bool(left)
        and (safe or played.points(card) <= max(left))
    )


FLAGS: Final[Mapping[str, Callable[[Played], bool]]] = {
    "pagat": throws_the_pagat,
    "high": needlessly_high,
    "points": gives_points,
    "lead": leads_under,
    "ruff": leads_into_a_ruff,
    "friend": overtakes_a_friend,
}


def is_negative(deal: Deal) -> bool:
    """Whether the declarer, or everyone, tries to avoid tricks."""
    if not deal.open.contract:
        return not deal.game.teams
    return deal.game.name == "koenigrufen" and contract_of(deal.view(None)).negative


def choices(deal: Deal, player: Player, infer: Callable[[View], Inference]) -> list[Played]:
    """Play a deal to its end; return every card that was not the only legal one."""
    asked: list[tuple[int, Inference, Card]] = []
    while seats := deal.seats():
        view = deal.view(seats[0])
        action = player.choose(view)
        if view.open.phase == "play" and len(view.actions) > 1 and not is_negative(deal):
            inference = infer(view)
            card = next(each for each in inference.playable if str(each) == action.argument)
            asked.append((len(view.open.tricks), inference, card))
        after = deal.act(seats[0], action)
        assert isinstance(after, Deal), "a player chose an illegal action"
        deal = after
    # A deal that is given up ends in mid-trick.
    tricks = deal.open.tricks
    return [Played(known, card, tricks[at].winner) for at, known, card in asked if at < len(tricks)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit code."""
    parser = Parser("python -m benchmarks.flags", description="Plays that a card player would frown at.")
    parser.add_argument("player", choices=KINDS, metavar="PLAYER", help=", ".join(KINDS))
    parser.add_argument("--game", choices=GAMES, metavar="ID", help=f"one game only: {', '.join(GAMES)}")
    parser.add_argument("--deals", type=positive, default=150, help="for each game (default: 150)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same deals (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each game")
    chosen = parser.parse_args(arguments)
    for name in [chosen.game] if chosen.game else GAMES:
        player, found = KINDS[chosen.player](GAMES[name], chosen.seed), Counter[str]()
        for deal in deals(GAMES[name], chosen.deals, chosen.seed):
            for played in choices(deal, player, COMPUTERS[name].infer):
                found["choices"] += 1
                found.update(flag for flag, raised in FLAGS.items() if raised(played))
        rates = {flag: round(100 * found[flag] / max(1, found["choices"]), 2) for flag in FLAGS}
        words = [f"{flag} {rate:5.2f}" for flag, rate in rates.items()]
        document = {"game": name, "choices": found["choices"], **rates}
        print(json.dumps(document) if chosen.json else f"{name:20}{'  '.join(words)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
