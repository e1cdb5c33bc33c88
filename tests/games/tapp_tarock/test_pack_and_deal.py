"""§1 to §3: the pack, counting, dealing, and the phases of a deal."""

from __future__ import annotations

import pytest

from bot.games.tapp_tarock import TAPP_TAROCK
from bot.games.tapp_tarock.scores import card_points
from bot.rules.cards import CARDS, PACK_54, VALUE, Cards, counted_in_threes, face_value
from bot.rules.session import Session
from tests.games.tapp_tarock.table import SOLO, WORKED, sheet, tapp, worked
from tests.notation import cards, legal, phases


@pytest.mark.rule("tapp_tarock 1.4")
@pytest.mark.parametrize(
    ("counters", "empty", "face", "points"),
    [
        ("SK HK DK CK T1 SQ HQ SC SJ HJ", 17, 57, 39),  # C1, the declarer
        ("T22 T21 DQ CQ HC DC CC DJ CJ", 18, 49, 31),  # C1, the defenders: all the rest
        ("SK HK DK CK SQ HQ SC SJ HJ DJ", 14, 51, 35),  # C2, the declarer of a solo
        ("T22 T21 T1 DQ CQ HC DC CC CJ", 21, 55, 35),  # C2, the defenders
    ],
)
def test_formula(counters: str, empty: int, face: int, points: int) -> None:
    blanks = [each for each in CARDS if VALUE[each] == 1]
    pile = Cards.of([*cards(counters), *blanks[:empty]])
    assert (face_value(pile), counted_in_threes(pile)) == (face, points)


@pytest.mark.rule("tapp_tarock 1.5")
def test_thirty_six_of_seventy() -> None:
    assert (face_value(PACK_54), counted_in_threes(PACK_54)) == (106, 70)
    assert card_points(worked(1).phase.board) == 36
    assert card_points(worked(2).phase.board) == 35
    assert "9.1.4" in sheet(1).rows
    assert "9.1.5" in sheet(2).rows


@pytest.mark.rule("tapp_tarock 2.1")
def test_three_players_and_the_deal_moves_right() -> None:
    assert TAPP_TAROCK.seats == (3,)
    session = Session.first(TAPP_TAROCK, {}, 3, dealer=1)
    dealers = [session.dealer]
    for _ in range(3):
        result = tapp(
            dealer=session.dealer,
            after="".join(f"{(session.dealer + steps) % 3} pass; " for steps in (1, 2, 3)),
        ).result
        assert result is not None
        session = session.after(result)
        dealers.append(session.dealer)
    assert dealers == [1, 2, 0, 1]


@pytest.mark.rule("tapp_tarock 2.2")
def test_talon_first_then_eight_and_eight_from_the_dealers_right() -> None:
    dealt = TAPP_TAROCK.lay_out(CARDS, 1, 3)
    assert dealt.talon == CARDS[:6]
    assert dealt.hands[2] == Cards.of(CARDS[6:14] + CARDS[30:38])
    assert dealt.hands[0] == Cards.of(CARDS[14:22] + CARDS[38:46])
    assert dealt.hands[1] == Cards.of(CARDS[22:30] + CARDS[46:54])
    opened = tapp(talon="T22 T21 T20 T19 T18 T17", after="0 bid dreier; 1 pass; 2 pass")
    assert {group.name: str(group.cards) for group in opened.open.talon} == {
        "lower": "T22 T21 T20",
        "upper": "T19 T18 T17",
    }


@pytest.mark.rule("tapp_tarock 2.3")
def test_no_right_to_a_new_deal() -> None:
    assert legal(tapp("S* D*")) == {"pass", "bid dreier", "bid solo"}


@pytest.mark.rule("tapp_tarock 3.1")
def test_phases_of_a_deal() -> None:
    assert phases(WORKED["1"].positions(TAPP_TAROCK)) == [
        "auction", "talon", "discard", "announcing", "play", "over",
    ]  # fmt: skip
    assert phases(WORKED["10"].positions(TAPP_TAROCK)) == ["auction", "announcing", "play", "over"]
    assert phases(WORKED["13"].positions(TAPP_TAROCK)) == ["auction", "over"]
    assert tapp(after=SOLO).phase.name == "announcing"
