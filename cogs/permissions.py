"""The permissions that a table needs in its channel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cogs.delivery.replies import Interaction

PERMISSIONS: Final = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""Without these no table can be shown in a channel."""
PERMISSIONS_IN_THREADS: Final = (
    "view_channel",
    "send_messages_in_threads",
    "attach_files",
    "read_message_history",
)


def missing_permissions(interaction: Interaction) -> list[str]:
    """The permissions that the bot lacks in this channel."""
    kind = getattr(interaction.channel, "type", None)
    in_thread = kind is not None and "thread" in kind.name
    needed = PERMISSIONS_IN_THREADS if in_thread else PERMISSIONS
    return [name for name in needed if not getattr(interaction.app_permissions, name)]
