from __future__ import annotations

import pytest

from bot.rules.deal import Result, ScoreLine
from bot.text import LOCALES, words
from bot.text.deals import net_line, score_line, score_lines, totals_line
from bot.text.facts import rule_number
from bot.text.scores import row_of
from bot.text.words import MINUS, catalogue
from tests.notation import Sample, documents
from tests.text.players import NAMES, SPOKEN, names

EN = words("en", "tapp_tarock")
THREE = NAMES[:3]
VALAT = ScoreLine(
    "valat",
    "defenders",
    None,
    5,
    32,
    (160, 160, 0),
    "tapp_tarock 9.1.2",
    {"times": 8, "kontra": 4, "points": 60, "tricks": 15},
)
BONUS = ScoreLine("trull_two", "seat", 2, 1, 1, (0, 0, 1), "tapp_tarock 9.3.2")


def test_a_line_explains_itself() -> None:
    assert score_line(EN, VALAT, THREE) == (
        "Valat missed (announced; 15 of 16 tricks): 5 × 8 × 4 (rekontra) = 160 points"
        " → Anna +160, Béla +160 (rule 9.1.2)"
    )
    assert score_line(EN, BONUS, THREE) == "Hand bonus, two of the trull: 1 point → 大輔 +1 (rule 9.3.2)"


def test_the_sum_comes_last() -> None:
    result = Result(3, 0, (VALAT, BONUS))
    assert score_lines(EN, result, THREE)[-1] == "This deal: Anna 160, Béla 160, 大輔 1"


def test_a_void_deal_has_one_line() -> None:
    assert score_lines(EN, Result(3, 0, void=True), THREE) == ["The deal is void: nobody scores."]


def test_a_line_that_nobody_gains_from_says_so() -> None:
    nothing = ScoreLine("trull_two", "seat", 2, 0, 1, (0, 0, 0), "tapp_tarock 9.3.2")
    assert "→ nobody" in score_line(EN, nothing, THREE)


def test_a_row_without_words_of_its_own_is_called_by_its_name() -> None:
    line = ScoreLine("valat", "declarer", None, 3, 2, (6, 0, 0), "tapp_tarock 9.9")
    assert score_line(EN, line, THREE) == "Valat: 3 × 2 = 6 points → Anna +6 (rule 9.9)"


def test_totals_and_settlement() -> None:
    assert totals_line(EN, (10, 20, 50), THREE) == "Totals: Anna 10, Béla 20, 大輔 50"
    assert net_line(EN, (-50, -20, 70), THREE) == (
        f"Settlement (each pays each other the difference): Anna {MINUS}50, Béla {MINUS}20, 大輔 +70"
    )
    assert net_line(words("ja", "tapp_tarock"), (-50, -20, 70), THREE) == (
        f"清算後（全員がたがいに点差を払う）：Anna {MINUS}50、Béla {MINUS}20、大輔 +70"
    )


@pytest.mark.parametrize(
    ("side", "amounts", "rule", "english", "japanese"),
    [
        (
            "declarer",
            (0, 3, 0),
            "9.1.4",
            "Game won (Béla has 40 card points, 36 needed)",
            "ゲーム成功（Bélaのカード点は40点、36点必要）",
        ),
        (
            "defenders",
            (3, 0, 3),
            "9.1.5",
            "Game lost (Béla has 40 of the 36 card points needed)",
            "ゲーム失敗（Bélaのカード点は40点、36点必要）",
        ),
    ],
)
def test_card_points_are_those_of_the_declarer_by_name(
    side: str, amounts: tuple[int, ...], rule: str, english: str, japanese: str
) -> None:
    line = ScoreLine("game", side, None, 3, 1, amounts, f"tapp_tarock {rule}", {"points": 40})
    assert score_line(EN, line, THREE).startswith(f"{english}: 3 points → ")
    assert score_line(words("ja", "tapp_tarock"), line, THREE).startswith(f"{japanese}：3点 → ")


@pytest.mark.parametrize("game", SPOKEN)
def test_every_row_of_the_score_sheet_has_its_sentence(game: str) -> None:
    rows, keys = set(), catalogue("en").keys
    for document in documents(f"{game}.jsonl"):
        deal = Sample.of(document).end(SPOKEN[game])
        assert deal.result is not None
        for line in deal.result.lines:
            rows.add((line.id, rule_number(line.rule), line.side))
            row = row_of(words("en", game), line)
            own = tuple(f"score.{each}.{line.id}." for each in words("en", game).games)
            finer = [key for key in keys if key.startswith(own)]
            assert row != line.id or not finer, f"{line} is only called by its name"
            for locale in LOCALES:
                text = score_line(words(locale, game), line, names(deal))
                assert "{" not in text
                told = line.amounts if line.with_pool else (line.points,)
                assert all(words(locale).number(each) in text for each in told if each)
    assert len(rows) > 8
