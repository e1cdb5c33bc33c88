"""House rules from the operator's files, and one-line errors for invalid files."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.app import house_rules
from bot.errors import WRONG_USE, WrongSettingError
from bot.games import GAMES, royal_tarokk
from bot.settings import load

OWN = Path(royal_tarokk.__file__).with_name("points.toml")
"""The file with the game's own points."""


pytestmark = pytest.mark.usefixtures("no_settings")


def wrong() -> str:
    """The error about the file."""
    with pytest.raises(WrongSettingError) as caught:
        house_rules(load())
    line = str(caught.value)
    assert "\n" not in line
    return line


def royal_points(monkeypatch: pytest.MonkeyPatch, old: str = "", new: str = "") -> Path:
    """Point the setting to a copy of the points in which a text is replaced."""
    path = Path("other points.toml")
    path.write_text(OWN.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    monkeypatch.setenv("ROYAL_POINTS", str(path))
    return path


@pytest.mark.rule("royal_tarokk 15.5")
def test_other_points_for_royal_tarokk(monkeypatch: pytest.MonkeyPatch) -> None:
    assert house_rules(load()) == {}
    royal_points(monkeypatch)
    assert house_rules(load()) == {}, "a copy changes nothing"
    royal_points(monkeypatch, "ultimo = { points = 10", "ultimo = { points = 11")
    assert house_rules(load()) == {"royal_tarokk": {"points": {"ultimo": 11}}}


def test_overrides_are_house_rules_that_their_game_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    royal_points(monkeypatch, "ultimo = { points = 10", "ultimo = { points = 11")
    for game, tables in house_rules(load()).items():
        for name, value in tables.items():
            assert GAMES[game].allows(name, value)


@pytest.mark.rule("royal_tarokk 15.5")
@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("ultimo =", "ultima =", "has an unknown announcement: ultima"),
        ('ultimo = { points = 10, status = "house value" }', "", "lacks an announcement: ultimo"),
        (
            "ultimo = { points = 10",
            "ultimo = { points = -1",
            "gives ultimo no points that are a whole number",
        ),
        ("ultimo = { points = 10", 'ultimo = { points = "10"', "gives ultimo no points"),
        ("ultimo = { points = 10", "ultimo = { points = true", "gives ultimo no points"),
        ("ultimo = {", "ultimo = [", "is no TOML"),
    ],
)
def test_a_table_of_points_that_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str, why: str
) -> None:
    path = royal_points(monkeypatch, old, new)
    line = wrong()
    assert line.startswith(f"ROYAL_POINTS={path} {why}")
    assert line.endswith(
        "correct that file, or start again from a copy of bot/games/royal_tarokk/points.toml."
    )


def test_a_table_of_points_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    royal_points(monkeypatch).write_bytes(b"\xff")
    assert "is not text in UTF-8" in wrong()
    monkeypatch.setenv("ROYAL_POINTS", "nowhere.toml")
    assert wrong() == "ROYAL_POINTS=nowhere.toml does not exist; check its name."


@pytest.mark.parametrize("command", ["check", "play"])
def test_a_wrong_file_is_reported_in_one_line(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROYAL_POINTS", "nowhere.toml")
    monkeypatch.setenv("PLAYGROUND_PORT", "0")
    assert main([command]) == WRONG_USE
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("ROYAL_POINTS=nowhere.toml does not exist")
    assert printed.err.count("\n") == 1


def test_control_characters_of_the_file_are_not_echoed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path("points.toml")
    path.write_text('"\\u001b[31m\\u202e" = { points = 1 }', encoding="utf-8")
    monkeypatch.setenv("ROYAL_POINTS", str(path))
    assert main(["check"]) == WRONG_USE
    err = capsys.readouterr().err
    assert "unknown announcement" in err
    assert err[:-1].isprintable()
