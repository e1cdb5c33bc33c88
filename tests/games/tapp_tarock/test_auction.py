"""§5: the auction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from bot.rules.deal import Deal
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from tests.games.tapp_tarock.table import tapp
from tests.notation import act, legal, moves, refused

SEATS = {"F": "0", "M": "1", "D": "2"}
CONTRACTS = ("dreier", "unterer", "oberer", "solo")


def calls(text: str) -> str:
    """`F dreier, M pass` in record notation."""
    spoken = [call.split() for call in text.split(", ") if call]
    return "; ".join(f"{SEATS[who]} {'bid ' if what in CONTRACTS else ''}{what}" for who, what in spoken)


def auction(text: str) -> Deal:
    """A deal after these calls."""
    return tapp(after=calls(text))


def outcome(deal: Deal) -> str:
    """The outcome of a finished auction: `M solo`, or `void`."""
    assert deal.phase.name != "auction", "the auction goes on"
    public = deal.open
    return "void" if public.declarer is None else f"{'FMD'[public.declarer]} {public.contract}"


def all_auctions(deal: Deal) -> Iterator[Deal]:
    """All continuations of an auction."""
    if deal.phase.name != "auction":
        yield deal
        return
    seat = deal.seats()[0]
    for call in sorted(legal(deal)):
        yield from all_auctions(act(deal, f"{seat} {call}"))


def reference(passed: frozenset[int], standing: tuple[int, int] | None, turn: int) -> Iterator[list[str]]:
    """The outcomes by the table of 5.2, in an independent implementation from the rules page."""
    options = ["pass"]
    if standing is None:
        options += ["bid dreier", "bid solo"]
    else:
        level, holder = standing
        options += ["hold"] if turn < holder else [f"bid {CONTRACTS[level + 1]}"] if level < 3 else []
        options += ["bid solo"] if level < 3 and "bid solo" not in options else []
    for option in options:
        out = passed | {turn} if option == "pass" else passed
        stands = standing
        if option == "hold" and standing:
            stands = (standing[0], turn)
        elif option.startswith("bid"):
            stands = (CONTRACTS.index(option[4:]), turn)
        left = [seat for seat in range(3) if seat not in out]
        said = f"{turn} {option}"
        if not left or (stands and (len(left) == 1 or stands == (3, min(left)))):
            yield [said]
        else:
            following = next(seat for seat in ((turn + 1) % 3, (turn + 2) % 3, turn) if seat in left)
            yield from ([said, *rest] for rest in reference(out, stands, following))


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
    ("so_far", "call", "code"),
    [
        ("", "0 bid unterer", "no_jump"),
        ("F pass", "1 bid oberer", "no_jump"),
        ("F dreier", "1 bid oberer", "no_jump"),
        ("F dreier, M unterer, D pass", "0 bid oberer", "must_hold"),
    ],
)
def test_jumps_are_refused(so_far: str, call: str, code: str) -> None:
    assert refused(auction(so_far), call) == (code, "tapp_tarock 5.1.5")


@pytest.mark.rule("tapp_tarock 5.1.5")
@pytest.mark.parametrize(
    ("so_far", "call", "lowest"),
    [("", "unterer", "dreier"), ("F dreier", "oberer", "unterer")],
)
def test_a_refused_bid_names_the_lowest_one(so_far: str, call: str, lowest: str) -> None:
    deal = auction(so_far)
    (seat,) = deal.seats()
    answer = deal.act(seat, Action("bid", call))
    assert isinstance(answer, Refusal)
    assert answer.facts == {"bid": call, "lowest": lowest}


@pytest.mark.rule("tapp_tarock 5.1.6")
def test_the_end_of_the_auction() -> None:
    assert outcome(auction("F dreier, M pass, D pass")) == "F dreier", "two have passed"
    assert outcome(auction("F pass, M solo")) == "M solo", "the most senior still in says solo"
    assert outcome(auction("F dreier, M solo, D pass, F hold")) == "F solo", "or holds it"
    assert auction("F pass, M pass").seats() == (2,), "two passes without a bid end nothing"
    assert outcome(auction("F pass, M pass, D pass")) == "void"


@pytest.mark.rule("tapp_tarock 5.2")
def test_every_auction_is_one_of_the_state_table() -> None:
    found = [[str(move) for move in deal.log] for deal in all_auctions(tapp())]
    assert sorted(found) == sorted(reference(frozenset(), None, 0))


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


@pytest.mark.rule("tapp_tarock 5.3")
@pytest.mark.parametrize(
    ("so_far", "call", "code"),
    [
        ("", "0 bid unterer", "no_jump"),
        ("F dreier", "1 bid oberer", "no_jump"),
        ("F dreier, M unterer, D pass", "0 bid oberer", "must_hold"),
        ("F pass, M dreier", "2 hold", "hold_needs_seniority"),
    ],
)
def test_trace_j_is_refused(so_far: str, call: str, code: str) -> None:
    assert refused(auction(so_far), call)[0] == code


@pytest.mark.rule("tapp_tarock 17.4")
def test_fifty_seven_auctions() -> None:
    ends = list(all_auctions(tapp()))
    solos = {"F solo": 15, "M solo": 13, "D solo": 10}
    fewer = {
        f"{who} {contract}": count
        for who in "FMD"
        for contract, count in zip(CONTRACTS, (1, 2, 3), strict=False)
    }
    assert len(ends) == len({deal.log for deal in ends}) == 57
    assert Counter(map(outcome, ends)) == {"void": 1, **fewer, **solos}
    holds = [
        (deal, place) for deal in ends for place, move in enumerate(deal.log) if str(move).endswith("hold")
    ]
    assert all(
        any("unterer" in str(move) or "solo" in str(move) for move in deal.log[:place])
        for deal, place in holds
    )
    assert auction("F dreier, M unterer, D pass, F hold").phase.name == "auction", (
        "a hold ends nothing by itself"
    )
    assert auction("F dreier, M solo").seats() == (2,), "a junior's solo is still answered, if only by a pass"


@pytest.mark.rule("tapp_tarock 17.5")
def test_all_pass() -> None:
    for dealer in range(3):
        order = [(dealer + steps) % 3 for steps in (1, 2, 3)]
        result = tapp("T22 T21 T1", dealer=dealer, after="; ".join(f"{seat} pass" for seat in order)).result
        assert result is not None
        assert (result.void, result.scores, result.lines) == (True, (0, 0, 0), ())
        assert result.next_dealer == order[0]


@pytest.mark.rule("tapp_tarock 17.1")
@pytest.mark.parametrize("dealer", range(3))
def test_seats_keep_their_numbers_whoever_deals(dealer: int) -> None:
    forehand = next(seat for seat in range(3) if (seat - dealer - 1) % 3 == 0)
    deal = tapp(dealer=dealer)
    assert deal.seats() == (forehand,)
    solo = act(deal, f"{forehand} bid solo; {forehand} done; {(forehand + 1) % 3} done; {dealer} done")
    assert (solo.phase.name, solo.seats()) == ("play", (forehand,))
