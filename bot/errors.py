"""Errors that the operator can fix."""


class LaunchError(Exception):
    """The bot cannot start. The message is one line that says what to do."""


class WrongSettingError(LaunchError):
    """A setting is invalid. The message names it and says why and what to do."""


class StoreError(Exception):
    """The database could not be opened, read or written. The text is one line that says what to do."""


class StaleLogError(StoreError):
    """A table is no longer as its writer last read it; nothing was saved."""
