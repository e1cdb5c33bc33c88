"""The label of the control for an action: its name, what it is worth, what it means, the card on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.games import GAMES
from bot.rules.cards import CODES, TAROCK, Card, card
from bot.rules.game import Stake, contract_of
from bot.rules.moves import Action
from bot.rules.state import Group, Item
from bot.rules.view import View
from bot.text import Words
from bot.text.announcements import (
    in_chips,
    in_short,
    meaning_here,
    points_and_meaning,
    points_in_words,
    with_about,
)
from bot.text.cards import list_cards, long_name, rank_name, short_name
from bot.text.facts import item_id
from bot.text.moves import action_label
from bot.text.sides import is_secretly_alone
from cogs.discord.page import OPTION_LIMIT

WITH_CARDS: Final = ("play", "lay")
"""The verbs by which a card leaves the hand."""


def worth_offering(view: View) -> tuple[Action, ...]:
    """The legal actions without the announcements that the player knows to be impossible."""
    hopeless = GAMES[view.game].hopeless(view) if view.game in GAMES else frozenset()
    possible = tuple(
        each
        for each in view.actions
        if each.verb != "announce" or not (item_id(each.argument) in hopeless or why_hopeless(view, each))
    )
    return possible or view.actions  # a player may owe one


def why_hopeless(view: View, action: Action) -> tuple[str, Card] | None:
    """Why a card makes an announcement impossible: the kind of reason and the card; else `None`."""
    # A kontra names an announcement with its seat, so that it is never found here.
    game, hand = GAMES[view.game], view.hand
    captured, needed = game.captures.get(action.argument), game.needs.get(action.argument)
    if captured is not None and captured in hand:
        return "own_card", captured
    if needed is None or needed in hand:
        return None
    # A declarer who knows that nobody is the partner.
    alone = is_secretly_alone(view) or (view.seat == view.open.declarer and view.open.candidates == {None})
    return ("lacks_card", needed) if alone else None


def card_of(action: Action) -> str:
    """The code of the card that an action names; `""` if it names none."""
    return action.argument if action.verb in (*WITH_CARDS, "call") and action.argument in CODES else ""


def is_own_call(view: View, action: Action) -> bool:
    """Whether an action calls a card that its caller holds or has discarded, and so plays alone."""
    called = card_of(action) if action.verb == "call" else ""
    return bool(called) and card(called) in view.hand | view.discards


def button_label(
    w: Words, view: View, action: Action, names: Sequence[str] = (), *, long: bool = False
) -> str:
    """The label of a button: short, and with what the action can bring and cost.

    Without the players' names, as a button can show them, seats are numbered. `long`: cards by their whole
    names.
    """
    if named := card_of(action):
        label = long_name(w, card(named)) if long else card_on_button(w, card(named))
        return w("choice.alone", label=label) if is_own_call(view, action) else label
    label = action_label(w, action, view.open, names)
    if action.verb == "bid":
        label = w.term("contract", action.argument)  # a phone shows two or three in a row
    elif action.verb == "take":
        # With the cards of the group, if the player knows them; without a name the group being looked at.
        name = action.argument
        groups = (each for each in view.talon if (each.name == name if name else is_looked_at(view, each)))
        cards = next((group.cards for group in groups), None)
        label = w("choice.cards", label=label, cards=list_cards(w, cards.sorted)) if cards else label
    elif action.verb == "hold":
        label = w.term("choice", "held", label=label, standing=contract_of(view.open, action))
    stake, shown = stake_of(view, action), promised(view, action)
    label = w.term("choice", "worth", label=label, worth=in_short(w, stake)) if stake else label
    return w("choice.promise", label=label, card=shown) if shown else label


def promised(view: View, action: Action) -> Card | None:
    """The card that an action promises, by a binding convention, to be in the hand."""
    return next((each.card for each in view.promises if each.action == action), None)


def card_on_button(w: Words, named: Card) -> str:
    """A card in the fewest characters: a number without a suit is a tarock."""
    return rank_name(w, named) if named.suit == TAROCK else short_name(w, named)


def is_looked_at(view: View, group: Group) -> bool:
    """Whether only this player is looking at a group of the talon."""
    return group.looker == view.seat and not group.shown


def stake_of(view: View, action: Action) -> Stake | None:
    """What an action can bring and cost; `None` if that is nothing, or the rules name no figure."""
    stake = GAMES[view.game].prices.of(view, action) if view.game in GAMES else None
    return stake if stake and any(stake) else None


def small_print(w: Words, view: View, actions: Iterable[Action]) -> str:
    """What statements with the same beginning are worth, if that is the same, and what they mean."""
    stake, meaning = _price_and_meaning(w, view, tuple(actions))
    text = points_and_meaning(w, stake, meaning)
    return text if len(text) <= OPTION_LIMIT else points_and_meaning(w, stake, "")


def _stated(view: View, action: Action) -> Item | None:
    """The announcement as it is after a statement; `None` for any other action."""
    if action.verb == "announce":
        return Item(action.argument, view.seat)
    doubled = (each.doubled() for each in view.open.items if str(each) == action.argument)
    return next(doubled, None) if action.verb == "kontra" else None


def chips_of(w: Words, view: View, action: Action) -> Stake | None:
    """What a statement can bring from the pool and cost into it; `None` if it concerns none."""
    item = _stated(view, action)
    return in_chips(w, view, item) if item else None


def meaning_in(w: Words, view: View, action: Action) -> str:
    """What an announcement means in a deal; what a kontra means only if it concerns the pool."""
    item = _stated(view, action)
    if item is None or (action.verb == "kontra" and not in_chips(w, view, item)):
        return ""
    return meaning_here(w, view, item)


def in_full(w: Words, view: View, actions: Sequence[Action], label: str) -> str:
    """A statement, or some with the same beginning, with what it is worth and what it means."""
    stake, meaning = _price_and_meaning(w, view, actions)
    return with_about(w, label, points_in_words(w, stake), meaning)


def _price_and_meaning(w: Words, view: View, actions: Sequence[Action]) -> tuple[Stake | None, str]:
    """What statements with the same beginning are worth, if that is the same, and what they mean."""
    stakes = {stake_of(view, action) for action in actions}
    stake = stakes.pop() if len(stakes) == 1 else None
    first = actions[0]
    if first.verb == "announce" and len(actions) > 1:
        first = Action(first.verb, item_id(first.argument))
    return stake, meaning_in(w, view, first)
