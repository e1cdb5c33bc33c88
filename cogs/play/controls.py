"""The controls for what a player may do: made from the legal actions by their verbs, for every game alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import takewhile
from typing import Final

from bot.rules.announcing import DONE, kontra
from bot.rules.cards import NO_CARDS, Cards, card
from bot.rules.facts import Walk
from bot.rules.moves import Action, Move
from bot.rules.state import Item
from bot.rules.view import View
from bot.tables import Table
from bot.text import Words
from bot.text.facts import is_the_contract, item_name
from bot.text.moves import action_label
from cogs.controls import ACT, LIST, MARK, PANEL, SURE, read_actions, written
from cogs.discord.page import ID_LIMIT, LABEL_LIMIT, OPTIONS, Button, Look, Option, Row, Select, in_rows
from cogs.play.doubts import doubt_in_words
from cogs.play.labels import button_label, card_of, card_on_button, is_own_call, small_print
from cogs.play.statements import (
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

    PRESS = "press"
    """A button each, which takes the action at once."""
    LAY = "lay"
    """A button each, which marks a card; one more takes all discards that are due together."""
    SAY = "say"
    """A button or an entry of a list each, which marks a statement; one more takes any number together.

    Where there are too many for one list they are chosen in steps and taken one by one.
    """


WAYS: Final[Mapping[str, Way]] = {"lay": Way.LAY, "announce": Way.SAY, "kontra": Way.SAY}
"""All other verbs have a button for each action."""

LOOKS: Final = {"ready": Look.SUCCESS, "annul": Look.DANGER, "surrender": Look.DANGER}
"""All other verbs have plain buttons: no button draws the eye that most hands should not press."""

ENDING: Final = ("ready", "pass", "decline", "refuse", "done", "surrender")
"""The verbs whose buttons come last, below all others.

A chat is scrolled to its end, so that controls keep their places counted from below: a second press there
passes, or ends another turn, and costs nothing. Giving up is asked about.
"""

REFUSE: Final = Action("refuse")
TOGGLES: Final = 8
"""How many statements have a button of their own; more are listed, where there is room to explain them."""
KONTRAS: Final = 5
"""How many kontras have a button of their own: the one on the game, and the latest ones."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player has begun to choose and not done yet: one of them, or marks that are asked about."""

    marked: tuple[Action, ...] = ()
    """Discards or statements that are marked."""
    begun: str = ""
    """The beginning of the statement that is being chosen step by step."""
    asked: tuple[Action, ...] = ()
    """Actions that can cost much, which the player must confirm."""

    def __bool__(self) -> bool:
        return bool(self.marked or self.begun or self.asked)


NO_CHOICE: Final = Choice()


@dataclass(frozen=True)
class ActionControls:
    """Makes the controls for what a player may do now."""

    words: Words
    table: Table
    view: View

    def rows(self, choice: Choice = NO_CHOICE) -> tuple[Row, ...]:
        """The controls of the player's panel."""
        w, marked, asked, again = self.words, choice.marked, choice.asked, PANEL["again"].at(self.table)
        if asked:
            question = doubt_in_words(w, self.view, asked, names_of(w, self.table))
            there = pressed_and_below(asked, self.rows(Choice(marked)))
            back = self._id(MARK + written(marked)) if marked else again
            sure = self._id(SURE + written(asked, [] if {*marked} <= {*asked} else marked))
            yes = Button(sure, yes_label(w, self.view, asked, self.names), Look.DANGER)
            return (question, (Button(back, w("button.change")), yes), *map(disabled, there))
        if marked and self.in_steps:
            confirm = Button(self._act_id(marked), w("button.confirm"), Look.SUCCESS)
            return (*map(disabled, self._all(())), (Button(again, w("button.change")), confirm))
        return self._next_step(choice.begun) if choice.begun else self._all(marked)

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
    def _direct(self) -> tuple[Action, ...]:
        """The kontras with a button of their own; one said in this turn keeps it, but cannot be pressed."""
        said = {move.action for move in _turn(self.view)}
        kontras = [
            each for each in map(kontra, self.view.open.items) if each in self.view.actions or each in said
        ]
        game = [action for action in kontras if is_the_contract(self.words, action.argument)]
        others = [action for action in kontras if action not in game]
        return (*game, *others[-max(KONTRAS - len(game), 1) :])

    @cached_property
    def names(self) -> Sequence[str]:
        """The players' names by seat, as a button can show them."""
        return plain_names_of(self.words, self.table)

    def _all(self, chosen: Sequence[Action]) -> tuple[Row, ...]:
        """Return all controls for the legal actions. Buttons that end the turn come last.

        What acts at once among them comes first, apart.
        """
        pressed, laid, said = (self._offered(way) for way in Way)
        if self.view.to_discard == 1 or len(said) == 1:
            pressed, laid, said = [*pressed, *laid, *said], [], []
        others = [action for action in pressed if action not in self._direct]
        # The player walks through the talon group by group, or has come to its end.
        if self.view.open.fact(Walk) is not None and any(each.verb == "take" for each in self.view.actions):
            return self._walk(others)
        ending = [action for action in others if action.verb in ENDING]
        open_now = [action for action in others if action not in ending]
        # Next to a call, which comes first, the only statement left needs no word of its own.
        alone = open_now if {*open_now} <= {*self._statements} else []
        first = in_rows([] if alone else list(map(self._button, open_now)))
        at_once = self._at_once(alone, chosen)
        if not laid and not said:
            return (*at_once, *self._kept_free(), *first, *in_rows(list(map(self._button, ending))))
        if said and self.in_steps:
            to_choose = (self.words("panel.to_choose"),) if at_once else ()
            lists = [
                self._step(number, each.prompt(self.words), each.branches)
                for number, each in enumerate(first_lists(said, self.table.game.groups))
            ]
            return (*at_once, *first, *to_choose, *lists, *in_rows(list(map(self._button, ending))))
        marking = (self._list(said, chosen),) if self.in_list else self._toggles(laid or said, chosen)
        taking = self._discard(chosen) if laid else self._say(chosen)
        rest = [self._button(action) for action in ending if action != DONE]
        to_mark = (self.words("panel.to_mark"),) if at_once else ()
        return (*at_once, *first, *to_mark, *marking, *in_rows([taking, *rest]))

    def _at_once(self, alone: Sequence[Action], chosen: Sequence[Action]) -> tuple[Row, ...]:
        """The statements that one press makes, and whether it ends the turn as well.

        The caption stays when all have been made, so that nothing below them moves. A kontra keeps the marks.
        """
        buttons, before = [], _before_turn(self.view)
        for action in self._direct:
            enabled = action in self.view.actions
            label = button_label(self.words, before, action, self.names)
            buttons.append(Button(self._act_id([action], chosen if enabled else ()), label, enabled=enabled))
        buttons += map(self._button, alone)
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
        later = self.words("choose.after_kontra")
        select = Select(self._id(LIST + Way.SAY.value), later, (Option(STEP, later),), enabled=False)
        return (self.words("panel.to_mark"), select)

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

    def _id(self, what: str) -> str:
        return ACT.id(self.table.id, self.table.revision_for(self.view.seat), what)

    def _act_id(self, actions: Sequence[Action], kept: Sequence[Action] = ()) -> str:
        """The id of a button that takes some actions and keeps some marks."""
        return self._id(written(self._with_done(actions), kept))

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
        said = written(self._with_done(marked))
        ids = [self._id(SURE + each) for each in (said, *(written([each], marked) for each in kontras))]
        return max(map(len, ids)) <= ID_LIMIT

    def _button(self, action: Action) -> Button:
        label = button_label(self.words, self.view, action, self.names)
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
            label = button_label(self.words, self.view, action, self.names)
            label = self.words("choice.marked" if is_marked else "choice.unmarked", label=label)
            look = Look.SUCCESS if is_marked else Look.SECONDARY
            button_id = self._id(MARK + written(marked if enabled else [action]))
            buttons.append(Button(button_id, label, look, card_of(action), enabled=enabled))
        return in_rows(buttons)

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
        return Select(select_id, w.term("choose", "say"), options, 0, self.fitting(actions), ticked)

    def _next_step(self, begun: str) -> tuple[Row, ...]:
        """The ways on from the beginning of a statement, and the button back."""
        parts = in_lists(expanded(branches(begun, beginning_with(begun, self.view.actions))))
        lists = [self._step(number, self.words("choose.further"), part) for number, part in enumerate(parts)]
        return (*lists, (Button(self._id(STEP + step_before(begun)), self.words("button.back")),))

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


def _before_turn(view: View) -> View:
    """The view with all doublings as they were before the player's turn: as the labels of kontras say it."""
    turn = _turn(view)
    said, earlier = [move.action for move in turn], view.log[: len(view.log) - len(turn)]

    # Counted in the log: an announcement in the same turn may have voided what was doubled.
    def before(item: Item) -> Item:
        action = kontra(item)
        times = sum(move.action == action for move in earlier)
        return item._replace(doublings=times) if action in said else item

    return replace(view, open=view.open._replace(items=tuple(map(before, view.open.items))))


def _turn(view: View) -> tuple[Move, ...]:
    """What the player has said in the turn that is not over yet, the latest first."""
    return tuple(takewhile(lambda move: move.seat == view.seat and move.action != DONE, reversed(view.log)))


def statements(view: View) -> tuple[Action, ...]:
    """The announcements and kontras that a player may make."""
    return tuple(action for action in view.actions if WAYS.get(action.verb) is Way.SAY)


def are_marked(actions: Iterable[Action]) -> bool:
    """Whether what was chosen from a list is shown once more before it is done."""
    return any(action.verb in WAYS for action in actions)


def playable(view: View) -> Cards | None:
    """The cards of the hand that can be played or discarded now; `None` if the player is asked for none."""
    named = Cards.of({card(each.argument) for each in view.actions if each.verb in ("play", "lay")})
    return named & view.hand if named & view.hand != NO_CARDS else None
