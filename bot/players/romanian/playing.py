"""Which card a computer plays in Romanian Tarok."""

from __future__ import annotations

from dataclasses import replace

from bot.players.avoiding import ducking, likeliest
from bot.players.card_play import Plan, best_card, usual_plan
from bot.players.partners import NOBODY, own_cards, with_partner
from bot.players.reading import Reading
from bot.players.romanian.contracts import called_king, pack_of
from bot.rules.cards import NO_CARDS, PAGAT, Cards
from bot.rules.moves import Action
from bot.rules.view import View


def play(view: View) -> Action:
    """The card that promises most card points; with all passed, the fewest tricks."""
    table = reading(view)
    chosen = best_card(table, plan(table)) if view.open.contract else likeliest(table, ducking(table))
    return Action("play", str(chosen))


def reading(view: View) -> Reading:
    """The table as a seat reads it, its friends known or guessed."""
    plain = Reading(view, pack_of(view), NOBODY)
    return with_partner(plain, called_king(view), own_cards(view)) if view.open.contract else plain


def plan(table: Reading) -> Plan:
    """The usual plan, but that no card is kept for the last trick which was not announced for it."""
    return replace(usual_plan(table), keeps=promised(table) & table.view.hand)


def promised(table: Reading) -> Cards:
    """The cards that the player's side has announced for the last trick."""
    ours = {item.id for item in table.public.items if item.seat is not None and table.ours(item.seat)}
    king = called_king(table.view)
    kept = Cards.of((PAGAT,)) if "pagat_ult" in ours else NO_CARDS
    return kept.plus(king) if king is not None and "king_ult" in ours else kept
