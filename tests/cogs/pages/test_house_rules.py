"""The lists of house rules."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.tables import Table
from bot.text import words
from cogs.pages.house_rules import complete_house_rules, house_rules_page, parse_house_rules, values_page
from cogs.pages.page import OPTION_LIMIT, OPTIONS, Select


def lobby(game: str, **options: object) -> Table:
    """As much of a table as the pages of its house rules are made from."""
    return cast("Table", SimpleNamespace(id="k7w2mz", game=GAMES[game], options=options))


def completed(game: str, typed: str) -> list[str]:
    """What is offered for a text."""
    return [each.value for each in complete_house_rules(words("en", game), GAMES[game], typed)]


@pytest.mark.parametrize("game", GAMES)
def test_no_two_lists_have_the_same_heading(game: str) -> None:
    page = house_rules_page(words("en", game), lobby(game))
    headings = [row.prompt for row in page.rows if isinstance(row, Select)]
    assert len(headings) == len({*headings}) == -(-len(GAMES[game].options) // OPTIONS)


def test_a_single_list_is_not_counted() -> None:
    game = next(name for name, game in GAMES.items() if 0 < len(game.options) <= OPTIONS)
    (choice,) = house_rules_page(words("en", game), lobby(game)).rows
    assert isinstance(choice, Select)
    assert choice.prompt == "Choose a house rule"


def test_the_lists_are_numbered_and_hold_every_rule_once() -> None:
    rows = house_rules_page(words("en", "illustrated_tarokk"), lobby("illustrated_tarokk")).rows
    lists = [row for row in rows if isinstance(row, Select)]
    assert [each.prompt for each in lists] == ["Choose a house rule (1 of 2)", "Choose a house rule (2 of 2)"]
    listed = [option.value for each in lists for option in each.options]
    assert listed == [*GAMES["illustrated_tarokk"].options]


def test_what_was_refused_stands_above_the_rules() -> None:
    w = words("en", "tapp_tarock")
    plain, refused = (house_rules_page(w, lobby("tapp_tarock"), notice) for notice in ("", "Too late."))
    assert "Too late." in refused.text
    assert plain.text == f"{w('options.heading', game='tapp_tarock')}\n{w('options.none')}"


def test_the_default_of_a_rule_is_marked_and_no_other_value() -> None:
    page = values_page(words("en", "tapp_tarock"), lobby("tapp_tarock", fixed_half=True), "fixed_half")
    choice = page.rows[0]
    assert isinstance(choice, Select)
    assert [each.label.endswith("(default)") for each in choice.options] == [True, False]
    assert [each.value for each in choice.options] == ["false", "true"]
    unset = values_page(words("en", "tapp_tarock"), lobby("tapp_tarock"), "fixed_half")
    assert (unset.text.endswith(": no"), page.text.endswith(": yes")) == (True, True)


def test_an_unknown_rule_is_quoted_as_far_as_there_is_room() -> None:
    refused = parse_house_rules(GAMES["tapp_tarock"], f"fixed_half=true, {'x' * 500}")
    assert isinstance(refused, Refusal)
    assert refused.facts == {"option": "x" * OPTION_LIMIT}
    assert parse_house_rules(GAMES["tapp_tarock"], "fixed_half=true") == {"fixed_half": True}


def test_rules_are_found_by_their_names_and_by_their_words() -> None:
    both = ["fixed_half=false", "fixed_half=true"]
    assert completed("tapp_tarock", "fixed_h") == both, "as it is typed"
    assert completed("tapp_tarock", "OBERER") == both, "as it is explained"
    assert completed("tapp_tarock", "chess") == []


def test_a_rule_that_is_set_is_not_offered_again() -> None:
    assert completed("tapp_tarock", "fixed_half=true ") == []
    offered = completed("koenigrufen", "hold=forehand_only ")
    assert offered
    assert all(each.startswith("hold=forehand_only ") and each.count("hold=") == 1 for each in offered)


def test_no_more_values_are_offered_than_discord_lists() -> None:
    assert sum(map(len, GAMES["illustrated_tarokk"].options.values())) > OPTIONS
    assert len(completed("illustrated_tarokk", "")) == OPTIONS


def test_values_are_offered_as_long_as_discord_takes_them() -> None:
    before = "x" * (OPTION_LIMIT - len(" fixed_half=true"))
    assert completed("tapp_tarock", f"{before} fixed_half") == [f"{before} fixed_half=true"]
