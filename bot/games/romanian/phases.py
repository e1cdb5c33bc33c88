"""Romanian Tarok: the phases from the auction to the discard (5-8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from bot.games.romanian.dealing import cutting
from bot.games.romanian.play import announcing, michi
from bot.games.romanian.scores import level_of, nothing_played, surrendered
from bot.games.romanian.tables import BIDS_BY_ID, PROTECTED, bid_of, bids_of, option, radlers, variant_of
from bot.rules.auctions import HOLD, PASS, Auction, bid
from bot.rules.cards import KINGS, TAROCKS, Cards, card
from bot.rules.exchange import SURRENDER, Discarding, RequiredDiscard, taken_by
from bot.rules.facts import Walk
from bot.rules.layout import Layout, Seat
from bot.rules.moves import Action, Actions
from bot.rules.phase import Naming, Phase, Step
from bot.rules.reasons import Reason
from bot.rules.state import Board, Group, come_to_light, declarer_of, partner_called

ANNUL = Action("annul")


def start(layout: Layout) -> Phase:
    """Start with the auction, opened by forehand (6.2), or with the dealing of an undealt pack."""
    if not any(layout.hands):
        return cutting(layout, start)
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
        """The state of the deal."""
        return self.auction.board

    def seats(self) -> tuple[Seat, ...]:
        """The seat whose turn it is, and those that may annul."""
        asked = self.auction.seats()
        return (*asked, *[seat for seat in self.poor if seat not in asked and self._may_annul(seat)])

    def shown_turn(self) -> tuple[Seat, ...]:
        """The seat whose turn it is; which seats may annul is secret."""
        return self.auction.seats()

    def _may_annul(self, seat: Seat) -> bool:
        """Whether a seat has neither tarocks nor kings and has not called yet (5)."""
        return seat in self.poor and not any(move.seat == seat for move in self.board.open.calls)

    def actions(self, seat: Seat) -> Actions:
        """The calls of the seat whose turn it is, and annulling."""
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
        """The hand may not annul, or the call is illegal."""
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
    """The card is not a king."""
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
    """The index of the group looked at after a number of refusals (8.1)."""
    return (bid_of(board).first - 1 + step) % len(board.open.talon)


def with_group(board: Board, place: int, **changes: Any) -> Board:
    """Return the board with other facts about the group in one place of the talon."""
    talon = list(board.talon)
    talon[place] = replace(talon[place], **changes)
    return board.with_talon(tuple(talon))


def with_depth(board: Board, level: int, offered: Mapping[str, int]) -> Board:
    """Return the board with the level reached, and the groups that may be taken now."""
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
    step: int
    """How many groups have been refused."""

    name = "talon"

    @property
    def at(self) -> int:
        """The index of the group looked at now."""
        return place_of(self.board, self.step)

    @property
    def all_open(self) -> bool:
        """Whether every group has been refused."""
        return self.step == len(self.board.open.talon)

    def seats(self) -> tuple[Seat, ...]:
        """The declarer."""
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
        """Take or refuse a group; surrender if the called king has been seen in the talon."""
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
            board = come_to_light(board)
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
