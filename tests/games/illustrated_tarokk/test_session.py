"""§13: the end of a session by a last circle."""

from __future__ import annotations

import pytest

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.rules.cards import SKUS, Card
from bot.rules.deal import Deal
from bot.rules.session import Session
from tests.games.illustrated_tarokk.table import HANDS, TALON, calls, dealt, keep, result_of
from tests.games.illustrated_tarokk.test_pack_and_deal import DECK_OF_HANDS
from tests.notation import act, until

IN_TALON = ("T21 T15 T14 T13 T12 SK SQ HQ DQ", "T2 T11 T10 T9 T8 HK HC DC CQ", HANDS[2])
"""Three hands; the fourth and the talon have the rest, the skíz among it."""


def played(deal: Deal) -> Deal:
    """A deal that its forehand plays as a solo."""
    return until(act(deal, f"{deal.seats()[0]} bid solo"), "over", keep)


def passed(deal: Deal) -> Deal:
    """A deal in which all pass."""
    return act(deal, "; ".join(f"{seat} pass" for seat in deal.open.active))


def circle(deal: Deal) -> int | None:
    """The length of a last circle that begins with a deal."""
    return result_of(deal).last_circle


def session(seats: int = 4, dealer: int = 3) -> Session:
    """A session before its first deal."""
    return Session.first(ILLUSTRATED_TAROKK, {}, seats, dealer)


def after(now: Session, how: str, deck: tuple[Card, ...] = DECK_OF_HANDS) -> Session:
    """The session after some deals, all with the same pack: `s` played, `p` all pass."""
    for each in how:
        deal = now.deal(deck)
        now = now.after(result_of(played(deal) if each == "s" else passed(deal)))
    return now


@pytest.mark.rule("illustrated_tarokk 13.2")
def test_the_announcement_applies_from_the_next_deal_on() -> None:
    assert ILLUSTRATED_TAROKK.last_circle
    said = after(session(), "ss").announcing_last_circle()
    assert (said.last_circle_announced_after, said.left) == (2, None)
    same = after(said, "s")
    assert (same.left, same.is_over) == (None, False), "the deal of the announcement does not count"
    assert after(same, "s").left == 4
    assert after(session(), "s" * 12).left is None, "not announced"


@pytest.mark.rule("illustrated_tarokk 13.3")
@pytest.mark.parametrize(
    ("seats", "dealer", "deals"), [(4, 0, 4), (4, 1, 7), (4, 2, 6), (4, 3, 5), (5, 4, 6)]
)
def test_the_length_of_the_last_circle(seats: int, dealer: int, deals: int) -> None:
    deal = dealt("T22", "T21", "T1", "T2 T3", dealer=dealer, seats=seats)
    bids = ("bid solo" if seat == 0 else "pass" for seat in deal.open.active)
    for bid, seat in zip(bids, deal.open.active, strict=True):
        deal = act(deal, f"{seat} {bid}") if deal.phase.name == "auction" else deal
    assert circle(until(deal, "over", keep)) == deals


@pytest.mark.rule("illustrated_tarokk 13.4")
def test_the_skiz_in_the_talon() -> None:
    talon = f"T22 {TALON}".rsplit(" ", 1)[0]
    drawn = until(act(dealt(*IN_TALON, talon=talon), calls("A3 B- C- D-")), "over", keep)
    assert circle(drawn) == 1 + 4, "A has drawn it"
    second = until(act(dealt(*IN_TALON, talon=talon), calls("AS")), "over", keep)
    assert circle(second) == 2 + 4, "in a solo B draws it"
    assert circle(passed(dealt(*IN_TALON, talon=talon))) is None
    annulled = act(dealt("T21", "T1 SK HK DK CK", talon=talon), calls("A3 B- C- D-"))
    assert circle(act(until(annulled, "offer", keep), "1 annul")) == 1 + 4, "A has drawn it, unplayed"
    weak = ("T21", "T12", "T1", "T2-T10")
    trial = act(dealt(*weak, talon="S10 H1 D1 T22 SJ CJ"), calls("A- B- C- D3"))
    assert circle(trial) is None
    hidden = tuple(sorted(DECK_OF_HANDS, key=lambda each: each != SKUS))
    waiting = after(after(session().announcing_last_circle(), "s"), "pp", hidden)
    assert waiting.left is None, "the next dealing decides"
    assert after(waiting, "s").left == 4


@pytest.mark.rule("illustrated_tarokk 13.5")
def test_void_deals_do_not_count() -> None:
    said = after(session().announcing_last_circle(), "s")
    assert [after(said, how).left for how in ("s", "p", "ps", "pps", "sps")] == [4, 5, 4, 4, 3]


@pytest.mark.rule("illustrated_tarokk 13.6")
def test_the_length_of_the_last_circle_is_hidden_during_the_deal() -> None:
    said = after(session().announcing_last_circle(), "s")
    deal = said.deal(DECK_OF_HANDS)
    assert (said.left, deal.open.result) == (None, None)
    assert deal.view(None).open.session.keys() == {"windows", "hat"}


@pytest.mark.rule("illustrated_tarokk 13.7")
@pytest.mark.parametrize(("seats", "dealer"), [(4, 3), (5, 2)])
def test_the_session_is_over_with_the_last_deal_of_the_circle(seats: int, dealer: int) -> None:
    now = after(session(seats, dealer).announcing_last_circle(), "s")
    for left in range(seats, -1, -1):
        assert not now.is_over
        now = after(now, "s")
        assert now.left == left
    assert now.is_over
    assert now.deals == 1 + 1 + seats
