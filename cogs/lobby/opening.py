"""Opening a table, in a channel or in a thread of its own, and greeting those who sit down."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot.rules.reasons import Refusal
from bot.store import Server
from bot.tables import (
    NO_CHANNEL,
    SETTINGS,
    TABLES_PER_CHANNEL,
    Hints,
    LiveTable,
    Pace,
    Table,
    TableRequest,
    TableSettings,
    TableState,
    refusal_of,
    seats,
)
from bot.text import words
from bot.text.moves import refusal_sentence
from bot.text.names import plain
from cogs.context import Context, change_by_table_message, show_panel, turn_page
from cogs.controls import INSTEAD, PANEL
from cogs.discord.chat import Chat, chat_of, is_in_server, server_of
from cogs.discord.failures import REQUEST_ERRORS, Scope, named, scope_of
from cogs.discord.page import Button, Look, Page, in_rows, lines
from cogs.discord.replies import Interaction, reader, refuse, tell, thinking
from cogs.lobby.wish import Wish
from cogs.match.page import sealed_day_line
from cogs.servers import (
    PERMISSIONS_FOR_THREADS,
    Place,
    allowed_channels,
    lacking,
    mentions,
    missing_permissions,
)
from cogs.services import Services, panel_of
from cogs.table.page import end_question, table_page, taken_over_line

DAY: Final = 24 * 60
WEEK: Final = 7 * DAY
"""Minutes without a message after which Discord archives a thread."""

logger = logging.getLogger(__name__)


class Opening:
    def __init__(
        self,
        services: Services,
        interaction: Interaction,
        wish: Wish,
        server: Server,
        *,
        follows_end: bool = False,
    ) -> None:
        self._services = services
        self._interaction = interaction
        self._wish = wish
        self._server = server
        self._follows_end = follows_end
        self._words = reader(interaction).of(wish.game.name)
        self._settings = self._chosen()

    @classmethod
    async def begin(
        cls, services: Services, interaction: Interaction, wish: Wish, instead_of: str | None = None
    ) -> None:
        """Open a table, or say why there can be none.

        With `instead_of`, first end the table of that id, as the pressed message has offered.
        """
        private = wish.is_quiet and is_in_server(interaction)
        async with thinking(interaction, new=instead_of is None, private=private):
            server = await services.servers.get(server_of(interaction))
        opening = cls(services, interaction, wish, server, follows_end=instead_of is not None)
        if problem := opening._problem():
            await tell(interaction, problem)
        elif instead_of is not None and (refusal := await opening._close(instead_of)):
            await refuse(interaction, refusal)
        elif opening._is_direct:
            await opening._open_directly()
        elif opening._in_thread:
            await opening._open_in_thread()
        else:
            await opening._open_here()

    def _chosen(self) -> TableSettings:
        """The settings that the host has chosen, else those of the server.

        Everybody plays given cards with the same computers, without hints, and without a clock. A person who
        plays outside servers keeps nobody waiting.
        """
        wish, server = self._wish, self._server
        chosen = {name: wish.settings.get(name) or getattr(server, name) for name in SETTINGS}
        settings = TableSettings.read({**chosen, "locale": chosen["locale"] or str(self._interaction.locale)})
        if self._is_direct and not wish.settings.get("pace"):
            settings = replace(settings, pace=Pace.NONE)
        if wish.given:
            return TableSettings(pace=Pace.NONE, locale=settings.locale, hints=Hints.NEVER)
        return replace(settings, hints=Hints.NEVER) if wish.match else settings

    @property
    def _is_direct(self) -> bool:
        """Whether the table is outside servers: for one person with computers, who begins at once."""
        return not is_in_server(self._interaction)

    @property
    def _in_thread(self) -> bool:
        """Whether the table gets a thread of its own, which is impossible within a thread."""
        interaction = self._interaction
        if self._is_direct:
            return False
        if self._wish.is_quiet:
            possible = not lacking(interaction, PERMISSIONS_FOR_THREADS)
            return possible and isinstance(interaction.channel, discord.TextChannel)
        wanted = (self._wish.place or self._server.place) == Place.THREAD
        return wanted and not self._wish.alone and not isinstance(interaction.channel, discord.Thread)

    def _problem(self) -> str:
        """Why no table can be opened here, or `""`."""
        w, interaction = self._words, self._interaction
        if self._is_direct:
            return refusal_sentence(w, Refusal("only_in_servers", "")) if self._wish.match else ""
        allowed = allowed_channels(self._server)
        here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
        if allowed and here.isdisjoint(allowed):
            return w("lobby.elsewhere", channels=mentions(w, allowed))
        if self._in_thread and not isinstance(interaction.channel, discord.TextChannel):
            return w("lobby.no_threads")
        if self._in_thread:
            missing = lacking(interaction, PERMISSIONS_FOR_THREADS)
        else:
            missing = missing_permissions(interaction)
        needed = w.listed([w(f"permission.{name}") for name in missing])
        return w("lobby.permissions", permissions=needed) if missing else ""

    async def _close(self, table_id: str) -> Refusal | None:
        """End a table at once, unless somebody has ended it already, and say so in the pressed message."""
        if table := self._services.tables.get(table_id):
            ctx = Context(self._services, self._interaction, table)
            async with ctx.thinking():
                refusal = await table.close(ctx.user_id, moderator=ctx.moderates)
            if refusal is not None:
                return refusal
        await turn_page(self._services, self._interaction, Page((self._words("sure.end_done"),)))
        return None

    def _in_the_way(self) -> Context | None:
        """The one other table where the person sits here, if the person may end it at once."""
        known = (Context(self._services, self._interaction, each) for each in self._own_tables())
        here = [ctx for ctx in known if self._is_here(ctx.table)]
        awake = [ctx for ctx in here if not ctx.table.asleep]
        if len(awake) != 1 or self._wish.is_quiet or self._wish.match:
            return None
        (ctx,) = awake
        change = seats.close(ctx.table, ctx.user_id, moderator=ctx.moderates)
        return ctx if refusal_of(change) is None else None

    def _is_here(self, table: Table) -> bool:
        if self._is_direct:
            return table.is_direct and not table.given
        return table.channel_id == self._interaction.channel_id

    def _own_tables(self) -> tuple[LiveTable, ...]:
        return self._services.tables.of_user(self._interaction.user.id)

    async def _offer_to_end(self, ctx: Context) -> None:
        """Say that a table is in the way, and offer to end it and to open the one wished for."""
        asked = self._interaction.id
        self._services.wishes.keep(asked, self._wish)
        question = end_question(ctx.words, ctx.table, ctx.user_id, moderator=ctx.moderates)
        sure = Button(INSTEAD.id(ctx.table.id, asked), ctx.words("button.end_and_open"), Look.DANGER)
        keep = Button(PANEL["keep"].at(ctx.table), ctx.words("button.keep"))
        code = "already_playing_alone" if self._is_direct else "already_playing_here"
        text = lines(refusal_sentence(ctx.words, Refusal(code, "")), question)
        await ctx.reply(Page((text,), in_rows([sure, keep])))
        self._services.presses.note(self._interaction)

    async def _open_here(self) -> None:
        if not self._interaction.response.is_done() and (ctx := self._in_the_way()):
            await self._offer_to_end(ctx)
            return
        wish = self._wish
        async with thinking(self._interaction, new=True, private=wish.is_quiet):
            table = await self._create(self._interaction.channel_id or 0)
        if isinstance(table, Refusal):
            await refuse(self._interaction, table)
        elif wish.is_quiet:
            await self._tell_opened("given.opened")
        else:
            ctx = Context(self._services, self._interaction, table)
            # What the end of another table has left to post comes first.
            await (show_below(ctx) if self._follows_end else show_opened(ctx))
            if wish.alone:
                begun = wish.given is not None
                refusal = None if begun else await table.fill_and_start(ctx.user_id, self._interaction.id)
                await show_panel(ctx, refusal, follows_up=self._interaction.response.is_done())

    async def _open_directly(self) -> None:
        """Open a table outside servers, and begin with computers."""
        interaction, given = self._interaction, self._wish.given
        if not interaction.response.is_done() and (ctx := self._in_the_way()):
            await self._offer_to_end(ctx)
            return
        direct = chat_of(interaction) is Chat.DIRECT
        async with thinking(interaction, new=True, private=not direct):
            channel_id = (interaction.channel_id or NO_CHANNEL) if direct else NO_CHANNEL
            table = await self._services.tables.create(self._request(channel_id))
        if isinstance(table, Refusal):
            await refuse(interaction, table)
            return
        ctx = Context(self._services, interaction, table)
        await begin_directly(ctx, follows_up=self._follows_end)
        if given and (sealed := sealed_day_line(self._words, given)):
            await ctx.tell(sealed)

    async def _open_in_thread(self) -> None:
        interaction = self._interaction
        if refusal := self._crowded():
            await refuse(interaction, refusal)
            return
        async with thinking(interaction, new=True):
            try:
                thread = await self._thread()
            except REQUEST_ERRORS as error:
                logger.warning("A thread cannot be created: %s", named(error))
                thread = None
            table = None if thread is None else await self._create(thread.id)
        if thread is None or table is None:
            await tell(interaction, self._words("lobby.thread_failed"))
        elif isinstance(table, Refusal):
            await refuse(interaction, table)
            with _optional("A thread cannot be deleted"):
                await thread.delete()
        else:
            self._services.table_messages.of(table).refresh()
            await self._tell_opened("lobby.in_thread", channel=thread.mention)
            if self._wish.given is None:
                await greet(Context(self._services, interaction, table))

    async def _tell_opened(self, key: str, **facts: str) -> None:
        """Say where the table is, with the commitment to its cards if they are those of a day."""
        w, given = self._words, self._wish.given
        await tell(self._interaction, lines(w(key, **facts), sealed_day_line(w, given) if given else ""))

    async def _thread(self) -> discord.Thread:
        """Create the thread of the table, and add the host.

        Raises:
            REQUEST_ERRORS: Discord did not allow it, or cannot be reached.
        """
        channel, host = self._interaction.channel, self._interaction.user
        assert isinstance(channel, discord.TextChannel), "all others were refused"
        kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
        w = words(self._settings.locale, self._wish.game.name)
        key = "thread.given" if self._wish.given else "thread.name"
        name = w(key, game=self._wish.game.name, player=plain(host.display_name))
        create = partial(
            channel.create_thread,
            type=kind,
            auto_archive_duration=WEEK if self._settings.pace is Pace.SLOW else DAY,
        )
        try:
            thread = await create(name=name)
        except discord.HTTPException as error:
            if scope_of(error) is not Scope.PART:
                raise
            # Discord rejects some words in names of threads; the name of the game has none of them.
            thread = await create(name=w(f"game.{self._wish.game.name}"))
        with _optional("A host cannot be added to a thread"):
            await thread.add_user(host)
        return thread

    def _crowded(self) -> Refusal | None:
        """Refuse a thread if as many threads of this channel have a table as the channel itself may have.

        Tables of given cards do not count: each person may have the same number of those.
        """
        guild, tables = self._interaction.guild, self._services.tables
        if guild is None:
            return None
        if self._wish.given:
            own = sum(bool(table.now.given) for table in tables.of_user(self._interaction.user.id))
            full = own >= TABLES_PER_CHANNEL
            return Refusal("too_many_given", "", {"count": own}) if full else None
        awake = (table for table in tables.of_server(guild.id) if not (table.now.asleep or table.now.given))
        threads = (guild.get_thread(table.now.channel_id) for table in awake)
        count = sum(each is not None and each.parent_id == self._interaction.channel_id for each in threads)
        return Refusal("too_many_tables", "", {"count": count}) if count >= TABLES_PER_CHANNEL else None

    async def _create(self, channel_id: int) -> LiveTable | Refusal:
        interaction = self._interaction
        created = await self._services.tables.create(self._request(channel_id))
        if not isinstance(created, Refusal):  # a refused person need not wait for one more save
            await self._services.people.met(interaction.user, str(interaction.locale))
        return created

    def _request(self, channel_id: int) -> TableRequest:
        wish, user = self._wish, self._interaction.user
        given = wish.given
        return TableRequest(
            guild_id=server_of(self._interaction),
            channel_id=channel_id,
            host_id=user.id,
            host_name=user.display_name,
            game=wish.game,
            options=wish.options,
            settings=self._settings,
            seats=given.seated(user.id, user.display_name) if given else (),
            given=given,
            match=wish.match,
        )


@contextmanager
def _optional(failure: str) -> Iterator[None]:
    """Log and ignore that a request fails which the table can do without."""
    try:
        yield
    except REQUEST_ERRORS as error:
        logger.warning("%s: %s", failure, named(error))


async def join(ctx: Context) -> None:
    name = ctx.interaction.user.display_name
    if await change_by_table_message(ctx, partial(ctx.live.join, ctx.user_id, name)) is None:
        if taken := taken_over_line(ctx.words, ctx.table, ctx.user_id):
            await ctx.tell(taken)
        await greet(ctx)


def seated_text(ctx: Context) -> str:
    """That a person has sat down, and the points of the seat if another player had it before."""
    return lines(taken_over_line(ctx.words, ctx.table, ctx.user_id), ctx.words("lobby.joined"))


async def begin_directly(ctx: Context, *, follows_up: bool = False) -> None:
    """Begin at a table outside servers, and answer with the panel: in direct messages it is the table.

    With `follows_up` the interaction has had another answer, which stays.
    """
    panels, interaction = ctx.panels, ctx.interaction
    with panels.holding():
        async with ctx.thinking(new=True, private=False):
            await ctx.services.people.met(interaction.user, str(interaction.locale))
            refusal = None
            if ctx.table.state is TableState.LOBBY:
                refusal = await ctx.live.fill_and_start(ctx.user_id, interaction.id)
            panel = await panel_of(ctx.services.people, ctx.table, ctx.user_id)
        if panel is None:
            await ctx.refuse(refusal or Refusal("not_started", ""))
        elif chat_of(interaction) is Chat.DIRECT:
            show = ctx.follow_up if follows_up else partial(ctx.reply, private=False)
            message_id = await show(panel.page)
            if message_id is not None and interaction.channel_id is not None:
                await panels.begun(message_id, interaction.channel_id, panel)
        else:
            await show_panel(ctx, follows_up=follows_up)


async def show_opened(ctx: Context) -> None:
    """Answer with the message of a table that has just been opened, and greet its host."""
    message, posted = ctx.services.table_messages.of(ctx.live), False
    try:
        posted = await message.post_by_token(table_page(ctx.table), partial(ctx.reply, private=False))
    finally:
        if not posted:
            message.refresh()
    await greet(ctx)


async def show_below(ctx: Context) -> None:
    """Post the message of a table that has just been opened in its turn, and greet its host."""
    ctx.services.table_messages.of(ctx.live).refresh()
    await greet(ctx)


async def greet(ctx: Context) -> None:
    """Send a person who has sat down a first direct message; if it does not arrive, say how to go on."""
    known = await ctx.services.people.get(ctx.user_id)
    channel = f"<#{ctx.table.channel_id}>"
    arrived = await ctx.services.direct_messages.send_in_the_end(ctx.user_id, "dm.hello", channel=channel)
    if not arrived and not known.told_dm_closed:
        retry = Button(PANEL["dm"].at(ctx.table), ctx.words("button.retry"))
        await ctx.reply(Page((ctx.words("dm.closed"),), ((retry,),)))
