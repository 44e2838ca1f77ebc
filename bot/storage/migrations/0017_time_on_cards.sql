-- What a direct message says of its reader's own time, in short: a deadline moves without a move.
ALTER TABLE posts ADD COLUMN time_said TEXT NOT NULL DEFAULT '';
