"""How fast deals are replayed, every action checked: `python -m benchmarks.replay [seconds]`."""

from __future__ import annotations

import sys
import time
from collections import deque
from pathlib import Path

from bot.cli.replay import steps
from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.record import Record

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"


def measure(game: str, seconds: float) -> str:
    lines = (GOLDEN / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [line for line in lines if line.strip()]
    records = actions = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        record = Record.parse(texts[records % len(texts)], GAMES)
        end = deque(steps(record), maxlen=1).pop()
        assert isinstance(end, Deal), "a golden record breaks a rule"
        records += 1
        actions += len(end.log)
    return f"{game:20} {records / spent:7.0f} records/s {actions / spent:9.0f} actions/s"


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    for game in GAMES:
        print(measure(game, seconds))


if __name__ == "__main__":
    main()
