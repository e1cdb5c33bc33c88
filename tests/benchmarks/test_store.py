"""`python -m benchmarks.store`: what it prints for a few deals, and its exit codes."""

from __future__ import annotations

import json

import pytest

from benchmarks.store import main


@pytest.fixture(autouse=True)
def one_deal_of_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.sessions.SAMPLES", 1)


FEW = ("--appends", "2", "--deals", "10")


def test_a_line_for_the_appends_and_for_each_size(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json", "--database", "sqlite", *FEW, "15"]) == 0
    out, err = capsys.readouterr()
    appends, *pages = map(json.loads, out.splitlines())
    assert err == ""
    assert appends["appends"] == 2
    assert appends["speed_of_driver"] > 0
    assert [line["deals"] for line in pages] == [10, 15]
    for line in pages:
        reads = [each["ms"] for each in line["reads"].values()]
        for times in (*reads, line["save_ms"], line["save_beside_pages_ms"]):
            assert 0 < times[0] <= times[2]
        assert all(took > 0 for took, _ in line["of_person"].values())


def test_the_default_output_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--database", "sqlite", *FEW]) == 0
    words = capsys.readouterr().out
    assert "2 actions saved" in words
    assert "10 deals" in words
    assert "{" not in words


def test_the_figures_of_postgresql_are_missing_if_it_is_not_installed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmarks.store.postgresql.programs", lambda: None)
    assert main(["--json", "--database", "postgresql", *FEW]) == 0
    assert json.loads(capsys.readouterr().out) == {"database": "postgresql", "missing": True}
    assert main(["--database", "postgresql", *FEW]) == 0
    assert "there is none" in capsys.readouterr().out


@pytest.mark.parametrize("options", ["--appends 0", "--appends x", "--deals 0", "--database oracle", "x"])
def test_wrong_options(options: str) -> None:
    with pytest.raises(SystemExit) as caught:
        main(options.split())
    assert caught.value.code == 2
