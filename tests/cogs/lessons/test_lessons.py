"""`/learn`: a question, its answer, the next question, and the streak of a person."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from bot.games import GAMES
from bot.lessons import Lesson, lessons_of
from bot.rules.record import Record
from bot.store import CardsShown
from bot.tables import at_lesson
from bot.text import LOCALES, words
from cogs.discord.page import Page
from cogs.lessons.commands import REMEMBERED, Recent
from cogs.lessons.page import Asked, Streak, answer_page, question_page
from tests.cogs.place import Place, ids_of, sent, sent_privately, words_of
from tests.conformance.random_deals import reshuffled

READER = 77


def asked(lesson: Lesson, cards: CardsShown = CardsShown.STANDARD) -> Asked:
    return Asked(lesson, at_lesson(lesson, READER, "Anna"), lesson.view, cards)


def pages(
    locale: str, game: str, lesson: Lesson, cards: CardsShown = CardsShown.STANDARD
) -> tuple[Page, ...]:
    """The question of a lesson, and the answers to it."""
    w = words(locale, game).read_aloud(wanted=cards is CardsShown.TEXT)
    one, numbers = asked(lesson, cards), range(len(lesson.choices))
    return (question_page(w, one), *(answer_page(w, one, each, Streak(each, 3)) for each in numbers))


def question_of(place: Place) -> tuple[Lesson, list[str]]:
    """The lesson that Anna is asked, and the ids of its choices."""
    ids = [each for each in ids_of(place.last(place.anna)) if each.startswith("q2:")]
    _, game, lesson, _ = ids[0].split(":")
    return lessons_of(game)[lesson], ids


async def answer(place: Place, *, right: bool) -> str:
    """Let Anna answer the question that she is asked, and return what she is told."""
    lesson, ids = question_of(place)
    number = next(at for at, each in enumerate(lesson.choices) if (each == lesson.best) is right)
    await place.anna.click(place.last(place.anna), custom_id=ids[number])
    return place.told(place.anna)


@pytest.fixture
def limits() -> dict[str, float]:
    """Pages as fast as a test asks for them."""
    return {"pages_at_once": 100}


async def test_a_question_is_asked_and_answered_privately(place: Place) -> None:
    question = await place.answer(place.anna, "learn", game="koenigrufen")
    assert "### Königrufen" in question
    lesson, ids = question_of(place)
    assert [each.split(":")[3] for each in ids] == [str(at) for at, _ in enumerate(lesson.choices)]
    told = await answer(place, right=True)
    assert "**Right!**" in told
    assert len(re.findall("[✅▫]", told)) == len(lesson.choices)
    await place.anna.click(place.last(place.anna), label="Next question")
    assert question_of(place)[0] != lesson, "what was answered is not asked again at once"
    told = await answer(place, right=False)
    assert "Something else is better" in told
    assert "(your answer)" in told
    assert len(place.private(place.anna)) == 1, "all this is one message"
    assert not place.public


async def test_without_a_game_all_games_are_offered(place: Place) -> None:
    await place.anna.slash(place.channel, "learn")
    assert ids_of(place.last(place.anna)) == [f"q1:{game}" for game in GAMES]
    await place.anna.click(place.last(place.anna), label="Royal Tarokk")
    assert question_of(place)[0].record.game.name == "royal_tarokk"


async def test_the_game_of_the_own_table_is_asked_about(place: Place) -> None:
    await place.open()
    await place.anna.slash(place.channel, "learn")
    assert question_of(place)[0].record.game.name == "tapp_tarock"


async def test_a_streak_grows_survives_a_restart_and_ends_with_a_wrong_answer(place: Place) -> None:
    await place.anna.slash(place.channel, "learn", game="tapp_tarock")
    assert "in a row: 1 · best: 1" in await answer(place, right=True)
    await place.restart()
    await place.anna.slash(place.channel, "learn", game="royal_tarokk")
    assert "in a row: 2 · best: 2" in await answer(place, right=True)
    await place.anna.click(place.last(place.anna), label="Next question")
    assert "in a row: 0 · best: 2" in await answer(place, right=False)
    person = await place.services.store.people.get(place.anna.id)
    assert (person.streak, person.best_streak) == (0, 2)
    other = await place.services.store.people.get(place.bela.id)
    assert (other.streak, other.best_streak) == (0, 0)


async def test_an_answer_to_a_question_answered_before_does_not_count(place: Place) -> None:
    lesson = next(iter(lessons_of("tapp_tarock").values()))
    best = f"q2:tapp_tarock:{lesson.id}:{lesson.choices.index(lesson.best)}"
    for _ in range(2):
        await place.anna.user.click(await sent_privately(place, place.anna, best), custom_id=best)
        assert "in a row: 1 " in words_of(place.directly(place.anna))


@pytest.mark.parametrize("rest", ["nothing:0", "{lesson}:9"], ids=["an old lesson", "no choice"])
async def test_a_question_that_is_gone_is_not_answered(place: Place, rest: str) -> None:
    lesson = next(iter(lessons_of("tapp_tarock")))
    custom_id = f"q2:tapp_tarock:{rest.format(lesson=lesson)}"
    await place.anna.user.click(await sent_privately(place, place.anna, custom_id), custom_id=custom_id)
    assert "no longer asked" in words_of(place.directly(place.anna))
    assert (await place.services.store.people.get(place.anna.id)).streak == 0


async def test_lessons_are_private(place: Place) -> None:
    message = await sent(place, "q1:tapp_tarock")
    await place.anna.click(message, custom_id="q1:tapp_tarock")
    assert [words_of(each) for each in place.public] == [words_of(message)]
    assert "### Tapp-Tarock" not in place.told(place.anna)


@pytest.mark.parametrize("cards", [CardsShown.STANDARD, CardsShown.TEXT])
@pytest.mark.parametrize("locale", LOCALES)
async def test_a_lesson_of_every_game_is_walked_in_every_language(
    place: Place, monkeypatch: pytest.MonkeyPatch, locale: str, cards: CardsShown
) -> None:
    aloud = cards is CardsShown.TEXT
    monkeypatch.setattr("cogs.discord.replies.words", lambda _: words(locale))
    await place.services.people.prefers(place.anna.id, cards)
    await place.anna.slash(place.channel, "learn")
    for game in GAMES:
        w = words(locale, game)
        await place.anna.slash(place.channel, "learn", game=game)
        pictures = place.last(place.anna).attachments
        assert aloud is not bool(pictures)
        assert w("lesson.right") in await answer(place, right=True)
        await place.anna.click(place.last(place.anna), label=w("button.next_lesson"))
        assert w("lesson.wrong") in await answer(place, right=False)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_can_be_shown_within_the_limits_of_discord(game: str, locale: str) -> None:
    w = words(locale, game)
    for lesson in lessons_of(game).values():
        for page in (each for cards in CardsShown for each in pages(locale, game, lesson, cards)):
            assert page == page.clipped()
            assert "{" not in page.text
        question, *answers = pages(locale, game, lesson)
        assert w(f"lesson.ask.{lesson.kind}") in question.text
        assert [w("lesson.right") in each.text for each in answers] == [
            each == lesson.best for each in lesson.choices
        ]
        labels = [button.label for row in question.rows if isinstance(row, tuple) for button in row]
        assert len({*labels}) == len(labels), "no two choices look alike"


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_does_not_depend_on_cards_that_its_seat_does_not_know(game: str) -> None:
    """The values stay as they are: they were made from the view."""
    random, moved = Random(game), 0
    for lesson in lessons_of(game).values():
        world = reshuffled(lesson.deal, lesson.seat, random)
        if world.view(lesson.seat) != lesson.view:
            continue  # there somebody may use a right that nobody has here
        moved += world.layout != lesson.deal.layout
        assert pages("en", game, replace(lesson, record=Record.of(world))) == pages("en", game, lesson)
    assert moved


def test_what_was_answered_lately_is_not_asked_again() -> None:
    recent, known = Recent(), lessons_of("tapp_tarock")
    for _ in range(min(REMEMBERED, len(known) - 1)):
        lesson = recent.next(READER, "tapp_tarock")
        assert recent.note(READER, "tapp_tarock", lesson), "it was not answered before"
    for lesson in known.values():
        recent.note(READER, "tapp_tarock", lesson)
    assert recent.next(READER, "tapp_tarock").id in known


def test_the_memory_of_answers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.lessons.commands.MOST_LEARNERS", 2)
    recent, lesson = Recent(), next(iter(lessons_of("tapp_tarock").values()))
    assert [recent.note(each, "tapp_tarock", lesson) for each in (1, 2, 2, 3, 1)] == [
        True,
        True,
        False,
        True,
        True,
    ]


async def test_questions_begin_with_a_press_on_a_public_message(place: Place) -> None:
    await place.anna.slash(place.channel, "help")
    await place.anna.click(place.last(place.anna), label="Practise")
    assert "Which game" in words_of(place.last(place.anna))
    await place.anna.click(place.last(place.anna), label="Königrufen")
    lesson, _ = question_of(place)
    assert lesson in lessons_of("koenigrufen").values()
