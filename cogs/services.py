"""What the cogs share."""

from __future__ import annotations

import time
from functools import partial
from math import inf
from typing import Final, NamedTuple

from discord.ext import commands

from bot.rules.reasons import Refusal
from bot.shards import EVERY, Shards
from bot.store import Order, Store
from bot.tables import LOOKED_AT, NO_CHANNEL, LiveTable, News, NewsKind, Table, Tables, TableState
from bot.text import words
from card_images import Pictures
from cogs.controls import lasts
from cogs.discord.avatars import AvatarFetcher
from cogs.discord.budget import Budget, Priority
from cogs.discord.display import Text
from cogs.discord.emojis import Emojis
from cogs.discord.limits import Admission, Allowance, DoublePresses
from cogs.discord.messenger import Messenger, Tokens
from cogs.discord.notices import DirectMessages, Notices
from cogs.discord.panels import Panel, PanelPages, Panels
from cogs.discord.people import Membership, People, Servers
from cogs.discord.queue import Queue
from cogs.discord.render import Mentions, Renderer
from cogs.discord.router import ControlRouter
from cogs.discord.table_message import TableMessages, TablePages
from cogs.hands.page import gone_page, outdated_page, player_page
from cogs.hands.panel import panel_key
from cogs.help.page import About
from cogs.lobby.wish import Wishes
from cogs.play.controls import NO_CHOICE, Choice
from cogs.table.clock import due_line
from cogs.table.page import begun_page, deal_page, public_words, spectator_page, table_page
from cogs.table.ping import ping_text

INVITATION: Final = "invitation"
"""The kind of notice that calls people to the lobby of a rematch."""

SUSPENDED_NOTICE: Final = "suspended"
"""The kind of notice that says that a table is suspended."""

WITHDRAWN_AT: Final = (NewsKind.DEAL_STARTED, NewsKind.ENDED, NewsKind.RESTORED)
"""News after which an invitation to a lobby may be out of date."""
AT_A_START: Final = (NewsKind.RESTORED, NewsKind.CLOCK)
"""News of many tables when the bot starts."""


FRESH_SECONDS: Final = 30.0
"""For how long a process believes what it knows of a person, if other processes may change it."""


class KeptDays(NamedTuple):
    """How many days rows are kept, by the operator's settings; 0: until they are deleted."""

    deals: int
    """After the end of their table."""
    people: int
    """After the day on which a person last did something."""
    servers: int
    """After the bot was removed from them."""


class Services:
    def __init__(
        self,
        client: commands.AutoShardedBot,
        tables: Tables,
        store: Store,
        pictures: Pictures,
        budget: Budget,
        *,
        pages: Allowance,
        double_press: float,
        pause: float,
        kept_days: KeptDays,
        about: About,
        shards: Shards = EVERY,
    ) -> None:
        """Make the services of a client, and from now on show on Discord what happens at the tables.

        Args:
            client: the bot.
            tables: its tables.
            store: where messages, people and servers are saved.
            pictures: draws the pictures.
            budget: the requests that Discord allows.
            pages: how often each person may ask for a costly page.
            double_press: seconds in which a second press counts as a slip of the finger.
            pause: seconds from one step of the computer players to the next.
            kept_days: how long rows are kept.
            about: what the bot tells about itself.
            shards: those of this process.
        """
        self.tables, self.store, self.kept_days, self.about = tables, store, kept_days, about
        self._shards = shards
        self.avatars, self.mentions = AvatarFetcher(pictures.avatars), Mentions()
        self.emojis = Emojis(client, budget, uploads=shards.takes_direct_messages)
        self.queue = queue = Queue(budget)
        self.renderer = Renderer(pictures, self.mentions, self.avatars.ready, self.emojis)
        self.messenger = messenger = Messenger(client, store, self.renderer, Tokens(), lasts)
        self.people = people = People(store, self.avatars, inf if shards == EVERY else FRESH_SECONDS)
        self.servers, self.membership = Servers(store), Membership(client, queue)
        self.admission, self.presses = Admission(pages, about.contact), DoublePresses(double_press)
        self.router = ControlRouter(people, self.admission)
        self.wishes = Wishes()
        self.direct_messages = DirectMessages(messenger, queue, people)
        self.notices = Notices(queue, messenger)
        of_people = PanelPages(panel_key, partial(panel_of, people), gone_page, outdated_page, spectator_page)
        self.panels = Panels(queue, messenger, people, of_people, self._not_reached)
        self.table_messages = TableMessages(
            queue,
            messenger,
            people,
            self.direct_messages,
            TablePages(public_words, table_page, begun_page, deal_page, due_line, ping_text),
            self.panels.attention,
            pause,
        )
        self._tell_of_suspended()
        client.add_listener(self.router.on_interaction, "on_interaction")
        tables.listen(self.show_news)

    def _tell_of_suspended(self) -> None:
        for each in self.tables.suspended:
            text = words(each.row.locale)("table.suspended", table=each.row.id)
            if each.row.channel_id != NO_CHANNEL:
                self.notices.post(each.row, SUSPENDED_NOTICE, Text(text))

    async def erase(self, user_id: int) -> Refusal | None:
        """Erase a person: at the tables, in the store and in memory. Return the refusal of a table."""
        await self.store.messages.flush()
        refusal = await self.tables.erase(user_id, self.store.personal.erase)
        if refusal is None:
            await self.people.forget(user_id)
        return refusal

    async def erase_everywhere(self, user_id: int) -> Refusal | None:
        """Erase a person here, and within seconds at the tables of other processes."""
        refusal = await self.erase(user_id)
        if refusal is None and self._shards != EVERY:
            await self.store.orders.give(Order.FORGET, [user_id], time.time())
        return refusal

    def _not_reached(self, table: LiveTable, user_id: int) -> None:
        """Let the ping name the button *My hand*, and ask whether the player is still in the server."""
        self.table_messages.of(table).refresh()
        self.membership.suspect(table, user_id)

    async def show_news(self, table: LiveTable, news: News) -> None:
        """Bring the messages of a table up to date after something has happened there."""
        if table.now.ending is not None:
            # Its players may look elsewhere: they find the totals at the bottom.
            self.table_messages.of(table).bring_down()
        unused = news.kind in AT_A_START and table.is_unused(LOOKED_AT)
        priority = Priority.FOLLOWING if unused else None
        if not news.idle:  # else a press shows it: pictures that nobody looks at are not drawn
            self.table_messages.follow(table, news, priority)
            self.panels.follow(table, priority)
        self.membership.watch(table)
        if news.kind is NewsKind.ENDED:
            self.table_messages.forget(table)
            self.panels.forget(table)
        if news.kind in WITHDRAWN_AT and table.now.state is not TableState.LOBBY and table.now.number <= 1:
            self.notices.withdraw(table.now, INVITATION)


async def panel_of(
    people: People, table: Table, user_id: int, notice: str = "", choice: Choice = NO_CHOICE
) -> Panel | None:
    """A player's panel as it is now, in the player's language; `player_page` explains the arguments."""
    person = await people.get(user_id)
    w = (await people.words_of(user_id)).of(table.game.name)
    page = player_page(w, table, user_id, notice=notice, choice=choice, cards=person.cards)
    key = panel_key(table, user_id)
    return None if page is None or key is None else Panel(key, page)
