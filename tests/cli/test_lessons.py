"""The command `lessons`."""

from __future__ import annotations

from itertools import islice

import pytest

from bot.lessons import lessons_of
from bot.lessons.making import Maker, written
from tests.cli.conftest import Ran


def test_the_command_prints_lessons(ran: Ran, monkeypatch: pytest.MonkeyPatch) -> None:
    known = [*lessons_of("koenigrufen").values()]
    monkeypatch.setattr(Maker, "lessons", lambda _: iter(known))
    done = ran("lessons", "koenigrufen", "--count", 3, "--seed", 9)
    assert done.code == 0
    assert done.lines == [written(each) for each in islice(known, 3)]


@pytest.mark.parametrize(
    "words", [("bridge",), ("koenigrufen", "--count", 0), ("koenigrufen", "--seed", "x")]
)
def test_the_command_refuses_what_it_cannot_make(ran: Ran, words: tuple[object, ...]) -> None:
    done = ran("lessons", *words)
    assert (done.code, done.out) == (2, "")
