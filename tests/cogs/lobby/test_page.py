"""What a lobby says of its game and its computers, and its lists of house rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games import GAMES
from bot.tables import Strength, Table
from bot.tables.settings import Terms
from bot.tables.table import Occupant
from bot.text import words
from bot.text.help import aim_line
from cogs.discord.page import Select
from cogs.lobby.page import complete_house_rules, house_rules_page, lobby_page, strength_select
from cogs.table.clock import computers_line, departed_lines
from cogs.table.page import table_page
from tests.cogs.panels import at_a_table, lobby, panel
from tests.games.tapp_tarock.table import tapp
from tests.text.players import SEEDS, positions

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


@pytest.mark.usefixtures("thinking")
def test_only_computers_with_a_strength_of_their_own_are_named() -> None:
    line = computers_line(W, seated(ANNA, POLDI, XAVER))
    assert line == "Computers: steady, Poldi\u00a0⚙ strong"


def test_no_computer_is_named_if_all_play_quick() -> None:
    assert computers_line(W, seated(ANNA, POLDI, XAVER)) == "Computers: weak"
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


def completed(game: str, typed: str) -> list[str]:
    """The completions offered for a typed text."""
    return [each.value for each in complete_house_rules(words("en", game), GAMES[game], typed)]


def test_the_lists_are_numbered_and_hold_every_rule_once() -> None:
    rows = house_rules_page(words("en", "illustrated_tarokk"), lobby("illustrated_tarokk")).rows
    lists = [row for row in rows if isinstance(row, Select)]
    assert [each.prompt for each in lists] == ["Choose a house rule (1 of 2)", "Choose a house rule (2 of 2)"]
    listed = [option.value for each in lists for option in each.options]
    assert listed == [*GAMES["illustrated_tarokk"].options]
    assert [each.id for each in lists] == ["o1:abc:", "o1:abc:1"], "no two alike, or Discord refuses"


def test_each_rule_is_listed_with_the_value_agreed_or_else_its_default() -> None:
    for options, value in (({}, "no"), ({"fixed_half": True}, "yes")):
        (choice,) = house_rules_page(words("en", "tapp_tarock"), lobby("tapp_tarock", **options)).rows
        assert isinstance(choice, Select)
        (label,) = [each.label for each in choice.options if each.value == "fixed_half"]
        assert label.endswith(f": {value}")


def test_a_refusal_is_shown_on_the_page_of_house_rules() -> None:
    w = words("en", "tapp_tarock")
    plain, refused = (house_rules_page(w, lobby("tapp_tarock"), notice) for notice in ("", "Too late."))
    assert "Too late." in refused.text
    assert plain.text == f"{w('options.heading', game='tapp_tarock')}\n{w('options.none')}"


def test_rules_are_found_by_name_or_by_description() -> None:
    both = ["fixed_half=false", "fixed_half=true"]
    assert completed("tapp_tarock", "fixed_h") == both, "by its name"
    assert completed("tapp_tarock", "OBERER") == both, "by its description"
    assert completed("tapp_tarock", "chess") == []


def test_a_rule_that_is_set_is_not_offered_again() -> None:
    assert completed("tapp_tarock", "fixed_half=true ") == []
    offered = completed("koenigrufen", "hold=forehand_only ")
    assert offered
    assert all(each.startswith("hold=forehand_only ") and each.count("hold=") == 1 for each in offered)


@pytest.mark.parametrize("game", GAMES)
def test_a_lobby_and_a_first_hand_say_what_wins(game: str) -> None:
    w, deal = words("en", game), positions(game, SEEDS[0])[0]
    told = aim_line(w)
    assert told in table_page(lobby(game, Occupant("Anna", 0), None), w).text
    assert told in panel(w, at_a_table(deal), 0).text
    figures = GAMES[game].figures
    assert all(str(figures[each]) in told for each in ("to_win", "total") if each in figures)


def test_a_lobby_says_why_its_computers_are_weaker_than_chosen() -> None:
    table = lobby("tapp_tarock", ANNA, None, None)
    only = W("strength.only", strength=W("strength.quick"))
    assert W("strength.line", strength=only) in lobby_page(W, table).text
    chosen = replace(table, settings=replace(table.settings, strength=Strength.QUICK))
    assert only not in lobby_page(W, chosen).text
