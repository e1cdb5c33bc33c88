"""The people of a soak: what they see, and how they play by chance, knowing no game."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from random import Random
from time import monotonic

from bot.games import GAMES
from bot.playground import Playground
from bot.playground.commands import RefusedError, Where
from bot.playground.interactions import Interaction
from bot.playground.person import Person
from bot.playground.state import (
    APPLICATION_ID,
    GUILD_ID,
    Change,
    ChangeKind,
    Channel,
    ChannelKind,
    Json,
    Message,
    State,
    User,
)
from bot.tables import Pace
from cogs.controls import LIST, MARK, SURE, read_actions
from cogs.play.statements import STEP
from tests.e2e.players import button_of, controls, is_quiet, revision_of, what
from tests.soak.ledger import ENGLISH, Answer, Control, Ledger, Outcome, Press, deal_of, outcome_of

ANSWERS_KEPT = 3
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


ANSWER_SECONDS = 2.5
"""How long a player waits for the answer to a press to be shown."""
AGAIN_SECONDS = 5.0
"""Seconds after which a player presses a control again whose answer is unknown."""
TRIES = 8
IDLE_SECONDS = 15.0
"""Seconds without anything to do after which a player asks for the hand or the table message."""


async def _nothing() -> None:
    pass


@dataclass
class Evening:
    screens: Screens
    ledger: Ledger
    think: float
    """Seconds that a player takes on average before doing something."""
    turn: float
    """Seconds of the shortest turn after which a computer plays for an absent person."""
    starts: int = 0
    """How often the bot has been started: a press from before a restart gets no answer."""
    playing: asyncio.Event = field(default_factory=asyncio.Event)
    look: Callable[[], Awaitable[None]] = _nothing
    calm: asyncio.Event = field(default_factory=asyncio.Event)
    """Unless set, people are absent, leave, press twice and do what they should not."""
    hurry: bool = False
    """Whether people do not wait and choose what moves their table on: every table has to go on then."""
    done: Counter[str] = field(default_factory=Counter)


@dataclass
class Party:
    game: str
    channel_id: str
    pace: Pace
    guild_id: str = GUILD_ID
    people: list[Player] = field(default_factory=list)


@dataclass
class Player:
    person: Person
    party: Party
    evening: Evening
    chance: Random
    _pressed: dict[tuple[str, int], float] = field(default_factory=dict)
    _old: Message | None = None
    """A panel as it was some time ago."""
    _useful: float = 0.0

    @property
    def user_id(self) -> str:
        return self.person.user.id

    @property
    def is_host(self) -> bool:
        return self.party.people[0] is self

    def panels(self) -> list[Message]:
        """The private messages that offer something to do in the deal."""
        screens = self.evening.screens
        private = [*screens.letters[self.user_id].values(), *screens.answers[self.user_id].values()]
        return [each for each in private if controls(each)]

    def asked(self) -> Message | None:
        """The newest panel with something that has not just been pressed."""
        fresh = [
            each
            for each in self.panels()
            if monotonic() - self._pressed.get(self._place(each), -AGAIN_SECONDS) >= AGAIN_SECONDS
        ]
        board = self.board()
        here = "" if board is None else str(board.buttons[0].get("custom_id")).split(":")[1]

        def order(panel: Message) -> tuple[bool, int, int]:
            return self._place(panel)[0] == here, revision_of(panel), int(panel.id)

        return max(fresh, key=order, default=None)

    @staticmethod
    def _place(panel: Message) -> tuple[str, int]:
        control = Control.of(controls(panel)[0]["custom_id"])
        return control.table, control.revision

    def board(self) -> Message | None:
        """The newest table message of the channel, first of those where this player has a seat."""
        messages = reversed(self.evening.screens.public[self.party.channel_id].values())
        boards = [each for each in messages if each.buttons]
        return next((each for each in boards if self.sits_at(each)), next(iter(boards), None))

    def sits_at(self, board: Message) -> bool:
        """Whether a table message names this player, and not only as one for whom a computer plays."""
        return self.person.name in board.text.replace(ENGLISH("name.computer", name=self.person.name), "")

    async def live(self) -> None:
        self._useful = monotonic()
        while True:
            await self.evening.playing.wait()
            await asyncio.sleep(self.chance.expovariate(1 / self.evening.think))
            if not self.evening.playing.is_set():
                continue
            try:
                if await self._step():
                    self._useful = monotonic()
            except (RefusedError, TimeoutError):
                self.evening.done["gone before pressed"] += 1

    async def _step(self) -> bool:
        if not self.evening.calm.is_set() and await self._stir():
            return True
        board = self.board()
        look = 1.0 if self.evening.hurry or (board is not None and is_paused(board)) else 0.1
        if board is not None and self.chance.random() < look and await press_on_board(self, board):
            return True
        if panel := self.asked():
            await self._act(panel)
            return True
        if board is not None and await press_on_board(self, board):
            return True
        if monotonic() - self._useful > IDLE_SECONDS * (1 + self.chance.random()):
            await self._ask_again(board)
            return True
        return False

    async def _act(self, panel: Message) -> None:
        """Press or choose something that a panel offers."""
        control = self._choose(controls(panel))
        custom_id, values = str(control["custom_id"]), None
        if "options" in control:
            offered = [option["value"] for option in control["options"]]
            least, most = control.get("min_values", 1), control.get("max_values", 1)
            values = self.chance.sample(offered, self.chance.randint(least, most))
        twice = not self.evening.calm.is_set() and self.chance.random() < 0.03
        await asyncio.gather(*(self._press(panel, custom_id, values) for _ in range(1 + twice)))
        self.evening.done["pressed twice"] += twice
        self._old = panel if self.chance.random() < 0.2 else self._old

    async def _press(self, panel: Message, custom_id: str, values: Sequence[str] | None = None) -> None:
        before, starts = Control.of(custom_id), self.evening.starts
        self._pressed[before.table, before.revision] = monotonic()
        named = read_actions(before.what.removeprefix(SURE))
        actions = tuple(map(str, named)) if values is None else tuple(values)
        steps = before.what.startswith((STEP, MARK)) or any(each.startswith(STEP) for each in actions)
        outcome, now = Outcome.UNKNOWN, None
        try:
            pressing = (
                self.person.press(panel, custom_id)
                if values is None
                else self.person.select(panel, custom_id, values)
            )
            pressed = monotonic()
            answer = await pressing
            self._note(panel, pressed, answer)
            now = await self._answered(answer)
            if now is not None and self.evening.starts == starts:
                outcome = outcome_of(
                    before, now, [Control.of(each["custom_id"]).revision for each in controls(now)]
                )
        finally:
            if not steps:
                place = int(self.user_id), before.table, deal_of(panel), before.revision
                self.evening.ledger.presses.append(Press(*place, actions, outcome))
        if outcome is not Outcome.UNKNOWN:
            self._pressed.pop((before.table, before.revision), None)
        if outcome is Outcome.REFUSED and values is not None and now is not None and not now.selects:
            for each in controls(now)[:1]:
                await self._press(now, each["custom_id"])

    def _note(self, panel: Message, pressed: float, answer: Interaction) -> None:
        guild_id, private = self.party.guild_id, panel.only_for is None
        seconds = monotonic() - pressed
        self.evening.ledger.answers.append(Answer(pressed, seconds, answer.failed, guild_id, private))

    async def _answered(self, answer: Interaction) -> Message | None:
        """The message as the answer to a press left it; `None` if there is none in time."""
        if answer.failed:
            self.evening.done["no answer"] += 1
            return None
        self._useful = monotonic()
        with suppress(TimeoutError):
            return await self.person.until(lambda: answer.shown, ANSWER_SECONDS)
        return None

    def _choose(self, offered: Sequence[Json]) -> Json:
        if self.evening.hurry:
            offered = leading_on(offered)
        loud = [each for each in offered if not is_quiet(each)]
        return self.chance.choice(loud if loud and self.chance.random() < 0.7 else offered)

    async def push(self, board: Message, verb: str, often: float = 1.0) -> bool:
        custom_id = button_of(board, verb)
        if custom_id is None or self.chance.random() >= often:
            return False
        await self.person.press(board, custom_id)
        return True

    async def _ask_again(self, board: Message | None) -> None:
        """Ask for the hand; a host without a table opens one, or has it shown again."""
        self._useful = monotonic()
        drawn = self.chance.random()
        if self.is_host and drawn < (0.5 if board is None else 0.2):
            await self.open_table()
        elif self.is_host and drawn < 0.6:
            await self.ask_for_board()
        elif board is not None:
            await self.push(board, "hand")

    async def open_table(self) -> None:
        answer = await self.person.slash("tarock new", game=self.party.game, pace=self.party.pace)
        if not answer.failed and answer.message.ephemeral:
            await self.ask_for_board()
        elif not answer.failed:
            self.evening.done["opened"] += 1

    async def look_into_letters(self) -> None:
        """Ask for the hand in the direct messages, which shows the bot that these are open."""
        await self._ask("hand", Where.DM)

    async def ask_for_board(self, table: str = "") -> None:
        await self._ask("tarock show", Where.CHANNEL, **({"table": table} if table else {}))

    async def _ask(self, command: str, where: Where, **options: str) -> None:
        for _ in range(TRIES):
            with suppress(RefusedError):  # right after a start there are no commands yet
                answer = await self.person.slash(command, where=where, **options)
                if not answer.failed:
                    return
            await asyncio.sleep(1)

    async def _stir(self) -> bool:
        drawn, board = self.chance.random(), self.board()
        if drawn < 0.006:
            self.evening.done["absent"] += 1
            with suppress(TimeoutError):
                async with asyncio.timeout(self.chance.uniform(2, 8) * self.evening.turn):
                    await self.evening.calm.wait()
        elif drawn < 0.012:
            await self.sure("leave")
        elif drawn < 0.015:
            await self.sure("end")
        elif drawn < 0.03 and self._old is not None:
            old, self._old = self._old, None
            await self._press_old(old)
        elif drawn < 0.035 and board:
            self.evening.done["wished a pause"] += await self.push(board, "pause")
        elif drawn < 0.05 and board:
            await self.push(board, self.chance.choice(("hand", "trick", "score", "items")))
        else:
            return False
        return True

    async def sure(self, verb: str) -> None:
        """Leave the table, or end it, which a host does at once and others by agreement, and confirm it."""
        answer = await self.person.slash(f"tarock {verb}")
        if not answer.failed:
            self.evening.done[verb] += 1
            with suppress(RefusedError, TimeoutError):
                question = await answer.done()
                for each in [each for each in question.buttons if str(each["custom_id"]).endswith(":sure")]:
                    await self.person.press(question, each["custom_id"])
            await self.evening.look()

    async def _press_old(self, panel: Message) -> None:
        """Press a control that was there some time ago; it counts like any other press."""
        pressable = [each for each in controls(panel) if "options" not in each]
        for each in pressable[:1]:
            self.evening.done["old button"] += 1
            await self._press(panel, each["custom_id"])


def leading_on(offered: Sequence[Json]) -> Sequence[Json]:
    """The controls that end a choice; if there are none, those that mark most, so that it comes to an end."""
    offered = [each for each in offered if not what(each).startswith(STEP)]
    if ends := [each for each in offered if not what(each).startswith((MARK, LIST))]:
        return ends
    marked = [len(read_actions(what(each).removeprefix(MARK))) for each in offered]
    return [each for each, count in zip(offered, marked, strict=True) if count == max(marked)]


async def press_on_board(player: Player, board: Message) -> bool:
    if player.person.name not in board.text:
        return await player.push(board, "join")
    if button_of(board, "start"):
        return await _in_lobby(player, board)
    if _may_return(player, board) and await player.push(board, "return"):
        player.evening.done["came back"] += 1
        return True
    return await _go_on(player, board)


def is_paused(board: Message) -> bool:
    return button_of(board, "go_on") is not None and button_of(board, "pause") is None


async def _in_lobby(player: Player, board: Message) -> bool:
    """Start once all have sat down, or some of them."""
    if f"**{player.person.name}** (host)" not in board.text:
        return False
    party = player.party.people
    missing = [each for each in party if each.person.name not in board.text]
    hurry = player.evening.hurry
    if missing and not hurry and player.chance.random() < 0.9:
        return False
    return await player.push(board, "start" if player.chance.random() < 0.5 else "fill" if hurry else "add")


def _may_return(player: Player, board: Message) -> bool:
    """Whether a computer sits in for the player, or the table sleeps: then there is no hand to be shown."""
    replaced = ENGLISH("name.computer", name=player.person.name)
    return replaced in board.text or not button_of(board, "hand")


async def _go_on(player: Player, board: Message) -> bool:
    """Deal again, end a pause, let a computer play for a late player, or agree to the end."""
    if await player.push(board, "next"):
        return True
    for verb, often in {"go_on": 0.5, "let": 0.3, "end": 0.1}.items():
        if await player.push(board, verb, often):
            player.evening.done[verb] += 1
            return True
    return False


APART = 16
"""How far ids are apart: that of a person's direct messages is the next one."""
MOST_PEOPLE = 3


def parties(
    playground: Playground, evening: Evening, tables: int, chance: Random, guilds: Sequence[str] = (GUILD_ID,)
) -> list[Party]:
    """As many parties as tables, of all games, paces and servers in turn; each has one to three people."""
    ids = (str(each) for each in count(int(APPLICATION_ID) + 1_000_000, APART))
    state, games, paces, made = playground.state, list(GAMES.values()), list(Pace), list[Party]()
    for number in range(tables):
        game, pace = games[number % len(games)], paces[number // len(games) % len(paces)]
        party = Party(game.name, next(ids), pace, guilds[number % len(guilds)])
        state.channels[party.channel_id] = Channel(
            party.channel_id, ChannelKind.TEXT, f"table-{number}", guild_id=party.guild_id
        )
        for place in range(chance.randint(1, min(MOST_PEOPLE, *game.seats))):
            user = User(next(ids), f"Guest {number} {'abc'[place]}", f"guest_{number}_{place}")
            state.users[user.id] = user
            person = Person(state, playground.interactions, user)
            person.look_at(party.channel_id)
            party.people.append(Player(person, party, evening, Random(chance.random())))
        made.append(party)
    return made
