"""Skíz: five tarock games for a Discord server."""

from contextlib import suppress
from functools import cache
from pathlib import Path
from subprocess import run

__version__ = "0.2.0"


@cache
def commit() -> str:
    """Return the commit of this code: of the build, or else of the clone; empty if neither is known."""
    folder = Path(__file__).parent
    with suppress(OSError):
        return (folder / "COMMIT").read_text(encoding="ascii").strip()
    if (folder.parent / ".git").exists():
        with suppress(OSError):
            asked = ["git", "-C", str(folder.parent), "rev-parse", "HEAD"]
            return run(asked, capture_output=True, check=False, encoding="ascii").stdout.strip()  # noqa: S603 - no input
    return ""


def version() -> str:
    """Return the version, and in brackets the first twelve digits of the commit if it is known."""
    return f"{__version__} ({commit()[:12]})" if commit() else __version__
