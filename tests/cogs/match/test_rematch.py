"""The end of a session, and the rematch of the same people."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from simcord import MemberActor

from bot.rules.reasons import Refusal
from bot.store import SavedTable
from bot.store.log import Log
from bot.tables import Pace, TableState
from cogs.match import commands as rematch
from cogs.match.commands import Rematch
from tests.cogs.place import Place, ids_of, sent_privately, words_of
from tests.cogs.stubs import StubContext


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


async def test_a_stranger_opens_no_rematch(place: Place) -> None:
    await ended(place, computers=2)
    await place.clara.click(place.shown, label="Rematch")
    assert "not seated" in place.told(place.clara)
    assert not place.bot.tables.in_channel(place.channel.id)


async def test_a_table_without_a_deal_has_no_rematch(place: Place) -> None:
    await place.open()
    await place.end(place.anna)
    assert not ids_of(place.shown)


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


async def test_the_panel_says_that_the_table_ended_during_a_deal(place: Place) -> None:
    await ended(place, place.bela, computers=1)
    text = words_of(place.panel(place.anna))
    assert "deal 1 · result" in text
    assert "Deal 1 is not finished and does not count." in text


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


def saved(**known: Any) -> Any:
    """A table that has ended in the first channel."""
    ended = {"id": "k3m9xp", "ended_at": 5.0, "game": "tapp_tarock", "channel_id": 1, "rematch": None}
    return SimpleNamespace(table=SimpleNamespace(**ended | known), seats=())


@pytest.mark.parametrize(
    ("table", "code"),
    [
        (None, "no_such_table"),
        (saved(ended_at=None), "no_such_table"),
        (saved(game="bridge"), "no_such_table"),
        (saved(channel_id=2), "other_channel"),
        (saved(), "not_seated"),
    ],
    ids=["forgotten", "going on", "unknown game", "elsewhere", "stranger"],
)
async def test_a_rematch_needs_a_table_that_ended_in_this_channel(
    monkeypatch: pytest.MonkeyPatch, table: Any, code: str
) -> None:
    refuse = AsyncMock()
    monkeypatch.setattr(rematch, "refuse", refuse)
    services = Mock()
    services.store.log.table = AsyncMock(return_value=table)
    anna = SimpleNamespace(id=7, display_name="anna")
    pressed: Any = SimpleNamespace(guild_id=6, channel_id=1, user=anna, locale="en-US", extras={})
    await Rematch(services).pressed(pressed, "k3m9xp")
    assert [each.args[1].code for each in refuse.await_args_list] == [code]


def context(guild_id: int | None = 6) -> Any:
    """A press of Anna, whose words are their keys, in the channel of the table or in direct messages."""
    return StubContext(
        services=Mock(),
        interaction=SimpleNamespace(
            guild_id=guild_id, user=SimpleNamespace(id=7, display_name="anna"), locale="en-US"
        ),
        table=Mock(channel_id=1),
        user_id=7,
        words=lambda key, **_: key,
        thinking=Mock(side_effect=lambda **_: nullcontext()),
        tell=AsyncMock(),
        refuse=AsyncMock(),
    )


async def test_a_slow_rematch_is_announced_to_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    announced = Mock(side_effect=lambda *_, **__: nullcontext())
    monkeypatch.setattr(rematch, "thinking", announced)
    monkeypatch.setattr(rematch, "rematch", Mock())
    monkeypatch.setattr(rematch, "refuse", AsyncMock())
    services = Mock()
    services.tables.create = AsyncMock(return_value=Refusal("too_many_tables", ""))
    pressed = context().interaction
    await Rematch(services)._open(pressed, saved())
    announced.assert_called_once_with(pressed, new=True, private=False)


@pytest.mark.parametrize("guild_id", [6, None], ids=["channel", "direct messages"])
async def test_a_rematch_is_shown_in_its_channel_alone(
    monkeypatch: pytest.MonkeyPatch, guild_id: int | None
) -> None:
    shown, ctx = AsyncMock(), context(guild_id)
    monkeypatch.setattr(rematch, "show_opened", shown)
    await Rematch(ctx.services)._show(ctx)
    is_elsewhere = guild_id is None
    assert shown.await_count == (not is_elsewhere)
    assert [each.args for each in ctx.tell.await_args_list] == ([("lobby.rematch",)] if is_elsewhere else [])
    assert ctx.services.membership.suspect.call_count == is_elsewhere
    assert ctx.services.table_messages.of.return_value.refresh.call_count == is_elsewhere


@pytest.mark.parametrize("refusal", [None, Refusal("table_full", "")], ids=["joined", "refused"])
async def test_only_who_has_joined_a_rematch_is_told_so_and_greeted(
    monkeypatch: pytest.MonkeyPatch, refusal: Refusal | None
) -> None:
    greet, ctx = AsyncMock(), context()
    monkeypatch.setattr(rematch, "greet", greet)
    monkeypatch.setattr(rematch, "Context", lambda *_: ctx)
    monkeypatch.setattr(rematch, "seat_of", lambda *_: 0)
    ctx.services.tables.get.return_value = ctx.table
    ctx.table.join = AsyncMock(return_value=refusal)
    await Rematch(ctx.services)._join(ctx.interaction, saved())
    ctx.thinking.assert_called_once_with(new=True)
    assert [each.args[0] for each in ctx.refuse.await_args_list] == ([refusal] if refusal else [])
    assert greet.await_count == ctx.tell.await_count == (refusal is None)


@pytest.mark.parametrize(
    ("code", "told"), [(None, "lobby.rematch"), ("already_seated", "lobby.rematch"), ("table_full", None)]
)
async def test_a_person_who_joins_a_rematch_by_direct_message_is_only_told_where_it_is(
    monkeypatch: pytest.MonkeyPatch, code: str | None, told: str | None
) -> None:
    greet, ctx = AsyncMock(), context(None)
    monkeypatch.setattr(rematch, "greet", greet)
    monkeypatch.setattr(rematch, "Context", lambda *_: ctx)
    monkeypatch.setattr(rematch, "seat_of", lambda *_: 0)
    ctx.services.tables.get.return_value = ctx.table
    ctx.table.join = AsyncMock(return_value=Refusal(code, "") if code else None)
    await Rematch(ctx.services)._join(ctx.interaction, saved())
    assert [each.args for each in ctx.tell.await_args_list] == ([(told,)] if told else [])
    assert ctx.refuse.await_count == (told is None)
    greet.assert_not_awaited()
