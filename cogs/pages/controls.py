"""The controls for what a player may do: made from the legal actions by their verbs, for every game alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from bot.rules.cards import CODES, NO_CARDS, Cards, card
from bot.rules.moves import Action
from bot.text.deals import action_label
from cogs.pages.custom_ids import act_id, list_id, panel_id, step_id
from cogs.pages.page import ID_LIMIT, OPTIONS, Button, Look, Option, Row, Select, in_rows
from cogs.pages.statements import (
    STEP,
    beginning_with,
    branches,
    expanded,
    first_lists,
    in_lists,
    step_before,
)

if TYPE_CHECKING:
    from bot.rules.view import View
    from bot.tables import Table
    from bot.text import Words
    from cogs.pages.statements import Branch


class Way(Enum):
    """How actions of a verb are offered."""

    PRESS = "press"
    """A button each."""
    CHOOSE = "choose"
    """A list; the chosen action is taken at once."""
    LAY = "lay"
    """A list; all discards that are due are chosen together, confirmed, and then taken."""
    SAY = "say"
    """A list; any number is chosen together, confirmed, and then taken, which ends the turn.

    Where there are too many for one list they are chosen in steps and taken one by one.
    """


WAYS: Final[Mapping[str, Way]] = {
    "play": Way.CHOOSE,
    "call": Way.CHOOSE,
    "lay": Way.LAY,
    "announce": Way.SAY,
    "kontra": Way.SAY,
}
"""Verbs not named here have a button for each action."""

LOOKS: Final[Mapping[str, Look]] = {
    "pass": Look.SECONDARY,
    "done": Look.SECONDARY,
    "decline": Look.SECONDARY,
    "ready": Look.SUCCESS,
    "refuse": Look.SECONDARY,
    "annul": Look.DANGER,
    "surrender": Look.DANGER,
}
"""Verbs not named here have primary buttons."""

DONE: Final = Action("done")


@dataclass(frozen=True)
class Controls:
    """Makes the controls for what a player may do now."""

    words: Words
    """The player's words, of the game."""
    table: Table
    view: View
    """The player's view of the table's deal."""

    def rows(self, chosen: Sequence[Action] = (), begun: str = "") -> tuple[Row, ...]:
        """The controls of the player's panel.

        Args:
            chosen: what the player has chosen from a list and must still confirm.
            begun: the beginning of the statement that the player is choosing step by step.
        """
        if chosen:
            return self._confirmation(chosen)
        if begun:
            return self._next_step(begun)
        by_way = defaultdict[Way, list[Action]](list)
        for action in self.view.actions:
            by_way[WAYS.get(action.verb, Way.PRESS)].append(action)
        if len(by_way[Way.SAY]) == 1:
            by_way[Way.PRESS].insert(0, by_way[Way.SAY].pop())
        choose, lay = self._lists(Way.CHOOSE, by_way[Way.CHOOSE]), self._lists(Way.LAY, by_way[Way.LAY])
        said = by_way[Way.SAY]
        say = self._first_step(said) if self._in_steps else self._lists(Way.SAY, said)
        return (*choose, *lay, *say, *self._buttons(by_way[Way.PRESS]))

    def offers(self, chosen: Sequence[Action] = (), begun: str = "") -> bool:
        """Whether `rows` leads to this; the id of a control or the values of a list may be forged."""
        if chosen:
            fits = len(self._act_id(chosen)) <= ID_LIMIT
            return fits and len({*chosen}) == len(chosen) and {*chosen} <= {*self.view.actions}
        is_step = begun.endswith((":", ",")) and bool(beginning_with(begun, self.view.actions))
        return is_step or not begun

    @cached_property
    def _revision(self) -> int:
        return self.table.revision_for(self.view.seat)

    @property
    def _in_steps(self) -> bool:
        """Whether statements are chosen step by step: they form groups, or are too many for one list."""
        return bool(self.table.game.groups) or len(statements(self.view)) > OPTIONS

    def _act_id(self, actions: Sequence[Action]) -> str:
        """The id of a button that takes some actions, and `done` where statements are meant to end the turn.

        They are not where they are chosen step by step, nor after one that opens others in the same turn.
        """
        says = any(WAYS.get(action.verb) is Way.SAY for action in actions)
        ends = says and DONE in self.view.actions and not self._in_steps
        done = [DONE] if ends and not {*actions} & {*self.view.opening} else []
        return act_id(self.table, self._revision, [*actions, *done])

    def _label(self, action: Action) -> str:
        return action_label(self.words, action, self.view.open)

    def _buttons(self, actions: Sequence[Action]) -> tuple[Row, ...]:
        looks = [LOOKS.get(action.verb, Look.PRIMARY) for action in actions]
        return in_rows(
            [
                Button(self._act_id([action]), self._label(action), look)
                for action, look in zip(actions, looks, strict=True)
            ]
        )

    def _lists(self, way: Way, actions: Sequence[Action]) -> list[Row]:
        """Actions in as many lists as it takes."""
        if not actions:
            return []
        least = most = 1
        if way is Way.LAY:
            least = most = self.view.to_discard
        elif way is Way.SAY:
            most = self._fitting(actions)
        parts = [actions[start : start + OPTIONS] for start in range(0, len(actions), OPTIONS)]
        return [
            Select(
                list_id(self.table, self._revision, f"{way.value}{number or ''}"),
                self.words(f"choose.{part[0].verb if way is Way.CHOOSE else way.value}", count=most),
                tuple(Option(str(action), self._label(action)) for action in part),
                min(least, len(part)),
                min(most, len(part)),
            )
            for number, part in enumerate(parts)
        ]

    def _first_step(self, actions: Sequence[Action]) -> list[Row]:
        lists = first_lists(actions, self.table.game.groups)
        return [
            self._step(number, each.prompt(self.words), each.branches) for number, each in enumerate(lists)
        ]

    def _next_step(self, begun: str) -> tuple[Row, ...]:
        """The ways on from the beginning of a statement, and the button back."""
        parts = in_lists(expanded(branches(begun, beginning_with(begun, self.view.actions))))
        prompt = self.words("choose.further")
        lists = [self._step(number, prompt, part) for number, part in enumerate(parts)]
        back = step_id(self.table, self._revision, STEP + step_before(begun))
        return (*lists, (Button(back, self.words("button.back")),))

    def _step(self, number: int, prompt: str, offered: Sequence[Branch]) -> Select:
        """A list of one step. If all its entries are complete statements, several can be chosen."""
        complete = all(each.is_complete for each in offered)
        most = self._fitting([each.actions[0] for each in offered]) if complete else 1
        options = tuple(Option(each.value, each.label(self.words, self.view.open)) for each in offered)
        select_id = list_id(self.table, self._revision, f"{Way.SAY.value}{number}")
        return Select(select_id, prompt, options, 1, min(most, len(options)))

    def _fitting(self, actions: Sequence[Action]) -> int:
        """How many of some actions, whichever they are, fit into the id of the button that confirms them."""
        room = ID_LIMIT - len(act_id(self.table, self._revision, [DONE]))
        lengths = sorted((len(str(action)) + 1 for action in actions), reverse=True)
        return max(1, sum(used <= room for used in accumulate(lengths)))

    def _confirmation(self, chosen: Sequence[Action]) -> tuple[Row, ...]:
        confirm = Button(self._act_id(chosen), self.words("button.confirm"), Look.SUCCESS)
        return ((confirm, Button(panel_id(self.table, "again"), self.words("button.change"))),)


def statements(view: View) -> tuple[Action, ...]:
    """The announcements and kontras that a player may make."""
    return tuple(action for action in view.actions if WAYS.get(action.verb) is Way.SAY)


def needs_confirmation(actions: Iterable[Action]) -> bool:
    """Whether what was chosen from a list is shown once more before it is done."""
    return any(WAYS.get(action.verb) in (Way.LAY, Way.SAY) for action in actions)


def playable(view: View) -> Cards | None:
    """The cards of the hand that a legal action names; `None` if no action names one."""
    named = Cards.of({card(each.argument) for each in view.actions if each.argument in CODES})
    return named & view.hand if named & view.hand != NO_CARDS else None
