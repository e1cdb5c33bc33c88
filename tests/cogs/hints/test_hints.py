"""`/hint`, the button below the hand, and the choice of when hints are allowed."""

from __future__ import annotations

from bot.tables import Hints
from tests.cogs.place import Place, id_of, ids_of, options_of, words_of


async def test_a_player_alone_with_computers_is_given_a_hint(place: Place) -> None:
    table = await place.start(computers=2)
    assert "Players may ask for hints: </hint:" in words_of(place.shown)
    said = await place.answer(place.anna, "hint")
    assert "**Hint:** " in said
    assert "usually do with such cards" in said, "no process thinks here"
    panel = place.panel(place.anna)
    assert f"p1:{table.id}:hint" in ids_of(panel)
    await place.anna.user.click(panel, label="Hint")
    answer = place.directly(place.anna)
    assert "**Hint:** " in words_of(answer)
    assert not [each for each in place.public if "**Hint:** " in words_of(each)]


async def test_hints_are_not_allowed_among_people_by_default(place: Place) -> None:
    table = await place.start(place.bela, computers=1)
    assert "ask for hints" not in words_of(place.shown)
    assert "may ask for hints at this table now" in await place.answer(place.anna, "hint")
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
