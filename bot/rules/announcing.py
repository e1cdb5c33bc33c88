"""Announcements before the play, and the doubling of the game and of each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from bot.rules.layout import Seat
from bot.rules.moves import Action, Moves, Statements, Turn, latest_first, open_move
from bot.rules.phase import InTurn, Phase
from bot.rules.reasons import Reason
from bot.rules.state import Board, Item, placed

DONE = Action("done")
TO_END = (DONE,)
STATEMENTS = ("announce", "kontra")
GAME = "game"
"""The id of the item for the game itself."""


@cache
def announce(item: str) -> Action:
    return Action("announce", item)


@cache
def kontra(item: Item) -> Action:
    """One step up the ladder of an item, whatever that step is called."""
    return Action("kontra", str(item))


def with_items(board: Board, items: tuple[Item, ...]) -> Board:
    return board if items == board.open.items else board.with_open(board.open._replace(items=items))


def nothing_more(board: Board, _seat: Seat, _action: Action) -> Board:
    return board


def nothing_owed(_announcing: Announcing, _seat: Seat) -> bool:
    return False


def something_owed(_announcing: Announcing, _seat: Seat) -> Reason:
    return Reason("statement_owed")


def is_statement(action: Action) -> bool:
    return action.verb in STATEMENTS


def stated(items: tuple[Item, ...], seat: Seat, action: Action) -> tuple[Item, ...]:
    """The items once a seat has announced one more, or doubled one of them."""
    if action.verb == "announce":
        return (*items, Item(action.argument, seat))
    at = list(map(kontra, items)).index(action)
    return placed(items, at, items[at].doubled())


def until_quiet(announcing: Announcing) -> Seat | None:
    """Return the next seat; `None` once every other seat has spoken since the last statement that counts."""
    active = announcing.board.open.active
    if announcing.quiet + 2 == len(active):  # with this turn, as many as there are other seats
        return None
    return active[(active.index(announcing.turn) + 1) % len(active)]


def own_step(item: Item) -> bool:
    """Whether the next step up an item's ladder is for its own side; the other side takes the first."""
    return item.doublings % 2 == 1


def why_not_yours(item: Item) -> str:
    """Return the refusal code for a seat whose side may not double the item next."""
    return "other_side_next" if own_step(item) else "own_item"


def ours_and_to_raise(board: Board, seat: Seat) -> tuple[list[Item], list[Item]]:
    """The items of a seat's side, and the items whose next step up the ladder is for that side."""
    declarers = (None, board.open.declarer, board.hidden.partner)  # `None`: the game is the declarer's
    of_declarers = seat in declarers
    ours, raised = [], []
    for item in board.open.items:
        if (item.seat in declarers) is of_declarers:
            ours.append(item)
            if item.doublings % 2:  # its own steps are the second, the fourth and so on
                raised.append(item)
        elif item.doublings % 2 == 0:
            raised.append(item)
    return ours, raised


def to_raise(board: Board, seat: Seat) -> list[Item]:
    return ours_and_to_raise(board, seat)[1]


@dataclass(frozen=True)
class Rules:
    """The rules of announcing in a deal, which no statement changes."""

    known: tuple[str, ...]
    """The ids that can be announced in this game."""
    may: Callable[[Announcing, Seat], Statements]
    """The statements open to a seat whose turn it is."""
    why_not: Callable[[Announcing, Seat, Action], Reason]
    """Why a statement that means something is not open to a seat."""
    then: Callable[[Board], Phase]
    next_speaker: Callable[[Announcing], Seat | None] = until_quiet
    """Who speaks next if the present turn ends now; `None` if all has been said."""
    counts: Callable[[Action], bool] = is_statement
    """Whether a statement keeps the announcing going until it is quiet."""
    heard: Callable[[Board, Seat, Action], Board] = nothing_more
    """What a statement brings about beyond itself."""
    owes: Callable[[Announcing, Seat], bool] = nothing_owed
    """Whether a seat still has to state something before its turn may end."""
    why_owed: Callable[[Announcing, Seat], Reason] = something_owed
    verbs: tuple[str, ...] = STATEMENTS
    grows: bool = False
    """Whether a statement may open others to the same turn."""

    def opened_by(self, seat: Seat, board: Board) -> Announcing:
        return Announcing(self, board, seat)


@dataclass(frozen=True)
class Announcing(InTurn):
    """The players speak in turn; a turn holds any number of statements and ends with `done`."""

    rules: Rules
    board: Board
    turn: Seat
    said: Moves = None
    """All that was said in this phase, the ends of turns included."""
    turns: int = 0
    quiet: int = -1
    """How many turns in a row, up to the last one done, held no statement that counts.

    -1 before the first turn is done, and in a turn that holds such a statement.
    """

    name = "announcing"

    @property
    def this_turn(self) -> tuple[Action, ...]:
        """What was said in the turn that is not done yet, the latest first."""
        return tuple(takewhile(DONE.__ne__, (move.action for move in latest_first(self.said))))

    def actions(self, seat: Seat) -> Turn:
        rules = self.rules
        return Turn(() if rules.owes(self, seat) else TO_END, rules.may, self, seat)

    def opening(self, seat: Seat) -> tuple[Action, ...]:
        """The statements that open others to the same turn or oblige to one, found by making each of them."""
        if not self.rules.grows or seat != self.turn:
            return ()
        now = self.rules.may(self, seat)
        then = {each: self.after(seat, each).actions(seat) for each in now}
        known = {*now, DONE}
        return tuple(each for each in now if DONE not in then[each] or not known.issuperset(then[each]))

    def after(self, seat: Seat, action: Action) -> Phase:
        rules, board, said = self.rules, self.board, (self.said, open_move(seat, action))
        if action == DONE:
            speaker = rules.next_speaker(self)
            if speaker is None:
                return rules.then(board)
            return Announcing(rules, board, speaker, said, self.turns + 1, self.quiet + 1)
        if action.verb in STATEMENTS:
            board = with_items(board, stated(board.open.items, seat, action))
        board = rules.heard(board, seat, action)
        return Announcing(rules, board, seat, said, self.turns, -1 if rules.counts(action) else self.quiet)

    def explain(self, seat: Seat, action: Action) -> Reason:
        if action.verb == "announce":
            if action.argument not in self.rules.known:
                return Reason("no_such_announcement", {"item": action.argument})
        elif action == DONE:
            return self.rules.why_owed(self, seat)
        elif action.verb not in self.rules.verbs:
            return Reason("not_now")
        elif action.verb == "kontra" and action.argument not in map(str, self.board.open.items):
            return Reason("nothing_to_double", {"item": action.argument})
        return self.rules.why_not(self, seat, action)
