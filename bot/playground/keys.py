"""The secret keys in the addresses of people's pages, kept in a file from start to start."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

KEY = re.compile(r"[\w-]{32}", re.ASCII)
"""24 random bytes, as `secrets.token_urlsafe` writes them."""

_OR_NEW = "or move it away: then all players get new addresses"


class KeysError(Exception):
    """The file of the keys is damaged. The message goes on after its name and says what to do."""


def new_key() -> str:
    """Return a random key."""
    return secrets.token_urlsafe(24)


def kept_keys(file: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the key of each person, from the file as far as it has one; new keys are added to it.

    Only the owner may read the file: other users of the computer do not learn the addresses from it.

    Raises:
        KeysError: The file is damaged; it is left as it is.
        OSError: The file cannot be written.
    """
    known = _read(file) if os.path.lexists(file) else {}
    keys = {name: known.get(name) or new_key() for name in names}
    if not keys.items() <= known.items():
        _replace(file, json.dumps(known | keys, indent=1) + "\n")
    return keys


def _read(file: Path) -> dict[str, str]:
    """Return the keys in a file; none if it is empty.

    Raises:
        KeysError: It is damaged.
    """
    if not file.is_file():
        raise KeysError("is not a file; move it away")
    # Some file systems have no permissions.
    with suppress(OSError):
        file.chmod(0o600)
    try:
        text = file.read_bytes().decode("utf-8-sig")
        keys = json.loads(text) if text.strip() else {}
    except OSError:
        raise KeysError("cannot be read; check its permissions") from None
    except UnicodeDecodeError:
        raise KeysError(f"is not text in UTF-8; save it as UTF-8, {_OR_NEW}") from None
    except (ValueError, RecursionError):
        keys = None
    if not isinstance(keys, dict) or not all(map(_is_key, keys.values())):
        raise KeysError(f"is damaged, and it holds the addresses of the players; restore a copy, {_OR_NEW}")
    return keys


def _is_key(value: object) -> bool:
    return isinstance(value, str) and KEY.fullmatch(value) is not None


def _replace(file: Path, text: str) -> None:
    """Write the file under another name first, so that it is never seen half written or by others."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    part.touch(0o600, exist_ok=False)
    part.write_text(text, "utf-8")
    part.replace(file)
