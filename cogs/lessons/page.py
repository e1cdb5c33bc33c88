"""A lesson: the position as the panel of its seat shows it, the question with its choices, and the answer."""

from __future__ import annotations

from typing import NamedTuple

from bot.games import GAMES
from bot.lessons import Choice, Lesson
from bot.rules.view import View
from bot.store import CardsShown
from bot.tables import Table
from bot.text import Words
from bot.text.facts import InWords
from bot.text.hints import hand_in_short, reason_in_words
from cogs.controls import ANSWER, LESSON
from cogs.discord.page import LABEL_LIMIT, Button, Look, Page, in_rows, lines
from cogs.discord.pictures import Picture
from cogs.hands.page import position
from cogs.hints import named_shortly
from cogs.play.labels import button_label, card_of
from cogs.table.names import plain_names_of


class Asked(NamedTuple):
    """A lesson as a person is asked it."""

    lesson: Lesson
    table: Table
    """Where the person sits on the seat of the lesson, and has to decide."""
    view: View
    """What that seat knows."""
    cards: CardsShown
    """How the person wants to see cards."""

    def shown(self, w: Words, *, brief: bool = False) -> tuple[str | Picture, ...]:
        heading = w("lesson.heading", game=w.game)
        return (heading, *position(w, self.table, self.view, self.cards, brief=brief))


class Streak(NamedTuple):
    """Right answers in a row."""

    now: int
    best: int


def games_to_learn_page(w: Words) -> Page:
    """A button for each game to be asked about."""
    buttons = [Button(LESSON.id(game), w(f"game.{game}")) for game in GAMES]
    return Page((w("lesson.which_game"),), in_rows(buttons))


def question_page(w: Words, asked: Asked) -> Page:
    """The position, what is asked, and a button for each choice."""
    lesson, view = asked.lesson, asked.view
    names, in_words = plain_names_of(w, asked.table), asked.cards is CardsShown.TEXT
    buttons = [
        Button(
            ANSWER.id(w.game, lesson.id, number),
            button_label(w, view, each.action, names, long=in_words)[:LABEL_LIMIT],
            card=card_of(each.action),
        )
        for number, each in enumerate(lesson.choices)
    ]
    return Page((*asked.shown(w), w(f"lesson.ask.{lesson.kind}")), in_rows(buttons))


def answer_page(w: Words, asked: Asked, number: int, streak: Streak) -> Page:
    """Whether an answer, counted from 0, is right, what each choice is worth, and why the best one is.

    The same cards stay above.
    """
    lesson = asked.lesson
    answered = lesson.choices[number]
    ranked = sorted(lesson.choices, key=lambda each: -each.value)
    said = lines(
        w("lesson.right" if answered == lesson.best else "lesson.wrong"),
        [_worth(w, asked, each, answered) for each in ranked],
        _why(w, asked),
        w("lesson.basis"),
        w("lesson.streak", count=streak.now, best=streak.best),
    )
    following = Button(LESSON.id(w.game), w("button.next_lesson"), Look.SUCCESS)
    return Page((*asked.shown(w, brief=True), said), ((following,),))


def _worth(w: Words, asked: Asked, choice: Choice, answered: Choice) -> str:
    kind = "best" if choice == asked.lesson.best else "yours" if choice == answered else "other"
    action = InWords(named_shortly(w, choice.action, asked.view.open))
    return w(f"lesson.{kind}", action=action, points=w.signed(choice.value, 1))


def _why(w: Words, asked: Asked) -> str:
    cause = asked.lesson.reason
    if cause is None:
        return w("lesson.promises", hand=InWords(hand_in_short(w, asked.view.hand)))
    return reason_in_words(w, *cause)
