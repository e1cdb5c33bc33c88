"""Pages made into Discord's messages. Every control is a `DynamicItem`: it outlives a restart."""

from __future__ import annotations

import asyncio
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.page import (
    BAIZE,
    DESCRIPTION_LIMIT,
    LABEL_LIMIT,
    OPTION_LIMIT,
    PROMPT_LIMIT,
    Button,
    Choice,
    Page,
    Row,
)

if TYPE_CHECKING:
    from card_images import Pictures
    from cogs.desk import Desk
    from cogs.page import Drawing

DESK: Final = "Desk"
"""The name of the cog that answers all controls."""


class Control(
    ui.DynamicItem[ui.Item[Any]], template=re.compile(r"(?P<kind>[a-z]\d+):(?P<rest>.+)", re.DOTALL)
):
    """A button or a list of ours, whichever version made it: `kind:rest`, answered by the desk."""

    def __init__(self, item: ui.Item[Any], kind: str = "", rest: str = "") -> None:
        super().__init__(item)
        self._kind = kind
        self._rest = rest

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Control:
        """Make the control again that somebody pressed."""
        return cls(item, match["kind"], match["rest"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Let the desk answer."""
        desk: Desk = interaction.client.get_cog(DESK)
        await desk.pressed(interaction, self._kind, self._rest)


@dataclass(frozen=True)
class Rendered:
    """A page as Discord takes it. Its files can be sent once."""

    view: ui.LayoutView
    files: list[discord.File]
    pictures_stay: bool = False
    """The message it is for shows its pictures already."""

    @property
    def change(self) -> dict[str, Any]:
        """What changes a message into this page; it mentions nobody."""
        attachments = {} if self.pictures_stay else {"attachments": self.files}
        return {"view": self.view, "allowed_mentions": discord.AllowedMentions.none(), **attachments}


class Painter:
    """Draws the pictures of pages, outside the event loop and not too many at a time."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._room = asyncio.Semaphore(2)

    async def render(self, page: Page, shown: Page | None = None) -> Rendered:
        """Make a page ready to be sent.

        Args:
            page: the page.
            shown: what the message shows that is to be changed; its pictures are not drawn again.
        """
        if shown is not None and page.pictures == shown.pictures:
            return Rendered(layout(page), [], pictures_stay=True)
        return Rendered(layout(page), [await self._file(drawing) for drawing in page.drawings])

    async def _file(self, drawing: Drawing) -> discord.File:
        async with self._room:
            data = await asyncio.to_thread(drawing.paint, self._pictures)
        description = drawing.description[:DESCRIPTION_LIMIT]
        return discord.File(io.BytesIO(data), drawing.name, description=description)


def layout(page: Page) -> ui.LayoutView:
    """The words, pictures and controls of a page."""
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=BAIZE)
    for part in page.clipped().parts:
        if isinstance(part, str):
            box.add_item(ui.TextDisplay(part))
        else:
            gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
            gallery.add_item(
                media=f"attachment://{part.name}", description=part.description[:DESCRIPTION_LIMIT]
            )
            box.add_item(gallery)
    for row in page.rows:
        box.add_item(_row(row))
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    return view


def without_controls(message: discord.Message) -> ui.LayoutView:
    """What a message shows, with nothing to press; its pictures stay the files attached to it."""
    view = ui.LayoutView.from_message(message, timeout=None)
    for item in tuple(view.walk_children()):
        if isinstance(item, ui.ActionRow) and isinstance(item.parent, ui.Container):
            item.parent.remove_item(item)
        elif isinstance(item, ui.MediaGallery):
            for picture in item.items:
                picture.media = f"attachment://{picture.media.url.partition('?')[0].rpartition('/')[2]}"
    return view


def _row(row: Row) -> ui.ActionRow[ui.LayoutView]:
    made: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    for each in [row] if isinstance(row, Choice) else row:
        made.add_item(Control(_list(each) if isinstance(each, Choice) else _button(each)))
    return made


def _button(button: Button) -> ui.Button[Any]:
    style = discord.ButtonStyle[button.look.value]
    return ui.Button(style=style, label=button.label[:LABEL_LIMIT], custom_id=button.id)


def _list(choice: Choice) -> ui.Select[Any]:
    return ui.Select(
        custom_id=choice.id,
        placeholder=choice.prompt[:PROMPT_LIMIT],
        min_values=choice.least,
        max_values=choice.most,
        options=[
            discord.SelectOption(label=option.label[:OPTION_LIMIT], value=option.value)
            for option in choice.options
        ],
    )
