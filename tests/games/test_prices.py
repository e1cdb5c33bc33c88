"""What actions are worth, as buttons say it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bot.games import GAMES
from bot.rules.game import Game
from bot.rules.moves import Action
from bot.rules.stakes import Prices, Stake
from bot.rules.view import View
from tests.conformance.random_deals import positions

PRICED = ("bid", "hold", "announce", "kontra", "surrender", "call")


def offered(game: Game, rng: Random, deals: int = 8) -> Iterator[tuple[View, Action]]:
    """Every action offered in some random deals."""
    for _ in range(deals):
        for deal in positions(game, rng):
            for seat in deal.seats():
                view = deal.view(seat)
                yield from ((view, action) for action in view.actions)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_everything_that_counts_has_a_price_and_nothing_else(game: Game) -> None:
    for view, action in offered(game, Random(3)):
        stake = game.prices.of(view, action)
        assert (stake is not None) == (
            action.verb in PRICED or (action.verb == "call" and bool(game.contracts))
        )
        assert stake is None or min(stake) >= 0


@pytest.mark.parametrize(
    ("game", "action", "stake"),
    [
        ("tapp_tarock", "bid dreier", Stake(3, 3)),
        ("koenigrufen", "bid bettel_ouvert", Stake(80, 80)),
        ("koenigrufen", "bid trischaken", Stake(10, 20)),
        ("illustrated_tarokk", "bid solo", Stake(4, 4)),
        ("royal_tarokk", "announce matador", Stake(0, 0)),
        ("royal_tarokk", "announce volat", Stake(30, 30)),
        ("romanian_tarok", "bid doi1", Stake(2, 2)),
    ],
)
def test_the_tables_of_the_games_are_quoted(game: str, action: str, stake: Stake) -> None:
    view = next(positions(GAMES[game], Random(1))).view(0)
    assert GAMES[game].prices.of(view, Action.parse(action)) == stake


def test_a_game_without_prices_names_no_figure() -> None:
    view = next(iter(offered(GAMES["tapp_tarock"], Random(1))))[0]
    for action in (
        Action("bid", "solo"),
        Action("announce", "valat"),
        Action("surrender"),
        Action("kontra", "game"),
    ):
        assert Prices().of(view, action) is None
