"""The lists of house rules."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.tables import Table
from bot.text import words
from cogs.discord.page import OPTION_LIMIT, OPTIONS, Select
from cogs.lobby.page import complete_house_rules, house_rules_page, parse_house_rules, values_page


def lobby(game: str, **options: object) -> Table:
    """The parts of a table that its house rule pages use."""
    return cast("Table", SimpleNamespace(id="k7w2mz", game=GAMES[game], options=options))


def completed(game: str, typed: str) -> list[str]:
    """The completions offered for a typed text."""
    return [each.value for each in complete_house_rules(words("en", game), GAMES[game], typed)]


@pytest.mark.parametrize("game", GAMES)
def test_no_two_lists_have_the_same_heading(game: str) -> None:
    page = house_rules_page(words("en", game), lobby(game))
    headings = [row.prompt for row in page.rows if isinstance(row, Select)]
    assert len(headings) == len({*headings}) == -(-len(GAMES[game].options) // OPTIONS)


def test_a_single_list_is_not_numbered() -> None:
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
    assert [each.id for each in lists] == ["o1:k7w2mz:", "o1:k7w2mz:1"], "no two alike, or Discord refuses"


def test_each_rule_is_listed_with_the_value_agreed_or_else_its_default() -> None:
    for options, value in (({}, "no"), ({"fixed_half": True}, "yes")):
        (choice,) = house_rules_page(words("en", "tapp_tarock"), lobby("tapp_tarock", **options)).rows
        assert isinstance(choice, Select)
        (label,) = [each.label for each in choice.options if each.value == "fixed_half"]
        assert label.endswith(f": {value}")


def test_values_of_a_rule_are_cut_to_discords_maximum() -> None:
    many = SimpleNamespace(name="royal_tarokk", options={"deals_per_match": tuple(range(2, 200, 2))})
    table = cast("Table", SimpleNamespace(id="k7w2mz", game=many, options={}))
    choice = values_page(words("en", "royal_tarokk"), table, "deals_per_match").rows[0]
    assert isinstance(choice, Select)
    assert [each.value for each in choice.options] == [str(2 * number) for number in range(1, OPTIONS + 1)]


def test_a_refusal_is_shown_on_the_page_of_house_rules() -> None:
    w = words("en", "tapp_tarock")
    plain, refused = (house_rules_page(w, lobby("tapp_tarock"), notice) for notice in ("", "Too late."))
    assert "Too late." in refused.text
    assert plain.text == f"{w('options.heading', game='tapp_tarock')}\n{w('options.none')}"


def test_only_the_default_value_of_a_rule_is_marked() -> None:
    page = values_page(words("en", "tapp_tarock"), lobby("tapp_tarock", fixed_half=True), "fixed_half")
    choice = page.rows[0]
    assert isinstance(choice, Select)
    assert [each.label.endswith("(default)") for each in choice.options] == [True, False]
    assert [each.value for each in choice.options] == ["false", "true"]
    unset = values_page(words("en", "tapp_tarock"), lobby("tapp_tarock"), "fixed_half")
    assert (unset.text.endswith(": no"), page.text.endswith(": yes")) == (True, True)


def test_the_quote_of_an_unknown_rule_is_cut_to_the_limit() -> None:
    refused = parse_house_rules(GAMES["tapp_tarock"], f"fixed_half=true, {'x' * 500}")
    assert isinstance(refused, Refusal)
    assert refused.facts == {"option": "x" * OPTION_LIMIT}
    assert parse_house_rules(GAMES["tapp_tarock"], "fixed_half=true") == {"fixed_half": True}


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


def test_completions_are_cut_to_discords_maximum() -> None:
    assert sum(map(len, GAMES["illustrated_tarokk"].options.values())) > OPTIONS
    assert len(completed("illustrated_tarokk", "")) == OPTIONS


def test_a_completion_of_the_maximum_length_is_offered() -> None:
    before = "x" * (OPTION_LIMIT - len(" fixed_half=true"))
    assert completed("tapp_tarock", f"{before} fixed_half") == [f"{before} fixed_half=true"]
