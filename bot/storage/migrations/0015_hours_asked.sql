-- The table on whose hand card somebody was asked when they are awake; empty: they never were.
ALTER TABLE users ADD COLUMN hours_asked TEXT NOT NULL DEFAULT '';
