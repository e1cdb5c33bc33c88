"""§4: the four contracts."""

from __future__ import annotations

import pytest

from bot.games.tapp_tarock import TAPP_TAROCK
from tests.games.tapp_tarock.table import OBERER, UNTERER, Sheet, tapp
from tests.notation import act, legal, refused, until

MIDDLE = {
    "dreier": "0 pass; 1 bid dreier; 2 pass",
    "unterer": UNTERER,
    "oberer": OBERER,
    "solo": "0 pass; 1 bid solo",
}
"""Middle becomes the declarer of each contract."""


@pytest.mark.rule("tapp_tarock 4.1")
@pytest.mark.parametrize("contract", MIDDLE)
def test_one_against_two(contract: str) -> None:
    deal = until(tapp("T22 HK", "T1-T16", "T21 CK", after=MIDDLE[contract]), "over")
    assert (deal.open.contract, deal.open.declarer) == (contract, 1)
    scores = Sheet.of(deal.result).scores
    assert scores[0] == scores[2], "the two defenders stand and fall together"


@pytest.mark.rule("tapp_tarock 4.2")
@pytest.mark.parametrize(("contract", "value"), [("dreier", 3), ("unterer", 4), ("oberer", 5), ("solo", 8)])
def test_values(contract: str, value: int) -> None:
    deal = until(tapp("HK", "T7-T22", "CK", after=MIDDLE[contract]), "over")
    assert Sheet.of(deal.result).rows["9.1.3"] == (0, 4 * value, 0)
    assert TAPP_TAROCK.contracts == tuple(MIDDLE)


@pytest.mark.rule("tapp_tarock 4.3")
@pytest.mark.parametrize("contract", MIDDLE)
def test_talon_is_used_except_in_solo(contract: str) -> None:
    deal = tapp(after=MIDDLE[contract])
    assert deal.phase.name == ("announcing" if contract == "solo" else "talon")
    assert all(group.shown == (contract != "solo") for group in deal.open.talon)


@pytest.mark.rule("tapp_tarock 4.4")
def test_the_first_three_are_played_alike() -> None:
    deals = [tapp("T2-T17", "S* D*", after=MIDDLE[contract]) for contract in ("dreier", "unterer", "oberer")]
    leads = [until(act(deal, "1 take upper"), "play") for deal in deals]
    assert [deal.seats() for deal in leads] == [(0,)] * 3
    while deals[0].result is None:
        seat = deals[0].seats()[0]
        assert legal(deals[0]) == legal(deals[1]) == legal(deals[2])
        deals = [act(deal, f"{seat} {deal.actions(seat)[0]}") for deal in deals]
    assert until(tapp(after=MIDDLE["solo"]), "play").seats() == (0,), "in solo forehand leads too"


@pytest.mark.rule("tapp_tarock 4.5")
@pytest.mark.parametrize(("contract", "half"), [("unterer", "lower"), ("oberer", "upper")])
def test_old_rule_fixes_the_half(contract: str, half: str) -> None:
    deal = tapp(options={"fixed_half": True}, after=MIDDLE[contract])
    other = {"lower": "upper", "upper": "lower"}[half]
    assert legal(deal) == {f"take {half}"}
    assert refused(deal, f"1 take {other}") == ("prescribed_half", "tapp_tarock 4.5")
    assert legal(tapp(after=MIDDLE[contract])) == {"take lower", "take upper"}
    dreier = tapp(options={"fixed_half": True}, after=MIDDLE["dreier"])
    assert legal(dreier) == {"take lower", "take upper"}
