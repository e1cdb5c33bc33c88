"""§6: calling a king."""

from __future__ import annotations

import pytest

from bot.rules.deal import Deal
from tests.games.koenigrufen.table import bids, koenig, result_of, sheet, worked
from tests.notation import act, legal, refused, until

FOUR = {"call SK", "call HK", "call DK", "call CK"}


def rufer(*hands: str, talon: str = "", doubled: int = 0, after: str = "") -> Deal:
    """Forehand's rufer, after some moves."""
    return koenig(*hands, talon=talon, doubled=doubled, after=f"{bids('rufer')}; {after}")


@pytest.mark.rule("koenigrufen 6.1.1")
def test_a_king_is_called_before_the_talon_is_seen() -> None:
    for contract in ("rufer", "solorufer", "besserrufer"):
        deal = koenig("T1", "SK HK DK CK", after=bids(contract))
        assert (deal.phase.name, legal(deal)) == ("calling", FOUR)
        assert not any(group.shown for group in deal.open.talon)
        assert act(deal, "0 call DK").phase.board.hidden.partner == 1
    assert refused(deal, "0 call DQ") == ("kings_only", "koenigrufen 6.1.1")
    assert refused(deal, "0 pass") == ("not_now", "koenigrufen 3.1")


@pytest.mark.rule("koenigrufen 6.1.2")
def test_a_declarer_with_three_kings_may_call_the_remaining_one() -> None:
    deal = rufer("SK HK CK", "", "DK")
    assert legal(deal) == {*FOUR, "call remaining"}
    called = act(deal, "0 call remaining")
    assert (called.phase.board.hidden.partner, called.open.called) == (2, "remaining")
    for hand in ("SK HK", "SK HK DK CK"):
        assert refused(rufer(hand), "0 call remaining") == ("no_remaining_king", "koenigrufen 6.1.2")


@pytest.mark.rule("koenigrufen 20.9")
def test_the_three_kings_must_be_in_the_dealt_hand() -> None:
    deal = rufer("SK HK", talon="CK T20-T22 T1 T2")
    assert legal(deal) == FOUR, "the talon does not count"
    three = act(rufer("SK HK CK", "DK"), "0 call remaining")
    assert "0 call remaining" in map(str, three.log)
    assert act(rufer("SK HK CK", "DK"), "0 call DK").phase.board.hidden.partner == 1, (
        "the suit may be named as well"
    )


@pytest.mark.rule("koenigrufen 6.1.3")
def test_a_declarer_who_calls_an_own_king_plays_alone() -> None:
    deal = rufer("SK HK DK CK", after="0 call HK")
    assert deal.phase.board.hidden.partner is None
    assert [deal.view(seat).side for seat in range(4)] == ["declarer", *["defenders"] * 3]


@pytest.mark.rule("koenigrufen 6.1.4")
def test_the_partner_is_revealed_when_the_king_is_played() -> None:
    deal = until(koenig("T1", "HK H4", after=f"{bids('solorufer')}; 0 call HK"), "play")
    assert deal.open.sides == ("declarer", "", "", "")
    assert (deal.view(1).side, deal.view(2).side) == ("declarer", "defenders")
    heart = act(until(koenig("HQ", "HK", after=f"{bids('solorufer')}; 0 call HK"), "play"), "0 play HQ")
    fallen = act(heart, "1 play HK")
    assert fallen.open.sides == ("declarer", "declarer", "defenders", "defenders")


@pytest.mark.rule("koenigrufen 6.2")
def test_sides() -> None:
    for partner in (1, 2, 3):
        hands = ("HK" if seat == partner else "" for seat in range(4))
        assert rufer(*hands, after="0 call HK").phase.board.hidden.partner == partner
    taken = rufer("S7 S8 S9", talon="HK T20-T22 T2 T3", after="0 call HK; 0 take lower")
    taken = act(taken, "0 lay S7; 0 lay S8; 0 lay S9")
    assert taken.phase.board.hidden.partner is None, "though the declarer holds the king now"
    assert [taken.view(seat).side for seat in (1, 2, 3)] == ["defenders"] * 3


@pytest.mark.rule("koenigrufen 20.10")
def test_a_declarer_is_alone_from_the_start_if_the_king_is_in_the_talon() -> None:
    calls = f"{bids('solorufer')}; 0 call HK; 1 done; 2 done; 3 done"
    hidden = koenig("T1", talon="HK T20-T22 T2 T3", after=calls)
    assert [hidden.view(seat).side for seat in range(4)] == ["declarer", *["defenders"] * 3]
    assert "announce valat" in legal(hidden)
    for seat, before in ((1, ""), (2, "1 done"), (3, "1 done; 2 done")):
        other = koenig(talon="HK T20-T22 T2 T3", after=f"{bids('solorufer')}; 0 call HK; {before}")
        assert refused(other, f"{seat} announce valat") == ("only_declarers_side", "koenigrufen 8.2.2")
        assert refused(other, f"{seat} announce king_ultimo")[0] == "only_declarers_side"
    own = until(rufer("HK S7 S8 S9", after="0 call HK"), "announcing")
    assert "announce king_ultimo" in legal(act(own, "1 done; 2 done; 3 done"))


@pytest.mark.rule("koenigrufen 6.3.1")
def test_surrender() -> None:
    deal = rufer(talon="HK T20-T22 T2 T3", after="0 call HK")
    assert legal(deal) == {"take lower", "take upper", "surrender"}
    over = act(deal, "0 surrender")
    assert (over.phase.name, over.open.tricks) == ("over", ())


@pytest.mark.rule("koenigrufen 6.3.2")
def test_the_price_of_surrender() -> None:
    assert (sheet(worked("3")), result_of(worked("3")).scores) == ("6.3.2 -10", (-30, 10, 10, 10))
    assert (sheet(worked("17")), result_of(worked("17")).scores) == ("6.3.2 -40", (40, -120, 40, 40))
    besser = koenig(talon="HK T20-T22 T2 T3", after=f"{bids('besserrufer')}; 0 call HK; 0 surrender")
    assert sheet(besser) == "6.3.2 -20", "nothing for the bird"


@pytest.mark.rule("koenigrufen 6.3.3")
def test_surrender_needs_the_called_king_in_the_talon_and_an_unfinished_discard() -> None:
    deal = rufer("S7 S8 S9", talon="HK T20-T22 T2 T3", after="0 call HK; 0 take upper; 0 lay S7; 0 lay S8")
    assert "surrender" in legal(deal)
    assert sheet(act(deal, "0 surrender")) == "6.3.2 -10", "between two discards"
    laid = act(deal, "0 lay S9")
    assert (laid.phase.name, "surrender" in legal(laid)) == ("announcing", False)
    assert refused(laid, "1 surrender") == ("not_now", "koenigrufen 3.1")
    other = rufer("", "HK", talon="T20-T22 T2 T3 T4", after="0 call HK")
    assert refused(other, "0 surrender") == ("not_now", "koenigrufen 3.1")
    assert refused(act(other, "0 take lower"), "0 surrender") == ("not_now", "koenigrufen 3.1")
    own = koenig("HK", talon="SK T20-T22 T2 T3", after=f"{bids('rufer')}; 0 call HK")
    assert "surrender" not in legal(own)


@pytest.mark.rule("koenigrufen 6.3.4")
def test_either_half_may_be_taken() -> None:
    deal = rufer(talon="HK T20-T22 T2 T3", after="0 call HK")
    for half, king in (("lower", True), ("upper", False)):
        taken = act(deal, f"0 take {half}")
        assert ("HK" in map(str, taken.view(0).hand)) is king


@pytest.mark.rule("koenigrufen 6.4")
def test_the_half_with_the_king_is_the_declarers() -> None:
    """Solorufer, the kings all in the lower half: the declarer owns them without having seen them."""
    kings = koenig(
        "S* D* -SK -DK -S7 -D4", "T22", talon="HK SK DK H4 H3 H2", after=f"{bids('solorufer')}; 0 call HK"
    )
    line = result_of(until(kings, "over")).lines[0]
    assert line.figures["points"] == 13, "no trick, and three kings"
    board = until(kings, "play").open
    assert (board.sides, tuple(group.size for group in board.talon)) == (("declarer", "", "", ""), (3, 3))
