-- What is to be done at a table without a person, and when; the seat -1 is the table itself.
CREATE TABLE due (
  game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
  seat    INTEGER NOT NULL,
  kind    TEXT NOT NULL,
  due_at  TEXT NOT NULL,
  turn    INTEGER NOT NULL,
  PRIMARY KEY (game_id, seat, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX due_next ON due (due_at);

INSERT INTO due (game_id, seat, kind, due_at, turn)
  SELECT games.id, seats.seat, 'bot', games.updated_at, 0
  FROM games JOIN seats ON seats.game_id = games.id
  WHERE games.machine_due = 1 AND seats.machine IS NOT NULL;
DROP INDEX games_machine_due;
ALTER TABLE games DROP COLUMN machine_due;

-- A seat may have a person and somebody who plays for them.
CREATE TABLE new_seats (
  game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
  seat    INTEGER NOT NULL,
  user_id INTEGER,
  name    TEXT NOT NULL,
  bot     TEXT,
  word    TEXT NOT NULL,
  spoken  INTEGER NOT NULL DEFAULT 0,
  owners  INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (game_id, seat),
  UNIQUE (game_id, user_id),
  CHECK (user_id IS NOT NULL OR bot IS NOT NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO new_seats (game_id, seat, user_id, name, bot, word, spoken, owners)
  SELECT game_id, seat, user_id, name, machine, word, spoken, owners FROM seats;
DROP TABLE seats;
ALTER TABLE new_seats RENAME TO seats;
CREATE INDEX seats_user ON seats (user_id) WHERE user_id IS NOT NULL;

-- Who has had a seat, by the number of the change and from which version of the game on: names of
-- the past stay.
CREATE TABLE occupants (
  game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
  seat    INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  since   INTEGER NOT NULL,
  user_id INTEGER,
  name    TEXT NOT NULL,
  PRIMARY KEY (game_id, seat, n)
) STRICT, WITHOUT ROWID;
INSERT INTO occupants (game_id, seat, n, since, user_id, name)
  SELECT game_id, seat, 0, 0, user_id, seats.name
  FROM seats JOIN games ON games.id = seats.game_id WHERE games.version > 0;

-- Who made a move: the owner of the seat, a bot, or who plays for the owner.
ALTER TABLE actions ADD COLUMN maker TEXT NOT NULL DEFAULT 'person'
  CHECK (maker IN ('person', 'bot', 'caretaker'));
UPDATE actions SET maker = 'bot' WHERE user_id IS NULL;

ALTER TABLE appeals RENAME TO undo_requests;
