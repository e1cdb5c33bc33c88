"""Building blocks of the table of announcements: feats, superiority and pledges (5.3, 6, 8.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias

from bot.games.royal_tarokk.feats import Feat, all_of, wins
from bot.rules.cards import Card, Cards, card

Words: TypeAlias = tuple[str, ...]
"""The parameters of an announcement, as in deal records."""
NONE: Final[tuple[Words, ...]] = ((),)
"""The parameters of an announcement that has none."""


class Pledge(NamedTuple):
    """A card that an announcement promises for a trick (8.1)."""

    card: Card
    trick: int
    due: bool = True
    """Whether the card must be played to the trick and not only kept until then."""
    released: bool = False
    """Whether an earlier lost trick ends the pledge (8.3)."""


Requires: TypeAlias = Callable[[Words], Feat]
"""From parameters to the required feat."""
Raises: TypeAlias = Callable[[Words], Iterable[str]]
"""From parameters to the directly inferior announcements, as in deal records."""
Promises: TypeAlias = Callable[[Words], tuple[Pledge, ...]]
"""From parameters to the pledges."""


def written(name: str, words: Words = ()) -> str:
    """Return an announcement as in deal records."""
    return f"{name}:{','.join(words)}" if words else name


def cards_in_order(cards: Cards, number: int = 1) -> tuple[Words, ...]:
    """Return all ordered choices of a number of cards, as parameters."""
    return tuple(permutations(map(str, cards), number))


# Required feats


def always(feat: Feat) -> Requires:
    """The same feat for all parameters."""
    return lambda _words: feat


def named(*tricks: int) -> Requires:
    """Each card of the parameters wins its trick."""
    return lambda words: all_of(
        *(wins(number, card(word)) for number, word in zip(tricks, words, strict=True))
    )


# Superiority


def nothing_lower(_words: Words) -> tuple[str, ...]:
    """No inferior announcements."""
    return ()


def over(*names: str) -> Raises:
    """The same announcements for all parameters."""
    return lambda _words: names


def same(name: str) -> Raises:
    """The announcement with the same parameters."""
    return lambda words: (written(name, words),)


def part(name: str, at: int) -> Raises:
    """An announcement with one of the parameters."""
    return lambda words: (written(name, (words[at],)),)


def both(*parts: Raises) -> Raises:
    """The announcements of several functions."""
    return lambda words: (each for part in parts for each in part(words))


def with_any(names: Iterable[str], cards: Cards) -> Iterator[str]:
    """The announcements with each of these cards as parameter."""
    return (written(name, (str(each),)) for name in names for each in cards)


# Pledges


def nothing_promised(_words: Words) -> tuple[Pledge, ...]:
    """No pledges."""
    return ()


def promised(*pledges: Pledge) -> Promises:
    """The same pledges for all parameters."""
    return lambda _words: pledges


def pledged(*tricks: int) -> Promises:
    """Each card of the parameters is pledged to its trick."""
    return lambda words: tuple(Pledge(card(word), number) for number, word in zip(tricks, words, strict=True))


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table of announcements."""

    number: int
    id: str
    group: str
    feat: Requires | None
    """The required feat; `None` for a statement about the hand."""
    raises: Raises = nothing_lower
    """The announcements directly inferior to it (5.3)."""
    pledges: Promises = nothing_promised
    parameters: tuple[Words, ...] = NONE
    """All possible parameters."""
