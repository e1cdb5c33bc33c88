"""The pages of finished deals and of lists of them."""

from __future__ import annotations

import json
import random

import pytest

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.reasons import Refusal
from bot.rules.record import Record
from bot.rules.session import Session
from bot.store import FinishedDeal, RecordRow, StandingRow
from bot.tables.review import Review, Reviewed
from bot.text import words
from bot.text.announcements import item_lines
from bot.text.deals import talon_lines
from bot.text.sides import called_line
from cogs.discord.page import TEXT_LIMIT, Button, Select
from cogs.discord.pictures import HandPicture, ScoreSheetPicture, TalonPicture, TrickPicture
from cogs.history.page import PER_PAGE, Chosen, history_page, imported_page, review_page
from tests.cogs.panels import assert_discord_takes, buttons
from tests.games.koenigrufen.table import koenig
from tests.games.tapp_tarock.table import tapp
from tests.notation import act

NAMES = ("Anna", "Béla", "大輔", "", "Poldi")


def reviewed(name: str, seed: int, moves: int | None = None) -> Review:
    """The review of a random deal, or of one broken off after some moves."""
    game, rng = GAMES[name], random.Random(seed)
    seats = game.seats[-1]
    deck = list(game.pack.sorted)
    rng.shuffle(deck)
    deal = Session.first(game, {}, seats, game.dealers(seats)[0]).deal(deck)
    while deal.result is None and (moves is None or len(deal.log) < moves):
        seat = rng.choice(deal.seats())
        acted = deal.act(seat, rng.choice(deal.actions(seat)))
        assert not isinstance(acted, Refusal)
        deal = acted
    return review_of(deal, seats)


def review_of(deal: Deal, seats: int) -> Review:
    players = tuple(
        Reviewed(each, None if each == "Poldi" else number + 1) for number, each in enumerate(NAMES[:seats])
    )
    public = deal.open._replace(dealt=deal.dealt)
    return Review("k3m9xp", 4, deal.game, public, deal.log, players, Record.of(deal).document())


@pytest.mark.parametrize("locale", ["en", "ja"])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_every_step_of_a_deal_fits_a_message(name: str, locale: str, seed: int) -> None:
    w, review = words(locale, name), reviewed(name, seed)
    steps = len(review.open.tricks) + 3
    pages = [review_page(w, review, step) for step in range(steps)]
    for page in pages:
        assert_discord_takes(page)
    assert len({page.digest for page in pages}) == steps
    assert review_page(w, review, steps + 5) == pages[-1]
    assert sum(isinstance(each, HandPicture) for each in pages[0].parts) == sum(
        map(bool, review.open.dealt.hands if review.open.dealt else ())
    )
    assert all(isinstance(page.parts[1], TrickPicture) for page in pages[2:-1])
    ids = [[each.id for row in page.rows if isinstance(row, tuple) for each in row] for page in pages]
    assert ids[0][0] == "d1:k3m9xp:4:1"
    assert ids[-1] == [f"d1:k3m9xp:4:{steps - 2}"]


def test_a_deal_broken_off_shows_its_cards_and_no_score() -> None:
    w, review = words("en", "tapp_tarock"), reviewed("tapp_tarock", 1, 12)
    assert review.open.result is None
    page = review_page(w, review, 99)
    assert not any(isinstance(each, ScoreSheetPicture) for each in page.parts)
    jump = page.rows[-1]
    assert isinstance(jump, Select)
    tricks = [
        f"Trick {number} of {len(review.open.tricks)}" for number in range(1, len(review.open.tricks) + 1)
    ]
    assert [each.label for each in jump.options] == ["The cards as dealt", "Before the play", *tricks]
    assert isinstance(review_page(w, review, 0).parts[2], HandPicture)


def test_a_player_who_is_no_longer_known_is_named_by_the_seat() -> None:
    review = reviewed("koenigrufen", 0)
    assert "Seat 4" in review_page(words("en", "koenigrufen"), review, 0).text


@pytest.mark.parametrize(("game", "has_talon"), [("tapp_tarock", True), ("royal_tarokk", False)])
def test_the_cards_as_dealt_end_with_the_talon_if_the_game_has_one(game: str, has_talon: bool) -> None:
    *_, last = review_page(words("en", game), reviewed(game, 1), 0).pictures
    assert isinstance(last, TalonPicture) is has_talon


def test_the_step_before_the_play_names_call_talon_and_announcements() -> None:
    deal = koenig(after="1 pass; 2 pass; 3 pass; 0 bid rufer; 0 call HK")
    w, names = words("en", "koenigrufen"), ["Anna", "Béla", "大輔", "Seat 4"]
    text = review_page(w, review_of(deal, 4), 1).text
    assert called_line(w, deal.open, names) in text
    deal = act(deal, "0 take upper")
    assert talon_lines(w, deal.open, names)[0] in review_page(w, review_of(deal, 4), 1).text
    solo = act(tapp(), "0 bid solo; 0 announce valat; 0 done")
    w = words("en", "tapp_tarock")
    text = review_page(w, review_of(solo, 3), 1).text
    assert item_lines(w, solo.open, solo.log, names)[0] in text
    assert [each.id for each in buttons(review_page(w, review_of(solo, 3), 1))][:1] == ["d1:k3m9xp:4:0"]


def finished(number: int) -> FinishedDeal:
    rows = tuple(StandingRow(seat, seat, f"P{seat}", seat - 1, seat - 1, 0, False) for seat in range(4))
    return FinishedDeal("k3m9xp", number, "koenigrufen", 1_700_000_000.0 + number, rows)


def test_a_page_of_deals_lists_them_and_links_to_other_pages() -> None:
    w = words("en")
    deals = [finished(number) for number in range(PER_PAGE)]
    page = history_page(w, deals, Chosen(), 0, more=True)
    assert len(page.text) < TEXT_LIMIT
    assert "`k3m9xp/3` P3\u00a0+2" in page.text
    choice, turning = page.rows
    assert isinstance(choice, Select)
    assert [each.value for each in choice.options] == [f"k3m9xp/{number}" for number in range(PER_PAGE)]
    assert isinstance(turning, tuple)
    assert [each.id for each in turning if isinstance(each, Button)] == ["h1:0:1"]
    older = history_page(w, deals[:1], Chosen(7), 1, more=False)
    _, back = older.rows
    assert isinstance(back, tuple)
    assert [each.id for each in back] == ["h1:7:0"]
    assert "<@7>" in older.text


def imported(name: str, at: float = 1_700_000_000.9) -> RecordRow:
    """An imported record of a deal of Tapp-Tarock in which the first seat won 8 points."""
    record = {"game": "tapp_tarock", "result": {"scores": [8, -8, 0]}}
    return RecordRow(name, json.dumps(record), 1, at)


def test_an_imported_record_is_listed_with_its_date_game_and_points() -> None:
    page = imported_page(words("en"), [imported("abcdefghjk")], 0, more=False)
    gains = "Seat 1\u00a0+8, Seat 2\u00a0−8, Seat 3\u00a00"
    assert page.text.endswith(f"- 📥 <t:1700000000:d> · Tapp-Tarock · `abcdefghjk/1`: {gains}")
    (choice,) = page.rows
    assert isinstance(choice, Select)
    assert [each.value for each in choice.options] == ["abcdefghjk/1"]
    assert choice.options[0].label == f"abcdefghjk/1 · Tapp-Tarock: {gains}", "longer than a name may be"
