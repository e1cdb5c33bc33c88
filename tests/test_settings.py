"""Settings: defaults, sources, and a one-line error for each invalid value."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from bot import version
from bot.errors import WrongSettingError
from bot.settings import VARIABLES, Settings, configure, load, misspelt

pytestmark = pytest.mark.usefixtures("no_settings")


def wrong() -> str:
    """The error line for the current settings."""
    with pytest.raises(WrongSettingError) as caught:
        load()
    line = str(caught.value)
    assert "\n" not in line
    return line


def test_the_environment_overrides_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("COMPUTER_PAUSE=3\nLOG_LEVEL=ERROR\n", encoding="utf-8")
    monkeypatch.setenv("COMPUTER_PAUSE", "0")
    settings = load()
    assert (settings.computer_pause, settings.log_level) == (0, "ERROR")


OTHER = {
    "LOG_LEVEL": "ERROR",
    "LOG_FORMAT": "json",
    "DISCORD_ADDRESS": "http://127.0.0.1:5",
    "DATABASE_DIRECT": "postgresql://skiz@127.0.0.1/skiz",
    "ERROR_WEBHOOK": "https://example.org/hook",
    "SHARDS": "1/2",
}
"""Values that are no default; of all other settings `5` is one."""


@pytest.mark.parametrize("empty", ["", " "])
@pytest.mark.parametrize("name", VARIABLES)
def test_an_empty_variable_means_the_default_whatever_the_file_says(
    monkeypatch: pytest.MonkeyPatch, name: str, empty: str
) -> None:
    Path(".env").write_text(f"{name}={OTHER.get(name, '5')}\n", encoding="utf-8")
    assert load() != Settings(_env_file=None)
    monkeypatch.setenv(name, empty)
    assert load() == Settings(_env_file=None)


def test_a_log_level_may_be_in_lower_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "debug")
    assert load().log_level == "DEBUG"


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_an_address_of_postgresql_is_never_shown(monkeypatch: pytest.MonkeyPatch, scheme: str) -> None:
    address = f"{scheme}://skiz:geheim@host/skiz?sslmode=require"
    monkeypatch.setenv("DATABASE", address)
    settings = load()
    assert settings.database_address == address
    assert "geheim" not in f"{settings!r} {settings} {settings.database}"
    assert settings.playground_database == Path("data/playground.db")


@pytest.mark.parametrize(
    "address",
    [
        "mysql://skiz:geheim@host/skiz",
        "postgresql://[::1/skiz",
        "postgresql://[host]/skiz",
        "postgresql://host:port/skiz",
        "postgresql://host:65536/skiz",
        "postgresql://skiz:ge/heim@host/skiz",
        "postgresql://skiz:[geheim]@host/skiz",
    ],
)
def test_an_address_that_the_driver_cannot_read_is_refused_without_its_password(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("DATABASE", address)
    assert wrong().startswith("DATABASE must be a file, or look like postgresql://")
    assert "heim" not in wrong()


@pytest.mark.parametrize(
    "address",
    [
        "postgresql:///skiz?host=/run/postgresql",
        "postgres://host",
        "postgresql://skiz:p%2Fx%40@[::1]:5432/skiz?sslmode=require",
        "postgresql://skiz@one:5432,two,%2Frun:5433/skiz",
    ],
)
def test_every_address_that_the_driver_can_read_is_accepted(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("DATABASE", address)
    assert load().database_address == address


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("COMPUTER_PAUSE", "soon", "should be a number;"),
        ("COMPUTER_PAUSE", "1,5", "should be a number;"),
        ("HEALTH_PORT", "80a", "should be a whole number;"),
        ("LOBBY_HOURS", "1.5", "should be a whole number;"),
        ("LOBBY_HOURS", "9" * 5000, "should be a whole number of fewer digits;"),
        ("COMPUTER_PAUSE", "-1", "should be greater than or equal to 0"),
        ("COMPUTER_PAUSE", "nan", "should be less than or equal to 60"),
        ("DOUBLE_PRESS", "inf", "should be less than or equal to 5"),
        ("PLAYGROUND_PORT", "99999", "should be less than or equal to 65535"),
        ("HEALTH_PORT", "-1", "should be greater than or equal to 0"),
        ("FAST_TURN", "0", "should be greater than or equal to 1;"),
        ("SLOW_TURN", "2592001", "should be less than or equal to 2592000;"),
        ("PAGES_AT_ONCE", "0", "should be greater than or equal to 1;"),
        ("LOG_LEVEL", "LOUD", "should be 'DEBUG'"),
        ("HEALTH_HOST", "here..there", "is not the name or the address of a computer;"),
        ("LOG_FORMAT", "xml", "should be 'lines' or 'json'"),
        ("SHARDS", "half", "must look like 0-7/16 (shards 0 to 7 of 16) or 1/2 (the first half);"),
        ("SHARDS", "0-7", "must look like 0-7/16"),
        ("SHARDS", "3/2", "is no range of at most 1000 shards, such as 0-7/16 or 1/2;"),
        ("SHARDS", "0/2", "is no range"),
        ("SHARDS", "7-3/16", "is no range"),
        ("SHARDS", "0-16/16", "is no range"),
        ("SHARDS", "1/1001", "is no range"),
        ("DISCORD_ADDRESS", "nonsense", "must look like http://127.0.0.1:8765"),
    ],
)
def test_a_wrong_value_is_named_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, reason: str
) -> None:
    monkeypatch.setenv(name, value)
    line = wrong()
    assert line.startswith(f"{name}={value} ")
    assert reason in line
    assert line.endswith("correct it in .env or in the environment.")


ZERO = """
health_port playground_port thinkers computer_pause double_press page_seconds lobby_hours sleep_hours
close_days keep_deals_days keep_people_days keep_servers_days
"""


@pytest.mark.parametrize("name", ZERO.split())
def test_zero_is_accepted_wherever_its_meaning_is_documented(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name.upper(), "0")
    assert getattr(load(), name) == 0


def test_settings_are_frozen() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        load().log_level = "DEBUG"  # type: ignore[misc]  # it is read-only


@pytest.mark.parametrize(
    ("processors", "thinking"),
    [(None, 1), (1, 1), (2, 1), (3, 2), (16, 2)],
    ids=["unknown", "1", "2", "3", "16"],
)
def test_one_processor_is_left_to_the_bot(
    monkeypatch: pytest.MonkeyPatch, processors: int | None, thinking: int
) -> None:
    monkeypatch.setattr("bot.settings.os.cpu_count", lambda: processors)
    assert load().thinking_processes == thinking
    monkeypatch.setenv("THINKERS", "5")
    assert load().thinking_processes == 5


def test_a_misspelt_name_is_matched_to_the_nearest_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "discrd_token=secret\nPICTURES=cards\nPOSTGRES_PASSWORD=secret\nCOMPOSE_PROJECT_NAME=skiz\n"
    Path(".env").write_text(lines, encoding="utf-8")
    monkeypatch.setenv("LOGLEVEL", "DEBUG")
    assert load().pictures == Path("cards")
    assert misspelt() == {"DISCRD_TOKEN": "DISCORD_TOKEN", "LOGLEVEL": "LOG_LEVEL"}


def test_a_misspelt_setting_gives_one_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.settings.set_up", lambda *_: None)
    Path(".env").write_text("DISCRD_TOKEN=secret\n", encoding="utf-8")
    with caplog.at_level("INFO", "bot"):
        configure(is_bot=True)
    assert caplog.messages == [
        f"Skíz {version()}",
        "There is no such setting: DISCRD_TOKEN (did you mean DISCORD_TOKEN?)",
    ]


def test_a_line_that_sets_no_variable_is_named_without_showing_it() -> None:
    Path(".env").write_text(
        "# Skíz\n\nLOG_LEVEL=INFO\n\nDISCORD_TOKEN='geheim\nPICTURES=x\n", encoding="utf-8"
    )
    assert wrong() == "Line 5 of .env is not NAME=value; correct it. .env.example shows what belongs there."


def test_lines_that_a_shell_or_compose_understands_are_accepted() -> None:
    lines = (
        "export PICTURES = 'cards'  # here",
        "POSTGRES_PASSWORD",
        'OTHER="two',
        'lines"',
        "a.b-c=1",
        "  # x",
    )
    Path(".env").write_text("\n".join(lines), encoding="utf-8")
    assert load().pictures == Path("cards")


def test_a_token_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "very-secret")
    assert "very-secret" not in repr(load())


@pytest.mark.parametrize(
    ("address", "plain"),
    [
        ("http://127.0.0.1:8765", "http://127.0.0.1:8765"),
        ("http://127.8.8.8:80/", "http://127.8.8.8:80"),
        ("http://localhost:8765", "http://localhost:8765"),
        ("http://[::1]:8765", "http://[::1]:8765"),
    ],
)
def test_this_computer_is_accepted(monkeypatch: pytest.MonkeyPatch, address: str, plain: str) -> None:
    monkeypatch.setenv("DISCORD_ADDRESS", address)
    assert load().discord_address == plain


@pytest.mark.parametrize(
    "address",
    [
        "http://discord.com:80",
        "http://10.0.0.1:8765",
        "http://0.0.0.0:8765",
        "http://localhost.example.org:8765",
        "http://127.0.0.1.example.org:8765",
        "http://127.0.0.1:8765@example.org",
        "http://127.0.0.1@example.org:8765",
        "http://example.org:8765#127.0.0.1",
        "http://127.0.0.1:8765\\@example.org",
        "http://2130706433:8765",
        "https://127.0.0.1:8765",
        "http://127.0.0.1",
        "http://127.0.0.1:0",
        "http://127.0.0.1:123456",
        "http://[::1",
        "http://127.0.0.1:8765/elsewhere",
        "//127.0.0.1:8765",
    ],
)
def test_every_other_address_is_refused(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("DISCORD_ADDRESS", address)
    assert wrong().startswith("DISCORD_ADDRESS=")
