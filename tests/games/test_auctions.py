"""Every auction over a ladder of contracts, as an independent implementation of the rules pages has it."""

from collections.abc import Callable, Iterator

import pytest

from bot.rules.deal import Deal
from bot.rules.layout import Seat
from tests.games.koenigrufen.table import koenig
from tests.games.romanian.table import four, three
from tests.games.tapp_tarock.table import tapp
from tests.notation import act, legal

Standing = tuple[int, Seat] | None
"""The level of the highest call, and who holds it."""
Choices = Callable[[Standing, Seat], dict[str, Standing]]
"""The calls of a seat other than a pass, each with what it makes the highest call."""
TAPP = ("dreier", "unterer", "oberer", "solo")
KOENIG = (
    *("piccolo", "solorufer", "bettel", "besserrufer", "dreier", "farbensolo", "piccolo_ouvert"),
    *("bettel_ouvert", "solodreier"),
)
ROMANIAN = ("doi1", "doi2", "doi3", *(f"unu{number}" for number in range(1, 7)), "solo")


def held(standing: Standing, turn: Seat) -> dict[str, Standing]:
    """A senior of the holder may hold."""
    return {"hold": (standing[0], turn)} if standing and turn < standing[1] else {}


def in_tapp_tarock(standing: Standing, turn: Seat) -> dict[str, Standing]:
    """The lowest call, which is a hold for a senior, or solo."""
    level = standing[0] if standing else -1
    solo: dict[str, Standing] = {"bid solo": (3, turn)} if level < 3 else {}
    following: dict[str, Standing] = {f"bid {TAPP[level + 1]}": (level + 1, turn)} if level < 3 else {}
    return (held(standing, turn) or following) | solo


def in_koenigrufen(standing: Standing, turn: Seat) -> dict[str, Standing]:
    above = range(standing[0] + 1 if standing else 0, len(KOENIG))
    return held(standing, turn) | {f"bid {KOENIG[each]}": (each, turn) for each in above}


def in_romanian(*ladder: str) -> Choices:
    """The first bid of each higher class, or the next of the same class."""

    def choices(standing: Standing, turn: Seat) -> dict[str, Standing]:
        level = standing[0] if standing else -1
        above = [
            each
            for each in range(level + 1, len(ladder))
            if ladder[each] in ("trei1", "doi1", "unu1", "solo")
            or (standing and each == level + 1 and ladder[each][:3] == ladder[level][:3])
        ]
        return held(standing, turn) | {f"bid {ladder[each]}": (each, turn) for each in above}

    return choices


def reference(
    choices: Choices, name: str, seats: int, calls: int, turn: Seat, out: frozenset[Seat], standing: Standing
) -> Iterator[list[str]]:
    """The auctions of at most a number of calls, from a turn on.

    Forehand of Königrufen plays if all others pass; in Tapp-Tarock the most senior seat's solo is the end.
    """
    left = [seat for seat in range(seats) if seat not in out]
    settled = len(left) == 1 and (standing or name == "koenigrufen")
    if not left or settled or (name == "tapp_tarock" and standing == (3, min(left))):
        yield []
    elif len(left) - 1 <= calls:
        for call, after in {"pass": standing, **choices(standing, turn)}.items():
            gone = out | {turn} if call == "pass" else out
            around = [(turn + step) % seats for step in range(1, seats + 1)]
            following = next((seat for seat in around if seat not in gone), turn)
            for rest in reference(choices, name, seats, calls - 1, following, gone, after):
                yield [f"{turn} {call}", *rest]


def auctions(deal: Deal, calls: int) -> Iterator[list[str]]:
    """The auctions of at most a number of calls, as the bot has them."""
    if deal.phase.name != "auction":
        yield [str(move) for move in deal.log]
        return
    missing = deal.layout.seats - 1 - sum(move.action.verb == "pass" for move in deal.log)
    for call in sorted(legal(deal)):
        if calls > missing - (call == "pass"):
            yield from auctions(act(deal, f"{deal.seats()[0]} {call}"), calls - 1)


@pytest.mark.rule("tapp_tarock 5.2", "tapp_tarock 17.4", "koenigrufen 4.2", "romanian_tarok 6.2.7")
@pytest.mark.rule("romanian_tarok 21.3")
@pytest.mark.parametrize(
    ("deal", "choices", "calls", "number"),
    [
        (tapp(), in_tapp_tarock, 99, 57),
        (koenig(), in_koenigrufen, 7, 4945),
        (four(), in_romanian(*ROMANIAN), 8, 787),
        (three(), in_romanian("trei1", "trei2", *ROMANIAN), 7, 665),
    ],
    ids=["tapp_tarock", "koenigrufen", "romanian_tarok", "romanian_taper"],
)
def test_every_auction_is_one_of_the_state_table(
    deal: Deal, choices: Choices, calls: int, number: int
) -> None:
    found = sorted(auctions(deal, calls))
    (first,), seats = deal.seats(), deal.layout.seats
    assert found == sorted(reference(choices, deal.game.name, seats, calls, first, frozenset(), None))
    assert len(found) == number
