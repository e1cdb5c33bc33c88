"""Royal Tarokk deals in short notation: seats 0 and 1 against 2 and 3, seat 0 deals by default."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import chain

from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.games.royal_tarokk.announcements import TeamTricks, Won, parsed
from bot.games.royal_tarokk.phases import play
from bot.games.royal_tarokk.scores import score
from bot.rules.cards import CARDS, PACK_40, TAROCKS, Card, Cards, card
from bot.rules.deal import Deal
from bot.rules.facts import Raised
from bot.rules.layout import Layout, Seat, Side
from bot.rules.results import Result
from bot.rules.state import Item, Open, placed
from bot.rules.tricks import Play, Trick
from tests.notation import act, at, cards, until, with_hidden, with_open
from tests.notation import position as position_of

TEAMS = {0: (0, 1), 1: (2, 3)}
RIGHT = {0: 1, 2: 3}
"""The dealer's right neighbour, who speaks and leads first."""


def royal_layout(*hands: str, dealer: Seat = 0) -> Layout:
    """A layout with these cards at seats 0, 1, ...: XX and XIX in their places, three tarokks at least each.

    What is missing is filled in from the rest of the pack, lowest tarokk first, then lowest card first.
    """
    given = [cards(text) for text in (*hands, *[""] * (4 - len(hands)))]
    for owner, code in ((RIGHT[dealer], "T20"), (dealer, "T19")):
        assert card(code) not in chain(*(given[seat] for seat in range(4) if seat != owner)), code
        given[owner] += [] if card(code) in given[owner] else [card(code)]
    rest = [each for each in CARDS if each in PACK_40 and each not in chain(*given)]
    for hand in given:
        _fill(hand, [each for each in rest if each in TAROCKS], 3 - len(Cards.of(hand) & TAROCKS), rest)
    for hand in given:
        _fill(hand, list(rest), 10 - len(hand), rest)
    assert not rest, "a hand is too long"
    return Layout(tuple(map(Cards.of, given)), (), dealer)


def _fill(hand: list[Card], some: list[Card], number: int, rest: list[Card]) -> None:
    for each in some[: max(number, 0)]:
        hand.append(each)
        rest.remove(each)


def turns(text: str) -> str:
    """Turns in record notation: `1 - / 2 honour; contra game@1`, seat 1 silent, seat 2 speaking twice."""
    said = []
    for turn in filter(None, text.split(" / ")):
        seat, _, statements = turn.partition(" ")
        for each in statements.split("; "):
            verb, _, target = each.partition(" ")
            if each != "-":
                said.append(f"{seat} kontra {target}" if verb == "contra" else f"{seat} announce {each}")
        said.append(f"{seat} done")
    return "; ".join(said)


def royal(said: str = "", *hands: str, dealer: Seat = 0, **options: object) -> Deal:
    """A deal with these hands, under some house rules, after some turns of announcing."""
    layout = replace(royal_layout(*hands, dealer=dealer), options=options)
    return act(Deal.start(ROYAL_TAROKK, layout), turns(said))


@cache
def playing(said: str = "", *hands: str, dealer: Seat = 0) -> Deal:
    """A deal with these hands as the play begins, after some turns of announcing and silence."""
    return until(royal(said, *hands, dealer=dealer), "play")


def items(deal: Deal) -> dict[str, str]:
    """The announcements with their states: `live`, `contra` or `void`."""
    raised = Raised.of(deal.open)
    return {str(item): "void" if item in raised else _state(item) for item in deal.open.items}


def _state(item: Item) -> str:
    return "contra" if item.doublings else "live"


def tricks(text: str) -> tuple[Trick, ...]:
    """Ten tricks: who won them, and the cards of those that matter.

    `0022222222; 1 T22 - T21`: seat 0 won the first two tricks, the first with the Skíz over the XXI of seat
    2, which won the others. Cards stand from the winner on in playing order, `-` for a card left open; a
    winner whose card is left open has some tarokk between V and XVII.
    """
    winners, *named = text.split("; ")
    shown = {int(number): codes for number, *codes in (each.split() for each in named)}
    used = set(chain(*shown.values()))
    idle = (code for code in (f"T{number}" for number in range(5, 18)) if code not in used)
    found = []
    for number, winner in enumerate(map(int, winners), 1):
        codes = shown.get(number, ["-"])
        first = next(idle) if codes[0] == "-" else codes[0]
        plays = [
            Play((winner + place) % 4, card(code))
            for place, code in enumerate((first, *codes[1:]))
            if code != "-"
        ]
        found.append(Trick(tuple(plays), winner))
    return tuple(found)


def comes_true(item: str, text: str, team: int = 0) -> bool:
    """Whether a team makes an announcement with these tricks."""
    row, words = parsed(item)
    assert row.feat is not None, f"{item} is a statement about the hand"
    return row.feat(words)(TeamTricks(TEAMS[team], tuple(map(Won.of, tricks(text)))))


def assert_made_and_missed(item: str, made: Iterable[str], missed: Iterable[str]) -> None:
    """Assert that one team only makes an announcement with some tricks, and not with others."""
    for text in made:
        assert comes_true(item, text), text
        assert item == "game" or not comes_true(item, text, team=1), "five tricks each make two games"
    for text in missed:
        assert not comes_true(item, text), text


BASE = {
    40: ("T1-T6 T21 HK SK", "T7-T12 DK CK HQ"),
    50: ("T1-T6 T21 HK SK", "T7-T9 DK CK HQ SQ CQ DQ"),
    70: ("T1-T6 HK SK HQ", "T7-T9 DK CK SQ DQ SC CQ"),
}
"""Hands of the attackers, seats 0 and 1, by base points."""


def over(said: str, text: str, *hands: str, dealer: Seat = 0, **options: object) -> Open:
    """The end of a deal with these announcements and tricks.

    The hands matter only for base points and statements.
    """
    board = playing(said, *hands, dealer=dealer).phase.board
    return score(with_open(board, options=options, tricks=tricks(text))).board.open


def scored(said: str, text: str, *hands: str, dealer: Seat = 0, **options: object) -> Result:
    result = over(said, text, *hands, dealer=dealer, **options).result
    assert result is not None, "the deal is not over"
    return result


def sheet(result: Result, team: int = 0) -> dict[str, int]:
    side = Side.DECLARER if team == 1 - result.next_dealer // 2 else Side.DEFENDERS
    return {line.item: line.base for line in result.lines if line.side == side}


def rules(result: Result) -> dict[str, str]:
    return {line.item: line.rule.removeprefix("royal_tarokk ") for line in result.lines}


def position(deal: Deal, seat: Seat, hand: str, trick: str = "", won: str = "") -> Deal:
    """The play at a later trick, as in `tests.notation`; what binds a card depends on who holds it."""
    board = deal.phase.board
    hands = placed(board.hidden.hands, seat, Cards.of(hand))
    return position_of(at(deal, play(with_hidden(board, hands=hands))), seat, hand, trick, won)
