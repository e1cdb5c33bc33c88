"""The score sheet of Illustrated Tarokk: bonuses, the game, tarokks declared and claimed (9.4, 10, 12)."""

from __future__ import annotations

from functools import partial
from typing import Final, Unpack

from bot.games.illustrated_tarokk.results import between, cards_played, line, over, xxi_captured
from bot.games.illustrated_tarokk.tables import (
    CAPTURES,
    COLLECTIONS,
    COUNT_POINTS,
    DOUBLE_GAME,
    FEAT,
    SILENT_COLLECTION,
    SILENT_ULTIMO,
    SILENT_ULTIMOS,
    TAROKK_COUNTS,
    TO_DOUBLE,
    TO_WIN,
    TRICKS,
    VOLAT,
    XXI_CAPTURE,
    captures,
    is_played,
    option,
    price,
    rule_of,
    silent_rule_of,
    value,
)
from bot.rules.announcing import GAME, with_items
from bot.rules.cards import PACK_42, PAGAT, TAROCKS, Cards
from bot.rules.items import Item
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.offers import Offer
from bot.rules.partners import declarer_of, members, side_of
from bot.rules.phase import Phase
from bot.rules.points import face_value
from bot.rules.results import Figures, Outcome, ScoreLine
from bot.rules.scoring import captured, tricks_of
from bot.rules.sides import SIDES, Side
from bot.rules.state import Board

CLAIM: Final = "claim:"


# 10. Bonuses


def announced_by(board: Board, side: Side) -> dict[str, Item]:
    """The announcements of a side, by id."""
    seats = members(board, side)
    return {item.id: item for item in board.open.items if item.seat in seats}


def won(board: Board, side: Side) -> Cards:
    """The cards of the tricks a side has won."""
    return board.open.won_by(members(board, side))


def points(board: Board, side: Side) -> int:
    """A side's card points: its tricks, and the discards that count for it (12.1)."""
    discards = (
        cards for seat, cards in enumerate(board.hidden.discards) if discard_counts_for(board, seat) == side
    )
    return face_value(won(board, side)) + sum(map(face_value, discards))


def discard_counts_for(board: Board, seat: Seat) -> Side:
    """The side that a seat's discard counts for: the declarer's own for the declarer's side (12.1, 17.7)."""
    declarer, called = declarer_of(board.open), board.hidden.called_card
    stranded = any(called in cards for other, cards in enumerate(board.hidden.discards) if other != declarer)
    all_for_declarer = stranded and option(board, "all_discards_to_lone_declarer") is True
    return Side.DECLARER if all_for_declarer or seat == declarer else Side.DEFENDERS


def all_tricks(board: Board, side: Side) -> bool:
    """Whether a side has won all nine tricks."""
    return tricks_of(board, members(board, side)) == TRICKS


def caught(board: Board, capture: str) -> Seat | None:
    """The seat that lost the XXI to a skíz, or the pagát to any card, of the other side; or `None`."""
    return xxi_captured(board) if capture == XXI_CAPTURE else captured(board, PAGAT, PACK_42)


def made(board: Board, side: Side, name: str) -> bool:
    """Whether a side has achieved a bonus (10.1)."""
    if name in COLLECTIONS:
        return not COLLECTIONS[name] - won(board, side)
    if name in CAPTURES:
        loser = caught(board, name)
        return loser is not None and side_of(board, loser) != side
    feat = FEAT[name]
    trick = board.open.tricks[feat.trick - 1]
    if trick.played_by(trick.winner) != feat.card or side_of(board, trick.winner) != side:
        return False
    before = board.open.tricks[: feat.trick]
    return feat.kind != "streak" or all(side_of(board, each.winner) == side for each in before)


def announced_line(
    board: Board,
    side: Side,
    item: Item,
    base: int,
    rule: str,
    *,
    is_made: bool,
    **figures: Unpack[Figures],
) -> ScoreLine:
    """The line of an announcement that a side has made or missed (10.2)."""
    gainer, outcome = (side, Outcome.MADE) if is_made else (side.other, Outcome.MISSED)
    return between(board, item.id, gainer, outcome, base, item.factor, rule, **figures)


def silent_line(
    board: Board,
    side: Side,
    name: str,
    base: int,
    rule: str,
    *,
    is_won: bool = True,
    **figures: Unpack[Figures],
) -> ScoreLine:
    """The line of an unannounced bonus that a side has won or lost (10.2)."""
    gainer, outcome = (side, Outcome.WON) if is_won else (side.other, Outcome.LOST)
    return between(board, name, gainer, outcome, base, 1, rule, **figures)


def bonus_lines(board: Board, side: Side) -> list[ScoreLine]:
    """The lines of a side's announcements and of its unannounced bonuses (10.2)."""
    announced = announced_by(board, side)
    announcements = [
        announced_line(board, side, item, price(board, name), rule_of(name), is_made=made(board, side, name))
        for name, item in announced.items()
        if name in COLLECTIONS or name in CAPTURES or name in FEAT
    ]
    return [*announcements, *silent_lines(board, side, announced), *silent_ultimos(board, side, announced)]


def silent_lines(board: Board, side: Side, announced: dict[str, Item]) -> list[ScoreLine]:
    """The lines of silent trull and four kings (10.2), and of captures (10.3)."""
    hidden = all_tricks(board, side) or (VOLAT in announced and option(board, "volat_hides_silent") is True)
    collections = {} if hidden else dict.fromkeys(COLLECTIONS, SILENT_COLLECTION)
    silent = {**collections, **{name: values[0] for name, values in captures(board).items()}}
    return [
        silent_line(board, side, name, base, silent_rule_of(name))
        for name, base in silent.items()
        if name not in announced and made(board, side, name)
    ]


def silent_ultimos(board: Board, side: Side, announced: dict[str, Item]) -> list[ScoreLine]:
    """The lines for the pagát, or by a house rule the II, in the last trick (10.3.1, 17.28)."""
    last = board.open.tricks[-1]
    open_to = (name for name in SILENT_ULTIMOS if is_played(board, name) and name not in announced)
    played = ((name, play.seat) for name in open_to for play in last.plays if play.card == FEAT[name].card)
    return [
        silent_line(board, side, name, SILENT_ULTIMO, silent_rule_of(name), is_won=last.winner == seat)
        for name, seat in played
        if side_of(board, seat) == side
    ]


# 12.3 Game, double game and volát


def game_won(board: Board) -> tuple[Side, int]:
    """The side that has won the game (12.1), and the kontra factor; house rules for ties (17.31)."""
    taken = points(board, Side.DECLARER)
    kontra = next(item.factor for item in board.open.items if item.id == GAME)
    tied = option(board, "tie_47_with_kontra") if taken == TO_WIN - 1 and kontra > 1 else None
    if tied == "not_doubled":
        return Side.DEFENDERS, 1
    return Side.DECLARER if taken >= TO_WIN or tied == "defenders_need_48" else Side.DEFENDERS, kontra


def game_lines(board: Board) -> list[ScoreLine]:
    """The lines of game, double game and volát (12.3): the winners' first, then the losers' announcements."""
    winner, kontra = game_won(board)
    loser, g, taken = winner.other, value(board), points(board, Side.DECLARER)
    winners, losers = announced_by(board, winner), announced_by(board, loser)
    volat, double = all_tricks(board, winner), points(board, winner) >= TO_DOUBLE
    announced = partial(announced_line, board, points=taken)
    silent = partial(silent_line, board, winner, points=taken)
    lines = []
    if VOLAT in winners:
        lines.append(announced(winner, winners[VOLAT], 6 * g, "12.3.5", is_made=volat))
    if DOUBLE_GAME in winners:
        lines.append(announced(winner, winners[DOUBLE_GAME], 4 * g, "12.3.4", is_made=double))
    if VOLAT not in winners and volat:
        lines.append(silent(VOLAT, 3 * g, "12.3.3"))
    elif not {VOLAT, DOUBLE_GAME} & winners.keys() and double:
        lines.append(silent(DOUBLE_GAME, 2 * g, "12.3.2"))
    if kontra > 1 or not lines:
        rule = "12.3.8" if lines else "12.3.1"
        outcome = Outcome.WON if winner == Side.DECLARER else Outcome.LOST
        lines.append(between(board, GAME, winner, outcome, g, kontra, rule, points=taken))
    if DOUBLE_GAME in losers:
        lines.append(announced(loser, losers[DOUBLE_GAME], 4 * g, "12.3.6", is_made=False))
    if VOLAT in losers:
        lines.append(announced(loser, losers[VOLAT], 6 * g, "12.3.7", is_made=False))
    return lines


# 9.4 Eight and nine tarokks


def claims(board: Board) -> Phase:
    """Offer a claim after the play to players who did not declare eight or nine tarokks (9.4)."""
    entitled = tuple(seat for seat in board.open.active if claimable(board, seat) and payers(board, seat))
    return Offer(board, entitled, Action("claim"), claimed, score) if entitled else score(board)


def fellow_members(board: Board, seat: Seat) -> tuple[Seat, ...]:
    """The other members of a seat's side."""
    return tuple(other for other in members(board, side_of(board, seat)) if other != seat)


def payers(board: Board, seat: Seat) -> tuple[Seat, ...]:
    """The seats that pay a claim: the partner, or both fellow defenders (9.4.3, 17.25)."""
    others = fellow_members(board, seat)
    return () if len(others) > 1 and option(board, "claim_lone") == "none" else others


def claimable(board: Board, seat: Seat) -> str | None:
    """The id of the tarokk count that a seat held and did not declare, or `None` (9.4)."""
    declared = any(item.seat == seat and item.id in TAROKK_COUNTS for item in board.open.items)
    number = len(cards_played(board, seat) & TAROCKS)
    names = (name for name, count in TAROKK_COUNTS.items() if count == number)
    return None if declared else next(names, None)


def claimed(offer: Offer, seat: Seat) -> Phase:
    """Record the claim, and wait for the other answers."""
    claim = Item(f"{CLAIM}{claimable(offer.board, seat)}", seat)
    return offer.answered(with_items(offer.board, (*offer.board.open.items, claim)), seat)


def count_lines(board: Board) -> list[ScoreLine]:
    """The lines of declared tarokks (9.4.2, 17.24) and of claims (9.4.3)."""
    lines = []
    for item in board.open.items:
        name = item.id.removeprefix(CLAIM)
        if name not in TAROKK_COUNTS or item.seat is None:
            continue
        base, seat, others = COUNT_POINTS[name], item.seat, board.open.following(item.seat)
        if item.id.startswith(CLAIM):
            row = (payers(board, seat), Outcome.CLAIMED, base, 1, "9.4.3")
            lines.append(line(board, name, (seat,), *row, seat=seat))
        elif option(board, "tarokk_count_payment") == "each_of_three":
            lines.append(line(board, name, (seat,), others, Outcome.DECLARED, base, 1, "9.4.2", seat=seat))
        else:
            lines.append(between(board, name, side_of(board, seat), Outcome.DECLARED, base, 1, "17.24"))
    return lines


# 12.4 The order of settlement


def score(board: Board) -> Phase:
    """End the deal with its score sheet: game, bonuses of both sides, tarokk counts (12.4)."""
    bonuses = [each for side in SIDES for each in bonus_lines(board, side)]
    return over(board, [*game_lines(board), *bonuses, *count_lines(board)])
