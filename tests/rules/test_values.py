"""Values, copies of them, and cached results."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.values import cached_method, cached_property, replace, value


@dataclass(frozen=True)
class Pile:
    """A value that counts its computations."""

    name: str
    cards: int = 0
    worked: list[object] = field(default_factory=list, compare=False)

    @cached_property
    def doubled(self) -> int:
        """Twice as many."""
        self.worked.append("doubled")
        return 2 * self.cards

    @cached_method
    def plus(self, *others: int) -> int:
        """As many with some others."""
        self.worked.append(others)
        return self.cards + sum(others)


@value
class Heap:
    """A value of one field."""

    cards: int


def test_values_are_compared_and_hashed_by_their_fields() -> None:
    assert (Heap(1) == Heap(1), Heap(1) == Heap(2), len({Heap(1), Heap(1)})) == (True, False, 1)
    assert replace(Heap(1), cards=2) == Heap(2)


@given(changes=st.fixed_dictionaries({}, optional={"name": st.text(), "cards": st.integers()}))
def test_a_copy_equals_that_of_the_standard_library(changes: dict[str, object]) -> None:
    pile = Pile("talon", 6)
    copy = replace(pile, **changes)  # type: ignore[arg-type]  # any field, with a value of its type
    assert copy == dataclasses.replace(pile, **changes)  # type: ignore[arg-type]  # the same
    assert (type(copy), pile) == (Pile, Pile("talon", 6))


def test_a_copy_is_frozen_too() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        replace(Pile("talon"), cards=1).cards = 2  # type: ignore[misc]  # refused


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(TypeError, match="Pile has no field card, side"):
        replace(Pile("talon"), card=6, side="declarer")  # type: ignore[call-arg]  # refused


def test_a_property_is_computed_once_and_not_copied() -> None:
    pile = Pile("talon", 6)
    assert (pile.doubled, pile.doubled, pile.worked) == (12, 12, ["doubled"])
    copy = replace(pile, cards=5)
    assert (copy.doubled, pile.doubled, copy) == (10, 12, Pile("talon", 5))
    assert Pile.doubled.__doc__ == "Twice as many."


def test_a_method_is_computed_once_for_each_set_of_arguments() -> None:
    pile = Pile("talon", 6)
    assert [pile.plus(), pile.plus(1), pile.plus(1), pile.plus(), pile.plus(1, 2)] == [6, 7, 7, 6, 9]
    assert pile.worked == [(), (1,), (1, 2)]
    assert (replace(pile, cards=5).plus(1), Pile.plus.__doc__) == (6, "As many with some others.")
