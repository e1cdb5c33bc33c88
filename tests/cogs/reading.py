"""A person who plays a deal from words alone: reads panels in text, and presses controls by their labels."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import NamedTuple

from bot.rules.cards import CARDS, SUIT, SUITS, TAROCK, TAROCKS, Card, Cards
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.store import CardsShown
from bot.tables import Table, TableState
from bot.text import Words
from bot.text.cards import long_name, rank_name, short_name
from cogs.controls import LIST, MARK, SURE, read_act, read_actions
from cogs.discord.page import Page, Select
from cogs.hands.page import player_page
from cogs.play.controls import NO_CHOICE, Choice, are_marked
from cogs.play.doubts import doubted
from cogs.play.statements import STEP
from tests.cogs.panels import at_a_table


@dataclass
class Party:
    """A deal whose players only read, and press controls by their labels."""

    w: Words
    deal: Deal
    choices: dict[Seat, Choice] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        """The table as it stands; during an offer it waits only for players with a right to use."""
        offered = self.deal.is_offered
        return at_a_table(self.deal, state=TableState.OFFER if offered else TableState.PLAYING)

    def page(self, seat: Seat) -> Page:
        """The panel of a seat."""
        choice = self.choices.get(seat, NO_CHOICE)
        page = player_page(self.w, self.table, seat, choice=choice, cards=CardsShown.TEXT)
        assert page is not None
        return page

    def press(self, seat: Seat, label: str) -> None:
        """Carry out what a panel offers under a label, as pressing it does."""
        found = [what for named, what in controls(self.page(seat)) if named == label]
        assert len(found) == 1, f"{label!r} is one control"
        (what,) = found
        named = what.removeprefix(LIST).removeprefix(MARK).removeprefix(SURE)
        if named.startswith(STEP):
            self.choices[seat] = Choice(begun=named.removeprefix(STEP))
            return
        actions = read_actions(named)
        if what.startswith(MARK) or (what.startswith(LIST) and are_marked(actions)):
            self.choices[seat] = Choice(marked=tuple(actions))
        elif not what.startswith(SURE) and doubted(self.deal.view(seat), actions):
            self.choices[seat] = Choice(asked=tuple(actions))
        else:
            self.choices.clear()
            self.deal = after(self.deal, seat, actions)


def after(deal: Deal, seat: Seat, actions: Sequence[Action]) -> Deal:
    """The deal after some actions; the same if one of them is refused, as a table does."""
    following: Deal | Refusal = deal
    for each in actions:
        following = following.act(seat, each) if isinstance(following, Deal) else following
    return following if isinstance(following, Deal) else deal


def controls(page: Page) -> list[tuple[str, str]]:
    """What can be pressed to act: each label with what its control does."""
    found: list[tuple[str, str]] = []
    for row in page.rows:
        if isinstance(row, Select):
            found += [(each.label, LIST + each.value) for each in row.options if row.enabled]
        elif isinstance(row, tuple):
            found += [
                (each.label, act.what)
                for each in row
                if each.enabled and (act := read_act(each.id.removeprefix("t1:")))
            ]
    return found


SIGNS = "♠♥♦♣⚙→✓◀▶🎩○●★①②③④⑤⑥"
"""Signs that mean something, and that a screen reader reads badly or not at all."""


ABOUT = ("now", "auction", "items", "again", "back", "forward")
"""The buttons that only show something or lead back."""


SAYING = ("say", "say_on", "confirm")
"""The buttons that say what is marked."""


QUIET = 0.6
"""How likely it is that a turn of announcing is ended."""


class Control(NamedTuple):
    """What can be pressed: a button, or an entry of a list."""

    label: str
    about: str = ""


class Screen(NamedTuple):
    """What a message tells those who read it."""

    text: str
    controls: tuple[Control, ...]

    @classmethod
    def of(cls, page: Page) -> Screen:
        """Everything of a page that is in words; what cannot be pressed is left out."""
        parts = [each if isinstance(each, str) else each.description for each in page.parts]
        parts += [row for row in page.rows if isinstance(row, str)]
        controls: list[Control] = []
        for row in page.rows:
            if isinstance(row, Select):
                controls += [Control(option.label, option.about) for option in row.options if row.enabled]
            elif isinstance(row, tuple):
                controls += [Control(each.label) for each in row if each.enabled]
        return cls("\n".join(parts), tuple(controls))

    @property
    def read_twice(self) -> list[str]:
        """The lines that are read more than once."""
        counts = Counter(line.removeprefix("-# ").strip("*") for line in self.text.splitlines() if line)
        return [line for line, times in counts.items() if times > 1]

    @property
    def signs(self) -> set[str]:
        """The signs that are read instead of words, in texts and on controls."""
        return {*SIGNS} & {*self.text, *"".join(each for control in self.controls for each in control)}

    def says(self, *parts: str) -> bool:
        """Whether a line holds some words in this order."""
        pattern = re.compile(".*".join(map(re.escape, parts)))
        return any(pattern.search(line) for line in self.text.splitlines())


@dataclass(frozen=True)
class Reader:
    """Reads in one language, of one game, and presses something that the words offer."""

    words: Words
    chance: Random

    @cached_property
    def cards(self) -> dict[str, Card]:
        """Each card by its short name."""
        return {short_name(self.words, each): each for each in CARDS}

    @cached_property
    def cards_on_buttons(self) -> dict[str, Card]:
        """Each card as a button shows it."""
        return {long_name(self.words, each): each for each in CARDS}

    def _labelled(self, name: str, **facts: int) -> str:
        return self.words.term("button", name, **facts)

    def card_on(self, label: str) -> Card | None:
        """The card that a label names first."""
        named = [each for each in self.cards_on_buttons if label.startswith(each)]
        return self.cards_on_buttons[max(named, key=len)] if named else None

    def hand(self, screen: Screen) -> Cards:
        """The own hand: the suits with their ranks, in the line that begins with their number."""
        (line,) = (each for each in screen.text.splitlines() if each.startswith(self._beginnings))
        return Cards.of(self._held(line))

    @cached_property
    def _beginnings(self) -> tuple[str, ...]:
        """How a line with a hand begins."""
        nothing = dict.fromkeys(("groups", "playable", "rest"), "\0")
        kinds = itertools.product(("all", "any", "some"), range(1, 30))
        lines = (self.words(f"hand.{kind}", count=count, **nothing) for kind, count in kinds)
        return tuple(each.partition("\0")[0] for each in lines)

    def _held(self, line: str) -> list[Card]:
        """The cards of a line that lists them suit by suit; those from the talon are named once more."""
        comma = self.words("list.comma")
        line = line.partition(self.words("hand.drawn", cards="\0").partition("\0")[0])[0]
        return [
            ranks[each]
            for pattern, ranks in self._suits
            for listed in pattern.findall(line)
            for each in listed.split(comma)
        ]

    @cached_property
    def _suits(self) -> list[tuple[re.Pattern[str], dict[str, Card]]]:
        """How each suit is written with its ranks, and which cards these are."""
        w, comma = self.words, re.escape(self.words("list.comma"))
        found: list[tuple[re.Pattern[str], dict[str, Card]]] = []
        for suit in TAROCK + SUITS:
            ranks = {rank_name(w, each): each for each in SUIT[suit]}
            rank = "|".join(map(re.escape, sorted(ranks, key=len, reverse=True)))
            named = "|".join(sorted(self._names_of(suit), reverse=True))
            listed = rf"(?:{named})((?:{rank})(?:{comma}(?:{rank}))*)(?!\w)"
            found.append((re.compile(listed), ranks))
        return found

    def _names_of(self, suit: str) -> set[str]:
        """How a suit is written before its ranks, one card of it or several."""
        w, kind = self.words, "tarocks" if suit == TAROCK else "group"
        named = (w.term("hand", kind, suit=suit, count=count, ranks="\0") for count in (1, 2))
        return {re.escape(each.partition("\0")[0]) for each in named}

    def trick(self, screen: Screen, key: str) -> list[Card]:
        """The cards of the trick on the table or the last one, in playing order."""
        before = self.words(key, plays="\0").partition("\0")[0]
        line = next((each for each in screen.text.splitlines() if each.startswith(before)), "")
        ending = self.words("trick.won", plays="", player="\0").partition("\0")[0]
        plays = line.removeprefix(before).partition(ending)[0].split(self.words("list.comma"))
        return [self.cards[play.rpartition("\u00a0")[2]] for play in plays if play]

    def press(self, screen: Screen) -> str:
        """The label of what this player presses."""
        w, labels = self.words, [each.label for each in screen.controls]
        shown = {self._labelled(each) for each in ABOUT}
        ending = [self._labelled("lay", count=count) for count in (1, 2, 3, 6)]
        ending += [self._labelled(each, count=count) for each in SAYING for count in (1, 2)]
        if self._labelled("change") in labels:
            return next(each for each in labels if each not in shown | {self._labelled("change")})
        if done := [each for each in labels if each in ending]:
            return done[0]
        marked = re.compile(re.escape(w("choice.chosen", label="\0")).replace("\0", ".*"))
        offered = [each for each in labels if each not in shown and not marked.fullmatch(each)]
        if w.term("action", "done") in offered and self.chance.random() < QUIET:
            return w.term("action", "done")
        cards = {named: each for each in offered if (named := self.card_on(each))}
        plays = len(cards) == len(offered) and {*cards} <= {*self.hand(screen)}
        return self._play(screen, cards) if plays else self.chance.choice(offered)

    def _play(self, screen: Screen, cards: dict[Card, str]) -> str:
        """The lowest card that wins the trick on the table, else the lowest card."""
        trick = self.trick(screen, "standing.trick")
        order = [card for card in self.hand(screen).sorted if card in cards]
        winning = [card for card in order if all(beats(card, other) for other in trick)]
        return cards[(winning or order)[-1]]


def beats(card: Card, other: Card) -> bool:
    """Whether a card played later beats another one."""
    if (card in TAROCKS) != (other in TAROCKS):
        return card in TAROCKS
    order = CARDS.index
    return card.suit == other.suit and order(card) > order(other)
