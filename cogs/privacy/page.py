"""What is kept about a person, and what deleting it means."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.store import Kept
from bot.text import Words
from cogs.controls import ERASE
from cogs.discord.page import Button, Look, Page, lines

FILE_NAME: Final = "skiz.json"
"""What an export is called."""


class KeptDays(NamedTuple):
    """How many days rows are kept, by the operator's settings; 0: until they are deleted."""

    deals: int
    """After the end of their table."""
    people: int
    """After the day on which a person last did something."""
    servers: int
    """After the bot was removed from them."""


def kept_page(w: Words, kept: Kept, days: KeptDays) -> Page:
    """What is kept about a person, with how long."""
    if not kept.anything:
        return Page((w("privacy.nothing"),))
    parts = [
        w("privacy.people", time=_time(w, "people", days.people)) if kept.people else "",
        w("privacy.seats", count=kept.seats, time=_time(w, "deals", days.deals)) if kept.seats else "",
        w("privacy.messages", count=kept.messages) if kept.messages else "",
        w("privacy.plays", count=kept.plays) if kept.plays else "",
        w("privacy.standings", count=kept.standings, servers=kept.servers) if kept.standings else "",
    ]
    servers = w("privacy.servers", count=days.servers) if days.servers else ""
    return Page((lines(w("privacy.heading"), parts, servers), w("privacy.commands")))


def _time(w: Words, what: str, days: int) -> str:
    return w(f"privacy.{what}_days", count=days) if days else w("privacy.until_deleted")


def erase_page(w: Words, kept: Kept) -> Page:
    """The question whether to delete what is kept about a person."""
    if not kept.anything:
        return Page((w("privacy.nothing"),))
    tables = w("privacy.erase_tables", count=kept.open_seats) if kept.open_seats else ""
    sure = Button(ERASE, w("button.erase"), Look.DANGER)
    happens = lines(w("privacy.erase"), tables, w("privacy.erase_rest"))
    return Page((happens, w("privacy.erase_end")), ((sure,),))
