"""§1 to §3, §5 and §13: the pack, the table, the deal, doubling windows, the session."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.games.illustrated_tarokk.tables import HIGH_HONOURS, HONOURS
from bot.rules.cards import PACK_42, SUIT, TAROCKS, VALUE, Card, Cards, card, face_value
from bot.rules.deal import Deal
from bot.rules.session import Session
from bot.rules.tricks import Play, winner
from tests.games.illustrated_tarokk.table import HANDS, TALON, calls, dealt, keep, result_of
from tests.notation import act, phases, refused, until

DECK = tuple(PACK_42.sorted)


def wins(codes: str) -> str:
    """The card that wins a trick."""
    return str(winner(tuple(Play(seat, card(code)) for seat, code in enumerate(codes.split()))).card)


@pytest.mark.rule("illustrated_tarokk 1.1")
@pytest.mark.rule("illustrated_tarokk 20.1")
def test_the_pack() -> None:
    assert str(PACK_42 - TAROCKS) == "SK SQ SC SJ S10 HK HQ HC HJ H1 DK DQ DC DJ D1 CK CQ CC CJ C10"
    assert (len(PACK_42), len(PACK_42 & TAROCKS)) == (42, 22)
    assert ILLUSTRATED_TAROKK.pack == PACK_42
    kings = {f"king_{kind}:{suit}" for kind in ("ultimo", "uhu") for suit in "SHDC"}
    assert kings <= set(ILLUSTRATED_TAROKK.announcements)


@pytest.mark.rule("illustrated_tarokk 1.2")
def test_the_ranks() -> None:
    for order in ("SK SQ SC SJ S10", "HK HQ HC HJ H1", "T22 T21 T20 T2 T1"):
        codes = order.split()
        assert all(
            wins(f"{low} {high}") == high for place, high in enumerate(codes) for low in codes[place + 1 :]
        )
    assert wins("SK T1 T22 T21") == "T22"
    assert str(SUIT["D"] & PACK_42) == "DK DQ DC DJ D1"


@pytest.mark.rule("illustrated_tarokk 1.3")
def test_honours() -> None:
    assert (str(HONOURS), str(HIGH_HONOURS)) == ("T22 T21 T1", "T22 T21")


@pytest.mark.rule("illustrated_tarokk 1.4")
def test_card_points() -> None:
    values = {
        "T22 T21 T1 SK HK DK CK": 5,
        "SQ HQ": 4,
        "SC DC": 3,
        "SJ CJ": 2,
        "S10 H1 D1 C10 T2 T10 T20": 1,
    }
    for codes, value in values.items():
        assert {VALUE[card(code)] for code in codes.split()} == {value}
    assert face_value(Cards.of("T22 SQ SJ S10")) == 12, "simply added up"


@pytest.mark.rule("illustrated_tarokk 1.5")
def test_the_pack_has_ninety_four_card_points() -> None:
    honours, plain = PACK_42 & HONOURS, (PACK_42 & TAROCKS) - HONOURS
    assert [face_value(each) for each in (PACK_42, honours, plain, PACK_42 - TAROCKS)] == [94, 15, 19, 60]


@pytest.mark.rule("illustrated_tarokk 2.1")
def test_one_of_five_players_sits_out() -> None:
    assert ILLUSTRATED_TAROKK.seats == (4, 5)
    deal = dealt(seats=5)
    assert [len(hand) for hand in deal.layout.hands] == [9, 9, 9, 9, 0]
    asked = set()
    while deal.result is None:
        asked |= set(deal.seats())
        deal = act(deal, f"{deal.seats()[0]} {keep(deal, deal.seats()[0])}")
        assert deal.open.sides[4] == deal.view(4).side == ""
    assert asked == {0, 1, 2, 3}
    assert deal.open.sides[4] == "", "a player who sits out belongs to no side"
    result = result_of(act(dealt(seats=5), calls("A- B- C- D-")))
    assert result.scores == (0, 0, 0, 0, 0)


@pytest.mark.rule("illustrated_tarokk 2.2")
def test_counter_clockwise() -> None:
    assert [dealt(dealer=dealer).seats() for dealer in range(4)] == [(1,), (2,), (3,), (0,)]
    lost = result_of(act(dealt("T22", "T21", "T1", "T2-T10"), calls("A- B- C- D3")))
    assert lost.next_dealer == 0, "the deal passes to the right"


@pytest.mark.rule("illustrated_tarokk 2.3")
def test_any_seat_may_deal_first() -> None:
    for dealer in range(5):
        session = Session.first(ILLUSTRATED_TAROKK, {}, 5, dealer)
        assert session.deal(DECK).seats() == ((dealer + 1) % 5,)


@pytest.mark.rule("illustrated_tarokk 2.4")
def test_forehand() -> None:
    assert [dealt(dealer=dealer).open.active for dealer in (0, 3)] == [(1, 2, 3, 0), (0, 1, 2, 3)]
    five = Session.first(ILLUSTRATED_TAROKK, {}, 5, dealer=1).deal(DECK)
    assert five.open.active == (2, 3, 4, 0)


def packets(deck: Sequence[Card], deal: Deal) -> list[str]:
    """Where each card of the deck went, as runs: `t6 a5 …`."""
    places = dict.fromkeys(deal.layout.talon, "t")
    places |= {each: "abcde"[seat] for seat, hand in enumerate(deal.layout.hands) for each in hand}
    runs: list[str] = []
    for each in deck:
        if runs and runs[-1][0] == places[each]:
            runs[-1] += places[each]
        else:
            runs.append(places[each])
    return [f"{run[0]}{len(run)}" for run in runs]


@pytest.mark.rule("illustrated_tarokk 3.1")
@pytest.mark.rule("illustrated_tarokk 3.2")
def test_six_then_five_then_four() -> None:
    four = Session.first(ILLUSTRATED_TAROKK, {}, 4, dealer=1).deal(DECK)
    assert packets(DECK, four) == ["t6", "c5", "d5", "a5", "b5", "c4", "d4", "a4", "b4"]
    assert four.layout.talon == DECK[:6], "the talon keeps its order"
    five = Session.first(ILLUSTRATED_TAROKK, {}, 5, dealer=3).deal(DECK)
    assert packets(DECK, five) == ["t6", "e5", "a5", "b5", "c5", "e4", "a4", "b4", "c4"]


@pytest.mark.rule("illustrated_tarokk 3.3")
def test_phases_of_a_deal() -> None:
    hands = ("T22 SK HK DK CK T2 T3 T4 T5", "T21 T6-T13", "T20", "T1")
    deals = [dealt(*hands)]
    while deals[-1].result is None:
        seat = deals[-1].seats()[0]
        action = "bid three" if len(deals) == 1 else keep(deals[-1], seat)
        deals.append(act(deals[-1], f"{seat} {action}"))
    assert phases(deals) == ["auction", "discard", "offer", "announcing", "play", "over"]
    offers = [deal.actions(deal.seats()[0])[0].verb for deal in deals if deal.phase.name == "offer"]
    assert offers == ["annul", "claim"]
    assert refused(deals[-1], "0 pass") == ("deal_over", "illustrated_tarokk 3.3")
    assert refused(deals[0], "2 pass") == ("not_your_turn", "illustrated_tarokk 3.3")


@pytest.mark.rule("illustrated_tarokk 3.4")
def test_only_cards_in_hand_can_be_discarded_or_played() -> None:
    laying = act(dealt(), calls("A3 B- C- D-"))
    playing = until(laying, "play", keep)
    for deal, move in ((laying, "0 lay T21"), (playing, "0 play T21")):
        assert refused(deal, move) == ("not_in_hand", "illustrated_tarokk 3.4")


# 5. Void deals and doubling windows


def void(seats: int = 4, windows: tuple[int, ...] = ()) -> Deal:
    """A deal in which all pass."""
    return act(dealt(seats=seats, windows=windows), calls("A- B- C- D-"))


@pytest.mark.rule("illustrated_tarokk 5.1")
def test_a_void_deal() -> None:
    for dealer in range(4):
        order = "; ".join(f"{(dealer + step) % 4} pass" for step in (1, 2, 3, 4))
        result = result_of(act(dealt(dealer=dealer, hat=2), order))
        assert (result.void, result.scores, result.next_dealer) == (True, (0, 0, 0, 0), dealer)
        assert result.next_session == {"windows": [4], "hat": 2}


@pytest.mark.rule("illustrated_tarokk 5.2")
def test_a_doubling_window_lasts_a_full_circle() -> None:
    assert result_of(void(windows=(3,))).next_session["windows"] == [3, 4]
    assert result_of(void(seats=5)).next_session["windows"] == [5]


@pytest.mark.rule("illustrated_tarokk 5.3")
@pytest.mark.parametrize(
    ("windows", "factor"), [((), 1), ((1,), 2), ((1, 2), 4), ((1, 2, 3), 8), ((1, 1, 2, 4), 16)]
)
def test_every_window_doubles_the_whole_score(windows: tuple[int, ...], factor: int) -> None:
    plain = result_of(until(act(dealt(), calls("AS")), "over", keep))
    doubled = result_of(until(act(dealt(windows=windows), calls("AS")), "over", keep))
    assert any(plain.scores)
    assert doubled.scores == tuple(factor * score for score in plain.scores)
    trial = result_of(act(dealt("T22", "T21", "T1", "T2-T10", windows=windows), calls("A- B- C- D3")))
    assert trial.scores == (factor, factor, factor, -3 * factor)


@pytest.mark.rule("illustrated_tarokk 5.4")
def test_only_a_completed_deal_shortens_the_windows() -> None:
    over = result_of(until(act(dealt(windows=(1, 3, 4)), calls("AS")), "over", keep))
    assert over.next_session["windows"] == [2, 3]
    assert result_of(void(windows=(1, 3, 4))).next_session["windows"] == [1, 3, 4, 4]


def timeline(seats: int, events: str) -> list[tuple[int, list[int], int, list[int]]]:
    """Dealer, windows, factor (0 if nothing was scored), windows afterwards, deal by deal."""
    session, rows = Session.first(ILLUSTRATED_TAROKK, {}, seats, dealer=0), []
    for event in events:
        order = [(session.dealer + step) % seats for step in (1, 2, 3, 4)]
        deal = session.deal(DECK_OF_HANDS)
        if event == "p":
            deal = act(deal, "; ".join(f"{seat} pass" for seat in order))
        else:
            deal = until(act(deal, f"{order[0]} bid solo"), "over", keep)
        result = result_of(deal)
        before = session.inherited["windows"]
        assert isinstance(before, list)
        session = session.after(result)
        after = session.inherited["windows"]
        assert isinstance(after, list)
        factor = 0 if result.void else abs(result.scores[order[0]]) // PLAIN
        rows.append((result.next_dealer, before, factor, after))
    return rows


DECK_OF_HANDS = tuple(
    Cards.of(code).sorted[0]
    for code in [*TALON.split(), *(each for hand in HANDS for each in hand.split()[:5])]
    + [each for hand in HANDS for each in hand.split()[5:]]
)
PLAIN = abs(result_of(until(act(dealt(), calls("AS")), "over", keep)).scores[0])


@pytest.mark.rule("illustrated_tarokk 5.5")
def test_worked_out_windows() -> None:
    assert timeline(4, "pspsssss") == [
        (0, [], 0, [4]),
        (1, [4], 2, [3]),
        (1, [3], 0, [3, 4]),
        (2, [3, 4], 4, [2, 3]),
        (3, [2, 3], 4, [1, 2]),
        (0, [1, 2], 4, [1]),
        (1, [1], 2, []),
        (2, [], 1, []),
    ]
    five = timeline(5, "pppsssss")
    assert five[2] == (0, [5, 5], 0, [5, 5, 5])
    assert [row[2] for row in five] == [0, 0, 0, 8, 8, 8, 8, 8]
    assert five[-1][3] == []


@pytest.mark.rule("illustrated_tarokk 13.1")
def test_a_session_is_the_sum_of_its_deals() -> None:
    session = Session.first(ILLUSTRATED_TAROKK, {}, 4, dealer=3)
    scores = []
    for _ in range(3):
        order = (session.dealer + 1) % 4
        result = result_of(until(act(session.deal(DECK_OF_HANDS), f"{order} bid solo"), "over", keep))
        scores.append(result.scores)
        session = session.after(result)
    assert session.totals == session.net == tuple(map(sum, zip(*scores, strict=True)))
    assert (session.deals, session.dealer, sum(session.totals)) == (3, 2, 0)
