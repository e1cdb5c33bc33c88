"""What can go wrong with the database."""


class StoreError(Exception):
    """The database could not be opened, read or written; the text is one line that says what to do."""


class StaleLogError(StoreError):
    """The log of a deal is not as long as the writer thought: somebody else has written to it."""
