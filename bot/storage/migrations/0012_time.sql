-- The clock of a seat, as it stood when it last changed: what it has used, and what was done about it.
CREATE TABLE clocks (
  game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
  seat    INTEGER NOT NULL,
  body    TEXT NOT NULL,
  PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

-- Whether a table stands still, and who wishes to change that.
CREATE TABLE pauses (
  game_id TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
  body    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- When somebody is awake: a zone, quiet hours in minutes of the day, whether weekends count.
ALTER TABLE users ADD COLUMN zone TEXT;
ALTER TABLE users ADD COLUMN quiet_from INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN quiet_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN weekends INTEGER NOT NULL DEFAULT 1;
-- Until when somebody wants no reminders.
ALTER TABLE users ADD COLUMN muted_until TEXT NOT NULL DEFAULT '';
-- Reliability: turns with a deadline, and how many of them were played in time.
ALTER TABLE users ADD COLUMN turns INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN in_time INTEGER NOT NULL DEFAULT 0;

CREATE TABLE vacations (
  user_id INTEGER NOT NULL,
  start   TEXT NOT NULL,
  until   TEXT NOT NULL,
  PRIMARY KEY (user_id, start)
) STRICT, WITHOUT ROWID;

-- When no process ran: such times count for nobody.
CREATE TABLE outages (
  start TEXT PRIMARY KEY,
  until TEXT NOT NULL
) STRICT, WITHOUT ROWID;
