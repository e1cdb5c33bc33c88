"""Commands named in texts, as links that put them into the reader's message field.

Texts name a command as `</tarock new>`, by its original name: Discord links no other. Here the id is added,
once Discord has given one; without it the command is shown as code.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.discord.page import Page

_NAMED: Final = re.compile(r"</([a-z_]+)((?: [a-z_]+)*)>")

MENTIONS: Final = "mentions"
"""The key in `Interaction.extras` of the `Mentions` of the bot that was asked."""

CommandIds: TypeAlias = "Mapping[str, int]"
"""The ids of the commands that are no subcommands, by name."""


class Mentions:
    """Links to the commands whose ids are known."""

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
