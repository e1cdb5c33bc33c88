"""Feats: the predicates on a team's tricks that announcements are made of (6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final, TypeAlias

from bot.games.royal_tarokk.tables import SCALA, TRICKS
from bot.rules.cards import KINGS, MOND, PAGAT, SKUS, SUIT, Card, Cards, union
from bot.rules.layout import Seat
from bot.rules.tricks import Trick

RED: Final = SUIT["H"] | SUIT["D"]
BLACK: Final = SUIT["S"] | SUIT["C"]


@dataclass(frozen=True)
class Won:
    """A trick of a finished deal."""

    trick: Trick
    by: Card
    """The card that won it."""
    cards: Cards

    @classmethod
    def of(cls, trick: Trick) -> Won:
        """Add up a trick."""
        plays, winner = trick
        by, bits = plays[0].card, 0
        for seat, card in plays:
            bits |= 1 << card
            if seat == winner:
                by = card
        return cls(trick, by, Cards(bits))


@dataclass(frozen=True)
class TeamTricks:
    """The tricks of a finished deal, for one team."""

    team: tuple[Seat, ...]
    of_deal: tuple[Won, ...]
    """All tricks of the deal, those of the other team included."""

    @cached_property
    def winning_cards(self) -> tuple[Card | None, ...]:
        """The card with which the team won each trick, or `None` where it did not."""
        return tuple([each.by if each.trick.winner in self.team else None for each in self.of_deal])

    @cached_property
    def own(self) -> tuple[Won, ...]:
        """The tricks that the team won."""
        return tuple([each for each in self.of_deal if each.trick.winner in self.team])

    @cached_property
    def won_with(self) -> Cards:
        """All cards with which the team won a trick."""
        return Cards.of([each.by for each in self.own])

    @cached_property
    def taken(self) -> Cards:
        """All cards in the team's tricks."""
        return union([each.cards for each in self.own])

    def captured(self, prey: Card) -> Card | None:
        """The card with which the team captured a card of an opponent, or `None`."""
        if prey not in self.taken:
            return None
        won = next(each for each in self.own if prey in each.cards)
        own = any(play.seat in self.team for play in won.trick.plays if play.card == prey)
        return None if own else won.by


Feat: TypeAlias = Callable[[TeamTricks], bool]


def all_of(*feats: Feat) -> Feat:
    """All of several feats."""
    return feats[0] if len(feats) == 1 else lambda tricks: all(feat(tricks) for feat in feats)


def takes(cards: Cards) -> Feat:
    """The team's tricks contain all of these cards."""
    return lambda tricks: not cards - tricks.taken


def takes_any(cards: Cards) -> Feat:
    """The team's tricks contain one of these cards."""
    return lambda tricks: bool(cards & tricks.taken)


def takes_together(cards: Cards) -> Feat:
    """One trick of the team contains all of these cards."""
    return lambda tricks: any(not cards - trick.cards for trick in tricks.own)


def at_least(number: int) -> Feat:
    """The team wins at least this number of tricks."""
    return lambda tricks: len(tricks.own) >= number


def wins(number: int, each: Card) -> Feat:
    """The team wins a trick with a certain card."""
    return lambda tricks: tricks.winning_cards[number - 1] == each


def wins_first(number: int) -> Feat:
    """The team wins this number of tricks from the first one on."""
    return lambda tricks: None not in tricks.winning_cards[:number]


def trick_by(cards: Cards) -> Feat:
    """The team wins a trick with one of these cards."""
    return lambda tricks: bool(cards & tricks.won_with)


def tricks_by(numbers: tuple[int, ...], cards: Cards) -> Feat:
    """The team wins each of these tricks with one of these cards."""
    return lambda tricks: all(tricks.winning_cards[number - 1] in cards for number in numbers)


def run_by(length: int, cards: Cards) -> Feat:
    """The team wins this number of consecutive tricks, each with one of these cards."""
    return lambda tricks: any(
        tricks_by(tuple(range(first, first + length)), cards)(tricks)
        for first in range(1, len(tricks.of_deal) - length + 2)
    )


def captures(prey: Card) -> Feat:
    """The team captures a card of an opponent."""
    return lambda tricks: tricks.captured(prey) is not None


def captures_xxi(tricks: TeamTricks) -> bool:
    """The team captures an opponent's XXI with the Skíz."""
    return tricks.captured(MOND) == SKUS


def different_tricks_by(first: Cards, second: Cards) -> Feat:
    """The team wins two different tricks, one with a card of each kind."""
    return lambda tricks: any(
        (one in first and other in second) or (one in second and other in first)
        for one, other in combinations(tricks.won_with, 2)
    )


def shared(numbers: tuple[int, ...]) -> Feat:
    """Two seats win these tricks: both partners, if the team wins all of them."""
    return lambda tricks: len({tricks.of_deal[number - 1].trick.winner for number in numbers}) == 2


def scala(first: int) -> Feat:
    """The team wins each trick from this one on with its card of the streaks."""
    return all_of(*(wins(number, each) for number, each in SCALA.items() if number >= first))


ALL: Final = at_least(TRICKS)
PAGAT_FALLS: Final = captures(PAGAT)
SUIT_CARDS: Final = RED | BLACK
PLAIN: Final = SUIT_CARDS - KINGS
"""Suit cards other than kings."""
