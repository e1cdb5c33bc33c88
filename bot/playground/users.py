"""The users of the local Discord: the bot and people."""

from __future__ import annotations

from dataclasses import dataclass

from bot.playground.avatars import key_of

PEOPLE = (
    ("402857196104744961", "Anna", "anna_k", "en-US"),
    ("518390274661253120", "Béla", "bela.tarokk", "hu"),
    ("633127845590024192", "Clara", "clara.m", "de"),
    ("747260183924506634", "大輔", "daisuke", "ja"),
)
"""Snowflake, display name, user name and locale of the four people."""


@dataclass
class User:
    """A person, or the bot.

    Attributes:
        locale: The language of this person's Discord client.
        dms_open: Whether the bot may send this person direct messages.
        avatar: The hash of this person's avatar, `None` without one.
        moderator: Whether this person may do everything in the guild, such as managing messages.
    """

    id: str
    name: str
    username: str
    locale: str = "en-US"
    bot: bool = False
    dms_open: bool = True
    moderator: bool = False
    avatar: str | None = None


def four_people() -> list[User]:
    """The people of a new world, each with an avatar."""
    return [
        User(id_, name, username, locale, avatar=key_of(username)) for id_, name, username, locale in PEOPLE
    ]
