"""Finding what is meant: the table of whoever acts, and the action behind what was typed."""

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
from cogs.walking import beyond, branches, numbers, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from bot.rules.view import View
    from bot.tables import Table, Tables
    from bot.text import Words
    from cogs.respond import Interaction

TYPED_LIMIT: Final = 40
"""Characters of what was typed that are quoted back."""


def table_of(tables: Tables, interaction: Interaction) -> Table | None:
    """The table somebody means: their own in this channel, or anywhere from a direct message.

    Of several, one where they are asked comes first, then the one opened last.
    """
    mine = tables.of_user(interaction.user.id)
    if interaction.guild_id is not None:
        mine = tuple(table for table in mine if table.channel_id == interaction.channel_id)
    return max(reversed(mine), key=lambda table: bool(actions_of(table, interaction.user.id)), default=None)


def actions_of(table: Table, user_id: int, verbs: Sequence[str] = ()) -> tuple[Action, ...]:
    """What somebody may do now; with `verbs`, only that."""
    view = table.view(user_id)
    actions = () if view is None else view.actions
    return tuple(action for action in actions if not verbs or action.verb in verbs)


def spellings(w: Words, action: Action, view: View) -> AbstractSet[str]:
    """All ways to type an action: its code, its short and its long name, without regard to capitals."""
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
    """All ways to type an announcement that has a number; there are so many that they are named only once."""
    ident, action = item_id(item), Action("announce", item)
    number = f"{numbers(w.game).get(ident, '')}{item.removeprefix(ident)}"
    names = (str(action), item, item_name(w, item), action_label(w, action), number)
    return frozenset(name.casefold() for name in names)


def prepare() -> None:
    """Name every announcement that has a number, in every language, before anybody waits for it."""
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
    """The beginning that was typed of several statements, if it is one: `vulture:`, or how it is called."""
    text = typed.strip().casefold()
    legal = [action for action in view.actions if action.verb in verbs]
    if text.endswith((":", ",")):
        steps = (f"{verb} {typed.strip()}" for verb in verbs)
        return next((step for step in steps if beyond(step, legal)), "")
    stems = (each for each in branches("", legal) if not each.is_whole)
    named = (each.begun for each in stems if text in spellings(w, whole(each.begun), view))
    return next(named, "")


def matching(w: Words, view: View, actions: Iterable[Action], typed: str) -> list[Action]:
    """The actions whose names have somewhere in them every word of what was typed so far."""
    parts = typed.casefold().split()
    if not parts:
        return list(actions)
    named = ((each, "\n".join(spellings(w, each, view))) for each in actions)
    return [each for each, names in named if all(part in names for part in parts)]


def meant(w: Words, table: Table, view: View, verbs: Sequence[str], typed: str) -> Action:
    """The action that was typed. If it is not legal the table will say why; if it is nothing at all, too."""
    text = typed.strip().casefold()
    legal = [action for action in view.actions if action.verb in verbs]
    for action in (*legal, *_thinkable(table, view, verbs)):
        if text in spellings(w, action, view):
            return action
    near = matching(w, view, legal, typed) if text else []
    return near[0] if len(near) == 1 else Action(verbs[0], typed.strip()[:TYPED_LIMIT])


def _thinkable(table: Table, view: View, verbs: Sequence[str]) -> Iterator[Action]:
    """All that a verb could be about, legal or not, of what this player may know."""
    game, public = table.game, view.open
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
        for argument in arguments.get(verb, ("",)):
            yield Action(verb, argument)
