"""§17: house rules."""

import pytest

from bot.games.illustrated_tarokk.phases import may_annul
from bot.rules.deal import Deal
from bot.rules.layout import Side
from tests.games.illustrated_tarokk.table import (
    EIGHT,
    EVERYTHING,
    HANDS,
    KINGS,
    LONE,
    NINE,
    TRULL,
    WITH_XX,
    announcing,
    auction,
    calls,
    dealt,
    finished,
    keep,
    lines,
    options,
    outcome,
    points,
    says,
    scored,
    sheet,
    to_call,
    turns,
    with_everything,
)
from tests.notation import act, choice, legal, position, refused, result_of, until

THREE = "A3 B- C- D-"


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
    ("doubling", "left"), [("windows", [1, 3, 4]), ("none", [1, 3]), ("single", [4]), ("stacking", [8])]
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


# Announcing


@pytest.mark.rule("illustrated_tarokk 17.18")
def test_double_game_and_volat_in_one_turn() -> None:
    deal = announcing("", options={"double_and_volat_same_turn": True})
    both = act(deal, "0 announce double_game; 0 announce volat; 0 done")
    assert {item.id for item in both.open.items} == {"game", "double_game", "volat"}
    assert says(act(deal, "0 announce volat"), "double_game") == [False], "in this order only"


@pytest.mark.rule("illustrated_tarokk 17.19")
def test_no_trull_and_no_kings_after_the_volat() -> None:
    forbidden = {"trull_kings_after_volat": "forbidden"}
    assert says(announcing("A volat / B -"), "trull", "four_kings") == [True, True]
    deal = announcing("A trull, volat / B -", options=forbidden)
    assert says(deal, "trull", "four_kings", "centrum") == [False, False, True]
    assert refused(deal, "2 announce four_kings") == ("after_volat", "illustrated_tarokk 17.19")
    assert [item.id for item in deal.open.items] == ["game", "trull", "volat"], "what is said stands"
    assert says(act(deal, "2 done; 3 kontra game"), "four_kings") == [True], "the other side is free"


@pytest.mark.rule("illustrated_tarokk 17.20")
def test_a_trull_promises_a_high_honour() -> None:
    promise = {"trull_meaning_rules": True}
    assert says(announcing("A -", options=promise), "trull") == [False]
    partner = announcing("A - / B -", options=promise)
    assert refused(partner, "2 announce trull") == ("trull_promises", "illustrated_tarokk 17.20")
    assert says(announcing("A - / B -"), "trull") == [True]
    assert says(announcing("", options=promise), "trull") == [True], "A has the skíz"
    assert says(act(announcing("A -", options=promise), "1 kontra game"), "trull") == [True], "B the XXI"
    defender = announcing("A - / B kontra game / C -", options=promise)
    assert refused(defender, "3 announce trull")[0] == "trull_promises", "the pagát will not do"
    answer = announcing("A centrum / B -", options=promise)
    assert says(answer, "trull") == [True], "in answer to the declarer's centrum"
    assert says(act(answer, "2 done; 3 kontra game"), "trull") == [False], "nobody else"
    assert says(announcing("A pagat_ultimo / B -", options=promise), "trull") == [False], "no streak"


@pytest.mark.rule("illustrated_tarokk 17.21")
def test_an_uhu_never_replaces_an_ultimo() -> None:
    said = "A pagat_ultimo / B -"
    assert says(announcing(said), "pagat_uhu") == [True]
    never = announcing(said, options={"uhu_supersedes_ultimo": "never"})
    assert says(never, "pagat_uhu", "king_uhu:S") == [False, True]
    assert refused(never, "2 announce pagat_uhu") == ("ultimo_stands", "illustrated_tarokk 9.6.7")


@pytest.mark.rule("illustrated_tarokk 17.22")
def test_declared_tarokks_may_show_the_side() -> None:
    rules = {"tarokk_count_identifies": True}
    hands = (HANDS[0], "T21 T19 T18 HK HJ HC DC CQ CC", "T20 T11 T10 T9 T8 T7 T6 T5 CK")
    assert announcing("A - / B - / C eight_tarokks", *hands).open.sides == ("declarer", "", "", "")
    shown = announcing("A - / B - / C eight_tarokks", *hands, options=rules)
    assert shown.open.sides == ("declarer", "defenders", "declarer", "defenders")
    wrong = announcing("A - / B kontra game", *hands, options=rules)
    assert says(wrong, "eight_tarokks") == [False]
    assert refused(wrong, "2 announce eight_tarokks") == ("side_not_understood", "illustrated_tarokk 9.3.4")
    said = "A - / B kontra game / C - / D - / A eight_tarokks / B -"
    last = [says(announcing(said, *EIGHT, options=each), "trull") for each in ({}, rules)]
    assert last == [[False], [True]], "A was the last who spoke, and C is on his side"


@pytest.mark.rule("illustrated_tarokk 17.23")
def test_undeclared_tarokks_may_forbid_only_the_pagats_bonuses() -> None:
    king, pagat = ("king_ultimo:S", "king_uhu:H"), ("pagat_ultimo", "pagat_uhu")
    assert says(announcing("", *EIGHT), *king, *pagat) == [False] * 4
    free = announcing("", *EIGHT, options={"tarokk_count_required_for_king_figures": False})
    assert says(free, *king, *pagat) == [True, True, False, False]


# Tarokks declared and claimed


@pytest.mark.rule("illustrated_tarokk 17.24")
def test_declared_tarokks_as_a_bonus_of_the_side() -> None:
    rules = {"tarokk_count_payment": "side_item"}
    result = scored(finished("three, A with C", 55, "eight_tarokks@C", options=rules))
    assert (sheet(result), result.scores) == ("12.3.1 +1, 17.24 +1", (2, -2, 2, -2))
    lone = scored(finished("three, A alone", 55, "nine_tarokks@B", options=rules))
    assert lone.scores == (3 - 6, -1 + 2, -1 + 2, -1 + 2)


@pytest.mark.rule("illustrated_tarokk 17.25")
def test_no_claims_against_a_lone_declarer() -> None:
    none = {"claim_lone": "none"}
    for rules, asked in (({}, (1,)), (none, ())):
        deal = until(announcing("", *LONE, called="T20", options=rules), "play")
        while deal.phase.name == "play":
            deal = act(deal, f"{deal.seats()[0]} {deal.actions(deal.seats()[0])[0]}")
        assert deal.seats() == asked
    partner = until(announcing("", *NINE, options=none), "play")
    assert until(partner, "offer").seats() == (1,), "from a partner as ever"


# Bonuses


@pytest.mark.rule("illustrated_tarokk 17.26")
@pytest.mark.parametrize("points", [20, 15])
def test_the_value_of_the_pagat_uhu(points: int) -> None:
    said, rules = "pagat_uhu@A x2", {"pagat_uhu_value": points}
    assert lines(50, said, options=rules) == f"10.1.10 -{2 * points}"
    assert lines(50, "sas_uhu@A", options={**rules, "sas_figures": True}) == f"17.28 -{points}"
    assert lines(50, "king_uhu:S@A", options=rules) == "10.1.12 -20"


@pytest.mark.rule("illustrated_tarokk 17.27")
@pytest.mark.parametrize(
    ("values", "silent", "announced"), [("21_42", 21, 42), ("42_84", 42, 84), ("30_60", 30, 60)]
)
def test_the_values_of_the_capture(values: str, silent: int, announced: int) -> None:
    rules = {"xxi_capture_values": values}
    falls = "T22 A6, T21 B6"
    assert lines(50, won="ACBDBACAD", falls=falls, theirs="T1", options=rules) == f"10.3.3 +{silent}"
    assert (
        lines(50, "xxi_capture@C", won="ACBDBACAD", falls=falls, theirs="T1", options=rules)
        == f"10.1.6 +{announced}"
    )


@pytest.mark.rule("illustrated_tarokk 17.28")
def test_sas_figures() -> None:
    rules: dict[str, object] = {"sas_figures": True}
    assert refused(announcing(""), "0 announce sas_uhu") == (
        "no_such_announcement",
        "illustrated_tarokk 10.1.0",
    )
    deal = announcing("", options=rules)
    assert says(deal, "sas_ultimo", "sas_uhu") == [True, True]
    assert says(act(deal, "0 announce sas_ultimo"), "sas_uhu", "pagat_ultimo", "pagat_uhu") == [
        False,
        False,
        True,
    ]
    bound = until(announcing("A sas_ultimo", options=rules), "play", keep)
    assert choice(position(bound, 0, "T2 T3 D1", won="0")) == "T3 D1"
    assert choice(position(bound, 2, "T2", won="02020202")) == "T2"
    some = {**rules, "tarokk_count_required_for_king_figures": False}
    assert says(announcing("", *EIGHT, options=some), "sas_uhu", "king_uhu:S") == [False, True]
    assert (
        lines(50, "sas_ultimo@C x2", options=rules, won="ACABDACBC", falls="T2 C9", theirs="T21")
        == "17.28 +20"
    )
    assert lines(50, "sas_ultimo@C, sas_uhu@A", options=rules) == "17.28 -10, 17.28 -20"


@pytest.mark.rule("illustrated_tarokk 17.28")
@pytest.mark.parametrize(
    ("falls", "won", "points"),
    [("T2 C9", "ACABDACBC", "+5"), ("T2 C9", "ACABDACBA", "-5"), ("T2 B9", "ACABDACBD", "+5")],
)
def test_silent_sas_ultimo(falls: str, won: str, points: str) -> None:
    assert lines(50, won=won, falls=falls, theirs="T21", options={"sas_figures": True}) == f"17.28 {points}"
    assert lines(50, won=won, falls=falls, theirs="T21") == ""


@pytest.mark.rule("illustrated_tarokk 17.29")
def test_capture_of_the_pagat() -> None:
    rules: dict[str, object] = {"pagat_capture": True}
    assert refused(announcing(""), "0 announce pagat_capture")[0] == "no_such_announcement"
    assert says(announcing("", options=rules), "pagat_capture") == [True]
    theirs, own = "T1 B6", "T1 C6"
    won = "ACBDBACAD"
    assert lines(50, won=won, falls=theirs) == ""
    assert lines(50, won=won, falls=theirs, options=rules) == "17.29 +4"
    assert lines(50, "pagat_capture@A x2", won=won, falls=theirs, options=rules) == "17.29 +16"
    assert lines(50, won=won, falls=own, options=rules) == "", "not the partner's"
    assert lines(50, "pagat_capture@A", won=won, falls=own, options=rules) == "17.29 -8"
    last = lines(50, won="ACABDBCAC", falls="T1 B9", theirs="T21", options=rules)
    assert last == "17.29 +4, 10.3.1 +5", "beside a lost ultimó"


@pytest.mark.rule("illustrated_tarokk 17.30")
def test_an_announced_volat_may_hide_silent_bonuses() -> None:
    hide: dict[str, object] = {"volat_hides_silent": True}
    said = "volat@A"
    assert lines(55, said, ours=TRULL) == "12.3.5 -6, 10.1.1 +1"
    assert lines(55, said, ours=KINGS, options=hide) == lines(55, said, options=hide) == "12.3.5 -6"
    assert lines(55, said, ours=TRULL, options=hide) == "12.3.5 -6"
    assert lines(55, f"{said}, trull@A", ours=TRULL, options=hide) == "12.3.5 -6, 10.1.1 +2"
    assert lines(55, "volat@B", ours=TRULL, options=hide) == "12.3.7 +6, 10.1.1 +1"


@pytest.mark.rule("illustrated_tarokk 17.31")
def test_a_tie_with_kontra() -> None:
    cases = {"defenders_doubled": "-4", "not_doubled": "-2", "defenders_need_48": "+4"}
    for value, game in cases.items():
        rules: dict[str, object] = {"tie_47_with_kontra": value}
        tied = {
            points: scored(finished("two, A with C", points, "game x2", options=rules))
            for points in (46, 47, 48)
        }
        assert [sheet(result) for result in tied.values()] == ["12.3.1 -4", f"12.3.1 {game}", "12.3.1 +4"]
        assert sheet(scored(finished("two, A with C", 47, options=rules))) == "12.3.1 -2", "without one"
