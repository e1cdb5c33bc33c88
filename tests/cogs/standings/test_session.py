"""The sheet of a session, opened from the message of the table that has ended."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import text

from bot.games import GAMES
from bot.rules.session import Session
from bot.store.database import Step
from bot.tables import ReviewedDeal, SessionReview
from bot.tables.review import Reviewed
from bot.tables.storage import Summary
from bot.text import words
from cogs.controls import sheet_id
from cogs.discord.page import Page
from cogs.discord.pictures import ScoreSheetPicture
from cogs.standings.session import moments, session_page
from tests.cogs.place import Place, id_of, options_of, sent, solo_lost, words_of
from tests.notation import LINE


async def ended(place: Place, deals: int = 1) -> str:
    """A session of some solos that Anna has ended; returns the id of its table."""
    await solo_lost(place)
    table = place.table
    for _ in range(deals - 1):
        with place.as_bot():
            assert await table.next_deal(place.anna.id) is None
        await place.play_out(table)
    await place.end(place.anna)
    return table.id


async def test_the_sheet_is_opened_from_the_end_of_the_table(place: Place) -> None:
    table = await ended(place)
    await place.clara.click(place.shown, label="Session sheet")
    sheet = place.last(place.clara)
    said = words_of(sheet)
    assert "Tapp-Tarock · session of 1 deal" in said
    assert "**1 · Solo · anna**: " in said
    assert "After settling up: " in said
    assert "**Best moments**" in said
    assert "- Best deal: " in said
    (picture,) = sheet.attachments
    assert picture.description == words("en")("picture.in_text")
    assert options_of(sheet, "h1:0:0") == [f"{table}/1"]
    await place.clara.select(sheet, [f"{table}/1"], custom_id=id_of(sheet, "h1:0:0"))
    assert f"deal {table}/1" in place.told(place.clara)


async def test_pages_are_turned(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.standings.session.PER_PAGE", 1)
    table = await ended(place, deals=2)
    await place.bela.click(place.shown, label="Session sheet")
    first = place.last(place.bela)
    assert "**2 · " not in words_of(first)
    await place.bela.click(first, custom_id=sheet_id(table, 1))
    second = place.last(place.bela)
    assert second.id == first.id
    assert "**2" in words_of(second)


async def change(place: Place, statement: str) -> None:
    with place.as_bot():
        await place.services.store.write(Step(text(statement)))


async def test_missing_summaries_of_deals_are_computed_and_saved(place: Place) -> None:
    table = await ended(place, deals=2)
    await place.bela.click(place.shown, label="Session sheet")
    said = place.told(place.bela)
    with place.as_bot():
        kept = await place.services.store.finished.of_table(table)
    await change(place, "UPDATE deals SET summary = NULL WHERE number = 1")
    await place.clara.click(place.shown, label="Session sheet")
    assert place.told(place.clara) == said
    with place.as_bot():
        assert await place.services.store.finished.of_table(table) == kept


async def test_the_sheet_of_another_server_or_an_unreadable_or_purged_session_is_refused(
    place: Place,
) -> None:
    table = await ended(place)
    other = place.env.create_guild()
    channel, member = other.create_text_channel("elsewhere"), other.add_member(place.bela.user)
    await member.click(await sent(place, sheet_id(table), channel), label="Forged")
    assert "no such deal" in words_of(channel.history(viewer=member)[-1]).lower()
    last = place.shown
    await change(place, "UPDATE tables SET engine = 99")
    await place.bela.click(last, label="Session sheet")
    assert "can't read this deal" in place.told(place.bela)
    with place.as_bot():
        assert [each async for each in place.services.store.retention.purge_tables(1e12)]
    await place.bela.click(last, label="Session sheet")
    assert "no such deal" in place.told(place.bela).lower()


NAMES = ("Anna", "Béla", "Clara", "Dóra")


def reviewed(game: str, totals: tuple[int, ...], *scores: tuple[int, ...]) -> SessionReview:
    """A session with the scores of its deals; the history has them without antes."""
    players = tuple(Reviewed(name, number) for number, name in enumerate(NAMES))
    deals = tuple(
        ReviewedDeal(number, players, Summary(each, "", None, ())) for number, each in enumerate(scores, 1)
    )
    course = [tuple(map(sum, zip(*scores[:number], strict=True))) for number in range(1, len(scores) + 1)]
    session = replace(
        Session.first(GAMES[game], {}, 4, 0), totals=totals, deals=len(scores), history=tuple(course)
    )
    return SessionReview("k3m9xp", GAMES[game], session, players, deals, ended=False)


def sums(page: Page) -> list[tuple[str, ...]]:
    (picture,) = page.pictures
    assert isinstance(picture, ScoreSheetPicture)
    return [(row.label, *(amount.text for amount in row.amounts)) for row in picture.sheet.sums]


def test_antes_and_pool_have_a_row_of_their_own() -> None:
    review = reviewed("romanian_tarok", (4, -2, -1, -1), (6, -2, -2, -2), (0, 1, 1, 1))
    page = session_page(words("en", "romanian_tarok"), review, 0)
    assert sums(page) == [
        ("Antes, pool", "−2", "−1", "0", "0"),
        ("Total", "+4", "−2", "−1", "−1"),
    ]
    assert "Antes, pool: Anna\u00a0−2" in page.pictures[0].description


def test_totals_say_that_the_pool_has_been_shared_once_the_table_has_ended() -> None:
    review, w = reviewed("romanian_tarok", (4, -2, -1, -1), (6, -2, -2, -2)), words("en", "romanian_tarok")
    assert "the pool is shared out at the end" in session_page(w, review, 0).text
    ended = session_page(w, review._replace(ended=True), 0).text
    assert "Balance, with the pool shared out: Anna" in ended
    assert "at the end" not in ended


def test_a_deal_names_its_players_and_not_those_seated_at_the_end() -> None:
    review = reviewed("koenigrufen", (-1, 3, -1, -1), (-3, 9, -3, -3), (2, -6, 2, 2))
    first, second = review.deals
    first = first._replace(players=(first.players[0], Reviewed("Poldi", None), *first.players[2:]))
    second = second._replace(players=(Reviewed("", None),) * 4)
    page = session_page(words("en", "koenigrufen"), review._replace(deals=(first, second)), 0)
    said = page.text.splitlines()
    assert said[1].startswith("**1**: Anna\u00a0−3, Poldi\u00a0+9, Clara\u00a0−3")
    assert said[2].startswith("**2**: Anna\u00a0+2, Béla\u00a0−6"), "who sits there in the end"
    assert "- Best deal: Poldi with\u00a0+9 in deal 1." in said
    assert any(line.startswith("Balance: Anna\u00a0−1, Béla\u00a0+3") for line in said)
    assert "-# Béla's total includes 1 deal that Poldi\u00a0⚙ played." in said
    assert sum("total includes" in line for line in said) == 1


def test_a_session_saved_without_its_history_has_no_best_deal() -> None:
    review = reviewed("koenigrufen", (3, -1, -1, -1), (3, -1, -1, -1))
    review = review._replace(session=replace(review.session, history=()))
    assert "Best deal" not in session_page(words("en", "koenigrufen"), review, 0).text


def test_a_deal_shows_its_contract_only_if_it_has_a_declarer() -> None:
    review = reviewed("koenigrufen", (0, 0, 0, 0), *((0, 0, 0, 0),) * 3)
    played = (("solo", 1), ("solo", None), ("", 1))
    deals = tuple(
        deal._replace(summary=deal.summary._replace(contract=contract, declarer=declarer))
        for deal, (contract, declarer) in zip(review.deals, played, strict=True)
    )
    page = session_page(words("en", "tapp_tarock"), review._replace(deals=deals), 0)
    named = [line.partition("**: ")[0] for line in page.text.splitlines()[1:4]]
    assert named == ["**1 · Solo · Béla", "**2", "**3"]


def test_computers_are_matched_by_name_and_marked_in_the_picture() -> None:
    review = reviewed("koenigrufen", (3, -1, -1, -1), (3, -1, -1, -1))
    players = (*review.players[:1], Reviewed("Poldi", None), Reviewed("Xaver", None), Reviewed("", None))
    (deal,) = review.deals
    swapped = (players[0], players[2], players[1], players[3])
    scores = deal.summary._replace(scores=(6, -1, -2, -3))
    review = review._replace(players=players, deals=(deal._replace(players=swapped, summary=scores),))
    page = session_page(words("en", "koenigrufen"), review, 0)
    assert page.text.splitlines()[1].startswith("**1**: Anna\u00a0+6, Poldi\u00a0−2, Xaver\u00a0−1")
    (picture,) = page.pictures
    assert isinstance(picture, ScoreSheetPicture)
    assert [each.computer for each in picture.sheet.players] == [False, True, True, False]


def test_only_the_best_moments_are_named() -> None:
    review = reviewed("illustrated_tarokk", (0, 0, 0, 0), (0, 0, 0, 0))
    (deal,) = review.deals
    lines = tuple(
        LINE._replace(item="trull", figures={"points": 60, "needed": 48}, amounts=(points, -points, 0, 0))
        for points in (2, 7, 3, 6, 4, 5)
    )
    review = review._replace(deals=(deal._replace(summary=deal.summary._replace(moments=lines)),))
    assert [each.gain for each in moments(review)] == [7, 6, 5, 4, 3]
    told = session_page(words("en", "illustrated_tarokk"), review, 0).text
    assert [f"+{points}" in told for points in (7, 3, 2)] == [True, True, False]
