"""The controls for what a player may do: made from the legal actions by their verbs, for every game alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
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
    "pass": Look.PLAIN,
    "done": Look.PLAIN,
    "decline": Look.PLAIN,
    "refuse": Look.PLAIN,
    "annul": Look.GRAVE,
    "surrender": Look.GRAVE,
}
"""Verbs not named here have main buttons."""

DONE: Final = Action("done")


def rows_for(
    w: Words, table: Table, view: View, chosen: Sequence[Action] = (), begun: str = ""
) -> tuple[Row, ...]:
    """The controls of a player's panel.

    Args:
        w: the player's words, of the game.
        table: the table.
        view: the player's view of its deal.
        chosen: what the player has chosen from a list and must still confirm.
        begun: the beginning of the statement that the player is choosing step by step.
    """
    if chosen:
        return _confirmation(w, table, view, chosen)
    if begun:
        return _next_step(w, table, view, begun)
    by_way: dict[Way, list[Action]] = {way: [] for way in Way}
    for action in view.actions:
        by_way[WAYS.get(action.verb, Way.PRESS)].append(action)
    if len(by_way[Way.SAY]) == 1:
        by_way[Way.PRESS].insert(0, by_way[Way.SAY].pop())
    lists = [_list(w, table, view, way, by_way[way]) for way in (Way.CHOOSE, Way.LAY)]
    say = _first_step if in_steps(table, view) else _all_statements
    lists.append(say(w, table, view, by_way[Way.SAY]))
    return (*(row for rows in lists for row in rows), *_buttons(w, table, view, by_way[Way.PRESS]))


def in_steps(table: Table, view: View) -> bool:
    """Whether statements are chosen step by step: they form groups, or are too many for one list."""
    return bool(table.game.groups) or len(statements(view)) > OPTIONS


def statements(view: View) -> tuple[Action, ...]:
    """The announcements and kontras that a player may make."""
    return tuple(action for action in view.actions if WAYS.get(action.verb) is Way.SAY)


def completed(table: Table, view: View, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Some actions, followed by `done` where choosing statements is meant to end the turn.

    It is not where statements are chosen step by step, nor after one that opens others in the same turn.
    """
    says = any(WAYS.get(action.verb) is Way.SAY for action in actions)
    ends = says and DONE in view.actions and not in_steps(table, view) and not {*actions} & {*view.opening}
    return (*actions, DONE) if ends else tuple(actions)


def needs_confirmation(actions: Iterable[Action]) -> bool:
    """Whether what was chosen from a list is shown once more before it is done."""
    return any(WAYS.get(action.verb) in (Way.LAY, Way.SAY) for action in actions)


def playable(view: View) -> Cards | None:
    """The cards of the hand that a legal action names; `None` if no action names one."""
    named = Cards.of({card(each.argument) for each in view.actions if each.argument in CODES})
    return named & view.hand if named & view.hand != NO_CARDS else None


def _buttons(w: Words, table: Table, view: View, actions: Sequence[Action]) -> tuple[Row, ...]:
    return in_rows(
        [
            Button(
                act_id(table, view.seat, completed(table, view, [action])),
                action_label(w, action, view.open),
                LOOKS.get(action.verb, Look.MAIN),
            )
            for action in actions
        ]
    )


def _all_statements(w: Words, table: Table, view: View, actions: Sequence[Action]) -> list[Row]:
    return _list(w, table, view, Way.SAY, actions)


def _list(w: Words, table: Table, view: View, way: Way, actions: Sequence[Action]) -> list[Row]:
    least = most = 1
    if way is Way.LAY:
        least = most = view.to_discard
    elif way is Way.SAY:
        most = _fitting(table, view, actions)
    parts = [actions[start : start + OPTIONS] for start in range(0, len(actions), OPTIONS)]
    return [
        Select(
            list_id(table, view.seat, f"{way.value}{number or ''}"),
            w(f"choose.{parts[0][0].verb if way is Way.CHOOSE else way.value}", count=most),
            tuple(Option(str(action), action_label(w, action, view.open)) for action in part),
            min(least, len(part)),
            min(most, len(part)),
        )
        for number, part in enumerate(parts)
    ]


def _first_step(w: Words, table: Table, view: View, actions: Sequence[Action]) -> list[Row]:
    return [
        _step(w, table, view, str(number), each.prompt(w), each.branches)
        for number, each in enumerate(first_lists(actions, table.game.groups))
    ]


def _next_step(w: Words, table: Table, view: View, begun: str) -> tuple[Row, ...]:
    """The ways on from the beginning of a statement, and the button back."""
    parts = in_lists(expanded(branches(begun, beginning_with(begun, view.actions))))
    prompt = w("choose.further")
    lists = [_step(w, table, view, str(number), prompt, part) for number, part in enumerate(parts)]
    return (*lists, (Button(step_id(table, view.seat, STEP + step_before(begun)), w("button.back")),))


def _step(w: Words, table: Table, view: View, name: str, prompt: str, offered: Sequence[Branch]) -> Select:
    """A list of one step. If all its entries are complete statements, several can be chosen."""
    complete = all(each.is_complete for each in offered)
    most = _fitting(table, view, [each.actions[0] for each in offered]) if complete else 1
    options = tuple(Option(each.value, each.label(w, view.open)) for each in offered)
    list_name = f"{Way.SAY.value}{name}"
    return Select(list_id(table, view.seat, list_name), prompt, options, 1, min(most, len(options)))


def _fitting(table: Table, view: View, actions: Sequence[Action]) -> int:
    """How many of some actions, whichever they are, fit into the id of the button that confirms them."""
    room = ID_LIMIT - len(act_id(table, view.seat, [DONE]))
    lengths = sorted((len(str(action)) + 1 for action in actions), reverse=True)
    return max(1, sum(sum(lengths[: count + 1]) <= room for count in range(len(lengths))))


def _confirmation(w: Words, table: Table, view: View, chosen: Sequence[Action]) -> tuple[Row, ...]:
    confirm = Button(act_id(table, view.seat, completed(table, view, chosen)), w("button.confirm"), Look.GOOD)
    return ((confirm, Button(panel_id(table, "again"), w("button.change"))),)
