-- Tables, their seats, their logs, and where their messages are.
-- The log is append-only; the primary key (game_id, seq) is the concurrency control.

CREATE TABLE games (
  id          TEXT PRIMARY KEY,
  edition     TEXT NOT NULL,
  status      TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'over', 'cancelled')),
  guild_id    INTEGER NOT NULL,
  channel_id  INTEGER NOT NULL,
  opener_id   INTEGER NOT NULL,
  locale      TEXT NOT NULL,
  options     TEXT NOT NULL,
  seed        BLOB NOT NULL,
  commitment  TEXT NOT NULL,
  version     INTEGER NOT NULL,
  changes     INTEGER NOT NULL,
  announced   INTEGER NOT NULL,
  machine_due INTEGER NOT NULL DEFAULT 0,
  created_at  TEXT NOT NULL,
  updated_at  TEXT NOT NULL
) STRICT;

-- One open table in each channel or thread.
CREATE UNIQUE INDEX games_open_channel ON games (channel_id) WHERE status IN ('lobby', 'playing');
-- What is left to do after a restart is found without reading the games that wait for people.
CREATE INDEX games_unannounced ON games (id) WHERE announced < changes;
CREATE INDEX games_machine_due ON games (id) WHERE machine_due = 1;

CREATE TABLE seats (
  game_id   TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
  seat      INTEGER NOT NULL,
  user_id   INTEGER,
  name      TEXT NOT NULL,
  machine   TEXT,
  word      TEXT NOT NULL,
  PRIMARY KEY (game_id, seat),
  UNIQUE (game_id, user_id),
  CHECK ((user_id IS NULL) <> (machine IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_user ON seats (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE actions (
  game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
  n       INTEGER NOT NULL,
  user_id INTEGER,
  body    TEXT NOT NULL,
  at      TEXT NOT NULL,
  PRIMARY KEY (game_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  game_id  TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
  seq      INTEGER NOT NULL,
  action_n INTEGER NOT NULL,
  body     TEXT NOT NULL,
  PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;

-- Long-lived messages: the lobby and board post, and each seat's hand card.
CREATE TABLE posts (
  game_id    TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
  kind       TEXT NOT NULL,
  channel_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  version    INTEGER NOT NULL,
  occasion   TEXT NOT NULL,
  PRIMARY KEY (game_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE users (
  id      INTEGER PRIMARY KEY,
  locale  TEXT,
  dm_open INTEGER
) STRICT;

CREATE TABLE guilds (
  id     INTEGER PRIMARY KEY,
  locale TEXT
) STRICT;

CREATE TABLE notes (
  name TEXT PRIMARY KEY,
  text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
