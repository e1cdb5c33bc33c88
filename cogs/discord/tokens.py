"""The tokens of interactions: for fifteen minutes one edits the message it has answered with, uncounted."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

import discord

from cogs.discord.failures import Scope, scope_of
from cogs.discord.render import deliver
from cogs.discord.replies import ARRIVED

if TYPE_CHECKING:
    from cogs.discord.render import Rendered
    from cogs.discord.replies import Interaction


TOKEN_SECONDS: Final = 10.0
"""For how long Discord may hold up an edit by a token before it is given up."""

STAYS_GOOD: Final = (Scope.OUTAGE, Scope.PROCESS, Scope.PART)
"""The refusals that say nothing about the token."""

LIFE: Final = 15 * 60.0
"""Seconds for which Discord accepts a token."""


class Token(NamedTuple):
    """An interaction, and which of its messages is meant."""

    interaction: Interaction
    follows_up: bool
    """Whether the message came after the answer itself."""
    until: float
    """When it expires, in seconds of the event loop: the computer's clock may be set."""

    @property
    def expired(self) -> bool:
        """Whether Discord no longer accepts it."""
        return asyncio.get_running_loop().time() >= self.until


class Tokens:
    """For each message the interaction that answered with it last: a press of its controls, or a command.

    Discord does not count what is done by a token among the requests it limits.
    """

    def __init__(self) -> None:
        self._by_message: OrderedDict[int, Token] = OrderedDict()

    def __len__(self) -> int:
        """How many tokens are kept; of the expired ones those are dropped that come first."""
        return len(self._by_message)

    def keep(self, message_id: int, interaction: Interaction, *, follows_up: bool = False) -> None:
        """Remember an interaction whose original response, or a follow-up to it, is a message."""
        arrived = interaction.extras.get(ARRIVED, asyncio.get_running_loop().time())
        self._by_message[message_id] = Token(interaction, follows_up, arrived + LIFE)
        self._by_message.move_to_end(message_id)
        while next(iter(self._by_message.values())).expired:
            self._by_message.popitem(last=False)

    def forget(self, message_id: int) -> None:
        """Forget the interaction of a message that will not be edited any more."""
        self._by_message.pop(message_id, None)

    def reach(self, message_id: int) -> bool:
        """Whether a message can be edited by a token."""
        kept = self._by_message.get(message_id)
        return kept is not None and not kept.expired

    async def edit(self, message_id: int, rendered: Rendered) -> Rendered | None:
        """Edit a message by its token.

        Returns:
            What Discord has accepted; `None` if there is no token, or it works no more.

        Raises:
            discord.HTTPException: Discord failed, or refuses a part of the message.
            aiohttp.ClientError: The network failed, or Discord refuses all requests.
            TimeoutError: Discord holds the edit up.
        """
        if not self.reach(message_id):
            return None
        interaction, follows_up, _ = self._by_message[message_id]

        async def send(form: Rendered) -> None:
            if follows_up:
                await interaction.followup.edit_message(message_id, **form.change)
            else:
                await interaction.edit_original_response(**form.change)

        try:
            async with asyncio.timeout(TOKEN_SECONDS):
                return (await deliver(rendered, send))[1]
        except discord.HTTPException as error:
            if scope_of(error) in STAYS_GOOD:
                raise
            self._by_message.pop(message_id, None)
            return None

    async def delete(self, message_id: int) -> None:
        """Delete a message by its token; leave it if there is none, or Discord no longer accepts it.

        Raises:
            discord.HTTPException: Discord failed.
            aiohttp.ClientError: The network failed, or Discord refuses all requests.
            TimeoutError: Discord holds the request up.
        """
        if not self.reach(message_id):
            return
        try:
            async with asyncio.timeout(TOKEN_SECONDS):
                await self._by_message[message_id].interaction.delete_original_response()
        except discord.HTTPException as error:
            if scope_of(error) is Scope.OUTAGE:
                raise
            # its reader has dismissed it
        self.forget(message_id)
