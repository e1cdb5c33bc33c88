"""The table of the sixty-six announcements of Royal Tarokk: feats, superiority, pledges (5.3, 6, 8.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias

from bot.games.royal_tarokk.feats import (
    ALL,
    BLACK,
    PAGAT_FALLS,
    PLAIN,
    RED,
    SUIT_CARDS,
    Feat,
    all_of,
    at_least,
    captures_xxi,
    different_tricks_by,
    run_by,
    scala,
    shared,
    takes,
    takes_any,
    takes_together,
    trick_by,
    tricks_by,
    wins,
    wins_first,
)
from bot.games.royal_tarokk.tables import IN_SUIT, MAGASITOK, MATADORS, SCALA
from bot.rules.cards import KINGS, MOND, PAGAT, SKUS, SUITS, Card, Cards, card, union

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


TROPHIES: Final = ("t_small", "t_medium", "t_large", "t_slam")
LAST: Final = (8, 9, 10)
END: Final = {"ultimo": 10, "uhu": 9, "flying_dragon": 8, "griffin": 7, "troll": 6}
"""The end announcements, each with its trick (6.7)."""
OPENING: Final = {"pheasant": 1, "hawk": 2}
STREAKS: Final = {"piccolo": 3, "city": 4, "centrum": 5, "little_bird": 6, "great_bird": 7}
"""The streaks, each with the trick its card must win after all earlier ones were won (6.6)."""
COUNTS: Final = {
    "game": 5,
    "six_tricks": 6,
    "seven_tricks": 7,
    "eight_tricks": 8,
    "nine_tricks": 9,
    "volat": 10,
}
"""The trick counts, each with the tricks it needs (6.5)."""
QUEENS_DOWN: Final = Cards.of(each for each in SUIT_CARDS if each.rank in "QCJ")
HIGH: Final = Cards.of((SKUS, MOND))

ANY_SUIT: Final[tuple[Words, ...]] = tuple((suit,) for suit in SUITS)
RED_AND_BLACK: Final[tuple[Words, ...]] = tuple((red, black) for red in "HD" for black in "SC")
SUIT_COUNTS: Final[tuple[Words, ...]] = tuple(
    (suit, str(number)) for suit in SUITS for number in range(2, len(IN_SUIT[suit]))
)
TRIPLES: Final = cards_in_order(MAGASITOK, 3)
VULTURES: Final = tuple(written("vulture", words) for words in TRIPLES)
HIGH_ENDS: Final = tuple(with_any(("griffin", "troll"), MAGASITOK))


# 6.3-6.8


def _hand(number: int, name: str, parameters: tuple[Words, ...] = NONE) -> Row:
    return Row(number, name, "hand", None, parameters=parameters)


def _small(number: int, name: str, feat: Feat, *inferior: str) -> Row:
    return Row(number, name, "small", always(feat), over(*inferior))


def _trick_counts() -> Iterator[Row]:
    names = tuple(COUNTS)
    for at, (name, tricks) in enumerate(COUNTS.items()):
        yield Row(12 + at, name, "tricks", always(at_least(tricks)), over(*names[max(at - 1, 0) : at]))


def _streaks() -> Iterator[Row]:
    for at, (name, trick) in enumerate(STREAKS.items()):
        feat = all_of(wins_first(trick), wins(trick, SCALA[trick]))
        kept = promised(Pledge(SCALA[trick], trick, released=True))
        yield Row(18 + at, name, "streak", always(feat), pledges=kept)


def _ends() -> Iterator[Row]:
    names = tuple(END)
    for at, (name, trick) in enumerate(END.items()):
        lower = same(names[at - 1]) if at else nothing_lower
        yield Row(23 + at, name, "end", named(trick), lower, pledged(trick), cards_in_order(MAGASITOK))


def _openings() -> Iterator[Row]:
    for at, (name, trick) in enumerate(OPENING.items()):
        cards = cards_in_order(MAGASITOK)
        yield Row(28 + at, name, "opening", named(trick), pledges=pledged(trick), parameters=cards)


# 6.9


def _gangs(suits: str) -> tuple[str, ...]:
    return tuple(written("gang", (suit,)) for suit in suits)


def _takes_suits(suits: str) -> Feat:
    return takes(union(IN_SUIT[suit] for suit in suits))


def _suits() -> Iterator[Row]:
    pairs = (written("red_and_black", words) for words in RED_AND_BLACK)
    everything = over(*_gangs(SUITS), "fleet", "armada", *pairs)
    yield Row(30, "gang", "suits", lambda words: _takes_suits(words[0]), parameters=ANY_SUIT)
    yield Row(31, "fleet", "suits", always(_takes_suits("HD")), over(*_gangs("HD")))
    yield Row(
        32,
        "red_and_black",
        "suits",
        lambda words: _takes_suits("".join(words)),
        lambda words: _gangs("".join(words)),
        parameters=RED_AND_BLACK,
    )
    yield Row(33, "armada", "suits", always(_takes_suits("SC")), over(*_gangs("SC")))
    yield Row(34, "legion", "suits", always(_takes_suits(SUITS)), everything)


# 6.10


def _small_trophies() -> Iterator[Row]:
    pairs = cards_in_order(MAGASITOK, 2)
    first, second, hawk = part("pheasant", 0), part("hawk", 1), part("hawk", 0)
    matadors, kings = (over(*with_any(("ultimo", "uhu"), cards)) for cards in (MATADORS, KINGS))
    sneaker, phoenix = (always(tricks_by((9, 10), cards)) for cards in (MATADORS, KINGS))
    manille, amazon, djinns = Cards.of("SC SJ CC CJ"), over("amazon"), (("S10",), ("C10",))
    yield Row(35, "amazon", "t_small", always(trick_by(PLAIN)))
    yield Row(36, "pagat_capture", "t_small", always(PAGAT_FALLS))
    yield Row(37, "temesvar_pheasant", "t_small", named(1, 2), both(first, second), pledged(1, 2), pairs)
    yield Row(38, "transylvanian_pheasant", "t_small", named(1, 3), first, pledged(1, 3), pairs)
    yield Row(39, "hawk_pair", "t_small", named(2, 4), hawk, pledged(2, 4), pairs)
    yield Row(40, "sneaker", "t_small", sneaker, matadors)
    yield Row(41, "phoenix", "t_small", phoenix, kings)
    yield Row(42, "spadille", "t_small", always(trick_by(QUEENS_DOWN & RED)), amazon)
    yield Row(43, "manille", "t_small", always(trick_by(manille)), amazon)
    yield Row(44, "djinn", "t_small", named(10), amazon, pledged(10), djinns)
    yield Row(45, "marriage", "t_small", _marriage, _inferior_to_marriage, _marriage_pledges, ANY_SUIT)


def _marriage(words: Words) -> Feat:
    return tricks_by((9, 10), Cards.of(card(f"{words[0]}{rank}") for rank in "KQ"))


def _inferior_to_marriage(words: Words) -> Iterator[str]:
    """The amazon, the king's ultimo and uhu, and the spadille of a red suit (6.10, row 45)."""
    yield "amazon"
    yield from (written(name, (f"{words[0]}K",)) for name in ("ultimo", "uhu"))
    if words[0] in "HD":
        yield "spadille"


def _marriage_pledges(words: Words) -> tuple[Pledge, ...]:
    """King and queen must be kept for the last two tricks, in either order."""
    return tuple(Pledge(card(f"{words[0]}{rank}"), 9, due=False) for rank in "KQ")


def _scala_pledges(first: int) -> tuple[Pledge, ...]:
    return tuple(Pledge(each, number, released=True) for number, each in SCALA.items() if number >= first)


def _medium_trophies() -> Iterator[Row]:
    streaks = over("volat", *STREAKS)
    marriages = (written("marriage", words) for words in ANY_SUIT)
    lower = over("djinn:S10", "djinn:C10", "sphinx", "phoenix", *marriages)
    yield Row(46, "xxi_capture", "t_medium", always(captures_xxi))
    yield Row(47, "vulture", "t_medium", named(1, 2, 3), _inferior_to_vulture, pledged(1, 2, 3), TRIPLES)
    yield Row(48, "suite", "t_medium", always(tricks_by(LAST, SUIT_CARDS)), lower)
    yield Row(49, "scala", "t_medium", always(all_of(ALL, scala(3))), streaks, promised(*_scala_pledges(3)))


def _inferior_to_vulture(words: Words) -> Iterator[str]:
    yield written("transylvanian_pheasant", (words[0], words[2]))
    yield written("temesvar_pheasant", words[:2])


def _large_trophies() -> Iterator[Row]:
    ordeal, centaur = all_of(captures_xxi, PAGAT_FALLS), all_of(captures_xxi, trick_by(PLAIN))
    late_matadors = with_any(("ultimo", "uhu", "flying_dragon"), MATADORS)
    sphinx = different_tricks_by(QUEENS_DOWN & RED, QUEENS_DOWN & BLACK)
    yield Row(50, "ordeal", "t_large", always(ordeal), over("xxi_capture", "pagat_capture"))
    yield Row(51, "centaur", "t_large", always(centaur), over("xxi_capture", "amazon"))
    yield Row(52, "troika", "t_large", always(tricks_by(LAST, MATADORS)), over("sneaker", *late_matadors))
    yield Row(53, "family", "t_large", _family, over("suite"), parameters=ANY_SUIT)
    yield Row(54, "bethlehem", "t_large", always(tricks_by(LAST, KINGS)), over("phoenix", "suite"))
    yield Row(55, "sphinx", "t_large", always(sphinx), over("spadille", "manille", "amazon"))


def _family(words: Words) -> Feat:
    return tricks_by(LAST, IN_SUIT[words[0]])


def _slams() -> Iterator[Row]:
    suits, matadors, kings = (tricks_by(LAST, cards) for cards in (SUIT_CARDS, MATADORS, KINGS))
    full, kept = all_of(ALL, scala(3)), promised(*_scala_pledges(3))
    run = always(all_of(ALL, run_by(4, SUIT_CARDS)))
    yield Row(56, "four_suit_run", "t_slam", run, over("suite", "bethlehem", "volat", *VULTURES, *HIGH_ENDS))
    run = always(all_of(ALL, run_by(4, MATADORS)))
    yield Row(57, "four_matador_run", "t_slam", run, over("troika", "volat", *VULTURES, *HIGH_ENDS))
    yield Row(58, "spectrum", "t_slam", always(all_of(full, suits)), over("scala", "suite"), kept)
    yield Row(
        59,
        "vulture_scala",
        "t_slam",
        lambda words: all_of(ALL, named(1, 2, 3)(words), scala(4)),
        both(same("vulture"), over("city", "centrum", "little_bird", "great_bird", "volat")),
        lambda words: (*pledged(1, 2, 3)(words), *_scala_pledges(4)),
        TRIPLES,
    )
    yield Row(60, "scala_troika", "t_slam", always(all_of(full, matadors)), over("scala", "troika"), kept)
    yield Row(
        61,
        "scala_family",
        "t_slam",
        lambda words: all_of(full, _family(words)),
        both(over("spectrum"), same("family")),
        kept,
        ANY_SUIT,
    )
    bethlehem = always(all_of(full, kings))
    yield Row(62, "scala_bethlehem", "t_slam", bethlehem, over("spectrum", "bethlehem"), kept)
    grand = all_of(ALL, captures_xxi, PAGAT_FALLS, trick_by(PLAIN))
    yield Row(63, "grand_ordeal", "t_slam", always(grand), over("ordeal", "centaur", "volat"))
    yield Row(
        64,
        "triumph",
        "t_slam",
        lambda words: all_of(ALL, captures_xxi, named(8, 9, 10)(words)),
        over("xxi_capture", "volat", "troika"),
        pledged(8, 9, 10),
        cards_in_order(MATADORS, 3),
    )
    suit_triumph = always(all_of(ALL, captures_xxi, suits))
    yield Row(65, "suit_triumph", "t_slam", suit_triumph, over("xxi_capture", "volat", "suite"))
    others = tricks_by(LAST, MATADORS.minus(PAGAT))
    golgotha = always(all_of(ALL, captures_xxi, PAGAT_FALLS, others, shared(LAST)))
    triumphs = (written("triumph", words) for words in permutations(("T2", "T3", "T4")))
    yield Row(66, "golgotha", "t_slam", golgotha, over("ordeal", *triumphs))


ROWS: Final = (
    _hand(1, "suit_count", SUIT_COUNTS),
    _hand(2, "tarokk_count", (("8",), ("9",), ("10",))),
    _hand(3, "matador"),
    _hand(4, "full_suit"),
    _hand(5, "four_alike"),
    _small(6, "tarokk_18", takes(Cards.of("T18"))),
    _small(7, "tarokk_19", takes(Cards.of("T19"))),
    _small(8, "tarokk_20", takes(Cards.of("T20"))),
    _small(9, "honour", takes_any(HIGH)),
    _small(10, "two_honours", takes_together(HIGH), "honour"),
    _small(11, "honours_and_pagat", takes_together(HIGH.plus(PAGAT)), "two_honours"),
    *_trick_counts(),
    *_streaks(),
    *_ends(),
    *_openings(),
    *_suits(),
    *_small_trophies(),
    *_medium_trophies(),
    *_large_trophies(),
    *_slams(),
)
ROW: Final = {row.id: row for row in ROWS}
GROUPS: Final = {row.id: row.group for row in ROWS}
"""The group of each announcement in the table."""
CAPTURES: Final = {"pagat_capture": PAGAT, "xxi_capture": MOND}
ITEMS: Final = tuple(written(row.id, words) for row in ROWS for words in row.parameters)
"""Every announcement with every parameter, in the order of the table."""


@cache
def parsed(item: str) -> tuple[Row, Words]:
    """The row and the parameters of an announcement."""
    name, _, words = item.partition(":")
    return ROW[name], tuple(words.split(",")) if words else ()


@cache
def feat_of(item: str) -> Feat | None:
    """What must be done for an announcement; `None` for a statement about the hand."""
    row, words = parsed(item)
    return None if row.feat is None else row.feat(words)


@cache
def pledges_of(item: str) -> tuple[Pledge, ...]:
    """The cards that an announcement promises (8.1)."""
    row, words = parsed(item)
    return row.pledges(words)


LITERAL: Final[Mapping[str, Mapping[str, Raises]]] = {
    "scala_raises_end": {"scala": over(*with_any(END, MAGASITOK))},
    "any_card_raised": {
        "troika": over(*with_any(("ultimo", "uhu", "flying_dragon"), MAGASITOK)),
        "marriage": over(*with_any(("ultimo", "uhu"), MAGASITOK)),
    },
    "golgotha_raises_all": {
        "golgotha": over(*(written("triumph", words) for words in cards_in_order(MATADORS, 3)))
    },
}
"""Additional inferior announcements by house rules, which follow the source text literally (15)."""


@cache
def inferiors(item: str, literally: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return all announcements inferior to an announcement, directly or indirectly (5.3, 15)."""
    row, words = parsed(item)
    besides = (LITERAL[name].get(row.id, nothing_lower) for name in literally)
    direct = frozenset(each for raises in (row.raises, *besides) for each in raises(words))
    return direct.union(*(inferiors(each, literally) for each in direct))


@cache
def is_trophy(item: str) -> bool:
    """Whether an announcement is a trophy; a team may have only one (5.4)."""
    return parsed(item)[0].group in TROPHIES
