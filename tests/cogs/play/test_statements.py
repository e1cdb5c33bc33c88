"""Statements too many for one list: each is a few presses away, and no list is longer than Discord allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.moves import Action
from bot.rules.view import View
from bot.tables import Table
from bot.text import LOCALES, Words, words
from cogs.discord.page import OPTIONS, Page, Row, Select
from cogs.play.controls import ActionControls, Choice, statements
from cogs.play.statements import (
    ALL,
    STEP,
    Branch,
    beginning_with,
    branches,
    expanded,
    in_lists,
    step_before,
)
from tests.cogs.panels import assert_discord_takes, at_a_table, what
from tests.conformance.random_deals import positions
from tests.examples import examples

MOST_PRESSES = 5
WALKED = sorted(name for name, game in GAMES.items() if game.groups)


@dataclass
class Walker:
    """A player who opens everything that a panel leads to."""

    w: Words
    table: Table
    view: View

    def rows(self, begun: str = "") -> tuple[Row, ...]:
        rows = ActionControls(self.w, self.table, self.view).rows(Choice(begun=begun))
        assert_discord_takes(Page(("text",), rows))
        return rows

    def ways(self, begun: str = "", presses: int = 1) -> Iterator[tuple[Action, int]]:
        """Every statement with the number of presses that it takes."""
        for row in self.rows(begun):
            for option in row.options if isinstance(row, Select) else ():
                if option.value.startswith(STEP):
                    yield from self.ways(option.value.removeprefix(STEP), presses + 1)
                else:
                    yield Action.parse(option.value), presses
            if isinstance(row, tuple) and not begun and any(what(each) == STEP + ALL for each in row):
                yield from self.ways(ALL, presses + 1)


def announcing(game: Game, rng: Random) -> Deal:
    """A position of a random deal in which something may be stated."""
    found = [deal for deal in positions(game, rng) if deal.phase.name == "announcing"]
    return rng.choice(found)


@pytest.mark.parametrize("name", WALKED)
@examples(6)
@given(rng=st.randoms(use_true_random=True))
def test_every_statement_is_at_most_five_presses_away(name: str, rng: Random) -> None:
    game = GAMES[name]
    deal = announcing(game, rng)
    view = deal.view(deal.seats()[0])
    table = replace(at_a_table(deal, ("W" * 32,) * 5), id="k7w2mz", revision=1234)
    walker = Walker(words(rng.choice(LOCALES), name), table, view)
    ways = dict(walker.ways())
    assert set(ways) <= set(view.actions), "only what is legal is listed"
    assert {*statements(view)} <= set(ways)
    assert max(ways.values(), default=0) <= MOST_PRESSES


def test_a_kontra_names_the_player_who_announced() -> None:
    game, seated = GAMES["royal_tarokk"], ("Anna", "Béla", "Clara", "Daisuke")
    deal = next(each for each in positions(game, Random(4)) if each.phase.name == "announcing")
    first, second, third = (deal.open.next(deal.seats()[0], steps) for steps in range(3))
    for seat in (first, second):
        for action in ("announce tarokk_18", "done"):
            after = deal.act(seat, Action.parse(action))
            assert isinstance(after, Deal)
            deal = after
    controls = ActionControls(words("en", game.name), at_a_table(deal, seated), deal.view(third))
    rows = controls.rows(Choice(begun=ALL))
    labels = {each.label for row in rows if isinstance(row, Select) for each in row.options}
    assert any(f"{seated[first]}'s XVIII" in each for each in labels), labels


SOME = tuple(
    map(Action.parse, ("announce a", "announce b:X", "announce b:Y", "announce c:X,Z", "kontra a@1"))
)


def test_statements_with_a_common_beginning_share_a_step() -> None:
    assert [each.value for each in branches("", SOME)] == [
        *("announce a", "/announce b:", "announce c:X,Z", "kontra a@1")
    ]
    assert [each.value for each in expanded(branches("", SOME))] == list(map(str, SOME))
    assert beginning_with("announce b:", SOME) == SOME[1:3]
    assert step_before("announce c:X,") == "announce c:"
    assert step_before("announce c:") == ""


def test_a_list_is_expanded_only_if_all_its_statements_fit() -> None:
    many = tuple(Action("announce", f"b:{one},{two}") for one in range(6) for two in range(5))
    assert len(expanded(branches("", many))) == 6
    assert len(expanded(branches("announce b:2,", beginning_with("announce b:2,", many)))) == 5


def test_each_branch_is_in_one_list_and_no_list_is_longer_than_discord_allows() -> None:
    some = [Branch(f"announce {number}", ()) for number in range(2 * OPTIONS + 1)]
    lists = list(in_lists(some))
    assert list(map(len, lists)) == [OPTIONS, OPTIONS, 1]
    assert [each for part in lists for each in part] == some
