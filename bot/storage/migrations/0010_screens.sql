-- What a message says, in short: an edit that would change nothing is not made.
ALTER TABLE posts ADD COLUMN screen TEXT NOT NULL DEFAULT '';
-- Until when the rest of what is untold has to wait; empty: it need not.
ALTER TABLE games ADD COLUMN tell_at TEXT NOT NULL DEFAULT '';
