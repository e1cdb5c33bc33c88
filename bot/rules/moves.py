"""What players do: actions, and the moves that the others see of them."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from bot.rules.layout import Seat


class Action(NamedTuple):
    """One thing a player does: a verb and its argument, written `bid solo` or `pass`.

    >>> Action.parse("play T21")
    Action(verb='play', argument='T21')
    >>> print(Action("pass"))
    pass
    """

    verb: str
    argument: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.argument}" if self.argument else self.verb

    @classmethod
    def parse(cls, text: str) -> Action:
        """The action a text names; whether it is legal, or anything at all, is for the phase to say."""
        verb, _, argument = text.partition(" ")
        return cls(verb, argument)


class Secrecy(Enum):
    """What the others see of a move."""

    OPEN = auto()
    """All of it."""
    FACE_DOWN = auto()
    """That it was made, but not its argument: a card discarded face down."""
    UNSEEN = auto()
    """Not even that it was made: the no to an offer that only some hands get."""


class Move(NamedTuple):
    """An action that was taken."""

    seat: Seat
    action: Action
    secrecy: Secrecy = Secrecy.OPEN

    def __str__(self) -> str:
        return f"{self.seat} {self.action}"

    def seen_by(self, seat: Seat | None) -> Move | None:
        """The move as a seat, or a spectator, saw it; `None` if it was not seen at all."""
        if self.secrecy is Secrecy.OPEN or seat == self.seat:
            return self
        if self.secrecy is Secrecy.UNSEEN:
            return None
        return Move(self.seat, Action(self.action.verb, "?"), self.secrecy)
