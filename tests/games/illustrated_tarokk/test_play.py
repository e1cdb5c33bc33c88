"""§11: the tricks, and how announcements restrict the play."""

from __future__ import annotations

import pytest

from bot.rules.deal import Deal
from tests.games.illustrated_tarokk.table import announcing, keep, position
from tests.notation import act, choice, refused, until


def playing(said: str = "A -") -> Deal:
    """A's solo with C, after some announcements."""
    return until(announcing(said), "play", keep)


def at(seat: int, hand: str, trick: str = "", won: str = "", said: str = "A -") -> str:
    """The cards a seat may play in a position."""
    return choice(position(playing(said), seat, hand, trick, won))


@pytest.mark.rule("illustrated_tarokk 11.1.1")
def test_the_course_of_the_play() -> None:
    for bids, declarer in (("AS", 0), ("A- BS", 1)):
        deal = until(announcing("", bids=bids), "play", keep)
        assert (deal.open.declarer, deal.seats()) == (declarer, (0,)), "forehand leads"
    deal, leaders = playing(), []
    while deal.phase.name == "play":
        leaders += [] if deal.open.trick else [deal.seats()[0]]
        deal = act(deal, f"{deal.seats()[0]} {deal.actions(deal.seats()[0])[0]}")
    tricks = deal.open.tricks
    assert len(tricks) == 9
    assert leaders == [0, *(trick.winner for trick in tricks[:-1])]


@pytest.mark.rule("illustrated_tarokk 11.1.2")
def test_a_tarokk_led() -> None:
    assert at(1, "T5 T2 SK", "T9") == "T5 T2"
    assert at(1, "SK D1", "T9") == "SK D1"
    deal = position(playing(), 1, "T5 T2 SK", "T9")
    assert refused(deal, "1 play SK") == ("must_play_tarock", "illustrated_tarokk 11.1.2")


@pytest.mark.rule("illustrated_tarokk 11.1.3")
def test_a_suit_led() -> None:
    assert at(1, "HQ H1 T5 SK", "HK") == "HQ H1"
    assert at(1, "T5 T2 SK", "HK") == "T5 T2"
    assert at(1, "SK D1", "HK") == "SK D1"
    deal = position(playing(), 1, "HQ T5 SK", "HK")
    assert refused(deal, "1 play T5") == ("must_follow", "illustrated_tarokk 11.1.3")
    assert refused(deal, "1 play DK") == ("not_in_hand", "illustrated_tarokk 3.4")
    assert refused(deal, "1 pass") == ("not_now", "illustrated_tarokk 3.3")


@pytest.mark.rule("illustrated_tarokk 11.1.4")
def test_winning_a_trick_is_never_compulsory() -> None:
    assert at(2, "HK H1", "HQ HJ") == "HK H1"
    assert at(2, "T22 T2", "HQ T5") == "T22 T2"


@pytest.mark.rule("illustrated_tarokk 11.1.5")
@pytest.mark.parametrize(
    ("trick", "last", "wins"),
    [
        ("HQ HK HJ", "H1", 1),
        ("HQ T1 HK", "H1", 1),
        ("HQ T1 T5", "H1", 2),
        ("H1 SK DK", "CK", 0),
        ("T5 T22 T21", "T20", 1),
    ],
)
def test_the_winner_of_a_trick(trick: str, last: str, wins: int) -> None:
    deal = act(position(playing(), 3, last, trick), f"3 play {last}")
    assert deal.open.tricks[-1].winner == wins


@pytest.mark.rule("illustrated_tarokk 11.1.6")
def test_tricks_are_counted_for_each_player() -> None:
    deal = until(playing(), "over")
    public = deal.open
    assert sum(public.tricks_won) == 9
    assert list(public.tricks_won) == [
        sum(trick.winner == seat for trick in public.tricks) for seat in range(4)
    ]


ROWS = [
    ("pagat_ultimo", "T1", 9),
    ("king_ultimo:S", "SK", 9),
    ("pagat_uhu", "T1", 8),
    ("king_uhu:C", "CK", 8),
    ("centrum", "T20", 5),
    ("small_bird", "T21", 6),
    ("large_bird", "T22", 7),
]


@pytest.mark.rule("illustrated_tarokk 11.2.1")
@pytest.mark.parametrize(("item", "card", "trick"), ROWS)
def test_an_announced_card_is_bound_for_the_whole_side(item: str, card: str, trick: int) -> None:
    said = f"A {item}"
    for seat in (0, 2):
        assert at(seat, f"{card} T2 D1", won="A", said=said) == "T2 D1", "the partner too"
    for seat in (1, 3):
        assert card in at(seat, f"{card} T2 D1", won="A", said=said), "not the other side"
    assert at(0, f"{card} T2", won="ACACACAC"[: trick - 1], said=said) == card
    assert at(0, f"{card} D1", "DK", "A", said) == "D1", "following suit comes first"
    assert at(0, card, "DK", "A", said) == card


@pytest.mark.rule("illustrated_tarokk 11.2.2")
def test_an_announced_card_is_not_played_before_its_trick() -> None:
    said = "A king_ultimo:S"
    deal = position(playing(said), 0, "SK SQ D1", won="AC")
    assert choice(deal) == "SQ D1"
    assert refused(deal, "0 play SK") == ("kept_back", "illustrated_tarokk 11.2.2")
    assert at(0, "SK D1 C10", "HK", "AC", said) == "D1 C10", "nor thrown away"
    assert at(0, "SK SQ", "SJ", "AC", said) == "SQ"
    assert at(0, "SK D1", "SJ", "AC", said) == "SK", "unless nothing else is legal"
    ruffed = at(0, "T21 T16 T2", "HK T15", "", "A centrum, small_bird, large_bird")
    assert ruffed == "T16 T2", "the XXI may not overtake"


@pytest.mark.rule("illustrated_tarokk 11.2.3")
def test_an_announced_card_must_be_played_to_its_trick() -> None:
    deal = position(playing("A pagat_uhu"), 0, "T1 T15", "T2", "ACACACA")
    assert choice(deal) == "T1"
    assert refused(deal, "0 play T15") == ("owed_now", "illustrated_tarokk 11.2.3")
    assert at(2, "T20 T6 D1 DQ SK", won="ACAC", said="A centrum") == "T20", "led"
    assert at(2, "T20 T6 D1 DQ SK", "DK", "ACAC", "A centrum") == "DQ D1", "following suit comes first"


@pytest.mark.rule("illustrated_tarokk 11.2.4")
def test_the_card_announced_for_the_earliest_trick_goes_first() -> None:
    said = "A pagat_ultimo, small_bird"
    assert at(0, "T21 T1", "T5", "ACA", said) == "T21"
    assert at(0, "T21 T1 T2", "T5", "ACA", said) == "T2"
    three = "A centrum, small_bird, large_bird, pagat_ultimo, king_uhu:S"
    assert at(0, "T22 T21 T20 T1 SK", won="A", said=three) == "T20"
    assert at(0, "T22 T21 T1 SK", won="A", said=three) == "T21"
    assert at(0, "T22 T1 SK", won="A", said=three) == "T22"
    assert at(0, "T1 SK", won="A", said=three) == "SK"


@pytest.mark.rule("illustrated_tarokk 11.2.5")
def test_an_announced_card_is_free_after_its_trick() -> None:
    assert at(0, "T20 T2", won="ACACA", said="A centrum") == "T20 T2"
    assert at(0, "T1", won="ACACACAC", said="A pagat_uhu") == "T1"
    replaced = "A pagat_ultimo / B - / C pagat_uhu"
    assert at(0, "T1 T2", won="ACACACA", said=replaced) == "T1", "the uhu binds"
    assert at(0, "T1 T2", won="ACACAC", said=replaced) == "T2"


@pytest.mark.rule("illustrated_tarokk 11.2.6")
@pytest.mark.rule("illustrated_tarokk 20.9")
def test_a_lost_trick_releases_centrum_and_birds() -> None:
    birds = "A centrum, small_bird, large_bird"
    assert at(0, "T22 T21 T20 T2", won="AC", said=birds) == "T2"
    for won in ("ACB", "D", "ACACAB"):
        assert at(0, "T22 T21 T20 T2", won=won, said=birds) == "T22 T21 T20 T2"
    theirs = "A - / B kontra game, small_bird"
    assert at(1, "T21 T2", won="BDB", said=theirs) == "T2", "D's tricks are B's, though nobody knows"
    assert at(1, "T21 T2", won="BDA", said=theirs) == "T21 T2"
    assert at(0, "T1 T2", won="BBBB", said="A pagat_ultimo") == "T2", "an ultimo is never released"
    assert at(0, "T1 T2", won="BBBB", said="A pagat_uhu") == "T2"
