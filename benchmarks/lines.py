"""Results that are kept as lines of a file, so that what was stopped goes on where it was."""

from __future__ import annotations

from pathlib import Path


def whole_lines(path: Path) -> list[str]:
    """Return the lines of a file, if it exists. A last line that was not written to its end is cut off."""
    if not path.exists():
        return []
    whole, _, cut = path.read_text(encoding="utf-8").rpartition("\n")
    if cut:
        path.write_text(f"{whole}\n" if whole else "", encoding="utf-8")
    return whole.splitlines()
