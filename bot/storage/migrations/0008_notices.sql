-- How somebody wants to be called when it is their turn: channel, dm, both or quiet.
ALTER TABLE users ADD COLUMN notify TEXT NOT NULL DEFAULT 'channel';
