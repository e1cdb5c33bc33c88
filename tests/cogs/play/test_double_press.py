"""A double press does not trigger the control that has replaced the pressed one."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from tests.cogs.place import act, acts_of, confirm, id_of, words_of

if TYPE_CHECKING:
    import pytest

    from tests.cogs.place import Place

TOO_SOON = "so soon after it came into view"


async def test_the_second_of_two_quick_presses_is_ignored(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.start(computers=2)
    await act(place, place.anna)
    before = place.moves
    offered = acts_of(place.panel(place.anna))
    monkeypatch.setattr(place.services.presses, "_apart", timedelta(hours=1))
    await act(place, place.anna)
    assert TOO_SOON in words_of(place.panel(place.anna))
    assert (place.moves, acts_of(place.panel(place.anna))) == (before, offered)
    monkeypatch.setattr(place.services.presses, "_apart", timedelta())
    await act(place, place.anna)
    assert TOO_SOON not in words_of(place.panel(place.anna))
    assert place.moves[: len(before)] == before != place.moves


async def test_a_press_on_a_control_that_just_appeared_is_ignored(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.start(computers=2)
    await act(place, place.anna)
    before, presses = place.moves, place.services.presses
    monkeypatch.setattr(presses, "_apart", timedelta(minutes=1))
    presses._latest[place.anna.id] -= timedelta(minutes=2)
    await act(place, place.anna)
    assert TOO_SOON in words_of(place.panel(place.anna))
    assert place.moves == before
    place.services.panels.of(place.table, place.anna.id).message.offered -= 120
    await act(place, place.anna)
    assert place.moves != before


async def test_a_quick_press_after_going_back_is_ignored(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.user.click(place.panel(place.anna), label="Solo · 8")
    await place.anna.user.click(place.panel(place.anna), label="Go back")
    monkeypatch.setattr(place.services.presses, "_apart", timedelta(hours=1))
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert TOO_SOON in words_of(place.panel(place.anna))
    assert not place.moves


async def test_quick_presses_of_different_people_are_not_ignored(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place.services.presses, "_apart", timedelta(hours=1))
    await place.start(place.bela, place.clara)
    for number in (1, 2):
        who = next(each for each in place.everybody if place.view(each).actions)
        await who.user.click(place.panel(who), custom_id=id_of(place.panel(who), "pass"))
        assert len(place.moves) == number


async def test_a_double_press_does_not_confirm_its_own_question(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.user.click(place.panel(place.anna), label="Solo · 8")
    monkeypatch.setattr(place.services.presses, "_apart", timedelta(hours=1))
    await confirm(place, place.anna)
    assert TOO_SOON in words_of(place.panel(place.anna))
    assert not place.moves
