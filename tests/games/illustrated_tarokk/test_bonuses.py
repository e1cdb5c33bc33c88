"""§10: bonuses, on deals played to their end."""

from __future__ import annotations

from typing import Unpack

import pytest

from tests.games.illustrated_tarokk.sheets import KINGS, TRULL, Where, lines
from tests.games.illustrated_tarokk.table import (
    finished,
    scored,
    sheet,
)
from tests.notation import with_open

# 10.1


@pytest.mark.rule("illustrated_tarokk 10.1.0")
@pytest.mark.parametrize(
    ("item", "rule", "value"),
    [
        ("trull", "10.1.1", 2),
        ("four_kings", "10.1.2", 2),
        ("pagat_ultimo", "10.1.5", 10),
        ("xxi_capture", "10.1.6", 42),
        ("centrum", "10.1.7", 10),
        ("small_bird", "10.1.8", 10),
        ("large_bird", "10.1.9", 10),
        ("pagat_uhu", "10.1.10", 20),
        *((f"king_ultimo:{suit}", "10.1.11", 15) for suit in "SHDC"),
        *((f"king_uhu:{suit}", "10.1.12", 20) for suit in "SHDC"),
    ],
)
def test_the_price_of_failure(item: str, rule: str, value: int) -> None:
    falls = f"{item[-1]}K A4" if item.startswith("king") else ""
    assert lines(said=f"{item}@C", falls=falls) == f"{rule} {-value}"
    assert lines(said=f"{item}@B x4", falls=falls) == f"{rule} {4 * value:+}", "the other side's"


@pytest.mark.rule("illustrated_tarokk 10.1.1")
def test_trull() -> None:
    assert lines(ours=TRULL) == "10.1.1 +1"
    assert lines(theirs=TRULL) == "10.1.1 -1"
    assert lines(said="trull@A", ours=TRULL) == "10.1.1 +2"
    assert lines(ours="T22 T21", theirs="T1") == ""


@pytest.mark.rule("illustrated_tarokk 10.1.2")
def test_four_kings() -> None:
    assert lines(ours=KINGS) == "10.1.2 +1"
    assert lines(theirs=KINGS) == "10.1.2 -1"
    assert lines(said="four_kings@C", ours=KINGS) == "10.1.2 +2"
    assert lines(ours="SK HK DK", theirs="CK") == ""


@pytest.mark.rule("illustrated_tarokk 10.1.3")
def test_double_game() -> None:
    two = "two, A with C"
    assert [lines(points, game=two) for points in (70, 71)] == ["12.3.1 +2", "12.3.2 +4"]
    assert [lines(points, game=two) for points in (24, 23)] == ["12.3.1 -2", "12.3.2 -4"]
    assert lines(71, "double_game@A", two) == "12.3.4 +8"


@pytest.mark.rule("illustrated_tarokk 10.1.4")
def test_volat() -> None:
    for game, value in (("three, A with C", 1), ("solo, A with C", 4)):
        own = 3 if value == 1 else 0
        assert lines(88 + own, game=game, won="ACACACACA") == f"12.3.3 +{3 * value}"
        assert lines(88 + own, "volat@C", game, won="ACACACACA") == f"12.3.5 +{6 * value}"


@pytest.mark.rule("illustrated_tarokk 10.1.5")
def test_pagat_ultimo() -> None:
    for seat in "AC":
        made = Where(falls=f"T1 {seat}9", won=f"ACBDACDB{seat}")
        assert lines(said="pagat_ultimo@A", **made) == "10.1.5 +10"
    assert lines(said="pagat_ultimo@B", falls="T1 D9", won="ACBDACDAD") == "10.1.5 -10"


@pytest.mark.rule("illustrated_tarokk 10.1.6")
def test_capture_of_the_xxi() -> None:
    falls = Where(falls="T22 A4, T21 B4, T1 C3", won="ACBACDBDB")
    assert lines(said="xxi_capture@C", **falls) == "10.1.6 +42"
    assert lines(**falls) == "10.3.3 +21"


@pytest.mark.rule("illustrated_tarokk 10.1.7")
@pytest.mark.rule("illustrated_tarokk 10.1.8")
@pytest.mark.rule("illustrated_tarokk 10.1.9")
@pytest.mark.parametrize(
    ("item", "rule", "card", "trick"),
    [("centrum", "10.1.7", "T20", 5), ("small_bird", "10.1.8", "T21", 6), ("large_bird", "10.1.9", "T22", 7)],
)
def test_centrum_and_birds(item: str, rule: str, card: str, trick: int) -> None:
    first = "ACACACA"[: trick - 1]
    for seat in "AC":
        won = f"{first}{seat}BDBDBD"[:9]
        assert lines(said=f"{item}@A", falls=f"{card} {seat}{trick}", won=won, points=60, theirs="HK") in (
            f"{rule} +10",
            f"{rule} +10, 10.1.1 +1",
        )
    assert rule not in lines(60, falls=f"{card} A{trick}", won=f"{first}ABDBDBD"[:9], theirs="HK"), (
        "never silent"
    )


@pytest.mark.rule("illustrated_tarokk 10.1.10")
@pytest.mark.rule("illustrated_tarokk 10.1.12")
@pytest.mark.parametrize(
    ("item", "rule", "card"),
    [("pagat_uhu", "10.1.10", "T1"), *((f"king_uhu:{suit}", "10.1.12", f"{suit}K") for suit in "SHDC")],
)
def test_uhu(item: str, rule: str, card: str) -> None:
    made = Where(falls=f"{card} C8", won="ABDACDBCB")
    assert lines(said=f"{item}@A", **made) == f"{rule} +20"
    assert lines(**made) == ""
    assert lines(said=f"{item}@A", falls=f"{card} C8", won="ABDACDCBB") == f"{rule} -20"


@pytest.mark.rule("illustrated_tarokk 10.1.11")
@pytest.mark.parametrize("suit", "SHDC")
def test_king_ultimo(suit: str) -> None:
    made = Where(falls=f"{suit}K C9", won="ABDACDBAC")
    assert lines(said=f"king_ultimo:{suit}@A", **made) == "10.1.11 +15"
    assert lines(**made) == ""
    another = "SHDC"["SHDC".index(suit) - 1]
    assert lines(said=f"king_ultimo:{another}@A", **made) == "10.1.11 -15", "each king by itself"


# 10.2


@pytest.mark.rule("illustrated_tarokk 10.2.1")
def test_announced_and_made() -> None:
    assert [lines(said=f"trull@A x{factor}", ours=TRULL) for factor in (1, 2, 32)] == [
        "10.1.1 +2", "10.1.1 +4", "10.1.1 +64",
    ]  # fmt: skip
    assert lines(said="trull@B x2", theirs=TRULL) == "10.1.1 -4"


@pytest.mark.rule("illustrated_tarokk 10.2.2")
def test_announced_and_not_made() -> None:
    assert [lines(said=f"trull@A x{factor}") for factor in (1, 2, 32)] == [
        "10.1.1 -2", "10.1.1 -4", "10.1.1 -64",
    ]  # fmt: skip


@pytest.mark.rule("illustrated_tarokk 10.2.3")
def test_silent() -> None:
    assert lines(said="game x4", ours=TRULL) == "12.3.1 +4, 10.1.1 +1", "the kontra is the game's"
    assert lines(ours=f"{TRULL} {KINGS}", points=60) == "10.1.1 +1, 10.1.2 +1"


@pytest.mark.rule("illustrated_tarokk 10.2.4")
def test_an_announced_bonus_does_not_count_silently_as_well() -> None:
    assert lines(said="four_kings@A", ours=KINGS) == "10.1.2 +2"
    assert lines(said="four_kings@A", theirs=KINGS) == "10.1.2 -2, 10.1.2 -1"
    assert lines(said="four_kings@A, four_kings@B", theirs=KINGS) == "10.1.2 -2, 10.1.2 -2"


@pytest.mark.rule("illustrated_tarokk 10.2.5")
def test_silent_trull_and_kings_do_not_count_beside_all_tricks() -> None:
    every = Where(won="ACACACACA")
    assert lines(91, **every) == "12.3.3 +3"
    assert lines(91, "volat@A", **every) == "12.3.5 +6"
    assert lines(91, "trull@A, four_kings@C", **every) == "12.3.3 +3, 10.1.1 +2, 10.1.2 +2"
    assert lines(91, "trull@B", **every) == "12.3.3 +3, 10.1.1 +2"
    failed = lines(87, "volat@A", won="ACACACACB", ours=f"{TRULL} {KINGS}")
    assert failed == "12.3.5 -6, 10.1.1 +1, 10.1.2 +1"
    assert lines(3, won="BDBDBDBDB") == "12.3.3 -3", "the other side's likewise"


@pytest.mark.rule("illustrated_tarokk 10.2.6")
def test_bonuses_are_independent() -> None:
    for contract, value in (("three", 1), ("two", 2), ("one", 3), ("solo", 4)):
        found = sheet(scored(finished(f"{contract}, A with C", 40, "four_kings@A", ours=TRULL)))
        assert found == f"12.3.1 {-value}, 10.1.2 -2, 10.1.1 +1", "the game is lost, the trull made"


# 10.3


@pytest.mark.rule("illustrated_tarokk 10.3.1")
@pytest.mark.parametrize(
    ("player", "winner", "said", "expected"),
    [
        ("A", "A", "", "10.3.1 +5"),
        ("C", "C", "", "10.3.1 +5"),
        ("A", "B", "", "10.3.1 -5"),
        ("A", "C", "", "10.3.1 -5"),
        ("B", "B", "", "10.3.1 -5"),
        ("B", "D", "", "10.3.1 +5"),
        ("B", "A", "", "10.3.1 +5"),
        ("A", "A", "pagat_uhu@C", "10.1.10 -20, 10.3.1 +5"),
        ("A", "B", "pagat_uhu@C", "10.1.10 -20, 10.3.1 -5"),
    ],
)
def test_silent_pagat_ultimo(player: str, winner: str, said: str, expected: str) -> None:
    assert lines(said=said, falls=f"T1 {player}9", won=f"ACBDADCB{winner}") == expected


@pytest.mark.rule("illustrated_tarokk 10.3.2")
def test_announced_pagat_ultimo_fails() -> None:
    said = "pagat_ultimo@A"
    assert lines(said=said, falls="T1 A9", won="ACBDACDBB") == "10.1.5 -10", "beaten by an opponent"
    assert lines(said=said, falls="T1 A9", won="ACBDABDBC") == "10.1.5 -10", "by the partner"
    assert lines(said=said, falls="T1 A8", won="ACBDABDAC") == "10.1.5 -10", "played too early"
    assert lines(said=said, falls="T1 B8", won="ACBDABDAC") == "10.1.5 -10", "not owned"
    assert lines(said=said, falls="T1 B9", won="ACBDACDAB") == "10.1.5 -10, 10.3.1 -5", (
        "and the others win with it"
    )
    assert lines(said=said, falls="T1 B9", won="ACBDACDBA") == "10.1.5 -10, 10.3.1 +5", "or lose it"


@pytest.mark.rule("illustrated_tarokk 10.3.3")
@pytest.mark.parametrize(
    ("skiz", "mond", "winner", "expected"),
    [("A", "B", "A", "10.3.3 +21"), ("B", "C", "B", "10.3.3 -21"), ("A", "C", "A", ""), ("B", "D", "B", "")],
)
def test_silent_capture(skiz: str, mond: str, winner: str, expected: str) -> None:
    won = f"ACB{winner}" + ("BDBAC" if winner == "A" else "ACBDA")
    pagat = "T1 C3" if winner == "A" else "T1 C2"
    assert lines(falls=f"T22 {skiz}4, T21 {mond}4, {pagat}", won=won) == expected


@pytest.mark.rule("illustrated_tarokk 10.3.4")
def test_announced_capture_fails() -> None:
    said = "xxi_capture@A"
    assert lines(said=said) == "10.1.6 -42", "it escapes"
    own = Where(falls="T22 A4, T21 C4, T1 C3", won="ACBABDBAC")
    assert lines(said=said, **own) == "10.1.6 -42", "their own XXI is not captured"
    assert lines(said=said, falls="T22 A4, T21 C5, T1 C3", won="ACBABDBAC") == "10.1.6 -42"
    lost = Where(falls="T22 B4, T21 C4", won="ACBBACBDA")
    assert lines(said=said, **lost) == "10.1.6 -42, 10.3.3 -21"
    assert lines(said=f"{said}, xxi_capture@D x2", **lost) == "10.1.6 -42, 10.1.6 -84"
    assert lines(said=said, falls="T22 B4, T21 B5", won="ACBBACBDA") == "10.1.6 -42", "no skíz"


def hat(before: int | None, said: str = "", **where: Unpack[Where]) -> object:
    """Who wears the hat after a deal that began with it on some head."""
    board = finished("three, A with C", 50, said, **where)
    board = with_open(board, session={"windows": [], "hat": before})
    return scored(board).next_session["hat"]


@pytest.mark.rule("illustrated_tarokk 10.3.5")
@pytest.mark.rule("illustrated_tarokk 20.12")
@pytest.mark.rule("illustrated_tarokk 20.13")
def test_the_hat() -> None:
    taken = Where(falls="T22 B4, T21 C4", won="ACBBACBDA")
    assert hat(None, **taken) == hat(1, **taken) == 2
    assert hat(1, said="xxi_capture@D", **taken) == 2, "announced too"
    assert hat(1, said="xxi_capture@A", **taken) == 2
    assert (hat(None), hat(1)) == (None, 1), "until the next capture"
    assert hat(1, falls="T22 A4, T21 C4", won="ACBABDBAC") == 1, "the partner's skíz takes no hat"


@pytest.mark.rule("illustrated_tarokk 10.3.6")
@pytest.mark.parametrize(
    ("item", "card", "trick"), [("centrum", "T20", 5), ("small_bird", "T21", 6), ("large_bird", "T22", 7)]
)
def test_centrum_and_birds_fail(item: str, card: str, trick: int) -> None:
    won = "ACACACA"[:trick]
    last = won[-1]
    for lost in range(trick):
        tricks = f"{won[:lost]}B{won[lost + 1 :]}BDBDBD"[:9]
        assert "-10" in lines(58, f"{item}@A", falls=f"{card} {last}{trick}", won=tricks, theirs="HK")
    other = "C" if last == "A" else "A"
    taken = f"{won[:-1]}{other}BDBDBD"[:9]
    assert "-10" in lines(58, f"{item}@A", falls=f"{card} {last}{trick}", won=taken, theirs="HK"), (
        "the partner's card"
    )


@pytest.mark.rule("illustrated_tarokk 10.3.7")
@pytest.mark.parametrize(
    ("item", "card", "trick", "price"),
    [("pagat_uhu", "T1", 8, 20), ("king_uhu:D", "DK", 8, 20), ("king_ultimo:H", "HK", 9, 15)],
)
def test_an_announced_card_taken_by_the_partner_loses_the_bonus(
    item: str, card: str, trick: int, price: int
) -> None:
    won = "ABDACDBBB"[: trick - 1] + "C" + "B" * (9 - trick)
    assert lines(said=f"{item}@A", falls=f"{card} A{trick}", won=won).endswith(f" {-price}")
