"""§10 and §18: the tricks, and what each player knows."""

from __future__ import annotations

import pytest

from bot.rules.cards import Cards
from tests.games.romanian.table import four, result_of, to_talk, turns, won_by
from tests.notation import act, choice, refused, until

QUIET = "0 - / 1 - / 2 - / 3 -"
HANDS = (
    "SK S7 S8 T2 T3 T4 T5 H4 H3 D4 D3 D2",
    "HK HQ T20 T19 C7 C8 C9 C10 CJ CC CQ CK",
    "DK DQ DC DJ D1 S9 S10 SJ SC SQ H2 H1",
    "T22 T21 T6 T1 HJ",
)
EVERYBODY = (0, 1, 2, 3, None)


def playing(declarer: int = 0, king: str = "HK") -> str:
    """An auction, a call and quiet turns, for a solo."""
    calls = "; ".join(f"{seat} {'bid solo' if seat == declarer else 'pass'}" for seat in range(4))
    order = [(declarer + step) % 4 for step in range(4)]
    return f"{calls}; {declarer} call {king}; {turns(' / '.join(f'{seat} -' for seat in order))}"


@pytest.mark.rule("romanian_tarok 10.1")
def test_forehand_leads_and_then_the_winner() -> None:
    for declarer in range(4):
        assert four(*HANDS, after=playing(declarer)).seats() == (0,)
    deal = four(*HANDS, after=playing())
    assert act(deal, "0 play H4; 1 play HK; 2 play H2; 3 play HJ").seats() == (1,)
    over = until(deal, "over")
    assert (len(over.open.tricks), result_of(over).void) == (12, False)


@pytest.mark.rule("romanian_tarok 10.2")
def test_following() -> None:
    deal = four(*HANDS, after=playing())
    spade = act(deal, "0 play S7")
    assert choice(spade) == "T20 T19", "no spade: a trump"
    assert refused(spade, "1 play HK") == ("must_play_tarock", "romanian_tarok 10.2")
    heart = act(deal, "0 play H4")
    assert choice(heart) == "HK HQ"
    assert refused(heart, "1 play T20") == ("must_follow", "romanian_tarok 10.2")
    assert refused(heart, "1 play D4") == ("not_in_hand", "romanian_tarok 4.3")
    trump = act(deal, "0 play T2")
    assert choice(trump) == "T20 T19"
    assert refused(trump, "1 play C7") == ("must_play_tarock", "romanian_tarok 10.2")
    neither = act(trump, "1 play T19")
    assert choice(neither) == HAND_OF_TWO, "no trump: anything"
    assert refused(deal, "0 done") == ("not_now", "romanian_tarok 3.1")


HAND_OF_TWO = "SQ SC SJ S10 S9 H1 H2 DK DQ DC DJ D1"


@pytest.mark.rule("romanian_tarok 10.3")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("0 play S7; 1 play T19; 2 play SQ; 3 play T6", 1),
        ("0 play S7; 1 play T19; 2 play SQ; 3 play T22", 3),
        ("0 play H4; 1 play HQ; 2 play H1; 3 play HJ", 1),
        ("0 play D4; 1 play T20; 2 play DK; 3 play T21", 3),
        ("0 play T2; 1 play T19; 2 play DK; 3 play T1", 1),
    ],
)
def test_the_winner_of_a_trick(trick: str, winner: int) -> None:
    deal = act(four(*HANDS, after=playing()), trick)
    assert deal.open.tricks[0].winner == winner


@pytest.mark.rule("romanian_tarok 18.1")
def test_a_hand_is_visible_only_to_its_owner() -> None:
    poor = four("T2", "S7 S8 S9 S10 SJ SC H4 H3 H2 H1 HJ HC")
    for seat in (0, 2, 3, None):
        view = poor.view(seat)
        assert view.open == poor.view(1).open
        assert (view.open.turn, "annul" in map(str, view.actions)) == ((0,), False)
    assert list(map(str, poor.view(1).actions)) == ["annul"]
    assert (poor.view(None).hand, poor.view(None).actions) == (Cards(), ())


@pytest.mark.rule("romanian_tarok 18.2")
@pytest.mark.rule("romanian_tarok 18.3")
@pytest.mark.rule("romanian_tarok 18.4")
def test_a_refused_group_is_public_and_a_taken_one_is_not() -> None:
    deal = won_by(four("SK", "HK", "DK", "CK", talon="H4 H3 H2 D4 D3 D2"), "doi1")
    deal = act(deal, "0 call HK; 0 refuse; 0 take")
    assert [str(group.cards) for group in deal.view(0).talon] == ["H3 H4", "H2 D4", ""]
    for seat in (1, 2, 3, None):
        view = deal.view(seat)
        assert [str(group.cards) for group in view.talon] == ["H3 H4", "", ""]
        assert [group.taker for group in view.open.talon] == [None, 0, None]
        assert [str(move) for move in view.log][-2:] == ["0 refuse", "0 take"]
    solo = act(won_by(four("SK", "HK", talon="H4"), "solo"), "0 call HK")
    for seat in EVERYBODY:
        assert not any(group.cards for group in until(solo, "play").view(seat).talon)


@pytest.mark.rule("romanian_tarok 18.5")
def test_the_discard() -> None:
    deal = to_talk(four("SK S7 S8 T2 T3 T4", "HK"), "doi1", king="HK")
    for seat in (1, 2, 3, None):
        view = deal.view(seat)
        assert (view.discards, view.open.discard_sizes, view.open.discards_shown) == (
            Cards(),
            (2, 0, 0, 0),
            Cards(),
        )
        assert [str(move) for move in view.log][-2:] == ["0 lay ?"] * 2


@pytest.mark.rule("romanian_tarok 18.6")
def test_the_partner_is_a_secret() -> None:
    """The same hands with another king called, and a king in the talon of a solo: nobody else can tell."""
    alone = to_talk(four("T2", "SK", "DK", "CK", talon="HK"), king="HK")
    held = to_talk(four("T2", "SK", "DK", "CK HK"), king="HK")
    own = to_talk(four("T2 HK", "SK", "DK", "CK"), king="HK")
    for deal in (alone, held, own):
        assert (deal.open.called, deal.open.sides) == ("HK", ("declarer", "", "", ""))
    assert alone.open == held.open == own.open
    started = four(*HANDS, after=playing())
    shown = act(started, "0 play H4; 1 play HK")
    assert shown.open.sides == ("declarer", "declarer", "defenders", "defenders")


@pytest.mark.rule("romanian_tarok 18.7")
def test_every_seat_is_asked_to_announce() -> None:
    deal = to_talk(four(*HANDS), king="HK")
    asked = []
    for _ in range(4):
        asked.append(deal.seats()[0])
        deal = act(deal, f"{asked[-1]} done")
    assert (asked, deal.phase.name) == ([0, 1, 2, 3], "play")


@pytest.mark.rule("romanian_tarok 18.8")
def test_cards_played_are_public_and_the_deal_is_shown_at_the_end() -> None:
    deal = act(four(*HANDS, after=playing()), "0 play T2")
    for seat in EVERYBODY:
        assert deal.view(seat).log == deal.log
        assert [(play.seat, str(play.card)) for play in deal.view(seat).open.trick] == [(0, "T2")]
        assert deal.view(seat).open.dealt is None
    poor = four("S7 S8 S9 S10 SJ SC H4 H3 H2 H1 HJ HC", after="0 annul")
    for over in (until(deal, "over"), poor):
        assert over.view(2).open.dealt == over.layout


@pytest.mark.rule("romanian_tarok 23.1")
@pytest.mark.parametrize("dealer", range(4))
def test_forehand_is_next_to_the_dealer(dealer: int) -> None:
    assert four(dealer=dealer).seats()[0] == (dealer + 1) % 4
