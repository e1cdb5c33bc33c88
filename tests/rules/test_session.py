"""Score sheets add up, and a session passes on the dealer, the totals and the session values."""

from __future__ import annotations

from dataclasses import replace

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.games.tapp_tarock import TAPP_TAROCK
from bot.rules.cards import CARDS
from bot.rules.results import Factor, Multiplier, Result, factors
from bot.rules.session import Gain, Session
from tests.notation import LINE


def test_scores_are_the_sums_of_the_lines() -> None:
    game = LINE._replace(base=4, factors=factors(kontra=2), amounts=(8, 0, 8))
    bonus = LINE._replace(amounts=(0, 0, 3))
    assert (game.points, Result(3, 1, (game, bonus)).scores) == (8, (8, 0, 11))
    assert Result(4, 1, void=True).scores == (0, 0, 0, 0)


def test_factors_of_one_are_left_out() -> None:
    assert factors() == ()
    two = (Factor(Multiplier.TIMES, 4), Factor(Multiplier.DOUBLED, 2))
    assert factors(times=4, kontra=1, doubled=2) == two
    assert (LINE.factor, LINE._replace(base=3, factors=two).factor) == (1, 8)


def test_first_deal() -> None:
    session = Session.first(TAPP_TAROCK, {"fixed_half": True}, 3, dealer=1)
    deal = session.deal(CARDS)
    assert (session.totals, session.deals, session.net) == ((0, 0, 0), 0, (0, 0, 0))
    assert (deal.layout.dealer, deal.layout.options, deal.layout.talon) == (
        1,
        {"fixed_half": True},
        CARDS[:6],
    )


def test_results_add_up_and_set_the_next_deal() -> None:
    line = LINE._replace(amounts=(0, 10, 0))
    first = Result(3, 2, (line,), next_session={"doubled": 2})
    session = Session.first(TAPP_TAROCK, {}, 3, dealer=1).after(first)
    assert (session.dealer, session.inherited, session.totals, session.deals) == (
        2,
        {"doubled": 2},
        (0, 10, 0),
        1,
    )
    assert session.history == ((0, 10, 0),)
    after_void = session.after(Result(3, 0, void=True))
    assert (after_void.dealer, after_void.inherited, after_void.totals, after_void.deals) == (
        0,
        {},
        (0, 10, 0),
        2,
    )
    assert after_void.net == (-10, 20, -10)
    assert after_void.history == ((0, 10, 0), (0, 10, 0))


def test_totals_move_with_their_players() -> None:
    game = replace(TAPP_TAROCK, seating=lambda _options, deals: (1, 2, 0) if deals == 2 else ())
    line = LINE._replace(amounts=(1, 2, 3))
    session = Session.first(game, {}, 3, dealer=1)
    for _ in range(2):
        session = session.reseated().after(Result(3, 2, (line,)))
    assert (session.history, session.totals) == (((1, 2, 3), (2, 4, 6)), (2, 4, 6))
    moved = session.reseated()
    assert (moved.history, moved.totals) == (((2, 3, 1), (4, 6, 2)), (4, 6, 2))
    assert moved.after(Result(3, 2, (line,))).history[-1] == (5, 8, 5)


def test_void_deals_that_the_same_dealer_repeats_are_none_of_those_agreed() -> None:
    game = replace(TAPP_TAROCK, deals=lambda _options: 2, is_won=lambda _options, deals, _totals: deals == 9)
    first = Session.first(game, {}, 3, dealer=1)
    again = first.after(Result(3, 1, void=True))
    assert (again.deals, again.counted, again.remaining, again.is_over) == (1, 0, 2, False)
    moved_on = again.after(Result(3, 2, void=True))
    assert (moved_on.counted, moved_on.remaining, moved_on.is_over) == (1, 1, False)
    same_dealer = moved_on.after(Result(3, 2, (LINE._replace(amounts=(0, 1, 0)),)))
    assert (same_dealer.deals, same_dealer.counted, same_dealer.is_over) == (3, 2, True)
    assert replace(first, deals=10, repeated=1).is_over, "points are reached after deals that count"


def test_a_game_without_a_pool_has_nothing_to_share() -> None:
    session = Session.first(TAPP_TAROCK, {}, 3, dealer=1)
    assert (session.pool, session.antes, session.closed()) == (0, (0, 0, 0), session)


def test_the_best_deal_is_the_greatest_gain_of_a_seat_and_the_first_of_equal_ones() -> None:
    session = Session.first(ILLUSTRATED_TAROKK, {}, 4, dealer=0)
    assert session.best == ()
    assert replace(session, history=((0, 0, 0, 0),)).best == ()
    course = ((6, -2, -2, -2), (4, 6, -5, -5), (12, 4, -8, -8))
    assert replace(session, history=course).best == (Gain(8, 2, 1),)
    assert replace(session, history=((3, 3, -2, -4),)).best == (Gain(3, 1, 0), Gain(3, 1, 1))
