-- Which program does what at a table just now, and until when, in milliseconds of the database's
-- clock. Only where several programs share a database; a lease that ran out is anybody's.
CREATE TABLE leases (
  game_id TEXT NOT NULL,
  kind    TEXT NOT NULL,
  token   TEXT NOT NULL,
  until   INTEGER NOT NULL,
  PRIMARY KEY (game_id, kind)
) STRICT, WITHOUT ROWID;
