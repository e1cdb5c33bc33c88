"""The score sheet of Romanian Tarok and the taper, with pool, radlers and prices (3.3, 9.3, 11-15)."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.games.romanian.values import (
    BIDS,
    BIDS_BY_ID,
    BONUSES,
    GAME_AT_LEVEL,
    KING_CAUGHT,
    KING_ULT,
    KINGS_DOUBLED,
    LEFT_BEHIND,
    MICHI,
    MOON_CAUGHT,
    PAGAT_ULT,
    POOL,
    POOL_DOUBLED,
    SENTENCES,
    TAROACE,
    TRICKS,
    VALAT,
    Bid,
    Bonus,
    PagatContra,
    bid_of,
    option,
    radlers,
    variant_of,
)
from bot.rules.announcing import GAME
from bot.rules.cards import (
    ALONE,
    HAND_ORDER,
    KINGS,
    MOND,
    NO_CARDS,
    PAGAT,
    SKUS,
    TRULL,
    VALUE,
    Cards,
    counted_in_threes,
    union,
)
from bot.rules.facts import Walk
from bot.rules.game import ContractPrice, Counting, Prices, Stake
from bot.rules.layout import SIDES, Seat, Side, as_int
from bot.rules.moves import Action
from bot.rules.phase import Phase, finished
from bot.rules.results import Outcome, Result, ScoreLine
from bot.rules.scoring import (
    Piles,
    Sheet,
    captured,
    taker_of_all,
    trick_of,
    trick_with,
    tricks_of,
)
from bot.rules.state import Board, Item, Known, declarer_of, members, side_of, side_of_item
from bot.rules.view import View


def radler(board: Known) -> int:
    """What the game points of this deal are multiplied by: 1 or 2 (15)."""
    return 2 if radlers(board) else 1


SHEET = Sheet("romanian_tarok", SENTENCES, radler)


def antes(session: Mapping[str, object], options: Mapping[str, object], deals: int) -> tuple[int, int]:
    """One chip each before the first deal (3.3, 17.2), and one from the dealer before every deal."""
    if options.get("no_pool"):
        return (0, 0)
    refilled = options.get("pool_refill_when_empty") and not session[POOL]
    return (1 if refilled or not deals else 0, 1)


def pool(board: Board) -> int:
    """Chips in the pool after this deal's antes (3.3)."""
    return as_int(board.open.session[POOL])


def pool_line(
    board: Board,
    item: str,
    side: Side,
    outcome: Outcome,
    amounts: tuple[int, ...],
    rule: str,
    *,
    kind: str = "",
    **figures: int,
) -> ScoreLine:
    """Return a line of chips that the players take from the pool or pay into it."""
    moved = sum(amounts)
    row = (item, side, outcome, moved, amounts, rule)
    return SHEET.line(
        board, *row, kind=kind, figures=dict(**figures, pool=pool(board) - moved), with_pool=True
    )


def pagat_line(board: Board, pagat: Item, winner: Side) -> ScoreLine:
    """The line of what an announced pagat ultimo moves between the pool and the players (14)."""
    chips = pool(board)
    made = winner == Side.DECLARER
    outcome = Outcome.MADE if made else Outcome.MISSED
    if not pagat.doublings:
        amounts = share(board, Side.DECLARER, chips if made else -chips)
        return pool_line(board, POOL, winner, outcome, amounts, "14.1" if made else "14.2", chips=chips)
    taken = share(board, winner, chips)
    paid = share(board, winner.other, -pagat.factor * chips)
    amounts = tuple(map(sum, zip(taken, paid, strict=True)))
    return pool_line(board, POOL, winner, outcome, amounts, "14.3", kind=POOL_DOUBLED, chips=chips)


def share(board: Board, side: Side, chips: int) -> tuple[int, ...]:
    """Split chips among a side; odd ones go to the declarer or the first seat to say contra (14.4, 14.5)."""
    seats = members(board, side)
    each, odd = divmod(abs(chips), len(seats))
    contra = board.open.fact(PagatContra)
    one = declarer_of(board.open) if side == Side.DECLARER else contra and contra.seat
    sign = 1 if chips > 0 else -1
    return tuple(
        sign * (each + (odd if seat == one else 0)) if seat in seats else 0
        for seat in range(board.open.seats)
    )


NEW_RADLERS = 4
"""Deals that are doubled after a michi-michi (15.3), or after a deal with a result of 0 (17.12)."""


# 15. Radlers and the end of a deal


def over(board: Board, lines: Sequence[ScoreLine], left: int, chips: int) -> Phase:
    """End the deal with its score sheet; the right neighbour deals next."""
    public = board.open
    session = {"radlers": left, POOL: chips}
    return finished(
        board, Result(public.seats, public.next(public.dealer), tuple(lines), next_session=session)
    )


def played(board: Board, lines: Sequence[ScoreLine], chips: int) -> Phase:
    """End a played deal: it uses up a radler (15.5); by a house rule a result of 0 adds new ones (17.12)."""
    added = 0
    if option(board, "hep_hep") and not any(Result(board.open.seats, 0, tuple(lines)).settled):
        added = NEW_RADLERS
    return over(board, lines, max(radlers(board) - 1, 0) + added, chips)


def nothing_played(board: Board, left: int) -> Phase:
    """End an annulled or thrown-in deal without scores; the pool keeps the antes (5, 16)."""
    public = board.open
    session = {"radlers": left, POOL: pool(board)}
    return finished(board, Result(public.seats, public.next(public.dealer), void=True, next_session=session))


def surrendered(board: Board) -> Phase:
    """End a deal by surrender, with the called king in the talon: the base loss at this level (8.4)."""
    bid, declarer = bid_of(board), declarer_of(board.open)
    level = level_of(board)
    base = bid.kind.level * level
    lost = (Side.DEFENDERS, Outcome.FORFEITED)
    no_trull = not board.hidden.dealt.hands[declarer] & TRULL
    lines = [SHEET.between(board, GAME, *lost, base, "8.4.2", figures={"level": level})]
    if no_trull:
        lines.append(SHEET.between(board, "trula", *lost, 1, "8.4.3"))
    return played(board, lines, pool(board))


def level_of(board: Board) -> int:
    """The level that the declarer has reached in the talon (8.1)."""
    depth = board.open.fact(Walk)
    assert depth is not None, "only in a solo is no group looked at"
    return depth.level


# 11. The final piles


def untaken_groups(board: Board, *, shown: bool | None = None) -> Iterator[Cards]:
    """Yield the cards of the untaken groups of the talon: all, or only those (not) shown."""
    for group, cards in zip(board.open.talon, board.hidden.talon, strict=True):
        if group.taker is None and shown in (None, group.shown):
            yield cards


def left_behind(board: Board) -> bool:
    """Whether the called king was looked at and not taken (11.3)."""
    return any(board.hidden.called_card in cards for cards in untaken_groups(board, shown=True))


def piles(board: Board) -> Piles:
    """The declarer's side owns its tricks, the discard and its part of the talon (11, 17.1)."""
    won, untaken = board.open.won_by(members(board, Side.DECLARER)), union(untaken_groups(board))
    ours = won | board.hidden.discards[declarer_of(board.open)]
    if option(board, "untaken_talon_to") == "declarer":
        ours |= untaken
    king = NO_CARDS if board.hidden.called_card is None else untaken & ALONE[board.hidden.called_card]
    ours -= king
    never_seen = any(king <= cards for cards in untaken_groups(board, shown=False))
    if king and never_seen and bid_of(board).kind.takes:  # 11.4, 11.5
        ours = (ours | king) - cheapest(won or ours)
    return {Side.DECLARER: ours, Side.DEFENDERS: variant_of(board).pack - ours}


def counting(known: Known) -> Counting | None:
    """Card points decide nothing in michi-michi, nor after an announced valat (13.1, 15)."""
    if not known.open.contract or known.open.item(VALAT):
        return None
    to_declarer = option(known, "untaken_talon_to") == "declarer"
    untaken = Side.DECLARER if to_declarer else Side.DEFENDERS
    return Counting(counted_in_threes, variant_of(known).to_win, untaken)


def cheapest(cards: Cards) -> Cards:
    """The card exchanged for a king: the lowest value, and the first of these in pack order (11 c)."""
    order = sorted(cards, key=lambda each: (VALUE[each], PACK_ORDER.index(each)))
    return Cards.of(order[:1])


PACK_ORDER = (*reversed(HAND_ORDER[:22]), *HAND_ORDER[22:])
"""Tarocks from I up, then the suits, each from its king down."""


# 12. Bonuses


def gainer_of(board: Board, owned: Piles, name: str) -> Side | None:
    """The side that has achieved a bonus, announced or not; `None` if neither has (12.2)."""
    if name in ("trula", "kings"):
        wanted = TRULL if name == "trula" else KINGS
        return next((side for side, pile in owned.items() if wanted <= pile), None)
    if name == VALAT:
        return taker_of_all(board)
    return TRICK_BONUSES[name](board)


def pagat_last(board: Board) -> Side | None:
    """The side that gains by the pagat in the last trick, or `None` if it is not in it (12.2.5)."""
    last = trick_with(board, TRICKS, PAGAT)
    if last is None:
        return None
    own = side_of(board, last[1])
    return own.other if pagat_winner(board) is None else own


def pagat_winner(board: Board) -> Seat | None:
    last = trick_with(board, TRICKS, PAGAT)
    return last[1] if last is not None and last[0].winner == last[1] else None


def king_last(board: Board) -> Side | None:
    """The side that wins the called king in the last trick, or `None` (12.2.7)."""
    king = board.hidden.called_card
    last = None if king is None else trick_with(board, TRICKS, king)
    return last and side_of(board, last[0].winner)


def king_catcher(board: Board) -> Side | None:
    """The defenders if they win the called king or it was left in the talon, else `None` (12.2.3)."""
    king = board.hidden.called_card
    fallen = None if king is None else trick_of(board, king)
    taken = fallen is not None and side_of(board, fallen[0].winner) == Side.DEFENDERS
    return Side.DEFENDERS if taken or left_behind(board) else None


def moon_catcher(board: Board) -> Side | None:
    """The side whose Skiz has taken the other side's XXI, or `None` (12.2.4)."""
    loser = captured(board, MOND, ALONE[SKUS])
    return None if loser is None else side_of(board, loser).other


TRICK_BONUSES: Mapping[str, Callable[[Board], Side | None]] = {
    MOON_CAUGHT: moon_catcher,
    PAGAT_ULT: pagat_last,
    KING_ULT: king_last,
    KING_CAUGHT: king_catcher,
}


def made(board: Board, owned: Piles, name: str, side: Side) -> bool:
    """Whether an announcement has come true for the side that made it (12.2, 17.6)."""
    if name != PAGAT_ULT:
        return gainer_of(board, owned, name) == side
    seat = pagat_winner(board)
    if option(board, "pagat_announce_holder") == "declarer":
        return seat is not None and seat == board.open.declarer
    return seat is not None and side_of(board, seat) == side


def bonuses_of(board: Known) -> tuple[Bonus, ...]:
    """The bonuses under the house rules (12.1, 17.7)."""
    doubled = option(board, "kings_2_4")
    return tuple(KINGS_DOUBLED if doubled and bonus.id == KINGS_DOUBLED.id else bonus for bonus in BONUSES)


def column_of(board: Known) -> int:
    """The column of the table of bonuses that counts (12.1, 17.8)."""
    return 0 if option(board, "solo_bonus_as_doi") else bid_of(board).kind.column


def bonus_lines(board: Board, owned: Piles) -> Iterator[ScoreLine]:
    """Yield a line for each announcement of a bonus, or for an unannounced bonus (12, 17.8)."""
    column = column_of(board)
    for bonus in bonuses_of(board):
        announced = [item for item in board.open.items if item.id == bonus.id]
        for item in announced:
            side = side_of_item(board, item)
            is_made = made(board, owned, bonus.id, side)
            gainer, outcome = (side, Outcome.MADE) if is_made else (side.other, Outcome.MISSED)
            base = bonus.announced[column]
            yield SHEET.between(board, bonus.id, gainer, outcome, base, bonus.rules[1], kontra=item.factor)
        silent_gainer = None if announced else gainer_of(board, owned, bonus.id)
        if silent_gainer is not None:
            yield silent_line(board, bonus, silent_gainer, column)


def silent_line(board: Board, bonus: Bonus, gainer: Side, column: int) -> ScoreLine:
    """The line of an unannounced bonus; a king left in the talon has its own value (11.3)."""
    if bonus.id == KING_CAUGHT and left_behind(board):
        return SHEET.between(board, bonus.id, gainer, Outcome.FORFEITED, LEFT_BEHIND, "11.3")
    lost = bonus.id == PAGAT_ULT and pagat_winner(board) is None
    outcome = Outcome.LOST if lost else Outcome.WON
    return SHEET.between(board, bonus.id, gainer, outcome, bonus.silent[column], bonus.rules[0])


# 13.1 The game, 9.3 hand declarations


def game_lines(board: Board, owned: Piles) -> list[ScoreLine]:
    """The line of the game by card points; empty if a valat was made or announced (13.1)."""
    if board.open.item(VALAT) or taker_of_all(board):
        return []
    kind = bid_of(board).kind
    game = board.open.items[0]
    points = counted_in_threes(owned[Side.DECLARER])
    won = points >= variant_of(board).to_win
    by_level = kind.level * (level_of(board) if kind.takes else 1)
    base = kind.won if won and not game.doublings else by_level
    rule = "13.1.3" if game.doublings else "13.1.1" if won else "13.1.2"
    gainer, outcome = (Side.DECLARER, Outcome.WON) if won else (Side.DEFENDERS, Outcome.LOST)
    figures = {"points": points, "needed": variant_of(board).to_win}
    if kind.takes:
        figures["level"] = level_of(board)
    words = GAME_AT_LEVEL if kind.takes else GAME
    row = (GAME, gainer, outcome, base, rule, 1, game.factor)
    return [SHEET.between(board, *row, kind=words, figures=figures)]


def count_lines(board: Board) -> list[ScoreLine]:
    """The highest declaration of each side (9.3)."""
    order, lines = variant_of(board).counts, []
    for side in SIDES:
        declared = (
            item for item in board.open.items if item.id in order and side_of_item(board, item) == side
        )
        most = max((order.index(item.id) + 1 for item in declared), default=0)
        if most:
            row = (TAROACE, side, Outcome.DECLARED, most, "9.3.5")
            lines.append(SHEET.between(board, *row, about=order[most - 1]))
    return lines


def score(board: Board) -> Phase:
    """End the deal with its score sheet: game, declarations, bonuses, pool (13.3)."""
    owned = piles(board)
    lines = [*game_lines(board, owned), *count_lines(board), *bonus_lines(board, owned)]
    pagat = board.open.item(PAGAT_ULT)
    if pagat is None or option(board, "no_pool"):
        return played(board, lines, pool(board))
    is_made = made(board, owned, PAGAT_ULT, Side.DECLARER)
    moved = pagat_line(board, pagat, Side.DECLARER if is_made else Side.DEFENDERS)
    return played(board, [*lines, moved], pool(board) - sum(moved.amounts))


# 15. Michi-michi


def score_michi(board: Board) -> Phase:
    """End a michi-michi: a chip to the pool for every trick, two in a radler; new radlers (15, 17.10)."""
    price = 0 if option(board, "no_pool") else radler(board)
    paid = tuple(-price * tricks_of(board, (seat,)) for seat in range(board.open.seats))
    sheet = pool_line(board, MICHI, Side.EACH, Outcome.PAID, paid, "15.2", count=price)
    return over(board, [sheet], max(radlers(board) - 1, 0) + NEW_RADLERS, pool(board) - sum(paid))


OF_CONTRACTS = {
    bid.id: ContractPrice(bid.kind.won, bid.kind.level, by_level=bid.kind.takes > 0) for bid in BIDS
}
"""A lost contract that takes cards costs its value for each level (13.1)."""


def of_contract(known: Known, contract: str) -> Stake:
    """The game at the level reached, or the first of the bid; once doubled, won as lost (13.1)."""
    bid, depth, game = BIDS_BY_ID[contract], known.open.fact(Walk), known.open.item(GAME)
    stake = at_level(bid, depth.level if depth else bid.first)
    return Stake.even(stake.lost) if game and game.doublings else stake


def at_level(bid: Bid, level: int) -> Stake:
    """The game at a level, not doubled: only a lost one costs more at a higher level (13.1)."""
    return Stake(bid.kind.won, bid.kind.level * level)


def of_talon(view: View, action: Action) -> Stake:
    """The game at the level of the cards taken; of refused ones at the next level, the lowest left (8.1)."""
    depth = view.open.fact(Walk)
    assert depth is not None, "what may be taken is counted"
    named = depth.offered.get(action.argument, depth.level)
    return at_level(bid_of(view), named + 1 if action.verb == "refuse" else named)


def of_announcement(known: Known, item: str) -> Stake:
    """A declaration of tarocks cannot be lost (9.3); all else has its row of the table of bonuses (12.1)."""
    if item.startswith(TAROACE):
        return Stake(variant_of(known).counts.index(item) + 1, 0)
    bonus = next(each for each in bonuses_of(known) if each.id == item)
    return Stake.even(bonus.announced[column_of(known)])


def chips(known: Known, item: str, doublings: int = 0) -> Stake | None:
    """What an announcement brings from the pool and costs into it, doubled so often (14.1-14.3).

    The side that wins it takes what is in the pool; the other one pays as much, or a multiple once it is
    doubled. `None` for an announcement that does not touch the pool.
    """
    if item != PAGAT_ULT or option(known, "no_pool"):
        return None
    inside = as_int(known.open.session[POOL])
    return Stake(inside, inside * 2**doublings)


def of_surrender(view: View) -> Stake | None:
    """The game is lost at the level reached, and by a hand without honours also the trula (8.4)."""
    depth = view.open.fact(Walk)
    level = depth.level if depth else 1
    return Stake(0, bid_of(view).kind.level * level + (0 if view.hand & TRULL else 1))


PRICES = Prices(
    of_announcement,
    OF_CONTRACTS,
    of_contract,
    of_talon,
    of_surrender,
    factor=radler,
    chips=chips,
    instead=VALAT,
)
