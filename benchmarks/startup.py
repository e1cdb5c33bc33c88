"""Seconds from the start of the bot's process until it is ready: `python -m benchmarks.startup [starts]`.

The bot joins the playground. The cards are drawn, the code is compiled and the database is created before
the first measured start.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

from card_images import Pictures

TOP: Final = Path(__file__).parents[1]


def start(folder: Path) -> float:
    """Start the bot, stop it, and return the seconds until it was ready."""
    settings = {
        "PYTHONPATH": str(TOP),
        "PLAYGROUND_PORT": "0",
        "PLAYGROUND_DATABASE": str(folder / "skiz.db"),
        "PICTURES": str(folder / "pictures"),
        "LOG_LEVEL": "WARNING",
    }
    others = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    begun = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "play"], cwd=folder, env=others | settings, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"Ready")
        seconds = time.perf_counter() - begun
        process.terminate()
    return seconds


def main() -> None:
    starts = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with tempfile.TemporaryDirectory(prefix="skiz-") as name:
        folder = Path(name)
        Pictures(folder / "pictures").prepare()
        start(folder)
        seconds = [start(folder) for _ in range(starts)]
    print(f"{starts} starts: median {median(seconds):.2f} s, fastest {min(seconds):.2f} s")


if __name__ == "__main__":
    main()
