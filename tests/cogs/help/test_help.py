"""Help, rules and the glossary of a game, page by page, and the greeting of a new server."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.games import GAMES
from bot.store import Server
from bot.text import words
from cogs.discord.page import Select
from cogs.help.commands import writable_channel
from cogs.help.page import topic_page
from tests.cogs.place import Place, acts_of, id_of, ids_of, options_of, solo_lost, words_of


async def test_the_glossary_is_shown_privately_page_by_page(place: Place) -> None:
    await place.clara.slash(place.channel, "tarock glossary", game="royal_tarokk")
    (first,) = place.private(place.clara)
    assert "**Tarokk**" in words_of(first)
    assert ids_of(first) == ["w1:royal_tarokk:1", "r1:royal_tarokk:0"]
    await place.clara.click(first, label="Next ▶")
    second = place.last(place.clara)
    assert second.id == first.id
    assert "Page 2 of" in words_of(second)
    while "Golgotha" not in place.told(place.clara):
        await place.clara.click(place.last(place.clara), label="Next ▶")
    assert not place.public


@pytest.mark.parametrize("command", ["rules", "tarock glossary"])
async def test_the_game_defaults_to_that_of_the_table_in_the_channel(place: Place, command: str) -> None:
    await place.clara.slash(place.channel, command)
    offered = place.last(place.clara)
    assert [each.split(":")[1] for each in ids_of(offered)] == [*GAMES]
    await place.clara.click(offered, label="Royal Tarokk")
    assert place.last(place.clara).id == offered.id
    assert "royal_tarokk" in ids_of(place.last(place.clara))[0]
    await place.anna.slash(place.channel, "tarock new", game="royal_tarokk")
    await place.clara.slash(place.channel, command)
    assert "royal_tarokk" in ids_of(place.last(place.clara))[0]
    await place.clara.slash(place.channel, command, game="koenigrufen")
    assert "koenigrufen" in ids_of(place.last(place.clara))[0]


async def test_the_rules_lead_to_the_glossary_of_their_game(place: Place) -> None:
    await place.open()
    await place.bela.click(place.shown, label="Rules")
    await place.bela.click(place.last(place.bela), label="Glossary")
    (answer,) = place.private(place.bela)
    assert "**Sküs**" in words_of(answer)
    assert "Uhu" not in words_of(answer), "that word belongs to another game"
    await place.bela.click(answer, label="Rules")
    (back,) = place.private(place.bela)
    assert back.id == answer.id
    assert "**Sküs**" not in words_of(back)


async def test_the_rules_are_read_topic_by_topic(place: Place) -> None:
    await place.bela.slash(place.channel, "rules", game="koenigrufen", topic="calling")
    first = place.last(place.bela)
    assert "You may call your own king too" in words_of(first)
    assert options_of(first, "r1:koenigrufen:4")[:2] == ["aim", "cards"]
    await place.bela.click(first, label="Next ▶")
    second = place.last(place.bela)
    assert (second.id, "Talon and discard" in words_of(second)) == (first.id, True)
    await place.bela.select(second, ["values"], custom_id=id_of(second, "r1:koenigrufen:5"))
    assert "Solodreier: 100" in place.told(place.bela)
    await place.bela.slash(place.channel, "rules", game="royal_tarokk", topic="bidding")
    assert "Two teams of two" in place.told(place.bela)
    page = place.last(place.bela)
    await place.bela.select(page, ["short"], custom_id="r1:royal_tarokk:0")
    short = place.last(place.bela)
    assert (short.id, "**Kontra.**" in words_of(short)) == (page.id, True)
    assert options_of(short, "r1:royal_tarokk:0")[:2] == ["aim", "cards"], "and back to the topics"


async def test_the_rules_of_a_table_begin_with_its_present_phase(place: Place) -> None:
    await place.open(place.bela, place.clara)
    await place.anna.click(place.shown, label="Rules")
    assert "### Tapp-Tarock · Aim" in place.told(place.anna)
    await place.anna.click(place.shown, label="Start")
    await place.anna.click(place.shown, label="Rules")
    assert "### Tapp-Tarock · Bidding" in place.told(place.anna)


async def test_a_score_sheet_leads_to_the_topic_of_its_rules(place: Place) -> None:
    await solo_lost(place)
    await place.anna.click(place.shown, label="Score sheet")
    sheet = place.last(place.anna)
    assert "(rule 9." in words_of(sheet)
    await place.anna.click(sheet, label="Rules: Scoring")
    assert "### Tapp-Tarock · Scoring" in place.told(place.anna)


def test_the_list_of_topics_numbers_them_as_refusals_and_sheets_do() -> None:
    topics, _ = topic_page(words("en", "tapp_tarock"), 0).rows
    assert isinstance(topics, Select)
    labels = {each.value: each.label for each in topics.options}
    assert (labels["scoring"], labels["bidding"]) == ("Scoring · rule 9", "Bidding · rules 4, 5")
    assert labels["values"] == "Values at a glance"


async def test_help_says_how_to_begin_and_opens_a_table(place: Place) -> None:
    await place.bela.slash(place.channel, "help")
    answer = place.last(place.bela)
    assert "How a deal works" in words_of(answer)
    assert ids_of(answer) == ["n6:learn", "n3:alone", "n1:games", "q3:"]
    await place.bela.click(answer, label="Open a table")
    games = place.last(place.bela)
    assert options_of(games, "n2:open") == [*GAMES]
    assert not place.public
    await place.bela.select(games, ["koenigrufen"], custom_id="n2:open")
    assert (place.table.now.game.name, place.table.now.host_id) == ("koenigrufen", place.bela.id)
    assert "Königrufen: a new table" in words_of(place.shown)
    await place.bela.user.slash("help")
    assert not ids_of(place.bela.user.dm_channel.history()[-1])


def guild_of(place: Place) -> discord.Guild:
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    return guild


async def joined(place: Place) -> None:
    """Tell the bot that it was added to the server."""
    with place.as_bot():
        place.bot.dispatch("guild_join", guild_of(place))
    await place.settle()


async def test_a_server_is_greeted_once(place: Place) -> None:
    assert not place.public, "it was in the server before"
    await joined(place)
    (greeting,) = place.public
    assert "press *Open a table*" in words_of(greeting)
    assert ids_of(greeting) == ["n6:learn", "n3:alone", "n1:games", "q3:"]
    await joined(place)
    await place.restart()
    await joined(place)
    assert [each.id for each in place.public] == [greeting.id]
    await place.clara.click(greeting, label="Open a table")
    await place.clara.select(place.last(place.clara), ["tapp_tarock"], custom_id="n2:open")
    assert place.table.now.host_id == place.clara.id


async def test_a_server_that_was_left_meanwhile_is_not_greeted(place: Place, monkeypatch: Any) -> None:
    guild = guild_of(place)
    with monkeypatch.context() as patch:
        patch.setattr(place.bot, "get_guild", lambda _: None)
        with place.as_bot():
            place.bot.dispatch("guild_join", guild)
        await place.settle()
    assert not place.public
    assert not (await place.services.servers.get(guild.id)).greeted


def channel(name: str, **permissions: bool) -> Any:
    return SimpleNamespace(name=name, permissions_for=lambda _: discord.Permissions(**permissions))


OPEN, HIDDEN = {"view_channel": True, "send_messages": True}, {"send_messages": True}


@pytest.mark.parametrize(
    ("system", "others", "taken"),
    [
        (OPEN, [OPEN], "system"),
        (None, [OPEN], "0"),
        (HIDDEN, [{"view_channel": True}, OPEN], "1"),
        (HIDDEN, [HIDDEN], None),
    ],
)
def test_the_greeting_prefers_the_system_channel_and_needs_a_writable_one(
    system: dict[str, bool] | None, others: list[dict[str, bool]], taken: str | None
) -> None:
    channels = [channel(str(number), **each) for number, each in enumerate(others)]
    first = None if system is None else channel("system", **system)
    guild: Any = SimpleNamespace(system_channel=first, text_channels=channels, me=None)
    found = writable_channel(guild)
    assert (found and found.name) == taken


async def test_a_server_is_greeted_in_its_language(place: Place) -> None:
    await place.services.servers.put(Server(place.guild.id, "ja"))
    await joined(place)
    (greeting,) = place.public
    assert words("ja")("button.new") in words_of(greeting)


async def test_one_press_begins_a_deal_with_computers(place: Place) -> None:
    await place.anna.slash(place.channel, "help")
    await place.anna.click(place.last(place.anna), label="Play alone now")
    await place.settle()
    table = place.table.now
    assert table.game.name == next(iter(GAMES))
    assert table.state.in_deal
    assert [each and each.is_computer for each in table.occupants] == [False, True, True]
    assert "Auction" in words_of(place.panel(place.anna))
    opened, deal = [each for each in place.public if each.flags.components_v2]
    assert "a new table" in words_of(opened)
    assert "Tapp-Tarock · deal 1" in words_of(deal), "below the lobby, where the chat ends"
    hand = place.last(place.anna)
    assert acts_of(hand) == acts_of(place.panel(place.anna)), "on the screen, too"


async def test_a_refusal_leads_to_the_topic_of_its_rule(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.slash(place.channel, "bid", bid="oberer")
    refused = place.last(place.anna)
    assert "(rule 5.1.5: Bidding)" in words_of(refused)
    assert "r2:tapp_tarock:bidding" in ids_of(refused)
    await place.anna.click(refused, label="Rules: Bidding")
    *_, before, topic = place.private(place.anna)
    assert (before.id, "### Tapp-Tarock · Bidding" in words_of(topic)) == (refused.id, True)
    assert "(rule 5.1.5: Bidding)" in words_of(before), "the panel stays as it is"
    assert not any("r2:" in custom_id for each in place.public for custom_id in ids_of(each))
    await place.anna.slash(place.channel, "hand")
    assert "r2:" not in " ".join(ids_of(place.last(place.anna)))


async def test_a_refusal_at_a_press_leads_to_its_rule(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.bela.slash(place.channel, "bid", bid="pass")
    assert "r2:tapp_tarock:aim" in ids_of(place.last(place.bela))


async def test_another_topic_replaces_the_page_and_its_picture(place: Place) -> None:
    await place.clara.slash(place.channel, "rules", game="tapp_tarock", topic="cards")
    first = place.last(place.clara)
    (picture,) = first.attachments
    assert picture.description == (
        "Upper row: tarocks Sküs, XXI, XX, XIX, XVIII, XVII, XVI, XV, XIV, XIII, XII. "
        "Lower row: tarocks XI, X, IX, VIII, VII, VI, V, IV, III, II, I."
    )
    await place.clara.click(first, label="Next ▶")
    (second,) = place.last(place.clara).attachments
    assert "hearts king, queen, cavalier, jack, 1, 2, 3, 4" in (second.description or "")
    choice = id_of(place.last(place.clara), "r1:tapp_tarock:2")
    await place.clara.select(place.last(place.clara), ["values"], custom_id=choice)
    assert (place.last(place.clara).id, place.last(place.clara).attachments) == (first.id, [])
