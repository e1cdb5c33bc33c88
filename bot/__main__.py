"""The command line: `python -m bot`."""

from __future__ import annotations

import argparse
import gc
import logging
import sys
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from bot import __version__
from bot.console import Console, LostOutputError
from bot.errors import FAILED, LaunchError, StoreError, one_line
from bot.logs import set_up

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_log = logging.getLogger("bot")

PRINTING = (["replay"], ["analyse"])
"""The commands that end when their output can no longer be written: they do nothing but print."""


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    top = argparse.ArgumentParser(
        "python -m bot",
        description="Skíz plays tarock on Discord. Without a command it runs the bot.",
        epilog="Settings are read from the environment and from .env; .env.example explains them all.",
    )
    top.add_argument("--version", action="version", version=f"Skíz {__version__}")
    each = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    each.add_parser(
        "run", help="connect to Discord, or without a DISCORD_TOKEN open the playground (the default)"
    )
    each.add_parser("play", help="open the playground: a local imitation of Discord in the browser")
    each.add_parser("replay", help="check deal records and print them in words")
    each.add_parser("analyse", help="what each option of each decision in deal records promised")
    each.add_parser("check", help="check that everything the bot needs is present; changes nothing")
    again = each.add_parser(
        "recount", help="compute every finished deal again and compare it with the database"
    )
    again.add_argument("--json", action="store_true", help="print one line of JSON")
    taking = each.add_parser(
        "import", help="take over deal records of other tables, checked action by action"
    )
    taking.add_argument("files", nargs="+", metavar="FILE", help="a record, or a .jsonl with one a line")
    taking.add_argument("--json", action="store_true", help="print one line of JSON")
    proof = each.add_parser("verify", help="check the proof that a deal was dealt fairly")
    proof.add_argument("file", type=Path, metavar="FILE", help="as /verify hands it out")
    proof.add_argument("--json", action="store_true", help="print one line of JSON")
    copy = each.add_parser("backup", help="copy the database, even while the bot runs")
    copy.add_argument("file", type=Path, metavar="FILE", help="the new file")
    copy = each.add_parser("restore", help="make the database from a backup")
    copy.add_argument("file", type=Path, metavar="FILE", help="the backup")
    moving = each.add_parser("move", help="copy everything into an empty database of either kind")
    for name, words in (("from", "the database now"), ("to", "the new one")):
        moving.add_argument(name, metavar=name.upper(), help=f"{words}: a file, or postgresql://...")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code. Errors that the operator can fix are printed as one line."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    code = 0
    with Console(stops=words[:1] in PRINTING) as console:
        with suppress(LostOutputError):
            code = _command(words)
            sys.stdout.flush()
        if code == 0 and console.unwritten:
            return _fail(f"The output cannot be written: {console.unwritten}.", FAILED)
        return code


def _command(words: list[str]) -> int:
    if words[:1] in PRINTING:
        # They have parsers of their own and need neither settings nor Discord.
        return _call(f"bot.{words[0]}", "main", words[1:])
    chosen = parser().parse_args(words)
    if chosen.command == "verify":
        # Nor does `verify` need either.
        return _call("bot.verify", "verify", chosen.file, chosen.json)
    try:
        return _run(chosen)
    except (LaunchError, StoreError) as error:
        return _fail(error, error.exit_code)


def _run(chosen: argparse.Namespace) -> int:
    with _importing():
        module = import_module("bot.settings")
    settings = module.load()
    set_up(settings.log_level, settings.log_format)
    if wrong := module.misspelt():
        hints = ", ".join(f"{name} (did you mean {right}?)" for name, right in wrong.items())
        _log.warning("There is no such setting: %s", hints)
    match chosen.command:
        case "check":
            return _call("bot.checks", "check", settings)
        case "recount":
            return _call("bot.recount", "recount", settings, chosen.json)
        case "import":
            return _call("bot.importing", "import_records", settings, chosen.files, chosen.json)
        case "backup":
            return _call("bot.maintenance", "backup", settings, chosen.file)
        case "restore":
            return _call("bot.maintenance", "restore", settings, chosen.file)
        case "move":
            return _call("bot.maintenance", "move", getattr(chosen, "from"), chosen.to)
        case "play":
            return _call("bot.launch", "play", settings)
        case _:
            return _call("bot.launch", "run", settings)


def _call(module: str, function: str, *arguments: object) -> int:
    """Import a module and call its command; imported late so that `replay` starts without discord.py."""
    with _importing():
        command = getattr(import_module(module), function)
    code: int = command(*arguments)
    return code


@contextmanager
def _importing() -> Iterator[None]:
    """Turn garbage collection off while importing, and exempt what was loaded from it afterwards."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _fail(error: object, code: int) -> int:
    print(one_line(error), file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
