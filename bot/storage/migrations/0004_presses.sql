-- The third change was altered after databases had seen it: those are mended here.
CREATE TABLE IF NOT EXISTS appeals (
  game_id TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
  seat    INTEGER NOT NULL,
  version INTEGER NOT NULL,
  agreed  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What has changed a table, by Discord's number: delivered again, it changes nothing. Kept for days
-- only and written with every move, so it has no index and no reference to look after.
CREATE TABLE presses (
  interaction_id INTEGER PRIMARY KEY,
  game_id        TEXT NOT NULL,
  at             TEXT NOT NULL
) STRICT;

-- In which order seats and words were last set: the table's counter, and where it stood for each seat.
ALTER TABLE games ADD COLUMN spoken INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN spoken INTEGER NOT NULL DEFAULT 0;

-- How many have owned a seat: a message to its present owner is never taken for one to a former.
ALTER TABLE seats ADD COLUMN owners INTEGER NOT NULL DEFAULT 1;

-- Which pictures a message shows, so that an edit need not send them again.
ALTER TABLE posts ADD COLUMN pictures TEXT NOT NULL DEFAULT '';

-- Where somebody's direct messages are: asking Discord for it costs a request each time.
ALTER TABLE users ADD COLUMN dm_channel_id INTEGER;
