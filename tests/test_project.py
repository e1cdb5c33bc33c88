"""Statements of the documents that can be compared with the code."""

from __future__ import annotations

import json
import re
from importlib.metadata import distribution
from pathlib import Path

import discord
import pytest
import yarl
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot import __version__
from bot.__main__ import parser
from bot.client import Skiz
from bot.games import GAMES
from bot.health import Health, Levels
from bot.launch import point_to
from bot.metrics import Metrics
from bot.monitoring import Gauges
from bot.playground import Playground
from bot.settings import VARIABLES, Settings, load
from cogs.permissions import PERMISSIONS, PERMISSIONS_FOR_THREADS
from tests.pages import TOP, rows, text
from tests.rulebook import page_of

PAGES = (
    *("README.md", "CONTRIBUTING.md", "PRIVACY.md", "SECURITY.md", "CHANGELOG.md", "benchmarks/README.md"),
    *(f"docs/{path.name}" for path in TOP.glob("docs/*.md")),
)


# -- settings ------------------------------------------------------------------------------


def test_every_setting_is_explained_in_the_example(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    paragraphs = [each.splitlines() for each in text(".env.example").strip().split("\n\n")][1:]
    assert [lines[-1].partition("=")[0] for lines in paragraphs] == list(VARIABLES)
    for *comments, _ in paragraphs:
        assert comments
        assert all(line.startswith("# ") for line in comments)
    assert load(TOP / ".env.example") == Settings(_env_file=None)


def test_every_setting_is_documented() -> None:
    told = rows("docs/settings.md", "Setting")
    assert list(told) == list(VARIABLES)
    for name, (default, meaning) in told.items():
        field = Settings.model_fields[name.lower()]
        assert default == ("" if field.default is None else str(field.default)), name
        assert meaning, name


# -- monitoring ----------------------------------------------------------------------------


def test_every_metric_is_explained() -> None:
    metrics = Metrics()
    health = Health()
    health.bot = Resting()
    metrics.registry.register(Gauges(health))
    metrics.acted("", "")
    metrics.thought("", "", 0)
    metrics.thinking_failed("")
    metrics.stored("", 0)
    metrics.requested("GET", yarl.URL("https://discord.com/api/v10/users/@me"), "200")
    metrics.answer_timer()("")
    served = {
        family.name + ("_total" if family.type == "counter" else ""): {
            label for sample in family.samples for label in sample.labels if label != "le"
        }
        for family in metrics.registry.collect()
        if family.name.startswith("skiz_")
    }
    told = rows("docs/monitoring.md", "Metric")
    assert {name: set(filter(None, labels.split(", "))) for name, (labels, _) in told.items()} == served


async def test_every_part_of_health_is_explained() -> None:
    report = await Health().report()
    example = json.loads(text("docs/monitoring.md").split("```json")[1].partition("```")[0])
    assert list(example) == list(report)
    assert {part: list(each) for part, each in example.items() if isinstance(each, dict)} == {
        part: list(each) for part, each in report.items() if isinstance(each, dict)
    }
    assert ["ok", "wrong", *rows("docs/monitoring.md", "Part")] == list(report)


class Resting:
    """A bot with no tables."""

    def levels(self) -> Levels:
        return Levels(tables={"lobby": 0})

    async def database_answers(self) -> bool:
        return True


# -- commands ------------------------------------------------------------------------------


@pytest.fixture
async def slash_commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> set[str]:
    """The registered slash commands, as a user types them."""
    monkeypatch.setattr(discord.http.Route, "BASE", "")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL())
    monkeypatch.setattr(discord.asset.Asset, "BASE", "")
    playground = Playground()
    await playground.start()
    try:
        point_to(playground.address)
        settings = Settings(_env_file=None, database=tmp_path / "skiz.db", discord_address=playground.address)
        async with Skiz(settings) as bot:
            await bot.login(playground.token)
        return {
            f"/{command['name']}{' ' if part else ''}{part}"
            for command in playground.world.commands[None]
            for part in [each["name"] for each in command.get("options", []) if each["type"] == 1] or [""]
        }
    finally:
        await playground.stop()


def test_every_slash_command_is_documented(slash_commands: set[str]) -> None:
    assert set(rows("docs/playing.md", "Command")) == slash_commands


def test_every_command_of_the_command_line_is_documented() -> None:
    listed = re.findall(r"^    (\w+) ", parser().format_help(), re.MULTILINE)
    told = set(re.findall(r"^\| `python -m bot ?(\w*)", text("docs/command-line.md"), re.MULTILINE))
    assert told == set(listed) - {"run"} | {""}


@pytest.mark.parametrize("page", PAGES)
def test_every_make_command_is_in_the_makefile(page: str) -> None:
    targets = set(re.findall(r"^(\w+):", text("Makefile"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make (?:--directory \S+ )?(\w+)", text(page), re.MULTILINE)) <= targets


@pytest.mark.parametrize("page", ["README.md", "docs/hosting.md"])
def test_the_invitation_asks_for_the_permissions_it_names(page: str) -> None:
    asked = re.search(r"permissions=(\d+)", text(page))
    assert asked
    assert set(re.findall(r"\b\d{12,}\b", text(page))) == {asked[1]}
    assert "scope=bot+applications.commands&" in text(page)
    named = re.search(r"The permissions are (.+?)[.;:]", text(page), re.DOTALL)
    assert named
    words = re.split(r", | and ", " ".join(named[1].split()).lower())
    permissions = discord.Permissions(**{word.replace(" ", "_"): True for word in words})
    assert permissions == discord.Permissions(int(asked[1]))
    assert permissions == discord.Permissions(**dict.fromkeys((*PERMISSIONS, *PERMISSIONS_FOR_THREADS), True))


# -- pages ---------------------------------------------------------------------------------


def test_every_game_is_in_the_readme() -> None:
    told = [tuple(cells) for cells in rows("README.md", "Game").values()]
    for game in GAMES.values():
        page = f"docs/rules/{page_of(game).replace('_', '-')}.md"
        told.remove((" or ".join(map(str, game.seats)), f"[{page}]({page})"))
    assert not told, "the README names a game that cannot be played"


def test_every_package_is_in_the_plan() -> None:
    block = text("CONTRIBUTING.md").split("```")[1]
    told, above = set[str](), ""
    for line in filter(None, block.splitlines()):
        name = line.split()[0]
        if not line.startswith(" "):
            above = name if name in ("bot/", "cogs/") else ""
        path = name if line.startswith(name) else above + name
        assert TOP.joinpath(path).exists(), path
        told.add(path.rstrip("/"))
    modules = {f"bot/{path.name}" for path in (TOP / "bot").glob("*.py")}
    packages = {
        str(path.parent.relative_to(TOP))
        for pattern in ("bot/*/__init__.py", "cogs/*/__init__.py")
        for path in TOP.glob(pattern)
    }
    small = {"bot/__init__.py", "bot/errors.py", "bot/logs.py", "bot/tasks.py"}
    assert (modules | packages) - small <= told
    helpers = {f"cogs/{path.name}" for path in (TOP / "cogs").glob("*.py")}
    assert helpers - {"cogs/__init__.py"} <= told


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    for link in re.findall(r"\]\((?!https?://)([^)#]+)", text(page)):
        assert TOP.joinpath(page).parent.joinpath(link).exists(), link


PATH = r"`((?:bot|cogs|card_images|docs|tests|benchmarks)/[\w/.<>*]*)`"
"""A path in a page. `<game>` and `*` stand for any name."""


def files(path: str) -> list[Path]:
    """The files that a path in a page stands for."""
    return list(TOP.glob(re.sub(r"<\w+>", "*", path)))


@pytest.mark.parametrize("page", PAGES)
def test_every_path_leads_somewhere(page: str) -> None:
    missing = [path for path in re.findall(PATH, text(page)) if not files(path)]
    assert not missing


@pytest.mark.parametrize("page", PAGES)
def test_every_name_is_in_its_file(page: str) -> None:
    """Where a page says "`NAME` in `path`", at least one of these files has that name."""
    told = re.findall(rf"`(\w+)`\s+in\s+{PATH}", text(page))
    strays = [
        f"{name} in {path}"
        for name, path in told
        if not any(re.search(rf"\b{name}\b", file.read_text(encoding="utf-8")) for file in files(path))
    ]
    assert not strays
    assert told or page != "CONTRIBUTING.md"


def test_every_file_of_tests_in_the_threat_model_exists() -> None:
    named = set(re.findall(r"`(test_\w+\.py)`", text("docs/security.md")))
    assert named <= {path.name for path in TOP.glob("tests/**/test_*.py")}


def test_the_changelog_begins_with_this_version() -> None:
    headings = re.findall(r"^## (.+)", text("CHANGELOG.md"), re.MULTILINE)
    if headings[0] == "Unreleased":
        del headings[0]
    released = [re.fullmatch(r"(\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)", heading) for heading in headings]
    versions = [each.groups() for each in released if each]
    assert len(versions) == len(headings)
    assert versions[0][0] == __version__
    assert versions == sorted(versions, key=lambda each: each[1], reverse=True)


# -- packages ------------------------------------------------------------------------------


def closure(name: str, extras: set[str], found: dict[str, str]) -> dict[str, str]:
    """A package and all its dependencies, with the installed versions."""
    package = distribution(name)
    if name in found:
        return found
    found[name] = package.version
    for line in package.requires or ():
        need = Requirement(line)
        if not need.marker or any(need.marker.evaluate({"extra": extra}) for extra in extras | {""}):
            closure(canonicalize_name(need.name), set(need.extras), found)
    return found


PACKAGE = re.compile(r"^([\w-]+)==(\S+)( ;.+?)?( \\\n    --hash=sha256:[0-9a-f]{64})+$", re.MULTILINE)


@pytest.mark.parametrize(
    ("file", "extra"), [("constraints.txt", "postgresql"), ("tests/constraints.txt", "test")]
)
def test_every_package_has_an_exact_version_and_hashes(file: str, extra: str) -> None:
    exact: dict[str, str] = {}
    for each in sorted({"constraints.txt", file}):
        packages = {name: version for name, version, *_ in PACKAGE.findall(text(each))}
        assert len(packages) == len(re.findall(r"^\w", text(each), re.MULTILINE)), "one has no hash"
        exact |= packages
    installed = closure("skiz", {extra}, {})
    del installed["skiz"]
    assert {name: exact.get(name) for name in installed} == installed
    assert "://" not in text(file), "the index is a setting of each computer"


@pytest.mark.parametrize("name", ["Makefile", "Dockerfile", "README.md"])
def test_installations_do_not_depend_on_later_releases(name: str) -> None:
    """The lists are complete; pip, left to resolve, would look for newer ones of a package with extras."""
    installs = [line for line in text(name).splitlines() if "--require-hashes" in line]
    assert installs
    assert all("--no-deps" in line for line in installs)
