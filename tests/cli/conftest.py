"""A command run in this process, in an empty working directory without settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from bot.__main__ import main


class Done(NamedTuple):
    """How a command has ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Ran = Callable[..., Done]


@pytest.fixture(autouse=True)
def clean_process(no_settings: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings, and no logging of commands."""
    monkeypatch.setattr("bot.settings.set_up", lambda *_: None)


@pytest.fixture
def ran(capsys: pytest.CaptureFixture[str]) -> Ran:
    """Run a command."""

    def run(*words: object) -> Done:
        try:
            code = main(list(map(str, words)))
        except SystemExit as ended:
            code = int(str(ended.code))
        return Done(code, *capsys.readouterr())

    return run
