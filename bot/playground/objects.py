"""The shapes in which Discord writes users, channels, messages and files as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Any

from bot.playground.world import APPLICATION_ID, GUILD_ID, Attachment, Channel, Json, Message, User, World

EVERYTHING = str((1 << 50) - 1)
"""The permission bits of everybody in the guild."""

GUILD_NAME = "Tarock Club"
GUILD_LOCALE = "en-US"
OWNER_ID = "302050872383242240"
SIZE_LIMIT = 10 * 1024 * 1024
"""Bytes that one file of a message may have."""

TYPES = {
    ".png": "image/png",
    ".webp": "image/webp",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".txt": "text/plain",
    ".json": "application/json",
}

Link = Callable[[Message, Attachment], str]
"""Gives the address under which somebody may fetch a file of a message."""


def time_text(seconds: float) -> str:
    """Seconds since 1970 as Discord writes a moment."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def content_type(filename: str) -> str:
    """The media type that a file's name promises."""
    return TYPES.get(PurePath(filename).suffix.lower(), "application/octet-stream")


def user(who: User) -> Json:
    """A user as anybody sees them."""
    return {
        "id": who.id,
        "username": who.username,
        "global_name": who.name,
        "discriminator": "0",
        "avatar": None,
        "bot": who.bot,
        "flags": 0,
        "public_flags": 0,
        "primary_guild": None,
    }


def own_user(who: User) -> Json:
    """The bot's own account."""
    return {**user(who), "locale": who.locale, "mfa_enabled": False, "verified": True}


def member(who: User) -> Json:
    """A user as a member of the guild."""
    return {
        "user": user(who),
        "roles": [],
        "joined_at": "2024-01-06T18:00:00.000000+00:00",
        "premium_since": None,
        "communication_disabled_until": None,
        "nick": None,
        "avatar": None,
        "banner": None,
        "pending": False,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def channel(which: Channel, world: World) -> Json:
    """The text channel or somebody's direct messages."""
    shape: Json = {"id": which.id, "type": int(which.kind), "flags": 0, "last_message_id": None}
    if which.recipient is not None:
        return {**shape, "recipients": [user(world.users[which.recipient])]}
    return {
        **shape,
        "guild_id": GUILD_ID,
        "name": which.name,
        "position": 0,
        "permission_overwrites": [],
        "parent_id": None,
        "topic": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
    }


def guild(world: World) -> Json:
    """The guild as the gateway introduces it."""
    role = {
        "id": GUILD_ID,
        "name": "@everyone",
        "permissions": EVERYTHING,
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    return {
        "id": GUILD_ID,
        "name": GUILD_NAME,
        "owner_id": OWNER_ID,
        "member_count": len(world.users),
        "preferred_locale": GUILD_LOCALE,
        "unavailable": False,
        "roles": [role],
        "channels": [channel(each, world) for each in world.channels.values() if each.recipient is None],
        "members": [member(world.bot)],
        "emojis": [],
        "stickers": [],
        "threads": [],
        "features": [],
    }


def application(world: World) -> Json:
    """The application that the bot belongs to."""
    owner = User(OWNER_ID, "Owner", "owner")
    return {
        "id": APPLICATION_ID,
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "bot_public": True,
        "bot_require_code_grant": False,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(owner),
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
    }


def attachment(which: Attachment, address: str) -> Json:
    """A file, with the address under which the reader may fetch it."""
    shape: Json = {
        "id": which.id,
        "filename": which.filename,
        "size": len(which.content),
        "url": address,
        "proxy_url": address,
        "content_type": content_type(which.filename),
    }
    if which.description is not None:
        shape["description"] = which.description
    return shape


def message(which: Message, world: World, link: Link) -> Json:
    """A message, its files addressed by `link`."""
    files = {each.filename: (each, link(which, each)) for each in which.attachments}
    shape: Json = {
        "id": which.id,
        "channel_id": which.channel_id,
        "author": user(world.users[which.author_id]),
        "content": which.content,
        "timestamp": time_text(which.created),
        "edited_timestamp": None if which.edited is None else time_text(which.edited),
        "tts": False,
        "mention_everyone": False,
        "mentions": [user(world.users[each]) for each in which.mentions],
        "mention_roles": [],
        "attachments": [attachment(each, link(which, each)) for each in which.attachments],
        "embeds": [_with_files(each, files) for each in which.embeds],
        "components": [_with_files(each, files) for each in which.components],
        "pinned": False,
        "type": which.kind,
        "flags": which.flags,
    }
    if which.nonce is not None:
        shape["nonce"] = which.nonce
    if which.origin is not None:
        shape |= {"interaction_metadata": which.origin, "webhook_id": APPLICATION_ID}
        shape["application_id"] = APPLICATION_ID
    if which.reference is not None:
        shape["message_reference"] = {
            "type": 0,
            "channel_id": which.channel_id,
            "message_id": which.reference,
        }
    return shape


def _with_files(node: Any, files: Mapping[str, tuple[Attachment, str]]) -> Any:
    """The same tree, with `attachment://name` replaced by what Discord makes of it."""
    if isinstance(node, list):
        return [_with_files(each, files) for each in node]
    if not isinstance(node, dict):
        return node
    address = node.get("url")
    if isinstance(address, str) and address.startswith("attachment://"):
        which, url = files[address.removeprefix("attachment://")]
        return {
            **node,
            "id": which.id,
            "url": url,
            "proxy_url": url,
            "content_type": content_type(which.filename),
            "attachment_id": which.id,
        }
    return {key: _with_files(each, files) for key, each in node.items()}
