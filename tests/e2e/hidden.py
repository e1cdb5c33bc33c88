"""Cards that a person may not read because nobody has shown them, in every way a card is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from bot.games import GAMES
from bot.games.illustrated_tarokk.facts import Invitation
from bot.playground.page_view import PageView
from bot.playground.person import Person
from bot.playground.world import Change, ChangeKind, Message, World
from bot.rules.cards import CARDS, NO_CARDS, PAGAT, TAROCK, Card, Cards, card, union
from bot.rules.deal import Deal
from bot.tables import Table
from bot.text import LOCALES, words
from bot.text.cards import long_name, rank_name
from bot.text.facts import item_id, item_name
from bot.text.worth import meaning_of
from tests.e2e.house import House
from tests.text.written import short_pattern

CODE: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:T(?:[1-9]|1\d|2[0-2])|[SHDC](?:[1-4]|7|8|9|10|[JCQK]))(?![A-Za-z0-9])"
)
"""The code of a card, as custom_ids hold it."""

NOT_READ: Final = frozenset({"url", "proxy_url", "id", "time", "author"})
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


DEALS: Final = 40
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


NAMED: Final = "\1"
"""Stands for what an announcement names."""
POINTS: Final = 777
"""Stands for a number of points."""
PARAMETERS: Final = "(?:タロック|[A-Z0-9,\u2660-\u2667])+"
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
        self.read = 0
        self.leaks: list[str] = []
        self._said: dict[str, set[str]] = {}
        """The texts of each message so far, by its id: a text that was rightly read once stays readable."""
        self._stop = house.playground.world.listen(self._look)

    def stop(self) -> None:
        self._stop()

    @property
    def _world(self) -> World:
        return self._house.playground.world

    def _tables(self) -> tuple[Table, ...]:
        return tuple(each.now for each in self._house.bot.tables._open.values())

    def _look(self, change: Change) -> None:
        message = change.message
        if message is None or change.kind is ChangeKind.DELETED:
            return
        for person in self._house.playground.people.values():
            if self._world.may_see(person.user.id, message):
                self._check(person, message)
        said = self._said.setdefault(message.id, set())
        page = PageView(self._world, self._world.users[message.author_id], "")
        said.update(strings(page.message(message)), drawn(message))

    def _check(self, person: Person, message: Message) -> None:
        page = PageView(self._world, person.user, "")
        said = {*strings(page.message(message)), *drawn(message)} - self._said.get(message.id, set())
        self.check_words(person, said, f"message of {message.command or 'the bot'}")
        if message.only_for is None and self._world.channels[message.channel_id].recipient is None:
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
        self.read += 1
        for table in self._tables():
            hidden = unknown_to(table.deal, table.seat_of(int(person.user.id)))
            over = results_before(table.game.name, table.number)
            for text in (each for each in said if not each.startswith(over)):
                if found := named(without_statements(text, table.game.name), hidden):
                    self.leaks.append(f"{person.name} reads {found} in {where}: {text!r}")
