"""Errors that the operator can fix, and how they are printed."""

import os
import socket


class LaunchError(Exception):
    """The bot cannot start. The message is one line that says what to do."""


class WrongSettingError(LaunchError):
    """A setting is invalid. The message names it and says why and what to do."""


class StoreError(Exception):
    """The database could not be opened, read or written. The text is one line that says what to do."""


class StaleLogError(StoreError):
    """A table is no longer as its writer last read it; nothing was saved."""


def system_reason(error: OSError) -> str:
    """Why the system refused, without the host and port that Python adds to some of its words."""
    if error.errno is None or isinstance(error, socket.gaierror):
        return str(error.strerror or error)
    return os.strerror(error.errno)


def one_line(text: object) -> str:
    r"""Return a text for a terminal: line breaks, control characters and bidirectional marks as escapes.

    >>> print(one_line("\x1b[31mred"))
    \x1b[31mred
    """
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in str(text)
    )
