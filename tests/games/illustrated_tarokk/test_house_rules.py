"""§17.1 to §17.17: house rules of the auction, the exchange, the call and kontra."""

from __future__ import annotations

import json
import re

import pytest

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.games.illustrated_tarokk.phases import may_annul
from bot.rules.deal import Deal
from bot.rules.layout import Side
from tests.games.illustrated_tarokk.bidding import EVERYTHING, options, outcome, with_everything
from tests.games.illustrated_tarokk.table import (
    HANDS,
    announcing,
    auction,
    calls,
    dealt,
    points,
    result_of,
    sheet,
    to_call,
    turns,
)
from tests.notation import act, legal, refused, until
from tests.rulebook import PAGES

WITH_XX = ("T22 T20 T19 T18 T12 SK SQ HQ DQ", HANDS[1], "T15 T7 T6 T5 T4 DK HJ DJ CC")
THREE = "A3 B- C- D-"


@pytest.mark.parametrize("name", ILLUSTRATED_TAROKK.options)
def test_every_house_rule_is_on_the_page(name: str) -> None:
    row = re.search(
        rf"^\*\*17\.\d+\*\* \| `{name}` \| (.*) \| (.*)$", PAGES["illustrated_tarokk"], re.MULTILINE
    )
    assert row is not None
    normal, *others = (json.dumps(value).strip('"') for value in ILLUSTRATED_TAROKK.options[name])
    assert f"`{normal}`" in row[1]
    assert all(f"`{other}`" in row[2] for other in others)


# The auction


@pytest.mark.rule("illustrated_tarokk 17.1")
@pytest.mark.parametrize("steps", [4, 5, 6])
def test_the_last_step_of_kontra(steps: int) -> None:
    deal = announcing("A -", options={"kontra_max_level": steps})
    speakers = (1, 0, 3, 2, 1, 0)
    for seat in speakers[:steps]:
        while deal.seats() != (seat,):
            deal = act(deal, f"{deal.seats()[0]} done")
        deal = act(deal, f"{seat} kontra game")
    while deal.seats()[0] % 2 == speakers[steps - 1] % 2:
        deal = act(deal, f"{deal.seats()[0]} done")
    assert refused(deal, f"{deal.seats()[0]} kontra game")[0] == "fully_doubled"


@pytest.mark.rule("illustrated_tarokk 17.2")
def test_the_inviter_may_go_on_bidding() -> None:
    free = {"inviter_must_pass": False}
    assert outcome(with_everything("A2 B1 C- D-")) == "B one; T19 of A"
    deal = with_everything("A2 B1 C- D-", options=free)
    assert (deal.seats(), options(deal)) == ((0,), "-HS")
    assert outcome(act(deal, "0 hold; 1 pass")) == "A one; T19 of A"
    assert outcome(act(deal, "0 pass")) == "B one; T19 of A"


@pytest.mark.rule("illustrated_tarokk 17.3")
def test_tarokks_needed_to_invite() -> None:
    five = {"invite_min_tarokks": 5}
    for tarokks, least in (("T22 T20 T19 T18", False), ("T22 T20 T19 T18 T2", True)):
        opening = dealt(f"{tarokks} SK HK DK", options=five)
        assert [letter in options(opening) for letter in "21"] == [least, least]
        yielding = with_everything("A3 B2 C- D-", tarokks, *(EVERYTHING,) * 3, options=five)
        assert ("-" in options(yielding)) is least
    assert options(dealt("T22 T19 T18 SK HK DK")) == "-321S"


@pytest.mark.rule("illustrated_tarokk 17.10")
def test_higher_trial_bids() -> None:
    hands = ("T22", "T21", "T1", "T2-T10")
    assert options(auction("A- B- C-", *hands)) == "-3"
    any_level = {"trial_bid_levels": "any"}
    assert options(auction("A- B- C-", *hands, options=any_level)) == "-321"
    lost = auction("A- B- C- D2", *hands, options=any_level)
    assert result_of(lost).scores == (2, 2, 2, -6)
    assert [str(group.cards) for group in lost.open.talon] == ["SJ H1 D1 CJ"], (
        "the cards that D has not drawn"
    )


@pytest.mark.rule("illustrated_tarokk 17.11")
def test_the_penalty_for_a_failed_trial_bid() -> None:
    def failed(penalty: str) -> Deal:
        rules = {"trial_bid_penalty": penalty}
        return act(dealt("T22", "T21", "T1", "T2-T10", windows=(2,), options=rules), calls("A- B- C- D3"))

    assert result_of(failed("bid_value")).scores == (2, 2, 2, -6)
    three = result_of(failed("three_each"))
    assert (sheet(three, 1), three.scores, three.next_dealer) == ("17.11 -3", (6, 6, 6, -18), 0)
    again = result_of(failed("redeal"))
    assert (again.void, again.next_dealer, again.scores) == (True, 3, (0, 0, 0, 0))
    assert again.next_session["windows"] == [2], "no window opens, and none closes"


@pytest.mark.rule("illustrated_tarokk 17.12")
def test_the_only_bidder_may_raise() -> None:
    rules: dict[str, object] = {"sole_bidder_may_raise": True}
    assert outcome(with_everything(THREE)) == "A three"
    deal = with_everything(THREE, options=rules)
    assert (deal.seats(), options(deal)) == ((0,), "-21S")
    assert [outcome(act(deal, f"0 {call}")) for call in ("pass", "bid one")] == ["A three", "A one"]
    assert refused(deal, "0 bid three")[0] == "bid_too_low"
    assert outcome(with_everything("A2 B- C- D-", options=rules)) == "A two; T19 of A", "an inviter passes"
    free = {**rules, "inviter_must_pass": False}
    assert outcome(with_everything("A2 B- C- D-", options=free)) == "A two; T19 of A", "his bid stands"
    for said in ("A- B- C- D3", "A3 B2 C- D- AH B-", "AS"):
        assert outcome(with_everything(said, options=rules)), said


@pytest.mark.rule("illustrated_tarokk 17.13")
def test_no_opening_solo() -> None:
    levels: dict[str, object] = {"opening_solo": "invitation_levels_only"}
    assert options(with_everything()) == "-321S"
    deal = with_everything(options=levels)
    assert options(deal) == "-321"
    assert refused(deal, "0 bid solo") == ("no_jump", "illustrated_tarokk 4.2.6")
    assert options(with_everything("A3", options=levels)) == "-21S", "no opening bid"
    assert options(with_everything("A- B- C-", options=levels)) == "-321S", "the fourth may"


@pytest.mark.rule("illustrated_tarokk 17.14")
def test_only_an_earlier_seated_bidder_may_hold() -> None:
    seniority = {"hold_rule": "earlier_seated"}
    for said, anybody, earlier in (
        ("A3 B2 C- D-", "-H1S", "-H1S"),
        ("A3 B2 C1 D- A-", "-HS", "-HS"),
        ("A3 B- C2 D- AH C1", "-HS", "-HS"),
        ("A3 B2 C- D- A1", "-HS", "-S"),
    ):
        assert options(with_everything(said)) == anybody
        assert options(with_everything(said, options=seniority)) == earlier
    behind = with_everything("A3 B2 C- D- AS", options=seniority)
    assert behind.phase.name == "discard", "B could not hold, and is not asked"


# Void deals, exchange, annulling


@pytest.mark.rule("illustrated_tarokk 17.9")
@pytest.mark.parametrize(
    ("doubling", "left"),
    [("windows", [1, 3, 4]), ("none", [1, 3]), ("single", [4]), ("stacking", [8])],
)
def test_the_house_rule_decides_which_deals_a_void_deal_doubles(doubling: str, left: list[int]) -> None:
    deal = act(dealt(windows=(1, 3), options={"doubling": doubling}), calls("A- B- C- D-"))
    assert result_of(deal).next_session["windows"] == left
    first = act(dealt(options={"doubling": doubling}), calls("A- B- C- D-"))
    assert result_of(first).next_session["windows"] == ([] if doubling == "none" else [4])


@pytest.mark.rule("illustrated_tarokk 17.4")
def test_discarding_the_xx_may_be_forbidden() -> None:
    for allowed in (True, False):
        deal = auction(THREE, options={"xx_discardable": allowed})
        assert ("lay T20" in legal(deal, 2)) is allowed
    assert refused(deal, "2 lay T20") == ("card_protected", "illustrated_tarokk 6.2.2")


RICH = ("T22 SK HK DK CK T2 T3 T4 T5", "T21 SQ HQ DQ CQ SC HC DC CC", "T20", "T1")


@pytest.mark.rule("illustrated_tarokk 17.15")
def test_annulling_before_the_discard() -> None:
    early = {"annul_timing": "before_discard"}
    hands = ("T22 T13 HK DK CK T2 T3 T4 T5", "T21 T6 T7", "T20", "T1")
    deal = auction(THREE, *hands, talon="SK S10 H1 D1 C10 T15", options=early)
    assert (deal.phase.name, deal.seats()) == ("offer", (0,)), "the fourth king came from the talon"
    assert result_of(act(deal, "0 annul")).void
    laying = act(deal, "0 decline")
    assert laying.phase.name == "discard"
    assert to_call(laying).phase.name == "announcing"
    assert auction(THREE, *hands, talon="SK S10 H1 D1 C10 T15").phase.name == "discard"
    assert auction("AS", *RICH, talon="T16 T17 T18 T19 S10 H1", options=early).seats() == (0,), (
        "B drew tarokks"
    )


@pytest.mark.rule("illustrated_tarokk 17.16")
@pytest.mark.parametrize(
    ("hand", "five", "three"),
    [("SK HK DK CK T2", 1, 1), ("", 1, 1), ("T21", 1, 1), ("T1", 1, 0), ("T21 T1", 1, 0), ("T20", 0, 0)],
)
def test_annulling_may_be_limited_to_three_kinds_of_hand(hand: str, five: int, three: int) -> None:
    plain = ["SQ", "HQ", "DQ", "CQ", "SC", "HC", "DC", "CC", "HJ"][: 9 - len(hand.split())]
    for value, entitled in (("five", five), ("first_three", three)):
        deal = auction("AS", "T22 T12-T19", " ".join((hand, *plain)), options={"annul_hands": value})
        assert may_annul(deal.phase.board, 1) is bool(entitled)


# Calling


@pytest.mark.rule("illustrated_tarokk 17.5")
def test_a_free_call_may_need_the_declarers_own_xx() -> None:
    own = {"free_call_needs_own_xx": True}
    every = {f"call T{number}" for number in range(2, 21)}
    assert legal(to_call(act(auction(THREE), "1 lay T8"))) == every
    assert legal(to_call(act(auction(THREE, options=own), "1 lay T8"))) == {"call T20"}
    gone = to_call(act(auction(THREE, options=own), "2 lay T20"))
    assert act(gone, "0 call T20").phase.board.hidden.partner is None, "unintentionally alone"
    for laid in ("1 lay T8", "0 lay T20; 1 lay T8"):
        assert legal(to_call(act(auction(THREE, *WITH_XX, options=own), laid))) == every


STRANDED = "2 lay T20"
"""C discards the XX, which A will call."""


def stranded(**rules: object) -> Deal:
    """A's three, after the call of the XX, which C has discarded."""
    return act(to_call(act(auction(THREE, options=rules), STRANDED)), "0 call T20")


def self_stranded(**rules: object) -> Deal:
    """A plays three and calls the XX, which A has discarded."""
    return act(to_call(act(auction(THREE, *WITH_XX, options=rules), "0 lay T20")), "0 call T20")


@pytest.mark.rule("illustrated_tarokk 17.6")
def test_a_defender_who_discarded_the_called_card_must_say_kontra() -> None:
    plain = act(stranded(), turns("A - / B -"))
    assert "done" in legal(plain)
    deal = act(stranded(office_kontra=True), turns("A -"))
    assert "done" in legal(deal), "B has not discarded it"
    asked = act(deal, "1 done")
    assert "done" not in legal(asked)
    assert refused(asked, "2 done") == ("kontra_owed", "illustrated_tarokk 17.6")
    assert act(asked, "2 kontra game; 2 done").seats() == (3,)
    assert act(deal, "1 kontra game; 1 done; 2 done").seats() == (3,), "another has said it"
    assert "done" in legal(self_stranded(office_kontra=True)), "the declarer need not double their own game"


@pytest.mark.rule("illustrated_tarokk 17.7")
def test_a_stranded_declarer_may_get_all_discards() -> None:
    for rules, expected in (({}, 3), ({"all_discards_to_lone_declarer": True}, 7)):
        board = stranded(**rules).phase.board
        assert points(board, Side.DECLARER) == expected
    kept = act(to_call(auction(THREE, options={"all_discards_to_lone_declarer": True})), "0 call T20")
    assert points(kept.phase.board, Side.DECLARER) == 3, "the XX is in somebody's hand"
    board = self_stranded(all_discards_to_lone_declarer=True).phase.board
    assert points(board, Side.DECLARER) == 3, "only a defender's discard of it strands the declarer"


@pytest.mark.rule("illustrated_tarokk 17.8")
def test_a_lone_game_is_worth_four() -> None:
    four = {"lone_game_value": 4}
    for rules, game in (({}, "three"), (four, "three"), (four, "one")):
        deal = until(
            announcing(
                "", *WITH_XX, bids=f"A{'3' if game == 'three' else '1'} B- C- D-", called="T20", options=rules
            ),
            "over",
        )
        base = next(line.base for line in result_of(deal).lines if line.item == "game")
        assert base == (4 if rules else 1)
    partner = until(announcing("", bids=THREE, options=four), "over")
    assert {line.base for line in result_of(partner).lines if line.item == "game"} == {1}
    assert result_of(auction("A- B- C- D3", "T22", "T21", "T1", "T2-T10", options=four)).scores[3] == -3


@pytest.mark.rule("illustrated_tarokk 17.17")
def test_a_discarded_card_is_not_owned() -> None:
    rules = {"own_discard_counts_as_own": False}
    for move, with_discard, without in (
        ("0 lay T20", {"T20", "T17"}, {"T20"}),
        ("0 lay T18", {"T20", "T17"}, {"T20", "T18"}),
    ):
        assert legal(to_call(act(auction(THREE, *WITH_XX), move))) == {
            f"call {each}" for each in with_discard
        }
        deal = to_call(act(auction(THREE, *WITH_XX, options=rules), move))
        assert legal(deal) == {f"call {each}" for each in without}
    alone = act(to_call(act(auction(THREE, *WITH_XX, options=rules), "0 lay T20")), "0 call T20")
    assert alone.open.sides == (Side.DECLARER, "defenders", "defenders", "defenders"), "all have seen it"
