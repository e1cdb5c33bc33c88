"""§2 to §6: pack and deal, contracts, auction, talon."""

import pytest

from bot.games.tapp_tarock import TAPP_TAROCK
from bot.games.tapp_tarock.scores import card_points
from bot.rules.cards import PACK_54, Cards, counted_in_threes, face_value
from bot.rules.deal import Deal
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from tests.games.tapp_tarock.table import DREIER, OBERER, SOLO, UNTERER, WORKED, Sheet, sheet, tapp, worked
from tests.notation import act, legal, moves, phases, refused, until


@pytest.mark.rule("tapp_tarock 1.5")
def test_thirty_six_of_seventy() -> None:
    assert (face_value(PACK_54), counted_in_threes(PACK_54)) == (106, 70)
    assert card_points(worked(1).phase.board) == 36
    assert card_points(worked(2).phase.board) == 35
    assert "9.1.4" in sheet(1).rows
    assert "9.1.5" in sheet(2).rows


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


MIDDLE = {
    "dreier": "0 pass; 1 bid dreier; 2 pass",
    "unterer": UNTERER,
    "oberer": OBERER,
    "solo": "0 pass; 1 bid solo",
}
"""Middle becomes the declarer of each contract."""


@pytest.mark.rule("tapp_tarock 4.1")
@pytest.mark.parametrize("contract", MIDDLE)
def test_one_against_two(contract: str) -> None:
    deal = until(tapp("T22 HK", "T1-T16", "T21 CK", after=MIDDLE[contract]), "over")
    assert (deal.open.contract, deal.open.declarer) == (contract, 1)
    scores = Sheet.of(deal.result).scores
    assert scores[0] == scores[2], "the two defenders stand and fall together"


@pytest.mark.rule("tapp_tarock 4.2")
@pytest.mark.parametrize(("contract", "value"), [("dreier", 3), ("unterer", 4), ("oberer", 5), ("solo", 8)])
def test_values(contract: str, value: int) -> None:
    deal = until(tapp("HK", "T7-T22", "CK", after=MIDDLE[contract]), "over")
    assert Sheet.of(deal.result).rows["9.1.3"] == (0, 4 * value, 0)
    assert TAPP_TAROCK.contracts == tuple(MIDDLE)


@pytest.mark.rule("tapp_tarock 4.3")
@pytest.mark.parametrize("contract", MIDDLE)
def test_talon_is_used_except_in_solo(contract: str) -> None:
    deal = tapp(after=MIDDLE[contract])
    assert deal.phase.name == ("announcing" if contract == "solo" else "talon")
    assert all(group.shown == (contract != "solo") for group in deal.open.talon)


@pytest.mark.rule("tapp_tarock 4.4")
def test_the_first_three_are_played_alike() -> None:
    deals = [tapp("T2-T17", "S* D*", after=MIDDLE[contract]) for contract in ("dreier", "unterer", "oberer")]
    leads = [until(act(deal, "1 take upper"), "play") for deal in deals]
    assert [deal.seats() for deal in leads] == [(0,)] * 3
    while deals[0].result is None:
        seat = deals[0].seats()[0]
        assert legal(deals[0]) == legal(deals[1]) == legal(deals[2])
        deals = [act(deal, f"{seat} {deal.actions(seat)[0]}") for deal in deals]
    assert until(tapp(after=MIDDLE["solo"]), "play").seats() == (0,), "in solo forehand leads too"


@pytest.mark.rule("tapp_tarock 4.5")
@pytest.mark.parametrize(("contract", "half"), [("unterer", "lower"), ("oberer", "upper")])
def test_old_rule_fixes_the_half(contract: str, half: str) -> None:
    deal = tapp(options={"fixed_half": True}, after=MIDDLE[contract])
    other = {"lower": "upper", "upper": "lower"}[half]
    assert legal(deal) == {f"take {half}"}
    assert refused(deal, f"1 take {other}") == ("prescribed_half", "tapp_tarock 4.5")
    assert legal(tapp(after=MIDDLE[contract])) == {"take lower", "take upper"}
    dreier = tapp(options={"fixed_half": True}, after=MIDDLE["dreier"])
    assert legal(dreier) == {"take lower", "take upper"}


SEATS = {"F": "0", "M": "1", "D": "2"}
CONTRACTS = ("dreier", "unterer", "oberer", "solo")


def calls(text: str) -> str:
    """`F dreier, M pass` in record notation."""
    spoken = [call.split() for call in text.split(", ") if call]
    return "; ".join(f"{SEATS[who]} {'bid ' if what in CONTRACTS else ''}{what}" for who, what in spoken)


def auction(text: str) -> Deal:
    return tapp(after=calls(text))


def outcome(deal: Deal) -> str:
    """The outcome of a finished auction: `M solo`, or `void`."""
    assert deal.phase.name != "auction", "the auction goes on"
    public = deal.open
    return "void" if public.declarer is None else f"{'FMD'[public.declarer]} {public.contract}"


@pytest.mark.rule("tapp_tarock 5.1.1")
def test_forehand_speaks_first_and_the_turn_goes_round() -> None:
    deal = auction("")
    assert (deal.seats(), legal(deal)) == ((0,), {"pass", "bid dreier", "bid solo"})
    assert [auction("F dreier").seats(), auction("F dreier, M unterer").seats()] == [(1,), (2,)]
    assert auction("F dreier, M unterer, D pass").seats() == (0,)
    assert refused(deal, "1 pass") == ("not_your_turn", "tapp_tarock 3.1")
    assert refused(deal, "0 hold") == ("nothing_to_hold", "tapp_tarock 5.1.4")
    assert refused(deal, "0 bid bettel") == ("no_such_bid", "tapp_tarock 4.2")


@pytest.mark.rule("tapp_tarock 5.1.2")
def test_a_pass_is_final_and_others_may_call_again() -> None:
    deal = auction("F pass, M dreier, D unterer, M hold, D oberer")
    assert deal.seats() == (1,), "forehand is out, middle speaks for the third time"
    assert refused(deal, "0 bid solo") == ("not_your_turn", "tapp_tarock 3.1")
    assert legal(deal) == {"pass", "hold", "bid solo"}


@pytest.mark.rule("tapp_tarock 5.1.3")
@pytest.mark.parametrize(
    ("so_far", "low"),
    [
        ("F dreier", "1 bid dreier"),
        ("F dreier, M unterer", "2 bid dreier"),
        ("F dreier, M unterer, D oberer", "0 bid unterer"),
        ("F dreier, M solo", "2 bid solo"),
    ],
)
def test_a_bid_must_be_higher(so_far: str, low: str) -> None:
    assert refused(auction(so_far), low) == ("bid_too_low", "tapp_tarock 5.1.3")


@pytest.mark.rule("tapp_tarock 5.1.4")
def test_a_senior_may_hold_and_nobody_else() -> None:
    assert legal(auction("F dreier, M unterer, D pass")) >= {"hold"}
    held = auction("F dreier, M unterer, D pass, F hold")
    assert (held.seats(), legal(held)) == ((1,), {"pass", "bid oberer", "bid solo"})
    assert refused(held, "1 hold") == ("hold_needs_seniority", "tapp_tarock 5.1.4")
    assert outcome(act(held, "1 pass")) == "F unterer"


@pytest.mark.rule("tapp_tarock 5.1.5")
@pytest.mark.parametrize(
    ("so_far", "options"),
    [
        ("", "pass, bid dreier, bid solo"),
        ("F pass, M pass", "pass, bid dreier, bid solo"),
        ("F dreier", "pass, bid unterer, bid solo"),
        ("F dreier, M unterer", "pass, bid oberer, bid solo"),
        ("F dreier, M unterer, D oberer", "pass, hold, bid solo"),
        ("F dreier, M unterer, D oberer, F hold", "pass, bid solo"),
        ("F dreier, M solo, D pass", "pass, hold"),
        ("F dreier, M solo", "pass"),
    ],
)
def test_only_the_lowest_call_or_solo_may_be_bid(so_far: str, options: str) -> None:
    assert legal(auction(so_far)) == set(options.split(", "))


@pytest.mark.rule("tapp_tarock 5.1.5")
@pytest.mark.parametrize(
    ("so_far", "bid", "code", "fact"),
    [
        ("", "unterer", "no_jump", {"lowest": "dreier"}),
        ("F pass", "oberer", "no_jump", {"lowest": "dreier"}),
        ("F dreier", "oberer", "no_jump", {"lowest": "unterer"}),
        ("F dreier, M unterer, D pass", "oberer", "must_hold", {"standing": "unterer"}),
    ],
)
def test_a_refused_jump_names_the_lowest_call(so_far: str, bid: str, code: str, fact: dict[str, str]) -> None:
    deal = auction(so_far)
    answer = deal.act(deal.seats()[0], Action("bid", bid))
    assert answer == Refusal(code, "tapp_tarock 5.1.5", {"bid": bid, **fact})


@pytest.mark.rule("tapp_tarock 5.1.6")
def test_the_end_of_the_auction() -> None:
    assert outcome(auction("F dreier, M pass, D pass")) == "F dreier", "two have passed"
    assert outcome(auction("F pass, M solo")) == "M solo", "the most senior still in says solo"
    assert outcome(auction("F dreier, M solo, D pass, F hold")) == "F solo", "or holds it"
    assert auction("F pass, M pass").seats() == (2,), "two passes without a bid end nothing"
    assert outcome(auction("F pass, M pass, D pass")) == "void"


@pytest.mark.rule("tapp_tarock 5.3")
@pytest.mark.parametrize(
    ("said", "result"),
    [
        ("F pass, M pass, D pass", "void"),
        ("F pass, M pass, D dreier", "D dreier"),
        ("F dreier, M unterer, D oberer, F hold, M pass, D pass", "F oberer"),
        ("F dreier, M unterer, D pass, F hold, M oberer, F hold, M solo, F hold", "F solo"),
        ("F dreier, M solo, D pass, F pass", "M solo"),
        ("F dreier, M solo, D pass, F hold", "F solo"),
        ("F pass, M dreier, D solo, M hold", "M solo"),
        ("F solo", "F solo"),
        ("F pass, M dreier, D unterer, M hold, D oberer, M hold, D solo, M pass", "D solo"),
    ],
)
def test_traces(said: str, result: str) -> None:
    assert outcome(auction(said)) == result
    for end in range(1, len(moves(calls(said)))):
        assert auction(", ".join(said.split(", ")[:end])).phase.name == "auction"


@pytest.mark.rule("tapp_tarock 17.5")
def test_all_pass() -> None:
    for dealer in range(3):
        order = [(dealer + steps) % 3 for steps in (1, 2, 3)]
        result = tapp("T22 T21 T1", dealer=dealer, after="; ".join(f"{seat} pass" for seat in order)).result
        assert result is not None
        assert (result.void, result.scores, result.lines) == (True, (0, 0, 0), ())
        assert result.next_dealer == order[0]


SHORT = "SK HK DK CK T1 T21 T22 S7 T2-T9"
"""A hand with one suit card that may go."""


def taken(hand: str, lower: str) -> Deal:
    """Forehand's hand with the lower half taken."""
    return tapp(hand, talon=lower, after=f"{DREIER}; 0 take lower")


@pytest.mark.rule("tapp_tarock 6.1")
def test_take_either_half_and_discard_three() -> None:
    deal = tapp("S* D*", talon="HK H4 C7 CK C8 C9", after=DREIER)
    assert [(group.name, group.shown, str(group.cards)) for group in deal.open.talon] == [
        ("lower", True, "HK H4 C7"),
        ("upper", True, "CK C9 C8"),
    ]
    assert legal(deal) == {"take lower", "take upper"}
    assert refused(deal, "0 take 2") == ("no_such_half", "tapp_tarock 6.1")
    upper = act(deal, "0 take upper")
    assert (len(upper.view(0).hand), Cards.of("CK C8 C9") <= upper.view(0).hand) == (19, True)
    done = act(upper, "0 lay C8; 0 lay SQ; 0 lay C9")
    assert (done.phase.name, len(done.view(0).hand), str(done.view(0).discards)) == (
        "announcing",
        16,
        "SQ C9 C8",
    )


@pytest.mark.rule("tapp_tarock 6.2")
def test_discard_is_the_declarers_and_the_other_half_the_defenders() -> None:
    board = worked(1).phase.board
    declarers = board.open.won_by((0,)) | board.hidden.discards[0]
    untaken = next(group.cards for group in board.talon if group.taker is None)
    defenders = board.open.won_by((1, 2)) | untaken
    assert card_points(board) == counted_in_threes(declarers) == 70 - counted_in_threes(defenders)
    assert (len(declarers) % 3, len(declarers) + len(defenders)) == (0, 54)


@pytest.mark.rule("tapp_tarock 6.3")
def test_solo_leaves_the_talon_to_the_defenders() -> None:
    deal = until(tapp("T5-T20", "T22 T21 T1", talon="SK HK DK CK SQ HQ", after=SOLO), "play")
    assert all(not group.shown and not group.cards for group in deal.open.talon)
    board = until(deal, "over").phase.board
    talon = Cards.of("SK HK DK CK SQ HQ")
    assert 70 - card_points(board) == counted_in_threes(board.open.won_by((1, 2)) | talon)
