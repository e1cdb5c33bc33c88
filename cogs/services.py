"""What the cogs share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.tables import NewsKind
from cogs.delivery.admission import Admission, Allowance
from cogs.delivery.control import Control
from cogs.delivery.direct_messages import DirectMessages
from cogs.delivery.hand_message import HandMessages
from cogs.delivery.messenger import Messenger
from cogs.delivery.people import People
from cogs.delivery.queue import Queue
from cogs.delivery.render import Renderer
from cogs.delivery.router import ControlRouter
from cogs.delivery.suspensions import tell_of_suspensions
from cogs.delivery.table_message import TableMessages

if TYPE_CHECKING:
    from discord.ext import commands

    from bot.store import Store
    from bot.tables import News, Table, Tables
    from card_images import Pictures
    from cogs.pages.privacy import KeptDays


@dataclass(frozen=True, slots=True)
class Services:
    """What the cogs share."""

    tables: Tables
    store: Store
    queue: Queue
    renderer: Renderer
    people: People
    admission: Admission
    controls: ControlRouter
    direct_messages: DirectMessages
    hand_messages: HandMessages
    table_messages: TableMessages
    kept_days: KeptDays

    @classmethod
    def start(
        cls,
        client: commands.AutoShardedBot,
        tables: Tables,
        store: Store,
        pictures: Pictures,
        allowance: Allowance,
        kept_days: KeptDays,
    ) -> Services:
        """Make the services of a client, and show on Discord from now on what happens at the tables."""
        queue, renderer, people = Queue(), Renderer(pictures), People(store)
        admission = Admission(allowance)
        messenger = Messenger(client, store, renderer)
        tell_of_suspensions(tables.suspended, store, messenger, queue)
        direct = DirectMessages(messenger, queue, people)
        hands = HandMessages(
            queue, messenger, renderer, people, direct, lambda table: shown.of(table).refresh()
        )
        shown = TableMessages(queue, messenger, people, direct, hands.attention)
        router = ControlRouter(people, admission)
        services = cls(
            tables, store, queue, renderer, people, admission, router, direct, hands, shown, kept_days
        )
        client.add_dynamic_items(Control)
        tables.listen(services.show_news)
        return services

    async def show_news(self, table: Table, news: News) -> None:
        """Bring the messages of a table up to date after something has happened there."""
        ended = news.kind is NewsKind.ENDED
        if not news.continues:
            self.table_messages.of(table).refresh()
        for user_id in table.people:
            self.hand_messages.refresh(table, user_id)
            if ended:
                self.hand_messages.forget(table, user_id)
        if ended:
            self.table_messages.forget(table)
