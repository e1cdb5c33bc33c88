"""The score sheet of Illustrated Tarokk: bonuses, the game, tarokks declared and claimed (9.4, 10, 12)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Final, NamedTuple

from bot.games.illustrated_tarokk.results import between, line_of_seat, over
from bot.games.illustrated_tarokk.tables import (
    ANNOUNCED_DOUBLE_GAME,
    ANNOUNCED_VOLAT,
    CAPTURES,
    CARDS_PLAYED,
    COLLECTIONS,
    COUNT_IDS,
    COUNT_POINTS,
    DOUBLE_GAME,
    FEAT,
    HUNTS,
    SILENT_ULTIMO,
    SILENT_ULTIMOS,
    TAROKK_COUNTS,
    TO_DOUBLE,
    TO_WIN,
    VOLAT,
    XXI_CAPTURE,
    captures,
    is_played,
    option,
    price,
    rule_of,
    silent_price,
    silent_rule_of,
    value,
)
from bot.rules.announcing import GAME, with_items
from bot.rules.cards import TAROCKS, Cards, face_value, union
from bot.rules.layout import Seat, Side
from bot.rules.moves import Action
from bot.rules.phase import Offer, Phase
from bot.rules.results import NO_FIGURES, Figures, Outcome, ScoreLine
from bot.rules.scoring import captured
from bot.rules.state import Board, Item, Open, declarer_of, members, side_of
from bot.rules.tricks import PLAYS

CLAIM: Final = "claim:"


class Account(NamedTuple):
    """What a side brings to the score sheet."""

    side: Side
    seats: tuple[Seat, ...]
    announced: Mapping[str, Item]
    won: Cards
    """The cards of its tricks."""
    all_tricks: bool
    points: int
    """Its card points (12.1)."""
    captures: Collection[str]
    """The captures it has made (10.3)."""


def accounts(board: Board, losers: Mapping[str, Seat]) -> tuple[Account, Account]:
    """Add up what declarers and defenders have won; `losers` are the seats that lost a card, by capture."""
    discards = declarers_discards(board)
    others = union(board.hidden.discards) - discards
    return (
        account(board, Side.DECLARER, discards, losers),
        account(board, Side.DEFENDERS, others, losers),
    )


def account(board: Board, side: Side, discards: Cards, losers: Mapping[str, Seat]) -> Account:
    """Add up what a side has won, with the discards that count for it."""
    seats = members(board, side)
    won = board.open.won_by(seats)
    return Account(
        side,
        seats,
        announced_by(board, seats),
        won,
        len(won) == CARDS_PLAYED,
        face_value(won | discards),
        [name for name, seat in losers.items() if seat not in seats],
    )


# 10. Bonuses


def announced_by(board: Board, seats: tuple[Seat, ...]) -> dict[str, Item]:
    """The announcements of some seats, by id."""
    return {item.id: item for item in board.open.items if item.seat in seats}


def declarers_discards(board: Board) -> Cards:
    """The discards that count for the declarer's side: by default the declarer's own (12.1, 17.7)."""
    discards = board.hidden.discards
    all_of_them = option(board, "all_discards_to_lone_declarer") is True and called_is_discarded(board)
    return union(discards) if all_of_them else discards[declarer_of(board.open)]


def called_is_discarded(board: Board) -> bool:
    """Whether a defender has discarded the called card."""
    discards = enumerate(board.hidden.discards)
    return any(board.hidden.called_card in cards for seat, cards in discards if seat != board.open.declarer)


def caught(board: Board, capture: str) -> Seat | None:
    """The seat that lost the XXI to a skíz, or the pagát to any card, of the other side; or `None`."""
    return captured(board, *HUNTS[capture])


def made(board: Board, ours: Account, name: str) -> bool:
    """Whether a side has achieved a bonus (10.1)."""
    if name in COLLECTIONS:
        return COLLECTIONS[name] <= ours.won
    if name in CAPTURES:
        return name in ours.captures
    feat = FEAT[name]
    trick = board.open.tricks[feat.trick - 1]
    if trick.winner not in ours.seats or PLAYS[trick.winner][feat.card] not in trick.plays:
        return False
    so_far = board.open.tricks[: feat.trick]
    return feat.kind != "streak" or all(each.winner in ours.seats for each in so_far)


def announced_line(
    board: Board,
    side: Side,
    item: Item,
    base: int,
    rule: str,
    *,
    is_made: bool,
    figures: Figures = NO_FIGURES,
) -> ScoreLine:
    """The line of an announcement that a side has made or missed (10.2)."""
    gainer, outcome = (side, Outcome.MADE) if is_made else (side.other, Outcome.MISSED)
    return between(board, item.id, gainer, outcome, base, item.factor, rule, figures)


def silent_line(
    board: Board,
    side: Side,
    name: str,
    base: int,
    rule: str,
    *,
    is_won: bool = True,
    figures: Figures = NO_FIGURES,
) -> ScoreLine:
    """The line of an unannounced bonus that a side has won or lost (10.2)."""
    gainer, outcome = (side, Outcome.WON) if is_won else (side.other, Outcome.LOST)
    return between(board, name, gainer, outcome, base, 1, rule, figures)


def bonus_lines(board: Board, ours: Account) -> list[ScoreLine]:
    """The lines of a side's announcements and of its unannounced bonuses (10.2)."""
    announcements = [
        announced_line(
            board, ours.side, item, price(board, name), rule_of(name), is_made=made(board, ours, name)
        )
        for name, item in ours.announced.items()
        if name in COLLECTIONS or name in CAPTURES or name in FEAT
    ]
    return [*announcements, *silent_lines(board, ours), *silent_ultimos(board, ours)]


def silent_lines(board: Board, ours: Account) -> list[ScoreLine]:
    """The lines of silent trull and four kings (10.2), and of captures (10.3)."""
    hidden = VOLAT in ours.announced and option(board, "volat_hides_silent") is True
    collections = () if ours.all_tricks or hidden else COLLECTIONS
    return [
        silent_line(board, ours.side, name, silent_price(board, name), silent_rule_of(name))
        for name in (*collections, *ours.captures)
        if name not in ours.announced and made(board, ours, name)
    ]


def silent_ultimos(board: Board, ours: Account) -> list[ScoreLine]:
    """The lines for the pagát, or by a house rule the II, in the last trick (10.3.1, 17.28)."""
    last = board.open.tricks[-1]
    played = {play.card: play.seat for play in last.plays if play.seat in ours.seats}
    won = {name: played[card] == last.winner for name, card in SILENT_ULTIMOS.items() if card in played}
    return [
        silent_line(board, ours.side, name, SILENT_ULTIMO, silent_rule_of(name), is_won=is_won)
        for name, is_won in won.items()
        if name not in ours.announced and is_played(board, name)
    ]


# 12.3 Game, double game and volát


def game_won(board: Board, taken: int) -> tuple[Side, int, int]:
    """The side that has won the game (12.1), the kontra factor, and the card points that the declarer needed.

    `taken` are the card points of the declarer's side; house rules for ties (17.31).
    """
    kontra = next(item.factor for item in board.open.items if item.id == GAME)
    tie = option(board, "tie_47_with_kontra") if kontra > 1 else None
    needed = TO_WIN - (tie == "defenders_need_48")
    if tie == "not_doubled" and taken == TO_WIN - 1:
        kontra = 1
    return Side.DECLARER if taken >= needed else Side.DEFENDERS, kontra, needed


def double_game_line(board: Board, ours: Account, rule: str, *, is_made: bool) -> ScoreLine:
    """The line of a side's announced double game, with the card points of that side."""
    item, base = ours.announced[DOUBLE_GAME], ANNOUNCED_DOUBLE_GAME * value(board)
    figures = {"points": ours.points, "needed": TO_DOUBLE}
    return announced_line(board, ours.side, item, base, rule, is_made=is_made, figures=figures)


def volat_line(board: Board, ours: Account, rule: str, *, is_made: bool) -> ScoreLine:
    """The line of a side's announced volát."""
    base = ANNOUNCED_VOLAT * value(board)
    return announced_line(board, ours.side, ours.announced[VOLAT], base, rule, is_made=is_made)


def game_lines(board: Board, declarers: Account, defenders: Account) -> list[ScoreLine]:
    """The lines of game, double game and volát (12.3): the winners' first, then the losers' announcements."""
    taken, g = declarers.points, value(board)
    side, kontra, needed = game_won(board, taken)
    winners, losers = (declarers, defenders) if side == Side.DECLARER else (defenders, declarers)
    volat, double = winners.all_tricks, winners.points >= TO_DOUBLE
    lines = []
    if VOLAT in winners.announced:
        lines.append(volat_line(board, winners, "12.3.5", is_made=volat))
    if DOUBLE_GAME in winners.announced:
        lines.append(double_game_line(board, winners, "12.3.4", is_made=double))
    if VOLAT not in winners.announced and volat:
        lines.append(silent_line(board, side, VOLAT, 3 * g, "12.3.3"))
    elif not {VOLAT, DOUBLE_GAME} & winners.announced.keys() and double:
        figures = {"points": winners.points, "needed": TO_DOUBLE}
        lines.append(silent_line(board, side, DOUBLE_GAME, 2 * g, "12.3.2", figures=figures))
    if kontra > 1 or not lines:
        rule = "12.3.8" if lines else "12.3.1"
        outcome = Outcome.WON if side == Side.DECLARER else Outcome.LOST
        figures = {"points": taken, "needed": needed}
        lines.append(between(board, GAME, side, outcome, g, kontra, rule, figures))
    if DOUBLE_GAME in losers.announced:
        lines.append(double_game_line(board, losers, "12.3.6", is_made=False))
    if VOLAT in losers.announced:
        lines.append(volat_line(board, losers, "12.3.7", is_made=False))
    return lines


# 9.4 Eight and nine tarokks


def counts_held(board: Board) -> Mapping[Seat, str]:
    """The seats that hold eight or nine tarokks before the play, with the id of that count (9.4)."""
    counts = {}
    for seat in board.open.active:
        number = board.hidden.hands[seat].count(TAROCKS)
        if number in COUNT_IDS:
            counts[seat] = COUNT_IDS[number]
    return counts


def has_declared(public: Open, seat: Seat) -> bool:
    """Whether a seat has declared a count of tarokks."""
    return any(item.seat == seat and item.id in TAROKK_COUNTS for item in public.items)


def claims(board: Board) -> Callable[[Board], Phase]:
    """Return what follows the play: the claims of eight or nine undeclared tarokks (9.4), if any were held.

    The board is that before the play, when all tarokks are in the hands.
    """
    held = counts_held(board).items()
    counts = {seat: count for seat, count in held if not has_declared(board.open, seat)}
    if not counts:
        return score
    return partial(claiming, {seat: count for seat, count in counts.items() if payers(board, seat)})


def claiming(counts: Mapping[Seat, str], board: Board) -> Phase:
    """Offer the claim of a tarokk count to the seats that are entitled to one, which may be none.

    After the last trick everybody has seen who held how many tarokks, but not always who must pay for them.
    """
    return Offer(board, tuple(counts), Action("claim"), partial(claimed, counts), score)


def claimed(counts: Mapping[Seat, str], offer: Offer, seat: Seat) -> Phase:
    """Record the claim, and wait for the other answers."""
    claim = Item(f"{CLAIM}{counts[seat]}", seat)
    return offer.answered(with_items(offer.board, (*offer.board.open.items, claim)), seat)


def payers(board: Board, seat: Seat) -> tuple[Seat, ...]:
    """The seats that pay a claim: the partner, or both fellow defenders (9.4.3, 17.25)."""
    others = tuple(other for other in members(board, side_of(board, seat)) if other != seat)
    return () if len(others) > 1 and option(board, "claim_lone") == "none" else others


def count_lines(board: Board) -> list[ScoreLine]:
    """The lines of declared tarokks (9.4.2, 17.24) and of claims (9.4.3)."""
    lines = []
    for item in board.open.items:
        name = item.id.removeprefix(CLAIM)
        if name not in TAROKK_COUNTS or item.seat is None:
            continue
        base, seat, others = COUNT_POINTS[name], item.seat, board.open.following(item.seat)
        if item.id.startswith(CLAIM):
            row = (payers(board, seat), Outcome.CLAIMED, base, "9.4.3")
            lines.append(line_of_seat(board, name, seat, *row))
        elif option(board, "tarokk_count_payment") == "each_of_three":
            lines.append(line_of_seat(board, name, seat, others, Outcome.DECLARED, base, "9.4.2"))
        else:
            lines.append(between(board, name, side_of(board, seat), Outcome.DECLARED, base, 1, "17.24"))
    return lines


# 12.4 The order of settlement


def score(board: Board) -> Phase:
    """End the deal with its score sheet: game, bonuses of both sides, tarokk counts (12.4)."""
    losers = {name: seat for name in captures(board) if (seat := caught(board, name)) is not None}
    declarers, defenders = accounts(board, losers)
    game = game_lines(board, declarers, defenders)
    bonuses = [*bonus_lines(board, declarers), *bonus_lines(board, defenders)]
    return over(board, [*game, *bonuses, *count_lines(board)], losers.get(XXI_CAPTURE))
