"""What the cogs share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from discord.ext import commands

from bot.store import Store
from bot.tables import LiveTable, News, NewsKind, Tables
from card_images import Pictures
from cogs.controls import lasts
from cogs.discord.admission import Admission, Allowance
from cogs.discord.asides import Asides
from cogs.discord.avatars import AvatarFetcher
from cogs.discord.budget import Budget
from cogs.discord.control import Control
from cogs.discord.direct_messages import DirectMessages
from cogs.discord.emojis import Emojis
from cogs.discord.hand_message import HandMessages
from cogs.discord.invitations import Invitations
from cogs.discord.membership import Membership
from cogs.discord.mentions import Mentions
from cogs.discord.messenger import Messenger
from cogs.discord.people import People
from cogs.discord.presses import Presses
from cogs.discord.queue import Queue
from cogs.discord.render import Renderer
from cogs.discord.router import ControlRouter
from cogs.discord.servers import Servers
from cogs.discord.slots import Priority
from cogs.discord.suspensions import tell_of_suspensions
from cogs.discord.table_message import TableMessages
from cogs.discord.tempo import Tempo
from cogs.discord.tokens import Tokens
from cogs.discord.watchers import Watchers

WITHDRAWN_AT: Final = (NewsKind.DEAL_STARTED, NewsKind.ENDED, NewsKind.RESTORED)
"""What may leave an invitation to a lobby without a lobby."""


AT_A_START: Final = (NewsKind.RESTORED, NewsKind.CLOCK)
"""What a start does at every table."""

IN_USE_SECONDS: Final = 900.0
"""Seconds since the last action of a person from which a table is shown after the others at a start."""


class KeptDays(NamedTuple):
    """How many days rows are kept, by the operator's settings; 0: until they are deleted."""

    deals: int
    """After the end of their table."""
    people: int
    """After the day on which a person last did something."""
    servers: int
    """After the bot was removed from them."""


class ServiceLimits(NamedTuple):
    """What settings and Discord set to the services."""

    allowance: Allowance
    """How often each person may ask for a costly page."""
    double_press: float
    """Seconds in which a second press is taken for a slip of the finger."""
    budget: Budget
    """The requests that Discord allows."""
    pause: float
    """Seconds from one step of the computer players to the next."""
    kept_days: KeptDays
    """For how long what is stored is kept."""


@dataclass(frozen=True, slots=True)
class Services:
    """What the cogs share."""

    tables: Tables
    store: Store
    queue: Queue
    renderer: Renderer
    mentions: Mentions
    tokens: Tokens
    messenger: Messenger
    people: People
    avatars: AvatarFetcher
    emojis: Emojis
    servers: Servers
    asides: Asides
    admission: Admission
    presses: Presses
    controls: ControlRouter
    direct_messages: DirectMessages
    hand_messages: HandMessages
    table_messages: TableMessages
    watchers: Watchers
    invitations: Invitations
    membership: Membership
    kept_days: KeptDays

    @classmethod
    def start(
        cls,
        client: commands.AutoShardedBot,
        tables: Tables,
        store: Store,
        pictures: Pictures,
        limits: ServiceLimits,
    ) -> Services:
        """Make the services of a client, and show on Discord from now on what happens at the tables.

        Args:
            client: the client.
            tables: its tables.
            store: the database.
            pictures: draws cards.
            limits: what its settings set.
        """
        budget = limits.budget
        avatars, mentions, emojis = AvatarFetcher(pictures.avatars), Mentions(), Emojis(client, budget)
        queue, renderer = Queue(budget), Renderer(pictures, mentions, avatars.ready, emojis)
        admission, tokens, membership = Admission(limits.allowance), Tokens(), Membership(client, queue)
        people, messenger = People(store, avatars), Messenger(client, store, renderer, tokens, lasts)
        tell_of_suspensions([each.row for each in tables.suspended], store, messenger, queue)
        direct = DirectMessages(messenger, queue, people)

        def not_reached(table: LiveTable, user_id: int) -> None:
            shown.of(table).refresh()
            membership.suspect(table, user_id)

        hands = HandMessages(queue, messenger, tokens, people, direct, not_reached)
        shown = TableMessages(queue, messenger, people, direct, hands.attention, Tempo(budget, limits.pause))
        services = cls(
            tables=tables,
            store=store,
            queue=queue,
            renderer=renderer,
            mentions=mentions,
            tokens=tokens,
            messenger=messenger,
            people=people,
            avatars=avatars,
            emojis=emojis,
            servers=Servers(store),
            asides=Asides(queue, tokens),
            admission=admission,
            presses=Presses(limits.double_press),
            controls=ControlRouter(people, admission),
            direct_messages=direct,
            hand_messages=hands,
            table_messages=shown,
            watchers=Watchers(queue, messenger, direct),
            invitations=Invitations(queue, messenger),
            membership=membership,
            kept_days=limits.kept_days,
        )
        client.add_dynamic_items(Control)
        tables.listen(services.show_news)
        return services

    async def show_news(self, table: LiveTable, news: News) -> None:
        """Bring the messages of a table up to date after something has happened there."""
        message = self.table_messages.of(table)
        if table.now.ending is not None:
            message.bring_down()  # its players may look elsewhere: they find the totals at the bottom
        unused = news.kind in AT_A_START and table.is_unused(IN_USE_SECONDS)
        priority = Priority.AHEAD if unused else None
        self.table_messages.follow(table, news, priority)
        self.watchers.follow(table)
        self.hand_messages.follow(table, priority)
        self.membership.watch(table)
        if news.kind is NewsKind.ENDED:
            self.table_messages.forget(table)
            self.asides.forget(table.id)
        if news.kind in WITHDRAWN_AT:
            await self.invitations.follow(table)
