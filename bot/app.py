"""The bot as a client of Discord: its start, its reconnections and its stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from functools import partial
from types import MappingProxyType
from typing import Any, NoReturn

import discord
import yarl
from discord import app_commands
from discord.ext import commands

from bot import version
from bot.computers import players
from bot.computers.pool import Pool
from bot.errors import LaunchError, WrongSettingError, report, reported
from bot.games import GAMES
from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.games.royal_tarokk.points import OPTION, differing
from bot.ops import systemd
from bot.ops.console import UnreadableFileError, read_text
from bot.ops.downtime import Connections, Downtime
from bot.ops.health import Health, Levels, age_of_newest
from bot.ops.housekeeping import Housekeeper
from bot.ops.login import FAILURES, WRONG_TOKEN, Attempts, refusal, refuses_token
from bot.ops.metrics import Metrics, serving
from bot.ops.orders import Orders
from bot.ops.registration import Registration
from bot.ops.webhook import reporting_errors
from bot.settings import Settings
from bot.shards import EVERY
from bot.store import Store, StoreError
from bot.store.forwarding import Forwarded
from bot.store.lock import Processes
from bot.tables import Clock, Limits, Pace, Schedule, Shuffle, Tables, TableServices, Terms, Times
from card_images import Pictures
from cogs.controls import table_of
from cogs.discord.budget import Budget
from cogs.discord.forwarding import Forwarder
from cogs.discord.limits import Allowance
from cogs.discord.render import MENTIONS
from cogs.discord.replies import ARRIVED, LISTENS, TIMER, apologize, is_worth_logging, refuse_command
from cogs.features import FEATURES
from cogs.help.page import About
from cogs.play import spellings
from cogs.services import KeptDays, Services

HOUR = 60 * 60.0

GUILD_SECONDS = 2.0
LOCAL_GUILD_SECONDS = 0.005
"""Seconds without another guild after which the bot assumes that Discord, or a local one, has sent all."""

LONGEST_SLEEP = 30.0
"""Seconds that discord.py may wait by itself for a rate limit: the least that it accepts."""

LAST_SECONDS = 10.0
"""Seconds that the tables have at shutdown to save and show what has happened."""

START_SECONDS = 60.0
"""Seconds that an attempt to join may take. The bot asks systemd to wait for the pause and this long."""

STARTED_AT = time.time()
"""When the process started, in seconds since 1970."""

_log = logging.getLogger(__name__)


def terms_of(settings: Settings) -> Terms:
    """Return what the operator's settings mean for tables."""
    paces = {
        Pace.RELAXED: Limits(settings.relaxed_reminder, None),
        Pace.NORMAL: Limits(settings.normal_reminder, settings.normal_turn),
        Pace.FAST: Limits(settings.fast_reminder, settings.fast_turn),
        Pace.SLOW: Limits(settings.slow_reminder, settings.slow_turn),
    }
    hours = settings.lobby_hours, settings.sleep_hours, settings.close_days * 24
    times = Times(*(each * HOUR or None for each in hours))
    return Terms(paces, settings.offer_seconds, times, settings.thinking_processes > 0)


class Tree(app_commands.CommandTree["Skiz"]):
    async def interaction_check(self, interaction: discord.Interaction[Skiz], /) -> bool:
        """Refuse a command, or complete nothing, before any work is done for it."""
        refusal = interaction.client.services.admission.command_refused(interaction)
        if refusal is not None:
            await refuse_command(interaction, refusal)
        else:
            await interaction.client.services.people.get(interaction.user.id)  # for `People.listens`
        return refusal is None

    async def on_error(
        self, interaction: discord.Interaction[Skiz], error: app_commands.AppCommandError, /
    ) -> None:
        await apologize(interaction, error.__cause__ or error)


class Skiz(commands.AutoShardedBot):
    """The bot. Discord sends it guilds and interactions, and nothing else.

    `setup_hook` opens the attributes below, and `close` closes them.
    """

    store: Store
    thinkers: Pool
    tables: Tables
    services: Services
    downtime: Downtime
    housekeeper: Housekeeper
    orders: Orders
    forwarder: Forwarder | None = None
    """`None` if no other process has tables."""

    def __init__(
        self,
        settings: Settings,
        *,
        overrides: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
        shuffle: Shuffle | None = None,
        metrics: Metrics | None = None,
        clock: Clock | None = None,
        processes: Processes | None = None,
    ) -> None:
        self.metrics = metrics or Metrics()
        self.processes = processes or Processes((settings.shards,))
        trace = self.metrics.http_trace()
        self.budget = Budget(settings.shards.share)
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
        """Whether Discord has accepted the bot."""
        self._overrides = overrides
        self._shuffle = shuffle
        self._clock = clock or Clock()
        self._exits = AsyncExitStack()
        self._resuming = asyncio.Lock()
        """So that `close` also stops what `on_ready` is about to start."""
        self.connections = Connections(
            lambda guild_id: (guild_id >> 22) % (self.shard_count or 1), self._clock
        )
        self._doubting: asyncio.Task[None] | None = None
        self._stopping = asyncio.Queue[LaunchError]()

    async def setup_hook(self) -> None:
        """Open the database, restore the tables, add the cogs, and register new commands.

        Only what the games need can stop the start.

        Raises:
            StoreError: the database cannot be opened.
        """
        self.budget.gate.on_unauthorized.append(self.doubt_token)
        shards = self.settings.shards
        if shards != EVERY:
            recommended, *_ = await self.http.get_bot_gateway()
            self.shard_count = shards.total(recommended)
            self.shard_ids = shards.ids(self.shard_count)
        self.store = await Store.open(self.settings.database_address, observe=self.metrics.stored)
        self._exits.push_async_callback(self.store.close)
        self._exits.push_async_callback(super().close)
        self.thinkers = Pool(self.settings.thinking_processes, self.metrics.thinking_failed)
        self._exits.push_async_callback(self.thinkers.close)
        self.tables = await Tables.open(
            GAMES, self._table_services(), overrides=self._overrides, shards=shards
        )
        self.services = self._new_services()
        self._exits.push_async_callback(self.services.avatars.close)
        self._exits.push_async_callback(self.services.emojis.close)
        self._exits.push_async_callback(self.services.queue.close)
        self._exits.push_async_callback(self._finish)
        self.downtime = Downtime(self.store, self.tables, self._clock, shards)
        self._exits.push_async_callback(self.downtime.stop)
        self.housekeeper = Housekeeper(
            self.store,
            self.tables,
            lambda: [guild.id for guild in self.guilds],
            self._clock.date,
            deals_days=self.settings.keep_deals_days,
            people_days=self.settings.keep_people_days,
            servers_days=self.settings.keep_servers_days,
            shards=shards,
        )
        self._exits.push_async_callback(self.housekeeper.stop)
        self.orders = Orders(self.store, self.tables, self.services.erase, self.services.admission.exclude)
        self._exits.callback(self.orders.stop)
        for feature in FEATURES:
            await feature.setup(self, self.services)
        registration = Registration(
            self.tree,
            self.store,
            self.services.mentions,
            self.doubt_token,
            always=self.settings.discord_address is not None,
            registers=shards.takes_direct_messages,
        )
        self._exits.callback(registration.stop)
        await registration.start()
        self._begin_forwarding()

    def _begin_forwarding(self) -> None:
        """From now on, pass interactions about the tables of other processes on to these."""
        if self.settings.shards == EVERY:
            return
        handlers, kind = self._connection.parsers, "INTERACTION_CREATE"

        self.forwarder = Forwarder(
            self.tables,
            self.store,
            Forwarded(str(self.settings.lock_address)),
            self.settings.shards,
            self.processes.serve,
            table_of=table_of,
            observe=self.metrics.forwarded,
            handle=handlers[kind],
            made=lambda payload: discord.Interaction(data=payload, state=self._connection),
        )
        handlers[kind] = self.forwarder.arrived
        self._exits.push_async_callback(self.forwarder.close)

    def _new_services(self) -> Services:
        settings = self.settings
        return Services(
            self,
            self.tables,
            self.store,
            self.pictures,
            self.budget,
            pages=Allowance(settings.pages_at_once, settings.page_seconds),
            double_press=settings.double_press,
            pause=settings.computer_pause,
            kept_days=KeptDays(
                settings.keep_deals_days, settings.keep_people_days, settings.keep_servers_days
            ),
            about=About(version(), STARTED_AT, settings.contact, settings.privacy_policy, settings.terms),
            shards=settings.shards,
        )

    def _table_services(self) -> TableServices:
        return TableServices(
            self.store,
            players.for_game,
            thinkers=self.thinkers if self.settings.thinking_processes else None,
            shuffle=self._shuffle,
            pause=self.settings.computer_pause,
            clock=self._clock,
            schedule=Schedule(self._clock),
            terms=terms_of(self.settings),
            observer=self.metrics,
            reaches=self.connections.reach,
        )

    async def on_ready(self) -> None:
        """Resume the tables, the first time that Discord has accepted the bot."""
        async with self._resuming:
            if not (self.was_ready or self.is_closed()):
                self.was_ready = True
                await reported("Moving the deadlines", self.downtime.start)
                self.tables.resume(self.downtime.away)
                self.housekeeper.start()
                self.orders.start()
                if self.forwarder is not None:
                    self.forwarder.start()
                if not self.settings.shards.takes_direct_messages:
                    watch = partial(
                        self.connections.watch_direct, lambda: self.processes.serve(0), self.tables
                    )
                    watching = asyncio.create_task(reported("Watching for direct messages", watch))
                    self._exits.callback(watching.cancel)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop the clocks of the tables that need this shard while it is disconnected: no presses arrive."""
        self.connections.lose(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Start the clocks again: the session was resumed, or a new one has begun."""
        await self.connections.regain(shard_id, self.tables)

    on_shard_ready = on_shard_resumed

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Note when an interaction arrives: a listener would run after the handler that answers it."""
        if event == "interaction":
            extras = args[0].extras
            waited = self.forwarder.waited if self.forwarder else 0.0
            extras[TIMER], extras[ARRIVED] = self.metrics.answer_timer(), self.loop.time() - waited
            extras[MENTIONS] = self.services.mentions
            extras[LISTENS] = self.services.people.listens
        super().dispatch(event, *args, **kwargs)

    def levels(self) -> Levels:
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
            backup_age=age_of_newest(self.settings.backups),
            tables=self.tables.count(),
        )

    async def database_answers(self) -> bool:
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
        report(f"Handling {event_method} failed", sys.exception())

    def doubt_token(self) -> asyncio.Task[None]:
        """Ask Discord whether it still accepts the token, and if not, stop. Return the task that asks.

        Call this after Discord has answered a request with status 401, which may be an error of Discord.
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
            # All is saved; the next start updates the messages.
            _log.warning("The bot stops before all messages show the latest state")


def house_rules(settings: Settings) -> Mapping[str, Mapping[str, object]]:
    """Return the values that the operator's files change, by game and then by house rule.

    Raises:
        WrongSettingError: a file cannot be read or has invalid content.
    """
    path = settings.royal_points
    if path is None:
        return {}
    try:
        points = differing(read_text(path))
    except UnreadableFileError as error:
        raise WrongSettingError(f"ROYAL_POINTS={path} {error}.") from None
    except ValueError as error:
        raise WrongSettingError(
            f"ROYAL_POINTS={path} {error}; correct that file, or start again from a copy of"
            " bot/games/royal_tarokk/points.toml."
        ) from None
    return {ROYAL_TAROKK.name: {OPTION: points}} if points else {}


def point_to(address: str) -> None:
    """Point discord.py at a local Discord server, such as `http://127.0.0.1:8765`."""
    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address).with_scheme("ws") / "gateway"
    discord.asset.Asset.BASE = address


async def join(
    settings: Settings, token: str, welcome: Callable[[Skiz], None], processes: Processes | None = None
) -> None:
    """Run the bot until cancelled. Reconnect when the connection is lost, after a growing pause.

    `welcome`: called each time the bot is connected and ready.
    `processes`: all that run, this one included; `None` for this one alone.

    Raises:
        LaunchError: Discord cannot be reached the first time.
        RefusedError: Discord refuses the bot, and a restart would not mend that.
        StoreError: the database cannot be opened.
        WrongSettingError: a file or the HEALTH_PORT named in the settings cannot be used.
    """
    rules, metrics = house_rules(settings), Metrics(settings.shards)
    health = Health(settings.shards, processes)

    def new_bot() -> Skiz:
        health.bot = bot = Skiz(settings, overrides=rules, metrics=metrics, processes=processes)
        return bot

    monitor = serving(health, metrics, settings.health_host, settings.health_port)
    async with monitor, systemd.watched(health.probe), reporting_errors(settings.error_webhook):
        await _keep_connected(new_bot, token, welcome)


async def _keep_connected(new_bot: Callable[[], Skiz], token: str, welcome: Callable[[Skiz], None]) -> None:
    attempts = Attempts()
    while True:
        bot = new_bot()
        error: Exception | None = None
        try:
            await _run_connection(bot, token, welcome)
        except FAILURES as failure:
            error = failure
        wait = attempts.ended(error, was_ready=bot.was_ready)
        if not attempts.has_connected:
            systemd.notify(systemd.extended(wait + START_SECONDS))
        _log.info("Reconnecting in %d seconds", wait)
        await pause(wait)


async def pause(seconds: float) -> None:
    await asyncio.sleep(seconds)


async def _run_connection(bot: Skiz, token: str, welcome: Callable[[Skiz], None]) -> None:
    """Run one connection from login to its end."""
    async with bot:
        welcoming = asyncio.create_task(reported("The welcome", partial(_welcome_when_ready, bot, welcome)))
        try:
            await bot.login(token)
            freeze_heap()
            await _first_of(bot.connect(), bot.stopped())
        finally:
            welcoming.cancel()
            # So that the bot of a lost connection can be collected before the next one freezes the heap.
            gc.unfreeze()


async def _first_of(*works: Coroutine[object, object, None]) -> None:
    """Wait until the first one ends, cancel the others, and raise its error."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result


def freeze_heap() -> None:
    """Exempt all existing objects from garbage collection, which otherwise pauses for up to 60 ms.

    Objects frozen before stay frozen; the first start freezes all that was imported.
    """
    gc.collect()
    gc.freeze()


async def _welcome_when_ready(bot: Skiz, welcome: Callable[[Skiz], None]) -> None:
    await bot.wait_until_ready()
    systemd.notify(systemd.READY)
    bot.prepare()
    welcome(bot)
