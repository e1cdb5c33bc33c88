"""The controls for what a player may do: made from the legal actions by their verbs, for every game alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from bot.rules.announcing import DONE
from bot.rules.moves import Action
from bot.text.moves import action_label
from cogs.pages.confirming import yes_label
from cogs.pages.custom_ids import act_id, list_id, mark_id, panel_id, step_id, sure_id
from cogs.pages.doubts import doubt_in_words
from cogs.pages.labels import button_label, card_of, is_own_call, small_print
from cogs.pages.names import names_of, plain_names_of
from cogs.pages.page import ID_LIMIT, OPTIONS, Button, Look, Option, Row, Select, in_rows
from cogs.pages.places import before_turn, direct_kontras, disabled, pressed_and_below, walks
from cogs.pages.statements import (
    STEP,
    beginning_with,
    branches,
    expanded,
    first_lists,
    in_lists,
    step_before,
)
from cogs.pages.ways import ENDING, LOOKS, WAYS, Way, statements

if TYPE_CHECKING:
    from bot.rules.view import View
    from bot.tables import Table
    from bot.text import Words
    from cogs.pages.statements import Branch


REFUSE: Final = Action("refuse")

TOGGLES: Final = 8
"""How many statements have a button of their own; more are listed, where there is room to explain them."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player has begun to choose and not done yet: one of them, or marks that are asked about."""

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
            question = doubt_in_words(self.words, self.view, asked, names_of(self.words, self.table))
            there = pressed_and_below(asked, self.rows(Choice(marked)))
            return (question, self._sure(asked, marked), *map(disabled, there))
        if marked and self.in_steps:
            again = panel_id(self.table, "again")
            label = self.words("button.confirm")
            confirm = self._confirmation(again, self._act_id(marked), label, Look.SUCCESS)
            return (*map(disabled, self._all(())), confirm)
        return self._next_step(begun) if begun else self._all(marked)

    def marks_in(self, actions: Sequence[Action], kept: Sequence[Action]) -> tuple[Action, ...]:
        """The marks that a press leaves if it is asked about: what it would keep, or was about to say."""
        said = tuple(kept) or tuple(action for action in actions if action in self.listed)
        return said if (self.in_steps or self.is_marked) and self.offers(Choice(said)) else ()

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
        """The kontras that have a button of their own; those said in this turn cannot be pressed again."""
        return direct_kontras(self.words, self.view)

    @property
    def in_list(self) -> bool:
        """Whether statements are marked in a list, not each on a button of its own."""
        return len(self.listed) > TOGGLES and not self.in_steps

    @property
    def is_marked(self) -> bool:
        """Whether statements are marked and then said together."""
        return len(self.listed) > 1 and not self.in_steps

    @cached_property
    def listed(self) -> tuple[Action, ...]:
        """The statements that are marked and made together."""
        return tuple(action for action in self._statements if action not in self._direct)

    @cached_property
    def _statements(self) -> tuple[Action, ...]:
        return statements(self.view)

    @cached_property
    def _revision(self) -> int:
        return self.table.revision_for(self.view.seat)

    @cached_property
    def names(self) -> Sequence[str]:
        """The players' names by seat, as a button can show them."""
        return plain_names_of(self.words, self.table)

    def _all(self, chosen: Sequence[Action]) -> tuple[Row, ...]:
        """Everything that may be done now; where cards or statements can be marked, the ends of it last.

        What acts at once among them stands apart, first.
        """
        pressed, laid, said = (self._offered(way) for way in Way)
        if self.view.to_discard == 1 or len(said) == 1:
            pressed, laid, said = [*pressed, *laid, *said], [], []
        others = [action for action in pressed if action not in self._direct]
        if walks(self.view):
            return self._walk(others)
        ending = [action for action in others if action.verb in ENDING]
        open_now = [action for action in others if action not in ending]
        # Beside a call, which comes first, the only statement left needs no word of its own.
        alone = open_now if {*open_now} <= {*self._statements} else []
        first = [] if alone else list(map(self._button, open_now))
        last, at_once = list(map(self._button, ending)), self._at_once(alone, chosen)
        if not laid and not said:
            return (*at_once, *self._kept_free(), *in_rows(first), *in_rows(last))
        if said and self.in_steps:
            to_choose = (self.words("panel.to_choose"),) if at_once else ()
            return (*at_once, *in_rows(first), *to_choose, *self._first_step(said), *in_rows(last))
        marking = self._list(said, chosen) if self.in_list else self._toggles(laid or said, chosen)
        taking = self._discard(chosen) if laid else self._say(chosen)
        rest = [self._button(action) for action in ending if action != DONE]
        to_mark = (self.words("panel.to_mark"),) if at_once else ()
        return (*at_once, *in_rows(first), *to_mark, *marking, *in_rows([*taking, *rest]))

    def _at_once(self, alone: Sequence[Action], chosen: Sequence[Action]) -> tuple[Row, ...]:
        """The statements that one press makes, and whether it ends the turn as well.

        The caption stays when all have been made, so that nothing below them moves.
        """
        buttons = [self._kontra(action, chosen) for action in self._direct] + list(map(self._button, alone))
        if not buttons:
            return ()
        open_now = [action for action in (*self._direct, *alone) if action in self.view.actions]
        if not open_now:
            return (self.words("panel.said_now"), *in_rows(buttons))
        ends = all(self.ends([action]) for action in open_now)
        return (self.words("panel.at_once_last" if ends else "panel.at_once"), *in_rows(buttons))

    def _kept_free(self) -> tuple[Row, ...]:
        """The place of the list that a kontra opens: so what ends the turn lies below it from the start."""
        if self.listed or not any(action in self.view.opening for action in self._direct):
            return ()
        later, name = self.words("choose.after_kontra"), list_id(self.table, self._revision, Way.SAY.value)
        return (self.words("panel.to_mark"), Select(name, later, (Option(STEP, later),), enabled=False))

    def _walk(self, actions: Sequence[Action]) -> tuple[Row, ...]:
        """The way through the talon: going on comes last, and keeps its place there to the end."""
        label = action_label(self.words, REFUSE, self.view.open)
        end = Button(self._act_id([REFUSE]), label, enabled=False)
        on = self._button(REFUSE) if REFUSE in actions else end
        takes = [self._button(action) for action in actions if action.verb == "take"]
        rest = [self._button(action) for action in actions if action.verb not in ("take", REFUSE.verb)]
        return (*in_rows(takes), *in_rows(rest), (on,))

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

    def _act_id(self, actions: Sequence[Action], kept: Sequence[Action] = ()) -> str:
        """The id of a button that takes some actions and keeps some marks."""
        return act_id(self.table, self._revision, self._with_done(actions), kept)

    def _with_done(self, actions: Sequence[Action]) -> tuple[Action, ...]:
        """Some actions, and `done` where they are statements that are meant to end the turn.

        They are not where they are chosen step by step, nor after one that opens others in the same turn;
        nor is a kontra with a button of its own while there are other statements.
        """
        chosen = {*actions}
        alone = chosen.issuperset(self._statements)
        says = any(self._way(each) is Way.SAY or (alone and each in self._direct) for each in actions)
        ends = says and DONE in self.view.actions and not self.in_steps
        ordered = tuple(each for each in self.view.actions if each in chosen) or tuple(actions)
        return (*ordered, DONE) if ends and chosen.isdisjoint(self.view.opening) else ordered

    def _fits(self, marked: Sequence[Action]) -> bool:
        """Whether the ids of all buttons fit, also of those that confirm, once these are marked."""
        kontras = [] if self.in_steps else [each for each in self._direct if each in self.view.actions]
        said = sure_id(self.table, self._revision, self._with_done(marked))
        ids = [sure_id(self.table, self._revision, [each], marked) for each in kontras]
        return max(map(len, [said, *ids])) <= ID_LIMIT

    def _kontra(self, action: Action, chosen: Sequence[Action]) -> Button:
        """The button of a kontra, which keeps the marks; it stays where it is once it has been said."""
        label = button_label(self.words, before_turn(self.view), action, self.names)
        enabled = action in self.view.actions
        return Button(self._act_id([action], chosen if enabled else ()), label, enabled=enabled)

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
        enabled = is_marked or self.offers(Choice(tuple(marked)))
        label = button_label(self.words, self.view, action, self.names)
        return Button(
            mark_id(self.table, self._revision, marked if enabled else [action]),
            self.words("choice.marked" if is_marked else "choice.unmarked", label=label),
            Look.SUCCESS if is_marked else Look.SECONDARY,
            card_of(action),
            enabled=enabled,
        )

    def _discard(self, chosen: Sequence[Action]) -> list[Button]:
        """The button that discards the marked cards, once there are as many as are due."""
        facts = {"count": len(chosen), "due": self.view.to_discard}
        if len(chosen) < self.view.to_discard:
            to = self._act_id(chosen) if chosen else list_id(self.table, self._revision, "lay")
            return [Button(to, self.words("button.lay_more", **facts), enabled=False)]
        return [Button(self._act_id(chosen), self.words("button.lay", **facts), Look.PRIMARY)]

    def _say(self, chosen: Sequence[Action]) -> list[Button]:
        """The button that makes the marked statements and, if it can, ends the turn; else its place."""
        if not chosen and DONE in self.view.actions:
            return [self._button(DONE)]
        if not chosen:
            nothing = list_id(self.table, self._revision, "nothing")
            return [Button(nothing, self.words("button.say_on", count=1), enabled=False)]
        return [Button(self._act_id(chosen), self.say_label(chosen), Look.PRIMARY)]

    def say_label(self, chosen: Sequence[Action]) -> str:
        """The label of the button that makes some marked statements."""
        return self.words("button.say" if self.ends(chosen) else "button.say_on", count=len(chosen))

    def ends(self, chosen: Sequence[Action]) -> bool:
        """Whether the turn ends once some marked statements are made together."""
        return DONE in self._with_done(chosen)

    def _list(self, actions: Sequence[Action], chosen: Sequence[Action]) -> list[Row]:
        """A list of statements, in which the marked ones are ticked."""
        w, view = self.words, self.view
        options = tuple(
            Option(str(each), action_label(w, each, view.open, self.names), small_print(w, view, [each]))
            for each in actions
        )
        ticked = tuple(str(each) for each in actions if each in chosen)
        name = list_id(self.table, self._revision, Way.SAY.value)
        return [Select(name, w.term("choose", "say"), options, 0, self.fitting(actions), ticked)]

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
        most = self.fitting([each.actions[0] for each in offered]) if complete else 1
        options = tuple(
            Option(each.value, each.label(w, view.open, self.names), small_print(w, view, each.actions))
            for each in offered
        )
        select_id = list_id(self.table, self._revision, f"{Way.SAY.value}{number}")
        return Select(select_id, prompt, options, 1, min(most, len(options)))

    def fitting(self, actions: Sequence[Action]) -> int:
        """How many of some actions, whichever they are, can be marked together."""
        longest = sorted(actions, key=lambda action: len(str(action)), reverse=True)
        beginnings = (longest[:number] for number in range(1, len(longest) + 1))
        return max(1, sum(1 for _ in takewhile(self._fits, beginnings)))

    def _sure(self, asked: Sequence[Action], marked: Sequence[Action]) -> tuple[Button, ...]:
        """The way back, which keeps the marks, and the button that does what is asked."""
        kept = [] if {*marked} <= {*asked} else marked
        sure = sure_id(self.table, self._revision, asked, kept)
        yes = yes_label(self.words, self.view, asked, self.names)
        again = panel_id(self.table, "again")
        back = mark_id(self.table, self._revision, marked) if marked else again
        return self._confirmation(back, sure, yes, Look.DANGER)

    def _confirmation(self, back: str, confirm: str, label: str, look: Look) -> tuple[Button, ...]:
        """The way back, and the button that does what was chosen."""
        return (Button(back, self.words("button.change")), Button(confirm, label, look))
