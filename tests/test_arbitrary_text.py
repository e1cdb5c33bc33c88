"""Parsers of text from outside: any text gives a value or a refusal, never another exception."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games import GAMES
from bot.games.royal_tarokk.points import differing
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.rules.record import FORMAT, Record, RecordError
from bot.rules.view import View
from bot.tables import Occupant, Table
from bot.text import LOCALES, words
from bot.text.moves import refusal_sentence
from cogs.controls import PageControl, read_act, read_actions, read_page, read_table
from cogs.discord.page import OPTION_LIMIT
from cogs.help.page import glossary_page
from cogs.lobby.page import complete_house_rules, parse_house_rules, value_of
from cogs.play.commands import COMMANDS, ActionCommand
from cogs.play.controls import ActionControls, Choice, are_marked
from cogs.play.spellings import Vocabulary
from cogs.play.statements import STEP, begun_in_words
from tests.conformance.random_deals import position
from tests.examples import examples

TYPING = (*COMMANDS, ActionCommand("play", "card", ("play",)))
WORDS = """
bid announce kontra lay play call take done pass hold deal solo dreier lower valat pagat 1
game game@0 game@9 game@x king_ultimo:S tarokk_count:9 vulture:T1, T1 T22 SK T99
tapp_tarock royal_tarokk all true false null
"""
PIECES = (
    *(*':,/+?@ =\n[]{}"', "\x1b[31m", "\u202e", "\ud800", "\x00", "²", "٣", "-1", "0", "9" * 40),
    *WORDS.split(),
)
"""What texts of our own are made of, and what has broken parsers elsewhere."""
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=8).map("".join)
POSITIONS = 6
"""Positions of each game in which texts are tried."""


@dataclass(frozen=True)
class Stand:
    """The parts of a table from which controls are made."""

    game: Game
    id: str = "k7w2mz"
    occupants: tuple[Occupant, ...] = tuple(Occupant("W" * 32, seat) for seat in range(5))

    def revision_for(self, _seat: Seat | None) -> int:
        return 1234


@cache
def places(game: str) -> list[Deal]:
    rng = Random(game)
    return [position(GAMES[game], rng) for _ in range(POSITIONS)]


deals = st.sampled_from(sorted(GAMES)).flatmap(lambda game: st.sampled_from(places(game)))


def asked(deal: Deal) -> View:
    return deal.view(deal.seats()[0])


# -- custom_ids ----------------------------------------------------------------------------


@given(TEXTS)
def test_the_ids_of_controls(rest: str) -> None:
    table = read_table(rest)
    assert table is None or f"{table.table_id}:{table.verb}" == rest
    act = read_act(rest)
    assert act is None or act.revision >= 0
    assert act is None or act.what
    assert (page := read_page(rest)) is None or page.page >= 0


@pytest.mark.parametrize(
    "rest", ["royal_tarokk:-1", "all:-1", "all:1.5", "all:²", f"all:{'9' * 100}", "all:", "all"]
)
def test_impossible_pages_are_refused(rest: str) -> None:
    assert read_page(rest, {*GAMES, "all"}) is None


def test_a_page_past_the_end_shows_the_last_one() -> None:
    assert read_page("royal_tarokk:999999999") == PageControl("royal_tarokk", 999999999)
    w = words("en", "royal_tarokk")
    last = glossary_page(w, 999999999)
    assert last.parts[0]
    assert last == glossary_page(w, 10_000)


@examples(300)
@given(deals, TEXTS, st.lists(TEXTS | st.just("announce valat"), max_size=3))
def test_any_value_of_a_panel_control(deal: Deal, what: str, values: list[str]) -> None:
    """As `Play.pressed` reads it: a step, some actions to confirm, or some actions to take."""
    view = asked(deal)
    w = words("en", deal.game.name)
    controls = ActionControls(w, cast("Table", Stand(deal.game)), view)
    begun = what.removeprefix(STEP)
    if begun and controls.offers(Choice(begun=begun)):
        assert controls.rows(Choice(begun=begun))
        assert begun_in_words(w, begun, view.open, ())
    actions = [Action.parse(value) for value in values]
    choice = Choice(tuple(actions))
    if actions and are_marked(actions) and controls.offers(choice):
        assert controls.rows(choice)
    for action in read_actions(what):
        refused_in_words(deal, action)


def refused_in_words(deal: Deal, action: Action) -> None:
    seat = deal.seats()[0]
    for each in {seat, (seat + 1) % deal.layout.seats}:
        acted = deal.act(each, action)
        if isinstance(acted, Refusal):
            for locale in LOCALES:
                assert refusal_sentence(words(locale, deal.game.name), acted)


# -- typed texts ---------------------------------------------------------------------------


@examples(300)
@given(deals, st.sampled_from(TYPING), st.sampled_from(LOCALES), TEXTS)
def test_any_text_typed_after_a_command(deal: Deal, command: ActionCommand, locale: str, typed: str) -> None:
    view = asked(deal)
    vocabulary = Vocabulary(words(locale, deal.game.name), view, command.verbs)
    for option in vocabulary.complete(typed):
        assert 1 <= len(option.value) <= OPTION_LIMIT
        assert option.label
    if begun := vocabulary.begun_by(typed):
        controls = ActionControls(vocabulary.words, cast("Table", Stand(deal.game)), view)
        assert controls.offers(Choice(begun=begun))
    for action in vocabulary.parse(typed):
        refused_in_words(deal, action)


@given(st.sampled_from(list(GAMES.values())), TEXTS)
def test_house_rules(game: Game, typed: str) -> None:
    chosen = parse_house_rules(game, typed)
    assert isinstance(chosen, Refusal) or all(game.allows(*each) for each in chosen.items())
    if isinstance(chosen, Refusal):
        assert refusal_sentence(words("en", game.name), chosen)
    for option in complete_house_rules(words("en", game.name), game, typed):
        assert len(option.value) <= OPTION_LIMIT
    value_of(game, typed, typed)


# -- files ---------------------------------------------------------------------------------

VALUES: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=10,
)
VALID = Record.of(places("koenigrufen")[0]).document()
KEYS = (*VALID, "result")


def parsed(text: str) -> None:
    with suppress(RecordError):
        Record.parse(text, GAMES)


@given(TEXTS)
def test_records(text: str) -> None:
    parsed(text)


@examples(300)
@given(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=3))
def test_records_with_a_wrong_value(changes: dict[str, object]) -> None:
    parsed(json.dumps({**VALID, **changes, "format": FORMAT}))


@pytest.mark.parametrize("value", ['"9999999 pass"', f'"{"9" * 5000} pass"', "9" * 5000, '"0 "', '" pass"'])
def test_records_with_a_wrong_action(value: str) -> None:
    text = json.dumps({**VALID, "actions": ["HERE"]}).replace('"HERE"', value)
    with pytest.raises(RecordError):
        Record.parse(text, GAMES)


@pytest.mark.parametrize("depth", [50, 500, 900, 960, 100_000])
@pytest.mark.parametrize("key", ["session", "options", "result", "hands", "unknown"])
def test_records_nested_deeply(key: str, depth: int) -> None:
    nested = '{"a":' * depth + "1" + "}" * depth
    with pytest.raises(RecordError, match="nested"):
        Record.parse(f'{{"format": "{FORMAT}", "{key}": {nested}}}', GAMES)


@given(TEXTS)
def test_points(text: str) -> None:
    assert refuses_points(text)


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 100_000, "a = " + "{b=" * 100_000, "[" + "a." * 10_000 + "a]", "a = " + "9" * 5000],
)
def test_points_nested_deeply(text: str) -> None:
    assert refuses_points(text)


def refuses_points(text: str) -> bool:
    try:
        differing(text)
    except ValueError:
        return True
    return False
