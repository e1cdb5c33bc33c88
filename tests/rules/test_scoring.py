"""Score sheets: their lines, what they ask about tricks, and settlement."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.cards import NO_CARDS, PAGAT, card
from bot.rules.layout import Layout, Side
from bot.rules.results import Factor, Multiplier, Outcome, Result, bonus_sentences, factors
from bot.rules.scoring import exchanged, settled_in_pairs, shares, trick_with, tricks_of
from bot.rules.state import Board
from bot.rules.tricks import Play, Trick
from tests.notation import LINE, with_open


def test_scores_are_the_sums_of_the_lines() -> None:
    game = LINE._replace(base=4, factors=factors(kontra=2), amounts=(8, 0, 8))
    bonus = LINE._replace(amounts=(0, 0, 3))
    assert (game.points, Result(3, 1, (game, bonus)).scores) == (8, (8, 0, 11))
    assert Result(4, 1, void=True).scores == (0, 0, 0, 0)


def test_factors_of_one_are_left_out() -> None:
    assert factors() == ()
    two = (Factor(Multiplier.TIMES, 4), Factor(Multiplier.DOUBLED, 2))
    assert factors(times=4, kontra=1, doubled=2) == two
    assert (LINE.factor, LINE._replace(base=3, factors=two).factor) == (1, 8)


def test_a_bonus_that_failed_is_gained_by_the_other_side() -> None:
    assert bonus_sentences(["trull"], Outcome.MADE, Outcome.MISSED) == {
        ("trull", Outcome.MADE, Side.DECLARER): "bonus.made.declarer",
        ("trull", Outcome.MADE, Side.DEFENDERS): "bonus.made.defenders",
        ("trull", Outcome.MISSED, Side.DEFENDERS): "bonus.missed.declarer",
        ("trull", Outcome.MISSED, Side.DECLARER): "bonus.missed.defenders",
    }


def board(*tricks: str) -> Board:
    """A board with tricks led by seat 0 and won by the seat at the end: `S7 SK T1 2`."""
    done = []
    for text in tricks:
        *codes, won = text.split()
        done.append(Trick(tuple(Play(seat, card(code)) for seat, code in enumerate(codes)), int(won)))
    layout = Layout((NO_CARDS,) * 3, (), 2)
    return with_open(Board.of(layout), tricks=tuple(done))


def test_the_trick_in_which_a_card_was_played() -> None:
    two = board("S7 SK T1 2", "T5 T6 T7 2")
    assert trick_with(two, 1, PAGAT) == (two.open.tricks[0], 2)
    assert trick_with(two, 2, PAGAT) is None
    assert trick_with(two, 3, PAGAT) is None


def test_tricks_and_cards_of_a_side() -> None:
    three = board("S7 SK S8 1", "T5 T6 T7 2", "H1 H2 H3 0")
    assert [tricks_of(three, seats) for seats in ((0,), (1, 2), ())] == [1, 2, 0]
    assert str(three.open.won_by((1, 2))) == "T7 T6 T5 SK S8 S7"


@given(st.lists(st.integers(-200, 200), min_size=2, max_size=5).map(tuple))
def test_settling_in_pairs(scores: tuple[int, ...]) -> None:
    net = settled_in_pairs(scores)
    assert sum(net) == 0
    assert net == tuple(sum(mine - other for other in scores) for mine in scores)


@pytest.mark.parametrize(("gainers", "amounts"), [((1,), (0, 7, 0)), ((0, 2), (7, 0, 7))])
def test_each_gainer_writes_the_same_amount(gainers: tuple[int, ...], amounts: tuple[int, ...]) -> None:
    assert shares(3, gainers, 7) == amounts


@pytest.mark.parametrize(
    ("gainers", "losers", "amounts"),
    [
        ((1,), (0, 2), (-7, 14, -7, 0)),
        ((0, 2, 3), (1,), (7, -21, 7, 7)),
        ((0, 1), (2, 3), (7, 7, -7, -7)),
        ((), (0, 2), (0, 0, 0, 0)),
        ((1,), (), (0, 0, 0, 0)),
    ],
)
def test_a_single_player_settles_with_each_opponent_and_nobody_with_an_empty_side(
    gainers: tuple[int, ...], losers: tuple[int, ...], amounts: tuple[int, ...]
) -> None:
    assert exchanged(4, gainers, losers, 7) == amounts
