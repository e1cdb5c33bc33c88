"""§6.4 to 6.6: small announcements, trick counts and streaks; each made and missed."""

from __future__ import annotations

import pytest

from tests.games.royal_tarokk.table import assert_made_and_missed

CASES = [
    pytest.param(
        "tarokk_18",
        (
            "2220222222; 4 T18",
            "2221222222; 4 T22 - T18",
        ),
        (
            "2222222222; 4 T22 - T18",
            "2222222222",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.4.6"),
        id="tarokk_18",
    ),
    pytest.param(
        "tarokk_19",
        (
            "2220222222; 4 T19",
            "2221222222; 4 T22 - T19",
        ),
        (
            "2222222222; 4 T22 - T19",
            "2222222222",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.4.7"),
        id="tarokk_19",
    ),
    pytest.param(
        "tarokk_20",
        (
            "2220222222; 4 T20",
            "2221222222; 4 T22 - T20",
        ),
        (
            "2222222222; 4 T22 - T20",
            "2222222222",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.4.8"),
        id="tarokk_20",
    ),
    pytest.param(
        "honour",
        (
            "2022222222; 2 T22",
            "2022222222; 2 T22 - T21",
            "2122222222; 2 T21",
        ),
        ("2222222222; 2 T22 - T21",),
        marks=pytest.mark.rule("royal_tarokk 6.4.9"),
        id="honour",
    ),
    pytest.param(
        "two_honours",
        (
            "2022222222; 2 T22 - T21",
            "2022222222; 2 T22 T21",
        ),
        (
            "2002222222; 2 T22; 3 T21",
            "2222222222; 2 T22 - T21",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.4.10"),
        id="two_honours",
    ),
    pytest.param(
        "honours_and_pagat",
        ("2022222222; 2 T22 T21 - T1",),
        (
            "2002222222; 2 T22 T21; 3 T16 - T1",
            "2222222222; 2 T22 T21 - T1",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.4.11"),
        id="honours_and_pagat",
    ),
    pytest.param(
        "game",
        (
            "0101022222",
            "0000000000",
        ),
        ("0003333331",),
        marks=pytest.mark.rule("royal_tarokk 6.5.12"),
        id="game",
    ),
    pytest.param(
        "six_tricks",
        (
            "0101012222",
            "0000000000",
        ),
        ("0000333331",),
        marks=pytest.mark.rule("royal_tarokk 6.5.13"),
        id="six_tricks",
    ),
    pytest.param(
        "seven_tricks",
        (
            "0101010222",
            "0000000000",
        ),
        ("0000033331",),
        marks=pytest.mark.rule("royal_tarokk 6.5.14"),
        id="seven_tricks",
    ),
    pytest.param(
        "eight_tricks",
        (
            "0101010122",
            "0000000000",
        ),
        ("0000003331",),
        marks=pytest.mark.rule("royal_tarokk 6.5.15"),
        id="eight_tricks",
    ),
    pytest.param(
        "nine_tricks",
        (
            "0101010102",
            "0000000000",
        ),
        ("0000000331",),
        marks=pytest.mark.rule("royal_tarokk 6.5.16"),
        id="nine_tricks",
    ),
    pytest.param(
        "volat", ("0101010101",), ("0000000031",), marks=pytest.mark.rule("royal_tarokk 6.5.17"), id="volat"
    ),
    pytest.param(
        "piccolo",
        (
            "0002222222; 3 T18",
            "0012222222; 3 T18",
        ),
        (
            "0202222222; 3 T18",
            "0000222222; 4 T18",
            "2222222222; 3 T22 - T18",
            "0002222222; 3 T22 T18",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.6.18"),
        id="piccolo",
    ),
    pytest.param(
        "city",
        (
            "0000222222; 4 T19",
            "0001222222; 4 T19",
        ),
        (
            "0200222222; 4 T19",
            "0000022222; 5 T19",
            "2222222222; 4 T22 - T19",
            "0000222222; 4 T22 T19",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.6.19"),
        id="city",
    ),
    pytest.param(
        "centrum",
        (
            "0000022222; 5 T20",
            "0000122222; 5 T20",
        ),
        (
            "0200022222; 5 T20",
            "0000002222; 6 T20",
            "2222222222; 5 T22 - T20",
            "0000022222; 5 T22 T20",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.6.20"),
        id="centrum",
    ),
    pytest.param(
        "little_bird",
        (
            "0000002222; 6 T21",
            "0000012222; 6 T21",
        ),
        (
            "0200002222; 6 T21",
            "0000000222; 7 T21",
            "2222222222; 6 T22 - T21",
            "0000002222; 6 T22 T21",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.6.21"),
        id="little_bird",
    ),
    pytest.param(
        "great_bird",
        (
            "0000000222; 7 T22",
            "0000001222; 7 T22",
        ),
        (
            "0200000222; 7 T22",
            "0000000022; 8 T22",
            "0000002222; 7 T22",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.6.22"),
        id="great_bird",
    ),
]


@pytest.mark.parametrize(("item", "made", "missed"), CASES)
def test_made_and_missed(item: str, made: tuple[str, ...], missed: tuple[str, ...]) -> None:
    assert_made_and_missed(item, made, missed)
