"""What a person is asked before a change that concerns everybody at a table or costs much."""

from __future__ import annotations

from bot.tables import Suspended, Table, TableState
from bot.text import Words
from bot.text.scores import totals_line
from cogs.discord.page import lines
from cogs.table.names import names_of
from cogs.table.score import totals


def end_question(w: Words, table: Table, user_id: int, *, moderator: bool) -> str:
    """Ask whether to end a table, or to agree to its end: which one it is, and what is lost by it."""
    who = w("list.comma").join(names_of(w, table))
    about = w("sure.which", game=table.game.name, table=table.id, players=who)
    if moderator or user_id == table.host_id:
        asked = w("sure.end")
    else:
        asked = w("sure.agree", count=len(table.for_end), total=len(table.people))
    return lines(asked, about, unfinished(w, table), totals(w, table))


def unfinished(w: Words, table: Table) -> str:
    """Say that the deal in play is lost if the table ends; empty if none is in play."""
    public = table.open
    return "" if public is None or public.result else w("sure.unfinished", number=table.number)


def end_votes(w: Words, table: Table) -> str:
    """Who has agreed to end the table; empty if no one has."""
    names = names_of(w, table)
    agreed = w.listed([names[seat] for seat in table.for_end])
    return (
        w("table.end_votes", players=agreed, count=len(table.for_end), total=len(table.people))
        if agreed
        else ""
    )


def leave_question(w: Words, table: Table) -> str:
    """Ask whether to leave a table: what becomes of the game then."""
    if len(table.people) > 1:
        return w("sure.leave")
    kept = "between" if table.state is TableState.BETWEEN else "playing"
    return w(f"sure.leave_{kept}", number=table.number)


def last_circle_question(w: Words) -> str:
    """Ask whether to announce the last circle."""
    return w("sure.last_circle")


def end_suspended_question(w: Words, table: Suspended) -> str:
    """Ask whether to end a table that cannot be read."""
    return lines(w("sure.end_suspended", table=table.id), suspended_totals(w, table))


def suspended_totals(w: Words, table: Suspended) -> str:
    """The running totals of a table that cannot be read; empty if they cannot be read either."""
    names, written = [name for name, _ in table.totals], [total for _, total in table.totals]
    return totals_line(w, written, names) if written else ""
