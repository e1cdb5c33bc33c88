"""§7, §8 and §10: announcements, play, and who knows what."""

import pytest

from bot.rules.cards import Cards
from bot.rules.deal import Deal
from tests.games.tapp_tarock.table import DREIER, SOLO, sheet, solo, tapp, worked
from tests.notation import act, choice, legal, refused, until


def announcing(said: str = "", forehand: str = "T1") -> Deal:
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


def middles(hand: str, lead: str, announced: str = "", others: str = "", dealer: str = "") -> Deal:
    """Middle plays a solo and must answer forehand's lead."""
    said = f"1 announce {announced}; " if announced else ""
    bidding = f"0 pass; 1 bid solo; {said}1 done; 2 done; 0 done"
    return tapp(f"{lead} {others}", hand, dealer, after=f"{bidding}; 0 play {lead}")


@pytest.mark.rule("tapp_tarock 7.5", "tapp_tarock 8.4")
def test_m1_to_m3_keep_the_announced_pagat() -> None:
    assert choice(middles("HK H3 T5 S* DJ D1 D2 D3 D4", "HQ")) == "HK H3"
    hand = "S7 T5 T1 D* C7 C8 C9 C10 CJ"
    assert choice(middles(hand, "HQ")) == "T5 T1"
    announced = middles(hand, "HQ", announced="pagat_ultimo")
    assert choice(announced) == "T5"
    assert refused(announced, "1 play T1") == ("kept_back", "tapp_tarock 7.5")


@pytest.mark.rule("tapp_tarock 8.4")
def test_m4_and_m5() -> None:
    deal = middles("T1 HK S* DK DQ DC DJ D1 D2", "T9", announced="pagat_ultimo")
    assert choice(deal) == "T1"
    deal = act(middles("T6 S*", "HQ", dealer="D* C*"), "1 play T6")
    assert choice(deal) == "DK DQ DC DJ D1 D2 D3 D4 CK CQ CC CJ C10 C9 C8 C7"


@pytest.mark.rule("tapp_tarock 8.4")
def test_m6_the_last_trick() -> None:
    deal = solo("T1 T8-T22", announced="pagat_ultimo")
    while len(deal.open.tricks) < 15:
        assert "T1" not in choice(deal).split() or deal.seats() != (0,)
        deal = act(deal, f"{deal.seats()[0]} {deal.actions(deal.seats()[0])[0]}")
    assert (deal.seats(), choice(deal)) == ((0,), "T1")


@pytest.mark.rule("tapp_tarock 17.6")
def test_all_tricks_are_played() -> None:
    lost = worked(7).open
    first = next(number for number, trick in enumerate(lost.tricks) if trick.winner != 2)
    assert first < 15, "the announced valat was lost before the last trick"
    assert len(lost.tricks) == 16


EVERYBODY = (0, 1, 2, None)


@pytest.mark.rule("tapp_tarock 10.2", "tapp_tarock 10.3")
def test_the_talon_is_shown_when_exposed_or_at_the_end_of_a_solo() -> None:
    dealt = tapp(talon="HK H4 C7 CK C8 C9")
    assert [group.cards for group in dealt.open.talon] == [Cards(), Cards()]
    for deal in (act(dealt, DREIER), until(act(dealt, f"{DREIER}; 0 take lower"), "play")):
        for seat in EVERYBODY:
            assert [str(group.cards) for group in deal.view(seat).open.talon] == ["HK H4 C7", "CK C9 C8"]
    deal = until(tapp(talon="HK H4 C7 CK C8 C9", after=SOLO), "play")
    assert [group.cards for group in deal.view(0).open.talon] == [Cards(), Cards()]
    over = until(deal, "over").view(None).open
    assert [str(group.cards) for group in over.talon] == ["HK H4 C7", "CK C9 C8"]


@pytest.mark.rule("tapp_tarock 6.5", "tapp_tarock 10.4")
def test_only_discarded_tarocks_are_shown() -> None:
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
