"""Discord's JSON objects for users, channels, guilds, messages and attachments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Any

from bot.playground.state import (
    APPLICATION_ID,
    Attachment,
    Channel,
    ChannelKind,
    Emoji,
    Guild,
    Json,
    Message,
    State,
    User,
)

ALL_PERMISSIONS = str((1 << 50) - 1)

MODERATION = (1, 2, 3, 4, 5, 7, 13, 22, 23, 24, 27, 28, 29, 30, 33, 34, 40)
"""The bits that only moderators have, such as Administrator (3) and Manage Messages (13)."""

GUILD_LOCALE = "en-US"
OWNER = User("302050872383242240", "Owner", "owner")
MEDIA_TYPES = {
    ".png": "image/png",
    ".webp": "image/webp",
    ".txt": "text/plain",
    ".json": "application/json",
}

Link = Callable[[str, Attachment], str]
"""Returns the URL of an attachment in a channel, given by its id."""


def timestamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def content_type(filename: str) -> str:
    return MEDIA_TYPES.get(PurePath(filename).suffix.lower(), "application/octet-stream")


def permissions(source: User) -> str:
    bits = int(ALL_PERMISSIONS)
    return str(bits if source.moderator else bits & ~sum(1 << bit for bit in MODERATION))


def user(source: User) -> Json:
    return {
        "id": source.id,
        "username": source.username,
        "global_name": source.name,
        "discriminator": "0",
        "avatar": source.avatar,
        "bot": source.bot,
        "flags": 0,
        "public_flags": 0,
        "primary_guild": None,
    }


def own_user(source: User) -> Json:
    return {**user(source), "locale": source.locale, "mfa_enabled": False, "verified": True}


def member(source: User) -> Json:
    return {
        "user": user(source),
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


def channel(source: Channel, state: State) -> Json:
    if source.kind is ChannelKind.THREAD:
        return thread(source, state)
    shape: Json = {"id": source.id, "type": int(source.kind), "flags": 0, "last_message_id": None}
    if source.recipient is not None:
        return {**shape, "recipients": [user(state.users[source.recipient])]}
    return {
        **shape,
        "guild_id": source.guild_id,
        "name": source.name,
        "position": 0,
        "permission_overwrites": [],
        "parent_id": None,
        "topic": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
    }


def thread(source: Channel, state: State) -> Json:
    return {
        **channel(replace(source, kind=ChannelKind.TEXT), state),
        "type": int(ChannelKind.THREAD),
        "parent_id": source.parent,
        "owner_id": APPLICATION_ID,
        "member_count": 2,
        "message_count": 1,
        "thread_metadata": {
            "archived": state.is_archived(source),
            "locked": False,
            "auto_archive_duration": source.archive_minutes,
            "archive_timestamp": timestamp(state.clock.now()),
        },
    }


def text_channels(state: State) -> list[Channel]:
    return [each for each in state.channels.values() if each.kind is ChannelKind.TEXT]


def guild(source: Guild, state: State) -> Json:
    own = [each for each in state.channels.values() if state.guild_of(each.id) == source.id]
    threads = [each for each in own if each.kind is ChannelKind.THREAD]
    role = {
        "id": source.id,
        "name": "@everyone",
        "permissions": ALL_PERMISSIONS,
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    return {
        "id": source.id,
        "name": source.name,
        "owner_id": OWNER.id,
        "member_count": len(state.users),
        "preferred_locale": GUILD_LOCALE,
        "unavailable": False,
        "roles": [role],
        "channels": [channel(each, state) for each in own if each.kind is ChannelKind.TEXT],
        "members": [member(state.bot)],
        "emojis": [],
        "stickers": [],
        "threads": [thread(each, state) for each in threads if not state.is_archived(each)],
        "features": [],
    }


def application(state: State) -> Json:
    return {
        "id": APPLICATION_ID,
        "name": state.bot.name,
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
        "owner": user(OWNER),
        "approximate_guild_count": len(state.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
    }


def emoji(source: Emoji, state: State) -> Json:
    return {
        "id": source.id,
        "name": source.name,
        "roles": [],
        "user": user(state.bot),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }


def attachment(source: Attachment, url: str) -> Json:
    shape: Json = {
        "id": source.id,
        "filename": source.filename,
        "size": len(source.content),
        "url": url,
        "proxy_url": url,
        "content_type": content_type(source.filename),
    }
    if source.description is not None:
        shape["description"] = source.description
    return shape


def message(source: Message, state: State, link: Link) -> Json:
    """A message object whose attachments have the URLs that `link` returns."""
    files = {each.filename: (each, link(source.channel_id, each)) for each in source.attachments}
    shape: Json = {
        "id": source.id,
        "channel_id": source.channel_id,
        "author": user(state.users[source.author_id]),
        "content": source.content,
        "timestamp": timestamp(source.created),
        "edited_timestamp": None if source.edited is None else timestamp(source.edited),
        "tts": False,
        "mention_everyone": False,
        "mentions": [user(state.users[each]) for each in source.mentions],
        "mention_roles": [],
        "attachments": [attachment(each, link(source.channel_id, each)) for each in source.attachments],
        "embeds": [],
        "components": [_resolve_attachments(each, files) for each in source.components],
        "pinned": False,
        "type": source.kind,
        "flags": source.flags,
    }
    if source.nonce is not None:
        shape["nonce"] = source.nonce
    if source.metadata is not None:
        shape |= {"interaction_metadata": source.metadata, "webhook_id": APPLICATION_ID}
        shape["application_id"] = APPLICATION_ID
    if source.thread is not None:
        guild_id = state.guild_of(source.channel_id)
        shape["message_reference"] = {"type": 0, "channel_id": source.thread, "guild_id": guild_id}
    if source.reference is not None:
        reply_to = {"type": 0, "channel_id": source.channel_id, "message_id": source.reference}
        shape["message_reference"] = reply_to
    return shape


def _resolve_attachments(node: Any, files: Mapping[str, tuple[Attachment, str]]) -> Any:
    """Copy a tree, resolving each `attachment://name` URL to the attachment's id, URL and type."""
    if isinstance(node, list):
        return [_resolve_attachments(each, files) for each in node]
    if not isinstance(node, dict):
        return node
    reference = node.get("url")
    if isinstance(reference, str) and reference.startswith("attachment://"):
        source, url = files[reference.removeprefix("attachment://")]
        return {
            **node,
            "id": source.id,
            "url": url,
            "proxy_url": url,
            "content_type": content_type(source.filename),
            "attachment_id": source.id,
        }
    return {key: _resolve_attachments(each, files) for key, each in node.items()}
