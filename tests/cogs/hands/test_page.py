"""A player's panel: all that its reader knows of the deal, and when it must be shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.games import GAMES
from bot.games.romanian import ROMANIAN_TAROK
from bot.rules.cards import Cards
from bot.rules.session import Session
from bot.tables import TableState
from bot.text import LOCALES, words
from bot.text.deals import auction_line, contract_line, trick_line, turn_line
from bot.text.scores import scores_line
from bot.text.sides import roles
from card_images import Style
from cogs.discord.page import TEXT_LIMIT
from cogs.discord.pictures import HandPicture, ScoreSheetPicture, TrickPicture
from cogs.hands.page import player_page
from cogs.hands.panel import PanelKey, panel_key
from cogs.table.page import (
    announcements_page,
    auction_page,
    deal_page,
    last_trick_page,
    spectator_page,
    table_page,
    totals_page,
)
from cogs.table.score import played
from tests.cogs.panels import NAMES, as_held, at_a_table, choice_pages
from tests.games.illustrated_tarokk.table import dealt
from tests.games.koenigrufen.table import besserrufer
from tests.games.romanian.table import four
from tests.games.royal_tarokk.table import royal
from tests.games.tapp_tarock.table import tapp
from tests.notation import act, until, with_open
from tests.text.players import SEEDS, positions

if TYPE_CHECKING:
    from bot.rules.deal import Deal
    from bot.rules.layout import Seat
    from bot.rules.state import Open
    from cogs.discord.page import Page

COMPONENTS = 40
"""The most components that a message may hold."""


def panel(deal: Deal, seat: Seat, locale: str = "en") -> Page:
    page = player_page(words(locale, deal.game.name), as_held(deal), seat)
    assert page is not None
    return page


def hand_of(page: Page) -> HandPicture:
    return next(each for each in page.pictures if isinstance(each, HandPicture))


def labels(page: Page) -> list[str]:
    return [each.label for row in page.rows if isinstance(row, tuple) for each in row]


def components(page: Page) -> int:
    """How many components a page takes, with the box around them; a picture takes one."""
    return 1 + len(page.parts) + sum(1 + (len(row) if isinstance(row, tuple) else 1) for row in page.rows)


def told_in(game: str, public: Open) -> list[str]:
    """What every panel says of a deal while cards are played."""
    w, last = words("en", game), public.tricks[-1]
    tricks = (f"{NAMES[seat]}\u00a0{public.tricks_won[seat]}" for seat in public.active)
    return [
        contract_line(w, public, NAMES[: public.seats]),
        *tricks,
        f"Last trick: {trick_line(w, last.plays, NAMES, last.winner)}",
        *(f"{NAMES[seat]}" for seat in public.turn),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_panel_tells_the_whole_deal(game: str) -> None:
    told = 0
    for seed in SEEDS[:3]:
        played = [deal for deal in positions(game, seed) if deal.open.phase == "play" and deal.open.tricks]
        for deal in played[::9]:
            for seat in range(deal.layout.seats):
                page = panel(deal, seat)
                assert [each for each in told_in(game, deal.open) if each not in page.text] == []
                assert isinstance(page.pictures[0], TrickPicture)
                told += 1
    assert told


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_panels_and_the_pages_of_their_buttons_fit_a_message(game: str, locale: str) -> None:
    w = words(locale, game)
    for seed in SEEDS[:2]:
        for deal in positions(game, seed)[::6]:
            table = as_held(deal)
            for seat in range(deal.layout.seats):
                shown = [panel(deal, seat, locale), *choice_pages(w, table, seat), auction_page(w, table)]
                assert max(len(page.text) for page in shown) <= TEXT_LIMIT
                assert max(map(components, shown)) <= COMPONENTS


def test_many_announcements_are_folded() -> None:
    deal = royal("1 game; tarokk_18; honour; spadille; tarokk_19; tarokk_20; city; matador")
    said = announcements_page(words("en", "royal_tarokk"), as_held(deal)).text.splitlines()[1:]
    text = panel(deal, 0).text
    assert len(said) > 6
    assert [line in text for line in said] == [*[False] * (len(said) - 6), *[True] * 6]
    assert f"{len(said) - 6} announcements before these" in text


def test_a_fixed_partner_is_named() -> None:
    assert "Your partner: Béla" in panel(royal(), 0).text


def test_the_auction_is_short_in_the_panel_and_complete_on_its_page() -> None:
    calls = "0 bid dreier; 1 bid unterer; 2 bid oberer; 0 hold; 1 pass; 2 bid solo; 0 hold"
    deal = act(tapp(), calls)
    assert "Contract: Solo · 8 points, declarer Anna" in panel(deal, 2).text
    assert "Auction: Anna: Dreier, Béla: Unterer, Clara: Oberer, Anna: hold" in panel(deal, 2).text
    page = auction_page(words("en", "tapp_tarock"), as_held(deal))
    assert page.text.splitlines()[1:5] == ["Dealer: Clara", "Anna: Dreier", "Béla: Unterer", "Clara: Oberer"]
    assert auction_line(words("en", "tapp_tarock"), deal.open, NAMES, last=2) == "…, Clara: Solo, Anna: hold"


def test_auction_and_talon_are_in_small_print_once_cards_are_played() -> None:
    deal = until(act(tapp(), "0 bid dreier; 1 pass; 2 pass; 0 take upper"), "play")
    before, after = (panel(each, 1).text for each in (deal, act(deal, f"0 {deal.actions(0)[0]}")))
    for line in ("Auction: Anna: Dreier", "Talon: "):
        assert f"\n{line}" in before
        assert f"\n-# {line}" in after
    assert "\nContract: Dreier" in before
    shown = after.splitlines()
    contract = next(number for number, line in enumerate(shown) if line.startswith("-# Contract: Dreier"))
    assert shown[contract + 1].startswith("**It is your turn"), "right above the controls"


def test_announcements_take_one_line_per_player_once_cards_are_played() -> None:
    deal = until(royal("1 game; honour; spadille"), "play")
    before, after = (panel(each, 0).text for each in (deal, act(deal, f"1 {deal.actions(1)[0]}")))
    assert "\nAnnounced by Béla: game (játék) · 2 points: five tricks or more\n" in before
    assert (
        "\nAnnounced by Béla: game (játék) · 2 points; honour (honőr) · 1 point; spadille · 30 points\n"
        in after
    )


def test_choices_before_the_deal_are_listed_in_the_auction() -> None:
    session = Session.first(ROMANIAN_TAROK, {"knock_styles": True}, 4, 3)
    deal = act(session.deal(ROMANIAN_TAROK.pack.sorted), "1 deal knock; 0 deal plain")
    text = auction_page(words("en", "romanian_tarok"), as_held(deal)).text
    assert text.splitlines()[1:4] == [
        "Dealer: 大輔",
        "Before the deal Béla chose: Knock.",
        "Before the deal Anna chose: Deal six at a time.",
    ]


def test_cards_from_the_talon_are_marked_until_the_first_card_is_played() -> None:
    deal = act(tapp(), "0 bid dreier; 1 pass; 2 pass; 0 take upper")
    drawn = deal.open.talon[-1].cards
    assert len(drawn) == 3
    assert hand_of(panel(deal, 0)).marked == drawn
    assert ". From the talon: " in hand_of(panel(deal, 0)).description
    assert "。タロンから：" in hand_of(panel(deal, 0, "ja")).description
    assert hand_of(panel(deal, 1)).marked == Cards()
    playing = until(deal, "play")
    first = act(playing, f"0 {playing.actions(0)[0]}")
    trick = act(first, f"1 {first.actions(1)[0]}")
    trick = act(trick, f"2 {trick.actions(2)[0]}")
    kept = playing.view(0).hand & drawn
    assert [hand_of(panel(each, 0)).marked for each in (playing, first, trick)] == [kept, Cards(), Cards()]
    assert hand_of(panel(deal, 0)).style is Style.STANDARD


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_does_not_change_while_others_play(game: str) -> None:
    shown: dict[tuple[Seat, PanelKey], HandPicture] = {}
    for deal in positions(game, SEEDS[0]):
        for seat in range(deal.layout.seats):
            key, page = panel_key(as_held(deal), seat), player_page(words("en", game), as_held(deal), seat)
            if key and page and any(isinstance(each, HandPicture) for each in page.pictures):
                assert shown.setdefault((seat, key.own), hand_of(page)) == hand_of(page)


def test_the_rest_of_a_long_score_sheet_is_shown_by_the_score_button() -> None:
    w, short = words("en", "tapp_tarock"), positions("tapp_tarock", SEEDS[0])[-1]
    result = short.open.result
    assert result is not None
    board = with_open(short.phase.board, result=replace(result, lines=result.lines[:1] * 60))
    over: Any = short.phase
    long = short._replace(phase=replace(over, board=board))
    numbered = [f"\n{number}. " for number in range(1, 61)]
    rest = totals_page(w, as_held(long)).text
    for message in (table_page(as_held(long)).text, panel(long, 0).text):
        kept = sum(each in f"\n{message}" for each in numbered)
        assert 10 < kept < 60
        assert f"{60 - kept} more lines: press *Score*" in message
        assert "This deal: " in message
        assert all(each in f"\n{rest}" for each in numbered[kept:])
    assert "1. " not in totals_page(w, as_held(short)).text


@pytest.mark.parametrize("game", GAMES)
def test_the_result_of_a_deal_tells_what_was_played(game: str) -> None:
    deal, w = positions(game, SEEDS[0])[-1], words("en", game)
    assert deal.result is not None
    told = played(w, deal.open, deal.log, NAMES[: deal.layout.seats])
    mine, shown = panel(deal, 0), table_page(as_held(deal))
    for text in (mine.text, shown.text):
        assert "\n".join(told) in text
    for picture in shown.pictures:
        assert isinstance(picture, ScoreSheetPicture)
        assert told[0] in picture.sheet.heading
        assert picture.sheet.roles == tuple(roles(w, deal.open))
    assert "your hand" not in mine.text
    assert mine.text.startswith(f"### {w(f'game.{game}')} · deal 1 · result")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_the_result_of_a_deal_begins_with_its_last_trick(game: str, locale: str) -> None:
    ends, w = (positions(game, seed)[-1] for seed in range(100)), words(locale, game)
    deal = next(each for each in ends if each.open.tricks)
    trick, names = deal.open.tricks[-1], NAMES[: deal.layout.seats]
    line = w("table.final_trick", plays=trick_line(w, trick.plays, names, trick.winner))
    table = at_a_table(deal, state=TableState.BETWEEN)
    mine = player_page(w, table, 0)
    assert mine is not None
    for page in (mine, table_page(table, w), spectator_page(w, table, 99)):
        (at,) = [at for at, each in enumerate(page.text.splitlines()) if each == line]
        assert at < page.text.splitlines().index(played(w, deal.open, deal.log, names)[0])
    button = w("button.final_trick")
    assert line.startswith(button), "one name for one thing"
    assert all(button in labels(page) for page in (mine, table_page(table, w)))
    assert last_trick_page(w, table) is not None


@pytest.mark.parametrize("locale", LOCALES)
def test_the_line_of_the_last_trick_has_the_name_of_its_button_during_a_deal(locale: str) -> None:
    deal = next(each for each in positions("tapp_tarock", 1) if each.open.tricks)
    w = words(locale, "tapp_tarock")
    shown = table_page(at_a_table(deal), w)
    assert w("button.trick") in labels(shown)
    assert f"\n{w('button.trick')}" in shown.text


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_the_last_trick_is_shown_before_the_result(game: str, locale: str) -> None:
    ends, w = (positions(game, seed)[-1] for seed in range(100)), words(locale, game)
    deal = next(each for each in ends if each.open.tricks)
    table = at_a_table(deal, state=TableState.BETWEEN)
    over = panel_key(table, 0)
    table = replace(table, last_look=True)
    trick, names = deal.open.tricks[-1], NAMES[: deal.layout.seats]
    mine = player_page(w, table, 0)
    assert mine is not None
    for page in (mine, table_page(table, w), spectator_page(w, table, 99)):
        assert isinstance(next(iter(page.pictures)), TrickPicture)
        assert w("table.last_trick", plays=trick_line(w, trick.plays, names, trick.winner)) in page.text
        assert not any(isinstance(each, ScoreSheetPicture) for each in page.pictures)
        assert scores_line(w, deal.result.scores, names) not in page.text if deal.result else False
    assert w("turn.over") in mine.text
    looking = panel_key(table, 0)
    before = panel_key(at_a_table(deal, state=TableState.PLAYING), 0)
    assert looking is not None
    assert before is not None
    assert over is not None
    assert looking.own == replace(before.own, over=False, may_end=False, may_announce_end=False)
    assert over.is_urgent(looking)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_that_was_broken_off_shows_no_turn(game: str) -> None:
    deal, w = positions(game, SEEDS[0])[1], words("en", game)
    assert deal.result is None
    now = turn_line(w, deal.open, NAMES)
    states = TableState.PLAYING, TableState.ENDED
    playing, ended = (deal_page(at_a_table(deal, state=state)) for state in states)
    assert playing is not None
    assert ended is not None
    assert now in playing.text
    assert now not in ended.text
    assert "Deal 1 is not finished and does not count." in ended.text


def test_a_player_who_sits_out_is_told_where_to_follow_the_deal() -> None:
    deal = dealt(seats=5)
    text = panel(deal, deal.layout.dealer).text
    assert "so you sit this deal out" in text
    assert "*Refresh* brings it up to date, and <#2> shows the deal as it goes." in text


def test_the_last_round_can_be_announced_between_two_deals() -> None:
    deal = positions("illustrated_tarokk", SEEDS[0])[-1]
    between = at_a_table(deal, state=TableState.BETWEEN)
    w = words("en", "illustrated_tarokk")
    for page in (player_page(w, between, 0), table_page(between)):
        assert page is not None
        assert w("button.last_circle") in labels(page)
    key = panel_key(between, 0)
    assert key is not None
    assert key.may_announce_end
    assert key.is_urgent(replace(key, may_announce_end=False))


def test_a_panel_is_not_urgent_after_a_call_of_another_player() -> None:
    before = act(tapp(), "0 bid dreier")
    after = act(before, "1 pass")
    old, new = panel_key(as_held(before), 0), panel_key(as_held(after), 0)
    assert old is not None
    assert new is not None
    assert old != new
    assert old.own == new.own
    assert old.digest == new.digest
    assert not new.is_urgent(old)
    asked = panel_key(as_held(act(after, "2 bid unterer")), 0)
    assert asked is not None
    assert asked.is_urgent(new)


def test_a_player_who_can_only_pass_is_told_why() -> None:
    without_honour = dealt("T2 T3 T4", "T22", "T21", "T1")
    assert labels(panel(without_honour, 0))[0] == "Pass"
    assert "-# Without an honour (Skíz, XXI or Pagát) you must pass." in panel(without_honour, 0).text
    for unu_bids in (True, False):  # without them the step below a solo is no bid at all
        highest = act(four(unu_bids=unu_bids), "0 bid solo")
        assert "-# Nothing higher than the standing bid is left." in panel(highest, 1).text
    assert "standing bid" not in panel(act(four(), "0 bid unu1"), 1).text, "there is a choice"


@pytest.mark.parametrize("held", ["T2 T3 T5", "T5 T6"])
def test_a_player_who_owes_a_bird_is_told_why_the_turn_cannot_end(held: str) -> None:
    owed = "You play a Besserrufer: announce Pagat, Uhu or Kakadu before your first turn ends; with none of"
    deal = besserrufer(held, "2 - / 3 - / 0 -")
    assert f"-# {owed}" in panel(deal, 1).text
    table = at_a_table(deal)
    explained = "\n".join(page.text for page in choice_pages(words("en", "koenigrufen"), table, 1))
    assert f"- **Done**: {owed}" in explained
    paid = act(deal, "1 announce uhu")
    assert owed not in panel(paid, 1).text
    open_now = choice_pages(words("en", "koenigrufen"), at_a_table(paid), 1)
    assert not any(owed in page.text for page in open_now)
