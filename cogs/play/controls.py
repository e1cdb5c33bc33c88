"""The controls for what a player may do: made from the legal actions by their verbs, for every game alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import takewhile
from typing import Final

from bot.rules.announcing import DONE
from bot.rules.cards import NO_CARDS, Cards, card
from bot.rules.facts import Walk
from bot.rules.moves import Action
from bot.rules.view import View
from bot.tables import Table, offered
from bot.text import Words
from bot.text.announcements import contract_about
from bot.text.facts import item_name
from bot.text.moves import action_label
from cogs.controls import ACT, LIST, MARK, PANEL, SURE, read_actions, written
from cogs.discord.page import ID_LIMIT, LABEL_LIMIT, OPTIONS, Button, Look, Option, Row, Select, in_rows
from cogs.play.doubts import doubt_in_words
from cogs.play.guide import beside_guide
from cogs.play.labels import button_label, card_of, card_on_button, is_own_call, small_print, worth_offering
from cogs.play.statements import (
    ALL,
    STEP,
    Branch,
    beginning_with,
    branches,
    expanded,
    first_lists,
    in_lists,
    step_before,
)
from cogs.table.names import names_of, plain_names_of


class Way(Enum):
    """How actions of a verb are offered."""

    CHOOSE = "choose"
    """A list, each entry with its meaning, of which one is taken."""
    PRESS = "press"
    """A button each."""
    LAY = "lay"
    """A button each, which marks a card; one more takes all discards that are due together."""
    SAY = "say"
    """A list from which any number is marked; a button makes them together.

    Where there are too many for one list they are chosen in steps and made one by one.
    """


WAYS: Final[Mapping[str, Way]] = {
    "bid": Way.CHOOSE,
    "lay": Way.LAY,
    "announce": Way.SAY,
    "kontra": Way.SAY,
}
"""All other verbs have a button for each action."""

LOOKS: Final = {"ready": Look.SUCCESS, "annul": Look.DANGER, "surrender": Look.DANGER}
"""All other verbs have plain buttons: no button draws the eye that most hands should not press."""

ENDING: Final = ("ready", "pass", "decline", "refuse", "done", "surrender")
"""The verbs whose buttons come last, below all others.

A chat is scrolled to its end, so that controls keep their places counted from below: a second press there
passes, or ends another turn, and costs nothing. Giving up is asked about.
"""

REFUSE: Final = Action("refuse")
TILED_ROWS: Final = 2
"""Card buttons have pictures of the cards as long as they take at most this many rows."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player has begun to choose and not done yet: one of them, or marks that are asked about."""

    marked: tuple[Action, ...] = ()
    """Discards or statements that are marked."""
    begun: str = ""
    """The beginning of the statement that is being chosen step by step."""
    asked: tuple[Action, ...] = ()
    """Actions that can cost much or leave a guided deal, which the player must confirm."""
    lost: int | None = None
    """How many game points less these bring than the guided deal; `None` if there is none to leave."""

    def __bool__(self) -> bool:
        return bool(self.marked or self.begun or self.asked)


NO_CHOICE: Final = Choice()


@dataclass(frozen=True)
class ActionControls:
    """Makes the controls for what a player may do now."""

    words: Words
    table: Table
    view: View
    in_words: bool = False
    """Whether cards on buttons have their whole names: for screen readers."""

    def rows(self, choice: Choice = NO_CHOICE) -> tuple[Row, ...]:
        """The controls of the player's panel."""
        w, marked, asked, again = self.words, choice.marked, choice.asked, PANEL["again"].at(self.table)
        if asked:
            question, sure = self._question(choice)
            there = pressed_and_below(asked, self.rows(Choice(marked)))
            back = self._id(MARK + written(marked)) if marked else again
            yes = Button(self._id(SURE + written(asked)), sure, Look.DANGER)
            return (question, *in_rows([Button(back, w("button.change")), yes]), *map(disabled, there))
        if marked and self.in_steps:
            confirm = Button(self._act_id(marked), w("button.confirm"), Look.SUCCESS)
            return ((Button(again, w("button.change")), confirm),)
        return self._next_step(choice.begun) if choice.begun else self._all(marked)

    def _question(self, choice: Choice) -> tuple[str, str]:
        """The question whether what is asked about is meant, and the label of the button that confirms it."""
        w, asked = self.words, choice.asked
        if choice.lost is not None:
            return beside_guide(w, choice.lost), w("guide.anyway")
        question = doubt_in_words(w, self.view, asked, names_of(w, self.table))
        return question, yes_label(w, self.view, asked, self.names)

    def marks_in(self, actions: Sequence[Action]) -> tuple[Action, ...]:
        """The marks to go back to from a press that is asked about."""
        said = tuple(action for action in actions if action in self.listed)
        return said if self.offers(Choice(said)) else ()

    def offers(self, choice: Choice) -> bool:
        """Whether `rows` leads to this; the id of a control or the values of a list may be forged."""
        chosen, begun = choice.marked, choice.begun
        if chosen:
            ways = {self._way(action) for action in chosen}
            most = self.view.to_discard if ways == {Way.LAY} else len(self.view.actions)
            is_possible = len({*chosen}) == len(chosen) <= most and {*chosen} <= {*self.view.actions}
            return ways in ({Way.LAY}, {Way.SAY}) and is_possible and self._fits(chosen)
        if begun == ALL:
            return bool(self.listed) and bool(self.table.game.groups)
        is_step = begun.endswith((":", ",")) and bool(beginning_with(begun, self.listed))
        return is_step or not begun

    @property
    def in_steps(self) -> bool:
        """Whether statements are chosen step by step: they form groups, or are too many for one list."""
        return bool(self.table.game.groups) or len(self.listed) > OPTIONS

    @cached_property
    def listed(self) -> tuple[Action, ...]:
        """The statements open to the player."""
        return statements(self.view)

    @cached_property
    def names(self) -> Sequence[str]:
        """The players' names by seat, as a button can show them."""
        return plain_names_of(self.words, self.table)

    def _all(self, chosen: Sequence[Action]) -> tuple[Row, ...]:
        """Return all controls for the legal actions. Buttons that end the turn come last."""
        bids, pressed, laid, said = (self._offered(way) for way in Way)
        # The player walks through the talon group by group, or has come to its end.
        if self.view.open.fact(Walk) is not None and any(each.verb == "take" for each in pressed):
            return self._walk(pressed)
        ending = [self._button(action) for action in pressed if action.verb in ENDING]
        open_now = [self._button(action) for action in pressed if action.verb not in ENDING]
        first = (*([self._bids(bids)] if bids else []), *tiled(open_now))
        if laid:
            return (*first, *self._toggles(laid, chosen), *in_rows([self._discard(chosen), *ending]))
        if said and self.table.game.groups:
            more = Button(self._id(STEP + ALL), self.words("button.more_statements"))
            return (*first, *self._suggested(), *in_rows([more, *ending]))
        if said and self.in_steps:
            return (*first, *self._lists(said), *in_rows(ending))
        if said:
            others = [self._button(each) for each in pressed if each.verb in ENDING and each != DONE]
            return (*first, self._list(said, chosen), *in_rows([self._say(chosen), *others]))
        return (*first, *in_rows(ending))

    def _suggested(self) -> tuple[Row, ...]:
        """A list of the few statements that the hand could make, in its player's own panel."""
        w, view = self.words, self.view
        some = [each for each in offered(view) if each in self.listed]
        if not some:
            return (w("choose.nothing_suggested"),)
        options = tuple(
            Option(str(each), action_label(w, each, view.open, self.names), small_print(w, view, [each]))
            for each in some
        )
        most = self.fitting(some)
        prompt = w("choose.kontra" if are_kontras(some) else "choose.suggested")
        return (Select(self._id(f"{LIST}{Way.SAY.value}"), prompt, options, 1, most),)

    def _lists(self, said: Sequence[Action]) -> tuple[Row, ...]:
        """The lists of all statements that are open."""
        steps = enumerate(first_lists(said, self.table.game.groups))
        return tuple(self._step(number, each.prompt(self.words), each.branches) for number, each in steps)

    def _bids(self, actions: Sequence[Action]) -> Select:
        """The list of bids, each with what it is worth and what it means."""
        w, view = self.words, self.view
        options = tuple(
            Option(str(each), button_label(w, view, each, self.names), contract_about(w, each.argument))
            for each in actions
        )
        return Select(self._id(LIST + Way.CHOOSE.value), w.term("choose", "bid"), options)

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
        offered = [each for each in worth_offering(self.view) if self._way(each) is way]
        places = {str(each): place for place, each in enumerate(self.view.hand.sorted)}

        def place(action: Action) -> int:
            if action.verb in ("play", "lay"):
                return places[action.argument]
            return len(places) + is_own_call(self.view, action) + 2 * (action.verb in ENDING)

        return sorted(offered, key=place)

    def _way(self, action: Action) -> Way:
        return WAYS.get(action.verb, Way.PRESS)

    def _id(self, what: str) -> str:
        return ACT.id(self.table.id, self.table.revision_for(self.view.seat), what)

    def _act_id(self, actions: Sequence[Action]) -> str:
        return self._id(written(self._with_done(actions)))

    def _with_done(self, actions: Sequence[Action]) -> tuple[Action, ...]:
        """Some actions, and `done` where they are statements that are meant to end the turn.

        They are not where they are chosen step by step, nor after one that opens others in the same turn.
        """
        chosen = {*actions}
        says = any(self._way(each) is Way.SAY for each in actions)
        ends = says and DONE in self.view.actions and not self.in_steps
        ordered = tuple(each for each in self.view.actions if each in chosen) or tuple(actions)
        return (*ordered, DONE) if ends and chosen.isdisjoint(self.view.opening) else ordered

    def _fits(self, marked: Sequence[Action]) -> bool:
        """Whether the ids of the buttons fit, also of the one that confirms, once these are marked."""
        return len(self._id(SURE + written(self._with_done(marked)))) <= ID_LIMIT

    def _label(self, action: Action) -> str:
        return button_label(self.words, self.view, action, self.names, long=self.in_words)

    def _button(self, action: Action) -> Button:
        label = self._label(action)
        look = LOOKS.get(action.verb, Look.SECONDARY)
        if action.verb == "play" and len(self.view.actions) == 1:
            label, look = self.words("choice.only", label=label), Look.PRIMARY
        return Button(self._act_id([action]), label, look, card_of(action))

    def _toggles(self, actions: Sequence[Action], chosen: Sequence[Action]) -> tuple[Row, ...]:
        """A button for each action that marks it, or takes the mark away."""
        buttons = []
        for action in actions:
            is_marked = action in chosen
            marked = [each for each in self.view.actions if (each in chosen) != (each == action)]
            enabled = is_marked or self.offers(Choice(tuple(marked)))
            label = self._label(action)
            if is_marked:
                label = self.words("choice.chosen" if self.in_words else "choice.marked", label=label)
            look = Look.SUCCESS if is_marked else Look.SECONDARY
            button_id = self._id(MARK + written(marked if enabled else [action]))
            buttons.append(Button(button_id, label, look, card_of(action), enabled=enabled))
        return tiled(buttons)

    def _discard(self, chosen: Sequence[Action]) -> Button:
        """The button that discards the marked cards, once there are as many as are due."""
        facts = {"count": len(chosen), "due": self.view.to_discard}
        if len(chosen) < self.view.to_discard:
            to = self._act_id(chosen) if chosen else self._id(f"{LIST}lay")
            return Button(to, self.words("button.lay_more", **facts), enabled=False)
        return Button(self._act_id(chosen), self.words("button.lay", **facts), Look.PRIMARY)

    def _say(self, chosen: Sequence[Action]) -> Button:
        """The button that makes the marked statements and, if it can, ends the turn; else its place."""
        if chosen:
            return Button(self._act_id(chosen), self.say_label(chosen), Look.PRIMARY)
        if DONE in self.view.actions:
            return self._button(DONE)
        return Button(self._id(f"{LIST}nothing"), self.words("button.say_on", count=1), enabled=False)

    def say_label(self, chosen: Sequence[Action]) -> str:
        """The label of the button that makes some marked statements."""
        return self.words("button.say" if self.ends(chosen) else "button.say_on", count=len(chosen))

    def ends(self, chosen: Sequence[Action]) -> bool:
        """Whether the turn ends once some marked statements are made together."""
        return DONE in self._with_done(chosen)

    def _list(self, actions: Sequence[Action], chosen: Sequence[Action]) -> Select:
        """A list of statements, in which the marked ones are ticked."""
        w, view = self.words, self.view
        options = tuple(
            Option(str(each), action_label(w, each, view.open, self.names), small_print(w, view, [each]))
            for each in actions
        )
        ticked = tuple(str(each) for each in actions if each in chosen)
        select_id = self._id(LIST + Way.SAY.value)
        prompt = w.term("choose", "kontra" if are_kontras(actions) else "say")
        return Select(select_id, prompt, options, 0, self.fitting(actions), ticked)

    def _next_step(self, begun: str) -> tuple[Row, ...]:
        """The ways on from the beginning of a statement, or all statements, and the button back."""
        if begun == ALL:
            done = [self._button(each) for each in self.view.actions if each == DONE]
            return (*self._lists(self.listed), (Button(self._id(STEP), self.words("button.back")), *done))
        before = step_before(begun) or (ALL if self.table.game.groups else "")
        parts = in_lists(expanded(branches(begun, beginning_with(begun, self.listed))))
        lists = [self._step(number, self.words("choose.further"), part) for number, part in enumerate(parts)]
        return (*lists, (Button(self._id(STEP + before), self.words("button.back")),))

    def _step(self, number: int, prompt: str, offered: Sequence[Branch]) -> Select:
        """A list of one step. If all its entries are complete statements, several can be chosen."""
        w, view = self.words, self.view
        complete = all(each.is_complete for each in offered)
        most = self.fitting([each.actions[0] for each in offered]) if complete else 1
        options = tuple(
            Option(each.value, each.label(w, view.open, self.names), small_print(w, view, each.actions))
            for each in offered
        )
        select_id = self._id(f"{LIST}{Way.SAY.value}{number}")
        return Select(select_id, prompt, options, 1, min(most, len(options)))

    def fitting(self, actions: Sequence[Action]) -> int:
        """How many of some actions, in any combination, can be marked together."""
        longest = sorted(actions, key=lambda action: len(str(action)), reverse=True)
        beginnings = (longest[:number] for number in range(1, len(longest) + 1))
        return max(1, sum(1 for _ in takewhile(self._fits, beginnings)))


def tiled(buttons: Sequence[Button]) -> tuple[Row, ...]:
    """Card buttons in rows, with pictures of the cards where there are few."""
    rows = in_rows(buttons)
    return rows if len(rows) <= TILED_ROWS else in_rows([replace(each, card="") for each in buttons])


def yes_label(w: Words, view: View, asked: Sequence[Action], names: Sequence[str]) -> str:
    """The label of the button that confirms: the action, or all of them, as many as it has room for."""
    meant = [each for each in asked if each != DONE] or [*asked]
    if len(meant) == 1:
        if is_own_call(view, meant[0]):
            return w("choice.sure_alone", label=card_on_button(w, card(card_of(meant[0]))))
        return w("choice.sure", label=button_label(w, view, meant[0], names))
    # An announcement only by its name.
    named = [
        item_name(w, each.argument) if each.verb == "announce" else action_label(w, each, view.open, names)
        for each in meant
    ]
    label = w("choice.sure", label=w("list.comma").join(named))
    for shown in range(len(named) - 1, -1, -1):
        if len(label) <= LABEL_LIMIT:
            break
        some = w("list.comma").join([*named[:shown], "…"])
        label = w("choice.sure_of_all", label=some, count=len(named))
    return label


def disabled(row: Row) -> Row:
    """A row whose controls can be seen but not used."""
    if isinstance(row, str):
        return row
    if isinstance(row, Select):
        return replace(row, enabled=False)
    return tuple(replace(button, enabled=False) for button in row)


def pressed_and_below(asked: Sequence[Action], rows: Sequence[Row]) -> Sequence[Row]:
    """The rows from that with the button which does what is asked; none if there is no such button.

    They stay below the question, so that at the end of a chat a second press on the same place confirms
    nothing. What is above them goes, so that a phone shows the question.
    """
    for number, row in enumerate(rows):
        named = [each.id.split(":", 3)[-1] for each in row] if isinstance(row, tuple) else []
        if any(what[0] not in (MARK, SURE) and read_actions(what) == [*asked] for what in named):
            return rows[number:]
    return ()


def statements(view: View) -> tuple[Action, ...]:
    """The announcements and kontras that a player is offered."""
    return tuple(action for action in worth_offering(view) if WAYS.get(action.verb) is Way.SAY)


def are_kontras(actions: Iterable[Action]) -> bool:
    return all(action.verb == "kontra" for action in actions)


def are_marked(actions: Iterable[Action]) -> bool:
    """Whether what was chosen from a list is shown once more before it is done."""
    return any(WAYS.get(action.verb) in (Way.LAY, Way.SAY) for action in actions)


def playable(view: View) -> Cards | None:
    """The cards of the hand that can be played or discarded now; `None` if the player is asked for none."""
    named = Cards.of({card(each.argument) for each in view.actions if each.verb in ("play", "lay")})
    return named & view.hand if named & view.hand != NO_CARDS else None
