"""The packages of a release: the source package, the wheel built from it, and the command it installs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from bot import __version__

TOP = Path(__file__).parents[1]
WHEEL = f"skiz-{__version__}-py3-none-any.whl"
BUILD = "import sys; from setuptools import build_meta; getattr(build_meta, sys.argv[1])(sys.argv[2])"


def ran(*command: str | Path, folder: Path = TOP) -> str:
    """The output of a command that must succeed, without the settings and the import path of this process."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONUTF8": "1"}
    done = subprocess.run(
        list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(kind: str, folder: Path, target: Path) -> None:
    """Build a `wheel` or an `sdist` of a folder, without a network."""
    ran(sys.executable, "-c", BUILD, f"build_{kind}", target, folder=folder)


def copy(names: Iterable[str], tree: Path) -> None:
    """Copy files of the project into another folder."""
    for name in names:
        tree.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TOP / name, tree / name)


def files_of(wheel: Path) -> set[str]:
    """The files that a wheel installs, without those that describe it."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


@pytest.fixture(scope="module")
def tracked() -> set[str]:
    """The files of the project: those that git knows, and those that it will once they are added."""
    if not TOP.joinpath(".git").exists() or shutil.which("git") is None:
        pytest.skip("only git tells which files belong to the project")
    listed = ran("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    return {name for name in listed if TOP.joinpath(name).is_file()}


@pytest.fixture(scope="module")
def packages(tracked: set[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source package of the project, and the wheel that is built from it."""
    tree, folder = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("packages")
    copy(tracked, tree)
    build("sdist", tree, folder)
    with tarfile.open(folder / f"skiz-{__version__}.tar.gz") as archive:
        archive.extractall(tree.with_name("unpacked"), filter="data")
    build("wheel", tree.with_name("unpacked") / f"skiz-{__version__}", folder)
    return folder


@pytest.fixture(scope="module")
def skiz(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command as installed by the wheel, in an environment that has the libraries of this one."""
    home = tmp_path_factory.mktemp("home") / "venv"
    ran(sys.executable, "-m", "venv", "--without-pip", home)
    python = home / "bin" / "python"
    pip = ("-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index")
    ran(sys.executable, *pip, packages / WHEEL, folder=home)
    (site,) = home.glob("lib/python*/site-packages")
    # A path that another file adds is searched last, and its own files of this kind are not read.
    site.joinpath("libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return home / "bin" / "skiz"


@pytest.fixture
def program(tracked: set[str]) -> set[str]:
    """The files that the bot needs to run."""
    return {name for name in tracked if name.startswith(("bot/", "cogs/", "card_images/"))}


def test_the_source_package_has_the_program_and_its_build_files(packages: Path, program: set[str]) -> None:
    with tarfile.open(packages / f"skiz-{__version__}.tar.gz") as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {*program, "pyproject.toml", "README.md", "LICENSE"} <= names


def test_the_wheel_has_every_file_of_the_program(packages: Path, program: set[str]) -> None:
    assert files_of(packages / WHEEL) == program


def test_the_image_has_every_file_of_the_program(
    tracked: set[str], program: set[str], tmp_path: Path
) -> None:
    """The image is built from a wheel, which is built from what the first stage copies."""
    stage = TOP.joinpath("Dockerfile").read_text(encoding="utf-8").split("\nFROM ")[1]
    copied = [name for line in re.findall(r"^COPY (.+) \S+$", stage, re.MULTILINE) for name in line.split()]
    copy((name for name in tracked if name.split("/")[0] in copied), tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(copied)
    build("wheel", tmp_path, tmp_path)
    assert files_of(tmp_path / WHEEL) == program


def test_the_command_runs_outside_of_the_project(skiz: Path, tmp_path: Path) -> None:
    origin = ran(skiz.with_name("python"), "-c", "import bot; print(bot.__file__)", folder=tmp_path)
    assert Path(origin).is_relative_to(skiz.parents[1])
    assert ran(skiz, "--version", folder=tmp_path) == f"Skíz {__version__}\n"
    checked = ran(skiz, "check", folder=tmp_path)
    assert {line.split()[0] for line in checked.splitlines()} <= {"ok", "note"}


def test_the_command_replays_a_record(skiz: Path, tmp_path: Path) -> None:
    record = TOP / "tests/golden/tapp_tarock.worked.jsonl"
    assert ran(skiz, "replay", record, folder=tmp_path) == ran(sys.executable, "-m", "bot", "replay", record)
