"""The score sheet of Illustrated Tarokk: bonuses, the game, claims, doubling windows, the hat (5, 10, 12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.games.illustrated_tarokk.tables import (
    ANNOUNCED_CAPTURE,
    ANNOUNCED_COLLECTION,
    COUNT_POINTS,
    DOUBLE_GAME,
    FEAT,
    SILENT_CAPTURE,
    SILENT_COLLECTION,
    SILENT_PAGAT,
    TAROKK_COUNTS,
    TO_DOUBLE,
    TO_WIN,
    TRICKS,
    VOLAT,
    rule_of,
    value,
)
from bot.rules.announcing import GAME
from bot.rules.cards import KINGS, MOND, PAGAT, SKUS, TAROCKS, TRULL, Cards
from bot.rules.deal import Action, Board, Item, Phase, Result, ScoreLine, Seat
from bot.rules.ending import Over
from bot.rules.offers import Offer
from bot.rules.points import face_value
from bot.rules.scoring import exchanged, trick_of, tricks_of
from bot.rules.sides import DECLARER, DEFENDERS, OTHER, declarer_of, side_of

SIDES: Final = (DECLARER, DEFENDERS)
CLAIM: Final = "claim:"


def members(board: Board, side: str) -> tuple[Seat, ...]:
    """The seats of a side; a dealer who sits out is on neither."""
    return tuple(seat for seat in board.active if side_of(board, seat) == side)


# 5. Void deals and doubling windows


def windows(board: Board) -> list[int]:
    """Completed deals left in each doubling window, oldest first (5)."""
    return list(board.layout.session["windows"])  # type: ignore[call-overload,no-any-return]


def void(board: Board) -> Phase:
    """The same dealer deals again, and a new window opens for a full circle of the deal (5)."""
    layout = board.layout
    session = {"windows": [*windows(board), layout.seats], "hat": layout.session["hat"]}
    return Over(board, Result(layout.seats, layout.dealer, void=True, next_session=session))


def over(board: Board, lines: Sequence[ScoreLine]) -> Phase:
    """The sheet is written; the deal moves on, windows close by one (5), and the hat may move (10.3)."""
    layout = board.layout
    captured = xxi_captured(board)
    hat = layout.session["hat"] if captured is None else captured
    session = {"windows": [left - 1 for left in windows(board) if left > 1], "hat": hat}
    next_dealer = layout.next(layout.dealer)
    return Over(board, Result(layout.seats, next_dealer, tuple(lines), next_session=session))


def line(
    board: Board,
    name: str,
    gainers: tuple[Seat, ...],
    losers: tuple[Seat, ...],
    base: int,
    times: int,
    rule: str,
    **facts: int,
) -> ScoreLine:
    """A line that some seats gain from others, doubled for every open window (5, 12.2)."""
    doubled = 1 << len(windows(board))
    amounts = exchanged(board.seats, gainers, losers, base * times * doubled)
    side = side_of(board, gainers[0]) if gainers else ""
    return ScoreLine(
        name,
        side,
        None,
        base,
        times * doubled,
        amounts,
        f"illustrated_tarokk {rule}",
        {"times": times, "doubled": doubled, **facts},
    )


def between(
    board: Board, name: str, gainer: str, base: int, times: int, rule: str, **facts: int
) -> ScoreLine:
    """A line that one side gains from the other (12.2)."""
    losers = members(board, OTHER[gainer])
    return line(board, name, members(board, gainer), losers, base, times, rule, **facts)


# 4.5 The trial bid


def trial_failed(board: Board) -> Phase:
    """No honour came from the talon: a lone declarer has lost the game he bid (4.5)."""
    board = replace(board, candidates=frozenset((None,)))
    return over(board, (between(board, GAME, DEFENDERS, value(board), 1, "4.5.2"),))


# 10. Bonuses


def announced_by(board: Board, side: str) -> dict[str, Item]:
    """The announcements of a side by id."""
    return {
        item.id: item for item in board.items if item.seat is not None and side_of(board, item.seat) == side
    }


def won(board: Board, side: str) -> Cards:
    """The cards of the tricks a side has won."""
    return board.won_by(members(board, side))


def points(board: Board, side: str) -> int:
    """A side's card points: tricks, and the discards that count for it (12.1)."""
    declarer = declarer_of(board)
    discards = (laid for seat, laid in enumerate(board.laid) if (seat == declarer) == (side == DECLARER))
    return face_value(won(board, side)) + sum(map(face_value, discards))


def all_tricks(board: Board, side: str) -> bool:
    """Whether a side has won all nine tricks."""
    return tricks_of(board, members(board, side)) == TRICKS


def xxi_captured(board: Board) -> Seat | None:
    """Who lost the XXI to a skíz of the other side (10.3)."""
    fallen = trick_of(board, MOND)
    if fallen is None or SKUS not in fallen[0].cards:
        return None
    trick, seat = fallen
    return seat if side_of(board, trick.winner) != side_of(board, seat) else None


def made(board: Board, side: str, name: str) -> bool:
    """Whether a side has achieved a bonus (10.1)."""
    if name in ("trull", "four_kings"):
        return not (TRULL if name == "trull" else KINGS) - won(board, side)
    if name == "xxi_capture":
        loser = xxi_captured(board)
        return loser is not None and side_of(board, loser) != side
    feat = FEAT[name]
    trick = board.tricks[feat.trick - 1]
    if trick.played_by(trick.winner) != feat.card or side_of(board, trick.winner) != side:
        return False
    before = board.tricks[: feat.trick]
    return feat.kind != "streak" or all(side_of(board, each.winner) == side for each in before)


def price(name: str) -> int:
    """Game points of an announced bonus (10.1)."""
    if name in FEAT:
        return FEAT[name].points
    return ANNOUNCED_CAPTURE if name == "xxi_capture" else ANNOUNCED_COLLECTION


def bonus_lines(board: Board, side: str) -> list[ScoreLine]:
    """What a side has announced, won or lost, and what it did without announcing it (10.2)."""
    announced = announced_by(board, side)
    lines = []
    for name, item in announced.items():
        if name in FEAT or name in ("trull", "four_kings", "xxi_capture"):
            gainer = side if made(board, side, name) else OTHER[side]
            lines.append(between(board, name, gainer, price(name), item.factor, rule_of(name)))
    return [*lines, *silent_lines(board, side, announced)]


def silent_lines(board: Board, side: str, announced: dict[str, Item]) -> list[ScoreLine]:
    """Silent trull and four kings, not beside all tricks (10.2); the XXI; the pagát at the end (10.3)."""
    collections = () if all_tricks(board, side) else ("trull", "four_kings")
    silent = [*((name, SILENT_COLLECTION) for name in collections), ("xxi_capture", SILENT_CAPTURE)]
    lines = [
        between(board, name, side, base, 1, "10.3.3" if name == "xxi_capture" else rule_of(name))
        for name, base in silent
        if name not in announced and made(board, side, name)
    ]
    last = board.tricks[-1]
    player = next((play.seat for play in last.plays if play.card == PAGAT), None)
    if player is not None and side_of(board, player) == side and "pagat_ultimo" not in announced:
        gainer = side if last.winner == player else OTHER[side]
        lines.append(between(board, "pagat_ultimo", gainer, SILENT_PAGAT, 1, "10.3.1"))
    return lines


# 12.3 Game, double game and volát


def game_lines(board: Board) -> list[ScoreLine]:
    """What game, double game and volát come to (12.3): first the winners' own, then what the losers pay."""
    winner = DECLARER if points(board, DECLARER) >= TO_WIN else DEFENDERS
    kontra = next(item.factor for item in board.items if item.id == GAME)
    g, ours, theirs = value(board), announced_by(board, winner), announced_by(board, OTHER[winner])
    every, double = all_tricks(board, winner), points(board, winner) >= TO_DOUBLE
    facts = {"points": points(board, DECLARER), "kontra": kontra}
    lines = []

    def gain(rule: str, name: str, base: int, times: int, *, by_winner: bool = True) -> None:
        gainer = winner if by_winner else OTHER[winner]
        lines.append(between(board, name, gainer, base, times, rule, **facts))

    if VOLAT in ours:
        gain("12.3.5", VOLAT, 6 * g, ours[VOLAT].factor, by_winner=every)
    if DOUBLE_GAME in ours:
        gain("12.3.4", DOUBLE_GAME, 4 * g, ours[DOUBLE_GAME].factor, by_winner=double)
    if VOLAT not in ours and every:
        gain("12.3.3", VOLAT, 3 * g, 1)
    elif not {VOLAT, DOUBLE_GAME} & ours.keys() and double:
        gain("12.3.2", DOUBLE_GAME, 2 * g, 1)
    if kontra > 1 or not lines:
        gain("12.3.8" if lines else "12.3.1", GAME, g, kontra)
    if DOUBLE_GAME in theirs:
        gain("12.3.6", DOUBLE_GAME, 4 * g, theirs[DOUBLE_GAME].factor)
    if VOLAT in theirs:
        gain("12.3.7", VOLAT, 6 * g, theirs[VOLAT].factor)
    return lines


# 9.4 Eight and nine tarokks


def held(board: Board, seat: Seat) -> Cards:
    """The nine cards a seat has played."""
    return Cards.of(each for trick in board.tricks if (each := trick.played_by(seat)) is not None)


def claims(board: Board) -> Phase:
    """Who kept eight or nine tarokks to himself may claim them from the partner after the play (9.4)."""
    entitled = tuple(seat for seat in board.active if claimable(board, seat) and fellows(board, seat))
    return Offer(board, entitled, Action("claim"), claimed, score) if entitled else score(board)


def fellows(board: Board, seat: Seat) -> tuple[Seat, ...]:
    """The others of a seat's side."""
    return tuple(other for other in members(board, side_of(board, seat)) if other != seat)


def claimable(board: Board, seat: Seat) -> str | None:
    """The count of tarokks that a seat held and did not declare (9.4)."""
    declared = any(item.seat == seat and item.id in TAROKK_COUNTS for item in board.items)
    number = len(held(board, seat) & TAROCKS)
    names = (name for name, count in TAROKK_COUNTS.items() if count == number)
    return None if declared else next(names, None)


def claimed(offer: Offer, seat: Seat) -> Phase:
    """The claim is noted, and the others answer for themselves."""
    claim = Item(f"{CLAIM}{claimable(offer.board, seat)}", seat)
    return offer.answered(replace(offer.board, items=(*offer.board.items, claim)), seat)


def count_lines(board: Board) -> list[ScoreLine]:
    """Declared tarokks are paid by the three others, claimed ones by the partner alone (9.4)."""
    lines = []
    for item in board.items:
        name = item.id.removeprefix(CLAIM)
        if name not in TAROKK_COUNTS or item.seat is None:
            continue
        claim = item.id.startswith(CLAIM)
        payers = fellows(board, item.seat) if claim else board.following(item.seat)
        rule = "9.4.3" if claim else "9.4.2"
        lines.append(line(board, name, (item.seat,), payers, COUNT_POINTS[name], 1, rule))
    return lines


# 12.4 The order of settlement


def score(board: Board) -> Phase:
    """Game, double game and volát; the bonuses of both sides; tarokk counts (12.4)."""
    bonuses = [each for side in SIDES for each in bonus_lines(board, side)]
    return over(board, [*game_lines(board), *bonuses, *count_lines(board)])
