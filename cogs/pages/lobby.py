"""The table message before the first deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.pages.clock import pace_in_full
from cogs.pages.computers import strength_line, strength_of, strength_select
from cogs.pages.custom_ids import clock_id, lobby_id
from cogs.pages.fair_dealing import sealed_line
from cogs.pages.hints import hints_line
from cogs.pages.house_rules import house_rule_lines
from cogs.pages.match import match_line
from cogs.pages.names import badge_of, name_of
from cogs.pages.page import Button, Look, Page, lines
from cogs.pages.pictures import LobbyPicture
from cogs.pages.progress import outage_line
from cogs.pages.questions import end_votes
from cogs.pages.server_settings import locale_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.tables import Occupant, Table
    from bot.text import Words
    from cogs.pages.page import Row

ROWS: Final = (
    ("start", "join", "leave"),
    ("add", "fill", "remove"),
    ("options", "rules", "pace", "locale", "hints"),
)
"""The buttons. Each always has the same place, so that a second press never means something else."""
LOOKS: Final[Mapping[str, Look]] = {"start": Look.PRIMARY, "join": Look.SUCCESS}
"""Of the buttons that are not quiet."""


def lobby_page(w: Words, table: Table) -> Page:
    """The game, its house rules, and the seats."""
    seats = [
        w("lobby.seat", number=number, who=_seated(w, table, each))
        for number, each in enumerate(table.occupants, 1)
    ]
    heading = w("lobby.heading", game=table.game.name)
    about = w(f"summary.{table.game.name}")
    pace = w("pace.line", pace=pace_in_full(w, table, table.pace))
    computers = strength_line(w, table), hints_line(w, table)
    rules = [*house_rule_lines(w, table), pace, *computers, locale_line(w, table)]
    votes, hint = end_votes(w, table), w("lobby.hint" if None in table.occupants else "lobby.full")
    top = heading, outage_line(w, table), match_line(w, table), about
    text = lines(*top, rules, seats, _teams(w, table), votes, hint, sealed_line(w, table))
    return Page((text, _picture(w, table)), (*_buttons(w, table), *strength_select(w, table)))


def _buttons(w: Words, table: Table) -> list[Row]:
    free, computers = None in table.occupants, any(each and each.is_computer for each in table.occupants)
    useful = {"options": bool(table.game.options), "add": free, "fill": free, "remove": computers}
    # Joining stays possible: a person who has left the server holds a seat until somebody asks for it.
    looks = LOOKS if free else {**LOOKS, "join": Look.SECONDARY}
    return [
        tuple(
            Button(
                _id(table, verb),
                _label(w, table, verb),
                looks.get(verb, Look.SECONDARY),
                enabled=useful.get(verb, True),
            )
            for verb in row
        )
        for row in ROWS
    ]


def _label(w: Words, table: Table, verb: str) -> str:
    """The label of a button; the one that fills the table says how many computers come."""
    missing = table.missing
    return w("button.fill_count", count=missing) if verb == "fill" and missing else w(f"button.{verb}")


def _id(table: Table, verb: str) -> str:
    return clock_id(table, "choose") if verb == "pace" else lobby_id(table, verb)


def _picture(w: Words, table: Table) -> LobbyPicture:
    """The pack of the game, and who sits on each chair."""
    chairs = tuple(
        None if each is None else badge_of(seat, each) for seat, each in enumerate(table.occupants)
    )
    seated = [chair for chair in chairs if chair is not None]
    computers = sum(chair.computer for chair in seated)
    described = w(
        "lobby.picture",
        cards=len(table.game.pack),
        people=len(seated) - computers,
        computers=computers,
        free=len(chairs) - len(seated),
    )
    return LobbyPicture(described, table.game.pack, chairs)


def _teams(w: Words, table: Table) -> str:
    """Which seats play together, in a game where that is the same in every deal; else empty."""
    teams = [w.listed([w.number(seat + 1) for seat in team]) for team in table.game.teams]
    return w("lobby.teams", teams=w("list.semicolon").join(teams)) if teams else ""


def _seated(w: Words, table: Table, occupant: Occupant | None) -> str:
    if occupant is None:
        return w("name.free")
    name = name_of(w, occupant)
    if occupant.is_computer:
        return w("lobby.computer", player=name, strength=strength_of(w, table, occupant.strength))
    return w("lobby.host", player=name) if occupant.user_id == table.host_id else name
