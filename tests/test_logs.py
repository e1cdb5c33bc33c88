"""Log lines on the terminal."""

from __future__ import annotations

import json
import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.logs import FORMATTERS, REPEATED_SECONDS, Repetitions, relevant, set_up
from bot.tables.services import report

CARD = "T22"


def record(name: str, words: str, error: Exception | None = None) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord(name, logging.ERROR, "file", 1, words, ("x",), info)


def test_warnings_about_voice_are_not_logged() -> None:
    assert not relevant(record("discord.client", "PyNaCl is not installed, voice will NOT be %s"))
    assert not relevant(record("discord.client", "davey is not installed, voice will NOT be %s"))
    assert relevant(record("bot.tables", "davey is not installed, says %s"))


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
    first, other, later = raised("%s"), raised("%s", error=KeyError), raised("%s")
    later.created = first.created + REPEATED_SECONDS
    for line in (first, other, later):
        assert repetitions.filter(line)
        assert line.exc_info
    again = raised("%s")
    again.created = later.created + 1
    assert repetitions.filter(again)
    assert again.getMessage() == "x (stack: see above)"


def test_an_error_after_the_clock_was_set_back_has_its_stack() -> None:
    repetitions = Repetitions()
    first, later = raised("%s"), raised("%s")
    later.created = first.created - 24 * REPEATED_SECONDS
    for line in (first, later):
        assert repetitions.filter(line)
        assert line.exc_info


def test_the_same_kind_of_error_in_another_place_has_its_stack() -> None:
    repetitions, lines = Repetitions(), [raised("%s")]
    try:
        int(CARD)
    except ValueError as error:
        lines.append(record("bot.tables", "%s", error))
    for line in lines:
        assert repetitions.filter(line)
        assert line.exc_info


def test_a_line_that_was_to_have_a_stack_without_an_error_stays_as_it_is() -> None:
    line = logging.LogRecord("bot.tables", logging.ERROR, "file", 1, "%s", ("x",), (None, None, None))
    assert Repetitions().filter(line)
    assert line.getMessage() == "x"


def test_a_line_without_a_stack_stays_as_it_is() -> None:
    repetitions = Repetitions()
    for _ in range(2):
        line = record("discord.client", "Ignoring exception in %s", KeyError("odd"))
        assert repetitions.filter(line)
        assert line.getMessage() == "Ignoring exception in x"


def test_an_unexpected_error_is_logged_in_full() -> None:
    line = record("discord.client", "Ignoring exception in %s", KeyError("odd"))
    assert relevant(line)
    assert logging.Formatter().format(line).endswith("\nKeyError: 'odd'")


@contextmanager
def logging_set_up(level: str, form: str) -> Iterator[None]:
    """Logging as the bot sets it up, for as long as the block runs."""
    root, library = logging.getLogger(), logging.getLogger("discord")
    before = root.level, library.level
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(root, "handlers", [])
            set_up(level, form)
            yield
    finally:
        logging.captureWarnings(capture=False)
        root.setLevel(before[0])
        library.setLevel(before[1])


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
    line = logging.LogRecord("bot.client", logging.INFO, "file", 1, "Béla's %s", ("table",), None)
    assert written("lines", line) == "2026-09-21T14:13:20.250Z INFO bot.client: Béla's table"


def test_a_json_line_has_the_same_parts_as_fields() -> None:
    line = logging.LogRecord("bot.client", logging.INFO, "file", 1, "Béla's\n%s", ("table",), None)
    text = written("json", line)
    assert text.splitlines() == [text]
    assert text.isascii()
    assert json.loads(text) == {
        "time": "2026-09-21T14:13:20.250Z",
        "level": "INFO",
        "logger": "bot.client",
        "message": "Béla's\ntable",
    }


def test_the_id_of_an_incident_leads_to_its_stack(failure: tuple[str, logging.LogRecord]) -> None:
    incident, line = failure
    first, *stack = written("lines", line).splitlines()
    assert re.fullmatch(r"[0-9a-f]{6}", incident)
    assert first.endswith(f" ERROR bot.tables: [{incident}] An interaction failed: ValueError")
    assert any("in fail" in each for each in stack)
    fields = json.loads(written("json", line))
    assert fields["incident"] == incident
    assert "in fail" in fields["exception"]
    assert fields["exception"].endswith("\nValueError")


@pytest.mark.parametrize("form", FORMATTERS)
def test_the_text_of_an_unexpected_error_is_not_logged(
    failure: tuple[str, logging.LogRecord], form: str
) -> None:
    """It might name a card."""
    text = written(form, failure[1])
    assert "ValueError" in text
    assert CARD not in text
