"""What a player can do now, in words: the panel's prompt and the pages behind its button."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bot.games.romanian import ROMANIAN_TAROK
from bot.games.royal_tarokk.points import points_of
from bot.rules.cards import CARDS
from bot.rules.deal import Deal
from bot.rules.moves import Action
from bot.rules.session import Session
from bot.text import LOCALES, words
from bot.text.facts import item_id
from cogs.discord.page import Select
from cogs.hands.choices import choices_page, closed_lines
from cogs.play.controls import Choice
from cogs.play.labels import worth_offering
from cogs.play.statements import ALL
from cogs.table.page import auction_page, table_page
from tests.cogs.panels import (
    as_held,
    at_a_table,
    choice_pages,
    explained,
    invited,
    labels,
    lobby,
    panel,
    panel_of,
)
from tests.games.illustrated_tarokk.table import dealt, to_call
from tests.games.koenigrufen.table import koenig
from tests.games.romanian.table import four, to_talk
from tests.games.royal_tarokk.table import royal
from tests.games.tapp_tarock.table import solo, tapp
from tests.notation import act


def royal_after_a_trophy() -> Deal:
    """The second turn of a player of Royal Tarokk who has announced a trophy in the first."""
    return royal("1 spadille; matador / 2 honour; game / 3 - / 0 -")


def accepted() -> Deal:
    """The call of a declarer who has accepted the invitation of another player."""
    return to_call(invited("A3 B1 C- D- AH", inviter=1))


def free() -> Deal:
    """The call of a declarer whom nobody has invited."""
    return to_call(invited("A3 B- C- D-"))


def ending() -> Deal:
    """A turn of announcing in which a player may only end it."""
    deal = koenig(after="1 pass; 2 pass; 3 pass; 0 bid piccolo")
    while str(deal.actions(deal.seats()[0])[-1]) != "done" or deal.seats() != (0,):
        deal = act(deal, f"{deal.seats()[0]} {deal.actions(deal.seats()[0])[-1]}")
    assert deal.actions(0) == (Action("done"),)
    return deal


def pagat() -> Deal:
    return to_talk(four("T1 T22", pool=5), "unu1", king="HK")


PASSED = "1 pass; 2 pass; 3 pass"

EXPLAINED: dict[str, tuple[Callable[[], Deal], list[str], list[str]]] = {
    "the price and the contract of a bid": (
        tapp,
        [
            "**Pass**: you are out of the bidding.",
            "Solo · 8 points: without the talon, which counts for the defenders",
            "**Hold**: There is no bid to hold yet",
        ],
        ["Page 1"],
    ),
    "an inviting call": (
        lambda: invited("A3 B2 C- D-"),
        [
            "Passing here invites with the XX",
            "This invites with the XIX.** You promise",
            "Any other declarer must call the XVIII",
            "**Three (három), Two (kettő)** would not be higher",
        ],
        [],
    ),
    "a call after an invitation": (
        accepted,
        ["everyone knows it", "**Call**: you name a card."],
        ["only that player knows it"],
    ),
    "closed numbers by reason": (
        royal_after_a_trophy,
        [
            "This would not be superior to yours: **36–41, 43–47, 49–52, 57, 59–60, 63–64, 66**.",
            "You can't raise your own announcement: **48, 53–56, 58, 61–62, 65**.",
            "Already announced: **[3] matador, [42] spadille**.",
            "**[2] number of tarokks (tarokkszám), [5] four of a rank (négyes)**",
        ],
        ["it replaces"],
    ),
    "closed kontras by reason": (
        lambda: royal("1 game; matador / 2 honour / 3 two_honours"),
        [
            "Only the other team can kontra this, not your own: **Béla's game (játék), Béla's matador**",
            "A superior announcement has replaced this: **Clara's honour (honőr)**",
        ],
        [],
    ),
    "a kontra that was said": (
        lambda: royal("1 game; matador / 2 contra game@1"),
        ["so nobody can kontra this: **Béla's matador**", "this one has been said: **Béla's game (játék)**"],
        [],
    ),
    "the choices of this game alone": (four, ["unu"], ["trei"]),
    "the standing bid beside lower ones": (
        lambda: act(four(), "0 bid unu1; 1 bid unu2"),
        ["First unu (singles), Second unu (singles)** would not be higher than Second unu"],
        [],
    ),
    "a rekontra": (
        lambda: act(tapp(), "0 bid solo; 0 announce valat; 0 done; 1 kontra game; 1 done; 2 done"),
        ["Rekontra: valat · 256 points (doubled by Béla)"],
        ["so it cannot be doubled"],
    ),
    "the only playable card": (
        lambda: solo("HK H3", "HQ T22", after="0 play H3"),
        ["**♥Q · queen of hearts (the only one)**", "You must follow suit: hearts were led"],
        [],
    ),
}
"""What the explanation says of a position to the seat to act, and what it does not."""


@pytest.mark.parametrize("case", EXPLAINED)
def test_each_choice_is_explained_and_why_others_are_closed(case: str) -> None:
    made, said, unsaid = EXPLAINED[case]
    told = explained(made())
    assert [each for each in said if each not in told] == []
    assert [each for each in unsaid if each in told] == []


PROMPTS: dict[str, tuple[Callable[[], Deal], list[str], list[str]]] = {
    "invited": (
        lambda: invited("A3 B1", inviter=1),
        ["Béla invites with the XIX: any other declarer must call it."],
        [],
    ),
    "called": (lambda: act(accepted(), "0 call T19"), [], ["Béla invites"]),
    "worth": (
        royal_after_a_trophy,
        [
            "Announced by Clara: game (játék)",
        ],
        [],
    ),
    "not dealt": (
        lambda: Session.first(ROMANIAN_TAROK, {"knock_styles": True}, 4, 0).deal(CARDS),
        [],
        ["No cards in hand"],
    ),
    "only the end": (
        ending,
        [
            "You have nothing to announce.** Press *Done* to end your turn.",
        ],
        ["announce or double"],
    ),
}
"""What the panel of the seat to act says in a position, and what it does not."""


@pytest.mark.parametrize("case", PROMPTS)
def test_the_panel_prompts_its_player(case: str) -> None:
    made, said, unsaid = PROMPTS[case]
    text = panel_of(made()).text
    assert [each for each in said if each not in text] == []
    assert [each for each in unsaid if each in text] == []


@pytest.mark.parametrize(
    ("locale", "deal", "seat", "offered"),
    [
        ("en", lambda: invited(""), 0, "Two (kettő) · 2 · invites: XIX"),
        ("en", lambda: invited("A3 B2 C- D-"), 0, "Pass · invites: XX"),
        (
            "en",
            lambda: koenig(talon="T4 SK HK T6 T7 T8", after=f"{PASSED}; 0 bid dreier"),
            0,
            "Take the left half ①: IV, ♠K, ♥K",
        ),
        ("en", lambda: tapp(after="0 pass; 1 bid dreier; 2 bid unterer"), 1, "Hold Unterer (lower) · 4"),
        (
            "ja",
            lambda: tapp(after="0 pass; 1 bid dreier; 2 bid unterer"),
            1,
            "ローアー（ウンテラー）をホールド・4",
        ),
        (
            "ja",
            lambda: act(four("T22"), "0 bid doi1; 1 bid solo; 2 pass; 3 pass"),
            0,
            "ソロにラ・ミネ（8）",
        ),
    ],
)
def test_a_button_names_what_its_action_brings(
    locale: str, deal: Callable[[], Deal], seat: int, offered: str
) -> None:
    page = panel_of(deal(), seat, locale=locale)
    listed = [each.label for row in page.rows if isinstance(row, Select) for each in row.options]
    assert offered in [*labels(page), *listed]


def test_a_standing_invitation_is_told_to_everybody() -> None:
    shown = table_page(at_a_table(invited("A3 B1", inviter=1))).text
    assert "Béla invites with the XIX: any other declarer must call it." in shown


def test_only_the_first_eight_of_many_closed_choices_are_named() -> None:
    closed = next(line for line in explained(free()).splitlines() if "…" in line)
    named = closed.removeprefix("- **").partition(":")[0].strip("*").split(", ")
    assert len(named) == 9
    assert (named[0], named[-2:]) == ("trull", ["little bird", "…"])


def test_eight_numbered_announcements_closed_together_are_named_and_more_have_only_their_numbers() -> None:
    eight = "honour; game; piccolo; city; centrum; fleet; tarokk_18; tarokk_19"
    named = "[6] XVIII (tizennyolcas), [7] XIX (tizenkilences), [9] honour (honőr), [12] game (játék), "
    named += "[18] piccolo, [19] city, [20] centrum, [31] fleet (flotta)"
    for said, shown in ((eight, named), (f"{eight}; ordeal", "6–7, 9, 12, 18–20, 31, 50")):
        deal = royal(f"1 {said} / 2 - / 3 -")
        closed = closed_lines(words("en", "royal_tarokk"), at_a_table(deal), 0, deal.view(0))
        assert any(f"Already announced: **{shown}**." in each for each in closed)


def test_choices_closed_for_different_reasons_are_explained_separately() -> None:
    told = explained(dealt("T1 T2 T3", "T22", "T21", "T4"), 0)
    shown = [line for line in told.splitlines() if "would invite with" in line]
    assert [re.findall("would invite with the (X[IVX]+)", line) for line in shown] == [["XIX"], ["XVIII"]]


def test_announcements_show_their_worth_wherever_they_are_listed() -> None:
    w, standing = words("en", "royal_tarokk"), at_a_table(royal_after_a_trophy())
    assert "spadille · 30 points: to win a trick" in auction_page(w, standing).text
    chosen = Choice((Action("announce", "phoenix"), Action("announce", "ultimo:SK")))
    marked = panel_of(royal(), choice=chosen).text
    assert "- Announce phoenix (főnix) · 30 points: to win the last two tricks with kings" in marked
    assert "with ♠K · 10 points: to win the last trick with ♠K" in marked
    page = panel(w, standing, 1, Choice(begun=ALL))
    assert [row.prompt for row in page.rows if isinstance(row, Select)][:2] == [
        "1–22: your hand … streaks",
        "23–34: end … whole suits",
    ]


def test_every_announcement_is_explained_with_its_points() -> None:
    view, w = royal().view(1), words("en", "royal_tarokk")
    named = {item_id(each.argument) for each in worth_offering(view) if each.argument}
    pages = [page.text for page in choice_pages(w, as_held(royal()), 1)]
    assert len(named) > 50
    for ident in named:
        points, meaning = points_of(ident, {}), w.term("meaning", ident)
        price = f"{points} point{'' if points == 1 else 's'}: " if points else ""
        assert f"{price}{meaning}" in "".join(pages)
    assert f"Page 1 of {len(pages)}" in pages[0]


def test_impossible_announcements_are_named_apart() -> None:
    deal = royal("", "", "T22 T21")
    told = "".join(page.text for page in choice_pages(words("en", "royal_tarokk"), as_held(deal), 1))
    assert "Impossible for you, given your cards and your side: **[10] two honours" in told
    assert "with both" not in told
    assert "Impossible" not in explained(royal("", "", "T22 T3"), 1)


def test_nothing_is_explained_out_of_turn_or_before_the_first_deal() -> None:
    assert explained(tapp(), 1).endswith("You are waiting for the others. To bid: Anna")
    w = words("en", "koenigrufen")
    assert w("refusal.not_started") in choices_page(w, lobby("koenigrufen", None, None), 0).text


@pytest.mark.parametrize("locale", LOCALES)
def test_leading_and_following_players_are_told_different_rules(locale: str) -> None:
    w, leading = words(locale, "tapp_tarock"), solo("HK H3", "HQ H4 T22")
    following = act(leading, "0 play H3")
    lead, follow = w.term("now", "lead"), w.term("now", "play")
    for deal, seat, said, other in ((leading, 0, lead, follow), (following, 1, follow, lead)):
        text = explained(deal, seat, locale)
        assert (said in text, other in text) == (True, False)
        assert w("action.forced", label="\0").partition("\0")[2] not in text, "there is a choice"
