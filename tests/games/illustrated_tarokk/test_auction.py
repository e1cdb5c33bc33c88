"""§4.1 to §4.6: the auction, rule by rule."""

from __future__ import annotations

import pytest

from bot.games.illustrated_tarokk.tables import LADDER
from tests.games.illustrated_tarokk.bidding import (
    EVERYTHING,
    all_auctions,
    options,
    outcome,
    with_everything,
)
from tests.games.illustrated_tarokk.table import (
    CALLS,
    NAMES,
    auction,
    calls,
    dealt,
    result_of,
    sheet,
    to_call,
)
from tests.notation import act, legal, refused, until

# 4.1 and 4.2


@pytest.mark.rule("illustrated_tarokk 4.1.1")
def test_four_bids() -> None:
    for level, letter in enumerate("321S", 1):
        deal = with_everything(f"A- B- C- D{letter}")
        assert outcome(deal) == f"D {LADDER[level - 1]}"
        drawn = [4 - level, *((1, 1, 1), (2, 1, 1), (2, 2, 1), (2, 2, 2))[level - 1]]
        assert [len(deal.phase.board.hidden.hands[seat]) - 9 for seat in (3, 0, 1, 2)] == drawn
    assert refused(dealt(), "0 bid four") == ("no_such_bid", "illustrated_tarokk 4.1.1")


@pytest.mark.rule("illustrated_tarokk 4.1.2")
def test_pass_and_hold() -> None:
    assert options(with_everything("A3 B2 C-")) == "-1S", "D has not bid"
    assert options(with_everything("A3 B2 C- D-")) == "-H1S"
    assert refused(dealt(), "0 double") == ("not_now", "illustrated_tarokk 3.3")


@pytest.mark.rule("illustrated_tarokk 4.2.1")
def test_forehand_bids_first_and_the_turn_goes_round() -> None:
    turns = ["", "A3", "A3 B2", "A3 B2 C-", "A3 B2 C- D-", "A3 B2 C- D- AH"]
    assert [with_everything(text).seats() for text in turns] == [(0,), (1,), (2,), (3,), (0,), (1,)]
    assert refused(with_everything("A3"), "0 pass") == ("not_your_turn", "illustrated_tarokk 3.3")


@pytest.mark.rule("illustrated_tarokk 4.2.2")
def test_no_honour_no_bid() -> None:
    deal = dealt("T20 T19 T18 SK HK DK CK")
    assert options(deal) == "-"
    assert refused(deal, "0 bid three") == ("needs_honour", "illustrated_tarokk 4.2.2")
    assert refused(deal, "0 hold") == ("needs_honour", "illustrated_tarokk 4.2.2")
    for honour in ("T22", "T21", "T1"):
        assert "3" in options(dealt(honour))


@pytest.mark.rule("illustrated_tarokk 4.2.3")
def test_a_pass_is_final() -> None:
    deal = with_everything("A- B3 C- D2 BH D1 BH")
    assert deal.seats() == (3,), "B and D speak again and again, A and C never"
    assert [str(move) for move in deal.log].count("1 hold") == 2


@pytest.mark.rule("illustrated_tarokk 4.2.4")
def test_a_bid_must_be_higher() -> None:
    deal = with_everything("A3 B1")
    for low in ("three", "two", "one"):
        assert refused(deal, f"2 bid {low}") == ("bid_too_low", "illustrated_tarokk 4.2.4")
    assert options(deal) == "-S"


@pytest.mark.rule("illustrated_tarokk 4.2.5")
def test_hold() -> None:
    assert refused(dealt(), "0 hold") == ("nothing_to_hold", "illustrated_tarokk 4.2.5")
    assert refused(with_everything("A3"), "1 hold") == ("no_hold_here", "illustrated_tarokk 4.2.5")
    held = with_everything("A3 B2 C- D- AH")
    assert refused(held, "1 hold") == ("no_hold_here", "illustrated_tarokk 4.2.5"), "a level is held once"
    assert options(held) == "-1S"
    assert "H" in options(with_everything("A3 B2 C1 D-")), "any earlier bidder"
    assert outcome(with_everything("A3 B2 C1 D- A- BH C-")) == "B one"


@pytest.mark.rule("illustrated_tarokk 4.2.6")
@pytest.mark.parametrize(
    ("so_far", "hand", "open_to"),
    [
        ("", "T22", "-3S"),
        ("", "T1 T20 T19 T18", "-3S"),
        ("A3", "T22", "-2"),
        ("A3 B2", "T22", "-1"),
        ("A3 B2 C1", "T22", "-S"),
        ("A3 B2 C- D-", "T22", "H"),
        ("A3 B2 C1 D-", "T22", "-H"),
    ],
)
def test_the_lowest_call(so_far: str, hand: str, open_to: str) -> None:
    asked = with_everything(so_far).seats()[0]
    hands = [EVERYTHING if seat != asked else f"{hand} SK" for seat in range(4)]
    assert options(with_everything(so_far, *hands)) == open_to


@pytest.mark.rule("illustrated_tarokk 4.2.7")
def test_the_last_call_other_than_a_pass_makes_the_declarer() -> None:
    assert with_everything("A3 B- C-").phase.name == "auction"
    assert outcome(with_everything("A3 B- C- D-")) == "A three"
    assert outcome(with_everything("A3 B2 C- D- AH B-")) == "A two"
    assert outcome(with_everything("A- B3 CS")) == "", "B may hold"
    assert outcome(with_everything("A- B- CS")) == "C solo", "nobody may hold"


@pytest.mark.rule("illustrated_tarokk 4.2.8")
def test_all_pass() -> None:
    deal = with_everything("A- B- C- D-")
    result = result_of(deal)
    assert (result.void, result.scores, result.lines) == (True, (0, 0, 0, 0), ())
    assert (deal.open.contract, deal.open.declarer) == ("", None)


# 4.3


@pytest.mark.rule("illustrated_tarokk 4.3.1")
def test_the_next_seat_that_may_call_is_asked() -> None:
    assert with_everything("A- B3 C2 D- ").seats() == (1,), "A is out, B may hold"
    assert with_everything("A3 BS").seats() == (0,)
    assert with_everything("A3 B2 CS").seats() == (0,), "D has not bid and cannot hold a solo"
    assert outcome(with_everything("A3 B2 CS A-")) == ""
    assert with_everything("A3 B2 CS A-").seats() == (1,)
    assert outcome(with_everything("A3 B2 CS AH")) == "A solo; T19 of C", "a solo held is held for good"


@pytest.mark.rule("illustrated_tarokk 4.3.2")
@pytest.mark.rule("illustrated_tarokk 20.2")
def test_a_seat_whose_hand_allows_only_a_pass_is_still_asked() -> None:
    nothing = "SK T2 T3 T4 T5"
    deal = with_everything("A3", EVERYTHING, nothing, nothing, nothing)
    for seat in (1, 2, 3):
        assert (deal.seats(), options(deal)) == ((seat,), "-")
        deal = act(deal, f"{seat} pass")
    invited = with_everything("A2 B1 C- D-")
    assert outcome(invited) == "B one; T19 of A"
    assert [str(move) for move in invited.log][-1] == "3 pass", "the inviter passes automatically"


# 4.4


@pytest.mark.rule("illustrated_tarokk 4.4.1")
def test_the_xix_invitation() -> None:
    for so_far, jump in (("", "2"), ("A3", "1"), ("A3 B2", "S"), ("A3 B2 C- D-", "1")):
        caller = NAMES[with_everything(so_far).seats()[0]]
        jumped = with_everything(f"{so_far} {caller}{jump}")
        assert outcome(until(jumped, "discard")).endswith(f"; T19 of {caller}")


@pytest.mark.rule("illustrated_tarokk 4.4.2")
def test_the_xviii_invitation() -> None:
    for so_far, jump in (("", "1"), ("A3", "S"), ("A3 B2 C- D-", "S")):
        caller = NAMES[with_everything(so_far).seats()[0]]
        jumped = with_everything(f"{so_far} {caller}{jump}")
        assert outcome(until(jumped, "discard")).endswith(f"; T18 of {caller}")


@pytest.mark.rule("illustrated_tarokk 4.4.3")
def test_the_yielded_game() -> None:
    assert outcome(with_everything("A3 B2 C- D- A-")) == "B two; T20 of A"
    assert outcome(with_everything("A- B3 C2 D- B-")) == "C two; T20 of B"
    assert outcome(with_everything("A- B3 C- D2 B-")) == "D two; T20 of B", "their order does not matter"
    assert outcome(with_everything("A3 B- C2 D- A-")) == "C two; T20 of A"
    assert outcome(with_everything("A3 B2 C- D- AH B-")) == "A two", "a hold yields nothing"
    assert outcome(with_everything("A3 B2 C- D- AH B1 A-")) == "B one", "three was not the only bid"
    assert outcome(with_everything("A3 B2 C1 D- A- B-")) == "C one", "a one is not a two"


@pytest.mark.rule("illustrated_tarokk 4.4.4")
def test_inviting_is_optional() -> None:
    assert options(with_everything()) == "-321S"
    assert outcome(with_everything("A3 B- C- D-")) == "A three"
    assert outcome(with_everything("A3 B2 C- D- A1 B-")) == "A one; T19 of A", "at the second turn"
    assert outcome(with_everything("A3 B2 C- D- AH B1 AS B-")) == "A solo; T19 of A", "at the third"


@pytest.mark.rule("illustrated_tarokk 4.4.5")
@pytest.mark.parametrize("hand", ["T22 T18 T20", "T1 T19", "T19 T18 T2"])
def test_an_invitation_needs_its_cards(hand: str) -> None:
    deal = with_everything("A3", EVERYTHING, hand, EVERYTHING, EVERYTHING)
    assert "1" not in options(deal)
    if "T2 " not in f"{hand} ":
        assert refused(deal, "1 bid one") == ("invitation_needs", "illustrated_tarokk 4.4.5")


@pytest.mark.rule("illustrated_tarokk 4.4.6")
def test_a_bidder_who_cannot_yield_may_not_pass() -> None:
    for hand in ("T22 T19", "T1 T20 T18", "T22 T21"):
        deal = with_everything("A3 B2 C- D-", hand, *(EVERYTHING,) * 3)
        assert refused(deal, "0 pass") == ("must_not_pass", "illustrated_tarokk 4.4.6")
        assert options(deal) == ("H1" if hand == "T22 T19" else "H"), "or a jump with the cards for it"


@pytest.mark.rule("illustrated_tarokk 4.4.7")
def test_the_inviter_passes_next() -> None:
    assert outcome(with_everything("A3 B2 C- D- A1 BS")) == "B solo; T19 of A"
    assert outcome(with_everything("A3 B1 C- D- AH")) == "A one; T19 of B"
    deal = with_everything("A2 B1 C- D-")
    assert outcome(deal) == "B one; T19 of A", "no hold"
    assert refused(deal, "0 hold") == ("not_now", "illustrated_tarokk 3.3")


@pytest.mark.rule("illustrated_tarokk 4.4.8")
@pytest.mark.rule("illustrated_tarokk 8.3.1")
def test_an_invitation_must_be_accepted_by_any_other_declarer() -> None:
    hands = ("T1 T2 T3 T4 T5 SK SQ HQ DQ", "T22 T19 T6 T7 T8 HK HC DC CQ", "T21 T9 T10 T11 T12 DK HJ DJ CC")
    deal = auction("A3 B1 C- D-", *hands)
    assert options(deal) == "-HS", "a pass is legal"
    assert outcome(act(deal, "0 pass")) == "B one; T19 of B"
    accepted = to_call(act(deal, "0 hold"))
    assert legal(accepted) == {"call T19"}
    by_another = to_call(auction("A3 B1 CS A-", *hands))
    assert (by_another.seats(), legal(by_another)) == ((2,), {"call T19"}), "A was the first to bid"
    assert refused(by_another, "2 call T20") == ("call_not_open", "illustrated_tarokk 8.3")


@pytest.mark.rule("illustrated_tarokk 4.4.9")
@pytest.mark.rule("illustrated_tarokk 20.10")
def test_the_card_shown_is_not_discarded() -> None:
    for text, seat, shown in (
        ("A3 B1 C- D- AH", 1, "T19"),
        ("A3 B2 C- D- A-", 0, "T20"),
        ("A2 B- C- D-", 0, "T19"),
    ):
        deal = with_everything(text)
        lays = {each for each in ("T18", "T19", "T20") if f"lay {each}" in legal(deal, seat)}
        assert lays == {"T18", "T19", "T20"} - {shown}, text
        assert refused(deal, f"{seat} lay {shown}") == ("card_protected", "illustrated_tarokk 6.2.2")


@pytest.mark.rule("illustrated_tarokk 4.4.10")
@pytest.mark.rule("illustrated_tarokk 20.3")
def test_an_inviter_who_becomes_declarer_calls_by_the_ordinary_rules() -> None:
    deal = to_call(auction("A2 B- C- D-", "T22 T19 T2 T3 T4 SK SQ HQ DQ"))
    assert legal(deal) == {"call T20"}, "the ordinary rules"
    hands = ("T22 T19 T2 T3 T4 SK SQ HQ DQ", "T21 T18 T17 T16 T15 HK HC DC CQ")
    free = to_call(act(auction("A2 B- C- D-", *hands), "1 lay T18"))
    assert legal(free) == {f"call T{number}" for number in range(2, 21)}, "another seat discarded a tarokk"


@pytest.mark.rule("illustrated_tarokk 4.4.11")
def test_an_auction_has_at_most_one_invitation() -> None:
    first = with_everything("A2 B1 CS")
    assert outcome(until(first, "discard")) == "C solo; T19 of A"
    for end in all_auctions(with_everything("A2")):
        assert outcome(end).endswith("T19 of A")


# 4.5 and 4.6


@pytest.mark.rule("illustrated_tarokk 4.5.1")
def test_the_trial_bid() -> None:
    hands = ("T22", "T21", "T1", "T2-T10")
    assert options(auction("A- B- C-", *hands)) == "-3"
    assert options(auction("A- B-", "T22", "T21", "T2-T10", "T1")) == "-"
    assert refused(auction("A- B- C-", *hands), "3 bid two") == ("needs_honour", "illustrated_tarokk 4.2.2")


@pytest.mark.rule("illustrated_tarokk 4.5.2")
@pytest.mark.rule("illustrated_tarokk 20.11")
def test_a_trial_bid_is_lost_without_an_honour_from_the_talon() -> None:
    lost = act(dealt("T22", "T21", "T1", "T2-T10", windows=(1, 3), hat=2), calls("A- B- C- D3"))
    result = result_of(lost)
    assert (sheet(result, 2), result.scores) == ("4.5.2 -1", (4, 4, 4, -12))
    assert (result.void, result.next_dealer) == (False, 0), "a scored deal: it moves the dealer"
    assert result.next_session == {"windows": [2], "hat": 2}, "and uses up the windows"
    for talon, phase in (("S10 H1 T21", "discard"), ("S10 H1 D1 T21", "over")):
        deal = auction("A- B- C- D3", "T22", "T14", "T1", "T2-T10", talon=talon)
        assert deal.phase.name == phase, "only his own three cards count"
    five = act(dealt("T22", "T21", "T1", "T2-T10", seats=5), calls("A- B- C- D3"))
    assert result_of(five).scores == (1, 1, 1, -3, 0)


@pytest.mark.rule("illustrated_tarokk 4.6.1")
def test_the_fourth_seat_cannot_invite_after_three_passes() -> None:
    weak = ("T22", "T21", "T2", "T1 SK")
    assert options(auction("A- B- C-", *weak)) == "-321S"
    for letter in "321S":
        assert outcome(auction(f"A- B- C- D{letter}", *weak)) == f"D {CALLS[letter][4:]}"


@pytest.mark.rule("illustrated_tarokk 4.6.2")
def test_a_jump_after_an_invitation_is_no_second_invitation() -> None:
    weak, none = "T1 SK", "T2 SK"
    deal = with_everything("A2", EVERYTHING, weak, none, weak)
    assert options(deal) == "-1S"
    assert outcome(until(act(deal, "1 bid solo"), "discard")) == "B solo; T19 of A"
    assert options(act(deal, "1 pass")) == "-", "a jump needs an honour all the same"


@pytest.mark.rule("illustrated_tarokk 4.6.3")
@pytest.mark.rule("illustrated_tarokk 20.14")
def test_the_opening_solo() -> None:
    for text in ("AS", "A- BS", "A- B- CS"):
        assert outcome(with_everything(text, *("T1 SK H1 D1",) * 4)) == f"{text[-2]} solo"
