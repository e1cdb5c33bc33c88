"""Errors told through a webhook: each place once, without what the error says."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from pydantic import SecretStr

from bot import version
from bot.errors import report
from bot.ops import webhook
from bot.ops.webhook import MOST_ERRORS, reporting_errors, text_of, what_failed
from tests.ops.helpers import logging_set_up

SECRET = "T22-anna-4711"


class Hook:
    """A webhook that keeps what it is told."""

    def __init__(self) -> None:
        self.told = asyncio.Queue[str]()
        self.status = 204
        self.address = SecretStr("")

    async def answer(self, request: web.Request) -> web.Response:
        document: dict[str, Any] = await request.json()
        assert list(document) == ["content"]
        self.told.put_nowait(document["content"])
        return web.Response(status=self.status, headers={"Location": f"/elsewhere/{SECRET}"})

    async def next(self) -> str:
        async with asyncio.timeout(20):
            return await self.told.get()


@pytest.fixture
async def hook(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hook]:
    monkeypatch.setattr(webhook, "SECONDS", 0.01)
    found, app = Hook(), web.Application()
    app.add_routes([web.post(f"/{SECRET}", found.answer)])
    async with TestServer(app) as server:
        found.address = SecretStr(str(server.make_url(f"/{SECRET}")))
        with logging_set_up("INFO", "lines"):
            yield found


def fail(error: type[Exception] = ZeroDivisionError) -> str:
    try:
        raise error(SECRET)  # noqa: TRY301 - so that it has a stack
    except error as caught:
        return report(f"Dealing to {SECRET} failed", caught)


async def test_an_error_is_told_by_class_place_and_code_alone(hook: Hook) -> None:
    async with reporting_errors(hook.address):
        code = fail()
        told = await hook.next()
    first, line = told.splitlines()
    assert first == f"Skíz {version()}"
    assert line.startswith("`ZeroDivisionError tests/ops/test_webhook.py:")
    assert line.endswith(f" [{code}]`")
    assert SECRET not in told


async def test_the_same_place_is_told_once_an_hour_with_a_count(
    hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(webhook, "monotonic", lambda: now)
    async with reporting_errors(hook.address):
        for _ in range(3):
            fail()
        assert ", 3 times [" in await hook.next()
        for _ in range(2):
            fail()
        fail(ValueError)
        assert "ValueError" in (told := await hook.next())
        assert "ZeroDivisionError" not in told
        now += 3600
        assert ", 2 times [" in await hook.next()


async def test_an_error_without_a_stack_is_told_by_the_line_that_logs_it(hook: Hook) -> None:
    async with reporting_errors(hook.address):
        report(f"Table {SECRET} is suspended")
        told = await hook.next()
        assert "`ERROR tests/ops/test_webhook.py:" in told
        logging.getLogger("some.library").error("Failed: %s", SECRET)
        assert SECRET not in await hook.next()


def test_a_place_in_a_library_is_named_without_the_folder_of_its_installation() -> None:
    record = logging.LogRecord("x", logging.ERROR, "/home/anna/lib/python3/json/decoder.py", 7, "", (), None)
    assert what_failed(record) == "ERROR …/json/decoder.py:7"


async def test_a_webhook_that_accepts_nothing_is_one_line_in_the_log(
    hook: Hook, caplog: pytest.LogCaptureFixture
) -> None:
    hook.status = 302
    async with reporting_errors(hook.address):
        fail()
        await hook.next()
        fail(ValueError)
        await hook.next()
        hook.status = 200
        fail(KeyError)
        await hook.next()
    warnings = [each.getMessage() for each in caplog.records if each.levelno == logging.WARNING]
    assert warnings == ["ERROR_WEBHOOK accepts no messages: status 302"]


async def test_a_webhook_that_cannot_be_reached_is_named_without_its_address(hook: Hook) -> None:
    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            hook.told.put_nowait(record.getMessage())

    async with reporting_errors(SecretStr(f"http://127.0.0.1:1/{SECRET}")):
        fail()
        logging.getLogger("bot.ops.webhook").addHandler(lines := Lines(logging.WARNING))
        try:
            assert await hook.next() == "ERROR_WEBHOOK accepts no messages: ClientConnectorError"
        finally:
            logging.getLogger("bot.ops.webhook").removeHandler(lines)


async def test_without_an_address_nothing_listens() -> None:
    before = [*logging.getLogger().handlers]
    async with reporting_errors(None):
        assert logging.getLogger().handlers == before


def test_a_message_names_some_errors_and_counts_the_others() -> None:
    lines = [f"ValueError bot/x.py:{number}" for number in range(MOST_ERRORS + 2)]
    assert text_of(lines).endswith("and 2 other errors; see the log")
    assert len(text_of(lines).splitlines()) == MOST_ERRORS + 2
    assert "other" not in text_of(lines[:MOST_ERRORS])
