"""The sixty-six announcements of Royal Tarokk and the silent bonuses, each a row of one table (6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Final, TypeAlias

from bot.games.royal_tarokk.feats import (
    ALL,
    BLACK,
    MAGASITOK,
    MATADORS,
    PAGAT_FALLS,
    PLAIN,
    RED,
    SCALA,
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
from bot.games.royal_tarokk.tables import SUIT_SIZE
from bot.rules.cards import KINGS, MOND, PAGAT, SKUS, SUITS, Card, Cards, card

Words: TypeAlias = tuple[str, ...]
"""The parameters of an announcement, as they stand in the record."""


@dataclass(frozen=True, slots=True)
class Pledge:
    """A card that an announcement promises to a trick (8.1)."""

    card: Card
    trick: int
    due: bool = True
    """Whether the card must be played to the trick, or may merely not be played before it."""
    released: bool = False
    """Whether a trick lost before it ends the pledge (8.3)."""


@dataclass(frozen=True, slots=True)
class Row:
    """An announcement with everything the rules say of it, for any parameters."""

    number: int
    id: str
    group: str
    parameters: tuple[Words, ...]
    """All that may stand behind it; one empty tuple where nothing does."""
    feat: Callable[[Words], Feat] | None
    """What must be done, for given parameters; nothing for a statement about the hand."""
    raises: Callable[[Words], Iterator[str]]
    """The announcements directly inferior to it (5.3), written out."""
    pledges: Callable[[Words], tuple[Pledge, ...]]


TROPHIES: Final = ("t_small", "t_medium", "t_large", "t_slam")
LAST: Final = (8, 9, 10)
END: Final = {"ultimo": 10, "uhu": 9, "flying_dragon": 8, "griffin": 7, "troll": 6}
"""The end announcements, each with its trick (6.7)."""
OPENING: Final = {"pheasant": 1, "hawk": 2}
STREAKS: Final = {"piccolo": 3, "city": 4, "centrum": 5, "little_bird": 6, "great_bird": 7}
COUNTS: Final = ("game", "six_tricks", "seven_tricks", "eight_tricks", "nine_tricks", "volat")


def written(name: str, words: Words = ()) -> str:
    """An announcement as it stands in the record."""
    return f"{name}:{','.join(words)}" if words else name


def _cards(cards: Cards, number: int = 1) -> tuple[Words, ...]:
    return tuple(permutations(map(str, cards), number))


NONE: Final[tuple[Words, ...]] = ((),)
ANY_SUIT: Final[tuple[Words, ...]] = tuple((suit,) for suit in SUITS)
TRIPLES: Final = _cards(MAGASITOK, 3)


def _no(_words: Words) -> Iterator[str]:
    yield from ()


def _nothing(_words: Words) -> tuple[Pledge, ...]:
    return ()


def _over(*names: str) -> Callable[[Words], Iterator[str]]:
    """Announcements without parameters, all inferior."""
    return lambda _words: iter(names)


def _same(name: str) -> Callable[[Words], Iterator[str]]:
    """The announcement with the same parameters."""
    return lambda words: iter((written(name, words),))


def _both(*parts: Callable[[Words], Iterator[str]]) -> Callable[[Words], Iterator[str]]:
    """All that several functions name."""
    return lambda words: (each for part in parts for each in part(words))


def _end(names: tuple[str, ...], cards: Cards) -> Callable[[Words], Iterator[str]]:
    """End announcements with any of certain cards."""
    return lambda _words: (written(name, (str(each),)) for name in names for each in cards)


def _gangs(suits: str) -> Iterator[str]:
    return (written("gang", (suit,)) for suit in suits)


def _part(name: str, at: int) -> Callable[[Words], Iterator[str]]:
    """An announcement of one of the named cards."""
    return lambda words: iter((written(name, (words[at],)),))


def _all_gangs(_words: Words) -> Iterator[str]:
    yield from (*_gangs(SUITS), "fleet", "armada")
    yield from (written("red_and_black", words) for words in RED_AND_BLACK)


def _vultures(_words: Words) -> Iterator[str]:
    return (written("vulture", words) for words in TRIPLES)


def _marriages(_words: Words) -> Iterator[str]:
    yield from ("djinn:S10", "djinn:C10", "sphinx", "phoenix")
    yield from (written("marriage", words) for words in ANY_SUIT)


def _for_marriage(words: Words) -> Iterator[str]:
    """The amazon, the king's ultimo and uhu, and the spadille of a red suit (6.10, row 45)."""
    yield "amazon"
    yield from (written(name, (f"{words[0]}K",)) for name in ("ultimo", "uhu"))
    if words[0] in "HD":
        yield "spadille"


def _for_vulture(words: Words) -> Iterator[str]:
    yield written("transylvanian_pheasant", (words[0], words[2]))
    yield written("temesvar_pheasant", words[:2])


def _triumphs(_words: Words) -> Iterator[str]:
    return (written("triumph", words) for words in _cards(MATADORS, 3))


def _for_golgotha(_words: Words) -> Iterator[str]:
    yield from (written("triumph", words) for words in permutations(("T2", "T3", "T4")))
    yield "ordeal"


def _named(*tricks: int) -> Callable[[Words], Feat]:
    """Each named card takes its trick."""
    return lambda words: all_of(
        *(wins(number, card(word)) for number, word in zip(tricks, words, strict=True))
    )


def _pledged(*tricks: int) -> Callable[[Words], tuple[Pledge, ...]]:
    """Each named card is promised to its trick."""
    return lambda words: tuple(Pledge(card(word), number) for number, word in zip(tricks, words, strict=True))


def _scala_pledges(first: int = 3) -> tuple[Pledge, ...]:
    return tuple(Pledge(each, number, released=True) for number, each in SCALA.items() if number >= first)


def _always(feat: Feat) -> Callable[[Words], Feat]:
    return lambda _words: feat


RED_AND_BLACK: Final[tuple[Words, ...]] = tuple((red, black) for red in "HD" for black in "SC")
QUEENS_DOWN: Final = Cards.of(each for each in SUIT_CARDS if each.rank in "QCJ")
HIGH: Final = Cards.of((SKUS, MOND))


def _suit_count_words() -> tuple[Words, ...]:
    return tuple((suit, str(number)) for suit in SUITS for number in range(2, len(SUIT_SIZE[suit])))


def _gang_of(suits: str) -> Cards:
    return Cards(sum(SUIT_SIZE[suit].bits for suit in suits))


def _hand(number: int, name: str, parameters: tuple[Words, ...] = NONE) -> Row:
    return Row(number, name, "hand", parameters, None, _no, _nothing)


def _small(number: int, name: str, feat: Feat, *inferior: str) -> Row:
    return Row(number, name, "small", NONE, _always(feat), _over(*inferior), _nothing)


def _trick_counts() -> Iterator[Row]:
    for at, name in enumerate(COUNTS):
        yield Row(
            12 + at,
            name,
            "tricks",
            NONE,
            _always(at_least(5 + at)),
            _over(*COUNTS[max(at - 1, 0) : at]),
            _nothing,
        )


def _promising(*pledges: Pledge) -> Callable[[Words], tuple[Pledge, ...]]:
    """The same pledges whatever the parameters."""
    return lambda _words: pledges


def _streaks() -> Iterator[Row]:
    for at, (name, trick) in enumerate(STREAKS.items()):
        feat = all_of(wins_first(trick), wins(trick, SCALA[trick]))
        pledge = (Pledge(SCALA[trick], trick, released=True),)
        yield Row(18 + at, name, "streak", NONE, _always(feat), _no, _promising(*pledge))


def _ends() -> Iterator[Row]:
    names = tuple(END)
    for at, (name, trick) in enumerate(END.items()):
        lower = _same(names[at - 1]) if at else _no
        yield Row(23 + at, name, "end", _cards(MAGASITOK), _named(trick), lower, _pledged(trick))


def _trophy(
    number: int,
    name: str,
    tier: str,
    feat: Callable[[Words], Feat],
    raises: Callable[[Words], Iterator[str]] = _no,
    pledges: Callable[[Words], tuple[Pledge, ...]] = _nothing,
    parameters: tuple[Words, ...] = NONE,
) -> Row:
    return Row(number, name, f"t_{tier}", parameters, feat, raises, pledges)


def _suits() -> Iterator[Row]:
    yield Row(30, "gang", "suits", ANY_SUIT, lambda words: takes(_gang_of(words[0])), _no, _nothing)
    yield Row(
        31, "fleet", "suits", NONE, _always(takes(_gang_of("HD"))), lambda _words: _gangs("HD"), _nothing
    )
    yield Row(
        32,
        "red_and_black",
        "suits",
        RED_AND_BLACK,
        lambda words: takes(_gang_of("".join(words))),
        lambda words: _gangs("".join(words)),
        _nothing,
    )
    yield Row(
        33, "armada", "suits", NONE, _always(takes(_gang_of("SC"))), lambda _words: _gangs("SC"), _nothing
    )
    yield Row(34, "legion", "suits", NONE, _always(takes(_gang_of(SUITS))), _all_gangs, _nothing)


def _small_trophies() -> Iterator[Row]:
    pairs = _cards(MAGASITOK, 2)
    first, second, hawk = _part("pheasant", 0), _part("hawk", 1), _part("hawk", 0)
    matadors, kings = _end(("ultimo", "uhu"), MATADORS), _end(("ultimo", "uhu"), KINGS)
    amazon = _over("amazon")
    yield _trophy(35, "amazon", "small", _always(trick_by(PLAIN)))
    yield _trophy(36, "pagat_capture", "small", _always(PAGAT_FALLS))
    yield _trophy(37, "temesvar_pheasant", "small", _named(1, 2), _both(first, second), _pledged(1, 2), pairs)
    yield _trophy(38, "transylvanian_pheasant", "small", _named(1, 3), first, _pledged(1, 3), pairs)
    yield _trophy(39, "hawk_pair", "small", _named(2, 4), hawk, _pledged(2, 4), pairs)
    yield _trophy(40, "sneaker", "small", _always(tricks_by((9, 10), MATADORS)), matadors)
    yield _trophy(41, "phoenix", "small", _always(tricks_by((9, 10), KINGS)), kings)
    yield _trophy(42, "spadille", "small", _always(trick_by(QUEENS_DOWN & RED)), amazon)
    yield _trophy(43, "manille", "small", _always(trick_by(Cards.of("SC SJ CC CJ"))), amazon)
    yield _trophy(44, "djinn", "small", _named(10), amazon, _pledged(10), (("S10",), ("C10",)))
    yield _trophy(45, "marriage", "small", _marriage, _for_marriage, _wed, ANY_SUIT)


def _family(words: Words) -> Feat:
    return tricks_by(LAST, SUIT_SIZE[words[0]])


def _marriage(words: Words) -> Feat:
    king, queen = card(f"{words[0]}K"), card(f"{words[0]}Q")
    pair = Cards.of((king, queen))
    return all_of(tricks_by((9, 10), pair))


def _wed(words: Words) -> tuple[Pledge, ...]:
    """King and queen are kept for the last two tricks, in either order."""
    return tuple(Pledge(card(f"{words[0]}{rank}"), 9, due=False) for rank in "KQ")


def _medium_trophies() -> Iterator[Row]:
    streaks = _over("volat", *STREAKS)
    yield _trophy(46, "xxi_capture", "medium", _always(captures_xxi))
    yield _trophy(47, "vulture", "medium", _named(1, 2, 3), _for_vulture, _pledged(1, 2, 3), TRIPLES)
    yield _trophy(48, "suite", "medium", _always(tricks_by(LAST, SUIT_CARDS)), _marriages)
    feat = all_of(ALL, scala(3))
    yield _trophy(49, "scala", "medium", _always(feat), streaks, lambda _words: _scala_pledges())


def _large_trophies() -> Iterator[Row]:
    ordeal, centaur = all_of(captures_xxi, PAGAT_FALLS), all_of(captures_xxi, trick_by(PLAIN))
    kings = all_of(tricks_by(LAST, KINGS))
    troika = _both(_over("sneaker"), _end(("ultimo", "uhu", "flying_dragon"), MATADORS))
    sphinx = different_tricks_by(QUEENS_DOWN & RED, QUEENS_DOWN & BLACK)
    yield _trophy(50, "ordeal", "large", _always(ordeal), _over("xxi_capture", "pagat_capture"))
    yield _trophy(51, "centaur", "large", _always(centaur), _over("xxi_capture", "amazon"))
    yield _trophy(52, "troika", "large", _always(tricks_by(LAST, MATADORS)), troika)
    yield _trophy(53, "family", "large", _family, _over("suite"), parameters=ANY_SUIT)
    yield _trophy(54, "bethlehem", "large", _always(kings), _over("phoenix", "suite"))
    yield _trophy(55, "sphinx", "large", _always(sphinx), _over("spadille", "manille", "amazon"))


def _slams() -> Iterator[Row]:
    high_ends = _end(("griffin", "troll"), MAGASITOK)
    suits, matadors, kings = (tricks_by(LAST, cards) for cards in (SUIT_CARDS, MATADORS, KINGS))
    full, kept = all_of(ALL, scala(3)), lambda _words: _scala_pledges()
    run = _always(all_of(ALL, run_by(4, SUIT_CARDS)))
    lower = _both(_over("suite", "bethlehem", "volat"), _vultures, high_ends)
    yield _trophy(56, "four_suit_run", "slam", run, lower)
    run = _always(all_of(ALL, run_by(4, MATADORS)))
    yield _trophy(57, "four_matador_run", "slam", run, _both(_over("troika", "volat"), _vultures, high_ends))
    yield _trophy(58, "spectrum", "slam", _always(all_of(full, suits)), _over("scala", "suite"), kept)
    yield _trophy(
        59,
        "vulture_scala",
        "slam",
        lambda words: all_of(ALL, _named(1, 2, 3)(words), scala(4)),
        _both(_same("vulture"), _over("city", "centrum", "little_bird", "great_bird", "volat")),
        lambda words: (*_pledged(1, 2, 3)(words), *_scala_pledges(4)),
        TRIPLES,
    )
    yield _trophy(60, "scala_troika", "slam", _always(all_of(full, matadors)), _over("scala", "troika"), kept)
    yield _trophy(
        61,
        "scala_family",
        "slam",
        lambda words: all_of(full, _family(words)),
        _both(_over("spectrum"), _same("family")),
        kept,
        ANY_SUIT,
    )
    yield _trophy(
        62, "scala_bethlehem", "slam", _always(all_of(full, kings)), _over("spectrum", "bethlehem"), kept
    )
    grand = all_of(ALL, captures_xxi, PAGAT_FALLS, trick_by(PLAIN))
    yield _trophy(63, "grand_ordeal", "slam", _always(grand), _over("ordeal", "centaur", "volat"))
    yield _trophy(
        64,
        "triumph",
        "slam",
        lambda words: all_of(ALL, captures_xxi, _named(8, 9, 10)(words)),
        _over("xxi_capture", "volat", "troika"),
        _pledged(8, 9, 10),
        _cards(MATADORS, 3),
    )
    triumph = all_of(ALL, captures_xxi, suits)
    yield _trophy(65, "suit_triumph", "slam", _always(triumph), _over("xxi_capture", "volat", "suite"))
    others = tricks_by(LAST, MATADORS - Cards.of((PAGAT,)))
    golgotha = all_of(ALL, captures_xxi, PAGAT_FALLS, others, shared(LAST))
    yield _trophy(66, "golgotha", "slam", _always(golgotha), _for_golgotha)


ROWS: Final = (
    _hand(1, "suit_count", _suit_count_words()),
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
    *(
        Row(28 + at, name, "opening", _cards(MAGASITOK), _named(trick), _no, _pledged(trick))
        for at, (name, trick) in enumerate(OPENING.items())
    ),
    *_suits(),
    *_small_trophies(),
    *_medium_trophies(),
    *_large_trophies(),
    *_slams(),
)
ROW: Final = {row.id: row for row in ROWS}
GROUPS: Final = {row.id: row.group for row in ROWS}
"""The part of the table each announcement stands in."""
ITEMS: Final = tuple(written(row.id, words) for row in ROWS for words in row.parameters)
"""Every announcement with every parameter, in the order of the table."""


@cache
def parsed(item: str) -> tuple[Row, Words]:
    """The row and the parameters of an announcement."""
    name, _, words = item.partition(":")
    return ROW[name], tuple(words.split(",")) if words else ()


LITERAL: Final[Mapping[str, Mapping[str, Callable[[Words], Iterator[str]]]]] = {
    "scala_raises_end": {"scala": _end(tuple(END), MAGASITOK)},
    "any_card_raised": {
        "troika": _end(("ultimo", "uhu", "flying_dragon"), MAGASITOK),
        "marriage": _end(("ultimo", "uhu"), MAGASITOK),
    },
    "golgotha_raises_all": {"golgotha": _triumphs},
}
"""What the source page says literally: under these house rules some raise others besides (15)."""


@cache
def inferiors(item: str, literally: frozenset[str] = frozenset()) -> frozenset[str]:
    """Everything an announcement is superior to, directly or through others (5.3, 15)."""
    row, words = parsed(item)
    besides = (LITERAL[name].get(row.id, _no) for name in literally)
    direct = frozenset(each for raises in (row.raises, *besides) for each in raises(words))
    return direct.union(*(inferiors(each, literally) for each in direct))


@cache
def is_trophy(item: str) -> bool:
    """Whether an announcement is a trophy, of which a team has one (5.4)."""
    return parsed(item)[0].group in TROPHIES
