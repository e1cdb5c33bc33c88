"""§2 to §7: pack and deal, contracts, auction, calling a king, talon."""

from dataclasses import replace
from itertools import product

import pytest

from bot.games.koenigrufen import KOENIGRUFEN
from bot.rules.cards import TRULL, Cards, counted_in_threes
from bot.rules.deal import Deal
from bot.rules.session import Session
from tests.games.koenigrufen.table import (
    NOBODY_BIDS,
    WORKED,
    bids,
    dealt,
    finished,
    koenig,
    position,
    sheet,
    worked,
)
from tests.notation import act, choice, legal, moves, phases, refused, result_of, until

POOR = "S* -SK H* -HK"
"""Fourteen suit cards without a king."""


@pytest.mark.rule("koenigrufen 1.1.3")
def test_the_skus_is_a_tarock_like_any_other() -> None:
    assert str(TRULL) == "T22 T21 T1"
    deal = koenig("T22 T1 HK", after=f"{NOBODY_BIDS}; 0 bid solodreier")
    assert choice(position(deal, "T22 T1 HK", "HQ")) == "HK", "it does not excuse from following suit"
    assert choice(position(deal, "T22 HK", "SQ")) == "T22"


@pytest.mark.rule("koenigrufen 1.3.3")
@pytest.mark.parametrize(("last", "points", "line"), [("C7", 35, "10.3.5 -100"), ("CJ", 36, "10.3.4 +100")])
def test_thirty_six_card_points_win(last: str, points: int, line: str) -> None:
    """Six tricks of a solodreier; all cards that are not named are empty ones."""
    mine = ("SK HK DK CK", "T22 T21 SQ S7", "S8 S9 S10 H1", "H2 H3 H4 D1", "D2 D3 D4 C10", f"C9 C8 T4 {last}")
    tricks = ((number, 0, codes) for number, codes in enumerate(mine, 1))
    deal = finished("solodreier", *tricks, others=(1, 2), talon="T10 T11 T12 T13 T14 T15")
    won = result_of(deal).lines[0]
    assert (won.figures["points"], sheet(deal).split(", ")[0]) == (points, line)
    assert "10.3.4 +10" in sheet(worked("4")), "36 in a deal that was played"


@pytest.mark.rule("koenigrufen 2.1")
def test_four_play() -> None:
    assert KOENIGRUFEN.seats == (4,)
    partners = {worked(name).phase.board.hidden.partner for name in ("1", "9", "14", "10")}
    assert partners == {2, 3, None}, "partnerships last for one deal"


@pytest.mark.rule("koenigrufen 2.5")
def test_a_hand_without_king_and_tarock_may_demand_a_redeal() -> None:
    deal = dealt("", f"{POOR} -S7 -H4", doubled=2)
    assert (deal.phase.name, deal.seats(), legal(deal)) == ("offer", (1,), {"redeal", "decline"})
    again = result_of(act(deal, "1 redeal"))
    assert (again.void, again.scores, again.next_dealer) == (True, (0, 0, 0, 0), 3)
    assert act(deal, "1 decline").phase.name == "auction"
    for safe in ("SK", "T1"):
        assert dealt("SQ", f"{POOR} -S7 -SQ -H4 {safe}", "DK", "CK").phase.name == "auction"


@pytest.mark.rule("koenigrufen 2.5", "koenigrufen 13.4")
@pytest.mark.parametrize("redeals", ["x", "x  x", "xx x x x"])
def test_a_redeal_is_no_deal_of_the_session(redeals: str) -> None:
    """Each letter is a deal: `x` one that is dealt again."""
    session = Session.first(KOENIGRUFEN, {"deals_per_session": 4}, 4, dealer=2)
    void, played = result_of(act(dealt(f"{POOR} -S7 -H4"), "0 redeal")), result_of(worked("1"))
    dealers = []
    for each in redeals.ljust(redeals.count("x") + 4):
        assert not session.is_over
        if each == " ":
            dealers.append(session.dealer)
        dealer = session.dealer if each == "x" else (session.dealer + 1) % 4
        session = session.after(replace(void if each == "x" else played, next_dealer=dealer))
    assert (session.is_over, session.remaining) == (True, 0)
    assert dealers == [2, 3, 0, 1], "each seat has dealt once"
    assert (session.deals, session.counted) == (4 + redeals.count("x"), 4)


@pytest.mark.rule("koenigrufen 20.7")
def test_two_players_may_be_entitled_to_a_redeal() -> None:
    deal = dealt(f"{POOR} -S7 -H4", "D* -DK C* -CK -C7 -D4", doubled=3)
    assert (deal.seats(), deal.open.turn) == ((0, 1), ())
    for first, second in ((0, 1), (1, 0)):
        ended = result_of(act(deal, f"{first} redeal"))
        assert (ended.void, ended.next_dealer, dict(ended.next_session)) == (True, 3, {"doubled": 3})
        waiting = act(deal, f"{first} decline")
        assert waiting.seats() == (second,)
        assert act(waiting, f"{second} decline").phase.name == "auction"
        assert result_of(act(waiting, f"{second} redeal")).void
    assert refused(deal, "0 pass") == ("not_now", "koenigrufen 3.1")


@pytest.mark.rule("koenigrufen 3.1")
def test_phases_of_a_deal() -> None:
    course = {
        "1": "auction choice calling talon discard announcing play over",
        "8": "auction calling announcing play over",
        "10": "auction talon discard announcing play over",
        "5": "auction choice discard announcing play over",
        "3": "auction choice calling talon over",
        "one without": "auction choice play over",
    }
    for name, expected in course.items():
        assert " ".join(phases(WORKED[name].positions(KOENIGRUFEN))) == expected
    assert refused(koenig(), "2 pass") == ("not_your_turn", "koenigrufen 3.1")
    assert refused(koenig(), "1 play SK") == ("not_now", "koenigrufen 3.1")
    assert refused(worked("1"), "0 pass") == ("deal_over", "koenigrufen 3.1")


POSITIVE = ("rufer", "sechserdreier", "solorufer", "besserrufer", "dreier", "farbensolo", "solodreier")
NEGATIVE = ("trischaken", "piccolo", "bettel", "piccolo_ouvert", "bettel_ouvert")
LOW = "S7 S8 S9 H2 H1 C10 CJ D4 D3 D2 T1 T2"
"""A hand that wins no trick."""
ONE = ("SK S7 S8 S9 H2 H1 C10 CJ D4 D3 D2 D1", "S10", "SJ", "SQ")
"""Hands of which the first wins the first trick, and no other."""
ANYBODYS = {"announce trull", "announce four_kings"}
VALUES = {
    "rufer": 10, "sechserdreier": 40, "trischaken": 10, "piccolo": 20, "solorufer": 20, "bettel": 30,
    "besserrufer": 20, "dreier": 40, "farbensolo": 50, "piccolo_ouvert": 60, "bettel_ouvert": 80,
    "solodreier": 100,
}  # fmt: skip


def forehands(contract: str, hand: str = "", *others: str) -> Deal:
    """Forehand plays a contract, its own king called where one is."""
    deal = koenig(hand, *others, talon="H4 H3 C7 C8 C9 DQ", after=bids(contract))
    return act(deal, "0 call SK") if deal.phase.name == "calling" else deal


def announcing(contract: str, hand: str = "", *others: str) -> Deal:
    """The same, as far as the announcements."""
    return until(forehands(contract, hand, *others), "announcing")


@pytest.mark.rule("koenigrufen 5.1")
@pytest.mark.parametrize("contract", VALUES)
def test_the_cost_of_a_lost_contract(contract: str) -> None:
    """Forehand has the worst or, where it must not win tricks, the best of all hands."""
    hand = "SK D1 D2 D3 D4 S7 S8 S9 H2 H1 C10 CJ" if contract in POSITIVE else "T11-T22"
    deal = until(forehands(contract, hand, "T1 T2"), "over")
    line = result_of(deal).lines[0]
    times = 2 if contract == "trischaken" else 1
    assert (abs(line.base), line.factor) == (VALUES[contract], times)
    assert result_of(deal).scores[0] < 0


@pytest.mark.rule("koenigrufen 5.1", "koenigrufen 5.2", "koenigrufen 5.3")
def test_twelve_contracts_in_their_order() -> None:
    assert KOENIGRUFEN.contracts == tuple(VALUES)
    assert refused(koenig(), "1 bid grand") == ("no_such_bid", "koenigrufen 5.1")
    lowest = {"bid rufer", "bid sechserdreier", "bid trischaken"}
    assert not lowest & legal(koenig())
    assert lowest <= legal(koenig(after="1 pass; 2 pass; 3 pass"))
    for lower, higher in (("piccolo", "solorufer"), ("bettel", "besserrufer")):
        assert f"bid {higher}" in legal(koenig(after=f"1 bid {lower}"))
        assert refused(koenig(after=f"1 bid {higher}"), f"2 bid {lower}")[0] == "bid_too_low"
        assert VALUES[higher] <= VALUES[lower]


@pytest.mark.rule("koenigrufen 5.4")
@pytest.mark.parametrize("contract", VALUES)
def test_tricks_must_be_won_in_negative_contracts_only(contract: str) -> None:
    deal = position(forehands(contract, "SK T1 T2 T3"), "HK H3 T5", "HQ H4")
    assert choice(deal) == ("HK" if contract in NEGATIVE else "HK H3")


@pytest.mark.rule("koenigrufen 5.5", "koenigrufen 5.6")
@pytest.mark.parametrize("ouvert", ["", "_ouvert"])
@pytest.mark.parametrize(
    ("contract", "rule", "hands", "tricks", "won"),
    [
        ("piccolo", "5.5", ONE, 1, True),
        ("piccolo", "5.5", (LOW,), 0, False),
        ("piccolo", "5.5", ("T11-T22",), 2, False),
        ("bettel", "5.6", (LOW,), 0, True),
        ("bettel", "5.6", ONE, 1, False),
    ],
)
def test_piccolo_is_exactly_one_trick_and_bettel_none(
    contract: str, rule: str, hands: tuple[str, ...], tricks: int, *, won: bool, ouvert: str
) -> None:
    over = until(forehands(contract + ouvert, *hands), "over")
    assert over.open.tricks_won[0] == tricks
    assert sheet(over) == f"{rule} {'+' if won else '-'}{VALUES[contract + ouvert]}"


@pytest.mark.rule("koenigrufen 5.7")
def test_only_positive_contracts_have_bonuses() -> None:
    for contract in POSITIVE:
        offered = {text for text in legal(act(announcing(contract), "1 done")) if text.startswith("announce")}
        birds = {"announce pagat", "announce uhu", "announce kakadu"}
        assert offered - birds == (set() if contract == "farbensolo" else ANYBODYS)
    for contract in NEGATIVE[1:]:
        deal = announcing(contract)
        assert legal(deal) == {"kontra game", "done"}
        assert refused(deal, "1 announce trull") == ("no_bonus_here", "koenigrufen 8.2.1")
    suits = until(forehands("farbensolo", "SK T22 T21 T1"), "over")
    assert {line.rule for line in result_of(suits).lines} <= {"koenigrufen 10.3.4", "koenigrufen 10.3.5"}
    assert sheet(worked("11")) == "10.3.1 +400", "all cards, and no trull"


LADDER = KOENIGRUFEN.contracts
BIDDABLE = (
    "piccolo", "solorufer", "bettel", "besserrufer", "dreier", "farbensolo", "piccolo_ouvert",
    "bettel_ouvert", "solodreier",
)  # fmt: skip
FOREHAND_ONLY = {"hold": "forehand_only"}
LONG = "1 pass; 2 bid piccolo; 3 bid bettel; 0 hold; 2 bid besserrufer"


def from_(lowest: str, *more: str) -> set[str]:
    """Every bid from a contract upwards, and some other calls."""
    return {"pass", *more, *(f"bid {contract}" for contract in BIDDABLE[BIDDABLE.index(lowest) :])}


def outcome(deal: Deal) -> str:
    assert deal.phase.name != "auction", "the auction goes on"
    public = deal.open
    return "0 chooses" if deal.phase.name == "choice" else f"{public.declarer} {public.contract}"


@pytest.mark.rule("koenigrufen 4.1.1")
def test_the_turn_goes_round_and_a_pass_is_final() -> None:
    so_far = ("", "1 bid piccolo", "1 bid piccolo; 2 pass", "1 bid piccolo; 2 pass; 3 bid bettel")
    assert [koenig(after=calls).seats() for calls in so_far] == [(1,), (2,), (3,), (0,)]
    deal = koenig(after="1 bid piccolo; 2 pass; 3 bid bettel; 0 hold; 1 bid dreier")
    assert deal.seats() == (3,), "seat 2 is out, seat 1 has spoken twice"
    assert refused(deal, "2 bid solodreier") == ("not_your_turn", "koenigrufen 3.1")


@pytest.mark.rule("koenigrufen 4.1.2", "koenigrufen 4.1.3")
def test_forehand_speaks_last_and_the_three_lowest_cannot_be_bid() -> None:
    assert refused(koenig(), "0 pass") == ("not_your_turn", "koenigrufen 3.1")
    assert koenig(after="1 pass; 2 pass").open.contract == "", "mein Spiel is no contract"
    assert legal(koenig()) == from_("piccolo")
    for contract in ("rufer", "sechserdreier", "trischaken"):
        assert refused(koenig(), f"1 bid {contract}") == ("reserved_contract", "koenigrufen 4.1.3")
    assert refused(koenig(), "1 bid zwiccolo") == ("no_such_bid", "koenigrufen 5.1")
    assert refused(koenig(after="1 bid piccolo; 2 pass; 3 pass"), "0 bid rufer")[0] == "bid_too_low"


@pytest.mark.rule("koenigrufen 4.1.4")
def test_a_bid_must_be_higher() -> None:
    deal = koenig(after="1 bid bettel")
    assert legal(deal) == from_("besserrufer")
    for low in ("bettel", "solorufer", "piccolo"):
        assert refused(deal, f"2 bid {low}") == ("bid_too_low", "koenigrufen 4.1.4")
    assert legal(act(deal, "2 bid solodreier")) == {"pass"}


@pytest.mark.rule("koenigrufen 4.1.5")
def test_a_senior_may_hold_and_nobody_else() -> None:
    deal = koenig(after="1 pass; 2 bid piccolo; 3 bid bettel")
    assert legal(deal) == from_("besserrufer", "hold")
    held = act(deal, "0 hold")
    assert refused(held, "2 hold") == ("hold_needs_seniority", "koenigrufen 4.1.5")
    assert refused(koenig(), "1 hold") == ("nothing_to_hold", "koenigrufen 4.1.5")
    again = koenig(after="1 bid piccolo; 2 bid bettel; 3 pass; 0 pass; 1 hold; 2 bid dreier")
    assert "hold" in legal(again), "any number of times"
    from_holder = koenig(after="1 pass; 2 bid piccolo; 3 bid bettel; 0 pass; 2 hold; 3 bid dreier; 2 hold")
    assert outcome(act(from_holder, "3 pass")) == "2 dreier"
    against_a_holder = koenig(after="1 bid piccolo; 2 bid solorufer; 3 bid bettel; 0 pass; 1 pass; 2 hold")
    assert legal(against_a_holder) == from_("besserrufer"), "the dealer is junior to the holder"
    holder = koenig(after="1 bid piccolo; 2 pass; 3 bid bettel; 0 pass; 1 hold; 3 bid dreier")
    assert "hold" in legal(holder)


@pytest.mark.rule("koenigrufen 4.1.6")
def test_three_passes_end_the_auction() -> None:
    deal = koenig(after="1 bid piccolo; 2 pass; 3 pass")
    assert deal.phase.name == "auction"
    assert outcome(act(deal, "0 pass")) == "1 piccolo"


@pytest.mark.rule("koenigrufen 4.1.7")
def test_forehand_chooses_if_all_pass() -> None:
    deal = koenig(after=NOBODY_BIDS)
    assert (deal.seats(), legal(deal)) == ((0,), {f"bid {contract}" for contract in LADDER})
    assert refused(deal, "0 pass") == ("not_now", "koenigrufen 3.1")
    assert refused(deal, "0 bid zwiccolo") == ("no_such_bid", "koenigrufen 5.1")
    for contract in LADDER:
        public = act(deal, f"0 bid {contract}").open
        assert (public.contract, public.declarer) == (contract, 0)


@pytest.mark.rule("koenigrufen 4.3")
@pytest.mark.parametrize(
    ("calls", "result"),
    [
        ("1 pass; 2 pass; 3 pass", "0 chooses"),
        ("1 bid piccolo; 2 pass; 3 pass; 0 hold; 1 pass", "0 piccolo"),
        (f"{LONG}; 3 pass; 0 hold; 2 bid dreier; 0 pass", "2 dreier"),
        ("1 bid piccolo; 2 pass; 3 bid solorufer; 0 pass; 1 hold; 3 bid dreier; 1 pass", "3 dreier"),
        ("1 bid solodreier; 2 pass; 3 pass; 0 hold; 1 pass", "0 solodreier"),
    ],
)
def test_traces(calls: str, result: str) -> None:
    assert outcome(koenig(after=calls)) == result
    for end in range(1, len(moves(calls))):
        assert koenig(after="; ".join(moves(calls)[:end])).phase.name == "auction"


@pytest.mark.rule("koenigrufen 20.2")
def test_a_seat_that_can_only_pass_is_still_asked() -> None:
    deal = koenig(after="1 pass; 2 bid solodreier; 3 pass; 0 hold")
    assert (deal.seats(), legal(deal)) == ((2,), {"pass"}), "nobody can answer a held solodreier"
    assert outcome(act(deal, "2 pass")) == "0 solodreier"


@pytest.mark.rule("koenigrufen 17.1.4")
def test_hold_for_forehand_only() -> None:
    deal = koenig(options=FOREHAND_ONLY, after="1 bid piccolo; 2 pass; 3 bid bettel")
    assert "hold" in legal(deal)
    middle = act(deal, "0 pass")
    assert legal(middle) == from_("besserrufer")
    assert refused(middle, "1 hold") == ("hold_needs_seniority", "koenigrufen 4.1.5")
    assert "hold" in legal(koenig(after="1 bid piccolo; 2 pass; 3 bid bettel; 0 pass"))


@pytest.mark.rule("koenigrufen 20.3")
def test_a_besserrufer_needs_no_bird_yet() -> None:
    deal = koenig("T1 T2 T3")
    assert "bid besserrufer" in legal(deal)
    held = act(deal, "1 bid piccolo; 2 bid besserrufer; 3 pass; 0 pass")
    assert "hold" in legal(held)
    assert "bid besserrufer" in legal(koenig("", "T1 T2 T3", after=NOBODY_BIDS))


@pytest.mark.rule("koenigrufen 17.1.6")
def test_a_besserrufer_may_need_a_bird() -> None:
    strict = {"besserrufer_bid_requires_bird": True}
    deal = koenig("", "", "T2", options=strict)
    assert legal(deal) == from_("piccolo") - {"bid besserrufer"}
    assert refused(deal, "1 bid besserrufer") == ("needs_bird", "koenigrufen 17.1.6")
    bird = act(deal, "1 bid piccolo; 2 bid besserrufer; 3 pass; 0 pass")
    assert legal(bird) == from_("dreier"), "the middle cannot hold it without a bird"
    assert refused(koenig("", "T1 T2 T3", options=strict, after=NOBODY_BIDS), "0 bid besserrufer") == (
        "needs_bird",
        "koenigrufen 17.1.6",
    )
    assert "bid besserrufer" in legal(koenig("T3", options=strict, after=NOBODY_BIDS))


FOUR = {"call SK", "call HK", "call DK", "call CK"}


def rufer(*hands: str, talon: str = "", doubled: int = 0, after: str = "") -> Deal:
    return koenig(*hands, talon=talon, doubled=doubled, after=f"{bids('rufer')}; {after}")


@pytest.mark.rule("koenigrufen 6.1.1")
def test_a_king_is_called_before_the_talon_is_seen() -> None:
    for contract in ("rufer", "solorufer", "besserrufer"):
        deal = koenig("T1", "SK HK DK CK", after=bids(contract))
        assert (deal.phase.name, legal(deal)) == ("calling", FOUR)
        assert not any(group.shown for group in deal.open.talon)
        assert act(deal, "0 call DK").phase.board.hidden.partner == 1
    assert refused(deal, "0 call DQ") == ("kings_only", "koenigrufen 6.1.1")
    assert refused(deal, "0 pass") == ("not_now", "koenigrufen 3.1")


@pytest.mark.rule("koenigrufen 6.1.2")
def test_a_declarer_with_three_kings_may_call_the_remaining_one() -> None:
    deal = rufer("SK HK CK", "", "DK")
    assert legal(deal) == {*FOUR, "call remaining"}
    called = act(deal, "0 call remaining")
    assert (called.phase.board.hidden.partner, called.open.called) == (2, "remaining")
    for hand in ("SK HK", "SK HK DK CK"):
        assert refused(rufer(hand), "0 call remaining") == ("no_remaining_king", "koenigrufen 6.1.2")


@pytest.mark.rule("koenigrufen 20.9")
def test_the_three_kings_must_be_in_the_dealt_hand() -> None:
    deal = rufer("SK HK", talon="CK T20-T22 T1 T2")
    assert legal(deal) == FOUR, "the talon does not count"
    three = act(rufer("SK HK CK", "DK"), "0 call remaining")
    assert "0 call remaining" in map(str, three.log)
    assert act(rufer("SK HK CK", "DK"), "0 call DK").phase.board.hidden.partner == 1, (
        "the suit may be named as well"
    )


@pytest.mark.rule("koenigrufen 6.1.3")
def test_a_declarer_who_calls_an_own_king_plays_alone() -> None:
    deal = rufer("SK HK DK CK", after="0 call HK")
    assert deal.phase.board.hidden.partner is None
    assert [deal.view(seat).side for seat in range(4)] == ["declarer", *["defenders"] * 3]


@pytest.mark.rule("koenigrufen 6.1.4")
def test_the_partner_is_revealed_when_the_king_is_played() -> None:
    deal = until(koenig("T1", "HK H4", after=f"{bids('solorufer')}; 0 call HK"), "play")
    assert deal.open.sides == ("declarer", "", "", "")
    assert (deal.view(1).side, deal.view(2).side) == ("declarer", "defenders")
    heart = act(until(koenig("HQ", "HK", after=f"{bids('solorufer')}; 0 call HK"), "play"), "0 play HQ")
    fallen = act(heart, "1 play HK")
    assert fallen.open.sides == ("declarer", "declarer", "defenders", "defenders")


@pytest.mark.rule("koenigrufen 6.2")
def test_sides() -> None:
    for partner in (1, 2, 3):
        hands = ("HK" if seat == partner else "" for seat in range(4))
        assert rufer(*hands, after="0 call HK").phase.board.hidden.partner == partner
    taken = rufer("S7 S8 S9", talon="HK T20-T22 T2 T3", after="0 call HK; 0 take lower")
    taken = act(taken, "0 lay S7; 0 lay S8; 0 lay S9")
    assert taken.phase.board.hidden.partner is None, "though the declarer holds the king now"
    assert [taken.view(seat).side for seat in (1, 2, 3)] == ["defenders"] * 3


@pytest.mark.rule("koenigrufen 20.10")
def test_a_declarer_is_alone_from_the_start_if_the_king_is_in_the_talon() -> None:
    calls = f"{bids('solorufer')}; 0 call HK; 1 done; 2 done; 3 done"
    hidden = koenig("T1", talon="HK T20-T22 T2 T3", after=calls)
    assert [hidden.view(seat).side for seat in range(4)] == ["declarer", *["defenders"] * 3]
    assert "announce valat" in legal(hidden)
    for seat, before in ((1, ""), (2, "1 done"), (3, "1 done; 2 done")):
        other = koenig(talon="HK T20-T22 T2 T3", after=f"{bids('solorufer')}; 0 call HK; {before}")
        assert refused(other, f"{seat} announce valat") == ("only_declarers_side", "koenigrufen 8.2.2")
        assert refused(other, f"{seat} announce king_ultimo")[0] == "only_declarers_side"
    own = until(rufer("HK S7 S8 S9", after="0 call HK"), "announcing")
    assert "announce king_ultimo" in legal(act(own, "1 done; 2 done; 3 done"))


@pytest.mark.rule("koenigrufen 6.3.1", "koenigrufen 6.3.2")
def test_surrender_and_its_price() -> None:
    deal = rufer(talon="HK T20-T22 T2 T3", after="0 call HK")
    assert legal(deal) == {"take lower", "take upper", "surrender"}
    over = act(deal, "0 surrender")
    assert (over.phase.name, over.open.tricks) == ("over", ())
    assert (sheet(worked("3")), result_of(worked("3")).scores) == ("6.3.2 -10", (-30, 10, 10, 10))
    assert (sheet(worked("17")), result_of(worked("17")).scores) == ("6.3.2 -40", (40, -120, 40, 40))
    besser = koenig(talon="HK T20-T22 T2 T3", after=f"{bids('besserrufer')}; 0 call HK; 0 surrender")
    assert sheet(besser) == "6.3.2 -20", "nothing for the bird"


@pytest.mark.rule("koenigrufen 6.3.3")
def test_surrender_needs_the_called_king_in_the_talon_and_an_unfinished_discard() -> None:
    deal = rufer("S7 S8 S9", talon="HK T20-T22 T2 T3", after="0 call HK; 0 take upper; 0 lay S7; 0 lay S8")
    assert "surrender" in legal(deal)
    assert sheet(act(deal, "0 surrender")) == "6.3.2 -10", "between two discards"
    laid = act(deal, "0 lay S9")
    assert (laid.phase.name, "surrender" in legal(laid)) == ("announcing", False)
    assert refused(laid, "1 surrender") == ("not_now", "koenigrufen 3.1")
    other = rufer("", "HK", talon="T20-T22 T2 T3 T4", after="0 call HK")
    assert refused(other, "0 surrender") == ("not_now", "koenigrufen 3.1")
    assert refused(act(other, "0 take lower"), "0 surrender") == ("not_now", "koenigrufen 3.1")
    own = koenig("HK", talon="SK T20-T22 T2 T3", after=f"{bids('rufer')}; 0 call HK")
    assert "surrender" not in legal(own)


@pytest.mark.rule("koenigrufen 6.3.4")
def test_either_half_may_be_taken() -> None:
    deal = rufer(talon="HK T20-T22 T2 T3", after="0 call HK")
    for half, king in (("lower", True), ("upper", False)):
        taken = act(deal, f"0 take {half}")
        assert ("HK" in map(str, taken.view(0).hand)) is king


@pytest.mark.rule("koenigrufen 6.4")
def test_the_half_with_the_king_is_the_declarers() -> None:
    """Solorufer, the kings all in the lower half: the declarer owns them without having seen them."""
    kings = koenig(
        "S* D* -SK -DK -S7 -D4", "T22", talon="HK SK DK H4 H3 H2", after=f"{bids('solorufer')}; 0 call HK"
    )
    line = result_of(until(kings, "over")).lines[0]
    assert line.figures["points"] == 13, "no trick, and three kings"
    board = until(kings, "play").open
    assert (board.sides, tuple(group.size for group in board.talon)) == (("declarer", "", "", ""), (3, 3))


SHORT = "SK HK DK CK T1 T21 T22 S7 T2-T5"
"""A hand with one suit card that may go."""


def taken(hand: str, lower: str, **options: object) -> Deal:
    return koenig(hand, talon=lower, options=options, after=f"{bids('dreier')}; 0 take lower")


@pytest.mark.rule("koenigrufen 7.1", "koenigrufen 14.2")
def test_all_six_are_shown() -> None:
    for contract in ("rufer", "sechserdreier", "besserrufer", "dreier"):
        deal = koenig("", "SK T1", talon="HK H4 C7 CK C8 C9", after=bids(contract))
        deal = act(deal, "0 call SK") if deal.phase.name == "calling" else deal
        for each, seat in product((deal, until(deal, "play")), (0, 1, 2, 3, None)):
            talon = each.view(seat).open.talon
            assert [f"{group.name} {group.cards}" for group in talon] == ["lower HK H4 C7", "upper CK C9 C8"]


@pytest.mark.rule("koenigrufen 7.2")
def test_the_declarer_takes_three_or_six_cards() -> None:
    deal = koenig("S* D4 D3 D2 D1", talon="HK H4 C7 CK C8 C9", after=bids("dreier"))
    assert legal(deal) == {"take lower", "take upper"}
    assert refused(deal, "0 take all") == ("no_such_half", "koenigrufen 7.2")
    assert refused(deal, "0 lay S7") == ("not_now", "koenigrufen 3.1")
    upper = act(deal, "0 take upper")
    assert (len(upper.view(0).hand), Cards.of("CK C8 C9") <= upper.view(0).hand) == (15, True)
    assert refused(upper, "0 take lower") == ("not_now", "koenigrufen 3.1")
    done = act(upper, "0 lay C8; 0 lay SQ; 0 lay C9")
    assert (done.phase.name, len(done.view(0).hand), str(done.view(0).discards)) == (
        "announcing",
        12,
        "SQ C9 C8",
    )
    six = koenig("S* D4 D3 D2 D1", talon="HK H4 C7 CK C8 C9", after=bids("sechserdreier"))
    assert (six.phase.name, len(six.view(0).hand)) == ("discard", 18)
    assert [group.taker for group in six.open.talon] == [0, 0]
    six = act(six, "0 lay C8; 0 lay SQ; 0 lay C9; 0 lay H4; 0 lay C7; 0 lay D4")
    assert (six.phase.name, len(six.view(0).hand)) == ("announcing", 12)


@pytest.mark.rule("koenigrufen 7.4")
def test_discarded_tarocks_are_not_shown() -> None:
    deal = act(taken(SHORT, "T10 T11 H4"), "0 lay H4; 0 lay T5; 0 lay S7")
    assert deal.open.discards_shown == Cards()
    for other in (1, 2, 3, None):
        assert [str(move) for move in deal.view(other).log][-3:] == ["0 lay ?"] * 3


@pytest.mark.rule("koenigrufen 17.1.9")
def test_discarded_tarocks_may_be_shown() -> None:
    deal = act(taken(SHORT, "T10 T11 H4", show_forced_tarock_discards=True), "0 lay H4; 0 lay T5")
    assert str(deal.open.discards_shown) == "T5"
    for other in (1, 2, 3, None):
        assert [str(move) for move in deal.view(other).log][-2:] == ["0 lay ?", "0 lay T5"]


@pytest.mark.rule("koenigrufen 7.5")
def test_cards_just_taken_may_be_discarded() -> None:
    deal = act(taken("S* T2-T5", "H4 H3 H2"), "0 lay H4; 0 lay H3; 0 lay H2")
    assert str(deal.view(0).discards) == "H2 H3 H4"


@pytest.mark.rule("koenigrufen 7.6", "koenigrufen 17.1.2")
@pytest.mark.parametrize(("owner", "points"), [("declarer", 23), ("opponents", 10)])
def test_the_untaken_half_may_count_for_either_side(owner: str, points: int) -> None:
    """Forehand takes no trick and discards three queens; three kings lie in the upper half."""
    deal = koenig(
        "SQ HQ DQ S7 S8 S9 H4 H3 H2 D4 D3 D2", talon="C7 C8 C9 HK DK CK",
        options={"untaken_half_owner": owner}, after=f"{bids('dreier')}; 0 take lower",
    )  # fmt: skip
    deal = until(act(deal, "0 lay SQ; 0 lay HQ; 0 lay DQ"), "over")
    assert deal.open.tricks_won[0] == 0
    assert result_of(deal).lines[0].figures["points"] == points


@pytest.mark.rule("koenigrufen 7.7", "koenigrufen 14.3")
def test_an_untouched_talon() -> None:
    for contract in ("solorufer", "farbensolo", "solodreier"):
        deal = koenig("SK", talon="HK H4 C7 CK C8 C9", after=bids(contract))
        deal = act(deal, "0 call SK") if deal.phase.name == "calling" else deal
        board = until(deal, "play").open
        assert not any(group.shown or group.cards for group in board.talon)
        over = until(deal, "over").open
        mine = over.won_by((0,))
        others = Cards.of(deal.dealt.talon) | over.won_by((1, 2, 3))
        assert len(mine) + len(others) == 54
        points = result_of(until(deal, "over")).lines[0].figures["points"]
        assert points == counted_in_threes(mine)
        assert [str(group.cards) for group in over.talon] == ["HK H4 C7", "CK C9 C8"], "shown at the end"
    for contract in ("piccolo", "bettel", "piccolo_ouvert", "bettel_ouvert", "trischaken"):
        public = until(koenig(talon="HK H4 C7 CK C8 C9", after=bids(contract)), "play").open
        assert not any(group.shown or group.cards for group in public.talon)
