"""The leaderboard of a server."""

from __future__ import annotations

import pytest

from bot.store import Listing, Measure
from bot.text import words
from cogs.pages.standing_ids import LeaderboardControl, leaderboard_id, read_leaderboard
from tests.cogs.place import Place, ids_of, meant, words_of
from tests.cogs.test_whole_deal import act_once

POINTS = Listing("tapp_tarock", measure=Measure.POINTS)


async def solo_lost(place: Place) -> None:
    """Have Anna play a solo against two people; what comes of it does not matter."""
    table = await place.start(place.bela, place.clara)
    await meant(place, place.anna, "bid", bid="solo")
    while table.deal is not None and table.deal.result is None:
        seat = table.deal.seats()[0]
        who = (place.anna, place.bela, place.clara)[seat]
        with place.as_bot():
            assert await table.act(who.id, None, [table.deal.actions(seat)[-1]]) is None
    await place.settle()


async def test_an_empty_leaderboard_says_so(place: Place) -> None:
    await place.anna.slash(place.channel, "leaderboard")
    (answer,) = place.private(place.anna)
    assert "No one has played 5 rated sessions" in words_of(answer)
    await place.anna.select(answer, ["tapp_tarock"], custom_id=leaderboard_id(Listing(), 0, "game"))
    assert "No such deal has been finished" in words_of(place.private(place.anna)[-1])


async def test_people_are_ranked_by_what_they_gained(place: Place) -> None:
    await solo_lost(place)
    table = place.table
    assert table.deal is not None
    assert table.deal.result is not None
    net = table.game.net(table.deal.result.scores)
    await place.anna.slash(place.channel, "leaderboard")
    text = words_of(place.private(place.anna)[-1])
    assert "Tapp-Tarock" in text, "the game played last, as no one is rated"
    for name, gain in zip(("anna", "bela", "clara"), net, strict=True):
        won, signed = int(gain > 0), words("en").signed
        assert f"**{name}**" in text
        assert f": {signed(gain)} in 1 deal ({won} won)" in text
        assert f"best {signed(gain)}" in text
    assert "contracts made: 0 of 1" in text
    (picture,) = place.private(place.anna)[-1].attachments
    ranked = sorted(zip(net, ("anna", "bela", "clara"), strict=True), reverse=True)
    said = [f"{place}. {name} {words('en').signed(gain)}" for place, (gain, name) in enumerate(ranked, 1)]
    assert picture.description == "; ".join(said)


async def test_another_listing_is_chosen(place: Place) -> None:
    await solo_lost(place)
    await place.clara.slash(place.channel, "leaderboard", game="tapp_tarock")

    def shown() -> str:
        return words_of(place.private(place.clara)[-1])

    for measure, said in ((Measure.CONTRACTS, "By contracts made"), (Measure.AVERAGE, "has played 20 such")):
        (chooser,) = (each for each in ids_of(place.private(place.clara)[-1]) if each.endswith(":measure"))
        await place.clara.select(place.private(place.clara)[-1], [measure], custom_id=chooser)
        assert said in shown()
    await place.clara.click(place.private(place.clara)[-1], label="With computers")
    assert "deals with computers" in shown()
    (chooser,) = (each for each in ids_of(place.private(place.clara)[-1]) if each.endswith(":game"))
    await place.clara.select(place.private(place.clara)[-1], ["all"], custom_id=chooser)
    assert "all games" in shown()


async def test_pages_are_turned_by_buttons(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.leaderboard.PER_PAGE", 2)
    await solo_lost(place)
    await place.clara.slash(place.channel, "leaderboard")
    first = place.private(place.clara)[-1]
    assert leaderboard_id(POINTS, 1) in ids_of(first)
    await place.clara.click(first, label="Next ▶")
    second = place.private(place.clara)[-1]
    assert second.id == first.id
    assert "3. 🥉 **anna**" in words_of(second)
    assert "Page 2 of 2" in words_of(second)
    assert len(ids_of(second)) == len({*ids_of(second)})


async def test_deals_with_computers_count_apart(place: Place) -> None:
    await place.start(computers=2)
    await meant(place, place.anna, "bid", bid="solo")
    table = place.table
    while table.deal is not None and table.deal.result is None:
        await act_once(place)
    await place.anna.slash(place.channel, "leaderboard")
    text = words_of(place.private(place.anna)[-1])
    assert "deals with computers" in text, "there are no others"
    assert "1. 🥇 **anna** (you): " in text
    assert "Poldi" not in text
    await place.anna.click(place.private(place.anna)[-1], label="Among people")
    assert "No such deal" in words_of(place.private(place.anna)[-1])


LISTINGS = (
    Listing(),
    Listing(period="2026"),
    Listing("koenigrufen", "2026-11", Measure.CONTRACTS, computers=True),
    Listing("romanian_tarok", "", Measure.RATING),
)


@pytest.mark.parametrize("listing", LISTINGS)
def test_ids_are_read_as_they_were_written(listing: Listing) -> None:
    custom_id = leaderboard_id(listing, 123_456_789, "measure")
    assert len(custom_id) <= 100
    expected = LeaderboardControl(listing, 123_456_789, "measure")
    assert read_leaderboard(custom_id.removeprefix("b1:")) == expected


def test_ids_of_earlier_versions_are_read() -> None:
    assert read_leaderboard("tapp_tarock:3") == LeaderboardControl(POINTS, 3)
    assert read_leaderboard("all:2") == LeaderboardControl(Listing(), 2)


@pytest.mark.parametrize(
    "forged",
    [
        *("", "all", "chess:1", "all:x", "all:1:20261:points:people:", "all:1:all:wealth:people:"),
        *("all:1:all:points:nobody:", "all:1:2026-11-01:points:people:", "all:9999999999"),
    ],
)
def test_forged_ids_are_not_read(forged: str) -> None:
    assert read_leaderboard(forged) is None


def test_points_across_games_are_never_listed() -> None:
    control = read_leaderboard("all:0:all:points:people:")
    assert control is not None
    assert control.listing.measure is Measure.RATING
