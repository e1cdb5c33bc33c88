"""§6 to §8: exchange and discard, annulling, calling the partner."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.games.illustrated_tarokk.facts import DiscardedTarokks
from bot.rules.cards import Cards
from bot.rules.deal import Deal
from bot.rules.layout import Side
from bot.rules.state import side_of
from tests.games.illustrated_tarokk.table import (
    HANDS,
    auction,
    calls,
    dealt,
    keep,
    points,
    result_of,
    to_call,
)
from tests.notation import act, choice, legal, refused, until

POOR = "T22 T21 T20 T19 SK HK DK CK S10"
"""A hand that can discard only tarokks and one other card."""


def drawn(deal: Deal) -> list[str]:
    """How many cards each seat has drawn."""
    hands = zip(deal.phase.board.hidden.hands, deal.layout.hands, strict=True)
    return [str(now - before) for now, before in hands]


def laying(*moves: str, hands: Sequence[str] = HANDS, bids: str = "A3 B- C- D-") -> Deal:
    """The exchange after some discards."""
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
    for seat, card in ((0, "SK"), (0, "T22"), (1, "T21"), (1, "HK"), (3, "T1")):
        assert refused(deal, f"{seat} lay {card}") == ("card_protected", "illustrated_tarokk 6.2.2")
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
        assert deal.open.fact(DiscardedTarokks) is None, "not before all are done"
        public = act(deal, "3 lay CJ").open
        stated = public.fact(DiscardedTarokks)
        assert stated is not None
        assert [(each.seats, each.number) for each in stated.counts] == expected
        assert act(deal, "3 lay CJ").view(4 if seats == 5 else 3).open == public


@pytest.mark.rule("illustrated_tarokk 6.2.5")
def test_the_declarers_tarokks_are_shown() -> None:
    deal = laying("0 lay T12", "0 lay T13", "0 lay S10", "1 lay T8", "2 lay SJ")
    assert deal.open.discards_shown == Cards()
    assert str(act(deal, "3 lay CJ").open.discards_shown) == "T13 T12", "once all are done"


@pytest.mark.rule("illustrated_tarokk 6.2.6")
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


@pytest.mark.rule("illustrated_tarokk 7.1")
def test_a_hand_with_the_skiz_as_its_only_tarokk_may_not_annul() -> None:
    deal = auction("A- B- C- DS", "", "T22 HK DK SQ HQ DQ CQ SC HC", "", "T21")
    for _ in range(6):
        deal = act(deal, f"{deal.seats()[0]} {keep(deal, deal.seats()[0])}")
    assert 1 not in deal.seats()


@pytest.mark.rule("illustrated_tarokk 7.2")
def test_a_hand_that_discarded_a_tarokk_may_not_annul() -> None:
    assert not offered("T2 HK DK SQ HQ DQ CQ SC HC", "1 lay T2")
    assert not offered("T21 T2 DK SQ HQ DQ CQ SC HC", "1 lay T2")
    assert offered("SK HK DK CK T2 T3 T4 T5 T6", "1 lay T2"), "except with four kings"


TWO_POOR = ("T22 T20 T3 T4", "SK HK DK CK T2", "T21 SQ HQ DQ CQ SC HC DC CC", "T1")


@pytest.mark.rule("illustrated_tarokk 7.3")
@pytest.mark.rule("illustrated_tarokk 20.6")
@pytest.mark.rule("illustrated_tarokk 20.15")
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
    """The deal after the call."""
    deal = to_call(laying(*moves, hands=hands, bids=bids))
    return act(deal, f"{deal.seats()[0]} call {card}")


@pytest.mark.rule("illustrated_tarokk 8.1")
def test_the_holder_is_the_partner() -> None:
    for card, partner in (("T20", 2), ("T8", 1), ("T16", 3)):
        deal = called(card, "2 lay T4")
        assert (deal.phase.board.hidden.partner, deal.open.called) == (partner, card)
        assert [deal.view(seat).side for seat in range(4)] == [
            Side.DECLARER if seat in (0, partner) else Side.DEFENDERS for seat in range(4)
        ]
        assert deal.open.sides == ("declarer", "", "", "")
    deal = to_call(laying("2 lay T4"))
    for card in ("T22", "T21", "T1", "SK"):
        assert refused(deal, f"0 call {card}") == ("call_not_open", "illustrated_tarokk 8.3")
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


@pytest.mark.rule("illustrated_tarokk 8.3.2")
def test_the_call_is_free_after_another_seat_discards_a_tarokk() -> None:
    every = {f"call T{number}" for number in range(2, 21)}
    for move in ("1 lay T8", "2 lay T20", "3 lay T2"):
        assert legal(to_call(laying(move))) == every
    assert legal(to_call(laying("0 lay T12", "0 lay T13"))) == {"call T20"}, "the own discard does not count"
    assert "T13" in called("T13", "0 lay T13", "1 lay T8").open.called


@pytest.mark.rule("illustrated_tarokk 8.3.3")
def test_only_the_xx_may_be_called_if_another_seat_may_hold_it() -> None:
    assert legal(to_call(laying())) == {"call T20"}
    assert refused(to_call(laying()), "0 call T19") == ("call_not_open", "illustrated_tarokk 8.3")


WITH_XX = ("T22 T20 T19 T18 T12 SK SQ HQ DQ", HANDS[1], "T15 T7 T6 T5 T4 DK HJ DJ CC")


@pytest.mark.rule("illustrated_tarokk 8.3.4")
def test_a_declarer_with_the_xx_calls_it_or_the_highest_missing_tarokk() -> None:
    assert legal(to_call(laying(hands=WITH_XX))) == {"call T20", "call T17"}
    assert called("T20", hands=WITH_XX).phase.board.hidden.partner is None, "secretly alone"
    assert called("T17", hands=WITH_XX).phase.board.hidden.partner == 3


@pytest.mark.rule("illustrated_tarokk 8.3.5")
@pytest.mark.rule("illustrated_tarokk 20.16")
def test_the_declarers_own_discard_counts_as_owned() -> None:
    for move in ("0 lay T20", "0 lay T18"):
        assert legal(to_call(laying(move, hands=WITH_XX))) == {"call T20", "call T17"}


@pytest.mark.rule("illustrated_tarokk 8.4")
def test_a_side_wins_and_loses_together() -> None:
    for bids in ("AS", "A3 B- C- D-"):
        scores = result_of(until(auction(bids), "over", keep)).scores
        assert scores[0] == scores[2] == -scores[1] == -scores[3] != 0
