"""What may be measured while the bot runs; here, nothing is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp

if TYPE_CHECKING:
    from collections.abc import Callable


class Meter:
    """Ignores every measurement, as a bot without a HEALTH_PORT does. See `bot.metrics.Metrics`.

    Every method may be called from any thread.
    """

    def acted(self, game: str, result: str) -> None:
        """Count what a person tried to do in a deal."""

    def thought(self, game: str, strength: str, seconds: float) -> None:
        """Measure how long a computer player thought."""

    def thinking_failed(self, reason: str) -> None:
        """Count a decision that a worker process did not make."""

    def stored(self, operation: str, seconds: float) -> None:
        """Measure an operation of the store."""

    def answer_timer(self) -> Callable[[str], None]:
        """Begin to measure the answer to an interaction that has just arrived.

        Returns:
            What is called with the name of each stage that the answer reaches.
        """
        return _ignore

    def http_trace(self) -> aiohttp.TraceConfig:
        """What counts the requests of an HTTP session."""
        return aiohttp.TraceConfig()


def _ignore(_stage: str) -> None:
    pass
