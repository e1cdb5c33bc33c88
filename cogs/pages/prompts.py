"""What a player's panel says above its controls: what is to be done, and what has been begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.announcing import DONE
from bot.rules.cards import card
from bot.text.cards import short_name
from bot.text.deals import prompt_line
from bot.text.moves import action_label
from bot.text.sides import calling_line
from cogs.pages.clock import rest_line
from cogs.pages.labels import card_of, in_full, meaning_in, small_print, stake_of
from cogs.pages.names import names_of
from cogs.pages.page import lines
from cogs.pages.progress import awaited_line
from cogs.pages.statements import beginning_with, begun_in_words, closed_items, numbers_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.moves import Action
    from bot.rules.view import View
    from cogs.pages.controls import Choice, Controls


def prompt(controls: Controls, choice: Choice) -> str:
    """What the player is to do, and has begun to, or for whom the game waits."""
    w, view = controls.words, controls.view
    names = names_of(w, controls.table)
    if choice.begun:
        about = small_print(w, view, beginning_with(choice.begun, view.actions))
        begun = w("panel.begun", what=begun_in_words(w, choice.begun, view.open, names))
        return lines(begun, w("panel.words", words=about) if about else "")
    if choice.marked and controls.in_steps:
        confirm = "" if choice.asked else w("panel.confirm", button=w("button.confirm"))
        chosen = [in_full(w, view, [each], action_label(w, each, view.open, names)) for each in choice.marked]
        return lines(confirm, [w("panel.chosen", what=each) for each in chosen])
    if not view.actions:
        if rest_line(w, controls.table, asked=False):
            return ""  # it is nobody's turn, which is said where the clock is
        awaited = awaited_line(w, controls.table, view.open)
        return w("panel.waiting", turn=awaited) if view.open.result is None else awaited
    marked = _marked(controls, choice, names)
    if view.open.turn and view.seat not in view.open.turn:
        return lines(w("prompt.out_of_turn"), marked)
    done = w("prompt.only_done", done=action_label(w, DONE, view.open)) if is_only_done(view) else ""
    asked = done or prompt_line(w, view, view.to_discard)
    explained = [calling_line(w, view, names), *hints(controls)]
    ending = "" if choice.asked else _ending(controls, choice.marked)
    return lines(asked, explained, marked or _nothing_marked(controls), ending)


def is_only_done(view: View) -> bool:
    """Whether a player can do nothing but end the turn."""
    return view.actions == (DONE,)


def _marked(controls: Controls, choice: Choice, names: Sequence[str]) -> str:
    """What is marked but not done yet, and how to change that; empty if nothing is."""
    if not choice.marked:
        return ""
    w, public = controls.words, controls.view.open
    named = (
        short_name(w, card(code)) if (code := card_of(each)) else action_label(w, each, public, names)
        for each in choice.marked
    )
    what = w("list.semicolon").join(named)
    if choice.asked:
        return w("panel.still_marked", what=what)
    return w("panel.marked_in_list" if controls.in_list else "panel.marked", what=what)


def hints(controls: Controls) -> list[str]:
    """What the statements mean that have buttons, and what the figures are: lists explain theirs."""
    said = controls.listed
    if controls.in_steps:
        return [_not_listed(controls, said)]
    explained = [] if controls.in_list else [_meaning(controls, each) for each in said]
    return [*explained, _figures(controls)]


def _figures(controls: Controls) -> str:
    """Whose points the figures on the buttons are."""
    stakes = (stake_of(controls.view, each) for each in controls.listed)
    return controls.words("panel.figures") if any(stakes) else ""


def _nothing_marked(controls: Controls) -> str:
    """That nothing is marked, and how much can be: as long as what is said once something is.

    So no button moves far when one is marked.
    """
    w, said = controls.words, controls.listed
    if not controls.is_marked:
        return ""
    most = controls.fitting(said)
    if controls.in_list and most < len(said):
        return w("panel.none_marked", how=w("panel.up_to", count=most))
    return w(
        "panel.none_marked", how=w("panel.any_number" if DONE in controls.view.actions else "panel.some")
    )


def _ending(controls: Controls, marked: Sequence[Action]) -> str:
    """Which button says what is marked, or ends the turn."""
    w = controls.words
    if not controls.is_marked:
        return ""
    if marked:
        key = "panel.says_and_ends" if controls.ends(marked) else "panel.says"
        return w(key, count=len(marked), button=controls.say_label(marked))
    done = action_label(w, DONE, controls.view.open)
    return w("panel.ends", button=done) if DONE in controls.view.actions else ""


def _not_listed(controls: Controls, said: Sequence[Action]) -> str:
    """Which numbered announcements the lists lack; `""` if there are none, or none that can be made."""
    closed = closed_items(controls.table.game.name, said)
    if not closed or not any(action.verb == "announce" for action in said):
        return ""
    w = controls.words
    return w("panel.not_listed", numbers=numbers_in_words(w, closed), button=w("button.now"))


def _meaning(controls: Controls, action: Action) -> str:
    """What a statement means, in a line; `""` if it needs no explanation."""
    w = controls.words
    meaning = meaning_in(w, controls.view, action) if action.verb == "announce" else ""
    label = action_label(w, action, controls.view.open, controls.names)
    return w("panel.meaning", what=label, meaning=meaning) if meaning else ""
