"""Rendering pages into what discord.py sends: drawn pictures, controls, emojis, links to commands."""

from __future__ import annotations

import asyncio
import io
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

import discord
from discord import ui

from card_images import Pictures
from cogs.discord.budget import Priority, Slots, priority_now
from cogs.discord.emojis import Emojis
from cogs.discord.failures import Scope, named, scope_of
from cogs.discord.page import (
    DESCRIPTION_LIMIT,
    LABEL_LIMIT,
    OPTION_LIMIT,
    PROMPT_LIMIT,
    Button,
    ChannelSelect,
    Page,
    Row,
    Select,
    controls_in,
)
from cogs.discord.pictures import Picture

BAIZE = 0x2F6B4F
"""The colour of the bar at the left of every message: green baize."""

DRAWN_AT_ONCE = 3
"""How many pictures are drawn at the same time."""

CHANNELS = [discord.ChannelType[kind] for kind in ("text", "news", "voice", "forum")]
"""The types of channels where commands can be used, in the channel itself or in its threads."""

_NAMED = re.compile(r"</([a-z_]+)((?: [a-z_]+)*)>")

MENTIONS = "mentions"
"""The key of the bot's `Mentions` in `Interaction.extras`."""

logger = logging.getLogger(__name__)

T = TypeVar("T")


class Mentions:
    """Links to the commands that texts name, which put a command into the reader's message field.

    Texts name a command as `</tarock new>`, by its English name. Here its id is added; a command without an
    id is shown as code.
    """

    def __init__(self) -> None:
        self._ids: Mapping[str, int] = {}

    def learn(self, ids: Mapping[str, int]) -> None:
        """Remember the ids of the top-level commands by name."""
        self._ids = dict(ids)

    def linked(self, text: str) -> str:
        return _NAMED.sub(self._link, text)

    def linked_page(self, page: Page) -> Page:
        parts = tuple(self.linked(part) if isinstance(part, str) else part for part in page.parts)
        rows = tuple(self.linked(row) if isinstance(row, str) else row for row in page.rows)
        return replace(page, parts=parts, rows=rows)

    def _link(self, found: re.Match[str]) -> str:
        name, path = found[1], f"{found[1]}{found[2]}"
        return f"</{path}:{self._ids[name]}>" if name in self._ids else f"`/{path}`"


@dataclass(frozen=True)
class Rendered:
    page: Page
    images: tuple[bytes, ...] = ()
    """The drawn pictures."""
    emojis: Emojis | None = None
    """Those on the controls; `None` for labels alone."""
    redraw: Callable[[], Awaitable[Rendered]] | None = None
    """Draws the pictures, unless the message to be edited has the right ones already."""

    @property
    def view(self) -> ui.LayoutView:
        box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=BAIZE)
        for part in self.page.clipped().parts:
            box.add_item(ui.TextDisplay(part) if isinstance(part, str) else _gallery(part))
        for row in self.page.rows:
            box.add_item(ui.TextDisplay(row) if isinstance(row, str) else _row(row, self.emojis))
        view = ui.LayoutView(timeout=None)
        view.add_item(box)
        return _unheard(view)

    @property
    def files(self) -> list[discord.File]:
        """The pictures as new files: each can be sent only once."""
        return [
            discord.File(io.BytesIO(data), each.file_name, description=each.description[:DESCRIPTION_LIMIT])
            for each, data in zip(self.page.pictures, self.images, strict=True)
        ]

    @property
    def change(self) -> dict[str, Any]:
        """The arguments that edit a message into this page, without notifying anybody."""
        attachments = {} if self.redraw else {"attachments": self.files}
        return {"view": self.view, "allowed_mentions": discord.AllowedMentions.none(), **attachments}

    async def otherwise(self) -> Rendered | None:
        """What to send after Discord has refused this; `None` if nothing can be left out.

        First with its own pictures: another edit may have changed those of the message. Then without emojis,
        which are looked up again; then with descriptions instead of pictures.
        """
        if self.redraw is not None:
            return await self.redraw()
        if self.emojis is not None and self.emojis.are_in(self.page):
            self.emojis.doubt()
            return replace(self, emojis=None)
        return replace(self, page=self.page.in_words(), images=()) if self.images else None


async def deliver(rendered: Rendered, send: Callable[[Rendered], Awaitable[T]]) -> tuple[T, Rendered]:
    """Send a page; while Discord refuses a part of it, send it `otherwise`.

    Returns:
        The result of `send`, and what Discord has accepted.

    Raises:
        discord.HTTPException: Discord refuses the simplest page, too, or for another reason.
    """
    while True:
        try:
            return await send(rendered), rendered
        except discord.HTTPException as error:
            if scope_of(error) is not Scope.PART or (other := await rendered.otherwise()) is None:
                raise
            logger.warning("Discord has refused a part of a message: %s", named(error))
            rendered = other


class Renderer:
    """Renders pages. Worker threads draw the pictures, first those for which a person waits."""

    def __init__(
        self,
        pictures: Pictures,
        mentions: Mentions,
        avatars_ready: Callable[[Iterable[int]], Awaitable[None]],
        emojis: Emojis,
    ) -> None:
        """`avatars_ready` waits a little for the avatars of some people."""
        self.mentions = mentions
        self._pictures = pictures
        self._avatars_ready = avatars_ready
        self._emojis = emojis
        self._slots = Slots(DRAWN_AT_ONCE)

    async def render(self, page: Page, shown: Page | None = None) -> Rendered:
        """Render a page. If the message to be edited has `shown` the same pictures, they are not drawn."""
        linked = self.mentions.linked_page(page)
        if shown is not None and page.pictures == shown.pictures:
            return Rendered(linked, emojis=self._emojis, redraw=partial(self.render, page))
        images = list[bytes]()
        for each in page.pictures:
            await self._avatars_ready(each.people)
            images.append(await self._draw(priority_now(), partial(each.draw, self._pictures)))
        return Rendered(linked, tuple(images), self._emojis)

    async def prepare(self) -> None:
        """Draw the emojis and the parts of pictures ahead, at low priority."""
        await self._emojis.upload(partial(self._draw, Priority.FOLLOWING))
        for step in self._pictures.preparations():
            await self._draw(Priority.FOLLOWING, step)

    async def _draw(self, priority: Priority, draw: Callable[[], T]) -> T:
        await self._slots.take(priority)
        try:
            return await asyncio.to_thread(draw)
        finally:
            self._slots.give_back()


def _unheard(view: ui.LayoutView) -> ui.LayoutView:
    """A view that discord.py does not keep once it is sent: the router hears of every press by itself."""
    view.stop()
    return view


def without_controls(message: discord.Message, lasts: Callable[[str], bool]) -> ui.LayoutView:
    """The layout of a message without controls, except those whose id `lasts` accepts."""
    view = ui.LayoutView.from_message(message, timeout=None)
    for item in tuple(view.walk_children()):
        if isinstance(item, ui.ActionRow) and isinstance(item.parent, ui.Container):
            for control in [
                each
                for each in item.children
                if not (isinstance(each, ui.Button) and lasts(each.custom_id or ""))
            ]:
                item.remove_item(control)
            if not item.children:
                item.parent.remove_item(item)
        elif isinstance(item, ui.MediaGallery):
            for picture in item.items:
                picture.media = f"attachment://{picture.media.url.partition('?')[0].rpartition('/')[2]}"
    return _unheard(view)


def controls_of(message: discord.Message) -> list[str]:
    items = ui.LayoutView.from_message(message, timeout=None).walk_children()
    return [item.custom_id for item in items if isinstance(item, (ui.Button, ui.Select)) and item.custom_id]


def _gallery(picture: Picture) -> ui.MediaGallery[ui.LayoutView]:
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    description = picture.description[:DESCRIPTION_LIMIT]
    gallery.add_item(media=f"attachment://{picture.file_name}", description=description)
    return gallery


def _row(row: Row, emojis: Emojis | None) -> ui.ActionRow[ui.LayoutView]:
    made: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    for each in controls_in(row):
        made.add_item(_button(each, emojis) if isinstance(each, Button) else _select(each, emojis))
    return made


def _button(button: Button, emojis: Emojis | None) -> ui.Button[Any]:
    return ui.Button(
        style=discord.ButtonStyle[button.look.value],
        label=button.label[:LABEL_LIMIT],
        custom_id=button.id,
        emoji=emojis.of(button.card) if emojis else None,
        disabled=not button.enabled,
    )


def _select(select: Select, emojis: Emojis | None) -> ui.Item[Any]:
    common: dict[str, Any] = {
        "custom_id": select.id,
        "placeholder": select.prompt[:PROMPT_LIMIT],
        "min_values": select.least,
        "max_values": select.most,
        "disabled": not select.enabled,
    }
    if isinstance(select, ChannelSelect):
        kind = discord.SelectDefaultValueType.channel
        chosen = [discord.SelectDefaultValue(id=int(each), type=kind) for each in select.chosen]
        return ui.ChannelSelect(channel_types=CHANNELS, default_values=chosen, **common)
    options = [
        discord.SelectOption(
            label=option.label[:OPTION_LIMIT],
            value=option.value,
            description=option.about[:OPTION_LIMIT] or None,
            emoji=emojis.of(option.card) if emojis else None,
            default=option.value in select.chosen,
        )
        for option in select.options
    ]
    return ui.Select(options=options, **common)
