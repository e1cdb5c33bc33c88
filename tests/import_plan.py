"""The plan of the packages: what each may import, held by `test_imports.py`."""

from __future__ import annotations

PLAN = {
    "bot.rules": set[str](),
    "bot.games": {"bot.computers", "bot.rules"},
    "bot.fairness": {"bot.rules"},
    "bot.computers": {"bot.games.COMPUTERS", "bot.rules"},
    "bot.store": {"bot.errors", "bot.tasks"},
    "bot.text": {"bot.games", "bot.rules"},
    "bot.tables": {"bot.fairness", "bot.computers", "bot.rules", "bot.store", "bot.tasks"},
    "bot.playground": set[str](),
    "card_images": {"bot.rules.cards"},
    "cogs.discord": {"bot.rules", "bot.store", "bot.tables", "bot.text", "card_images", "cogs"},
    "cogs": {
        *("bot.fairness", "bot.games", "bot.rules", "bot.store", "bot.tables", "bot.text", "card_images"),
        "cogs.discord",
    },
    "bot.errors": set[str](),
    "bot.files": set[str](),
    "bot.tasks": set[str](),
    "bot.console": set[str](),
    "bot.logs": set[str](),
    "bot.systemd": set[str](),
    "bot.meter": set[str](),
    "bot.metrics": {"bot.meter"},
    "bot.settings": {"bot.errors", "bot.files"},
    "bot.overrides": {"bot.errors", "bot.files", "bot.games", "bot.settings"},
    "bot.replay": {"bot.errors", "bot.files", "bot.games", "bot.rules", "bot.text"},
    "bot.analyse": {"bot.errors", "bot.computers", "bot.replay", "bot.rules"},
    "bot.verify": {"bot.errors", "bot.fairness", "bot.files", "bot.games"},
    "bot.recount": {
        *("bot.errors", "bot.games", "bot.rules", "bot.settings", "bot.store", "bot.tables"),
    },
    "bot.importing": {
        *("bot.errors", "bot.files", "bot.games", "bot.replay", "bot.rules", "bot.settings", "bot.store"),
        "bot.tables",
    },
    "bot.maintenance": {"bot.errors", "bot.settings", "bot.store"},
    "bot.checks": {
        *("bot.errors", "bot.overrides", "bot.settings", "bot.store", "bot.text", "card_images"),
        "cogs.permissions",
    },
    "bot.housekeeping": {"bot.settings", "bot.store", "bot.tables"},
    "bot.uptime": {"bot.store", "bot.tables"},
    "bot.health": set[str](),
    "bot.monitoring": {"bot.errors", "bot.health", "bot.metrics", "bot.settings"},
    "bot.refusals": {"bot.errors"},
    "bot.registration": {"bot.refusals", "bot.store", "bot.tables", "cogs.discord"},
    "bot.client": {
        *("bot.errors", "bot.games", "bot.health", "bot.housekeeping", "bot.meter", "bot.computers"),
        *("bot.refusals", "bot.registration", "bot.settings", "bot.store", "bot.tables"),
        *("bot.uptime", "card_images", "cogs"),
    },
    "bot.launch": {
        *("bot.client", "bot.errors", "bot.health", "bot.meter", "bot.monitoring", "bot.overrides"),
        *("bot.playground", "bot.refusals", "bot.settings", "bot.store", "bot.systemd", "bot.tables"),
    },
    "bot.__main__": {"bot.__version__", "bot.console", "bot.errors", "bot.logs"},
    "bot": set[str](),
}
"""What each package or file may import from the project, besides itself. The longest fitting name counts."""

LIBRARIES = {
    "bot.rules": set[str](),
    "bot.games": set[str](),
    "bot.fairness": set[str](),
    "bot.computers": set[str](),
    "bot.store": {"alembic", "openskill", "sqlalchemy"},
    "bot.text": {"babel"},
    "bot.tables": set[str](),
    "bot.playground": {"aiohttp"},
    "card_images": {"PIL"},
    "cogs.discord": {"aiohttp", "discord"},
    "cogs": {"discord"},
    "bot.errors": set[str](),
    "bot.files": set[str](),
    "bot.tasks": set[str](),
    "bot.console": set[str](),
    "bot.logs": set[str](),
    "bot.systemd": set[str](),
    "bot.meter": {"aiohttp"},
    "bot.metrics": {"aiohttp", "prometheus_client", "yarl"},
    "bot.settings": {"dotenv", "pydantic", "pydantic_core", "pydantic_settings"},
    "bot.overrides": set[str](),
    "bot.replay": set[str](),
    "bot.analyse": set[str](),
    "bot.verify": set[str](),
    "bot.recount": set[str](),
    "bot.importing": set[str](),
    "bot.maintenance": {"pydantic"},
    "bot.checks": {"PIL", "discord"},
    "bot.housekeeping": set[str](),
    "bot.uptime": set[str](),
    "bot.health": set[str](),
    "bot.monitoring": {"aiohttp", "prometheus_client"},
    "bot.refusals": {"aiohttp", "discord"},
    "bot.registration": {"aiohttp", "discord"},
    "bot.client": {"discord"},
    "bot.launch": {"discord", "yarl"},
    "bot.__main__": set[str](),
    "bot": set[str](),
}
"""What each may import from other distributions."""

PURE = ("bot.rules", "bot.games", "cogs")
"""Packages without clock, chance and I/O: the same values always give the same result."""

ACTING = {
    *("cogs.context", "cogs.discord", "cogs.features", "cogs.lobby.opening", "cogs.localization"),
    *("cogs.lookup", "cogs.permissions", "cogs.services"),
}
"""What in `cogs` talks to Discord, besides the `commands` of each feature. The rest are pages."""

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


LATER = {
    *("alembic", "asyncpg", "openskill", "prometheus_client", "sqlalchemy.ext"),
    *("bot.metrics", "bot.store.postgresql"),
    "card_images.courts",
}
"""What takes long to import, and what most starts do without."""
