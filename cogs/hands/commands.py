"""`/hand`: each player's own panel, and the buttons below it and below a table message."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.store import CardsShown
from cogs.context import (
    Answer,
    Context,
    answer_at_table,
    change_by_panel,
    change_by_table_message,
    do_by_panel,
    own_context,
    show_panel,
)
from cogs.controls import CHOICES, PANEL
from cogs.discord.limits import is_private
from cogs.discord.replies import Interaction, thinking
from cogs.hands.choices import choices_page
from cogs.help.commands import show_rules
from cogs.hints import show_hint
from cogs.lobby.opening import join
from cogs.localization import command, everywhere, named
from cogs.services import Services
from cogs.table.buttons import CONFIRM, KEEP, OPERATIONS, QUESTIONS, ask, confirmed, kept
from cogs.table.page import auction_page, hands_page, last_trick_page, proof_page, score_page


class Hands(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services
        answers: Mapping[str, Answer] = {
            "hand": show_panel,
            "again": _go_back,
            "trick": _show_last_trick,
            "score": lambda ctx: ctx.explain(score_page(ctx.words, ctx.table)),
            "hands": lambda ctx: ctx.explain(hands_page(ctx.words, ctx.table)),
            "proof": lambda ctx: ctx.explain(proof_page(ctx.words, ctx.table)),
            "auction": _show_auction,
            "items": _show_auction,  # the button *Announcements* below messages of 0.1.0
            "now": lambda ctx: ctx.explain(choices_page(ctx.words, ctx.table, ctx.user_id)),
            "hint": show_hint,
            "rules": show_rules,
            "dm": self._try_direct_message,
            "next": _next_deal,
            "return": _return,
            "join": join,
            **{verb: partial(do_by_panel, operation) for verb, operation in OPERATIONS.items()},
            **{verb: partial(_turn_choices, page) for page, verb in enumerate(CHOICES)},
            **{verb: partial(ask, verb) for verb in QUESTIONS},
            **{f"{verb}:{CONFIRM}": partial(confirmed, verb) for verb in QUESTIONS},
            KEEP: kept,
        }
        for verb, answer in answers.items():
            answer_at_table(services, PANEL[verb], answer)

    @everywhere
    @command("hand", costly=True, own_table=True)
    @app_commands.choices(
        cards=[
            app_commands.Choice(name=named(f"command.hand.cards.{each}"), value=each.value)
            for each in CardsShown
        ]
    )
    async def hand(self, interaction: Interaction, cards: str = "") -> None:
        """Show the person's own panel, from now on with the cards chosen."""
        people = self._services.people
        async with thinking(interaction):
            if cards in list(CardsShown):
                await people.prefers(interaction.user.id, CardsShown(cards))
            await people.met(interaction.user, str(interaction.locale))
        if ctx := await own_context(self._services, interaction):
            await show_panel(ctx)

    async def _try_direct_message(self, ctx: Context) -> None:
        channel = f"<#{ctx.table.channel_id}>"
        async with ctx.thinking(new=True):
            arrived = await self._services.direct_messages.send(ctx.user_id, "dm.hello", channel=channel)
        await ctx.tell(ctx.words("dm.open" if arrived else "dm.still_closed"))
        if arrived:
            ctx.panels.refresh()


async def _go_back(ctx: Context) -> None:
    await show_panel(ctx)
    ctx.services.presses.note(ctx.interaction)  # another control is now where the way back was


async def _show_auction(ctx: Context) -> None:
    await ctx.explain(auction_page(ctx.words, ctx.table))


async def _show_last_trick(ctx: Context) -> None:
    page = last_trick_page(ctx.words, ctx.table)
    if page is None:
        await ctx.tell(ctx.words("trick.none_yet"))
    else:
        await ctx.explain(page)


async def _turn_choices(page: int, ctx: Context) -> None:
    await ctx.update(choices_page(ctx.words, ctx.table, ctx.user_id, page))


async def _next_deal(ctx: Context) -> None:
    """Begin the next deal. A private answer then shows the new hand; a direct message stays as it is."""
    message = ctx.interaction.message
    change = change_by_panel if message and message.flags.ephemeral else change_by_table_message
    await change(ctx, partial(ctx.live.next_deal, ctx.user_id, ctx.interaction.id))


async def _return(ctx: Context) -> None:
    """Give a person the seat back that a computer has kept, and the hand at once if a panel was pressed."""
    change = change_by_panel if is_private(ctx.interaction) else change_by_table_message
    await change(ctx, partial(ctx.live.join, ctx.user_id, ctx.interaction.user.display_name))


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    await bot.add_cog(Hands(services))
