"""The cards as emojis of the application: uploaded by the bot itself, and shown on buttons and in lists."""

from __future__ import annotations

import logging
import re
from functools import partial
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from bot.rules.cards import CARDS, CODES
from card_images import emoji, emoji_version
from cogs.delivery.failures import named
from cogs.delivery.slots import Priority

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cogs.delivery.budget import Budget

logger = logging.getLogger(__name__)

OURS: Final = re.compile(r"card_(?P<code>[A-Z0-9]+)_(?P<version>[0-9a-f]+)")
"""The names of our emojis: the card, and the version of its drawing."""


class Emojis:
    """Knows the emoji of each card; a card without one, or not uploaded yet, is shown by its label alone."""

    def __init__(self, client: discord.Client, budget: Budget) -> None:
        self._client = client
        self._budget = budget
        self._known: dict[str, discord.PartialEmoji] = {}

    def of(self, code: str) -> discord.PartialEmoji | None:
        """The emoji of a card; `None` without a card, and while it has no emoji."""
        return self._known.get(code)

    async def upload(self, draw: Callable[[Callable[[], bytes]], Awaitable[bytes]]) -> None:
        """Upload the emojis that Discord does not have yet, and delete those of older drawings.

        A failure costs the missing pictures only; the next start tries again.

        Args:
            draw: runs a function that draws, while nothing else is drawn.
        """
        try:
            with self._budget.spending(Priority.AHEAD):
                outdated = await self._look_up()
                await self._add_missing(draw)
                for each in outdated:
                    await each.delete()
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            logger.warning("Some buttons have no card on them, as emojis failed: %s", named(error))

    async def _look_up(self) -> list[discord.Emoji]:
        """Remember the emojis that are there; returns those of older drawings."""
        outdated = []
        for each in await self._client.fetch_application_emojis():
            if not (name := OURS.fullmatch(each.name)):
                continue
            if name["version"] == emoji_version() and name["code"] in CODES:
                self._keep(name["code"], each)
            else:
                outdated.append(each)
        return outdated

    async def _add_missing(self, draw: Callable[[Callable[[], bytes]], Awaitable[bytes]]) -> None:
        missing = [card for card in CARDS if str(card) not in self._known]
        for card in missing:
            image = await draw(partial(emoji, card))
            name = f"card_{card}_{emoji_version()}"
            self._keep(str(card), await self._client.create_application_emoji(name=name, image=image))
        if missing:
            logger.info("%d cards have been uploaded as emojis", len(missing))

    def _keep(self, code: str, emoji_there: discord.Emoji) -> None:
        self._known[code] = discord.PartialEmoji(name=emoji_there.name, id=emoji_there.id)
