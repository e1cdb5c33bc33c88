"""A double press does not trigger the control that has replaced the pressed one."""

from __future__ import annotations

import pytest

from tests.cogs.place import Place, acts_of, choose, confirm, id_of, words_of

TOO_SOON = "so nothing was done"


@pytest.fixture
def limits() -> dict[str, float]:
    """By the clock of the simulation, which goes on only when a test says so."""
    return {"double_press": 5.0}


async def time_passes(place: Place) -> None:
    await place.env.advance_time(25)


async def test_a_quick_press_is_ignored_until_its_control_has_been_in_view(place: Place) -> None:
    await place.start(computers=2)
    await choose(place, place.anna, "bid dreier")
    before, offered = place.moves, acts_of(place.panel(place.anna))
    assert before
    for passes, counts in ((False, False), (True, True)):
        if passes:
            await time_passes(place)
        await place.anna.user.click(place.panel(place.anna), custom_id=offered[-1])
        assert (TOO_SOON not in words_of(place.panel(place.anna))) is counts
        assert (place.moves != before) is counts


async def test_a_quick_press_after_going_back_is_ignored(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await choose(place, place.anna, "bid solo")
    await time_passes(place)
    await place.anna.user.click(place.panel(place.anna), label="Go back")
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert TOO_SOON in words_of(place.panel(place.anna))
    assert not place.moves


async def test_quick_presses_of_different_people_are_not_ignored(place: Place) -> None:
    await place.start(place.bela, place.clara)
    for number in (1, 2):
        who = next(each for each in place.everybody if place.view(each).actions)
        await who.user.click(place.panel(who), custom_id=id_of(place.panel(who), "pass"))
        assert len(place.moves) == number


async def test_a_double_press_does_not_confirm_its_own_question(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await choose(place, place.anna, "bid solo")
    await confirm(place, place.anna)
    assert TOO_SOON in words_of(place.panel(place.anna))
    assert not place.moves


async def test_a_double_press_does_not_end_the_table(place: Place) -> None:
    await place.start(computers=2)
    await place.anna.slash(place.channel, "tarock end")
    await place.anna.click(asked := place.last(place.anna), label="End")
    assert TOO_SOON in place.told(place.anna)
    assert place.bot.tables.in_channel(place.channel.id)
    await time_passes(place)
    await place.anna.click(asked, label="End")
    assert not place.bot.tables.in_channel(place.channel.id)
