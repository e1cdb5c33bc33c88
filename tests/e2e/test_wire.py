"""Whole deals by scripted players over the playground's wire; all that anybody reads is checked."""

from __future__ import annotations

import itertools
import logging
import random
from collections import Counter
from io import BytesIO

import pytest
from discord import File

from bot.games import GAMES
from bot.playground.world import CHANNEL_ID
from bot.rules.game import Game
from bot.text import LOCALES, words
from bot.text.cards import card_label, hand_in_words, long_name, short_name
from tests.e2e.hidden import Watch, named, unknown_to
from tests.e2e.house import House
from tests.e2e.players import (
    TYPED,
    Player,
    board_of,
    button_of,
    open_table,
    play_deal,
    press,
    press_board,
    shown,
)

MOST_DEALS = 6

logger = logging.getLogger(__name__)


PEOPLE = [(game.name, min(seats, 4), max(seats - 4, 0)) for game in GAMES.values() for seats in game.seats]
"""Every game with every number of seats: people alone, as far as there are enough of them."""

WITH_COMPUTERS = [(game.name, 2, seats - 2) for game in GAMES.values() for seats in game.seats]
"""The same with two people and with computers."""

USUAL = [row for row in PEOPLE if row[0] in ("tapp_tarock", "koenigrufen", "romanian_tarok")] + [
    (name, 2, 2) for name in ("illustrated_tarokk", "royal_tarokk")
]
"""What every run plays: people alone, and with computers where four people take longest."""


@pytest.mark.parametrize(
    ("name", "people", "computers"),
    [
        pytest.param(*row, marks=() if row in USUAL else pytest.mark.long)
        for row in (*PEOPLE, *WITH_COMPUTERS)
    ],
)
async def test_deals_are_played_from_the_lobby_to_the_score_sheet(
    house: House, name: str, people: int, computers: int
) -> None:
    watch = Watch(house)
    chance = random.Random(3)
    seated = list(house.playground.people.values())[:people]
    players = [Player(each, chance) for each in seated]
    players[-1].types = True
    await open_table(name, seated, computers)
    asked = Spying(house, watch)
    for number in range(1, MOST_DEALS + 1):
        assert house.table.now.number == number
        await play_deal(players, asked.step)
        deal = house.table.now.deal
        assert deal is not None
        assert deal.result is not None
        await assert_everything_is_shown(house, GAMES[name])
        await press_board(seated[-1], "next")
        if deal.open.tricks:
            break
    else:
        pytest.fail(f"no card was played in {MOST_DEALS} deals")
    await house.settle()
    assert house.table.now.number == number + 1
    assert watch.leaks[:3] == []
    assert [each.getMessage() for each in house.errors] == []
    assert house.playground.traffic.unknown == []
    done = house.table.now.revision
    logger.info("%d actions, %d by people: %s", done, asked.steps, dict(requests(house)))
    assert sum(count for kind, count in requests(house).items() if "channel" in kind) <= 1.5 * done


class Spying:
    """After every step, checks that asking for the choices of a hand reveals no other hand.

    Everybody tries one command after the other, even people who are offered nothing.
    """

    def __init__(self, house: House, watch: Watch) -> None:
        self._house = house
        self._watch = watch
        self._buttons = itertools.cycle(("hand", "trick", "score"))
        self._commands = itertools.cycle(TYPED)
        self.steps = 0

    async def step(self) -> None:
        self.steps += 1
        for person in self._house.playground.people.values():
            command = next(self._commands)
            choices = await person.complete(command, TYPED[command], "")
            said = [str(each[key]) for each in choices for key in ("name", "value")]
            self._watch.check_words(person, said, f"the choices of /{command}")
        board = board_of(self._house.daisuke)
        if board is not None and (button := button_of(board, next(self._buttons))):
            await press(self._house.daisuke, board, button)


def requests(house: House) -> Counter[str]:
    """The requests that count towards Discord's limit, by what they did."""
    world, kinds = house.playground.world, Counter[str]()
    for exchange in house.playground.traffic.exchanges:
        parts = exchange.path.strip("/").split("/")
        if parts[0] == "channels":
            private = world.channels[parts[1]].recipient is not None
            kinds[f"{exchange.method} {'DM' if private else 'channel'}"] += 1
    return kinds


async def assert_everything_is_shown(house: House, game: Game) -> None:
    """The table message says what came of the deal."""
    text = (await shown(house.daisuke, "next")).text
    table = house.table
    for occupant in table.now.occupants:
        assert occupant is not None
        assert occupant.name in text
    assert table.now.game is game
    for total in table.now.session.totals if table.now.session else ():
        assert words("en").number(total) in text


async def test_a_leak_is_detected(house: House) -> None:
    """The other tests rely on this: a card in the wrong place is found, however it is written."""
    people = [house.anna, house.bela, house.clara]
    await open_table("tapp_tarock", people, 0)
    await house.settle()
    deal = house.table.now.deal
    assert deal is not None
    hidden = unknown_to(deal, None)
    assert hidden == deal.game.pack
    assert unknown_to(deal, 0) == hidden - deal.layout.hands[0]
    watch = Watch(house)
    channel = house.bot.get_partial_messageable(int(CHANNEL_ID))
    for locale in LOCALES:
        w = words(locale)
        for each in hidden:
            for text in (str(each), short_name(w, each), f"({long_name(w, each)})", card_label(w, each)):
                assert each in named(text, hidden), text
        hand = deal.layout.hands[1]
        assert str(named(hand_in_words(w, hand, None), hidden)) == str(hand)
        await channel.send(hand_in_words(w, hand, None))
    assert len(watch.leaks) == 3 * len(LOCALES), "Anna, Clara and \u5927\u8f14 each"
    panel = next(each for each in house.bela.inbox() if each.attachments)
    await channel.send(file=File(BytesIO(panel.attachments[0].content), "trick.webp"))
    assert "trick.webp" not in watch.leaks[-1]
    assert str(deal.layout.hands[1].sorted[0]) in watch.leaks[-1]
