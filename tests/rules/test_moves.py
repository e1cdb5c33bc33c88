"""Actions, sets of legal actions, and moves as the other players see them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.moves import Action, ActionSet, ActionTable, Move, Secrecy, Turn


@pytest.mark.parametrize("text", ["pass", "bid solo", "lay HK", "announce king_ultimo:S", "kontra trull@2"])
def test_actions_are_text(text: str) -> None:
    assert str(Action.parse(text)) == text


def test_any_text_is_an_action_for_the_rules_to_refuse() -> None:
    assert Action.parse("") == Action("")
    assert Action.parse("bid two words") == Action("bid", "two words")


def test_moves_as_others_see_them() -> None:
    face_down = Move(1, Action("lay", "HQ"), Secrecy.FACE_DOWN)
    assert [str(face_down.seen_by(seat)) for seat in (0, 1, 2, None)] == [
        "1 lay ?",
        "1 lay HQ",
        "1 lay ?",
        "1 lay ?",
    ]
    unseen = Move(1, Action("decline"), Secrecy.UNSEEN)
    assert [unseen.seen_by(seat) for seat in (0, 1, None)] == [None, unseen, None]
    loud = Move(1, Action("pass"))
    assert loud.seen_by(None) is loud


STATEMENTS = tuple(Action("announce", str(number)) for number in range(70))
TABLE = ActionTable(STATEMENTS[:3], STATEMENTS[3:67], STATEMENTS[67:])
OTHERS = (Action("kontra", "game"), Action("done"))


def chosen(places: set[int]) -> int:
    return sum(1 << place for place in places)


@given(st.sets(st.integers(0, len(STATEMENTS) - 1)), st.integers(0, 2))
def test_an_action_set_lists_its_chosen_actions_and_the_others(places: set[int], others: int) -> None:
    expected = (*(STATEMENTS[place] for place in sorted(places)), *OTHERS[:others])
    choice = ActionSet(TABLE, chosen(places), OTHERS[:others])
    assert choice == expected
    assert len(choice) == len(expected)
    assert [choice[place] for place in range(-len(choice), len(choice))] == [*expected, *expected]
    assert [each in choice for each in (*STATEMENTS, *OTHERS)] == [
        each in expected for each in (*STATEMENTS, *OTHERS)
    ]
    assert (hash(choice), repr(choice)) == (hash(expected), repr(expected))


def test_an_action_outside_the_table_is_not_in_the_set() -> None:
    choice = ActionSet(TABLE, chosen({0, 5}), ())
    assert Action("announce", "70") not in choice


def test_an_index_past_the_end_is_an_error() -> None:
    with pytest.raises(IndexError):
        ActionSet(TABLE, chosen({0, 5}), OTHERS)[4]
    with pytest.raises(IndexError):
        TABLE.at(chosen({0, 5}), 2)


@given(st.integers(0, 3), st.booleans())
def test_a_turn_is_its_statements_and_its_end(statements: int, ends: bool) -> None:
    turn = Turn(OTHERS[1:] if ends else (), lambda: STATEMENTS[:statements])
    expected = (*STATEMENTS[:statements], *(OTHERS[1:] if ends else ()))
    assert turn == expected
    assert (len(turn), tuple(turn)) == (len(expected), expected)
    assert [turn[place] for place in range(-len(turn), len(turn))] == [*expected, *expected]
    assert [each in turn for each in (*STATEMENTS, *OTHERS)] == [
        each in expected for each in (*STATEMENTS, *OTHERS)
    ]
    assert (hash(turn), repr(turn)) == (hash(expected), repr(expected))
    with pytest.raises(IndexError):
        turn[len(turn)]


def test_the_end_of_a_turn_is_known_without_its_statements() -> None:
    turn = Turn(OTHERS[1:], lambda: pytest.fail("nothing has asked for the statements"))
    assert turn[-1] == OTHERS[1]
    assert OTHERS[1] in turn


def test_statements_are_computed_once() -> None:
    found = iter([STATEMENTS[:2]])
    turn = Turn((), lambda: next(found))
    assert [len(turn), turn[0], *turn] == [2, STATEMENTS[0], *STATEMENTS[:2]]


def test_an_action_set_equals_only_sequences() -> None:
    assert ActionSet(TABLE, 0, ()) != 0
