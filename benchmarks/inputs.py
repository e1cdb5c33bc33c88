"""What the worst typed inputs cost the event loop: `python -m benchmarks.inputs`.

The bot and the playground share a process and an event loop. Each input is sent to each command and to its
autocomplete as Discord would never send it: past every limit of length. Measured is the processor time of the
loop's thread from sending an interaction to receiving its answer, the share of the playground included and
Python's garbage collector switched off, which would add to whichever input it happens to follow.
"""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from benchmarks.playground import joined
from bot.client import Skiz
from bot.games import GAMES
from bot.playground import Playground
from bot.playground.commands import STRING, Command, Where, command_data, commands_for
from bot.playground.interactions import Kind
from bot.playground.world import CHANNEL_ID, GUILD_ID
from bot.rules.announcing import DONE
from bot.rules.cards import CODES
from bot.tables import LiveTable, TableRequest
from cogs.discord import queue
from cogs.play import spellings

PEOPLE: Final = ("Anna", "Béla", "Clara", "大輔")
PATIENCE: Final = 120.0
"""Seconds after which the playground takes an interaction for failed."""
MARK: Final = "mark"
"""Stands for the typed text while an interaction is put together."""
ENDS: Final = 0.5
"""How often a turn that may end does: else hundreds of things would be announced."""

SITUATIONS: Final = (
    ("tapp_tarock", "bid"),
    ("koenigrufen", "lay"),
    ("illustrated_tarokk", "announce"),
    ("romanian_tarok", "lay"),
    ("royal_tarokk", "announce"),
    ("royal_tarokk", "play"),
)
"""A game, and the verb that the typing player may use then."""


def nasty_texts() -> Iterator[str]:
    """Texts that are long, repetitive, or nearly mean something."""
    for length in (200, 6000):
        for piece in ("T1 ", "zz ", "T1,", "a", "i e ", ":", " ", "x=1 ", "/", "İ"):
            yield (piece * length)[:length]
        yield " ".join(CODES * 60)[:length]
        yield " ".join(f"{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}" for n in range(length))[:length]
        yield ("".join(random.Random(1).choices("abcdefghijklmnop ,:@=/", k=length)))  # noqa: S311 - repeatable
    yield "T1 " * 100_000


class Input(NamedTuple):
    """One measured interaction."""

    milliseconds: float
    what: str
    text: str


@dataclass
class Bench:
    """Sends nasty texts as the first person."""

    playground: Playground
    bot: Skiz

    async def situation(self, game: str, verb: str) -> LiveTable:
        """A table of people at which the first of them may use a verb, reached at random."""
        chance = random.Random(7)  # noqa: S311 - figures must be repeatable
        while True:
            table = await self.opened(game)
            while table.now.state.in_deal:
                views = [(user, table.now.view(user)) for user in table.now.people]
                asked = [(user, view.actions) for user, view in views if view and view.actions]
                own = {action.verb for user, some in asked if user == table.now.host_id for action in some}
                if verb in own:
                    return table
                begun = any(action.verb == "play" for _, some in asked for action in some)
                if begun and verb != "play":
                    break
                user, actions = chance.choice(asked)
                ends = DONE in actions and chance.random() < ENDS
                await table.act(user, None, [DONE if ends else chance.choice(actions)])
            await table.end(table.now.host_id)  # it has not come to that in this deal

    async def opened(self, game: str) -> LiveTable:
        """A table of people, with its first deal begun."""
        users = [int(self.playground.people[name].user.id) for name in PEOPLE][: min(GAMES[game].seats)]
        request = TableRequest(int(GUILD_ID), int(CHANNEL_ID), users[0], PEOPLE[0], GAMES[game], {})
        table = await self.bot.tables.create(request)
        assert isinstance(table, LiveTable)
        for user, name in zip(users[1:], PEOPLE[1:], strict=False):
            assert await table.join(user, name) is None
        assert await table.start(users[0]) is None
        return table

    async def sent(self, kind: Kind, data: Any) -> float:
        """Send an interaction; returns the milliseconds of the loop that its answer took."""
        gc.disable()
        before = time.thread_time()
        anna = self.playground.people[PEOPLE[0]]
        sent = await self.playground.interactions.send(anna.user.id, kind, data, CHANNEL_ID)
        assert not sent.failed
        spent = (time.thread_time() - before) * 1000
        gc.enable()
        return spent

    async def inputs(self, command: Command, option: str, *, completes: bool) -> list[Input]:
        """All texts typed into an option, with its autocomplete if it has one."""
        measured = list[Input]()
        required = {each["name"]: _valid(each) for each in command.options if each.get("required")}
        kinds = (Kind.COMMAND, Kind.AUTOCOMPLETE) if completes else (Kind.COMMAND,)
        for kind in kinds:
            focused = option if kind is Kind.AUTOCOMPLETE else None
            given = required | {option: MARK}
            data = command_data(self.playground.world, command, given, focused=focused)
            name = f"/{' '.join(command.path)} {option}{', autocomplete' if focused else ''}"
            for text in nasty_texts():
                await asyncio.sleep(0)
                spent = await self.sent(kind, _with_text(data, text))
                measured.append(Input(spent, name, f"{text[:12]!r}, {len(text):,} characters"))
        return measured

    async def run(self) -> None:
        """Measure all commands that take a text, in all situations."""
        anna = self.playground.people[PEOPLE[0]].user
        free = [
            (command, option["name"], bool(option.get("autocomplete")))
            for command in commands_for(self.playground.world, anna, Where.CHANNEL)
            for option in command.options
            if option["type"] == STRING and not option.get("choices")
        ]
        worst: dict[str, Input] = {}
        for game, verb in SITUATIONS:
            table = await self.situation(game, verb)
            await self.bot.services.queue.join()
            for command, option, completes in free:
                for each in await self.inputs(command, option, completes=completes):
                    worst[each.what] = max(each, worst.get(each.what, each))
            await table.end(table.now.host_id)
        for each in sorted(worst.values(), reverse=True):
            print(f"{each.what:40} {each.milliseconds:8.1f} ms   {each.text}")


def _valid(option: Any) -> Any:
    return option["choices"][0]["value"] if option.get("choices") else MARK


def _with_text(data: Any, text: str) -> Any:
    """The data of an interaction with a text in place of `MARK`."""
    if isinstance(data, dict):
        return {key: _with_text(value, text) for key, value in data.items()}
    if isinstance(data, list):
        return [_with_text(value, text) for value in data]
    return text if data == MARK else data


async def main() -> None:
    # The messages of tables that have ended are not waited for.
    patch.object(queue, "SECONDS_PER_CHANGE", 0.0).start()
    playground = Playground(first_answer=PATIENCE)
    async with joined(playground) as bot:
        # What the first start draws and reads is not input.
        await asyncio.to_thread(bot.pictures.prepare)
        await asyncio.to_thread(spellings.prepare)
        await Bench(playground, bot).run()


if __name__ == "__main__":
    asyncio.run(main())
