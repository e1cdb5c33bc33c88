"""Help, and the rules and the glossary of a game, shown page by page to the person who asks."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.games import GAMES
from bot.text import LOCALES, words
from bot.text.help import TOPICS, glossary_lines, topic_text, topics_of
from cogs.controls import PageControl
from cogs.discord.page import TEXT_LIMIT, controls_in
from cogs.help.commands import Help
from cogs.help.page import glossary_page, rules_page, topic_page
from tests.cogs.place import Place, id_of, ids_of, options_of, words_of


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", GAMES)
def test_every_glossary_entry_is_on_one_page_and_no_page_is_cut(name: str, locale: str) -> None:
    w = words(locale, name)
    pages = [glossary_page(w)]
    while f"w1:{name}:{len(pages)}" in repr(pages[-1].rows):
        pages.append(glossary_page(w, len(pages)))
    told = "\n".join(page.text for page in pages).split("\n")
    assert all(told.count(line) == 1 for line in glossary_lines(w, GAMES[name].announcements))
    assert all(len(page.text) <= TEXT_LIMIT for page in pages)
    assert glossary_page(w, len(pages)) == pages[-1]


async def test_the_glossary_is_shown_privately_page_by_page(place: Place) -> None:
    await place.clara.slash(place.channel, "tarock glossary", game="royal_tarokk")
    (first,) = place.private(place.clara)
    assert "**Trophy**" in words_of(first)
    assert ids_of(first) == ["w1:royal_tarokk:1", "r1:royal_tarokk:0"]
    await place.clara.click(first, label="Next ▶")
    second = place.private(place.clara)[-1]
    assert second.id == first.id
    assert "Page 2 of" in words_of(second)
    for _ in range(2):
        await place.clara.click(place.private(place.clara)[-1], label="Next ▶")
    assert "Golgotha" in words_of(place.private(place.clara)[-1])
    assert not place.public


@pytest.mark.parametrize("command", ["rules", "tarock glossary"])
async def test_the_game_defaults_to_that_of_the_table_in_the_channel(place: Place, command: str) -> None:
    await place.clara.slash(place.channel, command)
    assert "choose one" in words_of(place.private(place.clara)[-1])
    await place.anna.slash(place.channel, "tarock new", game="royal_tarokk")
    await place.clara.slash(place.channel, command)
    assert "royal_tarokk" in ids_of(place.private(place.clara)[-1])[0]
    await place.clara.slash(place.channel, command, game="koenigrufen")
    assert "koenigrufen" in ids_of(place.private(place.clara)[-1])[0]


async def test_the_rules_lead_to_the_glossary_of_their_game(place: Place) -> None:
    await place.open()
    await place.bela.click(place.shown, label="Rules")
    await place.bela.click(place.private(place.bela)[-1], label="Glossary")
    (answer,) = place.private(place.bela)
    assert "**Hold**" in words_of(answer)
    assert "Uhu" not in words_of(answer), "that word belongs to another game"
    await place.bela.click(answer, label="Rules")
    (back,) = place.private(place.bela)
    assert back.id == answer.id
    assert "**Hold**" not in words_of(back)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_topics_in_every_language(name: str, locale: str) -> None:
    w, english = words(locale, name), words("en", name)
    topics = topics_of(w)
    assert topics == topics_of(english)
    assert {"aim", "cards", "play", "scoring", "values"} <= {*topics} <= {*TOPICS}
    for topic in topics:
        text = topic_text(w, topic)
        assert 50 < len(text) < 1000
        assert sorted(commands_in(text)) == sorted(commands_in(topic_text(english, topic)))
        assert text in topic_page(w, topic).text


def commands_in(text: str) -> list[str]:
    return re.findall(r"</[^>]+>", text)


async def test_the_rules_are_read_topic_by_topic(place: Place) -> None:
    await place.bela.slash(place.channel, "rules", game="koenigrufen", topic="calling")
    first = place.private(place.bela)[-1]
    assert "Your own king may be called too" in words_of(first)
    assert options_of(first, "r1:koenigrufen:3")[:2] == ["aim", "cards"]
    await place.bela.click(first, label="Next ▶")
    second = place.private(place.bela)[-1]
    assert (second.id, "Talon and discard" in words_of(second)) == (first.id, True)
    await place.bela.select(second, ["values"], custom_id=id_of(second, "r1:koenigrufen:4"))
    assert "Solodreier 100" in words_of(place.private(place.bela)[-1])
    await place.bela.slash(place.channel, "rules", game="royal_tarokk", topic="bidding")
    assert "Two teams of two" in words_of(place.private(place.bela)[-1])


@pytest.mark.parametrize("name", GAMES)
def test_rules_and_glossary_link_to_the_first_page_of_each_other(name: str) -> None:
    w = words("en", name)
    for page in (rules_page(w), topic_page(w, "values")):
        *_, last = (each for row in page.rows for each in controls_in(row))
        assert last.id == f"w1:{name}:0"
    *_, last = (each for row in glossary_page(w, 1).rows for each in controls_in(row))
    assert last.id == f"r1:{name}:0"


async def test_help_says_how_to_begin_and_opens_a_table(place: Place) -> None:
    await place.bela.slash(place.channel, "help")
    answer = place.private(place.bela)[-1]
    assert "The way of a deal" in words_of(answer)
    assert ids_of(answer) == ["n1:games"]
    await place.bela.click(answer, label="Open a table")
    games = place.private(place.bela)[-1]
    assert options_of(games, "n2:open") == [*GAMES]
    assert not place.public
    await place.bela.select(games, ["koenigrufen"], custom_id="n2:open")
    assert (place.table.now.game.name, place.table.now.host_id) == ("koenigrufen", place.bela.id)
    assert "Königrufen: a new table" in words_of(place.shown)
    await place.bela.user.slash("help")
    assert not ids_of(place.bela.user.dm_channel.history()[-1])


@pytest.mark.parametrize(("page", "topic"), [(0, 0), (2, 2), (-1, -1), (999_999, -1)])
async def test_a_topic_number_past_the_end_shows_the_last_topic(
    monkeypatch: pytest.MonkeyPatch, page: int, topic: int
) -> None:
    w, update = words("en", "koenigrufen"), AsyncMock()
    topics = topics_of(w)
    monkeypatch.setattr("cogs.context.update", update)
    rendered = AsyncMock()
    interaction: Any = SimpleNamespace(data={}, locale="en-US")
    number = len(topics) + page if page < 0 else page
    pages = Help(Mock(renderer=Mock(render=rendered)))
    await pages._topic_pressed(interaction, PageControl("koenigrufen", number))
    rendered.assert_awaited_once_with(topic_page(w, topics[topic]))
