"""The numbered steps that create the schema of a database and migrate older ones."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Migration:
    """One step. Its number becomes the version of the database's schema."""

    number: int
    name: str
    sql: str


def known() -> tuple[Migration, ...]:
    """Return all migrations in order."""
    scripts = sorted((each for each in files(__name__).iterdir() if each.name.endswith(".sql")), key=str)
    return tuple(
        Migration(int(each.name.partition("_")[0]), each.name, each.read_text("utf-8")) for each in scripts
    )
