from __future__ import annotations

import re
from math import prod

import pytest

from bot.games import GAMES
from bot.rules.layout import Side
from bot.rules.results import Multiplier, Outcome, Result, ScoreLine, factors
from bot.text import LOCALES, words
from bot.text.scores import factors_line, net_line, points_line, score_line, score_lines, totals_line
from bot.text.words import MINUS, catalogue
from tests.games.tapp_tarock.table import tapp
from tests.notation import LINE, Sample, documents
from tests.text.players import NAMES, names, positions

EN = words("en", "tapp_tarock")
THREE = NAMES[:3]
OPEN = tapp().open
VALAT = ScoreLine(
    item="valat",
    side=Side.DEFENDERS,
    outcome=Outcome.MISSED,
    sentence="valat.missed",
    declarers=(2,),
    base=5,
    factors=factors(times=8, kontra=4),
    amounts=(160, 160, 0),
    rule="tapp_tarock 9.1.2",
    figures={"tricks": 15},
)
BONUS = LINE._replace(
    item="trull_two", sentence="trull_two", amounts=(0, 0, 1), seat=2, rule="tapp_tarock 9.3.2"
)


def test_a_line_explains_itself() -> None:
    assert score_line(EN, VALAT, THREE) == (
        "Valat missed (announced; 15 of 16 tricks): 5 × 8 (valat) × 4 (rekontra) = 160 points"
        " → Anna\u00a0+160, Béla\u00a0+160 (rule 9.1.2)"
    )
    assert score_line(EN, BONUS, THREE) == (
        "Bonus for holding two of Sküs, XXI and Pagat (the trull): 1 point → 大輔\u00a0+1 (rule 9.3.2)"
    )


def test_the_sum_comes_last() -> None:
    over = OPEN._replace(result=Result(3, 0, (VALAT, BONUS)))
    assert score_lines(EN, over, THREE)[-1] == "This deal: Anna\u00a0+160, Béla\u00a0+160, 大輔\u00a0+1"


def test_a_void_deal_has_one_line() -> None:
    over = OPEN._replace(result=Result(3, 0, void=True))
    assert score_lines(EN, over, THREE) == ["The deal is void: nobody scores."]


def test_a_line_that_nobody_gains_from_says_so() -> None:
    nothing = BONUS._replace(base=0, amounts=(0, 0, 0))
    assert "→ nobody" in score_line(EN, nothing, THREE)


def test_totals_and_settlement() -> None:
    assert (
        totals_line(EN, (10, 20, 50), THREE) == "Running score: Anna\u00a0+10, Béla\u00a0+20, 大輔\u00a0+50"
    )
    plain = totals_line(words("en", "koenigrufen"), (10, 20, 50), THREE)
    assert plain == "Balance: Anna\u00a0+10, Béla\u00a0+20, 大輔\u00a0+50"
    assert net_line(EN, (-50, -20, 70), THREE) == (
        f"After settling up: Anna\u00a0{MINUS}50, Béla\u00a0{MINUS}20, 大輔\u00a0+70"
    )
    assert net_line(words("ja", "tapp_tarock"), (-50, -20, 70), THREE) == (
        f"収支（互いに点差を清算）：Anna\u00a0{MINUS}50、Béla\u00a0{MINUS}20、大輔\u00a0+70"
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_the_catalogues_have_a_sentence_for_every_kind_of_line_and_no_other(locale: str) -> None:
    asked = {
        words(locale, game.name).own("line", sentence) or f"line.{sentence}"
        for game in GAMES.values()
        for sentence in game.sentences.values()
    }
    keys = {key for key in catalogue(locale).keys if key.startswith("line.")}
    assert (sorted(asked - keys), sorted(keys - asked)) == ([], [])


@pytest.mark.parametrize("game", GAMES)
def test_every_item_and_outcome_has_a_sentence(game: str) -> None:
    named = "base points needed tricks level tarokks least most kings limit chips pool count"
    figures = dict.fromkeys(named.split(), 1)
    for (_, outcome, side), sentence in GAMES[game].sentences.items():
        line = LINE._replace(outcome=outcome, side=side, sentence=sentence, figures=figures)
        for locale in LOCALES:
            said = score_line(words(locale, game), line._replace(amounts=(0,) * 4), NAMES[:4])
            assert not [raw for raw in ("{", sentence) if raw in said]


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_a_sheet_says_what_it_is_worth(game: str) -> None:
    sentences = set()
    for document in documents(f"{game}.jsonl"):
        deal = Sample.of(document).end(GAMES[game])
        assert deal.result is not None
        for line in deal.result.lines:
            sentences.add(line.sentence)
            for locale in LOCALES:
                text = score_line(words(locale, game), line, names(deal))
                assert "{" not in text
                told = line.amounts if line.with_pool else (line.points,)
                assert all(words(locale).number(each) in text for each in told if each)
    kinds = set(GAMES[game].sentences.values())
    assert sentences <= kinds
    assert len(sentences) > len(kinds) / 2, "the golden deals show most kinds of line"


@pytest.mark.parametrize("game", ["koenigrufen", "tapp_tarock"])
def test_every_factor_is_written_with_its_reason(game: str) -> None:
    """A solo doubles bonuses, announced or not; a valat and a trischaken have factors of their own."""
    found = set[str]()
    for record in documents(f"{game}.worked.jsonl"):
        deal = Sample.of(record).end(GAMES[game])
        assert deal.result is not None
        for line in deal.result.lines:
            said = factors_line(words("en", game), line)
            (times,) = [each.value for each in line.factors if each.by is Multiplier.TIMES] or [1]
            reasons = re.findall(r"(\d+) \((announced|solo|valat|declarer)\)", said)
            assert prod(int(factor) for factor, _ in reasons) == times
            assert ("(solo)" in said) <= (deal.open.contract in ("solorufer", "solodreier"))
            assert ("(announced)" in said) <= (line.outcome in (Outcome.MADE, Outcome.MISSED))
            found |= {reason for _, reason in reasons}
    assert found >= {"announced", "valat"}


def test_a_solo_and_an_announcement_are_told_apart() -> None:
    line = VALAT._replace(item="trull", base=10, factors=factors(times=2))
    for outcome, reason in ((Outcome.MADE, "announced"), (Outcome.WON, "solo"), (Outcome.LOST, "solo")):
        assert (
            factors_line(words("en", "koenigrufen"), line._replace(outcome=outcome)) == f"10 × 2 ({reason})"
        )
    both = line._replace(outcome=Outcome.MADE, factors=factors(times=4))
    assert factors_line(words("ja", "koenigrufen"), both) == "10×2（予告）×2（ソロ）"
    lone = line._replace(item="trischaken", outcome=Outcome.LOST)
    assert factors_line(words("ja", "koenigrufen"), lone) == "10×2（デクレアラー）"


@pytest.mark.parametrize("seed", range(6))
def test_the_card_points_of_a_side_add_up_to_those_of_the_sheet(seed: int) -> None:
    over = positions("tapp_tarock", seed)[-1]
    declarer, result = over.open.declarer, over.result
    if declarer is None or result is None or "points" not in result.lines[0].figures:
        return
    points = result.lines[0].figures["points"]
    assert points_line(EN, over.view(declarer)) == EN("standing.points_of", points=points, needed=36)
    others = [over.view(seat) for seat in range(3) if seat != declarer]
    assert {points_line(EN, each) for each in others} == {points_line(EN, others[0])}
    assert all("of the 35" in points_line(EN, each) for each in others)


def test_card_points_are_shown_only_where_they_decide_something() -> None:
    shown = set[tuple[str, bool, bool]]()
    for seed in range(30):
        for deal in positions("koenigrufen", seed):
            if deal.open.tricks and deal.result is None:
                line = points_line(words("en", "koenigrufen"), deal.view(0))
                shown.add((deal.open.contract, bool(line), "needs" in line))
    assert {each for each in shown if each[0] == "bettel"} <= {("bettel", False, False)}
    assert ("trischaken", True, False) in shown
    assert ("rufer", True, True) in shown
    assert ("farbensolo", False, False) in shown, "a valat was announced"


@pytest.mark.parametrize("game", ["tapp_tarock", "koenigrufen", "romanian_tarok", "romanian_taper"])
def test_the_card_points_of_both_sides_make_up_the_pack_once_all_is_played(game: str) -> None:
    w, checked = words("en", game), 0
    for seed in range(30):
        over = positions(game, seed)[-1]
        public, counting = over.open, GAMES[game].counting(over.view(0))
        hidden = [group for group in public.talon if not group.shown]
        if not (public.tricks and counting and counting.to_win and over.result) or hidden:
            continue
        defender = next(seat for seat in public.active if public.side(seat) is Side.DEFENDERS)
        told = [points_line(w, over.view(seat)) for seat in (public.declarer, defender)]
        numbers = [int(found[1]) for line in told if (found := re.search(r": (\d+) of", line))]
        if len(numbers) == 2 and len(public.tricks) == GAMES[game].hand_size:
            checked += 1
            assert sum(numbers) == counting.points(GAMES[game].pack)
    assert checked
