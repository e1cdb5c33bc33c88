"""Actions as they are typed: what autocomplete offers, and which action a text means."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final

from bot.games import GAMES
from bot.rules.cards import CARDS, CODES, card
from bot.rules.moves import Action
from bot.text import LOCALES, words
from bot.text.cards import card_label, long_name, short_name
from bot.text.deals import action_label
from bot.text.facts import item_id, item_name
from cogs.pages.page import OPTION_LIMIT, OPTIONS, Option
from cogs.pages.statements import as_action, beginning_with, branches, expanded, numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from bot.rules.view import View
    from bot.text import Words

TYPED_LIMIT: Final = 40
"""Characters of what was typed that are quoted back."""


def legal(view: View, verbs: Sequence[str]) -> tuple[Action, ...]:
    """The legal actions with one of some verbs."""
    return tuple(action for action in view.actions if action.verb in verbs)


def spellings(w: Words, action: Action, view: View) -> AbstractSet[str]:
    """All ways to type an action, in lower case: its code, its short and its long name."""
    if action.verb == "announce" and numbers(view.game):
        return numbered(w, action.argument)
    names = {str(action), action.argument or action.verb, action_label(w, action, view.open)}
    if action.argument in CODES:
        named = card(action.argument)
        names |= {short_name(w, named), long_name(w, named), card_label(w, named)}
    else:
        names |= set(_terms(w, action, view))
    return {name.casefold() for name in names}


@cache
def numbered(w: Words, item: str) -> frozenset[str]:
    """All ways to type an announcement that has a number. Cached: there are hundreds in each language."""
    ident, action = item_id(item), Action("announce", item)
    number = f"{numbers(w.game).get(ident, '')}{item.removeprefix(ident)}"
    names = (str(action), item, item_name(w, item), action_label(w, action), number)
    return frozenset(name.casefold() for name in names)


def prepare() -> None:
    """Fill the cache of `numbered` for every language. Takes seconds: not for the event loop."""
    for game in GAMES.values():
        if numbers(game.name):
            for item, locale in product(game.announcements, LOCALES):
                numbered(words(locale, game.name), item)


def _terms(w: Words, action: Action, view: View) -> Iterator[str]:
    if action.verb == "bid":
        yield w.term("contract", action.argument)
    elif action.verb == "take" and action.argument:
        yield w.term("half", action.argument)
    elif action.verb in ("announce", "kontra"):
        announced = [item.id for item in view.open.items if item.seat is not None]
        yield item_name(w, action.argument, announced)


def begun_by(w: Words, view: View, verbs: Sequence[str], typed: str) -> str:
    """The beginning of several statements that was typed, as `vulture:` or by its name; `""` if none was."""
    text, actions = typed.strip().casefold(), legal(view, verbs)
    if text.endswith((":", ",")):
        steps = (f"{verb} {typed.strip()}" for verb in verbs)
        return next((step for step in steps if beginning_with(step, actions)), "")
    stems = (each.begun for each in branches("", actions) if not each.is_complete)
    return next((stem for stem in stems if text in spellings(w, as_action(stem), view)), "")


def matching(w: Words, view: View, actions: Iterable[Action], typed: str) -> list[Action]:
    """The actions whose names contain every word of what was typed so far."""
    parts = typed.casefold().split()
    if not parts:
        return list(actions)
    named = ((each, "\n".join(spellings(w, each, view))) for each in actions)
    return [each for each, names in named if all(part in names for part in parts)]


def complete(w: Words, view: View, verbs: Sequence[str], typed: str) -> list[Option]:
    """What autocomplete offers for a text: only legal actions."""
    begun = begun_by(w, view, verbs, typed) if typed.endswith((":", ",")) else ""
    actions = legal(view, verbs)
    fitting = beginning_with(begun, actions) if begun else matching(w, view, actions, typed)
    ways = expanded(branches(begun, fitting))[:OPTIONS]
    return [Option(each.typed, each.label(w, view.open)) for each in ways]


def complete_discards(w: Words, view: View, verbs: Sequence[str], typed: str) -> list[Option]:
    """What autocomplete offers for several discards: the last card completed, those before it kept."""
    before = parts_of(typed, verbs)
    last = "" if typed.endswith((" ", ",")) or not typed else before.pop()
    chosen = [meant(w, view, verbs, part) for part in before if part][: max(view.to_discard - 1, 0)]
    actions = legal(view, verbs)
    offered = matching(w, view, [action for action in actions if action not in chosen], last)
    return [
        Option(
            " ".join(each.argument for each in (*chosen, action))[:OPTION_LIMIT],
            w("list.semicolon").join(
                action_label(w, each, view.open) for each in (*chosen, action) if each in actions
            ),
        )
        for action in offered[:OPTIONS]
    ]


def parse(w: Words, view: View, verbs: Sequence[str], typed: str) -> list[Action]:
    """The actions that a text means. Whether they are legal is for the table to say."""
    return [meant(w, view, verbs, part) for part in parts_of(typed, verbs)]


def parts_of(typed: str, verbs: Sequence[str]) -> list[str]:
    """A text as one part for each action: only discards are typed several at a time."""
    if "lay" not in verbs:
        return [typed]
    parts = typed.split(",") if "," in typed else typed.split()
    return [part.strip() for part in parts if part.strip()] or [""]


def meant(w: Words, view: View, verbs: Sequence[str], typed: str) -> Action:
    """The action that a text means; a text without a meaning becomes an action that is never legal."""
    text, actions = typed.strip().casefold(), legal(view, verbs)
    for action in (*actions, *_thinkable(w, view, verbs)):
        if text in spellings(w, action, view):
            return action
    near = matching(w, view, actions, typed) if text else []
    return near[0] if len(near) == 1 else Action(verbs[0], typed.strip()[:TYPED_LIMIT])


def _thinkable(w: Words, view: View, verbs: Sequence[str]) -> Iterator[Action]:
    """Every action of some verbs, legal or not, so that a refusal can name the reason.

    A command serves all games: a verb that stands alone and has no words in this game is left out.
    """
    game, public = GAMES[view.game], view.open
    arguments: dict[str, Iterable[str]] = {
        "play": map(str, CARDS),
        "lay": map(str, CARDS),
        "call": map(str, CARDS),
        "bid": game.contracts,
        "take": (group.name for group in public.talon),
        "announce": game.announcements,
        "kontra": map(str, public.items),
    }
    for verb in verbs:
        alone = ("",) if w.has_term("action", verb) else ()
        for argument in arguments.get(verb, alone):
            yield Action(verb, argument)
