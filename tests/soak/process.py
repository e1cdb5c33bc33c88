"""The unmodified bot in a process of its own, on the playground: started, killed, and started again."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.playground import Playground
from bot.settings import VARIABLES

TOP: Final = Path(__file__).parents[2]
START_SECONDS: Final = 120.0
MOST_STARTS: Final = 50


@dataclass
class BotProcess:
    """`python -m bot` with a database and a log in a folder."""

    playground: Playground
    folder: Path
    pictures: Path
    times: Mapping[str, float]
    """The settings of how long computers and people take."""
    failed_starts: int = 0
    """How often it did not come up, because Discord could not be reached then."""
    started: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while it is up."""
    _process: asyncio.subprocess.Process | None = None

    @property
    def database(self) -> Path:
        return self.folder / "skiz.db"

    @property
    def log(self) -> Path:
        return self.folder / "log.txt"

    @property
    def environment(self) -> dict[str, str]:
        others = {name: value for name, value in os.environ.items() if name not in VARIABLES}
        return others | {
            "PYTHONPATH": str(TOP),
            "DISCORD_TOKEN": self.playground.token,
            "DISCORD_ADDRESS": self.playground.address,
            "DATABASE": str(self.database),
            "PICTURES": str(self.pictures),
            "THINKERS": "0",
            "LOG_LEVEL": "INFO",
            **{name: str(seconds) for name, seconds in self.times.items()},
        }

    async def start(self) -> None:
        """Start until it is ready, as a service manager does."""
        while not await self._is_started():
            self.failed_starts += 1
            assert self.failed_starts < MOST_STARTS, self.log.read_text(encoding="utf-8")[-2000:]
        self.started.set()

    async def _is_started(self) -> bool:
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot"),
                cwd=self.folder,
                env=self.environment,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), START_SECONDS)
        return line.startswith(b"Ready")

    async def kill(self) -> None:
        """Kill it as the system does when memory is short."""
        self.started.clear()
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.communicate()

    async def end(self) -> int:
        """Ask it to end, as a service manager does; its exit code."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.terminate()
        await asyncio.wait_for(self._process.communicate(), START_SECONDS)
        assert self._process.returncode is not None
        return self._process.returncode

    @property
    def memory(self) -> float:
        """The resident memory in MB."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8")
        (kilobytes,) = [line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:")]
        return int(kilobytes) / 1024

    async def command(self, *arguments: str) -> tuple[int, str]:
        """Run another command of the bot on the same database; its exit code and output."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *arguments),
            cwd=self.folder,
            env=self.environment,
            stdout=asyncio.subprocess.PIPE,
        )
        output, _ = await process.communicate()
        assert process.returncode is not None
        return process.returncode, output.decode()
