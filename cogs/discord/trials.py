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

MOST: Final = 1000
"""How many refused messages are remembered; the one refused first is forgotten first."""


@dataclass
class Trial:
    """What Discord has refused of a message."""

    refused: int = 0
    is_noticed: bool = False
    """Whether Discord has accepted the notice."""


class Trials:
    """Decides what is sent of a message that Discord has refused before.

    A message is known by a key, such as its id, and by the digest of its content: another content is tried
    from the beginning.
    """

    def __init__(self) -> None:
        self._trials: dict[tuple[Hashable, str], Trial] = {}

    def needs_notice(self, key: Hashable, content: str) -> bool:
        """Whether a notice must be sent in place of the message."""
        trial = self._trials.get((key, content))
        return trial is not None and trial.refused == TRIES and not trial.is_noticed

    def is_given_up(self, key: Hashable, content: str) -> bool:
        """Whether the message stays as it is, because Discord will not accept what it should show."""
        trial = self._trials.get((key, content))
        return trial is not None and trial.refused > TRIES

    def refused(self, key: Hashable, content: str) -> None:
        """Note that Discord has refused the message, or a part of it."""
        self._trials.setdefault((key, content), Trial()).refused += 1
        if len(self._trials) > MOST:
            del self._trials[next(iter(self._trials))]

    def noticed(self, key: Hashable, content: str) -> None:
        """Note that Discord has accepted the notice."""
        if trial := self._trials.get((key, content)):
            trial.is_noticed = True

    def accepted(self, key: Hashable) -> None:
        """Forget what was refused under a key, because Discord has accepted a message there."""
        for each in [each for each in self._trials if each[0] == key]:
            del self._trials[each]
