"""How many deals of a session were void and dealt again by the same dealer."""

from __future__ import annotations

import json
from itertools import groupby

from alembic import op
from sqlalchemy import text

revision, down_revision = "0022", "0021"

VOID = text(
    "SELECT tables.id, tables.session, deals.dealer, deals.result"
    " FROM tables JOIN deals ON deals.table_id = tables.id"
    " WHERE tables.session IS NOT NULL AND deals.result LIKE :void ORDER BY tables.id"
)
SAVE = text("UPDATE tables SET session = :session WHERE id = :id")


def upgrade() -> None:
    """Sessions so far have counted such deals as deals of the session; the results tell which they are."""
    connection = op.get_bind()
    rows = connection.execute(VOID, {"void": '%"void": true%'}).all()
    for (table_id, session), deals in groupby(rows, lambda row: row[:2]):
        repeated = sum(json.loads(result)["next"]["dealer"] == dealer for *_, dealer, result in deals)
        changed = json.dumps({**json.loads(session), "repeated": repeated})
        connection.execute(SAVE, {"id": table_id, "session": changed})
