"""Commands as they are registered, in every language."""

from __future__ import annotations

import re
from typing import Any, Final

from tests.cogs.place import Place

"""Discord's type of an option that is a command."""

SERVER_ONLY: Final = ("leaderboard", "stats", "settings")
"""The commands that are available only in servers of the bot."""


async def commands_registered(place: Place) -> list[dict[str, Any]]:
    (told,) = (each.json for each in place.env.http_requests if each.method == "PUT")
    assert isinstance(told, list)
    return told


async def test_every_command_is_registered(place: Place) -> None:
    told = {each["name"]: each for each in await commands_registered(place)}
    assert set(told) == {
        "tarock", "bid", "call", "take", "discard", "announce", "kontra", "play", "hand", "hint",
        "leaderboard", "privacy", "settings", "help", "rules", "history", "export", "verify", "stats",
        "replay", "daily", "learn",
    }  # fmt: skip
    assert [each["name"] for each in told["privacy"]["options"]] == ["show", "export", "delete"]
    assert [each["name"] for each in told["tarock"]["options"]] == [
        *("new", "deal", "match", "list", "show", "watch"),
        *("join", "leave", "end", "announcements", "glossary"),
    ]
    for name, each in told.items():
        anywhere = name not in SERVER_ONLY
        assert each["contexts"] == ([0, 1, 2] if anywhere else [0]), name
        assert each["integration_types"] == ([0, 1] if anywhere else [0]), name


async def test_commands_have_one_name_and_all_other_words_are_translated(place: Place) -> None:
    waiting, seen = await commands_registered(place), 0
    while waiting:
        each = waiting.pop()
        assert each["description_localizations"]["ja"]
        if each.get("type", 1) <= 2:  # a command, a subcommand or a group of them
            assert each["name"].isascii()
            assert not each.get("name_localizations"), "help and panels name it for everybody"
        else:
            assert not re.search("[a-z]", each["name_localizations"]["ja"])
        choices = each.get("choices", []) if each["name"] != "language" else []
        assert all(choice["name_localizations"]["ja"] for choice in choices)
        waiting += each.get("options", [])
        seen += 1
    assert seen > 20
