"""§6.4 to §6.13: every announcement, made and missed, and what it is worth."""

from __future__ import annotations

import pytest

from bot.games.royal_tarokk.points import HOUSE, differing, points_of, read
from tests.games.royal_tarokk.table import assert_made_and_missed

TABLE = "\n".join(
    f'"{name}" = {{ points = {points}, status = "house value" }}' for name, points in HOUSE.items()
)
"""The game's own points."""


@pytest.mark.rule("royal_tarokk 15.5")
def test_only_points_that_differ_from_the_house_values_are_kept() -> None:
    assert read(TABLE) == HOUSE
    assert differing(TABLE) == {}
    dearer = differing(TABLE.replace('"ultimo" = { points = 10', '"ultimo" = { points = 0'))
    assert dearer == {"ultimo": 0}
    assert points_of("ultimo:T1", {"points": dearer}) == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ultimo = [", "is no TOML: "),
        (f"ultimo = {'[' * 10_000}", "is no table of points: nested too deeply"),
        ("ultimo = 10", "gives ultimo no points that are a whole number, 0 or more"),
        ("ultimo = { status = 'none' }", "gives ultimo no points that are a whole number, 0 or more"),
        ("ultimo = { points = -1 }", "gives ultimo no points that are a whole number, 0 or more"),
        ("ultimo = { points = true }", "gives ultimo no points that are a whole number, 0 or more"),
        (f"{TABLE}\nultima = {{ points = 1 }}", "has an unknown announcement: ultima"),
        ("ultimo = { points = 10 }", f"lacks an announcement: {min(HOUSE.keys() - {'ultimo'})}"),
    ],
)
def test_an_invalid_table_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}"):
        differing(text)


SMALL_FEATS = [
    pytest.param(
        "tarokk_18",
        ("2220222222; 4 T18", "2221222222; 4 T22 - T18"),
        ("2222222222; 4 T22 - T18", "2222222222"),
        marks=pytest.mark.rule("royal_tarokk 6.4.6"),
    ),
    pytest.param(
        "tarokk_19",
        ("2220222222; 4 T19", "2221222222; 4 T22 - T19"),
        ("2222222222; 4 T22 - T19", "2222222222"),
        marks=pytest.mark.rule("royal_tarokk 6.4.7"),
    ),
    pytest.param(
        "tarokk_20",
        ("2220222222; 4 T20", "2221222222; 4 T22 - T20"),
        ("2222222222; 4 T22 - T20", "2222222222"),
        marks=pytest.mark.rule("royal_tarokk 6.4.8"),
    ),
    pytest.param(
        "honour",
        ("2022222222; 2 T22", "2022222222; 2 T22 - T21", "2122222222; 2 T21"),
        ("2222222222; 2 T22 - T21",),
        marks=pytest.mark.rule("royal_tarokk 6.4.9"),
    ),
    pytest.param(
        "two_honours",
        ("2022222222; 2 T22 - T21", "2022222222; 2 T22 T21"),
        ("2002222222; 2 T22; 3 T21", "2222222222; 2 T22 - T21"),
        marks=pytest.mark.rule("royal_tarokk 6.4.10"),
    ),
    pytest.param(
        "honours_and_pagat",
        ("2022222222; 2 T22 T21 - T1",),
        ("2002222222; 2 T22 T21; 3 T16 - T1", "2222222222; 2 T22 T21 - T1"),
        marks=pytest.mark.rule("royal_tarokk 6.4.11"),
    ),
    pytest.param(
        "game", ("0101022222", "0000000000"), ("0003333331",), marks=pytest.mark.rule("royal_tarokk 6.5.12")
    ),
    pytest.param(
        "six_tricks",
        ("0101012222", "0000000000"),
        ("0000333331",),
        marks=pytest.mark.rule("royal_tarokk 6.5.13"),
    ),
    pytest.param(
        "seven_tricks",
        ("0101010222", "0000000000"),
        ("0000033331",),
        marks=pytest.mark.rule("royal_tarokk 6.5.14"),
    ),
    pytest.param(
        "eight_tricks",
        ("0101010122", "0000000000"),
        ("0000003331",),
        marks=pytest.mark.rule("royal_tarokk 6.5.15"),
    ),
    pytest.param(
        "nine_tricks",
        ("0101010102", "0000000000"),
        ("0000000331",),
        marks=pytest.mark.rule("royal_tarokk 6.5.16"),
    ),
    pytest.param("volat", ("0101010101",), ("0000000031",), marks=pytest.mark.rule("royal_tarokk 6.5.17")),
    pytest.param(
        "piccolo",
        ("0002222222; 3 T18", "0012222222; 3 T18"),
        ("0202222222; 3 T18", "0000222222; 4 T18", "2222222222; 3 T22 - T18", "0002222222; 3 T22 T18"),
        marks=pytest.mark.rule("royal_tarokk 6.6.18"),
    ),
    pytest.param(
        "city",
        ("0000222222; 4 T19", "0001222222; 4 T19"),
        ("0200222222; 4 T19", "0000022222; 5 T19", "2222222222; 4 T22 - T19", "0000222222; 4 T22 T19"),
        marks=pytest.mark.rule("royal_tarokk 6.6.19"),
    ),
    pytest.param(
        "centrum",
        ("0000022222; 5 T20", "0000122222; 5 T20"),
        ("0200022222; 5 T20", "0000002222; 6 T20", "2222222222; 5 T22 - T20", "0000022222; 5 T22 T20"),
        marks=pytest.mark.rule("royal_tarokk 6.6.20"),
    ),
    pytest.param(
        "little_bird",
        ("0000002222; 6 T21", "0000012222; 6 T21"),
        ("0200002222; 6 T21", "0000000222; 7 T21", "2222222222; 6 T22 - T21", "0000002222; 6 T22 T21"),
        marks=pytest.mark.rule("royal_tarokk 6.6.21"),
    ),
    pytest.param(
        "great_bird",
        ("0000000222; 7 T22", "0000001222; 7 T22"),
        ("0200000222; 7 T22", "0000000022; 8 T22", "0000002222; 7 T22"),
        marks=pytest.mark.rule("royal_tarokk 6.6.22"),
    ),
]


SMALL_TROPHIES = [
    pytest.param(
        "amazon",
        ("2220222222; 4 SQ", "2221222222; 4 C10", "2222222202; 9 DJ"),
        ("2220222222; 4 SK", "2222222222; 4 SQ", "2220222222; 4 T9 SQ"),
        marks=pytest.mark.rule("royal_tarokk 6.10.35"),
    ),
    pytest.param(
        "pagat_capture",
        ("2220222222; 4 T9 - T1", "2221222222; 4 T9 T1"),
        ("2220222222; 4 T9 T1", "2222222222; 4 T9 T1", "2220222222; 4 T1"),
        marks=pytest.mark.rule("royal_tarokk 6.10.36"),
    ),
    pytest.param(
        "temesvar_pheasant:T1,SK",
        ("0022222222; 1 T1; 2 SK",),
        ("0022222222; 1 SK; 2 T1", "0222222222; 1 T1; 2 T9 - SK", "0022222222; 1 T1; 2 CK"),
        marks=pytest.mark.rule("royal_tarokk 6.10.37"),
    ),
    pytest.param(
        "transylvanian_pheasant:T1,SK",
        ("0202222222; 1 T1; 3 SK",),
        ("0022222222; 1 T1; 2 SK", "0222222222; 1 T1; 3 T9 - SK"),
        marks=pytest.mark.rule("royal_tarokk 6.10.38"),
    ),
    pytest.param(
        "hawk_pair:T1,SK",
        ("2020222222; 2 T1; 4 SK",),
        ("0202222222; 1 T1; 3 SK", "2020222222; 2 SK; 4 T1"),
        marks=pytest.mark.rule("royal_tarokk 6.10.39"),
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
    ),
    pytest.param(
        "phoenix",
        ("2222222200; 9 HK; 10 CK",),
        ("2222222200; 9 HK; 10 CQ", "2222222002; 8 HK; 9 CK", "2222222202; 9 HK; 10 CK"),
        marks=pytest.mark.rule("royal_tarokk 6.10.41"),
    ),
    pytest.param(
        "spadille",
        ("2220222222; 4 HQ", "2220222222; 4 DJ"),
        ("2220222222; 4 HK", "2220222222; 4 SQ", "2222222222; 4 HQ", "2220222222; 4 T9 HQ"),
        marks=pytest.mark.rule("royal_tarokk 6.10.42"),
    ),
    pytest.param(
        "manille",
        ("2220222222; 4 SC", "2220222222; 4 CJ"),
        ("2220222222; 4 SQ", "2220222222; 4 S10", "2220222222; 4 HC", "2222222222; 4 SC"),
        marks=pytest.mark.rule("royal_tarokk 6.10.43"),
    ),
    pytest.param(
        "djinn:S10",
        ("2222222220; 10 S10", "2222222221; 10 S10"),
        ("2222222220; 10 C10", "2222222202; 9 S10", "2222222222; 10 S10"),
        marks=pytest.mark.rule("royal_tarokk 6.10.44"),
    ),
    pytest.param(
        "marriage:H",
        ("2222222200; 9 HK; 10 HQ", "2222222200; 9 HQ; 10 HK"),
        (
            "2222222200; 9 DK; 10 DQ",
            "2222222200; 9 HC; 10 HK",
            "2222222200; 9 HQ; 10 HC",
            "2222222002; 8 HK; 9 HQ",
            "2222222200; 9 HK; 10 T9 HQ",
            "2222222200; 9 HK; 10 HC",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.45"),
    ),
]


SINGLE_CARDS = [
    pytest.param(
        "ultimo:T3",
        ("2222222220; 10 T3", "2222222221; 10 T3"),
        (
            "2222222222; 10 T4 - T3",
            "2222222220; 10 T9 T3",
            "2222222220; 10 T9 - T3",
            "2222222202; 9 T3",
            "2222222220; 10 T4",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.7.23"),
    ),
    pytest.param(
        "ultimo:HK",
        ("2222222220; 10 HK",),
        ("2222222220; 10 SK", "2222222220; 10 T9 HK"),
        marks=pytest.mark.rule("royal_tarokk 6.7.23"),
    ),
    pytest.param(
        "uhu:T3",
        ("2222222202; 9 T3", "2222222212; 9 T3"),
        (
            "2222222222; 9 T4 - T3",
            "2222222202; 9 T9 T3",
            "2222222202; 9 T9 - T3",
            "2222222022; 8 T3",
            "2222222202; 9 T4",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.7.24"),
    ),
    pytest.param(
        "uhu:HK",
        ("2222222202; 9 HK",),
        ("2222222202; 9 SK", "2222222202; 9 T9 HK"),
        marks=pytest.mark.rule("royal_tarokk 6.7.24"),
    ),
    pytest.param(
        "flying_dragon:T3",
        ("2222222022; 8 T3", "2222222122; 8 T3"),
        (
            "2222222222; 8 T4 - T3",
            "2222222022; 8 T9 T3",
            "2222222022; 8 T9 - T3",
            "2222220222; 7 T3",
            "2222222022; 8 T4",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.7.25"),
    ),
    pytest.param(
        "flying_dragon:HK",
        ("2222222022; 8 HK",),
        ("2222222022; 8 SK", "2222222022; 8 T9 HK"),
        marks=pytest.mark.rule("royal_tarokk 6.7.25"),
    ),
    pytest.param(
        "griffin:T3",
        ("2222220222; 7 T3", "2222221222; 7 T3"),
        (
            "2222222222; 7 T4 - T3",
            "2222220222; 7 T9 T3",
            "2222220222; 7 T9 - T3",
            "2222202222; 6 T3",
            "2222220222; 7 T4",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.7.26"),
    ),
    pytest.param(
        "griffin:HK",
        ("2222220222; 7 HK",),
        ("2222220222; 7 SK", "2222220222; 7 T9 HK"),
        marks=pytest.mark.rule("royal_tarokk 6.7.26"),
    ),
    pytest.param(
        "troll:T3",
        ("2222202222; 6 T3", "2222212222; 6 T3"),
        (
            "2222222222; 6 T4 - T3",
            "2222202222; 6 T9 T3",
            "2222202222; 6 T9 - T3",
            "2222022222; 5 T3",
            "2222202222; 6 T4",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.7.27"),
    ),
    pytest.param(
        "troll:HK",
        ("2222202222; 6 HK",),
        ("2222202222; 6 SK", "2222202222; 6 T9 HK"),
        marks=pytest.mark.rule("royal_tarokk 6.7.27"),
    ),
    pytest.param(
        "pheasant:SK",
        ("0222222222; 1 SK", "1222222222; 1 SK"),
        ("0222222222; 1 T9 SK", "2022222222; 2 SK", "2222222222; 1 SK", "0222222222; 1 CK"),
        marks=pytest.mark.rule("royal_tarokk 6.8.28"),
    ),
    pytest.param(
        "hawk:SK",
        ("2022222222; 2 SK", "2122222222; 2 SK"),
        ("2022222222; 2 T9 SK", "0222222222; 1 SK", "2222222222; 2 SK", "2022222222; 2 CK"),
        marks=pytest.mark.rule("royal_tarokk 6.8.29"),
    ),
    pytest.param(
        "gang:H",
        ("0222222222; 1 HK HQ HC HJ", "0022222222; 1 HK HQ HC; 2 T9 - HJ"),
        ("0222222222; 1 HK HQ HC; 2 T9 - HJ", "0222222222; 1 DK DQ DC DJ"),
        marks=pytest.mark.rule("royal_tarokk 6.9.30"),
    ),
    pytest.param(
        "gang:S",
        ("0022222222; 1 SK SQ SC SJ; 2 T9 - S10",),
        ("0222222222; 1 SK SQ SC SJ; 2 T9 - S10",),
        marks=pytest.mark.rule("royal_tarokk 6.9.30"),
    ),
    pytest.param(
        "fleet",
        ("0022222222; 1 HK HQ HC HJ; 2 DK DQ DC DJ",),
        ("0222222222; 1 HK HQ HC HJ; 2 DK DQ DC DJ", "0022222222; 1 HK HQ HC HJ; 2 DK DQ DC; 3 T9 DJ"),
        marks=pytest.mark.rule("royal_tarokk 6.9.31"),
    ),
    pytest.param(
        "red_and_black:H,S",
        ("0002222222; 1 HK HQ HC HJ; 2 SK SQ SC SJ; 3 T9 S10",),
        (
            "0022222222; 1 HK HQ HC HJ; 2 SK SQ SC SJ; 3 T9 S10",
            "0002222222; 1 DK DQ DC DJ; 2 SK SQ SC SJ; 3 T9 S10",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.9.32"),
    ),
    pytest.param(
        "armada",
        ("0002222222; 1 SK SQ SC SJ; 2 CK CQ CC CJ; 3 T9 S10 C10",),
        (
            "0022222222; 1 SK SQ SC SJ; 2 CK CQ CC CJ; 3 T9 S10 C10",
            "0002222222; 1 SK SQ SC SJ; 2 CK CQ CC CJ; 3 T9 S10; 4 T8 C10",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.9.33"),
    ),
    pytest.param(
        "legion",
        ("0000022222; 1 SK SQ SC SJ; 2 CK CQ CC CJ; 3 T9 S10 C10; 4 HK HQ HC HJ; 5 DK DQ DC DJ",),
        (
            "0000222222; 1 SK SQ SC SJ; 2 CK CQ CC CJ; 3 T9 S10 C10; 4 HK HQ HC HJ; 5 DK DQ DC DJ",
            "0000022222; 1 SK SQ SC SJ; 2 CK CQ CC CJ; 3 T9 S10 C10; 4 HK HQ HC HJ; 5 DK DQ DC; 6 T8 DJ",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.9.34"),
    ),
]


TROPHIES = [
    pytest.param(
        "xxi_capture",
        ("2220222222; 4 T22 - T21", "2221222222; 4 T22 T21"),
        ("2220222222; 4 T22 T21", "2222222222; 4 T22 - T21", "2220222222; 4 T22; 5 T21", "2220222222; 4 T21"),
        marks=pytest.mark.rule("royal_tarokk 6.10.46"),
    ),
    pytest.param(
        "vulture:T1,SK,T2",
        ("0002222222; 1 T1; 2 SK; 3 T2",),
        ("0002222222; 1 T2; 2 SK; 3 T1", "0022222222; 1 T1; 2 SK; 3 T2"),
        marks=pytest.mark.rule("royal_tarokk 6.10.47"),
    ),
    pytest.param(
        "suite",
        ("2222222000; 8 HK; 9 SQ; 10 S10",),
        ("2222222000; 8 HK; 9 SQ; 10 T5", "2222222002; 8 HK; 9 SQ; 10 S10", "2222220002; 7 HK; 8 SQ; 9 S10"),
        marks=pytest.mark.rule("royal_tarokk 6.10.48"),
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
    ),
    pytest.param(
        "ordeal",
        ("2220022222; 4 T22 - T21; 5 T9 - T1", "2220222222; 4 T22 - T21 T1"),
        (
            "2220222222; 4 T22 - T21; 5 T9 - T1",
            "2222022222; 4 T22 - T21; 5 T9 - T1",
            "2220022222; 4 T22 - T21; 5 T9 T1",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.50"),
    ),
    pytest.param(
        "centaur",
        ("2220022222; 4 T22 - T21; 5 HQ",),
        ("2220022222; 4 T22 - T21; 5 HK", "2220022222; 4 T22 HQ T21; 5 HK", "2222022222; 4 T22 - T21; 5 HQ"),
        marks=pytest.mark.rule("royal_tarokk 6.10.51"),
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
    ),
    pytest.param(
        "family:S",
        ("2222222000; 8 SK; 9 S10; 10 SJ",),
        ("2222222000; 8 SK; 9 C10; 10 SJ", "2222222002; 8 SK; 9 S10; 10 SJ", "2222222000; 8 CK; 9 CQ; 10 CJ"),
        marks=pytest.mark.rule("royal_tarokk 6.10.53"),
    ),
    pytest.param(
        "bethlehem",
        ("2222222000; 8 SK; 9 CK; 10 HK",),
        ("2222222000; 8 SK; 9 CK; 10 HQ", "2222222002; 8 SK; 9 CK; 10 HK", "2222220002; 7 SK; 8 CK; 9 HK"),
        marks=pytest.mark.rule("royal_tarokk 6.10.54"),
    ),
    pytest.param(
        "sphinx",
        ("2022220222; 2 HQ; 7 SQ", "2022220222; 2 CJ; 7 DC"),
        (
            "2022220222; 2 HQ; 7 DQ",
            "2022222222; 2 HQ SQ",
            "2022220222; 2 HQ; 7 C10",
            "2022220222; 2 HQ; 7 SK",
            "2022222222; 2 HQ; 7 SQ",
        ),
        marks=pytest.mark.rule("royal_tarokk 6.10.55"),
    ),
]


SUPERSLAMS = [
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
    ),
]


@pytest.mark.parametrize(
    ("item", "made", "missed"), [*SMALL_FEATS, *SMALL_TROPHIES, *SINGLE_CARDS, *TROPHIES, *SUPERSLAMS]
)
def test_made_and_missed(item: str, made: tuple[str, ...], missed: tuple[str, ...]) -> None:
    assert_made_and_missed(item, made, missed)
