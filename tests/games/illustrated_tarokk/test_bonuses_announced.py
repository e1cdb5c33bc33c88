"""§9.4 to §9.6: declared tarokks, and which announcements may be combined."""

from __future__ import annotations

import pytest

from bot.rules.deal import Deal
from bot.rules.record import line_document
from tests.games.illustrated_tarokk.table import (
    HANDS,
    announcing,
    auction,
    finished,
    result_of,
    scored,
    sheet,
    to_call,
    turns,
)
from tests.notation import act, legal, refused, until

EIGHT = ("T22 T15 T14 T13 T12 T11 T10 T9 SQ", "T21 T8 HK HQ HC DC CQ SK DQ", HANDS[2], HANDS[3])
"""A has eight tarokks."""


def factors(deal: Deal) -> dict[str, int]:
    """What each item is multiplied by."""
    return {str(item): item.factor for item in deal.open.items}


def says(deal: Deal, *items: str) -> list[bool]:
    """Whether statements are legal for the seat whose turn it is."""
    return [(each if " " in each else f"announce {each}") in legal(deal) for each in items]


WITH_XX = ("T22 T20 T19 T18 T12 SK SQ HQ DQ", HANDS[1], "T15 T7 T6 T5 T4 DK HJ DJ CC")


# 9.4


NINE = (HANDS[0], "T21 T11 T10 T9 T8 T7 T6 T5 T4", "T20 HC DC CQ HK DK HJ DJ CC", HANDS[3])


@pytest.mark.rule("illustrated_tarokk 9.4.1")
def test_eight_and_nine_tarokks() -> None:
    deal = announcing("A -", *NINE)
    assert says(deal, "nine_tarokks", "eight_tarokks") == [True, False]
    assert refused(deal, "1 announce eight_tarokks") == ("not_so_many_tarokks", "illustrated_tarokk 9.4.1")
    twice = act(deal, "1 announce nine_tarokks")
    assert says(twice, "nine_tarokks") == [False], "once"
    assert refused(twice, "1 announce nine_tarokks") == ("already_announced", "illustrated_tarokk 9.4.1")
    assert says(announcing("A - / B - / C - / D kontra game / A -", *NINE), "nine_tarokks") == [True], (
        "any turn"
    )
    assert announcing("A - / B -", *NINE).seats() == (2,), "not obligatory"
    assert refused(announcing("A -"), "1 announce eight_tarokks")[0] == "not_so_many_tarokks"
    assert announcing("A - / B nine_tarokks", *NINE).open.hands is None, "no cards are shown"


@pytest.mark.rule("illustrated_tarokk 9.4.1")
def test_both_partners_may_declare_their_tarokks() -> None:
    hands = (
        "T22 T15 T14 T13 T12 T11 T10 T9 SK",
        "T21 T19 HQ DQ SQ HK HC DC CQ",
        "T20 T8 T7 T6 T5 T4 T3 T2 DK",
        "T18 T17 T16 T1 HJ DJ CC CK SC",
    )
    deal = announcing("A eight_tarokks / B -", *hands)
    assert says(deal, "eight_tarokks", "nine_tarokks") == [True, False]
    assert says(act(deal, "2 announce eight_tarokks"), "eight_tarokks") == [False]


@pytest.mark.rule("illustrated_tarokk 9.4.2")
def test_declared_tarokks_are_paid_by_all() -> None:
    for said, value in (("eight_tarokks@C", 1), ("nine_tarokks@C", 2)):
        for points, game in ((55, 1), (40, -1)):
            result = scored(finished("three, A with C", points, said))
            assert sheet(result) == f"12.3.1 {game:+}, 9.4.2 {value:+}"
            assert result.scores == (game - value, -game - value, game + 3 * value, -game - value)
            own = line_document(result.lines[-1])
            assert (own["seat"], own["points"], "side" in own) == (2, value, False)


def claimed(answers: str, *hands: str, bids: str = "AS", called: str = "T20") -> Deal:
    """A deal without announcements, after the answers to the offer of a claim."""
    deal = until(announcing("", *hands, bids=bids, called=called), "play")
    return act(until(deal, "offer"), answers)


@pytest.mark.rule("illustrated_tarokk 9.4.3")
def test_undeclared_tarokks_are_claimed_from_the_partner() -> None:
    with_, without = (result_of(claimed(f"1 {answer}", *NINE)) for answer in ("claim", "decline"))
    assert "9.4.3 +2" in sheet(with_)
    paid = [mine - before for mine, before in zip(with_.scores, without.scores, strict=True)]
    assert paid == [0, 2, 0, -2]
    claim = next(line for line in with_.lines if line.item == "nine_tarokks")
    assert (claim.seat, claim.points, claim.side) == (1, 2, "seat")
    declared = until(announcing("A - / B nine_tarokks", *NINE), "over")
    assert "9.4.3" not in sheet(result_of(declared))


LONE = ("T22 T20 T14 T13 T12 SK SQ HQ DQ", "T21 T11 T10 T9 T8 T7 T6 T5 HK", "T15 HC DC CQ T4 DK HJ DJ CC")


@pytest.mark.rule("illustrated_tarokk 9.4.3")
def test_one_of_three_defenders_claims_from_the_other_two() -> None:
    lone = [result_of(claimed(f"1 {answer}", *LONE)) for answer in ("claim", "decline")]
    paid = [mine - before for mine, before in zip(lone[0].scores, lone[1].scores, strict=True)]
    assert paid == [0, 2, -1, -1]


@pytest.mark.rule("illustrated_tarokk 9.4.4")
def test_undeclared_tarokks_forbid_ultimos_and_uhus() -> None:
    closed = (
        "pagat_ultimo",
        "pagat_uhu",
        *(f"king_{kind}:{suit}" for kind in ("ultimo", "uhu") for suit in "SHDC"),
    )
    deal = announcing("", *EIGHT)
    assert not any(says(deal, *closed))
    assert all(says(deal, "trull", "centrum", "small_bird", "volat", "xxi_capture"))
    assert refused(deal, "0 announce pagat_uhu") == ("declare_tarokks_first", "illustrated_tarokk 9.4.4")
    assert all(says(act(deal, "0 announce eight_tarokks"), *closed)), "earlier in the same turn is enough"
    doubled = announcing("A - / B - / C pagat_ultimo / D - / A -", *NINE)
    assert says(doubled, "kontra pagat_ultimo@2", "kontra game") == [False, True]
    assert refused(doubled, "1 kontra pagat_ultimo@2")[0] == "declare_tarokks_first"
    assert says(act(doubled, "1 announce nine_tarokks"), "kontra pagat_ultimo@2") == [True]


@pytest.mark.rule("illustrated_tarokk 9.4.4")
def test_undeclared_tarokks_forbid_doubling_an_uhu_at_any_step() -> None:
    deal = announcing("A eight_tarokks / B - / C - / D kontra game, king_uhu:S", *EIGHT)
    silent = announcing("A - / B - / C king_uhu:S / D kontra king_uhu:S@2", *EIGHT)
    assert says(deal, "kontra king_uhu:S@3") == [True]
    assert says(silent, "kontra king_uhu:S@2") == [False], "a rekontra"
    assert says(act(silent, "0 announce eight_tarokks"), "kontra king_uhu:S@2") == [True]


@pytest.mark.rule("illustrated_tarokk 9.4.5")
@pytest.mark.rule("illustrated_tarokk 20.6")
def test_every_seat_entitled_to_claim_is_asked() -> None:
    hands = ("T22 T20 T18 T17 T16 T15 T14 T13 SK", "T21 T11 T10 T9 T8 T7 T6 T5 HK", "", "T19 T1")
    deal = claimed("", *hands, called="T19")
    assert (deal.seats(), legal(deal, 0), deal.open.turn) == ((0, 1), {"claim", "decline"}, ())
    once = act(deal, "1 claim")
    assert (once.seats(), once.result) == ((0,), None)
    scores = [result_of(act(once, f"0 {answer}")).scores for answer in ("claim", "decline")]
    assert [mine - before for mine, before in zip(*scores, strict=True)] == [1, 0, 0, -1]
    lone = claimed("", *hands, called="T20")
    assert lone.seats() == (1,), "a lone declarer is not asked"


@pytest.mark.rule("illustrated_tarokk 9.4.5")
def test_the_result_is_not_delayed_without_undeclared_tarokks() -> None:
    """Everybody has seen that nobody held eight, so the table shows the result at once."""
    assert until(announcing(""), "over").lapsed is None


# 9.5 and 9.6


@pytest.mark.rule("illustrated_tarokk 9.5.1")
def test_bonuses_may_be_announced_whatever_the_cards() -> None:
    everything = ("trull", "four_kings", "double_game", "volat", "xxi_capture", "pagat_ultimo", "pagat_uhu")
    kings = [f"king_{kind}:{suit}" for kind in ("ultimo", "uhu") for suit in "SHDC"]
    assert all(says(announcing(""), *everything, *kings, "centrum", "small_bird", "large_bird"))
    assert all(says(announcing("A - / B - / C four_kings"), *everything, *kings)), "D holds one king"
    assert refused(announcing(""), "0 announce royal") == (
        "no_such_announcement",
        "illustrated_tarokk 10.1.0",
    )


@pytest.mark.rule("illustrated_tarokk 9.5.2")
def test_each_side_may_announce_a_bonus_once() -> None:
    deal = announcing("A trull / B -")
    assert says(deal, "trull") == [False], "the partner"
    assert refused(deal, "2 announce trull") == ("side_has_announced", "illustrated_tarokk 9.5.2")
    both = announcing("A trull / B kontra trull@0, trull / C kontra trull@1")
    assert factors(both) == {"game": 1, "trull@0": 2, "trull@1": 2}


@pytest.mark.rule("illustrated_tarokk 9.5.3")
def test_an_announcement_counts_for_the_whole_side() -> None:
    result = scored(finished("three, A with C", 52, "four_kings@C"))
    assert result.scores == (1 - 2, -1 + 2, 1 - 2, -1 + 2)


@pytest.mark.rule("illustrated_tarokk 9.6.1")
def test_volat_after_double_game() -> None:
    deal = announcing("A double_game / B - / C volat")
    assert factors(deal) == {"game": 1, "double_game@0": 1, "volat@2": 1}
    same = announcing("A double_game / B - / C - / D kontra game")
    assert says(same, "volat") == [True], "the same player in a later turn"


@pytest.mark.rule("illustrated_tarokk 9.6.2")
@pytest.mark.rule("illustrated_tarokk 20.8")
def test_double_game_and_volat_are_not_announced_in_one_turn() -> None:
    deal = announcing("")
    assert says(act(deal, "0 announce double_game; 0 announce trull"), "volat") == [False]
    double = act(deal, "0 announce double_game")
    assert refused(double, "0 announce volat") == ("not_in_one_turn", "illustrated_tarokk 9.6.2")


@pytest.mark.rule("illustrated_tarokk 9.6.3")
def test_no_double_game_after_volat() -> None:
    deal = announcing("A volat / B -")
    assert says(deal, "double_game", "volat", "trull") == [False, False, True]
    assert refused(deal, "2 announce double_game") == ("volat_announced", "illustrated_tarokk 9.6.3")
    assert refused(deal, "2 announce volat") == ("side_has_announced", "illustrated_tarokk 9.5.2")
    other = act(announcing("A volat"), "1 kontra volat@0")
    assert says(other, "double_game") == [True], "the other side is free"


@pytest.mark.rule("illustrated_tarokk 9.6.4")
def test_a_side_announces_at_most_one_ultimo_and_one_uhu() -> None:
    deal = announcing("A king_ultimo:S, king_uhu:H / B -")
    kings = [f"king_{kind}:{suit}" for kind in ("ultimo", "uhu") for suit in "SHDC"]
    assert not any(says(deal, "pagat_ultimo", "pagat_uhu", *kings))
    for item in ("pagat_ultimo", "king_uhu:C"):
        assert refused(deal, f"2 announce {item}") == ("one_ultimo_one_uhu", "illustrated_tarokk 9.6.4")
    other = act(announcing("A king_ultimo:S, king_uhu:H"), "1 kontra game")
    assert all(says(other, "pagat_ultimo", "pagat_uhu", *kings))


@pytest.mark.rule("illustrated_tarokk 9.6.5")
def test_ultimo_and_uhu_with_different_cards() -> None:
    deal = announcing("A pagat_ultimo, king_uhu:C")
    assert factors(deal) == {"game": 1, "pagat_ultimo@0": 1, "king_uhu:C@0": 1}
    assert factors(announcing("A king_ultimo:S / B - / C king_uhu:H")).keys() >= {
        "king_ultimo:S@0",
        "king_uhu:H@2",
    }


@pytest.mark.rule("illustrated_tarokk 9.6.6")
def test_no_ultimo_after_the_uhu_with_the_same_card() -> None:
    for uhu, ultimo, another in (
        ("pagat_uhu", "pagat_ultimo", "king_ultimo:S"),
        ("king_uhu:H", "king_ultimo:H", "king_ultimo:S"),
    ):
        deal = announcing(f"A {uhu} / B -")
        assert says(deal, ultimo, another) == [False, True]
        assert refused(deal, f"2 announce {ultimo}") == ("uhu_announced", "illustrated_tarokk 9.6.6")
        assert says(act(announcing(""), f"0 announce {uhu}"), ultimo, another) == [False, True]


@pytest.mark.rule("illustrated_tarokk 9.6.7")
@pytest.mark.rule("illustrated_tarokk 20.8")
def test_the_partners_uhu_replaces_the_ultimo() -> None:
    for ultimo, uhu in (("pagat_ultimo", "pagat_uhu"), ("king_ultimo:S", "king_uhu:S")):
        deal = announcing(f"A {ultimo} / B -")
        own = act(announcing(""), f"0 announce {ultimo}")
        assert says(own, uhu) == [False], "not the same player"
        assert refused(own, f"0 announce {uhu}") == ("ultimo_stands", "illustrated_tarokk 9.6.7")
        assert says(announcing(f"A {ultimo} / B - / C - / D kontra game"), uhu) == [False], "never"
        replaced = act(deal, f"2 announce {uhu}")
        assert factors(replaced) == {"game": 1, f"{uhu}@2": 1}
        assert says(replaced, ultimo, "king_ultimo:D") == [False, True], "the place is free again"
    known = "A pagat_ultimo / B - / C trull / D {} / A - / B -"
    doubled = [
        says(announcing(known.format(each)), "pagat_uhu") for each in ("kontra game", "kontra pagat_ultimo@0")
    ]
    assert doubled == [[True], [False]], "not once it has been doubled"
    assert says(announcing("A pagat_ultimo, king_uhu:S / B -"), "pagat_uhu") == [False], "no place for an uhu"
    theirs = announcing("A pagat_ultimo / B kontra game, pagat_uhu")
    assert factors(theirs).keys() == {"game", "pagat_ultimo@0", "pagat_uhu@1"}, "the other side's stays"
    lone = announcing("", *WITH_XX, bids="A3 B- C- D-", called="T20")
    lone = act(lone, turns("A - / B kontra game, pagat_ultimo"))
    assert says(lone, "pagat_uhu") == [True], "either fellow defender"
    assert says(act(lone, "2 done"), "pagat_uhu") == [True]


@pytest.mark.rule("illustrated_tarokk 9.6.8")
def test_centrum_and_birds_combine_with_other_announcements() -> None:
    deal = announcing("A centrum, small_bird, large_bird, pagat_ultimo, king_uhu:S")
    assert len(factors(deal)) == 6
    other = act(deal, "1 kontra game")
    assert all(says(other, "centrum", "small_bird", "large_bird"))
    assert says(announcing("A centrum / B -"), "small_bird", "large_bird", "centrum") == [True, True, False]


# 16.2


@pytest.mark.rule("illustrated_tarokk 16.2")
def test_deal_2() -> None:
    hands = ("T11 T12 SK", "T21 T19 T18 T17 T16 T15 T14 T13 HK", "T22 T1 T2 T3", "T20 T4 T5 T6")
    deal = announcing("C -", *hands, bids="A- B- C3 D-")
    deal = act(deal, "3 announce trull; 3 done; 0 done; 1 done; 2 announce four_kings; 2 done")
    deal = act(deal, "3 announce centrum; 3 done; 0 done")
    direct = act(deal, "1 announce eight_tarokks")
    assert says(direct, "pagat_ultimo") == [True], "the declarer's side is complete in public"
    said = "kontra trull@3; 1 kontra four_kings@2; 1 announce eight_tarokks; 1 announce pagat_ultimo; 1 done"
    deal = act(deal, f"1 {said}; 2 kontra pagat_ultimo@1; 2 kontra trull@3; 2 done")
    assert factors(deal) == {
        "game": 1, "trull@3": 4, "four_kings@2": 2, "centrum@3": 1, "eight_tarokks@1": 1, "pagat_ultimo@1": 2,
    }  # fmt: skip


@pytest.mark.rule("illustrated_tarokk 16.2")
def test_deal_7() -> None:
    hands = ("T2 T3 SK", "T22 T19 T4", "T21 T5", "T1 T6 T7 HK DK CK SQ")
    deal = to_call(auction("A- B2 C- D1", *hands))
    assert legal(deal) == {"call T19"}
    deal = act(deal, "3 call T19")
    assert deal.open.sides == ("defenders", "declarer", "defenders", "declarer")
    deal = act(deal, turns("D trull, four_kings / A - / B king_ultimo:S / C - / D -"))
    deal = act(deal, "0 kontra four_kings@3; 0 kontra king_ultimo:S@1")
    assert factors(deal) == {"game": 1, "trull@3": 1, "four_kings@3": 2, "king_ultimo:S@1": 2}


@pytest.mark.rule("illustrated_tarokk 16.2")
def test_deal_11() -> None:
    hands = ("T2 T3 SK", "T22 T19 T18 T17 T16 T15 T14 T13 HK", "T21 T5", "T20 T1 T6 T7")
    deal = to_call(auction("A- B3 C- D-", *hands))
    deal = act(deal, "1 announce eight_tarokks; 1 call T20; 1 done; 2 done")
    deal = act(deal, "3 announce trull; 3 announce four_kings; 3 announce double_game; 3 done; 0 done")
    deal = act(deal, "1 announce pagat_uhu; 1 done; 2 kontra trull@3; 2 done; 3 done")
    deal = act(deal, "0 kontra four_kings@3; 0 kontra double_game@3")
    assert deal.open.sides == ("defenders", "declarer", "defenders", "declarer")


@pytest.mark.rule("illustrated_tarokk 16.2")
def test_deal_5() -> None:
    hands = ("T22 T17 T16 T15 T14 T13 T12 T11 SK", "T2 T3 HK", "T4 T5 DK", "T21 T18 T1 CK")
    deal = to_call(auction("A3 B- C- DS AH", *hands))
    assert legal(deal) == {"announce eight_tarokks", "call T18"}
    deal = act(
        deal, "0 announce eight_tarokks; 0 call T18; 0 announce pagat_ultimo; 0 announce four_kings; 0 done"
    )
    deal = act(deal, "1 done; 2 done; 3 announce trull; 3 announce xxi_capture; 3 done")
    deal = act(
        deal, "0 announce king_uhu:C; 0 announce double_game; 0 done; 1 done; 2 done; 3 announce volat"
    )
    assert set(factors(deal)) >= {"pagat_ultimo@0", "king_uhu:C@0", "double_game@0", "volat@3"}
