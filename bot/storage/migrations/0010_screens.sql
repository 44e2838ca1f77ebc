-- What a message says, in short: an edit that would change nothing is not made.
ALTER TABLE posts ADD COLUMN screen TEXT NOT NULL DEFAULT '';
