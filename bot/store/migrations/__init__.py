"""The numbered steps that make a new database, or bring an older one up to date."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Migration:
    """One step: its number becomes the version of the database's schema."""

    number: int
    name: str
    sql: str


def known() -> tuple[Migration, ...]:
    """Read every step that this program knows, in order."""
    scripts = sorted((each for each in files(__name__).iterdir() if each.name.endswith(".sql")), key=str)
    return tuple(
        Migration(int(each.name.partition("_")[0]), each.name, each.read_text("utf-8")) for each in scripts
    )
