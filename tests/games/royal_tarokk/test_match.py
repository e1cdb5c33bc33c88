"""§9.5.4 and §9.6: the gain of a team, the length of a match, the seats."""

from __future__ import annotations

import pytest

from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.rules.results import Result
from bot.rules.session import Session
from tests.notation import LINE


def result(attackers: int, defenders: int, dealer: int) -> Result:
    """A result with points for the dealer's team and for the other."""
    both = (attackers, attackers, defenders, defenders)
    amounts = both if dealer == 0 else (*both[2:], *both[:2])
    return Result(4, 2 - dealer, (LINE._replace(amounts=amounts),))


def after(deals: int, attackers: int = 60, defenders: int = 60, **options: object) -> Session:
    """A match after a number of deals with equal results."""
    session = Session.first(ROYAL_TAROKK, options, 4, 0)
    for _ in range(deals):
        session = session.reseated().after(result(attackers, defenders, session.dealer))
    return session


@pytest.mark.rule("royal_tarokk 9.5.4")
def test_a_team_gains_the_difference() -> None:
    session = after(1, 100, 51)
    assert session.totals == (100, 100, 51, 51)
    assert session.net == (49, 49, -49, -49)


@pytest.mark.rule("royal_tarokk 9.6", "royal_tarokk 9.6.1")
@pytest.mark.parametrize("deals", ROYAL_TAROKK.options["deals_per_match"])
def test_an_even_number_of_deals(deals: int) -> None:
    options = {} if deals == 8 else {"deals_per_match": deals}
    assert deals % 2 == 0
    assert ROYAL_TAROKK.deals(options) == deals
    assert not after(deals - 1, **options).is_over
    assert after(deals, **options).is_over


@pytest.mark.rule("royal_tarokk 9.6.2")
def test_a_match_for_points_ends_after_an_even_number_of_deals() -> None:
    assert ROYAL_TAROKK.deals({"match_target": 500}) is None
    assert not after(9, 40, 60, match_target=500).is_over, "440 and 460"
    assert after(10, 40, 60, match_target=500).is_over, "500 and 500"
    uneven = after(5, 110, 100, match_target=500)
    assert (max(uneven.totals), uneven.is_over) == (530, False)
    assert after(6, 110, 100, match_target=500).is_over


@pytest.mark.rule("royal_tarokk 9.6.3")
def test_partners_change_seats_after_half() -> None:
    moved = [after(deals, swap_after_half=True).seating for deals in range(8)]
    assert moved == [(), (), (), (), (1, 0, 3, 2), (), (), ()]
    assert after(6, swap_after_half=True, deals_per_match=12).seating == (1, 0, 3, 2)
    assert after(4).seating == ()
    assert after(4, swap_after_half=True, match_target=500).seating == (), "a match for points has no half"
    assert after(4, 100, 50, swap_after_half=True).reseated().totals == (300, 300, 300, 300)
