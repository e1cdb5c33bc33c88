"""The files of lessons: what they ask can be asked, and the best choice is clearly the best."""

from __future__ import annotations

import json
from random import Random

import pytest

from bot.computers.search import LEAST_WORLDS
from bot.games import GAMES
from bot.lessons import CLEAR, FOLDER, Choice, Lesson, LessonError, kind_of, lessons_of, read
from bot.lessons.making import (
    LEAST_GAIN,
    MOST,
    Maker,
    is_clear,
    is_usual,
    moments_of,
    started,
    written,
)
from bot.rules.moves import Action

FEWEST = 18
"""Lessons of a game."""

every_game = pytest.mark.parametrize("game", GAMES)


@every_game
def test_a_game_has_lessons_of_several_kinds_that_replay(game: str) -> None:
    lessons = lessons_of(game)
    assert len(lessons) >= FEWEST
    kinds = [each.kind for each in lessons.values()]
    assert len({*kinds}) >= 2
    assert max(map(kinds.count, kinds)) < len(kinds)
    for lesson in lessons.values():
        deal = lesson.deal
        assert deal.game.name == game
        assert deal.seats() == (lesson.seat,)
        assert deal.result is None
        assert kind_of(lesson.view) == lesson.kind


@every_game
def test_choices_are_legal_and_the_best_one_is_clearly_the_best(game: str) -> None:
    for lesson in lessons_of(game).values():
        actions = [each.action for each in lesson.choices]
        assert {*actions} <= {*lesson.view.actions}
        assert 2 <= len({*actions}) == len(actions) <= MOST
        best, *others = sorted(lesson.choices, key=lambda each: -each.value)
        assert best == lesson.best
        for other in others:
            assert best.value - other.value > max(CLEAR * other.apart, LEAST_GAIN - 1e-9)


@every_game
def test_the_best_choice_has_a_reason_that_is_about_the_position(game: str) -> None:
    assert all(each.reason for each in lessons_of(game).values() if each.kind != "bid")


@every_game
def test_a_file_has_one_line_for_each_lesson(game: str) -> None:
    lines = (FOLDER / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    assert list(map(written, lessons_of(game).values())) == lines


def test_a_lesson_whose_record_breaks_a_rule_is_refused() -> None:
    document = next(iter(lessons_of("tapp_tarock").values())).document()
    document["record"]["actions"] = ["0 play T1"]
    (lesson,) = read([json.dumps(document)]).values()
    with pytest.raises(LessonError, match=f"lesson {lesson.id}: 0 play T1 is refused"):
        _ = lesson.deal


def test_lessons_are_made_alike_from_equal_seeds() -> None:
    for game in ("tapp_tarock", "illustrated_tarokk"):
        once, again = (next(Maker(GAMES[game], 3, 20, 20).lessons()) for _ in range(2))
        assert written(once) == written(again)
        assert written(Lesson.parse(written(once))) == written(once)
        assert is_clear(sorted(once.choices, key=lambda each: -each.value))


def test_too_few_worlds_make_no_lesson() -> None:
    maker = Maker(GAMES["tapp_tarock"], 1, LEAST_WORLDS - 1, LEAST_WORLDS - 1)
    by_kind = {each.kind: each for each in moments_of(started(GAMES["tapp_tarock"], Random(1)))}
    assert by_kind.keys() >= {"bid", "play"}
    assert [maker.lesson(each) for each in by_kind.values()] == [None] * len(by_kind)


def choice(value: float, apart: float = 0.0) -> Choice:
    return Choice(Action("play", "T1"), value, 0.5, apart)


@pytest.mark.parametrize(
    ("others", "clear"),
    [
        ([choice(4.0, 0.4)], True),
        ([choice(4.0, 0.6)], False),
        ([choice(4.0, 0.4), choice(4.9, 0.01)], False),
        ([], False),
    ],
    ids=["by two errors", "by less", "one is too close", "no other"],
)
def test_a_question_is_asked_only_where_the_best_choice_is_clear(
    others: list[Choice], *, clear: bool
) -> None:
    assert is_clear([choice(5.0), *others]) is clear


def test_no_answer_takes_more_than_half_of_a_kind() -> None:
    solo, answers = ("bid", Action("bid", "solo")), [("bid", Action("pass")), ("play", Action("play", "T1"))]
    assert not is_usual(answers, solo)
    assert not is_usual([*answers, solo], solo)
    assert is_usual([solo, solo, solo, *answers], solo)
