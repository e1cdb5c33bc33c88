"""`/stats`: the figures of a person's deals."""

from __future__ import annotations

from typing import Any

from bot.store import Rating, Statistics, Tally
from bot.text import words
from cogs.discord.pictures import ChartPicture
from cogs.standings.statistics import Figures, statistics_page
from tests.cogs.place import Place, ids_of, solo_lost, words_of

GAME = "tapp_tarock"
PEOPLE = Tally(25, 12, 50, 7, 3, 4, 1, 18, "k7/3", -9, "k7/4")
COMPUTERS = Tally(1, 0, -2, best=-2, best_deal="k8/1", worst=-2, worst_deal="k8/1")
STATISTICS = Statistics(
    "Anna",
    {GAME: (PEOPLE, COMPUTERS), "koenigrufen": (None, COMPUTERS)},
    {"": Rating(1234, 6), GAME: Rating(1300, 4)},
)


def shown(game: str = GAME, **known: Any) -> tuple[str, list[ChartPicture], list[str]]:
    """The text, the charts, and the labels of the buttons of a page."""
    page = statistics_page(words("en"), Figures(11, STATISTICS, game, **{"computers": False, **known}), 11)
    charts = [each for each in page.pictures if isinstance(each, ChartPicture)]
    labels = [each.label for row in page.rows if isinstance(row, tuple) for each in row]
    return page.text, charts, labels


def test_the_overview_covers_all_games() -> None:
    text, (chart,), _ = shown("", ratings=(1010, 1100, 1050, 1200, 1234))
    assert "Rating across all games: **1,234** after 6 sessions" in text
    assert "Played most: Tapp-Tarock (26 deals)" in text
    assert "- **Tapp-Tarock**: +50 in 25 deals among people · −2 in 1 deal with computers" in text
    assert "Rating over the last 4 sessions: from 1,010 to 1,234" in text
    assert chart.totals == ((90,), (40,), (190,), (224,))


def test_the_page_of_a_game_shows_its_figures() -> None:
    text, (chart,), labels = shown(gains=(5, -3, 4), ratings=(1300,))
    assert "+50 in 25 deals (12 won) · +2.0 per deal · contracts made: 7 of 10" in text
    assert "Announcements that came true: 4 of 5" in text
    assert "Best deal **+18**, worst deal **−9**" in text
    assert "Rating: shown after 5 sessions (4 so far)" in text
    assert chart.totals == ((5,), (2,), (6,))
    assert labels == ["Best deal", "Worst deal", "With computers"]


def test_a_single_deal_is_offered_once() -> None:
    text, charts, labels = shown(computers=True, gains=(-2,))
    assert "Announcements" not in text
    assert charts == []
    assert labels == ["Worst deal", "Among people"]


def test_a_page_without_deals_says_so() -> None:
    text, _, labels = shown("koenigrufen")
    assert "No such deal has been finished yet" in text
    assert labels == ["With computers"]


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
    for game, said in ((GAME, "deals among people"), ("all", "Played most"), (GAME, "deals among people")):
        (chooser,) = (each for each in ids_of(message()) if each.endswith(":game"))
        await place.anna.select(message(), [game], custom_id=chooser)
        assert said in words_of(message())
    await place.anna.click(message(), label="With computers")
    assert "No such deal has been finished yet" in words_of(message())


async def test_the_page_of_a_person_without_deals_says_so(place: Place) -> None:
    await place.anna.slash(place.channel, "stats")
    said = place.told(place.anna)
    assert "You have not finished a deal on this server yet" in said
    assert f"<@{place.anna.id}>" in said
    await place.anna.slash(place.channel, "stats", player=place.bela.user)
    said = place.told(place.anna)
    assert f"<@{place.bela.id}> has not finished a deal on this server yet" in said
