"""What a lobby says about its game and its computers, and what a running table says of their strength."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.games import GAMES
from bot.tables import Strength, Table
from bot.tables.settings import Terms
from bot.tables.table import Occupant
from bot.text import words
from cogs.discord.page import Select
from cogs.lobby.page import lobby_page
from cogs.lobby.settings import strength_select
from cogs.table.clock import computers_line, departed_lines
from tests.cogs.panels import at_a_table, buttons, lobby
from tests.games.tapp_tarock.table import tapp

if TYPE_CHECKING:
    pass

W = words("en", "tapp_tarock")


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every strength available, as with worker processes."""
    monkeypatch.setattr(Terms, "computers_think", True)


def seated(*occupants: Occupant) -> Table:
    """A table in its first deal."""
    table = at_a_table(tapp())
    return replace(table, occupants=occupants)


ANNA, POLDI, XAVER = Occupant("Anna", 0), Occupant("Poldi", strength=Strength.STRONG), Occupant("Xaver")


@pytest.mark.parametrize("game", GAMES)
def test_fixed_partners_are_named_if_the_game_has_them(game: str) -> None:
    table = lobby(game, *[None] * max(GAMES[game].seats))
    text = lobby_page(words("en", game), table).text
    assert ("Fixed partners: seats 1 and 2; 3 and 4." in text) is (game == "royal_tarokk")


@pytest.mark.parametrize("game", GAMES)
def test_the_house_rules_button_is_enabled_if_the_game_has_any(game: str) -> None:
    page = lobby_page(words("en", game), lobby(game, *[None] * max(GAMES[game].seats)))
    (options,) = (each for each in buttons(page) if each.id.endswith(":options"))
    assert options.enabled is bool(GAMES[game].options)


def test_a_table_of_people_has_no_line_about_computers() -> None:
    assert computers_line(W, at_a_table(tapp())) == ""


@pytest.mark.usefixtures("thinking")
def test_only_computers_with_a_strength_of_their_own_are_named() -> None:
    line = computers_line(W, seated(ANNA, POLDI, XAVER))
    assert line == "Computers: steady, Poldi\u00a0⚙ strong"


def test_no_computer_is_named_if_all_play_quick() -> None:
    assert computers_line(W, seated(ANNA, POLDI, XAVER)) == "Computers: quick"
    assert strength_select(W, seated(ANNA, POLDI, XAVER)) == ()


@pytest.mark.usefixtures("thinking")
def test_a_computer_can_be_added_while_a_seat_is_free() -> None:
    full, free = (lobby("tapp_tarock", ANNA, POLDI, each) for each in (XAVER, None))
    for table, verbs in ((full, {"all"}), (free, {"all", "add"})):
        (choice,) = strength_select(W, table)
        assert isinstance(choice, Select)
        assert {each.value.partition(":")[0] for each in choice.options} == verbs


def test_only_players_who_left_are_listed_as_departed() -> None:
    gone = Occupant("Béla", away_id=7)
    assert departed_lines(W, seated(ANNA, gone, XAVER)) == [W("table.departed", player="Béla\u00a0⚙")]
    assert departed_lines(W, lobby("tapp_tarock", ANNA, None, XAVER)) == []
