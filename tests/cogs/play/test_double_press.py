"""A double press does not trigger the control that has replaced the pressed one."""

from __future__ import annotations

import discord
import pytest

from cogs.discord.limits import rows_of
from tests.cogs.place import Place, act_once, acts_of, choose, id_of, sent_privately, words_of

QUICK = 4.0


@pytest.fixture
def limits() -> dict[str, float]:
    """By the clock of the simulation, which goes on only when a test says so."""
    return {"double_press": QUICK}


async def time_passes(place: Place) -> None:
    await place.env.advance_time(25)


def places_of(message: discord.Message) -> dict[tuple[int, int], str]:
    """The cards that a panel offers to play, by the place of their button."""
    rows = [*rows_of(message.components)][::-1]
    named = {
        (number, column): str(each.custom_id)
        for number, row in enumerate(rows)
        for column, each in enumerate(row.children)
    }
    return {at: custom_id for at, custom_id in named.items() if ":play " in custom_id}


async def in_hand(place: Place) -> tuple[str, str]:
    """Play a card after which Anna is to play again: the card now in its place, and one in another place."""
    while True:
        await time_passes(place)
        before = places_of(place.panel(place.anna))
        if len(before) < 2:
            await act_once(place)
            continue
        at, custom_id = next(iter(before.items()))
        await place.anna.user.click(place.panel(place.anna), custom_id=custom_id)
        after = places_of(place.panel(place.anna))
        others = [each for where, each in after.items() if where != at]
        if at in after and others:
            return after[at], others[0]


async def test_a_quick_press_on_the_same_place_plays_no_other_card(place: Place) -> None:
    await place.start(computers=2)
    same, other = await in_hand(place)
    before = place.moves
    await place.anna.user.click(place.panel(place.anna), custom_id=same)
    assert place.moves == before
    await place.anna.user.click(place.panel(place.anna), custom_id=other)
    assert place.moves != before


async def test_a_press_on_the_same_place_counts_once_it_has_been_in_view(place: Place) -> None:
    await place.start(computers=2)
    same, _ = await in_hand(place)
    before = place.moves
    await time_passes(place)
    await place.anna.user.click(place.panel(place.anna), custom_id=same)
    assert place.moves != before


async def test_quick_presses_of_different_people_are_not_ignored(place: Place) -> None:
    await place.start(place.bela, place.clara)
    for number in (1, 2):
        who = next(each for each in place.everybody if place.view(each).actions)
        await who.user.click(place.panel(who), custom_id=id_of(place.panel(who), "pass"))
        assert len(place.moves) == number


async def test_a_choice_from_a_list_is_never_a_double_press(place: Place) -> None:
    await place.start(computers=2)
    await choose(place, place.anna, "bid solo")
    await place.anna.user.click(place.panel(place.anna), label="Go back")
    await choose(place, place.anna, "bid dreier")
    assert place.moves
    assert acts_of(place.panel(place.anna))


async def test_a_double_press_does_not_end_the_table(place: Place) -> None:
    await place.start(computers=2)
    await place.anna.slash(place.channel, "tarock end")
    await place.anna.click(asked := place.last(place.anna), label="End")
    assert place.bot.tables.in_channel(place.channel.id)
    await time_passes(place)
    await place.anna.click(asked, label="End")
    assert not place.bot.tables.in_channel(place.channel.id)


async def test_a_late_press_on_a_card_that_was_played_is_no_mistake(place: Place) -> None:
    await place.start(computers=2)
    while len(before := places_of(place.panel(place.anna))) < 2:
        await time_passes(place)
        await act_once(place)
    panel, (custom_id, *_) = place.panel(place.anna), before.values()
    await time_passes(place)
    await place.anna.user.click(panel, custom_id=custom_id)
    late = await sent_privately(place, place.anna, custom_id)
    await time_passes(place)
    await place.anna.user.click(late, custom_id=custom_id)
    assert "Too late" not in words_of(place.panel(place.anna))
    other = await sent_privately(place, place.anna, [*before.values()][1])
    await time_passes(place)
    await place.anna.user.click(other, custom_id=[*before.values()][1])
    assert "Too late" in words_of(place.panel(place.anna))
