"""A server with many channels: in each a party of people who play one of the games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from bot.games import GAMES
from bot.playground import Playground
from bot.playground.person import Person
from bot.playground.state import APPLICATION_ID, Channel, ChannelKind, User
from bot.tables import Pace
from tests.soak.players import Evening, Party, Player

APART = 16
"""How far ids are apart: that of a person's direct messages is the next one."""
MOST_PEOPLE = 3
LATE = 0.2
"""The part of the guests who come only when the first deal has begun."""


def parties(playground: Playground, evening: Evening, tables: int, chance: Random) -> list[Party]:
    """As many parties as tables, of all games and paces in turn; each has one to three people."""
    ids = (str(each) for each in count(int(APPLICATION_ID) + 1_000_000, APART))
    games = list(GAMES.values())
    return [
        _party(playground, evening, games[number % len(games)].name, number, next(ids), ids, chance)
        for number in range(tables)
    ]


def _party(
    playground: Playground,
    evening: Evening,
    game: str,
    number: int,
    channel_id: str,
    ids: Iterator[str],
    chance: Random,
) -> Party:
    state = playground.state
    state.channels[channel_id] = Channel(channel_id, ChannelKind.TEXT, f"table-{number}")
    party = Party(game, channel_id, list(Pace)[number // len(GAMES) % len(Pace)])
    for place in range(chance.randint(1, min(MOST_PEOPLE, *GAMES[game].seats))):
        user = User(next(ids), f"Guest {number} {'abc'[place]}", f"guest_{number}_{place}")
        state.users[user.id] = user
        person = Person(state, playground.interactions, user, channel_id=channel_id)
        is_late = place > 0 and chance.random() < LATE
        party.people.append(Player(person, party, evening, Random(chance.random()), is_late))
    return party
