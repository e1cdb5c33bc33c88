"""Text files as editors and other programs leave them: in UTF-8, with a byte order mark or without one."""

from __future__ import annotations

import codecs
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

_UTF16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How a text in UTF-16 begins, as Windows PowerShell and Notepad write it."""


class UnreadableFileError(Exception):
    """A file cannot be read as text. The message goes on after its name and says what to do."""


def read_text(file: Path | None, most: int = -1) -> str:
    """Return the text of a file, without its byte order mark.

    Args:
        file: The file; `None` for standard input.
        most: How many bytes it may have; -1: any number.

    Raises:
        UnreadableFileError: it cannot be read, is too large, or is not text in UTF-8.
    """
    try:
        with file.open("rb") if file else nullcontext(sys.stdin.buffer) as opened:
            content = opened.read(most if most < 0 else most + 1)
    except OSError as error:
        raise UnreadableFileError(_problem(error)) from None
    if 0 <= most < len(content):
        raise UnreadableFileError(f"is too large: it may have {most} bytes")
    return _text(content)


def _text(content: bytes) -> str:
    if content.startswith(_UTF16):
        raise UnreadableFileError("is text in UTF-16; save it as UTF-8")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableFileError("is not text in UTF-8; if it is text at all, save it as UTF-8") from None
    if "\0" in text:
        # UTF-16 without a mark has them, too.
        raise UnreadableFileError(
            "contains zero bytes, so it is damaged or not in UTF-8; save it as UTF-8, or get it again"
        )
    return text


def _problem(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "does not exist; check its name"
    if isinstance(error, IsADirectoryError):
        return "is a folder, not a file; check its name"
    if isinstance(error, PermissionError):
        return "cannot be read; check its permissions"
    return f"cannot be read ({error.strerror})"
