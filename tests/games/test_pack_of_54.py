"""The pack of 54 and its card points, shared by several games."""

import pytest

from bot.games.koenigrufen import KOENIGRUFEN
from bot.games.tapp_tarock import TAPP_TAROCK
from bot.rules.cards import PACK_54, SUIT, TAROCKS, TRULL, VALUE, Cards, card, counted_in_threes
from bot.rules.game import Game
from bot.rules.tricks import Play, winner
from tests.notation import layout


@pytest.mark.rule("tapp_tarock 1.1", "koenigrufen 1.1.1")
@pytest.mark.parametrize("game", [TAPP_TAROCK, KOENIGRUFEN], ids=lambda game: game.name)
def test_fifty_four_cards(game: Game) -> None:
    assert game.pack == PACK_54
    assert {suit: len(SUIT[suit]) for suit in "TSHDC"} == {"T": 22, "S": 8, "H": 8, "D": 8, "C": 8}
    dealt = layout(game)
    assert sum(map(len, dealt.hands)) + len(dealt.talon) == 54


@pytest.mark.rule("tapp_tarock 1.2", "koenigrufen 1.1.2")
@pytest.mark.parametrize(
    "ranking",
    [
        "SK SQ SC SJ S10 S9 S8 S7",
        "CK CQ CC CJ C10 C9 C8 C7",
        "HK HQ HC HJ H1 H2 H3 H4",
        "DK DQ DC DJ D1 D2 D3 D4",
        " ".join(f"T{number}" for number in range(22, 0, -1)),
    ],
)
def test_ranking(ranking: str) -> None:
    order = [card(code) for code in ranking.split()]
    assert set(order) == set(SUIT[order[0].suit])
    for place, lower in enumerate(order[1:]):
        assert winner((Play(0, lower), Play(1, order[place]))).seat == 1


@pytest.mark.rule("tapp_tarock 1.3", "koenigrufen 1.2")
@pytest.mark.parametrize(
    ("three", "points"),
    [("SK T22 T1", 13), ("SQ SC H1", 6), ("DJ T2 C7", 2), ("T20 S7 H4", 1), ("T21 CQ CJ", 9)],
)
def test_sets_of_three_are_corrected(three: str, points: int) -> None:
    assert counted_in_threes(Cards.of(three)) == points
    assert {VALUE[each] for each in TAROCKS - TRULL} == {1}
