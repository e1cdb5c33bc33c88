"""A PostgreSQL server of the tests' own: on a socket in a temporary folder, without any network."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import asyncpg
import pytest

from bot.store import Store
from bot.store.schema import metadata, versions

DEBIAN: Final = Path("/usr/lib/postgresql")
USER: Final = "skiz"
START_SECONDS: Final = 30.0
OPTIONS: Final = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "16MB",
    "logging_collector": "off",
}
GUARDED: Final = "guarded"
ACCESS: Final = f"local all {GUARDED} scram-sha-256\nlocal all all trust\n"
"""Only this user, which a test has to create, needs a password."""

FORGETFUL: Final = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
"""Faster, and safe as long as only the server itself may die."""


SQLITE_ALONE: Final = pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)], indirect=True
)
"""Of a slow test: PostgreSQL is left to `make fuzz`, since quicker ones show the same of it."""


def programs() -> Path | None:
    """The folder of the newest PostgreSQL installed, or `None`."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    installed = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda each: int(each.parts[-3]))
    return installed[-1].parent if installed else None


def _not_root() -> dict[str, Any]:
    """Options of a process that PostgreSQL accepts: it refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            entry = pwd.getpwnam(name)
            return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    return {}


@dataclass
class Server:
    """A server that can be stopped and started again."""

    programs: Path
    options: dict[str, str] = field(default_factory=lambda: dict(FORGETFUL))
    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="skiz-pg-")))
    _process: subprocess.Popen[bytes] | None = None
    _made: int = 0
    _migrated: str = ""

    def __post_init__(self) -> None:
        self._as = _not_root()
        if self._as:
            os.chown(self.folder, self._as["user"], self._as["group"])
        options = f"--username={USER} --auth=trust --encoding=UTF8 --locale=C --no-sync".split()
        making: list[str | Path] = [self.programs / "initdb", *options, self.folder / "data"]
        subprocess.run(making, check=True, capture_output=True, cwd=self.folder, **self._as)
        (self.folder / "data" / "pg_hba.conf").write_text(ACCESS)

    def address(self, database: str = "postgres", user: str = USER) -> str:
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def start(self) -> None:
        settings = [f"--{name}={value}" for name, value in {**OPTIONS, **self.options}.items()]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.folder / "data", "-k", self.folder, *settings],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **self._as,
            )
        end = time.monotonic() + START_SECONDS
        while subprocess.run(self._asked(), capture_output=True, check=False).returncode:
            assert time.monotonic() < end, (self.folder / "log").read_text()
            assert self._process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.05)

    def _asked(self) -> list[str | Path]:
        return [self.programs / "pg_isready", "-q", "-h", self.folder, "-d", "postgres", "-U", USER]

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End all connections and stop, with everything saved unless it is stopped by `SIGQUIT`."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def close(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    async def create(self, **settings: str) -> str:
        """Make an empty schema and return the address at which it looks like a database of its own.

        It takes a twentieth of the time that `CREATE DATABASE` takes. The settings are those of each session.
        """
        self._made += 1
        name = f"test{self._made}"
        await self.execute(f"CREATE SCHEMA {name}")
        options = (f"-c{key}={value}" for key, value in {"search_path": name, **settings}.items())
        return f"{self.address()}&options={quote(' '.join(options))}"

    async def migrated(self) -> str:
        """Return the address of a database with all tables and without rows: always the same one.

        Deleting what a test has left takes a fraction of the time that making the tables takes.
        """
        if self._migrated:
            tables = [each.name for each in reversed(metadata.sorted_tables) if each is not versions]
            await self.execute("; ".join(f"DELETE FROM {each}" for each in tables), self._migrated)
        else:
            self._migrated = await self.create()
            await (await Store.open(self._migrated)).close()
        return self._migrated

    async def create_database(self) -> str:
        """Make a separate database and return its address, for tests that need more than a schema."""
        self._made += 1
        name = f"test{self._made}"
        await self.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    async def execute(self, statement: str, address: str | None = None) -> None:
        connection = await asyncpg.connect(address or self.address())
        try:
            await connection.execute(statement)
        finally:
            await connection.close()
