"""Hands: each player's own panel, and the buttons below a table message."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from discord import app_commands
from discord.ext import commands

from card_images import Style
from cogs.context import (
    Answer,
    Context,
    answer_at_table,
    change_by_panel,
    change_by_table_message,
    show_panel,
)
from cogs.controls import CHOICES, PANEL
from cogs.discord.limits import is_private
from cogs.discord.replies import Interaction, thinking
from cogs.hands.choices import choices_page
from cogs.help.page import rules_page
from cogs.hints.commands import show_hint
from cogs.lobby.opening import join
from cogs.localization import command, everywhere, named
from cogs.lookup import own_context
from cogs.services import Services
from cogs.table.commands import KEEP, QUESTIONS, SURE, ask, confirmed, kept
from cogs.table.page import announcements_page, auction_page, last_trick_page, totals_page


class Hands(commands.Cog):
    """Shows people their hand and what they ask for, privately."""

    def __init__(self, services: Services) -> None:
        self._services = services
        answers: Mapping[str, Answer] = {
            "hand": show_panel,
            "again": _go_back,
            "trick": _show_last_trick,
            "score": _show_totals,
            "items": _show_announcements,
            "auction": _show_auction,
            "now": _show_choices,
            "hint": show_hint,
            "rules": _show_rules,
            "dm": self._try_direct_message,
            "next": _next_deal,
            "let": _let_play,
            "pause": partial(_wish_pause, wanted=True),
            "no_pause": partial(_wish_pause, wanted=False),
            "go_on": partial(_wish_pause, wanted=False),
            "return": _return,
            "join": join,
            **{verb: partial(_turn_choices, page) for page, verb in enumerate(CHOICES)},
            **{verb: partial(ask, verb) for verb in QUESTIONS},
            **{f"{verb}:{SURE}": partial(confirmed, verb) for verb in QUESTIONS},
            KEEP: kept,
        }
        for verb, answer in answers.items():
            answer_at_table(services, PANEL[verb], answer)

    @everywhere
    @command("hand", costly=True)
    @app_commands.choices(
        cards=[
            app_commands.Choice(name=named(f"command.hand.cards.{style.value}"), value=style.value)
            for style in Style
        ]
    )
    async def hand(self, interaction: Interaction, cards: str = "") -> None:
        """Show the person's own panel, from now on with the cards chosen."""
        people = self._services.people
        async with thinking(interaction):
            if cards:
                await people.prefers(interaction.user.id, large_cards=cards == Style.LARGE.value)
            await people.met(interaction.user, str(interaction.locale))
        if ctx := await own_context(self._services, interaction):
            await show_panel(ctx)

    async def _try_direct_message(self, ctx: Context) -> None:
        """Try again whether direct messages arrive."""
        channel = f"<#{ctx.table.channel_id}>"
        async with ctx.thinking(new=True):
            arrived = await self._services.direct_messages.send(ctx.user_id, "dm.hello", channel=channel)
        await ctx.tell(ctx.words("dm.open" if arrived else "dm.still_closed"))
        if arrived:
            ctx.panels.refresh()


async def _go_back(ctx: Context) -> None:
    """Show the panel without what was begun: other controls come where the way back was."""
    await show_panel(ctx)
    ctx.services.presses.note(ctx.interaction)


async def _show_last_trick(ctx: Context) -> None:
    page = last_trick_page(ctx.words, ctx.table)
    if page is None:
        await ctx.tell(ctx.words("trick.none_yet"))
    else:
        await ctx.explain(page)


async def _show_totals(ctx: Context) -> None:
    await ctx.explain(totals_page(ctx.words, ctx.table))


async def _show_announcements(ctx: Context) -> None:
    await ctx.explain(announcements_page(ctx.words, ctx.table))


async def _show_auction(ctx: Context) -> None:
    await ctx.explain(auction_page(ctx.words, ctx.table))


async def _show_choices(ctx: Context) -> None:
    await ctx.explain(choices_page(ctx.words, ctx.table, ctx.user_id))


async def _turn_choices(page: int, ctx: Context) -> None:
    await ctx.update(choices_page(ctx.words, ctx.table, ctx.user_id, page))


async def _show_rules(ctx: Context) -> None:
    await ctx.reply(rules_page(ctx.words))


async def _next_deal(ctx: Context) -> None:
    """Begin the next deal. A private answer then shows the new hand; a direct message stays as it is."""
    message, operation = (
        ctx.interaction.message,
        partial(ctx.live.next_deal, ctx.user_id, ctx.interaction.id),
    )
    if message is not None and message.flags.ephemeral:
        await change_by_panel(ctx, operation)
    else:
        await change_by_table_message(ctx, operation)


async def _let_play(ctx: Context) -> None:
    """Let a computer play for who is late."""
    await change_by_panel(ctx, partial(ctx.live.let_computer_play, ctx.user_id))


async def _wish_pause(ctx: Context, *, wanted: bool) -> None:
    """Ask for a pause, or for the end of one."""
    await change_by_panel(ctx, partial(ctx.live.wish_pause, ctx.user_id, wanted=wanted))


async def _return(ctx: Context) -> None:
    """Give a person the seat back that a computer has kept, and the hand at once if a panel was pressed."""
    operation = partial(ctx.live.join, ctx.user_id, ctx.interaction.user.display_name)
    if is_private(ctx.interaction):
        await change_by_panel(ctx, operation)
    else:
        await change_by_table_message(ctx, operation)


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the cog."""
    await bot.add_cog(Hands(services))
