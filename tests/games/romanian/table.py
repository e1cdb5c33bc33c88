"""Romanian deals in short notation, seat 0 is forehand, the last one the dealer; constructed score sheets."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.games.romanian import ROMANIAN_TAPER, ROMANIAN_TAROK
from bot.games.romanian.scores import score
from bot.games.romanian.values import PagatContra
from bot.rules.cards import VALUE, Card, Cards, card, union
from bot.rules.deal import Deal
from bot.rules.facts import Walk
from bot.rules.game import Game
from bot.rules.layout import Layout, Seat
from bot.rules.results import Result
from bot.rules.state import Board, Group, Item
from bot.rules.tricks import Play, Trick
from tests.notation import act, layout, legal, with_hidden, with_open


def four(
    *hands: str,
    talon: str = "",
    dealer: Seat = 3,
    radlers: int = 0,
    pool: int = 5,
    after: str = "",
    **options: object,
) -> Deal:
    """A deal of four under some house rules, after some moves."""
    cards = layout(ROMANIAN_TAROK, *hands, talon=talon, dealer=dealer, options=options)
    return act(_dealt(ROMANIAN_TAROK, cards, radlers, pool), after)


def three(
    *hands: str, talon: str = "", radlers: int = 0, pool: int = 4, after: str = "", **options: object
) -> Deal:
    """A taper under some house rules, after some moves."""
    cards = layout(ROMANIAN_TAPER, *hands, talon=talon, dealer=2, options=options)
    return act(_dealt(ROMANIAN_TAPER, cards, radlers, pool), after)


def _dealt(game: Game, cards: Layout, radlers: int, pool: int) -> Deal:
    return Deal.start(game, replace(cards, session={"radlers": radlers, "pool": pool}))


def won_by(deal: Deal, contract: str, declarer: Seat = 0) -> Deal:
    """The deal after an auction that a seat wins against a neighbour."""
    steps = [contract] if contract == "solo" else [f"{contract[:-1]}{each}" for each in range(1, 7)]
    steps = [f"bid {step}" for step in steps[: steps.index(contract) + 1]]
    rival = declarer + 1 if declarer + 1 < deal.layout.seats else declarer - 1
    bidders = {declarer, rival} if len(steps) > 1 else {declarer}
    while deal.phase.name == "auction":
        seat = deal.seats()[0]
        open_to = legal(deal, seat)
        up = [step for step in steps if step in open_to and seat in bidders]
        hold = ["hold"] if seat == declarer and "hold" in open_to else []
        deal = act(deal, f"{seat} {[*hold, *up, 'pass'][0]}")
    public = deal.open
    assert (public.contract, public.declarer) == (contract, declarer)
    return deal


def to_talk(deal: Deal, contract: str = "solo", declarer: Seat = 0, king: str = "SK") -> Deal:
    """The deal at the announcements, with the first group taken and the first possible discards."""
    deal = won_by(deal, contract, declarer)
    while deal.phase.name != "announcing":
        wanted = {"calling": f"call {king}", "talon": "take"}.get(deal.phase.name)
        deal = act(deal, f"{declarer} {wanted or deal.actions(declarer)[-1]}")
    return deal


def sheet(result: Result) -> str:
    """The score sheet: ids and game points from the declarer's point of view, the pool left out."""
    gains = [
        (line.item, -line.points if line.side == "defenders" else line.points)
        for line in result.lines
        if not line.with_pool
    ]
    return ", ".join(f"{name} {gain:+}" for name, gain in gains)


# Score sheets without a play


class Held(NamedTuple):
    """The cards a pile must hold, and those it must not."""

    ours: str
    theirs: str


NEUTRAL = Held("T22 T21 SK HK", "T1 DK CK")
"""Five-point cards of which neither side has all of a kind."""
ALL = Held("T22 T21 T1 SK HK DK CK", "")
PAGAT = Held("T21 T1 SK HK", "T22 DK CK")
"""The pagat is with the declarer's side, the Skiz is not."""
LOST_KING = Held("T22 T21 SK CK", "T1 HK DK")


def pile(game: Game, points: int, number: int, held: Held) -> Cards:
    """A pile with a number of cards and of card points, some cards given."""
    chosen = Cards.of(held.ours)
    wanted = points + 2 * (number // 3) + bool(number % 3) - number - sum(VALUE[each] - 1 for each in chosen)
    free = [each for each in game.pack - chosen - Cards.of(held.theirs) if VALUE[each] < 5]
    for each in sorted(free, key=lambda each: -VALUE[each]):
        if 1 < VALUE[each] <= wanted + 1:
            chosen, wanted = chosen.plus(each), wanted - VALUE[each] + 1
    assert wanted == 0, "no such pile"
    blanks = [each for each in free if VALUE[each] == 1 and each not in chosen]
    return chosen | Cards.of(blanks[: number - len(chosen)])


class Heap:
    """A side's cards, from which a trick gets one five-point card at most, and the last tricks none."""

    def __init__(self, held: Cards) -> None:
        self.fives = [each for each in held if VALUE[each] == 5]
        self.plain = [each for each in held if VALUE[each] < 5]

    def trick(self, named: Mapping[Seat, Card], seats: int) -> tuple[Play, ...]:
        """The cards of a trick: those that are named, and others from the heap."""
        free = [seat for seat in range(seats) if seat not in named]
        cards = dict(named)
        if self.fives and not any(VALUE[each] == 5 for each in named.values()):
            cards[free.pop(0)] = self.fives.pop()
        cards.update({seat: self.plain.pop() for seat in free})
        return tuple(Play(seat, cards[seat]) for seat in range(seats))


def tricks(
    ours: Cards, theirs: Cards, team: Sequence[Seat], seats: int, named: Mapping[int, str]
) -> tuple[Trick, ...]:
    """Twelve tricks in which the sides take these cards; `12: "T1 of 0, HK of 2 to 0"` fixes one of them."""
    read = {number: _named(text) for number, text in named.items()}
    marked = Cards.of(each for played, _ in read.values() for each in played.values())
    mine, their_own = Heap(ours - marked), Heap(theirs - marked)
    other = max(seat for seat in range(seats) if seat not in team)
    left = len(ours) // seats - sum(winner in team for _, winner in read.values())
    found = list[Trick]()
    for number in range(1, 13):
        played, winner = read[number] if number in read else ({}, team[0] if left else other)
        left -= number not in read and left > 0
        found.append(Trick((mine if winner in team else their_own).trick(played, seats), winner))
    assert not mine.fives + mine.plain + their_own.fives + their_own.plain, "the piles do not fit"
    return tuple(found)


def _named(text: str) -> tuple[dict[Seat, Card], Seat]:
    played, _, winner = text.partition(" to ")
    return {int(each.split(" of ")[1]): card(each.split(" of ")[0]) for each in played.split(", ")}, int(
        winner
    )


def items(text: str) -> tuple[Item, ...]:
    """Items with their doublings: `game *1 by 3, pagat_ult@0`. The game is there unless it is named."""
    found = []
    for each in filter(None, text.split(", ")):
        name, _, ladder = each.partition(" *")
        doublings, _, _ = ladder.partition(" by ")
        id_, _, seat = name.partition("@")
        found.append(Item(id_, int(seat) if seat else None, int(doublings or 0)))
    return tuple(found) if text.startswith("game") else (Item("game"), *found)


def contra_to_pagat(text: str) -> tuple[PagatContra, ...]:
    """Who said contra to the pagat ultimo, written among the items: `pagat_ult@0 *1 by 3`."""
    found = re.search(r"pagat_ult@\d \*\d by (\d)", text)
    return (PagatContra(int(found[1])),) if found else ()


@dataclass(frozen=True)
class Played:
    """A constructed finished deal; four players unless `taper`."""

    contract: str = "doi1"
    level: int = 1
    team: tuple[Seat, ...] = (0, 2)
    points: int = 40
    won: int = 6
    """Tricks of the declarer's side."""
    said: str = ""
    named: Mapping[int, str] = field(default_factory=dict)
    held: Held = NEUTRAL
    king: str = "HK"
    where: str = ""
    """`left` or `unseen` for a called king in the talon."""
    radlers: int = 0
    pool: int = 9
    taper: bool = False
    options: Mapping[str, object] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        return ROMANIAN_TAPER if self.taper else ROMANIAN_TAROK

    @property
    def aside(self) -> Cards:
        """The cards in the talon and the discard: worth 1 each, and the called king if it is there."""
        spoken_for = Cards.of(each for text in self.named.values() for each in _named(text)[0].values())
        cheap = [each for each in self.pile - spoken_for if VALUE[each] == 1]
        king = [card(self.king)] if self.where else []
        return Cards.of([*king, *reversed(cheap[len(king) - 6 :])])

    @property
    def pile(self) -> Cards:
        """The declarer's side's cards before any king is moved."""
        return pile(self.game, self.points, self.won * self.seats + 6, self.held)

    @property
    def seats(self) -> int:
        return min(self.game.seats)

    @property
    def talon(self) -> tuple[Group, ...]:
        """The talon with its second group taken; in solo untouched."""
        rest, size = self.aside, {"u": 1, "t": 3}.get(self.contract[0], 2)
        king = rest & Cards.of(self.king)
        others = list(rest - king)
        if self.contract == "solo":
            return (Group.of("1", rest),)
        first = [*king, *others][:size]
        left = [each for each in others if each not in first]
        return (
            replace(Group.of("1", Cards.of(first)), shown=self.where != "unseen"),
            replace(Group.of("2", Cards.of(left[:size])), taker=self.team[0]),
            Group.of("3", Cards.of(left[size:])),
        )

    def board(self) -> Board:
        start = layout(self.game, dealer=self.seats - 1, options=self.options)
        start = replace(start, session={"radlers": self.radlers, "pool": self.pool})
        taken = [group.cards for group in self.talon if group.taker is not None]
        discards = [union(taken), *[Cards()] * (self.seats - 1)]
        board = with_open(
            Board.of(start, self.talon),
            contract=self.contract,
            declarer=self.team[0],
            facts=(Walk(self.level, {}), *contra_to_pagat(self.said)),
            called="" if self.taper else self.king,
            items=items(self.said),
            tricks=tricks(
                self.pile - self.aside, self.game.pack - self.pile, self.team, self.seats, self.named
            ),
        )
        return with_hidden(
            board,
            discards=tuple(discards[(seat - self.team[0]) % self.seats] for seat in range(self.seats)),
            called_card=None if self.taper else card(self.king),
            partner=self.team[1] if len(self.team) > 1 else None,
        )

    def result(self) -> Result:
        found = score(self.board()).board.open.result
        assert found is not None
        return found
