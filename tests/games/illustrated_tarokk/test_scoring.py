"""§10, §12 and §19: bonuses, settlement, the worked examples."""

import re
from typing import Any, Unpack

import pytest

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.rules.deal import Deal
from bot.rules.layout import SIDES, Side
from bot.rules.record import line_document
from bot.rules.results import Outcome
from bot.rules.results import factors as multipliers
from tests.games.illustrated_tarokk.table import (
    EIGHT,
    KINGS,
    LONE,
    NINE,
    TRULL,
    WITH_XX,
    Where,
    announcing,
    auction,
    calls,
    dealt,
    finished,
    keep,
    lines,
    points,
    says,
    scored,
    sheet,
    turns,
)
from tests.notation import Sample, act, documents, factors, legal, refused, result_of, until, with_open
from tests.rulebook import RULES

# 10.1


@pytest.mark.rule("illustrated_tarokk 10.1.0")
@pytest.mark.parametrize(
    ("item", "rule", "value"),
    [
        ("trull", "10.1.1", 2),
        ("four_kings", "10.1.2", 2),
        ("pagat_ultimo", "10.1.5", 10),
        ("xxi_capture", "10.1.6", 42),
        ("centrum", "10.1.7", 10),
        ("small_bird", "10.1.8", 10),
        ("large_bird", "10.1.9", 10),
        ("pagat_uhu", "10.1.10", 20),
        *((f"king_ultimo:{suit}", "10.1.11", 15) for suit in "SHDC"),
        *((f"king_uhu:{suit}", "10.1.12", 20) for suit in "SHDC"),
    ],
)
def test_the_price_of_failure(item: str, rule: str, value: int) -> None:
    falls = f"{item[-1]}K A4" if item.startswith("king") else ""
    assert lines(said=f"{item}@C", falls=falls) == f"{rule} {-value}"
    assert lines(said=f"{item}@B x4", falls=falls) == f"{rule} {4 * value:+}", "the other side's"


@pytest.mark.rule("illustrated_tarokk 10.1.1", "illustrated_tarokk 10.1.2", "illustrated_tarokk 10.1.3")
def test_trull_four_kings_and_double_game() -> None:
    assert lines(ours=TRULL) == "10.1.1 +1"
    assert lines(theirs=TRULL) == "10.1.1 -1"
    assert lines(said="trull@A", ours=TRULL) == "10.1.1 +2"
    assert lines(ours="T22 T21", theirs="T1") == ""
    assert lines(ours=KINGS) == "10.1.2 +1"
    assert lines(theirs=KINGS) == "10.1.2 -1"
    assert lines(said="four_kings@C", ours=KINGS) == "10.1.2 +2"
    assert lines(ours="SK HK DK", theirs="CK") == ""
    two = "two, A with C"
    assert [lines(points, game=two) for points in (70, 71)] == ["12.3.1 +2", "12.3.2 +4"]
    assert [lines(points, game=two) for points in (24, 23)] == ["12.3.1 -2", "12.3.2 -4"]
    assert lines(71, "double_game@A", two) == "12.3.4 +8"


@pytest.mark.rule("illustrated_tarokk 10.1.4")
def test_volat() -> None:
    for game, value in (("three, A with C", 1), ("solo, A with C", 4)):
        own = 3 if value == 1 else 0
        assert lines(88 + own, game=game, won="ACACACACA") == f"12.3.3 +{3 * value}"
        assert lines(88 + own, "volat@C", game, won="ACACACACA") == f"12.3.5 +{6 * value}"


@pytest.mark.rule("illustrated_tarokk 10.1.5", "illustrated_tarokk 10.1.6")
def test_pagat_ultimo_and_the_capture_of_the_xxi() -> None:
    for seat in "AC":
        made = Where(falls=f"T1 {seat}9", won=f"ACBDACDB{seat}")
        assert lines(said="pagat_ultimo@A", **made) == "10.1.5 +10"
    assert lines(said="pagat_ultimo@B", falls="T1 D9", won="ACBDACDAD") == "10.1.5 -10"
    falls = Where(falls="T22 A4, T21 B4, T1 C3", won="ACBACDBDB")
    assert lines(said="xxi_capture@C", **falls) == "10.1.6 +42"
    assert lines(**falls) == "10.3.3 +21"


@pytest.mark.rule("illustrated_tarokk 10.1.7", "illustrated_tarokk 10.1.8", "illustrated_tarokk 10.1.9")
@pytest.mark.parametrize(
    ("item", "rule", "card", "trick"),
    [("centrum", "10.1.7", "T20", 5), ("small_bird", "10.1.8", "T21", 6), ("large_bird", "10.1.9", "T22", 7)],
)
def test_centrum_and_birds(item: str, rule: str, card: str, trick: int) -> None:
    first = "ACACACA"[: trick - 1]
    for seat in "AC":
        won = f"{first}{seat}BDBDBD"[:9]
        assert lines(said=f"{item}@A", falls=f"{card} {seat}{trick}", won=won, points=60, theirs="HK") in (
            f"{rule} +10",
            f"{rule} +10, 10.1.1 +1",
        )
    assert rule not in lines(60, falls=f"{card} A{trick}", won=f"{first}ABDBDBD"[:9], theirs="HK"), (
        "never silent"
    )


@pytest.mark.rule("illustrated_tarokk 10.1.10", "illustrated_tarokk 10.1.12")
@pytest.mark.parametrize(
    ("item", "rule", "card"),
    [("pagat_uhu", "10.1.10", "T1"), *((f"king_uhu:{suit}", "10.1.12", f"{suit}K") for suit in "SHDC")],
)
def test_uhu(item: str, rule: str, card: str) -> None:
    made = Where(falls=f"{card} C8", won="ABDACDBCB")
    assert lines(said=f"{item}@A", **made) == f"{rule} +20"
    assert lines(**made) == ""
    assert lines(said=f"{item}@A", falls=f"{card} C8", won="ABDACDCBB") == f"{rule} -20"


@pytest.mark.rule("illustrated_tarokk 10.1.11")
@pytest.mark.parametrize("suit", "SHDC")
def test_king_ultimo(suit: str) -> None:
    made = Where(falls=f"{suit}K C9", won="ABDACDBAC")
    assert lines(said=f"king_ultimo:{suit}@A", **made) == "10.1.11 +15"
    assert lines(**made) == ""
    another = "SHDC"["SHDC".index(suit) - 1]
    assert lines(said=f"king_ultimo:{another}@A", **made) == "10.1.11 -15", "each king by itself"


# 10.2


@pytest.mark.rule("illustrated_tarokk 10.2.1", "illustrated_tarokk 10.2.2", "illustrated_tarokk 10.2.3")
@pytest.mark.rule("illustrated_tarokk 10.2.4")
def test_a_bonus_announced_or_silent() -> None:
    assert [lines(said=f"trull@A x{factor}", ours=TRULL) for factor in (1, 2, 32)] == [
        "10.1.1 +2", "10.1.1 +4", "10.1.1 +64",
    ]  # fmt: skip
    assert lines(said="trull@B x2", theirs=TRULL) == "10.1.1 -4"
    assert [lines(said=f"trull@A x{factor}") for factor in (1, 2, 32)] == [
        "10.1.1 -2", "10.1.1 -4", "10.1.1 -64",
    ]  # fmt: skip
    assert lines(said="game x4", ours=TRULL) == "12.3.1 +4, 10.1.1 +1", "the kontra is the game's"
    assert lines(ours=f"{TRULL} {KINGS}", points=60) == "10.1.1 +1, 10.1.2 +1"
    assert lines(said="four_kings@A", ours=KINGS) == "10.1.2 +2"
    assert lines(said="four_kings@A", theirs=KINGS) == "10.1.2 -2, 10.1.2 -1"
    assert lines(said="four_kings@A, four_kings@B", theirs=KINGS) == "10.1.2 -2, 10.1.2 -2"


@pytest.mark.rule("illustrated_tarokk 10.2.5")
def test_silent_trull_and_kings_do_not_count_beside_all_tricks() -> None:
    every = Where(won="ACACACACA")
    assert lines(91, **every) == "12.3.3 +3"
    assert lines(91, "volat@A", **every) == "12.3.5 +6"
    assert lines(91, "trull@A, four_kings@C", **every) == "12.3.3 +3, 10.1.1 +2, 10.1.2 +2"
    assert lines(91, "trull@B", **every) == "12.3.3 +3, 10.1.1 +2"
    failed = lines(87, "volat@A", won="ACACACACB", ours=f"{TRULL} {KINGS}")
    assert failed == "12.3.5 -6, 10.1.1 +1, 10.1.2 +1"
    assert lines(3, won="BDBDBDBDB") == "12.3.3 -3", "the other side's likewise"


@pytest.mark.rule("illustrated_tarokk 10.2.6")
def test_bonuses_are_independent() -> None:
    for contract, value in (("three", 1), ("two", 2), ("one", 3), ("solo", 4)):
        found = sheet(scored(finished(f"{contract}, A with C", 40, "four_kings@A", ours=TRULL)))
        assert found == f"12.3.1 {-value}, 10.1.2 -2, 10.1.1 +1", "the game is lost, the trull made"


# 10.3


@pytest.mark.rule("illustrated_tarokk 10.3.1")
@pytest.mark.parametrize(
    ("player", "winner", "said", "expected"),
    [
        ("A", "A", "", "10.3.1 +5"),
        ("C", "C", "", "10.3.1 +5"),
        ("A", "B", "", "10.3.1 -5"),
        ("A", "C", "", "10.3.1 -5"),
        ("B", "B", "", "10.3.1 -5"),
        ("B", "D", "", "10.3.1 +5"),
        ("B", "A", "", "10.3.1 +5"),
        ("A", "A", "pagat_uhu@C", "10.1.10 -20, 10.3.1 +5"),
        ("A", "B", "pagat_uhu@C", "10.1.10 -20, 10.3.1 -5"),
    ],
)
def test_silent_pagat_ultimo(player: str, winner: str, said: str, expected: str) -> None:
    assert lines(said=said, falls=f"T1 {player}9", won=f"ACBDADCB{winner}") == expected


@pytest.mark.rule("illustrated_tarokk 10.3.2")
def test_announced_pagat_ultimo_fails() -> None:
    said = "pagat_ultimo@A"
    assert lines(said=said, falls="T1 A9", won="ACBDACDBB") == "10.1.5 -10", "beaten by an opponent"
    assert lines(said=said, falls="T1 A9", won="ACBDABDBC") == "10.1.5 -10", "by the partner"
    assert lines(said=said, falls="T1 A8", won="ACBDABDAC") == "10.1.5 -10", "played too early"
    assert lines(said=said, falls="T1 B8", won="ACBDABDAC") == "10.1.5 -10", "not owned"
    assert lines(said=said, falls="T1 B9", won="ACBDACDAB") == "10.1.5 -10, 10.3.1 -5", (
        "and the others win with it"
    )
    assert lines(said=said, falls="T1 B9", won="ACBDACDBA") == "10.1.5 -10, 10.3.1 +5", "or lose it"


@pytest.mark.rule("illustrated_tarokk 10.3.3")
@pytest.mark.parametrize(
    ("skiz", "mond", "winner", "expected"),
    [("A", "B", "A", "10.3.3 +21"), ("B", "C", "B", "10.3.3 -21"), ("A", "C", "A", ""), ("B", "D", "B", "")],
)
def test_silent_capture(skiz: str, mond: str, winner: str, expected: str) -> None:
    won = f"ACB{winner}" + ("BDBAC" if winner == "A" else "ACBDA")
    pagat = "T1 C3" if winner == "A" else "T1 C2"
    assert lines(falls=f"T22 {skiz}4, T21 {mond}4, {pagat}", won=won) == expected


@pytest.mark.rule("illustrated_tarokk 10.3.4")
def test_announced_capture_fails() -> None:
    said = "xxi_capture@A"
    assert lines(said=said) == "10.1.6 -42", "it escapes"
    own = Where(falls="T22 A4, T21 C4, T1 C3", won="ACBABDBAC")
    assert lines(said=said, **own) == "10.1.6 -42", "their own XXI is not captured"
    assert lines(said=said, falls="T22 A4, T21 C5, T1 C3", won="ACBABDBAC") == "10.1.6 -42"
    lost = Where(falls="T22 B4, T21 C4", won="ACBBACBDA")
    assert lines(said=said, **lost) == "10.1.6 -42, 10.3.3 -21"
    assert lines(said=f"{said}, xxi_capture@D x2", **lost) == "10.1.6 -42, 10.1.6 -84"
    assert lines(said=said, falls="T22 B4, T21 B5", won="ACBBACBDA") == "10.1.6 -42", "no skíz"


def hat(before: int | None, said: str = "", **where: Unpack[Where]) -> object:
    """Who wears the hat after a deal that began with it on some head."""
    board = finished("three, A with C", 50, said, **where)
    board = with_open(board, session={"windows": [], "hat": before})
    return scored(board).next_session["hat"]


@pytest.mark.rule("illustrated_tarokk 10.3.5", "illustrated_tarokk 20.12", "illustrated_tarokk 20.13")
def test_the_hat() -> None:
    taken = Where(falls="T22 B4, T21 C4", won="ACBBACBDA")
    assert hat(None, **taken) == hat(1, **taken) == 2
    assert hat(1, said="xxi_capture@D", **taken) == 2, "announced too"
    assert hat(1, said="xxi_capture@A", **taken) == 2
    assert (hat(None), hat(1)) == (None, 1), "until the next capture"
    assert hat(1, falls="T22 A4, T21 C4", won="ACBABDBAC") == 1, "the partner's skíz takes no hat"


@pytest.mark.rule("illustrated_tarokk 10.3.6")
@pytest.mark.parametrize(
    ("item", "card", "trick"), [("centrum", "T20", 5), ("small_bird", "T21", 6), ("large_bird", "T22", 7)]
)
def test_centrum_and_birds_fail(item: str, card: str, trick: int) -> None:
    won = "ACACACA"[:trick]
    last = won[-1]
    for lost in range(trick):
        tricks = f"{won[:lost]}B{won[lost + 1 :]}BDBDBD"[:9]
        assert "-10" in lines(58, f"{item}@A", falls=f"{card} {last}{trick}", won=tricks, theirs="HK")
    other = "C" if last == "A" else "A"
    taken = f"{won[:-1]}{other}BDBDBD"[:9]
    assert "-10" in lines(58, f"{item}@A", falls=f"{card} {last}{trick}", won=taken, theirs="HK"), (
        "the partner's card"
    )


@pytest.mark.rule("illustrated_tarokk 10.3.7")
@pytest.mark.parametrize(
    ("item", "card", "trick", "price"),
    [("pagat_uhu", "T1", 8, 20), ("king_uhu:D", "DK", 8, 20), ("king_ultimo:H", "HK", 9, 15)],
)
def test_an_announced_card_taken_by_the_partner_loses_the_bonus(
    item: str, card: str, trick: int, price: int
) -> None:
    won = "ABDACDBBB"[: trick - 1] + "C" + "B" * (9 - trick)
    assert lines(said=f"{item}@A", falls=f"{card} A{trick}", won=won).endswith(f" {-price}")


# 9.4


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
        for won, game in ((55, 1), (40, -1)):
            result = scored(finished("three, A with C", won, said))
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


@pytest.mark.rule("illustrated_tarokk 9.4.5", "illustrated_tarokk 20.6")
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


@pytest.mark.rule("illustrated_tarokk 9.5.2", "illustrated_tarokk 9.5.3")
def test_each_side_may_announce_a_bonus_once() -> None:
    deal = announcing("A trull / B -")
    assert says(deal, "trull") == [False], "the partner"
    assert refused(deal, "2 announce trull") == ("side_has_announced", "illustrated_tarokk 9.5.2")
    both = announcing("A trull / B kontra trull@0, trull / C kontra trull@1")
    assert factors(both) == {"game": 1, "trull@0": 2, "trull@1": 2}
    result = scored(finished("three, A with C", 52, "four_kings@C"))
    assert result.scores == (1 - 2, -1 + 2, 1 - 2, -1 + 2)


@pytest.mark.rule("illustrated_tarokk 9.6.1", "illustrated_tarokk 9.6.2", "illustrated_tarokk 20.8")
@pytest.mark.rule("illustrated_tarokk 9.6.3")
def test_double_game_and_volat() -> None:
    deal = announcing("A double_game / B - / C volat")
    assert factors(deal) == {"game": 1, "double_game@0": 1, "volat@2": 1}
    same = announcing("A double_game / B - / C - / D kontra game")
    assert says(same, "volat") == [True], "the same player in a later turn"
    deal = announcing("")
    assert says(act(deal, "0 announce double_game; 0 announce trull"), "volat") == [False]
    double = act(deal, "0 announce double_game")
    assert refused(double, "0 announce volat") == ("not_in_one_turn", "illustrated_tarokk 9.6.2")
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


@pytest.mark.rule("illustrated_tarokk 9.6.7", "illustrated_tarokk 20.8")
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


STATED = {
    "2": (
        ("T11 T12 SK", "T21 T19 T18 T17 T16 T15 T14 T13 HK", "T22 T1 T2 T3", "T20 T4 T5 T6"),
        "A- B- C3 D-",
        (
            "C - / D trull / A - / B - / C four_kings / D centrum / A - / B kontra trull@3, "
            "kontra four_kings@2, eight_tarokks, pagat_ultimo / C kontra pagat_ultimo@1, kontra trull@3"
        ),
        "game x1, trull@3 x4, four_kings@2 x2, centrum@3 x1, eight_tarokks@1 x1, pagat_ultimo@1 x2",
    ),
    "5": (
        ("T22 T17 T16 T15 T14 T13 T12 T11 SK", "T2 T3 HK", "T4 T5 DK", "T21 T18 T1 CK"),
        "A3 B- C- DS AH",
        (
            "A eight_tarokks, pagat_ultimo, four_kings / B - / C - / D trull, xxi_capture / "
            "A king_uhu:C, double_game / B - / C - / D volat"
        ),
        (
            "game x1, eight_tarokks@0 x1, pagat_ultimo@0 x1, four_kings@0 x1, trull@3 x1, xxi_capture@3 x1, "
            "king_uhu:C@0 x1, double_game@0 x1, volat@3 x1"
        ),
    ),
    "7": (
        ("T2 T3 SK", "T22 T19 T4", "T21 T5", "T1 T6 T7 HK DK CK SQ"),
        "A- B2 C- D1",
        (
            "D trull, four_kings / A - / B king_ultimo:S / C - / D - / "
            "A kontra four_kings@3, kontra king_ultimo:S@1"
        ),
        "game x1, trull@3 x1, four_kings@3 x2, king_ultimo:S@1 x2",
    ),
    "11": (
        ("T2 T3 SK", "T22 T19 T18 T17 T16 T15 T14 T13 HK", "T21 T5", "T20 T1 T6 T7"),
        "A- B3 C- D-",
        (
            "B eight_tarokks / C - / D trull, four_kings, double_game / A - / B pagat_uhu / C kontra trull@3 "
            "/ D - / A kontra four_kings@3, kontra double_game@3"
        ),
        "game x1, eight_tarokks@1 x1, trull@3 x2, four_kings@3 x2, double_game@3 x2, pagat_uhu@1 x1",
    ),
}
"""Hands, auction, turns of announcing, and what was announced with its factor."""


@pytest.mark.rule("illustrated_tarokk 16.2")
@pytest.mark.parametrize("name", STATED)
def test_deals_with_many_statements(name: str) -> None:
    hands, bids, said, items = STATED[name]
    deal = announcing(said, *hands, bids=bids)
    assert ", ".join(f"{item} x{item.factor}" for item in deal.open.items) == items


# 12.1 and 12.2


@pytest.mark.rule("illustrated_tarokk 12.1.1")
def test_card_points_of_both_sides_add_up_to_ninety_four() -> None:
    deal = until(act(auction("A3 B- C- D-"), "0 lay T15; 0 lay T14; 2 lay CC"), "over", keep)
    board = deal.phase.board
    assert points(board, Side.DECLARER) + points(board, Side.DEFENDERS) == 94
    for pile in range(48, 60):
        finish = finished("three, B with D", pile)
        assert (points(finish, Side.DECLARER), points(finish, Side.DEFENDERS)) == (pile, 94 - pile)


@pytest.mark.rule("illustrated_tarokk 12.1.2")
def test_the_declarer_wins_with_forty_eight_card_points() -> None:
    assert [lines(points, game="one, A with C") for points in (47, 48)] == ["12.3.1 -3", "12.3.1 +3"]


@pytest.mark.rule("illustrated_tarokk 12.2.1", "illustrated_tarokk 12.2.2", "illustrated_tarokk 12.2.3")
def test_how_sides_settle() -> None:
    assert scored(finished("one, B with C", 50)).scores == (-3, 3, 3, -3)
    assert scored(finished("one, B with C", 40)).scores == (3, -3, -3, 3)
    assert scored(finished("one, B alone", 50)).scores == (-3, 9, -3, -3)
    assert scored(finished("one, B alone", 40, "trull@A", theirs=TRULL)).scores == (5, -15, 5, 5)
    for game in ("two, A with C", "two, B alone"):
        scores = scored(finished(game, 50, "trull@A, eight_tarokks@C", seats=5)).scores
        assert (len(scores), scores[4], sum(scores)) == (5, 0, 0)
    from_start = until(act(dealt(seats=5), "0 bid solo"), "over", keep)
    assert result_of(from_start).scores[4] == 0


# 12.3

RESULTS = {"none": 0, "up to 23": 20, "24-47": 40, "48-70": 55, "from 71": 71, "all": 94}
TABLE = """
    nothing                              : -3 -2 -1 +1 +2 +3
    double_game@A                        : -7 -6 -5 -4 +4 +7
    volat@A                              : -9 -8 -7 -6 -6 +6
    double_game@A, volat@A               : -13 -12 -11 -10 -2 +10
    game x2                              : -5 -4 -2 +2 +4 +5
    game x2, double_game@B               : -9 -6 +2 +6 +8 +9
    double_game@A x2                     : -11 -10 -9 -8 +8 +11
    double_game@A x2, game x2            : -13 -12 -10 -6 +10 +13
    double_game@B                        : -7 -4 +4 +5 +6 +7
    volat@B                              : -6 +6 +6 +7 +8 +9
    double_game@B, volat@B               : -10 +2 +10 +11 +12 +13
    double_game@A, game x2               : -9 -8 -6 -2 +6 +9
    volat@A, game x2                     : -11 -10 -8 -4 -4 +8
    double_game@A, volat@A, game x2      : -15 -14 -12 -8 +0 +12
    double_game@A, double_game@B         : -11 -8 +0 +0 +8 +11
    double_game@A, volat@B               : -10 +2 +2 +2 +10 +13
    volat@B, game x2                     : -8 +4 +4 +8 +10 +11
    game x4                              : -7 -6 -4 +4 +6 +7
    game x32                             : -35 -34 -32 +32 +34 +35
"""


def value(said: str, result: str, contract: str) -> int:
    """What A gains in a deal with C that came to some result."""
    own = 3 - ("three", "two", "one", "solo").index(contract)
    points = {"none": own, "all": 94 - 6 + own}.get(result, RESULTS[result])
    won = {"none": "BDBDBDBDB", "all": "ACACACACA"}.get(result, "")
    announced = "" if said == "nothing" else said
    return scored(finished(f"{contract}, A with C", points, announced, won=won)).scores[0]


@pytest.mark.rule("illustrated_tarokk 12.3.9")
@pytest.mark.parametrize("row", TABLE.strip().splitlines())
def test_every_cell(row: str) -> None:
    said, _, cells = row.partition(":")
    for contract, times in (("three", 1), ("two", 2), ("one", 3), ("solo", 4)):
        found = [value(said.strip(), result, contract) for result in RESULTS]
        assert found == [times * int(cell) for cell in cells.split()]


ALL = Where(won="ACACACACA")
NONE = Where(won="BDBDBDBDB")


@pytest.mark.rule("illustrated_tarokk 12.3.1", "illustrated_tarokk 12.3.2", "illustrated_tarokk 12.3.3")
@pytest.mark.rule("illustrated_tarokk 12.3.4", "illustrated_tarokk 12.3.5", "illustrated_tarokk 12.3.6")
@pytest.mark.rule("illustrated_tarokk 12.3.7", "illustrated_tarokk 12.3.8")
@pytest.mark.parametrize(
    ("points", "said", "where", "expected"),
    [
        (60, "", {}, "12.3.1 +2"),
        (30, "game x8", {}, "12.3.1 -16"),
        (71, "", {}, "12.3.2 +4"),  # instead of the game
        (20, "double_game@A", {}, "12.3.2 -4, 12.3.6 -8"),
        (90, "", ALL, "12.3.3 +6"),  # instead of the silent double game
        (90, "double_game@A", ALL, "12.3.4 +8, 12.3.3 +6"),  # beside an announced one
        (71, "double_game@C x2", {}, "12.3.4 +16"),
        (70, "double_game@C x2", {}, "12.3.4 -16"),
        (90, "volat@A x4", ALL, "12.3.5 +48"),
        (74, "volat@A x4", {}, "12.3.5 -48"),  # no double game
        (55, "volat@A", {}, "12.3.5 -12"),  # and no game
        (55, "double_game@B x2", {}, "12.3.1 +2, 12.3.6 +16"),
        (40, "double_game@A", {}, "12.3.1 -2, 12.3.6 -8"),
        (55, "volat@B x2", {}, "12.3.1 +2, 12.3.7 +24"),
        (2, "volat@A, double_game@C", NONE, "12.3.3 -6, 12.3.6 -8, 12.3.7 -12"),
        (74, "game x2", {}, "12.3.2 +4, 12.3.8 +4"),
        (90, "game x2", ALL, "12.3.3 +6, 12.3.8 +4"),
        (60, "double_game@A, game x4", {}, "12.3.4 -8, 12.3.8 +8"),
        (60, "double_game@A", {}, "12.3.4 -8"),  # the game is written with a kontra only
    ],
)
def test_the_lines_of_game_double_game_and_volat(points: int, said: str, where: Where, expected: str) -> None:
    assert lines(points, said, "two, A with C", **where) == expected


@pytest.mark.rule("illustrated_tarokk 12.4")
def test_the_order_of_the_sheet() -> None:
    said = "game x2, eight_tarokks@A, trull@A, pagat_ultimo@B, volat@B"
    ours = Where(falls="T1 C9", won="ACBDABDAC", ours="T22 T21", theirs=KINGS)
    found = lines(50, said, **ours)
    assert found == "12.3.1 +2, 12.3.7 +6, 10.1.1 +2, 10.3.1 +5, 10.1.5 +10, 10.1.2 -1, 9.4.2 +1"
    result = scored(finished("three, A with C", 50, said, windows=(1, 2), **ours))
    assert result.scores == tuple(4 * each for each in (24 + 3, -24 - 1, 24 - 1, -24 - 1))
    assert (result.next_dealer, result.next_session["windows"]) == (0, [1])


@pytest.mark.rule("illustrated_tarokk 12.4")
def test_each_line_has_its_outcome_factors_and_figures() -> None:
    ours = Where(falls="T1 C9", won="ACBDABDAB", ours="T22 T21", theirs=KINGS)
    result = scored(finished("three, A with C", 50, "four_kings@A x2, volat@B", windows=(1,), **ours))
    lines = [(line.item, line.side, line.outcome, line.factors, line.figures) for line in result.lines]
    both, window = multipliers(kontra=2, doubled=2), multipliers(doubled=2)
    assert lines == [
        ("game", Side.DECLARER, Outcome.WON, window, {"points": 50, "needed": 48}),
        ("volat", Side.DECLARER, Outcome.MISSED, window, {}),
        ("four_kings", Side.DEFENDERS, Outcome.MISSED, both, {}),
        ("pagat_ultimo", Side.DEFENDERS, Outcome.LOST, window, {}),
        ("four_kings", Side.DEFENDERS, Outcome.WON, window, {}),
    ]
    assert {line.declarers for line in result.lines} == {(0, 2)}
    made = scored(finished("three, A with C", 50, "trull@C", ours=TRULL)).lines[-1]
    assert (made.outcome, made.factors) == (Outcome.MADE, ())


@pytest.mark.parametrize(
    ("said", "points", "told"),
    [
        ("double_game@A", 71, ("double_game.made.declarer", 71)),
        ("double_game@A", 63, ("double_game.missed.declarer", 63)),
        ("double_game@A", 30, ("double_game.missed.declarer", 30)),
        ("double_game@B", 20, ("double_game.made.defenders", 74)),
        ("double_game@B", 30, ("double_game.missed.defenders", 64)),
        ("nothing", 71, ("double_game.won.declarer", 71)),
        ("nothing", 20, ("double_game.won.defenders", 74)),
    ],
)
def test_a_double_game_tells_the_card_points_of_its_side(
    said: str, points: int, told: tuple[str, int]
) -> None:
    result = scored(finished("three, A with C", points, "" if said == "nothing" else said))
    line = next(each for each in result.lines if each.item == "double_game")
    assert (line.sentence, line.figures) == (told[0], {"points": told[1], "needed": 71})


@pytest.mark.parametrize(("rule", "needed"), [("defenders_doubled", 48), ("defenders_need_48", 47)])
def test_a_game_tells_the_card_points_needed_under_the_house_rule(rule: str, needed: int) -> None:
    options: dict[str, object] = {"tie_47_with_kontra": rule}
    doubled = scored(finished("three, A with C", 50, "game x2", options=options)).lines[0]
    plain = scored(finished("three, A with C", 50, options=options)).lines[0]
    assert doubled.figures == {"points": 50, "needed": needed}
    assert plain.figures == {"points": 50, "needed": 48}


TABLE_OF_EXAMPLES = """
    1 | three, A with C | 55 | | | 12.3.1 +1 | 1 -1 1 -1
    2 | two, A with B | 47 | | | 12.3.1 -2 | -2 -2 2 2
    3 | one, A alone | 60 | | ours TRULL | 12.3.1 +3, 10.1.1 +1 | 12 -4 -4 -4
    4 | three, A alone | 40 | | theirs KINGS | 12.3.1 -1, 10.1.2 -1 | -6 2 2 2
    5 | two, B with D | 74 | game x2 | | 12.3.2 +4, 12.3.8 +4 | -8 8 -8 8
    6a | two, B with D | 74 | game x2, double_game@B | | 12.3.4 +8, 12.3.8 +4 | -12 12 -12 12
    6b | two, B with D | 60 | game x2, double_game@B | | 12.3.4 -8, 12.3.8 +4 | 4 -4 4 -4
    7 | one, C with D | 73 | | | 12.3.2 +6 | -6 -6 6 6
    8a | three, A with B | 91 | | won AAAAABBBB | 12.3.3 +3 | 3 3 -3 -3
    8b | three, A with B | 87 | | won AAAAABBBC; ours TRULL KINGS
        | 12.3.2 +2, 10.1.1 +1, 10.1.2 +1 | 4 4 -4 -4
    9 | solo, D with A | 88 | double_game@D, volat@A, trull@A | won DDDDDAAAA
        | 12.3.5 +24, 12.3.4 +16, 10.1.1 +2 | 42 -42 -42 42
    10 | two, A with C | 78 | double_game@A, volat@C | won AAAACCCCB; theirs T21 HK
        | 12.3.5 -12, 12.3.4 +8 | -4 4 -4 4
    11 | two, B with A | 73 | nine_tarokks@B, volat@A x2, trull@A, pagat_uhu@A
        | won BABABABAC; ours T22 T21; falls T1 A8
        | 12.3.5 -24, 10.1.1 +2, 10.1.10 +20, 9.4.2 +2 | -4 4 0 0
    12a | one, A with D | 20 | double_game@A | | 12.3.2 -6, 12.3.6 -12 | -18 18 18 -18
    12b | one, A with D | 60 | double_game@A | | 12.3.4 -12 | -12 12 12 -12
    13a | three, A with B | 50 | four_kings@A | theirs KINGS | 12.3.1 +1, 10.1.2 -2, 10.1.2 -1 | -2 -2 2 2
    13b | three, A with B | 50 | four_kings@A x2 | theirs KINGS | 12.3.1 +1, 10.1.2 -4, 10.1.2 -1 | -4 -4 4 4
    14 | three, A with B | 55 | trull@A, trull@C | ours TRULL | 12.3.1 +1, 10.1.1 +2, 10.1.1 +2 | 5 5 -5 -5
    15a | three, A with C | 52 | | falls T1 B9; won ACBDABACD | 12.3.1 +1, 10.3.1 +5 | 6 -6 6 -6
    15b | three, A with C | 52 | | falls T1 C9; won ACBDABACD | 12.3.1 +1, 10.3.1 -5 | -4 4 -4 4
    16 | two, B with D | 54 | | falls T22 A9, T21 B9; won DBDBDACCA | 12.3.1 +2, 10.3.3 -21 | 19 -19 19 -19
    17 | three, A with C | 50 | xxi_capture@A | falls T22 B3, T21 C3; won ACBADDACD
        | 12.3.1 +1, 10.1.6 -42, 10.3.3 -21 | -62 62 -62 62
    18 | one, D with B | 56 | trull@D, king_ultimo:S@B x2, four_kings@D x2
        | falls SK B9; won DBACDBACB; ours TRULL
        | 12.3.1 +3, 10.1.1 +2, 10.1.11 +30, 10.1.2 -4 | -31 31 -31 31
    19 | three, A with C | 55 | eight_tarokks@C | ours TRULL; windows 2
        | 12.3.1 +1, 10.1.1 +1, 9.4.2 +1 | 2 -6 10 -6
    20 | two, B with A | 44 | pagat_ultimo@B | windows 1 3 | 12.3.1 -2, 10.1.5 -10 | -48 -48 48 48
    22 | three, A with C | 50 | eight_tarokks@A, claim:nine_tarokks@B |
        | 12.3.1 +1, 9.4.2 +1, 9.4.3 +2 | 4 0 0 -4
    23 | one, D with A | 46 | eight_tarokks@D, four_kings@A x2, pagat_ultimo@D | falls T1 D9; won DABBDABCD
        | 12.3.1 -3, 10.1.2 -4, 10.1.5 +10, 9.4.2 +1 | 2 -4 -4 6
    24 | one, C with D | 58 | trull@D, centrum@D | falls T20 D5; won CDCDDABAB; ours TRULL
        | 12.3.1 +3, 10.1.1 +2, 10.1.7 +10 | -15 -15 15 15
    25 | two, C alone | 56 | eight_tarokks@C, game x4, double_game@C x2, trull@C | ours TRULL
        | 12.3.4 -16, 12.3.8 +8, 10.1.1 +2, 9.4.2 +1 | 5 5 -15 5
    26 | three, A with B | 58 | centrum@A, small_bird@A | falls T20 A5, T21 B6; won ABABACCDD; theirs SK
        | 12.3.1 +1, 10.1.7 +10, 10.1.8 -10 | 1 1 -1 -1
    27 | three, A with B | 46 | game x32 | | 12.3.1 -32 | -32 -32 32 32
    28 | solo, B alone | 50 | | ours TRULL; seats 5 | 12.3.1 +4, 10.1.1 +1 | -5 15 -5 -5 0
    29 | three, A with B | 49 | pagat_uhu@B x4 | falls T1 B9; won ABCBACDCB; theirs T21
        | 12.3.1 +1, 10.1.10 -80, 10.3.1 +5 | -74 -74 74 74
    30a | two, A with B | 60 | double_game@C | | 12.3.1 +2, 12.3.6 +8 | 10 10 -10 -10
    30b | two, A with B | 20 | double_game@C | | 12.3.4 -8 | -8 -8 8 8
"""
"""Number, contract and sides, card points, statements, what `finished` is given, the sheet, the scores."""
EXAMPLES = [
    [cell.strip() for cell in row.split("|")]
    for row in re.sub(r"\n +\|", " |", TABLE_OF_EXAMPLES.strip()).splitlines()
]


@pytest.mark.rule("illustrated_tarokk 15.1")
@pytest.mark.parametrize("row", EXAMPLES, ids=[row[0] for row in EXAMPLES])
def test_scoring(row: list[str]) -> None:
    _, game, card_points, said, where, lines, scores = row
    given: dict[str, Any] = dict(each.split(" ", 1) for each in where.split("; ") if each)
    for side in ("ours", "theirs"):
        given[side] = given.get(side, "").replace("TRULL", TRULL).replace("KINGS", KINGS)
    given["windows"] = tuple(map(int, given.get("windows", "").split()))
    given["seats"] = int(given.get("seats", 4))
    result = scored(finished(game, int(card_points), said, **given))
    assert sheet(result, len(given["windows"])) == lines
    assert result.scores == tuple(map(int, scores.split()))
    assert sum(result.scores) == 0
    assert {line.rule for line in result.lines} <= RULES


@pytest.mark.rule("illustrated_tarokk 15.1")
@pytest.mark.parametrize(("windows", "scores"), [((), (1, 1, 1, -3)), ((2,), (2, 2, 2, -6))])
def test_a_failed_trial_bid(windows: tuple[int, ...], scores: tuple[int, ...]) -> None:
    deal = act(dealt("T22", "T21", "T1", "T2-T10", windows=windows), calls("A- B- C- D3"))
    assert (sheet(result_of(deal), len(windows)), result_of(deal).scores) == ("4.5.2 -1", scores)


DEALS = {
    "3": ("12.3.1 -3, 10.1.2 -4, 10.1.5 +10, 9.4.2 +1", (46, 48)),
    "4": ("12.3.1 +2, 10.3.3 -21", (54, 40)),
    "10": ("12.3.1 +3, 10.1.1 +2, 10.1.7 +10", (58, 36)),
}
"""The sheet of each deal that was played card by card, and the card points of both sides."""
PLAYED = dict(zip(DEALS, map(Sample.of, documents("illustrated_tarokk.worked.jsonl")), strict=True))


@pytest.mark.rule("illustrated_tarokk 16.1")
@pytest.mark.parametrize("name", DEALS)
def test_deals_played_card_by_card(name: str) -> None:
    deal = PLAYED[name].end(ILLUSTRATED_TAROKK)
    board, result = deal.phase.board, result_of(deal)
    assert (sheet(result), tuple(points(board, side) for side in SIDES)) == DEALS[name]
    inherited = {"dealer": result.next_dealer, "session": result.next_session}
    assert (list(result.scores), inherited) == (
        PLAYED[name].expected["scores"],
        PLAYED[name].expected["next"],
    )
