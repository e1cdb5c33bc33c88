"""How long the bot takes from the start of its process until it is ready, in the playground.

Run it with `python -m benchmarks.startup`, or in turns with other checkouts:
`python -m benchmarks.startup ../other`.
The cards are drawn, the code is compiled and the database created before.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

HERE: Final = Path(__file__).parents[1]


def start(checkout: Path, folder: Path) -> float:
    """Start the bot of a checkout, and stop it; return the seconds until it was ready."""
    settings = {
        "PYTHONPATH": str(checkout),
        "PLAYGROUND_PORT": "0",
        "PLAYGROUND_DATABASE": str(folder / "skiz.db"),
        "PICTURES": str(folder / "pictures"),
        "LOG_LEVEL": "WARNING",
    }
    others = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    begun = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "play"],
        cwd=folder,
        env=others | settings,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"Ready")
        seconds = time.perf_counter() - begun
        process.terminate()
    return seconds


def prepare(checkout: Path, folder: Path) -> None:
    """Draw the cards of a checkout, and start it once."""
    folder.mkdir()
    drawing = "import pathlib, sys, card_images; card_images.Pictures(pathlib.Path(sys.argv[1])).prepare()"
    command = [sys.executable, "-c", drawing, str(folder / "pictures")]
    subprocess.run(command, cwd=checkout, check=True)  # noqa: S603 - our own command
    start(checkout, folder)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit code."""
    parser = argparse.ArgumentParser(
        "python -m benchmarks.startup", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("checkouts", nargs="*", type=Path, metavar="CHECKOUT", help="others to compare")
    parser.add_argument("--starts", type=int, default=10, help="how many of each (default: 10)")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="skiz-") as folder:
        seconds: dict[Path, list[float]] = {}
        for each in (HERE, *(other.resolve() for other in chosen.checkouts)):
            prepare(each, Path(folder, str(len(seconds))))
            seconds[each] = []
        for _ in range(chosen.starts):
            for number, (each, found) in enumerate(seconds.items()):
                found.append(start(each, Path(folder, str(number))))
    for each, found in seconds.items():
        print(f"{each}: median {median(found):.2f} s, fastest {min(found):.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
