"""§1 to §5: packs, counting, the deal, annulment."""

from __future__ import annotations

from dataclasses import replace
from operator import sub

import pytest

from bot.games.romanian import ROMANIAN_TAPER, ROMANIAN_TAROK
from bot.rules.cards import CARDS, PACK_54, VALUE, Cards, card, counted_in_threes, face_value
from bot.rules.results import Result
from bot.rules.session import Session
from tests.games.romanian.table import four, result_of, three, won_by
from tests.notation import act, cards, legal, phases, refused, until

POOR = "S7 S8 S9 S10 SJ SC H4 H3 H2 H1 HJ HC"
"""Neither trump nor king."""
DECK = tuple(reversed(CARDS))


@pytest.mark.rule("romanian_tarok 1.1.1")
def test_the_pack_of_four() -> None:
    assert (ROMANIAN_TAROK.pack, len(ROMANIAN_TAROK.pack), ROMANIAN_TAROK.seats) == (PACK_54, 54, (4,))
    assert ROMANIAN_TAROK.hand_sizes(0, 4) == (12,) * 4


@pytest.mark.rule("romanian_tarok 1.1.2")
@pytest.mark.rule("romanian_tarok 1.1.3")
def test_ranks() -> None:
    for order in ("S7 S8 S9 S10 SJ SC SQ SK", "H4 H3 H2 H1 HJ HC HQ HK", "T1 T2 T10 T20 T21 T22"):
        assert cards(order) == sorted(cards(order))


@pytest.mark.rule("romanian_tarok 1.2.1")
@pytest.mark.rule("romanian_tarok 16.1")
def test_the_pack_of_the_taper() -> None:
    left = "T1-T22 SK SQ SC SJ S10 CK CQ CC CJ C10 HK HQ HC HJ H1 DK DQ DC DJ D1"
    assert ROMANIAN_TAPER.pack == Cards.of(cards(left))
    assert (len(ROMANIAN_TAPER.pack), ROMANIAN_TAPER.seats) == (42, (3,))


@pytest.mark.rule("romanian_tarok 1.3.1")
def test_values() -> None:
    worth = {"T22": 5, "T21": 5, "T1": 5, "SK": 5, "HQ": 4, "DC": 3, "CJ": 2, "T20": 1, "S10": 1, "H1": 1}
    assert {code: VALUE[card(code)] for code in worth} == worth


@pytest.mark.rule("romanian_tarok 2.1")
@pytest.mark.parametrize(
    ("pile", "points"),
    [("HQ T12 S7", 4), ("SK SJ T1", 10), ("S7 S8 T2", 1), ("HC S7", 3), ("HC", 2), ("S7", 0), ("", 0)],
)
def test_counting(pile: str, points: int) -> None:
    assert counted_in_threes(Cards.of(pile)) == points


@pytest.mark.rule("romanian_tarok 2.2")
@pytest.mark.parametrize(("pack", "face", "total"), [(PACK_54, 106, 70), (ROMANIAN_TAPER.pack, 94, 66)])
def test_the_whole_pack(pack: Cards, face: int, total: int) -> None:
    assert (face_value(pack), counted_in_threes(pack)) == (face, total)
    for number in range(len(pack) + 1):
        pile = Cards.of(pack.sorted[number:])
        assert counted_in_threes(pile) + counted_in_threes(pack - pile) == total


@pytest.mark.rule("romanian_tarok 3.1")
def test_the_course_of_a_deal() -> None:
    def course(contract: str) -> list[str]:
        deal = won_by(four("SK"), contract)
        found = [deal]
        while deal.result is None:
            seat = deal.seats()[0]
            done = [action for action in deal.actions(seat) if action.verb == "done"]
            deal = act(deal, f"{seat} {(*done, *deal.actions(seat))[0]}")
            found.append(deal)
        return phases(found)

    assert course("doi1") == ["calling", "talon", "discard", "announcing", "play", "over"]
    assert course("solo") == ["calling", "announcing", "play", "over"]
    assert won_by(three(), "doi1").phase.name == "talon"
    over = until(won_by(four(), "solo"), "over")
    assert refused(over, "0 pass") == ("deal_over", "romanian_tarok 3.1")
    assert refused(four(), "1 pass") == ("not_your_turn", "romanian_tarok 3.1")
    assert refused(four(), "0 play T5") == ("not_now", "romanian_tarok 3.1")
    talon = won_by(three(), "doi1")
    assert refused(talon, "0 pass") == ("not_now", "romanian_tarok 3.1")


@pytest.mark.rule("romanian_tarok 3.2")
@pytest.mark.parametrize("dealer", range(4))
def test_the_deal_moves_right(dealer: int) -> None:
    for calls in (["pass"] * 4, ["bid solo", "pass", "pass", "pass"]):
        deal = four(dealer=dealer)
        for call in calls:
            deal = act(deal, f"{deal.seats()[0]} {call}")
        assert result_of(until(deal, "over")).next_dealer == (dealer + 1) % 4
    poor = four(*[""] * ((dealer + 1) % 4), POOR, dealer=dealer)
    assert result_of(act(poor, f"{poor.seats()[0]} annul")).next_dealer == (dealer + 1) % 4


@pytest.mark.rule("romanian_tarok 3.3")
def test_the_pool_of_the_first_deal() -> None:
    for game, chips in ((ROMANIAN_TAROK, 5), (ROMANIAN_TAPER, 4)):
        assert game.session == {"radlers": 0, "pool": chips}


@pytest.mark.rule("romanian_tarok 3.3")
@pytest.mark.rule("romanian_tarok 19.2")
def test_the_antes_of_the_next_deals() -> None:
    session = Session.first(ROMANIAN_TAROK, {}, 4, 3)
    assert (session.antes, session.pool, session.for_next_deal["pool"]) == ((1, 1, 1, 2), 0, 5)
    deal = session.deal(DECK)
    thrown = result_of(until(act(deal, "0 pass; 1 pass; 2 pass; 3 pass"), "over"))
    after = session.after(thrown)
    written = zip(thrown.scores, (1, 1, 1, 2), strict=True)
    assert after.totals == tuple(score - ante for score, ante in written)
    assert (after.antes, after.deal(DECK).layout.session["pool"]) == ((1, 0, 0, 0), 5 + 12 + 1)
    taper = Session.first(ROMANIAN_TAPER, {}, 3, 2)
    assert (taper.antes, taper.for_next_deal["pool"]) == ((1, 1, 2), 4)


@pytest.mark.rule("romanian_tarok 5.3")
@pytest.mark.rule("romanian_tarok 19.2")
def test_an_annulled_first_deal_keeps_its_antes() -> None:
    for game, chips in ((ROMANIAN_TAROK, 6), (ROMANIAN_TAPER, 5)):
        seats = min(game.seats)
        void = Result(seats, 0, void=True, next_session={"radlers": 0, "pool": chips - 1})
        session = Session.first(game, {}, seats, seats - 1).after(void)
        assert (session.antes[0], sum(session.antes), session.for_next_deal["pool"]) == (1, 1, chips)


@pytest.mark.rule("romanian_tarok 3.5")
@pytest.mark.parametrize(
    ("dealer", "chips", "shares"),
    [(3, 10, (3, 3, 2, 2)), (0, 10, (2, 3, 3, 2)), (2, 7, (2, 2, 1, 2)), (1, 8, (2,) * 4), (0, 0, (0,) * 4)],
)
def test_the_pool_is_shared_in_the_end(dealer: int, chips: int, shares: tuple[int, ...]) -> None:
    before = replace(Session.first(ROMANIAN_TAROK, {}, 4, dealer), totals=(4, -8, 1, 3 - chips), deals=2)
    after = before.with_pool(chips).closed()
    assert tuple(map(sub, after.totals, before.totals)) == shares
    assert (after.pool, sum(after.net), after.closed()) == (0, 0, after)


@pytest.mark.rule("romanian_tarok 4.1")
@pytest.mark.rule("romanian_tarok 4.2")
@pytest.mark.rule("romanian_tarok 4.3")
def test_the_deal() -> None:
    for dealer in range(4):
        layout = ROMANIAN_TAROK.lay_out(DECK, dealer, 4)
        first = (dealer + 1) % 4
        assert layout.talon == DECK[:6], "the cut is part of the shuffled pack"
        assert layout.hands[first] == Cards.of(DECK[6:12] + DECK[30:36])
        assert layout.hands[dealer] == Cards.of(DECK[24:30] + DECK[48:54])
    pack = ROMANIAN_TAPER.pack.sorted
    layout = ROMANIAN_TAPER.lay_out(pack, 2, 3)
    assert (layout.talon, layout.hands[1]) == (pack[:6], Cards.of(pack[12:18] + pack[30:36]))
    assert tuple(map(len, layout.hands)) == (12, 12, 12)


@pytest.mark.rule("romanian_tarok 5.1")
def test_only_a_hand_without_tarocks_and_kings_may_annul() -> None:
    assert "annul" in legal(four(POOR))
    assert "annul" in legal(three("SQ SC SJ S10 HQ HC HJ H1 DQ DC DJ D1"))
    for rich in (POOR.replace("S7", "T2"), POOR.replace("S7", "SK")):
        assert refused(four(rich), "0 annul") == ("no_right_to_annul", "romanian_tarok 5.1")


@pytest.mark.rule("romanian_tarok 5.2")
def test_a_hand_may_annul_until_its_first_call() -> None:
    deal = four("T2", "", POOR)
    assert (deal.seats(), legal(deal, 2)) == ((0, 2), {"annul"})
    assert refused(deal, "2 pass") == ("not_your_turn", "romanian_tarok 3.1")
    turn = act(deal, "0 bid doi1; 1 pass")
    assert legal(turn) == {"pass", "bid doi2", "bid unu1", "bid solo", "annul"}
    later = act(turn, "2 bid unu1; 3 pass")
    assert later.seats() == (0,)
    back = act(later, "0 hold")
    assert legal(back) == {"pass", "bid unu2", "bid solo"}
    assert refused(back, "2 annul") == ("no_right_to_annul", "romanian_tarok 5.1")


@pytest.mark.rule("romanian_tarok 5.3")
def test_an_annulled_deal() -> None:
    result = result_of(four("T2", POOR, pool=13, radlers=2, after="0 bid solo; 1 annul"))
    assert (result.void, result.scores, result.lines) == (True, (0, 0, 0, 0), ())
    assert (result.next_session, result.next_dealer) == ({"radlers": 2, "pool": 13}, 0)
