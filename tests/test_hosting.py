"""The systemd units, the image, the Compose file and docs/hosting.md name what exists, and work."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.app import LAST_SECONDS
from bot.cli import COMMANDS
from bot.errors import WRONG_USE
from bot.ops.health import Health
from bot.ops.metrics import Gauges, Metrics
from bot.settings import VARIABLES
from tests.helpers import TOP, text

UNITS = (
    *("skiz.service", "skiz@.service", "skiz-backup.service", "skiz-backup.timer"),
    "skiz-failure@.service",
)
FILES = (
    *("docs/hosting.md", "docs/scaling.md", "Dockerfile", "compose.yaml"),
    *(f"docs/hosting/{unit}" for unit in UNITS),
)

FOREIGN = {
    *("POSTGRES_USER", "POSTGRES_PASSWORD"),
    *("PATH", "BASE", "COMMIT", "PYTHONFAULTHANDLER", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"),
    *("PIP_CONSTRAINT", "PIP_NO_CACHE_DIR", "PIP_DISABLE_PIP_VERSION_CHECK"),
}
"""Variables of other programs."""

COMMAND = r"(?:^|`|/bin/|exec bot |^DATABASE=\S+ )skiz ([a-z]+)"
"""A command of ours, in a line of its own, in a sentence, in a unit, or in a container."""


def unit(name: str) -> configparser.SectionProxy:
    """The section of a unit that says what it runs; the last of several lines with the same name counts."""
    lines = configparser.RawConfigParser(strict=False)
    lines.optionxform = str  # type: ignore[assignment, method-assign]  # the way to keep capital letters
    lines.read_string(text(f"docs/hosting/{name}"))
    return lines["Service"]


# -- names ---------------------------------------------------------------------------------


def test_every_command_exists() -> None:
    told = {word for name in FILES for word in re.findall(COMMAND, text(name), re.MULTILINE)}
    assert told <= set(COMMANDS)


@pytest.mark.parametrize("name", FILES)
def test_every_setting_exists(name: str) -> None:
    told = set(re.findall(r"\b([A-Z]{3,}[A-Z_]*)[=:](?! )", text(name)))
    told |= set(re.findall(r"^ +([A-Z_]{3,}):", text(name), re.MULTILINE))
    assert told <= {*VARIABLES, *FOREIGN}


def test_the_service_and_the_container_wait_for_the_bot() -> None:
    service = unit("skiz.service")
    assert int(service["RestartPreventExitStatus"]) == WRONG_USE
    assert int(service["TimeoutStopSec"]) > LAST_SECONDS
    grace = re.search(r"stop_grace_period: (\d+)s", text("compose.yaml"))
    assert grace
    assert int(grace[1]) > LAST_SECONDS


def test_the_health_check_of_the_image_uses_the_port_it_listens_on() -> None:
    image, compose = text("Dockerfile"), text("compose.yaml")
    ports = re.findall(r"HEALTH_PORT[=:] ?(\d+)", image + compose)
    assert len(ports) == 2
    assert {*ports, *re.findall(r"http://127\.0\.0\.1:(\d+)/health", image)} == {ports[0]}


def test_all_parts_use_the_same_folders() -> None:
    for name in ("skiz.service", "skiz-backup.service"):
        service = unit(name)
        assert service["User"] == "skiz"
        assert service["WorkingDirectory"] == "/var/lib/skiz"
        assert "skiz" in service["StateDirectory"].split()
        assert "/opt/skiz/.venv/bin/skiz " in text(f"docs/hosting/{name}")
    assert "WORKDIR /var/lib/skiz\nVOLUME /var/lib/skiz/data\n" in text("Dockerfile")
    assert "data:/var/lib/skiz/data" in text("compose.yaml")


# -- systemd -------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    for name in UNITS:
        # Neither the program nor its user is installed here.
        installed = text(f"docs/hosting/{name}").replace("/opt/skiz/.venv/bin/skiz", "/bin/true")
        tmp_path.joinpath(name).write_text(installed.replace("User=skiz", "User=root"), encoding="utf-8")
    units = [str(tmp_path / name) for name in UNITS]
    verified = subprocess.run(
        ["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False
    )
    assert (
        verified.returncode,
        [line for line in verified.stderr.splitlines() if str(tmp_path) in line],
    ) == (0, [])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd")
@pytest.mark.parametrize("name", ["skiz.service", "skiz-backup.service", "skiz-failure@.service"])
def test_a_service_is_isolated_from_the_machine(name: str) -> None:
    path = str(TOP / "docs/hosting" / name)
    options = ("--offline=true", "--threshold=15", "--no-pager")  # tenths
    done = subprocess.run(
        ["systemd-analyze", "security", *options, path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def commands_of_the_backup() -> list[str]:
    """The command of the nightly service, and that of the line for cron."""
    service = text("docs/hosting/skiz-backup.service")
    nightly = [line.replace("%%", "%") for line in re.findall(r"^ExecStart=(.+)", service, re.MULTILINE)]
    cron = re.search(r"^0 4 \* \* \* skiz cd /var/lib/skiz && (.+)", text("docs/hosting.md"), re.MULTILINE)
    assert cron
    return [" && ".join(nightly), cron[1].replace("\\%", "%")]


@pytest.mark.parametrize("command", commands_of_the_backup(), ids=["systemd", "cron"])
@pytest.mark.usefixtures("no_settings")
def test_the_nightly_job_makes_a_backup_and_deletes_the_oldest(
    tmp_path: Path, new_database: Path, command: str
) -> None:
    program = f"{shlex.quote(sys.executable)} -m bot"
    environment = os.environ | {"PYTHONPATH": str(TOP)}

    def ran(script: str) -> None:
        subprocess.run(
            ["/bin/sh", "-c", script], cwd=tmp_path, env=environment, check=True, capture_output=True
        )

    tmp_path.joinpath("data").mkdir()
    shutil.copy(new_database, tmp_path / "data" / "skiz.db")
    backups = tmp_path / "backups"
    backups.mkdir()
    for days in (10, 40):
        old = backups / f"skiz-{days}.db"
        old.touch()
        os.utime(old, (time.time() - days * 86400,) * 2)
    ran(command.replace("/opt/skiz/.venv/bin/skiz", program))
    new = {path.name for path in backups.iterdir()} - {"skiz-10.db"}
    assert len(new) == 1
    assert re.fullmatch(r"skiz-\d{4}-\d\d-\d\d(-\d{6})?\.db", new.pop())


@pytest.mark.parametrize("address", ["https://example.org/hook/SECRET", ""])
def test_a_failed_unit_is_told_to_the_webhook_if_there_is_one(tmp_path: Path, address: str) -> None:
    told = unit("skiz-failure@.service")["ExecStart"].removeprefix("/bin/sh -c '").removesuffix("'")
    script = told.replace("$$", "$").replace("%i", "skiz.service").replace("%%", "%")
    curl = tmp_path / "curl"
    # systemd undoes one level of backslashes, as the shell does here.
    curl.write_text('#!/bin/sh\ncat >config\nfor each; do last=$each; done\nprintf %s "$last" >json\n')
    curl.chmod(0o700)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "ERROR_WEBHOOK": address}
    script = script.replace("\\\\", "\\")
    subprocess.run(["/bin/sh", "-c", script], cwd=tmp_path, env=environment, check=True)
    if address:
        assert tmp_path.joinpath("config").read_text() == f"url = {address}"
        told = json.loads(tmp_path.joinpath("json").read_text())["content"]
        assert told == "skiz.service has failed: journalctl --unit skiz.service"
    assert tmp_path.joinpath("json").exists() is bool(address)


@pytest.mark.parametrize("name", ["skiz.service", "skiz-backup.service"])
def test_a_unit_that_fails_is_told(name: str) -> None:
    assert "\nOnFailure=skiz-failure@%n.service\n" in text(f"docs/hosting/{name}")


# -- Prometheus and Grafana ----------------------------------------------------------------


def served() -> set[str]:
    """The names of all samples that `/metrics` may serve."""
    metrics = Metrics()
    metrics.registry.register(Gauges(Health()))
    endings = {"counter": ("_total",), "info": ("_info",), "histogram": ("_bucket", "_count", "_sum")}
    return {
        family.name + ending
        for family in metrics.registry.collect()
        for ending in endings.get(family.type, ("",))
    }


def expressions(part: object) -> Iterator[str]:
    """All queries in a document."""
    if isinstance(part, dict):
        yield from (each for key, each in part.items() if key == "expr")
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from expressions(each)


@pytest.mark.parametrize("name", ["alerts.yml", "dashboard.json"])
def test_every_metric_of_the_alerts_and_the_dashboard_is_served(name: str) -> None:
    """The rules are YAML in the form of JSON, which needs no other parser."""
    queries = list(expressions(json.loads(text(f"docs/hosting/{name}"))))
    assert len(queries) > 10
    for query in queries:
        named = set(re.findall(r"\b(?:skiz|process)_\w+", query))
        assert named
        assert named <= served(), query
        assert query.count("(") == query.count(")")


def test_every_alert_says_what_is_wrong_and_how_bad_it_is() -> None:
    (group,) = json.loads(text("docs/hosting/alerts.yml"))["groups"]
    rules = group["rules"]
    assert len({each["alert"] for each in rules}) == len(rules)
    for each in rules:
        assert set(each) == {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"\d+[mh]", each["for"])
        assert each["labels"]["severity"] in {"warning", "critical"}
        assert each["annotations"]["summary"].endswith(".")


def test_the_panels_of_the_dashboard_do_not_overlap() -> None:
    panels = json.loads(text("docs/hosting/dashboard.json"))["panels"]
    places = [each["gridPos"] for each in panels]
    cells = [
        (x, y)
        for at in places
        for x in range(at["x"], at["x"] + at["w"])
        for y in range(at["y"], at["y"] + at["h"])
    ]
    assert len(cells) == len(set(cells))
    assert max(x for x, _ in cells) < 24
    assert len({each["id"] for each in panels}) == len(panels)
