"""§1 to §3: the pack, counting, dealing, the redeal, and the phases of a deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.koenigrufen import KOENIGRUFEN
from bot.rules.cards import CARDS, PACK_54, TRULL, VALUE, Cards, counted_in_threes, face_value
from bot.rules.session import Session
from tests.games.koenigrufen.table import (
    NOBODY_BIDS,
    WORKED,
    dealt,
    finished,
    koenig,
    position,
    result_of,
    sheet,
    worked,
)
from tests.notation import act, choice, legal, phases, refused, until

POOR = "S* -SK H* -HK"
"""Fourteen suit cards without a king."""


@pytest.mark.rule("koenigrufen 1.1.3")
def test_the_skus_is_a_tarock_like_any_other() -> None:
    assert str(TRULL) == "T22 T21 T1"
    deal = koenig("T22 T1 HK", after=f"{NOBODY_BIDS}; 0 bid solodreier")
    assert choice(position(deal, "T22 T1 HK", "HQ")) == "HK", "it does not excuse from following suit"
    assert choice(position(deal, "T22 HK", "SQ")) == "T22"


@pytest.mark.rule("koenigrufen 1.3.1")
def test_cards_left_over_after_counting_in_threes() -> None:
    three = "SK HQ T2 "  # 5 + 4 + 1 - 2
    for rest, points in (("", 8), ("S7", 8), ("SC", 10), ("S7 S8", 9), ("SC SJ", 12)):
        pile = Cards.of(three + rest)
        assert counted_in_threes(pile) == points == (3 * face_value(pile) - 2 * len(pile) + 1) // 3


@pytest.mark.rule("koenigrufen 1.3.2")
def test_the_pack_has_seventy_card_points() -> None:
    assert (face_value(PACK_54), counted_in_threes(PACK_54)) == (106, 70)
    for size in range(55):
        pile = Cards.of(CARDS[:size])
        assert counted_in_threes(pile) + counted_in_threes(PACK_54 - pile) == 70


@pytest.mark.rule("koenigrufen 1.3.3")
@pytest.mark.parametrize(("last", "points", "line"), [("C7", 35, "10.3.5 -100"), ("CJ", 36, "10.3.4 +100")])
def test_thirty_six_card_points_win(last: str, points: int, line: str) -> None:
    """Six tricks of a solodreier; all cards that are not named are empty ones."""
    mine = ("SK HK DK CK", "T22 T21 SQ S7", "S8 S9 S10 H1", "H2 H3 H4 D1", "D2 D3 D4 C10", f"C9 C8 T4 {last}")
    tricks = ((number, 0, codes) for number, codes in enumerate(mine, 1))
    deal = finished("solodreier", *tricks, others=(1, 2), talon="T10 T11 T12 T13 T14 T15")
    won = result_of(deal).lines[0]
    assert (won.figures["points"], sheet(deal).split(", ")[0]) == (points, line)
    assert "10.3.4 +10" in sheet(worked("4")), "36 in a deal that was played"


@pytest.mark.rule("koenigrufen 1.3.4")
def test_a_pile_of_at_least_one_trick_is_worth_a_point() -> None:
    empty = [each for each in CARDS if VALUE[each] == 1]
    assert [counted_in_threes(Cards.of(empty[:size])) for size in (0, 1, 2, 4)] == [0, 0, 1, 1]
    for size in range(4, len(empty) + 1, 4):
        assert counted_in_threes(Cards.of(empty[:size])) >= 1, "tricks have four cards"


@pytest.mark.rule("koenigrufen 2.1")
def test_four_play() -> None:
    assert KOENIGRUFEN.seats == (4,)
    partners = {worked(name).phase.board.hidden.partner for name in ("1", "9", "14", "10")}
    assert partners == {2, 3, None}, "partnerships last for one deal"


@pytest.mark.rule("koenigrufen 2.2")
def test_the_deal_moves_right() -> None:
    session = Session.first(KOENIGRUFEN, {}, 4, dealer=3)
    dealers = []
    for _ in range(5):
        dealers.append(session.dealer)
        passes = "; ".join(f"{(session.dealer + steps) % 4} pass" for steps in (2, 3, 4))
        first = (session.dealer + 1) % 4
        deal = koenig("", "", "", "", talon="SK T20-T22 T1 T2", dealer=session.dealer, after=passes)
        deal = act(deal, f"{first} bid rufer; {first} call SK; {first} surrender")
        session = session.after(result_of(deal))
    assert dealers == [3, 0, 1, 2, 3]


@pytest.mark.rule("koenigrufen 2.3")
def test_the_pack_is_dealt_from_the_top() -> None:
    assert KOENIGRUFEN.lay_out(CARDS, 3, 4).talon == CARDS[:6], "no cut is left to be made"


@pytest.mark.rule("koenigrufen 2.4")
def test_talon_first_then_six_and_six_from_the_dealers_right() -> None:
    dealt = KOENIGRUFEN.lay_out(CARDS, 1, 4)
    for place, seat in enumerate((2, 3, 0, 1)):
        first, second = 6 + 6 * place, 30 + 6 * place
        assert dealt.hands[seat] == Cards.of(CARDS[first : first + 6] + CARDS[second : second + 6])
    assert (len(dealt.talon), KOENIGRUFEN.hand_sizes(1, 4)) == (6, (12, 12, 12, 12))
    opened = koenig(talon="T22 T21 T20 T19 T18 T17", after=f"{NOBODY_BIDS}; 0 bid dreier")
    assert {group.name: str(group.cards) for group in opened.open.talon} == {
        "lower": "T22 T21 T20",
        "upper": "T19 T18 T17",
    }


@pytest.mark.rule("koenigrufen 2.5")
def test_a_hand_without_king_and_tarock_may_demand_a_redeal() -> None:
    deal = dealt("", f"{POOR} -S7 -H4", doubled=2)
    assert (deal.phase.name, deal.seats(), legal(deal)) == ("offer", (1,), {"redeal", "decline"})
    again = result_of(act(deal, "1 redeal"))
    assert (again.void, again.scores, again.next_dealer) == (True, (0, 0, 0, 0), 3)
    assert act(deal, "1 decline").phase.name == "auction"
    for safe in ("SK", "T1"):
        assert dealt("SQ", f"{POOR} -S7 -SQ -H4 {safe}", "DK", "CK").phase.name == "auction"


@pytest.mark.rule("koenigrufen 2.5")
@pytest.mark.rule("koenigrufen 13.4")
@pytest.mark.parametrize("redeals", ["x", "x  x", "xx x x x"])
def test_a_redeal_is_no_deal_of_the_session(redeals: str) -> None:
    """Each letter is a deal: `x` one that is dealt again."""
    session = Session.first(KOENIGRUFEN, {"deals_per_session": 4}, 4, dealer=2)
    void, played = result_of(act(dealt(f"{POOR} -S7 -H4"), "0 redeal")), result_of(worked("1"))
    dealers = []
    for each in redeals.ljust(redeals.count("x") + 4):
        assert not session.is_over
        if each == " ":
            dealers.append(session.dealer)
        dealer = session.dealer if each == "x" else (session.dealer + 1) % 4
        session = session.after(replace(void if each == "x" else played, next_dealer=dealer))
    assert (session.is_over, session.remaining) == (True, 0)
    assert dealers == [2, 3, 0, 1], "each seat has dealt once"
    assert (session.deals, session.counted) == (4 + redeals.count("x"), 4)


@pytest.mark.rule("koenigrufen 20.7")
def test_two_players_may_be_entitled_to_a_redeal() -> None:
    deal = dealt(f"{POOR} -S7 -H4", "D* -DK C* -CK -C7 -D4", doubled=3)
    assert (deal.seats(), deal.open.turn) == ((0, 1), ())
    for first, second in ((0, 1), (1, 0)):
        ended = result_of(act(deal, f"{first} redeal"))
        assert (ended.void, ended.next_dealer, dict(ended.next_session)) == (True, 3, {"doubled": 3})
        waiting = act(deal, f"{first} decline")
        assert waiting.seats() == (second,)
        assert act(waiting, f"{second} decline").phase.name == "auction"
        assert result_of(act(waiting, f"{second} redeal")).void
    assert refused(deal, "0 pass") == ("not_now", "koenigrufen 3.1")


@pytest.mark.rule("koenigrufen 3.1")
def test_phases_of_a_deal() -> None:
    course = {
        "1": "auction choice calling talon discard announcing play over",
        "8": "auction calling announcing play over",
        "10": "auction talon discard announcing play over",
        "5": "auction choice discard announcing play over",
        "3": "auction choice calling talon over",
        "one without": "auction choice play over",
    }
    for name, expected in course.items():
        assert " ".join(phases(WORKED[name].positions(KOENIGRUFEN))) == expected
    assert refused(koenig(), "2 pass") == ("not_your_turn", "koenigrufen 3.1")
    assert refused(koenig(), "1 play SK") == ("not_now", "koenigrufen 3.1")
    assert refused(worked("1"), "0 pass") == ("deal_over", "koenigrufen 3.1")


@pytest.mark.rule("koenigrufen 20.1")
@pytest.mark.parametrize("dealer", range(4))
def test_seats_keep_their_numbers_whoever_deals(dealer: int) -> None:
    seats = sorted(range(4), key=lambda seat: (seat - dealer - 1) % 4)
    deal = koenig(dealer=dealer)
    assert deal.seats() == (seats[1],), "forehand's first call is implied"
    asked = act(deal, "; ".join(f"{seat} pass" for seat in seats[1:]))
    assert (asked.seats(), asked.phase.name) == ((seats[0],), "choice")
    assert until(act(asked, f"{seats[0]} bid solodreier"), "play").seats() == (seats[0],)
