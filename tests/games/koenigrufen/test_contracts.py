"""§5: the twelve contracts, played."""

from __future__ import annotations

import pytest

from bot.games.koenigrufen import KOENIGRUFEN
from bot.rules.deal import Deal
from tests.games.koenigrufen.table import bids, koenig, position, result_of, sheet, worked
from tests.notation import act, choice, legal, refused, until

POSITIVE = ("rufer", "sechserdreier", "solorufer", "besserrufer", "dreier", "farbensolo", "solodreier")
NEGATIVE = ("trischaken", "piccolo", "bettel", "piccolo_ouvert", "bettel_ouvert")
LOW = "S7 S8 S9 H2 H1 C10 CJ D4 D3 D2 T1 T2"
"""A hand that wins no trick."""
ONE = ("SK S7 S8 S9 H2 H1 C10 CJ D4 D3 D2 D1", "S10", "SJ", "SQ")
"""Hands of which the first wins the first trick, and no other."""
ANYBODYS = {"announce trull", "announce four_kings"}
VALUES = {
    "rufer": 10, "sechserdreier": 40, "trischaken": 10, "piccolo": 20, "solorufer": 20, "bettel": 30,
    "besserrufer": 20, "dreier": 40, "farbensolo": 50, "piccolo_ouvert": 60, "bettel_ouvert": 80,
    "solodreier": 100,
}  # fmt: skip


def forehands(contract: str, hand: str = "", *others: str) -> Deal:
    """Forehand plays a contract, its own king called where one is."""
    deal = koenig(hand, *others, talon="H4 H3 C7 C8 C9 DQ", after=bids(contract))
    return act(deal, "0 call SK") if deal.phase.name == "calling" else deal


def announcing(contract: str, hand: str = "", *others: str) -> Deal:
    """The same, as far as the announcements."""
    return until(forehands(contract, hand, *others), "announcing")


@pytest.mark.rule("koenigrufen 5.1")
@pytest.mark.parametrize("contract", VALUES)
def test_the_cost_of_a_lost_contract(contract: str) -> None:
    """Forehand has the worst or, where it must not win tricks, the best of all hands."""
    hand = "SK D1 D2 D3 D4 S7 S8 S9 H2 H1 C10 CJ" if contract in POSITIVE else "T11-T22"
    deal = until(forehands(contract, hand, "T1 T2"), "over")
    line = result_of(deal).lines[0]
    times = 2 if contract == "trischaken" else 1
    assert (abs(line.base), line.factor) == (VALUES[contract], times)
    assert result_of(deal).scores[0] < 0


@pytest.mark.rule("koenigrufen 5.1")
def test_twelve_contracts_in_their_order() -> None:
    assert KOENIGRUFEN.contracts == tuple(VALUES)
    assert refused(koenig(), "1 bid grand") == ("no_such_bid", "koenigrufen 5.1")


@pytest.mark.rule("koenigrufen 5.2")
def test_the_three_lowest_are_forehands_choice_only() -> None:
    lowest = {"bid rufer", "bid sechserdreier", "bid trischaken"}
    assert not lowest & legal(koenig())
    assert lowest <= legal(koenig(after="1 pass; 2 pass; 3 pass"))


@pytest.mark.rule("koenigrufen 5.3")
def test_rank_is_not_value() -> None:
    for lower, higher in (("piccolo", "solorufer"), ("bettel", "besserrufer")):
        assert f"bid {higher}" in legal(koenig(after=f"1 bid {lower}"))
        assert refused(koenig(after=f"1 bid {higher}"), f"2 bid {lower}")[0] == "bid_too_low"
        assert VALUES[higher] <= VALUES[lower]


@pytest.mark.rule("koenigrufen 5.4")
@pytest.mark.parametrize("contract", VALUES)
def test_tricks_must_be_won_in_negative_contracts_only(contract: str) -> None:
    deal = position(forehands(contract, "SK T1 T2 T3"), "HK H3 T5", "HQ H4")
    assert choice(deal) == ("HK" if contract in NEGATIVE else "HK H3")


@pytest.mark.rule("koenigrufen 5.5")
@pytest.mark.parametrize("contract", ["piccolo", "piccolo_ouvert"])
def test_piccolo_is_exactly_one_trick(contract: str) -> None:
    value = VALUES[contract]
    one = until(forehands(contract, *ONE), "over")
    assert (one.open.tricks_won[0], sheet(one)) == (1, f"5.5 +{value}")
    none = until(forehands(contract, LOW), "over")
    assert (none.open.tricks_won[0], sheet(none)) == (0, f"5.5 -{value}")
    two = until(forehands(contract, "T11-T22"), "over")
    assert (two.open.tricks_won[0], sheet(two)) == (2, f"5.5 -{value}")


@pytest.mark.rule("koenigrufen 5.6")
@pytest.mark.parametrize("contract", ["bettel", "bettel_ouvert"])
def test_bettel_is_won_only_without_a_trick(contract: str) -> None:
    none = until(forehands(contract, LOW), "over")
    assert (none.open.tricks_won[0], sheet(none)) == (0, f"5.6 +{VALUES[contract]}")
    one = until(forehands(contract, *ONE), "over")
    assert (one.open.tricks_won[0], sheet(one)) == (1, f"5.6 -{VALUES[contract]}")


@pytest.mark.rule("koenigrufen 5.7")
def test_only_positive_contracts_have_bonuses() -> None:
    for contract in POSITIVE:
        offered = {text for text in legal(act(announcing(contract), "1 done")) if text.startswith("announce")}
        birds = {"announce pagat", "announce uhu", "announce kakadu"}
        assert offered - birds == (set() if contract == "farbensolo" else ANYBODYS)
    for contract in NEGATIVE[1:]:
        deal = announcing(contract)
        assert legal(deal) == {"kontra game", "done"}
        assert refused(deal, "1 announce trull") == ("no_bonus_here", "koenigrufen 8.2.1")
    suits = until(forehands("farbensolo", "SK T22 T21 T1"), "over")
    assert {line.rule for line in result_of(suits).lines} <= {"koenigrufen 10.3.4", "koenigrufen 10.3.5"}
    assert sheet(worked("11")) == "10.3.1 +400", "all cards, and no trull"
