"""§8.7 and §9: the play, and cards bound by announcements."""

from __future__ import annotations

import pytest

from bot.rules.cards import Cards
from bot.rules.deal import Deal
from tests.games.koenigrufen.table import bids, koenig, position, worked
from tests.notation import act, choice, refused, until

BIRDS = "SK T1 T2 T3"


def solo(contract: str = "solodreier", announced: str = "", **options: object) -> Deal:
    """Forehand plays a contract without exchange, its own king of spades called where one is."""
    deal = koenig(BIRDS, "HK", "DK", "CK", options=options, after=bids(contract))
    deal = act(deal, "0 call SK") if deal.phase.name == "calling" else deal
    if deal.phase.name == "announcing":
        deal = act(deal, "1 done; 2 done; 3 done")
        deal = act(deal, "; ".join(f"0 announce {item}" for item in announced.split()))
    return until(deal, "play")


@pytest.mark.rule("koenigrufen 8.7.1")
def test_an_announced_card_waits() -> None:
    for item, trick, waiting in (("pagat", 12, "T1"), ("uhu", 11, "T2"), ("kakadu", 10, "T3")):
        deal = solo(announced=item)
        for number in range(1, trick):
            assert choice(position(deal, f"{waiting} T7", "T9", number)) == "T7"
        early = position(deal, f"{waiting} T7", number=trick - 1)
        assert refused(early, f"0 play {waiting}") == ("kept_back", "koenigrufen 8.7.1")
    king = solo("solorufer", "king_ultimo")
    assert choice(position(king, "SK S7", number=11)) == "S7"
    assert choice(position(king, "SK T7", "SQ", 11)) == "SK", "forced out"


@pytest.mark.rule("koenigrufen 8.7.2")
def test_an_announced_card_must_be_played_in_its_trick() -> None:
    for item, trick, due in (("uhu", 11, "T2"), ("kakadu", 10, "T3")):
        now = position(solo(announced=item), f"{due} T7 SQ", number=trick)
        assert choice(now) == due
        assert refused(now, "0 play T7") == ("owed_now", "koenigrufen 8.7.2")
        assert choice(position(solo(announced=item), f"{due} SQ", "S7", trick)) == "SQ", "if it is legal"


@pytest.mark.rule("koenigrufen 8.7.3")
def test_a_player_may_choose_between_announced_cards() -> None:
    deal = solo("solorufer", "pagat uhu king_ultimo")
    assert choice(position(deal, "T1 T2 SK HQ", "T9", 5)) == "T2 T1"
    assert choice(position(deal, "T1 SK", number=11)) == "T1 SK"


@pytest.mark.rule("koenigrufen 8.7.4")
def test_free_cards() -> None:
    late = solo(announced="kakadu")
    assert choice(position(late, "T3 T8", "S9", 11)) == "T8 T3", "its trick has passed"
    silent = solo()
    assert choice(position(silent, "T1 T8", "S9", 5)) == "T8 T1"
    others = until(koenig("SK T1", "HK T2", after=f"{bids('solodreier')}; 1 announce uhu"), "play")
    assert choice(position(others, "T2 T8", "S9", 5)) == "T8 T2", "it binds the announcer alone"


def elsewhere(contract: str, item: str, **options: object) -> Deal:
    """Seat 1 announces what forehand holds: the called king as its partner, or a bird as its opponent."""
    deal = koenig("HK T2", "SK", "DK", "CK", options=options, after=bids(contract, 1))
    deal = act(deal, "1 call HK") if deal.phase.name == "calling" else deal
    return until(act(deal, f"2 done; 3 done; 0 done; 1 announce {item}"), "play")


@pytest.mark.rule("koenigrufen 17.1.7")
def test_an_announced_card_in_another_hand_binds_only_the_announcing_side() -> None:
    partner = elsewhere("solorufer", "king_ultimo", announce_requires_card=False)
    assert choice(position(partner, "HK S7", number=11)) == "S7"
    opponent = elsewhere("solodreier", "uhu", announce_requires_card=False)
    assert choice(position(opponent, "T2 T8", "S9", 5)) == "T8 T2"


@pytest.mark.rule("koenigrufen 17.1.8")
def test_a_declarers_king_ultimo_does_not_bind_the_partner() -> None:
    partner = elsewhere("solorufer", "king_ultimo", king_ultimo_by_declarer=True)
    assert choice(position(partner, "HK S7", number=11)) == "S7 HK"


@pytest.mark.rule("koenigrufen 9.1.1")
def test_the_contract_decides_whether_forehand_or_the_declarer_leads() -> None:
    leads = {}
    for contract in ("solorufer", "dreier", "solodreier", "farbensolo", "piccolo", "bettel", "bettel_ouvert"):
        deal = koenig("SK T1", "HK", "DK", "CK", after=bids(contract, 2))
        deal = act(deal, "2 call DK") if deal.phase.name == "calling" else deal
        leads[contract] = until(deal, "play").seats()[0]
    assert leads == {
        "solorufer": 0, "dreier": 0, "solodreier": 0,
        "farbensolo": 2, "piccolo": 2, "bettel": 2, "bettel_ouvert": 2,
    }  # fmt: skip


@pytest.mark.rule("koenigrufen 9.1.2")
def test_twelve_tricks_and_the_winner_leads() -> None:
    tricks = worked("1").open.tricks
    assert len(tricks) == 12
    leaders = [trick.plays[0].seat for trick in tricks]
    assert leaders == [0, *(trick.winner for trick in tricks[:-1])]
    for trick in tricks:
        first = trick.plays[0].seat
        assert [play.seat for play in trick.plays] == [(first + steps) % 4 for steps in range(4)]


@pytest.mark.rule("koenigrufen 9.2.1")
def test_follow_the_suit_led() -> None:
    deal = solo()
    heart = position(deal, "HK H3 T5 S7", "HQ")
    assert choice(heart) == "HK H3"
    assert refused(heart, "0 play T5") == ("must_follow", "koenigrufen 9.2.1")
    assert refused(heart, "0 play C7") == ("not_in_hand", "koenigrufen 2.4")
    assert refused(heart, "0 pass") == ("not_now", "koenigrufen 3.1")
    assert choice(position(deal, "T17 T4 S7", "T9")) == "T17 T4"


@pytest.mark.rule("koenigrufen 9.2.2")
@pytest.mark.parametrize("contract", ["solodreier", "farbensolo", "bettel"])
def test_a_player_without_the_suit_led_must_play_a_tarock(contract: str) -> None:
    deal = position(solo(contract), "T5 S7 DK", "HQ")
    assert choice(deal) == "T5"
    assert refused(deal, "0 play S7") == ("must_play_tarock", "koenigrufen 9.2.2")


@pytest.mark.rule("koenigrufen 9.2.3")
def test_a_player_who_can_neither_follow_nor_ruff_may_play_any_card() -> None:
    assert choice(position(solo(), "S7 DK", "HQ")) == "S7 DK"
    assert choice(position(solo(), "S7 DK", "T9")) == "S7 DK"
    assert choice(position(solo(), "T3 S7 DK")) == "T3 S7 DK"


@pytest.mark.rule("koenigrufen 17.1.14")
def test_suits_may_have_to_be_led_first_in_farbensolo() -> None:
    strict = solo("farbensolo", farbensolo_tarock_lead_free=False)
    deal = position(strict, "T3 S7")
    assert choice(deal) == "S7"
    assert refused(deal, "0 play T3") == ("no_such_lead", "koenigrufen 17.1.14")
    assert choice(position(strict, "T3 T4")) == "T4 T3"
    assert choice(position(strict, "T3 S7", "T9")) == "T3", "following is as ever"
    assert choice(position(solo("farbensolo"), "T3 S7")) == "T3 S7"
    assert choice(position(solo(farbensolo_tarock_lead_free=False), "T3 S7")) == "T3 S7"


@pytest.mark.rule("koenigrufen 9.3.1")
def test_a_trick_must_be_won_if_possible_in_negative_contracts() -> None:
    deal = position(solo("bettel"), "HK H3 T5", "HQ H4")
    assert choice(deal) == "HK"
    assert refused(deal, "0 play H3") == ("must_win", "koenigrufen 9.3.1")
    assert choice(position(solo("bettel"), "T15 T16 T3", "T10")) == "T16 T15", "either of them"


@pytest.mark.rule("koenigrufen 9.3.2")
def test_a_trick_that_cannot_be_won_leaves_a_free_choice() -> None:
    deal = solo("bettel")
    assert choice(position(deal, "HK H3", "HQ T2")) == "HK H3"
    assert choice(position(deal, "T1 T4 CK", "HQ")) == "T4 T1"
    assert choice(position(deal, "T1 CK")) == "T1 CK"


@pytest.mark.rule("koenigrufen 17.1.11")
def test_the_pagat_may_have_to_be_played_last_in_negative_contracts() -> None:
    strict, free = (solo("bettel", pagat_last_in_negative=value) for value in (True, False))
    for hand, trick, kept, otherwise in (
        ("T1 T4 CK", "HQ", "T4", "T4 T1"),
        ("T1 CK", "", "CK", "T1 CK"),
        ("T1 CK", "HQ", "T1", "T1"),
    ):
        assert choice(position(strict, hand, trick)) == kept
        assert choice(position(free, hand, trick)) == otherwise
    positive = solo(pagat_last_in_negative=True)
    assert choice(position(positive, "T1 CK")) == "T1 CK"


@pytest.mark.rule("koenigrufen 9.3.3")
def test_winning_a_trick_is_not_compulsory_in_positive_contracts() -> None:
    for contract in ("solorufer", "farbensolo", "solodreier"):
        assert choice(position(solo(contract), "HK H3 T5", "HQ H4")) == "HK H3"


def winner(contract: str, trick: str, last: str, **options: object) -> str:
    """The card that takes a trick to which forehand adds the last card."""
    deal = act(position(solo(contract, "", **options), f"{last} D4", trick), f"0 play {last}")
    won = deal.open.tricks[-1]
    return str(won.played_by(won.winner))


@pytest.mark.rule("koenigrufen 9.4.1")
@pytest.mark.parametrize(
    ("trick", "last", "best"),
    [("HQ HK H1", "H2", "HK"), ("HQ T2 HK", "H3", "T2"), ("T5 T1 T6", "S7", "T6"), ("H4 SK DK", "CK", "H4")],
)
def test_the_winner_of_a_trick(trick: str, last: str, best: str) -> None:
    assert winner("solodreier", trick, last) == best


@pytest.mark.rule("koenigrufen 9.4.2")
def test_the_winner_of_a_trick_in_farbensolo() -> None:
    assert winner("farbensolo", "HQ T2 HK", "H3") == "HK"
    assert winner("farbensolo", "T5 T1 HK", "T6") == "T6"


@pytest.mark.rule("koenigrufen 17.1.12")
def test_kaiserstich() -> None:
    for value, best in ((True, "T1"), (False, "T22")):
        assert winner("solodreier", "T22 T21 T9", "T1", kaiserstich=value) == best
    assert winner("solodreier", "T22 T8 T9", "T1", kaiserstich=True) == "T22"


@pytest.mark.rule("koenigrufen 9.5")
@pytest.mark.parametrize("contract", ["piccolo_ouvert", "bettel_ouvert", "piccolo", "bettel"])
def test_open_hands_after_the_first_trick(contract: str) -> None:
    low = "S7 S8 S9 H2 H1 C10 CJ D4 D3 D2 T1 T2"
    deal = until(koenig(low, "SK", "HK", "DK", after=bids(contract)), "play")
    while not deal.open.tricks:
        assert deal.open.hands is None
        deal = act(deal, f"{deal.seats()[0]} {deal.actions(deal.seats()[0])[-1]}")
    hands = deal.open.hands
    assert (hands is not None) is contract.endswith("ouvert")
    if hands:
        assert [len(hand) for hand in hands] == [11] * 4
        assert deal.view(None).open.hands == deal.phase.board.hidden.hands


@pytest.mark.rule("koenigrufen 17.1.13")
def test_consulting_changes_nothing_in_the_play() -> None:
    deals = [solo("bettel_ouvert", ouvert_consultation=value) for value in (False, True)]
    assert choice(deals[0]) == choice(deals[1])


@pytest.mark.rule("koenigrufen 20.8")
def test_a_solo_negative_contract_ends_when_it_is_lost() -> None:
    """Forehand must take all tricks, against its wish."""
    for contract, tricks in (("bettel", 1), ("piccolo", 2), ("bettel_ouvert", 1), ("trischaken", 12)):
        deal = until(koenig("T11-T22", "HK", "DK", "CK", after=bids(contract)), "over")
        assert deal.open.tricks_won == (tricks, 0, 0, 0)
    assert len(worked("15").open.tricks) == 12, "without a trick a piccolo is open to the end"


@pytest.mark.rule("koenigrufen 17.1.21")
def test_a_lost_negative_solo_may_be_played_to_the_end() -> None:
    for early, tricks in ((True, 1), (False, 12)):
        options = {"early_stop_negative": early}
        deal = koenig("T11-T22", "HK", "DK", "CK", options=options, after=bids("bettel"))
        assert until(deal, "over").open.tricks_won == (tricks, 0, 0, 0)


@pytest.mark.rule("koenigrufen 9.6")
@pytest.mark.parametrize(
    ("trick", "hand", "playable"),
    [
        ("HQ H4", "HK H3 T5", "HK"),  # V1
        ("HQ H4", "H2 H3 T5", "H2 H3"),
        ("HQ T2", "HK H3 T9", "HK H3"),
        ("HQ T6", "SK T1 T4 T12", "T12"),
        ("HQ T6", "SK T1 T4", "T1 T4"),
        ("T10 T14", "T3 T15 T21", "T15 T21"),
        ("T10 T14", "T3 T8", "T3 T8"),
        ("HQ T6", "S7 DK", "S7 DK"),
        ("H2", "H1 H4 HJ", "H1 HJ"),
        ("S9", "S10 S7 T2", "S10"),
        ("HQ H2", "CK T1 T4", "T1 T4"),  # V11
    ],
)
@pytest.mark.parametrize("contract", ["trischaken", "piccolo", "bettel", "piccolo_ouvert", "bettel_ouvert"])
def test_v1_to_v11(contract: str, trick: str, hand: str, playable: str) -> None:
    assert choice(position(solo(contract), hand, trick)) == str(Cards.of(playable))


@pytest.mark.rule("koenigrufen 9.6")
@pytest.mark.parametrize(
    ("announced", "number", "trick", "hand", "playable"),
    [
        ("pagat", 5, "T9", "T1 T7 HK", "T7"),  # O1
        ("pagat", 5, "T9", "T1 HK", "T1"),
        ("pagat kakadu", 5, "T9", "T1 T3 HK", "T1 T3"),
        ("uhu", 11, "T9", "T2 T7", "T2"),
        ("uhu", 11, "HQ", "T2 HK", "HK"),
        ("pagat king_ultimo", 10, "", "T1 HK T8", "T8"),
        ("kakadu", 11, "S9", "T3 T8", "T3 T8"),  # O7
    ],
)
def test_o1_to_o7(announced: str, number: int, trick: str, hand: str, playable: str) -> None:
    calls = f"{bids('solorufer')}; 0 call HK; 1 done; 2 done; 3 done; "
    said = "; ".join(f"0 announce {item}" for item in announced.split())
    deal = koenig("HK T1 T2 T3", "SK", "DK", "CK", after=calls + said)
    assert choice(position(deal, hand, trick, number)) == str(Cards.of(playable))


@pytest.mark.rule("koenigrufen 9.6")
def test_w1_and_w2() -> None:
    assert winner("solodreier", "HQ T2 H3", "T22") == "T22"
    assert winner("farbensolo", "HQ T2 H3", "T22") == "HQ"
    assert winner("farbensolo", "T5 HK T9", "SK") == "T9"
