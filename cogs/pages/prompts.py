"""What a player's panel says above its controls: what is to be done, and what has been begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.cards import card
from bot.text.cards import short_name
from bot.text.deals import action_label, calling_line, prompt_line
from bot.text.worth import meaning_of
from cogs.pages.controls import DONE
from cogs.pages.labels import card_of, in_full
from cogs.pages.names import names_of
from cogs.pages.page import lines
from cogs.pages.progress import awaited_line
from cogs.pages.statements import begun_in_words, closed_items, numbers_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.moves import Action
    from cogs.pages.controls import Choice, Controls


def prompt(controls: Controls, choice: Choice) -> str:
    """What the player is to do, and has begun to, or for whom the game waits."""
    w, view = controls.words, controls.view
    names = names_of(w, controls.table)
    if choice.begun:
        return w("panel.begun", what=begun_in_words(w, choice.begun, view.open, names))
    if choice.marked and controls.in_steps:
        confirm = w("panel.confirm", button=w("button.confirm"))
        chosen = [in_full(w, view, [each], action_label(w, each, view.open, names)) for each in choice.marked]
        return lines(confirm, [w("panel.chosen", what=each) for each in chosen])
    if not view.actions:
        return w("panel.waiting", turn=awaited_line(w, controls.table, view.open))
    marked = _marked(controls, choice.marked, names)
    if view.open.turn and view.seat not in view.open.turn:
        return lines(w("prompt.out_of_turn"), marked)
    asked = prompt_line(w, view, view.to_discard)
    return lines(asked, calling_line(w, view, names), hints(controls), marked)


def _marked(controls: Controls, marked: Sequence[Action], names: Sequence[str]) -> str:
    """What is marked but not done yet, and how to change that; empty if nothing is."""
    if not marked:
        return ""
    w, public = controls.words, controls.view.open
    named = (
        short_name(w, card(code)) if (code := card_of(each)) else action_label(w, each, public, names)
        for each in marked
    )
    what = w("list.semicolon").join(named)
    return w("panel.marked_in_list" if controls.in_list else "panel.marked", what=what)


def hints(controls: Controls) -> list[str]:
    """How statements are made, and what those mean that have buttons: lists explain theirs themselves."""
    said = controls.listed
    if controls.in_steps:
        return [_not_listed(controls, said)]
    if len(said) < 2:
        return [_meaning(controls, each) for each in said]
    explained = [] if controls.in_list else [_meaning(controls, each) for each in said]
    done = action_label(controls.words, DONE, controls.view.open)
    return [*explained, controls.words("panel.any_number", done=done)]


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
    meaning = meaning_of(w, action.argument) if action.verb == "announce" else ""
    label = action_label(w, action, controls.view.open, controls.names)
    return w("panel.meaning", what=label, meaning=meaning) if meaning else ""
