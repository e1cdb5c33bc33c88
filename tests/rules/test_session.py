"""A session hands on the deal, the totals and what a deal leaves behind."""

from __future__ import annotations

from bot.games.tapp_tarock import TAPP_TAROCK
from bot.rules.board import Result, ScoreLine
from bot.rules.cards import CARDS
from bot.rules.session import Session


def test_first_deal() -> None:
    session = Session.first(TAPP_TAROCK, {"fixed_half": True}, 3, dealer=1)
    deal = session.deal(CARDS)
    assert (session.totals, session.deals, session.net) == ((0, 0, 0), 0, (0, 0, 0))
    assert (deal.layout.dealer, deal.layout.options, deal.layout.talon) == (
        1,
        {"fixed_half": True},
        CARDS[:6],
    )


def test_results_add_up_and_are_handed_on() -> None:
    line = ScoreLine("game", "declarer", None, 5, 2, (0, 10, 0), "any 9.1")
    first = Result(3, 2, (line,), next_session={"doubled": 2})
    session = Session.first(TAPP_TAROCK, {}, 3, dealer=1).after(first)
    assert (session.dealer, session.inherited, session.totals, session.deals) == (
        2,
        {"doubled": 2},
        (0, 10, 0),
        1,
    )
    after_void = session.after(Result(3, 0, void=True))
    assert (after_void.dealer, after_void.inherited, after_void.totals, after_void.deals) == (
        0,
        {},
        (0, 10, 0),
        2,
    )
    assert after_void.net == (-10, 20, -10)


def test_a_last_circle() -> None:
    def after(session: Session, results: str) -> Session:
        for letter in results:
            circle = None if letter == "?" else 3
            session = session.after(Result(3, 1, void=letter == "v", last_circle=circle))
        return session

    first = Session.first(TAPP_TAROCK, {}, 3, dealer=1)
    assert after(first, "ddd").left is None, "nobody has asked for it"
    said = after(first, "d").closing()
    ends = {"d": None, "dd": 2, "d?": None, "d?d": 2, "dv": 3, "dvd": 2, "ddd": 1, "ddvd": 1, "dddd": 0}
    assert {results: after(said, results).left for results in ends} == ends
    assert [after(said, results).is_over for results in ("d", "ddd", "dddd")] == [False, False, True]
