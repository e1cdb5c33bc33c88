"""What a command prints arrives on every console, in every file and pipe; a lost reader is no error."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from subprocess import PIPE
from typing import NamedTuple

import pytest

from bot.__main__ import main
from bot.ops.console import console
from bot.ops.logs import FORMATTERS
from tests.fairness.proofs import proof_of
from tests.notation import documents
from tests.ops.helpers import logging_set_up

TOP = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="it is written for a shell")

LETTERS = "Béla♥大輔🂡"
"""No encoding of a console but UTF-8 has all of them."""
ENCODINGS = ("utf-8", "cp932", "cp1252", "cp437", "ascii")
RECORD, BROKEN, PROOF, COPY = (f"{LETTERS}.{end}" for end in ("json", "broken.json", "proof", "copy"))

COMMANDS = {
    "--help": 0,
    "--version": 0,
    f"{LETTERS}": 2,
    f"replay {RECORD}": 0,
    f"replay {RECORD} --json --trace": 0,
    f"replay {BROKEN}": 2,
    f"replay {BROKEN} --json": 2,
    f"replay no{RECORD}": 2,
    f"analyse {RECORD} --seat 9 --json": 0,
    f"analyse {BROKEN} --seat 9": 2,
    f"verify {PROOF}": 0,
    f"verify {PROOF} --json": 0,
    f"verify no{PROOF}": 2,
    "recount": 0,
    "recount --json": 0,
    f"import {RECORD} {BROKEN}": 2,
    f"import {RECORD} --json": 0,
    "check": 0,
    "block 7": 0,
    "report --json": 0,
    "report --days 0": 2,
    f"backup {COPY}": 0,
    f"restore no{COPY}": 2,
    f"move data/skiz.db {COPY}": 0,
}
"""Commands with their exit codes."""
TIMES = re.compile(rb"\d+ MB|\d\d:\d\d:\d\d")
"""What `check` prints that differs from run to run."""


class Done(NamedTuple):
    code: int
    out: bytes
    err: bytes


@pytest.fixture
def furnish(no_settings: None, new_database: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Fill the working directory with a database and the files that the commands are given, and no others."""
    monkeypatch.setenv("PYTHONPATH", str(TOP))
    monkeypatch.setattr("bot.settings.set_up", lambda *_: None)
    record = documents("koenigrufen.worked.jsonl")[0]
    broken = {**record, "actions": [*record["actions"][:1], f"0 bid {LETTERS}"]}
    files = {RECORD: record, BROKEN: broken, PROOF: proof_of("koenigrufen", 3).document()}

    def fill() -> None:
        for name, content in files.items():
            Path(name).write_text(json.dumps(content), encoding="utf-8")
        Path(COPY).unlink(missing_ok=True)
        shutil.rmtree("data", ignore_errors=True)
        Path("data").mkdir()
        shutil.copy(new_database, "data/skiz.db")

    return fill


def in_this_process(command: str, encoding: str) -> Done:
    """Run a command on a console of some encoding."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding) for _ in range(2)]
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in zip(("stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        try:
            code = main(command.split())
        except SystemExit as ended:
            code = int(str(ended.code))
    out, err = (TIMES.sub(b"", stream.buffer.getvalue()) for stream in streams)
    return Done(code, out, err)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_letter_arrives_on_every_console(command: str, furnish: Callable[[], None]) -> None:
    whole: Done | None = None
    for encoding in ENCODINGS:
        furnish()
        done = in_this_process(command, encoding)
        whole = whole or done
        assert done.code == COMMANDS[command]
        assert done[1:] == tuple(said.decode().encode(encoding, "backslashreplace") for said in whole[1:])
        if "--json" in command:
            assert [json.loads(line) for line in done.out.splitlines()]
        assert done.out or done.err


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("form", FORMATTERS)
def test_log_lines_arrive_on_every_console(form: str, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(stream, encoding))
    with console(stops=False), logging_set_up("INFO", form):
        logging.getLogger("bot").warning("%s \udcff", LETTERS)
    said = stream.getvalue().decode(encoding)
    if form == "json":
        assert json.loads(said)["message"] == f"{LETTERS} \udcff"
    else:
        assert said.endswith(f" {LETTERS} \udcff\n".encode(encoding, "backslashreplace").decode(encoding))


# -- where the output goes -----------------------------------------------------------------


@contextmanager
def gone() -> Iterator[int]:
    """A pipe whose reader has gone."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        yield writing
    finally:
        os.close(writing)


SINKS = {
    "a pipe": "",
    "a file": ">out",
    "no output": ">&-",
    "no errors": "2>&-",
    "nothing": "<&- >&- 2>&-",
    "a lost reader": '>&"$GONE"',
    "lost readers": '>&"$GONE" 2>&"$GONE"',
    "a full disk": ">/dev/full",
    "no file to write": "</dev/null >&0",
}
"""Where output and errors go, in the words of a shell."""
SHOWING, FULL = ("a pipe", "a file", "no errors"), ("a full disk", "no file to write")


@contextmanager
def started(command: str, encoding: str, sink: str) -> Iterator[subprocess.Popen[bytes]]:
    """The real command, killed at the end if it still runs."""
    words = ["bash", "-c", f'exec "$@" {SINKS[sink]}', "bash", sys.executable, "-m", "bot", *command.split()]
    with gone() as lost:
        environment = os.environ | {"PYTHONIOENCODING": encoding, "GONE": str(lost)}
        with subprocess.Popen(words, stdout=PIPE, stderr=PIPE, env=environment, pass_fds=[lost]) as process:
            try:
                yield process
            finally:
                process.kill()


def ended(process: subprocess.Popen[bytes]) -> Done:
    """How a command ends, and all that it has printed."""
    out, err = process.communicate(timeout=60)
    written = Path("out").read_bytes() if Path("out").exists() else out
    return Done(process.returncode, TIMES.sub(b"", written), TIMES.sub(b"", err))


@pytest.mark.parametrize(
    ("command", "encoding", "sink"), list(zip(COMMANDS, cycle(ENCODINGS), cycle(SINKS), strict=False))
)
def test_what_is_printed_arrives_wherever_it_goes(
    command: str, encoding: str, sink: str, furnish: Callable[[], None]
) -> None:
    furnish()
    whole = in_this_process(command, encoding)
    furnish()
    with started(command, encoding, sink) as process:
        done = ended(process)
    full = sink in FULL and whole.out and not command.startswith("--")
    assert done.code == (COMMANDS[command] or (1 if full else 0))
    assert done.out == (whole.out if sink in SHOWING else b"")
    if full and not COMMANDS[command]:
        assert re.fullmatch(rb"The output cannot be written: [\w ]+\.\n", done.err)
    else:
        assert done.err == (b"" if sink in {"no errors", "nothing", "lost readers"} else whole.err)
    assert Path(COPY).exists() == (command.startswith(("backup", "move"))), "the work is done in any case"


@pytest.mark.parametrize(("command", "code"), [("replay", 0), ("import", 2)])
def test_a_command_that_only_prints_ends_when_its_reader_goes(
    command: str, code: int, furnish: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    furnish()
    record = Path(RECORD).read_text(encoding="utf-8")
    Path("many.jsonl").write_text("\n".join([*[record] * 20, "no record"]), encoding="utf-8")
    with gone() as lost, os.fdopen(os.dup(lost), "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert main([command, "many.jsonl"]) == code


@pytest.mark.parametrize(("encoding", "sink"), [("cp932", "a pipe"), ("ascii", "lost readers")])
def test_the_playground_opens_and_ends_wherever_its_welcome_goes(
    encoding: str, sink: str, no_settings: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(TOP))
    monkeypatch.setenv("PLAYGROUND_PORT", "0")
    monkeypatch.setenv("NOTIFY_SOCKET", "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind("notify")
        systemd.settimeout(60)
        with started("play", encoding, sink) as process:
            while b"READY=1" not in systemd.recv(4096):
                pass
            process.terminate()
            done = ended(process)
    assert done.code == (1 if sink in FULL else 0)
    assert b"Traceback" not in done.err
    assert ("大輔".encode(encoding, "backslashreplace") in done.out) == (sink in SHOWING)
