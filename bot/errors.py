"""What whoever runs the bot can mend."""


class LaunchError(Exception):
    """The bot cannot do what it was started for; the text is one line that says what to do."""


class WrongSettingError(LaunchError):
    """A setting cannot be used; the text names it, says what is wrong and what to do."""
