"""Which cards a computer plays in Illustrated Tarokk, above all to capture the XXI or to save it."""

from __future__ import annotations

from bot.games.illustrated_tarokk.computer import SAFE, capture, infer
from bot.rules.cards import MOND
from bot.rules.deal import Deal
from bot.rules.tricks import Play
from tests.computers.table import asked
from tests.games.illustrated_tarokk.table import announcing, keep
from tests.notation import act, until

HANDS = (
    "T22 T15 T14 T13 T12 SK SQ HQ DQ",
    "T21 T11 T10 T9 T8 HK HC DC CQ",
    "T20 T7 T6 T5 T4 DK HJ DJ CC",
    "T19 T18 T17 T16 T3 T2 T1 CK SC",
)
"""Anna has the skíz and calls the XX, which Clara holds; Béla has the XXI."""
OTHER = "T15 T14 T13 T12 SK SQ HQ DQ DK"


def playing(after: str = "", *hands: str) -> Deal:
    """A solo of forehand at the start of the play, and some plays."""
    return act(until(announcing("", *(hands or HANDS)), "play", keep), after)


def test_only_the_holder_of_the_called_card_knows_the_sides() -> None:
    deal = playing()
    assert infer(deal.view(2)).friends == {0}
    assert not infer(deal.view(0)).friends
    assert {friends for _, friends in infer(deal.view(1)).perhaps} == {frozenset((2,)), frozenset((3,))}


def test_the_skiz_takes_the_xxi_of_the_other_side() -> None:
    partner = "T22 T20 T7 T6 T5 T4 HJ DJ CC"
    deal = playing("0 play T16; 1 play T21; 2 play T15", HANDS[3], HANDS[1], OTHER, partner)
    assert asked(deal) == "play T22"


def test_holds_back_the_xxi_while_the_skiz_may_follow() -> None:
    hands = (HANDS[3], HANDS[1], HANDS[2], HANDS[0])
    assert asked(playing("0 play T16", *hands)) != "play T21"
    assert asked(playing("0 play T22")) == "play T8", "it lies there already"


def test_plays_the_xxi_when_the_skiz_cannot_follow() -> None:
    deal = playing("0 play T16; 1 play T4; 2 play T15", HANDS[3], HANDS[2], HANDS[0], HANDS[1])
    assert asked(deal) == "play T21", "it is the last to play"


def test_the_xxi_is_charged_for_the_risk_of_its_capture() -> None:
    hands, safely = (HANDS[3], *HANDS[1:3], HANDS[0]), (HANDS[3], HANDS[2], *HANDS[:2])
    open_to_it, last = playing("0 play T16", *hands), playing("0 play T16; 1 play T4; 2 play T15", *safely)
    assert charged(open_to_it) < -SAFE
    assert charged(last) == SAFE


def charged(deal: Deal) -> float:
    """What the XXI of the seat that is asked costs or is worth in the trick."""
    (seat,) = deal.seats()
    return capture(infer(deal.view(seat)), (*deal.open.trick, Play(seat, MOND)))


def test_wastes_no_high_tarokk_on_a_trick_that_the_partner_wins() -> None:
    assert asked(playing("0 play T22; 1 play T8")) != "play T20"
