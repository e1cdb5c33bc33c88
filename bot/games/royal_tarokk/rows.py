"""What a row of the table of announcements is made of: what it asks, raises and promises (5.3, 6, 8.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Final, TypeAlias

from bot.games.royal_tarokk.feats import Feat, all_of, wins
from bot.rules.cards import Card, Cards, card

Words: TypeAlias = tuple[str, ...]
"""The parameters of an announcement, as they stand in the record."""
NONE: Final[tuple[Words, ...]] = ((),)
"""The parameters of an announcement that has none."""


@dataclass(frozen=True, slots=True)
class Pledge:
    """A card that an announcement promises to a trick (8.1)."""

    card: Card
    trick: int
    due: bool = True
    """Whether the card must be played to the trick, or may merely not be played before it."""
    released: bool = False
    """Whether a trick lost before it ends the pledge (8.3)."""


Asks: TypeAlias = Callable[[Words], Feat]
"""What must be done, for given parameters."""
Raises: TypeAlias = Callable[[Words], Iterable[str]]
"""The announcements directly inferior, written out, for given parameters."""
Promises: TypeAlias = Callable[[Words], tuple[Pledge, ...]]
"""The cards promised to tricks, for given parameters."""


def written(name: str, words: Words = ()) -> str:
    """An announcement as it stands in the record."""
    return f"{name}:{','.join(words)}" if words else name


def cards_in_order(cards: Cards, number: int = 1) -> tuple[Words, ...]:
    """So many of some cards, in every order, as parameters."""
    return tuple(permutations(map(str, cards), number))


# What must be done


def always(feat: Feat) -> Asks:
    """The same, whatever the parameters."""
    return lambda _words: feat


def named(*tricks: int) -> Asks:
    """Each named card takes its trick."""
    return lambda words: all_of(
        *(wins(number, card(word)) for number, word in zip(tricks, words, strict=True))
    )


# What is inferior


def nothing_lower(_words: Words) -> tuple[str, ...]:
    """It is superior to nothing."""
    return ()


def over(*names: str) -> Raises:
    """The same announcements, whatever the parameters."""
    return lambda _words: names


def same(name: str) -> Raises:
    """The announcement with the same parameters."""
    return lambda words: (written(name, words),)


def part(name: str, at: int) -> Raises:
    """An announcement of one of the named cards."""
    return lambda words: (written(name, (words[at],)),)


def both(*parts: Raises) -> Raises:
    """All that several functions name."""
    return lambda words: (each for part in parts for each in part(words))


def with_any(names: Iterable[str], cards: Cards) -> Iterator[str]:
    """Announcements with any of certain cards."""
    return (written(name, (str(each),)) for name in names for each in cards)


# What is promised


def nothing_promised(_words: Words) -> tuple[Pledge, ...]:
    """No card is bound."""
    return ()


def promised(*pledges: Pledge) -> Promises:
    """The same pledges, whatever the parameters."""
    return lambda _words: pledges


def pledged(*tricks: int) -> Promises:
    """Each named card is promised to its trick."""
    return lambda words: tuple(Pledge(card(word), number) for number, word in zip(tricks, words, strict=True))


@dataclass(frozen=True, slots=True)
class Row:
    """An announcement with everything the rules say of it, for any parameters."""

    number: int
    id: str
    group: str
    feat: Asks | None
    """What must be done; `None` for a statement about the hand."""
    raises: Raises = nothing_lower
    """The announcements directly inferior to it (5.3)."""
    pledges: Promises = nothing_promised
    parameters: tuple[Words, ...] = NONE
    """All that may stand behind it."""
