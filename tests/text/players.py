"""Random deals for tests of texts, with many announcements and doublings."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache

from bot.games import GAMES
from bot.rules.cards import SKUS, TAROCK, Card
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.moves import Action, Move
from bot.rules.session import Session
from bot.text import LOCALES, Words, words
from bot.text.cards import rank_name, short_name
from bot.text.facts import item_id
from bot.text.moves import move_sentence

NAMES = ("Anna", "Béla", "大輔", "Clara", "Emil")
SEEDS = range(8)
EIGHT = (
    "T22 T15 T14 T13 T12 T11 T10 T9 SK",
    "T21 T8 HK HC DC CQ SQ HQ DQ",
    "T20 T7 T6 T5 T4 DK HJ DJ CC",
    "T19 T18 T17 T16 T3 T2 T1 CK SC",
)
"""Four hands; Anna's has eight tarokks."""
LOUD = {"announce": 2, "kontra": 3, "done": 3, "hold": 3, "pass": 2, "surrender": 0.1}
"""How often a verb is chosen, compared with the others."""

MANY_ITEMS = 20
"""From this number of announcements on, each is doubled at one seat only."""


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
    dealers = game.dealers(seats)
    session = Session.first(game, options, seats, dealers[chance.randrange(len(dealers))])
    deal = session.deal(pack)
    while game.dealt_again(deal.layout):
        chance.shuffle(pack)
        deal = session.deal(pack)
    yield deal
    while deal.seats():
        seat = chance.choice(deal.seats())
        after = deal.act(seat, _choice(tuple(deal.actions(seat)), chance))
        assert isinstance(after, Deal)
        deal = after
        yield deal


def _choice(legal: tuple[Action, ...], chance: random.Random) -> Action:
    """First a verb, then one of its actions, so that a pass is as likely as all bids together."""
    verbs = sorted({action.verb for action in legal})
    verb = chance.choices(verbs, [LOUD.get(each, 1) for each in verbs])[0]
    return chance.choice([action for action in legal if action.verb == verb])


def moves_told(w: Words, log: Sequence[Move], names: Sequence[str]) -> list[str]:
    """The public sentences about the moves of a deal, without invisible moves."""
    told = (move_sentence(w, move, names, log[:number]) for number, move in enumerate(log))
    return [each for each in told if each]


def attempts(game: Game) -> list[Action]:
    """Actions a player might try, legal or not; of those with many parameters, one."""
    texts = "pass;hold;done;sing;redeal;annul;claim;decline;refuse;surrender;take;take middle;take 2"
    texts += ";bid nonsense;announce nonsense"
    tried = [*texts.split(";"), "play X1"]
    tried += [f"call {each}" for each in ("SQ", "T2", "T19", "T20", "remaining", "nonsense")]
    tried += [f"bid {contract}" for contract in game.contracts]
    tried += [f"{verb} {each}" for verb in ("lay", "play") for each in game.pack]
    tried += [f"take {half}" for half in ("lower", "upper")]
    items = {item_id(item): item for item in game.announcements}.values()
    tried += [f"announce {item}" for item in items]
    owners = ("", *(f"@{seat}" for seat in range(max(game.seats))))
    # Of many announcements each is doubled at one seat only: all combinations would take minutes.
    alone = len(items) > MANY_ITEMS
    doubled = [
        f"{item}{by}"
        for number, item in enumerate((*items, "game"))
        for by in (owners[number % len(owners) :][:1] if alone else owners)
    ]
    return [Action.parse(text) for text in (*tried, *(f"kontra {item}" for item in doubled))]


def short_pattern(w: Words, named: Card) -> str:
    """A pattern for a card's short name: in a list, only the first of several tarocks is called one."""
    if named.suit != TAROCK or named == SKUS:
        return re.escape(short_name(w, named))
    word = w("card.numbered", numeral="\0", number="\0").partition("\0")[0]
    before = rf"(?:\d+{re.escape(w('list.comma'))})*" if word else ""
    return f"{re.escape(word)}{before}{re.escape(rank_name(w, named))}"
