"""What the cogs share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from discord.ext import commands

from bot.store import Store
from bot.tables import LiveTable, News, NewsKind, Table, Tables, TableState
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
from cogs.discord.render import ControlItem, Mentions, Renderer
from cogs.discord.router import ControlRouter
from cogs.discord.table_message import TableMessages, TablePages
from cogs.hands.page import gone_page, outdated_page, player_page
from cogs.hands.panel import panel_key
from cogs.play.controls import NO_CHOICE, Choice
from cogs.table.clock import due_line
from cogs.table.page import deal_page, public_words, spectator_page, table_page

INVITATION: Final = "invitation"
"""The kind of notice that calls people to the lobby of a rematch."""

SUSPENDED_NOTICE: Final = "suspended"
"""The kind of notice that says that a table is suspended."""

WITHDRAWN_AT: Final = (NewsKind.DEAL_STARTED, NewsKind.ENDED, NewsKind.RESTORED)
"""News after which an invitation to a lobby may be out of date."""
AT_A_START: Final = (NewsKind.RESTORED, NewsKind.CLOCK)
"""News of every table when the bot starts."""
IN_USE_SECONDS: Final = 900.0
"""At a start, tables without an action of a person for that time are shown after the others."""


class KeptDays(NamedTuple):
    """How many days rows are kept, by the operator's settings; 0: until they are deleted."""

    deals: int
    """After the end of their table."""
    people: int
    """After the day on which a person last did something."""
    servers: int
    """After the bot was removed from them."""


class ServiceLimits(NamedTuple):
    """The limits from the settings and from Discord."""

    allowance: Allowance
    """How often each person may ask for a costly page."""
    double_press: float
    """Seconds in which a second press counts as a slip of the finger."""
    budget: Budget
    """The requests that Discord allows."""
    pause: float
    """Seconds from one step of the computer players to the next."""
    kept_days: KeptDays


@dataclass(frozen=True, slots=True)
class Services:
    tables: Tables
    store: Store
    queue: Queue
    renderer: Renderer
    mentions: Mentions
    messenger: Messenger
    people: People
    avatars: AvatarFetcher
    emojis: Emojis
    servers: Servers
    admission: Admission
    presses: DoublePresses
    router: ControlRouter
    direct_messages: DirectMessages
    panels: Panels
    table_messages: TableMessages
    notices: Notices
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
        """Make the services of a client, and from now on show on Discord what happens at the tables."""
        budget = limits.budget
        avatars, mentions, emojis = AvatarFetcher(pictures.avatars), Mentions(), Emojis(client, budget)
        queue, renderer = Queue(budget), Renderer(pictures, mentions, avatars.ready, emojis)
        people, membership = People(store, avatars), Membership(client, queue)
        messenger = Messenger(client, store, renderer, Tokens(), lasts)
        direct = DirectMessages(messenger, queue, people)
        admission = Admission(limits.allowance)

        def not_reached(table: LiveTable, user_id: int) -> None:
            shown.of(table).refresh()
            membership.suspect(table, user_id)

        panel = partial(panel_of, people)
        of_people = PanelPages(panel_key, panel, gone_page, outdated_page, spectator_page)
        hands = Panels(queue, messenger, people, of_people, not_reached)
        of_tables = TablePages(public_words, table_page, deal_page, due_line)
        shown = TableMessages(queue, messenger, people, direct, of_tables, hands.attention, limits.pause)
        services = cls(
            tables=tables,
            store=store,
            queue=queue,
            renderer=renderer,
            mentions=mentions,
            messenger=messenger,
            people=people,
            avatars=avatars,
            emojis=emojis,
            servers=Servers(store),
            admission=admission,
            presses=DoublePresses(limits.double_press),
            router=ControlRouter(people, admission),
            direct_messages=direct,
            panels=hands,
            table_messages=shown,
            notices=Notices(queue, messenger),
            membership=membership,
            kept_days=limits.kept_days,
        )
        for each in tables.suspended:
            text = words(each.row.locale)("table.suspended", table=each.row.id)
            services.notices.post(each.row, SUSPENDED_NOTICE, Text(text))
        client.add_dynamic_items(ControlItem)
        tables.listen(services.show_news)
        return services

    async def show_news(self, table: LiveTable, news: News) -> None:
        """Bring the messages of a table up to date after something has happened there."""
        message = self.table_messages.of(table)
        if table.now.ending is not None:
            message.bring_down()  # its players may look elsewhere: they find the totals at the bottom
        unused = news.kind in AT_A_START and table.is_unused(IN_USE_SECONDS)
        priority = Priority.FOLLOWING if unused else None
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
    w = words(person.locale or "en").of(table.game.name)
    page = player_page(w, table, user_id, notice=notice, choice=choice, large=person.large_cards)
    key = panel_key(table, user_id)
    return None if page is None or key is None else Panel(key, page)
