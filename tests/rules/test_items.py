"""Items that can be doubled."""

from __future__ import annotations

from bot.rules.state import Item


def test_items_are_text() -> None:
    assert [str(Item("game")), str(Item("trull", 2))] == ["game", "trull@2"]


def test_each_doubling_doubles_the_factor() -> None:
    assert [Item("game", None, steps).factor for steps in range(4)] == [1, 2, 4, 8]
    assert Item("trull", 2).doubled() == Item("trull", 2, 1)
