"""Between two deals: going on from wherever a hand was played, and ending only after a second press."""

from __future__ import annotations

import asyncio

import discord
import pytest
from simcord import MemberActor

from bot.tables import LiveTable, TableState
from cogs.discord.replies import Interaction
from cogs.discord.router import ControlRouter
from tests.cogs.discord.helpers import people
from tests.cogs.place import Place, id_of, ids_of, words_of


def panels(who: MemberActor) -> list[discord.Message]:
    """All panels a person was sent by direct message."""
    return [each for each in who.user.dm_channel.history() if each.flags.components_v2]


@pytest.fixture
async def over(place: Place) -> LiveTable:
    """A table whose first deal is over: all have passed."""
    table = await place.start(place.bela, place.clara)
    for who in people(place):
        await who.slash(place.channel, "bid", bid="pass")
    assert table.now.state is TableState.BETWEEN
    return table


async def test_the_next_deal_begins_from_a_direct_message(place: Place, over: LiveTable) -> None:
    await place.bela.user.click(place.panel(place.bela), label="Next deal")
    assert over.now.number == 2
    assert "deal 2" in words_of(place.shown)
    for who in people(place):
        before, now = panels(who)
        assert not ids_of(before), "no button can be pressed twice"
        assert "This deal is over" in words_of(before)
        assert "deal 2" in words_of(now)


async def test_the_next_deal_begins_from_a_private_answer(place: Place, over: LiveTable) -> None:
    await place.clara.click(place.shown, label="My hand")
    (mine,) = place.private(place.clara)[-1:]
    await place.clara.click(mine, label="Next deal")
    assert over.now.number == 2
    now = place.private(place.clara)[-1]
    assert now.id == mine.id
    assert "deal 2" in words_of(now)
    assert now.attachments


async def test_two_simultaneous_presses_begin_one_deal(
    place: Place, over: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = ControlRouter.pressed

    async def twice(router: ControlRouter, interaction: Interaction, kind: str, rest: str) -> None:
        await asyncio.gather(once(router, interaction, kind, rest), once(router, interaction, kind, rest))

    monkeypatch.setattr(ControlRouter, "pressed", twice)
    await place.bela.user.click(place.panel(place.bela), label="Next deal")
    assert over.now.number == 2
    assert len(panels(place.bela)) == 2
    said = [each.content for each in place.bela.user.dm_channel.history(viewer=place.bela.user)]
    assert sum("has already begun" in each for each in said) == 1


async def test_a_new_host_may_end_the_table_from_their_own_panel(place: Place, over: LiveTable) -> None:
    assert "end" not in " ".join(ids_of(place.panel(place.bela)))
    await place.leave(place.anna)
    assert over.now.host_id == place.bela.id
    (panel,) = panels(place.bela)
    await place.bela.user.click(panel, label="End")
    assert over.now.state is TableState.BETWEEN, "the question comes first"


async def test_a_player_who_left_cannot_begin_the_next_deal(place: Place, over: LiveTable) -> None:
    assert f"p1:{over.id}:next" in ids_of(place.panel(place.bela))
    await place.leave(place.bela)
    assert ids_of(place.panel(place.bela)) == [f"p1:{over.id}:return"]
    await place.bela.click(place.shown, label="Next deal")
    assert over.now.state is TableState.BETWEEN
    assert "not seated" in words_of(place.private(place.bela)[-1])


async def test_after_a_restart_a_direct_message_is_still_kept_up_to_date(
    place: Place, over: LiveTable
) -> None:
    panel = place.panel(place.anna)
    await place.restart()
    await place.anna.user.click(panel, label="Next deal")
    assert place.table.now.number == over.now.number + 1
    assert not ids_of(panels(place.anna)[0])


async def test_the_host_ends_the_table_by_a_second_press(place: Place, over: LiveTable) -> None:
    await place.anna.click(place.shown, label="End")
    question = place.private(place.anna)[-1]
    assert "has ended" not in words_of(place.shown)
    await place.anna.click(question, custom_id=id_of(question, ":end:sure"))
    assert over.now.state is TableState.ENDED
    assert not ids_of(place.private(place.anna)[-1])
    assert "has ended" in words_of(place.shown)


async def test_only_a_person_who_may_end_the_table_is_asked(place: Place, over: LiveTable) -> None:
    dora = place.come("dora")
    await dora.click(place.shown, label="End")
    answer = place.private(dora)[-1]
    assert "Only its players can end" in answer.content
    assert not ids_of(answer)


async def test_a_table_whose_channel_is_gone_is_ended_from_a_direct_message(
    place: Place, over: LiveTable
) -> None:
    place.env.inject_error("*", f"/channels/{place.channel.id}/*", status=404, code=10003, times=None)
    assert ids_of(place.panel(place.bela)) == [f"p1:{over.id}:{verb}" for verb in ("score", "next")], (
        "only the host ends it"
    )
    await place.anna.user.click(place.panel(place.anna), label="End")
    question = place.anna.user.dm_channel.history(viewer=place.anna.user)[-1]
    await place.anna.user.click(question, custom_id=id_of(question, ":end:sure"))
    assert over.now.state is TableState.ENDED
    assert "has ended" in words_of(panels(place.anna)[0])


async def test_a_question_that_no_longer_applies_is_answered_with_the_reason(
    place: Place, over: LiveTable
) -> None:
    await place.anna.click(place.shown, label="End")
    question = place.private(place.anna)[-1]
    with place.as_bot():
        assert await over.leave(place.anna.id) is None
    await place.anna.click(question, custom_id=id_of(question, ":end:sure"))
    assert over.now.state is TableState.BETWEEN
    (answer,) = (each for each in place.private(place.anna) if each.id == question.id)
    assert "Only its players can end" in words_of(answer)
    assert not ids_of(answer)


async def test_a_game_without_last_circle_has_no_button_for_it(place: Place) -> None:
    await place.start(computers=2)
    assert not [each for each in ids_of(place.shown) if each.endswith(":last_circle")]
