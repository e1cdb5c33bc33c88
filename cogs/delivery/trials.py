"""How often Discord has refused a message as it should be, so that no body is repeated for ever."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Hashable

TRIES: Final = 3
"""How often a message is sent as it should be before a notice takes its place.

Once Discord has accepted the notice, the message is tried once more, and then given up.
"""


@dataclass
class Trial:
    """What Discord has refused under a key."""

    content: str
    """The digest of the message."""
    refused: int = 0
    is_noticed: bool = False
    """Whether Discord has accepted the notice."""


class Trials:
    """Decides what is sent of a message that Discord has refused before.

    A message is known by a key, such as its id, and by the digest of its content: another content is a new
    beginning.
    """

    def __init__(self) -> None:
        self._trials: dict[Hashable, Trial] = {}

    def _of(self, key: Hashable, content: str) -> Trial | None:
        trial = self._trials.get(key)
        return trial if trial and trial.content == content else None

    def needs_notice(self, key: Hashable, content: str) -> bool:
        """Whether a notice must be sent in place of the message."""
        trial = self._of(key, content)
        return trial is not None and trial.refused == TRIES and not trial.is_noticed

    def is_given_up(self, key: Hashable, content: str) -> bool:
        """Whether the message stays as it is, because Discord will not accept what it should show."""
        trial = self._of(key, content)
        return trial is not None and trial.refused > TRIES

    def refused(self, key: Hashable, content: str) -> None:
        """Note that Discord has refused the message, or a part of it."""
        trial = self._of(key, content) or Trial(content)
        trial.refused += 1
        self._trials[key] = trial

    def noticed(self, key: Hashable, content: str) -> None:
        """Note that Discord has accepted the notice."""
        if trial := self._of(key, content):
            trial.is_noticed = True

    def accepted(self, key: Hashable) -> None:
        """Forget a message that Discord has accepted, or that is of no interest any more."""
        self._trials.pop(key, None)
