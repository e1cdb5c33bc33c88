"""Actions that a player is asked to confirm, because they cost much and the hand does not look like them."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median_low
from typing import Final

from bot.games import GAMES
from bot.rules.cards import CODES, KINGS, NO_CARDS, TAROCKS, TRULL, Cards, card
from bot.rules.moves import Action
from bot.rules.view import View
from bot.tables import advised
from bot.text import Words
from bot.text.announcements import meaning_of
from bot.text.facts import item_id
from bot.text.moves import action_label
from cogs.discord.page import lines
from cogs.play.labels import chips_of, is_own_call, why_hopeless

BIDS: Final = ("bid", "hold")
STATED: Final = ("announce", "kontra")
FAR: Final = 2
"""An action that can cost more than this many times what is usual is far beyond the hand."""
COLLECTIONS: Final = {
    **dict.fromkeys(("trull", "trula"), TRULL),
    **dict.fromkeys(("four_kings", "kings"), KINGS),
}
"""The cards that an announcement promises to win."""


def doubted(view: View, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Those of some legal actions that the player must confirm."""
    return tuple(each for each in actions if each in view.actions and _is_doubted(view, each))


def _is_doubted(view: View, action: Action) -> bool:
    if action.verb == "surrender" or is_own_call(view, action) or why_hopeless(view, action):
        return True
    if action.verb not in (*BIDS, *STATED) or not _is_far(view, action):
        return False
    wishes = advised(view, action)
    return action not in wishes and _cost(view, action) > FAR * max(map(_cost, [view] * len(wishes), wishes))


def _is_far(view: View, action: Action) -> bool:
    """Whether an action can cost far more than usual, or exactly that much without the cards for it."""
    cost, limit = _cost(view, action), FAR * _usual(view, action)
    is_stated = action.verb == "announce" and cost == limit > 0
    return cost > limit or (is_stated and _lacks(view, action.argument))


def _lacks(view: View, item: str) -> bool:
    """Whether a hand lacks the cards with which a player would consider an announcement.

    These are all cards of a collection but one, the called one included; for anything else, tarocks for every
    second trick.
    """
    wanted = COLLECTIONS.get(item)
    if wanted is None:
        return 2 * len(view.hand & TAROCKS) < len(view.hand)
    called = Cards.of((card(view.open.called),)) if view.open.called in CODES else NO_CARDS
    return len(wanted & (view.hand | called)) < len(wanted) - 1


def _cost(view: View, action: Action) -> int:
    """What an action can cost, in game points to each opponent."""
    stake = GAMES[view.game].prices.of(view, action)
    return stake.lost if stake else 0


def _usual(view: View, action: Action) -> int:
    """What an action of this kind usually can cost: the contract, or before it the lowest one of the game.

    In a game without contracts it is the median over the kinds of announcement.
    """
    game = GAMES[view.game]
    contracts = game.contracts if action.verb in BIDS else filter(None, [view.open.contract])
    stakes = filter(None, (game.prices.contract(view, each) for each in contracts))
    costs = [stake.lost * game.prices.factor(view) for stake in stakes]
    if costs:
        return min(costs)
    announced = [each for each in view.actions if each.verb == "announce"]
    # Some kinds have hundreds of forms, one for each three cards that can be named.
    kinds = {item_id(each.argument): _cost(view, each) for each in announced}
    return median_low(kinds.values() or [_cost(view, action)])


def doubt_in_words(w: Words, view: View, actions: Sequence[Action], names: Sequence[str] = ()) -> str:
    """The question whether some actions are meant, with what they cost if they go wrong.

    It names the others that are said with them, as one press confirms all.
    """
    asked = doubted(view, actions)
    others = [each for each in actions if each not in asked and each.verb in STATED]
    named = w("list.semicolon").join(action_label(w, each, view.open, names) for each in others)
    with_them = w("doubt.with_them", what=named) if asked and others else ""
    return lines([_question(w, view, action, names) for action in asked], with_them)


def _question(w: Words, view: View, action: Action, names: Sequence[str]) -> str:
    kind = action.verb if action.verb in ("call", "surrender", "kontra") else "far"
    what, cost = action_label(w, action, view.open, names), _cost(view, action)
    moved = chips_of(w, view, action)
    pool = w("doubt.pool", count=moved.lost) if moved and moved.lost else ""
    if hopeless := why_hopeless(view, action):
        question, card = hopeless
        return lines(w.term("doubt", question, what=what, card=card, count=cost), pool)
    facts = {"called": action.argument} if kind == "call" else {"what": what}
    meaning = meaning_of(w, action.argument) if action.verb == "announce" else ""
    asked = w.term("doubt", kind, count=cost, **facts)
    return lines(asked, w("doubt.meaning", meaning=meaning) if meaning else "", pool)
