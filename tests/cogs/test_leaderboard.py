"""The leaderboard of a server."""

from __future__ import annotations

import pytest

from bot.text import words
from tests.cogs.place import Place, ids_of, meant, words_of
from tests.cogs.test_whole_deal import act_once


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
    assert "No deal has been finished" in words_of(answer)
    assert not ids_of(answer)


async def test_people_are_ranked_by_what_they_gained(place: Place) -> None:
    await solo_lost(place)
    table = place.table
    assert table.deal is not None
    assert table.deal.result is not None
    net = table.game.net(table.deal.result.scores)
    await place.anna.slash(place.channel, "leaderboard", game="tapp_tarock")
    text = words_of(place.private(place.anna)[-1])
    assert "Tapp-Tarock" in text
    for name, gain in zip(("anna", "bela", "clara"), net, strict=True):
        won, signed = int(gain > 0), words("en").signed
        assert f"**{name}** {signed(gain)} in 1 deal ({won} won, {signed(gain, 1)} per deal)" in text
    assert "with computers" not in text
    (picture,) = place.private(place.anna)[-1].attachments
    ranked = sorted(zip(net, ("anna", "bela", "clara"), strict=True), reverse=True)
    said = [f"{place}. {name} {words('en').signed(gain)}" for place, (gain, name) in enumerate(ranked, 1)]
    assert picture.description == "; ".join(said)


async def test_pages_are_turned_by_buttons(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.leaderboard.PER_PAGE", 2)
    await solo_lost(place)
    await place.clara.slash(place.channel, "leaderboard")
    first = place.private(place.clara)[-1]
    assert ids_of(first) == ["b1:all:1"]
    await place.clara.click(first, label="Next ▶")
    second = place.private(place.clara)[-1]
    assert second.id == first.id
    assert "3. **" in words_of(second)
    assert "Page 2 of 2" in words_of(second)
    assert ids_of(second) == ["b1:all:0"]


async def test_deals_with_computers_count_apart(place: Place) -> None:
    await place.start(computers=2)
    await meant(place, place.anna, "bid", bid="solo")
    table = place.table
    while table.deal is not None and table.deal.result is None:
        await act_once(place)
    await place.anna.slash(place.channel, "leaderboard")
    text = words_of(place.private(place.anna)[-1])
    assert "**anna** only with computers: " in text
    assert "with computers" in text
    assert "Poldi" not in text
