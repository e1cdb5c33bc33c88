"""The emojis of the cards, which the bot uploads and shows on buttons and in lists."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from functools import partial
from math import inf

import discord

from bot.rules.cards import CARDS, CODES
from card_images import emoji, emoji_version
from cogs.discord.budget import Budget, Priority, loop_time
from cogs.discord.failures import REQUEST_ERRORS, is_outage, named
from cogs.discord.page import Button, Page, Select, controls_in

logger = logging.getLogger(__name__)

Draw = Callable[[Callable[[], bytes]], Awaitable[bytes]]

OURS = re.compile(r"card_(?P<code>[A-Z0-9]+)_(?P<version>[0-9a-f]+)")
"""The names of the bot's emojis: the card, and the version of its drawing."""

DOUBT_SECONDS = 60.0
"""The least seconds between two uploads if Discord refuses messages with emojis."""

OUTAGE_SECONDS = 60.0
"""Seconds until the next upload after Discord or the network has failed."""

REFUSED_SECONDS = 3600.0
"""Seconds until the next upload after Discord has refused one."""


class Emojis:
    """The emoji of each card; a card without one is shown by its label alone.

    Args:
        client: The bot, to which the emojis belong.
        budget: The requests that Discord allows.
        uploads: Whether this process uploads those that are missing; else it waits until another one has.
    """

    def __init__(self, client: discord.Client, budget: Budget, *, uploads: bool = True) -> None:
        self._client = client
        self._budget = budget
        self._uploads = uploads
        self._known: dict[str, discord.PartialEmoji] = {}
        self._draw: Draw | None = None
        """Set from the first upload on."""
        self._looked_up = -inf
        """When the last upload began, in seconds of the event loop."""
        self._next: asyncio.TimerHandle | None = None
        self._uploading: asyncio.Task[None] | None = None

    def of(self, code: str) -> discord.PartialEmoji | None:
        """The emoji of a card; `None` if it has none."""
        return self._known.get(code)

    def are_in(self, page: Page) -> bool:
        """Whether a page has controls with emojis."""
        controls = [each for row in page.rows for each in controls_in(row)]
        cards = [option.card for each in controls if isinstance(each, Select) for option in each.options]
        cards += [each.card for each in controls if isinstance(each, Button)]
        return any(card in self._known for card in cards)

    async def upload(self, draw: Draw) -> None:
        """Upload the emojis that Discord does not have yet, and delete those of older drawings.

        `draw` runs a function that draws. After a failure the upload is tried again later.
        """
        self._draw, self._looked_up = draw, loop_time()
        try:
            with self._budget.spending(Priority.FOLLOWING):
                outdated = await self._look_up()
                if self._uploads:
                    await self._add_missing(draw)
                    for each in outdated:
                        await each.delete()
                elif len(self._known) < len(CARDS):
                    self._upload_in(OUTAGE_SECONDS)
        except REQUEST_ERRORS as error:
            logger.warning("Some emojis of cards cannot be uploaded: %s", named(error))
            self._upload_in(OUTAGE_SECONDS if is_outage(error) else REFUSED_SECONDS)

    def doubt(self) -> None:
        """Show no emojis until the next upload, because Discord has refused a message with them."""
        logger.warning("Discord has refused a message with emojis, which are looked up again")
        self._known.clear()
        self._upload_in(self._looked_up + DOUBT_SECONDS - loop_time())

    def _upload_in(self, seconds: float) -> None:
        if self._next is not None:
            self._next.cancel()
        self._next = asyncio.get_running_loop().call_later(seconds, self._upload_again)

    def _upload_again(self) -> None:
        if self._draw is not None:
            self._uploading = asyncio.create_task(self.upload(self._draw))

    async def close(self) -> None:
        if self._next is not None:
            self._next.cancel()
        if self._uploading is not None:
            self._uploading.cancel()
            await asyncio.gather(self._uploading, return_exceptions=True)

    async def _look_up(self) -> list[discord.Emoji]:
        """Remember the emojis that Discord has; returns those of older drawings."""
        outdated = []
        for each in await self._client.fetch_application_emojis():
            if not (name := OURS.fullmatch(each.name)):
                continue
            if name["version"] == emoji_version() and name["code"] in CODES:
                self._keep(name["code"], each)
            else:
                outdated.append(each)
        return outdated

    async def _add_missing(self, draw: Draw) -> None:
        missing = [card for card in CARDS if str(card) not in self._known]
        for card in missing:
            image = await draw(partial(emoji, card))
            name = f"card_{card}_{emoji_version()}"
            self._keep(str(card), await self._client.create_application_emoji(name=name, image=image))
        if missing:
            logger.info("%d cards have been uploaded as emojis", len(missing))

    def _keep(self, code: str, emoji_there: discord.Emoji) -> None:
        self._known[code] = discord.PartialEmoji(name=emoji_there.name, id=emoji_there.id)
