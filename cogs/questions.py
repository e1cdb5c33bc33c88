"""Changes that concern everybody at a table or cost much: the person who asks for one confirms it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.rules.reasons import Refusal
from bot.tables import TableState
from bot.text.moves import refusal_sentence
from cogs.context import Context
from cogs.pages.custom_ids import panel_id
from cogs.pages.page import Button, Look, Page
from cogs.pages.questions import end_question, last_circle_question, leave_question

if TYPE_CHECKING:
    from collections.abc import Mapping


class Question(NamedTuple):
    """A change that must be confirmed."""

    refused: Callable[[Context], Refusal | None]
    """Returns why a person may not make it, or `None`."""
    text: Callable[[Context], str]
    """What the person is asked."""
    do: Callable[[Context], Awaitable[Refusal | None]]
    done: Callable[[Context], str]
    """Returns the key of the sentence for what has been done."""


QUESTIONS: Final[Mapping[str, Question]] = {
    "end": Question(
        lambda ctx: ctx.table.end_refused(ctx.user_id, moderator=ctx.moderates),
        lambda ctx: end_question(ctx.words, ctx.table, ctx.user_id, moderator=ctx.moderates),
        lambda ctx: ctx.table.end(ctx.user_id, moderator=ctx.moderates),
        lambda ctx: "sure.end_done" if ctx.table.state is TableState.ENDED else "sure.agree_done",
    ),
    "leave": Question(
        lambda ctx: ctx.table.leave_refused(ctx.user_id),
        lambda ctx: leave_question(ctx.words, ctx.table),
        lambda ctx: ctx.table.leave(ctx.user_id),
        lambda ctx: "sure.leave_done" if ctx.table.asleep else "lobby.left",
    ),
    "last_circle": Question(
        lambda ctx: ctx.table.last_circle_refused(ctx.user_id),
        lambda ctx: last_circle_question(ctx.words),
        lambda ctx: ctx.table.announce_last_circle(ctx.user_id),
        lambda _: "sure.last_circle_done",
    ),
}
"""By the verb in the id of the button that asks."""

SURE: Final = "sure"
"""Follows the verb in the id of the button that confirms."""


KEEP: Final = "keep"
"""The verb of the button that changes nothing."""


async def ask(verb: str, ctx: Context) -> None:
    """Ask a person who may make a change for confirmation."""
    question = QUESTIONS[verb]
    if refusal := question.refused(ctx):
        await ctx.refuse(refusal)
    else:
        sure = Button(panel_id(ctx.table, f"{verb}:{SURE}"), ctx.words(f"button.{verb}"), Look.DANGER)
        keep = Button(panel_id(ctx.table, KEEP), ctx.words("button.keep"))
        # The question comes at the end of the chat, where a second press mostly meets the way back.
        await ctx.explain(Page((question.text(ctx),), ((sure,), (keep,))))
        ctx.services.presses.note(ctx.interaction)


async def confirmed(verb: str, ctx: Context) -> None:
    """Make a change, and show in place of the question what came of it."""
    if ctx.services.presses.is_double(ctx.interaction, inf, read=True):
        await ctx.refuse(Refusal("double_press", ""))
        return
    async with ctx.thinking():
        refusal = await QUESTIONS[verb].do(ctx)
    text = refusal_sentence(ctx.words, refusal) if refusal else ctx.words(QUESTIONS[verb].done(ctx))
    await ctx.update(Page((text,)))


async def kept(ctx: Context) -> None:
    """Say in place of a question that nothing has changed."""
    await ctx.update(Page((ctx.words("sure.kept"),)))
