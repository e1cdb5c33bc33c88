"""The score sheet of Romanian Tarok and the taper: piles, bonuses, the game, the pool, radlers (11-15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.romanian.tables import (
    BONUSES,
    KING_CAUGHT,
    LEFT_BEHIND,
    PAGAT_ULT,
    TRICKS,
    VALAT,
    bid_of,
    pool,
    radlers,
    variant_of,
)
from bot.rules.announcing import GAME
from bot.rules.cards import HAND_ORDER, KINGS, MOND, NO_CARDS, PAGAT, SKUS, TRULL, Cards, union
from bot.rules.deal import Board, Item, Phase, Result, ScoreLine, Seat
from bot.rules.ending import Over
from bot.rules.points import VALUE, counted_in_threes
from bot.rules.scoring import exchanged, trick_of, trick_with, tricks_of
from bot.rules.sides import DECLARER, DEFENDERS, OTHER, declarer_of, side_of

SIDES: Final = (DECLARER, DEFENDERS)
MICHI_RADLERS: Final = 4
"""Deals that are doubled after a michi-michi (15)."""


def members(board: Board, side: str) -> tuple[Seat, ...]:
    """The seats of a side."""
    return tuple(seat for seat in board.active if side_of(board, seat) == side)


# 15. Radlers and the end of a deal


def over(board: Board, lines: Sequence[ScoreLine], left: int, chips: int) -> Phase:
    """The sheet is written, and the deal moves to the right."""
    layout = board.layout
    session = {"radlers": left, "pool": chips}
    return Over(board, Result(layout.seats, layout.next(layout.dealer), tuple(lines), next_session=session))


def played(board: Board, lines: Sequence[ScoreLine], chips: int) -> Phase:
    """A deal that was played uses up a radler (15)."""
    return over(board, lines, max(radlers(board) - 1, 0), chips)


def nothing_played(board: Board, left: int) -> Phase:
    """An annulled or thrown-in deal scores nothing; the pool keeps the ante (5, 16)."""
    layout = board.layout
    session = {"radlers": left, "pool": pool(board)}
    return Over(board, Result(layout.seats, layout.next(layout.dealer), void=True, next_session=session))


def radler(board: Board) -> int:
    """What the game points of this deal are multiplied by (15)."""
    return 2 if radlers(board) else 1


# 13.2 Payment


def line(board: Board, name: str, gainer: str, base: int, times: int, rule: str, **facts: int) -> ScoreLine:
    """A line one side gains from the other: in pairs, or one alone from each of the others (13.2)."""
    factor = times * radler(board)
    sides = members(board, gainer), members(board, OTHER[gainer])
    amounts = exchanged(board.seats, sides[0], sides[1], base * factor)
    facts = {"times": times, "doubled": radler(board), **facts}
    return ScoreLine(name, gainer, None, base, factor, amounts, f"romanian_tarok {rule}", facts)


def surrendered(board: Board) -> Phase:
    """The called king is in the talon and the declarer gives up: the base loss at this level (8.4)."""
    bid, declarer = bid_of(board), declarer_of(board)
    base = bid.kind.level * board.level
    without = not board.layout.hands[declarer] & TRULL
    lines = [line(board, GAME, DEFENDERS, base, 1, "8.4.2")]
    if without:
        lines.append(line(board, "trula", DEFENDERS, 1, 1, "8.4.3"))
    return played(board, lines, pool(board))


# 11. The final piles


def left_behind(board: Board) -> bool:
    """The called king was looked at and not taken (11 b)."""
    return any(
        group.shown and group.taker is None and board.called_card in group.cards for group in board.talon
    )


def never_seen(board: Board) -> bool:
    """The called king lies in a group that nobody has looked at (11 c, d)."""
    return any(
        not group.shown and group.taker is None and board.called_card in group.cards for group in board.talon
    )


def piles(board: Board) -> dict[str, Cards]:
    """All cards by the side they count for at the end (11)."""
    declarer = declarer_of(board)
    won = {side: board.won_by(members(board, side)) for side in SIDES}
    untaken = union(group.cards for group in board.talon if group.taker is None)
    ours = won[DECLARER] | board.laid[declarer] | untaken
    moved = NO_CARDS
    if board.called_card is not None and (left_behind(board) or never_seen(board)):
        king = Cards.of((board.called_card,))
        looking = bool(bid_of(board).kind.takes)
        given = cheapest(won[DECLARER] or ours - king) if looking and never_seen(board) else king
        moved = given
    return {DECLARER: ours - moved, DEFENDERS: won[DEFENDERS] | moved}


def cheapest(cards: Cards) -> Cards:
    """The card given for a king: of the lowest value, the first in the order of the pack (11 c)."""
    order = sorted(cards, key=lambda each: (VALUE[each], PACK_ORDER.index(each)))
    return Cards.of(order[:1])


PACK_ORDER: Final = (*reversed(HAND_ORDER[:22]), *HAND_ORDER[22:])
"""Tarocks from I up, then the suits, each from its king down."""


# 12. Bonuses


def gainer_of(board: Board, name: str) -> str | None:
    """The side that has achieved a bonus without a word (12.2)."""
    if name in ("trula", "kings"):
        wanted = TRULL if name == "trula" else KINGS
        return next((side for side, pile in piles(board).items() if not wanted - pile), None)
    if name == "moon_caught":
        return moon_catcher(board)
    if name == VALAT:
        return next((side for side in SIDES if tricks_of(board, members(board, side)) == TRICKS), None)
    if name == PAGAT_ULT:
        last = trick_with(board, TRICKS, PAGAT)
        if last is None:
            return None
        own = side_of(board, last[1])
        return own if last[0].winner == last[1] else OTHER[own]
    last = trick_with(board, TRICKS, board.called_card) if board.called_card is not None else None
    return side_of(board, last[0].winner) if last else None


def moon_catcher(board: Board) -> str | None:
    """The side whose Skiz has taken the other's XXI (12.2)."""
    fallen = trick_of(board, MOND)
    if fallen is None or SKUS not in fallen[0].cards:
        return None
    taker = side_of(board, fallen[0].winner)
    return taker if side_of(board, fallen[1]) != taker else None


def made(board: Board, name: str, side: str) -> bool:
    """Whether an announcement has come true for the side that made it (12.2)."""
    if name == PAGAT_ULT:
        last = trick_with(board, TRICKS, PAGAT)
        return last is not None and last[0].winner == last[1] and side_of(board, last[1]) == side
    return gainer_of(board, name) == side


def bonus_lines(board: Board) -> list[ScoreLine]:
    """Each bonus as it was announced, by either side; else as it fell out (12)."""
    column, lines = bid_of(board).kind.column, []
    for bonus in BONUSES:
        announced = [item for item in board.items if item.id == bonus.id and item.seat is not None]
        for item in announced:
            side = side_of(board, item.seat) if item.seat is not None else DECLARER
            gainer = side if made(board, bonus.id, side) else OTHER[side]
            lines.append(line(board, bonus.id, gainer, bonus.announced[column], item.factor, bonus.rules[1]))
        silent = None if announced else gainer_of(board, bonus.id)
        if silent is not None:
            lines.append(line(board, bonus.id, silent, bonus.silent[column], 1, bonus.rules[0]))
    return [*lines, *caught_lines(board)]


def caught_lines(board: Board) -> list[ScoreLine]:
    """The called king taken by the others in play, or looked at and left in the talon (11, 12.2)."""
    if board.called_card is None:
        return []
    if left_behind(board):
        return [line(board, "king_caught", DEFENDERS, LEFT_BEHIND, 1, "11.3")]
    fallen = trick_of(board, board.called_card)
    if fallen is None or side_of(board, fallen[0].winner) == DECLARER:
        return []
    return [line(board, "king_caught", DEFENDERS, KING_CAUGHT[bid_of(board).kind.column], 1, "12.2.3")]


# 13.1 The game, 9.3 hand declarations


def game_lines(board: Board) -> list[ScoreLine]:
    """The game by card points; a valat, made or announced, takes its place (13.1)."""
    if board.item(VALAT) or gainer_of(board, VALAT):
        return []
    kind = bid_of(board).kind
    game = next(item for item in board.items if item.id == GAME)
    points = counted_in_threes(piles(board)[DECLARER])
    won = points >= variant_of(board).to_win
    by_level = kind.level * (board.level if kind.takes else 1)
    base = kind.won if won and not game.doublings else by_level
    rule = "13.1.3" if game.doublings else "13.1.1" if won else "13.1.2"
    return [line(board, GAME, DECLARER if won else DEFENDERS, base, game.factor, rule, points=points)]


def count_lines(board: Board) -> list[ScoreLine]:
    """The highest declaration of each side (9.3)."""
    order, lines = variant_of(board).counts, []
    for side in SIDES:
        declared = [
            order.index(item.id) + 1
            for item in board.items
            if item.id in order and item.seat is not None and side_of(board, item.seat) == side
        ]
        if declared:
            lines.append(line(board, "taroace", side, max(declared), 1, "9.3.5"))
    return lines


# 14. The pool


def pool_flow(board: Board, pagat: Item) -> tuple[tuple[int, ...], int]:
    """What an announced pagat ultimo moves between the players and the pool, and what is in it then (14)."""
    chips = pool(board)
    winner = DECLARER if made(board, PAGAT_ULT, DECLARER) else DEFENDERS
    if not pagat.doublings and winner == DECLARER:
        return share(board, DECLARER, chips, pagat), 0
    if not pagat.doublings:
        return share(board, DECLARER, -chips, pagat), 2 * chips
    takes = share(board, winner, chips, pagat)
    pays = share(board, OTHER[winner], -pagat.factor * chips, pagat)
    return tuple(map(sum, zip(takes, pays, strict=True))), pagat.factor * chips


def share(board: Board, side: str, chips: int, pagat: Item) -> tuple[int, ...]:
    """Chips split among a side; what does not divide is the declarer's, or the contra-sayer's (14)."""
    mates = members(board, side)
    each, odd = divmod(abs(chips), len(mates))
    one = declarer_of(board) if side == DECLARER else pagat.opponent
    sign = 1 if chips > 0 else -1
    return tuple(
        sign * (each + (odd if seat == one else 0)) if seat in mates else 0 for seat in range(board.seats)
    )


def score(board: Board) -> Phase:
    """Game, declarations, bonuses; then the pool (13.3)."""
    lines = [*game_lines(board), *count_lines(board), *bonus_lines(board)]
    chips = pool(board)
    pagat = board.item(PAGAT_ULT)
    if pagat is not None:
        amounts, chips = pool_flow(board, pagat)
        moved = pool(board) - chips
        number = "14.3" if pagat.doublings else "14.2" if chips else "14.1"
        rule = f"romanian_tarok {number}"
        lines.append(ScoreLine("pool", "each", None, moved, 1, amounts, rule, {"pool": chips}))
    return played(board, lines, chips)


# 15. Michi-michi


def score_michi(board: Board) -> Phase:
    """A chip to the pool for every trick, two in a radler; four more deals are doubled (15)."""
    price = radler(board)
    paid = tuple(-price * tricks_of(board, (seat,)) for seat in range(board.seats))
    sheet = ScoreLine("michi", "each", None, -TRICKS, price, paid, "romanian_tarok 15.2", {"doubled": price})
    left = max(radlers(board) - 1, 0) + MICHI_RADLERS
    return over(board, [sheet], left, pool(board) + TRICKS * price)
