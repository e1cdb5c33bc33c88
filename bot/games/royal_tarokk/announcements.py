"""The announcements of Royal Tarokk: what each requires, raises and promises (5.3, 6, 8.1)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, permutations
from typing import NamedTuple, Self

from bot.games.royal_tarokk.values import IN_SUIT, MAGASITOK, MATADORS, SCALA, TRICKS
from bot.rules.cards import KINGS, MOND, PAGAT, SKUS, SUIT, SUITS, Card, Cards, card, union
from bot.rules.layout import Seat
from bot.rules.tricks import Trick

RED = SUIT["H"] | SUIT["D"]
BLACK = SUIT["S"] | SUIT["C"]


@dataclass(frozen=True)
class Won:
    """A trick of a finished deal."""

    trick: Trick
    by: Card  # which won it
    cards: Cards

    @classmethod
    def of(cls, trick: Trick) -> Self:
        plays, winner = trick
        by, bits = plays[0].card, 0
        for seat, each in plays:
            bits |= 1 << each
            if seat == winner:
                by = each
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


Feat = Callable[[TeamTricks], bool]


def all_of(*feats: Feat) -> Feat:
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


def captures_pagat(tricks: TeamTricks) -> bool:
    """The team captures an opponent's pagát with any card."""
    return tricks.captured(PAGAT) is not None


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


ALL = at_least(TRICKS)
SUIT_CARDS = RED | BLACK
PLAIN = SUIT_CARDS - KINGS


Words = tuple[str, ...]
"""The parameters of an announcement, as in deal records."""
NONE: tuple[Words, ...] = ((),)


class Pledge(NamedTuple):
    """A card that an announcement promises for a trick (8.1)."""

    card: Card
    trick: int
    due: bool = True
    """Whether the card must be played to the trick and not only kept until then."""
    released: bool = False
    """Whether an earlier lost trick ends the pledge (8.3)."""


Requires = Callable[[Words], Feat]
"""From parameters to the required feat."""
Raises = Callable[[Words], Iterable[str]]
"""From parameters to the directly inferior announcements, as in deal records."""
Promises = Callable[[Words], tuple[Pledge, ...]]
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


def over(*names: str) -> Raises:
    """The same announcements for all parameters."""
    return lambda _words: names


def same(name: str) -> Raises:
    return lambda words: (written(name, words),)


def part(name: str, at: int) -> Raises:
    """An announcement with one of the parameters."""
    return lambda words: (written(name, (words[at],)),)


def both(*parts: Raises) -> Raises:
    return lambda words: (each for part in parts for each in part(words))


def with_any(names: Iterable[str], cards: Cards) -> Iterator[str]:
    """The announcements with each of these cards as parameter."""
    return (written(name, (str(each),)) for name in names for each in cards)


# Pledges


def promised(*pledges: Pledge) -> Promises:
    """The same pledges for all parameters."""
    return lambda _words: pledges


def pledged(*tricks: int) -> Promises:
    """Each card of the parameters is pledged to its trick."""
    return lambda words: tuple(Pledge(card(word), number) for number, word in zip(tricks, words, strict=True))


NOTHING_LOWER = over()
NOTHING_PROMISED = promised()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table of announcements."""

    number: int
    id: str
    group: str
    feat: Requires | None  # `None` for a statement about the hand
    raises: Raises = NOTHING_LOWER
    """The announcements directly inferior to it (5.3)."""
    pledges: Promises = NOTHING_PROMISED
    parameters: tuple[Words, ...] = NONE
    """All possible parameters."""


TROPHIES = ("t_small", "t_medium", "t_large", "t_slam")
LAST = (8, 9, 10)
END = {"ultimo": 10, "uhu": 9, "flying_dragon": 8, "griffin": 7, "troll": 6}
"""The end announcements, each with its trick (6.7)."""
OPENING = {"pheasant": 1, "hawk": 2}
STREAKS = {"piccolo": 3, "city": 4, "centrum": 5, "little_bird": 6, "great_bird": 7}
"""The streaks, each with the trick its card must win after all earlier ones were won (6.6)."""
COUNTS = {"game": 5, "six_tricks": 6, "seven_tricks": 7, "eight_tricks": 8, "nine_tricks": 9, "volat": 10}
"""The trick counts, each with the tricks it needs (6.5)."""
QUEENS_DOWN = Cards.of(each for each in SUIT_CARDS if each.rank in "QCJ")
HIGH = Cards.of((SKUS, MOND))

ANY_SUIT: tuple[Words, ...] = tuple((suit,) for suit in SUITS)
RED_AND_BLACK: tuple[Words, ...] = tuple((red, black) for red in "HD" for black in "SC")
SUIT_COUNTS: tuple[Words, ...] = tuple(
    (suit, str(number)) for suit in SUITS for number in range(2, len(IN_SUIT[suit]))
)
TRIPLES = cards_in_order(MAGASITOK, 3)
VULTURES = tuple(written("vulture", words) for words in TRIPLES)
HIGH_ENDS = tuple(with_any(("griffin", "troll"), MAGASITOK))


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
        lower = same(names[at - 1]) if at else NOTHING_LOWER
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
    yield Row(36, "pagat_capture", "t_small", always(captures_pagat))
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
    ordeal, centaur = all_of(captures_xxi, captures_pagat), all_of(captures_xxi, trick_by(PLAIN))
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
    grand = all_of(ALL, captures_xxi, captures_pagat, trick_by(PLAIN))
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
    golgotha = always(all_of(ALL, captures_xxi, captures_pagat, others, shared(LAST)))
    triumphs = (written("triumph", words) for words in permutations(("T2", "T3", "T4")))
    yield Row(66, "golgotha", "t_slam", golgotha, over("ordeal", *triumphs))


ROWS = (
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
ROW = {row.id: row for row in ROWS}
GROUPS = {row.id: row.group for row in ROWS}
CAPTURES = {"pagat_capture": PAGAT, "xxi_capture": MOND}
ITEMS = tuple(written(row.id, words) for row in ROWS for words in row.parameters)
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


LITERAL: Mapping[str, Mapping[str, Raises]] = {
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
    agreed = (LITERAL[name].get(row.id, NOTHING_LOWER) for name in literally)
    direct = frozenset(each for raises in (row.raises, *agreed) for each in raises(words))
    return direct.union(*(inferiors(each, literally) for each in direct))


@cache
def is_trophy(item: str) -> bool:
    """Whether an announcement is a trophy; a team may have only one (5.4)."""
    return parsed(item)[0].group in TROPHIES


OF_HAND = frozenset(item for item in ITEMS if parsed(item)[0].group == "hand")
