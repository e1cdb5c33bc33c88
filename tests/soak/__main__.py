"""Many tables over the wire, with every kind of trouble: `python -m tests.soak --tables 40 --minutes 2`.

The unmodified bot runs in a process of its own, on the playground's server. Scripted people play all games,
while requests fail by chance, messages and permissions are lost, and the bot is killed and started again.
Afterwards everything that was pressed and shown is compared with the logs. Ends with 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import tempfile
from pathlib import Path

from tests.soak.phases import Options, Soak


def main() -> int:
    """Run, print a line for each phase, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=float, default=2.0, help="how often a minute the bot is killed")
    parser.add_argument("--think", type=float, help="seconds that a person thinks on average")
    parser.add_argument("--opened", type=int, default=0, help="so many tables are opened and ended besides")
    parser.add_argument(
        "--pictures", type=Path, default=Path("data/pictures"), help="where drawn cards are kept"
    )
    parser.add_argument("--folder", type=Path, help="where the database and the log are left behind")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # a killed bot sends requests by half
    values = vars(asked)
    as_json, kept = values.pop("json"), values.pop("folder")
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        place = kept or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        soak = Soak(place, Options(**values), lambda figures: report(figures, as_json=as_json))
        violations = asyncio.run(soak.run())
    for each in violations:
        print(each[:1400], file=sys.stderr)
    return 1 if violations else 0


def report(figures: dict[str, object], *, as_json: bool) -> None:
    """Print the figures of a phase."""
    if as_json:
        print(json.dumps(figures), flush=True)
    else:
        print(", ".join(f"{name} {value}" for name, value in figures.items()), flush=True)


if __name__ == "__main__":
    sys.exit(main())
