"""§6.2 and §6.3: numbers, and statements about a hand."""

from __future__ import annotations

import pytest

from bot.games.royal_tarokk.announcements import ROWS
from tests.games.royal_tarokk.table import items, royal, scored, sheet
from tests.notation import act, legal, refused

STATEMENTS = ("suit_count", "tarokk_count", "matador", "full_suit", "four_alike")


def hands(hand: str) -> tuple[str, str]:
    """The hands of seats 0 and 1, of which only the second matters."""
    return "", hand


def told(hand: str) -> set[str]:
    """The statements about its hand that are legal for seat 1."""
    deal = royal("", *hands(hand))
    said = {each.removeprefix("announce ") for each in legal(deal)}
    return {each for each in said if each.partition(":")[0] in STATEMENTS}


@pytest.mark.rule("royal_tarokk 6.2")
def test_sixty_six_numbers() -> None:
    assert [row.number for row in ROWS] == list(range(1, 67))
    groups = {row.number: row.group for row in ROWS}
    first: dict[str, int] = {}
    for number, group in groups.items():
        first.setdefault(group, number)
    assert first == {
        "hand": 1, "small": 6, "tricks": 12, "streak": 18, "end": 23, "opening": 28, "suits": 30,
        "t_small": 35, "t_medium": 46, "t_large": 50, "t_slam": 56,
    }  # fmt: skip


@pytest.mark.rule("royal_tarokk 6.3")
def test_they_are_true_and_always_score() -> None:
    deal = royal("", "", "T5-T8 SK SQ HK DK DQ T20")
    assert refused(deal, "1 announce matador") == ("not_true_of_hand", "royal_tarokk 6.3")
    assert refused(act(deal, "1 announce game"), "1 announce matador")[0] == "not_true_of_hand"
    partner = royal("1 matador / 2 - / 3 -", "T5-T8 SK SQ HK DK DQ T19", "T1")
    assert refused(partner, "0 announce matador")[0] == "not_true_of_hand", "though the partner has made it"
    hand = "HK HQ HC HJ T1 T20 T5 T6 T7 T8"
    result = scored("1 full_suit; matador", "2" * 10, *hands(hand))
    assert {"full_suit": 2, "matador": 0}.items() <= sheet(result).items()


@pytest.mark.rule("royal_tarokk 6.3.1")
def test_length_of_suits() -> None:
    assert told("SK SQ CK CQ CC CJ HK T5 T6 T20") == {"suit_count:S,2", "suit_count:C,4"}
    assert told("SK SQ SC HK HQ HC DK T5 T6 T20") == {"suit_count:S,3", "suit_count:H,3"}
    assert told("DK DQ CK CQ SK T5 T6 T7 T8 T20") == {"suit_count:D,2", "suit_count:C,2"}
    assert told("HK HQ HC HJ SK DK T5 T6 T7 T20") == {"full_suit"}, "the whole suit is no length"
    two = royal("1 suit_count:S,2; suit_count:C,4", "", "SK SQ CK CQ CC CJ HK T5 T6 T20")
    assert len(items(two)) == 2


@pytest.mark.rule("royal_tarokk 6.3.2")
def test_number_of_tarokks() -> None:
    for number, points in ((8, 1), (9, 2), (10, 3)):
        suits = " ".join(["SK", "HK"][: 10 - number])
        hand = " ".join(["T20", *(f"T{each}" for each in range(5, 4 + number)), suits])
        assert told(hand) == {f"tarokk_count:{number}"}
        assert (
            sheet(scored(f"1 tarokk_count:{number}", "2" * 10, "", hand))[f"tarokk_count:{number}"] == points
        )
    assert told("T20 T5-T10 SK HK DK") == set(), "seven"


@pytest.mark.rule("royal_tarokk 6.3.3")
def test_a_matador() -> None:
    for each in ("T1", "T2", "T3", "T4"):
        assert "matador" in told(f"{each} T20 T6 T7 T8 T9 T10 SK HK DK")
    assert "matador" not in told("T20 T5-T9 SK HK DK CK")


@pytest.mark.rule("royal_tarokk 6.3.4")
def test_a_whole_suit() -> None:
    assert "full_suit" in told("SK SQ SC SJ S10 T20 T5-T8")
    assert "full_suit" not in told("SK SQ SC SJ HK T20 T5-T8")


@pytest.mark.rule("royal_tarokk 6.3.5")
def test_four_of_a_rank() -> None:
    for rank in "KQCJ":
        assert "four_alike" in told(f"S{rank} H{rank} D{rank} C{rank} T20 T5-T9")
    assert "four_alike" not in told("SK HK DK CQ T20 T5-T10")
    assert "four_alike" not in told("S10 C10 DK CQ T20 T5-T9")
