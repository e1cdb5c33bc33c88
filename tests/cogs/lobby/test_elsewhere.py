"""A person who has installed the bot for themselves uses it in a chat that the bot is not in."""

from __future__ import annotations

from typing import Any, Final

import discord
import pytest

from bot.store import NO_SERVER
from bot.tables import NO_CHANNEL
from bot.text import words
from cogs.discord.messenger import LIFE
from cogs.discord.panels import NOTICE_SECONDS
from tests.cogs.lobby.test_directly import table_of
from tests.cogs.place import Place, ids_of

EN: Final = words("en")


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all interactions come from installations by people, as Discord says it."""
    received: Any = discord.Interaction._from_data

    def from_data(interaction: Any, data: Any) -> None:
        user = data.get("user") or data["member"]["user"]
        received(interaction, {**data, "authorizing_integration_owners": {"1": str(user["id"])}})

    monkeypatch.setattr(discord.Interaction, "_from_data", from_data)


async def test_a_deal_is_played_in_private_answers(place: Place, elsewhere: None) -> None:
    await place.anna.slash(place.channel, "tarock new", game="tapp_tarock")
    table = table_of(place, place.anna)
    assert (table.now.guild_id, table.now.channel_id) == (NO_SERVER, NO_CHANNEL)
    panel = place.last(place.anna)
    assert [each for each in ids_of(panel) if table.id in each]
    await place.play_out(table)
    after = place.last(place.anna)
    assert after.id == panel.id, "it is edited by its token"
    await place.anna.click(after, label="Next deal")
    assert table.now.number == 2
    await place.anna.slash(place.channel, "tarock end")
    await place.anna.click(place.last(place.anna), label="End")
    assert not place.bot.tables.of_server(NO_SERVER)
    assert not place.public
    assert not place.panels(place.anna), "no direct message is sent"


async def test_the_commands_act_there_and_hand_shows_the_table(place: Place, elsewhere: None) -> None:
    await place.anna.slash(place.channel, "tarock new", game="tapp_tarock")
    table = table_of(place, place.anna)
    shown = await place.ask(place.anna, "hand")
    assert [each for each in ids_of(shown) if table.id in each]
    await place.anna.user.slash("hand")
    assert [each for each in ids_of(place.directly(place.anna)) if table.id in each]


async def test_what_needs_a_server_says_so(place: Place, elsewhere: None) -> None:
    for name, options in {"tarock list": {}, "leaderboard": {}, "tarock match": {"table": "abc"}}.items():
        assert await place.answer(place.anna, name, **options) == EN("refusal.only_in_servers"), name


async def test_each_person_has_an_own_table_and_sees_no_other(place: Place, elsewhere: None) -> None:
    for who in (place.anna, place.bela):
        await who.slash(place.channel, "tarock new", game="tapp_tarock")
    own, other = table_of(place, place.anna), table_of(place, place.bela)
    shown = await place.ask(place.anna, "hand")
    assert own.id in " ".join(ids_of(shown))
    assert other.id not in " ".join(ids_of(shown))
    assert await place.offered(place.anna, "tarock end", "table") == [own.id]


async def test_the_panel_says_when_it_stops_to_follow_and_a_press_renews_it(
    place: Place, elsewhere: None
) -> None:
    await place.anna.slash(place.channel, "tarock new", game="tapp_tarock")
    notice = EN("panel.expires").partition("{")[0][:40]
    assert notice not in place.told(place.anna)
    await place.env.advance_time(LIFE - NOTICE_SECONDS + 1)
    await place.settle()
    assert notice in place.told(place.anna)
    await place.anna.slash(place.channel, "hand")
    assert notice not in place.told(place.anna)
