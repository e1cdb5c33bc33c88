"""§10: public and private facts."""

from __future__ import annotations

import pytest

from bot.games.tapp_tarock import TAPP_TAROCK
from bot.rules.cards import Cards
from tests.games.tapp_tarock.table import DREIER, SOLO, WORKED, tapp
from tests.notation import act, until

EVERYBODY = (0, 1, 2, None)


@pytest.mark.rule("tapp_tarock 10.1")
def test_a_hand_is_visible_only_to_its_owner() -> None:
    deal = tapp("S* D*", "H* C*")
    assert [str(deal.view(seat).hand)[:5] for seat in (0, 1)] == ["SK SQ", "HK HQ"]
    watching = deal.view(None)
    assert (watching.hand, watching.discards, watching.actions) == (Cards(), Cards(), ())
    assert deal.view(1).open == deal.view(2).open == watching.open
    assert (watching.open.hand_sizes, watching.open.dealt) == ((16, 16, 16), None)


@pytest.mark.rule("tapp_tarock 10.2")
def test_the_talon_is_public_once_exposed() -> None:
    dealt = tapp(talon="HK H4 C7 CK C8 C9")
    assert [group.cards for group in dealt.open.talon] == [Cards(), Cards()]
    for deal in (act(dealt, DREIER), until(act(dealt, f"{DREIER}; 0 take lower"), "play")):
        for seat in EVERYBODY:
            assert [str(group.cards) for group in deal.view(seat).open.talon] == ["HK H4 C7", "CK C9 C8"]


@pytest.mark.rule("tapp_tarock 10.3")
def test_the_talon_of_a_solo_is_shown_at_the_end() -> None:
    deal = until(tapp(talon="HK H4 C7 CK C8 C9", after=SOLO), "play")
    assert [group.cards for group in deal.view(0).open.talon] == [Cards(), Cards()]
    over = until(deal, "over").view(None).open
    assert [str(group.cards) for group in over.talon] == ["HK H4 C7", "CK C9 C8"]


@pytest.mark.rule("tapp_tarock 10.4")
def test_the_discard_is_visible_only_to_the_declarer() -> None:
    deal = tapp("SK HK DK CK T1 T21 T22 S7 T2-T9", talon="T10 T11 H4", after=f"{DREIER}; 0 take lower")
    deal = act(deal, "0 lay T10; 0 lay S7; 0 lay H4")
    assert str(deal.view(0).discards) == "T10 S7 H4"
    for seat in (1, 2, None):
        view = deal.view(seat)
        assert (view.discards, view.open.discard_sizes, str(view.open.discards_shown)) == (
            Cards(),
            (3, 0, 0),
            "T10",
        )
        assert [str(move) for move in view.log][-3:] == ["0 lay T10", "0 lay ?", "0 lay ?"]


@pytest.mark.rule("tapp_tarock 10.5")
def test_calls_statements_and_cards_played_are_public() -> None:
    deal = tapp(
        "T1 HQ", after=f"{SOLO}; 0 announce pagat_ultimo; 0 done; 1 kontra game; 1 done; 2 done; 0 done"
    )
    deal = act(deal, "0 play HQ")
    for seat in EVERYBODY:
        view = deal.view(seat)
        assert view.log == deal.log
        assert [f"{item} x{item.factor}" for item in view.open.items] == ["game x2", "pagat_ultimo@0 x1"]
        assert [(play.seat, str(play.card)) for play in view.open.trick] == [(0, "HQ")]
        assert [str(call) for call in view.open.calls] == ["0 bid solo"]


@pytest.mark.rule("tapp_tarock 10.6")
def test_hand_bonuses_are_shown_after_the_play() -> None:
    *_, last, over = WORKED["6"].positions(TAPP_TAROCK)
    assert last.view(1).open.result is None
    result = over.view(1).open.result
    assert result is not None
    assert {line.item for line in result.lines} >= {"trull_three", "four_kings"}
    assert over.view(1).open.dealt == over.layout, "and all cards lie open"


@pytest.mark.rule("tapp_tarock 17.7")
def test_cards_that_lay_open_stay_visible() -> None:
    deal = until(tapp("SK HK DK CK T1-T9", "", "T10-T22", after=f"{DREIER}; 0 take lower"), "play")
    opened, shown = deal.open.talon, deal.open.discards_shown
    while deal.result is None:
        seat = deal.seats()[0]
        deal = act(deal, f"{seat} {deal.actions(seat)[-1]}")
        public = deal.view(None).open
        assert (public.talon, public.discards_shown) == (opened, shown)
        assert public.tricks == deal.open.tricks
