"""§6.10: the superslams; each made and missed."""

from __future__ import annotations

import pytest

from tests.games.royal_tarokk.table import assert_made_and_missed

CASES = [
    pytest.param(
        "four_suit_run",
        (
            "0000000000; 2 HK; 3 HQ; 4 SJ; 5 C10",
            "0000000000; 7 HK; 8 HQ; 9 SJ; 10 C10",
            "0000000000; 1 HK; 2 HQ; 3 SJ; 4 C10",
        ),
        (
            "0000000002; 2 HK; 3 HQ; 4 SJ; 5 C10",
            "0000000000; 2 HK; 3 HQ; 5 SJ; 6 C10",
            "0000000000; 8 HK; 9 HQ; 10 SJ",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.56"),
        id="four_suit_run",
    ),
    pytest.param(
        "four_matador_run",
        ("0000000000; 4 T3; 5 T1; 6 T4; 7 T2",),
        (
            "0000000002; 4 T3; 5 T1; 6 T4; 7 T2",
            "0000000000; 4 T3; 5 T1; 6 T4; 8 T2",
            "0000000000; 4 T3; 5 T1; 6 T4; 7 HK",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.57"),
        id="four_matador_run",
    ),
    pytest.param(
        "spectrum",
        ("0000000000; 3 T18; 4 T19; 5 T20; 6 T21; 7 T22; 8 HK; 9 SQ; 10 C10",),
        (
            "0000000000; 3 T18; 4 T19; 5 T20; 6 T21; 7 T22; 8 HK; 9 SQ; 10 T5",
            "2000000000; 3 T18; 4 T19; 5 T20; 6 T21; 7 T22; 8 HK; 9 SQ; 10 C10",
            "0000000000; 8 HK; 9 SQ; 10 C10",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.58"),
        id="spectrum",
    ),
    pytest.param(
        "vulture_scala:T1,SK,T2",
        ("0000000000; 1 T1; 2 SK; 3 T2; 4 T19; 5 T20; 6 T21; 7 T22",),
        (
            "0000000002; 1 T1; 2 SK; 3 T2; 4 T19; 5 T20; 6 T21; 7 T22",
            "0000000000; 1 T2; 2 SK; 3 T1; 4 T19; 5 T20; 6 T21; 7 T22",
            "0000000000; 1 T1; 2 SK; 3 T2; 4 T19; 5 T20; 6 T22; 7 T21",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.59"),
        id="vulture_scala:T1,SK,T2",
    ),
    pytest.param(
        "scala_troika",
        ("0000000000; 3 T18; 4 T19; 5 T20; 6 T21; 7 T22; 8 T4; 9 T1; 10 T2",),
        (
            "0000000000; 3 T18; 4 T19; 5 T20; 6 T21; 7 T22; 8 T4; 9 T1; 10 T5",
            "2000000000; 3 T18; 4 T19; 5 T20; 6 T21; 7 T22; 8 T4; 9 T1; 10 T2",
            "0000000000; 8 T4; 9 T1; 10 T2",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.60"),
        id="scala_troika",
    ),
    pytest.param(
        "scala_family:S",
        ("0000000000; 3 T18; 4 T19; 5 T20; 6 T21; 7 T22; 8 SK; 9 S10; 10 SJ",),
        (
            "0000000000; 3 T18; 4 T19; 5 T20; 6 T21; 7 T22; 8 SK; 9 C10; 10 SJ",
            "2000000000; 3 T18; 4 T19; 5 T20; 6 T21; 7 T22; 8 SK; 9 S10; 10 SJ",
            "0000000000; 8 SK; 9 S10; 10 SJ",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.61"),
        id="scala_family:S",
    ),
    pytest.param(
        "scala_bethlehem",
        ("0000000000; 3 T18; 4 T19; 5 T20; 6 T21; 7 T22; 8 SK; 9 CK; 10 HK",),
        (
            "0000000000; 3 T18; 4 T19; 5 T20; 6 T21; 7 T22; 8 SK; 9 CK; 10 HQ",
            "2000000000; 3 T18; 4 T19; 5 T20; 6 T21; 7 T22; 8 SK; 9 CK; 10 HK",
            "0000000000; 8 SK; 9 CK; 10 HK",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.62"),
        id="scala_bethlehem",
    ),
    pytest.param(
        "grand_ordeal",
        ("0000000000; 4 T22 - T21; 5 T9 - T1; 6 HQ",),
        (
            "0000000002; 4 T22 - T21; 5 T9 - T1; 6 HQ",
            "0000000000; 4 T22 - T21; 5 T9 - T1; 6 HK",
            "0000000000; 4 T22 - T21; 5 T9 T1; 6 HQ",
            "0000000000; 4 T22 T21; 5 T9 - T1; 6 HQ",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.63"),
        id="grand_ordeal",
    ),
    pytest.param(
        "triumph:T4,T1,T2",
        ("0000000000; 4 T22 - T21; 8 T4; 9 T1; 10 T2",),
        (
            "0000000000; 4 T22 - T21; 8 T1; 9 T4; 10 T2",
            "0000000000; 4 T22 T21; 8 T4; 9 T1; 10 T2",
            "2000000000; 4 T22 - T21; 8 T4; 9 T1; 10 T2",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.64"),
        id="triumph:T4,T1,T2",
    ),
    pytest.param(
        "suit_triumph",
        ("0000000000; 4 T22 - T21; 8 HK; 9 SQ; 10 C10",),
        (
            "0000000000; 4 T22 - T21; 8 HK; 9 SQ; 10 T5",
            "0000000000; 4 T22 T21; 8 HK; 9 SQ; 10 C10",
            "2000000000; 4 T22 - T21; 8 HK; 9 SQ; 10 C10",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.65"),
        id="suit_triumph",
    ),
    pytest.param(
        "golgotha",
        (
            "0000000010; 4 T22 - T21; 5 T9 - T1; 8 T4; 9 T3; 10 T2",
            "0000000110; 4 T22 - T21; 5 T9 - T1; 8 T2; 9 T4; 10 T3",
        ),
        (
            "0000000000; 4 T22 - T21; 5 T9 - T1; 8 T4; 9 T3; 10 T2",
            "0000000010; 4 T22 - T21; 5 T9 T1; 8 T4; 9 T3; 10 T2",
            "0000000010; 4 T22 T21; 5 T9 - T1; 8 T4; 9 T3; 10 T2",
            "0000000010; 4 T22 - T21; 5 T9 - T1; 8 T4; 9 T3; 10 T5",
            "2000000010; 4 T22 - T21; 5 T9 - T1; 8 T4; 9 T3; 10 T2",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.66"),
        id="golgotha",
    ),
]


@pytest.mark.parametrize(("item", "made", "missed"), CASES)
def test_made_and_missed(item: str, made: tuple[str, ...], missed: tuple[str, ...]) -> None:
    assert_made_and_missed(item, made, missed)
