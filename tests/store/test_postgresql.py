"""The behaviour of PostgreSQL only: its server, its users, its conflicts."""

from __future__ import annotations

import asyncio
import logging
import sys
import traceback
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import column, literal, select, table, text

from bot.store import ActionRow, StaleLogError, Store, StoreError, engines
from bot.store.database import ATTEMPTS, Database, Step
from bot.store.failures import STATES
from tests.postgresql import GUARDED, Server
from tests.store.helpers import DEAL, SEATS, TABLE, saved

SECRET = "tarokk-22"
RAISING = """
CREATE FUNCTION raise_before(attempt integer, state text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    IF nextval('attempts') < attempt THEN
        RAISE EXCEPTION 'hand: T22' USING ERRCODE = state, DETAIL = 'T22';
    END IF;
    RETURN currval('attempts');
END $$
"""
"""A sequence counts the attempts: no transaction that is rolled back takes a number back."""

CONFLICTS = ("40001", "40P01")


@pytest.fixture
async def address(server: Server) -> str:
    return await server.create()


async def raise_before(address: str, attempt: int, state: str) -> None:
    """Run a statement that fails with an SQLSTATE at each attempt before the given one."""
    opened = await Database.open(address)
    try:
        await opened.write(Step(text("CREATE SEQUENCE attempts")), Step(text(RAISING)))
        values = {"attempt": attempt, "state": state}
        await opened.write(Step(text("SELECT raise_before(:attempt, :state)"), [values]))
        ((count,),) = await opened.rows(select(column("last_value")).select_from(table("attempts")))
        assert count == attempt
    finally:
        await opened.close()


@pytest.mark.parametrize("state", CONFLICTS)
async def test_a_transaction_aborted_by_a_conflict_is_retried(address: str, state: str) -> None:
    await raise_before(address, ATTEMPTS, state)


async def test_retries_are_limited(address: str) -> None:
    with pytest.raises(StoreError, match="failed: hand"):
        await raise_before(address, ATTEMPTS + 1, CONFLICTS[0])


@pytest.mark.parametrize(("state", "words"), STATES.items())
async def test_each_sqlstate_has_its_own_message(address: str, state: str, words: str) -> None:
    with pytest.raises(StoreError) as caught:
        await raise_before(address, 2, state.ljust(5, "0"))
    assert str(caught.value) == f"The database in PostgreSQL {words}."


async def test_only_one_of_several_writers_wins_at_serializable_isolation(server: Server) -> None:
    address = await server.create(default_transaction_isolation="serializable")
    store = await Store.open(address)
    await asyncio.gather(*(store.settings.put("commands", f"{number}") for number in range(3)))
    assert await store.settings.get("commands") in {"0", "1", "2"}
    await store.log.add_table(TABLE, SEATS)
    await store.log.start_deal(saved(TABLE), SEATS, DEAL)
    outcomes = await asyncio.gather(
        *(store.log.append(saved(TABLE, 2), 1, 0, [ActionRow(seat, "pass")], 1.0) for seat in range(3)),
        return_exceptions=True,
    )
    assert sorted(map(type, outcomes), key=str) == [type(None), StaleLogError, StaleLogError]
    await store.close()


async def test_one_query_begins_no_transaction(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = await Database.open(address)
    monkeypatch.setattr(
        "asyncpg.transaction.Transaction.start", AsyncMock(side_effect=AssertionError("BEGIN"))
    )
    one = select(literal(1))
    assert await opened.rows(one) == [(1,)]
    with pytest.raises(AssertionError, match="BEGIN"):
        await opened.read(one, one)
    await opened.close()


async def test_a_statement_that_takes_too_long_is_reported(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "ANSWER_SECONDS", 0.3)
    opened = await Database.open(address)
    with pytest.raises(StoreError, match="did not answer in time"):
        await opened.write(Step(text("SELECT pg_sleep(20)")))
    await opened.write(Step(text("SELECT 1")))
    await opened.close()


async def test_a_missing_driver_is_reported(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"driver is missing: pip install \.\[postgresql\]"):
        await Store.open(address)


@pytest.fixture(scope="session")
def users(server: Server) -> None:
    """Users who may not do what the bot needs."""
    asyncio.run(
        server.execute(
            f"CREATE ROLE {GUARDED} LOGIN PASSWORD '{SECRET}';"
            "CREATE ROLE guest LOGIN; CREATE ROLE crowd LOGIN CONNECTION LIMIT 0"
        )
    )


REFUSED = {
    "a wrong password": (GUARDED, "refuses the user or password"),
    "an unknown user": ("stranger", "refuses the user or password"),
    "a user without rights": ("guest", "may not be changed by the user in DATABASE"),
    "a user with too many connections": ("crowd", "has no connection left"),
}


@pytest.mark.usefixtures("users")
@pytest.mark.parametrize(("user", "words"), REFUSED.values(), ids=REFUSED)
async def test_a_refused_user_is_reported(server: Server, user: str, words: str) -> None:
    with pytest.raises(StoreError, match=words):
        await Store.open(server.address(user=f"{user}:wrong"))


async def test_a_missing_database_is_reported(server: Server) -> None:
    with pytest.raises(StoreError, match="does not exist on its server; create it with createdb"):
        await Store.open(server.address("nowhere"))


WRONG = {
    "a server that is not running": "postgresql://skiz:{}@/skiz?host=/nowhere",
    "a port without a server": "postgresql://skiz:{}@127.0.0.1:1/skiz",
    "a port that is not a number": "postgresql://skiz:{}@127.0.0.1:port/skiz",
    "a password with a slash": "postgresql://skiz:{}/x@127.0.0.1/skiz",
    "a password with a hash": "postgresql://skiz:{}#x@127.0.0.1/skiz",
    "an unknown option": "postgresql://skiz:{}@127.0.0.1/skiz?sslmode=perhaps",
    "another program": "mysql://skiz:{}@127.0.0.1/skiz",
}


@pytest.mark.parametrize("address", WRONG.values(), ids=WRONG)
async def test_no_password_is_shown(address: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), pytest.raises(StoreError) as caught:
        await Store.open(address.format(SECRET))
    shown = "".join(traceback.format_exception(caught.value)) + caplog.text
    assert SECRET not in shown
    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("users")
async def test_no_password_is_shown_by_a_server_that_answers(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        for attempt in (f"{GUARDED}:{SECRET}x", f"{GUARDED}:{SECRET}"):
            with pytest.raises(StoreError) as caught:
                await Store.open(server.address(user=attempt))
            assert SECRET not in "".join(traceback.format_exception(caught.value))
    assert SECRET not in caplog.text
