"""Legal actions as sets of a table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.choices import ActionTable, Choice
from bot.rules.moves import Action

ALL = tuple(Action("announce", str(number)) for number in range(70))
TABLE = ActionTable(ALL[:3], ALL[3:67], ALL[67:])
OTHERS = (Action("kontra", "game"), Action("done"))


def chosen(places: set[int]) -> int:
    return sum(1 << place for place in places)


@given(st.sets(st.integers(0, len(ALL) - 1)), st.integers(0, 2))
def test_a_choice_is_the_actions_of_its_set_and_the_others(places: set[int], others: int) -> None:
    expected = (*(ALL[place] for place in sorted(places)), *OTHERS[:others])
    choice = Choice(TABLE, chosen(places), OTHERS[:others])
    assert choice == expected
    assert len(choice) == len(expected)
    assert [choice[place] for place in range(-len(choice), len(choice))] == [*expected, *expected]
    assert [each in choice for each in (*ALL, *OTHERS)] == [each in expected for each in (*ALL, *OTHERS)]
    assert (hash(choice), repr(choice), choice[1:3]) == (hash(expected), repr(expected), expected[1:3])


def test_what_is_in_no_table_is_in_no_choice() -> None:
    choice = Choice(TABLE, chosen({0, 5}), ())
    assert Action("announce", "70") not in choice


def test_there_is_nothing_past_the_end() -> None:
    with pytest.raises(IndexError):
        Choice(TABLE, chosen({0, 5}), OTHERS)[4]
    with pytest.raises(IndexError):
        TABLE.at(chosen({0, 5}), 2)


def test_others_are_added_at_the_end() -> None:
    choice = Choice(TABLE, chosen({69}), OTHERS[:1])
    assert choice + OTHERS[1:] == Choice(TABLE, chosen({69}), OTHERS) == (ALL[69], *OTHERS)
