-- What is to be told once may be for one person alone, by direct message; 0: it is for everybody.
CREATE TABLE new_lines (
  game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
  n       INTEGER NOT NULL,
  user_id INTEGER NOT NULL DEFAULT 0,
  key     TEXT NOT NULL,
  facts   TEXT NOT NULL,
  PRIMARY KEY (game_id, n, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO new_lines (game_id, n, key, facts) SELECT game_id, n, key, facts FROM lines;
DROP TABLE lines;
ALTER TABLE new_lines RENAME TO lines;

-- A seat may be offered to a bot (no user); a person must accept it, and an owner who is there agree.
CREATE TABLE new_handovers (
  game_id  TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
  seat     INTEGER NOT NULL,
  user_id  INTEGER,
  name     TEXT NOT NULL,
  by_id    INTEGER NOT NULL,
  by_name  TEXT NOT NULL,
  at       TEXT NOT NULL,
  accepted INTEGER NOT NULL DEFAULT 0,
  owner    TEXT NOT NULL DEFAULT 'asked' CHECK (owner IN ('asked', 'agreed', 'away')),
  PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO new_handovers (game_id, seat, user_id, name, by_id, by_name, at)
  SELECT game_id, seat, user_id, name, by_id, by_name, at FROM handovers;
DROP TABLE handovers;
ALTER TABLE new_handovers RENAME TO handovers;
-- All of them lapse after a day.
INSERT INTO due (game_id, seat, kind, due_at, turn)
  SELECT game_id, seat, 'lapse', strftime('%Y-%m-%dT%H:%M:%f+00:00', at, '+1 day'), 0 FROM handovers;

-- Who may never have a seat: they offered it, or replaced its owner.
CREATE TABLE barred (
  game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
  seat    INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  PRIMARY KEY (game_id, seat, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO barred (game_id, seat, user_id) SELECT game_id, seat, by_id FROM handovers;

-- When somebody got a seat: until they move, they are waited for from then on.
ALTER TABLE occupants ADD COLUMN at TEXT NOT NULL DEFAULT '';
