"""Log lines on the terminal."""

from __future__ import annotations

import logging

import pytest

from bot.logs import relevant, set_up


def record(name: str, words: str, error: Exception | None = None) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord(name, logging.ERROR, "file", 1, words, ("x",), info)


def test_nobody_hears_of_voice() -> None:
    assert not relevant(record("discord.client", "PyNaCl is not installed, voice will NOT be %s"))
    assert not relevant(record("discord.client", "davey is not installed, voice will NOT be %s"))
    assert relevant(record("bot.tables", "davey is not installed, says %s"))


@pytest.mark.parametrize(("seconds", "told"), [(41.26, False), (12.0, True), (60.0, True)])
def test_an_answer_that_came_too_fast_is_no_lag(seconds: float, told: bool) -> None:
    words = "Can't keep up, shard ID %s websocket is %.1fs behind."
    line = logging.LogRecord("discord.gateway", logging.WARNING, "file", 1, words, (0, seconds), None)
    assert relevant(line) is told


def test_a_failed_connection_is_one_line() -> None:
    line = record("discord.shard", "Failed to connect for %s", ConnectionRefusedError(111, "refused"))
    assert relevant(line)
    assert logging.Formatter().format(line) == "Failed to connect for x ([Errno 111] refused)"


def test_what_nobody_expected_is_told_in_full() -> None:
    line = record("discord.client", "Ignoring exception in %s", KeyError("odd"))
    assert relevant(line)
    assert logging.Formatter().format(line).endswith("\nKeyError: 'odd'")


@pytest.mark.parametrize(("level", "theirs"), [("DEBUG", logging.INFO), ("ERROR", logging.ERROR)])
def test_requests_are_never_logged(monkeypatch: pytest.MonkeyPatch, level: str, theirs: int) -> None:
    """At DEBUG, discord.py logs whole requests, including the cards of a hand."""
    root, library = logging.getLogger(), logging.getLogger("discord")
    before = root.level, library.level
    monkeypatch.setattr(root, "handlers", [])
    try:
        set_up(level)
        assert root.level == logging.getLevelNamesMapping()[level]
        assert logging.getLogger("discord.http").getEffectiveLevel() == theirs
    finally:
        logging.captureWarnings(capture=False)
        root.setLevel(before[0])
        library.setLevel(before[1])
