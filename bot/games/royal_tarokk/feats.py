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
class Course:
    """A deal that was played out, as one team sees it."""

    team: frozenset[Seat]
    tricks: tuple[Trick, ...]

    def won(self, number: int) -> bool:
        """Whether the team took the trick of that number, from 1."""
        return self.tricks[number - 1].winner in self.team

    def by(self, number: int) -> Card | None:
        """The card with which the team took a trick, if it took it."""
        trick = self.tricks[number - 1]
        return trick.played_by(trick.winner) if trick.winner in self.team else None

    @cached_property
    def winning(self) -> tuple[Card | None, ...]:
        """The cards with which the team took each trick."""
        return tuple(self.by(number) for number in range(1, len(self.tricks) + 1))

    @cached_property
    def taken(self) -> Cards:
        """All cards in the team's tricks."""
        return union(trick.cards for trick in self.tricks if trick.winner in self.team)

    @cached_property
    def count(self) -> int:
        """How many tricks the team took."""
        return sum(each is not None for each in self.winning)

    def captured(self, prey: Card) -> Trick | None:
        """The trick in which the team took a card from an opponent."""
        return next(
            (
                trick
                for trick in self.tricks
                if trick.winner in self.team
                and any(play.card == prey and play.seat not in self.team for play in trick.plays)
            ),
            None,
        )


Feat: TypeAlias = Callable[[Course], bool]


def all_of(*feats: Feat) -> Feat:
    """Every one of several feats."""
    return lambda course: all(feat(course) for feat in feats)


def takes(cards: Cards) -> Feat:
    """Certain cards lie in the team's tricks."""
    return lambda course: not cards - course.taken


def takes_any(cards: Cards) -> Feat:
    """One of certain cards lies in the team's tricks."""
    return lambda course: bool(cards & course.taken)


def takes_together(cards: Cards) -> Feat:
    """Certain cards lie in one trick of the team's."""
    return lambda course: any(
        not cards - trick.cards for trick in course.tricks if trick.winner in course.team
    )


def at_least(number: int) -> Feat:
    """So many tricks or more."""
    return lambda course: course.count >= number


def wins(number: int, each: Card) -> Feat:
    """A certain card takes a certain trick."""
    return lambda course: course.by(number) == each


def wins_first(number: int) -> Feat:
    """The team takes the first so many tricks."""
    return lambda course: all(course.won(trick) for trick in range(1, number + 1))


def trick_by(cards: Cards) -> Feat:
    """One of certain cards takes some trick."""
    return lambda course: any(each in cards for each in course.winning if each is not None)


def tricks_by(numbers: tuple[int, ...], cards: Cards) -> Feat:
    """Each of some tricks is taken by one of certain cards."""
    return lambda course: all((each := course.by(number)) is not None and each in cards for number in numbers)


def run_by(length: int, cards: Cards) -> Feat:
    """So many tricks one after the other are each taken by one of certain cards."""
    return lambda course: any(
        tricks_by(tuple(range(first, first + length)), cards)(course)
        for first in range(1, len(course.tricks) - length + 2)
    )


def captures(prey: Card) -> Feat:
    """A card of an opponent's falls to the team."""
    return lambda course: course.captured(prey) is not None


def captures_xxi(course: Course) -> bool:
    """An opponent's XXI falls to the team's Skíz."""
    trick = course.captured(MOND)
    return trick is not None and trick.played_by(trick.winner) == SKUS


def different_tricks_by(first: Cards, second: Cards) -> Feat:
    """Two different tricks, one taken by each of two kinds of card."""
    return lambda course: any(
        (one in first and other in second) or (one in second and other in first)
        for one, other in combinations([each for each in course.winning if each is not None], 2)
    )


def shared(numbers: tuple[int, ...]) -> Feat:
    """Both partners take some of certain tricks."""
    return lambda course: len({course.tricks[number - 1].winner for number in numbers}) == 2


def scala(first: int) -> Feat:
    """The cards of the streaks each take their trick, from a certain trick on."""
    return all_of(*(wins(number, each) for number, each in SCALA.items() if number >= first))


ALL: Final = at_least(TRICKS)
PAGAT_FALLS: Final = captures(PAGAT)
SUIT_CARDS: Final = RED | BLACK
PLAIN: Final = SUIT_CARDS - KINGS
"""Suit cards other than kings."""
