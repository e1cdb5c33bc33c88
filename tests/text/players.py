"""Deals to speak of: played at random, with a taste for announcements and doubling."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from bot.games import GAMES
from bot.rules.deal import Action, Deal, Game
from bot.rules.session import Session
from bot.text import LOCALES, Words, words

NAMES = ("Anna", "Béla", "大輔", "Clara", "Emil")
SEEDS = range(12)
LOUD = {"announce": 2, "kontra": 3, "hold": 3}
"""How often a verb is chosen, compared with the others."""


def speakers(game: str) -> list[Words]:
    """The words of a game in every language."""
    return [words(locale, game) for locale in LOCALES]


def names(deal: Deal) -> tuple[str, ...]:
    """A name for every seat."""
    return NAMES[: deal.layout.seats]


@cache
def positions(game: str, seed: int) -> tuple[Deal, ...]:
    """Every position of one deal played at random, from the first to the last."""
    chance = random.Random(f"{game} {seed}")
    return tuple(_played(GAMES[game], chance))


def _played(game: Game, chance: random.Random) -> Iterator[Deal]:
    pack = list(game.pack)
    chance.shuffle(pack)
    options = {name: chance.choice(values) for name, values in game.options.items()}
    seats = chance.choice(game.seats)
    deal = Session.first(game, options, seats, chance.randrange(seats)).deal(pack)
    yield deal
    while deal.seats():
        seat = chance.choice(deal.seats())
        legal = deal.actions(seat)
        chosen = chance.choices(legal, [LOUD.get(action.verb, 1) for action in legal])[0]
        after = deal.act(seat, chosen)
        assert isinstance(after, Deal)
        deal = after
        yield deal


def attempts(game: Game) -> list[Action]:
    """Everything a player might try, sensible or not."""
    texts = [
        "pass",
        "hold",
        "done",
        "sing",
        "bid nonsense",
        "take",
        "take middle",
        "announce nonsense",
        "play X1",
    ]
    texts += [f"bid {contract}" for contract in game.contracts]
    texts += [f"{verb} {each}" for verb in ("lay", "play") for each in game.pack]
    texts += [f"take {half}" for half in ("lower", "upper")]
    texts += [f"announce {item}" for item in game.announcements]
    texts += [f"kontra {item}{by}" for item in (*game.announcements, "game") for by in ("", "@0", "@1", "@2")]
    return [Action.parse(text) for text in texts]
