"""What a computer knows of sides and called kings in Königrufen."""

from __future__ import annotations

from bot.computers.inference import own_cards
from bot.games.koenigrufen.computer import called_king, infer
from bot.rules.cards import Cards, card
from bot.rules.deal import Deal
from tests.computers.table import quietly
from tests.games.koenigrufen.table import bids, koenig
from tests.notation import act

HANDS = (
    "T22 T20 T17 T13 T9 T6 SK SQ HC H1 D4 C8",
    "T21 T5 T4 S8 S9 HK HQ D3 D1 C9 C10 CC",
    "T19 T18 T7 S7 S10 H3 H4 DK DQ CK CQ C7",
)
TALON = "CJ T1 T2 T3 T8 T10"
ROUND = "0 play C8; 1 play CC; 2 play CK; 3 play T11"


def rufer(king: str = "CK", talon: str = TALON, contract: str = "solorufer", after: str = "") -> Deal:
    """A contract of forehand with a called king, nothing said; seat 2 holds the king of clubs."""
    return quietly(koenig(*HANDS, talon=talon, after=f"{bids(contract)}; 0 call {king}"), after)


def test_only_the_partner_knows_the_sides_at_first() -> None:
    deal = rufer()
    assert infer(deal.view(2)).friends == {0}
    assert not infer(deal.view(0)).friends
    assert {friends for _, friends in infer(deal.view(0)).perhaps} == {
        frozenset((seat,)) for seat in (1, 2, 3)
    }


def test_a_defender_knows_that_one_of_two_others_is_against_it() -> None:
    perhaps = infer(rufer().view(1)).perhaps
    assert perhaps == ((0.5, frozenset((3,))), (0.5, frozenset((2,))))


def test_everybody_knows_the_sides_once_the_king_is_played() -> None:
    deal = rufer(after=ROUND)
    assert [infer(deal.view(seat)).friends for seat in range(4)] == [{2}, {3}, {0}, {1}]


def test_a_seat_that_could_not_follow_does_not_hold_the_king() -> None:
    deal = rufer(after="0 play C8; 1 play CC; 2 play CQ; 3 play T11")
    assert {friends for _, friends in infer(deal.view(0)).perhaps} == {frozenset((1,)), frozenset((2,))}


def test_a_declarer_who_calls_an_own_king_knows_it_is_alone() -> None:
    deal = rufer("SK")
    assert infer(deal.view(0)).perhaps == ((1.0, frozenset()),)
    assert not infer(deal.view(1)).friends, "the others do not know it"
    led = act(deal, "0 play SK; 1 play S8; 2 play S7")
    assert infer(led.view(0)).perhaps == ((1.0, frozenset()),)


def test_a_king_in_the_talon_makes_everybody_else_a_defender() -> None:
    deal = koenig(
        *HANDS[:2], talon="CK S7 S10 H3 H4 D2", after=f"{bids('rufer')}; 0 call CK; 0 take lower; 0 lay S7"
    )
    deal = quietly(act(deal, "0 lay S10; 0 lay HC"))
    assert not infer(deal.view(0)).friends
    assert infer(deal.view(1)).friends == {2, 3}


def test_all_sides_are_known_if_the_contract_has_no_partner() -> None:
    deal = quietly(koenig(*HANDS, after=bids("solodreier", 1)))
    assert [infer(deal.view(seat)).friends for seat in range(4)] == [{2, 3}, set(), {0, 3}, {0, 2}]


def test_no_one_has_friends_in_trischaken() -> None:
    deal = koenig(*HANDS, after=bids("trischaken"))
    assert not any(infer(deal.view(seat)).friends or infer(deal.view(seat)).perhaps for seat in range(4))


def test_the_remaining_king_is_known_to_the_declarer_and_its_holder() -> None:
    hand = "T22 T20 T17 T13 T9 T6 SK HK DK H1 D4 C8"
    deal = koenig(hand, "", "T19 T7 T8 CK", after=f"{bids('solorufer')}; 0 call remaining")
    kings = [called_king(deal.view(seat)) for seat in range(4)]
    assert kings == [card("CK"), None, card("CK"), None]


def test_a_card_just_played_still_counts_among_the_players_own() -> None:
    view = rufer(after=f"{ROUND}; 3 play T12; 0 play T13").view(0)
    assert own_cards(view) == Cards.of(HANDS[0])


def test_there_is_no_called_king_without_a_call() -> None:
    assert called_king(koenig(*HANDS, after=bids("dreier")).view(0)) is None
