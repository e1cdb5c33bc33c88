"""Log lines on the terminal."""

from __future__ import annotations

import json
import logging
import re
import warnings
from typing import Any

import pytest

from bot.errors import report
from bot.ops.logs import FORMATTERS, REPEATED_SECONDS, Repetitions, relevant
from tests.ops.helpers import logging_set_up

CARD = "T22"


def record(name: str, words: str, error: Exception | None = None) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord(name, logging.ERROR, "file", 1, words, ("x",), info)


@pytest.mark.parametrize(
    ("logger", "words", "told"),
    [
        ("discord.client", "PyNaCl is not installed, voice will NOT be %s", False),
        ("discord.client", "davey is not installed, voice will NOT be %s", False),
        ("bot.tables", "davey is not installed, says %s", True),
    ],
)
def test_warnings_about_voice_are_not_logged(logger: str, words: str, told: bool) -> None:
    assert relevant(record(logger, words)) is told


@pytest.mark.parametrize(("seconds", "told"), [(41.24, True), (41.25, False), (42.24, False), (42.25, True)])
def test_a_heartbeat_answered_too_fast_is_not_logged_as_lag(seconds: float, told: bool) -> None:
    words = "Can't keep up, shard ID %s websocket is %.1fs behind."
    line = logging.LogRecord("discord.gateway", logging.WARNING, "file", 1, words, (0, seconds), None)
    assert relevant(line) is told


def test_a_failed_connection_is_logged_in_one_line() -> None:
    line = record("discord.shard", "Failed to connect for %s", ConnectionRefusedError(111, "refused"))
    assert relevant(line)
    assert logging.Formatter().format(line) == "Failed to connect for x ([Errno 111] refused)"


def raised(words: str, incident: str = "", error: type[Exception] = ValueError) -> logging.LogRecord:
    """The record of an error that was raised."""
    try:
        dict[str, str]()[CARD] if error is KeyError else int(CARD)
    except (KeyError, ValueError) as caught:
        line = record("bot.tables", words, caught)
    if incident:
        line.incident = incident
    return line


def test_a_repeated_error_is_logged_in_one_line() -> None:
    repetitions, form = Repetitions(), logging.Formatter()
    lines = [raised("[%s] It failed", incident=each) for each in ("aaaaaa", "bbbbbb")]
    assert all(map(repetitions.filter, lines))
    assert form.format(lines[0]).count("\n") > 2
    assert form.format(lines[1]) == "[x] It failed (stack: see [aaaaaa])"


def test_another_error_or_the_same_an_hour_later_has_its_stack() -> None:
    repetitions = Repetitions()
    first, other, later, back = raised("%s"), raised("%s", error=KeyError), raised("%s"), raised("%s")
    later.created = first.created + REPEATED_SECONDS
    back.created = later.created - 24 * REPEATED_SECONDS  # the computer's clock was set back
    lines = [first, other, later, back]
    try:
        int(CARD)
    except ValueError as error:
        lines.append(record("bot.tables", "%s", error))
    for line in lines:
        assert repetitions.filter(line)
        assert line.exc_info
    again = raised("%s")
    again.created = back.created + 1
    assert repetitions.filter(again)
    assert again.getMessage() == "x (stack: see above)"


@pytest.mark.parametrize("info", [(None, None, None), None])
def test_a_line_without_an_error_stays_as_it_is(info: Any) -> None:
    for _ in range(2):
        line = logging.LogRecord("bot.tables", logging.ERROR, "file", 1, "%s", ("x",), info)
        assert Repetitions().filter(line)
        assert line.getMessage() == "x"


@pytest.mark.parametrize(("level", "theirs"), [("DEBUG", logging.INFO), ("ERROR", logging.ERROR)])
def test_requests_are_never_logged(level: str, theirs: int) -> None:
    """At DEBUG, discord.py logs whole requests, including the cards of a hand."""
    with logging_set_up(level, "lines"):
        assert logging.getLogger().level == logging.getLevelNamesMapping()[level]
        assert logging.getLogger("discord.http").getEffectiveLevel() == theirs


def test_terminal_output_is_formatted_without_noise_or_repeated_stacks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = (
        raised("[%s] first"),
        raised("[%s] second"),
        record("discord.client", "davey is not installed%s"),
    )
    with logging_set_up("INFO", "json"), warnings.catch_warnings():
        warnings.simplefilter("always")
        for line in lines:
            logging.getLogger(line.name).handle(line)
        warnings.warn("it is old", stacklevel=1)
    first, second, warning = map(json.loads, capsys.readouterr().err.splitlines())
    assert "exception" in first
    assert "exception" not in second
    assert second["message"] == "[x] second (stack: see above)"
    assert (warning["logger"], "it is old" in warning["message"]) == ("py.warnings", True)


def written(form: str, line: logging.LogRecord) -> str:
    """A record as it is written in a format."""
    line.created, line.msecs = 1_790_000_000.25, 250.0
    return FORMATTERS[form]().format(line)


def fail() -> None:
    try:
        dict[str, str]()[CARD]
    except KeyError as error:
        raise ValueError(CARD) from error


@pytest.fixture
def failure(caplog: pytest.LogCaptureFixture) -> tuple[str, logging.LogRecord]:
    """The id that a player is shown of an error, and its record."""
    try:
        fail()
    except ValueError as error:
        return report("An interaction failed", error), caplog.records[0]
    raise AssertionError


def test_a_line_has_time_level_logger_and_message() -> None:
    line = logging.LogRecord("bot.app", logging.INFO, "file", 1, "Béla's\n%s", ("table",), None)
    assert written("lines", line) == "2026-09-21T14:13:20.250Z INFO bot.app: Béla's\ntable"
    text = written("json", line)
    assert text.splitlines() == [text]
    assert text.isascii()
    assert json.loads(text) == {
        "time": "2026-09-21T14:13:20.250Z",
        "level": "INFO",
        "logger": "bot.app",
        "message": "Béla's\ntable",
    }


def test_the_id_of_an_incident_leads_to_its_stack(failure: tuple[str, logging.LogRecord]) -> None:
    incident, line = failure
    first, *stack = written("lines", line).splitlines()
    assert re.fullmatch(r"[0-9a-f]{6}", incident)
    assert first.endswith(f" ERROR bot.errors: [{incident}] An interaction failed: ValueError")
    assert any("in fail" in each for each in stack)
    fields = json.loads(written("json", line))
    assert fields["incident"] == incident
    assert "in fail" in fields["exception"]
    assert fields["exception"].endswith("\nValueError")
    for text in ("\n".join([first, *stack]), written("json", line)):
        assert CARD not in text, "the text of an error might name a card"
