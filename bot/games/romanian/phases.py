"""Romanian Tarok and the taper: the phases of a deal, in the order of the rules (4-10, 15)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from bot.games.romanian.scores import left_behind, level_of, nothing_played, score, score_michi, surrendered
from bot.games.romanian.values import (
    BIDS_BY_ID,
    KING_CAUGHT,
    KING_ULT,
    PAGAT_ULT,
    TALON_SIZE,
    TAROACE,
    TOP_CONTRA,
    TRICKS,
    VALAT,
    PagatContra,
    announcements_of,
    bid_of,
    bids_of,
    option,
    radlers,
    variant_of,
)
from bot.rules.announcing import (
    DONE,
    GAME,
    Announcing,
    Rules,
    announce,
    is_statement,
    kontra,
    to_raise,
    why_not_yours,
    with_items,
)
from bot.rules.auctions import HOLD, PASS, Auction, bid
from bot.rules.cards import KINGS, PROTECTED, TAROCKS, Card, Cards, card
from bot.rules.exchange import SURRENDER, Discarding, RequiredDiscard, taken_by
from bot.rules.facts import Walk
from bot.rules.layout import Layout, Seat, Side, talon_then_packets, talon_then_rounds
from bot.rules.moves import DEAL, Action, Actions, latest_first
from bot.rules.phase import Naming, Phase, Step
from bot.rules.playing import PlayTerms
from bot.rules.reasons import Reason
from bot.rules.state import (
    Board,
    Group,
    Item,
    declarer_of,
    members,
    partner_called,
    side_of,
    with_partner_shown,
    with_side_shown,
)


def plain(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Deal twice six cards to each seat (4.3)."""
    return talon_then_rounds(deck, dealer, seats, TALON_SIZE, rounds=(6, 6))


def abeles(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Deal six cards to forehand, twelve to each of the others, and six more to forehand (4.4)."""
    others = [(steps, 12) for steps in range(2, seats + 1)]
    return talon_then_packets(deck, dealer, seats, TALON_SIZE, [(1, 6), *others, (1, 6)])


def six_rounds(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Deal six rounds of 1, 2, 3, 3, 2 and 1 cards (4.4)."""
    return talon_then_rounds(deck, dealer, seats, TALON_SIZE, rounds=(1, 2, 3, 3, 2, 1))


WAYS: Mapping[str, Callable[[Sequence[Card], Seat, int], Layout]] = {
    "plain": plain,
    "abeles": abeles,
    "six_rounds": six_rounds,
}
"""The ways to deal without further choices, by their ids (4.4)."""
IN_PILES = "piles"
PILES = ("pile1", "pile2", "pile3", "pile4")
"""The piles of twelve cards, in the order in which they were dealt."""


# 17.14 Cutting and knocking


def interactive_dealing(options: Mapping[str, object]) -> bool:
    """Whether the cutter may knock, which lets forehand choose a way to deal (17.14)."""
    return bool(options.get("knock_styles"))


def cutting(layout: Layout) -> Phase:
    """The player two places after the dealer cuts or knocks (4.1, 17.14)."""
    cutter = layout.next(layout.dealer, 2)
    return Naming(Board.of(layout), cutter, DEAL, ("cut", "knock"), no_such_way, cut, "cutting")


def cut(board: Board, words: str) -> Phase:
    """After a cut deal six cards at a time; after a knock forehand chooses a way (17.14)."""
    if words == "cut":
        return chosen(board, "plain")
    forehand = board.open.next(board.open.dealer)
    return Naming(board, forehand, DEAL, (*WAYS, IN_PILES), no_such_way, chosen, "dealing")


def chosen(board: Board, way: str) -> Phase:
    """Deal the pack in the chosen way, or let the players pick piles (4.4)."""
    pack = board.hidden.dealt
    if way == IN_PILES:
        return picking((), board)
    return dealt(board, WAYS[way](pack.talon, pack.dealer, pack.seats))


def picking(picked: tuple[str, ...], board: Board) -> Phase:
    """Each player picks one of the face-down piles, from forehand on; the dealer gets the last (4.4)."""
    pack = board.hidden.dealt
    piles = PILES[: pack.seats]
    left = tuple(pile for pile in piles if pile not in picked)
    if len(left) > 1:
        seat = pack.next(pack.dealer, len(picked) + 1)
        return Naming(board, seat, DEAL, left, no_such_way, partial(pile_picked, picked), "picking")
    owners = (*picked, *left)
    packets = [(owners.index(pile) + 1, 12) for pile in piles]
    return dealt(board, talon_then_packets(pack.talon, pack.dealer, pack.seats, TALON_SIZE, packets))


def pile_picked(picked: tuple[str, ...], board: Board, words: str) -> Phase:
    return picking((*picked, words), board)


def dealt(board: Board, layout: Layout) -> Phase:
    """Continue as if the deal had started with this layout."""
    return start(replace(layout, options=board.open.options, session=board.open.session))


def no_such_way(_board: Board, action: Action) -> Reason:
    return Reason("no_such_way", {"way": action.argument})


ANNUL = Action("annul")


def start(layout: Layout) -> Phase:
    """Start with the auction, opened by forehand (6.2), or with the dealing of an undealt pack."""
    if not any(layout.hands):
        return cutting(layout)
    board = Board.of(layout, (Group.of("talon", Cards.of(layout.talon)),))
    order, ladder = board.open.active, tuple(each.id for each in bids_of(board))
    auction = Auction(board, order, ladder, may_call, why_no_bid, after_auction, left=order)
    return Bidding(auction, tuple(seat for seat in order if not layout.hands[seat] & (TAROCKS | KINGS)))


# 5. Annulment, 6. The auction


@dataclass(frozen=True)
class Bidding(Step):
    """The auction, which a poor hand may end by annulling before its own first call (5)."""

    auction: Phase
    poor: tuple[Seat, ...]
    """The seats with neither tarock nor king, in playing order."""

    name = "auction"

    @property
    def board(self) -> Board:
        return self.auction.board

    def seats(self) -> tuple[Seat, ...]:
        asked = self.auction.seats()
        return (*asked, *[seat for seat in self.poor if seat not in asked and self._may_annul(seat)])

    def shown_turn(self) -> tuple[Seat, ...]:
        """The seat whose turn it is; which seats may annul is secret."""
        return self.auction.seats()

    def _may_annul(self, seat: Seat) -> bool:
        """Whether a seat has neither tarocks nor kings and has not called yet (5)."""
        return seat in self.poor and not any(move.seat == seat for move in self.board.open.calls)

    def actions(self, seat: Seat) -> Actions:
        calls = self.auction.actions(seat) if seat in self.auction.seats() else ()
        return (*calls, ANNUL) if self._may_annul(seat) else calls

    def after(self, seat: Seat, action: Action) -> Phase:
        """Annul the deal, or continue the auction."""
        if action == ANNUL:
            used = 1 if option(self.board, "annul_consumes_radler") else 0
            return nothing_played(self.board, max(radlers(self.board) - used, 0))
        following = self.auction.after(seat, action)
        return replace(self, auction=following) if isinstance(following, Auction) else following

    def explain(self, seat: Seat, action: Action) -> Reason:
        if action == ANNUL:
            return Reason("no_right_to_annul")
        return self.auction.explain(seat, action) if seat in self.auction.seats() else Reason("not_your_turn")


def may_call(auction: Auction, seat: Seat) -> tuple[Action, ...]:
    """The legal calls: pass, la mine against a junior, the next bid, first bids of higher classes (6.2)."""
    standing = auction.standing
    level = -1 if standing is None else standing.level
    holds = (HOLD,) if standing is not None and auction.senior(seat, standing.holder) else ()
    return (PASS, *holds, *bids_over(auction.ladder, level))


@cache
def bids_over(ladder: tuple[str, ...], level: int) -> tuple[Action, ...]:
    """The bids over a level: the next in its class, and the first of each higher class (6.2)."""
    higher = [BIDS_BY_ID[each] for each in ladder[level + 1 :]]
    kind = BIDS_BY_ID[ladder[level]].kind if level >= 0 else None
    following = [each for each in higher[:1] if each.kind == kind]
    firsts = [each for each in higher if each.first == 1]
    return tuple([bid(each.id) for each in (*following, *firsts)])


def why_no_bid(_auction: Auction, _seat: Seat, action: Action) -> Reason:
    """The bid must follow the one before it in its class (6.2)."""
    return Reason("not_over_the_one_before", {"bid": action.argument})


def after_auction(board: Board) -> Phase:
    """Continue with the call, with michi-michi, or with a new deal if all pass (6.3, 17.11)."""
    if board.open.declarer is not None:
        return calling(board)
    if variant_of(board).calls and option(board, "all_pass_4p") == "michi":
        return michi(board)
    return nothing_played(board, radlers(board) + variant_of(board).thrown_in)


# 7. Calling a king


def calling(board: Board) -> Phase:
    """The declarer calls a king before seeing the talon, also in solo (7), but not in the taper (16)."""
    board = board.with_talon(talon_groups(board))
    if not variant_of(board).calls:
        return talon(board)
    return Naming(
        board, declarer_of(board.open), "call", tuple(map(str, KINGS)), kings_only, called, "calling"
    )


def talon_groups(board: Board) -> tuple[Group, ...]:
    """The talon in the groups of the bid, in order; undivided in a solo (8.1)."""
    talon, size = board.hidden.dealt.talon, bid_of(board).kind.takes
    if not size:
        return board.talon
    return tuple(
        Group.of(str(start // size + 1), Cards.of(talon[start : start + size])) for start in range(0, 6, size)
    )


def kings_only(_board: Board, _action: Action) -> Reason:
    return Reason("kings_only")


def called(board: Board, words: str) -> Phase:
    """Another holder of the king becomes the partner (7)."""
    return talon(partner_called(board, words, card(words)))


# 8. The talon


def talon(board: Board) -> Phase:
    """The declarer looks at one group after the other (8.1), except in solo."""
    bid = bid_of(board)
    if not bid.kind.takes:
        return announcing(board)
    return Looking(looked(board, 0), 0)


def place_of(board: Board, step: int) -> int:
    return (bid_of(board).first - 1 + step) % len(board.open.talon)


def with_group(board: Board, place: int, **changes: Any) -> Board:
    talon = list(board.talon)
    talon[place] = replace(talon[place], **changes)
    return board.with_talon(tuple(talon))


def with_depth(board: Board, level: int, offered: Mapping[str, int]) -> Board:
    return board.with_open(board.open.with_fact(Walk(level, offered)))


def looked(board: Board, step: int) -> Board:
    """Return the board when the declarer looks at the next group, after a number of refusals (8.1)."""
    place, level = place_of(board, step), bid_of(board).first + step
    board = with_group(board, place, looker=declarer_of(board.open))
    return with_depth(board, level, {board.open.talon[place].name: level})


def all_refused(board: Board) -> Board:
    """Return the board when all groups are refused: any but the last may be taken (8.1)."""
    talon, first = board.open.talon, bid_of(board).first
    steps = range(len(talon), 2 * len(talon) - 1)
    offered = {talon[place_of(board, step)].name: first + step for step in steps}
    return with_depth(board, level_of(board), offered)


@dataclass(frozen=True)
class Looking(Step):
    """The declarer looks at one group after the other and takes or refuses it (8.1).

    A refused group is shown. When all are shown, the declarer takes one of them.
    """

    board: Board
    step: int  # how many groups have been refused

    name = "talon"

    @property
    def at(self) -> int:
        return place_of(self.board, self.step)

    @property
    def all_open(self) -> bool:
        return self.step == len(self.board.open.talon)

    def seats(self) -> tuple[Seat, ...]:
        return (declarer_of(self.board.open),)

    def _choices(self) -> dict[Action, str]:
        """The groups that may be taken, lowest level first: the one looked at, or those shown (8.1)."""
        depth = self.board.open.fact(Walk)
        names = depth.offered if depth else ()
        return {Action("take", name if self.all_open else ""): name for name in names}

    def _king_seen(self) -> bool:
        """Whether the called king is in a group that was shown or looked at."""
        public, hidden = self.board.open, self.board.hidden
        groups = zip(public.talon, hidden.talon, strict=True)
        return hidden.called_card is not None and any(
            hidden.called_card in cards for group, cards in groups if group.shown or group.looker is not None
        )

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        surrender = (SURRENDER,) if self._king_seen() else ()
        refuse = () if self.all_open else (Action("refuse"),)
        return (*self._choices(), *refuse, *surrender)

    def after(self, seat: Seat, action: Action) -> Phase:
        """Move the group to the hand, or show it, or end the deal if the declarer gives up."""
        if action == SURRENDER:
            return surrendered(self.board)
        if action.verb == "refuse":
            return self._refused()
        return self._taken(self._choices()[action])

    def _refused(self) -> Phase:
        """Show the refused group and look at the next one, if there is one (8.1)."""
        at, step = self.at, self.step + 1
        board = with_group(self.board, at, shown=True)
        if board.hidden.called_card in board.hidden.talon[at]:
            board = with_partner_shown(board)
        board = all_refused(board) if step == len(board.open.talon) else looked(board, step)
        return replace(self, board=board, step=step)

    def _taken(self, name: str) -> Phase:
        depth = self.board.open.fact(Walk)
        board = taken_by(self.board, declarer_of(self.board.open), name)
        return discard(with_depth(board, depth.offered[name] if depth else 0, {}))

    def explain(self, seat: Seat, action: Action) -> Reason:
        """The group cannot be taken, all groups are refused, or there is no right to surrender."""
        if action == SURRENDER:
            return Reason("no_surrender")
        if action.verb == "take":
            return self._closed(action.argument)
        return Reason("must_take" if action.verb == "refuse" else "not_now")

    def _closed(self, name: str) -> Reason:
        """Why a group cannot be taken: of those that lie open, the one refused last cannot be had back."""
        talon = self.board.open.talon
        if self.all_open and name == talon[place_of(self.board, self.step - 1)].name:
            return Reason("refused_last", {"half": name})
        return Reason("no_such_group")


def discard(board: Board) -> Phase:
    """The declarer discards as many cards as taken; tarocks face up, if suit cards are too few (8.3)."""
    seat = declarer_of(board.open)
    required = RequiredDiscard.of(board.hidden.hands[seat], bid_of(board).kind.takes, PROTECTED, TAROCKS)
    return Discarding(board, {seat: required}, TAROCKS, announcing)


def announcing(board: Board) -> Phase:
    """The declarer speaks first, and all until it is quiet (9.1)."""
    rules = Rules(
        (*variant_of(board).counts, *announcements_of(board)),
        may_state,
        why_no_statement,
        play,
        counts=counted,
        heard=taken_in,
        owes=owes_count,
        grows=True,
    )
    return rules.opened_by(declarer_of(board.open), with_items(board, (Item(GAME),)))


def counted(action: Action) -> bool:
    """Whether a statement keeps the announcing going: hand declarations do not (9.1)."""
    return is_statement(action) and not is_count(action.argument)


def is_count(item: str) -> bool:
    return item.startswith(TAROACE)


def may_state(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
    """Declarations and announcements in the first turn, contras at the first opportunity (9.1)."""
    doubling = tuple([kontra(item) for item in contras(announcing, seat)])
    if not first_turn(announcing):
        return doubling
    return (*counts(announcing, seat), *map(announce, bonuses(announcing.board, seat)), *doubling)


def first_turn(announcing: Announcing) -> bool:
    return announcing.turns < announcing.board.open.seats


# 9.3 Hand declarations


def own_count(board: Board, seat: Seat) -> str | None:
    """The one declaration that is true of a hand (9.3)."""
    variant = variant_of(board)
    more = len(board.hidden.hands[seat] & TAROCKS) - variant.fewest
    last = len(variant.counts) - 1
    more = min(more, last) if variant.open_ended else more
    return variant.counts[more] if 0 <= more <= last else None


def counts(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
    """The true declaration, once; if a known partner has declared as many, only under compulsion (9.3)."""
    board = announcing.board
    count = own_count(board, seat)
    if count is None or any(item.seat == seat and is_count(item.id) for item in board.open.items):
        return ()
    order = variant_of(board).counts
    partners = [
        item.id for item in board.open.items if is_count(item.id) and is_known_partner(board, seat, item)
    ]
    covered = any(order.index(other) >= order.index(count) for other in partners)
    return () if covered and not compelled(announcing, seat) else (announce(count),)


def is_known_partner(board: Board, seat: Seat, item: Item) -> bool:
    """Whether a player knows that an announcement was made by the same side (9.2).

    The partner knows that only of the declarer, whose side is public.
    """
    if item.seat is None or item.seat == seat or side_of(board, item.seat) != side_of(board, seat):
        return False
    return board.open.side(item.seat) != ""


def compelled(announcing: Announcing, seat: Seat) -> bool:
    """A player who announces pagat ultimo, or says contra to it, must declare the hand (9.3)."""
    public = announcing.board.open
    pagat, contra = public.item(PAGAT_ULT), public.fact(PagatContra)
    return pagat is not None and seat in (pagat.seat, contra and contra.seat)


def owes_count(announcing: Announcing, seat: Seat) -> bool:
    """That turn cannot end before the hand is declared (9.3)."""
    return first_turn(announcing) and compelled(announcing, seat) and bool(counts(announcing, seat))


# 9.4 Announcements, 9.5 the contra ladder


def bonuses(board: Board, seat: Seat) -> list[str]:
    """Each item once a side; the pagat by the declarer, the king by its holder (9.4, 17.9)."""
    side, known = side_of(board, seat), announcements_of(board)
    ours = members(board, side)
    closed = {item.id for item in board.open.items if item.seat in ours}
    if seat != board.open.declarer:
        closed.add(PAGAT_ULT)
    if board.hidden.called_card not in board.hidden.hands[seat]:
        closed.add(KING_ULT)
    if KING_CAUGHT in known and (side != Side.DEFENDERS or left_behind(board)):
        closed.add(KING_CAUGHT)
    return [item for item in known if item not in closed]


def contras(announcing: Announcing, seat: Seat) -> list[Item]:
    """The sides double in turn, each player at the first opportunity; a valat replaces the game (9.5)."""
    board = announcing.board
    void = GAME if board.open.item(VALAT) else None
    return [
        item
        for item in to_raise(board, seat)
        if item.doublings < TOP_CONTRA
        and item.id != void
        and not is_count(item.id)
        and not too_late(announcing, seat, item)
    ]


def too_late(announcing: Announcing, seat: Seat, item: Item) -> bool:
    """Whether a seat has ended a turn since an item was made or last raised (9.1)."""
    if first_turn(announcing):
        return False
    turns = ((seat, DONE), (item.seat, announce(item.id)))
    raised = kontra(item)
    latest = next(
        action
        for speaker, action, _ in latest_first(announcing.said)
        if action == raised or (speaker, action) in turns
    )
    return latest == DONE


def taken_in(board: Board, seat: Seat, action: Action) -> Board:
    """Announcements and contras show the speaker's side, hand declarations do not (9.2, 9.3)."""
    pagat = board.open.item(PAGAT_ULT)
    if pagat is not None and action == kontra(pagat) and pagat.doublings == 1:
        board = board.with_open(board.open.with_fact(PagatContra(seat)))
    return with_side_shown(board, seat) if counted(action) else board


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """What keeps this seat from a declaration (9.3), an announcement (9.4) or a contra (9.5)."""
    board, facts = announcing.board, {"item": action.argument}
    if action.verb == "kontra":
        return Reason(why_no_contra(announcing, seat, action.argument), facts)
    if not first_turn(announcing):
        return Reason("first_turn_only", facts)
    if is_count(action.argument):
        return Reason(why_no_count(board, seat, action.argument), facts)
    if action.argument == PAGAT_ULT and seat != board.open.declarer:
        return Reason("only_declarer", facts)
    if action.argument == KING_CAUGHT and side_of(board, seat) != Side.DEFENDERS:
        return Reason("only_opponents", facts)
    if action.argument == KING_CAUGHT and left_behind(board):
        return Reason("king_left_behind", facts)
    missing = action.argument == KING_ULT and board.hidden.called_card not in board.hidden.hands[seat]
    return Reason("needs_card" if missing else "side_has_announced", facts)


def why_no_contra(announcing: Announcing, seat: Seat, words: str) -> str:
    """The refusal code of a declaration, a game replaced by a valat, a sixth step, or a step out of turn."""
    item = announcing.board.open.item_written(words)
    if is_count(item.id):
        return "nothing_to_double"
    if item.id == GAME and announcing.board.open.item(VALAT):
        return "game_is_valat"
    if item.doublings == TOP_CONTRA:
        return "fully_doubled"
    return "too_late_to_double" if too_late(announcing, seat, item) else why_not_yours(item)


def why_no_count(board: Board, seat: Seat, count: str) -> str:
    """A hand is declared once, truly, and not below a known partner's (9.3)."""
    if any(item.seat == seat and is_count(item.id) for item in board.open.items):
        return "already_announced"
    return "partner_has_declared" if own_count(board, seat) == count else "not_so_many_tarokks"


def play(board: Board) -> Phase:
    """Forehand leads to the first trick, also where another seat is the declarer (10)."""
    return PlayTerms(board, TRICKS, score).led_by(board.open.forehand)


def michi(board: Board) -> Phase:
    """Four have passed: everybody plays for themselves, and the talon is set aside (15)."""
    return PlayTerms(board, TRICKS, score_michi).led_by(board.open.forehand)


def play_or_michi(board: Board) -> Phase:
    return play(board) if board.open.contract else michi(board)
