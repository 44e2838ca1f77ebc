-- Whether messages to a user repeat in words what their pictures show: short or full.
ALTER TABLE users ADD COLUMN texts TEXT NOT NULL DEFAULT 'short';
