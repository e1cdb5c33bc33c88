"""The defaults of games."""

from __future__ import annotations

from bot.games.tapp_tarock import TAPP_TAROCK
from tests.notation import layout


def test_defaults_of_sessions() -> None:
    game = TAPP_TAROCK
    assert game.deals({}) is None
    assert not game.last_circle
    assert not game.pool
    assert game.antes({}, {}, 1) == (0, 0)
    assert not game.interactive_dealing({})
    assert game.teams == ()
    assert game.dealers(3) == (0, 1, 2)
    assert game.seating({}, 2) == ()
    assert not game.is_won({}, 2, (99, 0, 0))


def test_every_layout_is_valid_by_default() -> None:
    dealt = layout(TAPP_TAROCK, "T22-T18")
    assert TAPP_TAROCK.impossible(dealt) is None
    assert TAPP_TAROCK.dealt_again(dealt) == ()


def test_inherited_values_are_integers_from_0_on() -> None:
    assert TAPP_TAROCK.inheritable({}, 3)
    assert TAPP_TAROCK.inheritable({"doubled": 0}, 3)
    assert not TAPP_TAROCK.inheritable({"doubled": -1}, 3)
    assert not TAPP_TAROCK.inheritable({"doubled": True}, 3)
