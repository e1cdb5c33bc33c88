"""§6.10: the medium and large trophies; each made and missed."""

from __future__ import annotations

import pytest

from tests.games.royal_tarokk.table import assert_made_and_missed

CASES = [
    pytest.param(
        "xxi_capture",
        (
            "2220222222; 4 T22 - T21",
            "2221222222; 4 T22 T21",
        ),
        (
            "2220222222; 4 T22 T21",
            "2222222222; 4 T22 - T21",
            "2220222222; 4 T22; 5 T21",
            "2220222222; 4 T21",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.46"),
        id="xxi_capture",
    ),
    pytest.param(
        "vulture:T1,SK,T2",
        ("0002222222; 1 T1; 2 SK; 3 T2",),
        (
            "0002222222; 1 T2; 2 SK; 3 T1",
            "0022222222; 1 T1; 2 SK; 3 T2",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.47"),
        id="vulture:T1,SK,T2",
    ),
    pytest.param(
        "suite",
        ("2222222000; 8 HK; 9 SQ; 10 S10",),
        (
            "2222222000; 8 HK; 9 SQ; 10 T5",
            "2222222002; 8 HK; 9 SQ; 10 S10",
            "2222220002; 7 HK; 8 SQ; 9 S10",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.48"),
        id="suite",
    ),
    pytest.param(
        "scala",
        ("0000000000; 3 T18; 4 T19; 5 T20; 6 T21; 7 T22",),
        (
            "0000000002; 3 T18; 4 T19; 5 T20; 6 T21; 7 T22",
            "0000000000; 3 T18; 4 T20; 5 T19; 6 T21; 7 T22",
            "0000000000; 3 T18; 4 T19; 5 T20; 6 T21; 8 T22",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.49"),
        id="scala",
    ),
    pytest.param(
        "ordeal",
        (
            "2220022222; 4 T22 - T21; 5 T9 - T1",
            "2220222222; 4 T22 - T21 T1",
        ),
        (
            "2220222222; 4 T22 - T21; 5 T9 - T1",
            "2222022222; 4 T22 - T21; 5 T9 - T1",
            "2220022222; 4 T22 - T21; 5 T9 T1",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.50"),
        id="ordeal",
    ),
    pytest.param(
        "centaur",
        ("2220022222; 4 T22 - T21; 5 HQ",),
        (
            "2220022222; 4 T22 - T21; 5 HK",
            "2220022222; 4 T22 HQ T21; 5 HK",
            "2222022222; 4 T22 - T21; 5 HQ",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.51"),
        id="centaur",
    ),
    pytest.param(
        "troika",
        ("2222222000; 8 T4; 9 T1; 10 T2",),
        (
            "2222222000; 8 T4; 9 T1; 10 T5",
            "2222222200; 8 T5 - T4; 9 T1; 10 T2",
            "2222222000; 8 HK; 9 T1; 10 T2",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.52"),
        id="troika",
    ),
    pytest.param(
        "family:S",
        ("2222222000; 8 SK; 9 S10; 10 SJ",),
        (
            "2222222000; 8 SK; 9 C10; 10 SJ",
            "2222222002; 8 SK; 9 S10; 10 SJ",
            "2222222000; 8 CK; 9 CQ; 10 CJ",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.53"),
        id="family:S",
    ),
    pytest.param(
        "bethlehem",
        ("2222222000; 8 SK; 9 CK; 10 HK",),
        (
            "2222222000; 8 SK; 9 CK; 10 HQ",
            "2222222002; 8 SK; 9 CK; 10 HK",
            "2222220002; 7 SK; 8 CK; 9 HK",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.54"),
        id="bethlehem",
    ),
    pytest.param(
        "sphinx",
        (
            "2022220222; 2 HQ; 7 SQ",
            "2022220222; 2 CJ; 7 DC",
        ),
        (
            "2022220222; 2 HQ; 7 DQ",
            "2022222222; 2 HQ SQ",
            "2022220222; 2 HQ; 7 C10",
            "2022220222; 2 HQ; 7 SK",
            "2022222222; 2 HQ; 7 SQ",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.55"),
        id="sphinx",
    ),
]


@pytest.mark.parametrize(("item", "made", "missed"), CASES)
def test_made_and_missed(item: str, made: tuple[str, ...], missed: tuple[str, ...]) -> None:
    assert_made_and_missed(item, made, missed)
