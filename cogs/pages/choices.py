"""What a player can do now: what each kind of choice means, what it brings, and why there is no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.cards import CODES, KINGS, TAROCKS, card
from bot.rules.moves import Action
from bot.text.cards import short_name
from bot.text.deals import action_label, prompt_line, refusal_sentence
from bot.text.facts import item_id, item_in_full, item_name
from bot.text.worth import contract_in_full
from cogs.pages.names import names_of
from cogs.pages.page import TEXT_LIMIT, Page, lines, within
from cogs.pages.progress import awaited_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.rules.cards import Cards
    from bot.rules.view import View
    from bot.tables import Table
    from bot.text import Words

LISTED: Final = 12
"""Choices of a kind that are listed one by one."""

NAMED: Final = 8
"""Choices named together that are closed for the same reason."""

ROOM: Final = TEXT_LIMIT - 300

WITH_CARDS: Final = ("play", "lay")

ALSO: Final[Mapping[str, tuple[str, ...]]] = {
    "auction": ("hold", "bid"),
    "announcing": ("announce", "kontra"),
}
"""Verbs of a phase that a player may expect even where none of them is open."""


def choices_page(w: Words, table: Table, user_id: int) -> Page:
    """What a player is asked, each kind of choice, and why others are closed; else who is waited for."""
    heading, view = w("now.heading"), table.view(user_id)
    if view is None:
        return Page((lines(heading, w("refusal.not_started")),))
    if not view.actions:
        waiting = [] if view.open.result else [w("panel.waiting", turn=awaited_line(w, table, view.open))]
        return Page((lines(heading, w("now.nothing"), waiting),))
    said = [prompt_line(w, view, view.to_discard), *_open(w, view), *_closed(w, table, user_id, view)]
    return Page((lines(heading, within(ROOM, said)),))


def _open(w: Words, view: View) -> list[str]:
    """What is open to the player, a kind of choice after the other."""
    by_verb: dict[str, list[Action]] = {}
    for action in view.actions:
        by_verb.setdefault(action.verb, []).append(action)
    return [line for actions in by_verb.values() for line in _kind(w, view, actions)]


def _kind(w: Words, view: View, actions: Sequence[Action]) -> list[str]:
    """A kind of choice: what it means, and the choices if they are few."""
    first = actions[0]
    meaning = w.term("now", first.verb)
    if not first.argument:
        return [w("now.choice", what=action_label(w, first, view.open), meaning=meaning)]
    if first.verb == "play" and len(actions) == 1:
        forced = w("action.forced", label=action_label(w, first, view.open))
        return [w("now.choice", what=forced, meaning=meaning)]
    if first.verb in WITH_CARDS or len(actions) > LISTED:
        return [w("now.choice", what=w(f"now.{first.verb}.name", count=len(actions)), meaning=meaning)]
    listed = [w("now.option", what=_in_full(w, view, each)) for each in actions]
    return [w("now.choice", what=w(f"now.{first.verb}.name", count=len(actions)), meaning=meaning), *listed]


def _in_full(w: Words, view: View, action: Action) -> str:
    """A choice with what it is worth or means, where the tables say so."""
    if action.verb == "bid":
        return contract_in_full(w, action.argument)
    if action.verb == "announce" and w.own("meaning", item_id(action.argument)):
        return w("words.item", item=action.argument, meaning=w.term("meaning", item_id(action.argument)))
    return action_label(w, action, view.open)


def _closed(w: Words, table: Table, user_id: int, view: View) -> list[str]:
    """What is closed to the player, with the reason: together what is closed for the same one."""
    alike: dict[str, list[Action]] = {}
    sentences: dict[str, str] = {}
    for action in _expected(table, view):
        if refusal := table.refusal(user_id, action):
            alike.setdefault(refusal.code, []).append(action)
            sentences.setdefault(refusal.code, refusal_sentence(w, refusal))
    names = names_of(w, table)
    closed = [
        w("now.option", what=w("now.why", what=_named(w, view, actions, names), why=sentences[code]))
        for code, actions in alike.items()
    ]
    return [w("now.closed"), *closed] if closed else []


def _expected(table: Table, view: View) -> list[Action]:
    """What a player may think of now, open or not."""
    verbs = dict.fromkeys([*(each.verb for each in view.actions), *ALSO.get(view.open.phase, ())])
    return [Action(verb, each) for verb in verbs for each in _arguments(table, view, verb)]


def _arguments(table: Table, view: View, verb: str) -> Iterable[str]:
    """All arguments of a verb that a player may think of; none where there would be hundreds."""
    game = table.game
    if verb in WITH_CARDS:
        return map(str, view.hand)
    if verb == "call":
        return map(str, _callable(view))
    if verb == "announce":
        return () if game.groups else game.announcements
    known = {
        "bid": game.contracts,
        "hold": ("",),
        "kontra": [str(item) for item in view.open.items],
        "take": [group.name for group in view.open.talon],
    }
    return known.get(verb, ())


def _callable(view: View) -> Cards:
    """The cards among which the called one is: kings, or tarocks."""
    named = [card(each.argument) for each in view.actions if each.argument in CODES]
    return KINGS if any(each in KINGS for each in named) else TAROCKS


def _named(w: Words, view: View, actions: Sequence[Action], names: Sequence[str]) -> str:
    """Some choices by their names alone."""
    named = [_name(w, view, each, names) for each in actions[:NAMED]]
    return w("list.comma").join([*named, *(["…"] if len(actions) > NAMED else [])])


def _name(w: Words, view: View, action: Action, names: Sequence[str]) -> str:
    if action.argument in CODES:
        return short_name(w, card(action.argument))
    if action.verb == "bid":
        return w.term("contract", action.argument)
    if action.verb == "announce":
        return item_name(w, action.argument)
    if action.verb == "kontra":
        # Not the label of its step: at the top of the ladder there is none.
        return item_in_full(w, action.argument, names)
    return action_label(w, action, view.open)
