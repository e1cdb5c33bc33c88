"""Errors that the operator can fix."""


class LaunchError(Exception):
    """The bot cannot start. The text is one line that says what to do."""


class WrongSettingError(LaunchError):
    """A setting is wrong. The text names it and says why and what to do."""
