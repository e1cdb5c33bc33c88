"""Changes of a table that are confirmed first, its clock, people who watch it, and suspended tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from math import inf
from typing import Final, NamedTuple

from discord.ext import commands

from bot.rules.reasons import Refusal
from bot.store import NO_SERVER
from bot.tables import NO_CHANNEL, LiveTable, Suspended, TableState, play, refusal_of, seats
from bot.text import words
from bot.text.moves import refusal_sentence
from bot.text.typed import fits
from cogs.context import (
    Context,
    TableOperation,
    answer_at_table,
    do_by_table_message,
    show_page,
    tables_here,
    turn_page,
)
from cogs.controls import CLOCK, PANEL, REFRESH, SUSPENDED, WATCH, WATCHING
from cogs.discord.chat import is_in_server
from cogs.discord.display import Content, Display
from cogs.discord.page import Button, Look, Option, Page, Row, lines
from cogs.discord.replies import Interaction, acknowledge, reader, refuse, thinking
from cogs.services import Services
from cogs.table.page import end_question, leave_question, spectator_page, suspended_totals


class Question(NamedTuple):
    refused: Callable[[Context], Refusal | None]
    """Returns why a person may not make it, or `None`."""
    text: Callable[[Context], str]
    """What the person is asked."""
    do: Callable[[Context], Awaitable[Refusal | None]]
    done: Callable[[Context], str]
    """Returns the key of the sentence for what has been done."""


QUESTIONS: Final[Mapping[str, Question]] = {
    "end": Question(
        lambda ctx: refusal_of(seats.end(ctx.table, ctx.user_id, moderator=ctx.moderates)),
        lambda ctx: end_question(ctx.words, ctx.table, ctx.user_id, moderator=ctx.moderates),
        lambda ctx: ctx.live.end(ctx.user_id, moderator=ctx.moderates),
        lambda ctx: "sure.end_done" if ctx.table.state is TableState.ENDED else "sure.agree_done",
    ),
    "leave": Question(
        lambda ctx: refusal_of(seats.leave(ctx.table, ctx.user_id)),
        lambda ctx: leave_question(ctx.words, ctx.table),
        lambda ctx: ctx.live.leave(ctx.user_id),
        lambda ctx: "sure.leave_done" if ctx.table.asleep else "lobby.left",
    ),
    "last_circle": Question(
        lambda ctx: refusal_of(play.announce_last_circle(ctx.table, ctx.user_id)),
        lambda ctx: ctx.words("sure.last_circle"),
        lambda ctx: ctx.live.announce_last_circle(ctx.user_id),
        lambda _: "sure.last_circle_done",
    ),
}
"""By the verb in the id of the button that asks."""

CONFIRM: Final = "sure"
"""Follows the verb in the id of the button that confirms."""

KEEP: Final = "keep"
"""The verb of the button that changes nothing."""


async def ask(verb: str, ctx: Context) -> None:
    """Ask a person to confirm a change, or say why the person may not make it."""
    question = QUESTIONS[verb]
    if refusal := question.refused(ctx):
        await ctx.refuse(refusal)
    else:
        sure = Button(PANEL[f"{verb}:{CONFIRM}"].at(ctx.table), ctx.words(f"button.{verb}"), Look.DANGER)
        keep = Button(PANEL[KEEP].at(ctx.table), ctx.words("button.keep"))
        # The question comes at the end of the chat, where a second press mostly meets the way back.
        await ctx.explain(Page((question.text(ctx),), ((sure,), (keep,))))
        ctx.services.presses.note(ctx.interaction)


async def confirmed(verb: str, ctx: Context) -> None:
    if ctx.services.presses.is_double(ctx.interaction, inf, read=True):
        await acknowledge(ctx.interaction)
        return
    async with ctx.thinking():
        refusal = await QUESTIONS[verb].do(ctx)
    text = refusal_sentence(ctx.words, refusal) if refusal else ctx.words(QUESTIONS[verb].done(ctx))
    back = _way_back(ctx) if verb == "leave" and refusal is None else ()
    await ctx.update(Page((text,), back))


def _way_back(ctx: Context) -> tuple[Row, ...]:
    """The button with which a person who has left takes the kept seat again, and wakes the table."""
    if ctx.user_id not in ctx.table.away:
        return ()
    label = ctx.words("button.wake" if ctx.table.asleep else "button.return")
    return ((Button(PANEL["return"].at(ctx.table), label, Look.SUCCESS),),)


async def kept(ctx: Context) -> None:
    await ctx.update(Page((ctx.words("sure.kept"),)))


OPERATIONS: Final[Mapping[str, TableOperation]] = {
    "let": LiveTable.let_computer_play,
    "pause": partial(LiveTable.wish_pause, wanted=True),
    "no_pause": partial(LiveTable.wish_pause, wanted=False),
    "go_on": partial(LiveTable.wish_pause, wanted=False),
}


async def watch_table(ctx: Context) -> None:
    page = spectator_page(ctx.words, ctx.table, ctx.user_id)
    message_id = await ctx.reply(page)
    if message_id is not None:
        ctx.panels.watch(message_id, page)


async def _refresh(ctx: Context) -> None:
    page, pressed = spectator_page(ctx.words, ctx.table, ctx.user_id), ctx.interaction.message
    if pressed is not None and await ctx.update(page):
        ctx.panels.watch(pressed.id, page)


def _suspended_here(services: Services, interaction: Interaction) -> list[Suspended]:
    """The suspended tables of this channel; outside servers also those that a person has had elsewhere."""
    found, own = services.tables.suspended, interaction.user.id
    here = [each for each in found if each.row.channel_id == interaction.channel_id]
    if is_in_server(interaction):
        return here
    return [*here, *(each for each in found if (each.row.channel_id, each.row.host_id) == (NO_CHANNEL, own))]


def suspended_meant(services: Services, interaction: Interaction, table_id: str) -> Suspended | None:
    """Return the suspended table of this channel with an id; without an id the only table here."""
    here = _suspended_here(services, interaction)
    if not table_id and not tables_here(services.tables, interaction):
        return here[0] if here else None
    return next((each for each in here if each.id == table_id), None)


def complete_suspended(services: Services, interaction: Interaction, typed: str) -> list[Option]:
    """The suspended tables of this channel whose id or description contains what was typed."""
    w, here = reader(interaction), _suspended_here(services, interaction)
    offered = [Option(each.id, w("tables.suspended.choice", table=each.id)) for each in here]
    return [each for each in offered if fits(typed, each.label)]


async def ask_suspended(services: Services, interaction: Interaction, table: Suspended) -> None:
    """Ask a person to confirm the end of a suspended table, or say why the person may not end it."""
    if refusal := _refused(interaction, table):
        await refuse(interaction, refusal)
        return
    w = reader(interaction)
    sure = Button(SUSPENDED["end"].at(table), w("button.end"), Look.DANGER)
    question = lines(w("sure.end_suspended", table=table.id), suspended_totals(w, table))
    await show_page(services, interaction, Page((question,), ((sure,),)))


async def _end_suspended(services: Services, interaction: Interaction, table_id: str) -> None:
    table = suspended_meant(services, interaction, table_id)
    refusal = Refusal("no_such_table", "") if table is None else _refused(interaction, table)
    if table is not None and refusal is None:
        async with thinking(interaction):
            refusal = await services.tables.end_suspended(table.id)
    if table is None or refusal is not None:
        await refuse(interaction, refusal or Refusal("no_such_table", ""))
        return
    await turn_page(services, interaction, Page((reader(interaction)("sure.end_done"),)))
    _post_suspended_end(services, table, interaction.user.id)


def _post_suspended_end(services: Services, table: Suspended, by: int) -> None:
    w, row = words(table.row.locale), table.row
    ended = w("table.suspended_ended", table=table.id, player=f"<@{by}>")
    text = lines(ended, suspended_totals(w, table))
    display = Display(table.id, channel_id=row.channel_id, guild_id=row.guild_id)

    async def send() -> None:
        await services.messenger.show(display, Content(Page((text,))), w)

    if row.channel_id != NO_CHANNEL:
        services.queue.put(row.channel_id, ("suspended ended", table.id), send)


def _refused(interaction: Interaction, table: Suspended) -> Refusal | None:
    moderates = interaction.permissions.manage_messages and table.row.guild_id != NO_SERVER
    may = interaction.user.id == table.row.host_id or moderates
    return None if may else Refusal("may_not_end", "")


async def setup(_bot: commands.AutoShardedBot, services: Services) -> None:
    for verb, operation in OPERATIONS.items():
        answer_at_table(services, CLOCK[verb], partial(do_by_table_message, operation))
    answer_at_table(services, WATCHING[WATCH], watch_table)
    answer_at_table(services, WATCHING[REFRESH], _refresh)
    services.router.add(SUSPENDED["end"], partial(_end_suspended, services))
