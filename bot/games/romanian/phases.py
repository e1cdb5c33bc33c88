"""Romanian Tarok from the auction to the discard, phase by phase (5-8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.games.romanian.announcing import announcing
from bot.games.romanian.dealing import cutting
from bot.games.romanian.facts import Depth
from bot.games.romanian.play import michi
from bot.games.romanian.scores import level_of, nothing_played, surrendered
from bot.games.romanian.tables import PROTECTED, bid_of, bids_of, option, radlers, variant_of
from bot.rules.auctions import HOLD, PASS, Auction, bid
from bot.rules.cards import KINGS, TAROCKS, Cards, card
from bot.rules.exchange import SURRENDER, Discarding, RequiredDiscard, taken_by
from bot.rules.layout import Layout, Seat
from bot.rules.moves import Action
from bot.rules.offers import Naming
from bot.rules.partners import come_to_light, declarer_of, partner_called
from bot.rules.phase import Phase, Step
from bot.rules.reasons import Reason
from bot.rules.state import Board
from bot.rules.talon import Group
from bot.rules.values import replace

ANNUL = Action("annul")


def start(layout: Layout) -> Phase:
    """Forehand opens the auction (6.2), once the cards are dealt."""
    if not any(layout.hands):
        return cutting(layout, start)
    board = Board.of(layout, (Group.of("talon", Cards.of(layout.talon)),))
    order, ladder = board.open.active, tuple(each.id for each in bids_of(board))
    return Bidding(Auction(board, order, ladder, may_call, why_no_bid, after_auction, turn=order[0]))


# 5. Annulment, 6. The auction


@dataclass(frozen=True)
class Bidding(Step):
    """The auction, which a poor hand may end at any time before its own first call (5)."""

    auction: Phase

    name = "auction"

    @property
    def board(self) -> Board:
        """Where the cards lie."""
        return self.auction.board

    def seats(self) -> tuple[Seat, ...]:
        """The seat whose turn it is, and those that may annul out of turn."""
        asked = self.auction.seats()
        return (
            *asked,
            *(seat for seat in self.board.open.active if seat not in asked and self._may_annul(seat)),
        )

    def shown_turn(self) -> tuple[Seat, ...]:
        """Who may annul is for nobody else to know."""
        return self.auction.seats()

    def _may_annul(self, seat: Seat) -> bool:
        """A hand with neither tarock nor king that has not called yet (5)."""
        called = any(move.seat == seat for move in self.board.open.calls)
        return not called and not self.board.hidden.hands[seat] & (TAROCKS | KINGS)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """The calls of a seat whose turn it is, and the right to annul."""
        calls = self.auction.actions(seat) if seat in self.auction.seats() else ()
        return (*calls, ANNUL) if self._may_annul(seat) else calls

    def after(self, seat: Seat, action: Action) -> Phase:
        """The deal is annulled, or the auction goes on."""
        if action == ANNUL:
            used = 1 if option(self.board, "annul_consumes_radler") else 0
            return nothing_played(self.board, max(radlers(self.board) - used, 0))
        following = self.auction.after(seat, action)
        return replace(self, auction=following) if isinstance(following, Auction) else following

    def explain(self, seat: Seat, action: Action) -> Reason:
        """A hand that may not annul, or a call that may not be made."""
        if action == ANNUL:
            return Reason("no_right_to_annul")
        return self.auction.explain(seat, action) if seat in self.auction.seats() else Reason("not_your_turn")


def may_call(auction: Auction, seat: Seat) -> tuple[Action, ...]:
    """Pass; la mine against a junior; the next bid of the class, and the first of each higher one (6.2)."""
    standing, bids = auction.standing, bids_of(auction.board)
    level = -1 if standing is None else standing.level
    kind = None if standing is None else bids[level].kind
    open_bids = (
        each
        for number, each in enumerate(bids)
        if number > level and (each.first == 1 or (each.kind == kind and number == level + 1))
    )
    holds = (HOLD,) if standing is not None and auction.senior(seat, standing.holder) else ()
    return (PASS, *holds, *(bid(each.id) for each in open_bids))


def why_no_bid(_auction: Auction, _seat: Seat, action: Action) -> Reason:
    """A second is bid only over a first, a third over a second (6.2)."""
    return Reason("not_over_the_one_before", {"bid": action.argument})


def after_auction(board: Board) -> Phase:
    """The highest bidder plays; all pass, and four play michi-michi, three throw in (6.3, 17.11)."""
    if board.open.declarer is not None:
        return calling(board)
    if variant_of(board).calls and option(board, "all_pass_4p") == "michi":
        return michi(board)
    return nothing_played(board, radlers(board) + variant_of(board).thrown_in)


# 7. Calling a king


def calling(board: Board) -> Phase:
    """A king is called before the talon is seen, also in solo (7); in the taper nobody is called (16)."""
    board = board.with_talon(talon_groups(board))
    if not variant_of(board).calls:
        return walk(board)
    return Naming(
        board, declarer_of(board.open), "call", tuple(map(str, KINGS)), kings_only, called, "calling"
    )


def talon_groups(board: Board) -> tuple[Group, ...]:
    """The talon in the groups of the bid, in order; whole where nothing is taken (8.1)."""
    talon, size = board.hidden.dealt.talon, bid_of(board).kind.takes
    if not size:
        return board.talon
    return tuple(
        Group.of(str(start // size + 1), Cards.of(talon[start : start + size])) for start in range(0, 6, size)
    )


def kings_only(_board: Board, _action: Action) -> Reason:
    """Only kings are called."""
    return Reason("kings_only")


def called(board: Board, words: str) -> Phase:
    """Another player who holds the king is partner (7)."""
    return walk(partner_called(board, words, card(words)))


# 8. The talon


def walk(board: Board) -> Phase:
    """The declarer looks at one group after the other (8.1); in solo nobody does."""
    bid = bid_of(board)
    if not bid.kind.takes:
        return announcing(board)
    return Looking(looked(board, 0), 0)


def place_of(board: Board, step: int) -> int:
    """The group of a step of the walk, from 0 (8.1)."""
    return (bid_of(board).first - 1 + step) % len(board.talon)


def with_group(board: Board, place: int, group: Group) -> Board:
    """The board with another group in a place of the talon."""
    talon = board.talon
    return board.with_talon((*talon[:place], group, *talon[place + 1 :]))


def with_depth(board: Board, level: int, offered: Mapping[str, int]) -> Board:
    """The board with a level that the declarer has come to, and the groups that can be taken now."""
    return board.with_open(board.open.with_fact(Depth(level, offered)))


def looked(board: Board, step: int) -> Board:
    """The board once the declarer looks at the next group, after so many steps of the walk (8.1)."""
    place, level = place_of(board, step), bid_of(board).first + step
    group = replace(board.talon[place], looker=declarer_of(board.open))
    return with_depth(with_group(board, place, group), level, {group.name: level})


def lying_open(board: Board) -> Board:
    """The board once all groups are refused: all but the last may be taken, each a level further (8.1)."""
    talon, first = board.open.talon, bid_of(board).first
    steps = range(len(talon), 2 * len(talon) - 1)
    offered = {talon[place_of(board, step)].name: first + step for step in steps}
    return with_depth(board, level_of(board), offered)


@dataclass(frozen=True)
class Looking(Step):
    """The declarer looks at one group after the other, and takes or shows it; at last all lie open (8.1)."""

    board: Board
    step: int
    """How many groups were refused."""

    name = "talon"

    @property
    def at(self) -> int:
        """The group now looked at, from 0."""
        return place_of(self.board, self.step)

    @property
    def all_open(self) -> bool:
        """Whether every group has been refused."""
        return self.step == len(self.board.talon)

    def seats(self) -> tuple[Seat, ...]:
        """The declarer."""
        return (declarer_of(self.board.open),)

    def _choices(self) -> dict[Action, str]:
        """What may be taken now, lowest level first: the group looked at, or those that lie open (8.1)."""
        depth = self.board.open.fact(Depth)
        names = depth.offered if depth else ()
        return {Action("take", name if self.all_open else ""): name for name in names}

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """Take or refuse what is looked at, or take an open group; surrender over the called king."""
        king = self.board.hidden.called_card
        seen = (group.cards for group in self.board.talon if group.shown or group.looker is not None)
        surrender = (SURRENDER,) if king is not None and any(king in cards for cards in seen) else ()
        refuse = () if self.all_open else (Action("refuse"),)
        return (*self._choices(), *refuse, *surrender)

    def after(self, seat: Seat, action: Action) -> Phase:
        """The group goes to the hand or lies open for all; or the declarer gives up."""
        if action == SURRENDER:
            return surrendered(self.board)
        if action.verb == "refuse":
            return self._refused()
        return self._taken(self._choices()[action])

    def _refused(self) -> Phase:
        """Everybody sees the group; the next one is looked at, or at last all lie open (8.1)."""
        refused = self.board.talon[self.at]
        board = with_group(self.board, self.at, replace(refused, shown=True))
        if board.hidden.called_card in refused.cards:
            board = come_to_light(board)
        further = replace(self, board=board, step=self.step + 1)
        after = lying_open(board) if further.all_open else looked(board, further.step)
        return replace(further, board=after)

    def _taken(self, name: str) -> Phase:
        depth = self.board.open.fact(Depth)
        board = taken_by(self.board, declarer_of(self.board.open), name)
        return discard(with_depth(board, depth.offered[name] if depth else 0, {}))

    def explain(self, seat: Seat, action: Action) -> Reason:
        """There is nothing of the kind to take, or no ground to give up."""
        if action == SURRENDER:
            return Reason("no_surrender")
        if action.verb == "take":
            return Reason("no_such_group")
        return Reason("must_take" if action.verb == "refuse" else "not_now")


def discard(board: Board) -> Phase:
    """As many cards as were taken; tarocks only when suit cards run short, and in sight of all (8.3)."""
    seat = declarer_of(board.open)
    required = RequiredDiscard.of(
        seat, board.hidden.hands[seat], bid_of(board).kind.takes, PROTECTED, TAROCKS
    )
    return Discarding(board, (required,), TAROCKS, announcing)
