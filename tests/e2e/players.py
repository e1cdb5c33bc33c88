"""Scripted players: they know no game, and press, choose or type whatever they are offered."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.playground.commands import Where
from bot.playground.person import Answer, Person
from bot.playground.world import Json, Message
from cogs.controls import MARK, SURE

ACT: Final = "t1:"
"""The beginning of the ids of controls that act in the deal: `t1:<table>:<revision>:<action>`."""

QUIET: Final = ("pass", "done", "decline")
"""The actions of a player who only passes."""

TYPED: Final = {
    "bid": "bid",
    "take": "part",
    "discard": "cards",
    "announce": "item",
    "kontra": "item",
    "play": "card",
}
"""The commands of a deal, each with its option."""

PATIENCE: Final = 20.0
TRIES: Final = 200
"""How often a player tries to find something that is not refused."""


def controls(message: Message) -> list[Json]:
    """What a message lets a player do in the deal, lists first."""
    offered = (*message.selects, *message.buttons)
    return [each for each in offered if each["custom_id"].startswith(ACT) and not each.get("disabled")]


def is_quiet(control: Json) -> bool:
    """Whether a control does nothing but pass."""
    return what(control) in QUIET


def is_mark(control: Json) -> bool:
    """Whether a control only marks something, or takes a mark away."""
    return what(control).startswith(MARK)


def what(control: Json) -> str:
    """What a control names: the last part of its id."""
    return str(control["custom_id"]).split(":", 3)[3]


def revision(control: Json) -> int:
    """The revision at which a control was offered."""
    return int(control["custom_id"].split(":")[2])


def revision_of(message: Message) -> int:
    """The revision at which a panel was made, -1 if it offers nothing."""
    return max(map(revision, controls(message)), default=-1)


def button_of(message: Message, verb: str) -> str | None:
    """The id of a button that shows something or moves the table on, such as `next`."""
    ids = (str(each.get("custom_id")) for each in message.buttons if not each.get("disabled"))
    at_table = (each for each in ids if each.startswith(("p1:", "l1:", "c1:")))
    return next((each for each in at_table if each.endswith(f":{verb}")), None)


def board_of(person: Person) -> Message | None:
    """The message that shows the table, if it has been posted."""
    return next((m for m in reversed(person.channel()) if not m.ephemeral and m.buttons), None)


async def shown(person: Person, verb: str = "") -> Message:
    """The message that shows the table, once it is there and has some button."""

    def found() -> Message | None:
        board = board_of(person)
        return board if board and (not verb or button_of(board, verb)) else None

    board = await person.until(found, PATIENCE)
    assert board is not None
    return board


async def press_board(person: Person, verb: str) -> Answer:
    """Press a button of the table message."""
    board = await shown(person, verb)
    return await press(person, board, button_of(board, verb))


async def press_letter(person: Person, verb: str) -> Answer:
    """Press a button of the newest direct message, once that has it."""

    def found() -> Message | None:
        letters = person.inbox()
        return letters[-1] if letters and button_of(letters[-1], verb) else None

    letter = await person.until(found, PATIENCE)
    assert letter is not None
    return await press(person, letter, button_of(letter, verb))


@dataclass
class Player:
    """Somebody who plays by chance, in the panels or by typing."""

    person: Person
    random: random.Random
    types: bool = False
    bold: bool = True
    """Prefers saying something to passing."""
    done: int = -1
    """The player's own revision at which the last thing was done."""

    def asked(self) -> Message | None:
        """The newest panel, by direct message or in the channel, that asks for something new."""
        panels = [m for m in (*self.person.inbox(), *self.person.ephemerals()) if revision_of(m) > self.done]
        return max(panels, key=lambda panel: (revision_of(panel), int(panel.id)), default=None)

    async def open_hand(self) -> Message:
        """Press *My hand*; returns the panel that it opens."""
        answer = await press_board(self.person, "hand")
        return await answer.done()

    async def act(self, panel: Message) -> None:
        """Do one of the things that a panel offers."""
        before = revision_of(panel)
        for _ in range(TRIES):
            typed = await self._typed() if self.types else None
            now = await (self._type(*typed) if typed else self._press(self.person.message(panel.id)))
            if revision_of(now) != before:
                self.done = before
                return
        raise AssertionError(f"{self.person} finds nothing that is not refused: {panel.text}")

    async def _press(self, panel: Message) -> Message:
        """Press or choose something; returns the panel as it is then."""
        control = self._choose(controls(panel))
        if "options" not in control:
            return await self._confirm(panel, control["custom_id"])
        values = [option["value"] for option in control["options"]]
        count = self.random.randint(control.get("min_values", 1), control.get("max_values", 1))
        answer = await self.person.select(panel, control["custom_id"], self.random.sample(values, count))
        assert not answer.failed, "nothing came of a choice"
        now = await answer.done()
        if revision_of(now) != revision(control) or now.selects:
            return now
        return await self._confirm(now, controls(now)[0]["custom_id"])

    async def _confirm(self, panel: Message, custom_id: str) -> Message:
        answer = await press(self.person, panel, custom_id)
        return await answer.done()

    def _choose(self, offered: Sequence[Json]) -> Json:
        loud = [each for each in offered if not is_quiet(each)]
        return self.random.choice(loud if self.bold and loud and self.random.random() < 0.7 else offered)

    async def _typed(self) -> tuple[str, str, str] | None:
        """A command, its option and a value that it offers; a list of cards is typed card by card."""
        for command, option in TYPED.items():
            offered = await self.person.complete(command, option, "")
            if not offered:
                continue
            value = str(self.random.choice(offered)["value"])
            while longer := await self._longer(command, option, value):
                value = longer
            return command, option, value
        return None

    async def _longer(self, command: str, option: str, value: str) -> str | None:
        offered = await self.person.complete(command, option, f"{value} ") if command == "discard" else []
        longer = [str(each["value"]) for each in offered if len(each["value"].split()) > len(value.split())]
        return self.random.choice(longer) if longer else None

    async def _type(self, command: str, option: str, value: str) -> Message:
        answer = await self.person.slash(command, where=Where.CHANNEL, **{option: value})
        assert not answer.failed, f"/{command} was not answered"
        now = await answer.done()
        asked = [each for each in controls(now) if what(each).startswith(SURE)]
        return await self._confirm(now, asked[0]["custom_id"]) if asked else now


async def press(person: Person, message: Message, custom_id: str | None) -> Answer:
    """Press a button that must be answered."""
    assert custom_id is not None, "there is no such button"
    answer = await person.press(message, custom_id)
    assert not answer.failed, f"{custom_id} was not answered"
    return answer


async def open_table(game: str, people: Sequence[Person], computers: int) -> None:
    """Open a table by command, fill it by its buttons, and start."""
    host = people[0]
    answer = await host.slash("tarock new", game=game)
    await answer.done()
    for each in people[1:]:
        await press_board(each, "join")
    for _ in range(computers):
        await press_board(host, "add")
    await press_board(host, "start")


def deal_over(person: Person) -> bool:
    """Whether the table message offers the next deal."""
    board = board_of(person)
    return board is not None and button_of(board, "next") is not None


async def play_deal(players: Sequence[Player], step: Callable[[], Awaitable[None]] | None = None) -> None:
    """Play until the table offers the next deal."""
    anybody = players[0].person

    def next_one() -> tuple[Player, Message] | bool:
        asked = [(player, panel) for player in players if (panel := player.asked())]
        return asked[0] if asked else deal_over(anybody)

    while (at_turn := await anybody.until(next_one, PATIENCE)) is not True:
        assert not isinstance(at_turn, bool)
        player, panel = at_turn
        await player.act(panel)
        if step is not None:
            await step()
