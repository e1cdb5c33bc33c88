"""The command line: `python -m bot`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from bot import version
from bot.cli import COMMANDS
from bot.errors import FAILED, LaunchError, StoreError, one_line
from bot.ops.console import LostOutputError, console


def parser(named: str = "") -> argparse.ArgumentParser:
    """Return the parser of the command line, with the arguments of the command that is named."""
    top = argparse.ArgumentParser(
        "python -m bot",
        description="Skíz plays tarock on Discord. Without a command it runs the bot.",
        epilog="Settings are read from the environment and from .env; .env.example explains them all.",
    )
    top.add_argument("--version", action="version", version=f"Skíz {version()}")
    each = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    top.set_defaults(command="run")
    for name, command in COMMANDS.items():
        one = each.add_parser(name, help=command.about)
        if name == named:
            add = getattr(import_module(f"bot.cli.{command.module}"), "arguments", None)
            if add is not None:
                add(one)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code. Errors that the operator can fix are printed as one line."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    named = next((word for word in words if not word.startswith("-")), "")
    code = 0
    with console(stops=named in COMMANDS and COMMANDS[named].only_prints) as output:
        with suppress(LostOutputError):
            chosen = parser(named).parse_args(words)
            code = _run(chosen)
            sys.stdout.flush()
        if code == 0 and output and output.unwritten:
            return _fail(f"The output cannot be written: {output.unwritten}.", FAILED)
        return code


def _run(chosen: argparse.Namespace) -> int:
    try:
        code: int = import_module(f"bot.cli.{COMMANDS[chosen.command].module}").run(chosen)
    except (LaunchError, StoreError) as error:
        return _fail(error, error.exit_code)
    return code


def _fail(error: object, code: int) -> int:
    print(one_line(error), file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
