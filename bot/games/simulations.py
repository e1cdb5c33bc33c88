"""Every game's play and score sheet, for players that try cards out in worlds of their own imagining."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.games.illustrated_tarokk.play import play as play_illustrated
from bot.games.koenigrufen import KOENIGRUFEN
from bot.games.koenigrufen.play import play as play_koenigrufen
from bot.games.koenigrufen.tables import REMAINING
from bot.games.romanian import ROMANIAN_TAPER, ROMANIAN_TAROK
from bot.games.romanian.play import michi
from bot.games.romanian.play import play as play_contract
from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.games.royal_tarokk.play import play as play_royal
from bot.games.tapp_tarock import TAPP_TAROCK
from bot.games.tapp_tarock.play import play as play_tapp
from bot.rules.cards import KINGS, Card, Cards
from bot.rules.phase import Phase
from bot.rules.state import Board, Open
from bot.rules.worlds import Simulation, card_called


def play_romanian(board: Board) -> Phase:
    """Play the contract, or michi-michi if all have passed."""
    return play_contract(board) if board.open.contract else michi(board)


def king_called(public: Open, dealt: Cards) -> Card | None:
    """Return the called king; the remaining one is the only king that the declarer was not dealt."""
    if public.called != REMAINING:
        return card_called(public, dealt)
    (king,) = KINGS - dealt
    return king


SIMULATIONS: Final[Mapping[str, Simulation]] = {
    "illustrated_tarokk": Simulation(play_illustrated, ILLUSTRATED_TAROKK.net),
    "koenigrufen": Simulation(play_koenigrufen, KOENIGRUFEN.net, king_called),
    "romanian_taper": Simulation(play_romanian, ROMANIAN_TAPER.net),
    "romanian_tarok": Simulation(play_romanian, ROMANIAN_TAROK.net),
    "royal_tarokk": Simulation(play_royal, ROYAL_TAROKK.net, teams=ROYAL_TAROKK.teams),
    "tapp_tarock": Simulation(play_tapp, TAPP_TAROCK.net),
}
"""By the name of the game."""
