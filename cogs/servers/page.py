"""What a server has chosen for the tables opened there, each with a list to choose from; and languages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from bot.store import Server
from bot.tables import SETTINGS as SETTINGS_OF_TABLES
from bot.text import LOCALES, Words, own_name
from cogs.controls import setting_id
from cogs.discord.page import OPTIONS, ChannelSelect, Option, Page, Select, lines


class Place(StrEnum):
    """Where a new table is shown."""

    HERE = "here"
    THREAD = "thread"
    """In a thread of its own."""


HOSTS: Final = "host"
"""Chosen as the language: each table has that of its host."""

VALUES: Final[Mapping[str, Sequence[str]]] = {
    **{name: row.values or (HOSTS, *LOCALES) for name, row in SETTINGS_OF_TABLES.items()},
    "place": tuple(Place),
}
"""The settings with a list of values; the fields of a `Server` are called the same."""

SETTINGS: Final = (*VALUES, "channels")


def settings_page(w: Words, server: Server, notice: str = "") -> Page:
    """All settings of a server. Each list shows what is chosen."""
    channels = allowed_channels(server)
    told = w("settings.channels", channels=mentions(w, channels)) if channels else w("settings.everywhere")
    warning = w("panel.notice", notice=notice) if notice else ""
    text = lines(w("settings.heading"), warning, told, w("settings.hint"))
    lists = (_list(w, name, values, getattr(server, name) or HOSTS) for name, values in VALUES.items())
    ids = tuple(map(str, channels))
    where = ChannelSelect(setting_id("channels"), w("settings.channels.choose"), (), 0, OPTIONS, ids)
    return Page((text,), (*lists, where))


def _list(w: Words, name: str, values: Sequence[str], chosen: str) -> Select:
    options = tuple(Option(value, _label(w, name, value)) for value in values)
    return Select(setting_id(name), _label(w, name, chosen), options, chosen=(chosen,))


def _label(w: Words, name: str, value: str) -> str:
    if name == "locale":
        return w("locale.line", locale=w("locale.host") if value == HOSTS else own_name(value))
    return w(f"{name}.line", **{name: w(f"{name}.{value}")})


def allowed_channels(server: Server) -> tuple[int, ...]:
    """The ids of the channels where tables may be opened; empty: everywhere."""
    return tuple(json.loads(server.channels))


def mentions(w: Words, channels: Sequence[int]) -> str:
    """Channels as links."""
    return w.listed([f"<#{channel}>" for channel in channels])
