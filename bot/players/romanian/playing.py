"""Which card a computer plays in Romanian Tarok, and what it knows of the sides."""

from __future__ import annotations

from typing import Final

from bot.games.romanian.tables import KING_ULT, PAGAT_ULT, variant_of
from bot.players.card_play import PRICES, Plan, Prices, best_card, usual_plan
from bot.players.few_tricks import ducking, likeliest
from bot.players.inference import Inference, called_card
from bot.players.partners import NO_FRIENDS, own_cards, with_partner
from bot.players.romanian.hands import pack_of
from bot.rules.cards import NO_CARDS, PAGAT, Cards
from bot.rules.moves import Action
from bot.rules.view import View


def play(view: View) -> Action:
    """The card of the highest value in card points; if all have passed, the one for the fewest tricks."""
    inference = infer(view)
    chosen = (
        best_card(inference, plan(inference))
        if view.open.contract
        else likeliest(inference, ducking(inference))
    )
    return Action("play", str(chosen))


def infer(view: View) -> Inference:
    """What a seat knows, friends included."""
    plain = Inference(view, pack_of(view), NO_FRIENDS)
    return with_partner(plain, called_card(view), own_cards(view)) if view.open.contract else plain


TAPER: Final = Prices()
"""With three players a figure is led under a higher card more freely: to charge more for it loses points."""


def plan(inference: Inference) -> Plan:
    """The usual plan, except that only announced cards are kept for the last trick."""
    prices = PRICES if variant_of(inference.view).calls else TAPER
    return usual_plan(inference)._replace(keeps=promised(inference) & inference.view.hand, prices=prices)


def promised(inference: Inference) -> Cards:
    """The cards that the player's side has announced for the last trick."""
    ours = {item.id for item in inference.public.items if item.seat is not None and inference.ours(item.seat)}
    king = called_card(inference.view)
    kept = Cards.of((PAGAT,)) if PAGAT_ULT in ours else NO_CARDS
    return kept.plus(king) if king is not None and KING_ULT in ours else kept
