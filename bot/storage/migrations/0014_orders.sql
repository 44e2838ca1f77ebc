-- The standing order of a seat and the one that its owner is writing: for that owner alone.
-- When the seat changes hands, or the game is over, nothing of it is left.
CREATE TABLE orders (
  game_id  TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
  seat     INTEGER NOT NULL,
  owners   INTEGER NOT NULL,
  status   TEXT NOT NULL CHECK (status IN ('active', 'paused', 'stopped')),
  revision INTEGER NOT NULL,
  body     TEXT NOT NULL,
  PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
