"""The tool that makes the subsets of the fonts for names."""

from __future__ import annotations

from pathlib import Path

import pytest

from card_images import build

MOST = 1_000


def test_a_font_that_has_grown_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = iter((MOST, MOST + 1))

    def subset(*_arguments: str) -> None:
        (tmp_path / "names.otf").write_bytes(bytes(next(sizes)))

    monkeypatch.setattr(build, "FONTS", tmp_path)
    monkeypatch.setattr(build, "_MOST_BYTES", MOST)
    monkeypatch.setattr(build, "_run", subset)
    build._subset(Path("names.otf"), "names.otf")
    with pytest.raises(SystemExit, match="1001 bytes, and 1000 are the most"):
        build._subset(Path("names.otf"), "names.otf")
