"""Statements of the documents that can be compared with the code."""

from __future__ import annotations

import json
import re
from importlib.metadata import distribution

import discord
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot import __version__
from bot.app import Skiz
from bot.cli import COMMANDS
from bot.games import GAMES
from bot.ops.health import Health
from bot.ops.metrics import Gauges, Metrics
from bot.playground import Playground
from bot.settings import VARIABLES, Settings, load
from cogs.servers import PERMISSIONS, PERMISSIONS_FOR_THREADS
from tests.changed import ALWAYS, selected
from tests.helpers import TOP, rows, text
from tests.rulebook import page_of

PAGES = (
    *("README.md", "CONTRIBUTING.md", "PRIVACY.md", "SECURITY.md", "CHANGELOG.md", "benchmarks/README.md"),
    *(f"docs/{path.name}" for path in TOP.glob("docs/*.md")),
)


# -- settings ------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_settings")
def test_every_setting_is_explained_in_the_example() -> None:
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
    registry = Metrics().registry
    registry.register(Gauges(Health()))
    suffixes = {"counter": "_total", "info": "_info"}
    families = [family for family in registry.collect() if family.name.startswith("skiz_")]
    served = {family.name + suffixes.get(family.type, "") for family in families}
    assert set(rows("docs/monitoring.md", "Metric")) == served


async def test_every_part_of_health_is_explained() -> None:
    report = await Health().report()
    example = json.loads(text("docs/monitoring.md").split("```json")[1].partition("```")[0])
    assert list(example) == list(report)
    assert {part: list(each) for part, each in example.items() if isinstance(each, dict)} == {
        part: list(each) for part, each in report.items() if isinstance(each, dict)
    }
    assert list(rows("docs/monitoring.md", "Part")) == [
        part for part, each in report.items() if isinstance(each, dict)
    ]


# -- commands ------------------------------------------------------------------------------


async def test_every_slash_command_is_documented(place: Playground, local: Settings) -> None:
    async with Skiz(local) as bot:
        await bot.login(place.token)
    commands = {
        f"/{command['name']}{' ' if part else ''}{part}"
        for command in place.state.commands
        for part in [each["name"] for each in command.get("options", []) if each["type"] == 1] or [""]
    }
    assert set(rows("docs/playing.md", "Command")) == commands


def test_every_command_of_the_command_line_is_documented() -> None:
    told = set(re.findall(r"^\| `python -m bot ?(\w*)", text("docs/command-line.md"), re.MULTILINE))
    assert told == set(COMMANDS) - {"run"} | {""}


@pytest.mark.parametrize("page", PAGES)
def test_every_make_command_is_in_the_makefile(page: str) -> None:
    targets = set(re.findall(r"^(\w+):", text("Makefile"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make (?:--directory \S+ )?(\w+)", text(page), re.MULTILINE)) <= targets


@pytest.mark.parametrize("page", ["README.md", "docs/hosting.md"])
def test_the_invitation_asks_for_the_permissions_of_the_bot(page: str) -> None:
    names = dict.fromkeys((*PERMISSIONS, *PERMISSIONS_FOR_THREADS), True)
    asked = f"scope=bot+applications.commands&permissions={discord.Permissions(**names).value}"
    assert asked in text(page)


# -- pages ---------------------------------------------------------------------------------


def test_every_game_is_in_the_readme() -> None:
    table = rows("README.md", "Game").values()
    told = [(seats, link.rpartition("(")[2].rstrip(")")) for seats, *_, link in table]
    for game in GAMES.values():
        page = f"docs/rules/{page_of(game).replace('_', '-')}.md"
        told.remove((" or ".join(map(str, game.seats)), page))
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
    found = {
        str((path.parent if path.name == "__init__.py" else path).relative_to(TOP))
        for pattern in ("bot/*.py", "bot/*/__init__.py", "cogs/*.py", "cogs/*/__init__.py")
        for path in TOP.glob(pattern)
    }
    assert found <= told


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    for link in re.findall(r"\]\((?!https?://)([^)#]+)", text(page)):
        assert TOP.joinpath(page).parent.joinpath(link).exists(), link


@pytest.mark.parametrize("page", PAGES)
def test_every_path_leads_somewhere(page: str) -> None:
    """`<game>` and `*` stand for any name."""
    paths = re.findall(r"`((?:bot|cogs|card_images|docs|tests|benchmarks)/[\w/.<>*]*)`", text(page))
    assert [path for path in paths if not list(TOP.glob(re.sub(r"<\w+>", "*", path)))] == []


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


# -- packages and releases -----------------------------------------------------------------


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


@pytest.mark.parametrize("name", ["Makefile", "Dockerfile"])
def test_installations_do_not_depend_on_later_releases(name: str) -> None:
    """The lists are complete; pip, left to resolve, would look for newer ones of a package with extras."""
    installs = [line for line in text(name).splitlines() if "--require-hashes" in line]
    assert installs
    assert all("--no-deps" in line for line in installs)


def test_workflows_and_images_use_only_what_is_pinned() -> None:
    workflows = "".join(path.read_text(encoding="utf-8") for path in TOP.glob(".github/workflows/*.yml"))
    used = set(re.findall(r"uses: (.+)", workflows))
    assert used
    assert [each for each in used if not re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v[\d.]+", each)] == []
    bases = re.findall(
        r"^(?:ARG BASE=| +image: )(\S+:\S+)", text("Dockerfile") + text("compose.yaml"), re.MULTILINE
    )
    assert len(bases) == 2
    assert all(re.search(r"@sha256:[0-9a-f]{64}$", base) for base in bases)


def test_a_change_is_checked_by_the_tests_that_mirror_it() -> None:
    names = ["bot/ops/logs.py", "cogs/discord/queue.py", "tests/test_app.py", "docs/hosting.md"]
    mirrored = {"tests/ops/test_logs.py", "tests/cogs/discord/test_queue.py", "tests/test_app.py"}
    assert selected([*names, "tests/e2e/test_logs.py"]) == sorted({*mirrored, *ALWAYS})
