"""Which card a computer plays in Königrufen, in situations every player knows. Seat 0 is forehand."""

from __future__ import annotations

import pytest

from bot.computers.misere import danger, exactly, lower_share, winning
from bot.games.koenigrufen.computer import infer
from bot.rules.cards import PACK_54, SUIT, TAROCKS, Cards, card
from bot.rules.deal import Deal
from tests.computers.table import asked, quietly
from tests.games.koenigrufen.table import bids, koenig
from tests.notation import act

CALLER = "T22 T20 T17 T13 T9 T6 SK SQ HC H1 D4 C8"
LEFT = "T21 T8 T3 T2 SJ S7 HJ H4 DJ D2 CJ C10"
PARTNER = "T5 T4 S8 S9 HK HQ D3 D1 C9 CC CK DQ"
RIGHT = "T19 T18 T16 T1 SC S10 H3 H2 DK DC CQ C7"


def caller(left: str = LEFT, partner: str = PARTNER, right: str = RIGHT, after: str = "") -> Deal:
    """A solorufer of forehand, who called seat 2 by the king of clubs, at the start of the play."""
    return quietly(koenig(CALLER, left, partner, right, after=f"{bids('solorufer')}; 0 call CK"), after)


# Partners who know each other, and partners who do not


def test_the_silent_partner_smears_on_the_declarers_trick() -> None:
    left, partner = LEFT.replace("HJ H4", "T5 T4"), PARTNER.replace("T5 T4", "HJ H4")
    assert asked(caller(left, partner, after="0 play T22; 1 play T2")) in {"play HK", "play CK"}


def test_the_partner_does_not_overtake_the_declarers_winning_card() -> None:
    left, partner = LEFT.replace("T21", "T5"), PARTNER.replace("T5", "T21")
    assert asked(caller(left, partner, after="0 play T20; 1 play T2")) == "play T4"


def test_a_defender_gives_no_points_to_a_trick_that_is_lost() -> None:
    assert asked(caller(after="0 play SK")) == "play S7"


def test_defenders_smear_once_they_know_each_other() -> None:
    known = "0 play C8; 1 play CJ; 2 play CK; 3 play C7; 2 play D1; 3 play DK; 0 play D4"
    assert asked(caller(after=known)) == "play DJ"


def test_the_called_king_is_not_thrown_under_a_ruff() -> None:
    left, right = LEFT.replace("CJ C10", "T16 T1"), RIGHT.replace("T16 T1", "CJ C10")
    assert asked(caller(left, right=right, after="0 play C8; 1 play T3")) == "play C9"


def test_keeps_its_announced_pagat_for_the_last_trick() -> None:
    # The engine holds a player to its announcement: nothing but a legal card is ever chosen.
    deal = koenig("T22 T20 T17 T16 T15 T13 T12 T11 T10 T9 SK T1", after=bids("solodreier"))
    deal = act(deal, "1 done; 2 done; 3 done; 0 announce pagat; 0 done; 1 done; 2 done; 3 done")
    assert asked(deal) != "play T1"


def test_draws_tarocks_with_long_tarocks() -> None:
    long = "T22 T21 T20 T19 T18 T17 T16 T15 SC H1 D4 C8"
    assert asked(quietly(koenig(long, after=bids("solodreier")))).startswith("play T")


def test_keeps_the_pagat_with_long_tarocks() -> None:
    long = "T22 T21 T20 T19 T18 T17 T16 T1 SC H1 D4 C8"
    after = "0 play SC; 1 play SK; 2 play S7; 3 play S8; 1 play SQ; 2 play S9; 3 play S10"
    deal = koenig(long, "SK SQ HK HQ DK", "S7 S9", "S8 S10", after=bids("solodreier"))
    assert asked(quietly(deal, after)) != "play T1", "though it is safe here, it should win the last trick"


# Farbensolo


def test_leads_unbeatable_cards_in_farbensolo() -> None:
    suits = "SK SQ SC SJ HK HQ H1 DK DQ CJ C9 T3"
    assert asked(quietly(koenig(suits, after=bids("farbensolo")))) in {"play SK", "play HK", "play DK"}


def test_a_tarock_does_not_win_a_suit_in_farbensolo() -> None:
    # The partner's queen stays on top of the declarer's tarock: it is smeared on.
    deal = koenig("T22 T21 T20 T19 H1 H2 H3 H4 HJ D1 D2 D3", "SQ S7", "SK S8", after=bids("farbensolo"))
    deal = quietly(deal, "0 play H1")
    inference = infer(act(deal, "1 play HC").view(2))
    assert inference.best(inference.public.trick).card == card("HC")
    assert inference.risk(0, "S", card("S7")) == inference.chance(0, SUIT["S"] - Cards.of("S7"))


# Negative contracts


def test_leads_cards_that_others_can_overtake_in_bettel() -> None:
    low = "S10 S8 S7 H4 H3 H2 DJ D4 D3 C9 C8 C7"
    deal = quietly(koenig(low, after=bids("bettel")))
    led = act(deal, f"0 {asked(deal)}")
    assert winning(infer(led.view(0)), 0, led.open.trick) < 0.05


def test_throws_the_most_dangerous_card_in_bettel() -> None:
    left, right = LEFT.replace("D2", "D4"), RIGHT
    deal = quietly(koenig(left, PARTNER, right, CALLER.replace("D4", "D2"), after=bids("bettel", 1)))
    assert asked(act(deal, "1 play D3; 2 play DK; 3 play D2")) == "play DJ", "it cannot win: the jack goes"


def test_takes_one_trick_and_then_ducks_in_piccolo() -> None:
    hand = "T3 SK S8 S7 H4 H3 H2 D4 D3 D2 C8 C7"
    deal = quietly(koenig(hand, "S10", "SQ", "S9", after=bids("piccolo")))
    assert asked(deal) == "play SK"
    after = act(deal, "0 play SK; 1 play S10; 2 play SQ; 3 play S9")
    led = act(after, f"0 {asked(after)}")
    assert winning(infer(led.view(0)), 0, led.open.trick) < 0.05


def test_opponents_lead_cards_that_the_declarer_must_overtake() -> None:
    # All hands lie open: the declarer has no more hearts, and must win with a tarock when one is led.
    ouvert = "piccolo_ouvert"
    declarer = "T3 T2 HJ S8 S7 S9 D4 D3 D2 C8 C7 C9"
    deal = koenig(declarer, "HK H4 H3 SJ SC CJ CC DJ DC DQ CQ CK", "HQ HC", "H1 H2", after=bids(ouvert))
    deal = quietly(deal, "0 play HJ; 1 play HK")
    after = act(deal, f"2 {asked(deal)}")
    after = act(after, f"3 {asked(after)}")
    assert after.seats() == (1,)
    assert asked(after) in {"play H4", "play H3"}


def test_throws_high_cards_on_tricks_of_others_in_trischaken() -> None:
    hand = "SQ S7 HQ H4 DJ D3 CC C8 T2 T3 T4 T18"
    deal = koenig("SK S8", "S9 S10", hand, after=f"{bids('trischaken')}; 0 play SK; 1 play S9")
    assert asked(deal) == "play SQ"


def test_takes_an_unavoidable_trick_with_the_most_dangerous_card() -> None:
    hand = "T20 T14 T5 HQ HJ H4 DJ D3 CC C8 C9 C7"
    deal = koenig("SK S8", "SQ", "S9", hand, after=f"{bids('trischaken')}; 0 play S8; 1 play SQ; 2 play S9")
    assert asked(deal) == "play T20"


def test_tarocks_and_high_cards_are_dangerous() -> None:
    def of(hand: str) -> float:
        return danger(Cards.of(hand), PACK_54 - Cards.of(hand))

    assert of("S7 S8 H4 H3") < of("SK SQ HK HQ") < of("T22 T21 SK SQ")
    assert danger(Cards.of("S7"), Cards.of("T1")) > 0.0, "it wins where it is led"
    assert lower_share(Cards.of("SK"), SUIT["S"] - Cards.of("SK")) == [1.0]


@pytest.mark.parametrize(("wanted", "expected", "chance"), [(-1, 0.5, 0.0), (0, 0.0, 1.0), (1, 0.0, 0.0)])
def test_the_chance_of_a_number_of_tricks(wanted: int, expected: float, chance: float) -> None:
    assert exactly(wanted, expected) == chance


def test_the_chance_that_a_seat_wins_the_trick() -> None:
    inference = infer(
        koenig(CALLER, LEFT, PARTNER, RIGHT, after=f"{bids('trischaken')}; 0 play T22; 1 play T2").view(2)
    )
    assert winning(inference, 0, inference.public.trick) == 1.0
    assert winning(inference, 1, inference.public.trick) == 0.0
    assert winning(inference, 3, inference.public.trick) == 0.0, "nothing beats the highest tarock"
    assert not inference.may_hold(3) & TAROCKS & Cards.of("T22 T2")


def test_cards_in_open_hands_are_known() -> None:
    low = "S10 S8 S7 H4 H3 H2 DJ D4 D3 C9 C8 C7"
    deal = quietly(koenig(low, "T3 S9", "T4 SQ", "T5 SK", after=bids("bettel_ouvert")))
    after = act(deal, "0 play S7; 1 play S9; 2 play SQ; 3 play SK")
    inference = infer(after.view(3))
    assert inference.chance(1, Cards.of("T3")) == 1.0
    assert inference.chance(2, Cards.of("T3")) == 0.0
    assert asked(after).startswith("play")
