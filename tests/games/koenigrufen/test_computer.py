"""The computer player of Königrufen: bids, announcements, cards, sides, and clues."""

from dataclasses import replace
from random import Random

import pytest

from benchmarks.duel import deals
from bot.computers.misere import winning
from bot.games import GAMES
from bot.games.koenigrufen.computer import called_king, infer
from bot.rules.cards import KINGS, SUIT, TAROCKS, TRULL, Cards, card
from bot.rules.deal import Deal
from bot.rules.moves import Action
from tests.computers.table import (
    CALLER,
    HANDS,
    LEFT,
    PARTNER,
    RIGHT,
    asked,
    caller,
    checked,
    going_on,
    quietly,
    rufer,
)
from tests.conformance.random_deals import exchanged
from tests.games.koenigrufen.table import NOBODY_BIDS, bids, dealt, koenig
from tests.notation import act

MONSTER = "T22 T21 T20 T19 T18 T17 T16 T15 T14 SK HK DK"
STRONG = "T22 T18 T16 T13 T9 T7 T4 SK HQ H1 D2 C8"
MIDDLING = "T21 T17 T13 T9 T6 SK SQ HC H1 D4 D2 C8"
POOR = "T9 T8 T4 T2 SC SJ HQ HC H4 DC DJ C8"
HARMLESS = "T1 SJ S8 S7 HJ H3 H4 DJ D3 D4 C8 C7"
SUITS = "SK SQ SC SJ HK HQ HC DK DQ CK CQ T22"
BIRD = "T20 T18 T13 T9 T6 T5 T4 T1 SC HC H1 C8"
HOPELESS = "T9 T8 T4 SJ SC S8 HJ HC H3 DJ D4 C8"
TAKING = f"{NOBODY_BIDS}; 0 bid rufer; 0 call"


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        (MONSTER, "bid solodreier"),
        (STRONG, "bid dreier"),
        (SUITS, "bid farbensolo"),
        (BIRD, "bid besserrufer"),
        (MIDDLING, "pass"),
        (POOR, "pass"),
    ],
)
def test_bids_by_strength(hand: str, call: str) -> None:
    assert asked(koenig("", hand)) == call


def test_bets_on_a_harmless_hand_and_has_a_worthless_one_dealt_again() -> None:
    assert asked(koenig("", HARMLESS)) == "bid bettel_ouvert"
    assert asked(koenig("", "T2 T6 T9 S7 S8 SJ H4 H3 HJ D4 D3 C7")) == "bid bettel"
    nothing = "SQ SC SJ S10 HQ HC HJ DQ DC DJ CQ CC"
    assert asked(dealt(nothing), 0) == "redeal"
    low = "S10 S9 S8 S7 H2 H3 H4 D2 D3 D4 C8 C7"
    assert asked(dealt(low), 0) == "decline", "it wins no trick"


# Calling


def test_calls_the_king_of_the_shortest_suit_or_the_remaining_one() -> None:
    assert asked(koenig(MIDDLING, after=f"{NOBODY_BIDS}; 0 bid rufer")) == "call CK"
    void = MIDDLING.replace("C8", "H2")
    assert asked(koenig(void, after=f"{NOBODY_BIDS}; 0 bid rufer")) == "call CK"
    assert asked(koenig("T22 T9 T8 SK HK DK C7", after=f"{NOBODY_BIDS}; 0 bid rufer")) == "call remaining"


# Talon and discard


def test_takes_the_half_that_makes_the_hand_stronger() -> None:
    assert asked(koenig(MIDDLING, talon="T22 T19 HK S7 S8 S9", after=f"{TAKING} CK")) == "take lower"
    assert asked(koenig(MIDDLING, talon="S7 S8 S9 T22 T19 HK", after=f"{TAKING} CK")) == "take upper"


def test_takes_the_more_valuable_half_if_the_other_goes_to_the_opponents() -> None:
    # By the rules the queens count for the declarer wherever they lie; T8 makes the hand a little stronger.
    def taken(owner: str) -> str:
        options = {"untaken_half_owner": owner}
        return asked(koenig(MIDDLING, talon="HQ DQ CQ T8 H4 D3", options=options, after=f"{TAKING} CK"))

    assert taken("declarer") == "take upper"
    assert taken("opponents") == "take lower"


def test_surrenders_a_hopeless_hand_whose_king_lies_in_the_talon() -> None:
    talon = "CK S7 S9 T3 H4 D3"
    assert asked(koenig(HOPELESS, talon=talon, after=f"{TAKING} CK")) == "surrender"
    assert asked(koenig(STRONG, talon=talon, after=f"{TAKING} CK")).startswith("take")
    assert asked(koenig(HOPELESS, talon=talon, after=f"{TAKING} DK")).startswith("take"), "it has a partner"


def discarded(deal: Deal) -> Cards:
    return going_on(deal, "discard").view(0).discards


def test_discards_whole_suits_and_cards_that_could_be_caught() -> None:
    hand = "T22 T21 T17 T13 T9 T6 T1 SK SQ HC H1 D4"
    laid = discarded(koenig(hand, talon="T8 T7 D3 C7 C8 C9", after=f"{bids('dreier')}; 0 take lower"))
    assert not laid & (KINGS | TRULL | TAROCKS)
    assert laid == Cards.of("SQ HC H1"), "void in hearts, the king of spades alone"
    hand = "T22 T21 T17 T13 T9 T6 T4 SK HK DQ D4 D3"
    laid = discarded(koenig(hand, talon="T8 T7 D2 C7 C8 C9", after=f"{bids('dreier')}; 0 take lower"))
    assert Cards.of("DQ") <= laid
    deal = koenig(MIDDLING, talon="T8 HQ S9 T7 CQ C9", after=bids("sechserdreier"))
    assert len(discarded(deal)) == 6
    assert not discarded(deal) & TAROCKS


LONG = "T22 T20 T17 T13 T11 T9 T6 T5 T4 T1 SK C8"
SOUND = "T21 T17 T13 T9 T6 SQ SJ HC H1 D4 D2 C8"
MIGHTY = "T22 T20 T19 T18 T16 T15 T14 T12 SK HK DQ DK"
WORTHLESS = "T8 T7 T3 SC S8 S10 HJ HQ H3 DJ DC C9"
SIX = "S7 S9 H4 H2 D3 C7"


def solo_dreier(hand: str, first: str = "", said: str = "") -> Deal:
    """A solodreier of the dealer, whose right neighbour, seat 0, is the first to speak."""
    return koenig(first, "", "", hand, after=f"{bids('solodreier', 3)}; {said}")


SILENCE = "0 done; 1 done; 2 done"


@pytest.mark.parametrize(
    ("bird", "lowest"), [("pagat", "T1"), ("uhu", "T2"), ("kakadu", "T3")], ids=["pagat", "uhu", "kakadu"]
)
def test_announces_a_bird_with_very_long_tarocks(bird: str, lowest: str) -> None:
    hand = "T22 T20 T17 T16 T15 T13 T12 T11 T10 T9 SK " + lowest
    assert asked(solo_dreier(hand, said=SILENCE)) == f"announce {bird}"
    short = "T22 T20 T17 T13 T11 SK SQ HK HQ DK DQ " + lowest
    assert asked(solo_dreier(short, said=SILENCE)) == "done"


def test_a_defender_needs_longer_tarocks_for_a_bird() -> None:
    nearly = LONG.replace("T11", "H1")
    assert asked(solo_dreier(nearly, said=SILENCE)) == "announce pagat"
    assert asked(solo_dreier(WORTHLESS, nearly)) != "announce pagat"
    assert asked(solo_dreier(WORTHLESS, LONG)) == "announce pagat"


def test_announces_a_bird_when_it_owes_one() -> None:
    deal = koenig(SOUND.replace("D2", "T1"), talon=SIX, after=f"{bids('besserrufer')}; 0 call CK")
    deal = act(going_on(going_on(deal, "talon"), "discard"), "1 done; 2 done; 3 done")
    assert asked(deal) == "announce pagat"
    assert asked(act(deal, "0 announce pagat")) == "done"
    deal = koenig(SOUND, talon=SIX, after=f"{bids('besserrufer')}; 0 call CK")
    deal = act(going_on(going_on(deal, "talon"), "discard"), "1 done; 2 done; 3 done")
    assert asked(deal) == "announce pagat"


def test_announces_the_trull_with_the_pagat_or_very_long_tarocks() -> None:
    hand = "T22 T21 T1 T15 T13 T11 T9 T6 SK HK DK C8"
    assert asked(solo_dreier(hand, said=SILENCE)) == "announce trull"
    assert asked(act(solo_dreier(hand, said=SILENCE), "3 announce trull")) == "done"
    other = hand.replace("T1 ", "T17 ")
    assert asked(solo_dreier(other, said=SILENCE)) == "done", "the pagat is in another hand"
    longer = "T22 T21 T20 T19 T18 T17 T13 T11 T9 T6 SK HK"
    assert asked(solo_dreier(longer, said=SILENCE)) == "announce trull"


def test_announces_king_ultimo_with_a_single_king_and_very_long_tarocks() -> None:
    partner = "T22 T20 T18 T16 T15 T11 T10 T8 T5 T4 CK S8"
    deal = koenig(SOUND, partner, talon=SIX, after=f"{bids('rufer')}; 0 call CK")
    assert asked(going_on(going_on(deal, "talon"), "discard")) == "announce king_ultimo"


# Kontra


def rufer_announcing(*hands: str, talon: str = SIX) -> Deal:
    """A rufer_announcing of forehand with the king of clubs called, at the announcements."""
    deal = koenig(*hands, talon=talon, after=f"{bids('rufer')}; 0 call CK; 0 take lower")
    return going_on(deal, "discard")


def test_what_it_doubles() -> None:
    good = "T22 T18 T16 T15 T12 T7 SK SC HQ H3 DQ D1"
    assert asked(rufer_announcing(SOUND, good)) == "done"
    assert asked(rufer_announcing(SOUND, good, talon="CK S9 H4 H2 D3 C7")) == "kontra game"
    stopper = "T21 T19 T18 T16 T15 T14 T12 T10 H4 H3 D4 D3"
    said = f"{SILENCE}; 3 announce pagat; 3 done"
    assert asked(solo_dreier(LONG, stopper, said=f"0 kontra game; {said}")) == "kontra pagat@3"
    assert asked(solo_dreier(LONG, WORTHLESS, said=said)) == "done"
    for contract in ("piccolo", "bettel_ouvert", "farbensolo"):
        deal = koenig(MIGHTY, after=bids(contract, 3))
        assert asked(deal) == "done", contract


@pytest.mark.parametrize(("card", "doubled"), [("T22", True), ("T21", True), ("T1", False)])
def test_doubles_a_trull_when_it_holds_the_skus_or_the_mond(card: str, doubled: bool) -> None:
    declarer, defender = "T20 T17 T13 T9 T6 SQ SJ HC H1 D4 D2 C8", WORTHLESS.replace("T7", card)
    deal = solo_dreier(declarer, defender, said=f"{SILENCE}; 3 announce trull; 3 done")
    assert (asked(deal) == "kontra trull@3") is doubled


# Partners who know each other, and partners who do not


def test_plays_for_its_side() -> None:
    left, partner = LEFT.replace("HJ H4", "T5 T4"), PARTNER.replace("T5 T4", "HJ H4")
    assert asked(caller(left, partner, after="0 play T22; 1 play T2")) in {"play HK", "play CK"}
    left, partner = LEFT.replace("T21", "T5"), PARTNER.replace("T5", "T21")
    assert asked(caller(left, partner, after="0 play T20; 1 play T2")) == "play T4"
    left, right = LEFT.replace("CJ C10", "T16 T1"), RIGHT.replace("T16 T1", "CJ C10")
    assert asked(caller(left, right=right, after="0 play C8; 1 play T3")) == "play C9"
    deal = koenig("T22 T20 T17 T16 T15 T13 T12 T11 T10 T9 SK T1", after=bids("solodreier"))
    deal = act(deal, "1 done; 2 done; 3 done; 0 announce pagat; 0 done; 1 done; 2 done; 3 done")
    assert asked(deal) != "play T1"


# Farbensolo


def test_plays_farbensolo_without_trumps() -> None:
    suits = "SK SQ SC SJ HK HQ H1 DK DQ CJ C9 T3"
    assert asked(quietly(koenig(suits, after=bids("farbensolo")))) in {"play SK", "play HK", "play DK"}
    deal = koenig("T22 T21 T20 T19 H1 H2 H3 H4 HJ D1 D2 D3", "SQ S7", "SK S8", after=bids("farbensolo"))
    deal = quietly(deal, "0 play H1")
    inference = infer(act(deal, "1 play HC").view(2))
    assert inference.best(inference.public.trick).card == card("HC")
    assert inference.risk(0, "S", card("S7")) == inference.chance(0, SUIT["S"] - Cards.of("S7"))


# Negative contracts


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


ROUND = "0 play C8; 1 play CC; 2 play CK; 3 play T11"


def test_who_knows_the_sides_before_and_after_the_king_is_played() -> None:
    deal = rufer()
    assert infer(deal.view(2)).friends == {0}
    assert not infer(deal.view(0)).friends
    assert {friends for _, friends in infer(deal.view(0)).perhaps} == {
        frozenset((seat,)) for seat in (1, 2, 3)
    }
    perhaps = infer(rufer().view(1)).perhaps
    assert perhaps == ((0.5, frozenset((3,))), (0.5, frozenset((2,))))
    deal = rufer(after=ROUND)
    assert [infer(deal.view(seat)).friends for seat in range(4)] == [{2}, {3}, {0}, {1}]


def test_who_knows_that_a_declarer_is_alone() -> None:
    deal = rufer("SK")
    assert infer(deal.view(0)).perhaps == ((1.0, frozenset()),)
    assert not infer(deal.view(1)).friends, "the others do not know it"
    led = act(deal, "0 play SK; 1 play S8; 2 play S7")
    assert infer(led.view(0)).perhaps == ((1.0, frozenset()),)
    deal = koenig(
        *HANDS[:2], talon="CK S7 S10 H3 H4 D2", after=f"{bids('rufer')}; 0 call CK; 0 take lower; 0 lay S7"
    )
    deal = quietly(act(deal, "0 lay S10; 0 lay HC"))
    assert not infer(deal.view(0)).friends
    assert infer(deal.view(1)).friends == {2, 3}
    deal = quietly(koenig(*HANDS, after=bids("solodreier", 1)))
    assert [infer(deal.view(seat)).friends for seat in range(4)] == [{2, 3}, set(), {0, 3}, {0, 2}]
    deal = koenig(*HANDS, after=bids("trischaken"))
    assert not any(infer(deal.view(seat)).friends or infer(deal.view(seat)).perhaps for seat in range(4))


def test_the_remaining_king_is_known_to_the_declarer_and_its_holder() -> None:
    hand = "T22 T20 T17 T13 T9 T6 SK HK DK H1 D4 C8"
    deal = koenig(hand, "", "T19 T7 T8 CK", after=f"{bids('solorufer')}; 0 call remaining")
    kings = [called_king(deal.view(seat)) for seat in range(4)]
    assert kings == [card("CK"), None, card("CK"), None]


GAME = GAMES["koenigrufen"]


def with_kings(deal: Deal, kings: str) -> Deal:
    """The deal with some kings in forehand's hand and the others elsewhere, before the first call."""
    seat, wanted, layout = deal.open.forehand, Cards.of(kings), deal.layout
    for king in KINGS:
        hand = layout.hands[seat]
        if (king in hand) != (king in wanted):
            other = next(iter((GAME.pack - hand if king in hand else hand) - KINGS))
            swap = {king: other, other: king}
            hands = tuple(exchanged(each, king, other) for each in layout.hands)
            talon = tuple(swap.get(each, each) for each in layout.talon)
            layout = replace(layout, hands=hands, talon=talon)
    return Deal.start(GAME, layout)


@pytest.mark.parametrize("contract", ["rufer", "solorufer"])
def test_the_remaining_king(contract: str) -> None:
    rng, alone = Random(contract), 0
    for each in deals(GAME, 12, 4):
        deal = with_kings(each, "SK HK DK")
        forehand = deal.open.forehand
        while deal.phase.name != "calling":
            seat = deal.seats()[0]
            wish = Action("bid", contract)
            action = wish if seat == forehand and wish in deal.actions(seat) else Action("pass")
            deal = act(deal, f"{seat} {action if action in deal.actions(seat) else 'decline'}")
        deal = act(deal, f"{forehand} call remaining")
        alone += card("CK") in deal.layout.talon
        while deal.result is None:
            if deal.phase.name == "play" and len(deal.log) % 4 == 0:
                checked(deal, rng)
            wish = Action.parse(asked(deal))
            deal = act(deal, f"{deal.seats()[0]} {'take lower' if wish.verb == 'surrender' else wish}")
    assert alone
