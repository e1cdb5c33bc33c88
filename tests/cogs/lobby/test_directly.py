"""Tables outside servers: in the direct messages with the bot, one person plays with computers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from simcord import MemberActor

from bot.cli.recount import Account, recounted
from bot.settings import Settings
from bot.store import NO_SERVER
from bot.tables import LiveTable, Pace, TableState
from bot.text import words
from tests.cogs.place import Place, id_of, ids_of, sent_privately, words_of

EN: Final = words("en")


async def begin(place: Place, who: MemberActor, game: str = "tapp_tarock", **options: str) -> LiveTable:
    """Open a table in a person's direct messages."""
    await who.user.slash("tarock new", game=game, **options)
    return table_of(place, who)


def table_of(place: Place, who: MemberActor) -> LiveTable:
    (table,) = (each for each in place.bot.tables.of_server(NO_SERVER) if each.now.host_id == who.id)
    return table


async def end(place: Place, who: MemberActor) -> None:
    await who.user.slash("tarock end")
    await who.user.click(place.directly(who), label="End")


async def test_a_whole_deal_and_the_next_are_played_in_direct_messages(place: Place) -> None:
    table = await begin(place, place.anna)
    assert table.now.channel_id == place.anna.user.dm_channel.id
    assert table.now.settings.pace is Pace.NONE
    assert table.now.people == (place.anna.id,)
    assert len(place.panels(place.anna)) == 1, "the answer is the panel"
    assert "<#" not in words_of(place.panel(place.anna))
    await place.play_out(table)
    await place.anna.user.click(place.panel(place.anna), label="Next deal")
    assert table.now.number == 2
    assert len(place.panels(place.anna)) == 2
    await end(place, place.anna)
    assert EN("panel.ended") in words_of(place.panel(place.anna))
    assert not place.public
    await place.anna.user.click(place.panel(place.anna), label="Rematch")
    assert table_of(place, place.anna).now.state.in_deal


async def test_help_in_direct_messages_begins_at_once_or_offers_all_games(place: Place) -> None:
    await place.anna.user.slash("help")
    helped = place.directly(place.anna)
    await place.anna.user.click(helped, label="Play alone now")
    assert table_of(place, place.anna).now.state.in_deal
    await place.bela.user.slash("help")
    await place.bela.user.click(place.directly(place.bela), label="Open a table")
    offer = place.directly(place.bela)
    await place.bela.user.select(offer, ["koenigrufen"], custom_id=id_of(offer, "n2:"))
    assert table_of(place, place.bela).now.game.name == "koenigrufen"


async def test_house_rules_and_settings_are_taken(place: Place) -> None:
    await place.anna.user.slash("tarock new", game="tapp_tarock", pace="slow", language="hu")
    settings = table_of(place, place.anna).now.settings
    assert (settings.pace, settings.locale) == (Pace.SLOW, "hu")


async def test_the_cards_of_the_day_are_played_in_direct_messages_beside_another_table(place: Place) -> None:
    await begin(place, place.anna)
    await place.anna.user.slash("daily", game="tapp_tarock")
    (given,) = (each for each in place.bot.tables.of_user(place.anna.id) if each.now.given)
    assert given.now.is_direct
    assert len(place.panels(place.anna)) == 2
    assert "daily/tapp_tarock/" in words_of(place.directly(place.anna)), "the commitment"
    await place.anna.user.slash("daily", game="tapp_tarock")
    assert "outside servers" in words_of(place.directly(place.anna))
    await place.play_out(given)
    await place.anna.user.click(place.panel(place.anna), custom_id=id_of(place.panel(place.anna), "k1:"))
    assert "anna" in words_of(place.directly(place.anna))


async def test_results_of_given_cards_name_nobody_else_outside_servers(place: Place) -> None:
    for who in (place.bela, place.anna):
        await who.user.slash("daily", game="tapp_tarock")
        (given,) = (each for each in place.bot.tables.of_user(who.id) if each.now.given)
        await place.play_out(given)
    await place.anna.user.slash("daily", game="tapp_tarock")
    shown = words_of(place.directly(place.anna))
    assert "anna" in shown
    assert "bela" not in shown


async def test_another_table_is_offered_in_place_of_one_between_deals(place: Place) -> None:
    table = await begin(place, place.anna)
    await place.anna.user.slash("tarock new", game="koenigrufen")
    assert "outside servers" in words_of(place.directly(place.anna))
    assert table_of(place, place.anna) is table
    await place.play_out(table)
    await place.anna.user.slash("tarock new", game="koenigrufen")
    offer = place.directly(place.anna)
    await place.anna.user.click(offer, custom_id=id_of(offer, "n4:"))
    after = table_of(place, place.anna)
    assert table.now.state is TableState.ENDED
    assert (after.now.game.name, after.now.state.in_deal) == ("koenigrufen", True)
    assert [each for each in ids_of(place.panel(place.anna)) if after.id in each]


async def test_nobody_else_uses_or_joins_a_table_outside_servers(place: Place) -> None:
    table = await begin(place, place.anna)
    await place.play_out(table)
    for verb in ("hand", "next", "score", "join", "return"):
        forged = await sent_privately(place, place.bela, f"p1:{table.id}:{verb}")
        await place.bela.user.click(forged, custom_id=f"p1:{table.id}:{verb}")
        assert EN("refusal.not_seated") in words_of(place.directly(place.bela)), verb
    with place.as_bot():
        refused = await table.join(place.bela.id, "Béla")
    assert refused is not None
    assert refused.code == "table_full"
    await place.bela.user.slash("history", table=table.id)
    assert f"{table.id}/1" not in words_of(place.directly(place.bela))
    await place.bela.user.slash("history", deal=f"{table.id}/1")
    assert EN("refusal.no_such_deal") in words_of(place.directly(place.bela))
    assert EN("refusal.no_such_deal") in await place.answer(place.anna, "history", deal=f"{table.id}/1")


async def test_own_deals_outside_servers_are_in_the_own_history(place: Place) -> None:
    table = await begin(place, place.anna)
    await place.play_out(table)
    code = f"{table.id}/1"
    await place.anna.user.slash("history")
    listing = place.directly(place.anna)
    assert code in words_of(listing)
    assert not [each for each in ids_of(listing) if each.startswith(("h3", "h4"))], "nothing to post it in"
    await place.anna.user.slash("history", deal=code)
    assert code in words_of(place.directly(place.anna))
    await place.anna.user.slash("verify", deal=code)
    await place.bela.user.slash("history")
    assert code not in words_of(place.directly(place.bela))
    assert code not in await place.answer(place.anna, "history")


async def test_its_standings_count_for_no_server(place: Place) -> None:
    table = await begin(place, place.anna)
    await place.play_out(table)
    before = await place.answer(place.anna, "leaderboard")
    assert "anna" not in before
    kept = await place.bot.services.store.personal.kept(place.anna.id)
    assert (kept.standings, kept.servers) == (1, 0)


async def test_it_goes_on_after_a_restart_in_the_same_message(place: Place) -> None:
    table = await begin(place, place.anna)
    panel = place.panel(place.anna)
    await place.restart()
    again = table_of(place, place.anna)
    assert again.id == table.id
    await place.play_out(again)
    assert [each.id for each in place.panels(place.anna)] == [panel.id]
    await place.anna.user.click(place.panel(place.anna), label="Next deal")
    assert again.now.number == 2


async def test_a_person_who_left_comes_back_by_the_panel(place: Place) -> None:
    table = await begin(place, place.anna)
    await place.anna.user.slash("tarock leave")
    await place.anna.user.click(place.directly(place.anna), label="Leave")
    assert table.now.asleep
    await place.anna.user.click(place.panel(place.anna), custom_id=f"p1:{table.id}:return")
    assert table.now.people == (place.anna.id,)
    assert not table.now.asleep


async def test_deleting_a_person_ends_the_table(place: Place) -> None:
    table = await begin(place, place.anna)
    await place.anna.user.slash("privacy delete")
    await place.anna.user.click(place.directly(place.anna), label="Delete everything")
    assert table.now.state is TableState.ENDED
    kept = await place.bot.services.store.personal.kept(place.anna.id)
    assert not kept.anything


async def test_the_bot_that_leaves_servers_keeps_tables_outside_them(place: Place) -> None:
    table = await begin(place, place.anna)
    retention = place.bot.services.store.retention
    with place.as_bot():
        await retention.note_servers(frozenset({place.guild.id}), 0.0)
    assert NO_SERVER not in await retention.servers_left(1.0)
    assert table.now.state.in_deal


async def test_a_recount_finds_no_difference(place: Place, settings: Settings) -> None:
    table = await begin(place, place.anna)
    await place.play_out(table)
    await end(place, place.anna)
    await place.anna.user.slash("daily", game="tapp_tarock")
    (given,) = (each for each in place.bot.tables.of_user(place.anna.id) if each.now.given)
    await place.play_out(given)
    account = await recounted(Path(str(settings.database)), Account(as_json=True))
    assert (account.deals, account.differences) == (2, 0)
