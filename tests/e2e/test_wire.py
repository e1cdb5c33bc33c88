"""Whole deals by scripted players over the playground's wire; all that anybody reads is checked."""

from __future__ import annotations

import itertools
import random

import pytest

from bot.games import GAMES
from bot.rules.game import Game
from bot.text import words
from tests.e2e.house import House
from tests.e2e.players import (
    TYPED,
    Player,
    Watch,
    board_of,
    button_of,
    open_table,
    play_deal,
    press,
    press_board,
    shown,
)

MOST_DEALS = 6


PEOPLE = [(game.name, min(seats, 4), max(seats - 4, 0)) for game in GAMES.values() for seats in game.seats]
"""Every game with every number of seats: with people alone where there are enough of them."""

WITH_COMPUTERS = [(game.name, 2, seats - 2) for game in GAMES.values() for seats in game.seats]

USUAL = [row for row in PEOPLE if row[0] in ("tapp_tarock", "koenigrufen", "romanian_tarok")] + [
    ("illustrated_tarokk", 4, 1),
    ("royal_tarokk", 2, 2),
]
"""What every run plays: at a table of five the dealer sits out."""


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


async def assert_everything_is_shown(house: House, game: Game) -> None:
    text = (await shown(house.daisuke, "next")).text
    table = house.table
    for occupant in table.now.occupants:
        assert occupant is not None
        assert occupant.name in text
    assert table.now.game is game
    for balance in table.now.session.net if table.now.session else ():
        assert words("en").number(balance) in text
