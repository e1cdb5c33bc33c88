"""§19: the worked examples, in deals played card by card."""

from __future__ import annotations

import pytest

from bot.rules.cards import CARDS, VALUE, Cards, counted_in_threes, face_value
from bot.rules.deal import Deal
from bot.rules.state import Board
from tests.games.koenigrufen.table import WORKED, fallen, result_of, sheet, worked
from tests.notation import cards
from tests.rulebook import RULES

SHEETS = {
    "1": ("10.3.4 +10", (10, -10, 10, -10)),
    "2": ("10.3.5 -20, 10.2.5 -10, 10.2.7 -10", (-40, 40, -40, 40)),
    "3": ("6.3.2 -10", (-30, 10, 10, 10)),
    "4": ("10.3.4 +10, 10.2.8 -10", (0, 0, 0, 0)),
    "5": ("10.3.5 -40, 10.2.1 +20", (-60, 20, 20, 20)),
    "6": ("10.3.2 -320, 10.2.6 +10", (-930, 310, 310, 310)),
    "7": ("10.3.5 -20, 10.2.1 +40", (-20, 60, -20, -20)),
    "7b": ("10.3.4 +40", (-40, 120, -40, -40)),
    "8": ("10.3.5 -20, 10.2.4 -80, 10.2.8 -20", (120, 120, -120, -120)),
    "9": ("10.3.4 +20, 10.2.2 -80", (60, -60, 60, -60)),
    "10": ("10.3.3 +320, 10.2.1 +10, 10.2.5 +10, 10.2.6 +10", (-350, -350, -350, 1050)),
    "11": ("10.3.1 +400", (-400, -400, 1200, -400)),
    "12": ("10.3.4 +100, 10.2.3 -60, 10.2.6 -20", (60, -20, -20, -20)),
    "13": ("10.3.4 +40", (-40, 120, -40, -40)),
    "14": ("10.3.4 +10, 10.2.5 -20, 10.2.5 -10", (-20, 20, 20, -20)),
    "15": ("5.5 -120", (120, 120, -360, 120)),
    "16": ("5.6 +60", (-60, 180, -60, -60)),
    "17": ("6.3.2 -40", (40, -120, 40, 40)),
    "18": ("10.3.4 +10, 10.2.1 -80", (-70, -70, 70, 70)),
    "19": ("10.3.5 -40, 10.2.1 -20, 10.2.2 +40", (-20, 20, 20, -20)),
    "20": ("10.3.1 +1600, 10.2.1 +40", (-1640, 4920, -1640, -1640)),
}
"""Lines from the declarer's point of view, and scores, as in the table of 19.2."""

SITUATIONS = {
    "1": "rufer by 0 with 2, game x1: 40",
    "2": "rufer by 0 with 2, game x2: 30; T21 of 2 to trick 1, won by 1 with T22",
    "3": "rufer by 0, game x1",
    "4": "rufer by 0, game x1: 36; HK of 0 to trick 4, won by 2 with T6",
    "5": "sechserdreier by 0, game x1, pagat@0 x1: 33; T1 of 0 to trick 12, won by 0 with T1",
    "6": "sechserdreier by 0, game x1, valat@0 x2: 65; T2 of 3 to trick 2, won by 1 with T22",
    "7": "solorufer by 1, game x4, pagat@1 x1: 34; T1 of 1 to trick 12, won by 1 with T1",
    "7b": "solorufer by 1, game x2: 40; HK was not played",
    "8": "solorufer by 2 with 3, game x1, king_ultimo@3 x2: 31; HK of 3 to trick 12, won by 1 with DK",
    "9": "besserrufer by 1 with 3, game x1, uhu@1 x2: 54; T2 of 1 to trick 11, won by 3 with T22",
    "10": "dreier by 3, game x2: 70; T1 of 3 to trick 12, won by 3 with T1",
    "11": "farbensolo by 2, game x1, valat@2 x1: 63",
    "12": "solodreier by 0, game x1: 40; T3 of 0 to trick 10, won by 2 with T7",
    "13": "dreier by 1, game x1: 43; T1 of 2 to trick 12, won by 3 with T10",
    "14": "rufer by 0 with 3, game x1, trull@3 x1: 37; T1 of 1 to trick 9, won by 2 with T13",
    "15": "piccolo_ouvert by 2, game x2: 0",
    "16": "bettel by 1, game x1: 0",
    "17": "besserrufer by 1, game x1",
    "18": "rufer by 0 with 1, game x1, pagat@3 x4: 40; T1 of 3 to trick 12, won by 3 with T1",
    "19": "besserrufer by 3 with 0, game x2, uhu@3 x1, pagat@3 x1: 34; T2 of 3 to trick 11, won by 3 with T2",
    "20": "solodreier by 1, game x1, pagat@1 x1, valat@1 x2: 58; T1 of 1 to trick 12, won by 1 with T1",
}
"""Contract, sides, what was doubled; if it was played, the declarer's card points; where a card fell."""


def points(board: Board) -> int:
    """The card points of the declarer's side, computed independently by 1.3.1 and 10.1.1."""
    side = {board.open.declarer, board.hidden.partner}
    pile = [play.card for trick in board.open.tricks if trick.winner in side for play in trick.plays]
    for group in board.talon:
        if board.open.contract in ("rufer", "besserrufer", "dreier"):
            pile += group.cards if group.taker is None else ()
        elif board.open.contract == "solorufer":
            pile += group.cards if board.hidden.called_card in group.cards else ()
    pile += [each for laid in board.hidden.discards for each in laid]
    return (3 * sum(VALUE[each] for each in pile) - 2 * len(pile) + 1) // 3


def situation(deal: Deal) -> str:
    """The situation that a finished deal is an example of."""
    board = deal.phase.board
    partner = "" if board.hidden.partner is None else f" with {board.hidden.partner}"
    items = ", ".join(f"{item} x{item.factor}" for item in board.open.items)
    played = f": {points(board)}" if board.open.tricks else ""
    return f"{board.open.contract} by {board.open.declarer}{partner}, {items}{played}"


@pytest.mark.parametrize("name", SITUATIONS)
def test_each_worked_deal_shows_the_situation_it_is_named_after(name: str) -> None:
    what, _, where = SITUATIONS[name].partition("; ")
    assert situation(worked(name)) == what
    if where:
        assert fallen(worked(name).phase.board, where.partition(" ")[0]) == where


@pytest.mark.rule("koenigrufen 19.2")
@pytest.mark.parametrize("name", SHEETS)
def test_scoring(name: str) -> None:
    deal = worked(name)
    assert (sheet(deal), result_of(deal).scores) == SHEETS[name]
    assert list(result_of(deal).scores) == WORKED[name].expected["scores"]
    assert {line.rule for line in result_of(deal).lines} <= RULES


@pytest.mark.rule("koenigrufen 19.1")
@pytest.mark.parametrize(
    ("counters", "empty", "face", "points"),
    [
        ("SK HK DK SQ HQ SC HC SJ HJ", 25, 58, 35),  # C1, the declarer's side
        ("CK T22 T21 T1 DQ CQ DC CC DJ CJ", 10, 48, 35),  # C1, the others: all the rest
        ("SK HK DK SQ HQ DQ SC HC DC", 17, 53, 36),  # C2, the declarer's side
        ("CK T22 T21 T1 CQ CC SJ HJ DJ CJ", 18, 53, 34),  # C2, the others
        ("SK HK DK T22 T21 SQ SC HC SJ", 15, 52, 36),  # C3, a solodreier's declarer
        ("CK T1 HQ DQ CQ DC CC HJ DJ CJ", 20, 54, 34),  # C3, the others
        ("", 4, 4, 1),  # C4
        ("SK HK DK T21", 0, 20, 17),  # C5
    ],
)
def test_counting(counters: str, empty: int, face: int, points: int) -> None:
    blanks = [each for each in CARDS if VALUE[each] == 1]
    pile = Cards.of([*cards(counters), *blanks[:empty]])
    assert (face_value(pile), counted_in_threes(pile)) == (face, points)
