"""A finished deal: no seat acts, and all cards are public."""

from __future__ import annotations

from bot.games.tapp_tarock import TAPP_TAROCK
from bot.rules.deal import Deal
from bot.rules.moves import Action, Secrecy
from tests.notation import layout, until


def test_a_finished_deal_asks_nobody_and_does_not_change() -> None:
    over = until(Deal.start(TAPP_TAROCK, layout(TAPP_TAROCK, "T22-T18")), "over").phase
    action = Action("pass")
    assert (over.seats(), over.shown_turn(), over.actions(0)) == ((), (), ())
    assert over.after(0, action) is over
    assert over.move(0, action).secrecy is Secrecy.OPEN
    assert over.explain(0, action).code == "deal_over"
