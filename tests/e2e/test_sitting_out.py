"""A table at which the dealer sits out: deals over the wire, with all that anybody reads checked."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK as GAME
from bot.playground.person import Person
from bot.text import LOCALES, words
from tests.e2e.hidden import Watch
from tests.e2e.house import Chance, House, opened
from tests.e2e.players import TYPED, Player, controls, open_table, play_deal, press_board, press_letter
from tests.e2e.test_wire import Spying

SEATS = 5
MOST_DEALS = 25
"""Deals that all have passed, or somebody has annulled, are dealt again."""


class FirstSeatDeals(Chance):
    """The same cards in every run, and the first deal is the host's."""

    def first_dealer(self, seats: int) -> int:
        return 0


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    async with opened(tmp_path, monkeypatch, shuffle=FirstSeatDeals()) as house:
        yield house


async def assert_sits_out(house: House, person: Person) -> None:
    """A dealer who sits out is told so, and has neither a picture nor anything to do."""
    answer = await press_board(person, "hand")
    panel = await answer.done()
    assert any(words(locale, GAME.name)("panel.sits_out") in panel.text for locale in LOCALES)
    assert not panel.attachments
    assert not controls(panel)
    for command, option in TYPED.items():
        assert not await person.complete(command, option, "")
    deal, seat = house.table.now.deal, house.table.now.seat_of(int(person.user.id))
    assert deal is not None
    assert deal.layout.dealer == seat
    assert not deal.view(seat).hand


@pytest.mark.parametrize(
    "dealers", [{0}, pytest.param({*range(SEATS)}, marks=pytest.mark.long)], ids=["one", "a circle"]
)
async def test_everybody_sits_out_in_turn(house: House, dealers: set[int]) -> None:
    watch = Watch(house)
    chance = random.Random(5)
    people = [house.anna, house.bela, house.clara, house.daisuke]
    players = [Player(each, chance, types=each is house.bela) for each in people]
    await open_table(GAME.name, people, SEATS - len(people))
    spying = Spying(house, watch)
    sat_out = []
    for _ in range(MOST_DEALS):
        await house.settle()
        deal = house.table.now.deal
        assert deal is not None
        dealer = deal.layout.dealer
        if dealer < len(people):
            await assert_sits_out(house, people[dealer])
        await play_deal(players, spying.step)
        deal = house.table.now.deal
        assert deal is not None
        assert deal.result is not None
        assert deal.result.scores[dealer] == 0
        assert not any(move.seat == dealer for move in deal.log)
        sat_out += [] if deal.result.void else [dealer]
        if dealers <= {*sat_out}:
            break
        await press_letter(house.anna, "next")
    else:
        pytest.fail(f"{dealers} have not all sat out in {MOST_DEALS} deals")
    assert len(sat_out) == len({*sat_out})
    assert watch.leaks[:3] == []
    assert [each.getMessage() for each in house.errors] == []
    assert house.playground.traffic.unknown == []
