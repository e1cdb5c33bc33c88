"""The table at which a lesson is asked."""

from __future__ import annotations

from dataclasses import replace

from bot.lessons import Lesson
from bot.rules.session import Session
from bot.tables.table import COMPUTER_NAMES, Occupant, Table, TableState


def at_lesson(lesson: Lesson, user_id: int, name: str) -> Table:
    """Return a table for pages: a person on the seat of a lesson, who has to decide, and computers beside."""
    deal = lesson.deal
    game, layout = deal.game, deal.layout
    computers = (each for each in COMPUTER_NAMES if each != name)
    occupants = tuple(
        Occupant(name, user_id) if seat == lesson.seat else Occupant(next(computers))
        for seat in range(layout.seats)
    )
    session = Session.first(game, layout.options, layout.seats, layout.dealer)
    empty = Table(lesson.id, 0, 0, game, 0.0, user_id, occupants, options=layout.options)
    return replace(empty, state=TableState.PLAYING, session=session, deal=deal)
