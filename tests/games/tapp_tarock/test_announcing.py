"""§7: announcements and kontra. Forehand plays a solo, so that announcing begins at once."""

from __future__ import annotations

import pytest

from bot.rules.deal import Deal
from tests.games.tapp_tarock.table import DREIER, SOLO, sheet, tapp
from tests.notation import act, legal, refused, until


def announcing(said: str = "", forehand: str = "T1") -> Deal:
    """Forehand's solo, after some statements."""
    return tapp(forehand, after=f"{SOLO}; {said}")


@pytest.mark.rule("tapp_tarock 7.1")
def test_speakers_in_their_order() -> None:
    speakers = []
    deal = announcing()
    while deal.phase.name == "announcing":
        seat = deal.seats()[0]
        speakers.append(seat)
        said = "kontra game; " if "kontra game" in legal(deal) else ""
        deal = act(deal, f"{seat} {said.replace('; ', f'; {seat} ')}done")
    assert speakers == [0, 1, 2, 0, 1, 2]
    late = announcing("0 done; 1 kontra game; 1 done; 2 done")
    assert refused(late, "0 announce valat") == ("once_only", "tapp_tarock 7.1")


@pytest.mark.rule("tapp_tarock 7.1")
def test_defenders_speak_counter_clockwise_from_the_declarer() -> None:
    deal = until(tapp(after="0 pass; 1 bid dreier; 2 pass; 1 take lower"), "announcing")
    assert [act(deal, said).seats() for said in ("", "1 done", "1 done; 2 done")] == [(1,), (2,), (0,)]


@pytest.mark.rule("tapp_tarock 7.2")
def test_each_item_has_its_own_ladder() -> None:
    deal = announcing("0 announce pagat_ultimo; 0 done")
    assert legal(deal) == {"kontra game", "kontra pagat_ultimo@0", "done"}
    kontra = act(deal, "1 kontra game; 1 done")
    assert legal(kontra) == {"kontra pagat_ultimo@0", "done"}, "an item gets one kontra"
    assert refused(kontra, "2 kontra game") == ("already_doubled", "tapp_tarock 7.2")
    rekontra = act(kontra, "2 kontra pagat_ultimo@0; 2 done; 0 kontra pagat_ultimo@0; 0 done")
    assert legal(rekontra) == {"kontra pagat_ultimo@0", "done"}, "only what was redoubled goes on"
    done = act(rekontra, "1 done; 2 kontra pagat_ultimo@0; 2 done")
    assert {item.id: item.factor for item in done.open.items} == {"game": 2, "pagat_ultimo": 8}


@pytest.mark.rule("tapp_tarock 7.2")
def test_an_announced_valat_is_the_game() -> None:
    deal = announcing("0 announce valat; 0 done")
    assert legal(deal) == {"kontra game", "done"}
    assert refused(deal, "1 kontra valat@0") == ("nothing_to_double", "tapp_tarock 7.2")
    assert sheet(7).rows["9.1.2"] == (5 * 8 * 4, 5 * 8 * 4, 0), "and its kontra counts for the valat"


@pytest.mark.rule("tapp_tarock 7.3")
def test_only_the_declarer_announces() -> None:
    assert legal(announcing()) == {"announce pagat_ultimo", "announce valat", "done"}
    assert refused(announcing(), "0 kontra game") == ("own_item", "tapp_tarock 7.1")
    both = announcing("0 announce valat; 0 announce pagat_ultimo")
    assert legal(both) == {"done"}
    assert refused(both, "0 announce valat") == ("already_announced", "tapp_tarock 7.1")
    defender = act(tapp("", "T1", after=SOLO), "0 done")
    assert legal(defender) == {"kontra game", "done"}
    assert refused(defender, "1 announce pagat_ultimo") == ("only_declarer", "tapp_tarock 7.3")


@pytest.mark.rule("tapp_tarock 7.4")
def test_pagat_ultimo_needs_the_pagat_after_the_discard() -> None:
    without = announcing(forehand="T22")
    assert legal(without) == {"announce valat", "done"}
    assert refused(without, "0 announce pagat_ultimo") == ("needs_pagat", "tapp_tarock 7.4")
    talon = tapp(talon="T1 S7 S8", after=DREIER)
    for half, offered in (("lower", True), ("upper", False)):
        deal = until(act(talon, f"0 take {half}"), "announcing")
        assert ("announce pagat_ultimo" in legal(deal)) is offered


@pytest.mark.rule("tapp_tarock 7.5")
def test_the_announced_pagat_waits() -> None:
    for said, cards in (("announce pagat_ultimo", {"play T2", "play T22"}), ("announce valat", None)):
        deal = until(announcing(f"0 {said}; 0 done", "T1 T2 T22 H* DK DQ DC DJ D1"), "play")
        tarocks = {action for action in legal(deal) if action.startswith("play T")}
        assert tarocks == (cards or {"play T1", "play T2", "play T22"})
        if cards:
            assert refused(deal, "0 play T1") == ("kept_back", "tapp_tarock 7.5")


@pytest.mark.rule("tapp_tarock 17.3")
def test_every_speaker_is_asked() -> None:
    doubled = announcing("0 done; 1 kontra game; 1 done", "T22")
    assert (doubled.seats(), legal(doubled)) == ((2,), {"done"}), "a turn without possible statements"
    assert act(doubled, "2 done").seats() == (0,), "the declarer again, for there was a kontra"
    assert act(doubled, "2 done; 0 done").phase.name == "play", "without a rekontra nobody else"
    assert announcing("0 done; 1 done; 2 done").phase.name == "play", (
        "without a kontra the declarer is not asked"
    )
    orders = ("0 announce valat; 0 announce pagat_ultimo", "0 announce pagat_ultimo; 0 announce valat")
    assert len({legal_after for order in orders for legal_after in legal(announcing(order))}) == 1


@pytest.mark.rule("tapp_tarock 7.1")
def test_a_first_kontra_is_too_late_once_a_subkontra_is_possible() -> None:
    said = "0 announce pagat_ultimo; 0 done; 1 kontra game; 1 done; 2 done; 0 kontra game; 0 done"
    deal = announcing(said, "T1")
    assert legal(deal, 1) == {"kontra game", "done"}
    assert refused(deal, "1 kontra pagat_ultimo@0") == ("not_your_doubling", "tapp_tarock 7.1")
