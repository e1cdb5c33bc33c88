"""What a typed text means, in every game and language."""

from __future__ import annotations

import pytest

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.moves import Action
from bot.text import LOCALES, words
from cogs.bidding import COMMANDS
from cogs.pages.spellings import Vocabulary


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_text_without_a_meaning(game: Game, locale: str) -> None:
    """Every command serves all games, also those without words for one of its verbs."""
    seats = max(game.seats)
    deal = Deal.start(game, game.lay_out(game.pack.sorted, game.dealers(seats)[0], seats))
    view = deal.view(deal.seats()[0])
    for command in COMMANDS:
        meant = Vocabulary(words(locale, game.name), view, command.verbs).parse("nonsense")
        assert meant == [Action(command.verbs[0], "nonsense")]
