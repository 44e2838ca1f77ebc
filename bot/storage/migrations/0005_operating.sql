-- When a table was set back by restoring a backup, in milliseconds: what was shown before is void.
ALTER TABLE games ADD COLUMN restored INTEGER NOT NULL DEFAULT 0;
-- When its game began: somebody who never moved is waited for from then on.
ALTER TABLE games ADD COLUMN started_at TEXT NOT NULL DEFAULT '';

-- What everybody at a table is to be told once, in a message of its own; gone when it is told.
CREATE TABLE lines (
  game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
  n       INTEGER NOT NULL,
  key     TEXT NOT NULL,
  facts   TEXT NOT NULL,
  PRIMARY KEY (game_id, n)
) STRICT, WITHOUT ROWID;

-- A seat that a moderator would give to somebody else: its owner is asked.
CREATE TABLE handovers (
  game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
  seat    INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  name    TEXT NOT NULL,
  by_id   INTEGER NOT NULL,
  by_name TEXT NOT NULL,
  at      TEXT NOT NULL,
  PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

-- Since when we are no longer on a server.
ALTER TABLE guilds ADD COLUMN left_at TEXT;
CREATE INDEX games_guild ON games (guild_id) WHERE status IN ('lobby', 'playing');
