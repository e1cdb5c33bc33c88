"""Announcements and kontras too many for one list: chosen in steps, from their names to each parameter.

A step is a beginning that several statements share, such as `announce vulture:T1,`. The ids of the controls
name it, so choosing can go on after a restart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Final

from bot.games import GAMES
from bot.rules.moves import Action
from bot.rules.state import Open
from bot.text import Words
from bot.text.facts import item_id, item_name
from bot.text.moves import action_label
from cogs.discord.page import OPTIONS

STEP: Final = "/"
"""Marks an id or an option that does not act but leads to the next step."""
ALL: Final = "all"
"""In place of a beginning: every statement, where a few are suggested first."""
PART: Final = re.compile("[^:,]*[:,]?")
"""What one step adds to a beginning: a name or a parameter."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Some statements with the same beginning; a single one is complete."""

    begun: str
    actions: tuple[Action, ...]

    @property
    def is_complete(self) -> bool:
        return len(self.actions) == 1

    @property
    def value(self) -> str:
        """Its value as an option: the statement, or the next step."""
        return str(self.actions[0]) if self.is_complete else STEP + self.begun

    @property
    def typed(self) -> str:
        """What is typed after a command for it."""
        action = self.actions[0] if self.is_complete else Action.parse(self.begun)
        return action.argument or action.verb

    def label(self, w: Words, public: Open, names: Sequence[str] = ()) -> str:
        """Its label as an option. Without the players' names, seats are numbered."""
        if self.is_complete:
            return self._name(w, self.actions[0], public, names)
        return w("choose.more", what=self._name(w, as_action(self.begun), public, names))

    def _name(self, w: Words, action: Action, public: Open, names: Sequence[str]) -> str:
        if action.verb == "announce":
            return numbered_name(w, action.argument)
        return action_label(w, action, public, names)


def numbered_name(w: Words, item: str) -> str:
    name, number = item_name(w, item), numbers(w.game).get(item_id(item))
    return name if number is None else w("choose.numbered", number=number, what=name)


def begun_in_words(w: Words, begun: str, public: Open, names: Sequence[str]) -> str:
    return action_label(w, as_action(begun), public, names)


@cache
def numbers(game: str) -> Mapping[str, int]:
    """The numbers of announcements that form groups: their places in the game's table, from 1."""
    return {item: number for number, item in enumerate(GAMES[game].groups, 1)} if game in GAMES else {}


def closed_items(game: str, said: Iterable[Action]) -> tuple[str, ...]:
    """The numbered announcements of a game of which no form is among some statements."""
    open_ones = {item_id(action.argument) for action in said if action.verb == "announce"}
    return tuple(item for item in numbers(game) if item not in open_ones)


def numbers_in_words(w: Words, items: Iterable[str]) -> str:
    """The numbers of announcements: single ones, and ranges in short."""
    named = [numbers(w.game)[item] for item in items]
    runs = [[each for _, each in run] for _, run in groupby(enumerate(named), lambda pair: pair[1] - pair[0])]
    return w("list.comma").join(
        w("list.range", first=run[0], last=run[-1]) if len(run) > 1 else w.number(run[0]) for run in runs
    )


def as_action(begun: str) -> Action:
    """The beginning of a statement as if it were complete."""
    return Action.parse(begun.rstrip(":,"))


def beginning_with(begun: str, actions: Iterable[Action]) -> tuple[Action, ...]:
    return tuple(action for action in actions if str(action).startswith(begun))


def step_before(begun: str) -> str:
    """The previous step; `""` for the first."""
    return re.sub("[^:,]*[:,]$", "", begun)


def branches(begun: str, actions: Iterable[Action]) -> tuple[Branch, ...]:
    """The ways on from a beginning, in the order of the statements."""
    found: dict[str, list[Action]] = {}
    for action in actions:
        text = str(action)
        part = PART.match(text, len(begun))
        assert part is not None, "the pattern matches the empty string"
        found.setdefault(text[: part.end()], []).append(action)
    return tuple(Branch(each, tuple(some)) for each, some in found.items())


def expanded(some: Sequence[Branch]) -> Sequence[Branch]:
    """The same branches, split as many steps further as still fit into one list together."""
    finer = [part for each in some for part in branches(each.begun, each.actions)]
    if len(finer) > OPTIONS or all(each.is_complete for each in some):
        return some
    return expanded(finer)


@dataclass(frozen=True, slots=True)
class StatementList:
    """One of the lists of the first step: the statements of some groups, or all of a verb."""

    verb: str
    groups: tuple[str, ...]
    branches: tuple[Branch, ...]

    def prompt(self, w: Words) -> str:
        if not self.groups or w.game not in GAMES:
            return w(f"choose.{self.verb}")
        ids = [item_id(branch.actions[0].argument) for branch in self.branches]
        first, last = (GAMES[w.game].groups[each] for each in (ids[0], ids[-1]))
        groups = w.term("group", first)
        if first != last:
            short = f"{first}.first"
            begun = w.term("group", short if w.has_term("group", short) else first)
            groups = w("choose.groups", first=begun, last=w.term("group", last))
        bounds = {"first": numbers(w.game)[ids[0]], "last": numbers(w.game)[ids[-1]]}
        return w(f"choose.{self.verb}_of", groups=groups, **bounds)


def first_lists(actions: Sequence[Action], groups: Mapping[str, str]) -> tuple[StatementList, ...]:
    """The lists of the first step: one for each verb, or as many whole groups in each as fit."""
    found: dict[tuple[str, tuple[str, ...]], list[Branch]] = {}
    sharing, verbs = groups_sharing(groups), Counter(action.verb for action in actions)
    for branch in branches("", actions):
        action = branch.actions[0]
        few = verbs[action.verb] <= OPTIONS
        names = () if few else sharing.get(groups.get(item_id(action.argument), ""), ())
        found.setdefault((action.verb, names), []).append(branch)
    return tuple(
        StatementList(verb, names, part)
        for (verb, names), some in found.items()
        for part in in_lists(expanded(some))
    )


def groups_sharing(groups: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """For each group of announcements the groups that share a list with it: as many as always fit."""
    sizes, lists = Counter(groups.values()), list[list[str]]()
    for group, size in sizes.items():
        if lists and sum(sizes[each] for each in lists[-1]) + size <= OPTIONS:
            lists[-1].append(group)
        else:
            lists.append([group])
    return {group: tuple(each) for each in lists for group in each}


def in_lists(some: Sequence[Branch]) -> Iterator[tuple[Branch, ...]]:
    """Branches in lists of the length that Discord allows."""
    return (tuple(some[start : start + OPTIONS]) for start in range(0, len(some), OPTIONS))
