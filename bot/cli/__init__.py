"""The commands of `python -m bot`: a row here, and a module.

The `run` of a module takes the parsed command line and returns the exit code. It raises a `LaunchError` or a
`StoreError` that ends the command with one line. Its `arguments`, if it has any, adds them to a parser.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    module: str
    """The module of `bot.cli` that is imported for it: commands that need no Discord do without."""
    about: str
    only_prints: bool = False
    """Whether it ends when its output can no longer be written."""


COMMANDS = {
    "run": Command("run", "connect to Discord, or without a DISCORD_TOKEN open the playground (the default)"),
    "play": Command("run", "open the playground: a local imitation of Discord in the browser"),
    "replay": Command("replay", "check deal records and print them in words", only_prints=True),
    "analyse": Command(
        "analyse", "what each option of each decision in deal records promised", only_prints=True
    ),
    "check": Command("check", "check that everything the bot needs is present; changes nothing"),
    "recount": Command("recount", "compute every finished deal again and compare it with the database"),
    "import": Command("import_", "take over deal records of other tables, checked action by action"),
    "verify": Command("verify", "check the proof that a deal was dealt fairly"),
    "lessons": Command("lessons", "make the lessons of a game from simulated deals", only_prints=True),
    "rules": Command("rules", "write the rules of every game as pages with pictures, in every language"),
    "backup": Command("backup", "copy the database, even while the bot runs"),
    "restore": Command("backup", "make the database from a backup"),
    "move": Command("move", "copy everything into an empty database of either kind"),
}
