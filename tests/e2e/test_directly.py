"""Deals of all games over the playground's wire in the direct messages with the bot, with computers."""

from __future__ import annotations

import random

import pytest

from bot.games import GAMES
from bot.playground.commands import Where
from bot.playground.person import Person
from bot.playground.state import Message
from bot.store import NO_SERVER
from tests.e2e.house import House
from tests.e2e.players import PATIENCE, Player


@pytest.mark.parametrize("game", GAMES)
async def test_a_deal_is_played_in_direct_messages(house: House, game: str) -> None:
    anna: Person = next(iter(house.playground.people.values()))
    player = Player(anna, random.Random(3))
    before = len(anna.channel())
    answer = await anna.slash("tarock new", where=Where.DM, game=game)
    (table,) = house.bot.tables.of_server(NO_SERVER)
    assert answer.original in [each.id for each in anna.inbox()]

    def next_one() -> Message | str | None:
        return player.asked() if table.now.state.in_deal else "over"

    while not isinstance(panel := await anna.until(next_one, PATIENCE), str):
        assert panel is not None
        await player.act(panel)

    def buttons() -> list[tuple[str, str]]:
        return [(each.id, one["label"]) for each in anna.inbox() for one in each.buttons]

    (message_id,) = await anna.until(
        lambda: [found for found, label in buttons() if label == "Next deal"], PATIENCE
    )
    await anna.press(message_id, label="Next deal")
    await anna.until(lambda: table.now.number == 2 and player.asked(), PATIENCE)
    assert len(anna.channel()) == before
    others = [each for each in house.playground.people.values() if each is not anna]
    assert not any(each.inbox() for each in others)
