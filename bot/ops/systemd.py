"""Messages to systemd, for a service of `Type=notify`: starting for longer, ready, alive, stopping.

Each is one datagram, see `man 3 sd_notify`. Under any other service manager, none is sent.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

READY = "READY=1"
ALIVE = "WATCHDOG=1"
STOPPING = "STOPPING=1"

_log = logging.getLogger(__name__)


def notify(state: str) -> None:
    """Send a state to the socket that systemd has named in the environment, if any."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    # A leading @ replaces the zero byte of an address that is not in the file system.
    name = "\0" + address[1:] if address.startswith("@") else address
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(state.encode(), name)
    except OSError as error:
        _log.warning("Sending %s to systemd failed: %s", state, error)


def extended(seconds: float) -> str:
    """The state of a start that may take some seconds more, whatever TimeoutStartSec is."""
    return f"EXTEND_TIMEOUT_USEC={seconds * 1e6:.0f}"


def watchdog_interval() -> float | None:
    """Seconds between two signs of life, half of what systemd waits; `None` if it expects none from us."""
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    is_ours = os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    return int(microseconds) / 2_000_000 if is_ours and microseconds.isdecimal() else None


@asynccontextmanager
async def watched(probe: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Send signs of life while the block runs, and at its end that the service stops.

    `probe`: returns if all is well. While it does not, no sign of life is sent, until systemd restarts the
    service.
    """
    watching = asyncio.create_task(_watch(probe))
    try:
        yield
    finally:
        watching.cancel()
        notify(STOPPING)


async def _watch(probe: Callable[[], Awaitable[None]]) -> None:
    interval = watchdog_interval()
    while interval:
        try:
            async with asyncio.timeout(interval / 2):
                await probe()
            notify(ALIVE)
        except TimeoutError:
            _log.warning("No sign of life was sent to systemd: the database does not answer")
        except Exception as error:  # noqa: BLE001 - a defect of the probe must not end the signs of life for good
            _log.warning("No sign of life was sent to systemd: %s", type(error).__name__)
        await asyncio.sleep(interval)
