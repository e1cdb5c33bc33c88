"""Answers to interactions: whether one has been answered, and what may go wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import discord

from bot.tables.incidents import report
from bot.text import words

if TYPE_CHECKING:
    from bot.text import Words
    from cogs.items import Rendered

Interaction: TypeAlias = discord.Interaction[Any]
T = TypeVar("T")

logger = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds after which an interaction is acknowledged before its answer is ready; Discord waits three."""

TOO_LATE: Final = frozenset({10062, 40060, 50027, 10015})
"""Discord's codes for an interaction that is over: unknown, answered already, its token invalid."""


def reader(interaction: Interaction) -> Words:
    """The words of whoever acts."""
    return words(str(interaction.locale))


async def patiently(
    interaction: Interaction, work: Awaitable[T], *, anew: bool = False, private: bool = True
) -> T:
    """Do some work, and acknowledge the interaction first if that takes long.

    Args:
        interaction: what is answered.
        work: what has to be done.
        anew: whether even a press is answered with a new message; else it changes the message pressed.
        private: whether a new message is for the acting person alone.
    """
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if not done and not interaction.response.is_done():
        new = anew or interaction.type is not discord.InteractionType.component
        await _mind(interaction.response.defer(ephemeral=new and private, thinking=new))
    return await task


async def tell(interaction: Interaction, text: str) -> None:
    """Say something to the acting person alone."""
    quiet = discord.AllowedMentions.none()
    if interaction.response.is_done():
        await _mind(interaction.followup.send(text, ephemeral=True, allowed_mentions=quiet))
    else:
        await _mind(interaction.response.send_message(text, ephemeral=True, allowed_mentions=quiet))


async def show(interaction: Interaction, rendered: Rendered, *, private: bool = True) -> int | None:
    """Answer with a new message.

    Returns:
        Its id if it is the answer itself, which the interaction's token can change; else nothing.
    """
    quiet = discord.AllowedMentions.none()
    view, files = rendered.view, rendered.files
    if not interaction.response.is_done():
        answer = await _mind(
            interaction.response.send_message(
                view=view, files=files, ephemeral=private, allowed_mentions=quiet
            )
        )
        return answer.message_id if answer else None
    if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
        filled = await _mind(
            interaction.edit_original_response(view=view, attachments=files, allowed_mentions=quiet)
        )
        return filled.id if filled else None
    # The token's own answer is the message that was pressed, which others may see: never to be changed so.
    await _mind(interaction.followup.send(view=view, files=files, ephemeral=private, allowed_mentions=quiet))
    return None


async def update(interaction: Interaction, rendered: Rendered) -> bool:
    """Change the message whose control was pressed; whether that came through."""
    if interaction.response.is_done():
        return await _mind(interaction.edit_original_response(**rendered.change)) is not None
    return await _mind(interaction.response.edit_message(**rendered.change)) is not None


async def acknowledge(interaction: Interaction) -> None:
    """Answer a press with nothing new."""
    if not interaction.response.is_done():
        await _mind(interaction.response.defer())


async def sorry(interaction: Interaction, error: BaseException) -> None:
    """Log what nobody expected, and tell the acting person under which id."""
    incident = report("An interaction failed", error)
    await tell(interaction, reader(interaction)("error.unexpected", id=incident))


async def _mind(answering: Awaitable[T]) -> T | None:
    """Answer, unless the interaction is over: then there is nobody to be answered."""
    try:
        return await answering
    except discord.InteractionResponded:
        logger.info("an interaction had been answered already")
    except discord.HTTPException as error:
        if error.code not in TOO_LATE:
            raise
        logger.info("an interaction was over before its answer (%s)", error.code)
    return None
