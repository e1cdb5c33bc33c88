"""A channel of SimCord's Discord, and what its people see there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import discord
from simcord import Env, MemberActor

from bot.client import Skiz
from bot.rules.view import View
from bot.tables import Table
from bot.tables.situation import READY
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


def acts_of(message: discord.Message) -> list[str]:
    """The custom_ids of the controls that act, or lead on to an action."""
    return [each for each in ids_of(message) if each.startswith("t1:")]


def id_of(message: discord.Message, part: str) -> str:
    """The one custom_id with something in it."""
    found = [each for each in ids_of(message) if part in each]
    assert len(found) == 1, (part, ids_of(message))
    return found[0]


def options_of(message: discord.Message, part: str) -> list[str]:
    """The values a list offers."""
    return [
        option["value"]
        for each in components(message)
        if part in each.get("custom_id", "")
        for option in each.get("options", [])
    ]


class Place:
    """One server, one channel, three people."""

    def __init__(self, env: Env, bot: Skiz, again: Callable[[], Skiz]) -> None:
        self.env = env
        self.bot = bot
        self._again = again
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

    @contextmanager
    def as_bot(self) -> Iterator[None]:
        """Do what is in the block as the bot, whose time is that of the simulation."""
        with self.env._bot_scope():
            yield

    @property
    def services(self) -> Services:
        return self.bot.services

    @property
    def table(self) -> Table:
        """The one open table."""
        (table,) = self.bot.tables.in_channel(self.channel.id)
        return table

    @property
    def moves(self) -> list[str]:
        """The moves of the deal, as everybody saw them."""
        return list(map(str, self.table.open_log))

    def view(self, who: MemberActor) -> View:
        """What a person may know of the deal."""
        view = self.table.view(who.id)
        assert view is not None, "the table is in the lobby"
        return view

    async def ready(self) -> None:
        """Let everybody who is asked whether they are ready say so."""
        for who in self.everybody:
            if READY in self.view(who).actions:
                await who.slash(self.channel, "call", what="ready")
        await self.settle()

    async def restart(self) -> None:
        """Start the bot again on the same database."""
        await self.env.settle()
        await self.bot.close()
        self.bot = self._again()
        await self.env.restart_bot(self.bot)
        await self.settle()

    async def settle(self) -> None:
        """Wait until the bot has nothing left to do."""
        await self.env.settle()

    async def open(self, *others: MemberActor, computers: int = 0) -> Table:
        """Open a table for Anna, with others and computers."""
        await self.anna.slash(self.channel, "tarock new", game="tapp_tarock")
        for each in others:
            await each.click(self.shown, label="Join")
        for _ in range(computers):
            await self.anna.click(self.shown, label="Add computer")
        return self.table

    async def end(self, who: MemberActor, table: str = "") -> None:
        """End the table of somebody, or the one of that id, and confirm it."""
        await who.slash(self.channel, "tarock end", **({"table": table} if table else {}))
        await who.click(self.private(who)[-1], label="End")

    async def start(self, *others: MemberActor, computers: int = 0) -> Table:
        """Open a table and begin its first deal."""
        table = await self.open(*others, computers=computers)
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
        return [each for each in who.user.dm_channel.history() if each.flags.components_v2][-1]

    def private(self, who: MemberActor) -> list[discord.Message]:
        """What only one person sees in the channel."""
        return [each for each in self.channel.history(viewer=who) if each.flags.ephemeral]
