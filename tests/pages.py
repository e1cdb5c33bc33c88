"""The pages of the project as text, and the tables in them."""

from __future__ import annotations

from pathlib import Path

TOP = Path(__file__).parents[1]


def text(name: str) -> str:
    return TOP.joinpath(name).read_text(encoding="utf-8")


def rows(page: str, first: str) -> dict[str, list[str]]:
    """The table whose heading begins with a word: first cell -> the others, without backticks."""
    lines = iter(text(page).splitlines())
    next(line for line in lines if line.startswith(f"| {first} |"))
    next(lines)
    found: dict[str, list[str]] = {}
    for line in lines:
        if not line.startswith("|"):
            break
        head, *others = (cell.strip().replace("`", "") for cell in line.strip("|").split("|"))
        found[head] = others
    return found
