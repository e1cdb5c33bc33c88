"""Errors of the database."""


class StoreError(Exception):
    """The database could not be opened, read or written. The text is one line that says what to do."""


class StaleLogError(StoreError):
    """The log of a deal is not as long as expected: another process has written to it."""
