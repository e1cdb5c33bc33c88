"""The settings of a server, and the events that let failed requests be tried again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from simcord import MemberActor

from bot.store import Server
from bot.tables import Hints, Pace, TableState
from bot.text import words
from cogs.servers import Recovery, ServerSettings
from tests.cogs.place import Place, components, sent_privately, words_of


@pytest.fixture
def manager(place: Place) -> MemberActor:
    role = place.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return place.guild.add_member(place.env.create_user("manager"), roles=[role])


async def choose(place: Place, who: MemberActor, name: str, *values: Any) -> discord.Message:
    """Choose from a list of `/settings`, and return the panel as it is then."""
    await who.slash(place.channel, "settings")
    panel = place.last(who)
    await who.select(panel, values, custom_id=f"g1:{name}")
    return place.last(who)


def chosen(panel: discord.Message) -> list[str]:
    """What the lists of a panel show as chosen."""
    options: list[dict[str, Any]] = [each for part in components(panel) for each in part.get("options", [])]
    return [each["label"] for each in options if each.get("default")]


async def test_settings_apply_to_new_tables_and_survive_a_restart(place: Place, manager: MemberActor) -> None:
    await manager.slash(place.channel, "settings")
    assert chosen(place.last(manager)) == [
        "Pace: relaxed",
        "Computers: steady",
        "Language: the host's",
        "Hints: only when playing alone with computers",
        "Place: in the channel",
    ]
    assert words("en")("settings.cannot_think") in place.told(manager), "the bot of this test has no thinkers"
    for name, value in (
        ("locale", "ja"),
        ("pace", "fast"),
        ("strength", "strong"),
        ("place", "thread"),
        ("hints", "never"),
    ):
        panel = await choose(place, manager, name, value)
    assert chosen(panel) == [
        "Pace: fast",
        "Computers: strong",
        "Language: 日本語",
        "Hints: never",
        "Place: in a thread of its own",
    ]
    assert "every channel" in words_of(panel)
    panel = await choose(place, manager, "place", "here")
    await place.restart()
    await manager.slash(place.channel, "settings")
    assert chosen(place.last(manager)) == chosen(panel)
    table = await place.open()
    assert (table.now.settings.locale, table.now.settings.pace, table.now.settings.hints) == (
        "ja",
        Pace.FAST,
        Hints.NEVER,
    )
    assert "言語：日本語" in words_of(place.shown)
    assert (await place.services.servers.get(place.guild.id)).strength == "strong"
    assert "Language: the host's" in chosen(await choose(place, manager, "locale", "host"))


async def test_only_managers_of_the_server_change_its_settings(
    place: Place, manager: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcord.actors._check_command_access", lambda *_: None)
    assert "Manage Server" in await place.answer(place.anna, "settings")
    await manager.user.click(await sent_privately(place, manager, "g1:nonsense"), label="Forged")
    assert "older version" in place.directly(manager).content
    await manager.slash(place.channel, "settings")
    panel = place.last(manager)
    place.guild.remove_member(manager)
    place.guild.add_member(manager.user)
    await manager.select(panel, ["fast"], custom_id="g1:pace")
    assert "Manage Server" in place.told(manager)
    assert await place.services.servers.get(place.guild.id) == Server(place.guild.id)


async def test_tables_are_opened_only_in_allowed_channels(place: Place, manager: MemberActor) -> None:
    games = place.guild.create_text_channel("games")
    panel = await choose(place, manager, "channels", games)
    assert f"<#{games.id}>" in words_of(panel)
    await place.anna.slash(place.channel, "tarock new", game="tapp_tarock")
    assert f"Open yours in <#{games.id}>" in place.told(place.anna)
    await place.anna.slash(games, "tarock new", game="tapp_tarock")
    assert place.bot.tables.in_channel(games.id)
    assert "every channel" in words_of(await choose(place, manager, "channels"))
    await place.open()


async def test_the_language_is_chosen_with_the_table(place: Place) -> None:
    await place.services.servers.put(Server(place.guild.id, "en"))
    await place.anna.slash(place.channel, "tarock new", game="tapp_tarock", language="ja")
    assert "言語：日本語" in words_of(place.shown)
    await place.restart()
    assert place.table.now.settings.locale == "ja"


async def test_a_table_gets_a_thread_of_its_own(place: Place) -> None:
    await place.anna.slash(place.channel, "tarock new", game="tapp_tarock", place="thread")
    (thread,) = place.channel.threads
    (table,) = place.bot.tables.in_channel(thread.id)
    assert thread.name == "Tapp-Tarock · anna"
    assert f"<#{thread.id}>" in place.told(place.anna)
    await place.settle()
    (greeting,) = place.anna.user.dm_channel.history()
    assert f"You joined a table in <#{thread.id}>" in words_of(greeting)
    lobby = [each for each in thread.history() if each.flags.components_v2][-1]
    assert table.now.state is TableState.LOBBY
    await place.bela.click(lobby, label="Join")
    assert table.now.people == (place.anna.id, place.bela.id)


@pytest.mark.parametrize("chosen", ["never", "host", ""])
async def test_a_value_outside_the_list_is_rejected(chosen: str) -> None:
    services = Mock()
    services.servers = Mock(get=AsyncMock(return_value=Server(1)), put=AsyncMock())
    ServerSettings(services)
    (_, change) = services.router.add.call_args.args
    permissions = discord.Permissions(manage_guild=True)
    forged = Mock(guild_id=1, permissions=permissions, data={"values": [chosen]}, extras={})
    with pytest.raises(ValueError, match="pace has no value"):
        await change(forged, "pace")
    services.servers.put.assert_not_awaited()


CHANNEL, OTHER, THREAD, PERSON = 1, 2, 3, 7
"""Two channels of a server, a thread of the first one, and a person."""
SERVER: Any = SimpleNamespace(threads=[SimpleNamespace(id=THREAD)])
SERVER.channels = [SimpleNamespace(id=each, guild=SERVER) for each in (CHANNEL, OTHER)]
SERVER.me = SimpleNamespace(guild=SERVER, id=0)
ALL = {CHANNEL, OTHER, THREAD}


def acted(guild: int | None, permissions: discord.Permissions) -> Any:
    """An interaction of a person in the first channel, or in direct messages."""
    where = SimpleNamespace(type=discord.ChannelType.text)
    person = SimpleNamespace(id=PERSON)
    return SimpleNamespace(
        guild_id=guild, channel_id=CHANNEL, channel=where, user=person, app_permissions=permissions
    )


@pytest.mark.parametrize(
    ("event", "about", "lanes"),
    [
        ("on_interaction", [acted(9, discord.Permissions.all())], {CHANNEL}),
        ("on_interaction", [acted(9, discord.Permissions(view_channel=True))], set()),
        ("on_interaction", [acted(None, discord.Permissions.none())], {PERSON}),
        (
            "on_guild_channel_update",
            [None, SimpleNamespace(id=CHANNEL, threads=SERVER.threads)],
            {CHANNEL, THREAD},
        ),
        ("on_guild_channel_update", [None, SimpleNamespace(id=OTHER)], {OTHER}),
        ("on_raw_thread_update", [SimpleNamespace(thread_id=THREAD)], {THREAD}),
        ("on_guild_role_update", [None, SimpleNamespace(guild=SERVER)], ALL),
        ("on_member_update", [None, SimpleNamespace(guild=SERVER, id=PERSON)], set()),
        ("on_member_update", [None, SERVER.me], ALL),
        ("on_guild_join", [SERVER], ALL),
        ("on_guild_available", [SERVER], ALL),
    ],
)
async def test_an_event_lets_what_may_be_within_reach_again_be_retried(
    event: str, about: list[Any], lanes: set[int]
) -> None:
    queue = Mock()
    await getattr(Recovery(queue), event)(*about)
    assert {each.args[0] for each in queue.reachable_again.call_args_list} == lanes
