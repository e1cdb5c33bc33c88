"""The leaderboard of a server and the statistics of a person."""

from __future__ import annotations

from typing import Any

import pytest

from bot.store import Listing, Measure, Rank, Rating, Statistics, Tally
from bot.text import words
from cogs.controls import LEADERBOARD, leaderboard_id
from cogs.discord.page import Select, controls_in
from cogs.discord.pictures import BarsPicture, ChartPicture
from cogs.standings.leaderboard import leaderboard_page
from cogs.standings.statistics import Figures, statistics_page
from tests.cogs.place import Place, ids_of, meant, solo_lost, words_of

POINTS = Listing("tapp_tarock", measure=Measure.POINTS)


async def test_an_empty_leaderboard_says_so(place: Place) -> None:
    await place.anna.slash(place.channel, "leaderboard")
    (answer,) = place.private(place.anna)
    assert "No one has played 5 rated sessions" in words_of(answer)
    await place.anna.select(answer, ["tapp_tarock"], custom_id=leaderboard_id(Listing(), 0, "game"))
    assert "No deal of this kind has been finished" in place.told(place.anna)


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
    assert picture.description == words("en")("picture.in_text")


async def test_another_listing_is_chosen(place: Place) -> None:
    await solo_lost(place)
    await place.clara.slash(place.channel, "leaderboard", game="tapp_tarock")

    def shown() -> str:
        return place.told(place.clara)

    for measure, said in (
        (Measure.CONTRACTS, "By contracts made"),
        (Measure.AVERAGE, "Averages appear after 20"),
    ):
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
    assert "3. **anna**" in words_of(second)
    assert "Page 2 of 2" in words_of(second)
    assert len(ids_of(second)) == len({*ids_of(second)})


async def test_the_own_rank_is_shown_on_every_page(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.standings.commands.PER_PAGE", 2)
    await solo_lost(place)
    await place.anna.slash(place.channel, "leaderboard")
    first = words_of(place.last(place.anna))
    assert "**anna**" not in first, "she is third"
    assert words("en")("leaderboard.own", place=3, said="\0").partition("\0")[0] in first


async def test_deals_with_computers_are_counted_separately(place: Place) -> None:
    await place.start(computers=2)
    await meant(place, place.anna, "bid", bid="solo")
    await place.play_out(place.table)
    await place.anna.slash(place.channel, "leaderboard")
    text = place.told(place.anna)
    assert "deals with computers" in text, "there are no others"
    assert "1. **anna** (you): " in text
    assert "Poldi" not in text
    await place.anna.click(place.last(place.anna), label="People only")
    assert "No deal of this kind" in place.told(place.anna)


FIRST, SECOND = Listing("koenigrufen", measure=Measure.POINTS), Listing("koenigrufen", measure=Measure.RATING)


TALLY = Tally(25, 12, 50, 7, 3, 4, 1, 18, "k7/3", -9, "k7/4")
RANKS = (
    Rank(1, 11, "Anna", TALLY, Rating(1234, 6)),
    Rank(2, 12, "Béla", Tally(4, 1, -6, best=5, best_deal="k7/3"), None),
)


def shown(measure: Measure, ranks: tuple[Rank, ...] = RANKS) -> tuple[str, list[tuple[float, str]]]:
    """The text and the bars of a page."""
    page = leaderboard_page(words("en"), Listing("tapp_tarock", "2026", measure), "2026-11", ranks, 0, 1)
    bars = [
        (bar.points, bar.text)
        for each in page.pictures
        if isinstance(each, BarsPicture)
        for bar in each.ranks
    ]
    return page.text, bars


def test_a_line_shows_all_known_figures() -> None:
    text, _ = shown(Measure.POINTS)
    assert "-# By points · 2026 · deals between people" in text
    assert (
        "1. 🥇 **Anna**: +50 in 25 deals (12 won) · +2.0 per deal · contracts made: 7 of 10 · best +18"
        in text
    )
    assert "best +18 · rating 1,234" in text
    assert "2. **Béla**: -6 in 4 deals (1 won) · best +5".replace("-", "\N{MINUS SIGN}") in text


@pytest.mark.parametrize(
    ("measure", "bars"),
    [
        (Measure.POINTS, [(50, "+50"), (-6, "\N{MINUS SIGN}6")]),
        (Measure.AVERAGE, [(2.0, "+2.0"), (-1.5, "\N{MINUS SIGN}1.5")]),
        (Measure.DEALS, [(25, "25"), (4, "4")]),
        (Measure.BEST, [(18, "+18"), (5, "+5")]),
        (Measure.CONTRACTS, [(7, "7"), (0, "0")]),
    ],
)
def test_bars_show_the_ranked_measure(measure: Measure, bars: list[tuple[float, str]]) -> None:
    assert shown(measure)[1] == bars


def test_bars_of_ratings_start_at_the_rating_of_a_beginner() -> None:
    ranks = tuple(Rank(place, place, "x", None, Rating(value, 9)) for place, value in ((1, 1180), (2, 950)))
    page = leaderboard_page(words("en"), Listing(), "2026-11", ranks, 0, 1)
    assert "1. 🥇 **x**: rating 1,180 after 9 sessions" in page.text
    (picture,) = page.pictures
    assert isinstance(picture, BarsPicture)
    assert [(bar.points, bar.text) for bar in picture.ranks] == [(180, "1,180"), (-50, "950")]
    assert not any(isinstance(row, Select) and row.id.endswith(":measure") for row in page.rows)


@pytest.mark.parametrize(("measure", "offered"), [(Measure.RATING, False), (Measure.POINTS, True)])
def test_deals_with_computers_can_be_listed_unless_by_rating(measure: Measure, *, offered: bool) -> None:
    page = leaderboard_page(words("en"), Listing("", "2026", measure), "2026-11", RANKS[:1], 0, 1)
    labels = [each.label for row in page.rows if isinstance(row, tuple) for each in row]
    assert ("With computers" in labels) is offered


def test_readers_find_themselves() -> None:
    w, listing = words("en"), Listing("tapp_tarock", "", Measure.POINTS)
    here = leaderboard_page(w, listing, "2026-11", RANKS, 0, 1, RANKS[1])
    assert "2. **Béla** (you): " in here.text
    clara = Rank(14, 13, "Clara", TALLY, None)
    elsewhere = leaderboard_page(w, listing, "2026-11", RANKS, 0, 2, clara)
    assert "**You** are number 14: +50 in 25 deals" in elsewhere.text
    assert "(you)" not in elsewhere.text


def test_other_listings_open_at_their_first_page() -> None:
    listing = Listing("tapp_tarock", "2026", Measure.POINTS)
    page = leaderboard_page(words("en"), listing, "2026-11", RANKS, 1, 3)
    led = [LEADERBOARD.read(each.id.removeprefix("b1:")) for row in page.rows for each in controls_in(row)]
    assert [each and each.page for each in led] == [0] * 6 + [0, 2]


GAME = "tapp_tarock"
PEOPLE = Tally(25, 12, 50, 7, 3, 4, 1, 18, "k7/3", -9, "k7/4")
COMPUTERS = Tally(1, 0, -2, best=-2, best_deal="k8/1", worst=-2, worst_deal="k8/1")
STATISTICS = Statistics(
    "Anna",
    {GAME: (PEOPLE, COMPUTERS), "koenigrufen": (None, COMPUTERS)},
    {"": Rating(1234, 6), GAME: Rating(1300, 4)},
)


def stats_of(game: str = GAME, **known: Any) -> tuple[str, list[ChartPicture], list[str]]:
    """The text, the charts, and the labels of the buttons of a page."""
    page = statistics_page(words("en"), Figures(11, STATISTICS, game, **{"computers": False, **known}), 11)
    charts = [each for each in page.pictures if isinstance(each, ChartPicture)]
    labels = [each.label for row in page.rows if isinstance(row, tuple) for each in row]
    return page.text, charts, labels


def test_the_overview_covers_all_games() -> None:
    text, (chart,), _ = stats_of("", ratings=(1010, 1100, 1050, 1200, 1234))
    assert "Rating across all games: **1,234** after 6 sessions" in text
    assert "Played most: Tapp-Tarock (26 deals)" in text
    assert "- **Tapp-Tarock**: +50 in 25 deals between people · −2 in 1 deal with computers" in text
    assert "Rating over the last 4 sessions: from 1,010 to 1,234" in text
    assert chart.totals == ((90,), (40,), (190,), (224,))


def test_the_page_of_a_game_shows_its_figures() -> None:
    text, (chart,), labels = stats_of(gains=(5, -3, 4), ratings=(1300,))
    assert "+50 in 25 deals (12 won) · +2.0 per deal · contracts made: 7 of 10" in text
    assert "Announcements made: 4 of 5" in text
    assert "Best deal **+18**, worst deal **−9**" in text
    assert "Rating: shown after 5 sessions (4 so far)" in text
    assert chart.totals == ((5,), (2,), (6,))
    assert labels == ["Best deal", "Worst deal", "With computers"]


def test_a_single_deal_is_offered_once() -> None:
    text, charts, labels = stats_of(computers=True, gains=(-2,))
    assert "Announcements" not in text
    assert charts == []
    assert labels == ["Worst deal", "People only"]


async def test_the_best_deal_is_opened(place: Place) -> None:
    await solo_lost(place)
    await place.bela.slash(place.channel, "stats", player=place.anna, game=GAME)
    message = place.last(place.bela)
    assert "anna · Tapp-Tarock" in words_of(message)
    assert "contracts made: 0 of 1" in words_of(message)
    deal = f"d1:{place.table.id}:1:0"
    assert deal in ids_of(message)
    await place.bela.click(message, custom_id=deal)
    assert f"deal {place.table.id}/1" in place.told(place.bela)


async def test_the_game_and_the_kind_of_deals_can_be_chosen(place: Place) -> None:
    await solo_lost(place)
    await place.anna.slash(place.channel, "stats")

    def message() -> Any:
        return place.last(place.anna)

    assert "Played most: Tapp-Tarock (1 deal)" in words_of(message())
    for game, said in (
        (GAME, "deals between people"),
        ("all", "Played most"),
        (GAME, "deals between people"),
    ):
        (chooser,) = (each for each in ids_of(message()) if each.endswith(":game"))
        await place.anna.select(message(), [game], custom_id=chooser)
        assert said in words_of(message())
    assert "With computers" not in words_of(message()), "there are no deals of that kind"


async def test_the_page_of_a_person_without_deals_says_so(place: Place) -> None:
    await place.anna.slash(place.channel, "stats")
    said = place.told(place.anna)
    assert "You have not finished a deal on this server yet" in said
    assert f"<@{place.anna.id}>" in said
    await place.anna.slash(place.channel, "stats", player=place.bela.user)
    said = place.told(place.anna)
    assert f"<@{place.bela.id}> has not finished a deal on this server yet" in said
