"""Scripted players, who know no game, and the cards that a person may not read."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.games import GAMES
from bot.playground.commands import Where
from bot.playground.interactions import Interaction
from bot.playground.page import PageView
from bot.playground.person import Person
from bot.playground.state import CHANNEL_ID, Change, ChangeKind, Json, Message, State
from bot.rules.cards import CARDS, NO_CARDS, PAGAT, TAROCK, Card, Cards, card, union
from bot.rules.deal import Deal
from bot.rules.facts import Invitation
from bot.tables import Table
from bot.text import LOCALES, words
from bot.text.announcements import meaning_of
from bot.text.cards import long_name, rank_name
from bot.text.facts import item_id, item_name
from cogs.controls import MARK, SURE
from cogs.discord.page import DESCRIPTION_LIMIT, Page, controls_in
from tests.e2e.house import House
from tests.text.players import short_pattern

ACT = "t1:"
"""The beginning of the ids of controls that act in the deal: `t1:<table>:<revision>:<action>`."""

QUIET = ("pass", "done", "decline")

TYPED = {
    "bid": "bid",
    "take": "part",
    "discard": "cards",
    "announce": "item",
    "kontra": "item",
    "play": "card",
}
"""The commands of a deal, each with its option."""

PATIENCE = 20.0
TRIES = 200
"""How often a player tries to find something that is not refused."""


def controls(message: Message) -> list[Json]:
    """What a message lets a player do in the deal, lists first."""
    offered = (*message.selects, *message.buttons)
    return [each for each in offered if each["custom_id"].startswith(ACT) and not each.get("disabled")]


def is_quiet(control: Json) -> bool:
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
    return max(map(revision, controls(message)), default=-1)


def button_of(message: Message, verb: str) -> str | None:
    ids = (str(each.get("custom_id")) for each in message.buttons if not each.get("disabled"))
    at_table = (each for each in ids if each.startswith(("p1:", "l1:", "c1:")))
    return next((each for each in at_table if each.endswith(f":{verb}")), None)


def board_of(person: Person) -> Message | None:
    """The message that shows the table, if it has been posted."""
    return next((m for m in reversed(person.channel()) if not m.ephemeral and m.buttons), None)


async def shown(person: Person, verb: str = "") -> Message:
    def found() -> Message | None:
        board = board_of(person)
        return board if board and (not verb or button_of(board, verb)) else None

    board = await person.until(found, PATIENCE)
    assert board is not None
    return board


async def press_board(person: Person, verb: str) -> Interaction:
    board = await shown(person, verb)
    return await press(person, board, button_of(board, verb))


@dataclass
class Player:
    """Somebody who plays by chance, in the panels or by typing."""

    person: Person
    random: random.Random
    types: bool = False
    bold: bool = True
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
        before = revision_of(panel)
        for _ in range(TRIES):
            typed = await self._typed() if self.types else None
            now = self.person.message(panel.id)
            if not controls(now) or revision_of(now) != before:
                return  # the last card has played itself
            now = await (self._type(*typed) if typed else self._press(now))
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


async def press(person: Person, message: Message, custom_id: str | None) -> Interaction:
    assert custom_id is not None, "there is no such button"
    answer = await person.press(message, custom_id)
    assert not answer.failed, f"{custom_id} was not answered"
    return answer


async def open_table(game: str, people: Sequence[Person], computers: int) -> None:
    host = people[0]
    answer = await host.slash("tarock new", game=game)
    await answer.done()
    for each in people[1:]:
        await press_board(each, "join")
    for _ in range(computers):
        await press_board(host, "add")
    await press_board(host, "start")


def deal_over(person: Person) -> bool:
    board = board_of(person)
    return board is not None and button_of(board, "next") is not None


async def play_deal(players: Sequence[Player], step: Callable[[], Awaitable[None]] | None = None) -> None:
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


MENTION = re.compile(r"<@(\d+)>")
COMMAND_ID = re.compile(r"(?<=[a-z]):\d+(?=>)")
"""The id in a clickable command `</tarock end:123>`, which the pages made here do not know."""

Content = list[tuple[object, ...]]


def wanted_by(page: Page) -> Content:
    parts: Content = [
        ("text", each)
        if isinstance(each, str)
        else ("picture", each.file_name, each.description[:DESCRIPTION_LIMIT])
        for each in page.clipped().parts
    ]
    for row in page.rows:
        parts += (
            [("text", row)] if isinstance(row, str) else [("control", each.id) for each in controls_in(row)]
        )
    return parts


def content_of(message: Message) -> Content:
    parts: Content = []
    for each in message.parts():
        kind: Any = each["type"]
        if kind == 10:
            parts.append(("text", COMMAND_ID.sub("", each["content"])))
        elif kind == 12:
            (item,) = each["items"]
            parts.append(("picture", str(item["media"]["url"]).rpartition("/")[2], item["description"]))
        elif "custom_id" in each:
            parts.append(("control", each["custom_id"]))
    return parts


CODE = re.compile(r"(?<![A-Za-z0-9])(?:T(?:[1-9]|1\d|2[0-2])|[SHDC](?:[1-4]|7|8|9|10|[JCQK]))(?![A-Za-z0-9])")

NOT_READ = frozenset({"url", "proxy_url", "id", "time", "author"})
"""Keys that tell of no deal: addresses are random, and the bot itself is named like a card."""


def strings(value: Any) -> Iterator[str]:
    """Every text in a JSON value that says something."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            if key not in NOT_READ:
                yield from strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from strings(each)


@cache
def _written(hidden: Card) -> re.Pattern[str]:
    """A card in any language: its code, its short and its long name, its rank in a list of its suit."""
    ways: set[str] = {re.escape(str(hidden))}
    for w in (words(locale, game) for locale in LOCALES for game in ("", *GAMES)):
        # The Pagat (I) is written like the English pronoun.
        ways |= {short_pattern(w, hidden) + ("(?! [a-z])" if hidden == PAGAT else "")}
        ways |= {re.escape(long_name(w, hidden))}
        kind = "tarocks" if hidden.suit == TAROCK else "group"
        group = w(f"hand.{kind}", suit=hidden.suit, count=2, ranks="\0").partition("\0")[0]
        ways.add(rf"{re.escape(group)}[^;.／。\n]*?\b{re.escape(rank_name(w, hidden))}")
    return re.compile(rf"(?<![\w♠♥♦♣])(?:{'|'.join(sorted(ways))})(?!\w)")


def named(text: str, among: Cards) -> Cards:
    """The cards of a set that a text names."""
    return _all_named(text) & among


@cache
def _all_named(text: str) -> Cards:
    return Cards.of(each for each in CARDS if _written(each).search(text))


DEALS = 40
"""More deals than the tests play at a table."""


@cache
def _sayings(game: str) -> re.Pattern[str]:
    """Everything named after a card, in any language, which names it without telling where it is."""
    said = {item_name(words(locale, game), item) for locale in LOCALES for item in GAMES[game].announcements}
    if GAMES[game].last_circle:
        said |= {words(locale, game)("button.last_circle") for locale in LOCALES}
        said |= {
            words(locale, game).term("session", "last_circle", number=number)
            for locale in LOCALES
            for number in range(1, DEALS)
        }
    after_a_card = {each for each in said if named(each, GAMES[game].pack)}
    # A meaning follows an announcement, whose suit and the meaning's rank would be read as one card.
    known = sorted({*after_a_card, *_meanings(game), *_lacking(game), *_bars(game)}, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, known)) or "(?!)", re.IGNORECASE)


def _lacking(game: str) -> Iterator[str]:
    """The question to a declarer without the card that an announcement needs, in any language."""
    for locale in LOCALES:
        for needed in GAMES[game].needs.values():
            question = words(locale, game)("doubt.lacks_card", what=NAMED, card=needed, count=POINTS)
            parts = re.split(f"{NAMED}|{POINTS}", question)
            yield from (part for part in parts if named(part, Cards.of((needed,))))


def _bars(game: str) -> Iterator[str]:
    """The rule told to a player who lacks certain cards and so cannot bid, in any language."""
    spoken = [words(locale, game) for locale in LOCALES]
    return (w(bar) for w in spoken if (bar := w.own("refusal", "needs_honour")))


@cache
def _meanings(game: str) -> frozenset[str]:
    """What the announcements of a game mean, in any language: rules, the same whatever anybody holds."""
    idents = {item_id(item) for item in GAMES[game].announcements}
    spoken = [words(locale, game) for locale in LOCALES]
    return frozenset(
        w.term("meaning", ident) for w in spoken for ident in idents if w.has_term("meaning", ident)
    )


NAMED = "\1"
POINTS = 777
PARAMETERS = "(?:タロック|[A-Z0-9,\u2660-\u2667])+"
"""The parameters of an announcement, in any language."""


@cache
def _statements(name: str) -> re.Pattern[str] | None:
    """The announcements of a game that has many, whole or begun, in every way they are written."""
    if not GAMES[name].groups:
        return None
    ways = {*_meanings(name)}
    for item in GAMES[name].announcements:
        ident, _, parameters = item.partition(":")
        for count in range(len(parameters.split(",")) + 1):
            begun = f"{ident}:{','.join([NAMED] * count)}" if parameters and count else ident
            for w in (words(locale, name) for locale in LOCALES):
                ways |= {item_name(w, begun), *filter(None, [meaning_of(w, begun)])}
        ways.add(f"{ident}:{NAMED}")
    written = "|".join(sorted(map(re.escape, ways), key=len, reverse=True))
    return re.compile(written.replace(NAMED, PARAMETERS))


@cache
def without_statements(text: str, game: str) -> str:
    """A text without what may be announced: anybody may name any card there, so that it tells of none."""
    return (_statements(game) or _sayings(game)).sub("", text)


@cache
def results_before(game: str, number: int) -> tuple[str, ...]:
    """The headings of all earlier results: a panel may show the last one when the next deal has begun."""
    spoken = [words(locale, game) for locale in LOCALES]
    return tuple(w("panel.heading_over", game=game, number=each) for w in spoken for each in range(1, number))


def unknown_to(deal: Deal | None, seat: int | None) -> Cards:
    """The cards that a seat, or a spectator, has not seen, has not heard called, and may not call."""
    if deal is None:
        return NO_CARDS
    view = deal.view(seat)
    public = view.open
    if public.dealt is not None:
        return NO_CARDS
    seen = [
        view.hand,
        view.discards,
        public.discards_shown,
        *(group.cards for group in (*view.talon, *public.talon)),
    ]
    invitation = public.fact(Invitation)
    seen += [] if invitation is None else [Cards.of((invitation.card,))]
    seen += [trick.cards for trick in public.tricks]
    seen += [Cards.of(play.card for play in public.trick), *(public.hands or ())]
    offered = " ".join(action.argument for action in view.actions if action.verb == "call")
    spoken = Cards.of({card(code) for code in CODE.findall(f"{public.called} {offered}")})
    return deal.game.pack - union(seen) - spoken


def drawn(message: Message) -> Iterator[str]:
    """What the sketches of a message show."""
    return (each.content.decode() for each in message.attachments)


class Watch:
    """Reads every message when it is posted or edited, as each person's page shows it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.leaks: list[str] = []
        self._said: dict[str, set[str]] = {}
        """The texts of each message so far, by its id: a text that was rightly read once stays readable."""
        house.playground.state.listen(self._look)

    @property
    def _state(self) -> State:
        return self._house.playground.state

    def _tables(self) -> tuple[Table, ...]:
        return tuple(each.now for each in self._house.bot.tables.in_channel(int(CHANNEL_ID)))

    def _look(self, change: Change) -> None:
        message = change.message
        if message is None or change.kind is ChangeKind.DELETED:
            return
        for person in self._house.playground.people.values():
            if self._state.may_see(person.user.id, message):
                self._check(person, message)
        said = self._said.setdefault(message.id, set())
        page = PageView(self._state, self._state.users[message.author_id], "")
        said.update(strings(page.message(message)), drawn(message))

    def _check(self, person: Person, message: Message) -> None:
        page = PageView(self._state, person.user, "")
        said = {*strings(page.message(message)), *drawn(message)} - self._said.get(message.id, set())
        self.check_words(person, said, f"message of {message.command or 'the bot'}")
        if message.only_for is None and self._state.channels[message.channel_id].recipient is None:
            ids = [part["custom_id"] for part in message.parts() if "custom_id" in part]
            self.leaks += [f"public custom_id {each}" for each in ids if CODE.search(each)]
            self.leaks += [
                f"a hand in public: {each.filename}"
                for each in message.attachments
                if each.filename.startswith("hand") and not self._hands_lie_open()
            ]

    def _hands_lie_open(self) -> bool:
        """Whether a contract is played with all hands on the table."""
        return any(table.deal and table.deal.open.hands for table in self._tables())

    def check_words(self, person: Person, said: Iterable[str], where: str) -> None:
        """Take note of every hidden card among words that a person is shown."""
        for table in self._tables():
            hidden = unknown_to(table.deal, table.seat_of(int(person.user.id)))
            over = results_before(table.game.name, table.number)
            for text in (each for each in said if not each.startswith(over)):
                if found := named(without_statements(text, table.game.name), hidden):
                    self.leaks.append(f"{person.name} reads {found} in {where}: {text!r}")
