"""Königrufen deals in short notation: seat 0 is forehand, 3 the dealer."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.games.koenigrufen import KOENIGRUFEN
from bot.games.koenigrufen.scores import score
from bot.rules.cards import card
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from bot.rules.results import ScoreLine
from bot.rules.tricks import Play, Trick
from tests.notation import Sample, act, at, documents, layout, result_of, turns, until, with_open
from tests.notation import position as position_of

NOBODY_BIDS = "1 pass; 2 pass; 3 pass"


def dealt(
    *hands: str,
    talon: str = "",
    dealer: Seat = 3,
    options: Mapping[str, object] | None = None,
    doubled: int = 0,
) -> Deal:
    cards = layout(KOENIGRUFEN, *hands, talon=talon, dealer=dealer, options=options)
    return Deal.start(KOENIGRUFEN, replace(cards, session={"doubled": doubled}))


def koenig(
    *hands: str,
    talon: str = "",
    dealer: Seat = 3,
    options: Mapping[str, object] | None = None,
    doubled: int = 0,
    after: str = "",
) -> Deal:
    """A deal with these hands after some moves; redeals are declined."""
    deal = dealt(*hands, talon=talon, dealer=dealer, options=options, doubled=doubled)
    while deal.phase.name == "offer":
        deal = act(deal, f"{deal.seats()[0]} decline")
    return act(deal, after)


def bids(contract: str, declarer: Seat = 0) -> str:
    """An auction that makes a seat the declarer of a contract; forehand by its free choice."""
    if declarer == 0:
        return f"{NOBODY_BIDS}; 0 bid {contract}"
    return "; ".join(f"{seat} {f'bid {contract}' if seat == declarer else 'pass'}" for seat in (1, 2, 3, 0))


def position(deal: Deal, hand: str, trick: str = "", number: int = 1) -> Deal:
    """The play at a later trick: seat 0 has these cards left, and must follow to the cards of the trick."""
    return position_of(deal, 0, hand, trick, "1" * (number - 1))


def gain(line: ScoreLine) -> int:
    """The game points of a line from the declarer's point of view."""
    return -line.points if line.side == "defenders" else line.points


def sheet(deal: Deal) -> str:
    """The score sheet of a finished deal: rules, and game points from the declarer's point of view."""
    lines = result_of(deal).lines
    return ", ".join(f"{line.rule.removeprefix('koenigrufen ')} {gain(line):+}" for line in lines)


def piled(won: Iterable[tuple[int, str]]) -> tuple[Trick, ...]:
    """Tricks that certain seats have won, each of four cards that anybody may have played."""
    return tuple(
        Trick(tuple(Play(seat, card(code)) for seat, code in enumerate(codes.split())), winner)
        for winner, codes in won
    )


def finished(
    contract: str,
    *named: tuple[int, Seat, str],
    others: Sequence[Seat] = (0, 1, 2),
    said: str = "",
    talon: str = "H4 H3 H2 D4 D3 D2",
    options: Mapping[str, object] | None = None,
    doubled: int = 0,
) -> Deal:
    """Forehand's contract after twelve tricks, some of them given.

    A named trick is its number, its winner, and the cards of seats 0 to 3 in it; the other tricks go to
    `others` in turn, and their cards are left open. The called king is the king of hearts, held by seat 1;
    forehand takes the upper half and makes the first possible discards.
    """
    hands = ("SK T1 T2 T3", "HK", "DK", "") if "HK" not in talon else ("SK T1 T2 T3",)
    deal = koenig(*hands, talon=talon, options=options, doubled=doubled, after=bids(contract))
    deal = act(deal, "0 call HK") if deal.phase.name == "calling" else deal
    while deal.phase.name in ("talon", "discard"):
        lays = [action for action in deal.actions(0) if str(action) != "surrender"]
        deal = act(deal, f"0 {lays[-1]}")
    deal = until(act(deal, said), "play")
    tricks = [Trick((), others[number % len(others)]) for number in range(12)]
    for number, winner, codes in named:
        plays = tuple(Play(seat, card(code)) for seat, code in enumerate(codes.split()))
        tricks[number - 1] = Trick(plays, winner)
    return at(deal, score(with_open(deal.phase.board, tricks=tuple(tricks))))


def bonuses(deal: Deal) -> str:
    """The score sheet without its first line, that of the contract."""
    return ", ".join(sheet(deal).split(", ")[1:])


NAMES = (
    *map(str, range(1, 8)), "7b", *map(str, range(8, 21)),
    "all tricks, declarer", "all tricks, another", "one without", "two without",
    "most, declarer", "most, another", "two share", "three share",
)  # fmt: skip
WORKED = dict(zip(NAMES, map(Sample.of, documents("koenigrufen.worked.jsonl")), strict=True))
"""Deals played so that each shows one example of 19.2, and trischakens."""


def worked(name: str | int) -> Deal:
    """The worked example of that number or name, played to its end."""
    return WORKED[str(name)].end(KOENIGRUFEN)


def solo(
    said: str = "", *hands: str, contract: str = "solodreier", options: Mapping[str, object] | None = None
) -> Deal:
    """Seat 1 plays a contract without exchange, its own king of hearts called where one is.

    Unless hands are given the birds lie in the talon.
    """
    talon = "" if hands else "T1 T2 T3"
    hands = hands or ("SK", "HK T5", "T6 DK", "T7 CK")
    deal = koenig(*hands, talon=talon, options=options, after=bids(contract, 1))
    deal = act(deal, "1 call HK") if deal.phase.name == "calling" else deal
    return act(deal, turns(said) if said else "")


def besserrufer(declarer: str, said: str = "", talon: str = "H4 H3 H2 D4 D3 D2") -> Deal:
    """Seat 1 plays a besserrufer with seat 3 as partner and discards what it has taken."""
    deal = koenig("SK", declarer, "DK", "HK", talon=talon, after=f"{bids('besserrufer', 1)}; 1 call HK")
    deal = act(deal, "1 take lower; 1 lay H4; 1 lay H3; 1 lay H2")
    return act(deal, turns(said) if said else "")
