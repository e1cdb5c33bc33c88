"""The score sheet of Königrufen and its prices: piles, bonuses, contracts, doubled deals (5, 10-13)."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from bot.games.koenigrufen.values import (
    ANNOUNCED,
    BIRDS,
    CONTRACTS,
    KING_ULTIMO,
    NEGATIVE,
    SEATS,
    SENTENCES,
    TO_WIN,
    TRICKS,
    TRISCHAKEN,
    VALAT,
    contract_of,
    option,
)
from bot.rules.announcing import GAME
from bot.rules.cards import (
    ALONE,
    KINGS,
    MOND,
    NO_CARDS,
    SKUS,
    TRULL,
    Card,
    Cards,
    counted_in_threes,
    face_value,
    union,
)
from bot.rules.game import ContractPrice, Counting, Prices, Stake
from bot.rules.layout import SIDES, Seat, Side, as_int
from bot.rules.phase import Phase, finished
from bot.rules.results import Outcome, Result, ScoreLine, factors
from bot.rules.scoring import (
    Piles,
    Sheet,
    captured,
    exchanged,
    taker_of_all,
    trick_of,
    trick_with,
    tricks_of,
)
from bot.rules.state import Board, Item, Known, declarer_of, members, side_of, side_of_item


def doubling(board: Known) -> int:
    """What all points of this deal are multiplied by: 1 or 2."""
    return 2 if as_int(board.open.session["doubled"]) else 1


SHEET = Sheet("koenigrufen", SENTENCES, doubling)


def piles_of(board: Board) -> Piles:
    """The cards of each side: its tricks and its part of the talon (10.1)."""
    talon = talon_of(board)
    return {side: board.open.won_by(members(board, side)) | talon[side] for side in SIDES}


def talon_of(board: Board) -> Piles:
    """The cards each side owns without a trick: the discard and the untaken talon (10.1)."""
    contract, discard = contract_of(board), board.hidden.discards[declarer_of(board.open)]
    untaken = union([group.cards for group in board.talon if group.taker is None])
    if contract.exchange:
        to_declarer = option(board, "untaken_half_owner") == "declarer"
        return {
            Side.DECLARER: discard | untaken if to_declarer else discard,
            Side.DEFENDERS: NO_CARDS if to_declarer else untaken,
        }
    with_king = next((half for half in board.hidden.talon if board.hidden.called_card in half), NO_CARDS)
    return {Side.DECLARER: with_king, Side.DEFENDERS: untaken - with_king}


def counted(board: Board, seat: Seat) -> int:
    """A seat's card points in trischaken; by a house rule unrounded, in thirds."""
    pile = board.open.won_by((seat,)) | from_talon(board, seat)
    if option(board, "trischaken_compare") == "thirds":
        return 3 * face_value(pile) - 2 * len(pile)
    return counted_in_threes(pile)


def counting(known: Known) -> Counting | None:
    """Card points decide nothing in piccolo and bettel, nor after an announced valat (5, 10.3)."""
    contract = contract_of(known)
    if contract.tricks is not None or known.open.item(VALAT):
        return None
    to_declarer = option(known, "untaken_half_owner") == "declarer"
    untaken = Side.DECLARER if to_declarer else Side.DEFENDERS
    return Counting(counted_in_threes, 0 if contract.each else TO_WIN, untaken)


def from_talon(board: Board, seat: Seat) -> Cards:
    """A seat's talon cards in trischaken: none, or by house rules with the last or the first six tricks."""
    talon, owner = board.hidden.dealt.talon, option(board, "trischaken_talon")
    tricks = board.open.tricks[-1:] * len(talon) if owner == "last_trick" else board.open.tricks
    gifts = () if owner == "nobody" else zip(talon, tricks, strict=False)
    return Cards.of(each for each, trick in gifts if trick.winner == seat)


SILENT_VALAT = 4
ANNOUNCED_VALAT = 8
DOUBLED_AFTER_TRISCHAKEN = 4
"""Deals that are doubled after a trischaken (13)."""


# 10.2 Bonuses and penalties


class Attempt(NamedTuple):
    """A bonus that a side has tried for, announced or not."""

    side: Side
    won: bool


def bird(card: Card, trick: int) -> Callable[[Board, Piles], Attempt | None]:
    """The attempt at a bird: won if it wins its trick, lost if the other side beats it."""

    def attempt(board: Board, _piles: Piles) -> Attempt | None:
        fallen = trick_with(board, trick, card)
        if fallen is None:
            return None
        taken, player = fallen
        side = side_of(board, player)
        if taken.winner == player:
            return Attempt(side, won=True)
        return None if side_of(board, taken.winner) == side else Attempt(side, won=False)

    return attempt


def king_ultimo(board: Board, _piles: Piles) -> Attempt | None:
    """The declarer's attempt to win the last trick with the called king in it."""
    king = board.hidden.called_card
    last = None if king is None else trick_with(board, TRICKS, king)
    return None if last is None else Attempt(Side.DECLARER, side_of(board, last[0].winner) == Side.DECLARER)


def collects(cards: Cards) -> Callable[[Board, Piles], Attempt | None]:
    """The attempt to own all of some cards at the end, which is never lost."""
    return lambda _board, piles: next(
        (Attempt(side, won=True) for side, pile in piles.items() if cards <= pile), None
    )


def mond_captured(board: Board, _piles: Piles) -> Attempt | None:
    """A loss of the side that has lost the XXI to a Sküs of the other side."""
    loser = captured(board, MOND, ALONE[SKUS])
    return None if loser is None else Attempt(side_of(board, loser), won=False)


def king_captured(board: Board, _piles: Piles) -> Attempt | None:
    """A loss of the declarer's side if it has lost the called king to the other side."""
    king = board.hidden.called_card
    fallen = None if king is None else trick_of(board, king)
    if fallen is None or side_of(board, fallen[0].winner) == Side.DECLARER:
        return None
    ultimo_only = option(board, "king_capture_with_lost_ultimo") == "ultimo_only"
    last = fallen[0] == board.open.tricks[-1]
    return None if ultimo_only and last else Attempt(Side.DECLARER, won=False)


class Bonus(NamedTuple):
    """A row of the table of bonuses and penalties (10.2)."""

    id: str
    value: int
    rule: str
    attempt: Callable[[Board, Piles], Attempt | None]


BONUSES = (
    *(
        Bonus(each.id, each.value, f"10.2.{row}", bird(each.card, each.trick))
        for row, each in enumerate(BIRDS, 1)
    ),
    Bonus(KING_ULTIMO, 10, "10.2.4", king_ultimo),
    Bonus("trull", 10, "10.2.5", collects(TRULL)),
    Bonus("four_kings", 10, "10.2.6", collects(KINGS)),
    Bonus("mond_captured", 10, "10.2.7", mond_captured),
    Bonus("called_king_captured", 10, "10.2.8", king_captured),
)
BONUS = {bonus.id: bonus for bonus in BONUSES}


def bonus_lines(board: Board, piles: Piles) -> Iterator[ScoreLine]:
    for bonus in BONUSES:
        item, attempt = board.open.item(bonus.id), bonus.attempt(board, piles)
        if item is not None or attempt is not None:
            yield from one_bonus(board, bonus, item, attempt)


def price(board: Known, bonus: Bonus) -> int:
    """The game points of a bonus; a house rule raises those of the kakadu."""
    return as_int(option(board, "kakadu_value")) if bonus.id == "kakadu" else bonus.value


def one_bonus(board: Board, bonus: Bonus, item: Item | None, attempt: Attempt | None) -> Iterator[ScoreLine]:
    """Yield the lines of a bonus, at most one a side; an announced one is either made or missed (10.2.10)."""
    times, value = contract_of(board).times, price(board, bonus)
    dropped = option(board, "valat_drops_silent") and is_valat(board)
    announcer = None if item is None else side_of_item(board, item)
    for side in SIDES:
        if item is not None and side == announcer:
            made = attempt == Attempt(side, won=True)
            gainer, outcome = (side, Outcome.MADE) if made else (side.other, Outcome.MISSED)
            row = (gainer, outcome, value, bonus.rule, ANNOUNCED * times, item.factor)
            yield SHEET.between(board, bonus.id, *row)
        elif attempt is not None and side == attempt.side and not dropped:
            gainer, outcome = (side, Outcome.WON) if attempt.won else (side.other, Outcome.LOST)
            yield SHEET.between(board, bonus.id, gainer, outcome, value, bonus.rule, times)


# 10.3 Valat and the contract


def is_valat(board: Board) -> bool:
    """Whether a valat was announced, or the declarer's side has taken every trick."""
    return board.open.item(VALAT) is not None or taker_of_all(board) == Side.DECLARER


def contract_line(board: Board, piles: Piles) -> ScoreLine:
    """The line of the contract: the row of 10.3 that applies."""
    contract, game, valat = contract_of(board), board.open.item(GAME), board.open.item(VALAT)
    all_tricks = taker_of_all(board) == Side.DECLARER
    points = counted_in_threes(piles[Side.DECLARER])
    won, lost, kontra = contract.won, contract.lost, game.factor if game else 1
    if valat and all_tricks:
        row = (VALAT, Side.DECLARER, Outcome.MADE, won, "10.3.1", ANNOUNCED_VALAT, valat.factor)
    elif valat:
        base = lost if option(board, "failed_valat_uses_lost_value") else won
        row = (VALAT, Side.DEFENDERS, Outcome.MISSED, base, "10.3.2", ANNOUNCED_VALAT, valat.factor)
    elif all_tricks:
        row = (VALAT, Side.DECLARER, Outcome.WON, won, "10.3.3", SILENT_VALAT, kontra)
    elif points >= TO_WIN:
        row = (GAME, Side.DECLARER, Outcome.WON, won, "10.3.4", 1, kontra)
    else:
        void = not contract.exchange and board.hidden.called_card is not None and king_in_talon(board)
        row = (GAME, Side.DEFENDERS, Outcome.LOST, lost, "10.3.5", 1, 1 if void else kontra)
    return SHEET.between(board, *row, figures={"points": points})


def king_in_talon(board: Board) -> bool:
    return board.hidden.called_card in board.hidden.dealt.talon


def negative_lines(board: Board) -> tuple[ScoreLine, ...]:
    """The lines of a piccolo or bettel, won with its exact number of tricks (5); one for each `game` item."""
    contract, declarer = contract_of(board), declarer_of(board.open)
    tricks = tricks_of(board, (declarer,))
    won, rule = tricks == contract.tricks, "5.5" if contract.tricks else "5.6"
    gainer, outcome = (Side.DECLARER, Outcome.WON) if won else (Side.DEFENDERS, Outcome.LOST)
    row = (GAME, gainer, outcome, contract.won, rule)
    figures = {"tricks": tricks}
    return tuple(
        settled_with(
            declarer,
            game.seat,
            SHEET.between(board, *row, kontra=game.factor, kind=NEGATIVE, figures=figures),
        )
        for game in board.open.items
    )


def settled_with(declarer: Seat, opponent: Seat | None, full: ScoreLine) -> ScoreLine:
    """The part of a line that the declarer settles with one opponent; all of it if that is `None`."""
    if opponent is None:
        return full
    share = full.amounts[opponent]
    amounts = tuple({declarer: -share, opponent: share}.get(seat, 0) for seat in range(SEATS))
    return full._replace(seat=opponent, amounts=amounts)


# 12. Trischaken


def trischaken_line(board: Board) -> ScoreLine:
    """The first row of 12 that applies: all tricks, no trick, equal card points, most card points."""
    declarer, value = declarer_of(board.open), contract_of(board).won
    tricks = tuple(tricks_of(board, (seat,)) for seat in range(SEATS))
    points = tuple(counted(board, seat) for seat in range(SEATS))
    without = tuple(seat for seat in range(SEATS) if not tricks[seat])
    most = tuple(seat for seat in range(SEATS) if points[seat] == max(points))
    if TRICKS in tricks:
        return each_line(board, (tricks.index(TRICKS),), Outcome.SWEPT, -value, declarer, "12.1")
    if without:
        return each_line(board, without, Outcome.WON, value, None, "12.2")
    if len(most) == SEATS:
        return each_line(board, (), Outcome.EVEN, 0, None, "12.3")
    if len(most) == 1:
        return each_line(board, most, Outcome.LOST, -value, declarer, "12.4")
    return each_line(board, most, Outcome.SHARED, -value, None, "12.5")


def each_line(
    board: Board, chosen: tuple[Seat, ...], outcome: Outcome, value: int, declarer: Seat | None, rule: str
) -> ScoreLine:
    """Return a line that the chosen seats gain, or pay if negative; a lone declarer counts double."""
    alone, doubled = 2 if chosen == (declarer,) else 1, doubling(board)
    others = tuple(seat for seat in range(SEATS) if seat not in chosen)
    amounts = exchanged(SEATS, chosen, others, value * alone * doubled)
    multipliers = factors(times=alone, doubled=doubled)
    return SHEET.line(board, TRISCHAKEN, Side.EACH, outcome, value, amounts, rule, multipliers)


# 13. Doubled deals and the session


def over(board: Board, lines: tuple[ScoreLine, ...]) -> Phase:
    """End the deal: the right neighbour deals next, and doubled deals count down (13)."""
    public = board.open
    left = max(as_int(public.session["doubled"]) - 1, 0)
    left += DOUBLED_AFTER_TRISCHAKEN if contract_of(board).each else 0
    return finished(board, Result(SEATS, public.next(public.dealer), lines, next_session={"doubled": left}))


def score(board: Board) -> Phase:
    contract = contract_of(board)
    if contract.each:
        return over(board, (trischaken_line(board),))
    if contract.tricks is not None:
        return over(board, negative_lines(board))
    piles = piles_of(board)
    bonuses = bonus_lines(board, piles) if contract.bonuses else ()
    return over(board, (contract_line(board, piles), *bonuses))


def surrender_of(board: Board) -> Callable[[Board], Phase] | None:
    """The phase after a surrender, which needs the called king in the shown talon; else `None` (6.3)."""
    return surrendered if board.hidden.called_card is not None and king_in_talon(board) else None


def surrendered(board: Board) -> Phase:
    """End the deal: the contract is lost at its base value."""
    row = (GAME, Side.DEFENDERS, Outcome.FORFEITED, contract_of(board).lost, "6.3.2")
    return over(board, (SHEET.between(board, *row),))


OF_CONTRACTS = {each.id: ContractPrice(each.won, each.lost) for each in CONTRACTS}


def of_announcement(known: Known, item: str) -> Stake:
    """A valat is worth the contract (10.3), everything else its row of the table of bonuses (10.2)."""
    contract = contract_of(known)
    if item == VALAT:
        lost = contract.lost if option(known, "failed_valat_uses_lost_value") else contract.won
        return Stake(contract.won, lost).times(ANNOUNCED_VALAT)
    return Stake.even(price(known, BONUS[item])).times(ANNOUNCED * contract.times)


PRICES = Prices(
    of_announcement,
    OF_CONTRACTS,
    contract=lambda _known, contract: OF_CONTRACTS[contract].stake,
    surrender=lambda view: Stake(0, contract_of(view).lost),  # at its base value (6.3.2)
    factor=doubling,
    instead=VALAT,
)
