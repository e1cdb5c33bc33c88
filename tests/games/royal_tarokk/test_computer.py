"""The computer player of Royal Tarokk: announcements and cards."""

import pytest

from bot.games.royal_tarokk.announcements import COUNTS, ITEMS, STREAKS, parsed
from bot.games.royal_tarokk.computer import OFFERED, Announced, offers
from bot.games.royal_tarokk.values import TRICKS
from bot.rules.cards import card
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from tests.computers.table import asked
from tests.games.royal_tarokk.table import playing, position, royal
from tests.notation import act, until

WEAK = "T9 T8 T7 SQ SJ HC DC DJ CC C10"
STRONG = "T22 T21 T18 T17 T16 T15 T14 SK HK"


def turn_of(deal: Deal, seat: Seat) -> Deal:
    """The deal when a seat is asked to announce, after silent turns of the seats before it."""
    while deal.seats() != (seat,):
        deal = act(deal, f"{deal.seats()[0]} done")
    return deal


def said(deal: Deal, seat: Seat) -> list[str]:
    """All that a computer on a seat would say in its first turn."""
    deal, spoken = turn_of(deal, seat), list[str]()
    while deal.seats() == (seat,) and deal.phase.name == "announcing" and (what := asked(deal)) != "done":
        spoken.append(what)
        deal = act(deal, f"{seat} {what}")
    return spoken


def test_makes_the_statements_about_its_hand_that_pay() -> None:
    long = "T5 T6 T7 T8 T9 T10 T11 T12 SC DJ"
    assert "announce tarokk_count:8" in said(royal("", "", "", long), 2)
    queens = "T5 T6 T7 SQ HQ DQ CQ S10 C10 SJ"
    assert "announce four_alike" in said(royal("", "", "", queens), 2)
    whole = "T5 T6 T7 HK HQ HC HJ S10 C10 SJ"
    assert "announce full_suit" in said(royal("", "", "", whole), 2)


def test_announces_what_its_hand_shows() -> None:
    hand = "T9 T8 T7 HK HC HJ S10 C10 SJ"
    assert "announce suit_count:H,3" in said(royal("", "", hand), 1)
    assert "announce suit_count:H,3" not in said(royal("", "", "", f"{hand} DQ"), 2)
    deal = royal("", "T9 T8 SQ SJ HC DC DJ CC C10", "T6 T5 S10 HJ HQ DQ CJ CQ SC")
    assert "announce tarokk_19" in said(deal, 0)
    assert "announce tarokk_20" in said(deal, 1)
    assert "announce honour" not in said(deal, 0) + said(deal, 1)
    assert "announce honour" in said(royal("", "", "", "T22 T5 T6 SQ SJ HC DC DJ CC C10"), 2)


def test_offers_what_it_would_say_and_a_likely_number_of_tricks() -> None:
    deal = royal("", "", STRONG)
    view = deal.view(1)
    some = offers(view)
    assert set(some) <= {*view.actions}
    assert "announce honour" in map(str, some)
    assert any(each.argument in COUNTS for each in some)
    assert 0 < len(some) <= OFFERED
    assert offers(royal("1 -", "", "", WEAK).view(2)) == ()


def test_announces_what_is_nearly_sure() -> None:
    counts = ("game", "six_tricks", "seven_tricks", "eight_tricks")
    strong = said(royal("", "", STRONG), 1)
    assert "announce eight_tricks" in strong
    assert sum(f"announce {each}" in strong for each in counts) == 1
    assert not any(f"announce {each}" in said(royal("", "", "", WEAK), 2) for each in counts)
    game = "1 game / 2 - / 3 -"
    assert "announce six_tricks" in said(royal(game, "T22 T17 T15 T13 SK HK SQ HQ DQ"), 0)
    assert not any(each.endswith("_tricks") for each in said(royal(game, WEAK[:-4]), 0))
    streaks = {"announce city", "announce piccolo", "announce centrum"}
    assert streaks <= set(said(royal("", "", STRONG), 1))
    assert streaks & set(said(royal("", "", STRONG.replace("T18", "T13")), 1)) == {"announce city"}
    assert not streaks & set(said(royal("", STRONG), 0)), "the partner leads"
    long = "T22 T21 T18 T16 T15 T14 T13 T3 T1 SK"
    assert "announce ultimo:T3" in said(royal("", "", "", long), 2)
    assert not any("ultimo" in each for each in said(royal("", "", "", long.replace("T22 T21", "HQ HC")), 2))


# Contra


@pytest.mark.parametrize(
    ("item", "hand"),
    [
        ("ultimo:T3", "T3 T9 T8 SQ SJ HC DC DJ CC C10"),
        ("volat", "T22 T9 T8 SQ SJ HC DC DJ CC C10"),
        ("great_bird", "T22 T9 T8 SQ SJ HC DC DJ CC C10"),
        ("scala", "T18 T9 T8 SQ SJ HC DC DJ CC C10"),
        ("xxi_capture", "T22 T9 T8 SQ SJ HC DC DJ CC C10"),
        ("two_honours", "T22 T9 T8 SQ SJ HC DC DJ CC C10"),
        ("honour", "T22 T21 T8 SQ SJ HC DC DJ CC C10"),
        ("nine_tricks", "T22 T21 T8 SQ SJ HC DC DJ CC C10"),
        ("golgotha", WEAK),
        ("legion", WEAK),
        ("temesvar_pheasant:SK,HK", WEAK),
        ("djinn:S10", "T5 T6 T7 T8 T9 SQ SJ HC DC DJ"),
    ],
)
def test_says_contra_to_an_unlikely_announcement(item: str, hand: str) -> None:
    deal = royal(f"1 {item}", "", "", hand)
    assert f"kontra {item}@1" in said(deal, 2)


# Requirements of announcements


def test_announcements_are_split_into_steps() -> None:
    assert Announced("hawk_pair:T1,SK").pledged == {2: card("T1"), 4: card("SK")}
    assert Announced("vulture_scala:T1,T2,T3").pledged[3] == card("T3")
    assert Announced("scala").pledged[3] == card("T18")
    assert Announced("centrum").pledged == {5: card("T20")}
    assert Announced("triumph:T4,T3,T2").streak == 10
    assert Announced("red_and_black:H,S").suits == "HS"


STREAK = "T22 T21 T18 T17 T13 T7 T6 SK HK"


def test_plays_for_announcements() -> None:
    deal = playing("1 city; centrum", "", STREAK)
    assert asked(deal) in {"play T22", "play T21"}
    deal = position(playing("1 city", "", STREAK), 1, "T13 T7 T6 SK HK SQ HQ", won="111")
    assert asked(deal) in {"play T13", "play T7", "play T6"}
    deal = playing("1 ultimo:T3", "", "T22 T21 T3 SK HK SQ HQ SJ")
    assert asked(deal) != "play T3"
    assert asked(position(deal, 1, "T3", won="111111111")) == "play T3"
    deal = position(playing("1 - / 2 ultimo:T3"), 1, "T9 T8 SQ SJ HQ", won="11111")
    assert asked(deal).startswith(("play S", "play H"))


def test_whole_turns_come_to_an_end() -> None:
    assert until(act(royal("", STREAK), "1 done"), "play").phase.name == "play"


NEEDS_TRICKS = [each for each in ITEMS if parsed(each)[0].group in {"tricks", "t_slam"}]


@pytest.mark.parametrize("item", NEEDS_TRICKS)
def test_tricks_needed_by_royal_announcements_are_those_of_the_table(item: str) -> None:
    announced = Announced(item)
    needed = COUNTS.get(announced.id, TRICKS)
    assert announced.tricks == needed
    assert (announced.streak == TRICKS) == (needed == TRICKS)


def test_streaks_of_royal_announcements_are_those_of_the_table() -> None:
    assert {name: Announced(name).streak for name in STREAKS} == STREAKS
