"""Royal Tarokk: the phases of a deal: dealing, announcements, tricks (4, 5, 7, 8), and prices."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, reduce
from itertools import chain, groupby
from operator import or_
from typing import NamedTuple

from bot.games.royal_tarokk.announcements import (
    ITEMS,
    LITERAL,
    OF_HAND,
    OPENING,
    ROWS,
    TROPHIES,
    inferiors,
    is_trophy,
    parsed,
    pledges_of,
    written,
)
from bot.games.royal_tarokk.scores import score
from bot.games.royal_tarokk.values import (
    ALIKE,
    CATCHERS,
    HAND,
    IN_SUIT,
    MATADORS,
    PARTNER,
    TRICKS,
    XIX,
    XX,
    announcer,
    is_ours,
    team_of,
)
from bot.rules.announcing import Announcing, Rules, announce, kontra
from bot.rules.cards import ALONE, KINGS, NO_CARDS, SUIT, SUITS, TAROCK, TAROCKS, Card, Cards, card, union
from bot.rules.facts import Raised
from bot.rules.layout import Layout, Seat, talon_then_packets
from bot.rules.moves import Action, ActionSet, ActionTable
from bot.rules.phase import Phase
from bot.rules.playing import UNBOUND, Bound, PlayTerms, Position, any_lead, nothing_bound
from bot.rules.reasons import Reason
from bot.rules.state import Board, Item, Open

# 4. Dealing

PACKETS = (
    (1, 1),
    (4, 1),
    *((steps, 2) for _ in range(4) for steps in (1, 2, 3, 4)),
    *((1, 1), (2, 2), (3, 2), (4, 1)),
)
"""The packets, by places after the dealer: XX and XIX, then two cards at a time until a hand is full (4)."""


def lay_out(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Deal the XX to the dealer's partner, the XIX to the dealer, and the rest two at a time (4)."""
    rest = list(deck)
    for each in (XX, XIX):
        rest.remove(each)
    return talon_then_packets([XX, XIX, *rest], dealer, seats, 0, PACKETS)


def impossible(layout: Layout) -> str | None:
    """Why a layout is invalid, or `None`: the rules prescribe XX, XIX and enough tarokks (4, 17.12)."""
    if layout.dealer not in CATCHERS:
        return "only seats 0 and 2 deal"
    if XX not in layout.hands[PARTNER[layout.dealer]] or XIX not in layout.hands[layout.dealer]:
        return "XX belongs to the dealer's right neighbour, XIX to the dealer"
    return "a hand with two tarokks or fewer is dealt again" if too_few_tarokks(layout) else None


def too_few_tarokks(layout: Layout) -> tuple[Seat, ...]:
    """The seats with two tarokks or fewer, which show their hands before a new deal (4.4)."""
    bits = TAROCKS.bits
    few = [seat for seat, hand in enumerate(layout.hands) if (hand.bits & bits).bit_count() <= 2]
    return tuple(few)


def start(layout: Layout) -> Phase:
    """Start with the announcements of the dealer's right neighbour (5.2). The dealer's team attacks (3)."""
    partner = PARTNER[layout.dealer]
    board = Board.of(layout)
    public = board.open._replace(declarer=layout.dealer, candidates=frozenset((partner,)))
    return announcing(Board(public, replace(board.hidden, partner=partner)))


# 5.3-5.6 What a team's announcements close to its seats, as sets of announcements

BIT = {item: 1 << place for place, item in enumerate(ITEMS)}
"""The set of each single announcement."""


def joined(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def set_of(items: Iterable[str]) -> int:
    """The set of some announcements."""
    return joined(BIT[item] for item in items)


PARTS = {
    group: part
    for part, groups in enumerate(
        (("hand",), ("small", "tricks", "streak"), ("end",), ("opening", "suits"), TROPHIES)
    )
    for group in groups
}
"""The part of the table that each group of announcements belongs to."""
TABLE = ActionTable(
    *[list(map(announce, items)) for _, items in groupby(ITEMS, lambda item: PARTS[parsed(item)[0].group])]
)
"""The announcing of each announcement."""


def literal_readings(board: Board) -> frozenset[str]:
    """The house rules agreed at this table that read the source page literally (15)."""
    return frozenset([name for name, chosen in board.open.options.items() if chosen and name in LITERAL])


def closed_though_raised(item: Item, seat: Seat, items: tuple[Item, ...], literally: frozenset[str]) -> int:
    """What an announcement still closes to a seat once it is raised (5.3, 5.4)."""
    if not is_ours(item, seat):
        return 0
    closed = left_closed_by(item.id)
    return closed | raising_own(item, items, literally) if item.seat == seat else closed


def why_closed(board: Board, seat: Seat, item: str) -> str:
    """The refusal code for an announcement that is closed to a seat: the first that fits (5.6)."""
    literally, raised = literal_readings(board), Raised.of(board.open)
    ours = [item for item in board.open.items if is_ours(item, seat)]
    raising = [raising_own(each, ours, literally) for each in ours if each.seat == seat]
    reasons = [
        {"partner_must_raise": joined(raising)},
        *[reasons_of(each.id, literally, live=each not in raised) for each in ours],
    ]
    return next(code for code in CODES for closed in reasons if closed.get(code, 0) & BIT[item])


CODES = (
    "already_announced",
    "inferior_to_own",
    "partner_must_raise",
    "one_opening_slam",
    "one_collection",
    "other_card_named",
    "one_trophy",
)
"""The refusal codes of 5.6, in its order."""


class Closings(NamedTuple):
    """What each announcement closes while it is live."""

    to_own_seat: Mapping[str, int]
    """To the seat that made it, which may not raise it: the partner has made no step in between."""
    to_partner: Mapping[str, int]


@cache
def closings(literally: frozenset[str]) -> Closings:
    """What each announcement closes to its team while it is live."""
    higher = superiors(literally)
    to_partner = {item: joined(reasons_of(item, literally, live=True).values()) for item in ITEMS}
    to_own_seat = {item: closed | higher[item] | BIT[item] for item, closed in to_partner.items()}
    return Closings(to_own_seat, to_partner)


@cache
def left_closed_by(item: str) -> int:
    """What an announcement closes to the team that made it even after it was raised."""
    return joined(reasons_of(item, frozenset(), live=False).values())


@cache
def reasons_of(item: str, literally: frozenset[str], *, live: bool) -> Mapping[str, int]:
    """What an announcement closes to the team that made it, by refusal code; less once it is raised."""
    row, _ = parsed(item)
    if row.group == "hand":
        return {}  # it closes itself alone, and to the seat alone that made it
    always = {
        "one_opening_slam": joined(
            OF_ROW[other] for other in OPENING if row.id in OPENING and other != row.id
        ),
        "one_collection": ALL_COLLECTIONS if row.id in COLLECTIONS else 0,
    }
    while_live = {
        "already_announced": BIT[item],
        "inferior_to_own": set_of(inferiors(item, literally)),
        "other_card_named": clashing(item),
        "one_trophy": ALL_TROPHIES & ~above(item, literally) if is_trophy(item) else 0,
    }
    return {**always, **while_live} if live else always


def raising_own(own: Item, items: Sequence[Item], literally: frozenset[str]) -> int:
    """What would raise an announcement of one's own, unless the partner has raised it in between (5.3)."""
    higher, partner = above(own.id, literally), PARTNER[announcer(own)]
    steps = [item.id for item in items if item.seat == partner and BIT[item.id] & higher]
    return higher & ~joined([above(step, literally) for step in steps])


def above(item: str, literally: frozenset[str]) -> int:
    return superiors(literally)[item]


@cache
def superiors(literally: frozenset[str]) -> Mapping[str, int]:
    """For each announcement, everything superior to it."""
    found = dict.fromkeys(ITEMS, 0)
    for item in ITEMS:
        for lower in inferiors(item, literally):
            found[lower] |= BIT[item]
    return found


OF_ROW = {row.id: set_of(written(row.id, words) for words in row.parameters) for row in ROWS}
"""Every announcement of a row of the table."""
ALL_TROPHIES = set_of(filter(is_trophy, ITEMS))
ALL_OPENINGS = joined(OF_ROW[name] for name in OPENING)
COLLECTIONS = frozenset(("fleet", "red_and_black", "armada"))
"""The announcements of two suits, of which a team makes one (5.4)."""
ALL_COLLECTIONS = joined(OF_ROW[name] for name in COLLECTIONS)
NAMED_TRICKS = {
    "pheasant": (1,),
    "hawk": (2,),
    "temesvar_pheasant": (1, 2),
    "transylvanian_pheasant": (1, 3),
    "hawk_pair": (2, 4),
    "vulture": (1, 2, 3),
    "vulture_scala": (1, 2, 3),
}
"""The tricks to which opening slams and their trophies name a card."""
NAMED_CARDS = {
    item: tuple(zip(NAMED_TRICKS[row.id], words, strict=True))
    for item in ITEMS
    for row, words in (parsed(item),)
    if row.id in NAMED_TRICKS
}
"""The cards that each opening slam, and each trophy made of them, names for the first tricks."""
NAMING = {
    each: set_of(item for item, named in NAMED_CARDS.items() if each in named)
    for each in set(chain.from_iterable(NAMED_CARDS.values()))
}
"""For each trick and card, what names this card for this trick."""


def clashing(item: str) -> int:
    """For an opening slam, the trophies that name another card for its trick; and the reverse (5.4.7)."""
    others = ALL_TROPHIES if parsed(item)[0].id in OPENING else ALL_OPENINGS
    named = NAMED_CARDS.get(item, ())
    tricks = {trick for trick, _ in named}
    return others & joined(items for each, items in NAMING.items() if each[0] in tricks and each not in named)


# 5. Announcements and contras


def announcing(board: Board) -> Phase:
    """The dealer's right neighbour announces first (5.2)."""
    literally = literal_readings(board)
    possible = tuple(map(true_of, board.hidden.dealt.hands))

    def may_state(announcing: Announcing, seat: Seat) -> ActionSet:
        closed, contras = closed_and_doubtful(announcing.board.open, seat, literally)
        return ActionSet(TABLE, possible[seat] & ~closed, contras)

    def heard(board: Board, seat: Seat, action: Action) -> Board:
        if action.verb == "announce" and (below := inferiors(action.argument, literally)):
            return announced(board, seat, action.argument, below)
        return board

    rules = Rules(ITEMS, may_state, why_no_statement, play, heard=heard)
    return rules.opened_by(board.open.forehand, board)


def closed_and_doubtful(
    public: Open, seat: Seat, literally: frozenset[str]
) -> tuple[int, tuple[Action, ...]]:
    """What its team's announcements close to a seat (5.6), and its contras to those of the other team (5.5).

    A contra is to what is live and not doubled yet; statements about a hand are simply true.
    """
    items, raised, partner = public.items, Raised.of(public).by, PARTNER[seat]
    by_own, by_partner = closings(literally)
    closed, contras = 0, []
    for item in items:
        name, by, doublings = item
        if raised and item in raised:
            closed |= closed_though_raised(item, seat, items, literally)
        elif by == seat:
            closed |= by_own[name]
        elif by == partner:
            closed |= by_partner[name]
        elif not doublings and name not in OF_HAND:
            contras.append(kontra(item))
    return closed, tuple(contras)


OF_TRICKS = set_of(item for item in ITEMS if item not in OF_HAND)
"""All others: they speak of the tricks, and can be made with any hand."""
HELD = tuple(
    (BIT[statement], cards.bits)
    for statement, ways in (
        ("matador", [Cards.of((each,)) for each in MATADORS]),
        ("full_suit", IN_SUIT.values()),
        ("four_alike", ALIKE),
    )
    for cards in ways
)
"""The statements about certain cards, each with every set of cards, as bits, that makes it true (6.3)."""
COUNTS = tuple(
    (SUIT[suit].bits, [BIT.get(written(name, (*parameter, str(number))), 0) for number in range(HAND + 1)])
    for suit, name, parameter in (
        *((suit, "suit_count", (suit,)) for suit in SUITS),
        (TAROCK, "tarokk_count", ()),
    )
)
"""The statement that a hand has a number of cards of a suit, or of tarokks, by number; 0 if there is none."""


def true_of(hand: Cards) -> int:
    """All announcements that do not contradict a hand."""
    bits, statements = hand.bits, 0
    for suit, by_number in COUNTS:
        statements |= by_number[(bits & suit).bit_count()]
    for statement, cards in HELD:
        if bits & cards == cards:
            statements |= statement
    return OF_TRICKS | statements


def announced(board: Board, seat: Seat, item: str, below: frozenset[str]) -> Board:
    """The team's inferior announcements, and contras to them, are void once a superior one is made (5.3)."""
    public = board.open
    raised = [each for each in public.items if each.id in below and is_ours(each, seat)]
    if not raised:
        return board
    by = dict.fromkeys(raised, item) | dict(Raised.of(public).by)
    return board.with_open(public.with_fact(Raised(by)))


def why_no_contra(board: Board, seat: Seat, words: str) -> str:
    """A contra is said once, to a live announcement of the other team that is not about the hand (5.5)."""
    item = board.open.item_written(words)
    if is_ours(item, seat):
        return "own_item"
    if item.id in OF_HAND:
        return "true_of_hand"
    return "raised_already" if item in Raised.of(board.open) else "already_doubled"


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """What keeps this seat from an announcement (5.6) or a contra (5.5)."""
    board, facts = announcing.board, {"item": action.argument}
    if action.verb == "kontra":
        return Reason(why_no_contra(board, seat, action.argument), facts)
    if action.argument in OF_HAND:
        made = any(item.id == action.argument and item.seat == seat for item in board.open.items)
        return Reason("already_announced" if made else "not_true_of_hand", facts)
    return Reason(why_closed(board, seat, action.argument), facts)


# 7. The tricks, 8. What pledges and opening slams bind


def play(board: Board) -> Phase:
    """The dealer's right neighbour leads to the first trick (7)."""
    terms = PlayTerms(board, TRICKS, score, binding(board), lead=leading(board))
    return terms.led_by(board.open.forehand)


KEEPING = ("sneaker", "phoenix", "troika")


def keeps_duty(raised: Raised, item: Item) -> bool:
    """An end announcement raised by sneaker, phoenix or troika still has its card to play (8.5)."""
    return raised.raiser(item) in KEEPING and parsed(item.id)[0].group == "end"


Promise = tuple[Card, int, bool, bool, int]
"""The fields of a pledge, its card first, and then the place of its announcement among all."""


def promises(board: Board) -> tuple[list[Promise], ...]:
    """The pledges of both teams. A card that several name is governed by the first of them (8, 17.2)."""
    raised = Raised.of(board.open)
    live: tuple[list[Promise], ...] = ([], [])
    duties: tuple[list[Promise], ...] = ([], [])
    for place, item in enumerate(board.open.items):
        pledges = pledges_of(item.id)
        if pledges and (item not in raised or keeps_duty(raised, item)):
            by_team = duties if item in raised else live
            by_team[team_of(announcer(item))].extend([(*each, place) for each in pledges])
    return tuple([first + then for first, then in zip(live, duties, strict=True)])


def binding(board: Board) -> Callable[[Position, Seat, Cards], Bound]:
    """Pledged cards wait for their trick, and are owed to it, the earliest announced first (8.2).

    Where nothing else is legal, what was announced last is given up.
    """
    by_team = promises(board)
    by_seat = [
        [each for each in by_team[team_of(seat)] if hand.bits >> each[0] & 1]
        for seat, hand in enumerate(board.hidden.hands)
    ]
    pledged = [union([ALONE[each[0]] for each in held]).bits for held in by_seat]

    def bound(position: Position, seat: Seat, cards: Cards) -> Bound:
        named = cards.bits & pledged[seat]
        if not named:
            return UNBOUND
        owed: dict[int, int] = {}
        kept: dict[int, int] = {}
        now = len(position.tricks) + 1
        for each, trick, due, released, place in by_seat[seat]:
            bit = named & 1 << each
            if not bit or trick < now or (released and has_lost(position, seat)):
                continue
            named -= bit  # this pledge governs the card, and no later one
            if trick > now:
                kept[-place] = kept.get(-place, 0) | bit
            elif due:
                owed[place] = owed.get(place, 0) | bit
        return binds(in_order(owed), in_order(kept)) if owed or kept else UNBOUND

    return bound if any(by_seat) else nothing_bound


def has_lost(position: Position, seat: Seat) -> bool:
    """Whether a seat's team has lost a trick."""
    seats = (seat, PARTNER[seat])
    return any(trick.winner not in seats for trick in position.tricks)


def in_order(groups: Mapping[int, int]) -> tuple[int, ...]:
    """Groups by their rank, lowest rank first."""
    return tuple([cards for _, cards in sorted(groups.items())]) if groups else ()


@lru_cache(maxsize=4096)
def binds(owed: tuple[int, ...], kept: tuple[int, ...]) -> Bound:
    """What binds a seat: groups of cards, as bits."""
    return Bound(tuple(map(Cards, owed)), tuple(map(Cards, kept)))


SLAMS = {
    item: (OPENING[row.id], card(words[0]))
    for item in ITEMS
    for row, words in (parsed(item),)
    if row.id in OPENING
}
"""The trick and the card of each opening slam."""


def leading(board: Board) -> Callable[[Position, Seat, Cards], Cards]:
    """What the team's live opening slams leave to lead to their trick (8.4)."""
    raised = Raised.of(board.open)
    slams = [item for item in board.open.items if item.id in SLAMS and item not in raised]

    def lead(position: Position, seat: Seat, able: Cards) -> Cards:
        for item in slams:
            trick, named = SLAMS[item.id]
            if trick != position.trick_number or not is_ours(item, seat):
                continue
            suit = able & SUIT[named.suit] if named in KINGS else NO_CARDS
            able = suit or able
            if item.seat != seat:
                able = able - (TAROCKS - ALONE[named]) or able
        return able

    return lead if slams else any_lead
