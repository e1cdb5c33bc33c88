"""Statements too many for one list: they are walked, from what they are called to each of their parameters.

A step is a beginning that several statements have in common, such as `announce vulture:T1,`. It stands in the
ids of the controls, so that a walk outlives a restart.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from bot.games import GAMES
from bot.rules.moves import Action
from bot.text.deals import action_label
from bot.text.facts import item_id, item_name
from cogs.page import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.rules.state import Open
    from bot.text import Words

STEP: Final = "/"
"""What the id of a control, or the value in a list, begins with that only leads on."""
PART: Final = re.compile("[^:,]*[:,]?")
"""What one step adds to a beginning: a name, or a parameter."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Some statements that begin alike; with a single one nothing is open any more."""

    begun: str
    actions: tuple[Action, ...]

    @property
    def value(self) -> str:
        """What a list has for it: the statement, or the step that leads on."""
        return str(self.actions[0]) if self.is_whole else STEP + self.begun

    @property
    def is_whole(self) -> bool:
        """Whether it is one statement."""
        return len(self.actions) == 1

    @property
    def typed(self) -> str:
        """What is typed after a command for it."""
        action = self.actions[0] if self.is_whole else Action.parse(self.begun)
        return action.argument or action.verb

    def label(self, w: Words, public: Open) -> str:
        """What a list says for it."""
        if self.is_whole:
            return called(w, self.actions[0], public)
        return w("choose.more", what=called(w, whole(self.begun), public))


def called(w: Words, action: Action, public: Open) -> str:
    """How a statement, or its beginning, is called in a list: with its number, where it has one."""
    if action.verb != "announce":
        return action_label(w, action, public)
    name, number = item_name(w, action.argument), numbers(w.game).get(item_id(action.argument))
    return name if number is None else w("choose.numbered", number=number, what=name)


def so_far(w: Words, begun: str, public: Open) -> str:
    """The beginning of a statement in words."""
    return action_label(w, whole(begun), public)


@cache
def numbers(game: str) -> Mapping[str, int]:
    """The number of each announcement that is told group by group: its place in the game's table."""
    return {item: number for number, item in enumerate(GAMES[game].groups, 1)} if game in GAMES else {}


def whole(begun: str) -> Action:
    """The beginning of a statement as if it were one."""
    return Action.parse(begun.rstrip(":,"))


def beyond(begun: str, actions: Iterable[Action]) -> tuple[Action, ...]:
    """The statements with a certain beginning."""
    return tuple(action for action in actions if str(action).startswith(begun))


def before(begun: str) -> str:
    """The step before a step; nothing for the first."""
    return re.sub("[^:,]*[:,]$", "", begun)


def branches(begun: str, actions: Iterable[Action]) -> tuple[Branch, ...]:
    """The ways on from a beginning, in the order of the statements."""
    found: dict[str, list[Action]] = {}
    for action in actions:
        text = str(action)
        part = PART.match(text, len(begun))
        assert part is not None, "a part may be empty"
        found.setdefault(text[: part.end()], []).append(action)
    return tuple(Branch(each, tuple(some)) for each, some in found.items())


def opened(some: Sequence[Branch]) -> Sequence[Branch]:
    """The same branches, each as many steps further on as all together still fit into one list."""
    finer = [part for each in some for part in branches(each.begun, each.actions)]
    if len(finer) > OPTIONS or all(each.is_whole for each in some):
        return some
    return opened(finer)


@dataclass(frozen=True, slots=True)
class Shelf:
    """One of the lists a walk begins with: some groups of statements."""

    verb: str
    groups: tuple[str, ...]
    branches: tuple[Branch, ...]

    def prompt(self, w: Words) -> str:
        """What the list is called."""
        if not self.groups or w.game not in GAMES:
            return w(f"choose.{self.verb}")
        groups = GAMES[w.game].groups
        names = [w.term("group", group) for group in dict.fromkeys((self.groups[0], self.groups[-1]))]
        held = [number for item, number in numbers(w.game).items() if groups[item] in self.groups]
        return w(
            f"choose.{self.verb}_of", groups=w("choose.up_to").join(names), first=min(held), last=max(held)
        )


def shelves(actions: Sequence[Action], groups: Mapping[str, str]) -> tuple[Shelf, ...]:
    """The lists that a walk begins with: one for each verb, or as many whole groups in each as fit."""
    found: dict[tuple[str, tuple[str, ...]], list[Branch]] = {}
    together, verbs = packed(groups), Counter(action.verb for action in actions)
    for branch in branches("", actions):
        action = branch.actions[0]
        few = verbs[action.verb] <= OPTIONS
        names = () if few else together.get(groups.get(item_id(action.argument), ""), ())
        found.setdefault((action.verb, names), []).append(branch)
    return tuple(
        Shelf(verb, names, part) for (verb, names), some in found.items() for part in in_parts(opened(some))
    )


def packed(groups: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """For each group of announcements those that always share a list with it: as many as surely fit."""
    sizes, lists = Counter(groups.values()), list[list[str]]()
    for group, size in sizes.items():
        if lists and sum(sizes[each] for each in lists[-1]) + size <= OPTIONS:
            lists[-1].append(group)
        else:
            lists.append([group])
    return {group: tuple(each) for each in lists for group in each}


def in_parts(some: Sequence[Branch]) -> Iterator[tuple[Branch, ...]]:
    """Branches in lists as long as Discord allows."""
    return (tuple(some[start : start + OPTIONS]) for start in range(0, len(some), OPTIONS))
