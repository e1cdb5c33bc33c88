"""What goes wrong: requests by chance, and what happens to channels, messages, tokens and sockets."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

from bot.playground import Playground
from bot.playground.faults import EXEMPT, Fault
from bot.playground.state import Json
from tests.soak.players import Party, Player
from tests.soak.screens import Screens

FAILING: Final = 0.02
"""The part of all requests that fail."""

OUTAGE_SECONDS: Final = 5.0

PAUSE_OF_ALL: Final = 8.0
"""Seconds between two troubles that concern all tables, on average, however many tables there are."""

PAUSE_OF_ONE: Final = 120.0
"""The same between two troubles of one table, such as a deleted message."""

STATUSES: Final[Mapping[str, tuple[int, Json]]] = {
    "status 500": (500, {"message": "Internal Server Error", "code": 0}),
    "status 502": (502, {"message": "Bad Gateway", "code": 0}),
    "status 503": (503, {"message": "Service Unavailable", "code": 0}),
    "status 429": (429, {"message": "You are being rate limited.", "retry_after": 0.7, "global": False}),
    "status 429, global": (
        429,
        {"message": "You are being rate limited.", "retry_after": 0.7, "global": True},
    ),
}

LOST: Final = {"permission lost": 50013, "access lost": 50001, "thread archived": 50083}
"""What a channel can lose, with Discord's code of the error."""


Happening: TypeAlias = Callable[[], Awaitable[None]]


@dataclass
class Trouble:
    """Makes trouble for as long as it runs, and puts everything in order at the end."""

    playground: Playground
    screens: Screens
    parties: list[Party]
    chance: Random
    happened: Counter[str] = field(default_factory=Counter)
    """How often each kind of fault happened."""
    without_letters: list[Player] = field(default_factory=list)
    """The players who received no direct messages for a while, or whose message was deleted."""
    without_board: list[Party] = field(default_factory=list)
    """The parties whose table message was deleted."""
    _outage: bool = False
    _mending: set[asyncio.Task[None]] = field(default_factory=set)

    async def run(self) -> None:
        """Let requests fail, and other things happen to all and to each table, until cancelled."""
        faults = self.playground.faults
        faults.chance = self._request_fault
        try:
            await asyncio.gather(
                self._now_and_then(self._of_all, PAUSE_OF_ALL),
                self._now_and_then(self._of_one, PAUSE_OF_ONE / len(self.parties)),
            )
        finally:
            faults.chance = lambda _method, _path: None
            for task in tuple(self._mending):
                task.cancel()
            await asyncio.gather(*self._mending, return_exceptions=True)

    async def _now_and_then(self, kinds: Mapping[str, Happening], pause: float) -> None:
        """Let something of some kinds happen every `pause` seconds on average."""
        while True:
            await asyncio.sleep(self.chance.expovariate(1 / pause))
            name = self.chance.choice(sorted(kinds))
            self.happened[name] += 1
            await kinds[name]()

    def _request_fault(self, method: str, path: str) -> Fault | None:
        """The fault of one request, or `None`."""
        if self._outage and not path.startswith(EXEMPT):
            self.happened["status 503, for all"] += 1
            status, body = STATUSES["status 503"]
            return Fault(method, path, status, body)
        if self.chance.random() >= FAILING:
            return None
        name = self.chance.choice([*STATUSES, "connection reset before", "connection reset after"])
        self.happened[name] += 1
        if name in STATUSES:
            return Fault(method, path, *STATUSES[name])
        return Fault(method, path, 0, {}, carried_out=name.endswith("after"), reset=True)

    @property
    def _of_all(self) -> Mapping[str, Happening]:
        gateway = self.playground.gateway
        return {
            "outage": self._outage_of_all,
            "tokens expired": self._expire_tokens,
            "socket dropped": gateway.drop,
            "reconnect asked for": _calling(gateway.ask_to_reconnect),
            "session invalid": _calling(gateway.invalidate),
        }

    @property
    def _of_one(self) -> Mapping[str, Happening]:
        return {
            "direct messages closed": self._close_letters,
            "table message deleted": self._delete_board,
            "direct message deleted": self._delete_letter,
            **{name: self._losing(code) for name, code in LOST.items()},
        }

    def _party(self) -> Party:
        return self.chance.choice(self.parties)

    def _later(self, seconds: float, mend: Callable[[], None]) -> None:
        """Put something in order after a while, or when trouble ends."""

        async def wait() -> None:
            try:
                await asyncio.sleep(seconds)
            finally:
                mend()

        task = asyncio.create_task(wait())
        self._mending.add(task)
        task.add_done_callback(self._mending.discard)

    async def _outage_of_all(self) -> None:
        self._outage = True
        self._later(OUTAGE_SECONDS, lambda: setattr(self, "_outage", False))

    async def _close_letters(self) -> None:
        player = self.chance.choice(self._party().people)
        player.person.allow_dms(allowed=False)
        self.without_letters.append(player)
        self._later(self.chance.uniform(10, 20), lambda: player.person.allow_dms(allowed=True))

    async def _delete_board(self) -> None:
        party = self._party()
        messages = self.screens.public[party.channel_id].values()
        for each in [message for message in messages if message.components][-1:]:
            self.playground.state.delete(each.id)
            self.without_board.append(party)

    async def _delete_letter(self) -> None:
        player = self.chance.choice(self._party().people)
        if messages := self.screens.letters[player.user_id]:
            self.playground.state.delete(next(reversed(messages)))
            self.without_letters.append(player)

    def _losing(self, code: int) -> Happening:
        async def lose() -> None:
            channel_id = self._party().channel_id
            self.playground.forbid(channel_id, code)
            self._later(self.chance.uniform(10, 20), lambda: self.playground.allow(channel_id))

        return lose

    async def _expire_tokens(self) -> None:
        self.playground.interactions.expire_tokens()


def _calling(function: Callable[[], None]) -> Happening:
    async def call() -> None:
        function()

    return call
