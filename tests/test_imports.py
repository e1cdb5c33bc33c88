"""Who may know whom: every import is read and held against the plan of the house."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.games import GAMES

TOP = Path(__file__).parents[1]

PLAN = {
    "bot.rules": set[str](),
    "bot.games": {"bot.rules"},
    "bot.players": {"bot.games", "bot.rules"},
    "bot.store": set[str](),
    "bot.text": {"bot.rules"},
    "bot.tables": {"bot.games", "bot.players", "bot.rules", "bot.store"},
    "bot.playground": set[str](),
    "card_images": {"bot.rules.cards"},
    "cogs": {"bot.client", "bot.games", "bot.rules", "bot.store", "bot.tables", "bot.text", "card_images"},
}
"""What each room may import of the house, besides itself."""

LIBRARIES = {
    "bot.rules": set[str](),
    "bot.games": set[str](),
    "bot.players": set[str](),
    "bot.store": {"aiosqlite"},
    "bot.text": {"babel"},
    "bot.tables": set[str](),
    "bot.playground": {"aiohttp"},
    "card_images": {"PIL"},
    "cogs": {"discord"},
}
"""What each room may import that others have written, besides Python's own library."""

PURE = ("bot.rules", "bot.games")
"""Rooms where the same deal always goes the same way."""

WORLDLY = {
    *("asyncio", "concurrent", "datetime", "gettext", "io", "locale", "logging", "multiprocessing", "os"),
    *(
        "random",
        "secrets",
        "signal",
        "socket",
        "sqlite3",
        "subprocess",
        "threading",
        "time",
        "urllib",
        "uuid",
    ),
}
"""Parts of Python's library with no place in a pure room: clock, chance, files, language, the network."""


def modules(room: str) -> Iterator[Path]:
    """The files of a room."""
    return TOP.joinpath(*room.split(".")).rglob("*.py")


def imported(path: Path) -> Iterator[str]:
    """The full names of all that a file imports, for types alone or in earnest."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield from (f"{module}.{name.name}" for name in names)
            case ast.ImportFrom():
                pytest.fail(f"{path} imports relatively: its arrow cannot be read")


def test_settings_know_no_game() -> None:
    own = [name for name in imported(TOP / "bot" / "settings.py") if is_of_the_house(name)]
    assert own
    assert all(within(name, {"bot.errors"}) for name in own)


TABLES = re.compile(r"bot\.games\.\w+\.tables\.|bot\.games\.royal_tarokk\.(announcements|rows)\.")
"""The modules of a game that hold its constants."""

UNSEEN = {"Board", "Deal", "Game", "Hidden", "Layout", "Phase", "Session", "Step"}
"""Values that hold or reach hidden cards."""


def test_players_see_views_and_the_tables_of_the_games() -> None:
    arrows = [(path, name) for path in modules("bot.players") for name in imported(path)]
    assert any(TABLES.match(name) for _, name in arrows)
    strays = [
        f"{path.relative_to(TOP)} -> {name}"
        for path, name in arrows
        if name.rpartition(".")[2] in UNSEEN
        or within(name, {"bot.rules.phase", "bot.rules.board"})
        or (within(name, {"bot.games"}) and not TABLES.match(name))
    ]
    assert strays == []


def within(name: str, rooms: set[str]) -> bool:
    """Whether a name lies in one of some rooms."""
    return any(name == room or name.startswith(f"{room}.") for room in rooms)


def is_of_the_house(name: str) -> bool:
    return within(name, {"bot", "cogs", "card_images", "tests", "benchmarks"})


@pytest.mark.parametrize("room", PLAN)
def test_every_arrow_is_in_the_plan(room: str) -> None:
    allowed = {room} | PLAN[room]
    arrows = [(path, name) for path in modules(room) for name in imported(path)]
    assert arrows
    strays = [
        f"{path.relative_to(TOP)} -> {name}"
        for path, name in arrows
        if is_of_the_house(name) and not within(name, allowed)
    ]
    assert strays == []


@pytest.mark.parametrize("room", LIBRARIES)
def test_every_library_is_in_the_plan(room: str) -> None:
    known = LIBRARIES[room] | set(sys.stdlib_module_names)
    strays = [
        f"{path.relative_to(TOP)} -> {name}"
        for path in modules(room)
        for name in imported(path)
        if not is_of_the_house(name) and name.partition(".")[0] not in known
    ]
    assert strays == []


@pytest.mark.parametrize("room", PURE)
def test_a_deal_depends_on_nothing_outside(room: str) -> None:
    strays = [
        f"{path.relative_to(TOP)} -> {name}"
        for path in modules(room)
        for name in imported(path)
        if within(name, WORLDLY)
    ]
    assert strays == []


def test_every_room_is_in_the_plan() -> None:
    rooms = {f"bot.{folder.name}" for folder in (TOP / "bot").iterdir() if (folder / "__init__.py").exists()}
    assert rooms | {"cogs", "card_images"} == PLAN.keys() == LIBRARIES.keys()


NAMES = sorted(
    {word for game in GAMES for word in (game, game.partition("_")[0])}
    | {"tapp", "koenigrufen", "königrufen", "illustrated", "romanian", "taper", "royal"}
)


def test_the_kit_knows_no_game() -> None:
    name = re.compile("|".join(rf"(?<![a-z]){each}(?![a-z])" for each in NAMES), re.IGNORECASE)
    traces = [
        f"{path.relative_to(TOP)}:{number}: {line.strip()}"
        for path in modules("bot.rules")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if name.search(line)
    ]
    assert traces == []
