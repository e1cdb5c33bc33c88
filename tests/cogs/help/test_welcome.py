"""A server is greeted once, where the bot may write."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.store import Server
from bot.text import words
from cogs.discord.display import Content, Display
from cogs.help.commands import Welcome, writable_channel
from cogs.help.page import greeting_page
from tests.cogs.place import Place, ids_of, words_of


def guild_of(place: Place) -> discord.Guild:
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    return guild


async def joined(place: Place) -> None:
    """Tell the bot that it was added to the server."""
    with place.as_bot():
        place.bot.dispatch("guild_join", guild_of(place))
    await place.settle()


async def test_a_server_is_greeted_once(place: Place) -> None:
    assert not place.public, "it was in the server before"
    await joined(place)
    (greeting,) = place.public
    assert "Press *Open a table*" in words_of(greeting)
    assert ids_of(greeting) == ["n1:games"]
    await joined(place)
    await place.restart()
    await joined(place)
    assert [each.id for each in place.public] == [greeting.id]
    await place.clara.click(greeting, label="Open a table")
    await place.clara.select(place.private(place.clara)[-1], ["tapp_tarock"], custom_id="n2:open")
    assert place.table.now.host_id == place.clara.id


async def test_a_server_that_was_left_meanwhile_is_not_greeted(place: Place, monkeypatch: Any) -> None:
    guild = guild_of(place)
    with monkeypatch.context() as patch:
        patch.setattr(place.bot, "get_guild", lambda _: None)
        with place.as_bot():
            place.bot.dispatch("guild_join", guild)
        await place.settle()
    assert not place.public
    assert not (await place.services.servers.get(guild.id)).greeted


async def test_the_greeting_goes_to_the_first_writable_channel(place: Place, monkeypatch: Any) -> None:
    guild, other = guild_of(place), place.guild.create_text_channel("other")
    await place.settle()
    first = guild.text_channels[0]

    def may(channel: discord.TextChannel, _: object) -> discord.Permissions:
        return discord.Permissions.all() if channel.id == other.id else discord.Permissions.none()

    assert writable_channel(guild) == first
    monkeypatch.setattr(discord.TextChannel, "permissions_for", may)
    assert writable_channel(guild) == guild.get_channel(other.id)
    monkeypatch.setattr(discord.TextChannel, "permissions_for", lambda *_: discord.Permissions.none())
    assert writable_channel(guild) is None
    await joined(place)
    assert not place.public


def channel(name: str, **permissions: bool) -> Any:
    return SimpleNamespace(name=name, permissions_for=lambda _: discord.Permissions(**permissions))


OPEN, HIDDEN = {"view_channel": True, "send_messages": True}, {"send_messages": True}


@pytest.mark.parametrize(
    ("system", "others", "taken"),
    [
        (OPEN, [OPEN], "system"),
        (None, [OPEN], "0"),
        (HIDDEN, [{"view_channel": True}, OPEN], "1"),
        (HIDDEN, [HIDDEN], None),
    ],
)
def test_the_greeting_prefers_the_system_channel_and_needs_a_writable_one(
    system: dict[str, bool] | None, others: list[dict[str, bool]], taken: str | None
) -> None:
    channels = [channel(str(number), **each) for number, each in enumerate(others)]
    first = None if system is None else channel("system", **system)
    guild: Any = SimpleNamespace(system_channel=first, text_channels=channels, me=None)
    found = writable_channel(guild)
    assert (found and found.name) == taken


@pytest.mark.parametrize(
    ("chosen", "preferred", "read"), [(None, "ja", "ja"), ("ja", "en-US", "ja"), ("en", "ja", "en")]
)
async def test_a_server_is_greeted_in_its_language(chosen: str | None, preferred: str, read: str) -> None:
    services, client = Mock(), Mock()
    client.get_guild.return_value = SimpleNamespace(preferred_locale=preferred)
    services.servers = Mock(get=AsyncMock(return_value=Server(1, chosen)), put=AsyncMock())
    services.messenger.show = AsyncMock()
    await Welcome(client, services)._greet(1, Display(channel_id=2, guild_id=1))
    assert services.messenger.show.await_args.args[1] == Content(greeting_page(words(read)))
    services.servers.put.assert_awaited_once_with(Server(1, chosen, greeted=True))
