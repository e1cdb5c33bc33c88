"""Between two deals: going on from any panel, ending after a question; watching a table; a whole deal."""

from __future__ import annotations

import pytest

from bot.tables import LiveTable, TableState
from tests.cogs.place import Place, all_pass, id_of, ids_of, usable, words_of


@pytest.fixture
async def over(place: Place) -> LiveTable:
    """A table whose first deal is over: all have passed."""
    table = await place.start(place.bela, place.clara)
    await all_pass(place, *place.people)
    return table


async def test_the_next_deal_begins_from_a_direct_message(place: Place, over: LiveTable) -> None:
    await place.bela.user.click(place.panel(place.bela), label="Next deal")
    assert over.now.number == 2
    assert "deal 2" in words_of(place.shown)
    for who in place.people:
        before, now = place.panels(who)
        assert not ids_of(before), "no button can be pressed twice"
        assert "This deal is over" in words_of(before)
        assert "deal 2" in words_of(now)


async def test_the_next_deal_begins_from_a_private_answer(place: Place, over: LiveTable) -> None:
    mine = await place.hand(place.clara)
    await place.clara.click(mine, label="Next deal")
    assert over.now.number == 2
    now = place.last(place.clara)
    assert now.id == mine.id
    assert "deal 2" in words_of(now)
    assert now.attachments


@pytest.mark.usefixtures("twice")
async def test_two_simultaneous_presses_begin_one_deal(place: Place, over: LiveTable) -> None:
    await place.bela.user.click(place.panel(place.bela), label="Next deal")
    assert over.now.number == 2
    assert len(place.panels(place.bela)) == 2
    said = [each.content for each in place.bela.user.dm_channel.history(viewer=place.bela.user)]
    assert sum("has already begun" in each for each in said) == 1


async def test_a_player_who_left_cannot_begin_the_next_deal(place: Place, over: LiveTable) -> None:
    assert f"p1:{over.id}:next" in ids_of(place.panel(place.bela))
    await place.leave(place.bela)
    assert ids_of(place.panel(place.bela)) == [f"p1:{over.id}:return"]
    await place.bela.click(place.shown, label="Next deal")
    assert over.now.state is TableState.BETWEEN
    assert "not seated" in place.told(place.bela)


async def test_after_a_restart_a_direct_message_is_still_kept_up_to_date(
    place: Place, over: LiveTable
) -> None:
    panel = place.panel(place.anna)
    await place.restart()
    await place.anna.user.click(panel, label="Next deal")
    assert place.table.now.number == over.now.number + 1
    assert not ids_of(place.panels(place.anna)[0])


async def test_only_a_person_who_may_end_the_table_is_asked(place: Place, over: LiveTable) -> None:
    dora = place.come("dora")
    await dora.click(place.shown, label="End")
    answer = place.last(dora)
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
    question = place.directly(place.anna)
    await place.anna.user.click(question, custom_id=id_of(question, ":end:sure"))
    assert over.now.state is TableState.ENDED
    assert "has ended" in words_of(place.panels(place.anna)[0])


async def test_a_question_that_no_longer_applies_is_answered_with_the_reason(
    place: Place, over: LiveTable
) -> None:
    await place.anna.click(place.shown, label="End")
    question = place.last(place.anna)
    with place.as_bot():
        assert await over.leave(place.anna.id) is None
    await place.anna.click(question, custom_id=id_of(question, ":end:sure"))
    assert over.now.state is TableState.BETWEEN
    (answer,) = (each for each in place.private(place.anna) if each.id == question.id)
    assert "Only its players can end" in words_of(answer)
    assert not ids_of(answer)


@pytest.fixture
async def watched(place: Place) -> Place:
    """A table of Anna and two computers in its first deal, which Clara watches."""
    await place.start(computers=2)
    await place.clara.click(place.shown, label="Watch")
    return place


async def passes(place: Place) -> None:
    await place.anna.user.click(place.panel(place.anna), label="Pass")


async def test_a_spectator_follows_the_table_at_no_cost(watched: Place) -> None:
    place = watched
    panel = place.last(place.clara)
    assert "To bid: anna" in words_of(panel)
    assert ids_of(panel) == [f"v1:{place.table.id}:refresh"]
    before = len(place.env.http_requests)
    await passes(place)
    assert "anna: pass" in place.told(place.clara)
    made = [each.path for each in place.env.http_requests[before:] if each.method == "PATCH"]
    assert not [path for path in made if path.startswith(f"/channels/{place.channel.id}/")]


async def test_a_player_who_watches_sees_the_same_as_any_spectator(watched: Place) -> None:
    place = watched
    await place.anna.slash(place.channel, "tarock watch")
    of_player, of_spectator = (
        place.told(place.anna).split("-# You"),
        place.told(place.clara).split("-# You"),
    )
    assert of_player[0] == of_spectator[0]
    assert of_player[1].startswith(" sit at this table")
    assert of_spectator[1].startswith(" are watching")
    assert str(place.view(place.anna).hand) not in place.told(place.anna)


@pytest.mark.parametrize("restarted", [False, True])
async def test_refresh_works_once_no_token_is_left(watched: Place, *, restarted: bool) -> None:
    place = watched
    if restarted:
        await place.restart()
    place.lose_tokens()
    await passes(place)
    assert "anna: pass" not in place.told(place.clara)
    await place.clara.click(place.last(place.clara), label="Refresh")
    assert "anna: pass" in place.told(place.clara)


async def test_spectators_see_the_end_of_a_table_and_are_forgotten(watched: Place) -> None:
    place, table = watched, watched.table
    await place.end(place.anna)
    assert table.now.state is TableState.ENDED
    assert "has ended" in place.told(place.clara)
    assert not ids_of(place.last(place.clara))


async def test_a_lobby_can_be_watched_and_filled_in_one_press(place: Place) -> None:
    await place.open()
    await place.clara.slash(place.channel, "tarock watch")
    await place.anna.click(place.shown, label="Fill with 2 computers")
    assert None not in place.table.now.occupants
    assert "Resi" in place.told(place.clara)
    assert "fill" not in usable(place.shown)
