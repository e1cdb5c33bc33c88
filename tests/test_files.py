"""Files next to the database, as editors, other programs and power cuts leave them."""

from __future__ import annotations

import io
import json
import os
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image

from bot.__main__ import main
from bot.games import royal_tarokk
from bot.rules.cards import card
from card_images import Avatars
from card_images.deck import Deck
from tests.fairness.proofs import proof_of
from tests.notation import documents

RECORD = documents("koenigrufen.worked.jsonl")[0]
POINTS = Path(royal_tarokk.__file__).with_name("points.toml").read_text(encoding="utf-8")


class Kind(NamedTuple):
    """A text file that a command reads."""

    file: str
    command: str
    whole: str
    """What it holds. Half of it is damaged."""
    code: int = 0
    """The exit code if it is accepted."""
    may_be_missing: bool = False
    """Whether it may be missing, and empty."""


KINDS = {
    "a record to replay": Kind("deal.json", "replay deal.json --json", json.dumps(RECORD, indent=1)),
    "records to replay": Kind("deals.jsonl", "replay deals.jsonl", f"{json.dumps(RECORD)}\n" * 3),
    "a record to analyse": Kind("deal.json", "analyse deal.json --seat 9 --json", json.dumps(RECORD)),
    "a record to import": Kind("deal.json", "import deal.json --json", json.dumps(RECORD)),
    "a proof": Kind("proof.json", "verify proof.json", json.dumps(proof_of("koenigrufen", 3).document())),
    "settings": Kind(".env", "check", "HEALTH_HOST='127.0.0.1'\nPICTURES=data/x\n", 0, may_be_missing=True),
    "points": Kind("points.toml", "check", POINTS),
}

ACCEPTED: dict[str, Callable[[str], bytes]] = {
    "with a byte order mark": lambda text: text.encode("utf-8-sig"),
    "from Windows": lambda text: text.replace("\n", "\r\n").encode("utf-8-sig"),
    "without a last line end": lambda text: text.rstrip("\n").encode(),
    "with an empty line at the end": lambda text: f"{text}\n\n".encode(),
}
REFUSED: dict[str, Callable[[str], bytes]] = {
    "in UTF-16": lambda text: text.encode("utf-16"),
    "in UTF-16, big end first": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "in UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "in another encoding": lambda text: text.encode() + "é".encode("cp1252"),
    "cut": lambda text: text.encode()[: len(text) // 2],
    "all zero": lambda text: bytes(len(text)),
    "half zero": lambda text: text.encode()[: len(text) // 2] + bytes(len(text) // 2),
    "a picture": lambda _: _png(),
    "another program's JSON": lambda _: b'{"name": "x", "version": 3}\n',
    "a list": lambda _: b"[1,\n2]\n",
    "empty": lambda _: b"",
    "blank": lambda _: b"\r\n\r\n",
}
NEWER = {
    "a record to replay": json.dumps({**RECORD, "format": "tarock-deal/2"}),
    "a record to import": json.dumps({**RECORD, "format": "tarock-deal/2"}),
    "a proof": json.dumps({**proof_of("koenigrufen", 3).document(), "format": "skiz-proof/2"}),
    "points": f"{POINTS}\nmoon = {{ points = 3, status = 'house value' }}\n",
}
PROGRAMMERS = re.compile(
    r"Traceback|Errno|codec|utf-8-sig|ordinal|0x|\bchar\b|Expecting|Extra data|Invalid|Unterminated|BOM|"
    r"dotenv|unable to parse|NoneType|Error\b|\bin position\b"
)
ADVICE = re.compile(r"save|correct|move|export|hands? out|shows|copy|check|get it again|version of the bot")


def _png() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (40, 40), "red").save(file, "PNG")
    return file.getvalue()


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def place(no_settings: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty working directory with a folder `data`, and a port for the playground that is taken."""
    monkeypatch.setattr("bot.settings.set_up", lambda *_: None)
    Path("data").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("PLAYGROUND_PORT", str(taken.getsockname()[1]))
        yield


@pytest.fixture
def done(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[[Kind], Done]:
    """Run the command that reads a file."""

    def run(kind: Kind) -> Done:
        if kind.file == "points.toml":
            monkeypatch.setenv("ROYAL_POINTS", kind.file)
        code = main(kind.command.split())
        out, err = capsys.readouterr()
        return Done(code, re.sub(r"\d+ MB|\d\d:\d\d:\d\d", "", out), err)

    return run


def files() -> dict[Path, bytes | str]:
    """All files and folders here, with what is in them; a lock file means nothing while no bot runs."""
    found = [each for each in sorted(Path().rglob("*")) if each.suffix != ".lock"]
    return {each: each.read_bytes() if each.is_file() else "" for each in found}


def assert_refused(kind: Kind, found: Done, before: dict[Path, bytes | str]) -> None:
    assert found.code == 2
    assert found.err.count("\n") == 1
    assert kind.file in found.err
    assert not PROGRAMMERS.search(found.err)
    assert ADVICE.search(found.err)
    assert files() == before, "nothing is lost, and nothing is made"


@pytest.mark.parametrize("state", ACCEPTED)
@pytest.mark.parametrize("name", KINDS)
def test_a_text_is_read_as_editors_leave_it(name: str, state: str, done: Callable[[Kind], Done]) -> None:
    kind, file = KINDS[name], Path(KINDS[name].file)
    file.write_text(kind.whole, encoding="utf-8")
    whole = done(kind)
    assert whole.code == kind.code
    Path("data/skiz.db").unlink(missing_ok=True)
    content = ACCEPTED[state](kind.whole)
    file.write_bytes(content)
    assert done(kind) == whole
    assert file.read_bytes() == content


@pytest.mark.parametrize("state", REFUSED)
@pytest.mark.parametrize("name", KINDS)
def test_a_damaged_or_foreign_file_is_refused_in_one_line(
    name: str, state: str, done: Callable[[Kind], Done]
) -> None:
    kind, content = KINDS[name], REFUSED[state](KINDS[name].whole)
    Path(kind.file).write_bytes(content)
    before = files()
    found = done(kind)
    if kind.may_be_missing and not content.strip():
        assert found.code == kind.code
    else:
        assert_refused(kind, found, before)


@pytest.mark.parametrize("name", NEWER)
def test_a_file_of_a_newer_version_is_refused_in_one_line(name: str, done: Callable[[Kind], Done]) -> None:
    Path(KINDS[name].file).write_text(NEWER[name], encoding="utf-8")
    before = files()
    assert_refused(KINDS[name], done(KINDS[name]), before)


@pytest.mark.parametrize("state", ["missing", "a folder", "a link to nothing", "not to be read"])
@pytest.mark.parametrize("name", KINDS)
def test_what_is_no_file_is_refused_in_one_line(name: str, state: str, done: Callable[[Kind], Done]) -> None:
    kind, file = KINDS[name], Path(KINDS[name].file)
    match state:
        case "a folder":
            file.mkdir()
        case "a link to nothing":
            file.symlink_to("nothing")
        case "not to be read":
            file.touch(0)
            if os.access(file, os.R_OK):
                pytest.skip("this user may read everything")
    before = files()
    found = done(kind)
    if state == "missing" and kind.may_be_missing:
        assert found.code == kind.code
    else:
        assert_refused(kind, found, before)


# -- caches --------------------------------------------------------------------------------

STATES = ("empty", "cut", "zero", "foreign", "a folder", "a link to nothing", "a pipe")


def damage(file: Path, state: str) -> None:
    content = file.read_bytes()
    file.unlink()
    match state:
        case "a folder":
            file.mkdir()
        case "a link to nothing":
            file.symlink_to("nothing")
        case "a pipe":
            os.mkfifo(file)
        case _:
            half = content[: len(content) // 2]
            file.write_bytes(
                {"empty": b"", "cut": half, "zero": half + bytes(len(half)), "foreign": _png()}[state]
            )


@pytest.mark.skipif(os.name != "posix", reason="it makes a pipe in a folder")
@pytest.mark.parametrize("state", STATES)
def test_a_damaged_cache_is_filled_again(state: str, tmp_path: Path, deck_folder: Path) -> None:
    (stored,) = deck_folder.glob("card-T22-standard-*.webp")
    cards, avatars = tmp_path / "cards", tmp_path / "avatars"
    cards.mkdir()
    file = cards / stored.name
    file.write_bytes(stored.read_bytes())
    whole = Deck(cards).master(card("T22")).tobytes()
    damage(file, state)
    assert Deck(cards).master(card("T22")).tobytes() == whole
    assert [each.name for each in cards.iterdir()] == [stored.name]
    assert (file.read_bytes() == stored.read_bytes()) if state != "a folder" else file.is_dir()

    Avatars(avatars).keep(5, "abc", _png())
    (file,) = avatars.iterdir()
    avatar = file.read_bytes()
    damage(file, "cut" if state == "foreign" else state)
    kept = Avatars(avatars)
    assert kept.of(5) is None
    kept.tidy()
    assert kept.keep(5, "abc", _png())
    found = kept.of(5)
    assert found is not None
    assert found.data == avatar
    assert [each.name for each in avatars.iterdir()] == [file.name]
