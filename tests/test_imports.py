"""The plan of the packages: every import is read, those for types alone included, and held against it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from bot.games import GAMES

TOP = Path(__file__).parents[1]

PLAN = {
    "bot.rules": set[str](),
    "bot.games": {"bot.rules"},
    "bot.fairness": {"bot.rules"},
    "bot.players": {"bot.games", "bot.rules"},
    "bot.store": {"bot.errors", "bot.tasks"},
    "bot.thinking": {"bot.players", "bot.rules"},
    "bot.text": {"bot.games", "bot.rules"},
    "bot.tables": {"bot.fairness", "bot.players", "bot.rules", "bot.store", "bot.tasks"},
    "bot.playground": set[str](),
    "card_images": {"bot.rules.cards"},
    "cogs.pages": {
        *("bot.fairness", "bot.games", "bot.rules", "bot.tables", "bot.text", "card_images"),
        *("bot.store.AVERAGED", "bot.store.Elsewhere", "bot.store.FinishedDeal", "bot.store.Kept"),
        *("bot.store.Listing", "bot.store.Measure", "bot.store.PlayRow", "bot.store.Played"),
        *(
            "bot.store.Rank",
            "bot.store.Rating",
            "bot.store.RecordRow",
            "bot.store.SESSIONS",
            "bot.store.Server",
        ),
        *("bot.store.Statistics", "bot.store.Tally"),
    },
    "cogs.delivery": {"bot.rules", "bot.store", "bot.tables", "bot.text", "card_images", "cogs.pages"},
    "cogs": {
        *("bot.fairness", "bot.games", "bot.rules", "bot.store", "bot.tables", "bot.text", "card_images"),
        *("cogs.delivery", "cogs.pages"),
    },
    "bot.errors": set[str](),
    "bot.tasks": set[str](),
    "bot.logs": set[str](),
    "bot.systemd": set[str](),
    "bot.meter": set[str](),
    "bot.metrics": {"bot.meter"},
    "bot.settings": {"bot.errors"},
    "bot.overrides": {"bot.games", "bot.settings"},
    "bot.replay": {"bot.errors", "bot.games", "bot.rules", "bot.text"},
    "bot.analyse": {"bot.errors", "bot.players", "bot.replay", "bot.rules"},
    "bot.verify": {"bot.errors", "bot.fairness", "bot.games"},
    "bot.recount": {
        *("bot.errors", "bot.games", "bot.rules", "bot.settings", "bot.store", "bot.tables"),
    },
    "bot.importing": {
        *("bot.errors", "bot.games", "bot.replay", "bot.rules", "bot.settings", "bot.store", "bot.tables"),
    },
    "bot.maintenance": {"bot.errors", "bot.settings", "bot.store"},
    "bot.checks": {
        *("bot.errors", "bot.overrides", "bot.settings", "bot.store", "bot.text", "card_images"),
        "cogs.permissions",
    },
    "bot.housekeeping": {"bot.settings", "bot.store", "bot.tables"},
    "bot.uptime": {"bot.store", "bot.tables"},
    "bot.health": set[str](),
    "bot.monitoring": {"bot.health", "bot.metrics", "bot.settings"},
    "bot.client": {
        *("bot.games", "bot.health", "bot.housekeeping", "bot.meter", "bot.players", "bot.settings"),
        *("bot.store", "bot.tables", "bot.thinking", "bot.uptime", "card_images", "cogs"),
    },
    "bot.launch": {
        *("bot.client", "bot.errors", "bot.health", "bot.meter", "bot.monitoring", "bot.overrides"),
        *("bot.playground", "bot.settings", "bot.systemd"),
    },
    "bot.__main__": {"bot.__version__", "bot.errors", "bot.logs"},
    "bot": set[str](),
}
"""What each package or file may import from the project, besides itself. The longest fitting name counts."""

LIBRARIES = {
    "bot.rules": set[str](),
    "bot.games": set[str](),
    "bot.fairness": set[str](),
    "bot.players": set[str](),
    "bot.store": {"alembic", "openskill", "sqlalchemy"},
    "bot.thinking": set[str](),
    "bot.text": {"babel"},
    "bot.tables": set[str](),
    "bot.playground": {"aiohttp"},
    "card_images": {"PIL"},
    "cogs.pages": set[str](),
    "cogs.delivery": {"aiohttp", "discord"},
    "cogs": {"discord"},
    "bot.errors": set[str](),
    "bot.tasks": set[str](),
    "bot.logs": set[str](),
    "bot.systemd": set[str](),
    "bot.meter": {"aiohttp"},
    "bot.metrics": {"aiohttp", "prometheus_client", "yarl"},
    "bot.settings": {"pydantic", "pydantic_core", "pydantic_settings"},
    "bot.overrides": set[str](),
    "bot.replay": set[str](),
    "bot.analyse": set[str](),
    "bot.verify": set[str](),
    "bot.recount": set[str](),
    "bot.importing": set[str](),
    "bot.maintenance": {"pydantic"},
    "bot.checks": {"PIL", "discord"},
    "bot.housekeeping": set[str](),
    "bot.uptime": set[str](),
    "bot.health": set[str](),
    "bot.monitoring": {"aiohttp", "prometheus_client"},
    "bot.client": {"discord"},
    "bot.launch": {"aiohttp", "discord", "yarl"},
    "bot.__main__": set[str](),
    "bot": set[str](),
}
"""What each may import from other distributions."""

PURE = ("bot.rules", "bot.games", "cogs.pages")
"""Packages without clock, chance and I/O: the same values always give the same result."""

IMPURE = {
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
"""Modules of Python's library with no place in a pure package."""

HIDDEN = {"Board", "Deal", "Hidden", "Layout", "Phase"}
"""Values that hold or reach the cards that nobody has shown."""


LATER = {
    *("alembic", "asyncpg", "openskill", "prometheus_client", "sqlalchemy.ext"),
    *("bot.games.simulations", "bot.metrics", "bot.players.searches", "bot.store.postgresql"),
    "card_images.courts",
}
"""What takes long to import, and what most starts do without."""


def module_of(path: Path) -> str:
    """The full name of a file as a module; a package for its `__init__.py`."""
    parts = path.relative_to(TOP).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {
    module_of(path): path for top in ("bot", "cogs", "card_images") for path in (TOP / top).rglob("*.py")
}


def row_of(module: str) -> str:
    """The row of the plan that a module belongs to."""
    fitting = [package for package in PLAN if within(module, {package})]
    return max(fitting, key=len, default="")


def modules(package: str) -> list[str]:
    """The modules of a package, those of its subpackages included."""
    return [module for module in FILES if within(module, {package})]


@cache
def syntax(module: str) -> ast.Module:
    return ast.parse(FILES[module].read_text(encoding="utf-8"))


@cache
def imported(module: str) -> tuple[str, ...]:
    """The full names of all that a module imports, type-only imports included."""
    return tuple(_imported(module))


def _imported(module: str) -> Iterator[str]:
    for node in ast.walk(syntax(module)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(origin), names=names, level=0):
                yield from (f"{origin}.{name.name}" for name in names)
            case ast.ImportFrom():
                pytest.fail(f"{module} imports relatively: write the full name of the module")


def within(name: str, packages: set[str]) -> bool:
    """Whether a name lies in one of some packages."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def is_own(name: str) -> bool:
    return within(name, {"bot", "cogs", "card_images", "tests", "benchmarks"})


def listed(strays: list[str]) -> str:
    """What a failing test says, a line for each place."""
    return "\n".join(["not as planned:", *strays])


@pytest.mark.parametrize("package", PLAN)
def test_every_import_is_in_the_plan(package: str) -> None:
    strays = [
        f"{module} -> {name}"
        for module in FILES
        if row_of(module) == package
        for name in imported(module)
        if is_own(name) and row_of(name) != package and not within(name, PLAN[package])
    ]
    assert not strays, listed(strays)


def loaded(module: str) -> Iterator[str]:
    """What is imported with a module: at its top, and not for types alone."""
    for node in syntax(module).body:
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(origin), names=names):
                # Either may be the module: a name may also be what a module defines.
                yield from (origin, *(f"{origin}.{name.name}" for name in names))


def test_a_start_loads_only_what_it_needs() -> None:
    found, new = set[str](), {"bot.launch", "bot.playground"}
    while new:
        found |= new
        new = {name for module in new if module in FILES for name in loaded(module)} - found
    assert {"bot.players", "sqlalchemy", "card_images"} <= found, "what is known to be loaded"
    strays = [name for name in sorted(found) if within(name, LATER)]
    assert not strays, listed(strays)


@pytest.mark.parametrize("package", LIBRARIES)
def test_every_library_is_in_the_plan(package: str) -> None:
    known = LIBRARIES[package] | set(sys.stdlib_module_names)
    strays = [
        f"{module} -> {name}"
        for module in FILES
        if row_of(module) == package
        for name in imported(module)
        if not is_own(name) and name.partition(".")[0] not in known
    ]
    assert not strays, listed(strays)


@pytest.mark.parametrize("package", PURE)
def test_a_pure_package_depends_on_nothing_outside(package: str) -> None:
    strays = [
        f"{module} -> {name}"
        for module in modules(package)
        for name in imported(module)
        if within(name, IMPURE)
    ]
    assert not strays, listed(strays)


def test_every_file_is_in_the_plan() -> None:
    assert all(row_of(module) for module in FILES), "each file has a row"
    assert {row_of(module) for module in FILES} == PLAN.keys() == LIBRARIES.keys(), "each row has a file"
    packages = {module for module, path in FILES.items() if path.name == "__init__.py"}
    top = {package for package in packages if package.count(".") == 1 and not package.startswith("card_")}
    assert top <= PLAN.keys(), "each package of bot and cogs has a row of its own"
    files = {module for module in FILES if module.count(".") == 1 and module.startswith("bot.")}
    assert files <= PLAN.keys(), "each file directly in bot has a row of its own"


def test_no_file_imports_itself_through_others() -> None:
    arrows = {
        module: {_file_of(name) for name in imported(module) if is_own(name)} - {module} for module in FILES
    }
    assert sum(map(len, arrows.values())) > len(FILES)
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        pytest.fail(f"a circle of files: {' -> '.join(reversed(error.args[1]))}")


def _file_of(name: str) -> str:
    """The module that an imported name is, or is defined in."""
    return name if name in FILES else name.rpartition(".")[0]


def attributes(module: str, names: set[str], *, called: bool | None = None) -> list[str]:
    """Where a module reads attributes of certain names: all, or only those that it calls or does not."""
    functions = {id(node.func) for node in ast.walk(syntax(module)) if isinstance(node, ast.Call)}
    return [
        f"{module}:{node.lineno}: .{node.attr}"
        for node in ast.walk(syntax(module))
        if isinstance(node, ast.Attribute) and node.attr in names
        if called is None or called == (id(node) in functions)
    ]


def test_no_cog_or_page_reads_a_deal() -> None:
    strays = [
        f"{module} -> {name}"
        for module in modules("cogs")
        for name in imported(module)
        if within(name, {"bot.rules"}) and (name in FILES or name.rpartition(".")[2] in HIDDEN)
    ]
    for module in modules("cogs"):
        strays += attributes(module, {"deal", "layouts", "_now", *HIDDEN})
    assert not strays, listed(strays)


TABLES = re.compile(r"bot\.games\.\w+\.(tables|facts)\.|bot\.games\.royal_tarokk\.(announcements|rows)\.")
"""The modules of a game that hold its constants and the types of its facts."""

SIMULATIONS = {"bot.games.simulations.SIMULATIONS"}
"""How the games go on from cards that a player has placed itself."""

ENGINE = {"Game", "Session", "Step", "before_the_play"}
"""Other values of the engine from which hidden cards can be reached, and a function that makes a `Board`."""


def test_players_see_views_and_the_tables_of_the_games() -> None:
    arrows = [(module, name) for module in modules("bot.players") for name in imported(module)]
    assert any(TABLES.match(name) for _, name in arrows)
    strays = [
        f"{module} -> {name}"
        for module, name in arrows
        if name.rpartition(".")[2] in HIDDEN | ENGINE
        or within(name, {"bot.rules.phase"})
        or (within(name, {"bot.games"}) and not TABLES.match(name) and name not in SIMULATIONS)
    ]
    assert not strays, listed(strays)


OF_ONE_READER = {
    *("choices", "closed", "confirming", "controls", "costliest", "doubts", "hints", "labels", "places"),
    *("player", "progress", "prompts", "spellings", "ways"),
}
"""The pages that are made for one player, from the view of a seat: `table.view(user)`, `view.hand`."""


@pytest.mark.parametrize("package", ["cogs.pages", "cogs.delivery"])
def test_what_everybody_sees_is_made_without_a_view(package: str) -> None:
    private = {f"cogs.pages.{name}" for name in OF_ONE_READER}
    assert private <= FILES.keys()
    strays = []
    for module in set(modules(package)) - private:
        views = [name for name in imported(module) if within(name, {"bot.rules.view"})]
        strays += [f"{module} -> {name}" for name in views]
        strays += attributes(module, {"view"}, called=True) + attributes(module, {"hand"}, called=False)
    assert not strays, listed(strays)


NAMES = sorted(
    {game.replace("_", "[_ -]") for game in GAMES}
    | {"tapp", "koenigrufen", "königrufen", "illustrated", "romanian", "taper", "royal"}
)


def test_the_kit_names_no_game() -> None:
    name = re.compile("|".join(rf"(?<![a-z]){each}(?![a-z])" for each in NAMES), re.IGNORECASE)
    traces = [
        f"{FILES[module].relative_to(TOP)}:{number}: {line.strip()}"
        for module in modules("bot.rules")
        for number, line in enumerate(FILES[module].read_text(encoding="utf-8").splitlines(), 1)
        if name.search(line)
    ]
    assert not traces, listed(traces)


def test_no_cog_or_page_imports_a_single_game() -> None:
    """What differs reaches them by the rows of `GAMES`, by facts of the kit, and by words."""
    strays = [
        f"{module} -> {name}"
        for module in modules("cogs")
        for name in imported(module)
        if within(name, {"bot.games"}) and len(name.split(".")) > len(("bot", "games", "GAMES"))
    ]
    assert not strays, listed(strays)


def test_only_the_engine_reads_the_state_of_a_phase() -> None:
    engine = {*modules("bot.rules"), *modules("bot.games")}
    hidden = re.compile(r"\bdeal\.phase\b|\.phase\.board\b|\bboard\.hidden\b")
    traces = [
        f"{FILES[module].relative_to(TOP)}:{number}: {line.strip()}"
        for module in FILES.keys() - engine
        for number, line in enumerate(FILES[module].read_text(encoding="utf-8").splitlines(), 1)
        if hidden.search(line)
    ]
    assert not traces, listed(traces)
