"""§7 and §8: calling a king, looking at the talon, the discard, surrender."""

from __future__ import annotations

import pytest

from bot.games.romanian.scores import level_of
from bot.rules.cards import KINGS, TRULL, Cards
from bot.rules.deal import Deal
from tests.games.romanian.table import four, result_of, three, to_talk, won_by
from tests.notation import act, choice, legal, refused

TALON = "H4 H3 H2 D4 D3 D2"
SMALL = "C10 HJ D1 CJ S10 HC"
"""A talon of the taper."""
LEVELS = {
    "trei1": "1:p1 2:p2 3:o1",
    "trei2": "2:p2 3:p1 4:o2",
    "doi1": "1:p1 2:p2 3:p3 4:o1 5:o2",
    "doi2": "2:p2 3:p3 4:p1 5:o2 6:o3",
    "doi3": "3:p3 4:p1 5:p2 6:o3 7:o1",
    "unu1": "1:p1 2:p2 3:p3 4:p4 5:p5 6:p6 7:o1 8:o2 9:o3 10:o4 11:o5",
    "unu2": "2:p2 3:p3 4:p4 5:p5 6:p6 7:p1 8:o2 9:o3 10:o4 11:o5 12:o6",
    "unu3": "3:p3 4:p4 5:p5 6:p6 7:p1 8:p2 9:o3 10:o4 11:o5 12:o6 13:o1",
    "unu4": "4:p4 5:p5 6:p6 7:p1 8:p2 9:p3 10:o4 11:o5 12:o6 13:o1 14:o2",
    "unu5": "5:p5 6:p6 7:p1 8:p2 9:p3 10:p4 11:o5 12:o6 13:o1 14:o2 15:o3",
    "unu6": "6:p6 7:p1 8:p2 9:p3 10:p4 11:p5 12:o6 13:o1 14:o2 15:o3 16:o4",
}


def looking(contract: str, *hands: str, talon: str = TALON, king: str = "SK") -> Deal:
    """Forehand about to look at its first group."""
    return act(won_by(four(*hands, talon=talon), contract), f"0 call {king}")


def taken(hand: str, group: str) -> Deal:
    """Forehand's doi with its first pair taken."""
    return act(looking("doi1", hand, talon=group), "0 take")


@pytest.mark.rule("romanian_tarok 7.1")
@pytest.mark.parametrize("contract", ["doi1", "unu3", "solo"])
def test_a_king_must_be_called(contract: str) -> None:
    deal = won_by(four("SK HK DK CK"), contract)
    assert legal(deal) == {"call SK", "call HK", "call DK", "call CK"}
    assert refused(deal, "0 call SQ") == ("kings_only", "romanian_tarok 7.1")
    assert refused(deal, "0 take") == ("not_now", "romanian_tarok 3.1")
    assert not any(group.cards for group in deal.view(0).talon)


@pytest.mark.rule("romanian_tarok 7.2")
@pytest.mark.rule("romanian_tarok 7.3")
@pytest.mark.parametrize(("king", "partner"), [("SK", None), ("HK", 1), ("DK", 3), ("CK", None)])
def test_the_partner(king: str, partner: int | None) -> None:
    deal = act(won_by(four("SK", "HK", "", "DK", talon="CK"), "doi1"), f"0 call {king}")
    assert deal.phase.board.hidden.partner == partner
    assert deal.view(3).side == ("declarer" if partner == 3 else "defenders")


@pytest.mark.rule("romanian_tarok 7.4")
def test_the_partner_stays_secret_after_the_call() -> None:
    alone = looking("solo", "SK", "HK", "DK", "CK", king="SK")
    partnered = looking("solo", "SK", "HK", "DK", "CK", king="HK")
    for deal in (alone, partnered):
        assert deal.open.sides == ("declarer", "", "", "")


@pytest.mark.rule("romanian_tarok 8.1.1")
def test_groups() -> None:
    for contract, sizes in (("doi1", (2, 2, 2)), ("unu4", (1,) * 6), ("solo", (6,))):
        assert tuple(group.size for group in looking(contract).open.talon) == sizes
    assert tuple(group.size for group in won_by(three(), "trei1").open.talon) == (3, 3)
    groups = looking("doi1").phase.board.talon
    assert [str(group.cards) for group in groups] == ["H3 H4", "H2 D4", "D2 D3"]


@pytest.mark.rule("romanian_tarok 8.1.2")
@pytest.mark.rule("romanian_tarok 8.1.3")
def test_looking_and_refusing() -> None:
    deal = looking("doi2")
    assert legal(deal) == {"take", "refuse"}
    assert [str(group.cards) for group in deal.view(0).talon] == ["", "H2 D4", ""]
    assert not any(group.cards for seat in (1, 2, 3, None) for group in deal.view(seat).talon)
    deal = act(deal, "0 refuse; 0 refuse")
    assert [str(group.cards) for group in deal.view(0).talon] == ["H3 H4", "H2 D4", "D2 D3"]
    assert [str(group.cards) for group in deal.view(2).talon] == ["", "H2 D4", "D2 D3"]


@pytest.mark.rule("romanian_tarok 8.1.4")
@pytest.mark.rule("romanian_tarok 23.7")
def test_open_groups() -> None:
    deal = act(looking("doi2"), "0 refuse; 0 refuse; 0 refuse")
    assert all(group.cards for group in deal.open.talon)
    assert legal(deal) == {"take 2", "take 3"}
    assert refused(deal, "0 take 1") == ("refused_last", "romanian_tarok 8.1.4")
    for bad in ("0 take 4", "0 take"):
        assert refused(deal, bad) == ("no_such_group", "romanian_tarok 8.1.4")
    third = act(deal, "0 take 3")
    assert Cards.of("D3 D2") <= third.view(0).hand
    assert [group.taker for group in third.open.talon] == [None, None, 0]
    assert refused(looking("doi2"), "0 take 2") == ("no_such_group", "romanian_tarok 8.1.4")


@pytest.mark.rule("romanian_tarok 8.1.6")
def test_a_group_must_be_taken() -> None:
    deal = act(looking("doi1"), "0 refuse; 0 refuse; 0 refuse")
    assert refused(deal, "0 refuse") == ("must_take", "romanian_tarok 8.1.6")
    assert refused(deal, "0 done") == ("not_now", "romanian_tarok 3.1")


@pytest.mark.rule("romanian_tarok 8.1.5")
@pytest.mark.rule("romanian_tarok 8.2")
@pytest.mark.rule("romanian_tarok 21.4")
@pytest.mark.parametrize("bid", LEVELS)
def test_levels(bid: str) -> None:
    start = looking(bid) if bid[0] != "t" else won_by(three(talon=SMALL), bid)
    steps = [step.split(":") for step in LEVELS[bid].split()]
    for number, (level, where) in enumerate(steps):
        deal = act(start, "; ".join(["0 refuse"] * min(number, len(start.open.talon))))
        deal = act(deal, "0 take" if where[0] == "p" else f"0 take {where[1:]}")
        takers = [group.name for group in deal.open.talon if group.taker == 0]
        assert (deal.phase.name, level_of(deal.phase.board), takers) == ("discard", int(level), [where[1:]])
    every = act(start, "; ".join(["0 refuse"] * len(start.open.talon)))
    assert legal(every) == {f"take {where[1:]}" for _, where in steps if where[0] == "o"}


@pytest.mark.rule("romanian_tarok 8.3.1")
@pytest.mark.rule("romanian_tarok 21.1")
def test_as_many_cards_are_discarded_as_were_taken() -> None:
    for contract, number in (("doi1", 2), ("unu1", 1)):
        deal = act(looking(contract), "0 take")
        assert len(deal.view(0).hand) == 12 + number
        for _ in range(number):
            assert deal.phase.name == "discard"
            deal = act(deal, f"0 {deal.actions(0)[-1]}")
        assert (deal.phase.name, len(deal.view(0).hand), len(deal.view(0).discards)) == (
            "announcing",
            12,
            number,
        )
    back = act(looking("doi1"), "0 take; 0 lay H4; 0 lay H3")
    assert str(back.view(0).discards) == "H3 H4", "cards just taken"
    assert won_by(three(talon=SMALL), "trei1").phase.name == "talon"
    assert len(act(won_by(three(talon=SMALL), "trei1"), "0 take").view(0).hand) == 15


@pytest.mark.rule("romanian_tarok 8.3.2")
def test_five_point_cards_stay() -> None:
    deal = taken("SK HK DK CK T1 T21 T22 S7 S8 S9 T2 T3", TALON)
    for each in KINGS | TRULL:
        assert refused(deal, f"0 lay {each}") == ("card_protected", "romanian_tarok 8.3.2")
    assert refused(deal, "0 lay CQ") == ("not_in_hand", "romanian_tarok 4.3")
    assert refused(deal, "0 play S7") == ("not_now", "romanian_tarok 3.1")


@pytest.mark.rule("romanian_tarok 8.3.3")
@pytest.mark.rule("romanian_tarok 23.8")
def test_trumps_only_when_suit_cards_run_short() -> None:
    high = "SK HK DK CK T1 T21 T22 T2 T3 T4 T5"
    plenty = taken(f"{high} S7", "H4 T9")
    assert choice(plenty) == "S7 H4"
    assert refused(plenty, "0 lay T2") == ("others_first", "romanian_tarok 8.3.3")
    one = taken(f"{high} S7", "T10 T9")
    assert choice(one) == "T10 T9 T5 T4 T3 T2 S7"
    assert choice(act(one, "0 lay T9")) == "S7"
    assert choice(act(one, "0 lay S7")) == "T10 T9 T5 T4 T3 T2"
    none = taken(f"{high} T6", "T10 T9")
    assert act(none, "0 lay T9; 0 lay T2").phase.name == "announcing"


@pytest.mark.rule("romanian_tarok 8.3.4")
@pytest.mark.rule("romanian_tarok 18.5")
def test_discarded_trumps_are_shown() -> None:
    deal = act(taken("SK HK DK CK T1 T21 T22 T2 T3 T4 T5 S7", "T10 T9"), "0 lay T9; 0 lay S7")
    for seat in (1, 2, 3, None):
        view = deal.view(seat)
        assert [str(move) for move in view.log][-2:] == ["0 lay T9", "0 lay ?"]
        assert (str(view.open.discards_shown), view.discards, view.open.discard_sizes[0]) == (
            "T9",
            Cards(),
            2,
        )
    assert str(deal.view(0).discards) == "T9 S7"


@pytest.mark.rule("romanian_tarok 8.4.1")
def test_surrender_is_open_from_seeing_the_called_king_until_a_group_is_taken() -> None:
    king = looking("doi1", "SK", "HK", "DK", talon="H4 H3 H2 CK D3 D2", king="CK")
    assert refused(king, "0 surrender") == ("no_surrender", "romanian_tarok 8.4.1")
    seen = act(king, "0 refuse")
    assert legal(seen) == {"take", "refuse", "surrender"}
    for refusals in (1, 2):
        assert "surrender" in legal(act(seen, "; ".join(["0 refuse"] * refusals)))
    assert refused(act(seen, "0 take"), "0 surrender")[0] == "not_now"
    unseen = act(looking("unu1", "SK", "HK", "DK", talon="H4 H3 H2 CK D3 D2", king="CK"), "0 take")
    assert unseen.phase.name == "discard"
    assert to_talk(four("SK", talon="CK"), "solo", king="CK").phase.name == "announcing"


@pytest.mark.rule("romanian_tarok 8.4.2")
@pytest.mark.rule("romanian_tarok 8.4.4")
@pytest.mark.parametrize(
    ("contract", "refusals", "price"),
    [("doi1", 1, 4), ("doi1", 2, 6), ("doi1", 3, 6), ("unu1", 3, 12), ("unu1", 6, 18), ("doi2", 0, 4)],
)
def test_the_price_of_a_surrender(contract: str, refusals: int, price: int) -> None:
    deal = looking(contract, "T22", "SK", "HK", "DK", talon="H4 H3 H2 CK D3 D2", king="CK")
    result = result_of(act(deal, "; ".join([*["0 refuse"] * refusals, "0 surrender"])))
    assert result.scores == (-3 * price, price, price, price)
    assert result.next_session == {"radlers": 0, "pool": 5}


@pytest.mark.rule("romanian_tarok 8.4.3")
def test_trull_in_hand() -> None:
    for hand, price in (("T22", 2), ("T21", 2), ("T1", 2), ("T2", 3)):
        held = Cards.of("T22 T21 T1") - Cards.of(hand)
        deal = looking("doi1", hand, f"SK {held}", talon="CK T20", king="CK")
        assert result_of(act(deal, "0 surrender")).scores[1] == price
    looked_at = looking("doi1", "T2", "T21 T1", talon="CK T22", king="CK")
    assert result_of(act(looked_at, "0 surrender")).scores[1] == 3
