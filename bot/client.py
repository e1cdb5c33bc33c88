"""The Discord client: intents, start-up, what may stop it, shutdown."""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import AsyncExitStack
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn

import discord
from discord import app_commands
from discord.ext import commands

from bot import players
from bot.errors import LaunchError
from bot.games import GAMES
from bot.health import Levels
from bot.housekeeping import Housekeeper
from bot.meter import Meter
from bot.refusals import WRONG_TOKEN, refusal, refuses_token
from bot.registration import Registration
from bot.store import Store, StoreError
from bot.tables import Clock, Limits, Pace, Schedule, Tables, TableServices, Times, report, reported
from bot.thinking import Pool
from bot.uptime import Connections, Uptime
from card_images import Pictures
from cogs.discord.budget import Budget
from cogs.discord.limits import Allowance
from cogs.discord.render import MENTIONS
from cogs.discord.replies import ARRIVED, TIMER, apologize, is_worth_logging, refuse_command
from cogs.features import FEATURES
from cogs.play import spellings
from cogs.privacy.page import KeptDays
from cogs.services import ServiceLimits, Services

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.settings import Settings
    from bot.tables import Paces, Shuffle
    from cogs.discord.router import ControlRouter

HOUR: Final = 60 * 60.0
"""Seconds."""

GUILD_SECONDS: Final = 2.0
LOCAL_GUILD_SECONDS: Final = 0.005
"""Seconds without another guild after which Discord, or a local one, is taken to have sent them all."""

LONGEST_SLEEP: Final = 30.0
"""Seconds that discord.py may wait by itself for a rate limit: the least that it accepts."""

LAST_SECONDS: Final = 10.0
"""Seconds that the tables have at shutdown to finish saving and showing what has happened."""

_log = logging.getLogger(__name__)


def times_of(settings: Settings) -> Times:
    """How long tables may be left alone."""
    hours = settings.lobby_hours, settings.sleep_hours, settings.close_days * 24
    return Times(*(each * HOUR or None for each in hours))


class Tree(app_commands.CommandTree["Skiz"]):
    """The commands. An unexpected error is logged under an id that the person is shown."""

    async def interaction_check(self, interaction: discord.Interaction[Skiz], /) -> bool:
        """Refuse a command, or complete nothing, before any work is done for it."""
        refusal = interaction.client.services.admission.command_refused(interaction)
        if refusal is not None:
            await refuse_command(interaction, refusal)
        return refusal is None

    async def on_error(
        self, interaction: discord.Interaction[Skiz], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer for a command that failed."""
        await apologize(interaction, error.__cause__ or error)


class Skiz(commands.AutoShardedBot):
    """The bot. Discord sends it guilds and interactions, and nothing else.

    Attributes:
        settings: How it is run.
        meter: What is measured, over all connections of the process.
        budget: The requests that Discord allows.
        connections: Which of its connections to Discord are lost.
        pictures: Draws hands, tricks and talons.
        store: The database, open from `setup_hook` to `close`.
        thinkers: The processes that think for computer players, from `setup_hook` to `close`.
        tables: All open tables, from `setup_hook` to `close`.
        services: What the cogs share, from `setup_hook` on.
        uptime: Notes that it runs, from `setup_hook` to `close`.
        housekeeper: Deletes what need not be kept, from `on_ready` to `close`.
        was_ready: Whether Discord has accepted it.
    """

    store: Store
    thinkers: Pool
    tables: Tables
    services: Services
    uptime: Uptime
    housekeeper: Housekeeper

    def __init__(
        self,
        settings: Settings,
        *,
        overrides: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
        shuffle: Shuffle | None = None,
        meter: Meter | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.meter = meter or Meter()
        trace = self.meter.http_trace()
        self.budget = Budget()
        self.budget.limit(trace)
        super().__init__(
            commands.when_mentioned,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=LOCAL_GUILD_SECONDS if settings.discord_address else GUILD_SECONDS,
            http_trace=trace,
            max_ratelimit_timeout=LONGEST_SLEEP,
        )
        logging.getLogger("discord.app_commands.tree").addFilter(is_worth_logging)
        self.settings = settings
        self.pictures = Pictures(settings.pictures)
        self.was_ready = False
        self._overrides = overrides
        self._shuffle = shuffle
        self._clock = clock or Clock()
        self._exits = AsyncExitStack()
        self._resuming = asyncio.Lock()
        """So that `close` also stops what `on_ready` is about to start."""
        self.connections = Connections(self._shard_of, self._clock)
        self._doubting: asyncio.Task[None] | None = None
        self._stopping = asyncio.Queue[LaunchError]()

    async def setup_hook(self) -> None:
        """Open the database, restore the tables, add the cogs, and register new commands.

        Only what the games need can stop the start.

        Raises:
            StoreError: the database cannot be opened.
        """
        self.budget.gate.on_unauthorized.append(self.doubt_token)
        self.store = await Store.open(self.settings.database_address, observe=self.meter.stored)
        self._exits.push_async_callback(self.store.close)
        self._exits.push_async_callback(super().close)
        self.thinkers = Pool(self.settings.thinking_processes, self.meter)
        self._exits.push_async_callback(self.thinkers.close)
        self.tables = await Tables.open(GAMES, self._table_services(), overrides=self._overrides)
        self.services = Services.start(self, self.tables, self.store, self.pictures, self._limits())
        self._exits.push_async_callback(self.services.avatars.close)
        self._exits.push_async_callback(self.services.emojis.close)
        self._exits.push_async_callback(self.services.queue.close)
        self._exits.push_async_callback(self._finish)
        self.uptime = Uptime(self.store, self.tables, self._clock)
        self._exits.push_async_callback(self.uptime.stop)
        self.housekeeper = Housekeeper(
            self.settings,
            self.store,
            self.tables,
            lambda: [guild.id for guild in self.guilds],
            self._clock.date,
        )
        self._exits.push_async_callback(self.housekeeper.stop)
        for feature in FEATURES:
            await feature.setup(self, self.services)
        registration = Registration(
            self.tree,
            self.store,
            self.services.mentions,
            self.doubt_token,
            always=self.settings.discord_address is not None,
        )
        self._exits.callback(registration.stop)
        await registration.start()

    def _table_services(self) -> TableServices:
        """What all tables share."""
        return TableServices(
            self.store.log,
            players.for_game,
            self.store.history.deals_of,
            self.store.plays.knowing,
            thinkers=self.thinkers if self.settings.thinking_processes else None,
            shuffle=self._shuffle,
            pause=self.settings.computer_pause,
            clock=self._clock,
            ahead=lambda: self._clock.ahead,
            schedule=Schedule(self._clock),
            times=times_of(self.settings),
            paces=paces(self.settings),
            offer_seconds=self.settings.offer_seconds,
            observer=self.meter,
            reaches=self.connections.reach,
        )

    def _limits(self) -> ServiceLimits:
        """What the settings set to the services."""
        settings = self.settings
        return ServiceLimits(
            Allowance(settings.pages_at_once, settings.page_seconds),
            settings.double_press,
            self.budget,
            settings.computer_pause,
            KeptDays(settings.keep_deals_days, settings.keep_people_days, settings.keep_servers_days),
        )

    @property
    def controls(self) -> ControlRouter:
        """What answers the controls of our messages."""
        return self.services.controls

    async def on_ready(self) -> None:
        """Resume the tables, the first time that Discord has accepted the bot."""
        async with self._resuming:
            if not (self.was_ready or self.is_closed()):
                self.was_ready = True
                await reported("Moving the deadlines", self.uptime.start)
                self.tables.resume()
                self.housekeeper.start()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop the clocks of the tables that need this shard while it is disconnected: no presses arrive."""
        self.connections.lose(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Start them again: the session was resumed."""
        await self.connections.regain(shard_id, self.tables)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Start them again: a new session has begun."""
        await self.connections.regain(shard_id, self.tables)

    def _shard_of(self, guild_id: int) -> int:
        """The shard that receives the events of a server."""
        return (guild_id >> 22) % (self.shard_count or 1)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Note when an interaction arrives: a listener would run after what answers it."""
        if event == "interaction":
            asked = {TIMER: self.meter.answer_timer(), ARRIVED: self.loop.time()}
            args[0].extras.update({**asked, MENTIONS: self.services.mentions})
        super().dispatch(event, *args, **kwargs)

    def levels(self) -> Levels:
        """How the bot is now."""
        if not self.was_ready:
            return Levels()
        queue = self.services.queue
        return Levels(
            connected=not self.is_closed() and not any(shard.is_closed() for shard in self.shards.values()),
            latency=self.latency,
            queue_length=queue.length,
            oldest_job=queue.oldest_job,
            oldest_display=queue.oldest_display,
            out_of_reach=queue.out_of_reach,
            thinking=self.thinkers.waiting,
            unsaved=self.store.unsaved_seconds,
            tables=self.tables.count(),
        )

    async def database_answers(self) -> bool:
        """Whether the database is open and can be read."""
        if not self.was_ready:
            return False
        try:
            await self.store.settings.get("health")
        except StoreError as error:
            _log.warning("The database does not answer: %s", error)
            return False
        return True

    def prepare(self) -> None:
        """Fill the caches of card pictures and of announcements in the background, until `close` at most."""
        # Takes seconds the first time.
        self._exits.callback(asyncio.create_task(self._prepare()).cancel)

    async def _prepare(self) -> None:
        await reported("Preparing the pictures", self.services.renderer.prepare)
        await reported("Preparing the announcements", partial(asyncio.to_thread, spellings.prepare))

    async def on_error(self, event_method: str, /, *_args: Any, **_kwargs: Any) -> None:
        """Log that what answers an event has failed."""
        report(f"Handling {event_method} failed", sys.exception())

    def doubt_token(self) -> asyncio.Task[None]:
        """Ask Discord whether it still accepts the token, and if not, stop. Return the task that asks.

        To be called when it has answered a request that has the token with status 401, which may be an error.
        """
        if self._doubting is None or self._doubting.done():
            self._doubting = asyncio.create_task(reported("Asking about the token", self._ask_about_token))
            self._exits.callback(self._doubting.cancel)
        return self._doubting

    async def _ask_about_token(self) -> None:
        if await refuses_token(self):
            self.stop_because(refusal(WRONG_TOKEN))

    def stop_because(self, error: LaunchError) -> None:
        """Let `stopped` raise an error, so that the process ends with its exit code."""
        self._stopping.put_nowait(error)

    async def stopped(self) -> NoReturn:
        """Wait for `stop_because`, and raise its error."""
        raise await self._stopping.get()

    async def close(self) -> None:
        """Let the tables finish, leave Discord, and close the database."""
        async with self._resuming:
            await self._exits.aclose()
            await super().close()

    async def _finish(self) -> None:
        try:
            async with asyncio.timeout(LAST_SECONDS):
                await self.tables.close()
        except TimeoutError:
            # All is saved, but showing it takes too long; the next start brings the messages up to date.
            _log.warning("Not all messages could be brought up to date before the end")


def paces(settings: Settings) -> Paces:
    """The times of each pace that has any."""
    return {
        Pace.RELAXED: Limits(settings.relaxed_reminder, None),
        Pace.NORMAL: Limits(settings.normal_reminder, settings.normal_turn),
        Pace.FAST: Limits(settings.fast_reminder, settings.fast_turn),
        Pace.SLOW: Limits(settings.slow_reminder, settings.slow_turn),
    }
