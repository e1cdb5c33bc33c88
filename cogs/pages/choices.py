"""What a player can do now: what each kind of choice means, what it brings, and why there is no other."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from bot.rules.moves import Action
from bot.text.announcements import contract_about, contract_in_full
from bot.text.deals import prompt_line
from bot.text.moves import action_label
from bot.text.sides import calling_line
from cogs.pages.clock import rest_line
from cogs.pages.closed import closed_lines
from cogs.pages.custom_ids import choices_id
from cogs.pages.labels import WITH_CARDS, button_label, card_of, in_full, is_own_call, promised
from cogs.pages.names import names_of
from cogs.pages.page import TEXT_LIMIT, Page, lines, page_buttons, paginated
from cogs.pages.progress import awaited_line
from cogs.pages.statements import branches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.view import View
    from bot.tables import Table
    from bot.text import Words
    from cogs.pages.statements import Branch

ROOM: Final = TEXT_LIMIT - 200
"""Characters for the choices; the rest is for the heading and the footer."""


def choices_page(w: Words, table: Table, user_id: int, number: int = 0) -> Page:
    """What a player is asked, each choice, and why others are closed; else who is waited for.

    Where that is long, a page of it, counted from 0; the last one if there are fewer.
    """
    heading, view = w("now.heading"), table.view(user_id)
    if view is None:
        return Page((lines(heading, w("refusal.not_started")),))
    if not view.actions:
        waiting = "" if view.open.result else w("panel.waiting", turn=awaited_line(w, table, view.open))
        rests = rest_line(w, table, asked=False) if table.state.in_deal else ""
        return Page((lines(heading, w("now.nothing"), rests or waiting),))
    names = names_of(w, table)
    asked = lines(prompt_line(w, view, view.to_discard), calling_line(w, view, names))
    pages = paginated(ROOM, [asked, *_open(w, view, names), *closed_lines(w, table, user_id, view)])
    number = min(number, len(pages) - 1)
    footer = w("words.page", number=number + 1, pages=len(pages)) if len(pages) > 1 else ""
    turning = page_buttons(w, lambda to: choices_id(table, to), number, len(pages))
    return Page((lines(heading, pages[number], footer),), turning)


def _open(w: Words, view: View, names: Sequence[str]) -> list[str]:
    """What is open to the player, a kind of choice after the other."""
    by_verb: dict[str, list[Action]] = {}
    for action in view.actions:
        by_verb.setdefault(action.verb, []).append(action)
    return [line for actions in by_verb.values() for line in _kind(w, view, actions, names)]


def _kind(w: Words, view: View, actions: Sequence[Action], names: Sequence[str]) -> list[str]:
    """A kind of choice: what it means, and the choices; cards are on their buttons."""
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
    return [kind, *chain.from_iterable(_option(w, view, each, names) for each in ways)]


def _option(w: Words, view: View, way: Branch, names: Sequence[str]) -> list[str]:
    """One of the choices of a kind, and below it what it promises."""
    return [w("now.option", what=_in_full(w, view, way, names)), *_promise(w, view, way.actions[0])]


def _in_full(w: Words, view: View, way: Branch, names: Sequence[str]) -> str:
    """A choice with what it is worth and what it means, as far as the tables say so."""
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
    """What an action promises besides what it says, and what follows from that."""
    shown = promised(view, action)
    return [w(f"now.promise.{action.verb}", card=shown)] if shown else []
