"""The messages that show a player's panel, and what is known of what they show."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final

import discord

from bot.store import Message
from cogs.discord.failures import IncompleteError

if TYPE_CHECKING:
    from bot.text import Words
    from cogs.discord.messenger import Messenger
    from cogs.discord.page import Page
    from cogs.hands.panel import Panel, PanelKey

DM: Final = "dm"
"""The kind under which the id of a direct message is saved, followed by the number of its deal."""

STEP: Final = 2.0
"""Seconds between two changes of a panel that only follows the game: so both can be seen."""


@dataclass
class PanelMessage:
    """A message that shows a player's panel: a private answer, unless it is a `HandMessage`."""

    message_id: int
    key: PanelKey | None = None
    """What the panel it shows was made from, if that is known."""
    page: Page | None = None
    """The page it shows, if that is known."""
    since: float = -inf
    """Since when it shows that, in seconds of the event loop."""
    offers: tuple[int, int | None] = 0, None
    """The deal, and the seat's revision, of the controls it has shown last."""
    offered: float = -inf
    """Since when it offers them, in seconds of the event loop."""

    def shows(self, key: PanelKey) -> bool:
        """Whether it shows the panel made under a key."""
        return self.key == key

    def suffices(self, key: PanelKey) -> bool:
        """Whether it shows what that panel says of its player; what others have done may be missing."""
        return self.key is not None and self.key.own == key.own

    def pause(self, key: PanelKey, now: float) -> float:
        """For how many more seconds it stays as it is before it shows a key; 0 if that is urgent.

        The last trick is seen before the result, though that is urgent.
        """
        at_once = key.is_urgent(self.key) and not key.is_result_of(self.key)
        return 0.0 if at_once else max(0.0, self.since + STEP - now)

    def changed(self, panel: Panel | None, now: float) -> None:
        """Remember what it shows from a time of the event loop on; `None` if that is not known."""
        self.key, self.page = (panel.key, panel.page) if panel else (None, None)
        self.since = now
        if panel and (offers := (panel.key.number, panel.key.revision)) != self.offers:
            self.offers, self.offered = offers, now


@dataclass
class HandMessage(PanelMessage):
    """The direct message that shows a player's panel during one deal."""

    number: int = 0
    channel_id: int = 0
    digest: str = ""
    """What it shows of its player, for after a restart: the digest of the key."""
    replaced: HandMessage | None = None
    """The message of an earlier deal whose controls must still be taken away."""

    @classmethod
    def of(cls, saved: Message, *, replaced: HandMessage | None = None) -> HandMessage:
        """The message as saved before a restart, of the kind `dm 3` in the third deal."""
        number, place = int(saved.kind.partition(" ")[2]), saved.channel_id
        return cls(saved.message_id, number=number, channel_id=place, digest=saved.digest, replaced=replaced)

    def saved(self, user_id: int) -> Message:
        """The message as it is saved for its player."""
        return Message(f"{DM} {self.number}", user_id, self.channel_id, self.message_id, self.digest)

    def is_up_to_date(self, key: PanelKey) -> bool:
        """Whether it shows that panel in the deal of the key, and no earlier message has controls."""
        return self.number == key.number and self.shows(key) and self.replaced is None

    def recognize(self, key: PanelKey) -> None:
        """Remember that it shows what a key says already, if it did before a restart.

        That concerns the player alone. What the others have done since follows with the next that they do.
        """
        if self.key is None and self.number == key.number and self.digest == key.digest:
            self.key = key

    async def edit(self, messenger: Messenger, page: Page, w: Words) -> bool:
        """Edit it into a page, as `Messenger.edit` does. `False` if it cannot be edited any more."""
        try:
            return await messenger.edit(
                messenger.channel(self.channel_id), self.message_id, page, self.page, w
            )
        except discord.NotFound:
            return False  # the whole channel is gone; the next message opens a new one

    async def retire(self, messenger: Messenger, w: Words) -> None:
        """Leave the message of an earlier deal as it is, without controls."""
        if self.page is None:
            await messenger.remove_controls(messenger.channel(self.channel_id), self.message_id)
        elif self.page.rows:
            with suppress(IncompleteError):
                await self.edit(messenger, self.page.without_controls(), w)
        messenger.done_with(self.message_id)
