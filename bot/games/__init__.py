"""The games, by their ids in deal records."""

from collections.abc import Mapping
from typing import Final

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.games.koenigrufen import KOENIGRUFEN
from bot.games.romanian import ROMANIAN_TAPER, ROMANIAN_TAROK
from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.games.tapp_tarock import TAPP_TAROCK
from bot.rules.game import Game

GAMES: Final[Mapping[str, Game]] = {
    game.name: game
    for game in (
        TAPP_TAROCK,
        KOENIGRUFEN,
        ILLUSTRATED_TAROKK,
        ROMANIAN_TAROK,
        ROMANIAN_TAPER,
        ROYAL_TAROKK,
    )
}
