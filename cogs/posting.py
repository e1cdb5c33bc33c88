"""*Post here*: what a private answer shows to one person, posted for everybody in the channel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from math import inf
from typing import Any, NamedTuple, TypeAlias

from bot.rules.reasons import Refusal
from bot.text import Words, words
from cogs.context import turn_page
from cogs.controls import POSTED, post_id
from cogs.discord.chat import is_in_server
from cogs.discord.page import Button, Page, in_rows
from cogs.discord.replies import Interaction, acknowledge, follow_up, reader, refuse, thinking
from cogs.discord.router import ControlKind
from cogs.servers import missing_permissions, send_permission
from cogs.services import Services


class Audience(NamedTuple):
    """For whom a page is made: a person, or everybody in the channel."""

    words: Words
    user_id: int = 0
    """The person; 0 for everybody."""
    may_post: bool = False
    """Whether the page gets the button that posts it."""

    def offered(self, page: Page, page_id: str) -> Page:
        """A page with the button that posts it, if there is to be one."""
        if not self.may_post:
            return page
        button = Button(post_id(page_id), self.words("button.post"))
        *above, last = page.rows or ((),)
        rows = in_rows([*last, button]) if isinstance(last, tuple) else (last, (button,))
        return replace(page, rows=(*above, *rows))


PageMaker: TypeAlias = Callable[[Interaction, Audience, Any], Awaitable[Page]]
"""Makes a page of the server for an audience from what a control names."""


def asking(interaction: Interaction) -> Audience:
    """The person who asks for a page."""
    return Audience(reader(interaction), interaction.user.id, _refused(interaction) is None)


def _refused(interaction: Interaction) -> Refusal | None:
    """Refuse to post where the person or the bot may not send messages."""
    if not is_in_server(interaction):
        return Refusal("only_in_servers", "")
    may_send = getattr(interaction.permissions, send_permission(interaction))
    return None if may_send and not missing_permissions(interaction) else Refusal("may_not_post", "")


class PostButton:
    """Answers the button: posts the page without its controls, and takes the button away."""

    def __init__(self, services: Services, make: PageMaker) -> None:
        self._services = services
        self._make = make
        self._posting: set[int] = set()
        """Who is posting now."""

    async def pressed(self, interaction: Interaction, control: object) -> None:
        user_id, presses = interaction.user.id, self._services.presses
        if refusal := _refused(interaction):
            await refuse(interaction, refusal)
        elif user_id in self._posting or presses.is_double(interaction, inf, read=True):
            await acknowledge(interaction)
        else:
            presses.note(interaction)
            self._posting.add(user_id)
            try:
                await self._post(interaction, control)
            finally:
                self._posting.remove(user_id)

    async def _post(self, interaction: Interaction, control: object) -> None:
        async with thinking(interaction):
            server = await self._services.servers.get(interaction.guild_id or 0)
            own = Audience(reader(interaction), interaction.user.id)
            everybody = Audience(words(server.locale) if server.locale else own.words)
            left = await self._make(interaction, own, control)
            posted = replace(await self._make(interaction, everybody, control), rows=())
        await turn_page(self._services, interaction, left)
        await follow_up(interaction, await self._services.renderer.render(posted))


def let_post(services: Services, kind: ControlKind[Any], make: PageMaker) -> None:
    """Let the pages of a kind be posted."""
    services.router.add(POSTED[kind.kind], PostButton(services, make).pressed)
