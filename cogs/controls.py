"""Every kind of button and list under our messages, a row each. A custom_id is `<kind>:<rest>`.

Nothing in the custom_id of a public message depends on a card. A control that acts names the revision, as its
seat can know it, at which it was offered. Messages posted by earlier versions still carry these ids, so a
kind is never given another meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Flag, auto
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bot.games import GAMES
from bot.rules.moves import Action
from bot.store import Listing, Measure
from bot.tables import DAILY, SETTINGS, Suspended, Table

T = TypeVar("T")


class Of(Flag):
    """What a control is, besides its kind."""

    ANYBODY = 0
    PRIVATE = auto()
    """No public message has it: what it shows is for one person."""
    COSTLY = auto()
    """It makes a long page or a picture only on request, and each person may use it only so often."""
    LASTING = auto()
    """It is about a finished deal, and stays when the other controls of a message go."""


@dataclass(frozen=True)
class Control(Generic[T]):
    """A kind of control, or one verb of a kind."""

    kind: str
    read: Callable[[str], T | None]
    """Reads the rest of a custom_id; `None` if no control of ours has such a rest."""
    of: Of = Of.ANYBODY
    verb: str = ""
    """Follows the table in the ids of the controls of a table; `""` for all others."""

    @property
    def private(self) -> bool:
        """Whether no public message has it."""
        return Of.PRIVATE in self.of

    @property
    def costly(self) -> bool:
        """Whether each person may use it only so often."""
        return Of.COSTLY in self.of


CHOICE_PAGES: Final = 5
"""Pages that the choices of a player can take, those of Royal Tarokk's announcements above all."""

CHOICES: Final = tuple(f"now:{page}" for page in range(CHOICE_PAGES))
"""The verbs of the buttons that turn to these pages."""

ERASE: Final = "e1:sure"
"""The id of the button that confirms that everything kept about a person is to be deleted."""

NEW_TABLE: Final = "n1:games"
"""The id of the button that shows the games to open a table of."""

NEW_TABLE_OF: Final = "n2:open"
"""The id of the list of games, which opens a table of one. For private messages only."""
REMATCH: Final = "rematch"
"""The verb of `rematch_id`."""

WATCH: Final = "watch"
"""The verb of the button that shows a table privately."""

REFRESH: Final = "refresh"
"""The verb of the button that brings that up to date."""
LIST: Final = "?"
"""Begins what a list names: the values chosen say what is meant."""
MARK: Final = "*"
"""Begins the actions that are marked once a button is pressed; nothing is done."""
SURE: Final = "!"
"""Begins actions that are taken without asking whether they are meant."""
KEPT: Final = "~"
"""Stands before the statements that stay marked once the actions named before them are taken."""
USUAL: Final = "announce "
"""What need not be written before those."""

IMPORTED: Final = "imported"
"""Stands for a table where the records that the operator has imported are listed."""

DEAL_LIMIT: Final = 40
"""Characters of the name of a deal."""

NUMBER: Final = re.compile("[0-9]{1,9}")
"""A count in an id."""

_DAY: Final = re.compile(rf"{DAILY}/(?P<game>[a-z_]{{1,30}})/(?P<date>[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})")


class TableControl(NamedTuple):
    """A control of a table: what it shows or does there."""

    table_id: str
    verb: str


class ActControl(NamedTuple):
    """A control that takes actions, or leads on to them, at a revision."""

    table_id: str
    revision: int
    what: str


class PageControl(NamedTuple):
    """A button that turns to a page, counted from 0, about a game."""

    game: str
    page: int


def read_table(rest: str) -> TableControl | None:
    """Read `<table>:<verb>`; `None` if it is not that."""
    table_id, colon, verb = rest.partition(":")
    return TableControl(table_id, verb) if colon else None


def read_act(rest: str) -> ActControl | None:
    """Read `<table>:<revision>:<what>`; `None` if it is not that."""
    table_id, _, after = rest.partition(":")
    revision, _, what = after.partition(":")
    return ActControl(table_id, int(revision), what) if what and NUMBER.fullmatch(revision) else None


def read_page(rest: str, games: Collection[str] = frozenset(GAMES)) -> PageControl | None:
    """Read `<game>:<page from 0>`; `None` if it is not that, or none of some games."""
    game, _, page = rest.partition(":")
    return PageControl(game, int(page)) if game in games and NUMBER.fullmatch(page) else None


def setting_id(name: str) -> str:
    """The id of the list from which a setting of the server is chosen. For private messages only."""
    return f"g1:{name}"


def read_name(rest: str, names: Collection[str]) -> str | None:
    """Read one of some names; `None` if it is anything else."""
    return rest if rest in names else None


def act_id(table: Table, revision: int, actions: Sequence[Action], kept: Sequence[Action] = ()) -> str:
    """The id of a control that takes some actions and keeps some marks. For private messages only."""
    return f"t1:{table.id}:{revision}:{_joined(actions)}{_marked(kept)}"


def mark_id(table: Table, revision: int, actions: Sequence[Action]) -> str:
    """The id of a button after which some actions are marked. For private messages only."""
    return f"t1:{table.id}:{revision}:{MARK}{_joined(actions)}"


def sure_id(table: Table, revision: int, actions: Sequence[Action], kept: Sequence[Action] = ()) -> str:
    """The id of a button as of `act_id` that does not ask again. For private messages only."""
    return f"t1:{table.id}:{revision}:{SURE}{_joined(actions)}{_marked(kept)}"


def _marked(kept: Sequence[Action]) -> str:
    return f"{KEPT}{_joined(kept).removeprefix(USUAL)}" if kept else ""


def _joined(actions: Sequence[Action]) -> str:
    """Actions as text; a verb that is repeated is left out, so that many announcements fit into an id."""
    verbs = [None, *(action.verb for action in actions)]
    return "+".join(
        action.argument if action.argument and action.verb == before else str(action)
        for before, action in zip(verbs, actions, strict=False)
    )


def read_kept(text: str) -> list[Action]:
    """Read the statements that stay marked after the actions that an id names: `kontra game~trull`."""
    _, _, kept = text.partition(KEPT)
    named = " " in kept.partition("+")[0]
    return read_actions(kept if named else f"{USUAL}{kept}") if kept else []


def read_actions(text: str) -> list[Action]:
    """Read actions as an id names them: `announce trull+four_kings+done`, also with every verb written.

    Marks that are kept are none of them.
    """
    actions = list[Action]()
    for part in filter(None, text.partition(KEPT)[0].split("+")):
        repeats = actions and " " not in part and part != "done"
        actions.append(Action(actions[-1].verb, part) if repeats else Action.parse(part))
    return actions


def list_id(table: Table, revision: int, name: str) -> str:
    """The id of a list of actions. For private messages only."""
    return f"t1:{table.id}:{revision}:{LIST}{name}"


def step_id(table: Table, revision: int, step: str) -> str:
    """The id of a control that leads on to further parts of a statement. For private messages only."""
    return f"t1:{table.id}:{revision}:{step}"


def panel_id(table: Table, verb: str) -> str:
    """The id of a button that shows something about a table, or continues it."""
    return f"p1:{table.id}:{verb}"


def choices_id(table: Table, page: int) -> str:
    """The id of a button that turns to a page, counted from 0, of what a player can do."""
    return panel_id(table, CHOICES[page])


def suspended_id(table: Suspended, verb: str) -> str:
    """The id of a button about a table that cannot be restored."""
    return f"s1:{table.id}:{verb}"


def rule_id(table: Table, what: str) -> str:
    """The id of a control of the house rules: a rule's name, or `""` or a number for a list of all rules."""
    return f"o1:{table.id}:{what}"


def clock_id(table: Table, verb: str) -> str:
    """The id of a control of the clock of a turn."""
    return f"c1:{table.id}:{verb}"


def glossary_id(game: str, page: int) -> str:
    """The id of a button that turns to a page, counted from 0, of a game's glossary."""
    return f"w1:{game}:{page}"


def rules_id(game: str, page: int) -> str:
    """The id of a control that turns to a topic, counted from 0, of a game's rules."""
    return f"r1:{game}:{page}"


def lobby_id(table: Table, verb: str) -> str:
    """The id of a button of the lobby."""
    return f"l1:{table.id}:{verb}"


def rematch_id(table: Table) -> str:
    """The id of the button for another table with the same people, once a table has ended."""
    return f"m1:{table.id}:{REMATCH}"


def watch_id(table: Table, verb: str) -> str:
    """The id of a button of those who watch a table."""
    return f"v1:{table.id}:{verb}"


def history_id(user_id: int, page: int) -> str:
    """The id of a control of a page of finished deals, counted from 0: of one person, or of all with 0."""
    return f"h1:{user_id}:{page}"


def table_history_id(table: str, page: int) -> str:
    """The id of a control of a page of finished deals of a table, or of imported ones with `IMPORTED`."""
    return f"h2:{table}:{page}"


def given_id(given: str) -> str:
    """The id of the button that shows what given cards brought, by the name of the cards."""
    return f"k1:{given.replace('/', ':')}"


def read_given(rest: str) -> str | None:
    """Read the name of given cards: of a deal, or of a day of a game."""
    if day := read_daily(rest.replace(":", "/")):
        return "/".join((DAILY, *day))
    key = read_deal(rest.replace(":", "/"))
    return f"{key[0]}/{key[1]}" if key else None


def read_daily(name: str) -> tuple[str, str] | None:
    """Read the name of the cards of a day, such as `daily/koenigrufen/2026-11-22`: the game and the date."""
    day = _DAY.fullmatch(name.strip().lower())
    return (day["game"], day["date"]) if day and day["game"] in GAMES else None


def review_id(deal: str, step: int, *, public: bool = False) -> str:
    """The id of a control that turns to a step, counted from 0, of a finished deal such as `k3m9xp/4`.

    The list of all steps has the id of the step that it stands under: its values say which is meant.
    """
    return f"{'d2' if public else 'd1'}:{deal.replace('/', ':')}:{step}"


def read_deal(name: str) -> tuple[str, int] | None:
    """Read the name of a deal, such as `k3m9xp/4`: its table and its number there."""
    table, _, number = name.strip().lower().partition("/")
    is_name = len(name) <= DEAL_LIMIT and bool(NUMBER.fullmatch(number))
    return (table, int(number)) if is_name else None


def costliest_id(deal: str) -> str:
    """The id of the button that asks for the own decision that cost most in a finished deal."""
    return f"a1:{deal.replace('/', ':')}"


def read_deal_control(rest: str) -> tuple[str, int] | None:
    """Read which deal a control is about."""
    return read_deal(rest.replace(":", "/"))


def read_history(rest: str) -> tuple[int, int] | None:
    """Read whose finished deals a control shows, and the number of the page."""
    user_id, _, page = rest.partition(":")
    is_id = user_id.isascii() and user_id.isdigit() and len(user_id) <= 20
    return (int(user_id), int(page)) if is_id and NUMBER.fullmatch(page) else None


def read_table_history(rest: str) -> tuple[str, int] | None:
    """Read of which table a control shows finished deals, and the number of the page."""
    table, _, page = rest.partition(":")
    is_name = 0 < len(table) <= DEAL_LIMIT
    return (table, int(page)) if is_name and NUMBER.fullmatch(page) else None


def read_review(rest: str) -> tuple[str, int, int] | None:
    """Read which step of which deal a control shows."""
    deal, _, step = rest.rpartition(":")
    key = read_deal(deal.replace(":", "/"))
    return (*key, int(step)) if key and NUMBER.fullmatch(step) else None


ALL_GAMES: Final = "all"
"""Stands for a game on a leaderboard where all games count, and for all time as a period."""

_USER: Final = re.compile("[0-9]{1,20}")
_PERIOD: Final = re.compile("[0-9]{4}(-[0-9]{2})?")


class LeaderboardControl(NamedTuple):
    """A control of a leaderboard."""

    listing: Listing
    page: int
    """Counted from 0."""
    what: str = ""
    """What a list lets choose, `game` or `measure`; of a button it makes the id unlike those of others."""


def leaderboard_id(listing: Listing, page: int, what: str = "") -> str:
    """The id of a control that turns to a page, counted from 0, of a leaderboard."""
    game, period = listing.game or ALL_GAMES, listing.period or ALL_GAMES
    return f"b1:{game}:{page}:{period}:{listing.measure}:{_AMONG[listing.computers]}:{what}"


def read_leaderboard(rest: str) -> LeaderboardControl | None:
    """Read the rest of a `leaderboard_id`, of earlier versions too, which end after the page."""
    game, _, after = rest.partition(":")
    page, _, others = after.partition(":")
    period, measure, among, what = others.split(":") if others.count(":") == 3 else _USUAL
    is_read = (
        game in {*GAMES, ALL_GAMES}
        and NUMBER.fullmatch(page)
        and (period == ALL_GAMES or _PERIOD.fullmatch(period))
        and measure in set(Measure)
        and among in _AMONG.values()
    )
    if not is_read:
        return None
    played, when = ("" if each == ALL_GAMES else each for each in (game, period))
    by = Measure(measure) if played else Measure.RATING
    return LeaderboardControl(Listing(played, when, by, among == _AMONG[True]), int(page), what)


_AMONG: Final = {False: "people", True: "computers"}
_USUAL: Final = (ALL_GAMES, Measure.POINTS.value, _AMONG[False], "")
"""What the ids of earlier versions do not say: for all time, by points, among people."""


class StatisticsControl(NamedTuple):
    """A control of what is known about a person's deals."""

    user_id: int
    game: str
    """Empty for all games."""
    computers: bool
    """Whether deals with computers are meant."""


def statistics_id(user_id: int, game: str, *, computers: bool, what: str = "") -> str:
    """The id of a control that shows a person's statistics in a game, or in all games for `""`."""
    return f"u1:{user_id}:{game or ALL_GAMES}:{_AMONG[computers]}:{what}"


def read_statistics(rest: str) -> StatisticsControl | None:
    """Read the rest of a `statistics_id`; `None` if it is not one."""
    user_id, game, among, _what = rest.split(":") if rest.count(":") == 3 else ("", "", "", "")
    if not _USER.fullmatch(user_id) or game not in {*GAMES, ALL_GAMES} or among not in _AMONG.values():
        return None
    return StatisticsControl(int(user_id), "" if game == ALL_GAMES else game, among == _AMONG[True])


OPEN: Final = "open"
"""The page of the public button that opens a session's sheet."""


def sheet_id(table_id: str, page: int | None = None) -> str:
    """The id of a button that turns to a page, counted from 0, of a session's sheet, or opens it."""
    return f"f1:{table_id}:{OPEN if page is None else page}"


def read_sheet(rest: str) -> tuple[str, int | None] | None:
    """Read the rest of a `sheet_id`; `None` if it is not one."""
    table_id, colon, page = rest.rpartition(":")
    if not colon or len(table_id) > DEAL_LIMIT or not (page == OPEN or NUMBER.fullmatch(page)):
        return None
    return table_id, None if page == OPEN else int(page)


PRIVATE, COSTLY, LASTING, ANYBODY = Of.PRIVATE, Of.COSTLY, Of.LASTING, Of.ANYBODY


def _at_table(kind: str, verbs: Mapping[str, Of]) -> dict[str, Control[str]]:
    """The controls of a table, by verb. What is read is the table's id."""
    return {verb: Control(kind, _table_in, of, verb) for verb, of in verbs.items()}


def _table_in(rest: str) -> str | None:
    return rest.partition(":")[0] or None


PANEL: Final = _at_table(
    "p1",
    {
        **dict.fromkeys(("hand", "trick", "score", "items", "auction", "rules"), COSTLY),
        **dict.fromkeys(("now", "hint", *CHOICES), PRIVATE | COSTLY),
        **dict.fromkeys(("again", "dm", "end:sure", "leave:sure", "last_circle:sure"), PRIVATE),
        **dict.fromkeys(("end", "leave", "last_circle", "keep"), ANYBODY),
        **dict.fromkeys(("next", "let", "pause", "no_pause", "go_on", "return", "join"), ANYBODY),
    },
)
"""The buttons below a table's message and in its players' panels during a session."""

LISTED_SETTINGS: Final = tuple(name for name in SETTINGS if name != "strength")
"""The settings with a button of their own. That of computers is a list below the buttons."""

LOBBY: Final = _at_table(
    "l1",
    {
        **dict.fromkeys(("join", "leave", "add", "fill", "remove", "strength", "start"), ANYBODY),
        **dict.fromkeys(("options", *LISTED_SETTINGS), ANYBODY),
        **{f"set_{name}": PRIVATE for name in LISTED_SETTINGS},
        "rules": COSTLY,
    },
)
"""Those of the lobby."""

CLOCK: Final = _at_table("c1", dict.fromkeys(("let", "pause", "no_pause", "go_on"), ANYBODY))
"""Those of the clock of a turn."""

WATCHING: Final = _at_table("v1", {WATCH: COSTLY, REFRESH: PRIVATE | COSTLY})
"""Those of people who watch a table."""

AGAIN: Final = _at_table("m1", {REMATCH: ANYBODY})
"""That of a table that has ended."""

SUSPENDED: Final = _at_table("s1", {"end": PRIVATE})
"""That of a table that cannot be restored."""

ACT: Final = Control("t1", read_act, PRIVATE)
HOUSE_RULE: Final = Control("o1", read_table, PRIVATE)
GLOSSARY: Final = Control("w1", read_page, PRIVATE | COSTLY)
RULES: Final = Control("r1", read_page, PRIVATE | COSTLY)
LEADERBOARD: Final = Control("b1", read_leaderboard, PRIVATE | COSTLY)
STATISTICS: Final = Control("u1", read_statistics, PRIVATE | COSTLY)
SHEET: Final = Control("f1", read_sheet, COSTLY)
HISTORY: Final = Control("h1", read_history, PRIVATE | COSTLY)
TABLE_HISTORY: Final = Control("h2", read_table_history, PRIVATE | COSTLY)
REVIEW: Final = Control("d1", read_review, PRIVATE | COSTLY | LASTING)
PUBLIC_REVIEW: Final = Control("d2", read_review, COSTLY | LASTING)
COSTLIEST: Final = Control("a1", read_deal_control, PRIVATE | COSTLY | LASTING)
GIVEN: Final = Control("k1", read_given, COSTLY)
SERVER_SETTING: Final = Control("g1", str, PRIVATE)
FORGET_ME: Final = Control("e1", partial(read_name, names=("sure",)), PRIVATE)
GAMES_TO_OPEN: Final = Control("n1", partial(read_name, names=("games",)))
OPEN_GAME: Final = Control("n2", partial(read_name, names=("open",)), PRIVATE)

CONTROLS: Final[tuple[Control[Any], ...]] = (
    *(each for some in (PANEL, LOBBY, CLOCK, WATCHING, AGAIN, SUSPENDED) for each in some.values()),
    *(ACT, HOUSE_RULE, GLOSSARY, RULES, LEADERBOARD, STATISTICS, SHEET, HISTORY, TABLE_HISTORY, REVIEW),
    *(PUBLIC_REVIEW, COSTLIEST, GIVEN, SERVER_SETTING, FORGET_ME, GAMES_TO_OPEN, OPEN_GAME),
)
"""All of them. Each has one handler, which the feature adds to the router."""

_LASTING: Final = tuple(f"{each.kind}:" for each in CONTROLS if LASTING in each.of)


def lasts(custom_id: str) -> bool:
    """Whether a control is about a finished deal, so that it can be pressed at any time."""
    return custom_id.startswith(_LASTING)
