"""The table as a seat reads it in Illustrated Tarokk, its friends known or guessed."""

from __future__ import annotations

from bot.players.partners import NOBODY, own_cards, with_partner
from bot.players.reading import Reading
from bot.rules.cards import PACK_42, card
from bot.rules.view import View


def reading(view: View) -> Reading:
    """The table with what is known of the sides, once the partner has been called."""
    plain = Reading(view, PACK_42, NOBODY)
    return with_partner(plain, card(view.open.called), own_cards(view) | view.discards)
