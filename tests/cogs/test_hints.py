"""`/hint`, when hints are allowed, and the costliest decision of a finished deal."""

from __future__ import annotations

import pytest

from bot.tables import Hints, Tables
from tests.cogs.place import Place, id_of, ids_of, options_of, sent_privately, solo_lost, words_of
from tests.tables.room import Thinkers


async def test_a_player_alone_with_computers_is_given_a_hint(place: Place) -> None:
    table = await place.start(computers=2)
    assert "Players may ask for hints: </hint:" in words_of(place.shown)
    said = await place.answer(place.anna, "hint")
    assert "**Hint:** " in said
    assert "usually do this with such cards" in said, "no process thinks here"
    panel = place.panel(place.anna)
    assert f"p1:{table.id}:hint" in ids_of(panel)
    await place.anna.user.click(panel, label="Hint")
    answer = place.directly(place.anna)
    assert "**Hint:** " in words_of(answer)
    assert not [each for each in place.public if "**Hint:** " in words_of(each)]


async def test_hints_are_not_allowed_among_people_by_default(place: Place) -> None:
    table = await place.start(place.bela, computers=1)
    assert "ask for hints" not in words_of(place.shown)
    assert "Hints are not allowed at this table" in await place.answer(place.anna, "hint")
    assert f"p1:{table.id}:hint" not in ids_of(place.panel(place.anna))


async def test_no_hint_is_given_without_a_table_or_out_of_turn(place: Place) -> None:
    assert "not seated at any table here" in await place.answer(place.anna, "hint")
    await place.anna.slash(place.channel, "tarock new", game="tapp_tarock", hints="always")
    await place.bela.click(place.shown, label="Join")
    await place.clara.click(place.shown, label="Join")
    await place.anna.click(place.shown, label="Start")
    waiting = [each for each in place.everybody if not place.view(each).actions]
    assert "not your turn" in await place.answer(waiting[0], "hint")


async def test_the_host_chooses_when_hints_are_allowed(place: Place) -> None:
    table = await place.open(place.bela)
    assert "Hints: only when playing alone with computers" in words_of(place.shown)
    await place.bela.click(place.shown, label="Hints")
    assert "host" in place.told(place.bela)
    await place.anna.click(place.shown, label="Hints")
    offered = place.last(place.anna)
    assert options_of(offered, "set_hints") == ["alone", "always", "never"]
    await place.anna.select(offered, ["always"], custom_id=id_of(offered, "set_hints"))
    assert table.now.settings.hints is Hints.ALWAYS
    assert "Hints: always" in words_of(place.shown)
    assert "Hints: always" in place.told(place.anna)


@pytest.fixture
def thinkers(monkeypatch: pytest.MonkeyPatch) -> Thinkers:
    """Thinkers of the tables, to which the first action always promises most."""
    thinkers = Thinkers()
    monkeypatch.setattr(Tables, "thinkers", thinkers)
    return thinkers


async def test_a_player_is_told_which_decision_cost_most(place: Place, thinkers: Thinkers) -> None:
    await solo_lost(place)
    table = place.table
    panel = place.panel(place.anna)
    await place.anna.user.click(panel, label="What could I have done?")
    said = words_of(place.directly(place.anna))
    assert f"deal {table.id}/1" in said
    assert "Your costliest decision" in said
    found = place.directly(place.anna)
    await place.anna.user.click(found, custom_id=ids_of(found)[0])
    assert f"deal {table.id}/1" in words_of(place.directly(place.anna)), (
        "the link to the trick works in direct messages"
    )
    assert {view.seat for _, _, view, *_ in thinkers.appraised} == {table.now.seat_of(place.anna.id)}
    assert all(view.open.dealt is None for _, _, view, *_ in thinkers.appraised)


@pytest.mark.parametrize("restarted", [False, True])
async def test_the_analysis_is_available_after_the_next_deal_has_begun(
    place: Place, thinkers: Thinkers, *, restarted: bool
) -> None:
    await solo_lost(place)
    panel = place.panel(place.anna)
    if restarted:
        await place.restart()
    await place.bela.click(place.shown, label="Next deal")
    await place.settle()
    (before,) = [each for each in place.anna.user.dm_channel.history() if each.id == panel.id]
    assert ids_of(before) == [f"a1:{place.table.id}:1"]
    await place.anna.user.click(before, label="What could I have done?")
    assert "Your costliest decision" in words_of(place.directly(place.anna))


async def test_the_review_offers_the_analysis_only_to_players(place: Place, thinkers: Thinkers) -> None:
    await solo_lost(place)
    control = f"a1:{place.table.id}:1"
    shown = await place.ask(place.bela, "history", deal=f"{place.table.id}/1")
    await place.bela.click(shown, label="Score")
    assert control in ids_of(place.last(place.bela))
    await place.bela.click(place.last(place.bela), custom_id=control)
    found = place.last(place.bela)
    assert "Your costliest decision" in words_of(found)
    await place.bela.click(found, custom_id=ids_of(found)[0])
    stranger, asked = place.come("stranger"), len(thinkers.appraised)
    shown = await place.ask(stranger, "history", deal=f"{place.table.id}/1")
    await stranger.click(shown, label="Score")
    assert control not in ids_of(place.last(stranger))
    await stranger.user.click(await sent_privately(place, stranger, control), label="Forged")
    assert "Only players of that deal" in words_of(place.directly(stranger))
    assert len(thinkers.appraised) == asked


async def test_the_analysis_is_refused_without_thinkers_or_time(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await solo_lost(place)
    label = "What could I have done?"
    await place.anna.user.click(place.panel(place.anna), label=label)
    assert "Its operator can change that" in words_of(place.directly(place.anna))
    silent = Thinkers(answers=False)
    monkeypatch.setattr(Tables, "thinkers", silent)
    await place.anna.user.click(place.panel(place.anna), label=label)
    assert "no time to work this out" in words_of(place.directly(place.anna))
    assert silent.appraised


@pytest.mark.usefixtures("twice")
async def test_a_person_has_one_analysis_at_a_time(place: Place, thinkers: Thinkers) -> None:
    await solo_lost(place)
    await place.anna.user.click(place.panel(place.anna), label="What could I have done?")
    said = "\n".join(map(words_of, place.anna.user.dm_channel.history(viewer=place.anna.user)))
    assert said.count("Your costliest decision") == 1
    assert said.count("still being worked on") == 1
