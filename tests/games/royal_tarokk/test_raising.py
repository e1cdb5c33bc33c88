"""§5.3 and §6.12: which announcement raises which, and who may raise it."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from bot.games.royal_tarokk.announcements import ITEMS, ROWS, inferiors, parsed
from bot.games.royal_tarokk.points import points_of
from bot.rules.cards import KINGS
from tests.games.royal_tarokk.table import items, royal, scored, sheet
from tests.notation import act, legal, refused
from tests.rulebook import PAGES

PAGE = PAGES["royal_tarokk"]
COUNTS = "game six_tricks seven_tricks eight_tricks nine_tricks"
STREAKS = "piccolo city centrum little_bird great_bird"
SUITE = "ultimo:k uhu:k amazon phoenix spadille manille djinn marriage sphinx"
SCALA = f"{COUNTS} volat {STREAKS}"
ENDS = "ultimo uhu flying_dragon griffin troll"
TROIKA = "ultimo:m uhu:m flying_dragon:m sneaker"
VULTURES = "pheasant hawk temesvar_pheasant transylvanian_pheasant vulture"
CLOSURE = {
    "two_honours": "honour",
    "honours_and_pagat": "honour two_honours",
    "six_tricks": "game",
    "seven_tricks": "game six_tricks",
    "eight_tricks": "game six_tricks seven_tricks",
    "nine_tricks": "game six_tricks seven_tricks eight_tricks",
    "volat": COUNTS,
    "uhu:T3": "ultimo:T3",
    "flying_dragon:T3": "ultimo:T3 uhu:T3",
    "griffin:T3": "ultimo:T3 uhu:T3 flying_dragon:T3",
    "troll:HK": "ultimo:HK uhu:HK flying_dragon:HK griffin:HK",
    "fleet": "gang:H gang:D",
    "red_and_black:D,S": "gang:D gang:S",
    "armada": "gang:S gang:C",
    "legion": "gang fleet red_and_black armada",
    "temesvar_pheasant:T1,SK": "pheasant:T1 hawk:SK",
    "transylvanian_pheasant:T1,SK": "pheasant:T1",
    "hawk_pair:T1,SK": "hawk:T1",
    "sneaker": "ultimo:m uhu:m",
    "phoenix": "ultimo:k uhu:k",
    "spadille": "amazon",
    "manille": "amazon",
    "djinn:S10": "amazon",
    "marriage:S": "amazon ultimo:SK uhu:SK",
    "marriage:H": "amazon ultimo:HK uhu:HK spadille",
    "vulture:T1,SK,T2": "pheasant:T1 hawk:SK temesvar_pheasant:T1,SK transylvanian_pheasant:T1,T2",
    "suite": SUITE,
    "scala": SCALA,
    "ordeal": "xxi_capture pagat_capture",
    "centaur": "xxi_capture amazon",
    "troika": TROIKA,
    "family:S": f"{SUITE} suite",
    "bethlehem": f"{SUITE} suite",
    "sphinx": "amazon spadille manille",
    "four_suit_run": f"{ENDS} {VULTURES} {SUITE} suite bethlehem {COUNTS} volat",
    "four_matador_run": f"{ENDS} {VULTURES} sneaker troika {COUNTS} volat",
    "spectrum": f"{SCALA} {SUITE} suite scala",
    "vulture_scala:T1,SK,T2": f"{SCALA} -piccolo pheasant:T1 hawk:SK temesvar_pheasant:T1,SK"
    " transylvanian_pheasant:T1,T2 vulture:T1,SK,T2",
    "scala_troika": f"{SCALA} {TROIKA} troika scala",
    "scala_family:S": f"{SCALA} {SUITE} suite scala spectrum family:S",
    "scala_bethlehem": f"{SCALA} {SUITE} suite scala spectrum bethlehem",
    "grand_ordeal": f"xxi_capture pagat_capture amazon ordeal centaur {COUNTS} volat",
    "triumph:T2,T3,T4": f"xxi_capture {COUNTS} volat {TROIKA} troika",
    "suit_triumph": f"xxi_capture {COUNTS} volat {SUITE} suite",
    "golgotha": f"xxi_capture pagat_capture ordeal {COUNTS} volat {TROIKA} troika"
    " triumph:T2,T3,T4 triumph:T2,T4,T3 triumph:T3,T2,T4 triumph:T3,T4,T2 triumph:T4,T2,T3 triumph:T4,T3,T2",
}
"""Everything inferior: an id alone is all its parameters, `:m` each matador, `:k` each king."""


def meant(text: str) -> set[str]:
    """The announcements that a row of the table names; `-` takes one out again."""
    found: set[str] = set()
    for name in text.split():
        if name.startswith("-"):
            found -= meant(name[1:])
        elif name[-2:] in (":m", ":k"):
            group = "T1 T2 T3 T4" if name[-1] == "m" else str(KINGS)
            found |= {f"{name[:-2]}:{each}" for each in group.split()}
        else:
            found |= {item for item in ITEMS if item == name or item.startswith(f"{name}:")}
    return found


def numbers(names: set[str] | frozenset[str]) -> set[int]:
    """The numbers of some announcements."""
    return {parsed(name)[0].number for name in names}


def page_numbers(text: str) -> set[int]:
    """The numbers that a text of the page lists, single ones and runs of them; `23k` is one."""
    found: set[int] = set()
    for first, last in re.findall(r"\b(\d+)[mk]?(?:\u2013(\d+))?", text):
        found |= set(range(int(first), int(last or first) + 1))
    return found


def page_direct() -> dict[int, set[int]]:
    """The block of 6.12.1, by number."""
    block = PAGE.partition("**6.12.1**")[2].split("```")[1].replace("if red", "")
    cells = re.findall(r"(\d+): ([\dmk ,a-z]*?)(?=\s{2,}|\n|\()", f"{block}\n")
    return {int(number): page_numbers(inferior) for number, inferior in cells}


def page_indirect() -> dict[int, set[int]]:
    """The table of 6.12.2, by number, for the rows that speak of numbers alone."""
    block = PAGE.partition("**6.12.2**")[2].partition("**6.12.3**")[0]
    rows = re.findall(r"^\| ([\d, ]+) \| (.*) \|$", block, re.MULTILINE)
    return {
        number: page_numbers(text)
        for superiors, text in rows
        if ";" not in text
        for number in page_numbers(superiors)
    }


@pytest.mark.rule("royal_tarokk 6.12.1")
def test_direct_steps() -> None:
    found = {row.number: numbers(set(chain(*map(row.raises, row.parameters)))) for row in ROWS}
    assert {number: below for number, below in found.items() if below} == page_direct()


@pytest.mark.rule("royal_tarokk 6.12.2")
def test_the_page_lists_everything_that_a_row_raises() -> None:
    direct, indirect = page_direct(), page_indirect()
    for row in ROWS:
        below = numbers(frozenset().union(*(inferiors(item) for item in items_of(row.id))))
        listed = direct.get(row.number, set()) | indirect.get(row.number, set())
        if row.number in indirect or row.number in (10, 12, 13, *range(37, 47), 50, 51, 52, 55):
            assert below == listed, row.id


def items_of(name: str) -> set[str]:
    """An announcement with all its parameters."""
    return meant(name)


@pytest.mark.rule("royal_tarokk 17.8", "royal_tarokk 5.3.1", "royal_tarokk 6.12.2", "royal_tarokk 17.15")
@pytest.mark.parametrize("item", CLOSURE)
def test_inferiors_of_each_announcement(item: str) -> None:
    assert inferiors(item) == meant(CLOSURE[item])


@pytest.mark.rule("royal_tarokk 6.12.2")
def test_no_other_announcement_raises_anything() -> None:
    raising = {parsed(item)[0].id for item in CLOSURE}
    assert all(not inferiors(item) for item in ITEMS if parsed(item)[0].id not in raising)


@pytest.mark.rule("royal_tarokk 6.12.3")
def test_an_announcement_raises_only_one_with_matching_cards() -> None:
    assert "uhu:T3" not in inferiors("flying_dragon:T4")
    assert not {"pheasant:SK", "hawk:T1"} & inferiors("temesvar_pheasant:T1,SK")
    assert "ultimo:DK" not in inferiors("marriage:H")
    assert "spadille" not in inferiors("marriage:C")
    assert "family:H" not in inferiors("scala_family:S")
    assert "triumph:T1,T2,T3" not in inferiors("golgotha")
    deal = royal("1 ultimo:HK / 2 - / 3 - / 0 sneaker")
    assert items(deal) == {"ultimo:HK@1": "live", "sneaker@0": "live"}
    assert items(royal("1 gang:S / 2 - / 3 - / 0 fleet"))["gang:S@1"] == "live"


@pytest.mark.rule("royal_tarokk 6.12.4")
def test_no_announcement_is_superior_to_itself() -> None:
    for item in ITEMS:
        assert item not in inferiors(item)


@pytest.mark.rule("royal_tarokk 6.12.5")
def test_a_superior_announcement_is_worth_at_least_as_much() -> None:
    for item in ITEMS:
        assert all(points_of(item) >= points_of(below) for below in inferiors(item)), item


@pytest.mark.rule("royal_tarokk 5.3.2")
def test_a_raised_announcement_is_void_and_so_is_its_contra() -> None:
    deal = royal("1 game; honour / 2 contra game@1 / 3 - / 0 seven_tricks / 1 -")
    assert items(deal) == {"game@1": "void", "honour@1": "live", "seven_tricks@0": "live"}
    assert "kontra seven_tricks@0" in legal(deal)
    result = scored("1 game / 2 contra game@1 / 3 - / 0 seven_tricks", "0" * 10)
    assert "game" not in sheet(result)
    assert "contra:game" not in sheet(result, 1)
    assert sheet(result)["seven_tricks"] == 7
    assert items(royal("1 game / 2 six_tricks"))["game@1"] == "live", "the other team raises nothing"


@pytest.mark.rule("royal_tarokk 5.3.3")
def test_players_cannot_raise_their_own_announcements() -> None:
    own = ("partner_must_raise", "royal_tarokk 5.3.3")
    assert refused(act(royal(), "1 announce game"), "1 announce six_tricks") == own
    assert refused(royal("1 game / 2 - / 3 honour / 0 -"), "1 announce volat") == own
    assert "announce volat" in legal(royal("1 game / 2 - / 3 -"))


@pytest.mark.rule("royal_tarokk 5.3.4", "royal_tarokk 17.14")
def test_an_announcement_raised_by_the_partner_may_be_raised_again() -> None:
    assert "announce seven_tricks" in legal(royal("1 game / 2 - / 3 - / 0 six_tricks"))
    between = royal("1 ultimo:T3 / 2 - / 3 - / 0 troll:T3")
    assert "announce four_suit_run" in legal(between), "the troll lies between, the ultimo is void"
    beside = royal("1 ultimo:T1 / 2 - / 3 - / 0 griffin:T1")
    assert items(beside)["ultimo:T1@1"] == "void"
    assert refused(beside, "1 announce sneaker")[0] == "partner_must_raise", "the griffin does not lie below"
    deal = royal("1 amazon; ultimo:HK / 2 - / 3 - / 0 spadille")
    assert items(deal)["amazon@1"] == "void"
    assert refused(deal, "1 announce marriage:H") == ("partner_must_raise", "royal_tarokk 5.3.3"), (
        "the spadille lies over the amazon, but nothing over the ultimo"
    )


@pytest.mark.rule("royal_tarokk 5.3.5")
def test_steps_may_be_skipped() -> None:
    assert items(royal("1 game / 2 - / 3 - / 0 volat"))["game@1"] == "void"
    assert {"announce volat", "announce golgotha", "announce troll:T1"} <= legal(royal())


@pytest.mark.rule("royal_tarokk 5.3.6")
def test_an_announcement_inferior_to_a_live_one_is_refused() -> None:
    deal = royal("1 eight_tricks / 2 - / 3 -")
    assert refused(deal, "0 announce game") == ("inferior_to_own", "royal_tarokk 5.3.6")
    assert refused(act(royal(), "1 announce eight_tricks"), "1 announce game")[0] == "inferior_to_own"
    assert "announce game" in legal(royal("1 eight_tricks")), "the other team may"


@pytest.mark.rule("royal_tarokk 5.3.7")
def test_a_team_makes_each_announcement_once() -> None:
    deal = royal("1 city; ultimo:T3 / 2 - / 3 -")
    for item in ("city", "ultimo:T3"):
        assert refused(deal, f"0 announce {item}") == ("already_announced", "royal_tarokk 5.3.7")
    assert "announce ultimo:T4" in legal(deal)
    assert "announce city" in legal(royal("1 city"))
