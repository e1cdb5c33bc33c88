"""§15: the worked examples, from the finished deal to the score sheet."""

from __future__ import annotations

import pytest

from bot.rules.layout import Side
from tests.games.illustrated_tarokk.table import calls, dealt, finished, points, result_of, scored, sheet
from tests.notation import act
from tests.rulebook import RULES

KINGS = "SK HK DK CK"
TRULL = "T22 T21 T1"
EXAMPLES = {
    "1": (finished("three, A with C", 55), "12.3.1 +1", (1, -1, 1, -1)),
    "2": (finished("two, A with B", 47), "12.3.1 -2", (-2, -2, 2, 2)),
    "3": (finished("one, A alone", 60, ours=TRULL), "12.3.1 +3, 10.1.1 +1", (12, -4, -4, -4)),
    "4": (finished("three, A alone", 40, theirs=KINGS), "12.3.1 -1, 10.1.2 -1", (-6, 2, 2, 2)),
    "5": (finished("two, B with D", 74, "game x2"), "12.3.2 +4, 12.3.8 +4", (-8, 8, -8, 8)),
    "6a": (
        finished("two, B with D", 74, "game x2, double_game@B"),
        "12.3.4 +8, 12.3.8 +4",
        (-12, 12, -12, 12),
    ),
    "6b": (finished("two, B with D", 60, "game x2, double_game@B"), "12.3.4 -8, 12.3.8 +4", (4, -4, 4, -4)),
    "7": (finished("one, C with D", 73), "12.3.2 +6", (-6, -6, 6, 6)),
    "8a": (finished("three, A with B", 91, won="AAAAABBBB"), "12.3.3 +3", (3, 3, -3, -3)),
    "8b": (
        finished("three, A with B", 87, won="AAAAABBBC", ours=f"{TRULL} {KINGS}"),
        "12.3.2 +2, 10.1.1 +1, 10.1.2 +1",
        (4, 4, -4, -4),
    ),
    "9": (
        finished("solo, D with A", 88, "double_game@D, volat@A, trull@A", won="DDDDDAAAA"),
        "12.3.5 +24, 12.3.4 +16, 10.1.1 +2",
        (42, -42, -42, 42),
    ),
    "10": (
        finished("two, A with C", 78, "double_game@A, volat@C", won="AAAACCCCB", theirs="T21 HK"),
        "12.3.5 -12, 12.3.4 +8",
        (-4, 4, -4, 4),
    ),
    "11": (
        finished(
            "two, B with A",
            73,
            "nine_tarokks@B, volat@A x2, trull@A, pagat_uhu@A",
            won="BABABABAC",
            ours="T22 T21",
            falls="T1 A8",
        ),
        "12.3.5 -24, 10.1.1 +2, 10.1.10 +20, 9.4.2 +2",
        (-4, 4, 0, 0),
    ),
    "12a": (finished("one, A with D", 20, "double_game@A"), "12.3.2 -6, 12.3.6 -12", (-18, 18, 18, -18)),
    "12b": (finished("one, A with D", 60, "double_game@A"), "12.3.4 -12", (-12, 12, 12, -12)),
    "13a": (
        finished("three, A with B", 50, "four_kings@A", theirs=KINGS),
        "12.3.1 +1, 10.1.2 -2, 10.1.2 -1",
        (-2, -2, 2, 2),
    ),
    "13b": (
        finished("three, A with B", 50, "four_kings@A x2", theirs=KINGS),
        "12.3.1 +1, 10.1.2 -4, 10.1.2 -1",
        (-4, -4, 4, 4),
    ),
    "14": (
        finished("three, A with B", 55, "trull@A, trull@C", ours=TRULL),
        "12.3.1 +1, 10.1.1 +2, 10.1.1 +2",
        (5, 5, -5, -5),
    ),
    "15a": (
        finished("three, A with C", 52, falls="T1 B9", won="ACBDABACD"),
        "12.3.1 +1, 10.3.1 +5",
        (6, -6, 6, -6),
    ),
    "15b": (
        finished("three, A with C", 52, falls="T1 C9", won="ACBDABACD"),
        "12.3.1 +1, 10.3.1 -5",
        (-4, 4, -4, 4),
    ),
    "16": (
        finished("two, B with D", 54, falls="T22 A9, T21 B9", won="DBDBDACCA"),
        "12.3.1 +2, 10.3.3 -21",
        (19, -19, 19, -19),
    ),
    "17": (
        finished("three, A with C", 50, "xxi_capture@A", falls="T22 B3, T21 C3", won="ACBADDACD"),
        "12.3.1 +1, 10.1.6 -42, 10.3.3 -21",
        (-62, 62, -62, 62),
    ),
    "18": (
        finished(
            "one, D with B",
            56,
            "trull@D, king_ultimo:S@B x2, four_kings@D x2",
            falls="SK B9",
            won="DBACDBACB",
            ours=TRULL,
        ),
        "12.3.1 +3, 10.1.1 +2, 10.1.11 +30, 10.1.2 -4",
        (-31, 31, -31, 31),
    ),
    "19": (
        finished("three, A with C", 55, "eight_tarokks@C", ours=TRULL, windows=(2,)),
        "12.3.1 +1, 10.1.1 +1, 9.4.2 +1",
        (2, -6, 10, -6),
    ),
    "20": (
        finished("two, B with A", 44, "pagat_ultimo@B", windows=(1, 3)),
        "12.3.1 -2, 10.1.5 -10",
        (-48, -48, 48, 48),
    ),
    "22": (
        finished("three, A with C", 50, "eight_tarokks@A, claim:nine_tarokks@B"),
        "12.3.1 +1, 9.4.2 +1, 9.4.3 +2",
        (4, 0, 0, -4),
    ),
    "23": (
        finished(
            "one, D with A",
            46,
            "eight_tarokks@D, four_kings@A x2, pagat_ultimo@D",
            falls="T1 D9",
            won="DABBDABCD",
        ),
        "12.3.1 -3, 10.1.2 -4, 10.1.5 +10, 9.4.2 +1",
        (2, -4, -4, 6),
    ),
    "24": (
        finished("one, C with D", 58, "trull@D, centrum@D", falls="T20 D5", won="CDCDDABAB", ours=TRULL),
        "12.3.1 +3, 10.1.1 +2, 10.1.7 +10",
        (-15, -15, 15, 15),
    ),
    "25": (
        finished("two, C alone", 56, "eight_tarokks@C, game x4, double_game@C x2, trull@C", ours=TRULL),
        "12.3.4 -16, 12.3.8 +8, 10.1.1 +2, 9.4.2 +1",
        (5, 5, -15, 5),
    ),
    "26": (
        finished(
            "three, A with B",
            58,
            "centrum@A, small_bird@A",
            falls="T20 A5, T21 B6",
            won="ABABACCDD",
            theirs="SK",
        ),
        "12.3.1 +1, 10.1.7 +10, 10.1.8 -10",
        (1, 1, -1, -1),
    ),
    "27": (finished("three, A with B", 46, "game x32"), "12.3.1 -32", (-32, -32, 32, 32)),
    "28": (
        finished("solo, B alone", 50, ours=TRULL, seats=5),
        "12.3.1 +4, 10.1.1 +1",
        (-5, 15, -5, -5, 0),
    ),
    "29": (
        finished("three, A with B", 49, "pagat_uhu@B x4", falls="T1 B9", won="ABCBACDCB", theirs="T21"),
        "12.3.1 +1, 10.1.10 -80, 10.3.1 +5",
        (-74, -74, 74, 74),
    ),
    "30a": (
        finished("two, A with B", 60, "double_game@C"),
        "12.3.1 +2, 12.3.6 +8",
        (10, 10, -10, -10),
    ),
    "30b": (finished("two, A with B", 20, "double_game@C"), "12.3.4 -8", (-8, -8, 8, 8)),
}


@pytest.mark.rule("illustrated_tarokk 15.1")
@pytest.mark.parametrize("name", EXAMPLES)
def test_scoring(name: str) -> None:
    board, lines, scores = EXAMPLES[name]
    result, windows = scored(board), {"19": 1, "20": 2}.get(name, 0)
    assert (sheet(result, windows), result.scores) == (lines, scores)
    assert sum(scores) == 0
    assert {line.rule for line in result.lines} <= RULES


@pytest.mark.rule("illustrated_tarokk 15.1")
@pytest.mark.parametrize(("windows", "scores"), [((), (1, 1, 1, -3)), ((2,), (2, 2, 2, -6))])
def test_a_failed_trial_bid(windows: tuple[int, ...], scores: tuple[int, ...]) -> None:
    deal = act(dealt("T22", "T21", "T1", "T2-T10", windows=windows), calls("A- B- C- D3"))
    assert (sheet(result_of(deal), len(windows)), result_of(deal).scores) == ("4.5.2 -1", scores)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_are_whole_deals(name: str) -> None:
    board = EXAMPLES[name][0]
    assert points(board, Side.DECLARER) + points(board, Side.DEFENDERS) == 94
    assert all(len(trick.plays) == 4 for trick in board.open.tricks)
