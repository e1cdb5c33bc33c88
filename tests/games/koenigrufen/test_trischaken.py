"""§12 and §13: trischaken, doubled deals, the session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.games.koenigrufen import KOENIGRUFEN
from bot.games.koenigrufen.scores import score
from bot.rules.cards import CARDS, VALUE, Cards, counted_in_threes
from bot.rules.layout import as_int
from bot.rules.results import Result
from bot.rules.session import Session
from tests.games.koenigrufen.table import bids, dealt, koenig, piled, result_of, sheet, worked
from tests.notation import act, cards, legal, until, with_open

ALL = "SK HK DK CK T22 T21 T1 SQ HQ DQ CQ SC HC DC CC SJ HJ"
EXAMPLES = {
    "T1": ((4, "SK HK DK CK T22"), (3, "T21 T1 SQ"), (3, "HQ DQ CQ SJ"), (2, "SC HC DC CC HJ")),
    "T2": ((4, "SK HK DK SQ"), (3, "CK T22 T21 T1"), (3, "HQ DQ CQ SJ"), (2, "SC HC DC CC HJ")),
    "T3": ((0, ""), (6, "SK HK DK CK T22 SC"), (0, ""), (6, "T21 T1 SQ HQ DQ CQ HC DC CC SJ HJ")),
    "T4": ((3, "SK SC"), (6, "HK DK CK T22 T21 T1 SQ SJ"), (0, ""), (3, "HQ DQ CQ HC DC CC HJ")),
    "T5": ((0, ""), (0, ""), (12, ALL), (0, "")),
    "T6": ((12, ALL), (0, ""), (0, ""), (0, "")),
    "T7": ((2, "SK SQ"), (3, "HK DK CK HQ"), (3, "T22 T21 T1 DQ"), (4, "CQ SC HC DC CC SJ HJ DJ")),
    "T8": ((3, "SK HK DK SJ"), (3, "CK T22 T21 HJ"), (3, "T1 SQ HQ DQ"), (3, "CQ SC HC DC CC DJ CJ")),
    "T10": ((2, "SK HK SJ"), (3, "DK CK SC"), (4, "T22 T21 T1 SQ HQ HC"), (3, "DQ CQ DC CC HJ")),
}
"""Tricks of each seat with the cards of value in them, as in the table of 19.3."""
EXAMPLES["T9"] = EXAMPLES["T1"]


def piles(*shares: tuple[int, str], talon: str = "") -> tuple[tuple[int, str], ...]:
    """Tricks for seats 0 to 3: numbers of tricks and their cards, filled up with empty ones."""
    used = {each for codes in (talon, *(share[1] for share in shares)) for each in cards(codes)}
    blanks = iter([each for each in CARDS if VALUE[each] == 1 and each not in used])
    tricks = []
    for seat, (number, codes) in enumerate(shares):
        pile = cards(codes)
        pile += [next(blanks) for _ in range(4 * number - len(pile))]
        tricks += [(seat, " ".join(map(str, pile[at : at + 4]))) for at in range(0, len(pile), 4)]
    return tuple(tricks)


def trischaken(
    *shares: tuple[int, str], talon: str = "", doubled: int = 0, options: Mapping[str, object] | None = None
) -> Result:
    """The result of forehand's trischaken in which the tricks fell like that."""
    deal = koenig(talon=talon, doubled=doubled, options=options, after=bids("trischaken"))
    tricks = piled(piles(*shares, talon=talon))
    assert len(tricks) == 12
    over = score(with_open(deal.phase.board, tricks=tricks))
    assert over.board.open.result is not None
    return over.board.open.result


def row(result: Result) -> str:
    """The row of §12 that was written."""
    (line,) = result.lines
    return line.rule.removeprefix("koenigrufen ")


@pytest.mark.rule("koenigrufen 19.3")
@pytest.mark.parametrize(
    ("name", "points", "number", "scores"),
    [
        ("T1", (25, 15, 14, 12), "12.4", (-60, 20, 20, 20)),
        ("T2", (20, 20, 14, 12), "12.5", (-10, -10, 10, 10)),
        ("T3", (0, 30, 0, 36), "12.2", (10, -10, 10, -10)),
        ("T4", (10, 36, 0, 20), "12.2", (-10, -10, 30, -10)),
        ("T5", (0, 0, 66, 0), "12.1", (10, 10, -30, 10)),
        ("T6", (66, 0, 0, 0), "12.1", (-60, 20, 20, 20)),
        ("T7", (10, 19, 19, 19), "12.5", (30, -10, -10, -10)),
        ("T8", (17, 17, 17, 17), "12.3", (0, 0, 0, 0)),
        ("T9", (25, 15, 14, 12), "12.4", (-120, 40, 40, 40)),
        ("T10", (12, 14, 25, 15), "12.4", (10, 10, -30, 10)),
    ],
)
def test_examples(name: str, points: tuple[int, ...], number: str, scores: tuple[int, ...]) -> None:
    won = piles(*EXAMPLES[name])
    counted = (Cards.of(" ".join(codes for winner, codes in won if winner == seat)) for seat in range(4))
    assert tuple(map(counted_in_threes, counted)) == points
    result = trischaken(*EXAMPLES[name], doubled=1 if name == "T9" else 0)
    assert (row(result), result.scores) == (number, scores)


@pytest.mark.rule("koenigrufen 12.1")
@pytest.mark.rule("koenigrufen 12.2")
@pytest.mark.rule("koenigrufen 12.4")
@pytest.mark.rule("koenigrufen 12.5")
@pytest.mark.parametrize(
    ("name", "without", "number", "scores"),
    [
        ("all tricks, declarer", 3, "12.1", (-60, 20, 20, 20)),
        ("all tricks, another", 3, "12.1", (10, 10, -30, 10)),
        ("one without", 1, "12.2", (30, -10, -10, -10)),
        ("two without", 2, "12.2", (-10, 10, 10, -10)),
        ("most, declarer", 0, "12.4", (-60, 20, 20, 20)),
        ("most, another", 0, "12.4", (10, 10, -30, 10)),
        ("two share", 0, "12.5", (-10, 10, 10, -10)),
        ("three share", 0, "12.5", (-10, -10, -10, 30)),
    ],
)
def test_rows(name: str, without: int, number: str, scores: tuple[int, ...]) -> None:
    deal = worked(name)
    assert deal.open.tricks_won.count(0) == without
    assert (row(result_of(deal)), result_of(deal).scores) == (number, scores)


@pytest.mark.rule("koenigrufen 12.3")
def test_nobody_scores_if_all_have_the_same_card_points() -> None:
    result = trischaken(*EXAMPLES["T8"])
    assert (row(result), result.scores, result.void) == ("12.3", (0, 0, 0, 0), False)
    assert result.lines[0].base == 0


@pytest.mark.rule("koenigrufen 12.6")
def test_every_player_plays_alone() -> None:
    deal = koenig("SK", "HK", "DK", "CK", talon="T22 T21 T1 SQ HQ DQ", after=bids("trischaken"))
    assert (deal.phase.name, deal.seats(), deal.open.items) == ("play", (0,), ())
    over = until(deal, "over")
    piles_won = [over.open.won_by((seat,)) for seat in range(4)]
    assert sum(map(len, piles_won)) == 48
    assert not any(Cards.of(over.layout.talon) & pile for pile in piles_won)


@pytest.mark.rule("koenigrufen 12.7")
@pytest.mark.rule("koenigrufen 17.1.18")
def test_rounded_points_or_thirds() -> None:
    """17 points each for seats 0 and 1, but 51 thirds against 52."""
    shares = ((3, "SK HK DK SJ"), (4, "CK T22 T21"), (3, "T1 SQ SC HJ"), (2, "HC DC DJ CJ"))
    assert trischaken(*shares).scores == (-10, -10, 10, 10)
    thirds = trischaken(*shares, options={"trischaken_compare": "thirds"})
    assert (row(thirds), thirds.scores) == ("12.4", (10, -30, 10, 10))
    fewer = ((3, "SK HK DK SJ"), (4, "CK T22 SQ"), (3, "T1 T21 SC HJ"), (2, "HC DC DJ CJ"))
    thirds = trischaken(*fewer, options={"trischaken_compare": "thirds"})
    assert thirds.scores == (-60, 20, 20, 20), "51 thirds in three tricks against 49 in four"


@pytest.mark.rule("koenigrufen 17.1.19")
@pytest.mark.parametrize(
    ("owner", "scores"),
    [("nobody", (-60, 20, 20, 20)), ("last_trick", (10, 10, 10, -30)), ("first_six", (10, -30, 10, 10))],
)
def test_the_house_rule_decides_who_gets_the_talon(owner: str, scores: tuple[int, ...]) -> None:
    """Three kings lie in the talon, as the fourth to the sixth card; seat 1 wins tricks 4 to 6."""
    shares = ((3, "T22 T21 SK T1"), (3, "SQ HQ SJ"), (3, "DQ SC HC HJ"), (3, "CQ DC CC DJ CJ"))
    options = {"trischaken_talon": owner}
    assert trischaken(*shares, talon="S7 S8 S9 HK DK CK", options=options).scores == scores


@pytest.mark.rule("koenigrufen 12.8")
def test_the_spread_of_the_payment() -> None:
    spreads = {name: result_of(worked(name)).scores for name in ("one without", "two without", "three share")}
    assert [sorted(each) for each in spreads.values()] == [
        [-10, -10, -10, 30],
        [-10, -10, 10, 10],
        [-10, -10, -10, 30],
    ]
    assert all(sum(each) == 0 for each in spreads.values())


def session(deals: str) -> list[int]:
    """How many doubled deals are left before each deal of a session: t a trischaken, r a surrendered rufer.

    Each of them is checked to be doubled, or not, as it should be.
    """
    now, seen = Session.first(KOENIGRUFEN, {}, 4, dealer=3), []
    for kind in deals:
        left = as_int(now.inherited["doubled"])
        calls = f"{bids('rufer')}; 0 call HK; 0 surrender"
        surrendered = koenig(talon="HK T20-T22 T2 T3", doubled=left, after=calls)
        result = result_of(surrendered) if kind == "r" else trischaken(*EXAMPLES["T1"], doubled=left)
        once = {"r": -30, "t": -60}[kind]
        assert result.scores[0] == (2 * once if left else once)
        now = replace(now.after(result), dealer=3)
        seen.append(left)
    return seen


@pytest.mark.rule("koenigrufen 13.1")
def test_four_deals_are_doubled() -> None:
    assert session("trrrrrr") == [0, 4, 3, 2, 1, 0, 0]
    assert sheet(worked("17")) == "6.3.2 -40"


@pytest.mark.rule("koenigrufen 13.2")
def test_a_trischaken_among_doubled_deals_adds_four_more() -> None:
    assert session("trrtrrrrrr") == [0, 4, 3, 2, 5, 4, 3, 2, 1, 0], "deals 2 to 9, and never four times"


@pytest.mark.rule("koenigrufen 13.3")
def test_the_counter_of_doubled_deals() -> None:
    assert session("ttrr") == [0, 4, 7, 6]
    again = act(dealt("S* -SK H* -HK -S7 -H4", doubled=2), "0 redeal")
    assert dict(result_of(again).next_session) == {"doubled": 2}, "a redeal uses up none"


@pytest.mark.rule("koenigrufen 13.4")
def test_the_session_ends_with_doubled_deals_left() -> None:
    now = Session.first(KOENIGRUFEN, {}, 4, dealer=3)
    for _ in range(4):
        now = now.after(replace(result_of(worked("two without")), next_dealer=now.dealer))
    assert now.deals == 4
    assert now.inherited == {"doubled": 4}
    assert (now.totals, now.net) == ((-40, 40, 40, -40), (-40, 40, 40, -40))


@pytest.mark.rule("koenigrufen 13.5")
def test_every_deal_is_played() -> None:
    deal = koenig(after="1 pass; 2 pass; 3 pass")
    assert "pass" not in legal(deal)
    assert not result_of(until(act(deal, "0 bid solodreier"), "over")).void
