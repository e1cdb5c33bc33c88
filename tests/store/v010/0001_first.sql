-- The event log: what was dealt and done at every table, in order. Times are seconds since 1970.
CREATE TABLE tables (
    id         TEXT    NOT NULL PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id    INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    options    TEXT    NOT NULL, -- JSON: the house rules that differ from the game's default
    locale     TEXT    NOT NULL,
    state      TEXT    NOT NULL,
    engine     INTEGER NOT NULL, -- the version of the rules that the log was written under
    session    TEXT,             -- JSON: what outlives a deal, before the deal now played; NULL in the lobby
    created_at REAL    NOT NULL,
    ended_at   REAL
) STRICT;

CREATE INDEX tables_open ON tables (created_at) WHERE ended_at IS NULL;

CREATE TABLE seats (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    user_id  INTEGER,            -- NULL: a computer player
    away_id  INTEGER,            -- who left this seat to a computer and may come back to it
    name     TEXT    NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE deals (
    table_id   TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL, -- from 1
    dealer     INTEGER NOT NULL,
    session    TEXT    NOT NULL, -- JSON: what the deal inherits
    hands      TEXT    NOT NULL, -- JSON: the cards as dealt, a text for every seat
    talon      TEXT    NOT NULL,
    result     TEXT,             -- JSON, once it is over
    started_at REAL    NOT NULL,
    ended_at   REAL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE actions (
    table_id TEXT    NOT NULL,
    deal     INTEGER NOT NULL,
    seq      INTEGER NOT NULL,   -- from 0, without a gap
    seat     INTEGER NOT NULL,
    action   TEXT    NOT NULL,
    at       REAL    NOT NULL,
    PRIMARY KEY (table_id, deal, seq),
    FOREIGN KEY (table_id, deal) REFERENCES deals (table_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- One row for every finished deal and seat; they outlive their table.
CREATE TABLE standings (
    table_id  TEXT    NOT NULL,
    deal      INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    guild_id  INTEGER NOT NULL,
    game      TEXT    NOT NULL,
    user_id   INTEGER,           -- NULL: a computer player
    name      TEXT    NOT NULL,
    points    INTEGER NOT NULL,  -- as written on the score sheet
    net       INTEGER NOT NULL,  -- what the seat gained from the others; a deal sums to nought
    computers INTEGER NOT NULL,  -- how many computer players sat at the table
    declarer  INTEGER NOT NULL,
    at        REAL    NOT NULL,
    PRIMARY KEY (table_id, deal, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX standings_of_guild ON standings (guild_id, game, user_id);

-- Where a table is shown, so that it is found again after a restart.
CREATE TABLE messages (
    table_id   TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL,
    user_id    INTEGER NOT NULL, -- whose direct message it is; 0: everybody's
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, kind, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE people (
    user_id        INTEGER NOT NULL PRIMARY KEY,
    dm_ok          INTEGER,      -- NULL: not tried yet
    told_dm_closed INTEGER NOT NULL DEFAULT 0,
    locale         TEXT
) STRICT;

CREATE TABLE settings (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
