"""The controls for what a player may do: made from the legal actions by their verbs, whatever the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Final

from bot.rules.cards import CODES, NO_CARDS, Cards, card
from bot.rules.deal import Deal
from bot.rules.moves import Action
from bot.text.deals import action_label
from cogs.names import act_id, list_id, panel_id, step_id
from cogs.page import ID_LIMIT, OPTIONS, Button, Choice, Look, Option, Row, in_rows
from cogs.walking import STEP, before, beyond, branches, in_parts, opened, shelves

if TYPE_CHECKING:
    from bot.rules.view import View
    from bot.tables import Table
    from bot.text import Words
    from cogs.walking import Branch


class Way(Enum):
    """How actions of a verb are offered."""

    PRESS = "press"
    """A button each."""
    CHOOSE = "choose"
    """A list; what is chosen is done."""
    LAY = "lay"
    """A list; as many as are owed are chosen together, looked at, and then done."""
    SAY = "say"
    """A list; any number is chosen together, looked at, then done, and the turn is over.

    Where there is too much for one list it is walked; what it leads to is said by itself.
    """


WAYS: Final[Mapping[str, Way]] = {
    "play": Way.CHOOSE,
    "call": Way.CHOOSE,
    "lay": Way.LAY,
    "announce": Way.SAY,
    "kontra": Way.SAY,
}
"""Verbs not named here are pressed."""

LOOKS: Final[Mapping[str, Look]] = {
    "pass": Look.PLAIN,
    "done": Look.PLAIN,
    "decline": Look.PLAIN,
    "refuse": Look.PLAIN,
    "annul": Look.GRAVE,
    "surrender": Look.GRAVE,
}
"""Verbs not named here are main buttons."""

DONE: Final = Action("done")


def rows_for(
    w: Words, table: Table, view: View, chosen: Sequence[Action] = (), begun: str = ""
) -> tuple[Row, ...]:
    """The controls of a player.

    Args:
        w: the player's words, of the game.
        table: the table.
        view: what the player sees.
        chosen: what the player has picked from a list and must still confirm.
        begun: the statement the player has begun, of which something is still open.
    """
    if chosen:
        return _confirmation(w, table, view, chosen)
    if begun:
        return _further(w, table, view, begun)
    by_way: dict[Way, list[Action]] = {way: [] for way in Way}
    for action in view.actions:
        by_way[WAYS.get(action.verb, Way.PRESS)].append(action)
    if len(by_way[Way.SAY]) == 1:
        by_way[Way.PRESS].insert(0, by_way[Way.SAY].pop())
    lists = [_list(w, table, view, way, by_way[way]) for way in (Way.CHOOSE, Way.LAY)]
    says = by_way[Way.SAY]
    lists.append(
        _walk(w, table, view, says) if is_walked(table, view) else _list(w, table, view, Way.SAY, says)
    )
    return (*(row for rows in lists for row in rows), *_buttons(w, table, view, by_way[Way.PRESS]))


def is_walked(table: Table, view: View) -> bool:
    """Whether statements are come to step by step: they have groups, or are too many for one list."""
    return bool(table.game.groups) or len(statements(view)) > OPTIONS


def statements(view: View) -> tuple[Action, ...]:
    """What a player may state."""
    return tuple(action for action in view.actions if WAYS.get(action.verb) is Way.SAY)


def completed(table: Table, view: View, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Some statements with the `done` that ends the turn, where a turn of statements is what it is."""
    says = any(WAYS.get(action.verb) is Way.SAY for action in actions)
    # Whoever walks says one thing after the other, and the end of the turn is pressed by itself.
    together = DONE in view.actions and not is_walked(table, view)
    return (*actions, DONE) if says and together and not opens_more(table, view, actions) else tuple(actions)


def opens_more(table: Table, view: View, actions: Sequence[Action]) -> bool:
    """Whether whoever says this may then say more than before in the same turn, and had better be asked."""
    deal, seat = table.deal, view.seat
    for action in actions:
        after = None if deal is None or seat is None else deal.act(seat, action)
        if not isinstance(after, Deal):
            return False
        deal = after
    return deal is not None and not set(deal.actions(seat)) <= set(view.actions)


def confirms(actions: Iterable[Action]) -> bool:
    """Whether what was picked from a list is shown once more before it is done."""
    return any(WAYS.get(action.verb) in (Way.LAY, Way.SAY) for action in actions)


def owed(table: Table, view: View) -> int:
    """How many cards a player still has to lay away."""
    if view.seat is None:
        return 0
    return len(view.hand) - table.game.hand_sizes(view.open.dealer, view.open.seats)[view.seat]


def sits_out(table: Table, view: View) -> bool:
    """Whether a player has no part in the deal: a dealer who deals to the others alone."""
    sizes = table.game.hand_sizes(view.open.dealer, view.open.seats)
    return view.seat is not None and not sizes[view.seat]


def playable(view: View) -> Cards | None:
    """The cards of the hand that an action of the player names; none where no card is asked for."""
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


def _list(w: Words, table: Table, view: View, way: Way, actions: Sequence[Action]) -> list[Row]:
    least = most = 1
    if way is Way.LAY:
        least = most = owed(table, view)
    elif way is Way.SAY:
        most = _fitting(table, view, actions)
    parts = [actions[start : start + OPTIONS] for start in range(0, len(actions), OPTIONS)]
    return [
        Choice(
            list_id(table, view.seat, f"{way.value}{number or ''}"),
            w(f"choose.{parts[0][0].verb if way is Way.CHOOSE else way.value}", count=most),
            tuple(Option(str(action), action_label(w, action, view.open)) for action in part),
            min(least, len(part)),
            min(most, len(part)),
        )
        for number, part in enumerate(parts)
    ]


def _walk(w: Words, table: Table, view: View, actions: Sequence[Action]) -> list[Row]:
    """The lists a walk begins with."""
    return [
        _way_on(w, table, view, str(number), shelf.prompt(w), shelf.branches)
        for number, shelf in enumerate(shelves(actions, table.game.groups))
    ]


def _further(w: Words, table: Table, view: View, begun: str) -> tuple[Row, ...]:
    """The next step of a statement that has been begun, and the way back."""
    parts = in_parts(opened(branches(begun, beyond(begun, view.actions))))
    prompt = w("choose.further")
    lists = [_way_on(w, table, view, str(number), prompt, part) for number, part in enumerate(parts)]
    return (*lists, (Button(step_id(table, view.seat, STEP + before(begun)), w("button.back")),))


def _way_on(w: Words, table: Table, view: View, name: str, prompt: str, offered: Sequence[Branch]) -> Choice:
    """A list of a walk: several statements can be chosen from it where it leads no further."""
    whole = all(each.is_whole for each in offered)
    most = _fitting(table, view, [each.actions[0] for each in offered]) if whole else 1
    options = tuple(Option(each.value, each.label(w, view.open)) for each in offered)
    kind = f"{Way.SAY.value}{name}"
    return Choice(list_id(table, view.seat, kind), prompt, options, 1, min(most, len(options)))


def _fitting(table: Table, view: View, actions: Sequence[Action]) -> int:
    """How many of some actions surely fit into the id of the button that confirms them."""
    room = ID_LIMIT - len(act_id(table, view.seat, [DONE]))
    lengths = sorted((len(str(action)) + 1 for action in actions), reverse=True)
    return max(1, sum(sum(lengths[: count + 1]) <= room for count in range(len(lengths))))


def _confirmation(w: Words, table: Table, view: View, chosen: Sequence[Action]) -> tuple[Row, ...]:
    confirm = Button(act_id(table, view.seat, completed(table, view, chosen)), w("button.confirm"), Look.GOOD)
    return ((confirm, Button(panel_id(table, "again"), w("button.change"))),)
