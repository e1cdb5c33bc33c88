"""Why choices that a player may think of are closed now: together what is closed for the same reason."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.rules.announcing import announce
from bot.rules.cards import CODES, KINGS, TAROCKS, card
from bot.rules.moves import Action
from bot.text.cards import short_name
from bot.text.facts import InWords, item_id, item_in_full, item_name
from bot.text.moves import action_label, refusal_sentence
from cogs.pages.labels import WITH_CARDS, is_looked_at
from cogs.pages.names import names_of
from cogs.pages.statements import closed_items, numbered_name, numbers_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeAlias

    from bot.rules.cards import Cards
    from bot.rules.reasons import Refusal
    from bot.rules.view import View
    from bot.tables import Table
    from bot.text import Words

    Closed: TypeAlias = tuple[Action, Refusal]
    """An action that is closed, with the reason."""

NAMED: Final = 8
"""Choices named together that are closed for the same reason."""

UNKNOWN: Final = ("no_such_bid", "no_such_announcement", "nothing_to_double")
"""Refusals of what this game, or this table's rules, do not have at all: it need not be named.

Of what has been announced, only that cannot be doubled by itself which is doubled as the game it replaces.
"""

ALSO: Final[Mapping[str, tuple[str, ...]]] = {
    "auction": ("pass", "hold", "bid"),
    "announcing": ("announce", "kontra", "done"),
}
"""Verbs of a phase that a player may expect even where none of them is open."""


def closed_lines(w: Words, table: Table, user_id: int, view: View) -> list[str]:
    """What is closed to the player, with the reason: together what is closed for the same one."""
    names = names_of(w, table)
    alike: dict[tuple[str, frozenset[str]], list[Closed]] = {}
    for action in _expected(table, view):
        refusal = table.refusal(user_id, action)
        if refusal and refusal.code not in UNKNOWN:
            others = Counter(map(str, refusal.facts.values())) - Counter([action.argument])
            alike.setdefault((refusal.code, frozenset(others)), []).append((action, refusal))
    closed = [_why(w, view, some, names) for some in alike.values()]
    numbered = bool(table.game.groups) and "announce" in _verbs(view)
    closed += _closed_statements(w, table, user_id, view) if numbered else []
    return [w("now.closed"), *closed] if closed else []


def _why(w: Words, view: View, some: Sequence[Closed], names: Sequence[str]) -> str:
    """Why some choices are closed, all for the same reason, in a sentence that names each of them."""
    action, refusal = some[0]
    named = _named(w, view, [each for each, _ in some], names)
    return _closed_for(w, refusal, action.argument, named)


def _closed_for(w: Words, refusal: Refusal, argument: str, named: str) -> str:
    """A refusal as the reason why everything named is closed: it names that, or is put behind it."""
    facts = {
        key: InWords(w("now.named", what=named)) if fact == argument else fact
        for key, fact in refusal.facts.items()
    }
    sentence = refusal_sentence(w, replace(refusal, facts=facts))
    tells = w("now.named", what=named) in sentence
    return w("now.closed_for", why=sentence) if tells else w("now.closed_choice", what=named, why=sentence)


def _closed_statements(w: Words, table: Table, user_id: int, view: View) -> list[str]:
    """Why announcements that have numbers are closed in all their forms: for each reason those it closes.

    Where the forms of one are closed for several reasons, the one of most of them.
    """
    closed = dict.fromkeys(closed_items(table.game.name, view.actions))
    reasons: dict[str, Counter[str]] = {each: Counter() for each in closed}
    samples: dict[str, Closed] = {}
    for action in (announce(each) for each in table.game.announcements if item_id(each) in closed):
        refusal = table.refusal(user_id, action)
        assert refusal is not None, "no form of it is open"
        reasons[item_id(action.argument)][refusal.code] += 1
        samples.setdefault(refusal.code, (action, refusal))
    alike: dict[str, list[str]] = {}
    for item, codes in reasons.items():
        alike.setdefault(max(codes, key=codes.__getitem__), []).append(item)
    return [_why_closed(w, *samples[code], items) for code, items in alike.items()]


def _why_closed(w: Words, action: Action, refusal: Refusal, items: Sequence[str]) -> str:
    """Why some numbered announcements are closed; few are named, of many the numbers."""
    named = w("list.comma").join(numbered_name(w, each) for each in items)
    short = named if len(items) <= NAMED else numbers_in_words(w, items)
    return _closed_for(w, refusal, action.argument, short)


def _expected(table: Table, view: View) -> list[Action]:
    """What a player may think of now, open or not."""
    return [Action(verb, each) for verb in _verbs(view) for each in _arguments(table, view, verb)]


def _verbs(view: View) -> Iterable[str]:
    """The verbs of what a player may think of now."""
    return dict.fromkeys([*(each.verb for each in view.actions), *ALSO.get(view.open.phase, ())])


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
        "pass": ("",),
        "hold": ("",),
        "done": ("",),
        "kontra": [str(item) for item in view.open.items],
        "take": [group.name for group in view.open.talon if not is_looked_at(view, group)],
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
