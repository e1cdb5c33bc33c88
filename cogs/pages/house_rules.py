"""House rules: the pages of a lobby that set them, and reading those that were typed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.rules.reasons import Refusal
from bot.text.help import option_line, option_value
from bot.text.names import folded
from cogs.pages.custom_ids import rule_id
from cogs.pages.page import OPTION_LIMIT, OPTIONS, Button, Option, Page, Select, lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.game import Game
    from bot.tables import Table
    from bot.text import Words


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
