"""Turns the body of a request into a message, or into a message's next state."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from bot.playground.errors import ApiError
from bot.playground.limits import Files, check_message
from bot.playground.world import Attachment, Flag, Json, Message, World, walk

MENTION = re.compile(r"<@!?(\d+)>")

BLANKS: Mapping[int, Json] = MappingProxyType(
    {
        2: {"disabled": False},
        3: {"min_values": 1, "max_values": 1, "disabled": False},
        11: {"description": None, "spoiler": False},
        14: {"spacing": 1, "divider": True},
        17: {"accent_color": None, "spoiler": False},
    }
)
"""Component type -> what Discord fills in where the bot says nothing."""

ITEM = MappingProxyType({"description": None, "spoiler": False})


def compose(world: World, channel_id: str, body: Json, files: Files, **fields: Any) -> Message:
    """A new message of the bot, not yet in the world.

    Args:
        world: Where it will stand.
        channel_id: Its channel.
        body: The request's body.
        files: The uploaded files by their number.
        **fields: Further fields of `Message`, such as `only_for`.

    Raises:
        ApiError: If Discord would refuse the body.
    """
    attachments = _attached(world, body.get("attachments"), files, ())
    check_message(body, files, [each.filename for each in attachments])
    return Message(
        id=world.snowflake(),
        channel_id=channel_id,
        author_id=world.bot.id,
        created=world.clock.now(),
        content=body.get("content") or "",
        embeds=_embeds(body.get("embeds")),
        components=numbered(body.get("components") or ()),
        attachments=attachments,
        mentions=_mentions(world, body),
        flags=int(body.get("flags") or 0),
        reference=_reference(body),
        nonce=body.get("nonce"),
        **fields,
    )


def revise(world: World, old: Message, body: Json, files: Files, **fields: Any) -> Message:
    """The next state of a message: fields absent from the body stay as they are.

    Raises:
        ApiError: If Discord would refuse the result.
    """
    attachments = old.attachments
    if "attachments" in body or files:
        attachments = _attached(world, body.get("attachments"), files, old.attachments)
    flags = old.flags | (int(body.get("flags") or 0) & (Flag.COMPONENTS_V2 | Flag.SUPPRESS_EMBEDS))
    whole: Json = {
        "content": old.content,
        "embeds": list(old.embeds),
        "components": list(old.components),
        **{key: value for key, value in body.items() if key in {"content", "embeds", "components"}},
        "allowed_mentions": body.get("allowed_mentions"),
        "flags": flags,
        "attachments": body.get("attachments") or [],
    }
    check_message(whole, files, [each.filename for each in attachments], empty_ok=False)
    components = old.components
    if "components" in body:
        components = numbered(body["components"] or ())
    return replace(
        old,
        content=whole["content"] or "",
        embeds=_embeds(whole["embeds"]),
        components=components,
        attachments=attachments,
        mentions=_mentions(world, whole),
        flags=flags,
        edited=world.clock.now(),
        **fields,
    )


def numbered(components: Sequence[Json]) -> tuple[Json, ...]:
    """The components as Discord gives them back: numbered from 1, defaults filled in."""
    taken = {part["id"] for part in walk(components) if part.get("id")}
    numbers = (number for number in itertools.count(1) if number not in taken)
    return tuple(_numbered(component, numbers) for component in components)


def _numbered(component: Json, numbers: Iterable[int]) -> Json:
    whole = {**BLANKS.get(component["type"], {}), **{k: v for k, v in component.items() if v is not None}}
    if not whole.get("id"):
        whole["id"] = next(iter(numbers))
    if "items" in whole:
        whole["items"] = [{**ITEM, **item} for item in whole["items"]]
    if "components" in whole:
        whole["components"] = [_numbered(each, numbers) for each in whole["components"]]
    for inner in ("accessory", "component"):
        if inner in whole:
            whole[inner] = _numbered(whole[inner], numbers)
    return whole


def _attached(
    world: World, listed: Sequence[Json] | None, files: Files, kept: Sequence[Attachment]
) -> tuple[Attachment, ...]:
    """The files of a message: those listed, in order; without a list, the kept and all new ones."""
    if listed is None:
        listed = [{"id": each.id} for each in kept] + [{"id": number} for number in files]
    old = {each.id: each for each in kept}
    attachments = []
    for entry in listed:
        number = int(entry["id"])
        if str(number) in old:
            before = old[str(number)]
            attachments.append(replace(before, description=entry.get("description", before.description)))
        elif number in files:
            name, content = files[number]
            name = str(entry.get("filename") or name)
            attachments.append(Attachment(world.snowflake(), name, content, entry.get("description")))
        else:
            raise ApiError(50035, {"attachments": {"_errors": [UNKNOWN_FILE]}})
    return tuple(attachments)


UNKNOWN_FILE = {"code": "ATTACHMENT_NOT_FOUND", "message": "Attachment data not found"}


def _embeds(embeds: Sequence[Json] | None) -> tuple[Json, ...]:
    return tuple({"type": "rich", **embed} for embed in embeds or ())


def _reference(body: Json) -> str | None:
    reference = (body.get("message_reference") or {}).get("message_id")
    return None if reference is None else str(reference)


def _mentions(world: World, body: Json) -> tuple[str, ...]:
    """The people pinged: named in the text and allowed to be."""
    texts = [body.get("content") or ""]
    texts += [str(part.get("content", "")) for part in walk(body.get("components") or ())]
    named = dict.fromkeys(MENTION.findall("\n".join(texts)))
    may = _may_ping(body.get("allowed_mentions"))
    return tuple(user_id for user_id in named if user_id in world.users and may(user_id))


def _may_ping(allowed: Json | None) -> Callable[[str], bool]:
    """Whom `allowed_mentions` lets a message ping; absent, everybody."""
    if allowed is None or "users" in (allowed.get("parse") or ()):
        return lambda _: True
    users = {str(each) for each in allowed.get("users") or ()}
    return users.__contains__
