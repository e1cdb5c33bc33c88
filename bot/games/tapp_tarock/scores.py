"""The score sheet of Tapp-Tarock and its prices: the game, the pagat, the hands (4.2, 9)."""

from bot.games.tapp_tarock.values import (
    ANNOUNCED_PAGAT,
    ANNOUNCED_VALAT,
    CONTRACTS,
    HAND_BONUSES,
    PAGAT_ULTIMO,
    SEATS,
    SENTENCES,
    SILENT_VALAT,
    TO_WIN,
    TRICKS,
    VALAT,
    contract_of,
)
from bot.rules.announcing import GAME
from bot.rules.cards import PAGAT, Cards, counted_in_threes, union
from bot.rules.game import ContractPrice, Counting, Prices, Stake, twice_as_much
from bot.rules.layout import Seat, Side
from bot.rules.phase import Phase, finished
from bot.rules.results import Outcome, Result, ScoreLine, factors
from bot.rules.scoring import Sheet, shares, trick_with, tricks_of
from bot.rules.state import Board, Item, Known, declarer_of, members, side_of
from bot.rules.view import View


def next_dealer(board: Board) -> Seat:
    """The right neighbour deals next (2.1)."""
    return board.open.next(board.open.dealer)


def passed_out(board: Board) -> Phase:
    """End a deal without a bid: it is void (5.1.6)."""
    return finished(board, Result(SEATS, next_dealer(board), void=True))


def score(board: Board) -> Phase:
    """End the deal with its score sheet: the game or valat, the pagat ultimo, and hand bonuses (9)."""
    lines = (game_line(board), *pagat_lines(board), *hand_lines(board))
    return finished(board, Result(SEATS, next_dealer(board), lines))


def card_points(board: Board) -> int:
    """The declarer's card points: tricks and discard (6.2)."""
    declarer = declarer_of(board.open)
    return counted_in_threes(board.open.won_by((declarer,)) | board.hidden.discards[declarer])


def counting(known: Known) -> Counting | None:
    """Card points decide every contract unless a valat was announced (4.1, 9.1)."""
    return None if known.open.item(VALAT) else Counting(counted_in_threes, TO_WIN, Side.DEFENDERS)


SHEET = Sheet("tapp_tarock", SENTENCES)


def line(
    board: Board, item: str, side: Side, outcome: Outcome, base: int, times: int, rule: str, **figures: int
) -> ScoreLine:
    """Return a line for a side: every member writes the full points (9.0)."""
    doubled = board.open.item(GAME if item == VALAT else item)
    kontra = doubled.factor if doubled else 1
    amounts = shares(SEATS, members(board, side), base * times * kontra)
    row = (item, side, outcome, base, amounts, rule, factors(times=times, kontra=kontra))
    return SHEET.line(board, *row, figures=figures)


def game_line(board: Board) -> ScoreLine:
    """The row of 9.1 that applies: the valat if there is one, else the game by card points."""
    tricks, points = tricks_of(board, (declarer_of(board.open),)), card_points(board)
    value = contract_of(board).value
    if board.open.item(VALAT) and tricks == TRICKS:
        return line(board, VALAT, Side.DECLARER, Outcome.MADE, value, ANNOUNCED_VALAT, "9.1.1")
    if board.open.item(VALAT):
        row = (VALAT, Side.DEFENDERS, Outcome.MISSED, value, ANNOUNCED_VALAT, "9.1.2")
        return line(board, *row, tricks=tricks)
    if tricks == TRICKS:
        return line(board, VALAT, Side.DECLARER, Outcome.WON, value, SILENT_VALAT, "9.1.3")
    if points >= TO_WIN:
        return line(board, GAME, Side.DECLARER, Outcome.WON, value, 1, "9.1.4", points=points)
    return line(board, GAME, Side.DEFENDERS, Outcome.LOST, value, 1, "9.1.5", points=points)


def pagat_lines(board: Board) -> tuple[ScoreLine, ...]:
    """The row of 9.2 that applies, if any: the pagat in the last trick."""
    value, last = contract_of(board).pagat, trick_with(board, TRICKS, PAGAT)
    if board.open.item(PAGAT_ULTIMO):
        if last is not None and last[0].winner == last[1] == board.open.declarer:
            row = (Side.DECLARER, Outcome.MADE, value, ANNOUNCED_PAGAT, "9.2.1")
        else:
            row = (Side.DEFENDERS, Outcome.MISSED, value, ANNOUNCED_PAGAT, "9.2.2")
        return (line(board, PAGAT_ULTIMO, *row),)
    if last is None:
        return ()
    winner, player = last[0].winner, last[1]
    own, other = side_of(board, player), side_of(board, winner)
    if winner == player:
        rule = "9.2.3" if own == Side.DECLARER else "9.2.5"
        return (line(board, PAGAT_ULTIMO, own, Outcome.WON, value, 1, rule),)
    if own == other:
        return ()
    rule = "9.2.4" if own == Side.DECLARER else "9.2.6"
    return (line(board, PAGAT_ULTIMO, other, Outcome.LOST, value, 1, rule),)


def hand_lines(board: Board) -> tuple[ScoreLine, ...]:
    """The hand bonuses (9.3), written by the holder only. Their cards cannot have been discarded."""
    return tuple(
        SHEET.line(
            *(board, bonus.id, Side.SEAT, Outcome.HELD, bonus.points),
            *(shares(SEATS, (seat,), bonus.points), bonus.rule),
            seat=seat,
        )
        for seat, hand in enumerate(hands_after_exchange(board))
        for bonus in HAND_BONUSES
        if bonus.held(hand)
    )


def hands_after_exchange(board: Board) -> tuple[Cards, ...]:
    """The cards each seat was dealt, and those that the declarer took from the talon."""
    taken = union(group.cards for group in board.open.talon if group.taker is not None)
    dealt, declarer = board.hidden.dealt.hands, declarer_of(board.open)
    return tuple(hand | taken if seat == declarer else hand for seat, hand in enumerate(dealt))


OF_CONTRACTS = {each.id: ContractPrice(each.value, each.value) for each in CONTRACTS}


def of_announcement(known: Known, item: str) -> Stake:
    """The pagat ultimo (9.2) or the valat (9.1)."""
    contract = contract_of(known)
    if item == PAGAT_ULTIMO:
        return Stake.even(contract.pagat * ANNOUNCED_PAGAT)
    return Stake.even(contract.value * ANNOUNCED_VALAT)


def of_kontra(prices: Prices, view: View, item: Item) -> Stake | None:
    """Once a valat is announced, it is what a kontra on the game doubles (7.2)."""
    doubles_valat = item.id == GAME and view.open.item(VALAT) is not None
    return twice_as_much(prices, view, item._replace(id=VALAT) if doubles_valat else item)


PRICES = Prices(
    of_announcement,
    OF_CONTRACTS,
    contract=lambda _known, contract: OF_CONTRACTS[contract].stake,
    kontra=of_kontra,
    instead=VALAT,
)
