"""The permissions that a table needs in its channel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.discord.replies import Interaction

PERMISSIONS: Final = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""Without these no table can be shown in a channel."""
PERMISSIONS_IN_THREADS: Final = (
    "view_channel",
    "send_messages_in_threads",
    "attach_files",
    "read_message_history",
)
PERMISSIONS_FOR_THREADS: Final = (*PERMISSIONS_IN_THREADS, "create_public_threads")
"""What a table needs in a channel where it gets a thread of its own."""


def missing_permissions(interaction: Interaction) -> list[str]:
    """The permissions that the bot lacks in this channel."""
    kind = getattr(interaction.channel, "type", None)
    in_thread = kind is not None and "thread" in kind.name
    needed = PERMISSIONS_IN_THREADS if in_thread else PERMISSIONS
    return lacking(interaction, needed)


def lacking(interaction: Interaction, needed: Sequence[str]) -> list[str]:
    """Those of some permissions that the bot lacks in this channel."""
    return [name for name in needed if not getattr(interaction.app_permissions, name)]
