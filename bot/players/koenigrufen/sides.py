"""Who plays with whom in Königrufen, as far as one seat can tell."""

from __future__ import annotations

from bot.players.koenigrufen.contracts import called_king, contract_of
from bot.players.partners import NOBODY, own_cards, with_partner
from bot.players.reading import Reading
from bot.rules.cards import PACK_54
from bot.rules.view import View


def reading(view: View) -> Reading:
    """The table as a seat reads it, its friends known or guessed."""
    plain = Reading(view, PACK_54, NOBODY, trumps=not view.open.contract or contract_of(view).trumps)
    if not view.open.contract or contract_of(view).each:
        return plain
    return with_partner(plain, called_king(view), own_cards(view))
