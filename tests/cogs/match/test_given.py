"""Results of given cards, side by side."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from bot.store import Elsewhere, Played, PlayRow
from bot.text import LOCALES, words
from cogs.match.page import Results, code_line, given_line, results_page, sealed_day_line
from tests.text.nasty_names import NASTY, assert_harmless

if TYPE_CHECKING:
    from bot.tables import Given, Table

NO_ONE = Elsewhere(0, 0, 0.0)
ANNA = PlayRow("t", "k3m9xp/4", 1, 7, "Anna", 0, 1.0, 9, "solo", 1, 41)
BELA = ANNA._replace(user_id=8, name="Béla", points=-3, contract="dreier", declarer=0, card_points=1)
W = words("en", "tapp_tarock")


def test_plays_are_compared_with_the_first_one_and_with_other_servers() -> None:
    results = Results("k3m9xp/4", 0, (ANNA, BELA), Elsewhere(3, 12, 1.5), Played(5, "solo", 0, 30))
    text = results_page(W, results).text
    assert text.splitlines() == [
        "### Tapp-Tarock · the cards of deal `k3m9xp/4`",
        "-# Everybody played seat 1, with computers in the other seats.",
        "-# settled with every other player",
        "1. 🥇 **Anna**\u00a0**+9** · declarer, Solo · declarer's side 41 card points",
        "2. 🥈 **Béla**\u00a0**−3** · another declared Dreier · declarer's side 1 card point",
        (
            "When it was first played, this seat made\u00a0+5 · another declared Solo"
            " · declarer's side 30 card points"
        ),
        "On other servers 3 players have finished it: best +12, on average +1.5.",
    ]


def test_a_page_without_finished_plays_says_so() -> None:
    text = results_page(W, Results("daily/tapp_tarock/2026-11-22", 0, (), NO_ONE, unfinished=True)).text
    assert "deal of the day, November 22, 2026" in text
    assert "you have no result" in text
    assert "No one on this server" in text
    assert "other servers" not in text


def test_results_leave_out_a_missing_contract_and_missing_card_points() -> None:
    play = ANNA._replace(points=0, contract="", declarer=0, card_points=None)
    assert "1. 🥇 **Anna**\u00a0**0**" in results_page(W, Results("k3m9xp/4", 0, (play,), NO_ONE)).text
    royal = ANNA._replace(card_points=None)
    assert results_page(W, Results("k3m9xp/4", 0, (royal,), NO_ONE)).text.endswith("declarer, Solo")


def test_a_first_deal_that_was_broken_off_is_left_out() -> None:
    assert "first played" not in results_page(W, Results("k3m9xp/4", 0, (ANNA,), NO_ONE, Played())).text


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", NASTY)
def test_nasty_names_are_harmless(name: str, locale: str) -> None:
    rows = (ANNA._replace(name=name), BELA)
    assert_harmless(results_page(words(locale, "tapp_tarock"), Results("k3m9xp/4", 0, rows, NO_ONE)).text)


def test_many_plays_fit_on_a_page() -> None:
    rows = (ANNA._replace(name="x" * 32),) * 200
    assert len(results_page(W, Results("k3m9xp/4", 0, rows, NO_ONE)).text) < 4000


@pytest.mark.parametrize("locale", LOCALES)
def test_a_command_with_options_is_written_in_the_readers_language(locale: str) -> None:
    w = words(locale)
    match, deal = w("match.offer", table="k3m9xp"), w("given.code", deal="k3m9xp/4")
    assert f"`/tarock {w('command.match.name')} {w('command.match.table.name')}:k3m9xp`" in match
    assert f"`/tarock {w('command.deal.name')} {w('command.deal.code.name')}:k3m9xp/4`" in deal


def at_table(given: str) -> Table:
    return cast("Table", SimpleNamespace(given=given))


def test_a_table_says_which_cards_are_given() -> None:
    assert given_line(W, at_table("")) == ""
    assert "those of deal `k3m9xp/4`" in given_line(W, at_table("k3m9xp/4"))
    assert "those of the day, November 22, 2026" in given_line(W, at_table("daily/tapp_tarock/2026-11-22"))


def test_daily_cards_have_a_seal_but_no_code() -> None:
    day = "daily/tapp_tarock/2026-11-22"
    assert code_line(W, day) == ""
    assert "`/tarock deal code:k3m9xp/4`" in code_line(W, "k3m9xp/4")
    sealed, plain = (cast("Given", SimpleNamespace(name=day, commitment=each)) for each in ("abc", ""))
    assert "Sealed: `abc`" in sealed_day_line(W, sealed)
    assert sealed_day_line(W, plain) == ""
