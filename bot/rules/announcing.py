"""Announcements before the play, and the doubling of the game and of each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.rules.deal import Action, Board, Item, Phase, Seat, Step
from bot.rules.reasons import Reason

DONE = Action("done")
GAME = "game"
"""The item that the contract itself is."""


def announce(item: str) -> Action:
    """The announcement of an item."""
    return Action("announce", item)


def kontra(item: Item) -> Action:
    """One step up the ladder of an item, whatever that step is called."""
    return Action("kontra", str(item))


@dataclass(frozen=True)
class Announcing(Step):
    """The players speak in turn; a turn holds any number of statements and ends with `done`."""

    board: Board
    turn: Seat
    known: tuple[str, ...]
    """The ids that can be announced in this game."""
    may: Callable[[Announcing, Seat], tuple[Action, ...]]
    """The statements open to a seat whose turn it is."""
    why_not: Callable[[Announcing, Seat, Action], Reason]
    """Why a statement that means something is not open to a seat."""
    next_speaker: Callable[[Announcing], Seat | None]
    """Who speaks next once the present turn is done; nobody, if all has been said."""
    then: Callable[[Board], Phase]
    turns: int = 0
    """How many turns are done."""

    name = "announcing"

    def seats(self) -> tuple[Seat, ...]:
        """The seat whose turn it is."""
        return (self.turn,)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """The statements the rules of the game allow, and the end of the turn."""
        return (*self.may(self, seat), DONE)

    def after(self, seat: Seat, action: Action) -> Phase:
        """The statement stands, and the same seat may go on; or its turn is done."""
        items = self.board.items
        if action.verb == "announce":
            return self._stated((*items, Item(action.argument, seat)))
        if action.verb == "kontra":
            return self._stated(
                tuple(
                    replace(item, doublings=item.doublings + 1) if str(item) == action.argument else item
                    for item in items
                )
            )
        done = replace(self, turns=self.turns + 1)
        speaker = self.next_speaker(done)
        return self.then(self.board) if speaker is None else replace(done, turn=speaker)

    def _stated(self, items: tuple[Item, ...]) -> Announcing:
        return replace(self, board=replace(self.board, items=items))

    def explain(self, seat: Seat, action: Action) -> Reason:
        """No such thing can be said, it has been said, nothing is there to double, or the game forbids it."""
        standing = {str(item): item for item in self.board.items}
        if action.verb == "announce":
            if action.argument not in self.known:
                return Reason("no_such_announcement", {"item": action.argument})
            if self.board.item(action.argument):
                return Reason("already_announced", {"item": action.argument})
        elif action.verb != "kontra":
            return Reason("not_now")
        elif action.argument not in standing:
            return Reason("nothing_to_double", {"item": action.argument})
        return self.why_not(self, seat, action)
