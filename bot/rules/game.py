"""A game as a value: what the kit has to be told about it, and what is usual where it is told nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.rules.cards import Card, Cards
from bot.rules.layout import Layout, Seat
from bot.rules.phase import Phase
from bot.rules.results import Sentences


def as_many_as_they_like(_options: Mapping[str, object]) -> None:
    """The players go on until they have had enough."""


def without_ceremony(_options: Mapping[str, object]) -> bool:
    """The cards are dealt without asking anybody."""
    return False


def no_antes(_session: Mapping[str, object], _options: Mapping[str, object], _deals: int) -> tuple[int, int]:
    """There is no pool, and nobody puts anything in."""
    return (0, 0)


def whole_numbers(session: Mapping[str, object], _seats: int) -> bool:
    """What a deal inherits is counted in whole numbers: deals, chips."""
    return all(type(value) is int and value >= 0 for value in session.values())


def nothing_impossible(_layout: Layout) -> None:
    """However the cards lie, they can be played."""


def nobody_shows(_layout: Layout) -> tuple[Seat, ...]:
    """Every hand is played as it was dealt."""
    return ()


def every_seat(seats: int) -> tuple[Seat, ...]:
    """Anybody may deal first."""
    return tuple(range(seats))


def never_won(_options: Mapping[str, object], _deals: int, _totals: tuple[int, ...]) -> bool:
    """No number of points ends a session."""
    return False


def all_stay(_options: Mapping[str, object], _deals: int) -> tuple[Seat, ...]:
    """Everybody keeps his seat."""
    return ()


@dataclass(frozen=True)
class Game:
    """A game as tables and wiring: the shared phases, with what is its own put into them."""

    name: str
    """The id of the deal record."""
    seats: tuple[int, ...]
    """How many may sit at a table."""
    pack: Cards
    contracts: tuple[str, ...]
    """The ids that can be bid or chosen, lowest first."""
    announcements: tuple[str, ...]
    """The ids that can be announced."""
    options: Mapping[str, tuple[object, ...]]
    """House rules: each name with its values, the default first."""
    rules: Mapping[str, str]
    """The number of the rule behind every refusal code this game can give."""
    lay_out: Callable[[Sequence[Card], Seat, int], Layout]
    """Deals a shuffled pack by the rules: the cards from the top, the dealer, the number of seats."""
    hand_sizes: Callable[[Seat, int], tuple[int, ...]]
    """How many cards each seat is dealt: dealer, number of seats."""
    talon_size: int
    session: Mapping[str, object]
    """What the first deal of a session inherits."""
    start: Callable[[Layout], Phase]
    """The first phase of a deal."""
    net: Callable[[tuple[int, ...]], tuple[int, ...]]
    """What each seat gains from the others, from the scores of a deal or a session; sums to nought."""
    inheritable: Callable[[Mapping[str, object], int], bool] = whole_numbers
    """Whether a deal can inherit such values, for so many seats."""
    deals: Callable[[Mapping[str, object]], int | None] = as_many_as_they_like
    """How many deals a session has under some house rules, if that is agreed beforehand."""
    last_circle: bool = False
    """Whether a player may end the session with a last circle, whose length the results tell."""
    pool: str = ""
    """What a session calls the chips that belong to nobody; nothing where there are none."""
    antes: Callable[[Mapping[str, object], Mapping[str, object], int], tuple[int, int]] = no_antes
    """What everybody, and the dealer besides, puts into the pool before a deal.

    It depends on what the deal before has left, the house rules, and how many deals are over.
    """
    ceremony: Callable[[Mapping[str, object]], bool] = without_ceremony
    """Whether, under some house rules, the players have a say in how the cards are dealt.

    Then a deal at a table starts from an undealt pack (`undealt`), and its record only once that is dealt.
    """
    groups: Mapping[str, str] = field(default_factory=dict)
    """The group of each announcement by its id without parameters, where they are told group by group."""
    teams: tuple[tuple[Seat, ...], ...] = ()
    """The seats that play together in every deal; nothing where the sides are found anew in each."""
    impossible: Callable[[Layout], str | None] = nothing_impossible
    """Why cards as dealt can be no deal of this game, in a few English words, if it is so."""
    dealt_again: Callable[[Layout], tuple[Seat, ...]] = nobody_shows
    """Whose hands must be shown and the cards dealt again before anything is done; they count for nothing."""
    dealers: Callable[[int], tuple[Seat, ...]] = every_seat
    """Who may deal first, from the number of seats."""
    is_won: Callable[[Mapping[str, object], int, tuple[int, ...]], bool] = never_won
    """Whether a session ends by its points: house rules, deals completed, totals."""
    seating: Callable[[Mapping[str, object], int], tuple[Seat, ...]] = all_stay
    """After so many deals, which seat each moves to from the seats in order; nothing if all stay."""
    sentences: Sentences = field(default_factory=dict)
    """Every kind of line that can stand on the score sheet, with the id of the sentence for it."""
    figures: Mapping[str, Callable[[object], bool]] = field(default_factory=dict)
    """House rules that are tables of figures, set by whoever runs the bot: what a value of each must be."""

    def allows(self, name: str, value: object) -> bool:
        """Whether a house rule may be so; `true` is not the number 1."""
        if name in self.figures:
            return self.figures[name](value)
        return any(value == each and type(value) is type(each) for each in self.options.get(name, ()))


@dataclass(frozen=True, slots=True)
class Misdeal:
    """Cards that were dealt again: the hands everybody was shown for it."""

    hands: tuple[tuple[Seat, Cards], ...]

    @classmethod
    def of(cls, game: Game, layout: Layout) -> Misdeal | None:
        """What has to be shown of a layout that is dealt again; nothing if it is played."""
        seats = game.dealt_again(layout)
        return cls(tuple((seat, layout.hands[seat]) for seat in seats)) if seats else None
