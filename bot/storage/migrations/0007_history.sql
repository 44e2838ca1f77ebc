-- What a message was first posted for: the version of the game and its turn. When it is retired it
-- becomes the history from there to the version it is retired at.
ALTER TABLE posts ADD COLUMN first INTEGER NOT NULL DEFAULT 0;
ALTER TABLE posts ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
UPDATE posts SET first = version;
