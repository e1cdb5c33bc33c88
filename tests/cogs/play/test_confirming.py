"""The button that confirms: it names as much of what is asked as Discord shows, and counts the rest."""

from __future__ import annotations

import pytest

from bot.rules.moves import Action
from bot.text import words
from cogs.discord.page import LABEL_LIMIT
from cogs.play.controls import yes_label
from tests.games.royal_tarokk.table import royal

DONE = Action("done")


def label(*items: str) -> str:
    """What the button says that confirms some announcements."""
    asked = [Action("announce", each) for each in items]
    return yes_label(words("en", "royal_tarokk"), royal().view(1), asked, ())


def test_a_label_of_the_maximum_length_still_names_everything() -> None:
    full = label("city", "volat", "six_tricks", "armada")
    assert full == "Yes: city, volát, six tricks (hat ütés), invincible armada (győzhetetlen armada)"
    assert len(full) == LABEL_LIMIT


@pytest.mark.parametrize("count", [2, 3])
def test_only_the_first_of_several_long_announcements_is_named_and_all_are_counted(count: int) -> None:
    long = ("triumph:T2,T3,T4", "triumph:T3,T2,T4", "triumph:T4,T2,T3")[:count]
    named = "triumph (triumf): eighth trick II, then III, then IIII"
    assert label(*long) == f"Yes: {named}, … ({count} in all)"


def test_as_many_announcements_are_named_as_fit() -> None:
    some = label("city", "triumph:T2,T3,T4", "triumph:T3,T2,T4")
    assert some == "Yes: city, triumph (triumf): eighth trick II, then III, then IIII, … (3 in all)"


def test_announcements_are_only_counted_if_not_even_the_first_one_fits() -> None:
    pheasant = "transylvanian_pheasant:T4,T3"
    view = royal(f"1 {pheasant}; game").view(2)
    asked = [Action("kontra", f"{each}@1") for each in (pheasant, "game")]
    assert yes_label(words("en", "royal_tarokk"), view, asked, ()) == "Yes: … (2 in all)"


def test_a_single_announcement_is_named_with_its_points() -> None:
    assert label("city") == "Yes: Announce city · 6"


def test_the_end_of_the_turn_is_named_only_if_nothing_else_is_confirmed() -> None:
    w, view = words("en", "royal_tarokk"), royal().view(1)
    city = Action("announce", "city")
    assert yes_label(w, view, [city, DONE], ()) == yes_label(w, view, [city], ())
    assert yes_label(w, view, [DONE], ()) == "Yes: Done"
