"""Build a message from a request body, or apply an edit to one."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.playground.errors import invalid
from bot.playground.state import Attachment, Flag, Json, Message, State, walk
from bot.playground.validation import Files, check_message

MENTION = re.compile(r"<@!?(\d+)>")

COMPONENT_DEFAULTS: Final[Mapping[int, Json]] = {
    2: {"disabled": False},
    3: {"min_values": 1, "max_values": 1, "disabled": False},
    17: {"accent_color": None, "spoiler": False},
}

GALLERY_ITEM_DEFAULTS: Final = {"description": None, "spoiler": False}


def compose(state: State, channel_id: str, body: Json, files: Files, **fields: Any) -> Message:
    """Build a new message of the bot from a request, without adding it to the state.

    `fields` are further fields of `Message`. Raises `ApiError` if Discord would reject the body.
    """
    attachments = _attached(state, body.get("attachments"), files, ())
    check_message(body, files, [each.filename for each in attachments], state.emojis)
    return Message(
        id=state.snowflake(),
        channel_id=channel_id,
        author_id=state.bot.id,
        created=state.clock.now(),
        content=body.get("content") or "",
        components=numbered(body.get("components") or ()),
        attachments=attachments,
        mentions=_mentions(state, body),
        flags=int(body.get("flags") or 0),
        nonce=body.get("nonce"),
        **fields,
    )


def revise(state: State, old: Message, body: Json, files: Files) -> Message:
    """The edited message: fields absent from the body keep their values.

    Raises `ApiError` if Discord would reject the result.
    """
    attachments = old.attachments
    if "attachments" in body or files:
        attachments = _attached(state, body.get("attachments"), files, old.attachments)
    flags = old.flags | (int(body.get("flags") or 0) & Flag.COMPONENTS_V2)
    edited: Json = {
        "content": old.content,
        "components": list(old.components),
        **{key: body[key] for key in ("content", "embeds", "components") if key in body},
        "allowed_mentions": body.get("allowed_mentions"),
        "flags": flags,
        "attachments": body.get("attachments") or [],
    }
    check_message(edited, files, [each.filename for each in attachments], state.emojis)
    components = numbered(body["components"] or ()) if "components" in body else old.components
    return replace(
        old,
        content=edited["content"] or "",
        components=components,
        attachments=attachments,
        mentions=_mentions(state, edited),
        flags=flags,
        edited=state.clock.now(),
    )


def numbered(components: Sequence[Json]) -> tuple[Json, ...]:
    """Return the components as Discord does: ids from 1, defaults filled in, the ids of emojis as text."""
    taken = {part["id"] for part in walk(components) if part.get("id")}
    numbers = (number for number in itertools.count(1) if number not in taken)
    return tuple(_numbered(component, numbers) for component in components)


def _numbered(component: Json, numbers: Iterable[int]) -> Json:
    completed = {
        **COMPONENT_DEFAULTS.get(component["type"], {}),
        **{k: v for k, v in component.items() if v is not None},
    }
    if not completed.get("id"):
        completed["id"] = next(iter(numbers))
    completed = _with_emoji(completed)
    if "options" in completed:
        completed["options"] = [_with_emoji(option) for option in completed["options"]]
    if "items" in completed:
        completed["items"] = [{**GALLERY_ITEM_DEFAULTS, **item} for item in completed["items"]]
    if "components" in completed:
        completed["components"] = [_numbered(each, numbers) for each in completed["components"]]
    return completed


def _with_emoji(part: Json) -> Json:
    """Write the id of an emoji as text: discord.py sends a number, which is too long for JavaScript."""
    emoji = part.get("emoji")
    return {**part, "emoji": {**emoji, "id": str(emoji["id"])}} if emoji and emoji.get("id") else part


def _attached(
    state: State, listed: Sequence[Json] | None, files: Files, kept: Sequence[Attachment]
) -> tuple[Attachment, ...]:
    """The listed attachments in order, or all kept and uploaded ones if `listed` is `None`."""
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
            attachments.append(Attachment(state.snowflake(), name, content, entry.get("description")))
        else:
            raise invalid("attachments", "Attachment data not found")
    return tuple(attachments)


def _mentions(state: State, body: Json) -> tuple[str, ...]:
    """Return the users to ping: those mentioned in the text whom `allowed_mentions` permits."""
    texts = [body.get("content") or ""]
    texts += [str(part.get("content", "")) for part in walk(body.get("components") or ())]
    mentioned = dict.fromkeys(MENTION.findall("\n".join(texts)))
    may_ping = _ping_filter(body.get("allowed_mentions"))
    return tuple(user_id for user_id in mentioned if user_id in state.users and may_ping(user_id))


def _ping_filter(allowed: Json | None) -> Callable[[str], bool]:
    if allowed is None or "users" in (allowed.get("parse") or ()):
        return lambda _: True
    users = {str(each) for each in allowed.get("users") or ()}
    return users.__contains__
