"""§2 to §7 and §13: pack and deal, auction, talon, sessions."""

from collections.abc import Sequence

import pytest

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.games.illustrated_tarokk.values import HIGH_HONOURS, HONOURS, LADDER
from bot.rules.cards import PACK_42, SKUS, SUIT, TAROCKS, VALUE, Card, Cards, card, face_value
from bot.rules.deal import Deal
from bot.rules.facts import DiscardedTarocks
from bot.rules.layout import Side
from bot.rules.session import Session
from bot.rules.state import side_of
from bot.rules.tricks import Play, winner
from tests.games.illustrated_tarokk.table import (
    CALLS,
    EVERYTHING,
    HANDS,
    NAMES,
    TALON,
    TWO_POOR,
    WITH_XX,
    all_auctions,
    auction,
    calls,
    dealt,
    keep,
    options,
    outcome,
    points,
    sheet,
    to_call,
    with_everything,
)
from tests.notation import act, choice, legal, phases, refused, result_of, until

DECK = tuple(PACK_42.sorted)


def wins(codes: str) -> str:
    return str(winner(tuple(Play(seat, card(code)) for seat, code in enumerate(codes.split()))).card)


@pytest.mark.rule("illustrated_tarokk 1.1", "illustrated_tarokk 20.1")
def test_the_pack() -> None:
    assert str(PACK_42 - TAROCKS) == "SK SQ SC SJ S10 HK HQ HC HJ H1 DK DQ DC DJ D1 CK CQ CC CJ C10"
    assert (len(PACK_42), len(PACK_42 & TAROCKS)) == (42, 22)
    assert ILLUSTRATED_TAROKK.pack == PACK_42
    kings = {f"king_{kind}:{suit}" for kind in ("ultimo", "uhu") for suit in "SHDC"}
    assert kings <= set(ILLUSTRATED_TAROKK.announcements)


@pytest.mark.rule("illustrated_tarokk 1.2")
def test_the_ranks() -> None:
    for order in ("SK SQ SC SJ S10", "HK HQ HC HJ H1", "T22 T21 T20 T2 T1"):
        codes = order.split()
        assert all(
            wins(f"{low} {high}") == high for place, high in enumerate(codes) for low in codes[place + 1 :]
        )
    assert wins("SK T1 T22 T21") == "T22"
    assert str(SUIT["D"] & PACK_42) == "DK DQ DC DJ D1"


@pytest.mark.rule("illustrated_tarokk 1.3")
def test_honours() -> None:
    assert (str(HONOURS), str(HIGH_HONOURS)) == ("T22 T21 T1", "T22 T21")


@pytest.mark.rule("illustrated_tarokk 1.4")
def test_card_points() -> None:
    values = {"T22 T21 T1 SK HK DK CK": 5, "SQ HQ": 4, "SC DC": 3, "SJ CJ": 2, "S10 H1 D1 C10 T2 T10 T20": 1}
    for codes, value in values.items():
        assert {VALUE[card(code)] for code in codes.split()} == {value}
    assert face_value(Cards.of("T22 SQ SJ S10")) == 12, "simply added up"


@pytest.mark.rule("illustrated_tarokk 1.5")
def test_the_pack_has_ninety_four_card_points() -> None:
    honours, plain = PACK_42 & HONOURS, (PACK_42 & TAROCKS) - HONOURS
    assert [face_value(each) for each in (PACK_42, honours, plain, PACK_42 - TAROCKS)] == [94, 15, 19, 60]


@pytest.mark.rule("illustrated_tarokk 2.1")
def test_one_of_five_players_sits_out() -> None:
    assert ILLUSTRATED_TAROKK.seats == (4, 5)
    deal = dealt(seats=5)
    assert [len(hand) for hand in deal.layout.hands] == [9, 9, 9, 9, 0]
    asked = set()
    while deal.result is None:
        asked |= set(deal.seats())
        deal = act(deal, f"{deal.seats()[0]} {keep(deal, deal.seats()[0])}")
        assert deal.open.sides[4] == deal.view(4).side == ""
    assert asked == {0, 1, 2, 3}
    assert deal.open.sides[4] == "", "a player who sits out belongs to no side"
    result = result_of(act(dealt(seats=5), calls("A- B- C- D-")))
    assert result.scores == (0, 0, 0, 0, 0)


@pytest.mark.rule("illustrated_tarokk 2.2", "illustrated_tarokk 2.3", "illustrated_tarokk 2.4")
def test_the_deal_goes_counter_clockwise() -> None:
    assert [dealt(dealer=dealer).seats() for dealer in range(4)] == [(1,), (2,), (3,), (0,)]
    lost = result_of(act(dealt("T22", "T21", "T1", "T2-T10"), calls("A- B- C- D3")))
    assert lost.next_dealer == 0, "the deal passes to the right"
    for dealer in range(5):
        session = Session.first(ILLUSTRATED_TAROKK, {}, 5, dealer)
        assert session.deal(DECK).seats() == ((dealer + 1) % 5,)
    assert [dealt(dealer=dealer).open.active for dealer in (0, 3)] == [(1, 2, 3, 0), (0, 1, 2, 3)]
    five = Session.first(ILLUSTRATED_TAROKK, {}, 5, dealer=1).deal(DECK)
    assert five.open.active == (2, 3, 4, 0)


@pytest.mark.rule("illustrated_tarokk 3.3")
def test_phases_of_a_deal() -> None:
    hands = ("T22 SK HK DK CK T2 T3 T4 T5", "T21 T6-T13", "T20", "T1")
    deals = [dealt(*hands)]
    while deals[-1].result is None:
        seat = deals[-1].seats()[0]
        action = "bid three" if len(deals) == 1 else keep(deals[-1], seat)
        deals.append(act(deals[-1], f"{seat} {action}"))
    assert phases(deals) == ["auction", "discard", "offer", "announcing", "play", "over"]
    offers = [deal.actions(deal.seats()[0])[0].verb for deal in deals if deal.phase.name == "offer"]
    assert offers == ["annul", "claim"]
    assert refused(deals[-1], "0 pass") == ("deal_over", "illustrated_tarokk 3.3")
    assert refused(deals[0], "2 pass") == ("not_your_turn", "illustrated_tarokk 3.3")


@pytest.mark.rule("illustrated_tarokk 3.4")
def test_only_cards_in_hand_can_be_discarded_or_played() -> None:
    laying = act(dealt(), calls("A3 B- C- D-"))
    playing = until(laying, "play", keep)
    for deal, move in ((laying, "0 lay T21"), (playing, "0 play T21")):
        assert refused(deal, move) == ("not_in_hand", "illustrated_tarokk 3.4")


# 5. Void deals and doubling windows


def void(seats: int = 4, windows: tuple[int, ...] = ()) -> Deal:
    return act(dealt(seats=seats, windows=windows), calls("A- B- C- D-"))


@pytest.mark.rule("illustrated_tarokk 5.1", "illustrated_tarokk 5.2")
def test_void_deals() -> None:
    for dealer in range(4):
        order = "; ".join(f"{(dealer + step) % 4} pass" for step in (1, 2, 3, 4))
        result = result_of(act(dealt(dealer=dealer, hat=2), order))
        assert (result.void, result.scores, result.next_dealer) == (True, (0, 0, 0, 0), dealer)
        assert result.next_session == {"windows": [4], "hat": 2}
    assert result_of(void(windows=(3,))).next_session["windows"] == [3, 4]
    assert result_of(void(seats=5)).next_session["windows"] == [5]


@pytest.mark.rule("illustrated_tarokk 5.3")
@pytest.mark.parametrize(
    ("windows", "factor"), [((), 1), ((1,), 2), ((1, 2), 4), ((1, 2, 3), 8), ((1, 1, 2, 4), 16)]
)
def test_every_window_doubles_the_whole_score(windows: tuple[int, ...], factor: int) -> None:
    plain = result_of(until(act(dealt(), calls("AS")), "over", keep))
    doubled = result_of(until(act(dealt(windows=windows), calls("AS")), "over", keep))
    assert any(plain.scores)
    assert doubled.scores == tuple(factor * score for score in plain.scores)
    trial = result_of(act(dealt("T22", "T21", "T1", "T2-T10", windows=windows), calls("A- B- C- D3")))
    assert trial.scores == (factor, factor, factor, -3 * factor)


@pytest.mark.rule("illustrated_tarokk 5.4")
def test_only_a_completed_deal_shortens_the_windows() -> None:
    over = result_of(until(act(dealt(windows=(1, 3, 4)), calls("AS")), "over", keep))
    assert over.next_session["windows"] == [2, 3]
    assert result_of(void(windows=(1, 3, 4))).next_session["windows"] == [1, 3, 4, 4]


def timeline(seats: int, events: str) -> list[tuple[int, list[int], int, list[int]]]:
    """Dealer, windows, factor (0 if nothing was scored), windows afterwards, deal by deal."""
    session, rows = Session.first(ILLUSTRATED_TAROKK, {}, seats, dealer=0), []
    for event in events:
        order = [(session.dealer + step) % seats for step in (1, 2, 3, 4)]
        deal = session.deal(DECK_OF_HANDS)
        if event == "p":
            deal = act(deal, "; ".join(f"{seat} pass" for seat in order))
        else:
            deal = until(act(deal, f"{order[0]} bid solo"), "over", keep)
        result = result_of(deal)
        before = session.inherited["windows"]
        assert isinstance(before, list)
        session = session.after(result)
        after = session.inherited["windows"]
        assert isinstance(after, list)
        factor = 0 if result.void else abs(result.scores[order[0]]) // PLAIN
        rows.append((result.next_dealer, before, factor, after))
    return rows


DECK_OF_HANDS = tuple(
    Cards.of(code).sorted[0]
    for code in [*TALON.split(), *(each for hand in HANDS for each in hand.split()[:5])]
    + [each for hand in HANDS for each in hand.split()[5:]]
)
PLAIN = abs(result_of(until(act(dealt(), calls("AS")), "over", keep)).scores[0])


@pytest.mark.rule("illustrated_tarokk 5.5")
def test_worked_out_windows() -> None:
    assert timeline(4, "pspsssss") == [
        (0, [], 0, [4]),
        (1, [4], 2, [3]),
        (1, [3], 0, [3, 4]),
        (2, [3, 4], 4, [2, 3]),
        (3, [2, 3], 4, [1, 2]),
        (0, [1, 2], 4, [1]),
        (1, [1], 2, []),
        (2, [], 1, []),
    ]
    five = timeline(5, "pppsssss")
    assert five[2] == (0, [5, 5], 0, [5, 5, 5])
    assert [row[2] for row in five] == [0, 0, 0, 8, 8, 8, 8, 8]
    assert five[-1][3] == []


@pytest.mark.rule("illustrated_tarokk 13.1")
def test_a_session_is_the_sum_of_its_deals() -> None:
    session = Session.first(ILLUSTRATED_TAROKK, {}, 4, dealer=3)
    scores = []
    for _ in range(3):
        order = (session.dealer + 1) % 4
        result = result_of(until(act(session.deal(DECK_OF_HANDS), f"{order} bid solo"), "over", keep))
        scores.append(result.scores)
        session = session.after(result)
    assert session.totals == session.net == tuple(map(sum, zip(*scores, strict=True)))
    assert (session.deals, session.dealer, sum(session.totals)) == (3, 2, 0)


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


@pytest.mark.rule("illustrated_tarokk 4.2.3", "illustrated_tarokk 4.2.4")
def test_a_pass_is_final_and_a_bid_higher() -> None:
    deal = with_everything("A- B3 C- D2 BH D1 BH")
    assert deal.seats() == (3,), "B and D speak again and again, A and C never"
    assert [str(move) for move in deal.log].count("1 hold") == 2
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


@pytest.mark.rule("illustrated_tarokk 4.2.7", "illustrated_tarokk 4.2.8")
def test_the_end_of_the_auction() -> None:
    assert with_everything("A3 B- C-").phase.name == "auction"
    assert outcome(with_everything("A3 B- C- D-")) == "A three"
    assert outcome(with_everything("A3 B2 C- D- AH B-")) == "A two"
    assert outcome(with_everything("A- B3 CS")) == "", "B may hold"
    assert outcome(with_everything("A- B- CS")) == "C solo", "nobody may hold"
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


@pytest.mark.rule("illustrated_tarokk 4.3.2", "illustrated_tarokk 20.2")
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


@pytest.mark.rule("illustrated_tarokk 4.4.1", "illustrated_tarokk 4.4.2")
def test_the_invitations_of_xix_and_xviii() -> None:
    one_step = (("", "2"), ("A3", "1"), ("A3 B2", "S"), ("A3 B2 C- D-", "1"))
    for shown, jumps in (("T19", one_step), ("T18", (("", "1"), ("A3", "S"), ("A3 B2 C- D-", "S")))):
        for so_far, jump in jumps:
            caller = NAMES[with_everything(so_far).seats()[0]]
            jumped = with_everything(f"{so_far} {caller}{jump}")
            assert outcome(until(jumped, "discard")).endswith(f"; {shown} of {caller}")


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


@pytest.mark.rule("illustrated_tarokk 4.4.8", "illustrated_tarokk 8.3.1")
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


@pytest.mark.rule("illustrated_tarokk 4.4.9", "illustrated_tarokk 20.10")
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


@pytest.mark.rule("illustrated_tarokk 4.4.10", "illustrated_tarokk 20.3")
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


@pytest.mark.rule("illustrated_tarokk 4.5.2", "illustrated_tarokk 20.11")
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


@pytest.mark.rule("illustrated_tarokk 4.6.1", "illustrated_tarokk 4.6.2", "illustrated_tarokk 4.6.3")
@pytest.mark.rule("illustrated_tarokk 20.14")
def test_calls_that_invite_nobody() -> None:
    weak = ("T22", "T21", "T2", "T1 SK")
    assert options(auction("A- B- C-", *weak)) == "-321S"
    for letter in "321S":
        assert outcome(auction(f"A- B- C- D{letter}", *weak)) == f"D {CALLS[letter][4:]}"
    low, none = "T1 SK", "T2 SK"
    deal = with_everything("A2", EVERYTHING, low, none, low)
    assert options(deal) == "-1S"
    assert outcome(until(act(deal, "1 bid solo"), "discard")) == "B solo; T19 of A"
    assert options(act(deal, "1 pass")) == "-", "a jump needs an honour all the same"
    for text in ("AS", "A- BS", "A- B- CS"):
        assert outcome(with_everything(text, *("T1 SK H1 D1",) * 4)) == f"{text[-2]} solo"


POOR = "T22 T21 T20 T19 SK HK DK CK S10"
"""A hand that can discard only tarokks and one other card."""


def drawn(deal: Deal) -> list[str]:
    hands = zip(deal.phase.board.hidden.hands, deal.layout.hands, strict=True)
    return [str(now - before) for now, before in hands]


def laying(*moves: str, hands: Sequence[str] = HANDS, bids: str = "A3 B- C- D-") -> Deal:
    return act(auction(bids, *hands), "; ".join(moves))


# 6. Exchange and discard


@pytest.mark.rule("illustrated_tarokk 6.1.1")
@pytest.mark.parametrize(
    ("bids", "expected"),
    [
        ("A3 B- C- D-", ["S10 H1 C10", "D1", "SJ", "CJ"]),
        ("A- B3 C- D-", ["CJ", "S10 H1 C10", "D1", "SJ"]),
        ("A- B- C- D2", ["H1 D1", "SJ", "CJ", "S10 C10"]),
        ("A- B- C- D1", ["H1 C10", "SJ D1", "CJ", "S10"]),
        ("AS", ["", "S10 C10", "H1 D1", "SJ CJ"]),
        ("A- B- C- DS", ["S10 C10", "H1 D1", "SJ CJ", ""]),
    ],
)
def test_cards_drawn_by_each_seat(bids: str, expected: list[str]) -> None:
    assert drawn(auction(bids)) == [str(Cards.of(codes)) for codes in expected]


@pytest.mark.rule("illustrated_tarokk 6.1.2")
def test_drawn_cards_are_not_shown() -> None:
    before = dealt().open
    assert (tuple(group.size for group in before.talon), [group.cards for group in before.talon]) == (
        (6,),
        [Cards()],
    )
    deal = laying()
    for seat in (0, 1, None):
        view = deal.view(seat)
        assert view.open.hand_sizes == (12, 10, 10, 10)
        assert view.talon == view.open.talon == ()


@pytest.mark.rule("illustrated_tarokk 6.2.1")
def test_each_seat_discards_as_many_cards_as_it_drew() -> None:
    deal = laying()
    assert deal.seats() == (0, 1, 2, 3)
    deal = act(deal, "0 lay SQ; 0 lay HQ")
    assert deal.seats() == (0, 1, 2, 3)
    deal = act(deal, "0 lay H1; 1 lay D1; 2 lay SJ; 3 lay CJ")
    assert [len(hand) for hand in deal.phase.board.hidden.hands] == [9] * 4
    assert deal.phase.name == "announcing"
    assert refused(laying(), "0 lay T21") == ("not_in_hand", "illustrated_tarokk 3.4")
    assert laying(bids="AS").seats() == (1, 2, 3), "in a solo the declarer discards no cards"
    assert refused(laying(), "0 pass") == ("not_now", "illustrated_tarokk 3.3")


@pytest.mark.rule("illustrated_tarokk 6.2.2")
def test_kings_and_honours_are_not_discarded() -> None:
    deal = laying()
    assert choice(deal) == str(deal.phase.board.hidden.hands[0] - Cards.of("T22 SK"))
    for seat, code in ((0, "SK"), (0, "T22"), (1, "T21"), (1, "HK"), (3, "T1")):
        assert refused(deal, f"{seat} lay {code}") == ("card_protected", "illustrated_tarokk 6.2.2")
    assert "lay T20" in legal(deal, 2), "the XX may go"
    assert "lay T19" in legal(deal, 3)


@pytest.mark.rule("illustrated_tarokk 6.2.3")
def test_only_the_declarers_own_discard_counts_for_the_declarer() -> None:
    deal = to_call(laying("0 lay HQ", "0 lay SQ", "0 lay DQ", "1 lay CQ", "2 lay CC", "3 lay SC"))
    board = act(deal, "0 call T20").phase.board
    assert board.hidden.partner == 2
    assert (points(board, Side.DECLARER), points(board, Side.DEFENDERS)) == (3 * 4, 4 + 3 + 3)


@pytest.mark.rule("illustrated_tarokk 6.2.4")
def test_the_number_of_discarded_tarokks_becomes_public() -> None:
    moves = "0 lay T12; 0 lay T13; 0 lay S10; 1 lay T8; 2 lay T20"
    for seats, expected in (
        (4, [((0,), 2), ((1,), 1), ((2,), 1), ((3,), 0)]),
        (5, [((0,), 2), ((1, 2, 3), 2)]),
    ):
        deal = act(dealt(seats=seats), f"{calls('A3 B- C- D-')}; {moves}")
        assert deal.open.fact(DiscardedTarocks) is None, "not before all are done"
        public = act(deal, "3 lay CJ").open
        stated = public.fact(DiscardedTarocks)
        assert stated is not None
        assert [(each.seats, each.number) for each in stated.counts] == expected
        assert act(deal, "3 lay CJ").view(4 if seats == 5 else 3).open == public


@pytest.mark.rule("illustrated_tarokk 6.2.5", "illustrated_tarokk 14.2")
def test_the_declarers_tarokks_are_shown() -> None:
    deal = laying("0 lay T12", "0 lay T13", "0 lay S10", "1 lay T8", "2 lay SJ")
    assert deal.open.discards_shown == Cards()
    assert str(act(deal, "3 lay CJ").open.discards_shown) == "T13 T12", "once all are done"


@pytest.mark.rule("illustrated_tarokk 6.2.6", "illustrated_tarokk 14.2")
def test_discards_are_made_in_any_order_and_face_down() -> None:
    deal = laying("3 lay T19", "0 lay T12", "1 lay T8", "0 lay SQ")
    assert deal.seats() == (0, 2)
    for seat in (1, 2, None):
        seen = [str(move) for move in deal.view(seat).log][-4:]
        mine = "1 lay T8" if seat == 1 else "1 lay ?"
        assert seen == ["3 lay ?", "0 lay ?", mine, "0 lay ?"]
    orders = ("0 lay T12; 0 lay SQ; 0 lay HQ; 1 lay D1", "1 lay D1; 0 lay HQ; 0 lay SQ; 0 lay T12")
    assert len({act(laying(), order).discards for order in orders}) == 1


# 7. Annulling


def offered(hand: str, *moves: str, seat: int = 1) -> bool:
    """Whether a hand of B may annul a solo of A after the discards."""
    rest = ["T22", hand, "", ""]
    deal = act(auction("AS", *rest), "; ".join(moves))
    while deal.phase.name == "discard":
        asked = deal.seats()[0]
        deal = act(deal, f"{asked} {keep(deal, asked)}")
    return deal.phase.name == "offer" and seat in deal.seats()


@pytest.mark.rule("illustrated_tarokk 7.1")
@pytest.mark.parametrize(
    ("hand", "may"),
    [
        ("SK HK DK CK T2 T3 T4 T5 T6", True),
        ("SK HK DK SQ HQ DQ CQ SC HC", True),
        ("T21 HK DK SQ HQ DQ CQ SC HC", True),
        ("T1 HK DK SQ HQ DQ CQ SC HC", True),
        ("T21 T1 DK SQ HQ DQ CQ SC HC", True),
        ("T2 HK DK SQ HQ DQ CQ SC HC", False),
        ("T21 T2 DK SQ HQ DQ CQ SC HC", False),
        ("T1 T2 DK SQ HQ DQ CQ SC HC", False),
    ],
)
def test_the_five_kinds_of_hand_that_may_annul(hand: str, may: bool) -> None:
    assert offered(hand) is may


@pytest.mark.rule("illustrated_tarokk 7.1", "illustrated_tarokk 7.2")
def test_hands_that_may_not_annul() -> None:
    deal = auction("A- B- C- DS", "", "T22 HK DK SQ HQ DQ CQ SC HC", "", "T21")
    for _ in range(6):
        deal = act(deal, f"{deal.seats()[0]} {keep(deal, deal.seats()[0])}")
    assert 1 not in deal.seats()
    assert not offered("T2 HK DK SQ HQ DQ CQ SC HC", "1 lay T2")
    assert not offered("T21 T2 DK SQ HQ DQ CQ SC HC", "1 lay T2")
    assert offered("SK HK DK CK T2 T3 T4 T5 T6", "1 lay T2"), "except with four kings"


@pytest.mark.rule("illustrated_tarokk 7.3", "illustrated_tarokk 20.6", "illustrated_tarokk 20.15")
def test_only_seats_entitled_to_annul_are_asked() -> None:
    deal = until(auction("AS", *TWO_POOR), "offer", keep)
    assert (deal.seats(), deal.open.turn) == ((1, 2), ())
    assert legal(deal, 1) == legal(deal, 2) == {"annul", "decline"}
    assert refused(deal, "1 pass") == ("not_now", "illustrated_tarokk 3.3")
    one = act(deal, "2 decline")
    assert one.seats() == (1,)
    assert act(one, "1 decline").phase.name == "announcing", "it lapses before the call"
    assert result_of(act(deal, "2 annul")).void, "the first ends the deal"
    assert laying(bids="AS").phase.name == "discard"
    assert to_call(laying(bids="AS")).phase.name == "announcing", "no offer without an entitled hand"


@pytest.mark.rule("illustrated_tarokk 7.4")
def test_an_annulled_deal_is_void() -> None:
    deal = act(dealt(*TWO_POOR, windows=(3,), hat=1), calls("AS"))
    result = result_of(act(until(deal, "offer", keep), "2 annul"))
    assert (result.void, result.scores, result.lines) == (True, (0, 0, 0, 0), ())
    assert (result.next_dealer, result.next_session) == (3, {"windows": [3, 4], "hat": 1})


# 8. Calling


def called(card: str, *moves: str, hands: Sequence[str] = HANDS, bids: str = "A3 B- C- D-") -> Deal:
    deal = to_call(laying(*moves, hands=hands, bids=bids))
    return act(deal, f"{deal.seats()[0]} call {card}")


@pytest.mark.rule("illustrated_tarokk 8.1")
def test_the_holder_is_the_partner() -> None:
    for code, partner in (("T20", 2), ("T8", 1), ("T16", 3)):
        deal = called(code, "2 lay T4")
        assert (deal.phase.board.hidden.partner, deal.open.called) == (partner, code)
        assert [deal.view(seat).side for seat in range(4)] == [
            Side.DECLARER if seat in (0, partner) else Side.DEFENDERS for seat in range(4)
        ]
        assert deal.open.sides == ("declarer", "", "", "")
    deal = to_call(laying("2 lay T4"))
    for code in ("T22", "T21", "T1", "SK"):
        assert refused(deal, f"0 call {code}") == ("call_not_open", "illustrated_tarokk 8.3")
    assert refused(called("T20"), "0 call T20") == ("called_already", "illustrated_tarokk 8.1")


@pytest.mark.rule("illustrated_tarokk 8.2")
def test_calling_an_own_or_a_discarded_card_leaves_the_declarer_alone() -> None:
    own = called("T13", "2 lay T4")
    gone = called("T20", "2 lay T20")
    shown = called("T13", "0 lay T13", "2 lay T4")
    for deal in (own, gone, shown):
        assert deal.phase.board.hidden.partner is None
        sides = [side_of(deal.phase.board, seat) for seat in range(4)]
        assert sides == [Side.DECLARER, *(Side.DEFENDERS,) * 3]


@pytest.mark.rule("illustrated_tarokk 8.3")
def test_the_first_rule_that_applies_decides_the_call() -> None:
    hands = ("T22 T19 T15 T14 T13 SK SQ HQ DQ", "T21 T11 T10 T9 T8 HK HC DC CQ", "T20 T7")
    invited = to_call(act(auction("A2 B1 C- D-", *hands), "2 lay T7"))
    assert legal(invited) == {"call T19"}, "the invitation goes before the free call"
    assert legal(to_call(laying("1 lay T8", "0 lay T15"))) >= {"call T2", "call T20"}
    assert legal(to_call(laying("0 lay T15"))) == {"call T20"}


@pytest.mark.rule("illustrated_tarokk 8.3.2", "illustrated_tarokk 8.3.3")
def test_whether_the_call_is_free_or_the_xx() -> None:
    every = {f"call T{number}" for number in range(2, 21)}
    for move in ("1 lay T8", "2 lay T20", "3 lay T2"):
        assert legal(to_call(laying(move))) == every
    assert legal(to_call(laying("0 lay T12", "0 lay T13"))) == {"call T20"}, "the own discard does not count"
    assert "T13" in called("T13", "0 lay T13", "1 lay T8").open.called
    assert legal(to_call(laying())) == {"call T20"}
    assert refused(to_call(laying()), "0 call T19") == ("call_not_open", "illustrated_tarokk 8.3")


@pytest.mark.rule("illustrated_tarokk 8.3.4", "illustrated_tarokk 8.3.5", "illustrated_tarokk 20.16")
def test_a_declarer_with_the_xx_calls_it_or_the_highest_missing_tarokk() -> None:
    assert legal(to_call(laying(hands=WITH_XX))) == {"call T20", "call T17"}
    assert called("T20", hands=WITH_XX).phase.board.hidden.partner is None, "secretly alone"
    assert called("T17", hands=WITH_XX).phase.board.hidden.partner == 3
    for move in ("0 lay T20", "0 lay T18"):
        assert legal(to_call(laying(move, hands=WITH_XX))) == {"call T20", "call T17"}


@pytest.mark.rule("illustrated_tarokk 8.4")
def test_a_side_wins_and_loses_together() -> None:
    for bids in ("AS", "A3 B- C- D-"):
        scores = result_of(until(auction(bids), "over", keep)).scores
        assert scores[0] == scores[2] == -scores[1] == -scores[3] != 0


IN_TALON = ("T21 T15 T14 T13 T12 SK SQ HQ DQ", "T2 T11 T10 T9 T8 HK HC DC CQ", HANDS[2])
"""Three hands; the fourth and the talon have the rest, the skíz among it."""


def played(deal: Deal) -> Deal:
    """A deal that its forehand plays as a solo."""
    return until(act(deal, f"{deal.seats()[0]} bid solo"), "over", keep)


def passed(deal: Deal) -> Deal:
    return act(deal, "; ".join(f"{seat} pass" for seat in deal.open.active))


def circle(deal: Deal) -> int | None:
    return result_of(deal).last_circle


def session(seats: int = 4, dealer: int = 3) -> Session:
    return Session.first(ILLUSTRATED_TAROKK, {}, seats, dealer)


def after(now: Session, how: str, deck: tuple[Card, ...] = DECK_OF_HANDS) -> Session:
    """The session after some deals, all with the same pack: `s` played, `p` all pass."""
    for each in how:
        deal = now.deal(deck)
        now = now.after(result_of(played(deal) if each == "s" else passed(deal)))
    return now


@pytest.mark.rule("illustrated_tarokk 13.2")
def test_the_announcement_applies_from_the_next_deal_on() -> None:
    assert ILLUSTRATED_TAROKK.last_circle
    said = after(session(), "ss").announcing_last_circle()
    assert (said.last_circle_announced_after, said.left) == (2, None)
    same = after(said, "s")
    assert (same.left, same.is_over) == (None, False), "the deal of the announcement does not count"
    assert after(same, "s").left == 4
    assert after(session(), "s" * 12).left is None, "not announced"


@pytest.mark.rule("illustrated_tarokk 13.3")
@pytest.mark.parametrize(
    ("seats", "dealer", "deals"), [(4, 0, 4), (4, 1, 7), (4, 2, 6), (4, 3, 5), (5, 4, 6)]
)
def test_the_length_of_the_last_circle(seats: int, dealer: int, deals: int) -> None:
    deal = dealt("T22", "T21", "T1", "T2 T3", dealer=dealer, seats=seats)
    bids = ("bid solo" if seat == 0 else "pass" for seat in deal.open.active)
    for bid, seat in zip(bids, deal.open.active, strict=True):
        deal = act(deal, f"{seat} {bid}") if deal.phase.name == "auction" else deal
    assert circle(until(deal, "over", keep)) == deals


@pytest.mark.rule("illustrated_tarokk 13.4")
def test_the_skiz_in_the_talon() -> None:
    talon = f"T22 {TALON}".rsplit(" ", 1)[0]
    drawn = until(act(dealt(*IN_TALON, talon=talon), calls("A3 B- C- D-")), "over", keep)
    assert circle(drawn) == 1 + 4, "A has drawn it"
    second = until(act(dealt(*IN_TALON, talon=talon), calls("AS")), "over", keep)
    assert circle(second) == 2 + 4, "in a solo B draws it"
    assert circle(passed(dealt(*IN_TALON, talon=talon))) is None
    annulled = act(dealt("T21", "T1 SK HK DK CK", talon=talon), calls("A3 B- C- D-"))
    assert circle(act(until(annulled, "offer", keep), "1 annul")) == 1 + 4, "A has drawn it, unplayed"
    weak = ("T21", "T12", "T1", "T2-T10")
    trial = act(dealt(*weak, talon="S10 H1 D1 T22 SJ CJ"), calls("A- B- C- D3"))
    assert circle(trial) is None
    hidden = tuple(sorted(DECK_OF_HANDS, key=lambda each: each != SKUS))
    waiting = after(after(session().announcing_last_circle(), "s"), "pp", hidden)
    assert waiting.left is None, "the next dealing decides"
    assert after(waiting, "s").left == 4


@pytest.mark.rule("illustrated_tarokk 13.5", "illustrated_tarokk 13.6")
def test_void_deals_do_not_count_and_the_length_is_hidden() -> None:
    said = after(session().announcing_last_circle(), "s")
    assert [after(said, how).left for how in ("s", "p", "ps", "pps", "sps")] == [4, 5, 4, 4, 3]
    said = after(session().announcing_last_circle(), "s")
    deal = said.deal(DECK_OF_HANDS)
    assert (said.left, deal.open.result) == (None, None)
    assert deal.view(None).open.session.keys() == {"windows", "hat"}


@pytest.mark.rule("illustrated_tarokk 13.7")
@pytest.mark.parametrize(("seats", "dealer"), [(4, 3), (5, 2)])
def test_the_session_is_over_with_the_last_deal_of_the_circle(seats: int, dealer: int) -> None:
    now = after(session(seats, dealer).announcing_last_circle(), "s")
    for left in range(seats, -1, -1):
        assert not now.is_over
        now = after(now, "s")
        assert now.left == left
    assert now.is_over
    assert now.deals == 1 + 1 + seats
