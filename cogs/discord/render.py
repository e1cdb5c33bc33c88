"""Pages as Discord takes them."""

from __future__ import annotations

import asyncio
import io
import logging
import re
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeVar

import discord
from discord import ui

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

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    from card_images import Pictures
    from cogs.discord.pictures import Picture

BAIZE: Final = 0x2F6B4F
"""The colour beside every message: the cloth of a card table."""

DRAWN_AT_ONCE: Final = 3
"""How many pictures are drawn at the same time."""

CHANNELS: Final = [discord.ChannelType[kind] for kind in ("text", "news", "voice", "forum")]
"""The kinds of channels where commands can be used, in themselves or in their threads."""

_NAMED: Final = re.compile(r"</([a-z_]+)((?: [a-z_]+)*)>")

MENTIONS: Final = "mentions"
"""The key in `Interaction.extras` of the `Mentions` of the bot that was asked."""

CommandIds: TypeAlias = "Mapping[str, int]"
"""The ids of the commands that are no subcommands, by name."""

logger = logging.getLogger(__name__)

T = TypeVar("T")


class Mentions:
    """Links to the commands whose ids are known, which put them into the reader's message field.

    Texts name a command as `</tarock new>`, by its original name: Discord links no other. Here the id is
    added, once Discord has given one; without it the command is shown as code.
    """

    def __init__(self) -> None:
        self._ids: CommandIds = {}

    def learn(self, ids: CommandIds) -> None:
        """Remember the ids that Discord has given to the commands."""
        self._ids = dict(ids)

    def linked(self, text: str) -> str:
        """Return a text with a link for each command that it names."""
        return _NAMED.sub(self._link, text)

    def linked_page(self, page: Page) -> Page:
        """Return a page with a link for each command that its texts name."""
        parts = tuple(self.linked(part) if isinstance(part, str) else part for part in page.parts)
        rows = tuple(self.linked(row) if isinstance(row, str) else row for row in page.rows)
        return replace(page, parts=parts, rows=rows)

    def _link(self, found: re.Match[str]) -> str:
        name, path = found[1], f"{found[1]}{found[2]}"
        return f"</{path}:{self._ids[name]}>" if name in self._ids else f"`/{path}`"


class Router(Protocol):
    """What answers controls: the attribute `controls` of the client."""

    async def pressed(self, interaction: discord.Interaction[Any], kind: str, rest: str, /) -> None:
        """Answer the control with the custom_id `kind:rest`."""


class Control(
    ui.DynamicItem[ui.Item[Any]], template=re.compile(r"(?:(?P<kind>[a-z]\d+):)?(?P<rest>.*)", re.DOTALL)
):
    """A button or list, of this or another version of the bot. Its custom_id is `kind:rest`.

    It is the only kind of control under our messages; as a `DynamicItem` it works after a restart, too.

    The template fits any id, so that the press of any control is answered.
    """

    def __init__(self, item: ui.Item[Any], kind: str = "", rest: str = "") -> None:
        super().__init__(item)
        self._kind = kind
        self._rest = rest

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Control:
        """The control that was pressed."""
        return cls(item, match["kind"] or "", match["rest"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Pass the press on to the client's router."""
        router: Router = interaction.client.controls
        await router.pressed(interaction, self._kind, self._rest)


@dataclass(frozen=True)
class Rendered:
    """A page as Discord takes it."""

    page: Page
    images: tuple[bytes, ...] = ()
    """The pictures, drawn."""
    emojis: Emojis | None = None
    """The emojis of the cards; `None` to show labels alone."""
    keeps_pictures: bool = False
    """The message that is to be edited shows the right pictures already."""

    @property
    def view(self) -> ui.LayoutView:
        """Its text, pictures and controls."""
        return layout(self.page, self.emojis)

    @property
    def files(self) -> list[discord.File]:
        """Its pictures, to be sent once."""
        return [
            discord.File(io.BytesIO(data), each.file_name, description=each.description[:DESCRIPTION_LIMIT])
            for each, data in zip(self.page.pictures, self.images, strict=True)
        ]

    @property
    def change(self) -> dict[str, Any]:
        """The arguments that edit a message into this page, mentioning no one."""
        attachments = {} if self.keeps_pictures else {"attachments": self.files}
        return {"view": self.view, "allowed_mentions": discord.AllowedMentions.none(), **attachments}

    def simpler(self) -> Rendered | None:
        """The same with less decoration, for when Discord refuses it; `None` if nothing can be left out.

        First without emojis, which are then looked up again; then with its pictures in words.
        """
        if self.emojis is not None and self.emojis.are_in(self.page):
            self.emojis.doubt()
            return replace(self, emojis=None)
        return replace(self, page=self.page.in_words(), images=()) if self.images else None


async def deliver(rendered: Rendered, send: Callable[[Rendered], Awaitable[T]]) -> tuple[T, Rendered]:
    """Send a page; while Discord refuses a part of it, send it with less and less decoration.

    Returns:
        What `send` has returned, and what Discord has accepted.

    Raises:
        discord.HTTPException: Discord refuses the page without decoration too, or for another reason.
    """
    while True:
        try:
            return await send(rendered), rendered
        except discord.HTTPException as error:
            if scope_of(error) is not Scope.PART or (simpler := rendered.simpler()) is None:
                raise
            logger.warning("Discord has refused a part of a message: %s", named(error))
            rendered = simpler


class Renderer:
    """Renders pages. Pictures are drawn in worker threads, first those for which a person waits."""

    def __init__(
        self,
        pictures: Pictures,
        mentions: Mentions,
        avatars_ready: Callable[[Iterable[int]], Awaitable[None]],
        emojis: Emojis,
    ) -> None:
        """Render pages.

        Args:
            pictures: draws the pictures.
            mentions: makes links of the commands that a text names.
            avatars_ready: waits a little for the avatars of some people.
            emojis: of the cards.
        """
        self.mentions = mentions
        self._pictures = pictures
        self._avatars_ready = avatars_ready
        self._emojis = emojis
        self._slots = Slots(DRAWN_AT_ONCE)

    async def render(self, page: Page, shown: Page | None = None) -> Rendered:
        """Render a page.

        Args:
            page: the page.
            shown: what the message to be edited shows now; the same pictures are not drawn again.
        """
        linked = self.mentions.linked_page(page)
        if shown is not None and page.pictures == shown.pictures:
            return Rendered(linked, emojis=self._emojis, keeps_pictures=True)
        return Rendered(linked, tuple([await self._image(each) for each in page.pictures]), self._emojis)

    async def _image(self, picture: Picture) -> bytes:
        await self._avatars_ready(picture.people)
        return await self._draw(priority_now(), lambda: picture.draw(self._pictures))

    async def prepare(self) -> None:
        """Draw ahead the emojis and what the pictures are made of, whenever no picture is being drawn."""
        await self._emojis.upload(partial(self._draw, Priority.FOLLOWING))
        for step in self._pictures.preparations():
            await self._draw(Priority.FOLLOWING, step)

    async def _draw(self, priority: Priority, draw: Callable[[], T]) -> T:
        await self._slots.take(priority)
        try:
            return await asyncio.to_thread(draw)
        finally:
            self._slots.give_back()


def layout(page: Page, emojis: Emojis | None) -> ui.LayoutView:
    """The text, pictures and controls of a page."""
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=BAIZE)
    for part in page.clipped().parts:
        box.add_item(ui.TextDisplay(part) if isinstance(part, str) else _gallery(part))
    for row in page.rows:
        box.add_item(ui.TextDisplay(row) if isinstance(row, str) else _row(row, emojis))
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    return view


def without_controls(message: discord.Message, lasts: Callable[[str], bool]) -> ui.LayoutView:
    """The layout of a message as `Page.without_controls` leaves it; its pictures stay the files attached.

    Args:
        message: the message.
        lasts: whether the control with an id stays.
    """
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
    return view


def controls_of(message: discord.Message) -> list[str]:
    """The ids of all controls of a message."""
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
        made.add_item(Control(_item(each, emojis)))
    return made


def _item(control: Button | Select, emojis: Emojis | None) -> ui.Item[Any]:
    if isinstance(control, Button):
        return _button(control, emojis)
    return _channel_select(control) if isinstance(control, ChannelSelect) else _select(control, emojis)


def _button(button: Button, emojis: Emojis | None) -> ui.Button[Any]:
    return ui.Button(
        style=discord.ButtonStyle[button.look.value],
        label=button.label[:LABEL_LIMIT],
        custom_id=button.id,
        emoji=emojis.of(button.card) if emojis else None,
        disabled=not button.enabled,
    )


def _select(select: Select, emojis: Emojis | None) -> ui.Select[Any]:
    return ui.Select(
        custom_id=select.id,
        placeholder=select.prompt[:PROMPT_LIMIT],
        min_values=select.least,
        max_values=select.most,
        disabled=not select.enabled,
        options=[
            discord.SelectOption(
                label=option.label[:OPTION_LIMIT],
                value=option.value,
                description=option.about[:OPTION_LIMIT] or None,
                emoji=emojis.of(option.card) if emojis else None,
                default=option.value in select.chosen,
            )
            for option in select.options
        ],
    )


def _channel_select(select: ChannelSelect) -> ui.ChannelSelect[Any]:
    return ui.ChannelSelect(
        custom_id=select.id,
        placeholder=select.prompt[:PROMPT_LIMIT],
        min_values=select.least,
        max_values=select.most,
        channel_types=CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=int(each), type=discord.SelectDefaultValueType.channel)
            for each in select.chosen
        ],
    )
