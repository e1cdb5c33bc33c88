"""The plan of the packages: what each may import, held by `test_imports.py`."""

from __future__ import annotations

PLAN = {
    "bot.rules": set[str](),
    "bot.games": {"bot.computers", "bot.rules"},
    "bot.guides": {"bot.rules"},
    "bot.fairness": {"bot.rules"},
    "bot.computers": {"bot.games.COMPUTERS", "bot.rules"},
    "bot.lessons": {"bot.computers", "bot.games", "bot.rules"},
    "bot.store": {"bot.errors"},
    "bot.text": {"bot.games.GAMES", "bot.rules"},
    "bot.tables": {
        *("bot.errors", "bot.fairness", "bot.computers", "bot.guides", "bot.lessons", "bot.rules"),
        "bot.store",
    },
    "bot.playground": set[str](),
    "card_images": {"bot.rules.cards"},
    "cogs.discord": {"bot.errors", "bot.rules", "bot.store", "bot.tables", "bot.text", "card_images"},
    "cogs": {
        *("bot.fairness", "bot.games", "bot.lessons", "bot.rules", "bot.store", "bot.tables", "bot.text"),
        *("card_images", "cogs.discord"),
    },
    "bot.errors": set[str](),
    "bot.settings": {"bot.errors", "bot.ops.console", "bot.ops.logs", "bot.version"},
    "bot.ops": {"bot.__version__", "bot.commit", "bot.errors", "bot.store", "bot.tables", "cogs.discord"},
    "bot.app": {
        *("bot.errors", "bot.games", "bot.ops", "bot.computers", "bot.settings", "bot.store", "bot.tables"),
        *("card_images", "cogs"),
    },
    "bot.cli": {
        *("bot.app", "bot.errors", "bot.fairness", "bot.games", "bot.ops", "bot.computers", "bot.playground"),
        *("bot.guides", "bot.lessons", "bot.rules", "bot.settings", "bot.store", "bot.tables", "bot.text"),
        *("card_images", "cogs.servers"),
    },
    "bot.__main__": {"bot.cli", "bot.errors", "bot.ops", "bot.version"},
    "bot": set[str](),
}
"""What each package or file may import from the rest of the project. The longest fitting name counts."""

LIBRARIES = {
    "bot.rules": set[str](),
    "bot.games": set[str](),
    "bot.guides": set[str](),
    "bot.fairness": set[str](),
    "bot.computers": set[str](),
    "bot.lessons": set[str](),
    "bot.store": {"aiosqlite", "alembic", "openskill", "sqlalchemy"},
    "bot.text": {"babel"},
    "bot.tables": set[str](),
    "bot.playground": {"aiohttp"},
    "card_images": {"PIL"},
    "cogs.discord": {"aiohttp", "discord"},
    "cogs": {"discord"},
    "bot.errors": set[str](),
    "bot.settings": {"dotenv", "pydantic", "pydantic_core", "pydantic_settings"},
    "bot.ops": {"aiohttp", "discord", "prometheus_client", "yarl"},
    "bot.app": {"discord", "yarl"},
    "bot.cli": {"PIL", "discord", "pydantic"},
    "bot.__main__": set[str](),
    "bot": set[str](),
}
"""What each may import from other distributions."""

PURE = ("bot.rules", "bot.games", "cogs")
"""Packages without clock, chance and I/O: the same values always give the same result."""

ACTING = {
    *("cogs.context", "cogs.discord", "cogs.fairness", "cogs.features", "cogs.hints", "cogs.lobby.opening"),
    *("cogs.localization", "cogs.posting", "cogs.privacy", "cogs.servers", "cogs.services", "cogs.tarock"),
}
"""What in `cogs` talks to Discord, besides the features' `commands` and `buttons`. The rest are pages."""

IMPURE = {
    *("asyncio", "concurrent", "datetime", "gettext", "io", "locale", "logging", "multiprocessing", "os"),
    *(
        "random",
        "secrets",
        "signal",
        "socket",
        "sqlite3",
        "subprocess",
        "threading",
        "time",
        "urllib",
        "uuid",
    ),
    "discord",
}
"""Modules of Python's library with no place in a pure package."""

HIDDEN = {"Board", "Deal", "Hidden", "Layout", "Phase"}
"""Values that hold or reach the cards that nobody has shown."""


LATER = {"alembic", "asyncpg", "openskill"}
"""What takes long to import, and what most starts do without."""
