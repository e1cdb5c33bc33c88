"""The text of a ping: the table, what is asked, and what was played since."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from bot.games import GAMES
from bot.rules.cards import card
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.moves import Action
from bot.text import LOCALES, words
from bot.text.cards import long_name
from cogs.table.ping import ping_text
from tests.cogs.panels import NAMES, at_a_table
from tests.conformance.random_deals import positions
from tests.games.tapp_tarock.table import tapp


def said(deal: Deal, users: Sequence[int] | None = None, locale: str = "en") -> str:
    """The ping to the people of some seats, by default of those whose turn it is."""
    w = words(locale, deal.game.name)
    return ping_text(w, at_a_table(deal), deal.open.turn if users is None else users)


def test_a_ping_names_the_game_what_is_asked_and_the_latest_calls() -> None:
    begun = tapp()
    (first,) = begun.open.turn
    assert said(begun) == f"Tapp-Tarock, deal 1 · To bid: <@{first}>"
    bid = begun.act(first, Action.parse("bid dreier"))
    assert isinstance(bid, Deal)
    assert said(bid).endswith(f"\n{NAMES[first]} bids Dreier (three).")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_ping_names_every_card_played_since_the_own_one(game: Game, locale: str) -> None:
    w = words(locale, game.name)
    for deal in positions(game, Random(f"{game.name} {locale}")):
        for seat in deal.open.turn if deal.open.phase == "play" else ():
            log = deal.view(None).log
            since = log[max((number for number, move in enumerate(log, 1) if move.seat == seat), default=0) :]
            cards = {card(move.action.argument) for move in since if move.action.verb == "play"}
            told = said(deal, [seat], locale)
            assert all(long_name(w, each) in told for each in cards)
            assert told.count("\n") <= 2
            assert len(told) < 300
