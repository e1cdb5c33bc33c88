"""Which card a computer plays in Königrufen, and what it knows of the sides."""

from __future__ import annotations

from bot.games.koenigrufen.tables import CONTRACTS_BY_ID, REMAINING, Contract
from bot.players.card_play import best_card, usual_plan
from bot.players.few_tricks import forcing, likeliest, with_points, with_tricks
from bot.players.inference import Inference, called_card
from bot.players.partners import NO_FRIENDS, own_cards, with_partner
from bot.rules.cards import KINGS, PACK_54, Card
from bot.rules.layout import Side
from bot.rules.moves import Action
from bot.rules.view import View


def play(view: View) -> Action:
    """The card of the highest value: in card points, or in tricks that the right player must win."""
    inference, contract = infer(view), contract_of(view)
    if not contract.negative:
        chosen = best_card(inference, usual_plan(inference))
    elif contract.each:
        chosen = likeliest(inference, with_points(inference))
    elif contract.tricks is not None and view.seat == view.open.declarer:
        chosen = likeliest(inference, with_tricks(inference, contract.tricks))
    else:
        assert view.open.declarer is not None, "a contract that is played has a declarer"
        chosen = likeliest(inference, forcing(inference, view.open.declarer))
    return Action("play", str(chosen))


def infer(view: View) -> Inference:
    """What a seat knows, friends included."""
    if not view.open.contract:
        return Inference(view, PACK_54, NO_FRIENDS)
    contract = contract_of(view)
    plain = Inference(view, PACK_54, NO_FRIENDS, trumps=contract.tarocks_trump)
    return plain if contract.each else with_partner(plain, called_king(view), own_cards(view))


def contract_of(view: View) -> Contract:
    """The contract that is played."""
    return CONTRACTS_BY_ID[view.open.contract]


def called_king(view: View) -> Card | None:
    """The called king; if it is the remaining one, only as far as a seat can tell from its own cards."""
    if view.open.called != REMAINING:
        return called_card(view)
    kings = own_cards(view) & KINGS
    mine = view.seat == view.open.declarer
    if mine and len(kings) < len(KINGS):
        return next(iter(KINGS - kings))
    return next(iter(kings), None) if view.side == Side.DECLARER and not mine else None
