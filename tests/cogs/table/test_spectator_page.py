"""The page of spectators depends on no hidden card, and is the same for everybody."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.games import GAMES
from bot.rules.game import Game
from bot.tables import TableState
from bot.text import words
from cogs.controls import REFRESH, WATCHING
from cogs.discord.page import Button
from cogs.table.page import spectator_page
from tests.cogs.test_noninterference import at_a_table
from tests.conformance.random_deals import position, reshuffled
from tests.examples import examples


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@examples(15)
@given(rng=st.randoms(use_true_random=True))
def test_the_page_of_spectators_does_not_depend_on_hidden_cards(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    world = reshuffled(deal, None, rng)
    assume(world.layout != deal.layout)
    w = words("ja", game.name)
    assert spectator_page(w, at_a_table(world), 99) == spectator_page(w, at_a_table(deal), 99)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_refresh_is_the_only_button_of_spectators(game: Game) -> None:
    table, w = at_a_table(position(game, Random(3))), words("en", game.name)
    refresh = Button(WATCHING[REFRESH].at(table), w("button.refresh"))
    assert spectator_page(w, table, 99).rows == ((refresh,),)


def test_spectators_have_no_button_once_the_table_has_ended() -> None:
    game = GAMES["tapp_tarock"]
    table = at_a_table(position(game, Random(3)), state=TableState.ENDED)
    assert not spectator_page(words("en", game.name), table, 99).rows
