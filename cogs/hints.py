"""`/hint`: what a computer would do in a player's place, and which decision in a deal cost a player most."""

from __future__ import annotations

from discord.ext import commands

from bot.games import GAMES
from bot.rules.cards import TAROCK, card
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.rules.state import Open
from bot.tables import (
    CONFIDENCE,
    Appraisal,
    Hint,
    UnreadableLogError,
    Verdict,
    decisions_of,
    seat_in,
    verdict,
)
from bot.text import Words
from bot.text.cards import short_name
from bot.text.hints import reason_in_words
from bot.text.moves import action_label
from cogs.context import Context, own_context, show_page
from cogs.controls import COSTLIEST, review_id
from cogs.discord.page import Button, Page, lines
from cogs.discord.replies import Interaction, reader, refuse, thinking
from cogs.localization import command, everywhere
from cogs.play.labels import WITH_CARDS
from cogs.services import Services


class HintCommand(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services

    @everywhere
    @command("hint", costly=True)
    async def hint(self, interaction: Interaction) -> None:
        if ctx := await own_context(self._services, interaction):
            await show_hint(ctx)


async def show_hint(ctx: Context) -> None:
    async with ctx.thinking(new=True):
        hint = await ctx.live.hint(ctx.user_id)
    if isinstance(hint, Refusal):
        await ctx.refuse(hint)
    else:
        await ctx.explain(hint_page(ctx.words, hint))


class CostliestDecision:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._asking: set[int] = set()  # whose decisions are being tried out

    async def pressed(self, interaction: Interaction, key: tuple[str, int]) -> None:
        user_id = interaction.user.id
        if user_id in self._asking:
            await refuse(interaction, Refusal("thinking_already", ""))
            return
        self._asking.add(user_id)
        try:
            async with thinking(interaction, new=True):
                found = await self._found(key, user_id)
        finally:
            self._asking.remove(user_id)
        page: Page | Refusal
        if isinstance(found, Refusal):
            page = found
        else:
            game, what = found
            page = costliest_page(reader(interaction).of(game), f"{key[0]}/{key[1]}", what)
        await show_page(self._services, interaction, page)

    async def _found(self, key: tuple[str, int], user_id: int) -> tuple[str, Verdict] | Refusal:
        saved, thinkers = await self._services.store.history.saved_deal(*key), self._services.tables.thinkers
        seat = seat_in(saved, user_id) if saved else None
        if saved is None or seat is None:
            return Refusal("played_not", "")
        if thinkers is None:
            return Refusal("cannot_think", "")
        try:
            decisions = decisions_of(saved, seat, GAMES)
        except UnreadableLogError:
            return Refusal("deal_unreadable", "")
        what = await verdict(decisions, f"person {user_id}", thinkers)
        return (saved.table.game, what) if what else Refusal("no_answer", "")


def hint_page(w: Words, hint: Hint) -> Page:
    """What a computer would do, what that and the next best option promise, and why."""
    best, others = hint.options[0], hint.options[1:]
    together = (best.action, *hint.rest)
    label = w("list.comma").join(named_shortly(w, each, hint.view.open) for each in together)
    untried = best.points is None
    first = w("hint.untried", action=label) if untried else w("hint.best", action=label, **figures(w, best))
    said = [first, reason_in_words(w, *hint.reason)]
    # One card in place of another says little where several are discarded together.
    if best.alike and len(together) == 1:
        alike = w("list.comma").join(named_shortly(w, each, hint.view.open) for each in best.alike)
        said.append(w("hint.alike", actions=alike))
    if not untried:
        tried = [each for each in others if each.points is not None and each.action not in together]
        for each in tried[:1]:
            said += _next(w, hint, best, each)
        said.append(w("hint.basis", number=best.worlds))
    return Page((lines(said),))


def named_shortly(w: Words, action: Action, public: Open) -> str:
    """An action in a sentence: a card of a suit by its short name, as plain as the long one."""
    if action.verb in WITH_CARDS and card(action.argument).suit != TAROCK:
        return short_name(w, card(action.argument))
    return action_label(w, action, public)


def _next(w: Words, hint: Hint, best: Appraisal, other: Appraisal) -> list[str]:
    assert best.points is not None, "the best option was tried out"
    assert other.points is not None, "so was this one"
    close = abs(best.points - other.points) <= CONFIDENCE * max(best.error, other.error)
    nearly = [w("hint.close")] if close else []
    if other.points > best.points:  # card points count, too, and the figures alone would not explain it
        return nearly
    said = w("hint.next", action=named_shortly(w, other.action, hint.view.open), **figures(w, other))
    return [said, *nearly]


def figures(w: Words, option: Appraisal) -> dict[str, str]:
    """The expected points of an option that was tried out, and half the width of their 95 % interval."""
    assert option.points is not None, "it was tried out"
    return {"points": w.signed(option.points, 1), "error": w.number(CONFIDENCE * option.error, 1)}


def costliest_page(w: Words, deal: str, verdict: Verdict) -> Page:
    """The decision that cost most in a deal, and the way to its trick; or that none cost anything."""
    heading = w("costliest.heading", game=w.game, deal=deal)
    basis = w("costliest.basis", count=verdict.tried) if verdict.tried else w("costliest.forced")
    found = verdict.costliest
    if found is None:
        return Page((lines(heading, w("costliest.none") if verdict.tried else "", basis),))
    public = found.view.open
    trick = len(public.tricks) + 1 if public.phase == "play" else 0
    where = w("costliest.in_trick", number=trick) if trick else w("costliest.before_play")
    # The first two steps of a review are the cards and the auction.
    step, label = (trick + 1, w("button.trick_number", number=trick)) if trick else (1, w("button.auction"))
    options = (("taken", found.taken), ("better", found.better))
    said = [
        w(f"costliest.{key}", action=named_shortly(w, option.action, public), **figures(w, option))
        for key, option in options
    ]
    better, taken = [round(each.points or 0.0, 1) for each in (found.better, found.taken)]
    said.append(w("costliest.cost", points=w.number(better - taken, 1)))
    text = lines(heading, where, said, basis)
    return Page((text,), ((Button(review_id(deal, step), label, lasts=True),),))


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    await bot.add_cog(HintCommand(services))
    services.router.add(COSTLIEST, CostliestDecision(services).pressed)
