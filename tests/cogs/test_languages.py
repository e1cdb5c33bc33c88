"""Languages, and pages as values: nothing in them comes from what their readers may not know."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

from bot.tables import TableState
from bot.text import LOCALES, words
from cogs.discord.page import Option
from cogs.hands.page import player_page
from cogs.localization import as_choices
from cogs.table.page import table_page
from tests.cogs.place import Chance, Place, act_once, exchange, ids_of, words_of

SUBCOMMAND: Final = 1
"""Discord's type of an option that is a command."""

SERVER_ONLY: Final = ("tarock", "leaderboard", "stats", "settings", "history", "export", "verify", "daily")
"""The commands that are not available in direct messages."""


async def commands_registered(place: Place) -> list[dict[str, Any]]:
    (told,) = (each.json for each in place.env.http_requests if each.method == "PUT")
    assert isinstance(told, list)
    return told


async def test_every_command_is_registered(place: Place) -> None:
    told = {each["name"]: each for each in await commands_registered(place)}
    assert set(told) == {
        "tarock", "bid", "call", "take", "discard", "announce", "kontra", "play", "hand", "hint",
        "leaderboard", "privacy", "settings", "help", "rules", "history", "export", "verify", "stats",
        "replay", "daily",
    }  # fmt: skip
    assert [each["name"] for each in told["privacy"]["options"]] == ["show", "export", "delete"]
    assert [each["name"] for each in told["tarock"]["options"]] == [
        *("new", "deal", "match", "list", "show", "watch"),
        *("join", "leave", "end", "announcements", "glossary"),
    ]
    for name, each in told.items():
        in_dm = [1] if name not in SERVER_ONLY else []
        assert each["contexts"] == [0, *in_dm], name
        assert each["integration_types"] == [0], name


async def test_every_name_and_description_is_translated(place: Place) -> None:
    waiting, seen = await commands_registered(place), 0
    while waiting:
        each = waiting.pop()
        assert each["description_localizations"]["ja"]
        subcommands = [option for option in each.get("options", []) if option["type"] == SUBCOMMAND]
        if subcommands:
            assert not each.get("name_localizations"), "its subcommands are not found by another name"
        else:
            assert not re.search("[a-z]", each["name_localizations"]["ja"])
        choices = each.get("choices", []) if each["name"] != "language" else []
        assert all(choice["name_localizations"]["ja"] for choice in choices)
        waiting += each.get("options", [])
        seen += 1
    assert seen > 20


def test_autocomplete_offers_no_more_than_discord_takes() -> None:
    choices = as_choices(Option(str(number), "x" * 200) for number in range(30))
    assert [each.value for each in choices] == [str(number) for number in range(25)]
    assert {each.name for each in choices} == {"x" * 100}


@pytest.mark.parametrize("locale", LOCALES)
async def test_panels_are_complete_in_every_language(place: Place, locale: str) -> None:
    table = await place.start(computers=2)
    w = words(locale, "tapp_tarock")
    while table.now.state is TableState.PLAYING:
        page = player_page(w, table.now, place.anna.id)
        assert page is not None
        assert "{" not in page.text
        assert page.rows
        await act_once(place)


async def test_equal_public_facts_make_equal_pages(place: Place) -> None:
    """Two deals of different cards look the same until a card is shown."""
    first = await place.start(place.bela, place.clara)
    before, hand = table_page(first.now), place.view(place.anna).hand
    await place.bela.slash(place.channel, "bid", bid="pass")
    await place.end(place.anna)
    assert isinstance(place.bot._shuffle, Chance)
    place.bot._shuffle.seed = 8
    second = await place.start(place.bela, place.clara)
    assert place.view(place.anna).hand != hand
    assert repr(table_page(second.now)).replace(second.id, first.id) == repr(before)


async def test_a_person_who_is_not_seated_has_no_panel(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    assert player_page(words("en", "tapp_tarock"), table.now, 1) is None


async def test_panels_of_other_seats_hold_no_card_of_a_hand(place: Place) -> None:
    await exchange(place)
    view = place.view(place.anna)
    mine = {str(each) for each in view.hand - view.open.talon[1].cards}
    for who in (place.bela, place.clara):
        panel = place.panel(who)
        assert not mine & set(re.split(r"[:+ ]", " ".join(ids_of(panel))))
        assert "t1:" not in " ".join(ids_of(panel))
        assert words_of(panel) != words_of(place.panel(place.anna))
