"""Inferences about the hidden cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.computers.inference import Inference, number_below
from bot.rules.cards import PACK_54, SUIT, TAROCKS, Cards, card
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from tests.computers.table import exchanged, solo_of

F = "T22 T21 T20 T19 T18 T17 T16 T15 SK SQ HK HQ DK DQ CK CQ"
M = "S10 S9 S8 S7 HC HJ H1 H2 H3 H4 T14 T13 T12 T11 T10 T9"
D = "SC SJ DC DJ D1 D2 D3 D4 CC CJ C10 C9 C8 C7 T8 T7"


def read(deal: Deal, seat: Seat, friends: frozenset[Seat] = frozenset()) -> Inference:
    return Inference(deal.view(seat), PACK_54, friends)


def test_all_cards_outside_the_own_hand_are_unseen_at_first() -> None:
    inference = read(solo_of(0, F, M, D), 0)
    assert inference.unseen == PACK_54 - Cards.of(F)


def test_cards_that_were_played_are_gone() -> None:
    inference = read(solo_of(0, F, M, D, after="0 play SK; 1 play S7; 2 play SJ"), 1)
    assert Cards.of("SK S7 SJ") <= inference.gone
    assert not inference.unseen & Cards.of("SK SJ")


def test_a_seat_that_does_not_follow_is_void_and_one_that_does_not_ruff_has_no_tarocks() -> None:
    deal = solo_of(0, F, M, D, after="0 play HK; 1 play H4; 2 play T7; 2 play DC; 0 play DK; 1 play T9")
    inference = read(deal, 0)
    assert inference.lacks[2] == SUIT["H"]
    assert inference.lacks[1] == SUIT["D"]
    assert not inference.may_hold(2) & SUIT["H"]
    assert inference.chance(1, SUIT["D"]) == 0.0


def test_a_discard_shows_that_tarocks_have_run_out() -> None:
    late = "; ".join(
        f"0 play T{n}; 1 play T{n - 8}; 2 play {c}" for n, c in ((22, "T7"), (21, "T8"), (20, "D4"))
    )
    inference = read(solo_of(0, F, M, D, after=late), 0)
    assert inference.lacks[2] == TAROCKS
    assert inference.risk(2, "S", card("SK")) < inference.risk(1, "S", card("SK"))


def test_the_untaken_half_is_gone_and_the_taken_half_is_with_the_declarer() -> None:
    deal = exchanged(F, talon="T1 S9 H4 T2 C7 D4", lay="S9 H4 SQ")
    inference = read(deal, 1)
    assert Cards.of("T2 C7 D4") <= inference.gone
    assert inference.chance(0, Cards.of("T1")) == 1.0
    assert inference.chance(2, Cards.of("T1")) == 0.0
    assert not inference.may_hold(2) & Cards.of("S9 H4")


def test_the_declarer_knows_its_own_discard() -> None:
    inference = read(exchanged(F, talon="T1 S9 H4 T2 C7 D4", lay="S9 H4 SQ"), 0)
    assert Cards.of("S9 H4 SQ T2 C7 D4") <= inference.gone


def test_chances_are_proportional_to_the_places_of_a_card() -> None:
    # 38 cards are unseen, 16 of them in each hand and 6 in the talon.
    inference = read(solo_of(0, F, M, D), 0)
    assert inference.chance(1, Cards.of("T1")) == pytest.approx(16 / 38)
    assert inference.chance(1, inference.unseen) == 1.0
    assert inference.chance(1, Cards.of("T22")) == 0.0


def test_no_one_beats_the_highest_tarock() -> None:
    inference = read(solo_of(0, F, M, D), 0)
    assert inference.risk(1, "T", card("T22")) == 0.0
    assert inference.risk(1, "S", card("T22")) == 0.0
    assert 0.0 < inference.risk(1, "S", card("SK")) < inference.risk(1, "S", card("SQ")) + 1e-9


def test_the_last_card_of_a_hand_is_the_one_openly_taken() -> None:
    deal = exchanged(F, talon="T1 S9 H4 T2 C7 D4", lay="S9 H4 SQ")
    view = deal.view(1)
    last = replace(view, open=view.open._replace(hand_sizes=(1, 1, 1)))
    inference = Inference(last, PACK_54, frozenset())
    assert inference.chance(0, Cards.of("T1")) == 1.0
    assert inference.chance(0, Cards.of("T22")) == 0.0


def test_a_card_with_a_single_possible_holder_is_certain() -> None:
    view = solo_of(0, F, M, D).view(0)
    last = replace(view, open=view.open._replace(hand_sizes=(16, len(PACK_54 - Cards.of(F)), 0)))
    inference = Inference(last, PACK_54, frozenset())
    assert inference.chance(1, Cards.of("T1")) == 1.0
    assert inference.chance(1, Cards.of("T22")) == 0.0
    assert inference.opponents == (1,), "a seat without cards is no opponent"


@pytest.mark.parametrize(
    ("friends", "leading", "risks", "chance"),
    [
        ({2}, 2, [], 1.0),
        ({2}, 1, [], 0.0),
        ({2}, 0, [(1, 0.25)], 0.75),
        ({2}, 1, [(2, 0.25)], 0.25),
        ({2}, 0, [(1, 0.5), (2, 0.5)], 0.625),
        ({2}, 1, [(2, 0.5), (1, 0.5)], 0.25),
        (set(), 1, [(2, 0.5)], 0.0),
    ],
)
def test_the_chance_to_win_includes_partners_who_play_later(
    friends: set[Seat], leading: Seat, risks: list[tuple[Seat, float]], chance: float
) -> None:
    """A partner counts half after an opponent, who may have beaten the card that the partner could beat."""
    inference = read(solo_of(0, F, M, D), 0)
    assert inference.chance_with(frozenset(friends), leading, risks) == chance


def test_a_card_is_not_counted_as_below_itself() -> None:
    assert number_below(card("T5"), Cards.of("T3 T4 T5 T9")) == 2
