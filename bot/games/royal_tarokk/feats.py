"""What a team has to do in the tricks: the predicates that announcements are made of (6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from bot.games.royal_tarokk.tables import SCALA, TRICKS
from bot.rules.cards import KINGS, MOND, PAGAT, SKUS, SUIT, Card, Cards, union
from bot.rules.layout import Seat
from bot.rules.tricks import Trick
from bot.rules.values import cached_property

RED: Final = SUIT["H"] | SUIT["D"]
BLACK: Final = SUIT["S"] | SUIT["C"]


@dataclass(frozen=True)
class TeamTricks:
    """A deal that was played out, as one team sees it."""

    team: frozenset[Seat]
    of_deal: tuple[Trick, ...]

    def won(self, number: int) -> bool:
        """Whether the team took the trick of that number, from 1."""
        return self.of_deal[number - 1].winner in self.team

    def winning_card(self, number: int) -> Card | None:
        """The card with which the team took a trick, if it took it."""
        trick = self.of_deal[number - 1]
        return trick.played_by(trick.winner) if trick.winner in self.team else None

    @cached_property
    def winning_cards(self) -> tuple[Card | None, ...]:
        """The cards with which the team took each trick."""
        return tuple(self.winning_card(number) for number in range(1, len(self.of_deal) + 1))

    @cached_property
    def taken(self) -> Cards:
        """All cards in the team's tricks."""
        return union(trick.cards for trick in self.of_deal if trick.winner in self.team)

    @cached_property
    def count(self) -> int:
        """How many tricks the team took."""
        return sum(each is not None for each in self.winning_cards)

    def captured(self, prey: Card) -> Trick | None:
        """The trick in which the team took a card from an opponent."""
        return next(
            (
                trick
                for trick in self.of_deal
                if trick.winner in self.team
                and any(play.card == prey and play.seat not in self.team for play in trick.plays)
            ),
            None,
        )


Feat: TypeAlias = Callable[[TeamTricks], bool]


def all_of(*feats: Feat) -> Feat:
    """Every one of several feats."""
    return lambda tricks: all(feat(tricks) for feat in feats)


def takes(cards: Cards) -> Feat:
    """Certain cards lie in the team's tricks."""
    return lambda tricks: not cards - tricks.taken


def takes_any(cards: Cards) -> Feat:
    """One of certain cards lies in the team's tricks."""
    return lambda tricks: bool(cards & tricks.taken)


def takes_together(cards: Cards) -> Feat:
    """Certain cards lie in one trick of the team's."""
    return lambda tricks: any(
        not cards - trick.cards for trick in tricks.of_deal if trick.winner in tricks.team
    )


def at_least(number: int) -> Feat:
    """So many tricks or more."""
    return lambda tricks: tricks.count >= number


def wins(number: int, each: Card) -> Feat:
    """A certain card takes a certain trick."""
    return lambda tricks: tricks.winning_card(number) == each


def wins_first(number: int) -> Feat:
    """The team takes the first so many tricks."""
    return lambda tricks: all(tricks.won(trick) for trick in range(1, number + 1))


def trick_by(cards: Cards) -> Feat:
    """One of certain cards takes some trick."""
    return lambda tricks: any(each in cards for each in tricks.winning_cards if each is not None)


def tricks_by(numbers: tuple[int, ...], cards: Cards) -> Feat:
    """Each of some tricks is taken by one of certain cards."""
    return lambda tricks: all(
        (each := tricks.winning_card(number)) is not None and each in cards for number in numbers
    )


def run_by(length: int, cards: Cards) -> Feat:
    """So many tricks one after the other are each taken by one of certain cards."""
    return lambda tricks: any(
        tricks_by(tuple(range(first, first + length)), cards)(tricks)
        for first in range(1, len(tricks.of_deal) - length + 2)
    )


def captures(prey: Card) -> Feat:
    """A card of an opponent's falls to the team."""
    return lambda tricks: tricks.captured(prey) is not None


def captures_xxi(tricks: TeamTricks) -> bool:
    """An opponent's XXI falls to the team's Skíz."""
    trick = tricks.captured(MOND)
    return trick is not None and trick.played_by(trick.winner) == SKUS


def different_tricks_by(first: Cards, second: Cards) -> Feat:
    """Two different tricks, one taken by each of two kinds of card."""
    return lambda tricks: any(
        (one in first and other in second) or (one in second and other in first)
        for one, other in combinations([each for each in tricks.winning_cards if each is not None], 2)
    )


def shared(numbers: tuple[int, ...]) -> Feat:
    """Both partners take some of certain tricks."""
    return lambda tricks: len({tricks.of_deal[number - 1].winner for number in numbers}) == 2


def scala(first: int) -> Feat:
    """The cards of the streaks each take their trick, from a certain trick on."""
    return all_of(*(wins(number, each) for number, each in SCALA.items() if number >= first))


ALL: Final = at_least(TRICKS)
PAGAT_FALLS: Final = captures(PAGAT)
SUIT_CARDS: Final = RED | BLACK
PLAIN: Final = SUIT_CARDS - KINGS
"""Suit cards other than kings."""
