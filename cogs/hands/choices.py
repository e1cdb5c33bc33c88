"""What a player can do now: what each kind of choice means, what it brings, and why there is no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from bot.games import GAMES
from bot.rules.announcing import announce
from bot.rules.cards import CODES, KINGS, TAROCKS, card
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.rules.view import View
from bot.tables import Table
from bot.text import Words
from bot.text.announcements import contract_about, contract_in_full
from bot.text.cards import short_name
from bot.text.deals import prompt_line
from bot.text.facts import InWords, item_id, item_in_full, item_name
from bot.text.moves import action_label, refusal_sentence
from bot.text.sides import calling_line
from cogs.controls import CHOICES, PANEL
from cogs.discord.page import Page, lines, page_buttons, paginated
from cogs.play.labels import (
    WITH_CARDS,
    button_label,
    card_of,
    in_full,
    is_looked_at,
    is_own_call,
    promised,
    worth_offering,
)
from cogs.play.statements import Branch, branches, closed_items, numbered_name, numbers_in_words
from cogs.table.clock import rest_line
from cogs.table.names import names_of
from cogs.table.progress import awaited_line

Closed: TypeAlias = tuple[Action, Refusal]

ROOM: Final = 26
"""Lines on a phone for the choices: with heading and buttons at most 900 CSS pixels."""
NAMED: Final = 8
"""Choices named together that are closed for the same reason."""

UNKNOWN: Final = ("no_such_bid", "no_such_announcement", "nothing_to_double")
"""Refusals of what this game, or this table's rules, do not have at all: it need not be named.

Only an announcement that is doubled as the game it replaces cannot be doubled by itself.
"""

ALSO: Final[Mapping[str, tuple[str, ...]]] = {
    "auction": ("pass", "hold", "bid"),
    "announcing": ("announce", "kontra", "done"),
}
"""Verbs of a phase that a player may expect even where none of them is open."""


def choices_page(w: Words, table: Table, user_id: int, number: int = 0) -> Page:
    """What a player is asked, each choice, and why others are closed; else for whom the game waits.

    Where that is long, page `number` of it, counted from 0; the last one if there are fewer.
    """
    heading, view = w("now.heading"), table.view(user_id)
    if view is None:
        return Page((lines(heading, w("refusal.not_started")),))
    if not view.actions:
        waiting = "" if view.open.result else w("panel.waiting", turn=awaited_line(w, table, view.open))
        rests = rest_line(w, table, asked=False) if table.state.in_deal else ""
        return Page((lines(heading, w("now.nothing"), rests or waiting),))
    names = names_of(w, table)
    asked = lines(prompt_line(w, view), calling_line(w, view, names))
    closed = closed_lines(w, table, user_id, view)
    # The heading of what is closed never ends a page, and is repeated on the next one.
    together = [lines(w("now.closed"), closed[0]), *closed[1:]] if closed else []
    pages = paginated(ROOM, [asked, *_open(w, view, names), *together])
    number = min(number, len(pages) - 1)
    if pages[number].startswith(tuple(closed)):
        pages[number] = lines(w("now.closed_on"), pages[number])
    footer = w("words.page", number=number + 1, pages=len(pages)) if len(pages) > 1 else ""
    turning = page_buttons(w, lambda to: PANEL[CHOICES[to]].at(table), number, len(pages))
    return Page((lines(heading, pages[number], footer),), turning)


def _open(w: Words, view: View, names: Sequence[str]) -> list[str]:
    by_verb: dict[str, list[Action]] = {}
    for action in worth_offering(view):
        by_verb.setdefault(action.verb, []).append(action)
    return [line for actions in by_verb.values() for line in _kind(w, view, actions, names)]


def _kind(w: Words, view: View, actions: Sequence[Action], names: Sequence[str]) -> list[str]:
    """A kind of choice: what it means, the choices, and what each promises; cards are on their buttons."""
    first = actions[0]
    leads = first.verb == "play" and not view.open.trick
    chooses = first.verb == "bid" and view.open.phase == "choice"
    ident = "choose" if chooses else first.verb
    meaning = w.term("now", "lead" if leads else ident)
    if not first.argument:
        only = w("now.choice", what=button_label(w, view, first), meaning=meaning)
        return [only, *_promise(w, view, first)]
    if first.verb == "play" and len(actions) == 1:
        forced = w("action.forced", label=action_label(w, first, view.open))
        return [w("now.choice", what=forced, meaning=meaning)]
    ways = branches("", actions)
    kind = w("now.choice", what=w.term("now", f"{ident}.name", count=len(ways)), meaning=meaning)
    if first.verb in WITH_CARDS:
        return [kind]
    said = [kind]
    for way in ways:
        said += [w("now.option", what=_in_full(w, view, way, names)), *_promise(w, view, way.actions[0])]
    return said


def _in_full(w: Words, view: View, way: Branch, names: Sequence[str]) -> str:
    """A choice with what it is worth and what it means, where the tables of the game say so."""
    action = way.actions[0]
    if action.verb == "bid":
        parts = contract_in_full(w, action.argument, view), contract_about(w, action.argument)
        return w("list.about").join(parts)
    if action.verb == "announce":
        return in_full(w, view, way.actions, way.label(w, view.open, names))
    if action.verb == "kontra":
        what = in_full(w, view, way.actions, action_label(w, action, view.open, names))
        doubled = w.listed([names[move.seat] for move in view.log if move.action == action])
        return w("now.doubled", what=what, players=doubled) if doubled else what
    if is_own_call(view, action):
        return w("choice.alone", label=action_label(w, action, view.open))
    return action_label(w, action, view.open) if card_of(action) else button_label(w, view, action)


def _promise(w: Words, view: View, action: Action) -> list[str]:
    """What an action promises in addition to what it says, and what follows from that."""
    shown = promised(view, action)
    return [w(f"now.promise.{action.verb}", card=shown)] if shown else []


def closed_lines(w: Words, table: Table, user_id: int, view: View) -> list[str]:
    """What is closed to the player, with the reason: together what is closed for the same one."""
    names = names_of(w, table)
    alike: dict[tuple[str, frozenset[str]], list[Closed]] = {}
    verbs = dict.fromkeys([*(each.verb for each in view.actions), *ALSO.get(view.open.phase, ())])
    for action in [Action(verb, each) for verb in verbs for each in _arguments(table, view, verb)]:
        refusal = table.refusal(user_id, action)
        if refusal and refusal.code not in UNKNOWN:
            others = Counter(map(str, refusal.facts.values())) - Counter([action.argument])
            alike.setdefault((refusal.code, frozenset(others)), []).append((action, refusal))
    closed = []
    for some in alike.values():
        action, refusal = some[0]
        named = [_name(w, view, each, names) for each, _ in some[:NAMED]]
        named += ["…"] if len(some) > NAMED else []
        closed.append(_closed_for(w, refusal, action.argument, w("list.comma").join(named)))
    if table.game.groups and "announce" in verbs:
        closed += _closed_statements(w, table, user_id, view)
    return [*closed, *_hopeless(w, view)]


def _hopeless(w: Words, view: View) -> list[str]:
    """The announcements that are left out of the lists because the player knows them to be impossible."""
    possible, game = {*worth_offering(view)}, GAMES[view.game]
    hopeless = dict.fromkeys(item_id(each.argument) for each in view.actions if each not in possible)
    named = [numbered_name(w, each) if game.groups else item_name(w, each) for each in hopeless]
    return [w("now.hopeless", what=w.listed(named))] if named else []


def _closed_for(w: Words, refusal: Refusal, argument: str, named: str) -> str:
    """A refusal as the reason why everything named is closed: its sentence names that, or follows it."""
    facts = {
        key: InWords(w("now.named", what=named)) if fact == argument else fact
        for key, fact in refusal.facts.items()
    }
    sentence = refusal_sentence(w, replace(refusal, facts=facts))
    tells = w("now.named", what=named) in sentence
    return w("now.closed_for", why=sentence) if tells else w("now.closed_choice", what=named, why=sentence)


def _closed_statements(w: Words, table: Table, user_id: int, view: View) -> list[str]:
    """Why announcements that have numbers are closed in all their forms: together those with the same reason.

    Where the forms of one are closed for several reasons, the reason of most forms. Few announcements are
    named; of many the numbers are listed.
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
    said = []
    for code, items in alike.items():
        action, refusal = samples[code]
        named = w("list.comma").join(numbered_name(w, each) for each in items)
        short = named if len(items) <= NAMED else numbers_in_words(w, items)
        said.append(_closed_for(w, refusal, action.argument, short))
    return said


def _arguments(table: Table, view: View, verb: str) -> Iterable[str]:
    """All arguments of a verb that a player may think of; none where there would be hundreds."""
    game = table.game
    if verb in WITH_CARDS:
        return map(str, view.hand)
    if verb == "call":  # kings, or tarocks
        named = [card(each.argument) for each in view.actions if each.argument in CODES]
        return map(str, KINGS if any(each in KINGS for each in named) else TAROCKS)
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
