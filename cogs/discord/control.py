"""The one kind of control under our messages. As a `DynamicItem` it works after a restart, too."""

from __future__ import annotations

import re
from typing import Any, Protocol

import discord
from discord import ui


class Router(Protocol):
    """What answers controls: the attribute `controls` of the client."""

    async def pressed(self, interaction: discord.Interaction[Any], kind: str, rest: str, /) -> None:
        """Answer the control with the custom_id `kind:rest`."""


class Control(
    ui.DynamicItem[ui.Item[Any]], template=re.compile(r"(?:(?P<kind>[a-z]\d+):)?(?P<rest>.*)", re.DOTALL)
):
    """A button or list, of this or another version of the bot. Its custom_id is `kind:rest`.

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
