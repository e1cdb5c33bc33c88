"""The bot as Discord meets it: least intents, the rooms of the house opened in order, and an orderly end."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from contextlib import AsyncExitStack
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot import players
from bot.games import GAMES
from bot.store import Store
from bot.tables import SystemShuffle, Tables, TableServices
from card_images import Pictures
from cogs import finding
from cogs.respond import sorry

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.settings import Settings
    from bot.tables import Shuffle

COGS: Final = ("cogs.lobby", "cogs.bidding", "cogs.play", "cogs.hands", "cogs.standings")

GUILD_SECONDS: Final = 2.0
"""How long Discord may be silent before all guilds count as told; a local Discord tells them at once."""

LAST_SECONDS: Final = 10.0
"""How long the tables have at the end to finish what they are saving and telling."""

_log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree["Skiz"]):
    """The commands. What a command did not expect is logged under an id that the person is shown."""

    async def on_error(
        self, interaction: discord.Interaction[Skiz], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer for a command that failed."""
        await sorry(interaction, error.__cause__ or error)


class Skiz(commands.AutoShardedBot):
    """The bot. It is told of guilds and of what is pressed or typed to it, and of nothing else.

    Attributes:
        settings: How it is run.
        pictures: Draws hands, tricks and talons.
        store: The database, open from `setup_hook` to `close`.
        tables: All open tables, from `setup_hook` to `close`.
        was_ready: Whether Discord has let it in.
    """

    store: Store
    tables: Tables

    def __init__(
        self,
        settings: Settings,
        *,
        figures: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
        shuffle: Shuffle | None = None,
    ) -> None:
        super().__init__(
            commands.when_mentioned,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=0.05 if settings.discord_address else GUILD_SECONDS,
        )
        self.settings = settings
        self.pictures = Pictures(settings.pictures)
        self.was_ready = False
        self._figures = figures
        self._shuffle = shuffle
        self._rooms = AsyncExitStack()

    async def setup_hook(self) -> None:
        """Open the database, bring the tables back, load the cogs, and tell Discord of new commands.

        Raises:
            StoreError: the database cannot be opened.
        """
        self.store = await Store.open(self.settings.database)
        self._rooms.push_async_callback(self.store.close)
        self._rooms.push_async_callback(super().close)
        self.tables = await Tables.open(
            GAMES,
            TableServices(
                self.store.log,
                players.for_game,
                shuffle=self._shuffle or SystemShuffle(),
                pause=self.settings.computer_pause,
            ),
            figures=self._figures,
        )
        self._rooms.push_async_callback(self._finish)
        for cog in COGS:
            await self.load_extension(cog)
        await self.sync_commands()

    async def sync_commands(self) -> bool:
        """Tell Discord the commands if they are not those it was told last; whether it was.

        A local Discord has forgotten them at every start and is always told.
        """
        key, told = f"commands:{self.application_id}", sha256(await self._commands()).hexdigest()
        if self.settings.discord_address is None and await self.store.settings.get(key) == told:
            return False
        await self.tree.sync()
        await self.store.settings.put(key, told)
        _log.info("Discord has been told the commands")
        return True

    async def _commands(self) -> bytes:
        each: list[dict[str, Any]] = [
            await command.get_translated_payload(self.tree, self.tree.translator)
            if self.tree.translator
            else command.to_dict(self.tree)
            for command in self.tree.get_commands()
        ]
        return json.dumps(each, sort_keys=True).encode()

    async def on_ready(self) -> None:
        """Let the tables go on, the first time that Discord is there."""
        if not self.was_ready:
            self.was_ready = True
            self.tables.resume()

    def prepare(self) -> None:
        """Name what can be announced and draw the cards that are not kept, in the background."""
        # It takes seconds the first time. In a daemon thread, for which the end of the program does not wait.
        threading.Thread(target=self._prepare, name="preparing", daemon=True).start()

    def _prepare(self) -> None:
        finding.prepare()
        self.pictures.prepare()

    async def close(self) -> None:
        """Finish what the tables are saving and telling, leave Discord, and close the database."""
        await self._rooms.aclose()
        await super().close()

    async def _finish(self) -> None:
        try:
            async with asyncio.timeout(LAST_SECONDS):
                await self.tables.close()
        except TimeoutError:
            # Everything is saved; only telling it to Discord takes longer than anybody wants to wait.
            _log.warning("Some news was not told; it will be when the bot starts again")
