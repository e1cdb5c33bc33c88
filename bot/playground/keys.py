"""The secret keys in the addresses of people's pages, kept in a file from start to start."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterable
from pathlib import Path

KEY = re.compile(r"[\w-]{32}", re.ASCII)
"""24 random bytes, as `secrets.token_urlsafe` writes them."""


def new_key() -> str:
    """Return a random key."""
    return secrets.token_urlsafe(24)


def kept_keys(file: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the key of each person, from the file as far as it has one; new keys are added to it.

    Only the owner may read the file: other users of the computer do not learn the addresses from it.

    Raises:
        OSError: If the file cannot be written.
    """
    known = _read(file)
    keys = {name: known.get(name) or new_key() for name in names}
    if keys != known:
        _replace(file, json.dumps(keys, ensure_ascii=False, indent=1) + "\n")
    return keys


def _read(file: Path) -> dict[str, str]:
    """Return the keys in the file that are well formed; none if there is no such file, or it is damaged."""
    try:
        file.chmod(0o600)
        rows = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    pairs = rows.items() if isinstance(rows, dict) else ()
    return {name: key for name, key in pairs if isinstance(key, str) and KEY.fullmatch(key)}


def _replace(file: Path, text: str) -> None:
    """Write the file under another name first, so that it is never seen half written or by others."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    part.touch(0o600, exist_ok=False)
    part.write_text(text, "utf-8")
    part.replace(file)
