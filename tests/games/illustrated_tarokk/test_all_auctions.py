"""§4.7 and §4.8: the auctions worked out, and all of them enumerated."""

from collections import Counter
from collections.abc import Iterator

import pytest

from bot.games.illustrated_tarokk.values import LADDER
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from tests.games.illustrated_tarokk.table import (
    LETTERS,
    NAMES,
    all_auctions,
    outcome,
    with_everything,
)

Known = tuple[bool, bool, bool, bool, bool]
"""What 4.7 asks of a hand: an honour, a high honour, XVIII, XIX, XX."""


def reference(
    said: tuple[str, ...],
    hands: tuple[Known, ...],
    levels: tuple[tuple[int, ...], ...] = ((), (), (), ()),
    out: frozenset[Seat] = frozenset(),
    turn: Seat = 0,
    held: bool = False,
    guest: tuple[Seat, str] | None = None,
    free: bool = False,
) -> Iterator[tuple[tuple[str, ...], str]]:
    """All auctions of 4.7 with their outcomes, in an independent implementation.

    With `free` the inviter may call like the others (17.2).
    """
    best = max((level for mine in levels for level in mine), default=0)
    owner = next((NAMES.index(each[0]) for each in reversed(said) if each[1] != "-"), None)
    for step in range(4):
        seat = (turn + step) % 4
        may_hold = bool(levels[seat]) and not held and owner != seat
        if seat in out or seat == owner or (best == 4 and not may_hold):
            continue
        if guest is not None and guest[0] == seat and not free:
            out |= {seat}
            continue
        break
    else:
        won = "void" if owner is None else f"{NAMES[owner]} {LADDER[best - 1]}"
        yield said, f"{won}; {guest[1]} of {NAMES[guest[0]]}" if guest else won
        return
    honour, high, *shows = hands[seat]
    alone = owner is None and len(out) == 3
    lowest = best if may_hold else best + 1
    for level in range(lowest - 1, 5):
        jump = level - lowest
        if jump < 0:
            yields = levels[seat] == (1,) and best == 2 and may_hold and len(out) == 2 and guest is None
            if honour and yields and not (high and shows[2]):
                continue
            party = (seat, "T20") if yields and honour else guest
            yield from reference(
                (*said, f"{NAMES[seat]}-"), hands, levels, out | {seat}, seat + 1, held, party, free
            )
            continue
        if not honour or level > 4:
            continue
        invites = jump in (1, 2) and not alone and guest is None
        if invites and not (high and shows[2 - jump]):
            continue
        if jump > 2 and best:
            continue
        party = (seat, "T19" if jump == 1 else "T18") if invites else guest
        letter = "H" if may_hold and jump == 0 else "321S"[level - 1]
        called = tuple((*mine, level) if each == seat else mine for each, mine in enumerate(levels))
        yield from reference(
            (*said, f"{NAMES[seat]}{letter}"), hands, called, out, seat + 1, letter == "H", party, free
        )


HOLDINGS = {
    "everybody has everything": ((True,) * 5,) * 4,
    "nobody has a high honour": ((True, False, True, True, True),) * 4,
    "one invites": ((True, True, True, True, True), *((True, True, False, False, False),) * 3),
    "the third yields": (*((True, True, False, False, False),) * 2, (True,) * 5, (True,) * 5),
    "two have no honour": ((False,) * 5, (True,) * 5, (False, False, True, True, True), (True,) * 5),
}


GOLDEN = {False: (247, 85, 135, 153, 32), True: (333, 85, 168, 180, 45)}
"""The number of all auctions by holding; `True`: inviters may go on."""


def hand_of(known: Known) -> str:
    honour, high, *shows = known
    first = "T22" if high else "T1" if honour else "T2"
    return " ".join([first, *(code for code, has in zip(("T18", "T19", "T20"), shows, strict=True) if has)])


def written(deal: Deal) -> tuple[str, ...]:
    return tuple(f"{NAMES[call.seat]}{LETTERS[str(call.action)]}" for call in deal.open.calls)


@pytest.mark.rule("illustrated_tarokk 4.7", "illustrated_tarokk 17.2")
@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("holding", HOLDINGS)
def test_every_auction(holding: str, *, free: bool) -> None:
    known = HOLDINGS[holding]
    deals = all_auctions(with_everything("", *map(hand_of, known), options={"inviter_must_pass": not free}))
    found = Counter((written(deal), outcome(deal)) for deal in deals)
    assert found == Counter(reference((), known, free=free))
    assert len(found) == GOLDEN[free][list(HOLDINGS).index(holding)]


WORKED_OUT = """
    A3 B- C- D-                  : A three
    A3 B2 C- D- A-               : B two; T20 of A
    A3 B2 C- D- AH B-            : A two
    A3 B2 C- D- AH B1 A-         : B one
    A3 B2 C- D- AH B1 AH BS AH   : A solo
    A3 B2 C- D- AH BS A-         : B solo; T19 of B
    A3 B2 C- D- A1 B-            : A one; T19 of A
    A3 B2 C- D- A1 BS            : B solo; T19 of A
    A3 B2 C- D- AS B-            : A solo; T18 of A
    A3 B2 C- D- AS BH            : B solo; T18 of A
    A3 B1 C- D- AH               : A one; T19 of B
    A3 BS A-                     : B solo; T18 of B
    A3 BS AH                     : A solo; T18 of B
    A3 B2 CS A- BH               : B solo; T19 of C
    A2 B1 C- D-                  : B one; T19 of A
    A2 B1 CS B-                  : C solo; T19 of A
    A2 B1 CS BH                  : B solo; T19 of A
    A1 B- C- D-                  : A one; T18 of A
    AS                           : A solo
    A- B- C- D2                  : D two
    A- B- C- D3                  : D three
    A- B3 C- D2 BH D1 B-         : D one
    A- B3 C2 D- BH C-            : B two
    A- B- C3 D2 CH D1 CH D-      : C one
    A- B- C- D-                  : void
"""


@pytest.mark.rule("illustrated_tarokk 4.8")
@pytest.mark.parametrize("line", WORKED_OUT.strip().splitlines())
def test_worked_out_auctions(line: str) -> None:
    said, _, result = line.strip().partition(" : ")
    said = said.strip()
    assert outcome(with_everything(said)) == result
    for end in range(1, len(said.split())):
        assert with_everything(" ".join(said.split()[:end])).phase.name == "auction"
