"""The games: a row each, the computer player, which knows the rules of its game."""

from collections.abc import Mapping

from bot.computers.computer import Computer
from bot.games.illustrated_tarokk.computer import COMPUTER as ILLUSTRATED_TAROKK
from bot.games.koenigrufen.computer import COMPUTER as KOENIGRUFEN
from bot.games.romanian.computer import TAPER_COMPUTER as ROMANIAN_TAPER
from bot.games.romanian.computer import TAROK_COMPUTER as ROMANIAN_TAROK
from bot.games.royal_tarokk.computer import COMPUTER as ROYAL_TAROKK
from bot.games.tapp_tarock.computer import COMPUTER as TAPP_TAROCK
from bot.rules.game import Game

COMPUTERS: Mapping[str, Computer] = {
    computer.game.name: computer
    for computer in (
        TAPP_TAROCK,
        KOENIGRUFEN,
        ILLUSTRATED_TAROKK,
        ROMANIAN_TAROK,
        ROMANIAN_TAPER,
        ROYAL_TAROKK,
    )
}
"""The computer player of each game, by the id of the game in deal records."""
GAMES: Mapping[str, Game] = {name: computer.game for name, computer in COMPUTERS.items()}
"""The rules of each game, by its id."""
