"""*Post here*: the leaderboard, statistics and lists of finished deals, posted for everybody."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.store import Listing, Server
from bot.text import words
from cogs.controls import POSTED, leaderboard_id, post_id, statistics_id
from cogs.discord.limits import DoublePresses
from tests.cogs.place import Place, ids_of, sent, sent_privately, solo_lost, words_of

POST = words("en")("button.post")
COMMANDS: list[tuple[str, dict[str, Any], str]] = [
    ("leaderboard", {}, "leaderboard.heading_game"),
    ("stats", {}, "stats.heading"),
    ("stats", {"game": "tapp_tarock"}, "stats.heading_game"),
    ("history", {}, "history.heading"),
]


POSTS = {kind.kind for kind in POSTED.values()}
"""The kinds of the buttons that post something."""


def kind_of(custom_id: str) -> str:
    return custom_id.partition(":")[0]


def own_part(key: str, locale: str = "en") -> str:
    """How the sentence of a key begins, in the words of Tapp-Tarock."""
    return words(locale)(key, game="tapp_tarock", player="\0").partition("\0")[0]


@pytest.mark.parametrize(("command", "options", "heading"), COMMANDS)
async def test_a_page_is_posted_once(
    place: Place, command: str, options: dict[str, Any], heading: str
) -> None:
    await solo_lost(place)
    shown = await place.ask(place.bela, command, **options)
    before = len(place.public)
    await place.bela.click(shown, label=POST)
    (posted,) = place.public[before:]
    assert own_part(heading) in words_of(posted)
    assert not ids_of(posted), "its buttons would refuse everybody"
    left = next(each for each in place.private(place.bela) if each.id == shown.id)
    assert ids_of(left) == [each for each in ids_of(shown) if kind_of(each) not in POSTS]
    assert own_part(heading) in words_of(left)


async def test_a_list_of_one_table_is_posted(place: Place) -> None:
    await solo_lost(place)
    shown = await place.ask(place.bela, "history", table=place.table.id)
    await place.bela.click(shown, label=POST)
    assert f"`{place.table.id}/1`" in words_of(place.public[-1])


async def test_a_posted_page_is_in_the_language_of_the_server_and_addresses_no_reader(
    place: Place,
) -> None:
    await solo_lost(place)
    await place.services.servers.put(Server(place.guild.id, "ja"))
    shown = await place.ask(place.bela, "leaderboard")
    assert "**bela** (you)" in words_of(shown)
    await place.bela.click(shown, label=POST)
    posted = words_of(place.public[-1])
    assert own_part("leaderboard.heading_game", "ja") in posted
    assert words("ja")("leaderboard.player", name="bela") in posted
    assert words("ja")("leaderboard.you", name="bela") not in posted


@pytest.mark.usefixtures("twice")
async def test_two_presses_at_once_post_a_page_once(place: Place) -> None:
    await solo_lost(place)
    shown = await place.ask(place.bela, "leaderboard")
    before = len(place.public)
    await place.bela.click(shown, label=POST)
    assert len(place.public) == before + 1


async def test_a_quick_second_press_posts_nothing(place: Place) -> None:
    await solo_lost(place)
    place.services.presses = DoublePresses(60.0)
    before = len(place.public)
    for command in ("leaderboard", "history"):
        await place.bela.click(await place.ask(place.bela, command), label=POST)
    assert len(place.public) == before + 1


async def test_a_page_without_anything_on_it_cannot_be_posted(place: Place) -> None:
    for command in ("leaderboard", "stats", "history"):
        assert POSTS.isdisjoint(map(kind_of, ids_of(await place.ask(place.anna, command)))), command


async def test_nothing_is_posted_from_a_direct_message(place: Place) -> None:
    custom_id = post_id(statistics_id(place.anna.id, "", computers=False))
    message = await sent_privately(place, place.anna, custom_id)
    await place.anna.user.click(message, label="Forged")
    assert "only in a server" in words_of(place.directly(place.anna))


async def test_nothing_is_posted_from_a_public_message(place: Place) -> None:
    message = await sent(place, post_id(leaderboard_id(Listing(), 0)))
    before = len(place.public)
    await place.bela.click(message, label="Forged")
    assert "only in a private message" in place.told(place.bela)
    assert len(place.public) == before


@pytest.mark.parametrize("denied", ["send_messages", "attach_files"])
async def test_nothing_can_be_posted_where_messages_are_not_allowed(place: Place, denied: str) -> None:
    await solo_lost(place)
    overwrites: dict[Any, Any] = {place.guild.default_role: discord.PermissionOverwrite(**{denied: False})}
    quiet = place.guild.create_text_channel("quiet", overwrites=overwrites)
    await place.bela.slash(quiet, "leaderboard")
    shown = [each for each in quiet.history(viewer=place.bela) if each.flags.ephemeral][-1]
    assert "**bela**" in words_of(shown)
    assert not [each for each in ids_of(shown) if kind_of(each) in POSTS]


async def test_nothing_is_posted_once_the_permission_is_lost(place: Place) -> None:
    await solo_lost(place)
    muted = place.guild.create_role("muted")
    may_not = discord.PermissionOverwrite(send_messages=False)
    overwrites: dict[Any, discord.PermissionOverwrite] = {muted: may_not}
    channel = place.guild.create_text_channel("loud", overwrites=overwrites)
    await place.bela.slash(channel, "leaderboard")
    (shown,) = channel.history(viewer=place.bela)
    place.guild.remove_member(place.bela)
    bela = place.guild.add_member(place.bela.user, roles=[muted])
    await bela.click(shown, label=POST)
    assert "takes the permission" in words_of(channel.history(viewer=bela)[-1])
    assert not [each for each in channel.history() if not each.flags.ephemeral]
