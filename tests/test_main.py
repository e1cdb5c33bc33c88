"""The command line around its commands."""

from __future__ import annotations

import re

import pytest

from bot import __version__, commit
from bot.__main__ import main
from bot.cli import COMMANDS


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    told = capsys.readouterr().out
    assert re.findall(r"^    (\w+) ", told, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    assert capsys.readouterr().out.startswith(f"usage: python -m bot {command} [-h]")


def test_the_version_is_printed_with_its_commit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for known, words in (("0123456789abcdef", f"{__version__} (0123456789ab)"), ("", __version__)):
        monkeypatch.setattr("bot.commit", lambda known=known: known)
        with pytest.raises(SystemExit, match="0"):
            main(["--version"])
        assert capsys.readouterr().out == f"Skíz {words}\n"


def test_the_commit_is_that_of_the_clone_if_there_is_one() -> None:
    assert re.fullmatch(r"[0-9a-f]{40}|", commit())


def test_an_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["deal"])
    assert "invalid choice: 'deal'" in capsys.readouterr().err
