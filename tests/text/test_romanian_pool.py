"""Texts of Romanian Tarok and the taper about radlers and the pool."""

from __future__ import annotations

import pytest

from bot.rules.results import Result, ScoreLine
from bot.text import words
from bot.text.scores import score_line, session_lines, totals_line
from bot.text.words import MINUS
from tests.notation import LINE
from tests.text.players import NAMES

EN, JA = words("en", "romanian_tarok"), words("ja", "romanian_tarok")
TAPER_EN = words("en", "romanian_taper")
FOUR, THREE = NAMES[:4], NAMES[:3]


def test_radlers_and_the_pool() -> None:
    assert session_lines(EN, {"radlers": 1, "pool": 1}) == [
        "This deal is a radler and counts double; it is the last one.",
        "In the pool, including the antes of this deal: 1 chip.",
    ]
    assert session_lines(JA, {"radlers": 3, "pool": 17}) == [
        "このディールはラドレルで、得点は2倍です（このディールを含め、あと3ディール）。",
        "プール（このディールのアンティを含む）：17チップ",
    ]
    assert session_lines(EN, {"radlers": 0, "pool": 0}) == []
    assert session_lines(EN, {"radlers": 2, "pool": 5}, over=True) == [
        "This deal is a radler and counts double; 2 radlers are left, this one included.",
        "In the pool at the start of this deal, its antes included: 5 chips.",
    ]
    assert (
        totals_line(TAPER_EN, (4, -8, 4), THREE) == "Totals, antes paid; the pool is shared at the end: "
        f"Anna\u00a0+4, Béla\u00a0{MINUS}8, 大輔\u00a0+4"
    )


def pool_line(sentence: str, amounts: tuple[int, ...], rule: str, chips: int, left: int) -> ScoreLine:
    """A line of the sheet with chips of the pool."""
    return LINE._replace(
        item="pool",
        sentence=sentence,
        base=sum(amounts),
        amounts=amounts,
        rule=f"romanian_tarok {rule}",
        figures={"chips": chips, "pool": left},
        with_pool=True,
    )


@pytest.mark.parametrize(
    ("line", "english", "japanese"),
    [
        (
            pool_line("pool.made", (5, 0, 4, 0), "14.1", 9, 0),
            "Pool: the declarer's side takes the 9 chips in it; 0 left",
            "プール：デクレアラー側が9チップを受け取り、残りは0チップ",
        ),
        (
            pool_line("pool.missed", (-5, 0, -4, 0), "14.2", 9, 18),
            "Pool: the declarer's side pays 9 chips into it; 18 in it now",
            "プール：デクレアラー側が9チップを払い、プールは18チップになる",
        ),
        (
            pool_line("pool_doubled.made", (5, -9, 4, -9), "14.3", 9, 18),
            "Pool: the declarer's side takes the 9 chips in it, and the defenders pay 18 into it",
            "プール：デクレアラー側が9チップを受け取り、ディフェンダー側が18チップを払う",
        ),
        (
            pool_line("pool_doubled.missed", (-20, 5, 5, 0), "14.3", 10, 20),
            "Pool: the defenders take the 10 chips in it, and the declarer's side pays 20 into it",
            "プール：ディフェンダー側が10チップを受け取り、デクレアラー側が20チップを払う",
        ),
    ],
)
def test_payments_from_and_into_the_pool_are_explained(line: ScoreLine, english: str, japanese: str) -> None:
    assert score_line(EN, line, FOUR).partition(" → ")[0] == english
    assert score_line(JA, line, FOUR).partition(" → ")[0] == japanese


def test_the_chips_of_the_pool_are_listed_by_player() -> None:
    line = pool_line("pool_doubled.made", (5, -9, 4, -9), "14.3", 9, 18)
    gains = f"Anna\u00a0+5, Béla\u00a0{MINUS}9, 大輔\u00a0+4, Clara\u00a0{MINUS}9 (rule 14.3)"
    assert score_line(EN, line, FOUR).endswith(f" → {gains}")


def test_a_result_tells_pool_and_players_apart() -> None:
    line = LINE._replace(amounts=(2, -2, 2, -2))
    result = Result(4, 0, (line, pool_line("pool.made", (5, 0, 4, 0), "14.1", 9, 0)))
    assert (result.scores, result.settled) == ((7, -2, 6, -2), (2, -2, 2, -2))
