"""The end of a session, and the rematch of the same people."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from bot.store import SavedTable
from bot.store.log import Log
from bot.tables import Pace, TableState
from bot.text import words
from tests.cogs.place import Place, ids_of, sent, sent_privately, words_of


async def ended(place: Place, *others: MemberActor, computers: int = 0) -> None:
    """A table that Anna has ended during its first deal, at a slow pace."""
    rules = {"game": "tapp_tarock", "options": "fixed_half=true", "pace": "slow"}
    await place.anna.slash(place.channel, "tarock new", **rules)
    for each in others:
        await each.click(place.shown, label="Join")
    for _ in range(computers):
        await place.anna.click(place.shown, label="Add computer")
    await place.anna.click(place.shown, label="Start")
    await place.end(place.anna)


async def test_a_rematch_has_the_same_seats_rules_and_pace(place: Place) -> None:
    await ended(place, place.bela, computers=1)
    last = place.shown
    await place.bela.click(last, label="Rematch")
    table = place.table
    assert [each and each.user_id for each in table.now.occupants] == [None, place.bela.id, None]
    assert [each and each.name for each in table.now.occupants] == [None, "bela", "Poldi"]
    assert (table.now.host_id, table.now.settings.pace, table.now.options) == (
        place.bela.id,
        Pace.SLOW,
        {"fixed_half": True},
    )
    assert table.now.settings.locale == "en-US"
    (call,) = [each for each in place.public if "would like a rematch" in each.content]
    assert call.content.startswith("bela would like")
    assert [each.id for each in call.mentions] == [place.anna.id]
    await place.anna.click(last, label="Rematch")
    assert "You are seated" in place.told(place.anna)
    greetings = [
        each for each in place.anna.user.dm_channel.history() if "You joined a table" in each.content
    ]
    assert len(greetings) == 2, "once for each table"
    assert [each and each.user_id for each in table.now.occupants] == [place.anna.id, place.bela.id, None]
    assert "anna" in words_of(place.shown)
    await place.bela.click(place.shown, label="Start")
    assert table.now.state is TableState.PLAYING


@pytest.mark.parametrize("way", ["started", "left", "killed"])
async def test_the_call_to_a_rematch_is_deleted_when_its_lobby_closes(place: Place, way: str) -> None:
    await ended(place, place.bela, computers=1)
    last = place.shown
    await place.bela.click(last, label="Rematch")

    def calls() -> list[str]:
        return [each.content for each in place.public if "would like a rematch" in each.content]

    assert calls()
    if way == "killed":
        await place.restart()
        assert calls(), "Anna can still join"
    if way == "started":
        await place.anna.click(last, label="Rematch")
        await place.bela.click(place.shown, label="Start")
    else:
        await place.bela.slash(place.channel, "tarock leave")
    await place.settle()
    assert not calls(), "nobody can join any more"


async def test_a_table_has_only_one_rematch_even_after_a_restart(place: Place) -> None:
    await ended(place, place.bela, computers=1)
    last = place.shown
    await place.restart()
    await place.anna.click(last, label="Rematch")
    again = place.table
    await place.restart()
    await place.bela.click(last, label="Rematch")
    assert place.table.id == again.id
    assert place.table.now.people == (place.anna.id, place.bela.id)
    await place.bela.click(last, label="Rematch")
    assert "already" in place.told(place.bela)
    await place.anna.click(place.shown, label="Start")
    await place.end(place.anna)
    await place.bela.click(last, label="Rematch")
    assert "The rematch of this table has ended" in place.told(place.bela)


async def test_a_rematch_whose_lobby_has_closed_can_be_opened_again(place: Place) -> None:
    await ended(place, place.bela, computers=1)
    last = place.shown
    await place.anna.click(last, label="Rematch")
    first = place.table
    await place.anna.slash(place.channel, "tarock leave")
    assert not place.bot.tables.in_channel(place.channel.id)
    await place.bela.click(last, label="Rematch")
    again = place.table
    assert (again.now.host_id, again.id != first.id) == (place.bela.id, True)
    await place.anna.click(last, label="Rematch")
    assert place.table.id == again.id
    assert again.now.people == (place.anna.id, place.bela.id)


async def test_two_people_open_the_same_rematch(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    await ended(place, place.bela, computers=1)
    last, log = place.shown, place.services.store.log
    stale = [await log.table(ids_of(last)[0].split(":")[1])]
    await place.anna.click(last, label="Rematch")
    read = Log.table

    async def as_before(log: Log, table_id: str) -> SavedTable | None:
        return stale.pop() if stale else await read(log, table_id)

    monkeypatch.setattr(Log, "table", as_before)
    await place.bela.click(last, label="Rematch")
    assert place.table.now.people == (place.anna.id, place.bela.id)


async def test_a_rematch_is_opened_and_joined_from_the_panels(place: Place) -> None:
    await ended(place, place.bela, computers=1)
    panels = [(who, place.panel(who)) for who in (place.bela, place.anna)]

    def directly(who: MemberActor) -> str:
        return "".join(map(words_of, who.user.dm_channel.history(viewer=who.user)))

    for who, panel in panels:
        await who.user.click(panel, label="Rematch")
        await place.settle()
        assert f"The lobby of the rematch is in <#{place.channel.id}>. You are seated" in directly(who)
        assert who.user.name in words_of(place.shown)
    assert place.table.now.people == (place.anna.id, place.bela.id)
    (call,) = [each for each in place.public if "would like a rematch" in each.content]
    assert [each.id for each in call.mentions] == [place.anna.id]
    await place.anna.user.click(panels[1][1], label="Rematch")
    assert "already" not in directly(place.anna), "once more it says where the lobby is"
    assert len(place.bot.tables.in_channel(place.channel.id)) == 1


async def test_a_forged_press_in_a_direct_message_neither_opens_nor_joins_a_rematch(place: Place) -> None:
    await ended(place, place.bela, computers=1)
    (rematch,) = [each for each in ids_of(place.shown) if "rematch" in each]
    forged = await sent_privately(place, place.clara, rematch)
    await place.clara.user.click(forged, label="Forged")
    assert "not seated" in place.directly(place.clara).content
    assert not place.bot.tables.in_channel(place.channel.id)
    await place.anna.click(place.shown, label="Rematch")
    await place.clara.user.click(forged, label="Forged")
    assert place.table.now.people == (place.anna.id,)


async def test_a_person_who_left_the_server_does_not_stay_at_a_rematch(place: Place) -> None:
    await ended(place, place.bela, computers=1)
    place.guild.remove_member(place.bela)
    await place.bela.user.click(place.panel(place.bela), label="Rematch")
    await place.settle()
    assert not any(place.bela.id in each.now.people for each in place.bot.tables.in_channel(place.channel.id))


async def test_a_rematch_needs_a_table_that_ended_in_this_channel(place: Place) -> None:
    table = await place.start(place.bela, computers=1)
    elsewhere = place.guild.create_text_channel("elsewhere")
    for table_id in ("nosuch", table.id):
        await place.anna.click(await sent(place, f"m1:{table_id}:rematch"), label="Forged")
        assert place.told(place.anna).strip() == words("en")("refusal.no_such_table")
    await place.end(place.anna)
    await place.clara.click(place.shown, label="Rematch")
    assert "not seated" in place.told(place.clara)
    await place.anna.click(await sent(place, f"m1:{table.id}:rematch", elsewhere), label="Forged")
    (*_, answer) = (each for each in elsewhere.history(viewer=place.anna) if each.flags.ephemeral)
    assert answer.content == words("en")("refusal.other_channel")
    assert not place.bot.tables.of_server(place.guild.id)
