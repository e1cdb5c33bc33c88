"""§4: the auction."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.games.koenigrufen import KOENIGRUFEN
from bot.rules.deal import Deal
from tests.games.koenigrufen.table import NOBODY_BIDS, koenig
from tests.notation import act, legal, moves, refused

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
    """The outcome of a finished auction: `2 dreier`, or `0 chooses`."""
    assert deal.phase.name != "auction", "the auction goes on"
    public = deal.open
    return "0 chooses" if deal.phase.name == "choice" else f"{public.declarer} {public.contract}"


def short_auctions(deal: Deal, calls: int) -> Iterator[list[str]]:
    """All continuations of an auction to its end within a number of calls."""
    if deal.phase.name != "auction":
        yield [str(move) for move in deal.log]
        return
    missing = 3 - sum(move.action.verb == "pass" for move in deal.log)
    seat = deal.seats()[0]
    for call in sorted(legal(deal)):
        if calls > missing - (call == "pass"):
            yield from short_auctions(act(deal, f"{seat} {call}"), calls - 1)


def reference(
    said: tuple[str, ...], out: frozenset[int], stands: tuple[int, int] | None, turn: int, calls: int
) -> Iterator[list[str]]:
    """The outcomes by the table of 4.2, in an independent implementation from the rules page."""
    left = [seat for seat in range(4) if seat not in out]
    if len(left) == 1:
        yield list(said)
        return
    if len(left) - 1 > calls:
        return
    rank, holder = stands or (-1, -1)
    options: list[tuple[str, frozenset[int], tuple[int, int] | None]] = [("pass", out | {turn}, stands)]
    if stands and turn < holder:
        options.append(("hold", out, (rank, turn)))
    options += [(f"bid {BIDDABLE[higher]}", out, (higher, turn)) for higher in range(rank + 1, 9)]
    for call, passed, standing in options:
        after = [seat for step in (1, 2, 3, 4) if (seat := (turn + step) % 4) not in passed]
        yield from reference((*said, f"{turn} {call}"), passed, standing, after[0], calls - 1)


@pytest.mark.rule("koenigrufen 4.1.1")
def test_the_turn_goes_round_and_a_pass_is_final() -> None:
    so_far = ("", "1 bid piccolo", "1 bid piccolo; 2 pass", "1 bid piccolo; 2 pass; 3 bid bettel")
    assert [koenig(after=calls).seats() for calls in so_far] == [(1,), (2,), (3,), (0,)]
    deal = koenig(after="1 bid piccolo; 2 pass; 3 bid bettel; 0 hold; 1 bid dreier")
    assert deal.seats() == (3,), "seat 2 is out, seat 1 has spoken twice"
    assert refused(deal, "2 bid solodreier") == ("not_your_turn", "koenigrufen 3.1")


@pytest.mark.rule("koenigrufen 4.1.2")
def test_forehand_is_not_asked_first() -> None:
    assert refused(koenig(), "0 pass") == ("not_your_turn", "koenigrufen 3.1")
    assert koenig(after="1 pass; 2 pass").open.contract == "", "mein Spiel is no contract"


@pytest.mark.rule("koenigrufen 4.1.3")
def test_the_three_lowest_cannot_be_bid() -> None:
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


@pytest.mark.rule("koenigrufen 4.2")
def test_every_auction_of_seven_calls_is_one_of_the_state_table() -> None:
    found = sorted(short_auctions(koenig(), 7))
    assert found == sorted(reference((), frozenset(), None, 1, 7))
    assert [sum(len(calls) <= most for calls in found) for most in (3, 4, 5, 6, 7)] == GOLDEN


GOLDEN = [1, 28, 271, 1435, 4945]
"""Distinct auctions of at most 3, 4, 5, 6 and 7 recorded calls."""


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


@pytest.mark.rule("koenigrufen 4.3")
@pytest.mark.parametrize(
    ("so_far", "call", "code"),
    [
        ("", "1 bid rufer", "reserved_contract"),
        ("1 bid piccolo", "2 hold", "hold_needs_seniority"),
        ("1 bid piccolo; 2 pass", "3 bid piccolo", "bid_too_low"),
        ("", "1 hold", "nothing_to_hold"),
        ("", "0 pass", "not_your_turn"),
    ],
)
def test_trace_f_is_refused(so_far: str, call: str, code: str) -> None:
    assert refused(koenig(after=so_far), call)[0] == code


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
