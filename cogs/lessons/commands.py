"""`/learn`: short questions from real deals, answered by buttons, and a streak of right answers."""

from __future__ import annotations

import random
from collections import deque
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.lessons import Lesson, lessons_of
from bot.rules.reasons import Refusal
from bot.tables import at_lesson
from cogs.context import show_page, table_meant, turn_page
from cogs.controls import ANSWER, LESSON, PRACTISE, LessonControl
from cogs.discord.page import Page
from cogs.discord.replies import Interaction, reader, refuse
from cogs.lessons.page import Asked, Streak, answer_page, games_to_learn_page, question_page
from cogs.localization import GAMES_NAMED, command, everywhere
from cogs.services import Services

REMEMBERED: Final = 24
"""How many lessons of a game a person is not asked again at first."""
MOST_LEARNERS: Final = 1000
"""Of how many people and games that is remembered; the one longest ago is forgotten first."""


class Recent:
    """The lessons that people have answered lately."""

    def __init__(self) -> None:
        self._answered: dict[tuple[int, str], deque[str]] = {}

    def next(self, user_id: int, game: str) -> Lesson:
        """Return a lesson by chance that the person has not answered lately, if there is one."""
        lessons, lately = lessons_of(game), self._answered.get((user_id, game), ())
        fresh = [each for each in lessons.values() if each.id not in lately]
        return random.choice(fresh or [*lessons.values()])  # noqa: S311 - no secret

    def note(self, user_id: int, game: str, lesson: Lesson) -> bool:
        """Note an answer. Return whether it counts: only the first of several to the same lesson does."""
        lately = self._answered.pop((user_id, game), deque(maxlen=REMEMBERED))
        counts = lesson.id not in lately
        if counts:
            lately.append(lesson.id)
        self._answered[user_id, game] = lately
        if len(self._answered) > MOST_LEARNERS:
            del self._answered[next(iter(self._answered))]
        return counts

    def forget(self, user_id: int) -> None:
        for key in [each for each in self._answered if each[0] == user_id]:
            del self._answered[key]


class Learn(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services
        self._recent = Recent()
        services.router.add(PRACTISE, self._begin)
        services.router.add(LESSON, self._next)
        services.router.add(ANSWER, self._answered)

    @everywhere
    @command("learn", costly=True)
    @app_commands.choices(game=GAMES_NAMED)
    async def learn(self, interaction: Interaction, game: str = "") -> None:
        """Ask a question about a game: that of the person's table, if none is named."""
        table = table_meant(self._services.tables, interaction, "")
        await self._begin(interaction, game or (table.now.game.name if table else ""))

    async def _begin(self, interaction: Interaction, game: str) -> None:
        page = await self._question(interaction, game) if game else games_to_learn_page(reader(interaction))
        await show_page(self._services, interaction, page)

    async def _next(self, interaction: Interaction, game: str) -> None:
        await turn_page(self._services, interaction, await self._question(interaction, game))

    async def _question(self, interaction: Interaction, game: str) -> Page:
        asked = await self._asked(interaction, self._recent.next(interaction.user.id, game))
        return question_page(reader(interaction).of(game), asked)

    async def _answered(self, interaction: Interaction, control: LessonControl) -> None:
        lesson = lessons_of(control.game).get(control.lesson)
        if lesson is None or control.choice >= len(lesson.choices):
            await refuse(interaction, Refusal("no_such_lesson", ""))
            return
        people, user_id = self._services.people, interaction.user.id
        if self._recent.note(user_id, control.game, lesson):
            person = await people.answered(user_id, right=lesson.choices[control.choice] == lesson.best)
        else:
            person = await people.get(user_id)
        w, streak = reader(interaction).of(control.game), Streak(person.streak, person.best_streak)
        page = answer_page(w, await self._asked(interaction, lesson), control.choice, streak)
        await turn_page(self._services, interaction, page)

    async def _asked(self, interaction: Interaction, lesson: Lesson) -> Asked:
        person = await self._services.people.get(interaction.user.id)
        table = at_lesson(lesson, interaction.user.id, interaction.user.display_name)
        return Asked(lesson, table, lesson.view, person.cards)


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    await bot.add_cog(Learn(services))
