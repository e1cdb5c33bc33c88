"""The controls for what a player may do: made from the legal actions by their verbs, for every game alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Final

from bot.rules.cards import NO_CARDS, Cards, card
from bot.rules.moves import Action
from bot.text.deals import action_label
from bot.text.facts import is_the_contract
from cogs.pages.custom_ids import act_id, list_id, mark_id, panel_id, step_id, sure_id
from cogs.pages.doubts import doubt_in_words
from cogs.pages.labels import button_label, card_of, is_own_call, small_print
from cogs.pages.names import names_of, plain_names_of
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
    """A button each, which takes the action at once."""
    LAY = "lay"
    """A button each, which marks a card; one more takes all discards that are due together."""
    SAY = "say"
    """A button or an entry of a list each, which marks a statement; one more takes any number together.

    Where there are too many for one list they are chosen in steps and taken one by one.
    """


WAYS: Final[Mapping[str, Way]] = {"lay": Way.LAY, "announce": Way.SAY, "kontra": Way.SAY}
"""Verbs not named here have a button for each action."""

LOOKS: Final[Mapping[str, Look]] = {
    "ready": Look.SUCCESS,
    "annul": Look.DANGER,
    "surrender": Look.DANGER,
}
"""Verbs not named here have plain buttons: none stands out that most hands should leave alone."""

ENDING: Final = ("done", "surrender")
"""The verbs whose buttons come last, below what can be marked."""

DONE: Final = Action("done")

KONTRAS: Final = 5
"""How many kontras have a button of their own: the one on the game, and the latest ones."""

TOGGLES: Final = 8
"""How many statements have a button of their own; more are listed, where there is room to explain them."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player has begun to choose in a panel and not done yet: at most one of the three."""

    marked: tuple[Action, ...] = ()
    """Discards or statements that are marked."""
    begun: str = ""
    """The beginning of the statement that is being chosen step by step."""
    asked: tuple[Action, ...] = ()
    """Actions that cost much, which the player must confirm."""

    def __bool__(self) -> bool:
        return bool(self.marked or self.begun or self.asked)


NO_CHOICE: Final = Choice()


@dataclass(frozen=True)
class Controls:
    """Makes the controls for what a player may do now."""

    words: Words
    """The player's words, of the game."""
    table: Table
    view: View
    """The player's view of the table's deal."""

    def rows(self, choice: Choice = NO_CHOICE) -> tuple[Row, ...]:
        """The controls of the player's panel."""
        marked, begun, asked = choice.marked, choice.begun, choice.asked
        if asked:
            sure = self._confirmation(
                sure_id(self.table, self._revision, asked), self._yes(asked), Look.DANGER
            )
            question = doubt_in_words(self.words, self.view, asked, names_of(self.words, self.table))
            # All else stays where it was, so that a second press on the same place confirms nothing.
            return (*map(_disabled, self._all(())), question, *sure)
        if marked and self.in_steps:
            return self._confirmation(self._act_id(marked), self.words("button.confirm"), Look.SUCCESS)
        return self._next_step(begun) if begun else self._all(marked)

    def offers(self, choice: Choice) -> bool:
        """Whether `rows` leads to this; the id of a control or the values of a list may be forged."""
        chosen, begun = choice.marked, choice.begun
        if chosen:
            ways = {WAYS.get(action.verb) for action in chosen}
            most = self.view.to_discard if ways == {Way.LAY} else len(self.view.actions)
            is_possible = len({*chosen}) == len(chosen) <= most and {*chosen} <= {*self.view.actions}
            return ways in ({Way.LAY}, {Way.SAY}) and is_possible and self._fits(chosen)
        is_step = begun.endswith((":", ",")) and bool(beginning_with(begun, self.view.actions))
        return is_step or not begun

    @property
    def in_steps(self) -> bool:
        """Whether statements are chosen step by step: they form groups, or are too many for one list."""
        return bool(self.table.game.groups) or len(self.listed) > OPTIONS

    @cached_property
    def _direct(self) -> tuple[Action, ...]:
        """The kontras that have a button of their own."""
        kontras = [action for action in self.view.actions if action.verb == "kontra"]
        game = [action for action in kontras if is_the_contract(self.words, action.argument)]
        others = [action for action in kontras if action not in game]
        return (*game, *others[-max(KONTRAS - len(game), 1) :])

    @property
    def in_list(self) -> bool:
        """Whether statements are marked in a list, not each on a button of its own."""
        return len(self.listed) > TOGGLES and not self.in_steps

    @cached_property
    def listed(self) -> tuple[Action, ...]:
        """The statements that are marked and made together."""
        return tuple(action for action in statements(self.view) if action not in self._direct)

    @cached_property
    def _revision(self) -> int:
        return self.table.revision_for(self.view.seat)

    @cached_property
    def names(self) -> Sequence[str]:
        """The players' names by seat, as a button can show them."""
        return plain_names_of(self.words, self.table)

    def _all(self, chosen: Sequence[Action]) -> tuple[Row, ...]:
        """Everything that may be done now; where cards or statements can be marked, the ends of it last."""
        pressed, laid, said = (self._offered(way) for way in Way)
        if self.view.to_discard == 1 or len(said) == 1:
            pressed, laid, said = [*pressed, *laid, *said], [], []
        if not laid and not said:
            return self._pressed(pressed)
        first = [action for action in pressed if action.verb not in ENDING]
        last = [action for action in pressed if action.verb in ENDING]
        if said and self.in_steps:
            return (*self._pressed(first), *self._first_step(said), *self._pressed(last))
        marking = self._list(said, chosen) if self.in_list else self._toggles(laid or said, chosen)
        taking = self._discard(chosen) if laid else self._say(chosen)
        rest = [self._button(action) for action in last if action != DONE]
        return (*self._pressed(first), *marking, *in_rows([*taking, *rest]))

    def _offered(self, way: Way) -> list[Action]:
        """The legal actions offered in a way: cards as in the hand, and last what is rarely wanted."""
        offered = [each for each in self.view.actions if self._way(each) is way]
        places = {str(each): place for place, each in enumerate(self.view.hand.sorted)}

        def place(action: Action) -> int:
            if action.verb in ("play", "lay"):
                return places[action.argument]
            return len(places) + is_own_call(self.view, action) + 2 * (action.verb in ENDING)

        return sorted(offered, key=place)

    def _way(self, action: Action) -> Way:
        return Way.PRESS if action in self._direct else WAYS.get(action.verb, Way.PRESS)

    def _act_id(self, actions: Sequence[Action]) -> str:
        """The id of a button that takes some actions."""
        return act_id(self.table, self._revision, self._with_done(actions))

    def _with_done(self, actions: Sequence[Action]) -> tuple[Action, ...]:
        """Some actions, and `done` where they are statements that are meant to end the turn.

        They are not where they are chosen step by step, nor after one that opens others in the same turn;
        nor is a kontra with a button of its own while there are other statements.
        """
        alone = {*actions} >= {*statements(self.view)}
        says = any(self._way(each) is Way.SAY or (alone and each in self._direct) for each in actions)
        ends = says and DONE in self.view.actions and not self.in_steps
        ordered = tuple(each for each in self.view.actions if each in actions)
        return (*ordered, DONE) if ends and not {*actions} & {*self.view.opening} else ordered

    def _fits(self, marked: Sequence[Action]) -> bool:
        """Whether the ids of the buttons fit, also of the one that confirms, once these are marked."""
        return len(sure_id(self.table, self._revision, self._with_done(marked))) <= ID_LIMIT

    def _pressed(self, actions: Sequence[Action]) -> tuple[Row, ...]:
        return in_rows([self._button(action) for action in actions])

    def _button(self, action: Action) -> Button:
        label = button_label(self.words, self.view, action, self.names)
        look = LOOKS.get(action.verb, Look.SECONDARY)
        if action.verb == "play" and len(self.view.actions) == 1:
            label, look = self.words("choice.only", label=label), Look.PRIMARY
        return Button(self._act_id([action]), label, look, card_of(action))

    def _toggles(self, actions: Sequence[Action], chosen: Sequence[Action]) -> tuple[Row, ...]:
        """A button for each action that marks it, or takes the mark away."""
        return in_rows([self._toggle(action, chosen) for action in actions])

    def _toggle(self, action: Action, chosen: Sequence[Action]) -> Button:
        is_marked = action in chosen
        marked = [each for each in self.view.actions if (each in chosen) != (each == action)]
        label = button_label(self.words, self.view, action, self.names)
        return Button(
            mark_id(self.table, self._revision, marked),
            self.words("choice.marked", label=label) if is_marked else label,
            Look.SUCCESS if is_marked else Look.SECONDARY,
            card_of(action),
            enabled=is_marked or self.offers(Choice(tuple(marked))),
        )

    def _discard(self, chosen: Sequence[Action]) -> list[Button]:
        """The button that discards the marked cards, once there are as many as are due."""
        facts = {"count": len(chosen), "due": self.view.to_discard}
        if len(chosen) < self.view.to_discard:
            to = self._act_id(chosen) if chosen else list_id(self.table, self._revision, "lay")
            return [Button(to, self.words("button.lay_more", **facts), enabled=False)]
        return [Button(self._act_id(chosen), self.words("button.lay", **facts), Look.PRIMARY)]

    def _say(self, chosen: Sequence[Action]) -> list[Button]:
        """The button that makes the marked statements and, if it can, ends the turn."""
        if not chosen:
            return [self._button(DONE)] if DONE in self.view.actions else []
        key = "button.say" if DONE in self._with_done(chosen) else "button.say_on"
        return [Button(self._act_id(chosen), self.words(key, count=len(chosen)), Look.PRIMARY)]

    def _list(self, actions: Sequence[Action], chosen: Sequence[Action]) -> list[Row]:
        """A list of statements, in which the marked ones are ticked."""
        w, view = self.words, self.view
        options = tuple(
            Option(str(each), action_label(w, each, view.open, self.names), small_print(w, view, [each]))
            for each in actions
        )
        ticked = tuple(str(each) for each in actions if each in chosen)
        name = list_id(self.table, self._revision, Way.SAY.value)
        return [Select(name, w.term("choose", "say"), options, 0, self._fitting(actions), ticked)]

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
        w, view = self.words, self.view
        complete = all(each.is_complete for each in offered)
        most = self._fitting([each.actions[0] for each in offered]) if complete else 1
        options = tuple(
            Option(each.value, each.label(w, view.open, self.names), small_print(w, view, each.actions))
            for each in offered
        )
        select_id = list_id(self.table, self._revision, f"{Way.SAY.value}{number}")
        return Select(select_id, prompt, options, 1, min(most, len(options)))

    def _fitting(self, actions: Sequence[Action]) -> int:
        """How many of some actions, whichever they are, can be marked together."""
        longest = sorted(actions, key=lambda action: len(str(action)), reverse=True)
        return max(1, sum(self._fits(longest[:number]) for number in range(1, len(longest) + 1)))

    def _yes(self, asked: Sequence[Action]) -> str:
        """The label of the button that confirms: the action, or how many there are."""
        meant = [each for each in asked if each != DONE] or asked
        if len(meant) > 1:
            return self.words("choice.sure_of_all", count=len(meant))
        return self.words("choice.sure", label=button_label(self.words, self.view, meant[0], self.names))

    def _confirmation(self, confirm_id: str, label: str, look: Look) -> tuple[Row, ...]:
        """The way back, and the button that does what was chosen."""
        back = Button(panel_id(self.table, "again"), self.words("button.change"))
        return ((back, Button(confirm_id, label, look)),)


def _disabled(row: Row) -> Row:
    """A row whose controls can be seen but not used."""
    if isinstance(row, str):
        return row
    if isinstance(row, Select):
        return replace(row, enabled=False)
    return tuple(replace(button, enabled=False) for button in row)


def statements(view: View) -> tuple[Action, ...]:
    """The announcements and kontras that a player may make."""
    return tuple(action for action in view.actions if WAYS.get(action.verb) is Way.SAY)


def are_marked(actions: Iterable[Action]) -> bool:
    """Whether what was chosen from a list is shown once more before it is done."""
    return any(WAYS.get(action.verb) in (Way.LAY, Way.SAY) for action in actions)


def playable(view: View) -> Cards | None:
    """The cards of the hand that can be played or discarded now; `None` if the player is asked for none."""
    named = Cards.of({card(each.argument) for each in view.actions if each.verb in ("play", "lay")})
    return named & view.hand if named & view.hand != NO_CARDS else None
