"""Panels in positions of random deals, and what their controls do."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.moves import Action
from bot.text import words
from cogs.controls import read_act, read_actions
from cogs.discord.page import Button, Page, Select
from cogs.hands.page import player_page
from cogs.play.controls import NO_CHOICE, Choice, Controls
from tests.cogs.test_noninterference import at_a_table
from tests.conformance.random_deals import positions

if TYPE_CHECKING:
    from bot.rules.view import View
    from bot.tables import Table
    from bot.text import Words


def buttons(page: Page) -> list[Button]:
    """The buttons of a page, row by row."""
    return [each for row in page.rows if isinstance(row, tuple) for each in row]


def what(control: Button | Select) -> str:
    """What a control of the deal names; `""` for any other."""
    act = read_act(control.id.removeprefix("t1:")) if control.id.startswith("t1:") else None
    return act.what if act else ""


def panel(w: Words, table: Table, seat: int, choice: Choice = NO_CHOICE) -> Page:
    """The panel of a seat that has chosen something."""
    page = player_page(w, table, seat, choice=choice)
    assert page is not None
    return page


def found(game: str, verbs: set[str], *, least: int = 1) -> Deal:
    """A position of a random deal in which a seat may do all of these, among at least so many actions."""
    rng = Random(game)
    while True:
        for deal in positions(GAMES[game], rng):
            for seat in deal.seats():
                offered = [action.verb for action in deal.actions(seat)]
                if verbs <= {*offered} and len(offered) >= least:
                    return deal


def controls_of(deal: Deal) -> tuple[View, Controls]:
    """The view of the seat to act, and the controls of its panel."""
    seat = deal.seats()[0]
    return deal.view(seat), Controls(words("en", deal.game.name), at_a_table(deal), deal.view(seat))


def pressed(deal: Deal) -> dict[str, list[Action]]:
    """The actions of each button in the panel of the seat to act."""
    _, controls = controls_of(deal)
    flat = [each for row in controls.rows() if isinstance(row, tuple) for each in row]
    return {each.label: read_actions(what(each)) for each in flat}
