"""House rules: agreed on in the lobby by the host, before the eyes of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.text.deals import refusal_sentence
from bot.text.help import option_line, option_value
from cogs.boards import house_rules
from cogs.doors import written
from cogs.names import rule_id
from cogs.page import OPTION_LIMIT, OPTIONS, Button, Choice, Option, Page, lines
from cogs.respond import Interaction, patiently, reader, show, update

if TYPE_CHECKING:
    from bot.tables import Table
    from bot.text import Words
    from cogs.desk import Desk


def house_rules_page(w: Words, table: Table, notice: str = "") -> Page:
    """All house rules of the game in a list, each as it is set now."""
    options = tuple(
        Option(name, option_line(w, name, table.options.get(name, values[0]))[:OPTION_LIMIT])
        for name, values in table.game.options.items()
    )
    heading = w("options.heading", game=table.game.name)
    warning = w("panel.notice", notice=notice) if notice else ""
    text = lines(heading, warning, house_rules(w, table) or w("options.none"))
    parts = [options[start : start + OPTIONS] for start in range(0, len(options), OPTIONS)]
    lists = (
        Choice(rule_id(table, str(number or "")), w("options.choose"), part)
        for number, part in enumerate(parts)
    )
    return Page((text,), tuple(lists))


def values_page(w: Words, table: Table, name: str) -> Page:
    """One house rule and the ways it can be set, the game's own first."""
    values = table.game.options[name]
    now = option_line(w, name, table.options.get(name, values[0]))
    options = tuple(Option(written(value), _setting(w, value, values[0])) for value in values)
    choice = Choice(rule_id(table, name), w("options.set"), options[:OPTIONS])
    back = Button(rule_id(table, ""), w("button.back"))
    return Page((lines(w("options.heading", game=table.game.name), now),), (choice, (back,)))


def _setting(w: Words, value: object, default: object) -> str:
    said = option_value(w, value)
    return (w("options.default", value=said) if value == default else said)[:OPTION_LIMIT]


async def show_house_rules(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Let the host set the house rules; anybody else is told that only the host may."""
    if refusal := table.options_refused(interaction.user.id):
        await desk.refuse(interaction, refusal)
        return
    page = house_rules_page(reader(interaction).of(table.game.name), table)
    await show(interaction, await desk.painter.render(page))


class HouseRules:
    """Answers the controls of the house rules."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def pressed(self, interaction: Interaction, rest: str) -> None:
        """Answer a control: `<table>:<rule>`; without a rule, or with a number, it is of the lists of all."""
        table_id, _, name = rest.partition(":")
        table = await self._desk.table_of(interaction, table_id)
        if table is None:
            return
        data: Any = interaction.data
        chosen = next(iter(data.get("values", [])), "")
        w = reader(interaction).of(table.game.name)
        if name in table.game.options:
            page = await self._set(interaction, table, name, chosen)
        elif chosen in table.game.options:
            page = values_page(w, table, chosen)
        else:
            page = house_rules_page(w, table)
        await update(interaction, await self._desk.painter.render(page))

    async def _set(self, interaction: Interaction, table: Table, name: str, chosen: str) -> Page:
        w = reader(interaction).of(table.game.name)
        values = {written(each): each for each in table.game.options.get(name, ())}
        change = table.set_option(interaction.user.id, name, values.get(chosen, chosen))
        refusal = await patiently(interaction, change)
        return house_rules_page(w, table, refusal_sentence(w, refusal) if refusal else "")
