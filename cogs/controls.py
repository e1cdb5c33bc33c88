"""Every kind of button and list under our messages, and its custom_id: `<kind>:<part>:<part>`.

The custom_id of a public message never depends on a card. A control that acts names the revision at which
its seat was offered it. Messages of earlier versions carry these ids, so a kind never changes its meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from bot.games import GAMES
from bot.rules.moves import Action
from bot.store import Listing, Measure
from bot.tables import DAILY, SETTINGS
from bot.text.topics import TOPICS
from cogs.discord.router import ControlKind, Trait

T = TypeVar("T")


def reading(make: Callable[..., T], *parts: Callable[[str], object]) -> Callable[[str], T | None]:
    """Make a reader of `part:part`. The last part keeps further colons.

    Args:
        make: gets what the parts mean.
        parts: read a part each; `None` where the bot never writes it.
    """

    def read(rest: str) -> T | None:
        texts = rest.split(":", len(parts) - 1)
        values = [part(text) for part, text in zip(parts, texts, strict=False)]
        return None if len(texts) < len(parts) or None in values else make(*values)

    return read


def _together(*values: Any) -> Any:
    return values


NUMBER: Final = re.compile("[0-9]{1,9}")
"""A count in an id."""
DEAL_LIMIT: Final = 40
"""Characters of the name of a deal, and of the id of a table."""
ALL_GAMES: Final = "all"
"""In place of a game: all games. In place of a period: all time."""

_DAY: Final = re.compile(rf"{DAILY}/(?P<game>[a-z_]{{1,30}})/(?P<date>[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})")
_AMONG: Final = {False: "people", True: "computers"}


def _number(text: str) -> int | None:
    return int(text) if NUMBER.fullmatch(text) else None


def _user(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,20}", text) else None


def _table(text: str) -> str | None:
    return text if 0 < len(text) <= DEAL_LIMIT else None


def _game(text: str) -> str | None:
    return {ALL_GAMES: ""}.get(text, text if text in GAMES else None)


def _period(text: str) -> str | None:
    return {ALL_GAMES: ""}.get(text, text if re.fullmatch("[0-9]{4}(-[0-9]{2})?", text) else None)


class TableControl(NamedTuple):
    """A control of a table, and what it shows or does there."""

    table_id: str
    verb: str


read_table: Final = reading(TableControl, str, str)


class ActControl(NamedTuple):
    """A control of a panel that takes actions, or leads on to them, at a revision."""

    table_id: str
    revision: int
    what: str


read_act: Final = reading(ActControl, str, _number, lambda text: text or None)

LIST: Final = "?"
"""Begins what a list names: the values chosen say what is meant."""
MARK: Final = "*"
"""Begins actions that a button only marks."""
SURE: Final = "!"
"""Begins actions that are taken without a question whether they are meant."""


def written(actions: Sequence[Action]) -> str:
    """Actions as the id of a control names them: `announce trull+four_kings+done`.

    A verb is not repeated, so that many announcements fit into an id.
    """
    verbs = [None, *(action.verb for action in actions)]
    return "+".join(
        action.argument if action.argument and action.verb == before else str(action)
        for before, action in zip(verbs, actions, strict=False)
    )


def read_actions(text: str) -> list[Action]:
    """The actions that an id names, also where every verb is written."""
    actions = list[Action]()
    for part in filter(None, text.split("+")):
        repeats = actions and " " not in part and part != "done"
        actions.append(Action(actions[-1].verb, part) if repeats else Action.parse(part))
    return actions


class PageControl(NamedTuple):
    """A button that turns to a page about a game, counted from 0."""

    game: str
    page: int


def read_page(rest: str, games: Collection[str] = frozenset(GAMES)) -> PageControl | None:
    page = reading(PageControl, str, _number)(rest)
    return page if page and page.game in games else None


class RuleControl(NamedTuple):
    """A button that opens a topic of the rules of a game."""

    game: str
    topic: str


# -- finished deals --------------------------------------------------------------------------

IMPORTED: Final = "imported"
"""In place of a table: the records that the operator has imported."""


def read_deal(name: str) -> tuple[str, int] | None:
    """Read the name of a deal, such as `k3m9xp/4`: its table and its number there."""
    table, _, number = name.strip().lower().partition("/")
    is_name = len(name) <= DEAL_LIMIT and bool(NUMBER.fullmatch(number))
    return (table, int(number)) if is_name else None


def read_daily(name: str) -> tuple[str, str] | None:
    """Read the name of the cards of a day, such as `daily/koenigrufen/2026-11-22`: the game and the date."""
    day = _DAY.fullmatch(name.strip().lower())
    return (day["game"], day["date"]) if day and day["game"] in GAMES else None


def _given(rest: str) -> str | None:
    """The name of given cards: of a deal, or of a day of a game."""
    name = rest.replace(":", "/").strip().lower()
    return name if read_daily(name) or read_deal(name) else None


def given_id(given: str) -> str:
    """The id of the button that shows what given cards brought, by the name of the cards."""
    return GIVEN.id(given.replace("/", ":"))


def review_id(deal: str, step: int, *, public: bool = False) -> str:
    """The id of a control that turns to a step, counted from 0, of a finished deal such as `k3m9xp/4`.

    The list of all steps has the id of the step below which it is shown: its values say which one is meant.
    """
    return (PUBLIC_REVIEW if public else REVIEW).id(deal.replace("/", ":"), step)


def costliest_id(deal: str) -> str:
    """The id of the button that asks for the person's decision that cost most in a finished deal."""
    return COSTLIEST.id(deal.replace("/", ":"))


# -- standings -------------------------------------------------------------------------------


class LeaderboardControl(NamedTuple):
    listing: Listing
    page: int
    """Counted from 0."""
    what: str = ""
    """What a list lets choose, `game` or `measure`; of a button it makes the id unlike those of others."""


def leaderboard_id(listing: Listing, page: int, what: str = "") -> str:
    game, period = listing.game or ALL_GAMES, listing.period or ALL_GAMES
    return LEADERBOARD.id(game, page, period, listing.measure, _AMONG[listing.computers], what)


def _leaderboard(rest: str) -> LeaderboardControl | None:
    """Read the rest of a `leaderboard_id`. The ids of earlier versions end after the page."""
    return _read_listing(rest if rest.count(":") > 1 else f"{rest}:{ALL_GAMES}:{Measure.POINTS}:people:")


def _listed(game: str, page: int, *listed: Any) -> LeaderboardControl:
    period, measure, computers, what = listed
    by = measure if game else Measure.RATING
    return LeaderboardControl(Listing(game, period, by, computers), page, what)


_KINDS: Final = {text: computers for computers, text in _AMONG.items()}
_read_listing: Final = reading(
    _listed, _game, _number, _period, {each.value: each for each in Measure}.get, _KINDS.get, str
)


class StatisticsControl(NamedTuple):
    user_id: int
    game: str
    computers: bool


def statistics_id(user_id: int, game: str, *, computers: bool, what: str = "") -> str:
    return STATISTICS.id(user_id, game or ALL_GAMES, _AMONG[computers], what)


def post_id(page_id: str) -> str:
    """The id of the button that posts the page to which a button with `page_id` leads."""
    kind, _, rest = page_id.partition(":")
    return POSTED[kind].id(rest)


OPEN: Final = "open"
"""The page of the public button that opens a session's sheet."""


def sheet_id(table_id: str, page: int | None = None) -> str:
    """The id of a button that turns to a page, counted from 0, of a session's sheet, or opens it."""
    return SHEET.id(table_id, OPEN if page is None else page)


def _sheet(rest: str) -> tuple[str, int | None] | None:
    table_id, _, page = rest.rpartition(":")
    is_read = _table(table_id) and (page == OPEN or NUMBER.fullmatch(page))
    return (table_id, None if page == OPEN else int(page)) if is_read else None


class LessonControl(NamedTuple):
    """An answer to the question of a lesson."""

    game: str
    lesson: str
    choice: int
    """Counted from 0 in the order in which the choices are offered."""


# -- all controls ----------------------------------------------------------------------------

PRIVATE, COSTLY, LASTING, PLAIN = Trait.PRIVATE, Trait.COSTLY, Trait.LASTING, Trait.PLAIN
NEEDS_SERVER = Trait.NEEDS_SERVER


def _at_table(kind: str, verbs: Mapping[str, Trait]) -> dict[str, ControlKind[str]]:
    """The controls of a table, by verb. What is read is the table's id."""
    return {
        verb: ControlKind(kind, lambda rest: rest.partition(":")[0] or None, traits, verb)
        for verb, traits in verbs.items()
    }


def _one(name: str) -> Callable[[str], str | None]:
    return lambda rest: rest if rest == name else None


CHOICE_PAGES: Final = 15
"""Pages that the choices of a player can take, those of Royal Tarokk's announcements above all."""
CHOICES: Final = tuple(f"now:{page}" for page in range(CHOICE_PAGES))
"""The verbs of the buttons that turn to these pages."""

PANEL: Final = _at_table(
    "p1",
    {
        **dict.fromkeys(("hand", "trick", "score", "hands", "proof", "auction", "items", "rules"), COSTLY),
        **dict.fromkeys(("now", "hint", *CHOICES), PRIVATE | COSTLY),
        **dict.fromkeys(("again", "dm", "end:sure", "leave:sure", "last_circle:sure"), PRIVATE),
        **dict.fromkeys(("end", "leave", "last_circle", "keep"), PLAIN),
        **dict.fromkeys(("next", "let", "pause", "no_pause", "go_on", "return", "join"), PLAIN),
    },
)
"""The buttons below a table's message and in its players' panels during a session."""

LISTED_SETTINGS: Final = tuple(name for name in SETTINGS if name != "strength")
"""The settings with a button of their own. That of computers is a list below the buttons."""

LOBBY: Final = _at_table(
    "l1",
    {
        **dict.fromkeys(("join", "leave", "add", "fill", "remove", "strength", "start", "alone"), PLAIN),
        **dict.fromkeys(("options", *LISTED_SETTINGS), PLAIN),
        **{f"set_{name}": PRIVATE for name in LISTED_SETTINGS},
        "fill_start": PRIVATE,
        "rules": COSTLY,
    },
)
CLOCK: Final = _at_table("c1", dict.fromkeys(("let", "pause", "no_pause", "go_on"), PLAIN))

WATCH: Final = "watch"
"""The verb of the button that shows a table privately."""
REFRESH: Final = "refresh"
"""The verb of the button that brings that up to date."""
WATCHING: Final = _at_table("v1", {WATCH: COSTLY, REFRESH: PRIVATE | COSTLY})

REMATCH: Final = "rematch"
AGAIN: Final = _at_table("m1", {REMATCH: PLAIN})
"""The button for another table with the same people, once a table has ended."""

SUSPENDED: Final = _at_table("s1", {"end": PRIVATE})

ACT: Final = ControlKind("t1", read_act, PRIVATE)
HOUSE_RULE: Final = ControlKind("o1", read_table, PRIVATE)
"""Names a rule in place of a verb; the lists of all rules name nothing or their number."""
GLOSSARY: Final = ControlKind("w1", read_page, PRIVATE | COSTLY)
RULES: Final = ControlKind("r1", read_page, PRIVATE | COSTLY)
RULE: Final = ControlKind(
    "r2",
    reading(RuleControl, lambda text: text if text in GAMES else None, {each: each for each in TOPICS}.get),
    PRIVATE | COSTLY,
)
"""Unlike `RULES`, which turns a page, it leaves the pressed message as it is."""
LEADERBOARD: Final = ControlKind("b1", _leaderboard, PRIVATE | COSTLY | NEEDS_SERVER)
STATISTICS: Final = ControlKind(
    "u1",
    reading(lambda *read: StatisticsControl(*read[:3]), _user, _game, _KINDS.get, str),
    PRIVATE | COSTLY | NEEDS_SERVER,
)
SHEET: Final = ControlKind("f1", _sheet, COSTLY)
HISTORY: ControlKind[tuple[int, int]] = ControlKind(
    "h1", reading(_together, _user, _number), PRIVATE | COSTLY
)
"""Whose finished deals are listed, 0 for those of everybody, and the page from 0."""
TABLE_HISTORY: ControlKind[tuple[str, int]] = ControlKind(
    "h2", reading(_together, _table, _number), PRIVATE | COSTLY
)
"""The table whose finished deals are listed, and the page from 0."""
_POSTABLE: Final[Mapping[str, ControlKind[Any]]] = {
    "b2": LEADERBOARD,
    "u2": STATISTICS,
    "h3": HISTORY,
    "h4": TABLE_HISTORY,
}
POSTED: Final[Mapping[str, ControlKind[Any]]] = {
    page.kind: ControlKind(kind, page.read, PRIVATE | COSTLY | NEEDS_SERVER)
    for kind, page in _POSTABLE.items()
}
"""The buttons that post a page in the channel, by the kind of the page's own ids."""
REVIEW: ControlKind[tuple[str, int, int]] = ControlKind(
    "d1", reading(_together, _table, _number, _number), PRIVATE | COSTLY | LASTING
)
"""The table and the number of a finished deal, and a step of it from 0."""
PUBLIC_REVIEW: Final = ControlKind("d2", REVIEW.read, COSTLY | LASTING)
COSTLIEST: Final = ControlKind("a1", TABLE_HISTORY.read, PRIVATE | COSTLY | LASTING)
"""The table and the number of a finished deal."""
GIVEN: Final = ControlKind("k1", _given, COSTLY)
SERVER_SETTING: Final = ControlKind("g1", str, PRIVATE)
FORGET_ME: Final = ControlKind("e1", _one("sure"), PRIVATE)
ERASE: Final = FORGET_ME.id("sure")
"""The id of the button that confirms that everything kept about a person is to be deleted."""
GAMES_TO_OPEN: Final = ControlKind("n1", _one("games"))
NEW_TABLE: Final = GAMES_TO_OPEN.id("games")
"""The id of the button that shows the games to open a table of."""
PLAY_ALONE: Final = ControlKind("n3", _one("alone"))
ALONE: Final = PLAY_ALONE.id("alone")
"""The id of the button that opens a table of the easiest game with computers, and begins."""
LEARN: Final[ControlKind[str]] = ControlKind("n5", lambda text: text if text in GAMES else None)
"""Names a game: its guided deal begins."""
LEARN_LISTED: Final = ControlKind("n6", _one("learn"))
LEARN_ONE: Final = LEARN_LISTED.id("learn")
"""The id of the list of games, whose choice begins the guided deal of one."""
WITH_HINTS: Final[ControlKind[str]] = ControlKind("n7", LEARN.read)
"""Names a game: a table with computers opens, and a deal with hints begins."""
LESSON: Final[ControlKind[str]] = ControlKind(
    "q1", lambda text: text if text in GAMES else None, PRIVATE | COSTLY
)
"""Names a game: the button shows a question about it, in place of the last one."""
PRACTISE: Final = ControlKind("q3", lambda text: text if text in {"", *GAMES} else None, COSTLY)
"""Names a game: the button shows a first question about it; without a game it asks which."""
ANSWER: Final = ControlKind("q2", reading(LessonControl, LESSON.read, _table, _number), PRIVATE | COSTLY)
INSTEAD: ControlKind[tuple[str, int]] = ControlKind("n4", reading(_together, _table, _user), PRIVATE)
"""The table to end, and the interaction that asked for the one to open in its place."""
OPEN_GAME: Final = ControlKind("n2", _one("open"), PRIVATE)
NEW_TABLE_OF: Final = OPEN_GAME.id("open")
"""The id of the list of games, which opens a table of one."""

CONTROLS: Final[tuple[ControlKind[Any], ...]] = (
    *(each for some in (PANEL, LOBBY, CLOCK, WATCHING, AGAIN, SUSPENDED) for each in some.values()),
    *(ACT, HOUSE_RULE, GLOSSARY, RULES, RULE, LEADERBOARD, STATISTICS, SHEET, HISTORY, TABLE_HISTORY, REVIEW),
    *(PUBLIC_REVIEW, COSTLIEST, GIVEN, SERVER_SETTING, FORGET_ME, GAMES_TO_OPEN, PLAY_ALONE, OPEN_GAME),
    *(LEARN, LEARN_LISTED, WITH_HINTS),
    *(INSTEAD, *POSTED.values()),
    *(LESSON, ANSWER, PRACTISE),
)
"""Each has one handler, which its feature adds to the router."""

_LASTING: Final = tuple(f"{each.kind}:" for each in CONTROLS if LASTING in each.traits)


def lasts(custom_id: str) -> bool:
    """Whether a control is about a finished deal, so that it can be pressed at any time."""
    return custom_id.startswith(_LASTING)
