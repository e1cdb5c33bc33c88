"""Actions as they are typed: what autocomplete offers, and which action a text means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import Final

from bot.games import GAMES
from bot.rules.cards import CARDS, CODES, TAROCK, card
from bot.rules.moves import Action
from bot.rules.view import View
from bot.text import LOCALES, Words, words
from bot.text.cards import card_label, long_name, numeral, rank_name, short_name
from bot.text.facts import item_id, item_name
from bot.text.moves import action_label
from bot.text.typed import folded, spelled
from cogs.discord.page import OPTIONS, Option
from cogs.play.statements import as_action, beginning_with, branches, expanded, numbers

ALIASES: Final = {
    "T22": ("Sküs", "Skíz", "Skis", "Excuse", "Gstieß", "スキュース", "スキーズ", "スキズ"),
    "T21": ("Mond", "モンド"),
    "T4": ("IIII", "tarock IIII", "tarokk IIII"),
    "T1": ("Pagat", "Pagát", "パガット", "パガート"),
}
"""What cards are called in the countries of tarock, whatever the language of the reader."""

NUMBERED: Final = ("{}", "tarock {}", "tarokk {}", "タロック{}")
"""Ways to name a tarock by its number."""

TYPED_LIMIT: Final = 40
"""Characters of what was typed that are quoted back."""


@dataclass(frozen=True)
class Vocabulary:
    """The names of the actions of some verbs, for one reader at one moment of a deal.

    Names are made once, so what a text costs does not depend on how many actions it may mean.
    """

    words: Words
    view: View
    verbs: Sequence[str]

    @cached_property
    def legal(self) -> tuple[Action, ...]:
        return tuple(action for action in self.view.actions if action.verb in self.verbs)

    def spellings(self, action: Action) -> AbstractSet[str]:
        """All ways to type an action, folded: its code, its names in every language."""
        w, view = self.words, self.view
        if action.verb == "announce" and numbers(view.game):
            return names_of_numbered(w, action.argument)
        names = {str(action), action.argument or action.verb}
        if action.argument in CODES:
            return card_names(w.game, action.argument) | ways({*names, action_label(w, action, view.open)})
        return ways(names.union(*(_terms(words(locale, w.game), action, view) for locale in LOCALES)))

    @cached_property
    def by_name(self) -> Mapping[str, Action]:
        """The action of each spelling, a legal one where there are several."""
        numbered = numbered_names(self.words) if "announce" in self.verbs else {}
        found = dict(numbered)
        for action in (*self.legal, *_thinkable(self.words, self.view, self.verbs)):
            if action.verb != "announce" or not numbered:
                for name in self.spellings(action):
                    found.setdefault(name, action)
        return found

    @cached_property
    def names(self) -> Mapping[Action, str]:
        """All spellings of each legal action, a line each."""
        return {action: "\n".join(self.spellings(action)) for action in self.legal}

    def matching(self, typed: str) -> list[Action]:
        """The legal actions whose names contain every typed word, one of exactly that name first."""
        text = folded(typed.strip())
        parts = set(text.split())
        found = [each for each, names in self.names.items() if all(part in names for part in parts)]
        return sorted(found, key=lambda each: text not in self.spellings(each))

    def meant(self, typed: str) -> Action:
        """The action that a text means; a text without a meaning becomes an action that is never legal."""
        text = folded(typed.strip())
        if text in self.by_name:
            return self.by_name[text]
        near = self.matching(text) if text else []
        return near[0] if len(near) == 1 else Action(self.verbs[0], typed.strip()[:TYPED_LIMIT])

    def begun_by(self, typed: str) -> str:
        """The beginning of several statements, typed as `vulture:` or by its name; `""` if there is none."""
        text = folded(typed.strip())
        if text.endswith((":", ",")):
            steps = (f"{verb} {typed.strip()}" for verb in self.verbs)
            return next((step for step in steps if beginning_with(step, self.legal)), "")
        stems = (each.begun for each in branches("", self.legal) if not each.is_complete)
        return next((stem for stem in stems if text in self.spellings(as_action(stem))), "")

    def parse(self, typed: str) -> list[Action]:
        """The actions that a text means. The table checks whether they are legal."""
        return [self.meant(part) for part in self._parts(typed)]

    def _parts(self, typed: str) -> list[str]:
        """A text as one part for each action: only discards are typed several at a time."""
        if "lay" not in self.verbs:
            return [typed]
        parts = typed.split(",") if "," in typed else typed.split()
        return [part.strip() for part in parts if part.strip()] or [""]

    def complete(self, typed: str) -> list[Option]:
        """What autocomplete offers for a text: only legal actions."""
        return self._discards(typed) if "lay" in self.verbs else self._statements(typed)

    def _statements(self, typed: str) -> list[Option]:
        begun = self.begun_by(typed) if typed.endswith((":", ",")) else ""
        fitting = beginning_with(begun, self.legal) if begun else self.matching(typed)
        ways = expanded(branches(begun, fitting))[:OPTIONS]
        return [Option(each.typed, each.label(self.words, self.view.open)) for each in ways]

    def _discards(self, typed: str) -> list[Option]:
        """The last card completed after the cards before it."""
        before = self._parts(typed)
        last = "" if typed.endswith((" ", ",")) or not typed else before.pop()
        kept = [action for action in dict.fromkeys(map(self.meant, before)) if action in self.names]
        kept = kept[: max(self.view.to_discard - 1, 0)]
        offered = [action for action in self.matching(last) if action not in kept]
        found = []
        for action in offered[:OPTIONS]:
            labels = [action_label(self.words, each, self.view.open) for each in (*kept, action)]
            value = " ".join(each.argument for each in (*kept, action))
            found.append(Option(value, self.words("list.semicolon").join(labels)))
        return found


def ways(names: Iterable[str]) -> set[str]:
    """All ways to type one of some names, folded."""
    return set[str]().union(*map(spelled, names))


@cache
def card_names(game: str, code: str) -> frozenset[str]:
    """All ways to type a card, in every language. Cached: all are compared with each typed text."""
    named, languages = card(code), [words(locale, game) for locale in LOCALES]
    names = {name(w, named) for name in (short_name, long_name, card_label) for w in languages}
    if named.suit != TAROCK:
        # As in Japanese, where no particle need be typed: ダイヤ4, ハートK, ハートキング.
        suited = ((w.term("suit", named.suit), rank_name(w, named)) for w in languages)
        names |= {f"{suit}{rank}" for suit, name in suited for rank in (named.rank, name)}
    if named.suit == TAROCK:
        names |= {form.format(named.rank) for form in NUMBERED}
        names |= {form.format(numeral(int(named.rank))) for form in NUMBERED}
    return frozenset(ways(names | {*ALIASES.get(code, ())}))


@cache
def names_of_numbered(w: Words, item: str) -> frozenset[str]:
    """All ways to type an announcement that has a number. Cached: there are hundreds in each language."""
    ident, action = item_id(item), Action("announce", item)
    number = f"{numbers(w.game).get(ident, '')}{item.removeprefix(ident)}"
    names = (str(action), item, item_name(w, item), action_label(w, action), number)
    return frozenset(ways(names))


@cache
def numbered_names(w: Words) -> Mapping[str, Action]:
    """The announcement of each name, in a game whose announcements have numbers; else empty."""
    items = GAMES[w.game].announcements if numbers(w.game) else ()
    return {name: Action("announce", item) for item in items for name in names_of_numbered(w, item)}


def prepare() -> None:
    """Fill the cache of `numbered_names` for every language. Takes seconds: not for the event loop."""
    for game, locale in product(GAMES, LOCALES):
        numbered_names(words(locale, game))


def _terms(w: Words, action: Action, view: View) -> Iterator[str]:
    yield action_label(w, action, view.open)
    if action.verb == "bid":
        yield w.term("contract", action.argument)
    elif action.verb == "take" and action.argument:
        yield w.term("half", action.argument)
    elif action.verb in ("announce", "kontra"):
        announced = [item.id for item in view.open.items if item.seat is not None]
        yield item_name(w, action.argument, announced)


def _thinkable(w: Words, view: View, verbs: Sequence[str]) -> Iterator[Action]:
    """Every action of some verbs, legal or not, so that a refusal can name the reason.

    A command serves all games: a verb without an argument is left out if it has no words in this game.
    """
    game, public = GAMES[view.game], view.open
    arguments: dict[str, Iterable[str]] = {
        "play": map(str, CARDS),
        "lay": map(str, CARDS),
        "call": map(str, CARDS),
        "bid": game.contracts,
        "take": (group.name for group in public.talon),
        "announce": game.announcements,
        "kontra": map(str, public.items),
    }
    for verb in verbs:
        alone = ("",) if w.has_term("action", verb) else ()
        for argument in arguments.get(verb, alone):
            yield Action(verb, argument)
