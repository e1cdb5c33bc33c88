"""Stand-ins for tables and for interactions at them."""

from __future__ import annotations

from types import SimpleNamespace


class StubTable(SimpleNamespace):
    """A table with what a test needs: live, and its own value."""

    @property
    def now(self) -> StubTable:
        return self
