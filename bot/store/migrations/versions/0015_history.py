"""The order in which finished deals are listed: of a server, and of a person there."""

from __future__ import annotations

from alembic import op

revision, down_revision = "0015", "0014"


def upgrade() -> None:
    """Index the standings by time."""
    op.create_index("standings_by_time", "standings", ["guild_id", "at", "table_id", "deal"])
    op.drop_index("standings_of_person", "standings")
    op.create_index("standings_of_person", "standings", ["guild_id", "user_id", "at", "table_id", "deal"])
