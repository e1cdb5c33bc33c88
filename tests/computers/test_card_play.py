"""What a seat infers from its view, and which card it plays by that."""

from __future__ import annotations

import pytest

from bot.computers.card_play import Plan, best_card, unbeatable, value
from bot.computers.inference import Inference
from bot.rules.cards import PACK_54, SUIT, TAROCKS, Cards, card
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from tests.computers.table import asked, exchanged, solo_of

F = "T22 T21 T20 T19 T18 T17 T16 T15 SK SQ HK HQ DK DQ CK CQ"
M = "S10 S9 S8 S7 HC HJ H1 H2 H3 H4 T14 T13 T12 T11 T10 T9"
D = "SC SJ DC DJ D1 D2 D3 D4 CC CJ C10 C9 C8 C7 T8 T7"


def read(deal: Deal, seat: Seat, friends: frozenset[Seat] = frozenset()) -> Inference:
    return Inference(deal.view(seat), PACK_54, friends)


def test_all_cards_outside_the_own_hand_are_unseen_at_first() -> None:
    inference = read(solo_of(0, F, M, D), 0)
    assert inference.unseen == PACK_54 - Cards.of(F)


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


def test_no_card_beats_the_highest_tarock() -> None:
    inference = read(solo_of(0, F, M, D), 0)
    assert inference.risk(1, "T", card("T22")) == 0.0
    assert inference.risk(1, "S", card("T22")) == 0.0
    assert 0.0 < inference.risk(1, "S", card("SK")) < inference.risk(1, "S", card("SQ")) + 1e-9


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


STRONG = "T22 T21 T20 T19 T18 T17 T16 T15 T14 SK SQ HK HQ DK DQ CK"
WEAK = "T13 T9 T6 T4 T1 SC SJ S7 HC HJ H1 DC DJ D1 CC C7"


LOSING = "T4 T1 SC SJ S7 S8 HC HJ H1 H2 DC DJ D1 CC CJ C7"
LAST = "T22 T21 T9 T5 SK SQ SC SJ DK DQ DC D1 CK CQ CC C7"


CHOICES = {
    "smears the pagat on the partner's Sküs": (
        solo_of(1, "T22 S8", "T2 T3 S9", WEAK, after="0 play T22; 1 play T2"),
        "T1",
    ),
    "smears the king on the partner's ruff": (
        solo_of(0, "H4 T7 SK S8", "T20 T5 SC", "HK HQ H1 SQ", after="0 play H4; 1 play T20"),
        "HK",
    ),
    "smears out of hand when it can neither follow nor ruff": (
        solo_of(
            0,
            *("S7 T7", "SK S9", "HK HQ HC HJ H1 H2 DQ DC DJ D1 CQ CC CJ C10 C9 C8"),
            after="0 play S7; 1 play SK",
        ),
        "HK",
    ),
    "gives the least when the declarer wins, neither the pagat nor a high one": (
        solo_of(0, STRONG, WEAK, after="0 play T22"),
        "T4",
    ),
    "gives the least of a suit that is lost": (solo_of(0, STRONG, WEAK, after="0 play SK"), "S7"),
    "does not beat the partner who wins for sure": (
        solo_of(
            1,
            *("T19 S9", "T2 T3 S7", "T20 T18 T4 SK SQ S8 HC HJ H1 DC DJ D1 CC C7 C8 C9"),
            after="0 play T19; 1 play T2",
        ),
        "T4",
    ),
    "does not ruff above the partner's ruff": (
        solo_of(
            0,
            *("D4 T22", "T12 T3 SK SQ SC SJ HC HJ H1 H2 CC CJ C7 C8 C9 C10"),
            "T13 T8 T7 T6 T5 T2 S7 S8 S9 S10 HK HQ H3 H4 CK CQ",
            after="0 play D4; 1 play T12",
        ),
        "T2",
    ),
    "wins as cheaply as it can when last": (
        solo_of(2, "HK H4 S8", "H3 S9", LAST, after="0 play HK; 1 play H3"),
        "T5",
    ),
    "brings the pagat home in a trick that is safe": (
        solo_of(2, "HK H4 S8", "H3 S9", LAST.replace("CC", "T1"), after="0 play HK; 1 play H3"),
        "T1",
    ),
    "does not throw the pagat under the declarer's tarock": (
        solo_of(0, STRONG, LOSING, after="0 play T22"),
        "T4",
    ),
    "leads a lower card than a figure of the same suit": (
        solo_of(2, "T2 T5 T8 T10 T15 S7 S8 SJ H3 H1 D4 D3 D2 C7 C8 CQ"),
        "H1",
    ),
}


@pytest.mark.parametrize(
    ("deal", "expected"),
    CHOICES.values(),
    ids=CHOICES,
)
def test_the_card_that_a_computer_plays(deal: Deal, expected: str) -> None:
    assert asked(deal) == f"play {expected}"


def test_does_not_lead_the_pagat() -> None:
    assert asked(solo_of(2, WEAK, "", STRONG)) != "play T1"


@pytest.mark.parametrize(
    ("hand", "draws"),
    [
        ("T22 T21 T20 T19 T18 T17 T16 T15 T14 T13 SC S7 S8 H4 D4 C7", True),
        ("T22 T21 T9 T8 SK SQ SJ HK HQ HJ DK DQ DJ CK CQ CJ", False),
    ],
)
def test_a_declarer_draws_tarocks_only_with_some_to_spare(hand: str, draws: bool) -> None:
    assert asked(solo_of(0, hand)).startswith("play T") is draws


def test_keeps_the_pagat_with_long_tarocks() -> None:
    hand = "T22 T21 T20 T19 T18 T17 T16 T15 T14 T1 SK SQ SC SJ DK DQ"
    deal = solo_of(2, "HK H4 S8", "H3 S9", hand, after="0 play HK; 1 play H3")
    assert asked(deal) != "play T1", "though it is safe here, it should be the last card"


def test_plays_the_weakest_of_equal_cards() -> None:
    middle = "S7 S8 S9 S10 T2 T3 HC HJ H1 H2 DC DJ D1 CC CJ C7"
    deal = solo_of(0, STRONG, middle, after="0 play SK")
    assert len({value(read(deal, 1), Plan(), each) for each in read(deal, 1).playable}) == 1
    assert best_card(read(deal, 1), Plan()) == card("S7")


def test_an_unbeatable_hand_loses_no_trick_on_lead() -> None:
    sure = "T22 T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 SK SQ HK DK"
    assert unbeatable(read(solo_of(0, sure), 0))
    with_a_loser, with_a_gap = sure.replace("SQ", "SC"), sure.replace("T17", "T1")
    assert not unbeatable(read(solo_of(0, with_a_loser), 0))
    assert not unbeatable(read(solo_of(0, with_a_gap), 0))
