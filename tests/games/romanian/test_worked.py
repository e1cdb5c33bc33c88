"""§19: the worked examples."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.games.romanian.scores import piles
from bot.rules.cards import VALUE, counted_in_threes
from tests.games.romanian.table import NEUTRAL, Held, Played, four, result_of, sheet, three, won_by
from tests.notation import act
from tests.rulebook import RULES

ALL = Held("T22 T21 T1 SK HK DK CK", "")
PAGAT = Held("T21 T1 SK HK", "T22 DK CK")
"""The pagat is with the declarer's side, the Skiz is not."""
LOST_KING = Held("T22 T21 SK CK", "T1 HK DK T20")
"""The called king, and T20, are with the others."""
MADE, FAILED = {12: "T1 of 0 to 0"}, {12: "T1 of 0 to 1"}
LONE_MADE, LONE_FAILED = {12: "T1 of 2 to 2"}, {12: "T1 of 2 to 1"}
NINE = "taroace:9@0, pagat_ult@0"

SHEETS: dict[str, tuple[Played, str, tuple[int, ...], int]] = {
    "2 won": (Played(level=3, points=41), "game +2", (2, -2, 2, -2), 9),
    "2 lost": (Played(level=3, points=35), "game -6", (-6, 6, -6, 6), 9),
    "3 won": (Played(level=4, said="game *1 by 1"), "game +16", (16, -16, 16, -16), 9),
    "3 lost": (Played(level=4, said="game *2 by 1", points=35), "game -32", (-32, 32, -32, 32), 9),
    "4 lost": (Played("unu2", 8, points=35), "game -24", (-24, 24, -24, 24), 9),
    "4 won": (Played("unu2", 8, said="game *1 by 1"), "game +48", (48, -48, 48, -48), 9),
    "5": (
        Played("solo", team=(2,), points=44, won=8, said="game *1 by 1", held=ALL),
        "game +16, trula +2, kings +2", (-20, -20, 60, -20), 9,
    ),
    "6": (
        Played(said=NINE, named=MADE, held=PAGAT), "game +2, taroace +2, pagat_ult +7", (16, -11, 15, -11), 0,
    ),
    "7": (Played(said=NINE, named=FAILED), "game +2, taroace +2, pagat_ult -7", (-8, 3, -7, 3), 18),
    "8": (
        Played(said=f"{NINE} *1 by 3", named=MADE, held=PAGAT),
        "game +2, taroace +2, pagat_ult +14", (23, -27, 22, -27), 18,
    ),
    "9": (
        Played(said=f"{NINE} *1 by 3", named=FAILED),
        "game +2, taroace +2, pagat_ult -14", (-19, 14, -19, 15), 18,
    ),
    "10": (
        Played("solo", team=(2,), said="pagat_ult@2 *2 by 1", named=LONE_FAILED, pool=10),
        "game +8, pagat_ult -36", (31, 32, -124, 31), 40,
    ),
    "11": (
        Played("solo", team=(2,), said="pagat_ult@2 *2 by 1", named=LONE_MADE, pool=10, held=PAGAT),
        "game +8, pagat_ult +36", (-57, -58, 142, -57), 40,
    ),
    "12 failed": (
        Played(team=(0,), said="pagat_ult@0 *1 by 2", named=FAILED, pool=11),
        "game +2, pagat_ult -14", (-58, 15, 17, 15), 22,
    ),
    "12 made": (
        Played(team=(0,), said="pagat_ult@0 *1 by 2", named=MADE, pool=11, held=PAGAT),
        "game +2, pagat_ult +14", (59, -23, -24, -23), 22,
    ),
    "13": (
        Played(said="pagat_ult@0 *1 by 1", named=MADE, radlers=2, pool=6, held=PAGAT),
        "game +4, pagat_ult +28", (35, -38, 35, -38), 12,
    ),
    "18": (
        Played(said="game *1 by 1, valat@0, taroace:8@0", won=12, points=70, held=ALL),
        "taroace +1, trula +1, kings +1, valat +16", (19, -19, 19, -19), 9,
    ),
    "18 radler": (
        Played(said="game *1 by 1, valat@0, taroace:8@0", won=12, points=70, radlers=1, held=ALL),
        "taroace +2, trula +2, kings +2, valat +32", (38, -38, 38, -38), 9,
    ),
    "19": (
        Played(said="valat@0 *1 by 1", won=11, points=62, held=Held("T22 T21 T1 SK HK DK", "CK")),
        "trula +1, valat -32", (-31, 31, -31, 31), 9,
    ),
    "20": (
        Played("solo", won=0, points=2, held=Held("", "T22 T21 T1 SK HK DK CK")),
        "trula -2, kings -2, valat -32, king_caught -2", (-38, 38, -38, 38), 9,
    ),
    "21 both": (
        Played(said="taroace:9@0, taroace:10@3"), "game +2, taroace +2, taroace -3", (1, -1, 1, -1), 9,
    ),
    "21 one side": (Played(said="taroace:8@1, taroace:10@3"), "game +2, taroace -3", (-1, 1, -1, 1), 9),
    "22 made": (
        Played(named={12: "HK of 2, T1 of 0 to 0"}, held=PAGAT),
        "game +2, pagat_ult +1, king_ult +1", (4, -4, 4, -4), 9,
    ),
    "22 overtrumped": (
        Played(named={12: "HK of 2, T1 of 0, T20 of 3 to 3"}, held=LOST_KING),
        "game +2, pagat_ult -1, king_ult -1, king_caught -1", (-1, 1, -1, 1), 9,
    ),
    "22 by the partner": (
        Played(named={12: "S7 of 1, T1 of 0, T20 of 2 to 2"}, held=Held("T1 SK HK T22 S7 T20", "T21 DK CK")),
        "game +2, pagat_ult -1", (1, -1, 1, -1), 9,
    ),
    "23 too early": (
        Played(said="king_ult@2 *1 by 1", named={7: "HK of 2 to 0"}), "game +2, king_ult -4",
        (-2, 2, -2, 2), 9,
    ),
    "23 taken": (
        Played(said="king_ult@2 *1 by 1", named={12: "HK of 2 to 1"}, held=LOST_KING),
        "game +2, king_ult -4, king_caught -1", (-3, 3, -3, 3), 9,
    ),
    "23 taken, solo": (
        Played("solo", said="king_ult@2 *1 by 1", named={12: "HK of 2 to 1"}, held=LOST_KING),
        "game +8, king_ult -8, king_caught -2", (-2, 2, -2, 2), 9,
    ),
    "24": (
        Played(said="trula@2", named={5: "T21 of 0, T22 of 1 to 1"}, held=Held("SK HK T1", "T22 T21 DK CK")),
        "game +2, trula -2, moon_caught -1", (-1, 1, -1, 1), 9,
    ),
    "31": (
        Played(said="pagat_ult@0 *5 by 1", named=MADE, pool=5, held=PAGAT),
        "game +2, pagat_ult +224", (229, -306, 228, -306), 160,
    ),
}  # fmt: skip
"""The deal, its sheet from the declarer's point of view, the chips, the pool afterwards."""


@pytest.mark.rule("romanian_tarok 19.2")
@pytest.mark.parametrize("name", SHEETS)
def test_sheets(name: str) -> None:
    played, lines, chips, pool = SHEETS[name]
    result = played.result()
    assert (sheet(result), result.scores, result.next_session["pool"]) == (lines, chips, pool)
    assert result.next_session["radlers"] == max(played.radlers - 1, 0)
    assert {line.rule for line in result.lines} <= RULES


@pytest.mark.rule("romanian_tarok 19.1")
@pytest.mark.parametrize(
    ("played", "ours", "theirs", "lines", "chips"),
    [
        (
            Played(
                level=2, team=(0,), won=9, points=56, king="SK", where="left",
                held=Held("T22 T21 SK HK DK", "T1 CK"),
            ),
            (41, 79, 52), (13, 27, 18), "game +2, king_caught -2", (0, 0, 0, 0),
        ),
        (
            Played(team=(0,), won=7, points=43, king="SK", where="unseen"),
            (33, 65, 43), (21, 41, 27), "game +2", (6, -2, -2, -2),
        ),
        (
            Played("solo", team=(0,), won=7, points=39, king="SK", where="unseen"),
            (33, 57, 35), (21, 49, 35), "game -8", (-24, 8, 8, 8),
        ),
    ],
)  # fmt: skip
def test_piles(
    played: Played, ours: tuple[int, ...], theirs: tuple[int, ...], lines: str, chips: tuple[int, ...]
) -> None:
    found = [(len(pile), sum(VALUE[each] for each in pile), counted_in_threes(pile))
             for pile in piles(played.board()).values()]  # fmt: skip
    assert found == [ours, theirs]
    assert (sheet(played.result()), played.result().scores) == (lines, chips)


def taper(
    contract: str = "doi1",
    level: int = 1,
    points: int = 34,
    said: str = "",
    named: Mapping[int, str] | None = None,
    held: Held = NEUTRAL,
) -> Played:
    """A taper of forehand's; the pool holds 7."""
    return Played(contract, level, (0,), points, said=said, pool=7, taper=True, named=named or {}, held=held)


@pytest.mark.rule("romanian_tarok 19.3")
@pytest.mark.rule("romanian_tarok 16.4")
@pytest.mark.parametrize(
    ("played", "chips", "pool"),
    [
        (taper("trei1", 3, 33, "game *1 by 1"), (-12, 6, 6), 7),
        (taper("trei1", 3), (2, -1, -1), 7),
        (taper("trei1", 3, 34, "game *1 by 1"), (12, -6, -6), 7),
        (taper("trei2", 4, 33, "game *2 by 1"), (-32, 16, 16), 7),
        (taper(said="taroace:10@1, pagat_ult@0 *1 by 1", named=MADE, held=PAGAT), (37, -22, -22), 14),
        (taper("doi1", 3, 33, "pagat_ult@0", named=FAILED), (-33, 13, 13), 14),
    ],
)
def test_tapers(played: Played, chips: tuple[int, ...], pool: int) -> None:
    assert (played.result().scores, played.result().next_session["pool"]) == (chips, pool)


@pytest.mark.rule("romanian_tarok 19.3")
@pytest.mark.rule("romanian_tarok 16.6")
@pytest.mark.parametrize(("before", "after"), [(0, 3), (2, 5)])
def test_thrown_in(before: int, after: int) -> None:
    result = result_of(three(radlers=before, after="0 pass; 1 pass; 2 pass"))
    assert (result.void, result.scores, result.next_dealer) == (True, (0, 0, 0), 0)
    assert result.next_session == {"radlers": after, "pool": 4}


SKIZ, NOTHING = "T22", "T9"


@pytest.mark.rule("romanian_tarok 19.2")
@pytest.mark.rule("romanian_tarok 8.4.2")
@pytest.mark.rule("romanian_tarok 8.4.3")
@pytest.mark.parametrize(
    ("contract", "hand", "radlers", "chips", "rules"),
    [
        ("doi2", SKIZ, 0, (-18, 6, 6, 6), ["8.4.2"]),
        ("doi2", NOTHING, 0, (-21, 7, 7, 7), ["8.4.2", "8.4.3"]),
        ("doi2", NOTHING, 1, (-42, 14, 14, 14), ["8.4.2", "8.4.3"]),
        ("unu3", NOTHING, 0, (-48, 16, 16, 16), ["8.4.2", "8.4.3"]),
    ],
)
def test_surrender(contract: str, hand: str, radlers: int, chips: tuple[int, ...], rules: list[str]) -> None:
    deal = four(f"{hand} S7 S8 H4 H3", "T1", "T21", talon="C7 C8 C9 D4 HK D3", radlers=radlers)
    deal = act(won_by(deal, contract), "0 call HK; 0 refuse")
    result = result_of(act(deal, "0 refuse; 0 surrender" if contract == "unu3" else "0 surrender"))
    assert (result.scores, result.void) == (chips, False)
    assert [line.rule.split()[1] for line in result.lines] == rules
