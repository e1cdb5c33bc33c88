"""§6.7 to 6.9: end announcements, opening slams and suit collections; each made and missed."""

from __future__ import annotations

import pytest

from tests.games.royal_tarokk.table import assert_made_and_missed

CASES = [
    pytest.param(
        "ultimo:T3",
        (
            "2222222220; 10 T3",
            "2222222221; 10 T3",
        ),
        (
            "2222222222; 10 T4 - T3",
            "2222222220; 10 T9 T3",
            "2222222220; 10 T9 - T3",
            "2222222202; 9 T3",
            "2222222220; 10 T4",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.7.23"),
        id="ultimo:T3",
    ),
    pytest.param(
        "ultimo:HK",
        ("2222222220; 10 HK",),
        (
            "2222222220; 10 SK",
            "2222222220; 10 T9 HK",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.7.23"),
        id="ultimo:HK",
    ),
    pytest.param(
        "uhu:T3",
        (
            "2222222202; 9 T3",
            "2222222212; 9 T3",
        ),
        (
            "2222222222; 9 T4 - T3",
            "2222222202; 9 T9 T3",
            "2222222202; 9 T9 - T3",
            "2222222022; 8 T3",
            "2222222202; 9 T4",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.7.24"),
        id="uhu:T3",
    ),
    pytest.param(
        "uhu:HK",
        ("2222222202; 9 HK",),
        (
            "2222222202; 9 SK",
            "2222222202; 9 T9 HK",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.7.24"),
        id="uhu:HK",
    ),
    pytest.param(
        "flying_dragon:T3",
        (
            "2222222022; 8 T3",
            "2222222122; 8 T3",
        ),
        (
            "2222222222; 8 T4 - T3",
            "2222222022; 8 T9 T3",
            "2222222022; 8 T9 - T3",
            "2222220222; 7 T3",
            "2222222022; 8 T4",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.7.25"),
        id="flying_dragon:T3",
    ),
    pytest.param(
        "flying_dragon:HK",
        ("2222222022; 8 HK",),
        (
            "2222222022; 8 SK",
            "2222222022; 8 T9 HK",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.7.25"),
        id="flying_dragon:HK",
    ),
    pytest.param(
        "griffin:T3",
        (
            "2222220222; 7 T3",
            "2222221222; 7 T3",
        ),
        (
            "2222222222; 7 T4 - T3",
            "2222220222; 7 T9 T3",
            "2222220222; 7 T9 - T3",
            "2222202222; 6 T3",
            "2222220222; 7 T4",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.7.26"),
        id="griffin:T3",
    ),
    pytest.param(
        "griffin:HK",
        ("2222220222; 7 HK",),
        (
            "2222220222; 7 SK",
            "2222220222; 7 T9 HK",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.7.26"),
        id="griffin:HK",
    ),
    pytest.param(
        "troll:T3",
        (
            "2222202222; 6 T3",
            "2222212222; 6 T3",
        ),
        (
            "2222222222; 6 T4 - T3",
            "2222202222; 6 T9 T3",
            "2222202222; 6 T9 - T3",
            "2222022222; 5 T3",
            "2222202222; 6 T4",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.7.27"),
        id="troll:T3",
    ),
    pytest.param(
        "troll:HK",
        ("2222202222; 6 HK",),
        (
            "2222202222; 6 SK",
            "2222202222; 6 T9 HK",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.7.27"),
        id="troll:HK",
    ),
    pytest.param(
        "pheasant:SK",
        (
            "0222222222; 1 SK",
            "1222222222; 1 SK",
        ),
        (
            "0222222222; 1 T9 SK",
            "2022222222; 2 SK",
            "2222222222; 1 SK",
            "0222222222; 1 CK",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.8.28"),
        id="pheasant:SK",
    ),
    pytest.param(
        "hawk:SK",
        (
            "2022222222; 2 SK",
            "2122222222; 2 SK",
        ),
        (
            "2022222222; 2 T9 SK",
            "0222222222; 1 SK",
            "2222222222; 2 SK",
            "2022222222; 2 CK",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.8.29"),
        id="hawk:SK",
    ),
    pytest.param(
        "gang:H",
        (
            "0222222222; 1 HK HQ HC HJ",
            "0022222222; 1 HK HQ HC; 2 T9 - HJ",
        ),
        (
            "0222222222; 1 HK HQ HC; 2 T9 - HJ",
            "0222222222; 1 DK DQ DC DJ",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.9.30"),
        id="gang:H",
    ),
    pytest.param(
        "gang:S",
        ("0022222222; 1 SK SQ SC SJ; 2 T9 - S10",),
        ("0222222222; 1 SK SQ SC SJ; 2 T9 - S10",),
        marks=pytest.mark.rule("royal_tarokk 6.9.30"),
        id="gang:S",
    ),
    pytest.param(
        "fleet",
        ("0022222222; 1 HK HQ HC HJ; 2 DK DQ DC DJ",),
        (
            "0222222222; 1 HK HQ HC HJ; 2 DK DQ DC DJ",
            "0022222222; 1 HK HQ HC HJ; 2 DK DQ DC; 3 T9 DJ",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.9.31"),
        id="fleet",
    ),
    pytest.param(
        "red_and_black:H,S",
        ("0002222222; 1 HK HQ HC HJ; 2 SK SQ SC SJ; 3 T9 S10",),
        (
            "0022222222; 1 HK HQ HC HJ; 2 SK SQ SC SJ; 3 T9 S10",
            "0002222222; 1 DK DQ DC DJ; 2 SK SQ SC SJ; 3 T9 S10",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.9.32"),
        id="red_and_black:H,S",
    ),
    pytest.param(
        "armada",
        ("0002222222; 1 SK SQ SC SJ; 2 CK CQ CC CJ; 3 T9 S10 C10",),
        (
            "0022222222; 1 SK SQ SC SJ; 2 CK CQ CC CJ; 3 T9 S10 C10",
            "0002222222; 1 SK SQ SC SJ; 2 CK CQ CC CJ; 3 T9 S10; 4 T8 C10",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.9.33"),
        id="armada",
    ),
    pytest.param(
        "legion",
        ("0000022222; 1 SK SQ SC SJ; 2 CK CQ CC CJ; 3 T9 S10 C10; 4 HK HQ HC HJ; 5 DK DQ DC DJ",),
        (
            "0000222222; 1 SK SQ SC SJ; 2 CK CQ CC CJ; 3 T9 S10 C10; 4 HK HQ HC HJ; 5 DK DQ DC DJ",
            "0000022222; 1 SK SQ SC SJ; 2 CK CQ CC CJ; 3 T9 S10 C10; 4 HK HQ HC HJ; 5 DK DQ DC; 6 T8 DJ",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.9.34"),
        id="legion",
    ),
]


@pytest.mark.parametrize(("item", "made", "missed"), CASES)
def test_made_and_missed(item: str, made: tuple[str, ...], missed: tuple[str, ...]) -> None:
    assert_made_and_missed(item, made, missed)
