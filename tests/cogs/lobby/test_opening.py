"""Opening a table in isolation: thread and refusals; with players, see `test_servers.py`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.store import Server
from bot.tables import Hints, Occupant, Pace, Strength, TableRequest
from cogs.lobby.opening import DAY, WEEK, Opening
from cogs.lobby.wish import Wish
from tests.cogs.discord.helpers import refused
from tests.cogs.panels import StubTable

HERE, ELSEWHERE, GUILD, HOST = 1, 2, 6, 7
GAME = GAMES["tapp_tarock"]


class Chat:
    """A channel, with the bot's answers and threads recorded."""

    def __init__(self, *, news: bool = False, permissions: discord.Permissions | None = None) -> None:
        self.thread = Mock(id=50, mention="<#50>", add_user=AsyncMock(), delete=AsyncMock())
        self.channel = Mock(spec=discord.TextChannel, id=HERE, type=discord.ChannelType.text)
        self.channel.is_news.return_value = news
        self.channel.create_thread = AsyncMock(return_value=self.thread)
        self.tables: list[Any] = []
        """The open tables of the server."""
        self.requests: list[TableRequest] = []
        self.refusal: Refusal | None = None
        """The refusal of the table itself, after all other checks."""
        self.told: list[str] = []
        self.met = AsyncMock()
        """Remembers a person, which is saved, too."""
        self.name = "anna"
        self.permissions = permissions or discord.Permissions.all()

    @property
    def interaction(self) -> Any:
        async def answer(text: str, **_: object) -> None:
            self.told.append(text)

        def thread_of(channel_id: int) -> Any:
            known = {51: HERE, 52: HERE, 53: ELSEWHERE}
            return SimpleNamespace(parent_id=known[channel_id]) if channel_id in known else None

        return SimpleNamespace(
            channel=self.channel,
            channel_id=self.channel.id,
            guild_id=GUILD,
            is_user_integration=lambda: False,
            guild=SimpleNamespace(id=GUILD, get_thread=thread_of),
            user=SimpleNamespace(id=HOST, display_name=self.name),
            app_permissions=self.permissions,
            locale="en-US",
            extras={},
            response=SimpleNamespace(is_done=lambda: False, send_message=answer),
        )

    async def create(self, request: TableRequest) -> Any:
        self.requests.append(request)
        return self.refusal or Refusal("table_ended", "")

    async def open(self, server: Server | None = None, **wish: Any) -> Chat:
        """Try to open a table; it is always refused at the end, so that nothing need be shown."""
        services: Any = Mock(people=Mock(met=self.met))
        services.servers.get = AsyncMock(return_value=server or Server(GUILD))
        services.tables.create = self.create
        services.tables.of_server = lambda _: self.tables
        services.tables.of_user = lambda _: self.tables
        await Opening.begin(services, self.interaction, Wish(GAME, **wish))
        return self

    @property
    def created(self) -> dict[str, Any]:
        """How the thread was created."""
        found: dict[str, Any] = self.channel.create_thread.await_args.kwargs
        return found


def table(channel_id: int, *, asleep: bool = False, given: str = "") -> Any:
    return StubTable(channel_id=channel_id, asleep=asleep, given=given)


@pytest.mark.parametrize(
    ("news", "pace", "kind", "minutes"),
    [
        (False, "fast", discord.ChannelType.public_thread, DAY),
        (True, "slow", discord.ChannelType.news_thread, WEEK),
    ],
)
async def test_a_thread_fits_its_channel_and_pace_and_includes_the_host(
    *, news: bool, pace: str, kind: discord.ChannelType, minutes: int
) -> None:
    chat = await Chat(news=news).open(place="thread", settings={"pace": pace})
    assert chat.created == {
        "name": "Tapp-Tarock · anna",
        "type": kind,
        "auto_archive_duration": minutes,
    }
    assert chat.thread.add_user.await_args.args[0].id == HOST


async def test_a_thread_has_the_name_of_the_game_if_discord_rejects_that_of_the_host(
    caplog: pytest.LogCaptureFixture,
) -> None:
    chat = Chat()
    chat.channel.create_thread = AsyncMock(side_effect=[refused(400, 50035), chat.thread])
    chat.thread.add_user = AsyncMock(side_effect=refused(403, 50013))
    await chat.open(place="thread")
    assert chat.created["name"] == "Tapp-Tarock"
    assert "A host cannot be added to a thread" in caplog.text
    assert chat.requests, "the table can do without"


async def test_the_thread_is_deleted_if_no_table_is_opened() -> None:
    chat = await Chat().open(place="thread")
    assert "has ended" in chat.told[-1]
    chat.thread.delete.assert_awaited_once()


async def test_a_thread_refused_by_discord_is_reported_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    chat = Chat()
    chat.channel.create_thread = AsyncMock(side_effect=refused(403, 50013))
    await chat.open(place="thread")
    assert (chat.requests, len(chat.told)) == ([], 1)
    assert "thread" in chat.told[0]
    assert "A thread cannot be created: status 403, code 50013" in caplog.text


async def test_a_table_opened_in_a_thread_gets_no_new_thread() -> None:
    chat = Chat()
    chat.channel = Mock(spec=discord.Thread, id=51, parent_id=HERE, type=discord.ChannelType.public_thread)
    await chat.open(place="thread")
    assert [each.channel_id for each in chat.requests] == [51]


async def test_a_thread_is_refused_in_a_channel_without_threads() -> None:
    chat = Chat()
    chat.channel = Mock(spec=discord.VoiceChannel, id=HERE, type=discord.ChannelType.voice)
    await chat.open(place="thread")
    assert (chat.requests, len(chat.told)) == ([], 1)
    assert "threads" in chat.told[0]


async def test_a_table_may_be_opened_in_a_thread_of_an_allowed_channel() -> None:
    server = Server(GUILD, channels=f"[{HERE}]")
    chat = Chat()
    chat.channel = Mock(spec=discord.Thread, id=51, parent_id=HERE, type=discord.ChannelType.public_thread)
    assert (await chat.open(server)).requests
    chat.channel.parent_id = ELSEWHERE
    await chat.open(server)
    assert len(chat.requests) == 1
    assert f"<#{HERE}>" in chat.told[-1]


@pytest.mark.parametrize(
    ("others", "opens"),
    [
        ([table(51)], True),
        ([table(51), table(52)], False),
        ([table(51), table(53)], True),
        ([table(51), table(HERE)], True),
        ([table(51), table(52, asleep=True)], True),
        ([table(51), table(52, given="daily")], True),
    ],
    ids=["one", "full", "of another channel", "in the channel", "asleep", "given"],
)
async def test_tables_in_threads_have_their_own_limit_per_channel(
    monkeypatch: pytest.MonkeyPatch, others: list[Any], *, opens: bool
) -> None:
    monkeypatch.setattr("cogs.lobby.opening.TABLES_PER_CHANNEL", 2)
    chat = Chat()
    chat.tables = others
    await chat.open(place="thread")
    assert bool(chat.requests) is opens
    assert bool(chat.channel.create_thread.await_count) is opens


async def test_unset_options_default_to_the_server_settings() -> None:
    usual = {"locale": "ja", "pace": "fast", "strength": "strong", "hints": "always"}
    chosen = {"locale": "en", "pace": "slow", "strength": "quick", "hints": "never"}
    server = Server(GUILD, "ja", "fast", "strong", "here", hints="always")
    for settings, meant in (({}, usual), (chosen, chosen)):
        (request,) = (await Chat().open(server, settings=settings)).requests
        assert {name: getattr(request.settings, name) for name in usual} == meant


async def test_hints_are_off_in_a_match() -> None:
    (request,) = (await Chat().open(Server(GUILD, hints="always"), match=Mock())).requests
    assert request.settings.hints is Hints.NEVER
    assert request.settings.pace is Pace.RELAXED, "people wait for each other as usual"


async def test_given_cards_are_played_under_fixed_settings() -> None:
    given = Mock(seated=lambda user, name: (Occupant(name, user),))
    server = Server(GUILD, pace="fast", strength="strong", hints="always")
    (request,) = (await Chat().open(server, given=given)).requests
    assert (request.settings.pace, request.settings.strength, request.settings.hints) == (
        Pace.NONE,
        Strength.STEADY,
        Hints.NEVER,
    )
    assert request.seats == (Occupant("anna", HOST),)
