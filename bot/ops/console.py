"""The texts that a command reads and writes: its standard streams, and files in UTF-8."""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How a text in UTF-16 begins, as Windows PowerShell and Notepad write it."""


class LostOutputError(Exception):
    """Standard output can no longer be written."""


class Sink(io.RawIOBase):
    """The bytes of a standard stream. Those that cannot be written are dropped, and the error is kept.

    `stops`: whether a second error ends the command. The first one does not: it may be that of the last
    output, when the exit code is known already.
    """

    def __init__(self, stream: io.TextIOWrapper, *, stops: bool) -> None:
        super().__init__()
        # Below the stream's own buffer, which would try again at the end what could not be written.
        self._under: Any = getattr(stream.buffer, "raw", stream.buffer)
        self._stream = stream  # an unused stream would close the bytes under it
        self._stops = stops
        self._error: OSError | None = None

    @property
    def unwritten(self) -> str:
        """Why output was lost, such as a full disk; empty if nothing was lost, or the reader has gone."""
        lost = self._error is not None and not isinstance(self._error, ConnectionError)
        return str(self._error.strerror) if self._error and lost else ""

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return int(self._under.fileno())

    def isatty(self) -> bool:
        return bool(self._under.isatty())

    def write(self, data: Any) -> int:
        """Write or drop some bytes, and return how many.

        Raises:
            LostOutputError: this is the second error, and it ends the command.
        """
        try:
            written: int = self._under.write(data)
        except OSError as error:
            lost, self._error, written = self._error, error, len(data)
            if lost and self._stops:
                self._stops = False
                raise LostOutputError from error
        return written


@contextmanager
def console(*, stops: bool) -> Iterator[Sink | None]:
    r"""Replace the standard streams while the block runs, and yield the sink of standard output.

    A character that the console lacks is written as `\xed`. A stream that was closed before the start becomes
    the null device. Otherwise the next file that is opened would get the number of the stream, and with it
    whatever is written to that number.

    `stops`: whether the command ends once its output cannot be written. Otherwise its work goes on.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8", closefd=False))
    sink = _replace("stdout", stops=stops)
    _replace("stderr", stops=False)
    try:
        yield sink
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(LostOutputError):
                stream.flush()
        sys.stdin, sys.stdout, sys.stderr = before


def _replace(name: str, *, stops: bool) -> Sink | None:
    """Put a sink under a standard stream; a test may have put something else in its place, which stays."""
    stream = getattr(sys, name)
    if not isinstance(stream, io.TextIOWrapper):
        return None
    stream.flush()
    sink = Sink(stream, stops=stops)
    buffering = stream.line_buffering or stream.write_through
    lines = io.TextIOWrapper(
        io.BufferedWriter(sink), stream.encoding, errors="backslashreplace", line_buffering=buffering
    )
    setattr(sys, name, lines)
    return sink


class UnreadableFileError(Exception):
    """A file cannot be read as text. The message goes on after its name and says what to do."""


def read_text(file: Path | None, most: int = -1) -> str:
    """Return the text of a file, without its byte order mark.

    `file`: `None` for standard input.
    `most`: how many bytes it may have; -1: any number.

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
