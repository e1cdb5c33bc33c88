"""What the operator orders beside the running bot: people and servers are excluded, and people forgotten."""

from __future__ import annotations

from typing import Any

import pytest

from bot.store import Order
from bot.tables import TableState
from tests.cogs.place import Place, words_of

CONTACT = "mail@example.org"


@pytest.fixture
def limits() -> dict[str, Any]:
    return {
        "contact": CONTACT,
        "privacy_policy": "https://example.org/privacy",
        "terms": "https://example.org/terms",
    }


async def order(place: Place, what: Order, *ids: int) -> None:
    """Give an order, as another process does, and let the bot look."""
    await place.services.store.orders.give(what, ids, 1.0)
    await look(place)


async def look(place: Place) -> None:
    with place.as_bot():
        await place.bot.orders.look()
    await place.settle()


async def test_an_excluded_person_leaves_all_tables_and_a_computer_plays_on(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    await place.leave(place.clara)
    await order(place, Order.BLOCK, place.bela.id, place.clara.id)
    now = table.now
    assert (now.people, now.away) == ((place.anna.id,), ())
    assert [each.is_computer for each in now.occupants if each] == [False, True, True]
    await place.end(place.anna)


async def test_an_excluded_person_is_refused_everywhere_with_the_contact(place: Place) -> None:
    await place.open()
    await order(place, Order.BLOCK, place.bela.id)
    await place.bela.click(place.shown, label="Join")
    assert "excluded you" in place.told(place.bela)
    assert CONTACT in place.told(place.bela)
    for command, options in (("tarock new", {"game": "tapp_tarock"}), ("help", {}), ("stats", {})):
        assert CONTACT in await place.answer(place.bela, command, **options)
    assert await place.offered(place.bela, "play", "card") == []
    assert place.table.now.people == (place.anna.id,)
    kept = await place.services.store.personal.kept(place.bela.id)
    assert not kept.anything, "nothing is stored of what was refused"
    await place.clara.click(place.shown, label="Join")
    assert place.clara.id in place.table.now.people, "others are not concerned"


async def test_an_excluded_person_can_still_read_who_runs_the_bot_and_delete_everything(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await order(place, Order.BLOCK, place.bela.id)
    assert CONTACT in await place.answer(place.bela, "about")
    shown = await place.answer(place.bela, "privacy show")
    assert "the operator has excluded you" in shown
    await place.bela.click(await place.ask(place.bela, "privacy delete"), label="Delete everything")
    kept = await place.services.store.personal.kept(place.bela.id)
    assert (kept.anything, kept.blocks) == (False, 1)
    assert "the operator has excluded you" in await place.answer(place.bela, "privacy show")


async def test_an_exclusion_ends(place: Place) -> None:
    await place.open()
    await order(place, Order.BLOCK, place.bela.id, place.guild.id)
    await place.services.store.orders.withdraw(Order.BLOCK, [place.bela.id, place.guild.id])
    await look(place)
    await place.bela.slash(place.channel, "tarock new", game="tapp_tarock")
    assert place.table.now.people == (place.bela.id,)


async def test_an_excluded_server_loses_its_tables_and_is_refused(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    await order(place, Order.BLOCK, place.guild.id)
    assert table.now.state is TableState.ENDED
    assert "the operator of the bot has excluded this server" in "".join(map(words_of, place.public))
    told = await place.answer(place.anna, "tarock new", game="tapp_tarock")
    assert "excluded this server" in told
    assert CONTACT in told
    assert not place.bot.tables.in_channel(place.channel.id)


async def test_exclusions_last_over_a_restart(place: Place) -> None:
    await order(place, Order.BLOCK, place.bela.id)
    await place.restart()
    await look(place)
    assert CONTACT in await place.answer(place.bela, "help")


async def test_a_forgotten_person_leaves_the_tables_and_everything_kept(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    await place.services.people.closed(place.bela.id)
    await look(place)
    await order(place, Order.FORGET, place.bela.id)
    assert [each.name for each in table.now.occupants if each] == ["anna", "Poldi", "clara"]
    assert not (await place.services.store.personal.kept(place.bela.id)).anything
    assert "bela" not in words_of(place.shown)
    assert (await place.services.people.get(place.bela.id)).dm_ok is None, "also in memory"
    await place.bela.slash(place.channel, "help")
    await look(place)
    await place.end(place.anna)
    await place.bela.slash(place.channel, "tarock new", game="tapp_tarock")
    await look(place)
    assert place.table.now.people == (place.bela.id,), "a new player is not forgotten again"


async def test_a_person_erased_by_another_process_leaves_the_tables_in_memory(place: Place) -> None:
    """The database does not know the person any more; the table is read again from it, and goes on."""
    table = await place.start(place.bela, place.clara)
    await look(place)
    await place.services.store.personal.erase(place.bela.id)
    await order(place, Order.FORGET, place.bela.id)
    await look(place)
    assert place.bela.id not in table.now.people
    assert table.now.state.in_deal
    assert not (await place.services.store.personal.kept(place.bela.id)).anything


async def test_a_table_ends_whose_only_person_was_erased_by_another_process(place: Place) -> None:
    table = await place.start(computers=2)
    await look(place)
    await place.services.store.personal.erase(place.anna.id)
    await order(place, Order.FORGET, place.anna.id)
    await look(place)
    assert table.now.state is TableState.ENDED


async def test_orders_given_before_the_start_forget_nobody_who_has_come_back(place: Place) -> None:
    await place.services.store.orders.give(Order.FORGET, [place.anna.id], 1.0)
    await place.open()
    await place.restart()
    await look(place)
    assert place.table.now.people == (place.anna.id,)


async def test_about_and_help_name_version_and_operator(place: Place) -> None:
    about = await place.answer(place.anna, "about")
    assert place.services.about.version in about
    assert "in 1 server." in about
    for told in (
        about,
        await place.answer(place.anna, "help"),
        await place.answer(place.anna, "privacy show"),
    ):
        for text in (CONTACT, "https://example.org/privacy", "https://example.org/terms"):
            assert text in told
