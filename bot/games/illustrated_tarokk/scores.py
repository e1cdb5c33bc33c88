"""The score sheet of Illustrated Tarokk, its prices, and what the next deal inherits (4.1, 5, 9.4-13)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from bot.games.illustrated_tarokk.values import (
    ANNOUNCED_DOUBLE_GAME,
    ANNOUNCED_VOLAT,
    CAPTURES,
    COLLECTIONS,
    COUNT_IDS,
    COUNT_POINTS,
    DOUBLE_GAME,
    FEAT,
    HUNTS,
    LADDER,
    SENTENCES,
    SILENT_DOUBLE_GAME,
    SILENT_ULTIMO,
    SILENT_ULTIMOS,
    SILENT_VOLAT,
    TAROKK_COUNTS,
    TO_DOUBLE,
    TO_WIN,
    TRIAL_PENALTY,
    TRICKS,
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
from bot.rules.cards import SKUS, TAROCKS, Cards, face_value, union
from bot.rules.game import ContractPrice, Prices, Stake
from bot.rules.layout import SIDES, Seat, Side
from bot.rules.moves import Action
from bot.rules.phase import Offer, Phase, finished
from bot.rules.results import NO_FIGURES, Figures, Outcome, Result, ScoreLine, factors
from bot.rules.scoring import Sheet, captured, exchanged, trick_of
from bot.rules.state import Board, Item, Known, Open, declarer_of, members, side_of, with_candidates
from bot.rules.tricks import PLAYS

NEW_WINDOWS: Mapping[object, Callable[[list[int], int], list[int]]] = {
    "windows": lambda windows, circle: [*windows, circle],
    "none": lambda windows, _circle: windows,
    "single": lambda _windows, circle: [circle],
    "stacking": lambda windows, circle: [sum(windows) + circle],
}
"""The doubling windows after a void deal, from the earlier ones and the length of a circle (5.1, 17.9)."""


# 5. Void deals and doubling windows


def inheritable(session: Mapping[str, object], seats: int) -> bool:
    """Whether every window has deals left, and the hat is on a seat or on none (5, 10.3)."""
    windows, hat = session["windows"], session["hat"]
    valid_windows = isinstance(windows, list) and all(type(left) is int and left > 0 for left in windows)
    return valid_windows and (hat is None or (type(hat) is int and hat in range(seats)))


def windows(board: Known) -> list[int]:
    """How many completed deals each doubling window still covers, oldest first (5)."""
    windows = board.open.session["windows"]
    assert isinstance(windows, list), "a session has a list of windows"
    return windows


def doubling(board: Known) -> int:
    """What the game points of this deal are multiplied by: two for each open window (5.1)."""
    return 1 << len(windows(board))


def void(board: Board) -> Phase:
    """End a deal as void: the same dealer deals again, and a window opens for a full circle (5)."""
    opened = NEW_WINDOWS[option(board, "doubling")](windows(board), board.open.seats)
    return dealt_again(board, opened)


def dealt_again(board: Board, left: list[int]) -> Phase:
    """End a deal without scores and with the given windows; the same dealer deals again (5.1)."""
    public = board.open
    session = {"windows": left, "hat": public.session["hat"]}
    circle = last_circle(board)
    result = Result(public.seats, public.dealer, void=True, next_session=session, last_circle=circle)
    return finished(board, result)


def over(board: Board, lines: Sequence[ScoreLine], loser: Seat | None = None) -> Phase:
    """End a scored deal: the next seat deals, windows count down (5), who lost the XXI has the hat (10.3)."""
    public = board.open
    hat = public.session["hat"] if loser is None else loser
    session = {"windows": [left - 1 for left in windows(board) if left > 1], "hat": hat}
    dealer, circle = public.next(public.dealer), last_circle(board)
    result = Result(public.seats, dealer, tuple(lines), next_session=session, last_circle=circle)
    return finished(board, result)


# 13. The last circle


def last_circle(board: Board) -> int | None:
    """Return how many deals a last circle has that begins with this one.

    It ends when the holder of the skíz and then all others have dealt. Return `None` while the skíz lies in
    the talon (13.3).
    """
    holder = skus_holder(board)
    return None if holder is None else (holder - board.open.dealer) % board.open.seats + board.open.seats


def skus_holder(board: Board) -> Seat | None:
    """The seat that was dealt the skíz or has drawn it, or `None`."""
    fallen = trick_of(board, SKUS)
    if fallen is not None:
        return fallen[1]
    return next((seat for seat, hand in enumerate(board.hidden.hands) if SKUS in hand), None)


SHEET = Sheet("illustrated_tarokk", SENTENCES, doubling)


# 12.2 From sides to players


def line_of_seat(
    board: Board, item: str, seat: Seat, payers: tuple[Seat, ...], outcome: Outcome, base: int, rule: str
) -> ScoreLine:
    """Return a line that concerns one seat, which gains from others, doubled for every open window (5)."""
    doubled = doubling(board)
    amounts = exchanged(board.open.seats, (seat,), payers, base * doubled)
    row = (item, Side.SEAT, outcome, base, amounts, rule, factors(doubled=doubled))
    return SHEET.line(board, *row, seat=seat)


# 4.5 The trial bid


def trial_failed(board: Board) -> Phase:
    """End a trial bid that drew no honour: the bidder loses the contract alone (4.5.2, 17.11)."""
    penalty = option(board, "trial_bid_penalty")
    if penalty == "redeal":
        return dealt_again(board, windows(board))
    board = with_candidates(board, frozenset((None,)))
    base, rule = (TRIAL_PENALTY, "17.11") if penalty == "three_each" else (value(board), "4.5.2")
    return over(board, (SHEET.between(board, GAME, Side.DEFENDERS, Outcome.FORFEITED, base, rule),))


CLAIM = "claim:"


class Account(NamedTuple):
    """What a side brings to the score sheet."""

    side: Side
    seats: tuple[Seat, ...]
    announced: Mapping[str, Item]
    won: Cards
    """The cards of its tricks."""
    all_tricks: bool
    points: int
    captures: Collection[str]
    """The captures it has made (10.3)."""


def account(board: Board, side: Side, losers: Mapping[str, Seat]) -> Account:
    """Add up what a side has won; `losers` are the seats that lost a card, by capture."""
    seats, discards = members(board, side), declarers_discards(board)
    if side == Side.DEFENDERS:
        discards = union(board.hidden.discards) - discards
    won = board.open.won_by(seats)
    return Account(
        side,
        seats,
        {item.id: item for item in board.open.items if item.seat in seats},
        won,
        len(won) == 4 * TRICKS,
        face_value(won | discards),
        [name for name, seat in losers.items() if seat not in seats],
    )


# 10. Bonuses


def declarers_discards(board: Board) -> Cards:
    """The discards that count for the declarer's side: by default the declarer's own (12.1, 17.7)."""
    discards, called, declarer = board.hidden.discards, board.hidden.called_card, declarer_of(board.open)
    called_is_discarded = any(called in cards for seat, cards in enumerate(discards) if seat != declarer)
    all_of_them = called_is_discarded and option(board, "all_discards_to_lone_declarer") is True
    return union(discards) if all_of_them else discards[declarer]


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


def bonus_line(
    board: Board,
    side: Side,
    name: str,
    base: int,
    rule: str,
    *,
    is_won: bool = True,
    announced: Item | None = None,
    figures: Figures = NO_FIGURES,
) -> ScoreLine:
    """The line of a bonus that a side has won or lost, announced or silent (10.2)."""
    won, lost = (Outcome.MADE, Outcome.MISSED) if announced else (Outcome.WON, Outcome.LOST)
    gainer, outcome = (side, won) if is_won else (side.other, lost)
    kontra = announced.factor if announced else 1
    return SHEET.between(board, name, gainer, outcome, base, rule, kontra=kontra, figures=figures)


def bonus_lines(board: Board, ours: Account) -> list[ScoreLine]:
    """The lines of a side's announcements and of its unannounced bonuses (10.2)."""
    announcements = [
        bonus_line(
            *(board, ours.side, name, price(board, name), rule_of(name)),
            is_won=made(board, ours, name),
            announced=item,
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
        bonus_line(board, ours.side, name, silent_price(board, name), silent_rule_of(name))
        for name in (*collections, *ours.captures)
        if name not in ours.announced and made(board, ours, name)
    ]


def silent_ultimos(board: Board, ours: Account) -> list[ScoreLine]:
    """The lines for the pagát, or by a house rule the II, in the last trick (10.3.1, 17.28)."""
    last = board.open.tricks[-1]
    played = {play.card: play.seat for play in last.plays if play.seat in ours.seats}
    won = {name: played[card] == last.winner for name, card in SILENT_ULTIMOS.items() if card in played}
    return [
        bonus_line(board, ours.side, name, SILENT_ULTIMO, silent_rule_of(name), is_won=is_won)
        for name, is_won in won.items()
        if name not in ours.announced and is_played(board, name)
    ]


# 12.3 Game, double game and volát


def game_won(board: Board, taken: int) -> tuple[Side, int, int]:
    """The side that has won the game (12.1), the kontra factor, and the card points that the declarer needed.

    `taken` are the card points of the declarer's side; house rules for ties (17.31).
    """
    kontra = board.open.items[0].factor
    tie = option(board, "tie_47_with_kontra") if kontra > 1 else None
    needed = TO_WIN - (tie == "defenders_need_48")
    if tie == "not_doubled" and taken == TO_WIN - 1:
        kontra = 1
    return Side.DECLARER if taken >= needed else Side.DEFENDERS, kontra, needed


def double_game_line(board: Board, ours: Account, rule: str, *, is_made: bool) -> ScoreLine:
    row = (board, ours.side, DOUBLE_GAME, ANNOUNCED_DOUBLE_GAME * value(board), rule)
    figures = {"points": ours.points, "needed": TO_DOUBLE}
    return bonus_line(*row, is_won=is_made, announced=ours.announced[DOUBLE_GAME], figures=figures)


def volat_line(board: Board, ours: Account, rule: str, *, is_made: bool) -> ScoreLine:
    row = (board, ours.side, VOLAT, ANNOUNCED_VOLAT * value(board), rule)
    return bonus_line(*row, is_won=is_made, announced=ours.announced[VOLAT])


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
        lines.append(bonus_line(board, side, VOLAT, SILENT_VOLAT * g, "12.3.3"))
    elif not {VOLAT, DOUBLE_GAME} & winners.announced.keys() and double:
        figures = {"points": winners.points, "needed": TO_DOUBLE}
        lines.append(bonus_line(board, side, DOUBLE_GAME, SILENT_DOUBLE_GAME * g, "12.3.2", figures=figures))
    if kontra > 1 or not lines:
        rule = "12.3.8" if lines else "12.3.1"
        outcome = Outcome.WON if side == Side.DECLARER else Outcome.LOST
        figures = {"points": taken, "needed": needed}
        lines.append(SHEET.between(board, GAME, side, outcome, g, rule, kontra=kontra, figures=figures))
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
            side = side_of(board, seat)
            lines.append(SHEET.between(board, name, side, Outcome.DECLARED, base, "17.24"))
    return lines


# 12.4 The order of settlement


def score(board: Board) -> Phase:
    """End the deal with its score sheet: game, bonuses of both sides, tarokk counts (12.4)."""
    losers = {name: seat for name in captures(board) if (seat := captured(board, *HUNTS[name])) is not None}
    declarers, defenders = (account(board, side, losers) for side in SIDES)
    game = game_lines(board, declarers, defenders)
    bonuses = [*bonus_lines(board, declarers), *bonus_lines(board, defenders)]
    return over(board, [*game, *bonuses, *count_lines(board)], losers.get(XXI_CAPTURE))


GAMES = {DOUBLE_GAME: ANNOUNCED_DOUBLE_GAME, VOLAT: ANNOUNCED_VOLAT}
"""The announcements that are worth a multiple of the game (12.3)."""


OF_CONTRACTS = {each: ContractPrice(points, points) for points, each in enumerate(LADDER, 1)}
"""The place of the contract among all (4.1)."""


def of_announcement(known: Known, item: str) -> Stake:
    """Declared tarokks cannot be lost (9.4); all else is won or lost (10.1, 12.3)."""
    if item in COUNT_POINTS:
        return Stake(COUNT_POINTS[item], 0)
    if item in GAMES:
        return OF_CONTRACTS[known.open.contract].stake.times(GAMES[item])
    return Stake.even(price(known, item))


PRICES = Prices(
    of_announcement,
    OF_CONTRACTS,
    contract=lambda _known, contract: OF_CONTRACTS[contract].stake,
    factor=doubling,
)
