from __future__ import annotations

from bot.rules.cards import PACK_54, Cards
from bot.tables.shuffle import SystemShuffle


def test_a_shuffled_pack_is_the_whole_pack() -> None:
    deck = SystemShuffle().deck(PACK_54)
    assert len(deck) == 54
    assert Cards.of(deck) == PACK_54


def test_no_pack_comes_twice() -> None:
    shuffle = SystemShuffle()
    assert len({shuffle.deck(PACK_54) for _ in range(100)}) == 100


def test_every_place_of_the_pack_is_reached() -> None:
    shuffle = SystemShuffle()
    tops = {shuffle.deck(PACK_54)[0] for _ in range(3000)}
    assert tops == set(PACK_54), "a card missing from the top of 3000 packs: once in 10**23 runs"


def test_everybody_may_deal_first() -> None:
    shuffle = SystemShuffle()
    assert {shuffle.first_dealer(3) for _ in range(200)} == {0, 1, 2}
