"""§14: public and private facts."""

from __future__ import annotations

import pytest

from bot.rules.cards import NO_CARDS, Cards
from tests.games.illustrated_tarokk.table import announcing, auction, calls, dealt, keep, to_call
from tests.notation import act, legal, until

EVERYBODY = (0, 1, 2, 3, None)
TWO_POOR = ("T22 T20 T3 T4", "SK HK DK CK T2", "T21 SQ HQ DQ CQ SC HC DC CC", "T1")


@pytest.mark.rule("illustrated_tarokk 14.1")
def test_a_hand_is_visible_only_to_its_owner() -> None:
    deal = auction("A3 B- C- D-")
    for seat in range(4):
        view = deal.view(seat)
        assert view.hand == deal.phase.board.hidden.hands[seat]
        assert view.open == deal.view(None).open
    watching = deal.view(None)
    assert (watching.hand, watching.discards, watching.actions, watching.talon) == (
        NO_CARDS,
        NO_CARDS,
        (),
        (),
    )
    assert (watching.open.dealt, watching.open.hands) == (None, None)


@pytest.mark.rule("illustrated_tarokk 14.2")
def test_discards_are_private_except_the_declarers_tarokks() -> None:
    deal = act(auction("A3 B- C- D-"), "0 lay T12; 0 lay SQ; 0 lay HQ; 1 lay T8; 2 lay CC; 3 lay CJ")
    assert str(deal.view(1).discards) == "T8"
    for seat in EVERYBODY:
        view = deal.view(seat)
        assert (str(view.open.discards_shown), view.open.discard_sizes) == ("T12", (3, 1, 1, 1))
        hidden = [str(move) for move in view.log[-6:] if move.seat != seat]
        assert set(hidden) <= {f"{other} lay ?" for other in range(4)}


@pytest.mark.rule("illustrated_tarokk 14.3")
def test_offers_are_private() -> None:
    deal = until(auction("AS", *TWO_POOR), "offer", keep)
    declined = act(deal, "2 decline")
    for seat in (0, 3, None):
        assert deal.view(seat) == declined.view(seat), "a decline is not shown"
        assert (deal.view(seat).actions, deal.view(seat).open.turn) == ((), ())
    assert [str(move) for move in declined.view(2).log][-1] == "2 decline"
    assert [str(move) for move in act(deal, "2 annul").view(0).log][-1] == "2 annul"


@pytest.mark.rule("illustrated_tarokk 14.4")
def test_the_partner_is_a_secret() -> None:
    hands = ("T22 T15 T14 T13 T12 SK SQ HQ DQ", "T21 T11 T10 T9 T8 HK HC DC CQ")
    rest = ("T20 T7 T6 T5 T4 DK HJ DJ CC", "T19 T18 T17 T16 T3 T2 T1 CK SC")
    for order in (rest, rest[::-1]):
        public = announcing("", *hands, *order).open
        assert (public.called, public.sides) == ("T20", ("declarer", "", "", ""))


@pytest.mark.rule("illustrated_tarokk 14.1")
def test_only_the_holder_is_told_which_call_would_show_a_card() -> None:
    deal = dealt("T22 T19 T18", "T21", "T1")
    shown = [[f"{each.action} {each.card}" for each in deal.view(seat).promises] for seat in EVERYBODY]
    assert shown == [["bid two T19", "bid one T18"], [], [], [], []]


@pytest.mark.rule("illustrated_tarokk 14.5")
def test_possible_announcements_are_shown_only_to_the_speaker() -> None:
    deal = announcing("A - / B -")
    assert set(map(str, deal.view(2).actions)) == legal(deal)
    for seat in (0, 1, 3, None):
        assert deal.view(seat).actions == ()


@pytest.mark.rule("illustrated_tarokk 14.6")
def test_calls_statements_and_cards_played_are_public() -> None:
    deal = act(dealt(windows=(1, 3), hat=2), calls("AS"))
    deal = act(
        to_call(deal),
        "0 call T20; 0 announce trull; 0 done; 1 kontra trull@0; 1 done; 2 done; 3 done; 0 done",
    )
    deal = act(deal, "0 play SK")
    for seat in EVERYBODY:
        view = deal.view(seat)
        assert [str(call) for call in view.open.calls] == ["0 bid solo"]
        assert [f"{item} x{item.factor}" for item in view.open.items] == ["game x1", "trull@0 x2"]
        assert [(play.seat, str(play.card)) for play in view.open.trick] == [(0, "SK")]
        assert view.open.session == {"windows": [1, 3], "hat": 2}


@pytest.mark.rule("illustrated_tarokk 14.7")
def test_a_player_who_sits_out_sees_no_more_than_a_spectator() -> None:
    deal = act(dealt(seats=5), calls("A3 B- C- D-"))
    deal = act(deal, "0 lay SQ; 1 lay HC")
    view, watching = deal.view(4), deal.view(None)
    assert (view.hand, view.discards, view.actions, view.talon) == (Cards(), Cards(), (), ())
    assert [str(move) for move in view.log][-2:] == ["0 lay ?", "1 lay ?"]
    assert (view.log, view.open) == (watching.log, watching.open)


@pytest.mark.rule("illustrated_tarokk 14.8")
def test_all_cards_lie_open_at_the_end() -> None:
    deal = until(auction("AS"), "over", keep)
    for seat in EVERYBODY:
        assert deal.view(seat).open.dealt == deal.layout
        assert deal.view(seat).log == deal.log


@pytest.mark.rule("illustrated_tarokk 14.3")
def test_a_held_deal_looks_the_same_whoever_may_annul_it() -> None:
    poor, talon = "HK HQ HC HJ DK DQ DC DJ CK", "S10 C10 H1 D1 SJ CJ"
    dealt_so = (("T21 T9", "T8 SK", "T20 T19"), (poor, "T8 SK", "T20 T19"), ("T21 T9", "T8 SK", poor))
    deals = []
    for hands in dealt_so:
        deal = auction("AS", "T22 T15 T14 T13 T12 T11 T10 T1 CQ", *hands, talon=talon)
        while deal.open.phase == "discard":
            seat = deal.seats()[0]
            deal = act(deal, f"{seat} {keep(deal, seat)}")
        deals.append(deal)
    assert [deal.is_offered for deal in deals] == [False, True, True]
    for watcher in (0, None):
        assert len({repr(deal.held.view(watcher)) for deal in deals}) == 1


@pytest.mark.rule("illustrated_tarokk 14.3")
def test_the_score_of_a_held_deal_is_hidden() -> None:
    """Everybody has seen A's eight tarokks, and that A has called a card of their own."""
    hands = ("T22 T20 T15 T14 T13 T12 T11 T1 SK", "T21 T9 T8 HK HQ HC DQ DC CQ", "T7 T6 T5 T4 DK HJ DJ CC SQ")
    deal = announcing("", *hands, called="T20")
    while deal.result is None:
        seat = deal.seats()[0]
        deal = act(deal, f"{seat} {keep(deal, seat)}")
    assert deal.held.is_offered
    assert (deal.held.result, deal.held.open.dealt, deal.held.seats()) == (None, None, ())
    assert deal.held.log == deal.log
    assert deal.held.released().result == deal.result
