"""The table message before the first deal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from bot.rules.game import Game
from bot.rules.reasons import Refusal
from bot.tables import SETTINGS, Occupant, Table
from bot.text import Words
from bot.text.help import option_line, option_value
from bot.text.names import folded
from cogs.controls import LISTED_SETTINGS, lobby_id, rule_id
from cogs.discord.page import BUTTONS, OPTION_LIMIT, OPTIONS, Button, Look, Option, Page, Row, Select, lines
from cogs.discord.pictures import LobbyPicture
from cogs.fairness.page import sealed_line
from cogs.lobby.settings import setting_line, strength_select
from cogs.match.page import match_line
from cogs.table.clock import strength_of
from cogs.table.names import badge_of, name_of
from cogs.table.progress import outage_line
from cogs.table.questions import end_votes

MORE: Final = ("options", "rules", *LISTED_SETTINGS)

ROWS: Final = (
    ("start", "join", "leave"),
    ("add", "fill", "remove"),
    *(MORE[start : start + BUTTONS] for start in range(0, len(MORE), BUTTONS)),
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
    rules = [*house_rule_lines(w, table), *(setting_line(w, table, name) for name in SETTINGS)]
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
                lobby_id(table, verb),
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


def house_rule_lines(w: Words, table: Table) -> list[str]:
    """The house rules that differ from the game's default, a line each."""
    return [option_line(w, name, value) for name, value in table.options.items()]


def house_rules_page(w: Words, table: Table, notice: str = "") -> Page:
    """All house rules of the game in a list, each with its present value."""
    options = tuple(
        Option(name, option_line(w, name, table.options.get(name, values[0])))
        for name, values in table.game.options.items()
    )
    heading = w("options.heading", game=table.game.name)
    warning = w("panel.notice", notice=notice) if notice else ""
    text = lines(heading, warning, house_rule_lines(w, table) or w("options.none"))
    parts = [options[start : start + OPTIONS] for start in range(0, len(options), OPTIONS)]
    lists = (
        Select(rule_id(table, str(number or "")), _heading(w, number, len(parts)), part)
        for number, part in enumerate(parts)
    )
    return Page((text,), tuple(lists))


def _heading(w: Words, number: int, lists: int) -> str:
    """The heading of a list of house rules, with its number if there are several."""
    return w("options.choose_part", number=number + 1, count=lists) if lists > 1 else w("options.choose")


def values_page(w: Words, table: Table, name: str) -> Page:
    """One house rule and its possible values, the default first."""
    values = table.game.options[name]
    now = option_line(w, name, table.options.get(name, values[0]))
    options = tuple(Option(typed(value), _value(w, value, values[0])) for value in values)
    select = Select(rule_id(table, name), w("options.set"), options[:OPTIONS])
    back = Button(rule_id(table, ""), w("button.back"))
    return Page((lines(w("options.heading", game=table.game.name), now),), (select, (back,)))


def _value(w: Words, value: object, default: object) -> str:
    said = option_value(w, value)
    return w("options.default", value=said) if value == default else said


def typed(value: object) -> str:
    """The value of a house rule as it is typed."""
    return value if isinstance(value, str) else json.dumps(value)


def value_of(game: Game, name: str, text: str) -> object:
    """The value of a house rule that a text stands for; the text itself if the rule has no such value."""
    return {typed(each): each for each in game.options.get(name, ())}.get(text, text)


def parse_house_rules(game: Game, text: str) -> Mapping[str, object] | Refusal:
    """Read `name=value name=value`. Refused as `unknown_option` if the game has no such rule or value."""
    chosen: dict[str, object] = {}
    for part in text.replace(",", " ").split():
        name, _, value = part.partition("=")
        if value not in map(typed, game.options.get(name, ())):
            return Refusal("unknown_option", "", {"option": part[:OPTION_LIMIT]})
        chosen[name] = value_of(game, name, value)
    return chosen


def complete_house_rules(w: Words, game: Game, text: str) -> list[Option]:
    """The completions of a text: every value of each rule that it does not set yet."""
    *before, last = text.split(" ")
    taken = {part.partition("=")[0] for part in before}
    settings = (
        (f"{name}={typed(value)}", option_line(w, name, value))
        for name, values in game.options.items()
        for value in values
        if name not in taken
    )
    wanted = folded(last)
    offered = [
        Option(" ".join([*before, setting]), label)
        for setting, label in settings
        if wanted in setting or wanted in folded(label)
    ]
    # Discord refuses the whole list if one value is too long; the lobby's button sets any number of rules.
    return [each for each in offered if len(each.value) <= OPTION_LIMIT][:OPTIONS]
