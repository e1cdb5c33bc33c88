"""Deals written as they are in deal records: cards by their codes, moves as `seat verb argument`.

Moves are joined by `; `. Cards that a test does not name are filled in: the rest of the pack goes, lowest
card first (S H D C, then tarocks), to the seats in order and then to the talon. The dealer is seat 2 by
default: in a game for three, forehand is seat 0, middle 1 and the dealer 2.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from bot.rules.cards import CARDS, SUIT, SUITS, TAROCK, Card, Cards, card
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Layout, Seat, Side
from bot.rules.moves import Action
from bot.rules.phase import Phase
from bot.rules.playing import Playing
from bot.rules.reasons import Refusal
from bot.rules.results import Outcome, Result, ScoreLine
from bot.rules.state import Board, placed
from bot.rules.tricks import Play, Trick

GOLDEN = Path(__file__).parent / "golden"
QUIET = ("pass", "done")
FILLERS = [each for suit in (*SUITS, TAROCK) for each in reversed(SUIT[suit].sorted)]
"""All cards in the order in which layouts are filled up."""
LINE = ScoreLine(
    item="game",
    side=Side.DECLARER,
    outcome=Outcome.WON,
    sentence="game.won",
    declarers=(),
    base=1,
    amounts=(),
    rule="any 9.1",
)
"""A line of a score sheet, as the basis for `_replace`."""


def with_open(board: Board, **facts: Any) -> Board:
    """The board with other public facts."""
    return board.with_open(board.open._replace(**facts))


def with_hidden(board: Board, **cards: Any) -> Board:
    """The board with other hidden cards."""
    return Board(board.open, replace(board.hidden, **cards))


def cards(text: str) -> list[Card]:
    """The cards of a text: codes, `S*` for a whole suit, `T2-T20` for a run, `-HK` takes a card out again."""
    found: list[Card] = []
    for token in text.split():
        first, dash, last = token.partition("-")
        if not first:
            found.remove(card(last))
        elif dash:
            found += CARDS[card(first) : card(last) + 1]
        elif token.endswith("*"):
            found += SUIT[token[0]].sorted
        else:
            found.append(card(token))
    return found


def layout(
    game: Game,
    *hands: str,
    talon: str = "",
    dealer: Seat = 2,
    options: Mapping[str, object] | None = None,
    seats: int = 0,
) -> Layout:
    """A layout with these cards at seats 0, 1, ... and in the talon, the rest filled in.

    The number of seats is the least that the game allows, unless given.
    """
    seats = seats or min(game.seats)
    sizes = (*game.hand_sizes(dealer, seats), game.talon_size)
    given = [cards(text) for text in (*hands, *[""] * (seats - len(hands)), talon)]
    used = {each for group in given for each in group}
    rest = iter([each for each in FILLERS if each in game.pack and each not in used])
    full = [[*group, *islice(rest, size - len(group))] for group, size in zip(given, sizes, strict=True)]
    assert [len(group) for group in full] == list(sizes), "a hand is too long, or a card is named twice"
    assert not list(rest), "the pack is larger than the hands and the talon"
    return Layout(tuple(map(Cards.of, full[:-1])), tuple(full[-1]), dealer, options or {})


def move(text: str) -> tuple[Seat, Action]:
    """The seat and the action of one move: `1 bid solo`."""
    seat, _, action = text.strip().partition(" ")
    return int(seat), Action.parse(action)


def moves(text: str) -> list[str]:
    """The single moves of `0 pass; 1 bid dreier`."""
    return [each.strip() for each in text.split(";") if each.strip()]


def at(deal: Deal, phase: Phase) -> Deal:
    """A deal in another phase."""
    return Deal.at(deal.game, deal.layout, phase, deal.moves)


def act(deal: Deal, text: str) -> Deal:
    """The deal after some moves, every one of them legal."""
    for each in moves(text):
        after = deal.act(*move(each))
        assert isinstance(after, Deal), f"{each}: {after}; legal: {legal(deal)}"
        deal = after
    return deal


def refused(deal: Deal, text: str) -> tuple[str, str]:
    """Code and rule number of the refusal that answers a move."""
    answer = deal.act(*move(text))
    assert isinstance(answer, Refusal), f"{text} is legal"
    return answer.code, answer.rule


def legal(deal: Deal, seat: Seat | None = None) -> set[str]:
    """The legal actions of a seat, by default of the one whose turn it is."""
    return set(map(str, deal.actions(deal.seats()[0] if seat is None else seat)))


def choice(deal: Deal) -> str:
    """The cards that may be played or discarded now, as players sort a hand."""
    return str(Cards.of(" ".join(text.partition(" ")[2] for text in legal(deal))))


def quiet(deal: Deal, seat: Seat) -> Action:
    """A passive choice: no statement if possible, else the first legal action, the highest card."""
    actions = deal.actions(seat)
    return next((action for action in actions if action.verb in QUIET), actions[0])


def until(deal: Deal, phase: str, choose: Callable[[Deal, Seat], Action] = quiet) -> Deal:
    """The deal when it reaches a phase, by passive choices."""
    while deal.phase.name != phase:
        seat = deal.seats()[0]
        deal = act(deal, f"{seat} {choose(deal, seat)}")
    return deal


def position(
    deal: Deal,
    seat: Seat,
    hand: str,
    trick: str = "",
    won: str = "",
    choose: Callable[[Deal, Seat], Action] = quiet,
) -> Deal:
    """The play come to a later trick: a seat has these cards left and must add to what lies there.

    `won` has the winners of the earlier tricks, whose cards are left open.
    """
    phase, codes = until(deal, "play", choose).phase, trick.split()
    assert isinstance(phase, Playing)
    others = [(seat - len(codes) + place) % deal.layout.seats for place in range(len(codes))]
    plays = tuple(Play(other, card(code)) for other, code in zip(others, codes, strict=True))
    tricks = tuple(Trick((), int(winner)) for winner in won)
    hands = placed(phase.hands, seat, Cards.of(hand))
    return at(deal, replace(phase, turn=seat, hands=hands, trick=plays, tricks=tricks))


def result_of(deal: Deal) -> Result:
    assert deal.result is not None, "the deal is not over"
    return deal.result


def factors(deal: Deal) -> dict[str, int]:
    """What each item is multiplied by."""
    return {str(item): item.factor for item in deal.open.items}


def turns(text: str) -> str:
    """Turns in record notation: `2 - / 3 kontra game`, a silent turn of seat 2 and a kontra of seat 3."""
    said = []
    for turn in text.split(" / "):
        seat, _, statements = turn.partition(" ")
        said += [f"{seat} {each}" for each in statements.split(", ") if each != "-"] + [f"{seat} done"]
    return "; ".join(said)


def phases(deals: Iterable[Deal]) -> list[str]:
    """The phases of some positions, without repetitions."""
    return list(dict.fromkeys(deal.phase.name for deal in deals))


@dataclass(frozen=True)
class Sample:
    """A deal record with its expected result."""

    game: str
    layout: Layout
    actions: Sequence[str]
    expected: Mapping[str, Any]

    @classmethod
    def of(cls, document: Mapping[str, Any], expected: Mapping[str, Any] | None = None) -> Sample:
        """The sample of a deal record, parsed here independently of `Record`."""
        hands = tuple(map(Cards.of, document["hands"]))
        talon = tuple(map(card, document["talon"].split()))
        dealt = Layout(hands, talon, document["dealer"], document["options"], document["session"])
        return cls(document["game"], dealt, document["actions"], expected or document["result"])

    def positions(self, game: Game) -> Iterator[Deal]:
        """The deal before every action, and finally after all of them."""
        deal = Deal.start(game, self.layout)
        yield deal
        for each in self.actions:
            deal = act(deal, each)
            yield deal

    def end(self, game: Game) -> Deal:
        """The deal after all its actions."""
        *_, last = self.positions(game)
        return last


def documents(name: str) -> list[dict[str, Any]]:
    """The lines of a file of tests/golden, each a JSON object."""
    return [json.loads(line) for line in (GOLDEN / name).read_text("utf-8").splitlines()]
