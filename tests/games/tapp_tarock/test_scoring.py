"""§9 and §15: every row of the score sheet, in deals played card by card."""

import pytest

from bot.games.tapp_tarock import TAPP_TAROCK
from bot.rules.cards import TRULL, Cards
from bot.rules.session import Session
from tests.games.tapp_tarock.table import NAMES, WORKED, Sheet, sheet, solo, tapp, worked
from tests.notation import until

EXPECTED = {
    "1": ((3, 0, 0), (6, -3, -3)),
    "2": ((8, 0, 8), (8, -16, 8)),
    "3": ((0, 0, 37), (-37, -37, 74)),
    "4": ((0, 16, 17), (-33, 15, 18)),
    "5": ((32, 9, 32), (23, -46, 23)),
    "6": ((30, 0, 0), (60, -30, -30)),
    "7": ((160, 160, 9), (151, 151, -302)),
    "8": ((0, 3, 3), (-6, 3, 3)),
    "9": ((0, 8, 0), (-8, 16, -8)),
    "10": ((83, 0, 0), (166, -83, -83)),
    "11": ((1, 43, 40), (-81, 45, 36)),
    "12": ((4, 4, 6), (-2, -2, 4)),
    "13": ((0, 0, 0), (0, 0, 0)),
    "silent pagat": ((0, 0, 7), (-7, -7, 14)),
    "forced pagat": ((3, 8, 8), (-10, 5, 5)),
}
"""Scores and net of §15.2, worked out by hand, and of two deals more."""


@pytest.mark.parametrize("name", NAMES)
def test_worked_examples(name: str) -> None:
    assert (sheet(name).scores, sheet(name).net) == EXPECTED[name]
    assert list(sheet(name).scores) == WORKED[name].expected["scores"]


@pytest.mark.rule("tapp_tarock 9.0")
def test_only_gains_are_written() -> None:
    for name in NAMES:
        result = worked(name).result
        assert result is not None
        assert all(amount >= 0 for line in result.lines for amount in line.amounts)
        for line in result.lines:
            gain = [amount for amount in line.amounts if amount]
            assert len(gain) == (2 if line.side == "defenders" else 1)
            assert set(gain) == {line.points}


@pytest.mark.rule("tapp_tarock 9.1")
def test_exactly_one_row_for_the_game_and_valat_for_the_declarer_alone() -> None:
    for name in NAMES:
        rows = [row for row in sheet(name).rows if row.startswith("9.1.")]
        assert len(rows) == (name != "13"), name
    beaten = until(tapp("H* C*", "T7-T22", "T2-T6", after="0 pass; 1 pass; 2 bid solo"), "over")
    assert beaten.open.tricks_won == (0, 16, 0)
    assert Sheet.of(beaten.result).rows["9.1.5"] == (8, 8, 0), "nothing extra for the defenders"


@pytest.mark.rule("tapp_tarock 9.1.1", "tapp_tarock 9.1.2", "tapp_tarock 9.1.3", "tapp_tarock 9.1.4")
@pytest.mark.rule("tapp_tarock 9.1.5")
def test_each_row_of_the_game() -> None:
    assert sheet(10).rows["9.1.1"] == (8 * 8, 0, 0)
    assert sheet(7).rows["9.1.2"] == (8 * 5 * 4, 8 * 5 * 4, 0), "60 card points do not help"
    assert sheet(6).rows["9.1.3"] == (4 * 3 * 2, 0, 0)
    assert (sheet(1).rows["9.1.4"], sheet(5).rows["9.1.4"]) == ((3, 0, 0), (0, 8, 0))
    assert (sheet(2).rows["9.1.5"], sheet(11).rows["9.1.5"]) == ((8, 0, 8), (0, 40, 40))


@pytest.mark.rule("tapp_tarock 9.2")
def test_pagat_ultimo_is_reckoned_apart_and_dearer_in_solo() -> None:
    assert "9.1.2" in sheet(7).rows, "the valat is lost"
    assert sheet(7).rows["9.2.1"] == (0, 0, 8), "the pagat is not, and its kontra is its own"
    assert sheet(10).rows["9.2.1"] == (16, 0, 0), "in solo"
    for name in NAMES:
        assert len([row for row in sheet(name).rows if row.startswith("9.2.")]) <= 1


@pytest.mark.rule("tapp_tarock 9.2.1", "tapp_tarock 9.2.2", "tapp_tarock 9.2.3", "tapp_tarock 9.2.4")
@pytest.mark.rule("tapp_tarock 9.2.5", "tapp_tarock 9.2.6", "tapp_tarock 9.2.7", "tapp_tarock 9.2.8")
def test_each_row_of_the_pagat() -> None:
    assert sheet(3).rows["9.2.1"] == (0, 0, 8 * 4)
    assert sheet(5).rows["9.2.2"] == (16 * 2, 0, 16 * 2)
    assert sheet("forced pagat").rows["9.2.2"] == (0, 8, 8)
    assert sheet("silent pagat").rows["9.2.3"] == (0, 0, 4)
    assert sheet(12).rows["9.2.4"] == (4, 4, 0)
    assert sheet(4).rows["9.2.5"] == (0, 8, 8), "a solo, and the partner writes too"
    assert sheet(9).rows["9.2.6"] == (0, 4, 0)
    assert sheet(8).rows == {"9.1.5": (0, 3, 3)}
    assert sheet(1).rows == {"9.1.4": (3, 0, 0)}


@pytest.mark.rule("tapp_tarock 9.3.1", "tapp_tarock 9.3.2", "tapp_tarock 9.3.3")
def test_each_hand_bonus() -> None:
    assert sheet(6).rows["9.3.1"] == (3, 0, 0)
    assert sheet(4).rows["9.3.2"] == (0, 0, 1)
    assert sheet(11).rows["9.3.3"] == (0, 3, 0)


@pytest.mark.rule("tapp_tarock 9.3.4")
def test_hand_bonuses_belong_to_the_holder_alone() -> None:
    eleven = sheet(11)
    assert eleven.rows["9.3.2"] == (1, 0, 0), "the declarer has lost, at eight times the price"
    assert eleven.rows["9.3.3"] == (0, 3, 0), "and the other defender writes none of it"
    assert sheet(10).rows["9.3.1"] == (3, 0, 0), "no more in a solo"


@pytest.mark.rule("tapp_tarock 9.3.5")
def test_the_hand_after_the_exchange_counts() -> None:
    dealt = WORKED["12"].layout
    assert (str(dealt.hands[2] & TRULL), str(Cards.of(dealt.talon) & TRULL)) == ("T22", "T21 T1")
    assert sheet(12).rows["9.3.1"] == (0, 0, 3)


@pytest.mark.rule("tapp_tarock 9.3.6")
def test_one_trull_bonus_and_the_kings_beside_it() -> None:
    assert set(sheet(6).rows) == {"9.1.3", "9.3.1", "9.3.3"}
    assert Sheet.of(until(solo("T22 T21 SK HK DK CK T3-T9"), "over").result).rows.keys() >= {"9.3.2", "9.3.3"}


@pytest.mark.rule("tapp_tarock 9.3.7", "tapp_tarock 10.6")
def test_hand_bonuses_are_made_known_after_the_play() -> None:
    *before, after = WORKED["6"].positions(TAPP_TAROCK)
    assert all(deal.result is None and deal.open.result is None for deal in before)
    assert after.view(1).open.result == after.result
    assert after.view(1).open.dealt == after.layout, "and all cards lie open"
    assert worked(13).result is not None
    assert Sheet.of(worked(13).result).rows == {}, "and not at all where nothing was played"


@pytest.mark.rule("tapp_tarock 9.4.1")
def test_a_session_adds_up_any_number_of_deals() -> None:
    session = Session.first(TAPP_TAROCK, {}, 3, dealer=2)
    for name in ("1", "2", "13", "3"):
        result = worked(name).result
        assert result is not None
        session = session.after(result)
    assert (session.deals, session.totals) == (4, (11, 0, 45))


@pytest.mark.rule("tapp_tarock 9.4.2")
@pytest.mark.parametrize("name", NAMES)
def test_everybody_settles_with_everybody(name: str) -> None:
    scores, net = sheet(name).scores, sheet(name).net
    for seat in range(3):
        assert net[seat] == sum(scores[seat] - other for other in scores)
    assert sum(net) == 0


@pytest.mark.rule("tapp_tarock 9.4.3")
def test_ten_twenty_fifty() -> None:
    assert TAPP_TAROCK.net((10, 20, 50)) == (-50, -20, 70)


@pytest.mark.rule("tapp_tarock 9.4.4")
def test_a_single_deal_settled() -> None:
    assert sheet(1).net == (2 * 3, -3, -3)
    session = Session.first(TAPP_TAROCK, {}, 3, dealer=2)
    nets = []
    for name in ("7", "11", "12"):
        result = worked(name).result
        assert result is not None
        session = session.after(result)
        nets.append(sheet(name).net)
    assert session.net == tuple(map(sum, zip(*nets, strict=True))), "deal by deal or at the end: the same"
