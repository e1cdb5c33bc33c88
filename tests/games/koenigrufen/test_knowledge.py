"""§14: public and private facts."""

from __future__ import annotations

import pytest

from bot.rules.cards import Cards
from tests.games.koenigrufen.table import bids, dealt, koenig
from tests.notation import act, until

EVERYBODY = (0, 1, 2, 3, None)
KINGS = ("SK", "HK", "DK", "CK")


@pytest.mark.rule("koenigrufen 14.1")
def test_a_hand_is_visible_only_to_its_owner() -> None:
    deal = koenig("S* D1 D2 D3 D4", "H* C7 C8 C9 C10")
    assert [str(deal.view(seat).hand)[:5] for seat in (0, 1)] == ["SK SQ", "HK HQ"]
    watching = deal.view(None)
    assert (watching.hand, watching.discards, watching.actions) == (Cards(), Cards(), ())
    assert deal.view(1).open == deal.view(2).open == watching.open
    assert (watching.open.hand_sizes, watching.open.dealt) == ((12,) * 4, None)


@pytest.mark.rule("koenigrufen 14.2")
def test_the_exposed_talon() -> None:
    before = koenig(*KINGS, talon="H4 H3 C7 CQ C8 C9")
    assert [group.cards for group in before.open.talon] == [Cards(), Cards()]
    shown = act(before, bids("dreier"))
    for deal in (shown, until(act(shown, "0 take lower"), "play")):
        for seat in EVERYBODY:
            groups = [str(group.cards) for group in deal.view(seat).open.talon]
            assert groups == ["H3 H4 C7", "CQ C9 C8"]
    takers = [group.taker for group in until(act(shown, "0 take upper"), "play").open.talon]
    assert takers == [None, 0]


@pytest.mark.rule("koenigrufen 14.3")
def test_a_talon_that_is_not_exposed() -> None:
    for contract in ("solodreier", "bettel", "trischaken"):
        deal = until(koenig(*KINGS, talon="H4 H3 C7 CQ C8 C9", after=bids(contract)), "play")
        for seat in EVERYBODY:
            assert [group.cards for group in deal.view(seat).open.talon] == [Cards(), Cards()]
        over = until(deal, "over").view(None).open
        assert [str(group.cards) for group in over.talon] == ["H3 H4 C7", "CQ C9 C8"]


@pytest.mark.rule("koenigrufen 14.4")
def test_the_discard_is_visible_only_to_the_declarer() -> None:
    deal = act(koenig(*KINGS, talon="H4 H3 C7 CQ C8 C9", after=bids("dreier")), "0 take lower")
    deal = act(deal, "0 lay C7; 0 lay H4; 0 lay H3")
    assert str(deal.view(0).discards) == "H3 H4 C7"
    for seat in (1, 2, 3, None):
        view = deal.view(seat)
        assert (view.discards, view.open.discard_sizes) == (Cards(), (3, 0, 0, 0))
        assert [str(move) for move in view.log][-3:] == ["0 lay ?"] * 3
    over = until(deal, "over").view(1)
    assert "0 lay H4" in map(str, over.log)


@pytest.mark.rule("koenigrufen 14.5")
def test_only_the_partner_knows_the_partner() -> None:
    calls = f"{bids('solorufer')}; 0 call HK"
    one, other = koenig("T1", "HK", "T2", after=calls), koenig("T1", "T2", "HK", after=calls)
    for seat in (3, None):
        assert one.view(seat).open == other.view(seat).open
    assert one.view(0).open == other.view(0).open, "not even the declarer knows"
    assert one.open.called == "HK"
    assert [one.view(seat).side for seat in range(4)] == ["declarer", "declarer", "defenders", "defenders"]


@pytest.mark.rule("koenigrufen 14.6")
def test_a_called_king_in_an_unseen_talon() -> None:
    calls = f"{bids('solorufer')}; 0 call HK"
    hidden = koenig("T1", "T2", "T3", "T4", talon="HK", after=calls)
    held = koenig("T1", "T2", "T3", "T4 HK", after=calls)
    for deal in (until(hidden, "play"), until(held, "play")):
        assert deal.open.sides == ("declarer", "", "", "")
    assert until(hidden, "over").open.sides == ("declarer", "defenders", "defenders", "defenders")


@pytest.mark.rule("koenigrufen 14.7")
def test_calls_statements_and_cards_played_are_public() -> None:
    calls = f"{bids('solodreier')}; 1 announce trull; 1 done; 2 done; 3 done; 0 kontra trull@1; 0 done"
    deal = act(until(koenig("SK HQ", "HK", "DK", "CK", after=calls), "play"), "0 play HQ")
    for seat in EVERYBODY:
        view = deal.view(seat)
        assert view.log == deal.log
        assert [f"{item} x{item.factor}" for item in view.open.items] == ["game x1", "trull@1 x2"]
        assert [(play.seat, str(play.card)) for play in view.open.trick] == [(0, "HQ")]
        assert [str(call) for call in view.open.calls] == ["1 pass", "2 pass", "3 pass"]


@pytest.mark.rule("koenigrufen 14.8")
def test_ouvert_hands() -> None:
    low = "S7 S8 S9 H2 H1 C10 CJ D4 D3 D2 T1 T2"
    deal = until(koenig(low, *KINGS[:3], after=bids("bettel_ouvert")), "play")
    assert deal.view(1).open.hands is None
    while len(deal.open.tricks) < 1:
        deal = act(deal, f"{deal.seats()[0]} {deal.actions(deal.seats()[0])[-1]}")
    for seat in EVERYBODY:
        assert deal.view(seat).open.hands == deal.phase.board.hidden.hands


@pytest.mark.rule("koenigrufen 14.9")
def test_all_cards_are_shown_after_the_score() -> None:
    deal = until(koenig(*KINGS, after=bids("solodreier")), "over")
    for seat in EVERYBODY:
        assert deal.view(seat).open.dealt == deal.layout


@pytest.mark.rule("koenigrufen 14.10")
def test_a_declined_redeal_is_a_secret() -> None:
    poor = dealt("T1", "S* -SK -S7 H* -HK -H4", "DK", "CK")
    declined = act(poor, "1 decline")
    for seat in (0, 2, 3, None):
        assert (poor.view(seat).open.turn, poor.view(seat).actions) == ((), ())
        assert declined.view(seat).log == ()
    assert [str(move) for move in declined.view(1).log] == ["1 decline"]


@pytest.mark.rule("koenigrufen 14.10")
def test_a_held_deal_looks_the_same_whoever_may_demand_a_redeal() -> None:
    poor = "S* H1 H2 H3 H4 D1 -SK"
    mine = "T22 T21 T20 HK DK CK SK C7 C8 C9 C10 CJ"
    deals = [dealt(mine, *hands) for hands in (("T1", "T2", "T3"), (poor, "T2", "T3"), ("T1", "T2", poor))]
    assert [deal.seats() for deal in deals] == [(1,), (1,), (3,)]
    assert [deal.is_offered for deal in deals] == [False, True, True]
    declined = [act(deal, f"{deal.seats()[0]} decline") for deal in deals[1:]]
    held = [deal.held for deal in (*deals, *declined)]
    assert all(deal.is_offered for deal in held)
    for seat in (0, None):
        assert len({repr(deal.view(seat)) for deal in held}) == 1
    released = [deal.held.released() for deal in (deals[0], *declined)]
    assert len({repr(deal.open) for deal in released}) == 1
    assert released[0] == deals[0]
    assert deals[0].released() == deals[0], "it is not held"


@pytest.mark.rule("koenigrufen 8.4.2")
def test_a_declarers_king_ultimo_shows_that_the_declarer_plays_alone() -> None:
    def announced(**options: object) -> tuple[str, ...]:
        after = f"{bids('solorufer', 1)}; 1 call HK"
        deal = koenig("T5", "HK T6", "T7", "T8", talon="T1 T2 T3", options=options, after=after)
        return act(deal, "2 done; 3 done; 0 done; 1 announce king_ultimo").open.sides

    assert announced() == ("defenders", "declarer", "defenders", "defenders")
    for rule in ({"king_ultimo_by_declarer": True}, {"announce_requires_card": False}):
        assert announced(**rule) == ("", "declarer", "", ""), "the king may be the partner's"
