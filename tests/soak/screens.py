"""What each person sees, kept up to date from the changes of the local Discord."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Final

from bot.playground.state import Change, ChangeKind, Message, State

ANSWERS_KEPT: Final = 3
"""How many private answers a person keeps before dismissing the oldest."""

Messages = dict[str, Message]


class Screens:
    """The messages of every channel, and of every person in private."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.public: defaultdict[str, Messages] = defaultdict(dict)
        """By channel: what everybody sees there, oldest first."""
        self.letters: defaultdict[str, Messages] = defaultdict(dict)
        """By person: the direct messages."""
        self.answers: defaultdict[str, Messages] = defaultdict(dict)
        """By person: the private answers."""
        self.changed: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        """By person or channel: set when something there changes."""
        state.listen(self._look)

    def _look(self, change: Change) -> None:
        message = change.message
        if message is None:
            return
        kept, whose = self._place(message)
        if change.kind is ChangeKind.DELETED:
            kept.pop(message.id, None)
        else:
            kept[message.id] = message
        self.changed[whose].set()
        if kept is self.answers[whose] and len(kept) > ANSWERS_KEPT:
            self._state.dismiss(whose, next(iter(kept)))

    def _place(self, message: Message) -> tuple[Messages, str]:
        """Where a message is kept, and for whom."""
        recipient = self._state.channels[message.channel_id].recipient
        if message.only_for is not None:
            return self.answers[message.only_for], message.only_for
        if recipient is not None:
            return self.letters[recipient], recipient
        return self.public[message.channel_id], message.channel_id
