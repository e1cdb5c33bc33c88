"""What a computer would do in a player's place."""

from __future__ import annotations

from dataclasses import replace

from bot.computers.players import for_game
from bot.rules.moves import Action
from bot.tables import advised
from tests.games.illustrated_tarokk.table import announcing
from tests.games.tapp_tarock.table import tapp

STRONG = "T22 T21 T20 T19 T18 T17 T16 T15 T14"


def test_the_computer_is_also_asked_about_an_optional_action_alone() -> None:
    view = announcing("", STRONG, talon="").view(0)
    assert advised(view, Action("announce", "volat")) == (
        for_game(view.game).choose(view),
        Action("announce", "volat"),
    )
    weak = announcing("", "T22 T17 T12 T9 T7 T5 SK HQ DC", talon="").view(0)
    assert advised(weak, Action("announce", "volat")) == (Action("done"), Action("done"))


def test_the_computer_is_asked_once_if_it_has_to_act() -> None:
    view = tapp().view(0)
    must = replace(view, actions=tuple(each for each in view.actions if each.verb != "pass"))
    assert len(advised(must, must.actions[0])) == 1
