"""Cards dealt again, who deals first, partners who change seats, and points that belong to the deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from bot.games import GAMES
from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.rules.cards import TAROCKS
from bot.store import Store
from bot.tables import LiveTable, TableRequest, Tables, TableServices, TableState
from bot.text import words
from bot.text.deals import misdeal_lines
from tests.tables.room import ANNA, BELA, CHANNEL, CLARA, GUILD, STRANGER, Fixed, Room, facts, finish
from tests.tables.toy import First

if TYPE_CHECKING:
    from pathlib import Path

    from bot.rules.cards import Card, Cards

SECOND = (2, 3, 10, 11, 18, 19, 26, 27, 33, 34)
"""Where the second speaker's cards lie in the pack, once XX and XIX are taken out."""
OTHERS = (BELA, CLARA, STRANGER)


@dataclass
class Poor(Fixed):
    """The first packs leave the second speaker without a tarokk."""

    poor: int = 2

    def deck(self, pack: Cards) -> tuple[Card, ...]:
        deck = super().deck(pack)
        given = [each for each in deck if str(each) in ("T20", "T19")]
        rest = [each for each in deck if each not in given]
        suits = [each for each in rest if each not in TAROCKS][: len(SECOND)]
        others = iter([each for each in rest if each not in suits])
        poor = [suits[SECOND.index(at)] if at in SECOND else next(others) for at in range(len(rest))]
        return (*given, *poor) if self.packs <= self.poor else deck


@pytest.mark.rule("royal_tarokk 4.4")
async def test_misdeals_are_shown_and_survive_a_restart(path: Path) -> None:
    room = await Room.open(path, shuffle=Poor())
    table = await room.started(*OTHERS, game=ROYAL_TAROKK)
    assert table.now.deal is not None
    assert not ROYAL_TAROKK.dealt_again(table.now.deal.layout)
    assert [[seat for seat, _ in each.hands] for each in table.now.misdeals] == [[2], [2]]
    assert not any(hand & TAROCKS for each in table.now.misdeals for _, hand in each.hands)
    assert (table.now.number, table.now.deal.layout.dealer) == (1, 0), (
        "the same dealer, and no deal of its own"
    )
    before, shown = facts(table), table.now.misdeals
    await room.close()
    room = await Room.open(path)
    (again,) = room.tables.of_user(ANNA)
    assert (facts(again), again.now.misdeals) == (before, shown)
    await finish(again, room)
    assert await again.next_deal(ANNA) is None
    assert again.now.misdeals == (), "they belong to the deal that followed"
    await room.close()


async def test_the_message_after_a_misdeal_names_the_hand(path: Path) -> None:
    room = await Room.open(path, shuffle=Poor(poor=1))
    table = await room.started(*OTHERS, game=ROYAL_TAROKK)
    names = ("Anna", "Béla", "Clara", "大輔")
    (line,) = misdeal_lines(words("en", "royal_tarokk"), table.now.misdeals, names)
    assert line.startswith("The cards were dealt again, for a hand with two tarokks or fewer: Clara ♠")
    assert line.count(",") == 10
    (line,) = misdeal_lines(words("ja", "royal_tarokk"), table.now.misdeals, names)
    assert line.startswith("タロックが2枚以下の手札があったため、配り直しになりました：Clara ♠")
    await room.close()


@pytest.mark.rule("royal_tarokk 3.2")
@pytest.mark.parametrize(("drawn", "dealer"), [(0, 0), (1, 2)])
async def test_the_first_dealer_is_drawn_from_those_who_may_deal_first(
    path: Path, drawn: int, dealer: int
) -> None:
    room = await Room.open(path, shuffle=Fixed(dealer=drawn))
    table = await room.started(*OTHERS, game=ROYAL_TAROKK)
    assert table.now.deal is not None
    assert table.now.deal.layout.dealer == dealer
    await room.close()


@pytest.mark.rule("royal_tarokk 9.6.1", "royal_tarokk 9.6.3")
async def test_partners_change_seats_after_half_of_a_match(path: Path) -> None:
    room = await Room.open(path)
    table = await room.table(*OTHERS, game=ROYAL_TAROKK)
    assert await table.set_option(ANNA, "deals_per_match", 4) is None
    assert await table.set_option(ANNA, "swap_after_half", value=True) is None
    assert await table.start(ANNA) is None
    seated = []
    while table.now.state is not TableState.ENDED:
        seated.append(table.now.people)
        await finish(table, room)
        await table.next_deal(ANNA)
    assert seated == [(ANNA, BELA, CLARA, STRANGER)] * 2 + [(BELA, ANNA, STRANGER, CLARA)] * 2
    await room.close()


@pytest.mark.rule("royal_tarokk 15.5")
async def test_a_table_keeps_the_points_it_was_opened_with(path: Path) -> None:
    store = await Store.open(path)
    services = TableServices(store.log, lambda _name: First())
    tables = await Tables.open(GAMES, services, overrides={"royal_tarokk": {"points": {"ultimo": 13}}})
    made = await tables.create(
        TableRequest(GUILD, CHANNEL, ANNA, "Anna", ROYAL_TAROKK, {"match_target": 500})
    )
    assert isinstance(made, LiveTable)
    assert await made.set_option(ANNA, "base_points", "components") is None
    refusal = await made.set_option(ANNA, "points", {"ultimo": 99})
    assert refusal is not None
    assert refusal.code == "unknown_option"
    agreed = {"base_points": "components", "match_target": 500, "points": {"ultimo": 13}}
    assert made.now.options == agreed
    await tables.close()
    tables = await Tables.open(GAMES, services)
    (again,) = tables.of_user(ANNA)
    assert again.now.options == agreed
    await tables.close()
    await store.close()
