"""Answers to interactions."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import StrEnum
from typing import Any

import discord
from discord import app_commands

from bot.errors import report
from bot.rules.reasons import Refusal
from bot.store import StoreError
from bot.text import Words, words
from bot.text.moves import refusal_sentence
from cogs.discord.chat import Chat, chat_of
from cogs.discord.failures import REQUEST_ERRORS, Scope, is_outage, named, scope_of
from cogs.discord.page import Page
from cogs.discord.render import MENTIONS, Mentions, Rendered, deliver

Interaction = discord.Interaction[Any]

logger = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds after which an interaction without an answer is acknowledged; Discord waits three."""

ANSWER_SECONDS = 20.0
"""Seconds after which an answer that Discord delays, such as by a rate limit, is given up."""

OVER = frozenset({10062, 40060})
"""Discord's codes for an interaction that is over: unknown, or answered already."""


class Stage(StrEnum):
    """How far the answer to an interaction has come."""

    ACKNOWLEDGED = "acknowledged"
    """Discord has accepted an acknowledgement or an answer."""
    ANSWERED = "answered"
    EXPIRED = "expired"
    """Discord had given the interaction up, and shows the person an error."""


Timer = Callable[[str], None]
"""Called when the answer to an interaction has reached a `Stage`; it ignores repetitions."""

TIMER = "timer"
"""The key of the `Timer` in `Interaction.extras`."""

ARRIVED = "arrived"
"""The key of the time of its arrival, in seconds of the event loop."""


LISTENS = "listens"
"""The key of a function in `Interaction.extras`: whether a person, by id, has texts read aloud."""


def reader(interaction: Interaction) -> Words:
    """The words of the person who acts."""
    listens: Callable[[int], bool] | None = interaction.extras.get(LISTENS)
    return words(str(interaction.locale)).read_aloud(wanted=bool(listens and listens(interaction.user.id)))


def for_reader(interaction: Interaction, page: Page) -> Page:
    """A private page as the person who acts wants it: with pictures, or in words alone."""
    return page.in_words() if reader(interaction).aloud else page


@asynccontextmanager
async def thinking(
    interaction: Interaction, *, new: bool = False, private: bool = True
) -> AsyncIterator[None]:
    """Acknowledge an interaction if the block has not answered it soon after its arrival.

    Args:
        interaction: the interaction.
        new: whether a press is answered with a new message, instead of an edit of the message pressed.
        private: whether only the acting person sees a new message.
    """
    acknowledging: list[asyncio.Task[None]] = []

    def acknowledge() -> None:
        acknowledging.append(asyncio.create_task(_defer(interaction, new=new, private=private)))

    loop = asyncio.get_running_loop()
    waited = loop.time() - interaction.extras.setdefault(ARRIVED, loop.time())
    timer = loop.call_later(max(PATIENCE - waited, 0.0), acknowledge)
    try:
        yield
    finally:
        timer.cancel()
        # It must be awaited: how the answer is sent depends on whether Discord has accepted it.
        for task in acknowledging:
            await task


def _must_hide(interaction: Interaction, *, private: bool) -> bool:
    """Whether only the acting person may see an answer: in chats of others everything is private."""
    return private or chat_of(interaction) is Chat.ELSEWHERE


async def _defer(interaction: Interaction, *, new: bool, private: bool) -> None:
    if not interaction.response.is_done():
        new = new or interaction.type is not discord.InteractionType.component
        async with answering(interaction, Stage.ACKNOWLEDGED):
            ephemeral = new and _must_hide(interaction, private=private)
            await interaction.response.defer(ephemeral=ephemeral, thinking=new)


async def tell(interaction: Interaction, text: str) -> None:
    """Send a text to the acting person alone."""
    answered = interaction.response.is_done()
    send = interaction.followup.send if answered else interaction.response.send_message
    mentions: Mentions = interaction.extras.get(MENTIONS, Mentions())
    async with answering(interaction):
        await send(mentions.linked(text), ephemeral=True)


async def refuse(interaction: Interaction, refusal: Refusal) -> None:
    await tell(interaction, refusal_sentence(reader(interaction), refusal))


async def refuse_command(interaction: Interaction, refusal: Refusal) -> None:
    """Tell the acting person why a command was refused; while it is being typed, offer no options."""
    if interaction.type is discord.InteractionType.autocomplete:
        async with answering(interaction):
            await interaction.response.autocomplete([])
    else:
        await refuse(interaction, refusal)


def is_worth_logging(record: logging.LogRecord) -> bool:
    """A filter for what discord.py logs about commands: two failures of autocomplete are no errors.

    The person types on before the options arrive; or another version of the bot completed the option, but
    this one does not.
    """
    error = record.exc_info[1] if record.exc_info else None
    is_late = isinstance(error, discord.HTTPException) and error.code in OVER
    if error is None or not (is_late or isinstance(error, app_commands.CommandSignatureMismatch)):
        return True
    logger.debug("A command could not be completed: %s", error)
    return False


def values_of(interaction: Interaction) -> list[str]:
    """The values chosen from a list; empty if a button was pressed."""
    data: Any = interaction.data
    return [value for value in data.get("values", ()) if isinstance(value, str)]


async def content_of(file: discord.Attachment) -> bytes | None:
    """The content of a file attached to a command; `None` if it cannot be fetched."""
    try:
        return await file.read()
    except REQUEST_ERRORS as error:
        logger.warning("An attached file cannot be fetched: %s", named(error))
        return None


async def reply(interaction: Interaction, rendered: Rendered, *, private: bool = True) -> int | None:
    """Answer with a new message. Returns its id if the interaction's token can edit it, else `None`."""
    private = _must_hide(interaction, private=private)

    async def send(form: Rendered) -> int | None:
        response = interaction.response
        if not response.is_done():
            answer = await response.send_message(view=form.view, files=form.files, ephemeral=private)
            return answer.message_id
        if response.type is discord.InteractionResponseType.deferred_channel_message:
            return (await interaction.edit_original_response(view=form.view, attachments=form.files)).id
        # The original response is the pressed message, which others may see: it must not show this.
        await interaction.followup.send(view=form.view, files=form.files, ephemeral=private)
        return None

    message_id: int | None = None
    async with answering(interaction):
        message_id, _ = await deliver(rendered, send)
    return message_id


async def follow_up(interaction: Interaction, rendered: Rendered, *, private: bool = False) -> int | None:
    """Send another message after the answer. Returns its id; `None` if that failed."""
    private = _must_hide(interaction, private=private)

    async def send(form: Rendered) -> discord.WebhookMessage:
        return await interaction.followup.send(view=form.view, files=form.files, ephemeral=private, wait=True)

    sent: discord.WebhookMessage | None = None
    async with answering(interaction):
        sent, _ = await deliver(rendered, send)
    return sent.id if sent else None


async def reply_file(interaction: Interaction, text: str, name: str, content: bytes) -> None:
    """Answer a command privately with a text and a file."""
    file = discord.File(io.BytesIO(content), name)
    async with answering(interaction):
        if interaction.response.is_done():
            await interaction.edit_original_response(content=text, attachments=[file])
        else:
            await interaction.response.send_message(text, file=file, ephemeral=True)


async def update(interaction: Interaction, rendered: Rendered) -> bool:
    """Edit the message whose control was pressed. `False` if the interaction was over."""

    async def edit(form: Rendered) -> object:
        answered = interaction.response.is_done()
        change = interaction.edit_original_response if answered else interaction.response.edit_message
        return await change(**form.change)

    edited: object = None
    async with answering(interaction):
        edited, _ = await deliver(rendered, edit)
    return edited is not None


async def acknowledge(interaction: Interaction) -> None:
    """Answer a press without a change."""
    if not interaction.response.is_done():
        async with answering(interaction):
            await interaction.response.defer()


async def apologize(interaction: Interaction, error: BaseException) -> None:
    """Tell the acting person what has failed.

    An error of neither Discord nor the database is logged under an id that the person is shown.
    """
    w = reader(interaction)
    if isinstance(error, StoreError):
        logger.warning("An interaction failed: %s", error)
        text = w("error.database")
    elif isinstance(error, Exception) and scope_of(error) is not None:
        logger.warning("An interaction failed: %s", named(error))
        text = w("error.discord")
    else:
        text = w("error.unexpected", id=report("An interaction failed", error))
    try:
        await tell(interaction, text)
    except Exception as silent:  # noqa: BLE001 - nothing else would log this error
        logger.warning("The person could not be informed: %s", named(silent))


@asynccontextmanager
async def answering(interaction: Interaction, stage: Stage = Stage.ANSWERED) -> AsyncIterator[None]:
    """Call the interaction's timer when the block has reached a stage.

    Log and ignore that the interaction is over, the connection is lost, or Discord delays the answer: the
    queue then brings the messages up to date.
    """
    reached: Timer = interaction.extras.get(TIMER, lambda _: None)
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            yield
    except discord.InteractionResponded:
        logger.info("An interaction had already been answered")
    except REQUEST_ERRORS as error:
        if is_outage(error):
            logger.warning("An answer did not arrive: %s", named(error))
        elif scope_of(error) in (Scope.TOKEN, Scope.MESSAGE):
            typing = interaction.type is discord.InteractionType.autocomplete
            level = logging.DEBUG if typing else logging.INFO
            logger.log(level, "An interaction was over before its answer: %s", named(error))
            reached(Stage.EXPIRED)
        else:
            raise
    else:
        reached(Stage.ACKNOWLEDGED)
        reached(stage)
