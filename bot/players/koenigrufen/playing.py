"""Which card a computer plays in Königrufen."""

from __future__ import annotations

from bot.players.avoiding import forcing, likeliest, with_points, with_tricks
from bot.players.card_play import best_card, usual_plan
from bot.players.koenigrufen.contracts import contract_of
from bot.players.koenigrufen.sides import reading
from bot.rules.moves import Action
from bot.rules.view import View


def play(view: View) -> Action:
    """The card that promises most: of card points, or of tricks the right player must take."""
    table, contract = reading(view), contract_of(view)
    if not contract.negative:
        chosen = best_card(table, usual_plan(table))
    elif contract.each:
        chosen = likeliest(table, with_points(table))
    elif contract.tricks is not None and view.seat == view.open.declarer:
        chosen = likeliest(table, with_tricks(table, contract.tricks))
    else:
        assert view.open.declarer is not None, "a contract that is played has a declarer"
        chosen = likeliest(table, forcing(table, view.open.declarer))
    return Action("play", str(chosen))
