"""*What can I do?*: every choice with its price and meaning, and why the others are closed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.games.royal_tarokk.points import points_of
from bot.text import LOCALES, words
from bot.text.facts import item_id
from cogs.hands.choices import choices_page
from tests.cogs.panels import as_held, choice_pages
from tests.cogs.table.test_names import lobby
from tests.games.illustrated_tarokk.table import dealt
from tests.games.romanian.table import four, three, to_talk
from tests.games.royal_tarokk.table import royal
from tests.games.tapp_tarock.table import solo, tapp
from tests.notation import act, until

if TYPE_CHECKING:
    from bot.rules.deal import Deal
    from bot.rules.layout import Seat


def choices(deal: Deal, seat: Seat) -> str:
    """What *What can I do?* tells a seat."""
    return choices_page(words("en", deal.game.name), as_held(deal), seat).text


def test_each_choice_is_explained_with_its_price() -> None:
    text = choices(tapp(), 0)
    assert "**Pass**: you take no further part in the bidding." in text
    assert "Solo · 8 points" in text
    assert "**Hold**: There is no bid to hold yet" in text
    assert choices(tapp(), 1).endswith("You are waiting for the others. To bid: Anna")


def test_choices_that_the_game_does_not_have_are_not_listed_as_closed() -> None:
    bidding = choices(four(), 0)
    assert "unu" in bidding
    assert "trei" not in bidding, "that is a bid of the taper"
    talking = choices(to_talk(four(), "solo", king="HK"), 0)
    assert "King ultimo" in talking
    assert "King catch" not in talking
    assert "King ultimo" not in choices(to_talk(three(), "solo"), 0), "no king is called"


def test_the_standing_bid_is_closed_for_the_same_reason_as_lower_ones() -> None:
    deal = act(four(), "0 bid unu1; 1 bid unu2")
    (why,) = (line for line in choices(deal, 2).splitlines() if "not be higher" in line)
    assert "First unu, Second unu** would not be higher than Second unu" in why


def test_no_announcement_is_listed_as_closed_during_the_play() -> None:
    deal = until(royal(), "play")
    seat = deal.seats()[0]
    assert "1–66" not in choices(deal, seat)


def test_choices_closed_for_different_reasons_are_explained_separately() -> None:
    closed = choices(dealt("T1 T2 T3", "T22", "T21", "T4"), 0)
    shown = [line for line in closed.splitlines() if "would be an invitation" in line]
    assert [re.findall("shows the (X[IVX]+)", line) for line in shown] == [["XIX"], ["XVIII"]]


def test_every_announcement_is_explained_with_its_points() -> None:
    view, w = royal().view(1), words("en", "royal_tarokk")
    table, named = as_held(royal()), {item_id(each.argument) for each in view.actions if each.argument}
    pages = [page.text for page in choice_pages(w, table, 1)]
    said = "".join(pages)
    for ident in named:
        points, meaning = points_of(ident, {}), w.term("meaning", ident)
        price = f"{points} point{'' if points == 1 else 's'}: " if points else ""
        assert f"{price}{meaning}" in said
    assert len(named) > 50
    assert len(pages) == 2
    assert "Page 1 of 2" in pages[0]


def test_a_rekontra_names_the_player_who_doubled() -> None:
    deal = act(tapp(), "0 bid solo; 0 announce valat; 0 done; 1 kontra game; 1 done; 2 done")
    assert "Rekontra: valat · 256 points (doubled by Béla)" in choices(deal, 0)
    assert "so it cannot be doubled" not in choices(deal, 0), "it is, as the game it replaces"


def test_a_bid_is_explained_with_its_contract() -> None:
    assert "Solo · 8 points: without the talon, which counts for the defenders" in choices(tapp(), 0)


def test_the_only_playable_card_is_explained() -> None:
    deal = solo("HK H3", "HQ T22", after="0 play H3")
    text = choices(deal, 1)
    assert "**♥Q · queen of hearts (the only one)**" in text
    assert "Sküs" in text.partition("Not open to you now:")[2]
    assert "You must follow suit: hearts were led" in text


def test_the_page_says_not_started_before_the_first_deal() -> None:
    w, table = words("en", "koenigrufen"), lobby(["Anna", "Poldi", "Clara"])
    assert w("refusal.not_started") in choices_page(w, table, 0).text


def test_a_single_page_is_not_numbered() -> None:
    assert "Page 1" not in choices(tapp(), 0)


@pytest.mark.parametrize("locale", LOCALES)
def test_leading_and_following_players_are_told_different_rules(locale: str) -> None:
    w = words(locale, "tapp_tarock")
    leading = solo("HK H3", "HQ H4 T22")
    following = act(leading, "0 play H3")
    assert len(following.actions(1)) == 2
    lead, follow = w.term("now", "lead"), w.term("now", "play")
    for deal, seat, said, other in ((leading, 0, lead, follow), (following, 1, follow, lead)):
        text = choices_page(w, as_held(deal), seat).text
        assert (said in text, other in text) == (True, False)
        assert w("action.forced", label="\0").partition("\0")[2] not in text, "there is a choice"


def test_playable_cards_are_not_repeated_in_the_text() -> None:
    text = choices(act(solo("HK H3", "HQ H4 T22"), "0 play H3"), 1)
    assert "♥Q" not in text
    assert "♥4" not in text
    assert "Sküs" in text, "closed cards are listed with the reason"
