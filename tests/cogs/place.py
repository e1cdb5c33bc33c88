"""A channel of SimCord's Discord, and what its people see there."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from simcord import Env, MemberActor

from bot.app import Skiz
from bot.rules.cards import Card, Cards
from bot.rules.view import View
from bot.tables import LiveTable, Shuffle, TableState
from bot.tables.table import READY
from cogs.controls import MARK, SURE, read_actions
from cogs.services import Services


def components(message: discord.Message) -> Iterator[Any]:
    """All components of a message, whatever they lie in."""
    waiting = [each.to_dict() for each in message.components]
    while waiting:
        each: Any = waiting.pop(0)
        yield each
        waiting[:0] = each.get("components", [])


def words_of(message: discord.Message) -> str:
    """All that a message says: its text, its labels, the descriptions of its pictures."""
    said = [message.content]
    for each in components(message):
        said += [str(each.get(key) or "") for key in ("content", "label", "placeholder")]
        said += [str(option["label"]) for option in each.get("options", [])]
        said += [str(item.get("description") or "") for item in each.get("items", [])]
    said += [attachment.description or "" for attachment in message.attachments]
    return "\n".join(said)


def ids_of(message: discord.Message) -> list[str]:
    """The custom_ids of a message's controls."""
    return [each["custom_id"] for each in components(message) if "custom_id" in each]


def usable(message: discord.Message) -> set[str]:
    """The last parts of the custom_ids of the controls that are not disabled."""
    found = [each for each in components(message) if "custom_id" in each]
    return {each["custom_id"].rpartition(":")[2] for each in found if not each.get("disabled")}


def acts_of(message: discord.Message) -> list[str]:
    """The custom_ids of the controls that act, or lead on to an action."""
    return [each for each in ids_of(message) if each.startswith("t1:")]


def id_of(message: discord.Message, part: str) -> str:
    """The one custom_id with something in it."""
    found = [each for each in ids_of(message) if part in each]
    assert len(found) == 1, (part, ids_of(message))
    return found[0]


def named_by(custom_id: str) -> list[str]:
    """The actions that a control of a panel names, whether it takes or marks them."""
    what = custom_id.split(":", 3)[3] if custom_id.startswith("t1:") else ""
    return list(map(str, read_actions(what.removeprefix(MARK).removeprefix(SURE))))


def marks_of(message: discord.Message) -> list[str]:
    """What can be marked in a panel where nothing is marked yet."""
    return [named_by(each)[0] for each in ids_of(message) if f":{MARK}" in each]


async def mark(who: Any, panel: Callable[[], discord.Message], *actions: str) -> None:
    """Mark some actions, one after the other, in a panel where nothing is marked yet."""
    for count in range(1, len(actions) + 1):
        ids = [each for each in ids_of(panel()) if f":{MARK}" in each]
        (custom_id,) = (each for each in ids if {*named_by(each)} == {*actions[:count]})
        await who.click(panel(), custom_id=custom_id)


def offered_by(message: discord.Message) -> list[str]:
    """The statements and cards that a panel offers to mark, in a list or by buttons."""
    return options_of(message, ":?say") or marks_of(message)


async def take(who: Any, panel: Callable[[], discord.Message], *actions: str) -> None:
    """Mark some actions, press the button that takes them, and confirm if that is asked."""
    if menus := [each for each in ids_of(panel()) if ":?say" in each]:
        await who.select(panel(), [*actions], custom_id=menus[0])
    elif marks_of(panel()):
        await mark(who, panel, *actions)
    ends = [each for each in ids_of(panel()) if {*actions} <= {*named_by(each)} and f":{MARK}" not in each]
    await who.click(panel(), custom_id=ends[0])
    for asked in [each for each in ids_of(panel()) if f":{SURE}" in each]:
        await who.click(panel(), custom_id=asked)


async def act(place: Place, who: MemberActor) -> None:
    """Bid, else take the last action that a panel offers, once the cards due are marked, and confirm it."""
    if place.view(who).to_discard:
        await mark(who.user, lambda: place.panel(who), *marks_of(place.panel(who))[:3])
    if bids := options_of(place.panel(who), ":?choose"):
        await choose(place, who, bids[-1])
    else:
        await who.user.click(place.panel(who), custom_id=acts_of(place.panel(who))[-1])
    if any(f":{SURE}" in each for each in ids_of(place.panel(who))):
        await confirm(place, who)


async def confirm(place: Place, who: MemberActor) -> None:
    """Confirm a costly action in the direct message."""
    panel = place.panel(who)
    await who.user.click(panel, custom_id=id_of(panel, f":{SURE}"))


async def act_once(place: Place) -> None:
    """Do something that Anna's panel offers, as a person would."""
    await act(place, place.anna)


async def all_pass(place: Place, *people: MemberActor) -> None:
    """Let a deal end with its auction."""
    for who in people:
        await who.slash(place.channel, "bid", bid="pass")
    assert place.table.now.state is TableState.BETWEEN


async def exchange(place: Place) -> None:
    """Let Anna become declarer of a dreier and take the upper half."""
    await place.start(place.bela, place.clara)
    await place.anna.slash(place.channel, "bid", bid="dreier")
    for who in (place.bela, place.clara):
        await who.slash(place.channel, "bid", bid="pass")
    await place.anna.user.click(
        place.panel(place.anna), custom_id=id_of(place.panel(place.anna), "take upper")
    )


async def solo_lost(place: Place) -> None:
    """Have Anna play a solo against two people; what comes of it does not matter."""
    table = await place.start(place.bela, place.clara)
    await meant(place, place.anna, "bid", bid="solo")
    await place.play_out(table)


async def finished(place: Place) -> str:
    """A finished deal of Anna, Béla and Clara; returns its code. The table is ended."""
    await solo_lost(place)
    code = f"{place.table.id}/1"
    await place.end(place.anna)
    return code


async def meant(place: Place, who: MemberActor, command: str, **typed: str) -> None:
    """Type a command that may be costly, and confirm it if the bot asks."""
    await who.slash(place.channel, command, **typed)
    asked = place.private(who)[-1]
    for each in [each for each in ids_of(asked) if f":{SURE}" in each]:
        await who.click(asked, custom_id=each)


async def choose(place: Place, who: MemberActor, action: str) -> None:
    """Choose an action, such as `bid solo`, from the list in a person's panel."""
    panel = place.panel(who)
    (menu,) = (each["custom_id"] for each in components(panel) if action in str(each.get("options", "")))
    await who.user.select(panel, [action], custom_id=menu)


def options_of(message: discord.Message, part: str) -> list[str]:
    """The values a list offers."""
    return [
        option["value"]
        for each in components(message)
        if part in each.get("custom_id", "")
        for option in each.get("options", [])
    ]


@dataclass
class Chance:
    """The same cards every time, or those that a test wishes for."""

    seed: int = 7
    wished: Shuffle | None = None

    def deck(self, pack: Cards) -> tuple[Card, ...]:
        if self.wished:
            return self.wished.deck(pack)
        return tuple(random.Random(self.seed).sample(pack.sorted, len(pack)))

    def first_dealer(self, seats: int) -> int:
        return self.wished.first_dealer(seats) if self.wished else seats - 1


@dataclass
class Time:
    """When the tables' clock stands still, in seconds since 1970, if it does."""

    stopped: float | None = None


class Place:
    """One server, one channel, three people."""

    def __init__(self, env: Env, bot: Skiz, again: Callable[[], Skiz], chance: Chance, time: Time) -> None:
        self.env = env
        self.bot = bot
        self._again = again
        self.chance = chance
        self.time = time
        self.showing = asyncio.Event()
        """Cleared while changes wait to be shown."""
        self.showing.set()
        self.errors_expected = False
        """Whether an error is to be logged under an id."""
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("tarock")
        self.everybody: list[MemberActor] = []
        self.anna, self.bela, self.clara = map(self.come, ("anna", "bela", "clara"))

    def come(self, name: str, *, moderates: bool = False) -> MemberActor:
        """Let a person join the server, who may manage messages there or not."""
        may = discord.Permissions(manage_messages=True)
        roles = [self.guild.create_role("moderators", permissions=may)] if moderates else []
        self.everybody.append(self.guild.add_member(self.env.create_user(name), roles=roles))
        return self.everybody[-1]

    def as_bot(self) -> AbstractContextManager[None]:
        """Run the block as the bot, whose time is that of the simulation."""
        return self.env._bot_scope()

    @property
    def services(self) -> Services:
        return self.bot.services

    @property
    def table(self) -> LiveTable:
        """The one open table."""
        (table,) = self.bot.tables.in_channel(self.channel.id)
        return table

    @property
    def moves(self) -> list[str]:
        """The moves of the deal, as everybody saw them."""
        return list(map(str, self.table.now.open_log))

    def view(self, who: MemberActor) -> View:
        """What a person may know of the deal."""
        view = self.table.now.view(who.id)
        assert view is not None, "the table is in the lobby"
        return view

    async def ready(self) -> None:
        """Let everybody who is asked whether they are ready say so."""
        for who in self.everybody:
            if READY in self.view(who).actions:
                await who.slash(self.channel, "call", what="ready")
        await self.settle()

    async def restart(self, away: float = 0.0) -> None:
        """Start the bot again on the same database, after it has not run for some seconds."""
        await self.env.settle()
        await self.bot.close()
        if away:
            await self.env.advance_time(away)
        self.bot = self._again()
        await self.env.restart_bot(self.bot)
        await self.settle()

    async def play_out(self, table: LiveTable) -> None:
        """Let everybody take the last legal action until the deal is over; only its end is shown."""
        self.showing.clear()
        try:
            with self.as_bot():
                while table.now.state.in_deal:
                    views = {who.id: view for who in self.everybody if (view := table.now.view(who.id))}
                    user_id = next(each for each, view in views.items() if view.actions)
                    assert await table.act(user_id, None, [views[user_id].actions[-1]]) is None
                    await self.bot.tables.quiet()
        finally:
            self.showing.set()
        await self.settle()

    def lose_tokens(self) -> None:
        """Let nothing be edited by the tokens of earlier interactions, as if they had expired."""
        for who in self.everybody:
            for where in (self.channel, who.user.dm_channel):
                for each in where.history(viewer=who):
                    self.services.messenger.tokens.forget(each.id)

    async def settle(self) -> None:
        """Wait until the bot has nothing left to do."""
        await self.env.settle()

    async def open(self, *others: MemberActor, computers: int = 0, **wanted: str) -> LiveTable:
        """Open a table for Anna, with others, computers and some settings."""
        await self.anna.slash(self.channel, "tarock new", game="tapp_tarock", **wanted)
        for each in others:
            await each.click(self.shown, label="Join")
        for _ in range(computers):
            await self.anna.click(self.shown, label="Add computer")
        return self.table

    async def end(self, who: MemberActor, table: str = "") -> str:
        """End the table of somebody, or the one of that id, and confirm it; return the question."""
        await who.slash(self.channel, "tarock end", **({"table": table} if table else {}))
        asked = self.told(who)
        await who.click(self.last(who), label="End")
        return asked

    async def leave(self, who: MemberActor) -> None:
        """Let a person leave a game that has begun, and confirm it."""
        await who.slash(self.channel, "tarock leave")
        await who.click(self.last(who), label="Leave")

    async def start(self, *others: MemberActor, computers: int = 0, **wanted: str) -> LiveTable:
        """Open a table with some settings and begin its first deal."""
        table = await self.open(*others, computers=computers, **wanted)
        await self.anna.click(self.shown, label="Start")
        return table

    @property
    def public(self) -> list[discord.Message]:
        """All that everybody sees in the channel."""
        return [each for each in self.channel.history() if not each.flags.ephemeral]

    @property
    def shown(self) -> discord.Message:
        """The message that shows the table."""
        return [each for each in self.public if each.flags.components_v2][-1]

    @property
    def ping(self) -> discord.Message | None:
        """The ping."""
        return next((each for each in self.public if not each.flags.components_v2), None)

    def panel(self, who: MemberActor) -> discord.Message:
        """The last panel a person was sent by direct message."""
        return self.panels(who)[-1]

    def private(self, who: MemberActor) -> list[discord.Message]:
        """What only one person sees in the channel."""
        return [each for each in self.channel.history(viewer=who) if each.flags.ephemeral]

    def last(self, who: MemberActor) -> discord.Message:
        """What a person was last shown privately in the channel."""
        return self.private(who)[-1]

    def told(self, who: MemberActor) -> str:
        """The words of the last private answer in the channel."""
        return words_of(self.last(who))

    def directly(self, who: MemberActor) -> discord.Message:
        """The last message among a person's direct messages, private answers included."""
        return who.user.dm_channel.history(viewer=who.user)[-1]

    def panels(self, who: MemberActor) -> list[discord.Message]:
        """All panels a person was sent by direct message."""
        return [each for each in who.user.dm_channel.history() if each.flags.components_v2]

    async def hand(self, who: MemberActor) -> discord.Message:
        """Press *My hand* below the table; return what it shows."""
        await who.click(self.shown, label="My hand")
        return self.last(who)

    async def ask(self, who: MemberActor, command: str, **options: Any) -> discord.Message:
        """Type a command in the channel; return its private answer."""
        await who.slash(self.channel, command, **options)
        return self.last(who)

    async def answer(self, who: MemberActor, command: str, **options: Any) -> str:
        """Type a command in the channel; return the words of its private answer."""
        return words_of(await self.ask(who, command, **options))

    async def offered(
        self, who: MemberActor, command: str, option: str, typed: str = "", **others: str
    ) -> list[str]:
        """The values with which an option of a command is completed, given its other options."""
        choices = await who.autocomplete(self.channel, command, option, typed, **others)
        return [str(each["value"]) for each in choices]

    @property
    def people(self) -> tuple[MemberActor, ...]:
        """The three who are there from the beginning."""
        return self.anna, self.bela, self.clara

    @property
    def given(self) -> LiveTable:
        """The one table of the server at which given cards are played."""
        (table,) = (each for each in self.bot.tables.of_server(self.guild.id) if each.now.given)
        return table

    async def until(self, phase: str) -> None:
        """Let everybody who is asked do the last thing their panel offers, until a phase has come."""
        while (now := self.table.now).open is None or now.open.phase != phase:
            views = {who: now.view(who.id) for who in self.everybody}
            await act(self, next(who for who, view in views.items() if view and view.actions))


def answers(place: Place) -> list[int]:
    """The kinds of all answers so far, as Discord numbers them."""
    sent = [each.json for each in place.env.http_requests if each.path.endswith("/callback")]
    return [each["type"] for each in sent if isinstance(each, dict)]


def commands_of(place: Place) -> Iterator[app_commands.Command[Any, ..., Any]]:
    """All commands and subcommands."""
    for command in place.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


async def sent(place: Place, custom_id: str, channel: Any = None) -> discord.Message:
    """A public message with a forged control."""
    where = channel or place.channel
    assert where.guild is not None
    return await _sent(place.bot.get_partial_messageable(where.id, guild_id=where.guild.id), custom_id)


async def sent_privately(place: Place, who: MemberActor, custom_id: str, *values: str) -> discord.Message:
    """A direct message with a forged control: a button, or a list of some values."""
    return await _sent(await place.bot.create_dm(discord.Object(who.id)), custom_id, *values)


async def _sent(where: discord.abc.Messageable, custom_id: str, *values: str) -> discord.Message:
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    if values:
        options = [discord.SelectOption(label=each, value=each) for each in values]
        row.add_item(discord.ui.Select(custom_id=custom_id, options=options, max_values=len(values)))
    else:
        row.add_item(discord.ui.Button(label="Forged", custom_id=custom_id))
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.TextDisplay("forged"))
    view.add_item(row)
    message = await where.send(view=view)
    view.stop()
    return message
