"""§6.10: the small trophies; each made and missed."""

from __future__ import annotations

import pytest

from tests.games.royal_tarokk.table import assert_made_and_missed

CASES = [
    pytest.param(
        "amazon",
        (
            "2220222222; 4 SQ",
            "2221222222; 4 C10",
            "2222222202; 9 DJ",
        ),
        (
            "2220222222; 4 SK",
            "2222222222; 4 SQ",
            "2220222222; 4 T9 SQ",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.35"),
        id="amazon",
    ),
    pytest.param(
        "pagat_capture",
        (
            "2220222222; 4 T9 - T1",
            "2221222222; 4 T9 T1",
        ),
        (
            "2220222222; 4 T9 T1",
            "2222222222; 4 T9 T1",
            "2220222222; 4 T1",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.36"),
        id="pagat_capture",
    ),
    pytest.param(
        "temesvar_pheasant:T1,SK",
        ("0022222222; 1 T1; 2 SK",),
        (
            "0022222222; 1 SK; 2 T1",
            "0222222222; 1 T1; 2 T9 - SK",
            "0022222222; 1 T1; 2 CK",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.37"),
        id="temesvar_pheasant:T1,SK",
    ),
    pytest.param(
        "transylvanian_pheasant:T1,SK",
        ("0202222222; 1 T1; 3 SK",),
        (
            "0022222222; 1 T1; 2 SK",
            "0222222222; 1 T1; 3 T9 - SK",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.38"),
        id="transylvanian_pheasant:T1,SK",
    ),
    pytest.param(
        "hawk_pair:T1,SK",
        ("2020222222; 2 T1; 4 SK",),
        (
            "0202222222; 1 T1; 3 SK",
            "2020222222; 2 SK; 4 T1",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.39"),
        id="hawk_pair:T1,SK",
    ),
    pytest.param(
        "sneaker",
        ("2222222200; 9 T2; 10 T1",),
        (
            "2222222200; 9 T2; 10 T5",
            "2222222002; 8 T2; 9 T1",
            "2222222202; 9 T2; 10 T5 - T1",
            "2222222200; 9 HK; 10 T1",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.40"),
        id="sneaker",
    ),
    pytest.param(
        "phoenix",
        ("2222222200; 9 HK; 10 CK",),
        (
            "2222222200; 9 HK; 10 CQ",
            "2222222002; 8 HK; 9 CK",
            "2222222202; 9 HK; 10 CK",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.41"),
        id="phoenix",
    ),
    pytest.param(
        "spadille",
        (
            "2220222222; 4 HQ",
            "2220222222; 4 DJ",
        ),
        (
            "2220222222; 4 HK",
            "2220222222; 4 SQ",
            "2222222222; 4 HQ",
            "2220222222; 4 T9 HQ",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.42"),
        id="spadille",
    ),
    pytest.param(
        "manille",
        (
            "2220222222; 4 SC",
            "2220222222; 4 CJ",
        ),
        (
            "2220222222; 4 SQ",
            "2220222222; 4 S10",
            "2220222222; 4 HC",
            "2222222222; 4 SC",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.43"),
        id="manille",
    ),
    pytest.param(
        "djinn:S10",
        (
            "2222222220; 10 S10",
            "2222222221; 10 S10",
        ),
        (
            "2222222220; 10 C10",
            "2222222202; 9 S10",
            "2222222222; 10 S10",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.44"),
        id="djinn:S10",
    ),
    pytest.param(
        "marriage:H",
        (
            "2222222200; 9 HK; 10 HQ",
            "2222222200; 9 HQ; 10 HK",
        ),
        (
            "2222222200; 9 DK; 10 DQ",
            "2222222200; 9 HC; 10 HK",
            "2222222200; 9 HQ; 10 HC",
            "2222222002; 8 HK; 9 HQ",
            "2222222200; 9 HK; 10 T9 HQ",
            "2222222200; 9 HK; 10 HC",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.45"),
        id="marriage:H",
    ),
]


@pytest.mark.parametrize(("item", "made", "missed"), CASES)
def test_made_and_missed(item: str, made: tuple[str, ...], missed: tuple[str, ...]) -> None:
    assert_made_and_missed(item, made, missed)
