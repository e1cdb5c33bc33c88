"""Run by Alembic: migrates the connection that `bot.store.migrations` hands over."""

from __future__ import annotations

from alembic import context

from bot.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
