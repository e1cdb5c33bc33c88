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
from bot.rules.determinization import Simulation, card_called
from bot.rules.phase import Phase
from bot.rules.state import Board, Open


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
    simulation.game.name: simulation
    for simulation in (
        Simulation(ILLUSTRATED_TAROKK, play_illustrated),
        Simulation(KOENIGRUFEN, play_koenigrufen, king_called),
        Simulation(ROMANIAN_TAPER, play_romanian),
        Simulation(ROMANIAN_TAROK, play_romanian),
        Simulation(ROYAL_TAROKK, play_royal),
        Simulation(TAPP_TAROCK, play_tapp),
    )
}
"""By the name of the game."""
