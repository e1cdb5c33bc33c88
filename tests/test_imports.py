"""Every import of every file is compared with the plan of the packages."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from bot.games import GAMES
from tests.import_plan import ACTING, HIDDEN, IMPURE, LATER, LIBRARIES, PLAN, PURE

TOP = Path(__file__).parents[1]


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
    """The full names of everything a module imports."""
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


def stray(found: Iterable[str], is_stray: Callable[[str, str], bool]) -> list[str]:
    """The imports of some modules that are not as planned, each given as the module and the name."""
    return [f"{module} -> {name}" for module in found for name in imported(module) if is_stray(module, name)]


def written(found: Iterable[str], pattern: re.Pattern[str]) -> list[str]:
    """The lines of some modules in which a pattern is found."""
    return [
        f"{FILES[module].relative_to(TOP)}:{number}: {line.strip()}"
        for module in found
        for number, line in enumerate(FILES[module].read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


def assert_none(strays: list[str]) -> None:
    assert not strays, "\n".join(["not as planned:", *strays])


def of_row(package: str) -> list[str]:
    """The modules that belong to a row of the plan."""
    return [module for module in FILES if row_of(module) == package]


@pytest.mark.parametrize("package", PLAN)
def test_every_import_is_in_the_plan(package: str) -> None:
    def is_stray(_module: str, name: str) -> bool:
        return is_own(name) and row_of(name) != package and not within(name, PLAN[package])

    assert_none(stray(of_row(package), is_stray))


def loaded(module: str) -> Iterator[str]:
    """The names that a module imports at its top."""
    for node in syntax(module).body:
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(origin), names=names):
                # The name may be a module of its own, or something that the module defines.
                yield from (origin, *(f"{origin}.{name.name}" for name in names))


def test_a_start_loads_only_what_it_needs() -> None:
    found, new = set[str](), {"bot.cli.run"}
    while new:
        found |= new
        new = {name for module in new if module in FILES for name in loaded(module)} - found
    assert {"bot.computers.players", "sqlalchemy", "card_images"} <= found, "modules known to be loaded"
    strays = [name for name in sorted(found) if within(name, LATER)]
    assert_none(strays)


@pytest.mark.parametrize("package", LIBRARIES)
def test_every_library_is_in_the_plan(package: str) -> None:
    known = LIBRARIES[package] | set(sys.stdlib_module_names)
    assert_none(
        stray(of_row(package), lambda _, name: not is_own(name) and name.partition(".")[0] not in known)
    )


def is_acting(module: str) -> bool:
    """Whether a module of `cogs` talks to Discord."""
    return (within(module, ACTING) and module not in VALUES) or module.endswith((".commands", ".buttons"))


VALUES = {"cogs.discord.page", "cogs.discord.pictures"}
"""What a page is made of."""

PAGES = [module for module in modules("cogs") if not is_acting(module)]


@pytest.mark.parametrize("package", PURE)
def test_a_pure_package_depends_on_nothing_outside(package: str) -> None:
    assert_none(stray(modules(package), lambda module, name: within(name, IMPURE) and not is_acting(module)))


@pytest.mark.parametrize("module", sorted(ACTING & FILES.keys()))
def test_what_is_said_within_a_file_that_acts_is_pure(module: str) -> None:
    """What takes words first makes a text or a page, as in the files that are pages alone."""
    impure = {
        name.asname or name.name.partition(".")[0]
        for node in syntax(module).body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
        if within(getattr(node, "module", None) or name.name, IMPURE)
    }
    said = [each for each in syntax(module).body if isinstance(each, ast.FunctionDef) and takes_words(each)]
    strays = [
        f"{module}.{each.name}: {node.id}"
        for each in said
        for node in ast.walk(each)
        if isinstance(node, ast.Name) and node.id in impure
    ]
    assert_none(strays)


def takes_words(function: ast.FunctionDef) -> bool:
    first = function.args.args[0].annotation if function.args.args else None
    return isinstance(first, ast.Name) and first.id == "Words"


def test_every_file_is_in_the_plan() -> None:
    assert all(row_of(module) for module in FILES), "each file has a row"
    assert {row_of(module) for module in FILES} == PLAN.keys() == LIBRARIES.keys(), "each row has a file"
    packages = {module for module, path in FILES.items() if path.name == "__init__.py"}
    top = {package for package in packages if package.count(".") == 1 and package.startswith("bot.")}
    assert top <= PLAN.keys(), "each package of bot has a row of its own"
    files = {module for module in FILES if module.count(".") == 1 and module.startswith("bot.")}
    assert files <= PLAN.keys(), "each file directly in bot has a row of its own"


def test_there_are_no_circular_imports() -> None:
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
    def is_stray(_module: str, name: str) -> bool:
        return within(name, {"bot.rules"}) and (name in FILES or name.rpartition(".")[2] in HIDDEN)

    strays = stray(modules("cogs"), is_stray)
    for module in modules("cogs"):
        strays += attributes(module, {"deal", "layouts", "_now", *HIDDEN})
    assert_none(strays)


CONSTANTS = re.compile(r"bot\.games\.\w+\.values\.|bot\.games\.royal_tarokk\.announcements\.")
"""The modules of a game that hold its constants."""

PLAYED_ON = re.compile(r"bot\.games(\.COMPUTERS|\.\w+\.(\w+_)?SIMULATION)")
"""How a game goes on from cards that a player has placed itself."""

ENGINE = {"Game", "Session", "Step", "before_the_play"}
"""Other values of the engine from which hidden cards can be reached, and a function that makes a `Board`."""


def test_computers_see_views_and_the_values_of_the_games() -> None:
    computers = [
        *modules("bot.computers"),
        *(each for each in FILES if re.match(r"bot\.games\.\w+\.computer", each)),
    ]
    assert stray(computers, lambda _, name: bool(CONSTANTS.match(name))), "they read some"

    def is_stray(_module: str, name: str) -> bool:
        is_hidden = name.rpartition(".")[2] in HIDDEN | ENGINE - {"Game"} or within(name, {"bot.rules.phase"})
        of_games = within(name, {"bot.games"}) and not CONSTANTS.match(name) and not PLAYED_ON.fullmatch(name)
        return is_hidden or of_games

    assert_none(stray(computers, is_stray))


OF_ONE_READER = {
    *("cogs.hands.choices", "cogs.hands.page", "cogs.hands.panel", "cogs.lessons.page", "cogs.play.controls"),
    *("cogs.play.doubts", "cogs.play.guide", "cogs.play.labels", "cogs.play.spellings"),
    "cogs.table.progress",
}
"""The pages that are made for one player, from the view of a seat: `table.view(user)`, `view.hand`."""


def test_public_pages_are_made_without_a_view() -> None:
    assert FILES.keys() >= OF_ONE_READER
    strays = []
    for module in {*PAGES, *modules("cogs.discord")} - OF_ONE_READER:
        strays += stray([module], lambda _, name: within(name, {"bot.rules.view"}))
        strays += attributes(module, {"view"}, called=True) + attributes(module, {"hand"}, called=False)
    assert_none(strays)


NAMES = sorted(
    {game.replace("_", "[_ -]") for game in GAMES}
    | {"tapp", "koenigrufen", "königrufen", "illustrated", "romanian", "taper", "royal"}
)


@pytest.mark.parametrize("package", ["bot.rules", "bot.text"])
def test_the_kit_and_the_texts_name_no_game(package: str) -> None:
    name = re.compile("|".join(rf"(?<![a-z]){each}(?![a-z])" for each in NAMES), re.IGNORECASE)
    assert_none(written(modules(package), name))


def test_no_cog_or_page_imports_a_single_game() -> None:
    """Differences between games reach them by the rows of `GAMES`, by facts of the kit, and by words."""
    single = re.compile(r"bot\.games\.\w+\.")
    assert_none(stray(modules("cogs"), lambda _, name: bool(single.match(name))))


def test_only_the_engine_reads_the_state_of_a_phase() -> None:
    engine = {*modules("bot.rules"), *modules("bot.games")}
    hidden = re.compile(r"\bdeal\.phase\b|\.phase\.board\b|\bboard\.hidden\b")
    assert_none(written(FILES.keys() - engine, hidden))
