"""§10 to §13 and §19: the score sheet, trischaken, the worked examples."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.games.koenigrufen import KOENIGRUFEN
from bot.games.koenigrufen.scores import score
from bot.rules.cards import CARDS, VALUE, Cards, counted_in_threes
from bot.rules.layout import as_int
from bot.rules.results import Result
from bot.rules.session import Session
from tests.games.koenigrufen.table import (
    NAMES,
    WORKED,
    bids,
    bonuses,
    dealt,
    finished,
    gain,
    koenig,
    piled,
    sheet,
    worked,
)
from tests.notation import act, cards, legal, result_of, until, with_open
from tests.rulebook import RULES

ALL = tuple(range(1, 13))


@pytest.mark.rule("koenigrufen 10.1.1")
@pytest.mark.parametrize(
    ("contract", "talon", "kings"),
    [
        ("dreier", "CK H3 H2 D4 D3 D2", True),  # the untaken half
        ("rufer", "CK H3 H2 D4 D3 D2", True),
        ("solodreier", "CK H3 H2 D4 D3 D2", False),  # the talon is the opponents'
        ("solorufer", "CK H3 H2 D4 D3 D2", False),
        ("solorufer", "HK CK H2 D4 D3 D2", True),  # except for the half with the called king
        ("solorufer", "HK H3 H2 CK D3 D2", False),
    ],
)
def test_talon_cards_that_count_with_the_declarers_tricks(contract: str, talon: str, kings: bool) -> None:
    """Forehand's side wins all kings that are played."""
    in_talon = {"HK", "CK"} & set(talon.split())
    trick = " ".join(("SK", "DK", *{"HK", "CK"} - in_talon, "S7", "S8", "S9"))
    deal = finished(contract, (1, 0, " ".join(trick.split()[:4])), talon=talon)
    assert ("10.2.6" in bonuses(deal)) is kings


@pytest.mark.rule("koenigrufen 10.1.1")
@pytest.mark.parametrize(("talon", "trull"), [("HK T21 H2 D4 D3 D2", False), ("HK H3 H2 T21 D3 D2", True)])
def test_the_half_with_the_called_king_does_not_count_for_the_opponents(talon: str, trull: bool) -> None:
    deal = finished("solorufer", (3, 1, "S7 T22 T1 S8"), others=(0, 1), talon=talon)
    assert ("10.2.5 -20" in bonuses(deal)) is trull


@pytest.mark.rule("koenigrufen 8.6.2")
@pytest.mark.parametrize(("contract", "line"), [("rufer", "10.3.5 -20"), ("solorufer", "10.3.5 -20")])
def test_kontra_with_the_called_king_in_the_talon(contract: str, line: str) -> None:
    """A rufer costs 10 and a solorufer 20: the kontra is void in the solorufer alone."""
    lost = finished(contract, said="1 kontra game; 1 done", others=(0, 1), talon="HK H3 H2 D4 D3 D2")
    assert sheet(lost).split(", ")[0] == line


@pytest.mark.rule("koenigrufen 10.1.2")
def test_only_tricks_count_in_piccolo_and_bettel() -> None:
    assert sheet(finished("piccolo", (3, 0, "T22 T21 T1 SK"), others=(1, 2))) == "5.5 +20"
    assert sheet(finished("bettel", (3, 0, "S7 S8 S9 S10"), others=(1, 2))) == "5.6 -30"


@pytest.mark.rule("koenigrufen 10.2.1", "koenigrufen 10.2.2", "koenigrufen 10.2.3")
@pytest.mark.parametrize(
    ("card", "trick", "line", "value"),
    [("T1", 12, "10.2.1", 10), ("T2", 11, "10.2.2", 20), ("T3", 10, "10.2.3", 30)],
)
def test_birds(card: str, trick: int, line: str, value: int) -> None:
    assert bonuses(finished("dreier", (trick, 0, f"{card} S7 S8 S9"))) == f"{line} +{value}"
    assert bonuses(finished("dreier", (trick, 1, f"{card} T9 S8 S9"))) == f"{line} -{value}"
    assert bonuses(finished("dreier", (trick, 1, f"S7 {card} S8 S9"))) == f"{line} -{value}"
    assert bonuses(finished("dreier", (trick, 0, f"T9 {card} S8 S9"))) == f"{line} +{value}"
    for other in set(ALL) - {trick}:
        assert bonuses(finished("dreier", (other, 0, f"{card} S7 S8 S9"))) == "", "only in its trick"


@pytest.mark.rule("koenigrufen 10.2.4")
def test_king_ultimo() -> None:
    assert bonuses(finished("rufer", (12, 1, "HQ HK H1 HJ"))) == "10.2.4 +10"
    assert bonuses(finished("rufer", (12, 0, "T5 HK H1 HJ"))) == "10.2.4 +10", "an ally wins it"
    assert bonuses(finished("rufer", (12, 2, "HQ HK T5 HJ"))).split(", ")[0] == "10.2.4 -10"
    assert bonuses(finished("rufer", (11, 1, "HQ HK H1 HJ"))) == ""
    assert bonuses(finished("dreier", (12, 1, "HQ HK H1 HJ"))) == "", "without a call"


@pytest.mark.rule("koenigrufen 10.2.5", "koenigrufen 10.2.6")
def test_trull_and_four_kings() -> None:
    tricks = "T22 S7 T1 S8", "T21 S9 S10 SJ"
    assert bonuses(finished("dreier", (5, 0, tricks[0]), (6, 0, tricks[1]))) == "10.2.5 +10"
    assert bonuses(finished("dreier", (5, 2, tricks[0]), (6, 3, tricks[1]))) == "10.2.5 -10"
    split = (5, 0, "T22 S7 S8 S9"), (6, 0, "T21 D1 DJ C7"), (7, 2, "T1 T9 C8 C9")
    assert bonuses(finished("dreier", *split)) == ""
    assert bonuses(finished("dreier", (5, 0, "SK HK DK CK"))) == "10.2.6 +10"
    assert bonuses(finished("dreier", (5, 2, "SK HK DK CK"))) == "10.2.6 -10"
    assert bonuses(finished("dreier", (5, 0, "SK HK DK C7"), (6, 2, "CK C8 C9 C10"))) == ""


@pytest.mark.rule("koenigrufen 10.2.7", "koenigrufen 10.2.8")
def test_captures() -> None:
    assert bonuses(finished("dreier", (3, 1, "T21 T22 S7 S8"))) == "10.2.7 -10"
    assert bonuses(finished("dreier", (3, 0, "T22 T21 S7 S8"))) == "10.2.7 +10"
    assert bonuses(finished("dreier", (3, 1, "S7 T22 T21 S8"))) == "", "their own Sküs"
    assert bonuses(finished("rufer", (3, 1, "T21 T22 S7 S8"))) == "", "the partner's Sküs"
    assert bonuses(finished("dreier", (3, 0, "T21 T9 S7 S8"))) == ""
    assert bonuses(finished("rufer", (4, 2, "HQ HK T5 HJ"))) == "10.2.8 -10"
    assert bonuses(finished("rufer", (4, 0, "T5 HK H1 HJ"))) == "", "taken by its own side"
    assert bonuses(finished("rufer", (12, 2, "HQ HK T5 HJ"))) == "10.2.4 -10, 10.2.8 -10"
    assert bonuses(finished("dreier", (4, 2, "HQ HK T5 HJ"))) == "", "without a call"
    assert bonuses(finished("solorufer", talon="HK H3 H2 D4 D3 D2")) == "", "it stays in the talon"


@pytest.mark.rule("koenigrufen 10.2.9")
def test_a_bird_overtaken_by_its_own_side() -> None:
    assert bonuses(finished("rufer", (12, 1, "T1 T9 S8 S9"))) == "", "declarer's, by the partner"
    assert bonuses(finished("dreier", (12, 2, "S7 T1 T9 S9"))) == "", "an opponent's, by another"
    assert sheet(worked("13")) == "10.3.4 +40"


@pytest.mark.rule("koenigrufen 10.2.10")
def test_an_announced_bonus_is_either_won_or_lost() -> None:
    said = "1 done; 2 done; 3 done; 0 announce pagat; 0 done; 1 done; 2 done; 3 done"
    for trick, points in (
        ((12, 0, "T1 S7 S8 S9"), "+20"),
        ((12, 1, "T1 T9 S8 S9"), "-20"),
        ((9, 0, "T1 S7 S8 S9"), "-20"),
    ):
        assert bonuses(finished("rufer", trick, said=said)) == f"10.2.1 {points}"
    kontra = "1 done; 2 done; 3 done; 0 announce pagat; 0 done; 1 kontra pagat@0; 1 done"
    assert bonuses(finished("dreier", (12, 0, "T1 S7 S8 S9"), said=kontra)) == "10.2.1 +40"


@pytest.mark.rule("koenigrufen 10.2.11", "koenigrufen 10.2.12")
def test_silent_and_announced_bonuses_of_both_sides() -> None:
    assert sheet(worked("14")) == "10.3.4 +10, 10.2.5 -20, 10.2.5 -10"
    said = "1 announce trull; 1 done"
    deal = finished("dreier", (5, 0, "T22 S7 T1 S8"), (6, 0, "T21 S9 S10 SJ"), said=said)
    assert bonuses(deal) == "10.2.5 +10, 10.2.5 +20"
    assert bonuses(finished("solodreier", (12, 0, "T1 S7 S8 S9"))) == "10.2.1 +20"
    assert bonuses(finished("solorufer", (4, 2, "HQ HK T5 HJ"))) == "10.2.8 -20"
    for contract in ("rufer", "sechserdreier", "besserrufer", "dreier"):
        bird = "1 done; 2 done; 3 done; 0 announce uhu; 0 done" if contract == "besserrufer" else ""
        assert "10.2.1 +10" in bonuses(finished(contract, (12, 0, "T1 S7 S8 S9"), said=bird))


@pytest.mark.rule("koenigrufen 10.3.1", "koenigrufen 10.3.2", "koenigrufen 10.3.3", "koenigrufen 10.3.4")
@pytest.mark.rule("koenigrufen 10.3.5")
def test_each_row_of_valat_and_contract() -> None:
    assert sheet(worked("11")) == "10.3.1 +400"
    assert sheet(worked("20")).split(", ")[0] == "10.3.1 +1600"
    assert sheet(worked("6")).split(", ")[0] == "10.3.2 -320", "with 65 card points"
    assert sheet(worked("10")).split(", ")[0] == "10.3.3 +320", "with kontra on the contract"
    assert (sheet(worked("1")), sheet(worked("7b"))) == ("10.3.4 +10", "10.3.4 +40")
    assert sheet(worked("2")).split(", ")[0] == "10.3.5 -20"
    assert sheet(worked("5")).split(", ")[0] == "10.3.5 -40", "a sechserdreier costs twice what it brings"
    kontra = "1 kontra game; 1 done; 2 done; 3 done; 0 done"
    assert sheet(finished("sechserdreier", said=kontra)).split(", ")[0] == "10.3.5 -80"


@pytest.mark.rule("koenigrufen 10.3.6")
@pytest.mark.parametrize(
    ("contract", "points"),
    [
        ("rufer", 40),
        ("sechserdreier", 80),
        ("solorufer", 80),
        ("besserrufer", 80),
        ("dreier", 160),
        ("farbensolo", 200),
        ("solodreier", 400),
    ],
)
def test_valat_in_all_positive_contracts(contract: str, points: int) -> None:
    bird = "1 done; 2 done; 3 done; 0 announce uhu; 0 done" if contract == "besserrufer" else ""
    assert sheet(finished(contract, others=(0,), said=bird)).split(", ")[0] == f"10.3.3 +{points}"


@pytest.mark.rule("koenigrufen 10.3.7", "koenigrufen 10.3.8")
def test_bonuses_beside_a_valat() -> None:
    assert sheet(worked("10")) == "10.3.3 +320, 10.2.1 +10, 10.2.5 +10, 10.2.6 +10"
    assert sheet(worked("6")) == "10.3.2 -320, 10.2.6 +10"
    assert sheet(finished("dreier", others=(1, 2, 3))) == "10.3.5 -40"


@pytest.mark.rule("koenigrufen 11.1", "koenigrufen 11.2")
@pytest.mark.parametrize("name", NAMES[:21])
def test_settlement(name: str) -> None:
    board, result = worked(name).phase.board, result_of(worked(name))
    total = sum(map(gain, result.lines))
    side = {board.open.declarer, board.hidden.partner} - {None}
    expected = tuple(
        (total if len(side) == 2 else 3 * total) if seat in side else -total for seat in range(4)
    )
    assert result.scores == expected
    assert sum(result.scores) == 0
    for line in result.lines:
        assert sum(line.amounts) == 0


@pytest.mark.rule("koenigrufen 11.3")
def test_a_doubled_deal() -> None:
    assert result_of(worked("16")).scores == (-60, 180, -60, -60)
    once, twice = (finished("dreier", (12, 0, "T1 S7 S8 S9"), doubled=left) for left in (0, 2))
    assert [2 * points for points in result_of(once).scores] == list(result_of(twice).scores)
    assert (sheet(once), sheet(twice)) == ("10.3.5 -40, 10.2.1 +10", "10.3.5 -80, 10.2.1 +20")


@pytest.mark.rule("koenigrufen 11.4")
def test_scores_add_up() -> None:
    session = Session.first(KOENIGRUFEN, {}, 4, dealer=3)
    for name in ("1", "2", "3"):
        session = session.after(result_of(worked(name)))
    assert (session.deals, session.totals, session.net) == (3, (-60, 40, -20, 40), (-60, 40, -20, 40))


COUNTERS = "SK HK DK CK T22 T21 T1 SQ HQ DQ CQ SC HC DC CC SJ HJ"
EXAMPLES = {
    "T1": ((4, "SK HK DK CK T22"), (3, "T21 T1 SQ"), (3, "HQ DQ CQ SJ"), (2, "SC HC DC CC HJ")),
    "T2": ((4, "SK HK DK SQ"), (3, "CK T22 T21 T1"), (3, "HQ DQ CQ SJ"), (2, "SC HC DC CC HJ")),
    "T3": ((0, ""), (6, "SK HK DK CK T22 SC"), (0, ""), (6, "T21 T1 SQ HQ DQ CQ HC DC CC SJ HJ")),
    "T4": ((3, "SK SC"), (6, "HK DK CK T22 T21 T1 SQ SJ"), (0, ""), (3, "HQ DQ CQ HC DC CC HJ")),
    "T5": ((0, ""), (0, ""), (12, COUNTERS), (0, "")),
    "T6": ((12, COUNTERS), (0, ""), (0, ""), (0, "")),
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
    (line,) = result.lines
    return line.rule.removeprefix("koenigrufen ")


@pytest.mark.rule("koenigrufen 12.1", "koenigrufen 12.2", "koenigrufen 12.3", "koenigrufen 12.4")
@pytest.mark.rule("koenigrufen 12.5", "koenigrufen 19.3")
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


@pytest.mark.rule("koenigrufen 12.6")
def test_every_player_plays_alone() -> None:
    deal = koenig("SK", "HK", "DK", "CK", talon="T22 T21 T1 SQ HQ DQ", after=bids("trischaken"))
    assert (deal.phase.name, deal.seats(), deal.open.items) == ("play", (0,), ())
    over = until(deal, "over")
    piles_won = [over.open.won_by((seat,)) for seat in range(4)]
    assert sum(map(len, piles_won)) == 48
    assert not any(Cards.of(over.layout.talon) & pile for pile in piles_won)


@pytest.mark.rule("koenigrufen 12.7", "koenigrufen 17.1.18")
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


@pytest.mark.rule("koenigrufen 13.1", "koenigrufen 13.2", "koenigrufen 13.3")
def test_doubled_deals() -> None:
    assert session("trrrrrr") == [0, 4, 3, 2, 1, 0, 0]
    assert sheet(worked("17")) == "6.3.2 -40"
    assert session("trrtrrrrrr") == [0, 4, 3, 2, 5, 4, 3, 2, 1, 0], "deals 2 to 9, and never four times"
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


SHEETS = {
    "1": ("10.3.4 +10", (10, -10, 10, -10)),
    "2": ("10.3.5 -20, 10.2.5 -10, 10.2.7 -10", (-40, 40, -40, 40)),
    "3": ("6.3.2 -10", (-30, 10, 10, 10)),
    "4": ("10.3.4 +10, 10.2.8 -10", (0, 0, 0, 0)),
    "5": ("10.3.5 -40, 10.2.1 +20", (-60, 20, 20, 20)),
    "6": ("10.3.2 -320, 10.2.6 +10", (-930, 310, 310, 310)),
    "7": ("10.3.5 -20, 10.2.1 +40", (-20, 60, -20, -20)),
    "7b": ("10.3.4 +40", (-40, 120, -40, -40)),
    "8": ("10.3.5 -20, 10.2.4 -80, 10.2.8 -20", (120, 120, -120, -120)),
    "9": ("10.3.4 +20, 10.2.2 -80", (60, -60, 60, -60)),
    "10": ("10.3.3 +320, 10.2.1 +10, 10.2.5 +10, 10.2.6 +10", (-350, -350, -350, 1050)),
    "11": ("10.3.1 +400", (-400, -400, 1200, -400)),
    "12": ("10.3.4 +100, 10.2.3 -60, 10.2.6 -20", (60, -20, -20, -20)),
    "13": ("10.3.4 +40", (-40, 120, -40, -40)),
    "14": ("10.3.4 +10, 10.2.5 -20, 10.2.5 -10", (-20, 20, 20, -20)),
    "15": ("5.5 -120", (120, 120, -360, 120)),
    "16": ("5.6 +60", (-60, 180, -60, -60)),
    "17": ("6.3.2 -40", (40, -120, 40, 40)),
    "18": ("10.3.4 +10, 10.2.1 -80", (-70, -70, 70, 70)),
    "19": ("10.3.5 -40, 10.2.1 -20, 10.2.2 +40", (-20, 20, 20, -20)),
    "20": ("10.3.1 +1600, 10.2.1 +40", (-1640, 4920, -1640, -1640)),
}
"""Lines from the declarer's point of view, and scores, as in the table of 19.2."""


@pytest.mark.rule("koenigrufen 19.2")
@pytest.mark.parametrize("name", SHEETS)
def test_scoring(name: str) -> None:
    deal = worked(name)
    assert (sheet(deal), result_of(deal).scores) == SHEETS[name]
    assert list(result_of(deal).scores) == WORKED[name].expected["scores"]
    assert {line.rule for line in result_of(deal).lines} <= RULES
