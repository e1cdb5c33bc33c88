"""A session passes on the dealer, the totals and the session values."""

from __future__ import annotations

from dataclasses import replace

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.games.tapp_tarock import TAPP_TAROCK
from bot.rules.cards import CARDS
from bot.rules.results import Result
from bot.rules.session import Gain, Session
from tests.notation import LINE


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


def test_a_last_circle() -> None:
    def after(session: Session, results: str) -> Session:
        for letter in results:
            circle = None if letter == "?" else 3
            session = session.after(Result(3, 1, void=letter == "v", last_circle=circle))
        return session

    first = Session.first(TAPP_TAROCK, {}, 3, dealer=1)
    assert after(first, "ddd").left is None, "not announced"
    said = after(first, "d").announcing_last_circle()
    ends = {"d": None, "dd": 2, "d?": None, "d?d": 2, "dv": 3, "dvd": 2, "ddd": 1, "ddvd": 1, "dddd": 0}
    assert {results: after(said, results).left for results in ends} == ends
    assert [after(said, results).is_over for results in ("d", "ddd", "dddd")] == [False, False, True]


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


def with_pool() -> Session:
    """A session of three: each player antes two chips before the first deal, and the dealer one more."""
    game = replace(
        TAPP_TAROCK,
        session={"pool": 7},
        pool="pool",
        antes=lambda _session, _options, deals: (0 if deals else 2, 1),
    )
    return Session.first(game, {}, 3, dealer=1)


def test_antes_go_into_the_pool_and_out_of_the_totals() -> None:
    first = with_pool()
    assert (first.antes, first.pool, first.deal(CARDS).layout.session) == ((2, 3, 2), 0, {"pool": 7})
    paid = LINE._replace(amounts=(-4, 0, 0), with_pool=True)
    won = LINE._replace(amounts=(10, -5, -5))
    result = Result(3, 2, (paid, won), next_session={"pool": 11})
    second = first.after(result)
    assert (second.totals, second.pool, second.antes) == ((4, -8, -7), 11, (0, 0, 1))
    assert (result.scores, result.settled) == ((6, -5, -5), (10, -5, -5))
    assert second.for_next_deal == {"pool": 12}


def test_the_pool_is_shared_at_the_end_and_the_rest_goes_round_from_forehand() -> None:
    session = replace(with_pool(), totals=(-4, -4, -3)).with_pool(11)
    assert (session.closed().totals, session.closed().pool) == ((0, -1, 1), 0)
    assert sum(session.totals) + session.pool == sum(session.closed().totals)


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
