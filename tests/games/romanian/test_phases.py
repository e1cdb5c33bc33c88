"""§2 to §8: pack and deal, auction, talon."""

from dataclasses import replace
from operator import sub

import pytest

from bot.games.romanian import ROMANIAN_TAPER, ROMANIAN_TAROK
from bot.games.romanian.scores import level_of
from bot.games.romanian.values import BIDS, bids_of
from bot.rules.cards import CARDS, KINGS, PACK_54, TRULL, VALUE, Cards, card
from bot.rules.deal import Deal
from bot.rules.results import Result
from bot.rules.session import Session
from tests.games.romanian.table import four, three, to_talk, won_by
from tests.notation import act, cards, choice, legal, phases, refused, result_of, until

POOR = "S7 S8 S9 S10 SJ SC H4 H3 H2 H1 HJ HC"
"""Neither trump nor king."""
DECK = tuple(reversed(CARDS))


@pytest.mark.rule("romanian_tarok 1.1.1", "romanian_tarok 1.1.2", "romanian_tarok 1.1.3")
def test_the_pack_and_its_ranks() -> None:
    assert (ROMANIAN_TAROK.pack, len(ROMANIAN_TAROK.pack), ROMANIAN_TAROK.seats) == (PACK_54, 54, (4,))
    assert ROMANIAN_TAROK.hand_sizes(0, 4) == (12,) * 4
    for order in ("S7 S8 S9 S10 SJ SC SQ SK", "H4 H3 H2 H1 HJ HC HQ HK", "T1 T2 T10 T20 T21 T22"):
        assert cards(order) == sorted(cards(order))


@pytest.mark.rule("romanian_tarok 1.2.1", "romanian_tarok 16.1")
def test_the_pack_of_the_taper() -> None:
    left = "T1-T22 SK SQ SC SJ S10 CK CQ CC CJ C10 HK HQ HC HJ H1 DK DQ DC DJ D1"
    assert ROMANIAN_TAPER.pack == Cards.of(cards(left))
    assert (len(ROMANIAN_TAPER.pack), ROMANIAN_TAPER.seats) == (42, (3,))


@pytest.mark.rule("romanian_tarok 1.3.1")
def test_values() -> None:
    worth = {"T22": 5, "T21": 5, "T1": 5, "SK": 5, "HQ": 4, "DC": 3, "CJ": 2, "T20": 1, "S10": 1, "H1": 1}
    assert {code: VALUE[card(code)] for code in worth} == worth


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


@pytest.mark.rule("romanian_tarok 3.3")
def test_the_pool_of_the_first_deal() -> None:
    for game, chips in ((ROMANIAN_TAROK, 5), (ROMANIAN_TAPER, 4)):
        assert game.session == {"radlers": 0, "pool": chips}


@pytest.mark.rule("romanian_tarok 3.3", "romanian_tarok 19.2")
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


@pytest.mark.rule("romanian_tarok 5.3", "romanian_tarok 19.2")
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


TEN = ["doi1", "doi2", "doi3", "unu1", "unu2", "unu3", "unu4", "unu5", "unu6", "solo"]
TWELVE = ["trei1", "trei2", *TEN]


def called(text: str) -> set[str]:
    """Calls in short: `pass doi2 solo hold`."""
    return {each if each in ("pass", "hold") else f"bid {each}" for each in text.split()}


def outcome(deal: Deal) -> str:
    assert deal.phase.name != "auction", "the auction goes on"
    public = deal.open
    return "none" if public.declarer is None else f"{public.declarer} {public.contract}"


@pytest.mark.rule("romanian_tarok 6.1.1")
def test_the_list_of_bids() -> None:
    for deal, ladder in ((four(), TEN), (three(), TWELVE)):
        assert [bid.id for bid in bids_of(deal.phase.board)] == ladder
    rows = {bid.id: (bid.kind.takes, bid.first) for bid in BIDS}
    assert {id_: rows[id_] for id_ in ("trei2", "doi3", "unu6", "solo")} == {
        "trei2": (3, 2), "doi3": (2, 3), "unu6": (1, 6), "solo": (0, 1),
    }  # fmt: skip


@pytest.mark.rule("romanian_tarok 6.1.2", "romanian_tarok 16.3")
def test_only_the_taper_has_trei_bids() -> None:
    assert refused(four(), "0 bid trei1") == ("no_such_bid", "romanian_tarok 6.1.2")
    assert legal(three(after="0 bid trei1; 1 bid trei2")) == called("pass doi1 unu1 solo")


@pytest.mark.rule("romanian_tarok 6.2.1", "romanian_tarok 6.2.2")
def test_the_turn_goes_round_and_a_pass_is_final() -> None:
    deal = four(dealer=1)
    order = []
    for call in ("bid doi1", "pass", "bid doi2", "pass", "hold", "bid doi3"):
        order.append(deal.seats()[0])
        deal = act(deal, f"{order[-1]} {call}")
    assert (order, deal.seats()) == ([2, 3, 0, 1, 2, 0], (2,))


@pytest.mark.rule("romanian_tarok 6.2.3", "romanian_tarok 6.2.4")
def test_first_bids_and_higher_ones() -> None:
    assert legal(four()) == legal(four(after="0 pass; 1 pass")) == called("pass doi1 unu1 solo")
    assert legal(three()) == called("pass trei1 doi1 unu1 solo")
    deal = four(after="0 bid unu1; 1 bid unu2")
    for low in ("doi1", "doi3", "unu1", "unu2"):
        assert refused(deal, f"2 bid {low}") == ("bid_too_low", "romanian_tarok 6.2.4")


@pytest.mark.rule("romanian_tarok 6.2.5")
@pytest.mark.parametrize(
    ("standing", "bid"), [("", "doi2"), ("doi1", "doi3"), ("doi2", "unu2"), ("unu1", "unu6")]
)
def test_a_higher_level_is_bid_only_over_the_level_before(standing: str, bid: str) -> None:
    before = {"": "", "doi1": "0 bid doi1", "doi2": "0 bid doi1; 1 bid doi2", "unu1": "0 bid unu1"}[standing]
    deal = four(after=before)
    assert refused(deal, f"{deal.seats()[0]} bid {bid}") == (
        "not_over_the_one_before",
        "romanian_tarok 6.2.5",
    )


@pytest.mark.rule("romanian_tarok 6.2.6")
def test_la_mine() -> None:
    assert refused(four(), "0 hold") == ("nothing_to_hold", "romanian_tarok 6.2.6")
    deal = four(after="0 bid doi1; 1 bid doi2")
    assert refused(deal, "2 hold") == ("hold_needs_seniority", "romanian_tarok 6.2.6")
    assert refused(act(deal, "2 bid doi3; 3 pass; 0 hold"), "1 hold")[0] == "hold_needs_seniority"
    assert outcome(act(deal, "2 pass; 3 pass; 0 hold; 1 pass")) == "0 doi2"
    again = act(deal, "2 bid doi3; 3 pass; 0 pass; 1 hold; 2 bid unu1; 1 hold")
    assert outcome(act(again, "2 pass")) == "1 unu1"


@pytest.mark.rule("romanian_tarok 6.3.1")
def test_the_auction_ends_when_all_others_have_passed() -> None:
    deal = four(after="0 bid doi1; 1 pass; 2 pass")
    assert deal.phase.name == "auction"
    assert outcome(act(deal, "3 pass")) == "0 doi1"
    assert outcome(three(after="0 pass; 1 bid trei1; 2 pass")) == "1 trei1"
    for contract in TEN:
        assert outcome(won_by(four(), contract)) == f"0 {contract}"


@pytest.mark.rule("romanian_tarok 6.3.2", "romanian_tarok 6.3.3")
def test_everybody_is_asked() -> None:
    assert four(after="0 pass; 1 pass; 2 pass").phase.name == "auction"
    assert four(after="0 pass; 1 pass; 2 pass; 3 pass").phase.name == "play"
    assert three(after="0 pass; 1 pass; 2 pass").phase.name == "over"
    deal = four(after="0 bid solo")
    assert (deal.seats(), legal(deal)) == ((1,), {"pass"})
    deal = act(four(after="0 bid doi1; 1 pass; 2 bid solo"), "3 pass")
    assert legal(deal) == {"pass", "hold"}


VECTORS = [
    ("0 bid doi1; 1 bid doi2; 2 pass; 3 pass; 0 hold; 1 pass", "0 doi2"),
    ("0 pass; 1 pass; 2 pass; 3 bid doi1", "3 doi1"),
    ("0 pass; 1 pass; 2 pass; 3 pass", "none"),
    ("0 pass; 1 bid doi1; 2 bid doi2; 3 bid doi3; 1 hold; 2 pass; 3 pass", "1 doi3"),
    ("0 bid doi1; 1 bid solo; 2 pass; 3 pass; 0 hold; 1 pass", "0 solo"),
]
POSITIONS = [
    ("0 bid doi1", 1, "pass doi2 unu1 solo"),
    ("0 bid doi1; 1 bid unu1; 2 bid unu2; 3 pass; 0 hold", 1, "pass unu3 solo"),
    ("0 bid doi1; 1 bid unu1; 2 bid unu2; 3 pass; 0 hold; 1 pass", 2, "pass unu3 solo"),
    ("0 bid doi1; 1 bid solo; 2 pass; 3 pass", 0, "pass hold"),
    ("0 bid doi1; 1 bid solo; 2 pass; 3 pass; 0 hold", 1, "pass"),
    ("0 bid doi1; 1 bid doi2; 2 bid doi3", 3, "pass unu1 solo"),
    ("0 bid unu1; 1 bid unu2; 2 bid unu3; 3 bid unu4; 0 bid unu5; 1 bid unu6", 2, "pass solo"),
    ("0 pass; 1 pass; 2 bid unu1; 3 bid unu2", 2, "pass hold unu3 solo"),
]


@pytest.mark.rule("romanian_tarok 6.4")
@pytest.mark.parametrize(("calls", "result"), VECTORS)
def test_vectors(calls: str, result: str) -> None:
    assert outcome(four(after=calls)) == result


@pytest.mark.rule("romanian_tarok 6.4")
@pytest.mark.parametrize(("calls", "turn", "open_to"), POSITIONS)
def test_positions(calls: str, turn: int, open_to: str) -> None:
    deal = four(after=calls)
    assert (deal.seats(), legal(deal)) == ((turn,), called(open_to))


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


@pytest.mark.rule("romanian_tarok 7.2", "romanian_tarok 7.3")
@pytest.mark.parametrize(("king", "partner"), [("SK", None), ("HK", 1), ("DK", 3), ("CK", None)])
def test_the_partner(king: str, partner: int | None) -> None:
    deal = act(won_by(four("SK", "HK", "", "DK", talon="CK"), "doi1"), f"0 call {king}")
    assert deal.phase.board.hidden.partner == partner
    assert deal.view(3).side == ("declarer" if partner == 3 else "defenders")


@pytest.mark.rule("romanian_tarok 8.1.1")
def test_groups() -> None:
    for contract, sizes in (("doi1", (2, 2, 2)), ("unu4", (1,) * 6), ("solo", (6,))):
        assert tuple(group.size for group in looking(contract).open.talon) == sizes
    assert tuple(group.size for group in won_by(three(), "trei1").open.talon) == (3, 3)
    groups = looking("doi1").phase.board.talon
    assert [str(group.cards) for group in groups] == ["H3 H4", "H2 D4", "D2 D3"]


@pytest.mark.rule("romanian_tarok 8.1.2", "romanian_tarok 8.1.3")
def test_looking_and_refusing() -> None:
    deal = looking("doi2")
    assert legal(deal) == {"take", "refuse"}
    assert [str(group.cards) for group in deal.view(0).talon] == ["", "H2 D4", ""]
    assert not any(group.cards for seat in (1, 2, 3, None) for group in deal.view(seat).talon)
    deal = act(deal, "0 refuse; 0 refuse")
    assert [str(group.cards) for group in deal.view(0).talon] == ["H3 H4", "H2 D4", "D2 D3"]
    assert [str(group.cards) for group in deal.view(2).talon] == ["", "H2 D4", "D2 D3"]


@pytest.mark.rule("romanian_tarok 8.1.4", "romanian_tarok 23.7")
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


@pytest.mark.rule("romanian_tarok 8.1.5", "romanian_tarok 8.2", "romanian_tarok 21.4")
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


@pytest.mark.rule("romanian_tarok 8.3.1", "romanian_tarok 21.1")
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


@pytest.mark.rule("romanian_tarok 8.3.3", "romanian_tarok 23.8")
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


@pytest.mark.rule("romanian_tarok 8.3.4", "romanian_tarok 18.5")
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


@pytest.mark.rule("romanian_tarok 8.4.2", "romanian_tarok 8.4.4")
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
