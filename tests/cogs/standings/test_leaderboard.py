"""The leaderboard of a server."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.store import Listing, Measure, Rank
from bot.text import words
from cogs.controls import LeaderboardControl, leaderboard_id, read_leaderboard
from cogs.standings import commands as leaderboard
from cogs.standings.commands import ACROSS, Leaderboard
from tests.cogs.place import Place, ids_of, meant, solo_lost, words_of

POINTS = Listing("tapp_tarock", measure=Measure.POINTS)


async def test_an_empty_leaderboard_says_so(place: Place) -> None:
    await place.anna.slash(place.channel, "leaderboard")
    (answer,) = place.private(place.anna)
    assert "No one has played 5 rated sessions" in words_of(answer)
    await place.anna.select(answer, ["tapp_tarock"], custom_id=leaderboard_id(Listing(), 0, "game"))
    assert "No such deal has been finished" in place.told(place.anna)


async def test_people_are_ranked_by_their_gains(place: Place) -> None:
    await solo_lost(place)
    table = place.table
    assert table.now.deal is not None
    assert table.now.deal.result is not None
    net = table.now.game.net(table.now.deal.result.scores)
    await place.anna.slash(place.channel, "leaderboard")
    text = place.told(place.anna)
    assert "Tapp-Tarock" in text, "the game played last, as no one is rated"
    for name, gain in zip(("anna", "bela", "clara"), net, strict=True):
        won, signed = int(gain > 0), words("en").signed
        assert f"**{name}**" in text
        assert f": {signed(gain)} in 1 deal ({won} won)" in text
        assert f"best {signed(gain)}" in text
    assert "contracts made: 0 of 1" in text
    (picture,) = place.last(place.anna).attachments
    ranked = sorted(zip(net, ("anna", "bela", "clara"), strict=True), reverse=True)
    said = [f"{place}. {name} {words('en').signed(gain)}" for place, (gain, name) in enumerate(ranked, 1)]
    assert picture.description == "; ".join(said)


async def test_another_listing_is_chosen(place: Place) -> None:
    await solo_lost(place)
    await place.clara.slash(place.channel, "leaderboard", game="tapp_tarock")

    def shown() -> str:
        return place.told(place.clara)

    for measure, said in ((Measure.CONTRACTS, "By contracts made"), (Measure.AVERAGE, "has played 20 such")):
        (chooser,) = (each for each in ids_of(place.last(place.clara)) if each.endswith(":measure"))
        await place.clara.select(place.last(place.clara), [measure], custom_id=chooser)
        assert said in shown()
    await place.clara.click(place.last(place.clara), label="With computers")
    assert "deals with computers" in shown()
    (chooser,) = (each for each in ids_of(place.last(place.clara)) if each.endswith(":game"))
    await place.clara.select(place.last(place.clara), ["all"], custom_id=chooser)
    assert "all games" in shown()


async def test_pages_are_turned_by_buttons(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.standings.commands.PER_PAGE", 2)
    await solo_lost(place)
    await place.clara.slash(place.channel, "leaderboard")
    first = place.last(place.clara)
    assert leaderboard_id(POINTS, 1) in ids_of(first)
    await place.clara.click(first, label="Next ▶")
    second = place.last(place.clara)
    assert second.id == first.id
    assert "3. 🥉 **anna**" in words_of(second)
    assert "Page 2 of 2" in words_of(second)
    assert len(ids_of(second)) == len({*ids_of(second)})


async def test_deals_with_computers_are_counted_separately(place: Place) -> None:
    await place.start(computers=2)
    await meant(place, place.anna, "bid", bid="solo")
    await place.play_out(place.table)
    await place.anna.slash(place.channel, "leaderboard")
    text = place.told(place.anna)
    assert "deals with computers" in text, "there are no others"
    assert "1. 🥇 **anna** (you): " in text
    assert "Poldi" not in text
    await place.anna.click(place.last(place.anna), label="Among people")
    assert "No such deal" in place.told(place.anna)


LISTINGS = (
    Listing(),
    Listing(period="2026"),
    Listing("koenigrufen", "2026-11", Measure.CONTRACTS, computers=True),
    Listing("romanian_tarok", "", Measure.RATING),
)


@pytest.mark.parametrize("listing", LISTINGS)
def test_ids_round_trip(listing: Listing) -> None:
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


ANNA = 7
FIRST, SECOND = Listing("koenigrufen", measure=Measure.POINTS), Listing("koenigrufen", measure=Measure.RATING)


class Board:
    """The leaderboard, with the arguments of its pages recorded."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, sizes: dict[Listing, int]) -> None:
        self.made: list[dict[str, Any]] = []
        self.ranks: list[Rank] = []
        self.asked: dict[str, int] = {}

        async def size(_: int, listing: Listing) -> int:
            return sizes.get(listing, 0)

        async def page(_guild: int, _listing: Listing, **part: int) -> list[Rank]:
            self.asked = part
            return self.ranks

        async def rank_of(_: int, user_id: int, __: Listing) -> Rank:
            return rank(user_id)

        def made(_: object, listing: Listing, _month: str, *rest: Any) -> None:
            names = ("ranks", "number", "pages", "own")
            self.made.append({"listing": listing} | dict(zip(names, rest, strict=True)))

        store: Any = SimpleNamespace(
            leaderboard=SimpleNamespace(size=size, page=page, rank_of=rank_of),
            finished=SimpleNamespace(page=AsyncMock(return_value=())),
        )
        self.cog = Leaderboard(Mock(store=store, renderer=Mock(render=AsyncMock())))
        monkeypatch.setattr(leaderboard, "leaderboard_page", made)
        monkeypatch.setattr(leaderboard, "update", AsyncMock())

    async def press(self, listing: Listing, page: int = 0, chosen: str = "") -> dict[str, Any]:
        """Turn to a page, or choose from a list below it; returns the arguments of the new page."""
        interaction: Any = SimpleNamespace(
            data={"values": [chosen]} if chosen else {},
            extras={},
            guild_id=1,
            locale="en-US",
            user=SimpleNamespace(id=ANNA),
        )
        await self.cog._pressed(interaction, LeaderboardControl(listing, page))
        return self.made[-1]


def rank(user_id: int) -> Rank:
    return Rank(1, user_id, "somebody", None, None)


@pytest.mark.parametrize(
    ("people", "computers", "with_computers"),
    [(1, 0, False), (1, 1, False), (0, 1, True), (0, 0, False)],
)
async def test_deals_among_people_are_listed_first_if_there_are_any(
    monkeypatch: pytest.MonkeyPatch, people: int, computers: int, *, with_computers: bool
) -> None:
    sizes = {POINTS: people, POINTS._replace(computers=True): computers}
    listing = await Board(monkeypatch, sizes).cog._first(1, "tapp_tarock")
    assert listing == POINTS._replace(computers=with_computers)


async def test_another_game_keeps_the_measure_and_opens_at_its_first_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listed = Listing("tapp_tarock", "2026", Measure.RATING)
    board = Board(monkeypatch, {SECOND._replace(period="2026"): 100, FIRST: 100})
    made = await board.press(listed, 3, "koenigrufen")
    assert (made["listing"], made["number"]) == (SECOND._replace(period="2026"), 0)
    made = await board.press(ACROSS, 3, "koenigrufen")
    assert made["listing"] == FIRST, "across all games there are no points"
    made = await board.press(listed, 3, "all")
    assert made["listing"] == ACROSS._replace(period="2026")


@pytest.mark.parametrize(
    ("lines", "wanted", "shown", "pages"), [(0, 0, 0, 1), (10, 1, 0, 1), (11, 1, 1, 2), (11, 7, 1, 2)]
)
async def test_a_page_number_past_the_end_shows_the_last_page(
    monkeypatch: pytest.MonkeyPatch, lines: int, wanted: int, shown: int, pages: int
) -> None:
    monkeypatch.setattr(leaderboard, "PER_PAGE", 10)
    board = Board(monkeypatch, {FIRST: lines})
    made = await board.press(FIRST, wanted)
    assert (made["number"], made["pages"]) == (shown, pages)
    assert board.asked == {"offset": 10 * shown, "limit": 10}


async def test_the_readers_own_rank_is_shown_even_from_another_page(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(monkeypatch, {FIRST: 2})
    board.ranks = [rank(1), rank(2)]
    assert (await board.press(FIRST))["own"] == rank(ANNA)
    board.ranks = [rank(1), rank(ANNA)._replace(place=2)]
    assert (await board.press(FIRST))["own"] == board.ranks[1]
