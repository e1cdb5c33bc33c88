"""In which kind of chat somebody uses the bot."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

import discord

from bot.store import NO_SERVER


class Chat(Enum):
    SERVER = auto()
    """A server that the bot is in."""
    DIRECT = auto()
    """The direct messages with the bot."""
    ELSEWHERE = auto()
    """Another chat, where only the person has installed the bot: all answers are private there."""


def chat_of(interaction: discord.Interaction[Any]) -> Chat:
    if interaction.guild_id is None:
        return Chat.ELSEWHERE if interaction.context.private_channel else Chat.DIRECT
    own = interaction.is_user_integration() and not interaction.is_guild_integration()
    return Chat.ELSEWHERE if own else Chat.SERVER


def is_in_server(interaction: discord.Interaction[Any]) -> bool:
    return chat_of(interaction) is Chat.SERVER


def server_of(interaction: discord.Interaction[Any]) -> int:
    """The id of the server, or `NO_SERVER`."""
    return (interaction.guild_id or NO_SERVER) if is_in_server(interaction) else NO_SERVER
