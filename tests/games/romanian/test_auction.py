"""§6: the auction."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.games.romanian.tables import BIDS, bids_of
from bot.rules.deal import Deal
from tests.games.romanian.table import four, three, won_by
from tests.notation import act, legal, refused

TEN = ["doi1", "doi2", "doi3", "unu1", "unu2", "unu3", "unu4", "unu5", "unu6", "solo"]
TWELVE = ["trei1", "trei2", *TEN]


def called(text: str) -> set[str]:
    """Calls in short: `pass doi2 solo hold`."""
    return {each if each in ("pass", "hold") else f"bid {each}" for each in text.split()}


def outcome(deal: Deal) -> str:
    """The outcome of a finished auction."""
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


@pytest.mark.rule("romanian_tarok 6.1.2")
@pytest.mark.rule("romanian_tarok 16.3")
def test_only_the_taper_has_trei_bids() -> None:
    assert refused(four(), "0 bid trei1") == ("no_such_bid", "romanian_tarok 6.1.2")
    assert legal(three(after="0 bid trei1; 1 bid trei2")) == called("pass doi1 unu1 solo")


@pytest.mark.rule("romanian_tarok 6.2.1")
@pytest.mark.rule("romanian_tarok 6.2.2")
def test_the_turn_goes_round_and_a_pass_is_final() -> None:
    deal = four(dealer=1)
    order = []
    for call in ("bid doi1", "pass", "bid doi2", "pass", "hold", "bid doi3"):
        order.append(deal.seats()[0])
        deal = act(deal, f"{order[-1]} {call}")
    assert (order, deal.seats()) == ([2, 3, 0, 1, 2, 0], (2,))


@pytest.mark.rule("romanian_tarok 6.2.3")
def test_first_bids() -> None:
    assert legal(four()) == legal(four(after="0 pass; 1 pass")) == called("pass doi1 unu1 solo")
    assert legal(three()) == called("pass trei1 doi1 unu1 solo")


@pytest.mark.rule("romanian_tarok 6.2.4")
def test_bids_rise() -> None:
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


@pytest.mark.rule("romanian_tarok 6.3.2")
def test_nobody_bids() -> None:
    assert four(after="0 pass; 1 pass; 2 pass").phase.name == "auction"
    assert four(after="0 pass; 1 pass; 2 pass; 3 pass").phase.name == "play"
    assert three(after="0 pass; 1 pass; 2 pass").phase.name == "over"


@pytest.mark.rule("romanian_tarok 6.3.3")
def test_everybody_is_asked() -> None:
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


def auctions(deal: Deal, calls: int) -> Iterator[str]:
    """All continuations of an auction to its end within a number of calls."""
    if deal.phase.name != "auction":
        yield "; ".join(str(move) for move in deal.log)
    elif calls:
        seat = deal.seats()[0]
        for call in sorted(legal(deal)):
            yield from auctions(act(deal, f"{seat} {call}"), calls - 1)


def reference(
    ladder: list[str],
    seats: int,
    said: str,
    out: frozenset[int],
    stands: tuple[int, int] | None,
    turn: int,
    calls: int,
) -> Iterator[str]:
    """The outcomes by 6.2.7 and 6.3, in an independent implementation from the rules page."""
    if len(out) == seats or (stands and len(out) == seats - 1):
        yield said
        return
    if not calls:
        return
    level, holder = stands or (-1, -1)
    choices: list[tuple[str, frozenset[int], tuple[int, int] | None]] = [("pass", out | {turn}, stands)]
    if stands and turn < holder:
        choices.append(("hold", out, (level, turn)))
    for higher in range(level + 1, len(ladder)):
        follows = stands and higher == level + 1 and ladder[higher][:3] == ladder[level][:3]
        if follows or ladder[higher] in ("trei1", "doi1", "unu1", "solo"):
            choices.append((f"bid {ladder[higher]}", out, (higher, turn)))
    for call, passed, standing in choices:
        left = [seat for step in range(1, seats + 1) if (seat := (turn + step) % seats) not in passed]
        text = f"{said}; {turn} {call}".removeprefix("; ")
        yield from reference(ladder, seats, text, passed, standing, left[0] if left else turn, calls - 1)


@pytest.mark.rule("romanian_tarok 6.2.7")
@pytest.mark.rule("romanian_tarok 21.3")
@pytest.mark.parametrize(
    ("deal", "ladder", "seats", "calls", "number"), [(four(), TEN, 4, 8, 787), (three(), TWELVE, 3, 7, 665)]
)
def test_every_short_auction(deal: Deal, ladder: list[str], seats: int, calls: int, number: int) -> None:
    found = sorted(auctions(deal, calls))
    assert found == sorted(reference(ladder, seats, "", frozenset(), None, 0, calls))
    assert len(found) == number
