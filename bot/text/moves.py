"""Actions, moves and refusals in words: labels of buttons, and sentences for the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.rules.cards import card
from bot.rules.facts import Walk
from bot.rules.moves import Action, Move, Secrecy
from bot.rules.reasons import Refusal
from bot.rules.state import Open
from bot.text.cards import card_label
from bot.text.facts import item_id, item_in_full, item_name, moment
from bot.text.topics import topic_of_rule
from bot.text.words import Words

FACTS: Final[Mapping[str, str]] = {
    "announce": "item",
    "bid": "bid",
    "call": "called",
    "deal": "way",
    "kontra": "item",
    "lay": "card",
    "play": "card",
    "take": "half",
}


def action_label(w: Words, action: Action, public: Open | None = None, names: Sequence[str] = ()) -> str:
    """Return the label of an action on a button or in a list of choices, at most 80 characters."""
    if action.verb in ("lay", "play"):
        return card_label(w, card(action.argument))
    if action.verb == "kontra":
        what = _doubled(w, action, public, names)
        return w.term("action", f"kontra.{_step(action, public)}", what=what)
    here = f"{action.verb}.{moment(public)}" if public else ""
    verb = here if w.has_term("action", here) else _verb(w, "action", action)
    return _at_level(w, w.term("action", verb, **_facts(action)), action, public)


def move_sentence(w: Words, move: Move, names: Sequence[str], before: Sequence[Move] = ()) -> str:
    """Return the public sentence about a move: `Anna bids Solo.` A hidden discard is never named.

    Return `""` for a move that the other players do not see.

    `move`: the move, as any seat saw it.
    `before`: the earlier moves of the deal, which distinguish a kontra from a rekontra.
    """
    seen, player = move.seen_by(None), names[move.seat]
    if seen is None:
        return ""
    if seen.secrecy is Secrecy.FACE_DOWN:
        return w(f"move.{seen.action.verb}_face_down", player=player)
    if seen.action.verb == "kontra":
        step = 1 + sum(earlier.action == move.action for earlier in before)
        announced = [earlier.action.argument for earlier in before if earlier.action.verb == "announce"]
        what = item_in_full(w, move.action.argument, names, announced, move.seat)
        return w("move.kontra", player=player, level=str(step), what=what)
    return w.term("move", _verb(w, "move", seen.action), player=player, **_facts(seen.action))


def call_in_words(w: Words, action: Action) -> str:
    """Return a call of the auction without its caller: `pass`, `Solo`."""
    return w.term("call", action.verb, **_facts(action))


def _at_level(w: Words, label: str, action: Action, public: Open | None) -> str:
    """Add to a label the level that taking this part of the talon leads to, in a game with levels."""
    if action.verb != "take" or public is None:
        return label
    depth = public.fact(Walk)
    levels = depth.offered if depth else {}
    level = levels.get(action.argument, 0) if action.argument else max(levels.values(), default=0)
    return w("action.at_level", label=label, number=level) if level else label


def _verb(w: Words, kind: str, action: Action) -> str:
    """The verb in the keys of an action; without its argument, or for some items, it has a key of its own."""
    if action.verb in FACTS and not action.argument:
        return f"{action.verb}_bare"
    own = f"{action.verb}.{item_id(action.argument)}"
    return own if action.verb == "announce" and w.own(kind, own) else action.verb


def _facts(action: Action) -> dict[str, str]:
    return {FACTS[action.verb]: action.argument} if action.verb in FACTS and action.argument else {}


def _doubled(w: Words, action: Action, public: Open | None, names: Sequence[str]) -> str:
    """The doubled item, with its owner if there are several of the same id."""
    items = public.items if public else ()
    announced = [item.id for item in items if item.seat is not None]
    alike = [item for item in items if item.id == action.argument.partition("@")[0]]
    if len(alike) > 1:
        return item_in_full(w, action.argument, names, announced)
    return item_name(w, action.argument, announced)


def _step(action: Action, public: Open | None) -> int:
    """The number of doublings after the action, 1 for kontra."""
    items = public.items if public else ()
    return 1 + next((item.doublings for item in items if str(item) == action.argument), 0)


def refusal_sentence(w: Words, refusal: Refusal) -> str:
    """Return why an action was refused and what to do instead, with the rule and its topic if there is one.

    For the acting player only. The terms are those of the rule's game, unless the player's game
    shares its rules and terms.
    """
    game, _, number = refusal.rule.rpartition(" ")
    speaker = w if game in ("", *w.games) else w.of(game)
    sentence = speaker.term("refusal", refusal.code, **refusal.facts)
    if topic := topic_of_rule(speaker, refusal.rule):
        name = w(f"topic.{topic}")
        return w("refusal.with_topic", sentence=sentence, rule=number, topic=name)
    return w("refusal.with_rule", sentence=sentence, rule=number) if number else sentence
